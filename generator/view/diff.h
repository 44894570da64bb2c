/*
 * Differences between two targets: structures and enumerations that exist on one side, and members and values of the
 * others.
 *
 *     struct diff *diff = diff_new(model, sides);
 *     diff_add_record(diff, record);      (or diff_add_everything)
 *     diff_write_text(diff, &out, false);
 */
#ifndef VIEW_DIFF_H
#define VIEW_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/standing.h"
#include "model/model.h"
#include "view/sheet.h"

struct buffer;
struct requirement;

enum { DIFF_FROM, DIFF_TO, DIFF_SIDES };

/* A target, and as the user called it. */
struct diff_side {
    const char *text;
    const struct arch *arch;
    uint64_t version;
};

enum diff_kind { DIFF_SAME, DIFF_CHANGED, DIFF_ADDED, DIFF_REMOVED, DIFF_KIND_COUNT };

/* Differences of a member that exists on both sides; a bit set. */
enum diff_change {
    DIFF_MOVED = 1,    /* its offset */
    DIFF_RETYPED = 2,  /* its type, or whether it is a bit-field */
    DIFF_COUNTED = 4,  /* the bounds of an array */
    DIFF_RESIZED = 8,  /* its bytes, while the type is called the same */
    DIFF_BITS = 16,    /* which bit of the storage unit it begins with */
    DIFF_WIDTH = 32    /* how many bits it has */
};

/* A member that is not the same on both sides. Offsets are from the start of the nearest named aggregate. */
struct diff_member {
    const char *name;
    const struct layout_member *sides[DIFF_SIDES]; /* NULL where it is not there */
    unsigned changes;
    size_t rank; /* among the members that both sides have, the unchanged ones included */
};

/* A structure, or the one of a named member M of a structure S: "S.M". */
struct diff_record {
    struct diff_record *next;
    const char *name;
    const struct layout *sides[DIFF_SIDES]; /* NULL where it does not exist */
    struct standing standings[DIFF_SIDES];
    enum diff_kind kind;
    struct diff_member *members; /* in the order of the newer side's offsets; of one that both sides have */
    size_t member_count;
};

/* An enumerator, by its name; one without a name by its value. */
struct diff_value {
    const char *name; /* or NULL */
    const char *remark;
    const struct cell_value *sides[DIFF_SIDES];
    size_t rank; /* as of members */
};

struct diff_enumeration {
    struct diff_enumeration *next;
    const struct enumeration *enumeration;
    enum diff_kind kind;
    struct diff_value *values;
    size_t value_count;
};

struct diff {
    const struct model *model;
    struct diff_side sides[DIFF_SIDES];
    struct diff_record *records, **records_end; /* those that are not the same */
    struct diff_enumeration *enumerations, **enumerations_end;
    size_t record_counts[DIFF_KIND_COUNT]; /* without those of members */
    size_t enumeration_counts[DIFF_KIND_COUNT];
    unsigned bases[DIFF_SIDES]; /* set of 1 << strata_basis: of all records that were compared */
    struct requirement *requirement; /* of the records that are compared; or NULL */
    struct map *scratch; /* of diff_compare.c */
};

struct diff *diff_new(const struct model *model, const struct diff_side sides[DIFF_SIDES]);

/* Compares a record, and those of its members that are aggregates with a name; an enumeration. False when neither side
 * has it. */
bool diff_add_record(struct diff *diff, const struct record *record);
bool diff_add_enumeration(struct diff *diff, const struct enumeration *enumeration);

/* Compares all structures and enumerations, in the order of their names. */
void diff_add_everything(struct diff *diff);

/* True if anything differs. */
bool diff_is_any(const struct diff *diff);

/* Writes the name of a member's type; "struct" or "union" for an aggregate that has no name but the member's. */
void diff_write_type_name(const struct row *row, struct buffer *out);

/* Writes the type of a member as a line of C has it: "UCHAR[4]", "ULONG *", "union"; with `bits`, "ULONG : 3". */
void diff_write_type(const struct layout *layout, const struct layout_member *member, bool bits, struct buffer *out);

static inline enum diff_kind diff_member_kind(const struct diff_member *member)
{
    return !member->sides[DIFF_FROM] ? DIFF_ADDED : !member->sides[DIFF_TO] ? DIFF_REMOVED : DIFF_CHANGED;
}

/* True if the alignments of two layouts are known and differ. */
static inline bool diff_align_differs(const struct layout *from, const struct layout *to)
{
    return from->align != to->align && !from->is_align_guess && !to->is_align_guess;
}

/* Returns the difference of the values of an enumerator that exists on both sides, modulo 2^64. */
uint64_t diff_value_delta(const struct diff_value *value);

/* Returns the diff as a document with a section for each structure and enumeration; the memory is the model's. */
struct sheet_document diff_make_document(const struct diff *diff);

/* Write the other formats. Only text has colour. */
void diff_write_text(const struct diff *diff, bool colour, struct buffer *out);
void diff_write_json(const struct diff *diff, struct buffer *out);

#endif
