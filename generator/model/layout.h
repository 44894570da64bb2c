/*
 * Structures resolved: rows, members and layouts.
 *
 * A record is a structure or union with a name. Its rows are kept as a tree, as they were written; a layout is the
 * record on one arch over one maximal run of versions in which nothing changes, and is const once resolved.
 */
#ifndef MODEL_LAYOUT_H
#define MODEL_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "front/ast.h"
#include "model/axis.h"
#include "model/type.h"

#define LAYOUT_UNKNOWN UINT32_MAX /* an offset or size that nobody has documented */
#define BIT_UNKNOWN 0xFF
#define DIGEST_MOST 0xFFFFF          /* the largest digest: see answer/digest.h */
#define LAYOUT_BYTES_MOST 0x7FFFFFFF /* the largest offset, size and count, so that sums of two fit 32 bits */

/* Claims of a row about its place among others. */
enum claim_kind { CLAIM_PREVIOUSLY, CLAIM_NEXT, CLAIM_NEXT_IN, CLAIM_LAST };

struct claim {
    enum claim_kind kind;
    bool is_stated;                  /* of `last`: the clause names versions */
    bool is_bare;                    /* of `previously` and `next`: the cell is one value without versions */
    const char *name;                /* the member of `next in`; the type of `previously` and `next`, or NULL */
    const struct ast_clause *clause; /* its position */
    struct cell cell;      /* of `previously` and `next`: offsets, each for versions of the row that it speaks of */
    struct version_set in; /* of `last`: the row's versions for which it is said */
};

/* Cells that few rows have, and remarks. */
struct row_extras {
    bool any; /* false: a row has none of these */
    const struct cell *bit; /* never NULL, as the next three: that of a row without one is empty */
    const struct cell *mask;
    const struct cell *extent; /* bytes of `unaccounted` and `bytes` */
    const struct cell *default_value;
    const struct cell *bounds;  /* one a bound; none for [] and [ANYSIZE_ARRAY] */
    const struct claim *claims; /* its own and those of its slot */
    size_t claim_count;
};

/* A row on one arch: when it exists there and what its cells say. */
struct row_on {
    struct version_set in;           /* cut to parent, record and arch */
    struct version_set declared;     /* as its `in` says, uncut; all versions without one */
    struct cell at;                  /* empty: natural */
    const struct row_extras *extras; /* never NULL: that of a row without any is all empty */
};

/* Words that `as` takes for integers that are of no enumeration. */
enum display_word { DISPLAY_VALUE, DISPLAY_TIME, DISPLAY_TEXT };

/* The kinds of declarations in a record. */
enum row_form { FORM_MEMBER, FORM_STRUCT, FORM_UNION, FORM_UNACCOUNTED, FORM_BYTES };

/* One declaration in a record. Slots are not rows: their rows are, with the slot's cells. */
struct row {
    const struct ast_decl *decl; /* its position */
    const struct ast_decl *slot; /* whose cells it shares, or NULL */
    const char *name;            /* or NULL */
    uint8_t form;                /* enum row_form */
    uint8_t width;               /* bits of a bit-field, if it states them; else 0 */
    uint8_t word;                /* enum display_word: of `as` */
    bool is_unknown;             /* nobody has documented the name, which is the spec's own */
    bool is_dated;               /* its `in`, or that of its slot, names versions */
    struct record *record;
    struct row *parent; /* the anonymous aggregate that holds it, or NULL */
    struct row *children;
    struct row *next;           /* among its siblings */
    struct member *member;      /* NULL for a nameless row */
    const struct type *type;    /* what the type word names; NULL: there is none, or nobody declares it */
    const struct type *display; /* of `as`, or NULL */
    struct row_on ons[];        /* by the record's slots: see row_on */
};

static inline bool row_is_aggregate(const struct row *row)
{
    return row->form == FORM_STRUCT || row->form == FORM_UNION;
}

static inline bool row_is_anonymous(const struct row *row)
{
    return row_is_aggregate(row) && !row->name;
}

/* All rows of one name in a record. */
struct member {
    const char *name;
    struct row **rows;
    struct row *only_row; /* what `rows` is while there is just one */
    uint32_t row_count;
    uint32_t index;     /* among the record's members */
    uint32_t number;    /* the same before any of them was left out */
    uint32_t last_seen; /* of the resolver: the number of the last layout with an entry of the member */
};

/* A row in a layout. Entries are in preorder: the next `descendants` entries lie in an anonymous aggregate. */
struct layout_member {
    const struct row *row;
    const struct cell_value *at; /* its placement, or NULL: natural */
    uint32_t offset;             /* bytes from the start of the record, or LAYOUT_UNKNOWN */
    uint32_t size;               /* bytes, of all elements; of the storage unit for a bit-field; or LAYOUT_UNKNOWN */
    uint32_t element;            /* bytes of one element; `size` where it is no array */
    uint32_t count;              /* elements: 1 where it is no array, 0 for a flexible one */
    uint32_t align;              /* bytes: natural, as its declaration demands it */
    uint32_t descendants;
    uint16_t depth;          /* of anonymous aggregates around it */
    uint8_t bit;             /* of a bit-field: the lowest, from the least significant of the unit; or BIT_UNKNOWN */
    uint8_t width;           /* of a bit-field, in bits; 0: it is none */
    uint8_t provenance;      /* enum ast_provenance: of offset, or else of bit */
    bool is_trailing : 1;    /* [] or [ANYSIZE_ARRAY]: the least size of a buffer ends before it */
    bool is_align_guess : 1; /* `align` is: of an opaque type that states none, of `bytes`, of what holds such */
    bool is_repeated : 1;    /* an entry above, which generated code has, is of the same member: a spec may allow it */
    bool goes_on : 1;        /* see layout_goes_on */
    bool is_big : 1;         /* a number, or an array of such, whose first byte is the highest; or bits of one */
};

/* Returns the bit of its unit at which a bit-field begins, in the order of memory; or BIT_UNKNOWN. */
static inline unsigned layout_first_bit(const struct layout_member *entry)
{
    unsigned end = (unsigned)entry->bit + entry->width;
    bool is_known = entry->is_big && entry->bit != BIT_UNKNOWN && entry->size != LAYOUT_UNKNOWN;
    return is_known && end <= 8 * (uint64_t)entry->size ? (unsigned)(8 * entry->size - end) : entry->bit;
}

/* True if a member is big-endian and has values of several bytes, so that the order of these matters. */
static inline bool layout_is_big(const struct layout_member *entry)
{
    return entry->is_big && entry->element != 1;
}

struct layout {
    const struct record *record;
    const struct arch *arch;
    struct version_range in;
    uint32_t size;                   /* bytes: stated, else natural; LAYOUT_UNKNOWN when neither is known */
    uint32_t align;                  /* bytes */
    uint32_t least_size;             /* bytes that a buffer must have: see layout_set_least_size */
    const struct cell_value *stated; /* the size's placement in the table, or NULL */
    const struct layout_member *members;
    size_t member_count;
    bool is_align_guess; /* that of some member is */
    bool goes_on;        /* some member does: see layout_goes_on */
    bool is_sighted;     /* a member lies where a sighting has it (model/evidence.h), and not where its row does */
};

/* A record on one arch. */
struct record_on {
    const struct arch *alias; /* equal in all to the record on this arch, on which it falls back; or NULL */
    bool exists;
    bool is_foreign;              /* no column serves it: only sightings say where members lie */
    unsigned column;              /* of its cells */
    unsigned slot;                /* of its rows' row_on; that of the alias where there is one */
    struct version_set in;        /* cut to the arch */
    struct version_set attested;  /* versions that somebody looked at, in `in` */
    const struct evidence *evidence;
    const struct sightings *sightings; /* of single members, or NULL */
    const struct layout *layouts; /* ascending; those of the alias where there is one */
    size_t layout_count;
};

struct record {
    struct type *type;
    const struct ast_decl *decl;
    bool is_union;
    bool is_reduced;                   /* members that were not selected have left it (model/select.h) */
    bool is_partial;                   /* it has only some of its members: bytes without a row are no holes */
    const struct arch *const *columns; /* arches of its cells; NULL: one cell serves all */
    size_t column_count;
    const struct row *parent_row; /* of a named aggregate inside another record, or NULL */
    struct row *rows;
    struct member **members; /* in the order of first declaration */
    size_t member_count;
    struct record_on *on; /* by index of arch */
    size_t arch_count;
    struct cell *size;                  /* by index of arch; stated sizes */
    const char *source;                 /* the document, or NULL */
    const struct ast_decl *columns_row; /* the `columns` and first `attest` between its braces, or NULL */
    const struct ast_decl *attest_row;
    const struct ast_cell *size_cell; /* of its `size`, or NULL */
    unsigned size_column_count;       /* of that cell, or 0 */
    const struct ast_decl *size_row;  /* the `size` between its braces, or NULL */
    const struct ast_decl *digest_row; /* the `digest` between its braces, or NULL */
    struct cell *digest;               /* of that, by index of arch, for all versions; NULL: there is none */
    size_t file_index;                /* in the program */
    struct version_set declared;      /* as its `in` says, over all columns; not cut to any arch */
    uint32_t pack;                    /* bytes, of its `pack`; else 0 */
    uint64_t source_last;             /* where what the document covers ends, or VERSION_END */
    enum { RECORD_NEW, RECORD_BEGUN, RECORD_RESOLVED } state;
    unsigned slot_count;
    uint64_t faults; /* set of diag codes that its resolution met, a bit each */
};

/* Returns the row on an arch on which its record exists. */
static inline const struct row_on *row_on(const struct row *row, const struct arch *arch)
{
    return &row->ons[row->record->on[arch->index].slot];
}

/* Returns the number of rows of a list and all rows inside them. */
size_t row_count(const struct row *rows);

/* Returns the type of a row as the text has it. */
static inline const struct ast_type *row_spelled(const struct row *row)
{
    return &row->decl->type;
}

/* Return the comment of a row and its first remark, or NULL. */
const char *row_doc(const struct row *row);
const char *row_remark(const struct row *row);

/* Returns the condition of a row, or NULL. */
const struct ast_term *row_where(const struct row *row);

/* Returns the position of the name in the `as` of a row that has one. */
struct span row_display_span(const struct row *row);

/* Returns the clause of a row, or of the slot that it shares; or NULL. */
const struct ast_clause *row_find_clause(const struct row *row, enum ast_clause_kind kind);

/* Returns the versions in which a row exists: its own, without those for which its cell says `-`. */
struct version_set row_present(struct arena *arena, const struct row *row, const struct arch *arch);

/* True if the bits of a mask follow one another without a hole, as those of a bit-field do. */
static inline bool mask_is_run(uint64_t mask)
{
    uint64_t filled = mask | (mask - 1);
    return mask && !(filled & (filled + 1));
}

/* Returns the layout that the rows give in a version, or NULL. `record_stand` (answer/standing.h) returns the layout to
 * take for a version that nobody has looked at. */
const struct layout *record_layout_at(const struct record *record, const struct arch *arch, uint64_t version);
const struct layout *record_on_layout_at(const struct record_on *on, uint64_t version);

/* Returns the member of that (interned) name, or NULL. */
const struct member *record_find_member(const struct record *record, const char *name);

/* Returns the entry of a member in a layout, or NULL. */
const struct layout_member *layout_find(const struct layout *layout, const struct member *member);

/* True if two layouts of a record are equal in all that generated code says of them. */
bool layout_equal(const struct layout *a, const struct layout *b);

/* Returns the first multiple of an alignment from an offset on. */
static inline uint64_t layout_round_up(uint64_t offset, uint32_t align)
{
    return align > 1 ? (offset + align - 1) / align * align : offset;
}

/* True if offset and size of an entry are known, and its bits lie within its storage unit, as a spec may allow them not
 * to. Generated code reads no others. */
static inline bool layout_member_is_known(const struct layout_member *member)
{
    return member->offset != LAYOUT_UNKNOWN && member->size != LAYOUT_UNKNOWN &&
           (!member->width || (uint64_t)member->bit + member->width <= (uint64_t)member->size * 8);
}

/* Returns the end of the members; NULL, which C adds no offset to, if there are none. */
static inline const struct layout_member *layout_members_end(const struct layout *layout)
{
    return layout->member_count ? layout->members + layout->member_count : NULL;
}

/* True if generated code lets the entry reach to the end of the buffer. Such an entry is an open array after which
 * no named member begins, or a record at the end of the layout that ends with such an array. An array of elements
 * without bytes has no such end. The layout has all its members; `goes_on` of an entry keeps the result. */
bool layout_goes_on(const struct layout *layout, const struct layout_member *member);

/* Sets least_size and goes_on of a layout, once all else of it and of its entries is known. The least size is the bytes
 * that every buffer must have, so that each access to a known member stays within it: the end of the member that ends
 * last, and at least the size. An entry that goes on demands the bytes before its open array alone; the buffer of a
 * layout with such an entry may be shorter than its size. `size`: bytes; of a layout of unknown size, the end of its
 * last row. */
void layout_set_least_size(struct layout *layout, uint32_t size);

/* Writes the type as the row spells it ("WMI_BUFFER_HEADER **", "volatile LONG", "struct"), without bounds. */
void row_write_type(const struct row *row, struct buffer *out);

/* Writes the bounds of a version: "[2][ANYSIZE_ARRAY]", and "[?]" for an unknown count. */
void row_write_bounds(const struct row *row, const struct arch *arch, uint64_t version, struct buffer *out);

/* Returns the elements of one bound (0 outermost) of a row; 1 for [ANYSIZE_ARRAY], 0 for []. */
uint32_t row_bound(const struct row *row, const struct arch *arch, uint64_t version, unsigned bound);

/* True if all bounds that are counts are known in that version. Otherwise the size of the array is unknown. */
bool row_bounds_known(const struct row *row, const struct arch *arch, uint64_t version);
unsigned row_bound_count(const struct row *row);

/* Returns the kind of a bound (0 outermost), or its span in the text. */
enum ast_bound_kind row_bound_kind(const struct row *row, unsigned bound);
struct span row_bound_span(const struct row *row, unsigned bound);

/* Calls `visit` for each constant that a bound of the row names, in whatever version. */
void row_each_constant(const struct row *row, void (*visit)(void *user, const char *name), void *user);

/* Returns the type whose values the row has: that of its `as`, else its own; NULL for pointers. */
const struct type *row_value_type(const struct row *row);

/* Kinds of values, however the row spells its type. */
enum row_kind {
    ROW_UNSIGNED,
    ROW_SIGNED,
    ROW_POINTER,
    ROW_FLOAT,
    ROW_RECORD, /* type->record */
    ROW_BYTES   /* opaque, unaccounted, `bytes` */
};
enum row_kind row_kind(const struct row *row);

#endif
