/*
 * A pack that is being built, part by part. Shared by the files of packs.
 */
#ifndef PACK_PARTS_H
#define PACK_PARTS_H

#include "base/buffer.h"
#include "model/model.h"
#include "strata_pack.h"
#include "strata_set.h"

struct choice;
struct intern;
struct map;

/* Records of a part that stores equal records only once. */
struct pack_once {
    struct intern *bytes;
    struct map *offsets; /* interned bytes -> their offset in the part, plus 1 */
};

/* A pack that is being built. */
struct pack {
    const struct model *model;
    const struct choice *choice;
    bool is_of_whole_builds;
    struct buffer parts[STRATA_PACK_PARTS];
    struct pack_once once[STRATA_PACK_PARTS]; /* stored records of the texts, shapes, values, cells and grades */
    struct map *types;                        /* struct type -> its number plus 1 */
    struct map *rows;                         /* struct row -> struct row_facts */
    const uint64_t *targets;
    size_t target_count;
    struct intern *evidences;     /* lists of sightings: the evidence on each architecture, */
    struct map *evidence_numbers; /* and for each list the number of its record, plus 1 */
    uint32_t evidence_count;
    struct buffer tables; /* of struct pack_table; only table.c uses it */
    const char *limit;    /* name of a limit of the format that the pack exceeds, or NULL */
    size_t limit_most;    /* maximum of that limit */
};

/* Append numbers to a part in the pack's byte order. */
void pack_add_u32(struct pack *pack, strata_pack_part part, uint32_t value);
void pack_add_u64(struct pack *pack, strata_pack_part part, uint64_t value);

/* Return the offset of bytes, or of a text with its NUL, in a part. They are added if they are new. */
uint32_t pack_add_once(struct pack *pack, strata_pack_part part, const void *bytes, size_t size);
uint32_t pack_add_text(struct pack *pack, const char *text);

/* Returns how many records of `size` bytes a part has. */
uint32_t pack_record_count(const struct pack *pack, strata_pack_part part, uint32_t size);

/* Appends a hash table of names to a part. It is at most two thirds full. An entry is 16 bits of the hash and 16 bits
 * with the number plus 1; 0 is a free entry. */
enum { PACK_NAMES_MOST = 0xFFFF };
void pack_write_index(struct pack *pack, strata_pack_part part, const char *const *names, size_t count);

/* targets.c: finds the targets at which some layout changes, ascending. */
void pack_find_targets(struct pack *pack);

/* targets.c: pack_find_record_evidence and its sibling for enumerations return the number of the record's lists of
 * sightings. pack_end_evidence ends the last list and adds the kernels of the axis. */
uint32_t pack_find_record_evidence(struct pack *pack, const struct record *record);
uint32_t pack_find_enum_evidence(struct pack *pack, const struct enumeration *enumeration);
void pack_end_evidence(struct pack *pack);

/* targets.c: add the pairs of kernels that share one version, and the identities of kernels. */
void pack_add_twins(struct pack *pack);
void pack_add_identities(struct pack *pack);

/* Ranges of one type, in the order in which the pack finds them: architecture by architecture, with ascending
 * targets. */
struct pack_ranges {
    const struct arch *arch; /* arch of the last range */
    uint32_t last;           /* layout of the last range; STRATA_LAYOUT_NONE at first */
};
void pack_add_range(struct pack *pack, struct pack_ranges *ranges, const struct arch *arch, uint64_t version,
                    uint32_t layout);

/* The members of one type and their offsets in its layouts. The layouts come in the order of their numbers. */
struct pack_members {
    struct pack_state *states; /* one for each member */
    size_t count;
    struct buffer runs; /* array of struct pack_run, in the order of layouts */
};
struct pack_members pack_members_new(size_t count);
void pack_add_run(struct pack *pack, struct pack_members *members, size_t member, uint32_t layout, uint32_t shape,
                  uint32_t value);

/* True if the member exists in a layout that was already added. The pack leaves out members that exist in no layout. */
bool pack_has_member(const struct pack_members *members, size_t member);

/* Ends a type with its name and kind: adds the members that exist in some layout, and their names. Its layouts and
 * ranges have been added since the last type. Frees the memory of `members`. */
struct pack_type {
    const char *name;
    strata_pack_type_kind kind;
    unsigned index_low, index_bits;
    uint32_t first_range, first_layout, evidence;
    uint32_t layout_count;
    bool has_table;
};
struct pack_type pack_type_begin(struct pack *pack, const char *name, strata_pack_type_kind kind);
void pack_type_end(struct pack *pack, const struct pack_type *type, struct pack_members *members,
                   const char *const *names);

/* Records that `count` exceeds a maximum of the format. Only the first excess is reported. */
void pack_check_limit(struct pack *pack, size_t count, size_t most, const char *what);

/* table.c: true if somebody saw single members of a record in some build. Such a record gets a table of answers,
 * because the ranges and the evidence of other types do not tell how well its members are known. */
bool pack_has_table(const struct pack *pack, const struct record *record);

/* table.c: adds the table of answers of a record, whose members and layouts have been added already. `numbers` has the
 * numbers of the layouts for each architecture. pack_end_tables adds the points and the cells of all tables. */
void pack_add_table(struct pack *pack, const struct record *record, struct pack_type *type,
                    const struct pack_members *members, uint32_t *const *numbers);
void pack_end_tables(struct pack *pack);

/* types.c: add the types. */
void pack_add_record(struct pack *pack, const struct record *record);
void pack_add_enumeration(struct pack *pack, const struct enumeration *enumeration);

/* Appends the record of a type. */
void pack_write_type(struct pack *pack, const struct pack_type *type, uint32_t first_member);

#endif
