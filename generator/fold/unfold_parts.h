/*
 * Shared by the files of unfold.h: unfold.c unfolds types and records, unfold_kernel.c collects those of a kernel.
 */
#ifndef FOLD_UNFOLD_PARTS_H
#define FOLD_UNFOLD_PARTS_H

#include "fold/fold_parts.h"
#include "fold/unfold.h"

/* A declaration, and its tag in files. */
struct declared {
    const struct type *type;
    const char *tag;
};

struct unfolding {
    const struct unfold_request *request;
    struct declared *declared; /* the declarations of the request, sorted by tag */
    struct arena *arena;
    struct fold fold;     /* spells names */
    struct map *tags;     /* name in specs -> tag in files */
    struct map *names;    /* name of a member in specs -> name in files, if they differ */
    struct map *met;      /* struct row, if a kernel has it; struct enumeration -> bool for each value */
    struct map *seen;     /* types whose tags are noted */
    struct map *made;     /* struct type of a record that stands for an unnamed record -> that of its holder */
    struct map *records;  /* struct layout -> struct unfolded, the latest first */
    struct map *enums;    /* struct enumeration -> struct unfolded_enum, the latest one */
    const struct kernel_record **records_last; /* the lists of the last kernel */
    const struct kernel_enum **enums_last;
    size_t record_count_last, enum_count_last;
    struct map *bases;    /* struct type -> struct kernel_base, if a remark has its name in files */
    struct buffer listed; /* of struct kernel_base: the types that files declare */
    bool keeps_names;     /* remarks have the names in symbol files */
    bool keeps_tags;      /* tags are spelled as in files: SOURCE_TAGS_KEPT */
    bool names_integers;  /* the kernel names integers as its file does; see source.h */
    const struct arch *arch;
    uint64_t version;
    bool is_detailed; /* the kernel may have order, qualifiers and prototypes; see source.h */
    bool is_weak;     /* the kernel calls a union a structure; see weak.h */
    const char *why;  /* the reason why a record cannot be unfolded */
};

/* A layout, unfolded into a record. */
struct unfolded {
    struct unfolded *next; /* the same layout in other versions, or NULL */
    const struct kernel_record *record;
    struct version_range range; /* versions in which the record and the unnamed records in it are equal */
    bool is_detailed;        /* the record has order, qualifiers and prototypes */
    bool is_weak;            /* it is a structure, even if it is declared as a union */
};

/* ---- unfold.c */

/* Returns the name in files for a name in specs. `map` is `tags` or `names`. */
const char *unfold_find_name(struct unfolding *unfolding, const struct map *map, const char *name);

/* Returns the layout of a type in the current version; NULL if it has none there. */
const struct layout *unfold_layout_of(const struct unfolding *unfolding, const struct type *type);

/* Returns a layout as a record in the current version. Returns NULL and sets `why` if it cannot be unfolded. */
const struct unfolded *unfold_layout(struct unfolding *unfolding, const struct layout *layout, const char *name,
                                     unsigned depth);

/* ---- unfold_kernel.c */

/* True if an enumeration has a column for the arch, or for an arch that it falls back on. */
bool unfold_has_column(const struct enumeration *enumeration, const struct arch *arch);

/* Returns an enumeration in the current version; NULL if it has no values there. */
const struct kernel_enum *unfold_enum(struct unfolding *unfolding, const struct type *type);

#endif
