/*
 * What generated code needs to know of a record beyond the model: its layouts over all versions and arches, each once
 * and with a name, and for each member the accessors that serve all of them. The header, its asserts and its printer
 * are all made from this one plan.
 */
#ifndef RENDER_PLAN_H
#define RENDER_PLAN_H

#include "model/model.h"
#include "strata.h"

struct choice;

enum { SLOT_WORDS_MOST = 3, RECORD_TYPES_MOST = 16 };

/* A slot of runtime/strata.h, in the same digits: KT WW SS ZZ OOOOOOOO. */
#define SLOT_ABSENT 0xF000000000000000u
#define SLOT_UNKNOWN 0xE000000000000000u

/* How a member's scalars, or its elements, can be read and set. */
struct plan_access {
    bool exists;
    bool is_signed;
    bool is_plain; /* one size and sign in all layouts, and never a bit-field */
    bool is_word;  /* unsigned, of 4 bytes in some layouts and 8 in others, and never a bit-field */
    unsigned bits; /* of the C type that holds every row: 8, 16, 32 or 64 */
};

/* What all scalars, or all elements, of a member have been seen to be. */
struct plan_seen {
    unsigned sizes;         /* set of sizes in bytes */
    unsigned unsigned_bits; /* the most that an unsigned one has */
    unsigned signed_bits;
    bool bit_field;
    bool pointer;
};

struct plan_member {
    const struct member *member;
    struct plan_seen scalars;
    struct plan_seen elements;
    const char *name; /* in C, once it is settled */
    unsigned index;   /* of its first word in a layout's slots */
    unsigned words;   /* 1, or 2 where it is an array or a record in some layout, or 3 with columns; 0: in none */
    struct plan_access scalar;
    struct plan_access element;
    bool has_count;                                  /* an array in some layout */
    const struct record *records[RECORD_TYPES_MOST]; /* the types that it is a record of, by their number */
    bool single[RECORD_TYPES_MOST];                  /* as one record in some layout, */
    bool array[RECORD_TYPES_MOST];                   /* as an array of them in some */
    unsigned record_count;
};

/* A distinct layout. */
struct plan_layout {
    const struct layout *layout; /* one of those that are the same */
    const char *label;           /* "6_1_x64": where it is met first */
    const char *title;           /* "6.1..6.3 on x64", all of them */
    uint64_t *slots;             /* the record's slot_count of them */
    uint32_t hash;               /* of the size and the slots */
};

/* "6_1", "x64" -> the layout: for every release, and every point that is called like one. */
struct plan_alias {
    const char *version;
    const struct arch *arch;
    unsigned layout;
};

/* A run of targets with one layout and one basis. */
struct plan_range {
    uint64_t target;
    unsigned layout;   /* layout_count: the record does not exist */
    const char *basis; /* as runtime/strata.h calls it, less the prefix */
};

struct plan {
    const struct record *record;
    const char *name; /* in C, once it is settled */
    struct plan_member *members;
    size_t member_count;
    unsigned slot_count; /* words of a layout */
    struct plan_layout *layouts;
    size_t layout_count;
    unsigned **indices; /* by index of arch and of a model's layout on it: the index among the distinct ones */
    struct plan_alias *aliases;
    size_t alias_count;
    struct plan_range *ranges;
    size_t range_count;
};

/* The number of an arch in targets: from 1 on. */
static inline unsigned plan_arch_number(const struct arch *arch)
{
    return arch->index + 1;
}

/* A version on an arch. */
static inline uint64_t plan_target(const struct arch *arch, uint64_t version)
{
    return STRATA_TARGET(version, plan_arch_number(arch));
}

/* Returns true if headers of the chosen records can hold all of their layouts; else reports [limit]. A header has an
 * offset for each member in each layout, also where the member is absent. */
bool plans_fit(const struct model *model, struct diags *diags, const struct choice *choice);

/* Makes the plan of a record on the chosen arches; reports [limit] where the runtime's tables cannot hold it. */
struct plan *plan_new(const struct model *model, struct diags *diags, const struct choice *choice,
                      const struct record *record);

/* The index of one of the record's layouts among the distinct ones. */
unsigned plan_find_layout(const struct plan *plan, const struct layout *layout);

/* plan_slots.c: slot, extent and columns of one entry of a layout, less the number of its type where it is a record. */
void plan_describe_entry(const struct layout *layout, const struct layout_member *entry, uint64_t *words);

/* plan_slots.c: as many of these words as the member has, with that number. */
void plan_write_slots(const struct plan_member *member, const struct layout *layout, const struct layout_member *entry,
                      uint64_t *slots);

/* plan_slots.c: takes note of one entry of a member, and when all have been seen decides what accessors it needs. */
void plan_see_entry(struct plan_member *member, const struct layout_member *entry, struct diags *diags);
void plan_choose_access(struct plan_member *member);

/* "6_1": the name of the version that a range begins with, in C. Before the axis: its first release. */
const char *plan_version_label(const struct model *model, struct version_range in);

#endif
