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

/* Kinds of claims. A claim is a clause by which a row says where other rows of its member lie, or which row is the
 * last. */
enum claim_kind { CLAIM_PREVIOUSLY, CLAIM_NEXT, CLAIM_NEXT_IN, CLAIM_LAST };

struct claim {
    enum claim_kind kind;
    bool is_stated; /* for CLAIM_LAST: the clause names versions */
    bool is_bare;   /* for CLAIM_PREVIOUSLY and CLAIM_NEXT: the cell is one value without versions */
    /* the member of CLAIM_NEXT_IN; the type of CLAIM_PREVIOUSLY and CLAIM_NEXT, NULL if they have none */
    const char *name;
    const struct ast_clause *clause; /* the clause in the spec */
    struct cell cell; /* offsets of CLAIM_PREVIOUSLY and CLAIM_NEXT; each holds for the versions of the other row */
    struct version_set versions; /* for CLAIM_LAST: the versions of the row for which the claim is made */
};

/* Contents that few rows have: some cells, and claims. */
struct row_extras {
    bool any;               /* true if the row has any of these contents */
    const struct cell *bit; /* bit number; an empty cell if the row has none, never NULL */
    const struct cell *mask;
    const struct cell *extent; /* number of bytes of `unaccounted` and `bytes` rows */
    const struct cell *default_value;
    const struct cell *bounds;  /* a cell for each bound; without those of [] and [ANYSIZE_ARRAY] */
    const struct claim *claims; /* claims of the row and of its slot */
    size_t claim_count;
};

/* A row on one arch: when it exists there and what its cells say. */
struct row_on {
    /* versions in which the row exists: those of its `in`, its parent, its record and its arch */
    struct version_set versions;
    struct version_set declared;     /* versions of the row's `in` alone; all versions if it has none */
    struct cell offset;              /* offset in bytes; an empty cell if the row is placed naturally */
    const struct row_extras *extras; /* never NULL; all fields are empty for a row without extras */
};

/* Ways to show an integer that `as` names by a word instead of an enumeration. */
enum display_word { DISPLAY_VALUE, DISPLAY_TIME, DISPLAY_TEXT };

/* The kinds of declarations in a record. */
enum row_form { FORM_MEMBER, FORM_STRUCT, FORM_UNION, FORM_UNACCOUNTED, FORM_BYTES };

/* One declaration in a record. Slots are not rows: their rows are, with the slot's cells. */
struct row {
    const struct ast_decl *decl; /* declaration in the spec */
    const struct ast_decl *slot; /* the slot whose cells the row shares; NULL if it is in no slot */
    const char *name;            /* NULL if the row is anonymous */
    uint8_t form;                /* enum row_form */
    uint8_t width;               /* width of a bit-field in bits, if the row states it; else 0 */
    uint8_t word;                /* enum display_word of the row's `as` */
    bool is_unknown;             /* nobody has documented the name; the spec invented it */
    bool is_dated;               /* the `in` of the row, or of its slot, names versions */
    struct record *record;
    struct row *parent; /* the anonymous aggregate that holds the row; NULL if the record itself does */
    struct row *children;
    struct row *next;           /* the next row of the same parent */
    struct member *member;      /* NULL for a nameless row */
    const struct type *type;    /* the type that the row names; NULL: it names none, or nobody declares it */
    const struct type *display; /* the enumeration of the row's `as`; NULL if it names none */
    struct row_on ons[];        /* one for each slot of the record's arches; use the function row_on */
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
    struct row *only_row; /* storage of `rows` while the member has one row */
    uint32_t row_count;
    uint32_t index;     /* index in record->members */
    uint32_t number;    /* index in record->members before members that were not selected left it */
    uint32_t last_seen; /* only for the resolver: the number of the last layout that has the member */
};

/* A row in a layout. Entries are in preorder: the next `descendants` entries lie in an anonymous aggregate. */
struct layout_member {
    const struct row *row;
    const struct cell_value *placement; /* placement in the row's cell; NULL: the row is placed naturally */
    uint32_t offset;             /* bytes from the start of the record, or LAYOUT_UNKNOWN */
    /* bytes of all elements; of a bit-field: bytes of its storage unit; LAYOUT_UNKNOWN if nobody knows it */
    uint32_t size;
    uint32_t element; /* bytes of one element; equal to `size` if the row is no array */
    uint32_t count;   /* number of elements: 1 if the row is no array, 0 for a flexible array */
    uint32_t align;   /* alignment in bytes that the row's declaration demands */
    uint32_t descendants;
    uint16_t depth; /* number of anonymous aggregates around it */
    uint8_t bit;    /* lowest bit of a bit-field, counted from the least significant bit of its unit; or BIT_UNKNOWN */
    uint8_t width;  /* width of a bit-field in bits; 0 if it is none */
    uint8_t provenance;   /* enum ast_provenance of the offset, else of the bit */
    bool is_trailing : 1; /* an array [] or [ANYSIZE_ARRAY]: the least size of a buffer ends before it */
    /* `align` is a guess: the entry is `bytes`, an opaque type without alignment, or contains one of these */
    bool is_align_guess : 1;
    bool is_repeated : 1; /* generated code has an earlier entry of the same member; a spec may allow that */
    bool goes_on : 1;     /* the entry may reach to the end of the buffer; layout_goes_on has the rule */
    bool is_big : 1; /* the first byte of its numbers is the highest; also for arrays of numbers and for bit-fields */
};

/* Returns the first bit of a bit-field in its unit, in the order of memory; or BIT_UNKNOWN. */
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
    struct version_range range;
    uint32_t size; /* size in bytes: the stated one, else the natural one; LAYOUT_UNKNOWN if neither is known */
    uint32_t align;                  /* bytes */
    uint32_t least_size;             /* bytes that a buffer must have at least; layout_set_least_size has the rule */
    const struct cell_value *stated; /* the stated size's placement in the table; NULL if the size is not stated */
    const struct layout_member *members;
    size_t member_count;
    bool is_align_guess; /* the alignment of some member is a guess */
    bool goes_on;        /* some member may reach to the end of the buffer; layout_goes_on has the rule */
    bool is_sighted;     /* a sighting (model/evidence.h) places some member elsewhere than its row does */
};

/* A record on one arch. */
struct record_on {
    /* an arch that this one falls back on and that has an equal record; NULL if there is none */
    const struct arch *alias;
    bool exists;
    bool is_foreign;             /* no column serves the arch: only sightings say where members lie */
    unsigned column;             /* index of the column that serves the arch */
    unsigned slot;               /* index in the `ons` of the record's rows; with an alias, the alias's index */
    struct version_set versions; /* versions in which the record exists on the arch */
    struct version_set attested; /* versions of `in` that somebody looked at */
    const struct evidence *evidence;
    const struct sightings *sightings; /* sightings of single members; NULL if there are none */
    const struct layout *layouts;      /* layouts, ascending by version; with an alias, the alias's layouts */
    size_t layout_count;
};

struct record {
    struct type *type;
    const struct ast_decl *decl;
    bool is_union;
    bool is_kept;    /* the rows stay after the visit of model_resolve_each, because another structure needs them */
    bool is_reduced; /* members that were not selected have left the record (model/select.h) */
    bool is_partial; /* the spec lists only some members: bytes without a row are no holes */
    /* arches of the columns of its cells; NULL: each cell has one column for all arches */
    const struct arch *const *columns;
    size_t column_count;
    /* row of the named aggregate whose content this record is; NULL for a record of its own */
    const struct row *parent_row;
    struct row *rows;
    struct member **members; /* in the order of first declaration */
    size_t member_count;
    struct record_on *on; /* by index of arch */
    size_t arch_count;
    struct cell *size;  /* stated sizes, by index of arch */
    const char *source; /* the document of the `source` line; NULL if there is none */
    /* the `columns` and the first `attest` between the record's braces; NULL if it has none */
    const struct ast_decl *columns_row;
    const struct ast_decl *attest_row;
    const struct ast_cell *size_cell;  /* cell of the record's `size`; NULL if it has none */
    unsigned size_column_count;        /* number of columns of size_cell; 0 if that is NULL */
    const struct ast_decl *size_row;   /* the `size` row between the braces; NULL if there is none */
    const struct ast_decl *digest_row; /* the `digest` row between the braces; NULL if there is none */
    struct cell *digest; /* cells of the `digest` row, by index of arch, for all versions; NULL if there is none */
    size_t file_index;   /* index of its file in program->files */
    struct version_set declared; /* versions of the record's `in` over all columns, not cut to any arch */
    uint32_t pack;               /* bytes of the record's `pack`; 0 if it has none */
    uint64_t source_last;        /* end of the versions that the document covers, or VERSION_END */
    enum { RECORD_NEW, RECORD_BEGUN, RECORD_RESOLVED } state;
    unsigned slot_count;
    uint64_t faults; /* set of diagnostics reported during its resolution: a bit for each enum diag_code */
};

/* Returns what a row says on an arch on which its record exists. */
static inline const struct row_on *row_on(const struct row *row, const struct arch *arch)
{
    return &row->ons[row->record->on[arch->index].slot];
}

/* Returns the number of rows in a list, including all rows inside them. */
size_t row_count(const struct row *rows);

/* Returns the type of a row as the spec spells it. */
static inline const struct ast_type *row_spelled(const struct row *row)
{
    return &row->decl->type;
}

/* Return the `///` comment of a row, and its first remark; NULL if it has none. */
const char *row_doc(const struct row *row);
const char *row_remark(const struct row *row);

/* Returns the condition of a row's `where`; NULL if it has none. */
const struct ast_term *row_where(const struct row *row);

/* Returns the position of the name in a row's `as`. The row must have an `as`. */
struct span row_display_span(const struct row *row);

/* Returns a clause of a row, or of the slot that it is in. Returns NULL if neither has it. */
const struct ast_clause *row_find_clause(const struct row *row, enum ast_clause_kind kind);

/* Returns the versions in which a row exists, without the versions for which its `at` says `-`. */
struct version_set row_present(struct arena *arena, const struct row *row, const struct arch *arch);

/* True if the bits of a mask follow one another without a hole, as those of a bit-field do. */
static inline bool mask_is_run(uint64_t mask)
{
    uint64_t filled = mask | (mask - 1);
    return mask && !(filled & (filled + 1));
}

/* Return the layout that the rows give in a version; NULL if there is none. For a version that nobody has looked at,
 * record_stand (answer/standing.h) decides which layout to take. */
const struct layout *record_layout_at(const struct record *record, const struct arch *arch, uint64_t version);
const struct layout *record_on_layout_at(const struct record_on *on, uint64_t version);

/* Returns the outermost record whose braces contain a record; the record itself if there is none. */
const struct record *record_outermost(const struct record *record);

/* Returns the member with that interned name; NULL if there is none. */
const struct member *record_find_member(const struct record *record, const char *name);

/* Returns the entry of a member in a layout; NULL if the layout lacks the member. */
const struct layout_member *layout_find(const struct layout *layout, const struct member *member);

/* True if generated code is the same for two layouts of a record. */
bool layout_equal(const struct layout *a, const struct layout *b);

/* Returns the first multiple of an alignment that is not below an offset. An alignment of 0 or 1 changes nothing. */
static inline uint64_t layout_round_up(uint64_t offset, uint32_t align)
{
    return align > 1 ? (offset + align - 1) / align * align : offset;
}

/* True if offset and size of an entry are known and its bits lie within its storage unit. A spec may allow bits outside
 * of the unit. Generated code reads only entries for which this is true. */
static inline bool layout_member_is_known(const struct layout_member *member)
{
    return member->offset != LAYOUT_UNKNOWN && member->size != LAYOUT_UNKNOWN &&
           (!member->width || (uint64_t)member->bit + member->width <= (uint64_t)member->size * 8);
}

/* Returns the address after the last member; NULL if the layout has no members, since C allows no arithmetic with
 * NULL. */
static inline const struct layout_member *layout_members_end(const struct layout *layout)
{
    return layout->member_count ? layout->members + layout->member_count : NULL;
}

/* True if generated code lets the entry reach to the end of the buffer. Such an entry is an open array after which
 * no named member begins, or a record at the end of the layout that ends with such an array. An array of elements
 * without bytes has no such end. The layout has all its members; `goes_on` of an entry keeps the result. */
bool layout_goes_on(const struct layout *layout, const struct layout_member *member);

/* Sets least_size and goes_on of a layout and its entries, after all their other fields are set. `size` is the layout's
 * size in bytes, or the end of its last row if the size is unknown.
 * The least size is the number of bytes that a buffer must have so that each access to a known member stays within it:
 * the end of the member that ends last, and at least `size`. Of an entry that goes on, only the bytes before its open
 * array count; a buffer for such a layout may be shorter than `size`. */
void layout_set_least_size(struct layout *layout, uint32_t size);

/* Writes the type as the row spells it ("WMI_BUFFER_HEADER **", "volatile LONG", "struct"), without bounds. */
void row_write_type(const struct row *row, struct buffer *out);

/* Writes the bounds of a row in a version: "[2][ANYSIZE_ARRAY]", and "[?]" for an unknown count. */
void row_write_bounds(const struct row *row, const struct arch *arch, uint64_t version, struct buffer *out);

/* Returns the number of elements of one bound of a row, 0 being the outermost; 1 for [ANYSIZE_ARRAY], 0 for []. */
uint32_t row_bound(const struct row *row, const struct arch *arch, uint64_t version, unsigned bound);

/* True if all bounds of a row that are counts are known in a version. Otherwise the size of the array is unknown. */
bool row_bounds_known(const struct row *row, const struct arch *arch, uint64_t version);
unsigned row_bound_count(const struct row *row);

/* Return the kind of a bound of a row, 0 being the outermost, and its position in the text. */
enum ast_bound_kind row_bound_kind(const struct row *row, unsigned bound);
struct span row_bound_span(const struct row *row, unsigned bound);

/* Calls `visit` for each constant that a bound of the row names, in any version. */
void row_each_constant(const struct row *row, void (*visit)(void *user, const char *name), void *user);

/* Returns the type whose values a row has: the enumeration of its `as`, else the row's own type; NULL for pointers. */
const struct type *row_value_type(const struct row *row);

/* Kinds of values. They do not depend on how the row spells its type. */
enum row_kind {
    ROW_UNSIGNED,
    ROW_SIGNED,
    ROW_POINTER,
    ROW_FLOAT,
    ROW_RECORD, /* a structure or union: type->record */
    ROW_BYTES   /* bytes without a meaning: an opaque type, `unaccounted` or `bytes` */
};
enum row_kind row_kind(const struct row *row);

#endif
