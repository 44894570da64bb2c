/*
 * Plan of a record for generated code: its distinct layouts over all versions and arches, with names, and for each
 * member the accessors that work for all of them. Header, asserts and printer are made from the same plan.
 */
#ifndef RENDER_PLAN_H
#define RENDER_PLAN_H

#include "answer/ranges.h"
#include "answer/slot.h"
#include "model/model.h"
#include "strata.h"

struct choice;

enum { RECORD_TYPES_MOST = 16 };

/* Access to a member's scalars or elements. */
struct plan_access {
    bool exists;
    bool is_signed;
    bool is_plain; /* same size and sign in all layouts; never a bit-field */
    bool is_float; /* float or double: the type is that of strata_float.h */
    unsigned bits; /* width of the C type that holds every row: 8, 16, 32 or 64 */
};

/* Facts about all scalars, or all elements, of a member. */
struct plan_seen {
    unsigned sizes;         /* bit set of sizes in bytes */
    unsigned unsigned_bits; /* width of the widest unsigned value */
    unsigned signed_bits;
    bool bit_field;
    bool pointer;
    unsigned orders; /* bits: 1 little-endian, 2 big-endian */
};

/* A member with the accessors that it needs. */
struct plan_member {
    const struct member *member;
    struct plan_seen scalars; /* integers */
    struct plan_seen elements;
    struct plan_seen floats;
    struct plan_seen float_elements;
    const char *name; /* name in C, after context_settle_names */
    uint64_t number;  /* strata_member of the runtime, after plan_find_blocks */
    unsigned first;   /* index of its first word in plan_layout.slots */
    unsigned column;  /* its column in the rows of grades */
    unsigned words;   /* slots per layout: 0 if in no layout, 1, 2 (array or record) or 3 (two-dimensional) */
    struct plan_access scalar; /* access to its integers; to its floats if it is never an integer */
    struct plan_access element;
    struct plan_access float_scalar; /* access to its floats if it is an integer in other layouts */
    struct plan_access float_element;
    bool has_count;                                  /* it is an array in some layout */
    const struct record *records[RECORD_TYPES_MOST]; /* record types of the member; the index is the type's number */
    bool single[RECORD_TYPES_MOST];                  /* it is one such record in some layout */
    bool array[RECORD_TYPES_MOST];                   /* it is an array of such records in some layout */
    unsigned record_count;
};

/* A distinct layout. */
struct plan_layout {
    const struct layout *layout; /* one of the equal layouts */
    const char *label;           /* "6_1_x64": version and arch where it occurs first */
    const char *title;           /* "6.1..6.3 on x64": all versions and arches */
    uint64_t *slots;             /* array of the record's slot_count words */
    uint32_t hash;               /* hash of size and slots */
};

/* An alias: the names in C of a version and an arch ("6_1", "x64"), and the layout there. There is one for the first
 * version of each layout, for each release, and for each point that is named like a release. */
struct plan_alias {
    const char *version;
    const struct arch *arch;
    unsigned layout;
    strata_basis basis; /* how well the layout is known in that version */
};

/* A range of targets with one answer. */
struct plan_range {
    uint64_t target;
    uint32_t layout; /* index, or a STRATA_LAYOUT_ constant of the runtime */
    uint32_t grades; /* number of its row of grades, from 1 on; 0: all grades are those of the place */
};

/* The plan of a record. */
struct plan {
    const struct record *record;
    const char *name; /* name in C, after context_settle_names */
    struct plan_member *members;
    size_t member_count;
    unsigned slot_count; /* number of words in the slots of a layout */
    struct plan_layout *layouts;
    size_t layout_count;
    unsigned **indices; /* by arch and index of a model's layout: index of the distinct layout */
    uint16_t *bases; /* block_count bases for each layout, then a row for views that failed to open; see strata_bases */
    size_t block_count;
    unsigned *columns; /* by block, from 1 on: column of its members in the rows of grades */
    uint64_t *words;   /* extents, and slots of members whose kind differs */
    size_t word_count;
    struct plan_alias *aliases;
    size_t alias_count;
    struct plan_range *ranges;
    size_t range_count;
    struct answers answers; /* the rows of grades; `ranges` have their numbers */
};

/* Returns the number of an arch in targets, from 1 on. */
static inline unsigned plan_arch_number(const struct arch *arch)
{
    return arch->index + 1;
}

/* Returns the target of a version on an arch. */
static inline uint64_t plan_target(const struct arch *arch, uint64_t version)
{
    return STRATA_TARGET(version, plan_arch_number(arch));
}

/* Returns true if headers can hold all layouts of the chosen records; else reports [limit]. A header has an offset for
 * each member in each layout, even if the member is absent. */
bool plans_fit(const struct model *model, struct diags *diags, const struct choice *choice);

/* Makes the plan of a record on the chosen arches. Reports [limit] if the tables of the runtime cannot hold it. */
struct plan *plan_new(const struct model *model, struct diags *diags, const struct choice *choice,
                      const struct record *record);

/* Finds the versions of a layout on an arch. Returns false if there are none: an arch that shares the layouts of
 * another arch may have only newer versions. */
bool plan_find_versions(const struct record_on *on, const struct layout *layout, struct version_range *range);

/* Returns the index of a layout among the distinct ones. */
unsigned plan_find_layout(const struct plan *plan, const struct layout *layout);

/* plan_blocks.c: finds the blocks of members that move together, and the numbers of the members. Needs the `column` of
 * each member. Reports [limit] if the tables of the runtime cannot hold the result. */
void plan_find_blocks(struct arena *arena, struct diags *diags, struct plan *plan);

/* Returns the name in C of the first version of a range: "6_1". A range that begins before the axis gets the name of
 * the first release. */
const char *plan_version_label(const struct model *model, struct version_range in);

#endif
