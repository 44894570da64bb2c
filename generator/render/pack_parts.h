/*
 * What the files of export_pack share: a pack that is being made, part by part.
 */
#ifndef RENDER_PACK_PARTS_H
#define RENDER_PACK_PARTS_H

#include "base/buffer.h"
#include "model/model.h"
#include "strata_pack.h"

struct choice;
struct intern;
struct map;

/* Records of a part that are there once, however often they are asked for. */
struct pack_once {
    struct intern *bytes;
    struct map *offsets; /* the interned bytes -> their offset in the part, and one more */
};

struct pack {
    const struct model *model;
    const struct choice *choice;
    struct buffer parts[STRATA_PACK_PARTS];
    struct pack_once once[STRATA_PACK_PARTS]; /* of texts, bases, shapes and values */
    struct map *types;                        /* struct type -> its number, and one more */
    struct map *rows;                         /* struct row -> struct row_facts */
    const uint64_t *targets;
    size_t target_count;
    const struct record *based; /* the last record whose bases were asked for, */
    uint32_t base;              /* and their row */
    const char *limit;          /* what there is too much of, or NULL */
    size_t limit_most;          /* as many as there may be */
};

/* Numbers as packs have them, appended to a part. */
void pack_add_u32(struct pack *pack, strata_pack_part part, uint32_t value);
void pack_add_u64(struct pack *pack, strata_pack_part part, uint64_t value);

/* The offset in a part of bytes that are added to it if they are not in it yet; of a text, whose NUL is added. */
uint32_t pack_add_once(struct pack *pack, strata_pack_part part, const void *bytes, size_t size);
uint32_t pack_add_text(struct pack *pack, const char *text);

/* Returns how many records of `size` bytes a part has. */
uint32_t pack_record_count(const struct pack *pack, strata_pack_part part, uint32_t size);

/* Appends the hash table of names to a part: at most two thirds full; 16 bits of the hash, and the number plus one in
 * 16; 0 is a free entry. */
enum { PACK_NAMES_MOST = 0xFFFF };
void pack_write_index(struct pack *pack, strata_pack_part part, const char *const *names, size_t count);

/* pack_targets.c: the targets from which on something is different, in ascending order. */
void pack_find_targets(struct pack *pack);

/* pack_targets.c: the number of the row that says how well a record is known at each of them. */
uint32_t pack_find_base(struct pack *pack, const struct record *record);

/* Ranges of one type, as they are found: targets ascending on each arch, arch by arch. */
struct pack_ranges {
    const struct arch *arch; /* of the last one */
    uint32_t last;           /* its layout; STRATA_LAYOUT_NONE at first */
};
void pack_add_range(struct pack *pack, struct pack_ranges *ranges, const struct arch *arch, uint64_t version,
                    uint32_t layout);

/* The members of one type, and where they lie in its layouts, which come in the order of their numbers. */
struct pack_members {
    struct pack_state *states; /* by member */
    size_t count;
    struct buffer runs; /* of struct pack_run, in the order of the layouts */
};
struct pack_members pack_members_new(size_t count);
void pack_add_run(struct pack *pack, struct pack_members *members, size_t member, uint32_t layout, uint32_t shape,
                  uint32_t value);

/* Ends the type, whose name and kind are given: adds the members that are in some layout, under their names. Layouts
 * and ranges of it have been added since the last type. The memory of `members` is given back. */
struct pack_type {
    const char *name;
    strata_pack_type_kind kind;
    unsigned index_low, index_bits;
    uint32_t first_range, first_layout, base;
    uint32_t layout_count;
};
struct pack_type pack_type_begin(struct pack *pack, const char *name, strata_pack_type_kind kind);
void pack_type_end(struct pack *pack, const struct pack_type *type, struct pack_members *members,
                   const char *const *names);

/* Notes that there is more of something than a pack can hold. The first such note is reported. */
void pack_check_limit(struct pack *pack, size_t count, size_t most, const char *what);

/* pack_record.c, pack_enum.c: the types themselves. */
void pack_add_record(struct pack *pack, const struct record *record);
void pack_add_enumeration(struct pack *pack, const struct enumeration *enumeration);

/* Appends the record of a type. */
void pack_write_type(struct pack *pack, const struct pack_type *type, uint32_t first_member);

#endif
