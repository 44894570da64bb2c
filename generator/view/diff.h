/*
 * Differences between two targets: the structures and enumerations that exist on only one side, and the changed members
 * and values of those that exist on both.
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

/* A target of the comparison, and its name as the user wrote it. */
struct diff_side {
    const char *text;
    const struct arch *arch;
    uint64_t version;
};

enum diff_kind { DIFF_SAME, DIFF_CHANGED, DIFF_ADDED, DIFF_REMOVED, DIFF_KIND_COUNT };

/* Differences of a member that exists on both sides; a bit set. */
enum diff_change {
    DIFF_MOVED = 1,   /* its offset */
    DIFF_RETYPED = 2, /* its type, or from or to a bit-field */
    DIFF_COUNTED = 4, /* the bounds of an array */
    DIFF_RESIZED = 8, /* its size, although the name of its type is the same */
    DIFF_BITS = 16,   /* the first bit in the storage unit */
    DIFF_WIDTH = 32   /* the number of bits */
};

/* A member that differs between the sides. Offsets count from the nearest named structure around it. */
struct diff_member {
    const char *name;
    const struct layout_member *sides[DIFF_SIDES]; /* NULL on a side that lacks the member */
    unsigned changes;
    size_t rank; /* index among the members of both sides, including unchanged members */
};

/* A structure, or the inner structure of a member M of a structure S, called "S.M". */
struct diff_record {
    struct diff_record *next;
    const char *name;
    const struct layout *sides[DIFF_SIDES]; /* NULL on a side that lacks the structure */
    struct standing standings[DIFF_SIDES];
    enum diff_kind kind;
    /* Differing members, in the order of the newer side's offsets; only if both sides have the structure. */
    struct diff_member *members;
    size_t member_count;
};

/* An enumerator that differs. It is identified by name, or by value if it has no name. */
struct diff_value {
    const char *name; /* NULL: it has no name */
    const char *remark;
    const struct cell_value *sides[DIFF_SIDES];
    size_t rank; /* index among the enumerators of both sides, as for members */
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
    struct diff_record *records, **records_end; /* list of the structures that differ */
    struct diff_enumeration *enumerations, **enumerations_end;
    size_t record_counts[DIFF_KIND_COUNT]; /* number of structures of each kind, without inner structures */
    size_t enumeration_counts[DIFF_KIND_COUNT];
    unsigned bases[DIFF_SIDES];      /* bases of all compared structures; bit set of 1 << strata_basis */
    struct requirement *requirement; /* requirement for the grades of the compared structures; or NULL */
    struct map *scratch;             /* private to diff_compare.c */
};

struct diff *diff_new(const struct model *model, const struct diff_side sides[DIFF_SIDES]);

/* Compares a record, together with its members that are named inner structures; or an enumeration. Returns false if
 * neither side has it. */
bool diff_add_record(struct diff *diff, const struct record *record);
bool diff_add_enumeration(struct diff *diff, const struct enumeration *enumeration);

/* Compares all structures and enumerations, in the order of their names. */
void diff_add_everything(struct diff *diff);

/* True if anything differs. */
bool diff_is_any(const struct diff *diff);

/* Writes the name of a member's type; "struct" or "union" for an inner structure that has only the member's name. */
void diff_write_type_name(const struct row *row, struct buffer *out);

/* Writes the type of a member as in C: "UCHAR[4]", "ULONG *", "union"; with `bits` also the width: "ULONG : 3". */
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

/* Returns the change of the value of an enumerator that exists on both sides, modulo 2^64. */
uint64_t diff_value_delta(const struct diff_value *value);

/* Returns the diff as a document with a section for each structure and enumeration; the memory is the model's. */
struct sheet_document diff_make_document(const struct diff *diff);

/* Write the diff in other formats. Only text can have colour. */
void diff_write_text(const struct diff *diff, bool colour, struct buffer *out);
void diff_write_json(const struct diff *diff, struct buffer *out);

#endif
