/*
 * Parts of a symbol file that a spec cannot express. The spec has them in remarks, "symbol file of 6.1.0/x64: ...": a
 * field as JSON, values that do not fit their enumeration, the base type of an enumeration.
 */
#ifndef EXPORT_ISF_LEFT_H
#define EXPORT_ISF_LEFT_H

#include <stdbool.h>
#include <stdint.h>

struct arch;
struct ast_decl;
struct isf_left;
struct isf_texts;
struct json;
struct model;

/* Returns the tag of a type in symbol files: isf_find_tag. */
typedef const char *isf_tag_finder(const struct model *model, bool keeps_tags, const char *name);

/* Begins to read the remarks about a version on an arch. */
struct isf_texts *isf_texts_new(const struct model *model, const struct arch *arch, uint64_t version, bool keeps_tags,
                                isf_tag_finder *find_tag);

/* True if a declaration has such remarks. */
bool isf_left_exists(struct isf_texts *texts, const struct ast_decl *decl);

/* Returns the remarks of a declaration, which may be none. */
const struct isf_left *isf_left_find(struct isf_texts *texts, const struct ast_decl *decl);

/* True if a remark has the field with this name; or if it is a member of an anonymous field that a remark has. Then the
 * row of the member is not written. */
bool isf_left_has(const struct isf_left *left, const char *name);

/* Appends the fields, or the values, in the remarks to the open object. */
void isf_left_write_fields(const struct isf_left *left, struct json *json);
void isf_left_write_values(const struct isf_left *left, struct json *json);

/* Returns the base type of an enumeration, and sets its size; NULL if no remark has it. */
const char *isf_left_base(const struct isf_left *left, uint32_t *size);

/* Returns the members of a symbol's JSON in a remark, without the braces; NULL if no remark has any. */
const char *isf_left_symbol(const struct isf_left *left);

#endif
