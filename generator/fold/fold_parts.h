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

/* A kernel, and the versions that it stands for. */
struct fold_kernel {
    const struct kernel *kernel;
    struct version_range range;
};

/* The kernels of one arch, ascending. */
struct fold_column {
    const struct arch *arch;
    struct fold_kernel *kernels;
    bool *turns; /* by kernel: some measured record has another alignment in it than in the kernel before */
    size_t count;
};

/* A record or enumeration that is the same in neighbouring kernels of one column. */
struct fold_run {
    uint32_t column;
    uint32_t first, last; /* kernels, both included */
    const void *what;     /* a kernel_record or kernel_enum */
    uint32_t base;        /* of an anonymous record: its offset in the nearest record around it that has a name */
};

/* Runs, ascending by column and kernel. */
struct fold_runs {
    struct fold_run *items;
    size_t count, capacity;
};

/* A record or enumeration over all kernels. */
struct fold_tag {
    const char *place; /* the tag in files; "OUTER::MEMBER" for an unnamed record that a pointer leads to */
    const char *name;  /* the name in specs, interned */
    bool is_enum;
    bool is_made;          /* an unnamed record that a pointer leads to */
    bool is_wanted;        /* the written specs declare it, or use a spec that does */
    bool is_chosen;        /* a word of --struct names it or its members */
    bool is_whole;         /* a word of --struct names the tag, not only members */
    bool is_partial;       /* members that no word names are dropped */
    struct map *picks;     /* names of the members that words of --struct name, as in files; or NULL */
    bool is_open;          /* its members are being visited */
    bool is_elsewhere;     /* a used spec declares it */
    bool is_left_out;      /* --without leaves out the tag, or a tag that it holds by value */
    bool has_twins;        /* kernels of one version and arch differ in it */
    bool has_no_digest;    /* its declaration gets no row `digest` */
    bool states_units;     /* each of its bit-fields states its offset, also one in the unit of the row above */
    bool states_beginnings; /* its rows at the beginning of an anonymous record state their offsets */
    struct fold_runs runs;  /* empty if no kernel declares it */
    /* Runs of twins (twins.h) behind `runs`, which equal those of the first kernel of their version. */
    size_t twin_run_count;
    struct fold_base *base; /* type of an enumeration's values */
    bool is_measured;
    uint8_t **aligns;                   /* alignment of a measured record, by column and kernel */
    uint64_t varying;                   /* the columns in which these differ between kernels, a bit each */
    uint32_t pack;                      /* `pack` of a measured record; 0: none is needed */
    uint32_t pack_most;                 /* upper limit of `pack`: the one in the existing spec; or 0 */
    const char *file;                   /* name of the file that declares it, without the suffix */
    const struct kernel_type *named_as; /* if no file declares the tag: a type that names it */
    const struct type *original;        /* the declaration of the first module that is shared; or NULL */
    bool is_bare; /* the first module declares it, too: the declaration here has only a layout, as a `share` has */
    bool looks_alike; /* into_alike.c: other declarations say the same of it in another fold, */
    bool is_alike;    /* and it has the same text there */
};

/* A list of tags. */
struct fold_tags {
    struct fold_tag **items;
    size_t count, capacity;
};

/* An integer or floating-point type. */
struct fold_base {
    struct fold_base *next;
    const char *tag;  /* name in files, interned */
    const char *name; /* name in specs */
    const char *bare; /* name in prototypes, without the number of its bits; NULL: as `name` */
    const char *kind; /* "unsigned", "signed" or "opaque" */
    uint32_t size;    /* bytes */
    size_t rank;      /* index in c_types; c_type_count for other types */
    bool is_big;      /* its values are big-endian */
    bool is_used;
    const char *remark; /* or NULL; see symbols.c */
};

/* The parts of a type in a declaration. */
struct fold_shape {
    const struct kernel_type *type; /* the type without its array bounds and pointers */
    struct fold_tag *tag;           /* the record or enumeration that `type` is, or NULL */
    struct fold_base *base;         /* the integer or floating-point type that `type` is, or NULL */
    const uint64_t *bounds;         /* outermost first */
    unsigned bound_count;
    unsigned stars; /* number of pointers; a pointer to a function is not counted */
    bool is_function;
};

/* A member in one run of its record. */
struct fold_place {
    const struct fold_run *run;
    const struct kernel_member *member;
};

/* A row for a member. The member has the same type in all places. The places are sorted by run. */
struct fold_row {
    struct fold_row *other; /* the previous row of the same name, or NULL */
    const struct fold_shape *shape;
    struct fold_place *places;
    size_t count, capacity;
    size_t index;    /* among the rows */
    unsigned allows; /* checks that the row allows, as FOLD_OVERLAP */
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
    bool is_retyped; /* some member changes its type, by the rules of the check type-change */
};

/* A version range of one column, with a number. */
struct fold_value {
    uint32_t column;
    struct version_range range;
    uint64_t number;
};

/* Spellings of numbers. Offsets are hexadecimal, counts decimal, values hexadecimal from 0x100 on. Digests have five
 * digits; UINT64_MAX stands for no digest, `-`. */
enum fold_style { FOLD_OFFSET, FOLD_COUNT, FOLD_SIGNED, FOLD_UNSIGNED, FOLD_DIGEST };

/* The state of folding one request. */
struct fold {
    struct program *program; /* its names and diagnostics */
    struct arena *arena;
    struct arena *brief; /* for the rows of a record, while it is written */
    struct intern *intern;
    const struct kernel_fold_request *request;
    struct axis axis; /* the model's axis, on which the versions of the kernels are attested */
    struct fold_column *columns;
    size_t column_count; /* columns of twins (twins.h) come last */
    uint64_t shown;      /* the columns of the file that is written, a bit each */
    struct map *tags[2];        /* interned tag -> struct fold_tag: of records, of enumerations */
    struct map *spellings;      /* interned name, also without leading underscores -> struct spelling, in tags.c */
    struct map *made;           /* interned "OUTER::MEMBER" -> struct fold_tag */
    struct fold_tags all;       /* all tags; fold_name sorts them by name */
    struct fold_shape **shapes; /* by index of type; NULL: not seen yet */
    size_t shape_count;
    struct fold_base *bases;
    struct map *names;   /* interned name in specs -> the tag or type that has it */
    struct buffer words; /* words of --struct for types.strata; a const char * each */
    bool keeps_names;    /* some kernel has `keeps_names` */
    bool keeps_tags;     /* tags are spelled as in files: SOURCE_TAGS_KEPT */
    struct map *rows;    /* scratch: interned name of a member -> its last row */
};

/* Restores the runs of twins in all tags if some declared tag has twins. A single spec needs this, since all its tags
 * have the same columns. */
void fold_keep_twins(struct fold *fold);

/* ---- fold.c */

/* Collects the kernels of a request and names their tags. fold_end gives memory back. */
void fold_begin(struct fold *fold, struct program *program, const struct kernel_fold_request *request);
void fold_end(struct fold *fold);

/* Marks a tag as wanted, all tags that it holds by value, and the unnamed records that they point to. Reports what
 * specs cannot express, and returns false. */
bool fold_want(struct fold *fold, struct fold_tag *tag);

/* True if all wanted types of used specs have the same size in the kernels. Reports those that do not. */
bool fold_fits_used(struct fold *fold);

/* ---- select.c */

/* Returns the tag of that name in files or specs. Ignores leading underscores. Reports an unknown name and returns
 * NULL. */
struct fold_tag *fold_find(struct fold *fold, const char *name);

/* True if a tag has the name of a word's first part, which may be a pattern. Leading underscores are ignored. */
bool fold_is_called(const struct fold_tag *tag, const char *part);

/* Picks the members of a tag that the parts of a word from `at` on name. For `T.B.C`, picks B in T, and C in the record
 * of B. Returns false if there is no such member. */
bool fold_pick(struct fold *fold, struct fold_tag *tag, const struct selection_word *word, size_t at);

/* Picks the members of a tag that a record of a spec has. */
void fold_pick_known(struct fold *fold, struct fold_tag *tag, const struct record *record);

/* Drops the members of a tag that are not picked, unless a word names the whole tag. */
void fold_reduce(struct fold *fold, struct fold_tag *tag);

/* Reports that a word names no member of a tag in any kernel. Suggests the nearest name. */
void fold_report_member(struct fold *fold, const struct fold_tag *tag, const struct selection_word *word);

/* Chooses the tags and members that the words of --struct name. Reports a word that names nothing, and returns
 * false. */
bool fold_select(struct fold *fold, const struct selection *selection);

/* ---- tags.c */

/* Collects the declarations of all kernels. */
void fold_collect(struct fold *fold);

/* Appends a run. Extends the last run instead if the new one continues it. */
void fold_runs_add(struct fold *fold, struct fold_runs *runs, const struct fold_run *run);

/* Appends a tag to a list. */
void fold_tags_add(struct fold *fold, struct fold_tags *tags, struct fold_tag *tag);

/* Makes the shape of a type. Call fold_shape_of instead, which makes it only once. */
const struct fold_shape *fold_make_shape(struct fold *fold, const struct kernel_type *type);

static inline const struct fold_shape *fold_shape_of(struct fold *fold, const struct kernel_type *type)
{
    const struct fold_shape *shape = type->index < fold->shape_count ? fold->shapes[type->index] : NULL;
    return shape ? shape : fold_make_shape(fold, type);
}

/* Returns the tag of the unnamed record that a member points to; NULL if it points to something else. `place` is that
 * of the record with the member. */
struct fold_tag *fold_made(struct fold *fold, const char *place, const struct kernel_member *member);

/* Returns the place of a member's unnamed record: "PLACE::MEMBER". */
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

/* Returns the index of the file that the request names as `base`; SIZE_MAX if there is none. */
size_t fold_find_base(const struct fold *fold);

/* Returns the type of that name in the used specs, or NULL. For another module than the first, returns only types that
 * belong to no module: the module declares or shares all others itself. */
const struct type *fold_find_used(const struct fold *fold, const char *name);

/* Names all tags and types. */
void fold_name(struct fold *fold);

/* Sorts tags by name. */
void fold_tags_sort(struct fold_tags *tags);

/* Returns a member's or enumerator's name in specs, interned. Characters that C does not allow are escaped. */
const char *fold_mend(struct fold *fold, const char *name);

/* Returns the begin of the comment on an omitted field: "'NAME' is left out: ". */
const char *fold_omission_mark(struct fold *fold, const char *name);

/* Returns a name without escapes, interned: `_u003C_` becomes `<`. */
const char *fold_unmend(struct fold *fold, const char *name);

/* Returns a tag's name without leading underscores, interned. The tag has this name in specs if no other tag does. */
const char *fold_bare_name(struct fold *fold, const char *tag);

/* Returns a name for the unnamed record at a place, interned. The record has it in specs if no tag does. */
const char *fold_made_name(struct fold *fold, const char *place);

/* Returns an enumerator's name as specs write it, in backticks if needed. */
const char *fold_spell(struct fold *fold, const char *name);

/* Returns the type of a member's values. If the member's enumeration has another size in this kernel than in specs,
 * returns an integer type of the kernel's size. */
struct fold_base *fold_values_of(struct fold *fold, const struct fold_shape *shape);

/* Returns the type in specs for an integer or floating-point type in files. Makes it if it does not exist. */
struct fold_base *fold_base_of(struct fold *fold, const struct kernel_type *type);

/* Returns the name of a type in specs, and marks the type as used. */
const char *fold_base_word(struct fold_base *base);

/* True for `int` and `unsigned int`. */
bool fold_is_int(const struct fold_base *base);

/* True for equal types, and for types that some files do not tell apart, such as `int` and `long`. */
bool fold_are_kin(const struct fold *fold, const struct fold_base *a, const struct fold_base *b);

/* True if an integer type is signed. */
bool fold_is_signed(const struct fold_base *base);

/* ---- rows.c */

/* Merges the members of a record in all its runs into rows. Each run has its members in the order of the rows. */
struct fold_rows fold_rows_of(struct fold *fold, const struct fold_run *runs, size_t count);

/* True if a row is an unnamed record, which has rows of its own. */
bool fold_is_nested(const struct fold_row *row);

/* ---- agree.c */

/* Collects the `int` types, the qualifiers and the prototype of each member name over all runs of a record. Returns a
 * map for fold_agree_on. A bare record gets no qualifiers and prototypes. */
struct map *fold_agree(struct fold *fold, const struct fold_run *runs, size_t count, bool is_bare);

/* Sets the type, qualifiers and parameters of a row to those that `agreed` has for its name. */
void fold_agree_on(struct fold *fold, const struct map *agreed, const struct fold_row *row, struct spec_row *made);

/* ---- symbols.c */

/* Notes the number types that symbol files declare, and the remarks on them. */
void fold_note_bases(struct fold *fold);

/* Returns the remark on a number type, "symbol file: base unsigned char, char", or that no file declares it. NULL if
 * names are not kept. */
const char *fold_remark_of_base(const struct fold *fold, const struct fold_base *base);

/* Collects the names in files that differ from those in specs: of tags that have no underscore in the spec because
 * another one does, and from the remarks of a spec's declarations. If there are remarks, a declaration without one has
 * a tag with an underscore, unless the spec keeps tags. `tags`: name in specs -> tag; `bases`: struct type -> struct
 * kernel_base; `listed`: the bases that symbol files declare. Returns false if no declaration has such a remark. */
struct kernel_store;
struct unfold_request;
bool fold_note_remarks(const struct unfold_request *request, bool keeps_tags, struct map *tags, struct map *bases,
                       struct buffer *listed);

/* Returns a record with the fields that imports left out. Remarks of its declaration list them for a version and arch:
 * "symbol file of ...". `fold` spells names. */
const struct kernel_record *fold_take_left(struct fold *fold, const struct unfold_request *request,
                                           const struct ast_decl *decl, const struct arch *arch, uint64_t version,
                                           const struct kernel_record *record);

/* Sets the values of an enumeration that imports left out, and its base type in a symbol file, from such remarks. */
void fold_take_enum_left(const struct unfold_request *request, const struct ast_decl *decl, const struct arch *arch,
                         uint64_t version, struct kernel_enum *enumeration);

/* Returns the remark for a tag's declaration, or NULL. If no file declares the tag, `type` is a type that names it. */
const char *fold_remark_of_tag(struct fold *fold, const struct fold_tag *tag, const struct kernel_type *type);

/* Returns a remark if files call a row's type a union and specs a structure, or the reverse; else NULL. */
const char *fold_remark_of_row(struct fold *fold, const struct fold_row *row);

/* Appends remarks that list the omitted fields and values of a tag. Returns the list of clauses. */
struct spec_clause *fold_remarks_left(struct fold *fold, const struct fold_tag *tag, struct spec_clause *clauses);

/* ---- layout.c */

/* Checks that a declaration allows; a bit each. */
enum {
    FOLD_OVERLAP = 1,
    FOLD_BIT_OVERLAP = 2,
    FOLD_GAP = 4, /* a member of a union does not begin where the union does */
    FOLD_TYPE_CHANGE = 8,
    FOLD_ALIASES = 16,  /* enumerators with the same value */
    FOLD_BIT_GAP = 32,  /* bits below a bit-field belong to no member */
    FOLD_PAST_SIZE = 64 /* a member ends past the size of its structure */
};

/* True if a record is declared as a union. A structure in some kernels that is a union in others is declared as a
 * structure whose members overlap. */
bool fold_is_union(const struct fold_tag *tag);

/* Returns the alignment of the whole record in each column. Returns a cell without columns if the alignment differs
 * between kernels of a column, or is not measured. */
struct spec_cell fold_align_cell(struct fold *fold, const struct fold_tag *tag);

/* Returns the largest power of two, up to 8, that divides a size; 1 for 0. */
uint32_t fold_align_of_size(uint32_t size);

/* Computes the `pack` and the alignments of a record, and of all records that it holds by value. */
void fold_measure(struct fold *fold, struct fold_tag *tag);

/* An unknown size. */
#define FOLD_UNKNOWN UINT64_MAX

/* Bytes of a member, from the start of its record. */
struct fold_span {
    uint64_t begin, size; /* `size` may be FOLD_UNKNOWN */
    uint32_t align;
};

/* Bytes that belong to no member. */
struct fold_hole {
    uint32_t begin, end; /* `end` is 0 if there is no hole */
};

/* Finds holes: bytes that belong to no span and are no padding. `holes[i]` is the hole before span i; the last element
 * is the hole after all spans, if `size` is not LAYOUT_UNKNOWN. `spans` are sorted by `begin`. */
void fold_find_holes(const struct fold_span *spans, size_t count, bool is_union, uint32_t size, uint32_t align,
                     struct fold_hole *holes);

/* Returns the record of a run with a member for each hole in it. `pack` is that of the declaration, or 0. */
const struct kernel_record *fold_with_holes(struct fold *fold, const struct fold_run *run, uint32_t pack,
                                            bool is_union);

/* Returns the alignment of a member in the first kernel. `pack` is that of its record, or 0. Measures the record that
 * the member holds. */
uint32_t fold_align_of_member(struct fold *fold, const struct kernel_member *member, uint32_t pack);

/* Returns the size of a member in the kernels of a column, in bytes; FOLD_UNKNOWN if no kernel says the size of its
 * type. */
uint64_t fold_member_size(struct fold *fold, uint32_t column, const struct kernel_member *member);

/* Returns the alignment of a member in the first kernel of a run. `pack` is that of its record, or 0. */
uint32_t fold_align_in(struct fold *fold, const struct fold_run *run, const struct kernel_member *member,
                       uint32_t pack);

/* ---- group.c */

/* A member, or an anonymous structure or union of members, in a run. */
struct fold_group {
    enum fold_group_kind { FOLD_MEMBER, FOLD_STRUCT, FOLD_UNION } kind;
    const struct kernel_member *member; /* NULL: it is a structure or union */
    const char *name;                   /* of a member */
    bool is_bits;                       /* the member is a bit-field */
    bool is_shared;                     /* the member shares bytes with others, but is in no group */
    uint64_t begin, end;                /* offsets in the record */
    uint32_t align;
    size_t number;             /* of a structure or union: the same in all runs, from 1 on */
    struct fold_group *parent; /* NULL: it stands for the record */
    struct fold_group **items; /* the members and groups of a structure or union */
    size_t count, capacity;
    unsigned height; /* depth of the groups nested in it */
};

/* Finds the unnamed unions and structures that the order of a record's members proves. Returns all members and groups
 * in one structure, or in a union if the record is one. NULL if the order is unknown or contradicts the offsets. */
struct fold_group *fold_find_groups(struct fold *fold, const struct fold_run *run, uint32_t pack);

/* Returns all members of a record in one structure without groups, or in a union if the record is one. */
struct fold_group *fold_list_members(struct fold *fold, const struct fold_run *run, uint32_t pack);

/* Inserts an item in a group. */
void fold_group_insert(struct fold *fold, struct fold_group *group, size_t index, struct fold_group *item);

/* ---- source_line.c */

struct ast_decl;

/* Returns the place in a header from the comment above a declaration, as fold_write_tag writes it; NULL if there is no
 * such comment. */
const char *fold_read_source_line(const struct program *program, const struct ast_decl *decl);

/* ---- nest.c */

/* Returns the runs of a record, with members moved into anonymous unions and structures. Returns `runs` if there are no
 * such groups. */
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
    uint64_t first, last; /* of a bit-field: its first bit in the record, and the bit after its last one; else both 0 */
    bool has_rows;        /* it is an unnamed record: its `allow` holds for its rows, too */
    bool is_anonymous;    /* a union or structure that fold_nest has made */
    unsigned allows;
    size_t index; /* among the members */
};

/* Returns the extent of a member. `width` is 0 unless the member is a bit-field. */
struct fold_extent fold_extent_of(uint32_t offset, uint64_t size, unsigned bit, unsigned width);

/* Sorts the members of a structure. Of any two that share bytes or bits, lets one allow it; as few as possible in
 * all. */
void fold_share(struct fold_extent *extents, size_t count);

/* Lets rows of a structure allow that they share bytes in any of its runs. */
void fold_share_rows(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t run_count);

/* Lets bit-fields allow a gap if bits below them belong to no member in some run. */
void fold_allow_bit_gaps(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t count);

/* ---- cell.c */

/* Returns the versions that the kernels of a run stand for. */
struct version_range fold_versions(const struct fold *fold, const struct fold_run *run);

/* Returns the columns that have a run, a bit each. */
uint64_t fold_columns(const struct fold_run *runs, size_t count);

/* Returns a cell of values, each for a version range, sorted by column and version. `columns` are those in which the
 * record exists. The cell marks those of them without a value as absent. */
struct spec_cell fold_cell(struct fold *fold, const struct fold_value *values, size_t count, enum fold_style style,
                           uint64_t columns);

/* Returns the versions of values. Returns nothing if they are all versions of `around`. Without `around` (count 0),
 * always names the versions. */
struct spec_versions fold_in(struct fold *fold, const struct fold_value *values, size_t count,
                             const struct fold_value *around, size_t around_count);

/* ---- digest.c: the digests of a record in all kernels, see answer/digest.h */

/* Returns the sums of digest parts of a record, by column and kernel; all are 0. */
uint64_t **fold_new_sums(struct fold *fold);

/* Adds the digest parts of a row to the sums of the kernels that have it. `owner` is that of the row, `made` the row in
 * the spec. Returns the owner for the rows inside it. */
uint64_t fold_add_parts(struct fold *fold, uint64_t *const *sums, uint64_t owner, const struct fold_row *row,
                        const struct spec_row *made);

/* Returns the digests of a record as a cell, with `-` for kernels without the record. */
struct spec_cell fold_digest_cell(struct fold *fold, uint64_t *const *sums, const struct fold_run *runs, size_t count);

/* ---- write.c */

/* Writes the declaration of a record or enumeration. */
void fold_write_tag(struct fold *fold, const struct fold_tag *tag, struct buffer *out);

/* Writes the comment on a field that was left out. */
void fold_write_omission(struct fold *fold, const struct kernel_omission *omission, struct buffer *out);

/* Writes a member of one kernel as a row without versions. `place` is that of its record; `pack` is that of the
 * declaration, or 0. */
void fold_write_member(struct fold *fold, const char *place, const struct kernel_member *member, unsigned allows,
                       uint32_t pack, struct buffer *out);

/* Returns the name of a member's type in specs, without backticks. */
const char *fold_word(struct fold *fold, const char *place, const struct kernel_member *member);

/* Returns the reason for one bit of a row's `allows`. */
const char *fold_reason(unsigned allow);

/* Returns the reason with which imports let a record or enumeration allow a check, or NULL. */
const char *fold_reason_of_tag(const char *code);

/* True if imports write this reason for that check, or did so earlier. */
bool fold_is_reason(const char *code, const char *reason);

/* ---- text.c: texts of files, before they are formatted */

/* True if the written specs declare a tag. */
static inline bool fold_is_declared(const struct fold_tag *tag)
{
    return tag->is_wanted && !tag->is_elsewhere;
}

/* Returns the first line of files. It names C headers if all kernels come from headers, else kernels. */
const char *fold_comment(const struct fold *fold);

/* Writes the declaration of an integer or floating-point type. */
void fold_write_base(const struct fold *fold, const struct fold_base *base, struct buffer *out);

/* Writes the head of a single spec: everything above its declarations. If `attests_all`, also attests kernels without
 * any of the structures. */
void fold_make_head(struct fold *fold, bool attests_all, struct buffer *out);

/* Write a file of a directory: the file with the types and the attested versions, the file that uses the other specs of
 * --use, or a file with declarations. `path` is that of some file of the directory. */
void fold_make_types(struct fold *fold, const char *path, const char *comment, struct buffer *out);
void fold_make_used(struct fold *fold, const char *path, struct buffer *out);
void fold_make_file(struct fold *fold, struct fold_tag *const *tags, size_t count, const char *path,
                    struct buffer *out);

/* Writes the file that declares a tag, in canonical form. */
void fold_write_file(struct fold *fold, struct fold_tag *tag, const char *path, struct buffer *out);

/* ---- files.c */

/* Names the files of tags that have none. The names differ from each other and from those in `taken`, even without
 * regard to case. */
void fold_name_files(struct fold *fold, struct map *taken);

/* Reserves the name of a file, without its suffix. Call it before fold_name_files. */
void fold_take_file(struct fold *fold, struct map *taken, const char *name);

/* Returns the names given to --struct when a directory was made, from the text of its types.strata. Returns no names if
 * the directory has all structures. */
const char *const *fold_read_choice(struct fold *fold, const char *text, size_t *count);

/* The beginning of a comment line that lists declarations which a module leaves out. */
#define FOLD_WITHOUT_LINE "// --without "

/* Leaves out the named declarations, and all that hold them by value. */
void fold_leave_out(struct fold *fold, const char *const *names, size_t count);

/* Returns the words of all lines of a text that begin with `begin`. */
const char *const *fold_read_words(struct fold *fold, const char *text, const char *begin, size_t *count);

/* Returns the comment of types.strata with the words of --struct. */
const char *fold_comment_choice(struct fold *fold, const char *comment);

/* Returns the text of types.strata without the lines that list the words of --struct. */
const char *fold_without_choice(struct fold *fold, const char *text);

/* Writes all declarations, to `out` or as files. With files, `out` gets a line that counts them. Reports errors and
 * returns false. */
bool fold_write(struct fold *fold, struct buffer *out);

#endif
