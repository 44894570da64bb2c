/*
 * The form of the JSON that commands write: the envelope of a document, and the parts that several documents have.
 * generator/install/strata.schema.json describes the documents; the same key means the same in each of them.
 *
 *     struct form form;
 *     form_open(&form, model, "list", out);
 *     json_member_open(&form.json, "structs", '[');
 *     ...
 *     form_close(&form);
 *
 * A function that writes members of an object leaves its brackets to the caller. A value that nobody knows is null.
 */
#ifndef ANSWER_FORM_H
#define ANSWER_FORM_H

#include "answer/address.h"
#include "answer/standing.h"
#include "base/buffer.h"
#include "base/json.h"
#include "model/model.h"

/* The version of the form. It changes when a program that reads a document could misread it. */
enum { FORM_VERSION = 4 };

/* A document that is being written. */
struct form {
    struct json json;
    const struct model *model;
    struct arena *scratch;  /* memory for the declaration that is being written */
    struct buffer text;     /* room for names that are put together */
    struct buffer evidence; /* const struct evidence *, each once, in the order of the document's list "evidence" */
    struct map *numbers;    /* evidence -> its number in the list "evidence", from 1 */
};

/* Opens an object with its first keys: "format", and "document" with the kind of document. form_close ends the object
 * and its line. */
void form_open(struct form *form, const struct model *model, const char *document, struct buffer *out);
void form_close(struct form *form);

/* ---- Versions */

/* Writes a range: "from" and "to" are names for people, "begin" and "end" the same versions as four numbers. `end` is
 * excluded. A range without an end has null for "to" and "end". */
void form_write_range(struct form *form, struct version_range range);

/* Writes a key and a list of ranges. */
void form_write_ranges(struct form *form, const char *key, struct version_set set);

/* Writes a key and a version as four numbers; null for 0 and VERSION_END. */
void form_write_version(struct form *form, const char *key, uint64_t version);

/* Writes a key and a list of versions. */
void form_write_versions(struct form *form, const char *key, const uint64_t *versions, size_t count);

/* Writes a key and a target: the version and the architecture that the user asks for. `name` is the version as in
 * "24H2/x64"; NULL: the user named none. */
void form_write_target(struct form *form, const char *key, const char *name, const struct arch *arch,
                       uint64_t version);

/* Writes "axis": releases with their points, and the attested versions. */
void form_write_axis(struct form *form);

/* Writes "arches", the list of architectures. */
void form_write_arches(struct form *form);

/* Writes "evidence", the list that the records refer to by number (form_write_record). */
void form_write_evidence(struct form *form);

/* ---- Values */

/* Writes a key and a number; null for LAYOUT_UNKNOWN. */
void form_write_known(struct form *form, const char *key, uint32_t value);

/* Writes "align"; also "align_guessed" if the alignment is a guess. */
void form_write_align(struct form *form, const struct layout *layout);

/* Writes a key and a text. Writes nothing if the text is NULL. */
void form_write_text(struct form *form, const char *key, const char *text);

/* Writes a key and the list of the names in a text. Blanks separate the names. */
void form_write_words(struct form *form, const char *key, const char *words);

/* Writes "provenance". For a corrected value also writes "was", the value of the document; null if the document has
 * none there. `value` may be NULL. */
void form_write_provenance(struct form *form, unsigned provenance, const struct cell_value *value);

/* ---- Grades */

/* Writes "basis", the grade of an answer, and "reason", why it has this grade. */
void form_write_grade(struct form *form, const struct standing *standing);

/* Writes the grade of a structure. For a disputed one also writes "others", the grade of the undisputed members, and
 * "disputed", the names of the disputed members. */
void form_write_standing(struct form *form, const struct record *record, const struct standing *standing);

/* Writes "changes" and "steps": how often something changed from one attested build to the next, and the number of such
 * pairs of builds. Writes nothing if there is no pair. */
void form_write_changes(struct form *form, struct changes_seen seen);

/* ---- Declarations */

/* Write the head of a structure, an enumeration or an event: name, kind, file, source and comment. */
void form_write_record_head(struct form *form, const struct record *record, const char *name);
void form_write_enumeration_head(struct form *form, const struct enumeration *enumeration);
void form_write_event_head(struct form *form, const struct event *event);

/* form_write_global_head writes the name, module, file and comment of a global. form_write_addresses writes the list of
 * its addresses. */
void form_write_global_head(struct form *form, const struct global *global);
void form_write_addresses(struct form *form, const struct global *global);

/* Writes the address of a global in a build and whether somebody saw it. If nobody did, writes the nearest builds with
 * a known address. */
void form_write_address(struct form *form, const struct address *address);

/* Writes the identity of an attested kernel as an object. */
void form_write_identity(struct form *form, const struct identity *identity);

/* Writes the type of a member and its place: offset, size, bits, dimensions. */
void form_write_member(struct form *form, const struct layout *layout, const struct layout_member *member);

/* Writes a layout as an object. `standing` is that of the record in the version that is asked for; it adds the grade of
 * each member. NULL: the answer is about all versions, and has no grades. */
void form_write_layout(struct form *form, const struct layout *layout, const struct standing *standing);

/* Writes a structure as an object: its versions, answers and layouts on all architectures. */
void form_write_record(struct form *form, const struct record *record);

#endif
