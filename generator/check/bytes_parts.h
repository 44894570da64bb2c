/*
 * Private to the checks of bytes: one layout, solved, and what is wrong in it over all layouts of a record.
 *
 * bytes.c looks at every layout in one pass, and closely at those that contradict themselves. Each step is a
 * file:
 *
 *   bytes_layout.c   what the others ask of a layout
 *   bytes_solve.c    which rows would have to change, and where they belong: a table for the solver of solve.h
 *   bytes_report.c   charges the contradictions to rows; bytes_gaps.c: bytes that belong to none
 *   bytes_wrong.c    what is wrong by alternative of a cell, over versions and arches; one finding each
 *   bytes_fix.c      the edits that put it right
 *   bytes_text.c     the words of messages
 */
#ifndef CHECK_BYTES_PARTS_H
#define CHECK_BYTES_PARTS_H

#include "check/check_parts.h"
#include "check/solve.h"
#include "model/natural.h"

/* The result for an entry of a layout. */
struct bytes_entry {
    uint32_t offset; /* where it belongs; of an aggregate, its rows considered; or LAYOUT_UNKNOWN */
    uint32_t size;
    uint32_t base;    /* of an aggregate: where its own rows have it */
    bool is_apart;    /* overlaps on purpose, or is a rival: no part of the row of siblings */
    bool is_changed;  /* has a placement, and that is not where it belongs */
    bool is_certain;  /* that is the only place, and no other row could be the wrong one instead */
    bool is_exact;    /* it leaves nothing free */
    bool is_inferred; /* has no placement, but this is the only place for it */
    bool is_moved;    /* stands in another order than it lies, and that is all */
    bool is_charged;  /* a contradiction in this layout is its */
    bool may_change;  /* in another choice that costs no more it would be the one to change */
    size_t leader;    /* the entry that is reported for it */
    size_t before;    /* entries around it: what it follows, what follows it, and the next that stays; or SIZE_MAX */
    size_t after;
    size_t behind;
    uint32_t places[SOLVE_PLACES_MOST]; /* candidates */
    unsigned place_count;
};

struct bytes_layout {
    struct check_run *run;
    const struct layout *layout;
    size_t index;                /* of the layout among those of its arch */
    struct bytes_entry *entries; /* one a member */
    struct bytes_wrongs *wrongs; /* what other layouts say */
    uint64_t *budget;            /* steps that are left to the solver */
    bool is_solved;
    bool is_size_wrong, is_size_certain;
    uint32_t right_size; /* or LAYOUT_UNKNOWN */
};

/* Finds the right offset of each entry. Returns false if that takes too long. */
bool bytes_solve(struct bytes_layout *bytes);

/* Charges the contradictions of a layout to rows. */
void bytes_report(struct bytes_layout *bytes);

/* Returns the number of bytes before an entry that may be padding, because its alignment is a guess. */
uint32_t bytes_give(const struct layout *layout, const struct layout_member *entry);

/* True if an entry is an aggregate with unknown members: they may fill anything. In documents it may have a name. */
bool bytes_is_open(const struct layout_member *entry);

/* True if a document holds a structure of another source, which does not know it in this version, or knows that it
 * changes there: the structure may have another size. */
bool bytes_may_differ(const struct layout *layout, const struct layout_member *entry);

/* Returns the bytes from the end of an entry to the next one; LAYOUT_UNKNOWN if that is unknown. */
uint32_t bytes_hole_behind(const struct bytes_layout *bytes, size_t index);

/* A key to sort by: an offset. Keys with equal offsets are sorted by their index. */
struct bytes_key {
    uint64_t key;
    size_t index;
};
void bytes_sort_keys(struct bytes_key *keys, size_t count);

/* Up to what, and from what on, a layout may be aligned when the alignment of some members is a guess; both are its own
 * alignment when none is. */
void bytes_guess_align(const struct layout *layout, uint32_t *least, uint32_t *most);

/* True if an entry has an offset in the text. */
bool bytes_is_stated(const struct layout_member *entry);

/* True if the text places an entry, or rows inside it, so that an edit can change it. */
bool bytes_is_placed(const struct layout_member *entry);

/* True if a row, or a row inside it, must change. */
bool bytes_is_to_change(const struct bytes_layout *bytes, size_t index);

/* ---- What messages say of an entry */

static inline const struct layout_member *bytes_member(const struct bytes_layout *bytes, size_t index)
{
    return &bytes->layout->members[index];
}

const char *bytes_name(const struct bytes_layout *bytes, size_t index);
struct span bytes_place(const struct bytes_layout *bytes, size_t index);

/* Returns the text of a range of bytes: "0x10..0x17". */
const char *bytes_extent_text(struct check_run *run, uint64_t offset, uint64_t size);

/* Return the text of the bits of a bit-field for DIAG_BIT_OVERLAP, else of the bytes; and its place in the spec. */
const char *bytes_taken_text(struct check_run *run, enum diag_code code, const struct layout_member *entry);
struct span bytes_taken_place(const struct bytes_layout *bytes, enum diag_code code, size_t index);

/* Returns "'X' occupies 0x10..0x17", or where it belongs. */
const char *bytes_occupant_text(const struct bytes_layout *bytes, size_t index);

struct bytes_value;

/* Adds the rows that the right place of an entry rests on: the one that it follows, and the one that it reaches up
 * to. */
void bytes_explain(struct bytes_layout *bytes, size_t index, struct bytes_value *value);

/* Returns the possible places if the right one is not certain, else NULL. */
const char *bytes_candidates_text(struct bytes_layout *bytes, size_t index);

/* The rows of one aggregate, as they are to be compared. */
struct bytes_siblings {
    struct bytes_layout *bytes;
    size_t holder, first, end;
    size_t *sorted; /* room for all */
    size_t count;
    uint32_t base;
    size_t above, below; /* around the row that was asked for last: what stands where it lies; SIZE_MAX, `end`: none */
};

/* Returns the bytes that an entry has at least: a member of unknown size has one. */
uint32_t bytes_least_size(const struct layout_member *entry);

/* True if an entry has bytes, and it is known which. */
bool bytes_are_known(const struct layout_member *entry);

/* Fills `sorted` with the siblings that have bytes by where they lie, or with all by where they belong. */
void bytes_sort_siblings(struct bytes_siblings *siblings, bool mended);

/* Bytes between rows that belong to none. */
void bytes_report_gaps(struct bytes_siblings *siblings);

/* Bytes, or bits of a storage unit, that belong to no row. */
struct bytes_gap {
    size_t index, before; /* the entries around it; SIZE_MAX: nothing is before it */
    unsigned size;        /* bytes; of bits a number that tells first bit and count */
    const char *hole;     /* "0x4..0x7", "bits 3..5" */
    struct span place;    /* position of the next entry in the text */
    struct span key;      /* identifies its finding, together with the next row */
};

/* Returns the finding of a gap, new or met before, which holds in the layout, too. Its text is left to the caller. */
struct finding *bytes_add_gap(const struct bytes_layout *bytes, const struct bytes_gap *gap);

/* Returns "4 bytes before 'X' belong to no row"; 0 bytes if the number differs by version. */
const char *bytes_gap_text(struct check_run *run, const struct row *row, uint32_t size, const char *where);

/* ---- What is wrong, by alternative */

/* Contradictions of a row, the gravest first. The finding gets its code and text from the gravest. */
enum bytes_kind {
    BYTES_OVERLAP,
    BYTES_BIT_OVERLAP,
    BYTES_PAST_SIZE,
    BYTES_MISALIGNED,
    BYTES_WOULD_OVERLAP, /* once a row near by is where it belongs */
    BYTES_ORDER,
    BYTES_GAP,
    BYTES_SIZE,
    BYTES_INFERABLE, /* it contradicts nothing, but says less than is known */
    BYTES_KIND_COUNT
};

struct bytes_value {
    struct bytes_value *next;
    const struct arch *arch;
    struct version_set in;
    uint32_t place; /* LAYOUT_UNKNOWN: not known */
    bool is_certain;
    const char *why;   /* "follows 'X'"; the version is added to it */
    const char *limit; /* " and leaves no gap up to 'Y' at 0x..", or "" */
};

struct bytes_wrong {
    struct bytes_wrong *next;
    struct bytes_wrong *leader; /* whose finding has its edit, or NULL */
    struct bytes_wrong *followers, *next_follower;
    const struct row *row; /* NULL: the size of the record */
    const struct ast_alternative *alternative;
    enum bytes_kind kind; /* of the gravest contradiction; BYTES_KIND_COUNT: there is none */
    const char *text;
    const char *label;
    const char *candidates; /* what else it could be, or NULL */
    struct partner partners[PARTNERS_MOST];
    size_t partner_count;
    struct bytes_value *values, **values_end;
    /* Votes of the layouts that are certain, collected before any report. */
    unsigned votes;
    bool has_common;
    uint32_t common[SOLVE_PLACES_MOST];
    unsigned common_count;
};

struct bytes_wrongs {
    struct check_run *run;
    struct map *by_alternative;
    struct map *gap_behind; /* row -> the finding of a gap after it */
    struct bytes_wrong *first, **end;
};

void bytes_wrongs_begin(struct bytes_wrongs *wrongs, struct check_run *run);

/* Returns the contradiction of an alternative; makes one if there is none and `make` is true. */
struct bytes_wrong *bytes_wrong_of(struct bytes_wrongs *wrongs, const struct row *row,
                                   const struct ast_alternative *alternative, bool make);

/* Adds a value in a layout's versions. */
struct bytes_value *bytes_wrong_add(struct bytes_wrongs *wrongs, struct bytes_wrong *wrong, const struct layout *layout,
                                    uint32_t place, bool is_certain);

/* A contradiction that a wrong row has part in: the gravest gives the finding its code and text. */
void bytes_wrong_charge(struct bytes_wrong *wrong, enum bytes_kind kind, const char *text, const char *label);
void bytes_wrong_partner(struct bytes_wrong *wrong, const struct row *row, struct span span, const char *text);

/* Makes a finding of each. */
void bytes_wrongs_report(struct bytes_wrongs *wrongs);

/* The edits that put right what is wrong in an alternative, or NULL where no edit is certain. */
struct diag_edit *bytes_fix(struct check_run *run, const struct bytes_wrong *wrong);

/* True if a document says of some sibling that it lies in the bytes of another one: then the bytes between siblings may
 * be that one's. */
bool bytes_have_overlays(const struct bytes_siblings *siblings);

#endif
