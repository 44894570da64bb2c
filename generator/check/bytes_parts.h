/*
 * Shared by the checks of bytes: finds the wrong placements of one layout, and joins them over all layouts of a record.
 *
 * bytes.c looks at every layout in one pass, and closely at those that contradict themselves. Each step is a file:
 *
 *     bytes_layout.c   functions about a layout that the other files use
 *     bytes_solve.c    which rows would have to change, and where they belong: a table for the solver of solve.h
 *     bytes_report.c   charges the contradictions to rows
 *     bytes_gaps.c     bytes that belong to no row
 *     bytes_wrong.c    joins the contradictions of an alternative over versions and arches into one finding
 *     bytes_fix.c      the edits that fix a finding
 *     bytes_text.c     the words of messages
 */
#ifndef CHECK_BYTES_PARTS_H
#define CHECK_BYTES_PARTS_H

#include "check/check_parts.h"
#include "check/solve.h"
#include "model/natural.h"

/* The result for an entry of a layout. */
struct bytes_entry {
    uint32_t offset; /* right offset in bytes, or LAYOUT_UNKNOWN; for an aggregate, its rows are taken into account */
    uint32_t size;
    uint32_t base; /* of an aggregate: the offset that its own rows imply */
    bool is_apart; /* overlaps on purpose, or is a rival declaration: does not take part in the order of the siblings */
    bool is_changed;  /* has a placement that differs from the right one */
    bool is_certain;  /* `offset` is the only possibility, and no other row could be wrong instead */
    bool is_exact;    /* the entry leaves no free bytes around it */
    bool is_inferred; /* has no placement, but `offset` is the only possibility */
    bool is_moved;    /* its only mistake is its position in the order of the text */
    bool is_charged;  /* some contradiction of this layout is charged to the entry */
    bool may_change;  /* another equally good choice changes this entry */
    size_t leader;    /* the entry whose finding includes this one */
    /* indices of the entries before and after it, and of the next entry that keeps its place; SIZE_MAX if there is
     * none */
    size_t before;
    size_t after;
    size_t behind;
    uint32_t places[SOLVE_PLACES_MOST]; /* possible offsets */
    unsigned place_count;
};

struct bytes_layout {
    struct check_run *run;
    const struct layout *layout;
    size_t index;                /* index of the layout among the layouts of its arch */
    struct bytes_entry *entries; /* one for each member of the layout */
    struct bytes_wrongs *wrongs; /* contradictions of all layouts of the record */
    uint64_t *budget;            /* number of steps that the solver may still take */
    bool is_solved;
    bool is_size_wrong, is_size_certain;
    uint32_t right_size; /* right size of the record in bytes, or LAYOUT_UNKNOWN */
};

/* Finds the right offset of each entry. Returns false if that would exceed the budget of steps. */
bool bytes_solve(struct bytes_layout *bytes);

/* Charges the contradictions of a layout to the rows that would have to change. */
void bytes_report(struct bytes_layout *bytes);

/* Returns the number of bytes before an entry that may be padding, because its alignment is a guess. */
uint32_t bytes_give(const struct layout *layout, const struct layout_member *entry);

/* True if an entry is an aggregate with unknown members, which may fill any bytes. In documents it may have a name. */
bool bytes_is_open(const struct layout_member *entry);

/* True if a document has a member whose structure another source describes, and that source does not know the structure
 * in this version, or knows a change there. Then the structure may have another size. */
bool bytes_may_differ(const struct layout *layout, const struct layout_member *entry);

/* Returns the number of bytes from the end of an entry to the next one; LAYOUT_UNKNOWN if that is unknown. */
uint32_t bytes_hole_behind(const struct bytes_layout *bytes, size_t index);

/* A key to sort by: an offset. Keys with equal offsets are sorted by their index. */
struct bytes_key {
    uint64_t key;
    size_t index;
};
void bytes_sort_keys(struct bytes_key *keys, size_t count);

/* Sets the least and the largest alignment that a layout may have. They differ if the alignment of some members is a
 * guess; else both are the alignment of the layout. */
void bytes_guess_align(const struct layout *layout, uint32_t *least, uint32_t *most);

/* True if the text states an offset for an entry. */
bool bytes_is_stated(const struct layout_member *entry);

/* True if the text states an offset for an entry or for rows in it, so that an edit can change its place. */
bool bytes_is_placed(const struct layout_member *entry);

/* True if an entry, or an entry in it, must change. */
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

/* Return the bits of a bit-field as text for DIAG_BIT_OVERLAP, else the bytes of an entry; and the position of the
 * entry's place in the spec. */
const char *bytes_taken_text(struct check_run *run, enum diag_code code, const struct layout_member *entry);
struct span bytes_taken_place(const struct bytes_layout *bytes, enum diag_code code, size_t index);

/* Returns "'X' occupies 0x10..0x17", or says where the entry belongs if that is elsewhere. */
const char *bytes_occupant_text(const struct bytes_layout *bytes, size_t index);

struct bytes_value;

/* Adds notes about the rows from which the right place of an entry follows: the row before it, and the row that it
 * reaches up to. */
void bytes_explain(struct bytes_layout *bytes, size_t index, struct bytes_value *value);

/* Returns the possible places of an entry as text; NULL if only one is possible. */
const char *bytes_candidates_text(struct bytes_layout *bytes, size_t index);

/* The rows of one aggregate of a layout, for comparing them with each other. */
struct bytes_siblings {
    struct bytes_layout *bytes;
    size_t holder, first, end;
    size_t *sorted; /* indices of the entries in `sorted` order; has room for all */
    size_t count;
    uint32_t base;
    /* indices of the entries next to the place of the row that was asked for last; SIZE_MAX: none before it; `end`:
     * none after it */
    size_t above, below;
};

/* Returns the least number of bytes that an entry has. It is 1 for a member of unknown size. */
uint32_t bytes_least_size(const struct layout_member *entry);

/* True if an entry has at least one byte, and its offset and size are known. */
bool bytes_are_known(const struct layout_member *entry);

/* Fills `sorted` with the siblings that have bytes, by the offsets that the text gives. With `mended`, fills it with
 * all siblings by their right offsets. */
void bytes_sort_siblings(struct bytes_siblings *siblings, bool mended);

/* Reports bytes between the rows of an aggregate that belong to no row. */
void bytes_report_gaps(struct bytes_siblings *siblings);

/* Bytes, or bits of a storage unit, that belong to no row. */
struct bytes_gap {
    size_t index, before; /* indices of the entries after and before the gap; SIZE_MAX: nothing is before it */
    unsigned size;        /* number of bytes; for bits, a number that combines the first bit and the count */
    const char *hole;     /* bytes or bits of the gap as text: "0x4..0x7", "bits 3..5" */
    struct span place;    /* position of the next entry in the text */
    struct span key;      /* together with the next row, identifies the finding of the gap */
};

/* Returns the finding of a gap, and makes it if it is new. Adds the versions of the layout to it. The caller sets its
 * text. */
struct finding *bytes_add_gap(const struct bytes_layout *bytes, const struct bytes_gap *gap);

/* Returns "4 bytes before 'X' belong to no row". `size` 0 means that the number differs by version. */
const char *bytes_gap_text(struct check_run *run, const struct row *row, uint32_t size, const char *where);

/* ---- What is wrong, by alternative */

/* Kinds of contradictions of a row, the gravest first. The gravest one gives the finding its code and text. */
enum bytes_kind {
    BYTES_OVERLAP,
    BYTES_BIT_OVERLAP,
    BYTES_PAST_SIZE,
    BYTES_MISALIGNED,
    BYTES_WOULD_OVERLAP, /* overlaps a neighbour as soon as that is moved to its right place */
    BYTES_ORDER,
    BYTES_GAP,
    BYTES_SIZE,
    BYTES_INFERABLE, /* no contradiction: the spec could state a place that follows from other rows */
    BYTES_KIND_COUNT
};

struct bytes_value {
    struct bytes_value *next;
    const struct arch *arch;
    struct version_set versions;
    uint32_t place; /* right offset or size; LAYOUT_UNKNOWN if it is not known */
    bool is_certain;
    const char *why;   /* reason for the value, such as "follows 'X'"; the versions are added to it */
    const char *limit; /* a second reason, such as " and leaves no gap up to 'Y' at 0x.."; or "" */
};

struct bytes_wrong {
    struct bytes_wrong *next;
    /* the contradiction whose finding has the edit of this one, too; NULL: it has its own finding */
    struct bytes_wrong *leader;
    struct bytes_wrong *followers, *next_follower;
    const struct row *row; /* the row; NULL: the size of the record */
    const struct ast_alternative *alternative;
    enum bytes_kind kind; /* kind of the gravest contradiction; BYTES_KIND_COUNT: there is none */
    const char *text;
    const char *label;
    const char *candidates; /* text with the other possible places; NULL if there are none */
    struct partner partners[PARTNERS_MOST];
    size_t partner_count;
    struct bytes_value *values, **values_end;
    /* Common values of all layouts that are certain. They are collected before any finding is reported. */
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

/* Returns the contradiction of a row's alternative. If there is none, makes one with `make`, else returns NULL. */
struct bytes_wrong *bytes_wrong_of(struct bytes_wrongs *wrongs, const struct row *row,
                                   const struct ast_alternative *alternative, bool make);

/* Adds the right value in a layout's versions to a contradiction. */
struct bytes_value *bytes_wrong_add(struct bytes_wrongs *wrongs, struct bytes_wrong *wrong, const struct layout *layout,
                                    uint32_t place, bool is_certain);

/* Charges a contradiction to a wrong row. The gravest one gives the finding its code and text. */
void bytes_wrong_charge(struct bytes_wrong *wrong, enum bytes_kind kind, const char *text, const char *label);
void bytes_wrong_partner(struct bytes_wrong *wrong, const struct row *row, struct span span, const char *text);

/* Makes a finding of each contradiction, and reports it. */
void bytes_wrongs_report(struct bytes_wrongs *wrongs);

/* Returns the edits that correct an alternative; NULL if no edit is certain. */
struct diag_edit *bytes_fix(struct check_run *run, const struct bytes_wrong *wrong);

/* True if a document says that a sibling lies in the bytes of another one. Then bytes between siblings may belong to
 * that other one. */
bool bytes_have_overlays(const struct bytes_siblings *siblings);

#endif
