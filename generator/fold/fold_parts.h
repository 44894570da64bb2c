/*
 * Shared by the files of folding and by merge/. Each file is one step:
 *
 *   fold.c    drives the steps, from kernels to files
 *   select.c  chooses tags and members by the words of --struct
 *   tags.c    collects the declarations of kernels, and their types
 *   names.c   names declarations and types
 *   rows.c    merges the members of a record over all kernels as rows
 *   agree.c   finds what the rows of one name have in common
 *   layout.c  derives `pack` and rows for holes from the offsets of a record
 *   group.c   finds unnamed unions and structures in the order of a record's members
 *   nest.c    puts members into these, in all kernels
 *   source_line.c
 *             reads the comment above a declaration that names its place in a header
 *   share.c   decides which of the members that share bytes allow it
 *   cell.c    makes cells and sets of versions of the differences between kernels
 *   digest.c  takes the digests of a record in all kernels
 *   write.c   makes the content of declarations
 *   text.c    makes the texts of files: what they use, who attests them, types, declarations
 *   files.c   names files, and writes them
 */
#ifndef FOLD_FOLD_PARTS_H
#define FOLD_FOLD_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/intern.h"
#include "fold/fold.h"
#include "kernel/kernel.h"
#include "front/load.h"
#include "front/selection.h"
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

/* A record or enumeration that is the same in neighbouring kernels of one column. */
struct fold_run {
    uint32_t column;
    uint32_t first, last; /* kernels, both included */
    const void *what;     /* a kernel_record or kernel_enum */
    uint32_t base;        /* offset of an anonymous record in the nearest one with a name */
};

/* Runs, ascending by column and kernel. */
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
    bool is_chosen;         /* by a word */
    bool is_whole;          /* some word names all of it */
    bool is_partial;        /* it has only the picked members */
    struct map *picks;      /* names of members, as files have them, that words name; or NULL */
    bool is_open;           /* its members are being visited */
    bool is_elsewhere;      /* the used spec declares it */
    bool is_left_out;       /* of the module, as are those that hold it by value */
    bool has_twins;         /* kernels of one version and arch differ in it */
    bool has_no_digest;     /* its declaration gets no row `digest` */
    bool states_units;      /* each of its bit-fields states its offset, also one in the unit of the row above */
    struct fold_runs runs;  /* none: no kernel declares it */
    size_t twin_run_count;  /* of those behind them, which are as those of the first kernel of their version */
    struct fold_base *base; /* of an enumeration's values */
    bool is_measured;
    uint8_t **aligns;   /* of a record, by column and kernel, when it is measured */
    uint32_t pack;      /* likewise; 0: none is needed */
    uint32_t pack_most; /* that it has in any case, or 0 */
    const char *file;   /* that declares it, without the suffix */
    const struct kernel_type *named_as; /* of one that no file declares: a type that names it */
    const struct type *original; /* of the first module, which the module shares; or NULL */
    bool is_bare; /* the first module declares it, too: the module says its layout alone, as a `share` would */
};

/* A list of tags. */
struct fold_tags {
    struct fold_tag **items;
    size_t count, capacity;
};

/* An integer or floating-point type. */
struct fold_base {
    struct fold_base *next;
    const char *tag;  /* as files have it, interned */
    const char *name; /* as specs have it */
    const char *bare; /* as prototypes have it, without the number of its bits; NULL: as `name` */
    const char *kind; /* "unsigned", "signed" or "opaque" */
    uint32_t size;    /* bytes */
    size_t rank;      /* among the others */
    bool is_big;      /* of big-endian values */
    bool is_used;
    const char *remark; /* or NULL; see symbols.c */
};

/* The parts of a type in a declaration. */
struct fold_shape {
    const struct kernel_type *type; /* behind bounds and stars */
    struct fold_tag *tag;           /* the record or enumeration that this is, or NULL */
    struct fold_base *base;         /* the integer or floating-point type that its values are, or NULL */
    const uint64_t *bounds;         /* outermost first */
    unsigned bound_count;
    unsigned stars; /* without that of a pointer to a function */
    bool is_function;
};

/* The member of a row in one run. */
struct fold_place {
    const struct fold_run *run;
    const struct kernel_member *member;
};

/* A member as a row. It has the same type in all its places, which ascend. */
struct fold_row {
    struct fold_row *other; /* of that name, or NULL */
    const struct fold_shape *shape;
    struct fold_place *places;
    size_t count, capacity;
    size_t index;    /* among the rows */
    unsigned allows; /* of what is to be allowed in a declaration */
};

/* True if the row is a hole. */
static inline bool fold_is_hole(const struct fold_row *row)
{
    return row->shape->type->kind == KERNEL_HOLE;
}

/* The rows of a record, in the order of the spec. */
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

/* Spellings of numbers: hexadecimal offsets, decimal counts, values, which are hexadecimal from 0x100 on, and digests
 * of five digits. UINT64_MAX is no digest but `-`. */
enum fold_style { FOLD_OFFSET, FOLD_COUNT, FOLD_SIGNED, FOLD_UNSIGNED, FOLD_DIGEST };

/* A run of folding. */
struct fold {
    struct program *program; /* its names and diagnostics */
    struct arena *arena;
    struct arena *brief; /* for the rows of a record, while it is written */
    struct intern *intern;
    const struct kernel_fold_request *request;
    struct axis axis; /* the model's, with the kernels' versions attested */
    struct fold_column *columns;
    size_t column_count; /* those of twins (twins.h) come last */
    uint64_t shown;      /* the columns of the file that is written, a bit each */
    struct map *tags[2];        /* interned tag -> struct fold_tag: of records, of enumerations */
    struct map *spellings;      /* interned name without leading underscores -> struct spelling, in tags.c */
    struct map *made;           /* interned "OUTER::MEMBER" -> struct fold_tag */
    struct fold_tags all;       /* by name */
    struct fold_shape **shapes; /* by index of type; NULL: not seen yet */
    size_t shape_count;
    struct fold_base *bases;
    struct map *names; /* interned, as specs have them -> what has them */
    struct buffer words; /* of --struct, to be listed; a const char * each */
    bool keeps_names;    /* some kernel does */
    struct map *rows;  /* interned name of a member -> the first of its rows, while a record is taken apart */
};

/* Takes all runs of twins back, for a spec in which all tags have the same columns. */
void fold_keep_twins(struct fold *fold);

/* ---- fold.c */

/* Collects the kernels of a request and names their tags. fold_end gives memory back. */
void fold_begin(struct fold *fold, struct program *program, const struct kernel_fold_request *request);
void fold_end(struct fold *fold);

/* Wants a tag, all that it holds by value, and the unnamed records that these point to. False if specs cannot express
 * one of them, which is reported. */
bool fold_want(struct fold *fold, struct fold_tag *tag);

/* True if all wanted types that used specs declare are as large there as in the kernels; else that is reported. */
bool fold_fits_used(struct fold *fold);

/* ---- select.c */

/* Returns the tag of that name in files or specs, leading underscores ignored. If there is none, reports that and
 * returns NULL. */
struct fold_tag *fold_find(struct fold *fold, const char *name);

/* True if a tag has the name of a word's first part, which may be a pattern. Leading underscores are ignored. */
bool fold_is_called(const struct fold_tag *tag, const char *part);

/* Picks the members of a tag that a word names, and those of records that the path goes through; the parts from `at` on
 * are about the tag. Returns false if there are none. */
bool fold_pick(struct fold *fold, struct fold_tag *tag, const struct selection_word *word, size_t at);

/* Picks the members of a tag that a record of a spec has. */
void fold_pick_known(struct fold *fold, struct fold_tag *tag, const struct record *record);

/* Drops the members of a tag that are not picked, unless words name all of it. */
void fold_reduce(struct fold *fold, struct fold_tag *tag);

/* Reports that a word names no member of a tag in any kernel, with the nearest one. */
void fold_report_member(struct fold *fold, const struct fold_tag *tag, const struct selection_word *word);

/* Chooses the tags and members that words name. False if a word names nothing, which is reported. */
bool fold_select(struct fold *fold, const struct selection *selection);

/* ---- tags.c */

/* Collects the declarations of all kernels. */
void fold_collect(struct fold *fold);

/* Appends a run, or extends the last one if it goes on. */
void fold_runs_add(struct fold *fold, struct fold_runs *runs, const struct fold_run *run);

/* Appends a tag to a list. */
void fold_tags_add(struct fold *fold, struct fold_tags *tags, struct fold_tag *tag);

/* Returns the parts of a type; the same object for the same type. */
const struct fold_shape *fold_make_shape(struct fold *fold, const struct kernel_type *type);

static inline const struct fold_shape *fold_shape_of(struct fold *fold, const struct kernel_type *type)
{
    const struct fold_shape *shape = type->index < fold->shape_count ? fold->shapes[type->index] : NULL;
    return shape ? shape : fold_make_shape(fold, type);
}

/* Returns the unnamed record that a pointer leads to; NULL if it leads to something else. */
struct fold_tag *fold_made(struct fold *fold, const char *place, const struct kernel_member *member);

/* Returns the place of a member's unnamed record. */
const char *fold_place_in(struct fold *fold, const char *place, const char *member);

/* Calls `visit` for each member of a record in each run, and for those of its unnamed records. */
struct fold_visit {
    void (*visit)(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run, const char *place,
                  const struct kernel_member *member);
    void *user;
};
void fold_each_member(struct fold *fold, const struct fold_tag *tag, const struct fold_visit *visit);

/* ---- names.c */

/* Returns a name without its leading underscores. */
const char *fold_without_underscores(const char *name);

/* Returns the index of the spec whose types all files have; SIZE_MAX if there is none. */
size_t fold_find_base(const struct fold *fold);

/* Returns the type of that name in the used specs, or NULL. A module beside the first one does not use what builds of
 * that attest: it has declarations of its own, or shares them. */
const struct type *fold_find_used(const struct fold *fold, const char *name);

/* Names all tags and types. */
void fold_name(struct fold *fold);

/* Sorts tags by name. */
void fold_tags_sort(struct fold_tags *tags);

/* Returns a member's or enumerator's name in specs, interned. Characters that C does not allow are escaped. */
const char *fold_mend(struct fold *fold, const char *name);

/* Returns what the comment on a field that was left out begins with: "'NAME' is left out: ". */
const char *fold_omission_mark(struct fold *fold, const char *name);

/* Returns a name, interned, with its escaped characters, `_u003C_`, as they were. */
const char *fold_unmend(struct fold *fold, const char *name);

/* Returns the name of a tag in specs, interned, if no other tag has it: without leading underscores. */
const char *fold_bare_name(struct fold *fold, const char *tag);

/* Returns the name of the unnamed record at a place, interned, if no tag has it. */
const char *fold_made_name(struct fold *fold, const char *place);

/* Returns an enumerator's name as text of a spec. */
const char *fold_spell(struct fold *fold, const char *name);

/* Returns the type of a member's values. If its enumeration has another size than in this kernel, that is another type.
 * */
struct fold_base *fold_values_of(struct fold *fold, const struct fold_shape *shape);

/* Returns the type for an integer or floating-point type of the files. */
struct fold_base *fold_base_of(struct fold *fold, const struct kernel_type *type);

/* Returns the name of a type in specs, which is used then. */
const char *fold_base_word(struct fold_base *base);

/* True for `int` and `unsigned int`. */
bool fold_is_int(const struct fold_base *base);

/* True for types that are one, or that some files cannot tell from each other: `int` and `long`. */
bool fold_are_kin(const struct fold *fold, const struct fold_base *a, const struct fold_base *b);

/* True if a type of integers has a sign. */
bool fold_is_signed(const struct fold_base *base);

/* ---- rows.c */

/* Merges the members of a record over all its runs as rows, in an order in which they ascend in each run. */
struct fold_rows fold_rows_of(struct fold *fold, const struct fold_run *runs, size_t count);

/* True if a row is an unnamed record and so has rows. */
bool fold_is_nested(const struct fold_row *row);

/* ---- agree.c */

/* Finds what the members of each name have in common in all runs of a record: interned name -> what fold_agree_on
 * takes. Qualifiers and prototypes of a bare one are left out. */
struct map *fold_agree(struct fold *fold, const struct fold_run *runs, size_t count, bool is_bare);

/* Sets the type, qualifiers and parameters of a row in the spec, if its name has them in common in `agreed`. */
void fold_agree_on(struct fold *fold, const struct map *agreed, const struct fold_row *row, struct spec_row *made);

/* ---- symbols.c */

/* Notes the types of numbers that files declare which keep names, and what their declarations remark. */
void fold_note_bases(struct fold *fold);

/* Notes the names that remarks of a spec's declarations say; a declaration without one has a tag with an underscore.
 * `tags`: name in specs -> the tag; `bases`: struct type -> struct kernel_base; `listed`: those that symbol files
 * declare. Returns false if no declaration has such a remark. */
struct kernel_store;
struct unfold_request;
bool fold_note_remarks(const struct unfold_request *request, struct map *tags, struct map *bases,
                       struct buffer *listed);

/* Returns a record with the fields that remarks of its declaration say of the version and arch, "symbol file of ...".
 * `fold` spells names. */
const struct kernel_record *fold_take_left(struct fold *fold, const struct unfold_request *request,
                                           const struct ast_decl *decl, const struct arch *arch, uint64_t version,
                                           const struct kernel_record *record);

/* Returns the values that they say of an enumeration, or NULL. */
const char *fold_values_left(const struct unfold_request *request, const struct ast_decl *decl,
                             const struct arch *arch, uint64_t version);

/* Returns the remark that a tag's declaration has, or NULL. `type` is one that names a tag which no file declares. */
const char *fold_remark_of_tag(struct fold *fold, const struct fold_tag *tag, const struct kernel_type *type);

/* Returns the remark of a row whose type files call a union where it is a structure, or the other way round; or NULL.
 */
const char *fold_remark_of_row(struct fold *fold, const struct fold_row *row);

/* Returns clauses, and behind them remarks with the fields and values of a tag that were left out. */
struct spec_clause *fold_remarks_left(struct fold *fold, const struct fold_tag *tag, struct spec_clause *clauses);

/* ---- layout.c */

/* Checks that a declaration allows; a bit each. */
enum {
    FOLD_OVERLAP = 1,
    FOLD_BIT_OVERLAP = 2,
    FOLD_GAP = 4, /* of a member of a union that does not begin where that does */
    FOLD_TYPE_CHANGE = 8,
    FOLD_ALIASES = 16,  /* of an enumeration */
    FOLD_BIT_GAP = 32,  /* of a bit-field below which bits belong to none */
    FOLD_PAST_SIZE = 64 /* of a member past the size that a file gives to its structure */
};

/* True if a record is declared as a union. A structure in some kernels that is a union in others is declared as a
 * structure whose members overlap. */
bool fold_is_union(const struct fold_tag *tag);

/* Returns the alignment of a record, whole, in each column; a cell of no columns if it differs by kernel, or if it is
 * not measured. */
struct spec_cell fold_align_cell(struct fold *fold, const struct fold_tag *tag);

/* Returns the largest power of two, up to 8, that divides a size; 1 for 0. */
uint32_t fold_align_of_size(uint32_t size);

/* Measures a record, and all records that it holds by value. */
void fold_measure(struct fold *fold, struct fold_tag *tag);

/* An unknown size. */
#define FOLD_UNKNOWN UINT64_MAX

/* Bytes of a member, from the start of its record. */
struct fold_span {
    uint64_t begin, size; /* FOLD_UNKNOWN: nobody knows how many */
    uint32_t align;
};

/* Bytes that belong to no member. */
struct fold_hole {
    uint32_t begin, end; /* 0: there is none */
};

/* Finds the bytes before each span, and those behind all, that belong to no span and are no padding. `holes` has one
 * more element than `spans`, which are sorted by `begin`. If the size is LAYOUT_UNKNOWN, no hole is behind them. */
void fold_find_holes(const struct fold_span *spans, size_t count, bool is_union, uint32_t size, uint32_t align,
                     struct fold_hole *holes);

/* Returns the record of a run with a member for each hole in it. `pack` is that of the measured record around it. */
const struct kernel_record *fold_with_holes(struct fold *fold, const struct fold_run *run, uint32_t pack,
                                            bool is_union);

/* Returns the alignment of a member in a record with `pack`, or 0, of the first kernel. Its type must be measured. */
uint32_t fold_align_of_member(struct fold *fold, const struct kernel_member *member, uint32_t pack);

/* Returns the size of a member in the kernels of a column, in bytes; FOLD_UNKNOWN for types that a used spec
 * declares. */
uint64_t fold_member_size(struct fold *fold, uint32_t column, const struct kernel_member *member);

/* Returns the alignment that a member's type demands in the first kernel of a run. */
uint32_t fold_align_in(struct fold *fold, const struct fold_run *run, const struct kernel_member *member,
                       uint32_t pack);

/* ---- group.c */

/* A member, or an anonymous structure or union of members, in a run. */
struct fold_group {
    enum fold_group_kind { FOLD_MEMBER, FOLD_STRUCT, FOLD_UNION } kind;
    const struct kernel_member *member; /* NULL: it is a structure or union */
    const char *name;                   /* of a member */
    bool is_bits;                       /* the member is a bit-field */
    bool is_shared;                     /* the member shares bytes with others, and no union says why */
    uint64_t begin, end;                /* bytes of the record */
    uint32_t align;
    size_t number;             /* of a structure or union, among those of its record in all runs, from 1 on */
    struct fold_group *parent; /* NULL: it stands for the record */
    struct fold_group **items; /* what a structure or union has */
    size_t count, capacity;
    unsigned height; /* the most groups in one another that it has */
};

/* Finds the groups that the order of a record's members proves. Returns a structure with all members, or the union that
 * the record is; NULL if the order is unknown or contradicts the offsets. */
struct fold_group *fold_find_groups(struct fold *fold, const struct fold_run *run, uint32_t pack);

/* Returns a structure with all members of a record, or the union that the record is; NULL if the size of one is
 * unknown. */
struct fold_group *fold_list_members(struct fold *fold, const struct fold_run *run, uint32_t pack);

/* Inserts an item in a group. */
void fold_group_insert(struct fold *fold, struct fold_group *group, size_t index, struct fold_group *item);

/* ---- source_line.c */

struct ast_decl;

/* Returns the place in a header that the comment above a declaration says, as fold_write_tag writes it; NULL if there
 * is no such comment. */
const char *fold_read_source_line(const struct program *program, const struct ast_decl *decl);

/* ---- nest.c */

/* Returns the runs of a record in which members that are in anonymous unions and structures are members of these. If
 * the order is known, members of a union are in it. */
const struct fold_run *fold_nest(struct fold *fold, const struct fold_run *runs, size_t count, uint32_t pack);

/* True if a member is an anonymous union or structure that fold_nest has made. */
static inline bool fold_is_anonymous(const struct kernel_member *member)
{
    return !*member->name && member->type->kind == KERNEL_UNNAMED;
}

/* ---- share.c */

/* The bytes or bits that a member takes. */
struct fold_extent {
    uint64_t begin, end;  /* bytes */
    uint64_t first, last; /* of a bit-field: its bits in what holds it, `last` behind them; else both 0 */
    bool has_rows;        /* its `allow` holds for these, too */
    bool is_anonymous;    /* a union or structure that fold_nest has made */
    unsigned allows;
    size_t index; /* among the members */
};

/* Returns the extent of `size` bytes at an offset; width 0: no bit-field. */
struct fold_extent fold_extent_of(uint32_t offset, uint64_t size, unsigned bit, unsigned width);

/* Sorts the members of a structure, and lets few of them allow that they share bytes or bits, so that of any two that
 * do one allows it. */
void fold_share(struct fold_extent *extents, size_t count);

/* Lets rows of a structure allow that they share bytes in any of its runs. */
void fold_share_rows(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t run_count);

/* Lets bit-fields allow the bits below them that belong to none in any of the runs. */
void fold_allow_bit_gaps(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t count);

/* ---- cell.c */

/* Returns the versions that the kernels of a run speak for. */
struct version_range fold_versions(const struct fold *fold, const struct fold_run *run);

/* Returns the columns that have a run, a bit each. */
uint64_t fold_columns(const struct fold_run *runs, size_t count);

/* Returns a cell of values, each for a version range, ascending by column and version. `columns` are those in which the
 * record exists: where the row has no value, the cell says so. */
struct spec_cell fold_cell(struct fold *fold, const struct fold_value *values, size_t count, enum fold_style style,
                           uint64_t columns);

/* Returns the versions of values, or nothing if they are all of `around`. Without `around` (count 0) all of them are
 * said. */
struct spec_versions fold_in(struct fold *fold, const struct fold_value *values, size_t count,
                             const struct fold_value *around, size_t around_count);

/* ---- digest.c: the digests of a record in all kernels, see answer/digest.h */

/* Returns the sums of the parts of a record, by column and kernel, while it has none. */
uint64_t **fold_new_sums(struct fold *fold);

/* Adds the parts of a row of a record, or of a row of a named aggregate inside it. `made` is the row in the spec.
 * Returns the owner of the rows in it. */
uint64_t fold_add_parts(struct fold *fold, uint64_t *const *sums, uint64_t owner, const struct fold_row *row,
                        const struct spec_row *made);

/* Returns the digests of a record with these runs as a cell, with `-` for kernels that do not have it. */
struct spec_cell fold_digest_cell(struct fold *fold, uint64_t *const *sums, const struct fold_run *runs, size_t count);

/* ---- write.c */

/* Writes the declaration of a record or enumeration. */
void fold_write_tag(struct fold *fold, const struct fold_tag *tag, struct buffer *out);

/* Writes the comment on a field that was left out. */
void fold_write_omission(struct fold *fold, const struct kernel_omission *omission, struct buffer *out);

/* Writes a member of one kernel as a row without versions. Its record is at `place`, and is declared with `pack`, or
 * 0. */
void fold_write_member(struct fold *fold, const char *place, const struct kernel_member *member, unsigned allows,
                       uint32_t pack, struct buffer *out);

/* Returns the name of a member's type in specs, without backticks. */
const char *fold_word(struct fold *fold, const char *place, const struct kernel_member *member);

/* Returns the reason for one bit of a row's `allows`. */
const char *fold_reason(unsigned allow);

/* Returns the reason with which a record or enumeration allows a check, or NULL. */
const char *fold_reason_of_tag(const char *code);

/* True if imports write this reason for that check, or did so earlier. */
bool fold_is_reason(const char *code, const char *reason);

/* ---- text.c: texts that are not in canonical form yet, though all words are */

/* True if the written specs declare a tag. */
static inline bool fold_is_declared(const struct fold_tag *tag)
{
    return tag->is_wanted && !tag->is_elsewhere;
}

/* Returns the first line of files: those of kernels, also if headers are merged with them, or those of headers. */
const char *fold_comment(const struct fold *fold);

/* Writes the declaration of an integer or floating-point type. */
void fold_write_base(const struct fold *fold, const struct fold_base *base, struct buffer *out);

/* Writes what stands above the declarations of a spec that has all of them. Kernels without any of the structures are
 * attested, too, if `attests_all`. */
void fold_make_head(struct fold *fold, bool attests_all, struct buffer *out);

/* Write a file of a directory: that with the types and the attested versions, that with the specs that are used beyond
 * the first one, or one with declarations. `path` is that of some file of the directory. */
void fold_make_types(struct fold *fold, const char *path, const char *comment, struct buffer *out);
void fold_make_used(struct fold *fold, const char *path, struct buffer *out);
void fold_make_file(struct fold *fold, struct fold_tag *const *tags, size_t count, const char *path,
                    struct buffer *out);

/* Writes the file that declares a tag, in canonical form. */
void fold_write_file(struct fold *fold, struct fold_tag *tag, const char *path, struct buffer *out);

/* ---- files.c */

/* Names the files of tags that have none yet. No name is taken, even if case is ignored. */
void fold_name_files(struct fold *fold, struct map *taken);

/* Takes the name of a file, without its suffix, before files are named. */
void fold_take_file(struct fold *fold, struct map *taken, const char *name);

/* Returns the names that --struct gave when a directory was made, from the text of its file of the types. A directory
 * that is for all structures has none. */
const char *const *fold_read_choice(struct fold *fold, const char *text, size_t *count);

/* The beginning of a comment line that lists declarations which a module leaves out. */
#define FOLD_WITHOUT_LINE "// --without "

/* Leaves declarations out, and those that hold them by value. */
void fold_leave_out(struct fold *fold, const char *const *names, size_t count);

/* Returns the words of all lines of a text that begin so. */
const char *const *fold_read_words(struct fold *fold, const char *text, const char *begin, size_t *count);

/* Returns a comment of that file, with the words that were asked for. */
const char *fold_comment_choice(struct fold *fold, const char *comment);

/* Returns the text of that file without the lines that list the choice. */
const char *fold_without_choice(struct fold *fold, const char *text);

/* Writes everything, to `out` or as files, which `out` counts. False if that fails, which is reported. */
bool fold_write(struct fold *fold, struct buffer *out);

#endif
