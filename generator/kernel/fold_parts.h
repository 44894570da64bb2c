/*
 * For folding and import_into alone; a file each step:
 *
 *   fold.c         all of it, from kernels to files
 *   fold_tags.c    what the kernels declare, and the types that they speak of
 *   fold_names.c   what specs call it
 *   fold_rows.c    the members of a record over all kernels, as rows
 *   fold_layout.c  what the offsets of a record ask for: `pack`, rows for its holes
 *   fold_share.c   which of the members that share bytes are to say so
 *   fold_cell.c    what differs between kernels, as cells and sets of versions
 *   fold_write.c   declarations as text
 *   fold_files.c   which declarations stand in which file
 */
#ifndef KERNEL_FOLD_PARTS_H
#define KERNEL_FOLD_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/intern.h"
#include "kernel/fold.h"
#include "kernel/kernel.h"
#include "front/load.h"
#include "model/model.h"
#include "spec/tree.h"

/* A kernel, and the versions that it speaks for. */
struct fold_kernel {
    const struct kernel *kernel;
    struct version_range in;
};

/* The kernels of one arch, ascending. */
struct fold_column {
    const struct arch *arch;
    struct fold_kernel *kernels;
    size_t count;
};

/* What something is in neighbouring kernels of one column. */
struct fold_run {
    uint32_t column;
    uint32_t first, last; /* kernels, both included */
    const void *what;     /* a kernel_record or kernel_enum */
};

/* Ascending, by column and kernel. */
struct fold_runs {
    struct fold_run *items;
    size_t count, capacity;
};

/* A record or enumeration over all kernels. */
struct fold_tag {
    const char *place; /* the tag as files have it; of a record without one that a pointer leads to "OUTER::MEMBER" */
    const char *name;  /* as specs have it, interned */
    bool is_enum;
    bool is_made;           /* has no tag in the files */
    bool is_wanted;         /* to be declared */
    bool is_open;           /* what it holds is being looked at */
    bool is_elsewhere;      /* the used spec declares it */
    struct fold_runs runs;  /* none: no kernel declares it */
    struct fold_base *base; /* of an enumeration's values */
    bool is_measured;
    uint8_t **aligns; /* of a record, by column and kernel, when it is measured */
    uint32_t pack;    /* likewise; 0: none is needed */
    const char *file; /* that declares it, without the suffix */
};

struct fold_tags {
    struct fold_tag **items;
    size_t count, capacity;
};

/* An integer or floating-point type. */
struct fold_base {
    struct fold_base *next;
    const char *tag;  /* as files have it, interned */
    const char *name; /* as specs have it */
    const char *kind; /* "unsigned", "signed" or "opaque" */
    uint32_t size;    /* bytes */
    size_t rank;      /* among the others */
    bool is_used;
};

/* A type, as a declaration has it. */
struct fold_shape {
    const struct kernel_type *type; /* behind bounds and stars */
    struct fold_tag *tag;           /* the record or enumeration that this is, or NULL */
    struct fold_base *base;         /* the integer or floating-point type that its values are, or NULL */
    const uint64_t *bounds;         /* outermost first */
    unsigned bound_count;
    unsigned stars; /* without that of a pointer to a function */
    bool is_function;
};

/* What a row is in one run. */
struct fold_place {
    const struct fold_run *run;
    const struct kernel_member *member;
};

/* A member as a row: the same type in all its places, which ascend. */
struct fold_row {
    struct fold_row *other; /* of that name, or NULL */
    const struct fold_shape *shape;
    struct fold_place *places;
    size_t count, capacity;
    size_t index;    /* among the rows */
    unsigned allows; /* of what is to be allowed in a declaration */
};

/* True if the row says that nothing is known of its bytes. */
static inline bool fold_is_hole(const struct fold_row *row)
{
    return row->shape->type->kind == KERNEL_HOLE;
}

struct fold_rows {
    struct fold_row **items;
    size_t count;
    bool is_retyped; /* some member's type changes, as the check of that takes it */
};

/* A version range of one column, with a number. */
struct fold_value {
    uint32_t column;
    struct version_range in;
    uint64_t number;
};

enum fold_style { FOLD_OFFSET, FOLD_COUNT, FOLD_SIGNED, FOLD_UNSIGNED };

struct fold {
    struct program *program; /* its names and diagnostics */
    struct arena *arena;
    struct arena *brief; /* for the rows of a record, while it is written */
    struct intern *intern;
    const struct kernel_fold_request *request;
    struct axis axis; /* the model's, with the kernels' versions attested */
    struct fold_column *columns;
    size_t column_count;
    struct map *tags[2];        /* interned tag -> struct fold_tag: of records, of enumerations */
    struct map *made;           /* interned "OUTER::MEMBER" -> struct fold_tag */
    struct fold_tags all;       /* by name */
    struct fold_shape **shapes; /* by index of type; NULL: not seen yet */
    size_t shape_count;
    struct fold_base *bases;
    struct map *names; /* interned, as specs have them -> what has them */
    struct map *rows;  /* interned name of a member -> the first of its rows, while a record is taken apart */
};

/* ---- fold.c */

/* Takes in the kernels of a request and names what is in them; to be ended, which gives memory back. */
void fold_begin(struct fold *fold, struct program *program, const struct kernel_fold_request *request);
void fold_end(struct fold *fold);

/* The tag of that name, as files or specs have it, or else but for leading underscores; where there is none that is
 * reported. */
struct fold_tag *fold_find(struct fold *fold, const char *name);

/* Wants a tag, what it holds by value, and what in these has no name but is pointed to. False when there is something
 * in it that specs cannot say, which is reported. */
bool fold_want(struct fold *fold, struct fold_tag *tag);

/* ---- fold_tags.c */

/* Takes in what all kernels declare. */
void fold_collect(struct fold *fold);

/* Adds to runs what is so in these kernels of a column, behind all others. */
void fold_runs_add(struct fold *fold, struct fold_runs *runs, const struct fold_run *run);

void fold_tags_add(struct fold *fold, struct fold_tags *tags, struct fold_tag *tag);

/* A type taken apart; the same for the same type. */
const struct fold_shape *fold_shape_of(struct fold *fold, const struct kernel_type *type);

/* The record, without a name of its own, that a pointer leads to; NULL where it leads to something else. */
struct fold_tag *fold_made(struct fold *fold, const char *place, const struct kernel_member *member);

/* The place of what is in a member. */
const char *fold_place_in(struct fold *fold, const char *place, const char *member);

/* Calls `visit` for each member of a record in each run, also for those of records without a name in it. */
struct fold_visit {
    void (*visit)(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run, const char *place,
                  const struct kernel_member *member);
    void *user;
};
void fold_each_member(struct fold *fold, const struct fold_tag *tag, const struct fold_visit *visit);

/* ---- fold_names.c */

/* A name behind the underscores that it begins with. */
const char *fold_without_underscores(const char *name);

/* Gives all tags and types their names. */
void fold_name(struct fold *fold);

/* By name. */
void fold_tags_sort(struct fold_tags *tags);

/* A member's or enumerator's name as specs have it, interned: what C cannot say is mended. */
const char *fold_mend(struct fold *fold, const char *name);

/* The same as their text says it: what the language reserves stands in backticks. */
const char *fold_spell(struct fold *fold, const char *name);

/* The type of a member's values: not that of its enumeration where that has another size than in this kernel. */
struct fold_base *fold_values_of(struct fold *fold, const struct fold_shape *shape);

/* The type whose values are those of an integer or floating-point type of the files. */
struct fold_base *fold_base_of(struct fold *fold, const struct kernel_type *type);

/* ---- fold_rows.c */

/* The members of a record over all its runs, in an order in which they ascend in each. */
struct fold_rows fold_rows_of(struct fold *fold, const struct fold_run *runs, size_t count);

/* Whether a row has rows of its own, of a record without a name. */
bool fold_is_nested(const struct fold_row *row);

/* ---- fold_layout.c */

/* What is to be allowed in a declaration, a bit each. */
enum {
    FOLD_OVERLAP = 1,
    FOLD_BIT_OVERLAP = 2,
    FOLD_GAP = 4, /* of a member of a union that does not begin where that does */
    FOLD_TYPE_CHANGE = 8,
    FOLD_ALIASES = 16, /* of an enumeration */
    FOLD_BIT_GAP = 32  /* of a bit-field below which bits belong to none */
};

/* How a record is declared: one that is a structure in some kernels and a union in others is a structure, in which
 * members overlap. */
bool fold_is_union(const struct fold_tag *tag);

/* Returns the largest power of two that a size is a multiple of, up to 8; 1 of 0. */
uint32_t fold_align_of_size(uint32_t size);

/* Measures a record, and all that it holds by value. */
void fold_measure(struct fold *fold, struct fold_tag *tag);

/* A size that nobody knows. */
#define FOLD_UNKNOWN UINT64_MAX

/* Bytes that belong to something, from the start of what holds them. */
struct fold_span {
    uint64_t begin, size; /* FOLD_UNKNOWN: nobody knows how many */
    uint32_t align;
};

struct fold_hole {
    uint32_t begin, end; /* 0: there is none */
};

/* Finds the bytes before each span, and those behind all, that belong to none and are no alignment: `holes` has one
 * more than `spans`, which are sorted by where they begin. LAYOUT_UNKNOWN as a size: nothing is behind them. */
void fold_find_holes(const struct fold_span *spans, size_t count, bool is_union, uint32_t size, uint32_t align,
                     struct fold_hole *holes);

/* Returns the record of a run with a member for each hole in it. `pack` is that of the measured record around it. */
const struct kernel_record *fold_with_holes(struct fold *fold, const struct fold_run *run, uint32_t pack,
                                            bool is_union);

/* In bytes, in the kernels of a column; FOLD_UNKNOWN of what a used spec declares. */
uint64_t fold_member_size(struct fold *fold, uint32_t column, const struct kernel_member *member);

/* ---- fold_share.c */

/* What a member takes of what holds it. */
struct fold_extent {
    uint64_t begin, end;  /* bytes */
    uint64_t first, last; /* of a bit-field: its bits in what holds it, `last` behind them; else both 0 */
    bool has_rows;        /* what it allows counts in these, too */
    unsigned allows;
    size_t index; /* among the members */
};

/* That of what has so many bytes at an offset; width 0: no bit-field. */
struct fold_extent fold_extent_of(uint32_t offset, uint64_t size, unsigned bit, unsigned width);

/* Sorts the members of a structure, and has few of them allow what they share, so that of any two that
 * share bytes, or bits, one does. */
void fold_share(struct fold_extent *extents, size_t count);

/* Has rows of a structure allow what they share in any of its runs. */
void fold_share_rows(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t run_count);

/* Has bit-fields allow the bits below them that belong to none in any of the runs. */
void fold_allow_bit_gaps(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t count);

/* ---- fold_cell.c */

struct version_range fold_versions(const struct fold *fold, const struct fold_run *run);

/* The set of columns in which there is a run, a bit each. */
uint64_t fold_columns(const struct fold_run *runs, size_t count);

/* Returns a cell of values, each for a version range, ascending by column and version. `columns` are those in which the
 * record exists: where the row has no value, the cell says so. */
struct spec_cell fold_cell(struct fold *fold, const struct fold_value *values, size_t count, enum fold_style style,
                           uint64_t columns);

/* Returns the versions of values, or nothing if they are all of `around`. Without `around` (count 0) all of them are
 * said. */
struct spec_versions fold_in(struct fold *fold, const struct fold_value *values, size_t count,
                             const struct fold_value *around, size_t around_count);

/* ---- fold_write.c */

void fold_write_tag(struct fold *fold, const struct fold_tag *tag, struct buffer *out);

/* Writes the comment on a field that was left out. */
void fold_write_omission(struct fold *fold, const struct kernel_omission *omission, struct buffer *out);

/* A member of one kernel as a row that says nothing of versions; the record that has it is at `place`. */
void fold_write_member(struct fold *fold, const char *place, const struct kernel_member *member, struct buffer *out);

/* The word for what a member's type names, as specs have it, without backticks. */
const char *fold_word(struct fold *fold, const char *place, const struct kernel_member *member);

/* Returns why a row allows something, of which it is one bit. */
const char *fold_reason(unsigned allow);

/* Returns why a record or an enumeration needs an `allow` of this check, or NULL. */
const char *fold_reason_of_tag(const char *code);

/* True if the reason is one that imports write, or used to write, of this check. */
bool fold_is_reason(const char *code, const char *reason);

/* ---- fold_files.c */

/* The declaration of an integer or floating-point type. */
void fold_write_base(const struct fold *fold, const struct fold_base *base, struct buffer *out);

/* Gives the tags that have none names of their files: none that is taken, where a system knows no capitals either. */
void fold_name_files(struct fold *fold, struct map *taken);

/* Takes a name, without its suffix, before they are given. */
void fold_take_file(struct fold *fold, struct map *taken, const char *name);

/* The text of a file that declares one tag. */
void fold_write_file(struct fold *fold, const struct fold_tag *tag, struct buffer *out);

/* Writes everything, to `out` or as files, which `out` counts. False if that fails, which is reported. */
bool fold_write(struct fold *fold, struct buffer *out);

#endif
