/* SPDX-License-Identifier: 0BSD
 *
 * strata_pack.h: layouts that a program loads at run time, from a file that `strata pack` writes.
 *
 * Generated headers compile layouts into a program. A pack is a file beside it, so a new version needs a new file but
 * no new build. The caller maps the file or reads it into memory, and strata_pack_open verifies it once. After that no
 * call reads outside of it, whoever made it. Nothing is copied or allocated. Calls find slots as strata.h defines them,
 * so the functions of strata.h read the structures.
 *
 * A pack may be at any address, on hosts of either byte order; pack.md beside this file describes its format. Like
 * strata.h this file needs no library and keeps no state. C99 or later, C++11 or later.
 */
#ifndef STRATA_PACK_INCLUDED
#define STRATA_PACK_INCLUDED

#include "strata.h"
#include "strata_identity.h"
#include "strata_known.h"

/* ---- Packs ------------------------------------------------------------------------------------------------------- */

/** Newest version of the format that this file reads. */
#define STRATA_PACK_FORMAT 3u

/** Version of the format of packs without tables of answers. This file reads it, too. */
#define STRATA_PACK_FORMAT_WITHOUT_TABLES 2u

/** The parts of a pack: those of its header in their order, then those after them; pack.md describes them. */
typedef enum strata_pack_part {
    STRATA_PACK_TEXTS,        /**< names and types, each followed by a NUL */
    STRATA_PACK_ARCHES,       /**< architectures */
    STRATA_PACK_VERSIONS,     /**< names of versions */
    STRATA_PACK_TARGETS,      /**< targets at which some layout changes */
    STRATA_PACK_SIGHTINGS,    /**< targets that somebody has looked at, and runs that a document speaks of */
    STRATA_PACK_EVIDENCE,     /**< lists of sightings that hold for a type */
    STRATA_PACK_KERNELS,      /**< builds that run the kernel of another build */
    STRATA_PACK_TWINS,        /**< attested targets, and those of other kernels of their versions */
    STRATA_PACK_IDENTITIES,   /**< identities of attested kernels */
    STRATA_PACK_TYPES,        /**< structures, unions, enums and flags */
    STRATA_PACK_TYPE_INDEX,   /**< hash table of the types' names */
    STRATA_PACK_LAYOUTS,      /**< layouts of each type */
    STRATA_PACK_RANGES,       /**< layout of each type in each range of targets */
    STRATA_PACK_MEMBERS,      /**< members of structures, and enumerators */
    STRATA_PACK_MEMBER_INDEX, /**< hash tables of the members' names, one for each type */
    STRATA_PACK_RUNS,         /**< shape and offset of a member in each range of layouts */
    STRATA_PACK_SHAPES,       /**< kind, size, type and slots of members */
    STRATA_PACK_VALUES,       /**< values of enumerators */
    STRATA_PACK_ADDRESSES,    /**< addresses of variables and functions, by name and target */
    STRATA_PACK_POINTS,       /**< targets at which an answer of some table changes */
    STRATA_PACK_TABLES,       /**< answers for structures of which single members were seen */
    STRATA_PACK_CELLS,        /**< number of an answer for each point */
    STRATA_PACK_ANSWERS,      /**< layouts with their grades */
    STRATA_PACK_COLUMNS,      /**< column of each member in the grades */
    STRATA_PACK_GRADES,       /**< rows of grades */
    STRATA_PACK_PARTS         /**< number of parts */
} strata_pack_part;

/** Number of parts in the header. */
#define STRATA_PACK_HEADER_PARTS 18u

/** One part of a pack. */
typedef struct strata_pack_records {
    const unsigned char *bytes; /**< bytes of the part, owned by the caller */
    uint32_t count;             /**< number of records; of texts: number of bytes */
} strata_pack_records;

/** An open pack. It and its bytes belong to the caller, and must outlive everything that is found in the pack. */
typedef struct strata_pack {
    strata_pack_records parts[STRATA_PACK_PARTS]; /**< indexed by strata_pack_part */
    uint32_t type_count;                          /**< number of structures, unions, enums and flags */
} strata_pack;

/** In place of the index of a type: no type. */
#define STRATA_PACK_NONE 0xFFFFFFFFu

/* Sizes in bytes of the header and of a record of each part. */
#define STRATA_PACK_MAGIC_ 0x4B43415052545389u
#define STRATA_PACK_HEADER_ 168u
#define STRATA_PACK_ARCH_ 8u
#define STRATA_PACK_VERSION_ 16u
#define STRATA_PACK_EVIDENCE_ 8u
#define STRATA_PACK_KERNEL_ 16u
#define STRATA_PACK_TWIN_ 16u
#define STRATA_PACK_IDENTITY_ 40u
#define STRATA_PACK_TYPE_ 28u
#define STRATA_PACK_LAYOUT_ 12u
#define STRATA_PACK_RANGE_ 8u
#define STRATA_PACK_MEMBER_ 8u
#define STRATA_PACK_RUN_ 8u
#define STRATA_PACK_SHAPE_ 28u

#define STRATA_PACK_ADDRESS_ 16u
#define STRATA_PACK_TABLE_ 24u
#define STRATA_PACK_ANSWER_ 8u

/* Size of the number and the length before a part that the header does not have. */
#define STRATA_PACK_MORE_ 8u

/* In a table in place of a layout: the structure is not on the architecture. */
#define STRATA_PACK_NO_ARCH_ 0xFFFFFFFDu

/* The slot of an absent member. */
#define STRATA_PACK_ABSENT_ ((strata_slot)STRATA_TAG_ABSENT << 56)

/** Returns the size in bytes of a record of a part. */
static inline uint32_t strata_pack_record_size(uint32_t part)
{
    static const unsigned char sizes[STRATA_PACK_PARTS] = {
        1, STRATA_PACK_ARCH_, STRATA_PACK_VERSION_, 8, 8, STRATA_PACK_EVIDENCE_, STRATA_PACK_KERNEL_,
        STRATA_PACK_TWIN_, STRATA_PACK_IDENTITY_, STRATA_PACK_TYPE_, 4, STRATA_PACK_LAYOUT_, STRATA_PACK_RANGE_,
        STRATA_PACK_MEMBER_, 4, STRATA_PACK_RUN_, STRATA_PACK_SHAPE_, 8, STRATA_PACK_ADDRESS_, 8, STRATA_PACK_TABLE_,
        1, STRATA_PACK_ANSWER_, 2, 1,
    };

    return sizes[part];
}

/** Returns record `index` of a part, whose records have `size` bytes. */
STRATA_INLINE const unsigned char *strata_pack_record(const strata_pack *pack, strata_pack_part part, uint32_t index,
                                                      uint32_t size)
{
    return pack->parts[part].bytes + (size_t)index * size;
}

/** Returns the text at an offset. */
STRATA_INLINE const char *strata_pack_text(const strata_pack *pack, uint32_t offset)
{
    return (const char *)pack->parts[STRATA_PACK_TEXTS].bytes + offset;
}

/** Returns the target with that index. */
STRATA_INLINE strata_target strata_pack_target(const strata_pack *pack, uint32_t index)
{
    return strata_load_u64(strata_pack_record(pack, STRATA_PACK_TARGETS, index, 8));
}

/* ---- Verification ------------------------------------------------------------------------------------------------ */

/**
 * Returns the checksum of the `size` bytes of a pack, a multiple of 8: of all words except the third, its own place.
 */
static inline uint64_t strata_pack_checksum(const unsigned char *bytes, size_t size)
{
    uint64_t sum = 0;
    size_t at;

    for (at = 0; at < size; at += 8) {
        if (at == 16)
            continue;
        sum = (sum ^ strata_load_u64(bytes + at)) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 32;
    }
    return sum;
}

/** Returns 1 if the word at byte `at` of each record of a part is less than `limit`, else 0. */
static inline int strata_pack_below(const strata_pack *pack, strata_pack_part part, uint32_t size, uint32_t at,
                                    uint32_t limit)
{
    uint32_t i;

    for (i = 0; i < pack->parts[part].count; i++)
        if (strata_load_u32(strata_pack_record(pack, part, i, size) + at) >= limit)
            return 0;
    return 1;
}

/** Returns 1 if the word at byte `at` of the records of a part begins at 0, never falls and ends at `last`, else 0. */
static inline int strata_pack_rises(const strata_pack *pack, strata_pack_part part, uint32_t size, uint32_t at,
                                    uint32_t last)
{
    uint32_t before = 0;
    uint32_t i;

    for (i = 0; i < pack->parts[part].count; i++) {
        uint32_t value = strata_load_u32(strata_pack_record(pack, part, i, size) + at);

        if (value < before || (i == 0 && value != 0))
            return 0;
        before = value;
    }
    return i != 0 && before == last;
}

/** Returns 1 if all alignments are powers of two, else 0. */
static inline int strata_pack_verify_layouts(const strata_pack *pack)
{
    uint32_t i;

    for (i = 0; i < pack->parts[STRATA_PACK_LAYOUTS].count; i++) {
        uint32_t align =
            strata_load_u32(strata_pack_record(pack, STRATA_PACK_LAYOUTS, i, STRATA_PACK_LAYOUT_) + 8);

        if (align == 0 || (align & (align - 1)) != 0)
            return 0;
    }
    return 1;
}

/** Returns 1 if the hash table of `count` names has a valid size and only valid entries, else 0. */
static inline int strata_pack_verify_index(const unsigned char *index, uint32_t size, uint32_t count)
{
    uint32_t i;

    if ((size & (size - 1)) != 0)
        return 0;
    for (i = 0; i < size; i++)
        if ((strata_load_u32(index + (size_t)i * 4) & 0xFFFFu) > count)
            return 0;
    return 1;
}

/** Returns 1 if records from `first` to before `end` of a part of targets ascend, else 0. */
static inline int strata_pack_ascends(const strata_pack *pack, strata_pack_part part, uint32_t first, uint32_t end)
{
    uint32_t i;

    for (i = first + 1; i < end; i++)
        if (strata_load_u64(strata_pack_record(pack, part, i - 1, 8)) >=
            strata_load_u64(strata_pack_record(pack, part, i, 8)))
            return 0;
    return 1;
}

/** Returns 1 if all lists of sightings are valid, else 0. */
static inline int strata_pack_verify_evidence(const strata_pack *pack)
{
    uint32_t count = pack->parts[STRATA_PACK_EVIDENCE].count;
    uint32_t sightings = pack->parts[STRATA_PACK_SIGHTINGS].count;
    uint32_t at = 0;
    uint32_t i;

    if (count == 0)
        return 0;
    for (i = 0; i < count; i++) {
        const unsigned char *record = strata_pack_record(pack, STRATA_PACK_EVIDENCE, i, STRATA_PACK_EVIDENCE_);
        uint32_t seen = strata_load_u32(record);
        uint32_t documented = strata_load_u32(record + 4);

        if (seen < at || (i == 0 && seen != 0) || documented < seen || documented > sightings ||
            ((seen - at) & 1) != 0 || !strata_pack_ascends(pack, STRATA_PACK_SIGHTINGS, at, seen) ||
            !strata_pack_ascends(pack, STRATA_PACK_SIGHTINGS, seen, documented))
            return 0;
        at = documented;
    }
    return at == sightings;
}

/** Returns 1 if strata.h can read by a shape and its references are valid, else 0. */
static inline int strata_pack_verify_shape(const strata_pack *pack, const unsigned char *shape)
{
    strata_slot slot = (strata_slot)strata_load_u32(shape) << 32;
    uint32_t size = strata_load_u32(shape + 4);
    uint32_t count = strata_load_u32(shape + 8);
    uint32_t type = strata_load_u32(shape + 20);
    uint32_t unit = strata_slot_unit(slot);
    uint32_t tag = strata_slot_tag(slot);

    if (shape[24] > 6 || shape[25] > 2 || (type != STRATA_PACK_NONE && type >= pack->type_count))
        return 0;
    if (tag == STRATA_TAG_UNKNOWN || tag == STRATA_TAG_ABSENT)
        return 1;
    if ((count == STRATA_COUNT_REST && size == 0) ||
        ((tag == STRATA_TAG_SCALAR || tag == STRATA_TAG_FLOAT) && count != 1) ||
        (tag == STRATA_TAG_RECORD && count != 1 && count != STRATA_COUNT_REST))
        return 0;
    if (tag == STRATA_TAG_SCALAR || tag == STRATA_TAG_ARRAY)
        return (unit == 1 || unit == 2 || unit == 4 || unit == 8) && size == unit && (slot >> 46 & 3) == 0 &&
               strata_slot_shift(slot) + strata_slot_bits(slot) <= unit * 8;
    if (tag == STRATA_TAG_FLOAT || tag == STRATA_TAG_FLOAT_ARRAY)
        return (unit == 4 || unit == 8) && size == unit && (slot >> 40 & 0xFFFFu) == 0;
    return (tag == STRATA_TAG_RECORD || tag == STRATA_TAG_RECORD_ARRAY) && type != STRATA_PACK_NONE &&
           strata_pack_record(pack, STRATA_PACK_TYPES, type, STRATA_PACK_TYPE_)[4] < 2;
}

/** Returns 1 if the ranges of a type ascend and refer to its layouts, else 0. */
static inline int strata_pack_verify_ranges(const strata_pack *pack, const unsigned char *type, uint32_t layouts)
{
    uint32_t first = strata_load_u32(type + 12);
    uint32_t end = strata_load_u32(type + STRATA_PACK_TYPE_ + 12);
    uint32_t i;

    for (i = first; i < end; i++) {
        const unsigned char *range = strata_pack_record(pack, STRATA_PACK_RANGES, i, STRATA_PACK_RANGE_);
        uint32_t target = strata_load_u32(range);
        uint32_t layout = strata_load_u32(range + 4);

        if (target >= pack->parts[STRATA_PACK_TARGETS].count || (layout >= layouts && layout != STRATA_LAYOUT_NONE))
            return 0;
        if (i > first && strata_load_u32(range - STRATA_PACK_RANGE_) >= target)
            return 0;
    }
    return 1;
}

/** Returns 1 if the runs of a member ascend and fit the kind of its type, else 0. */
static inline int strata_pack_verify_runs(const strata_pack *pack, const unsigned char *member, uint32_t layouts,
                                          int is_enum)
{
    uint32_t first = strata_load_u32(member + 4);
    uint32_t end = strata_load_u32(member + STRATA_PACK_MEMBER_ + 4);
    uint32_t i;

    for (i = first; i < end; i++) {
        const unsigned char *run = strata_pack_record(pack, STRATA_PACK_RUNS, i, STRATA_PACK_RUN_);
        uint32_t value = strata_load_u32(run);
        uint32_t word = strata_load_u32(run + 4);
        uint32_t shape = word & 0xFFFFFu;

        if (word >> 20 >= layouts || shape >= pack->parts[STRATA_PACK_SHAPES].count)
            return 0;
        if (i > first && strata_load_u32(run - 4) >> 20 >= word >> 20)
            return 0;
        if (is_enum ? shape > 1 : shape == 1)
            return 0;
        if (shape == 1 && value >= pack->parts[STRATA_PACK_VALUES].count)
            return 0;
    }
    return 1;
}

/** Returns 1 if a type and everything that belongs to it is valid, else 0. */
static inline int strata_pack_verify_type(const strata_pack *pack, const unsigned char *type)
{
    const unsigned char *next = type + STRATA_PACK_TYPE_;
    uint32_t first = strata_load_u32(type + 8);
    uint32_t count = strata_load_u32(next + 8) - first;
    uint32_t layouts = strata_load_u32(next + 16) - strata_load_u32(type + 16);
    uint32_t index = strata_load_u32(type + 20);
    uint32_t row = strata_load_u32(type + 24);
    int is_enum = type[4] > 1;
    uint32_t i;

    if (type[4] > 3 || type[5] > 63 || type[5] + type[6] > 64)
        return 0;
    if (row >= pack->parts[STRATA_PACK_EVIDENCE].count - 1)
        return 0;
    if (!strata_pack_verify_ranges(pack, type, layouts) ||
        !strata_pack_verify_index(strata_pack_record(pack, STRATA_PACK_MEMBER_INDEX, index, 4),
                                  strata_load_u32(next + 20) - index, count))
        return 0;
    for (i = first; i < first + count; i++)
        if (!strata_pack_verify_runs(pack, strata_pack_record(pack, STRATA_PACK_MEMBERS, i, STRATA_PACK_MEMBER_),
                                     layouts, is_enum))
            return 0;
    return 1;
}

/** Compares a record of an address with a name and a target. Returns less than 0 if the record comes before them. */
static inline int strata_pack_compare_address(const strata_pack *pack, const unsigned char *record, const char *name,
                                              strata_target target)
{
    const unsigned char *text = (const unsigned char *)strata_pack_text(pack, strata_load_u32(record + 8));
    const unsigned char *wanted = (const unsigned char *)name;
    strata_target own = strata_load_u64(record);
    size_t i;

    for (i = 0; text[i] != 0 && text[i] == wanted[i]; i++)
        ;
    if (text[i] != wanted[i])
        return text[i] < wanted[i] ? -1 : 1;
    return (own > target) - (own < target);
}

/** Returns 1 if the names of addresses are within the texts and the records ascend, else 0. The texts are valid. */
static inline int strata_pack_verify_addresses(const strata_pack *pack)
{
    const unsigned char *record = pack->parts[STRATA_PACK_ADDRESSES].bytes;
    uint32_t i;

    for (i = 0; i < pack->parts[STRATA_PACK_ADDRESSES].count; i++, record += STRATA_PACK_ADDRESS_) {
        if (strata_load_u32(record + 8) >= pack->parts[STRATA_PACK_TEXTS].count)
            return 0;
        if (i > 0 && strata_pack_compare_address(pack, record - STRATA_PACK_ADDRESS_,
                                                 strata_pack_text(pack, strata_load_u32(record + 8)),
                                                 strata_load_u64(record)) >= 0)
            return 0;
    }
    return 1;
}

/**
 * Returns 1 if the answers of a table and the columns of its `members` members are valid, else 0. They lie within their
 * parts. The structure has `layouts` layouts.
 */
static inline int strata_pack_verify_answers(const strata_pack *pack, const unsigned char *table, uint32_t layouts,
                                             uint32_t members)
{
    uint32_t grades = pack->parts[STRATA_PACK_GRADES].count;
    uint32_t count = strata_load_u32(table + 12);
    uint32_t width = strata_load_u32(table + 20);
    const unsigned char *answer =
        strata_pack_record(pack, STRATA_PACK_ANSWERS, strata_load_u32(table + 8), STRATA_PACK_ANSWER_);
    const unsigned char *column = strata_pack_record(pack, STRATA_PACK_COLUMNS, strata_load_u32(table + 16), 2);
    uint32_t i;

    for (i = 0; i < count; i++, answer += STRATA_PACK_ANSWER_) {
        uint32_t layout = strata_load_u32(answer);
        uint32_t first = strata_load_u32(answer + 4);

        if ((layout >= layouts && layout < STRATA_PACK_NO_ARCH_) || first >= grades || width > grades - first)
            return 0;
    }
    for (i = 0; i < members; i++)
        if (strata_load_u16(column + (size_t)i * 2) >= width)
            return 0;
    return 1;
}

/**
 * Returns 1 if the table of a type is valid, else 0. Its answers and columns must begin at *answers and *columns; sets
 * both to their ends. Cells are checked where they are read, because tables may share them.
 */
static inline int strata_pack_verify_table(const strata_pack *pack, const unsigned char *table, uint32_t *answers,
                                           uint32_t *columns)
{
    const strata_pack_records *parts = pack->parts;
    const unsigned char *type =
        strata_pack_record(pack, STRATA_PACK_TYPES, strata_load_u32(table), STRATA_PACK_TYPE_);
    uint32_t members = strata_load_u32(type + STRATA_PACK_TYPE_ + 8) - strata_load_u32(type + 8);
    uint32_t layouts = strata_load_u32(type + STRATA_PACK_TYPE_ + 16) - strata_load_u32(type + 16);
    uint32_t count = strata_load_u32(table + 12);
    uint64_t cells = (uint64_t)parts[STRATA_PACK_POINTS].count * (count > 256 ? 2u : 1u);

    if (type[4] > 1 || (type[7] & 1) == 0 || strata_load_u32(table + 20) == 0 ||
        strata_load_u32(table + 4) + cells > parts[STRATA_PACK_CELLS].count)
        return 0;
    if (count == 0 || strata_load_u32(table + 8) != *answers ||
        count > parts[STRATA_PACK_ANSWERS].count - *answers || strata_load_u32(table + 16) != *columns ||
        members > parts[STRATA_PACK_COLUMNS].count - *columns)
        return 0;
    *answers += count;
    *columns += members;
    return strata_pack_verify_answers(pack, table, layouts, members);
}

/** Returns 1 if each type that says so has a valid table, and no other type has one; else 0. The types are valid. */
static inline int strata_pack_verify_tables(const strata_pack *pack)
{
    const strata_pack_records *parts = pack->parts;
    const unsigned char *table = parts[STRATA_PACK_TABLES].bytes;
    uint32_t answers = 0, columns = 0, flagged = 0, i;

    for (i = 0; i < pack->type_count; i++)
        flagged += strata_pack_record(pack, STRATA_PACK_TYPES, i, STRATA_PACK_TYPE_)[7] & 1u;
    if (parts[STRATA_PACK_TABLES].count != flagged)
        return 0;
    for (i = 0; i < flagged; i++, table += STRATA_PACK_TABLE_)
        if (strata_load_u32(table) >= pack->type_count ||
            (i > 0 && strata_load_u32(table) <= strata_load_u32(table - STRATA_PACK_TABLE_)) ||
            !strata_pack_verify_table(pack, table, &answers, &columns))
            return 0;
    for (i = 0; i < parts[STRATA_PACK_GRADES].count; i++)
        if (parts[STRATA_PACK_GRADES].bytes[i] > (unsigned char)STRATA_DISPUTED)
            return 0;
    return strata_pack_ascends(pack, STRATA_PACK_POINTS, 0, parts[STRATA_PACK_POINTS].count);
}

/** Returns 1 if all counts and references of a pack are valid, else 0. Its parts must lie within its bytes. */
static inline int strata_pack_verify(strata_pack *pack)
{
    const strata_pack_records *parts = pack->parts;
    uint32_t texts = parts[STRATA_PACK_TEXTS].count;
    uint32_t types = parts[STRATA_PACK_TYPES].count;
    uint32_t members = parts[STRATA_PACK_MEMBERS].count;
    uint32_t i;

    if (texts == 0 || types == 0 || members == 0 || parts[STRATA_PACK_TEXTS].bytes[texts - 1] != 0)
        return 0;
    pack->type_count = types - 1;
    if (parts[STRATA_PACK_SHAPES].count < 2)
        return 0;
    if (!strata_pack_below(pack, STRATA_PACK_ARCHES, STRATA_PACK_ARCH_, 0, texts) ||
        !strata_pack_below(pack, STRATA_PACK_VERSIONS, STRATA_PACK_VERSION_, 8, texts) ||
        !strata_pack_below(pack, STRATA_PACK_TYPES, STRATA_PACK_TYPE_, 0, texts) ||
        !strata_pack_below(pack, STRATA_PACK_MEMBERS, STRATA_PACK_MEMBER_, 0, texts) ||
        !strata_pack_below(pack, STRATA_PACK_SHAPES, STRATA_PACK_SHAPE_, 16, texts))
        return 0;
    if (!strata_pack_rises(pack, STRATA_PACK_TYPES, STRATA_PACK_TYPE_, 8, members - 1) ||
        !strata_pack_rises(pack, STRATA_PACK_TYPES, STRATA_PACK_TYPE_, 12, parts[STRATA_PACK_RANGES].count) ||
        !strata_pack_rises(pack, STRATA_PACK_TYPES, STRATA_PACK_TYPE_, 16, parts[STRATA_PACK_LAYOUTS].count) ||
        !strata_pack_rises(pack, STRATA_PACK_TYPES, STRATA_PACK_TYPE_, 20, parts[STRATA_PACK_MEMBER_INDEX].count) ||
        !strata_pack_rises(pack, STRATA_PACK_MEMBERS, STRATA_PACK_MEMBER_, 4, parts[STRATA_PACK_RUNS].count))
        return 0;
    if (!strata_pack_ascends(pack, STRATA_PACK_TARGETS, 0, parts[STRATA_PACK_TARGETS].count) ||
        !strata_pack_verify_evidence(pack) || !strata_pack_verify_layouts(pack) ||
        !strata_pack_verify_index(parts[STRATA_PACK_TYPE_INDEX].bytes, parts[STRATA_PACK_TYPE_INDEX].count, types - 1))
        return 0;
    for (i = 0; i < parts[STRATA_PACK_SHAPES].count; i++)
        if (!strata_pack_verify_shape(pack, strata_pack_record(pack, STRATA_PACK_SHAPES, i, STRATA_PACK_SHAPE_)))
            return 0;
    for (i = 0; i < pack->type_count; i++)
        if (!strata_pack_verify_type(pack, strata_pack_record(pack, STRATA_PACK_TYPES, i, STRATA_PACK_TYPE_)))
            return 0;
    return strata_pack_verify_addresses(pack) && strata_pack_verify_tables(pack);
}

/** Empties a pack, as after a failed open: it has no names. */
static inline void strata_pack_close(strata_pack *pack)
{
    uint32_t i;

    for (i = 0; i < STRATA_PACK_PARTS; i++) {
        pack->parts[i].bytes = STRATA_NULLPTR;
        pack->parts[i].count = 0;
    }
    pack->type_count = 0;
}

/** Finds the parts of a pack of `size` bytes in its header. Returns OK; INVALID: a part is not within the bytes. */
static inline strata_status strata_pack_take_parts(strata_pack *pack, const unsigned char *bytes, uint32_t size)
{
    uint32_t i;

    for (i = 0; i < STRATA_PACK_HEADER_PARTS; i++) {
        uint32_t offset = strata_load_u32(bytes + 24 + (size_t)i * 8);
        uint32_t count = strata_load_u32(bytes + 28 + (size_t)i * 8);

        if (offset < STRATA_PACK_HEADER_ || offset > size || count > (size - offset) / strata_pack_record_size(i))
            return STRATA_INVALID;
        pack->parts[i].bytes = bytes + offset;
        pack->parts[i].count = count;
    }
    return STRATA_OK;
}

/**
 * Finds the parts after the last one of the header, up to the size of the pack. Leaves out those that it does not know.
 * Returns OK; INVALID: a part is not within the bytes.
 */
static inline strata_status strata_pack_take_more(strata_pack *pack, const unsigned char *bytes, uint32_t size)
{
    const strata_pack_records *last = &pack->parts[STRATA_PACK_VALUES];
    uint32_t at = (uint32_t)(last->bytes - bytes) + last->count * strata_pack_record_size(STRATA_PACK_VALUES);

    for (at += (0u - at) % 8; at < size;) {
        uint32_t left = size - at - STRATA_PACK_MORE_; /* both are multiples of 8 */
        uint32_t length = strata_load_u32(bytes + at + 4);
        uint32_t number = strata_load_u32(bytes + at) - 1;

        if (length > left)
            return STRATA_INVALID;
        if (number < STRATA_PACK_PARTS - STRATA_PACK_HEADER_PARTS) {
            number += STRATA_PACK_HEADER_PARTS;
            pack->parts[number].bytes = bytes + at + STRATA_PACK_MORE_;
            pack->parts[number].count = length / strata_pack_record_size(number);
        }
        at += STRATA_PACK_MORE_ + length + (0u - length) % 8;
    }
    return STRATA_OK;
}

/**
 * Opens a pack and verifies all of it, in time proportional to its size.
 *
 * `size` may be larger than the pack, for example for a mapping. The bytes belong to the caller; they must not change.
 * The bytes and the pack, at its address, must outlive everything that is found in it.
 *
 * Returns OK; BAD_FORMAT: not a pack, or one of another format; TOO_SHORT: a part is missing, or `bytes` is NULL;
 * INVALID: the pack is damaged. On failure the pack is empty.
 */
static inline strata_status strata_pack_open(strata_pack *pack, const void *bytes, size_t size)
{
    const unsigned char *p = (const unsigned char *)bytes;
    strata_status status;
    uint32_t length;

    strata_pack_close(pack);
    if (p == STRATA_NULLPTR || size < STRATA_PACK_HEADER_)
        return STRATA_TOO_SHORT;
    if (strata_load_u64(p) != STRATA_PACK_MAGIC_ || strata_load_u32(p + 8) > STRATA_PACK_FORMAT ||
        strata_load_u32(p + 8) < STRATA_PACK_FORMAT_WITHOUT_TABLES)
        return STRATA_BAD_FORMAT;
    length = strata_load_u32(p + 12);
    if (length > size)
        return STRATA_TOO_SHORT;
    if (length < STRATA_PACK_HEADER_ || length % 8 != 0 || strata_pack_checksum(p, length) != strata_load_u64(p + 16))
        return STRATA_INVALID;
    status = strata_pack_take_parts(pack, p, length);
    if (status == STRATA_OK)
        status = strata_pack_take_more(pack, p, length);
    if (status == STRATA_OK && !strata_pack_verify(pack))
        status = STRATA_INVALID;
    if (status != STRATA_OK)
        strata_pack_close(pack);
    return status;
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

/** Returns the hash of a name, which ends at a NUL or `stop`. *size is its length in bytes. */
STRATA_INLINE uint64_t strata_pack_hash(const char *name, char stop, size_t *size)
{
    uint64_t hash = 0;
    size_t i;

    for (i = 0; name[i] != 0 && name[i] != stop; i++)
        hash = (hash << 7 | hash >> 57) ^ (unsigned char)name[i];
    *size = i;
    return hash * 0x9E3779B97F4A7C15u;
}

/** Returns 1 if the text at an offset equals the first `size` bytes of a name, else 0. These must not contain a NUL. */
STRATA_INLINE int strata_pack_same(const strata_pack *pack, uint32_t offset, const char *name, size_t size)
{
    const unsigned char *text = pack->parts[STRATA_PACK_TEXTS].bytes + offset;
    const unsigned char *wanted = (const unsigned char *)name;
    size_t i;

    if (size >= pack->parts[STRATA_PACK_TEXTS].count - offset || text[size] != 0)
        return 0;
    if (size < 4) {
        for (i = 0; i < size; i++)
            if (text[i] != wanted[i])
                return 0;
        return 1;
    }
    if (size < 8)
        return strata_load_u32(text) == strata_load_u32(wanted) &&
               strata_load_u32(text + size - 4) == strata_load_u32(wanted + size - 4);
    for (i = 0; i < size - 8; i += 8)
        if (strata_load_u64(text + i) != strata_load_u64(wanted + i))
            return 0;
    return strata_load_u64(text + size - 8) == strata_load_u64(wanted + size - 8);
}

/** A table of names: a hash table, and the records with the names. */
typedef struct strata_pack_names {
    const unsigned char *index;   /**< the hash table */
    uint32_t index_size;          /**< number of its entries: 0, or a power of two */
    const unsigned char *records; /**< records; the first four bytes are the offset of the name */
    uint32_t record_size;         /**< size of a record in bytes */
} strata_pack_names;

/**
 * Returns the number of the record with a name, which ends at a NUL or `stop`, or NONE. *end is the end of the name.
 */
STRATA_INLINE uint32_t strata_pack_find_name(const strata_pack *pack, const strata_pack_names *names, const char *name,
                                             char stop, const char **end)
{
    size_t size;
    uint64_t hash = strata_pack_hash(name, stop, &size);
    uint32_t at = (uint32_t)(hash >> 32);
    uint32_t left;

    *end = name + size;
    for (left = size != 0 ? names->index_size : 0; left > 0; left--, at++) {
        uint32_t entry = strata_load_u32(names->index + (size_t)(at & (names->index_size - 1)) * 4);
        uint32_t number = (entry & 0xFFFFu) - 1;

        if ((entry & 0xFFFFu) == 0)
            break;
        if (entry >> 16 == hash >> 48 &&
            strata_pack_same(pack, strata_load_u32(names->records + (size_t)number * names->record_size), name, size))
            return number;
    }
    return STRATA_PACK_NONE;
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

/** Kind of a type. */
typedef enum strata_pack_type_kind {
    STRATA_PACK_STRUCT = 0, /**< a structure */
    STRATA_PACK_UNION,      /**< a union */
    STRATA_PACK_ENUM,       /**< an enumeration; its members are enumerators */
    STRATA_PACK_FLAGS       /**< an enumeration whose values are or-ed */
} strata_pack_type_kind;

/** A structure, union, enum or flags. */
typedef struct strata_pack_type {
    const strata_pack *pack;    /**< its pack; NULL if the type was not found */
    const char *name;           /**< name, in the pack. A structure that is member M of S is "S.M" */
    uint32_t index;             /**< index among all types of the pack */
    uint32_t member_count;      /**< number of members or enumerators in all versions together */
    uint32_t first_member;      /**< index of the first member in the pack */
    strata_pack_type_kind kind; /**< kind of the type */
    uint32_t index_low;         /**< flags with an index in some bits: the lowest of these bits; else 0 */
    uint32_t index_bits;        /**< number of these bits; else 0 */
} strata_pack_type;

/** Returns type `index` of a pack, from 0 on. Returns OK; BAD_INDEX: past the last type, type->pack is NULL. */
STRATA_INLINE strata_status strata_pack_type_at(const strata_pack *pack, size_t index, strata_pack_type *type)
{
    const unsigned char *record;

    if (index >= pack->type_count) {
        type->pack = STRATA_NULLPTR;
        type->name = "";
        type->index = STRATA_PACK_NONE;
        type->member_count = type->first_member = type->index_low = type->index_bits = 0;
        type->kind = STRATA_PACK_STRUCT;
        return STRATA_BAD_INDEX;
    }
    record = strata_pack_record(pack, STRATA_PACK_TYPES, (uint32_t)index, STRATA_PACK_TYPE_);
    type->pack = pack;
    type->name = strata_pack_text(pack, strata_load_u32(record));
    type->index = (uint32_t)index;
    type->first_member = strata_load_u32(record + 8);
    type->member_count = strata_load_u32(record + STRATA_PACK_TYPE_ + 8) - type->first_member;
    type->kind = (strata_pack_type_kind)record[4];
    type->index_low = record[5];
    type->index_bits = record[6];
    return STRATA_OK;
}

/** Finds a type by its NUL-terminated name. Returns OK; BAD_NAME: the pack does not have it, type->pack is NULL. */
static inline strata_status strata_pack_find_type(const strata_pack *pack, const char *name, strata_pack_type *type)
{
    strata_pack_names names;
    const char *end;

    names.index = pack->parts[STRATA_PACK_TYPE_INDEX].bytes;
    names.index_size = pack->parts[STRATA_PACK_TYPE_INDEX].count;
    names.records = pack->parts[STRATA_PACK_TYPES].bytes;
    names.record_size = STRATA_PACK_TYPE_;
    return strata_pack_type_at(pack, strata_pack_find_name(pack, &names, name, 0, &end), type) == STRATA_OK
               ? STRATA_OK
               : STRATA_BAD_NAME;
}

/* ---- Members ----------------------------------------------------------------------------------------------------- */

/** A member of a structure, or an enumerator, in all versions. */
typedef struct strata_pack_member {
    const strata_pack *pack; /**< its pack; NULL if the member was not found */
    const char *name;        /**< name, in the pack; "" if the member was not found or has no name */
    uint32_t type;           /**< index of its structure or enum; STRATA_PACK_NONE if the member was not found */
    uint32_t index;          /**< index of the member in the pack */
} strata_pack_member;

/**
 * Returns member `index` of a type, from 0 on, in the order of the spec. Returns OK; BAD_INDEX: member->pack is NULL.
 */
STRATA_INLINE strata_status strata_pack_member_at(const strata_pack_type *type, size_t index,
                                                  strata_pack_member *member)
{
    const unsigned char *record;

    if (type->pack == STRATA_NULLPTR || index >= type->member_count) {
        member->pack = STRATA_NULLPTR;
        member->name = "";
        member->type = member->index = STRATA_PACK_NONE;
        return STRATA_BAD_INDEX;
    }
    member->pack = type->pack;
    member->type = type->index;
    member->index = type->first_member + (uint32_t)index;
    record = strata_pack_record(type->pack, STRATA_PACK_MEMBERS, member->index, STRATA_PACK_MEMBER_);
    member->name = strata_pack_text(type->pack, strata_load_u32(record));
    return STRATA_OK;
}

/** Finds a member by its name, which ends at a NUL or `stop`. *end is the end of the name. Returns OK, BAD_NAME. */
STRATA_INLINE strata_status strata_pack_find_member_until(const strata_pack_type *type, const char *name, char stop,
                                                          const char **end, strata_pack_member *member)
{
    const strata_pack *pack = type->pack;
    uint32_t number = STRATA_PACK_NONE;

    *end = name;
    if (pack != STRATA_NULLPTR) {
        const unsigned char *record = strata_pack_record(pack, STRATA_PACK_TYPES, type->index, STRATA_PACK_TYPE_);
        strata_pack_names names;

        names.index = strata_pack_record(pack, STRATA_PACK_MEMBER_INDEX, strata_load_u32(record + 20), 4);
        names.index_size = strata_load_u32(record + STRATA_PACK_TYPE_ + 20) - strata_load_u32(record + 20);
        names.records = strata_pack_record(pack, STRATA_PACK_MEMBERS, type->first_member, STRATA_PACK_MEMBER_);
        names.record_size = STRATA_PACK_MEMBER_;
        number = strata_pack_find_name(pack, &names, name, stop, end);
    }
    return strata_pack_member_at(type, number, member) == STRATA_OK ? STRATA_OK : STRATA_BAD_NAME;
}

/**
 * Finds a member or an enumerator by its NUL-terminated name. Members of anonymous structures and unions are included.
 *
 * Returns OK; BAD_NAME: no version of the type has it, member->pack is NULL.
 */
static inline strata_status strata_pack_find_member(const strata_pack_type *type, const char *name,
                                                    strata_pack_member *member)
{
    const char *end;

    return strata_pack_find_member_until(type, name, 0, &end, member);
}

/** Returns the run of a member that contains a layout, by the layout's number, or NULL. */
STRATA_INLINE const unsigned char *strata_pack_find_run(const strata_pack *pack, const strata_pack_member *member,
                                                        uint32_t layout)
{
    const unsigned char *record = strata_pack_record(pack, STRATA_PACK_MEMBERS, member->index, STRATA_PACK_MEMBER_);
    uint32_t first = strata_load_u32(record + 4);
    uint32_t count = strata_load_u32(record + STRATA_PACK_MEMBER_ + 4) - first;
    const unsigned char *at = strata_pack_record(pack, STRATA_PACK_RUNS, first, STRATA_PACK_RUN_);

    if (count == 0 || strata_load_u32(at + 4) >> 20 > layout)
        return STRATA_NULLPTR;
    while (count > 1) {
        const unsigned char *middle = at + (size_t)(count / 2) * STRATA_PACK_RUN_;

        at = strata_load_u32(middle + 4) >> 20 <= layout ? middle : at;
        count -= count / 2;
    }
    return at;
}

/* ---- Layouts ----------------------------------------------------------------------------------------------------- */

/** A structure's or an enum's layout for a target. */
typedef struct strata_pack_layout {
    const strata_pack *pack; /**< its pack; NULL if the layout was not found */
    strata_target target;    /**< the requested target */
    uint32_t type;           /**< index of its type */
    uint32_t number;         /**< number among the layouts of its type */
    uint32_t size;           /**< sizeof the structure in bytes; the least size if the size is unknown; of an enum:
                                  size of the values */
    uint32_t least;          /**< minimal size of the buffer in bytes: the size, or the bytes before a flexible array */
    uint32_t align;          /**< alignment in bytes */
    strata_basis basis;      /**< certainty of the layout, or of the enum's values */
    const unsigned char *grades;  /**< grades of a structure with a table of answers, by column; else NULL */
    const unsigned char *columns; /**< column of each member, 2 bytes each; else NULL */
} strata_pack_layout;

/** Returns the number of targets in an ascending list of `count` that are at or before `target`. */
STRATA_INLINE uint32_t strata_pack_count_targets(const unsigned char *targets, uint32_t count, strata_target target)
{
    const unsigned char *at = targets;

    if (count == 0 || target < strata_load_u64(at))
        return 0;
    while (count > 1) {
        const unsigned char *middle = at + (size_t)(count / 2) * 8;

        at = strata_load_u64(middle) <= target ? middle : at;
        count -= count / 2;
    }
    return (uint32_t)((size_t)(at - targets) / 8) + 1;
}

/** The ranges of a type. */
typedef struct strata_pack_ranges {
    const unsigned char *first; /**< records of the ranges */
    uint32_t count;             /**< number of ranges */
} strata_pack_ranges;

/** Returns the ranges of a type, by its index. */
STRATA_INLINE strata_pack_ranges strata_pack_take_ranges(const strata_pack *pack, uint32_t type)
{
    const unsigned char *record = strata_pack_record(pack, STRATA_PACK_TYPES, type, STRATA_PACK_TYPE_);
    uint32_t first = strata_load_u32(record + 12);
    strata_pack_ranges ranges;

    ranges.first = strata_pack_record(pack, STRATA_PACK_RANGES, first, STRATA_PACK_RANGE_);
    ranges.count = strata_load_u32(record + STRATA_PACK_TYPE_ + 12) - first;
    return ranges;
}

/** Returns the index of a range's first target. */
STRATA_INLINE uint32_t strata_pack_range_first(const strata_pack_ranges *ranges, uint32_t index)
{
    return strata_load_u32(ranges->first + (size_t)index * STRATA_PACK_RANGE_);
}

/** Returns the number of a range's layout, or STRATA_LAYOUT_NONE. */
STRATA_INLINE uint32_t strata_pack_range_layout(const strata_pack_ranges *ranges, uint32_t index)
{
    return strata_load_u32(ranges->first + (size_t)index * STRATA_PACK_RANGE_ + 4);
}

/** Returns the number of ranges that begin at one of the first `targets` targets. */
STRATA_INLINE uint32_t strata_pack_count_ranges(const strata_pack_ranges *ranges, uint32_t targets)
{
    uint32_t count = ranges->count;
    uint32_t at = 0;

    if (count == 0 || strata_pack_range_first(ranges, 0) >= targets)
        return 0;
    while (count > 1) {
        at = strata_pack_range_first(ranges, at + count / 2) < targets ? at + count / 2 : at;
        count -= count / 2;
    }
    return at + 1;
}

/** Returns 1 if a range is on the architecture of a target, else 0. */
STRATA_INLINE int strata_pack_is_on(const strata_pack *pack, const strata_pack_ranges *ranges, uint32_t range,
                                    strata_target target)
{
    return strata_pack_target(pack, strata_pack_range_first(ranges, range)) >> 56 == target >> 56;
}

/** Returns the number of the layout that the ranges of a type give for a target; STRATA_LAYOUT_NONE if it has none. */
static inline uint32_t strata_pack_layout_at(const strata_pack *pack, const strata_pack_ranges *ranges,
                                             strata_target target)
{
    const strata_pack_records *targets = &pack->parts[STRATA_PACK_TARGETS];
    uint32_t count = strata_pack_count_targets(targets->bytes, targets->count, target);

    count = strata_pack_count_ranges(ranges, count);
    if (count == 0 || !strata_pack_is_on(pack, ranges, count - 1, target))
        return STRATA_LAYOUT_NONE;
    return strata_pack_range_layout(ranges, count - 1);
}

/** The sightings that hold for a type. */
typedef struct strata_pack_evidence {
    const unsigned char *seen;       /**< attested targets, ascending */
    const unsigned char *documented; /**< pairs: the first target of a run that a document speaks of, and its end */
    uint32_t seen_count;             /**< number of targets */
    uint32_t documented_count;       /**< number of targets */
} strata_pack_evidence;

/** Returns the sightings that hold for a type, by its index. */
STRATA_INLINE strata_pack_evidence strata_pack_take_evidence(const strata_pack *pack, uint32_t type)
{
    uint32_t index =
        strata_load_u32(strata_pack_record(pack, STRATA_PACK_TYPES, type, STRATA_PACK_TYPE_) + 24);
    const unsigned char *record = strata_pack_record(pack, STRATA_PACK_EVIDENCE, index, STRATA_PACK_EVIDENCE_);
    uint32_t seen = strata_load_u32(record);
    uint32_t documented = strata_load_u32(record + 4);
    strata_pack_evidence evidence;

    evidence.seen = strata_pack_record(pack, STRATA_PACK_SIGHTINGS, seen, 8);
    evidence.documented = strata_pack_record(pack, STRATA_PACK_SIGHTINGS, documented, 8);
    evidence.seen_count = documented - seen;
    evidence.documented_count = strata_load_u32(record + STRATA_PACK_EVIDENCE_) - documented;
    return evidence;
}

/** Returns the target of a list at `index`; 0 if there is none, or if it is on another architecture than `target`. */
STRATA_INLINE strata_target strata_pack_target_at(const unsigned char *list, uint32_t count, uint32_t index,
                                                  strata_target target)
{
    strata_target found = index < count ? strata_load_u64(list + (size_t)index * 8) : 0;

    return found >> 56 == target >> 56 ? found : 0;
}

/** Returns attested target number `index`, as strata_pack_target_at does. */
STRATA_INLINE strata_target strata_pack_seen(const strata_pack_evidence *evidence, uint32_t index, strata_target target)
{
    return strata_pack_target_at(evidence->seen, evidence->seen_count, index, target);
}

/** A target among the attested ones, and the layouts that the ranges give for it and its neighbours. */
typedef struct strata_around {
    strata_target target;   /**< it, as a revision of its kernel's build */
    strata_target before;   /**< the attested or documented target before it on its architecture; 0 if there is none */
    strata_target after;    /**< the attested or documented target after it on its architecture; 0 if there is none */
    uint32_t layout;        /**< of the target */
    uint32_t layout_before; /**< of the target before it */
    uint32_t layout_after;  /**< of the target after it */
    int is_documented;      /**< a document speaks of the target */
    int is_by_document;     /**< before or after is not attested but documented */
    int is_change_at_newer; /**< the layout changes just where the one after it begins: see strata_newer_begin */
} strata_around;

/** Takes documented neighbours of a target that are nearer than the attested ones; 0 if there is none. */
STRATA_INLINE void strata_add_documented(strata_around *around, strata_target before, strata_target after)
{
    if (before > around->before) {
        around->before = before;
        around->is_by_document = 1;
    }
    if (after != 0 && (around->after == 0 || after < around->after)) {
        around->after = after;
        around->is_by_document = 1;
    }
}

/**
 * Judges a target that is not attested itself: sets the layout to take, and returns how well it is known.
 *
 * Between two attested versions that differ, the layout of the newer one is taken, if the ranges have the change where
 * the newer one or its build begins. A change elsewhere was written by somebody who knows more, and is kept.
 */
static inline strata_basis strata_judge(const strata_around *around, uint32_t *layout)
{
    uint64_t build = around->target >> 16;
    int is_of_older = around->before != 0 && around->before >> 16 == build;
    int is_of_newer = around->after != 0 && around->after >> 16 == build;

    *layout = around->layout;
    if (around->is_documented && !is_of_older && !is_of_newer)
        return STRATA_INTERPOLATED;
    if (is_of_older != is_of_newer)
        return around->layout == (is_of_older ? around->layout_before : around->layout_after) ? STRATA_INTERPOLATED
                                                                                             : STRATA_DISPUTED;
    if (around->before == 0 || around->after == 0)
        return STRATA_EXTRAPOLATED;
    if (around->layout != around->layout_before && around->layout != around->layout_after)
        return STRATA_DISPUTED;
    if (around->layout_before == around->layout_after)
        return is_of_older && !around->is_by_document ? STRATA_BRACKETED : STRATA_INTERPOLATED;
    if (around->is_change_at_newer)
        *layout = around->layout_after;
    return STRATA_DISPUTED;
}

/**
 * Returns the target at which the newer one of two neighbours begins: itself if both are of one build, else revision 0
 * of its build. The ranges of imported kernels change there.
 */
STRATA_INLINE strata_target strata_newer_begin(strata_target before, strata_target after)
{
    return before >> 16 == after >> 16 ? after : after & ~(strata_target)0xFFFFu;
}

/** Sets what documents say around a target, whose attested neighbours are known. */
static inline void strata_pack_look_up_documents(const strata_pack_evidence *evidence, strata_around *around)
{
    uint32_t count = evidence->documented_count;
    uint32_t next = strata_pack_count_targets(evidence->documented, count, around->target);
    strata_target end = strata_pack_target_at(evidence->documented, count, next - 1, around->target);

    around->is_documented = next & 1;
    around->is_by_document = 0;
    if (!around->is_documented)
        strata_add_documented(around, end != 0 ? end - 1 : 0,
                              strata_pack_target_at(evidence->documented, count, next, around->target));
}

/** Returns the version of the kernel that runs in a version of the system; both as targets. */
static inline strata_target strata_pack_find_kernel(const strata_pack *pack, strata_target target)
{
    strata_version build = strata_target_version(target) >> 16;
    uint32_t i;

    for (i = 0; i < pack->parts[STRATA_PACK_KERNELS].count; i++) {
        const unsigned char *record = strata_pack_record(pack, STRATA_PACK_KERNELS, i, STRATA_PACK_KERNEL_);

        if (strata_load_u64(record) >> 16 == build)
            return STRATA_TARGET(strata_load_u64(record + 8) | (target & 0xFFFFu), target >> 56);
    }
    return target;
}

/** Returns the shape of a run. A layout before the first run of a member has the shape of absent members. */
STRATA_INLINE const unsigned char *strata_pack_shape_of(const strata_pack *pack, const unsigned char *run)
{
    return strata_pack_record(pack, STRATA_PACK_SHAPES,
                              run == STRATA_NULLPTR ? 0 : strata_load_u32(run + 4) & 0xFFFFFu, STRATA_PACK_SHAPE_);
}

/** Returns 1 if two layouts agree in a member; else 0. NULL stands for all members. */
static inline int strata_pack_is_same(const strata_pack *pack, const strata_pack_member *member, uint32_t one,
                                      uint32_t other)
{
    const unsigned char *left, *right, *left_shape, *right_shape;
    uint32_t kind;

    if (one == other)
        return 1;
    if (member == STRATA_NULLPTR)
        return 0;
    left = one == STRATA_LAYOUT_NONE ? STRATA_NULLPTR : strata_pack_find_run(pack, member, one);
    right = other == STRATA_LAYOUT_NONE ? STRATA_NULLPTR : strata_pack_find_run(pack, member, other);
    left_shape = strata_pack_shape_of(pack, left);
    right_shape = strata_pack_shape_of(pack, right);
    kind = left_shape[3];
    if (left_shape[24] == 5 || right_shape[24] == 5) /* an enumerator, which has a value in one layout at least */
        return left != STRATA_NULLPTR && right != STRATA_NULLPTR && left_shape[24] == right_shape[24] &&
               strata_load_u32(left) == strata_load_u32(right);
    if (kind >= STRATA_TAG_UNKNOWN || right_shape[3] >= STRATA_TAG_UNKNOWN)
        return kind == right_shape[3];
    if (strata_load_u32(left) != strata_load_u32(right) ||
        strata_load_u32(left_shape) != strata_load_u32(right_shape))
        return 0;
    if (kind == STRATA_TAG_SCALAR || kind == STRATA_TAG_FLOAT)
        return 1;
    return strata_load_u64(left_shape + 4) == strata_load_u64(right_shape + 4) &&
           ((kind != STRATA_TAG_RECORD && kind != STRATA_TAG_RECORD_ARRAY) ||
            strata_load_u32(left_shape + 20) == strata_load_u32(right_shape + 20));
}

/**
 * Returns 1 if the kernels of an attested version from `first` to `last` differ in a member (NULL: in
 * any); else 0.
 */
static inline int strata_pack_is_ambiguous(const strata_pack *pack, const strata_pack_ranges *ranges,
                                           const strata_pack_evidence *evidence, const strata_pack_member *member,
                                           strata_target first, strata_target last)
{
    uint32_t i;

    for (i = 0; i < pack->parts[STRATA_PACK_TWINS].count; i++) {
        const unsigned char *record = strata_pack_record(pack, STRATA_PACK_TWINS, i, STRATA_PACK_TWIN_);
        strata_target twin = strata_load_u64(record);
        strata_target other = strata_load_u64(record + 8);
        uint32_t next = strata_pack_count_targets(evidence->seen, evidence->seen_count, other);

        if (twin >= first && twin <= last && strata_pack_seen(evidence, next - 1, other) == other &&
            strata_pack_seen(evidence, strata_pack_count_targets(evidence->seen, evidence->seen_count, twin) - 1,
                             twin) == twin &&
            !strata_pack_is_same(pack, member, strata_pack_layout_at(pack, ranges, twin),
                                 strata_pack_layout_at(pack, ranges, other)))
            return 1;
    }
    return 0;
}

/**
 * Returns 1 if the layouts that the ranges give to the revisions of a build agree in a member (NULL: in all) with
 * `layout`, else 0.
 */
static inline int strata_pack_is_build_even(const strata_pack *pack, const strata_pack_ranges *ranges,
                                            strata_target target, const strata_pack_member *member, uint32_t layout)
{
    const strata_pack_records *targets = &pack->parts[STRATA_PACK_TARGETS];
    uint32_t at = strata_pack_count_ranges(
        ranges, strata_pack_count_targets(targets->bytes, targets->count, target | 0xFFFFu));

    for (; at > 0 && strata_pack_is_on(pack, ranges, at - 1, target); at--) {
        if (!strata_pack_is_same(pack, member, strata_pack_range_layout(ranges, at - 1), layout))
            return 0;
        if (strata_pack_target(pack, strata_pack_range_first(ranges, at - 1)) <= (target & ~(strata_target)0xFFFFu))
            return 1;
    }
    return strata_pack_is_same(pack, member, STRATA_LAYOUT_NONE, layout);
}

/** The attested targets of a build. */
typedef struct strata_pack_build {
    uint32_t first; /**< index of the first one */
    uint32_t end;   /**< index after the last one; the same if there is none */
} strata_pack_build;

/** Finds the attested targets of the build of a target. */
STRATA_INLINE strata_pack_build strata_pack_find_build(const strata_pack_evidence *evidence, strata_target target)
{
    strata_target first = target & ~(strata_target)0xFFFFu;
    strata_pack_build build;

    build.first = strata_pack_count_targets(evidence->seen, evidence->seen_count, first - 1);
    build.end = strata_pack_count_targets(evidence->seen, evidence->seen_count, first | 0xFFFFu);
    return build;
}

/** Sets the layouts around a target, whose neighbours are known. */
static inline void strata_pack_look_up_layouts(const strata_pack *pack, const strata_pack_ranges *ranges,
                                               strata_around *around)
{
    strata_target begin = strata_newer_begin(around->before, around->after);

    around->layout = strata_pack_layout_at(pack, ranges, around->target);
    around->layout_before = around->layout_after = STRATA_LAYOUT_NONE;
    around->is_change_at_newer = 0;
    if (around->before != 0)
        around->layout_before = strata_pack_layout_at(pack, ranges, around->before);
    if (around->after != 0)
        around->layout_after = strata_pack_layout_at(pack, ranges, around->after);
    if (around->before != 0 && around->after != 0 && around->layout_before != around->layout_after)
        around->is_change_at_newer = strata_pack_layout_at(pack, ranges, begin - 1) == around->layout_before &&
                                     strata_pack_layout_at(pack, ranges, begin) == around->layout_after;
}

/** Makes layouts that agree in a member one layout. `layout` is that of the target. */
static inline void strata_pack_compare_member(const strata_pack *pack, const strata_pack_member *member,
                                              uint32_t layout, strata_around *around)
{
    around->layout = layout;
    around->is_change_at_newer = 0;
    if (around->before != 0 && strata_pack_is_same(pack, member, layout, around->layout_before))
        around->layout = around->layout_before;
    if (around->after != 0 && strata_pack_is_same(pack, member, layout, around->layout_after))
        around->layout = around->layout_after;
    if (around->before != 0 && around->after != 0 &&
        strata_pack_is_same(pack, member, around->layout_before, around->layout_after))
        around->layout_before = around->layout_after;
}

/**
 * Returns how well a member of a type is known for a target. With NULL for the member,
 * it also finds the layout, else *layout is the one that was found. *looked_up is the target, as a revision of its
 * kernel's build.
 */
static inline strata_basis strata_pack_stand(const strata_pack *pack, uint32_t type, const strata_pack_ranges *ranges,
                                             strata_target target, const strata_pack_member *member,
                                             strata_target *looked_up, uint32_t *layout)
{
    strata_pack_evidence evidence = strata_pack_take_evidence(pack, type);
    strata_pack_build build = strata_pack_find_build(&evidence, target);
    uint32_t revision = (uint32_t)(target & 0xFFFFu);
    int is_any = revision == STRATA_REVISION_ANY;
    strata_basis basis = STRATA_INTERPOLATED;
    strata_around around;
    uint32_t next, found;

    if (build.first == build.end && (strata_pack_seen(&evidence, build.first - 1, target) != 0 ||
                                     strata_pack_seen(&evidence, build.end, target) != 0)) {
        target = strata_pack_find_kernel(pack, target);
        build = strata_pack_find_build(&evidence, target);
    }
    next = strata_pack_count_targets(evidence.seen, evidence.seen_count, target);
    *looked_up = around.target = target;
    around.before = strata_pack_seen(&evidence, next - 1, target);
    around.after = strata_pack_seen(&evidence, next, target);
    found = member != STRATA_NULLPTR ? *layout : strata_pack_layout_at(pack, ranges, target);
    if (around.before != 0 && around.before == target) {
        *layout = found;
        return strata_pack_is_ambiguous(pack, ranges, &evidence, member, target, target) ? STRATA_DISPUTED
                                                                                         : STRATA_ATTESTED;
    }
    if (build.first < build.end && (revision == 0 || is_any)) {
        is_any = 1;
        found = strata_pack_layout_at(pack, ranges, strata_pack_seen(&evidence, build.end - 1, target));
        around.before = target & ~(strata_target)0xFFFFu;
        around.after = target | 0xFFFFu;
    } else {
        strata_pack_look_up_documents(&evidence, &around);
        strata_pack_look_up_layouts(pack, ranges, &around);
        if (member != STRATA_NULLPTR)
            strata_pack_compare_member(pack, member, found, &around);
        basis = strata_judge(&around, &found);
    }
    if (member == STRATA_NULLPTR)
        *layout = found;
    if (strata_pack_is_ambiguous(pack, ranges, &evidence, member, around.before != 0 ? around.before : target,
                                 around.after != 0 ? around.after : target) ||
        (is_any && !strata_pack_is_build_even(pack, ranges, target, member, *layout)))
        return STRATA_DISPUTED;
    return basis;
}

/** Sets a layout that was not found. */
STRATA_INLINE void strata_pack_no_layout(strata_target target, strata_pack_layout *layout)
{
    layout->pack = STRATA_NULLPTR;
    layout->target = target;
    layout->type = STRATA_PACK_NONE;
    layout->number = STRATA_LAYOUT_NONE;
    layout->size = layout->least = layout->align = 0;
    layout->basis = STRATA_DISPUTED;
    layout->grades = layout->columns = STRATA_NULLPTR;
}

/** Sets the members of a layout from its number. */
STRATA_INLINE void strata_pack_take_layout(const strata_pack_type *type, uint32_t number, strata_pack_layout *layout)
{
    const unsigned char *record = strata_pack_record(type->pack, STRATA_PACK_TYPES, type->index, STRATA_PACK_TYPE_);

    record = strata_pack_record(type->pack, STRATA_PACK_LAYOUTS, strata_load_u32(record + 16) + number,
                                STRATA_PACK_LAYOUT_);
    layout->pack = type->pack;
    layout->type = type->index;
    layout->number = number;
    layout->least = strata_load_u32(record + 4);
    layout->size = strata_load_u32(record);
    if (layout->size == 0xFFFFFFFFu)
        layout->size = layout->least;
    layout->align = strata_load_u32(record + 8);
}

/** Returns the table of answers of a type that has one; the types of tables ascend. */
static inline const unsigned char *strata_pack_find_table(const strata_pack *pack, uint32_t type)
{
    uint32_t low = 0, high = pack->parts[STRATA_PACK_TABLES].count - 1;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (strata_load_u32(strata_pack_record(pack, STRATA_PACK_TABLES, middle, STRATA_PACK_TABLE_)) < type)
            low = middle + 1;
        else
            high = middle;
    }
    return strata_pack_record(pack, STRATA_PACK_TABLES, low, STRATA_PACK_TABLE_);
}

/** Returns the answer of a table at a point, by its index; the first one if the cell is damaged. */
STRATA_INLINE const unsigned char *strata_pack_answer_at(const strata_pack *pack, const unsigned char *table,
                                                         uint32_t point)
{
    const unsigned char *cells = pack->parts[STRATA_PACK_CELLS].bytes + strata_load_u32(table + 4);
    uint32_t count = strata_load_u32(table + 12);
    uint32_t number = count > 256 ? strata_load_u16(cells + (size_t)point * 2) : cells[point];

    return strata_pack_record(pack, STRATA_PACK_ANSWERS, strata_load_u32(table + 8) + (number < count ? number : 0),
                              STRATA_PACK_ANSWER_);
}

/** Returns the answer of a table for a target; NULL if it has none on the architecture. */
static inline const unsigned char *strata_pack_find_answer(const strata_pack *pack, const unsigned char *table,
                                                           strata_target target)
{
    const strata_pack_records *points = &pack->parts[STRATA_PACK_POINTS];
    uint32_t count = strata_pack_count_targets(points->bytes, points->count, target);
    const unsigned char *answer;

    if (count == 0 || strata_load_u64(points->bytes + (size_t)(count - 1) * 8) >> 56 != target >> 56)
        return STRATA_NULLPTR;
    answer = strata_pack_answer_at(pack, table, count - 1);
    return strata_load_u32(answer) == STRATA_PACK_NO_ARCH_ ? STRATA_NULLPTR : answer;
}

/** Finds the layout of a target, as strata_pack_find_layout does, of a type that has a table of answers. */
static inline strata_status strata_pack_find_in_table(const strata_pack_type *type, strata_target target,
                                                      strata_pack_layout *layout)
{
    const strata_pack *pack = type->pack;
    const unsigned char *table = strata_pack_find_table(pack, type->index);
    const unsigned char *answer = strata_pack_find_answer(pack, table, target);
    const unsigned char *grades;

    if (answer != STRATA_NULLPTR && strata_target_version(target) != STRATA_VERSION_NONE &&
        strata_load_u32(answer) == STRATA_LAYOUT_OF_KERNEL)
        answer = strata_pack_find_answer(pack, table, strata_pack_find_kernel(pack, target));
    layout->basis = answer == STRATA_NULLPTR ? STRATA_EXTRAPOLATED : STRATA_DISPUTED;
    if (answer == STRATA_NULLPTR)
        return STRATA_BAD_ARCH;
    if (strata_target_version(target) == STRATA_VERSION_NONE)
        return STRATA_BAD_VERSION;
    grades = pack->parts[STRATA_PACK_GRADES].bytes + strata_load_u32(answer + 4);
    layout->basis = (strata_basis)grades[0];
    if (strata_load_u32(answer) >= STRATA_PACK_NO_ARCH_)
        return STRATA_BAD_VERSION;
    strata_pack_take_layout(type, strata_load_u32(answer), layout);
    layout->grades = grades;
    layout->columns = strata_pack_record(pack, STRATA_PACK_COLUMNS, strata_load_u32(table + 16), 2);
    return STRATA_OK;
}

/**
 * Finds the layout of a target, with the rules of find_layout in generated headers; STRATA_REVISION_ANY is allowed.
 *
 * Returns OK; BAD_ARCH, BAD_VERSION: the basis says how well it is known that the structure is not there; BAD_NAME: the
 * type was not found, the basis is DISPUTED. On failure layout->pack is NULL.
 */
static inline strata_status strata_pack_find_layout(const strata_pack_type *type, strata_target target,
                                                    strata_pack_layout *layout)
{
    const strata_pack *pack = type->pack;
    const strata_pack_records *targets;
    strata_pack_ranges ranges;
    strata_target looked_up;
    uint32_t number, count;

    strata_pack_no_layout(target, layout);
    if (pack == STRATA_NULLPTR)
        return STRATA_BAD_NAME;
    if ((strata_pack_record(pack, STRATA_PACK_TYPES, type->index, STRATA_PACK_TYPE_)[7] & 1) != 0)
        return strata_pack_find_in_table(type, target, layout);
    targets = &pack->parts[STRATA_PACK_TARGETS];
    ranges = strata_pack_take_ranges(pack, type->index);
    count = strata_pack_count_ranges(&ranges, strata_pack_count_targets(targets->bytes, targets->count, target));
    if ((count == 0 || !strata_pack_is_on(pack, &ranges, count - 1, target)) &&
        (count == ranges.count || !strata_pack_is_on(pack, &ranges, count, target))) {
        layout->basis = STRATA_EXTRAPOLATED;
        return STRATA_BAD_ARCH;
    }
    if (strata_target_version(target) == STRATA_VERSION_NONE)
        return STRATA_BAD_VERSION;
    layout->basis = strata_pack_stand(pack, type->index, &ranges, target, STRATA_NULLPTR, &looked_up, &number);
    if (type->kind > STRATA_PACK_UNION)
        number = strata_pack_layout_at(pack, &ranges, looked_up);
    if (number == STRATA_LAYOUT_NONE)
        return STRATA_BAD_VERSION;
    strata_pack_take_layout(type, number, layout);
    return STRATA_OK;
}

/**
 * Describes the next range of versions of a type, as strata_list_known does. Set *cursor to 0 before the first call;
 * the call moves it. Returns OK; BAD_INDEX after the last range: *known is all 0.
 */
static inline strata_status strata_pack_list_known(const strata_pack_type *type, size_t *cursor, strata_known *known)
{
    const strata_pack *pack = type->pack;
    strata_pack_layout layout;
    strata_pack_evidence evidence;
    strata_pack_ranges ranges;
    strata_target first, last;
    uint32_t range;

    known->first = known->end = 0;
    known->arch = known->layout = known->size = known->least = 0;
    known->is_attested = 0;
    if (pack == STRATA_NULLPTR)
        return STRATA_BAD_INDEX;
    ranges = strata_pack_take_ranges(pack, type->index);
    if (*cursor >= ranges.count)
        return STRATA_BAD_INDEX;
    range = (uint32_t)(*cursor)++;
    first = strata_pack_target(pack, strata_pack_range_first(&ranges, range));
    last = first | STRATA_VERSION_NONE;
    known->arch = strata_target_arch(first);
    known->first = strata_target_version(first);
    known->end = STRATA_VERSION_NONE;
    known->layout = strata_pack_range_layout(&ranges, range);
    if (range + 1 < ranges.count && strata_pack_is_on(pack, &ranges, range + 1, first)) {
        last = strata_pack_target(pack, strata_pack_range_first(&ranges, range + 1)) - 1;
        known->end = strata_target_version(last + 1);
    }
    if (known->layout != STRATA_LAYOUT_NONE) {
        strata_pack_take_layout(type, known->layout, &layout);
        known->size = layout.size;
        known->least = layout.least;
    }
    evidence = strata_pack_take_evidence(pack, type->index);
    known->is_attested = strata_pack_count_targets(evidence.seen, evidence.seen_count, last) >
                         strata_pack_count_targets(evidence.seen, evidence.seen_count, first - 1);
    return STRATA_OK;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

/** Kind of a member's value. */
typedef enum strata_pack_kind {
    STRATA_PACK_UNSIGNED = 0, /**< unsigned integer, enum or flags */
    STRATA_PACK_SIGNED,       /**< signed integer */
    STRATA_PACK_POINTER,      /**< pointer */
    STRATA_PACK_RECORD,       /**< structure or union */
    STRATA_PACK_BYTES,        /**< bytes without a known type */
    STRATA_PACK_FLOAT = 6     /**< IEEE 754 floating-point number: see strata_float.h */
} strata_pack_kind;

/** Meaning of an integer, by its type. */
typedef enum strata_pack_meaning {
    STRATA_PACK_NUMBER = 0, /**< a number, or a value of its enum or flags */
    STRATA_PACK_CHAR,       /**< a character; of 2 bytes a unit of UTF-16 */
    STRATA_PACK_BOOL        /**< 0 is false, 1 is true */
} strata_pack_meaning;

/** Origin of a member's offset. */
typedef enum strata_pack_provenance {
    STRATA_PACK_DOCUMENTED = 0, /**< the document states it */
    STRATA_PACK_INFERRED,       /**< inferred from the members around it */
    STRATA_PACK_CORRECTED       /**< the document states another offset, which is wrong */
} strata_pack_provenance;

/** The place of a member in one layout, with its kind. */
typedef struct strata_pack_place {
    strata_slot words[3]; /**< slot, extent and columns as in strata.h: the slots of a view on this member alone */
    uint32_t offset;      /**< offset in bytes from the structure's beginning; the bit is strata_slot_shift(words[0]) */
    uint32_t size;        /**< size in bytes of an element or of a bit-field's storage unit; 1 for a record that ends
                               in a flexible array */
    uint32_t count;       /**< number of elements; 1 if it is not an array; STRATA_COUNT_REST: up to the end of the
                               buffer; bytes of a record that ends in a flexible array inside another record */
    uint32_t type_index;  /**< index of its structure, enum or flags, or of the type that it points to; or
                               STRATA_PACK_NONE */
    const char *type;     /**< type in the spec, without bounds: "ULONG", "LIST_ENTRY *"; in the pack */
    strata_pack_kind kind; /**< kind of its value */
    strata_pack_meaning meaning; /**< meaning of its value if it is an integer; else NUMBER */
    strata_pack_provenance provenance; /**< origin of its offset, where the layout first appears */
    strata_basis basis;   /**< certainty of the place */
} strata_pack_place;

/** Sets a place that was not found: its member is absent, so no call reads by it. */
static inline void strata_pack_no_place(strata_pack_place *place)
{
    place->words[0] = place->words[1] = place->words[2] = STRATA_PACK_ABSENT_;
    place->offset = place->size = place->count = 0;
    place->type_index = STRATA_PACK_NONE;
    place->type = "";
    place->kind = STRATA_PACK_BYTES;
    place->meaning = STRATA_PACK_NUMBER;
    place->provenance = STRATA_PACK_DOCUMENTED;
    place->basis = STRATA_DISPUTED;
}

/**
 * Returns how well the place of a member in a layout is known, or that the layout has no such member; of an enumerator,
 * how well its value is known. DISPUTED if the layout or the member were not found.
 */
static inline strata_basis strata_pack_member_basis(const strata_pack_layout *layout, const strata_pack_member *member)
{
    uint32_t number = layout->number;
    strata_pack_ranges ranges;
    strata_target looked_up;

    if (layout->pack == STRATA_NULLPTR || member->pack != layout->pack || member->type != layout->type)
        return layout->basis;
    if (layout->grades != STRATA_NULLPTR) {
        const unsigned char *type =
            strata_pack_record(layout->pack, STRATA_PACK_TYPES, layout->type, STRATA_PACK_TYPE_);
        size_t index = member->index - strata_load_u32(type + 8);

        return (strata_basis)layout->grades[strata_load_u16(layout->columns + index * 2)];
    }
    /* Members of a structure stand otherwise than the structure only if its layouts differ. */
    if (layout->basis != STRATA_DISPUTED)
        return layout->basis;
    ranges = strata_pack_take_ranges(layout->pack, layout->type);
    return strata_pack_stand(layout->pack, layout->type, &ranges, layout->target, member, &looked_up, &number);
}

/**
 * Finds the place of a member in a layout of its structure.
 *
 * Returns OK; ABSENT: this version does not have the member, or layout or member were not found; UNKNOWN: its offset is
 * not documented; OTHER_KIND: it is an enumerator, or a member of another structure or pack. On failure no call reads
 * by the place; the basis says how well it is known that the member is absent or unknown.
 */
STRATA_INLINE strata_status strata_pack_find_place(const strata_pack_layout *layout, const strata_pack_member *member,
                                                   strata_pack_place *place)
{
    const unsigned char *run, *shape;
    strata_slot slot;

    strata_pack_no_place(place);
    if (layout->pack == STRATA_NULLPTR || member->pack == STRATA_NULLPTR)
        return STRATA_ABSENT;
    if (layout->pack != member->pack || layout->type != member->type)
        return STRATA_OTHER_KIND;
    place->basis = strata_pack_member_basis(layout, member);
    run = strata_pack_find_run(layout->pack, member, layout->number);
    if (run == STRATA_NULLPTR)
        return STRATA_ABSENT;
    shape = strata_pack_shape_of(layout->pack, run);
    slot = (strata_slot)strata_load_u32(shape) << 32 | strata_load_u32(run);
    if (shape[24] == 5)
        return STRATA_OTHER_KIND;
    if (strata_slot_tag(slot) == STRATA_TAG_ABSENT)
        return STRATA_ABSENT;
    place->type = strata_pack_text(layout->pack, strata_load_u32(shape + 16));
    place->type_index = strata_load_u32(shape + 20);
    place->kind = (strata_pack_kind)shape[24];
    place->meaning = shape[26] <= 2 ? (strata_pack_meaning)shape[26] : STRATA_PACK_NUMBER;
    place->provenance = (strata_pack_provenance)shape[25];
    if (!strata_slot_is_present(slot))
        return STRATA_UNKNOWN;
    place->offset = strata_slot_offset(slot);
    place->size = strata_load_u32(shape + 4);
    place->count = strata_load_u32(shape + 8);
    place->words[0] = slot;
    place->words[1] = (strata_slot)place->size << 32 | place->count;
    place->words[2] = strata_load_u32(shape + 12);
    return STRATA_OK;
}

/**
 * Converts the place of a member of an inner record to a place in the outer record. The inner record is at `offset` and
 * has `end` bytes, or STRATA_COUNT_REST if it has a flexible array. Returns OK; INVALID: the offset is too large.
 */
static inline strata_status strata_pack_move_place(strata_pack_place *place, uint32_t offset, uint32_t end,
                                                   strata_basis basis)
{
    if (place->offset > 0xFFFFFFFFu - offset)
        return STRATA_INVALID;
    if (place->count == STRATA_COUNT_REST && end != STRATA_COUNT_REST) {
        /* A flexible member ends with the record that contains it. If the member is itself a record, its elements are
         * bytes. */
        place->count = (end > place->offset ? end - place->offset : 0) / place->size;
        place->words[1] = (strata_slot)place->size << 32 | place->count;
    }
    place->words[0] += offset;
    place->offset += offset;
    if (place->basis < basis)
        place->basis = basis;
    return STRATA_OK;
}

/** Finds the place of the member that is the first name of a path. *end is the end of the name: a NUL or a dot. */
STRATA_INLINE strata_status strata_pack_find_first(const strata_pack_type *type, const char *path,
                                                   strata_target target, const char **end, strata_pack_place *place)
{
    strata_pack_member member;
    strata_pack_layout layout;
    strata_status status = strata_pack_find_member_until(type, path, '.', end, &member);

    if (status == STRATA_OK)
        status = strata_pack_find_layout(type, target, &layout);
    else
        layout.basis = STRATA_DISPUTED;
    if (status == STRATA_OK)
        return strata_pack_find_place(&layout, &member, place);
    strata_pack_no_place(place);
    place->basis = layout.basis;
    return status;
}

/**
 * Finds the place of a member for a target by the names of structure and member.
 *
 * The member may be a path through inner structures, such as "u1.Flags". The offset is then relative to the outermost
 * structure, and the basis is the least certain one.
 *
 * Returns OK; BAD_NAME: no such structure, or no version has the member; BAD_ARCH, BAD_VERSION, ABSENT, UNKNOWN;
 * OTHER_KIND: the path leads through a member that is not a structure here; INVALID: the offset is too large, which
 * only a forged pack can cause. On failure no call reads by the place. BAD_VERSION, ABSENT: the basis says how well
 * that is known.
 */
static inline strata_status strata_pack_find(const strata_pack *pack, const char *structure, const char *path,
                                             strata_target target, strata_pack_place *place)
{
    strata_pack_type type;
    strata_basis basis;
    strata_status status;

    (void)strata_pack_find_type(pack, structure, &type); /* a type that was not found has no members */
    status = strata_pack_find_first(&type, path, target, &path, place);
    while (status == STRATA_OK && *path == '.') {
        /* Copies each member, because compilers may turn the copy of a whole structure into a call of memcpy. */
        uint32_t offset = place->offset;
        uint32_t end = place->count == STRATA_COUNT_REST ? STRATA_COUNT_REST : place->size * place->count;

        basis = place->basis;
        if (strata_slot_tag(place->words[0]) != STRATA_TAG_RECORD)
            status = STRATA_OTHER_KIND;
        else
            status = strata_pack_type_at(pack, place->type_index, &type);
        if (status == STRATA_OK)
            status = strata_pack_find_first(&type, path + 1, target, &path, place);
        if (status == STRATA_OK)
            status = strata_pack_move_place(place, offset, end, basis);
    }
    basis = place->basis;
    if (status != STRATA_OK)
        strata_pack_no_place(place);
    place->basis = basis;
    return status;
}

/* ---- Reading by a place ------------------------------------------------------------------------------------------ */

/**
 * Opens a view on the bytes of a structure; the view's only member, number 0, is that of the place.
 *
 * Use it with strata_get_u64, strata_at_u64, strata_count, strata_columns and strata_bytes; for a float with
 * strata_get_f64 and strata_at_f64 of strata_float.h. The bytes belong to the caller; they and the place must outlive
 * the view. Returns OK; ABSENT: the place is absent; TOO_SHORT: the member does not end within the `size` bytes. On
 * failure the member is absent.
 */
static inline strata_status strata_pack_view(const strata_pack_place *place, const void *bytes, size_t size,
                                             strata_view *view)
{
    static const strata_bases bases[1] = {STRATA_FIRST_BASE(1)}; /* the words begin at base 0 */
    static const strata_slot none[3] = {STRATA_PACK_ABSENT_, STRATA_PACK_ABSENT_, STRATA_PACK_ABSENT_};
    uint64_t end = place->offset;

    if (place->count != STRATA_COUNT_REST)
        end += (uint64_t)place->size * place->count;
    view->bytes = STRATA_NULLPTR;
    view->writable = STRATA_NULLPTR;
    view->size = 0;
    view->bases = bases;
    view->words = none;
    view->target = 0;
    view->least = (size_t)-1;
    view->layout = STRATA_LAYOUT_NONE;
    view->basis = STRATA_DISPUTED;
    if (!strata_slot_is_present(place->words[0]))
        return STRATA_ABSENT;
    if (bytes == STRATA_NULLPTR || end > size || end > 0xFFFFFFFFu)
        return STRATA_TOO_SHORT;
    view->bytes = (const unsigned char *)bytes;
    view->size = size;
    view->words = place->words;
    view->least = (size_t)end;
    view->basis = place->basis;
    return STRATA_OK;
}

/** As strata_pack_view, for bytes that may be written, with strata_set_unsigned, strata_set_signed and their _at. */
static inline strata_status strata_pack_view_mutable(const strata_pack_place *place, void *bytes, size_t size,
                                                     strata_view *view)
{
    strata_status status = strata_pack_view(place, bytes, size, view);

    if (status == STRATA_OK)
        view->writable = (unsigned char *)bytes;
    return status;
}

/**
 * Reads the scalar at a place from the `size` bytes of a structure. Signed values are sign-extended to 64 bits.
 *
 * Returns OK; ABSENT; OTHER_KIND: it is an array, a float or a record; TOO_SHORT. On failure *value is 0.
 */
STRATA_INLINE strata_status strata_pack_get(const strata_pack_place *place, const void *bytes, size_t size,
                                            uint64_t *value)
{
    strata_slot slot = place->words[0];

    *value = 0;
    if (STRATA_SELDOM(!strata_slot_is_scalar(slot)))
        return strata_slot_refusal(slot);
    if (STRATA_SELDOM(bytes == STRATA_NULLPTR || size < place->size || size - place->size < place->offset))
        return STRATA_TOO_SHORT;
    *value = strata_load_slot(slot, (const unsigned char *)bytes + place->offset);
    return STRATA_OK;
}

/* ---- Enumerations ------------------------------------------------------------------------------------------------ */

/**
 * Finds the value of an enumerator for a target; a negative value is in two's complement.
 *
 * Returns OK; ABSENT: it has no value for the target; OTHER_KIND: it is not an enumerator of the type. On failure
 * *value is 0.
 */
static inline strata_status strata_pack_value(const strata_pack_type *type, const strata_pack_member *enumerator,
                                              strata_target target, uint64_t *value)
{
    strata_pack_layout layout;
    const unsigned char *run;

    *value = 0;
    if (type->kind < STRATA_PACK_ENUM || type->pack != enumerator->pack || type->index != enumerator->type)
        return STRATA_OTHER_KIND;
    if (strata_pack_find_layout(type, target, &layout) != STRATA_OK)
        return STRATA_ABSENT;
    run = strata_pack_find_run(type->pack, enumerator, layout.number);
    if (run == STRATA_NULLPTR || (strata_load_u32(run + 4) & 0xFFFFFu) != 1)
        return STRATA_ABSENT;
    *value = strata_load_u64(strata_pack_record(type->pack, STRATA_PACK_VALUES, strata_load_u32(run), 8));
    return STRATA_OK;
}

/** As strata_pack_value, by names. Also returns BAD_NAME: no such enum or flags, or no version has the enumerator. */
static inline strata_status strata_pack_find_value(const strata_pack *pack, const char *enumeration,
                                                   const char *enumerator, strata_target target, uint64_t *value)
{
    strata_pack_type type;
    strata_pack_member member;
    strata_status status = strata_pack_find_type(pack, enumeration, &type);

    *value = 0;
    if (status == STRATA_OK)
        status = strata_pack_find_member(&type, enumerator, &member);
    return status == STRATA_OK ? strata_pack_value(&type, &member, target, value) : status;
}

/**
 * Finds the name of an enum's value for a target: that of the first enumerator with the value.
 *
 * Returns OK; ABSENT: there is none, *name is "". *name is also "" for a value without a name.
 */
static inline strata_status strata_pack_value_name(const strata_pack_type *type, uint64_t value, strata_target target,
                                                   const char **name)
{
    strata_pack_member member;
    uint64_t found;
    size_t i;

    *name = "";
    for (i = 0; strata_pack_member_at(type, i, &member) == STRATA_OK; i++) {
        if (strata_pack_value(type, &member, target, &found) == STRATA_OK && found == value) {
            *name = member.name;
            return STRATA_OK;
        }
    }
    return STRATA_ABSENT;
}

/* ---- Architectures and versions ---------------------------------------------------------------------------------- */

/**
 * Returns name and number of architecture `index`, from 0 on. Returns OK; BAD_INDEX: the name is "" and the number 0.
 */
static inline strata_status strata_pack_arch_at(const strata_pack *pack, size_t index, const char **name,
                                                uint32_t *arch)
{
    const unsigned char *record;

    *name = "";
    *arch = 0;
    if (index >= pack->parts[STRATA_PACK_ARCHES].count)
        return STRATA_BAD_INDEX;
    record = strata_pack_record(pack, STRATA_PACK_ARCHES, (uint32_t)index, STRATA_PACK_ARCH_);
    *name = strata_pack_text(pack, strata_load_u32(record));
    *arch = record[4];
    return STRATA_OK;
}

/**
 * Returns name and number of the version with a name with index `index`, from 0 on, ascending: "6.1", "6.1-sp1".
 *
 * Returns OK; BAD_INDEX: the name is "" and the version 0.
 */
static inline strata_status strata_pack_version_at(const strata_pack *pack, size_t index, const char **name,
                                                   strata_version *version)
{
    const unsigned char *record;

    *name = "";
    *version = 0;
    if (index >= pack->parts[STRATA_PACK_VERSIONS].count)
        return STRATA_BAD_INDEX;
    record = strata_pack_record(pack, STRATA_PACK_VERSIONS, (uint32_t)index, STRATA_PACK_VERSION_);
    *name = strata_pack_text(pack, strata_load_u32(record + 8));
    *version = strata_load_u64(record);
    return STRATA_OK;
}

/** Returns the record of an address. */
STRATA_INLINE const unsigned char *strata_pack_address_record(const strata_pack *pack, uint32_t index)
{
    return strata_pack_record(pack, STRATA_PACK_ADDRESSES, index, STRATA_PACK_ADDRESS_);
}

/** Returns 1 if there is an address with an index, and it is one of the name, else 0. */
static inline int strata_pack_is_address_of(const strata_pack *pack, uint32_t index, const char *name)
{
    const unsigned char *record;

    if (index >= pack->parts[STRATA_PACK_ADDRESSES].count)
        return 0;
    record = strata_pack_address_record(pack, index);
    return strata_pack_compare_address(pack, record, name, strata_load_u64(record)) == 0;
}

/**
 * Finds where a variable or function lies in the image of a target: *offset counts from the beginning of the image. An
 * address is that of one build, with its own version and architecture, as an identity gives it. A name of another
 * module than the kernel begins with the module: "fltmgr!FltGlobals".
 *
 * Returns OK; BAD_NAME: the pack has no such variable or function; UNKNOWN: nobody saw the build; ABSENT: the build has
 * none. *offset is 0 unless it returns OK.
 */
static inline strata_status strata_pack_find_address(const strata_pack *pack, const char *name, strata_target target,
                                                     uint32_t *offset)
{
    uint32_t low = 0, high = pack->parts[STRATA_PACK_ADDRESSES].count;

    *offset = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (strata_pack_compare_address(pack, strata_pack_address_record(pack, middle), name, target) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (strata_pack_is_address_of(pack, low, name) &&
        strata_load_u64(strata_pack_address_record(pack, low)) == target) {
        *offset = strata_load_u32(strata_pack_address_record(pack, low) + 12);
        return *offset != 0 ? STRATA_OK : STRATA_ABSENT;
    }
    if (strata_pack_is_address_of(pack, low, name) || (low > 0 && strata_pack_is_address_of(pack, low - 1, name)))
        return STRATA_UNKNOWN;
    return STRATA_BAD_NAME;
}

/**
 * Finds the target of a kernel by GUID and age of its program database: the 16 bytes and the number of the RSDS record
 * in the debug directory of its image. Layouts that this kernel was imported with are attested for the target.
 *
 * Returns OK; BAD_VERSION: no kernel of the pack is known by them, *target is 0, with which all calls fail.
 */
static inline strata_status strata_pack_find_by_identity(const strata_pack *pack, const unsigned char *guid,
                                                         uint32_t age, strata_target *target)
{
    uint32_t i;

    *target = 0;
    for (i = 0; i < pack->parts[STRATA_PACK_IDENTITIES].count; i++) {
        const unsigned char *record = strata_pack_record(pack, STRATA_PACK_IDENTITIES, i, STRATA_PACK_IDENTITY_);

        if (strata_is_guid(record, guid) && strata_load_u32(record + 16) == age) {
            *target = strata_load_u64(record + 32);
            return STRATA_OK;
        }
    }
    return STRATA_BAD_VERSION;
}

/** As strata_pack_find_by_identity, by the build ID of an ELF file: see strata_find_by_build_id. */
static inline strata_status strata_pack_find_by_build_id(const strata_pack *pack, const unsigned char *id, size_t size,
                                                         strata_target *target)
{
    unsigned char name[20];

    strata_take_build_id(name, id, size);
    return strata_pack_find_by_identity(pack, name, strata_load_u32(name + 16), target);
}

/** As strata_pack_find_by_identity, by TimeDateStamp and SizeOfImage of the headers of the kernel's image. */
static inline strata_status strata_pack_find_by_image(const strata_pack *pack, uint32_t timestamp,
                                                      uint32_t image_size, strata_target *target)
{
    uint32_t i;

    *target = 0;
    for (i = 0; i < pack->parts[STRATA_PACK_IDENTITIES].count && image_size != 0; i++) {
        const unsigned char *record = strata_pack_record(pack, STRATA_PACK_IDENTITIES, i, STRATA_PACK_IDENTITY_);

        if (strata_load_u32(record + 20) == timestamp && strata_load_u32(record + 24) == image_size) {
            *target = strata_load_u64(record + 32);
            return STRATA_OK;
        }
    }
    return STRATA_BAD_VERSION;
}

/** Returns 1 if two texts are equal, else 0. */
static inline int strata_pack_equal(const char *a, const char *b)
{
    for (; *a == *b; a++, b++)
        if (*a == 0)
            return 1;
    return 0;
}

/** Finds the number of an architecture, for targets, by its name: "x64". Returns OK; BAD_NAME: *arch is 0. */
static inline strata_status strata_pack_find_arch(const strata_pack *pack, const char *name, uint32_t *arch)
{
    const char *known;
    size_t i;

    for (i = 0; strata_pack_arch_at(pack, i, &known, arch) == STRATA_OK; i++)
        if (strata_pack_equal(known, name))
            return STRATA_OK;
    return STRATA_BAD_NAME;
}

/**
 * Finds the first version of a release or point by its name: "6.1", "1607". A name that means several versions is not
 * there: for "22H2" there are "Windows 10 22H2" and "11-22H2". Returns OK; BAD_NAME: *version is 0.
 */
static inline strata_status strata_pack_find_version(const strata_pack *pack, const char *name,
                                                     strata_version *version)
{
    const char *known;
    size_t i;

    for (i = 0; strata_pack_version_at(pack, i, &known, version) == STRATA_OK; i++)
        if (strata_pack_equal(known, name))
            return STRATA_OK;
    return STRATA_BAD_NAME;
}

#endif
