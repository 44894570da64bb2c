/* SPDX-License-Identifier: 0BSD
 *
 * strata.h: what the headers that strata generates stand on.
 *
 * A generated header describes one structure of one system over all of its versions and architectures. This file
 * finds the layout that holds for a target and reads and writes members through it. It is freestanding: it needs
 * <stddef.h> and <stdint.h>, never allocates, prints, asserts or calls a library, and keeps no state. All data it
 * describes is little-endian and may lie at any address; hosts of either byte order read the same values.
 *
 * C99 or later, C++11 or later. README.md beside this file is the guide; the comments here are the reference.
 * Names in section "Tables" and below are for generated code; they are stable, but users seldom need them.
 */
#ifndef STRATA_H
#define STRATA_H

#include <stddef.h>
#include <stdint.h>

/** The contract between this file and generated headers. A header generated for another one refuses to compile. */
#define STRATA_RUNTIME 2

/** Before functions that are to be part of their callers, by all compilers that can be told so. */
#if defined(__GNUC__) || defined(__clang__)
#define STRATA_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define STRATA_INLINE static __forceinline
#else
#define STRATA_INLINE static inline
#endif

/** The condition, which seldom holds: compilers lay the code out for the other case. */
#if defined(__GNUC__) || defined(__clang__)
#define STRATA_SELDOM(condition) __builtin_expect(condition, 0)
#else
#define STRATA_SELDOM(condition) (condition)
#endif

/** NULL, as each language wants it spelled. */
#if defined(__cplusplus)
#define STRATA_NULLPTR nullptr
#else
#define STRATA_NULLPTR NULL
#endif

/* ---- Versions and targets ---------------------------------------------------------------------------------------- */

/** A version: major, minor, build, revision, 16 bits each, most significant first. Versions compare as numbers. */
typedef uint64_t strata_version;

/** A target: an architecture (8 bits) and a version, whose major number must be below 256. Compares as a number. */
typedef uint64_t strata_target;

/** The version major.minor.build.revision, such as STRATA_VERSION(6, 1, 7601, 24540). Each part is below 65536. */
#define STRATA_VERSION(major, minor, build, revision)                                                                 \
    ((uint64_t)(major) << 48 | (uint64_t)(minor) << 32 | (uint64_t)(build) << 16 | (uint64_t)(revision))

/** The revision of those who know only the build: the last attested layout of that build is taken. */
#define STRATA_REVISION_ANY 0xFFFFu

/**
 * The target of a version on an architecture; architectures are the STRATA_ARCH_ constants of a generated header. This,
 * as STRATA_VERSION, is for constants: it cuts off what is out of range. Others go through strata_target_of.
 */
#define STRATA_TARGET(version, arch) ((uint64_t)(arch) << 56 | ((version) & STRATA_TARGET_VERSION_MASK))

/** The bits of a target that are its version. */
#define STRATA_TARGET_VERSION_MASK 0x00FFFFFFFFFFFFFFu

/** The version that nothing has: every open and find refuses its targets with BAD_VERSION. */
#define STRATA_VERSION_NONE STRATA_TARGET_VERSION_MASK

/**
 * The target of numbers that are known at run time only, such as a program asks its system for. A part that is out of
 * its range (arch 1 to 255, major up to 255, the others up to 65535) never becomes another's: the target that is
 * returned is then one that every open and find refuses, with BAD_ARCH where `arch` is at fault, else BAD_VERSION.
 */
STRATA_INLINE strata_target strata_target_of(uint64_t arch, uint64_t major_number, uint64_t minor_number,
                                             uint64_t build, uint64_t revision)
{
    if (arch > 0xFFu)
        return 0;
    if (major_number > 0xFFu || minor_number > 0xFFFFu || build > 0xFFFFu || revision > 0xFFFFu)
        return STRATA_TARGET(STRATA_VERSION_NONE, arch);
    return STRATA_TARGET(STRATA_VERSION(major_number, minor_number, build, revision), arch);
}

/** The architecture of a target. */
STRATA_INLINE uint32_t strata_target_arch(strata_target target)
{
    return (uint32_t)(target >> 56);
}

/** The version of a target. */
STRATA_INLINE strata_version strata_target_version(strata_target target)
{
    return target & STRATA_TARGET_VERSION_MASK;
}

/* ---- What calls answer ------------------------------------------------------------------------------------------- */

/** What every call that can fail returns. A value that could not be read is 0, and nothing was written. */
typedef enum strata_status {
    STRATA_OK = 0,       /**< done */
    STRATA_ABSENT,       /**< this version has no such member (or, of an enumerator, no such value) */
    STRATA_UNKNOWN,      /**< the member exists, but nobody has documented where it lies in this version */
    STRATA_OTHER_KIND,   /**< the member is of another kind here: an array, a scalar, a record of another type */
    STRATA_RANGE,        /**< the value to be set does not fit the member in this version */
    STRATA_BAD_INDEX,    /**< the index is past the last element, or the element past the end of the buffer */
    STRATA_TOO_SHORT,    /**< the buffer is shorter than the least size of the layout, or than a text, or is NULL */
    STRATA_BAD_ARCH,     /**< the structure has no layout on this architecture */
    STRATA_BAD_VERSION,  /**< the structure does not exist in this version */
    STRATA_READ_ONLY,    /**< set through a view that was not opened by open_mutable */
    STRATA_INVALID,      /**< validate: a value breaks a constraint, or is not among the values of its enum; of text
                              and lists in memory that is not here: lengths or links contradict each other; of a
                              pack: it is damaged */
    STRATA_UNCERTAIN,    /**< require: the layout is less well known than was asked for */
    STRATA_SHORT_READ,   /**< memory that is not here cannot be read, or not as much of it */
    STRATA_NULL,         /**< the pointer to be followed is null */
    STRATA_LOOP,         /**< the links of a list lead in a circle that its head is not in */
    STRATA_TOO_MANY,     /**< a list has more entries than it may have */
    STRATA_BAD_FORMAT,   /**< what is to be opened is no pack, or one of another format */
    STRATA_BAD_NAME      /**< a pack has nothing of that name */
} strata_status;

/** How well the layout of a view is known. The greater, the less is certain. */
typedef enum strata_basis {
    STRATA_ATTESTED = 0, /**< somebody looked at this very version */
    STRATA_INTERPOLATED, /**< it lies between versions that were looked at, or only its build is known */
    STRATA_EXTRAPOLATED  /**< it lies past the last version that was looked at, or before the first */
} strata_basis;

/** The name of a status as this file spells it, less the prefix; "?" for no status. Static memory. */
STRATA_INLINE const char *strata_status_name(strata_status status)
{
    switch (status) {
    case STRATA_OK: return "OK";
    case STRATA_ABSENT: return "ABSENT";
    case STRATA_UNKNOWN: return "UNKNOWN";
    case STRATA_OTHER_KIND: return "OTHER_KIND";
    case STRATA_RANGE: return "RANGE";
    case STRATA_BAD_INDEX: return "BAD_INDEX";
    case STRATA_TOO_SHORT: return "TOO_SHORT";
    case STRATA_BAD_ARCH: return "BAD_ARCH";
    case STRATA_BAD_VERSION: return "BAD_VERSION";
    case STRATA_READ_ONLY: return "READ_ONLY";
    case STRATA_INVALID: return "INVALID";
    case STRATA_UNCERTAIN: return "UNCERTAIN";
    case STRATA_SHORT_READ: return "SHORT_READ";
    case STRATA_NULL: return "NULL";
    case STRATA_LOOP: return "LOOP";
    case STRATA_TOO_MANY: return "TOO_MANY";
    case STRATA_BAD_FORMAT: return "BAD_FORMAT";
    case STRATA_BAD_NAME: return "BAD_NAME";
    }
    return "?";
}

/** The name of a basis as this file spells it, less the prefix; "?" for none. Static memory. */
STRATA_INLINE const char *strata_basis_name(strata_basis basis)
{
    switch (basis) {
    case STRATA_ATTESTED: return "ATTESTED";
    case STRATA_INTERPOLATED: return "INTERPOLATED";
    case STRATA_EXTRAPOLATED: return "EXTRAPOLATED";
    }
    return "?";
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

/**
 * Where one member lies in one layout, or why it does not. In hexadecimal digits, high to low: KT WW SS ZZ OOOOOOOO.
 *
 *   K         kind: 0 scalar, 1 array, 2 record, 3 array of records, E unknown, F absent
 *   T         of records: which of the record types that the member has over its versions
 *   WW        of bit-fields: width in bits, 1 to 64; else 00. With 80 added, the value is signed
 *   SS        of bit-fields: the lowest bit, counted from bit 0 of the storage unit
 *   ZZ        size in bytes of the scalar or the storage unit (1, 2, 4, 8), or of an array's element; 00 of records
 *   OOOOOOOO  offset in bytes
 *
 * A member that is anything but a scalar in some layout takes a second slot in all of them, its extent: the number of
 * elements in the low half (1 of what is no array), the size of one in bytes in the high half. A two-dimensional one
 * takes a third: the number of columns.
 */
typedef uint64_t strata_slot;

/** The digits KT of a slot, as strata_slot_tag gives them. To those of records the number of the type is added. */
#define STRATA_TAG_SCALAR 0x00u
#define STRATA_TAG_ARRAY 0x10u
#define STRATA_TAG_RECORD 0x20u
#define STRATA_TAG_RECORD_ARRAY 0x30u
#define STRATA_TAG_UNKNOWN 0xE0u
#define STRATA_TAG_ABSENT 0xF0u

/** The greatest slot of a scalar. A compare with it is one instruction; gcc makes more of one of the tag. */
#define STRATA_SCALAR_MOST 0x00FFFFFFFFFFFFFFu

/** The count in the extent of what goes on to the end of the buffer: an array, or a record that ends in one (bytes). */
#define STRATA_COUNT_REST 0xFFFFFFFFu

/** One layout of a structure. */
typedef struct strata_layout {
    const strata_slot *members; /**< indexed by the STRATA_S_MEMBER_ constants of the structure */
    uint32_t least;           /**< bytes that a buffer must have: see strata_open */
    uint32_t size;            /**< bytes, as sizeof would say; where nobody knows that, the least */
} strata_layout;

/** The layout from one target on, up to the first target of the next range. */
typedef struct strata_range {
    strata_target first; /**< the first target of the range */
    uint32_t layout;     /**< index of the layout, or STRATA_LAYOUT_NONE: the structure does not exist here */
    uint32_t basis;      /**< a strata_basis */
} strata_range;

/** The index of no layout. */
#define STRATA_LAYOUT_NONE 0xFFFFFFFFu

/**
 * Tables are static in every unit that includes a generated header. With STRATA_EXTERN_TABLES defined before, they are
 * extern, and one unit that defines STRATA_DEFINE_TABLES as well holds them; reads of fixed targets then cost a load.
 */
#if defined(STRATA_EXTERN_TABLES)
#define STRATA_TABLE const
#else
#define STRATA_TABLE static const
#endif

/** A structure: its ranges in ascending order, and its layouts, after the last of which comes one without members. */
typedef struct strata_table {
    const strata_range *ranges;   /**< in ascending order of their first targets */
    const strata_layout *layouts; /**< layout_count of them, and the one without members */
    uint32_t range_count;         /**< how many ranges there are */
    uint32_t layout_count;        /**< how many layouts there are, less the one without members */
} strata_table;

/** A structure's bytes and the layout to read them by; the generated type of each structure wraps one. */
typedef struct strata_view {
    const unsigned char *bytes; /**< the caller's; NULL where the view is not open */
    unsigned char *writable;    /**< the same bytes, or NULL where the view is read-only */
    size_t size;                /**< of the buffer, in bytes */
    const strata_slot *members;   /**< of the layout */
    strata_target target;       /**< as it was opened for */
    size_t least;               /**< bytes that a buffer must have: see strata_layout; more than any has if not open */
    uint32_t layout;            /**< index of the layout, by the STRATA_S_AT_ constants of the structure */
    strata_basis basis;         /**< how well the layout is known */
} strata_view;

/* ---- Slots ------------------------------------------------------------------------------------------------------- */

/** The kind of a slot's member, and the number of its type if it is a record: a STRATA_TAG_ constant. */
STRATA_INLINE uint32_t strata_slot_tag(strata_slot slot)
{
    return (uint32_t)(slot >> 56);
}

/** Byte offset of the member in the structure. Defined only where strata_slot_is_present. */
STRATA_INLINE uint32_t strata_slot_offset(strata_slot slot)
{
    return (uint32_t)slot;
}

/** Bytes of the scalar, of the storage unit of a bit-field, or of an array's element; 0 of records. */
STRATA_INLINE uint32_t strata_slot_unit(strata_slot slot)
{
    return (uint32_t)(slot >> 32) & 0xFFu;
}

/** The lowest bit of a bit-field, 0 of all else. */
STRATA_INLINE uint32_t strata_slot_shift(strata_slot slot)
{
    return (uint32_t)(slot >> 40) & 0x3Fu;
}

/** The bits that a scalar's value has: the width of a bit-field, else eight times the size. */
STRATA_INLINE uint32_t strata_slot_bits(strata_slot slot)
{
    uint32_t width = (uint32_t)(slot >> 48) & 0x7Fu;

    return width != 0 ? width : strata_slot_unit(slot) * 8;
}

/** 1 where the value is signed, else 0. */
STRATA_INLINE int strata_slot_is_signed(strata_slot slot)
{
    return (int)(slot >> 55) & 1;
}

/** 1 where the member exists in this layout and its place is known, else 0. */
STRATA_INLINE int strata_slot_is_present(strata_slot slot)
{
    return strata_slot_tag(slot) < STRATA_TAG_UNKNOWN;
}

/**
 * 1 where the member is a scalar, and so can be read from its slot, in this layout; else 0. A loop whose slots were
 * asked beforehand carries no checks: the compiler knows the answer.
 */
STRATA_INLINE int strata_slot_is_scalar(strata_slot slot)
{
    return slot <= STRATA_SCALAR_MOST;
}

/** Why a member cannot be had as the kind that was asked for: ABSENT, UNKNOWN, OTHER_KIND. */
STRATA_INLINE strata_status strata_slot_refusal(strata_slot slot)
{
    uint32_t tag = strata_slot_tag(slot);

    return tag == STRATA_TAG_ABSENT ? STRATA_ABSENT : tag == STRATA_TAG_UNKNOWN ? STRATA_UNKNOWN : STRATA_OTHER_KIND;
}

/* ---- Little-endian loads and stores at any address --------------------------------------------------------------- */

/** The byte at p. */
STRATA_INLINE uint8_t strata_load_u8(const unsigned char *p)
{
    return p[0];
}

/** The little-endian number in the 2 bytes at p, which need not be aligned. */
STRATA_INLINE uint16_t strata_load_u16(const unsigned char *p)
{
    return (uint16_t)(p[0] | (uint32_t)p[1] << 8);
}

/** The same of 4 bytes. */
STRATA_INLINE uint32_t strata_load_u32(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/** The same of 8 bytes. */
STRATA_INLINE uint64_t strata_load_u64(const unsigned char *p)
{
    return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/** Stores a byte at p. */
STRATA_INLINE void strata_store_u8(unsigned char *p, uint8_t value)
{
    p[0] = value;
}

/** Stores a number in the 2 bytes at p, which need not be aligned, little-endian. */
STRATA_INLINE void strata_store_u16(unsigned char *p, uint16_t value)
{
    p[0] = (unsigned char)(value & 0xFFu);
    p[1] = (unsigned char)(value >> 8);
}

/** The same in 4 bytes. */
STRATA_INLINE void strata_store_u32(unsigned char *p, uint32_t value)
{
    p[0] = (unsigned char)(value & 0xFFu);
    p[1] = (unsigned char)(value >> 8 & 0xFFu);
    p[2] = (unsigned char)(value >> 16 & 0xFFu);
    p[3] = (unsigned char)(value >> 24);
}

/** The same in 8 bytes. */
STRATA_INLINE void strata_store_u64(unsigned char *p, uint64_t value)
{
    strata_store_u32(p, (uint32_t)(value & 0xFFFFFFFFu));
    strata_store_u32(p + 4, (uint32_t)(value >> 32));
}

/** The little-endian number in the `unit` bytes at p: 1, 2, 4 or 8 of them, the storage unit of a slot. */
STRATA_INLINE uint64_t strata_load_unit(uint32_t unit, const unsigned char *p)
{
    switch (unit) {
    case 1: return p[0];
    case 2: return strata_load_u16(p);
    case 4: return strata_load_u32(p);
    default: return strata_load_u64(p);
    }
}

/** Stores the low bits of a number in the `unit` bytes at p: 1, 2, 4 or 8 of them. */
STRATA_INLINE void strata_store_unit(uint32_t unit, unsigned char *p, uint64_t value)
{
    switch (unit) {
    case 1: strata_store_u8(p, (uint8_t)(value & 0xFFu)); break;
    case 2: strata_store_u16(p, (uint16_t)(value & 0xFFFFu)); break;
    case 4: strata_store_u32(p, (uint32_t)(value & 0xFFFFFFFFu)); break;
    default: strata_store_u64(p, value); break;
    }
}

/* ---- Scalars ----------------------------------------------------------------------------------------------------- */

/** A word with only its `bits` lowest bits set, 1 to 64 of them. */
STRATA_INLINE uint64_t strata_mask(uint32_t bits)
{
    return ~(uint64_t)0 >> (64u - bits);
}

/** The value of the scalar or array element at p: whole or a bit-field, sign-extended to 64 bits where it is signed. */
STRATA_INLINE uint64_t strata_load_slot(strata_slot slot, const unsigned char *p)
{
    uint64_t value = strata_load_unit(strata_slot_unit(slot), p);
    uint64_t rest = slot >> 40 & 0xFFFFu;
    uint32_t bits;

    if (rest == 0)
        return value; /* neither a bit-field nor signed */
    bits = strata_slot_bits(slot);
    value = value >> strata_slot_shift(slot) & strata_mask(bits);
    if (strata_slot_is_signed(slot) && (value >> (bits - 1) & 1) != 0)
        value |= ~strata_mask(bits);
    return value;
}

/**
 * Stores a value at p, and leaves the other bits of a bit-field's storage unit alone; `negative` says whether the 64
 * bits of `value` mean a number below zero. RANGE: the value does not fit, and nothing was stored.
 */
static inline strata_status strata_store_slot(strata_slot slot, unsigned char *p, uint64_t value, int negative)
{
    uint32_t unit = strata_slot_unit(slot);
    uint32_t bits = strata_slot_bits(slot);
    uint32_t shift = strata_slot_shift(slot);
    uint64_t mask = strata_mask(bits);
    uint64_t limit = strata_slot_is_signed(slot) ? mask >> 1 : mask;

    if (negative ? !strata_slot_is_signed(slot) || ~value > limit : value > limit)
        return STRATA_RANGE;
    if (bits != unit * 8)
        value = (strata_load_unit(unit, p) & ~(mask << shift)) | (value & mask) << shift;
    strata_store_unit(unit, p, value);
    return STRATA_OK;
}

/**
 * How many elements an array has, or how many bytes a record that goes on to the end of the buffer, given its slot and
 * extent. What lies past 4 GiB of a buffer is out of reach.
 */
STRATA_INLINE size_t strata_extent_count(const strata_view *view, strata_slot slot, strata_slot extent)
{
    size_t size = view->size < 0xFFFFFFFFu ? view->size : 0xFFFFFFFFu;

    if ((uint32_t)extent != STRATA_COUNT_REST)
        return (uint32_t)extent;
    return size < strata_slot_offset(slot) ? 0 : (size - strata_slot_offset(slot)) / (uint32_t)(extent >> 32);
}

/**
 * Finds element `index` of a member that has the tag: *element is its slot, moved to that element. On failure it is
 * left as it was. ABSENT, UNKNOWN, OTHER_KIND (the tag is another), BAD_INDEX.
 */
static inline strata_status strata_find_element(const strata_view *view, uint32_t member, uint32_t tag, size_t index,
                                                strata_slot *element)
{
    strata_slot slot = view->members[member];
    strata_slot extent;

    if (strata_slot_tag(slot) != tag)
        return strata_slot_refusal(slot);
    extent = view->members[member + 1];
    if (index >= strata_extent_count(view, slot, extent))
        return STRATA_BAD_INDEX;
    *element = slot + index * (extent >> 32);
    return STRATA_OK;
}

/**
 * The reads of one C type T named N, where LOAD(slot, p) gives the value:
 *
 *   T strata_read_N(slot, bytes)                      of the structure at `bytes`, which must have the least size of
 *                                                     the slot's layout; 0 where the slot is not a scalar's
 *   strata_status strata_get_N(view, member, &value)  ABSENT, UNKNOWN, OTHER_KIND; the value is 0 then
 */
#define STRATA_DEFINE_READ(N, T, LOAD)                                                                                \
    STRATA_INLINE T strata_read_##N(strata_slot slot, const void *bytes)                                              \
    {                                                                                                                 \
        const unsigned char *p = (const unsigned char *)bytes;                                                        \
        if (STRATA_SELDOM(slot > STRATA_SCALAR_MOST))                                                                 \
            return (T)0;                                                                                              \
        return (T)LOAD(slot, p + strata_slot_offset(slot));                                                           \
    }                                                                                                                 \
    STRATA_INLINE strata_status strata_get_##N(const strata_view *view, uint32_t member, T *value)                    \
    {                                                                                                                 \
        strata_slot slot = view->members[member];                                                                     \
        if (STRATA_SELDOM(slot > STRATA_SCALAR_MOST)) {                                                               \
            *value = 0;                                                                                               \
            return strata_slot_refusal(slot);                                                                         \
        }                                                                                                             \
        *value = (T)LOAD(slot, view->bytes + strata_slot_offset(slot));                                               \
        return STRATA_OK;                                                                                             \
    }                                                                                                                 \
    typedef T strata_value_##N

/**
 * The read of an array's element of C type T named N:
 *
 *   strata_status strata_at_N(view, member, index, &value)  as get, and BAD_INDEX
 */
#define STRATA_DEFINE_AT(N, T)                                                                                        \
    STRATA_INLINE strata_status strata_at_##N(const strata_view *view, uint32_t member, size_t index, T *value)       \
    {                                                                                                                 \
        strata_slot slot = 0;                                                                                         \
        strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);                     \
        *value = status == STRATA_OK ? (T)strata_load_slot(slot, view->bytes + strata_slot_offset(slot)) : (T)0;      \
        return status;                                                                                                \
    }                                                                                                                 \
    typedef T strata_element_##N

/** The reads of members that have the same size in all layouts and are never bit-fields: see STRATA_DEFINE_READ. */
#define STRATA_LOAD_U8(slot, p) strata_load_u8(p)
#define STRATA_LOAD_U16(slot, p) strata_load_u16(p)
#define STRATA_LOAD_U32(slot, p) strata_load_u32(p)
#define STRATA_LOAD_U64(slot, p) strata_load_u64(p)

/** For unsigned members u8 to u64, for signed ones i8 to i64, by their bits. */
STRATA_DEFINE_READ(u8, uint8_t, STRATA_LOAD_U8);
STRATA_DEFINE_READ(u16, uint16_t, STRATA_LOAD_U16);
STRATA_DEFINE_READ(u32, uint32_t, STRATA_LOAD_U32);
STRATA_DEFINE_READ(u64, uint64_t, STRATA_LOAD_U64);
STRATA_DEFINE_READ(i8, int8_t, STRATA_LOAD_U8);
STRATA_DEFINE_READ(i16, int16_t, STRATA_LOAD_U16);
STRATA_DEFINE_READ(i32, int32_t, STRATA_LOAD_U32);
STRATA_DEFINE_READ(i64, int64_t, STRATA_LOAD_U64);

/** The reads of members of pointer size: unsigned, 4 bytes in some layouts and 8 in others, never bit-fields. */
#define STRATA_LOAD_WORD(slot, p) (strata_slot_unit(slot) == 8 ? strata_load_u64(p) : strata_load_u32(p))
STRATA_DEFINE_READ(word, uint64_t, STRATA_LOAD_WORD);

/** The reads of all others: bit-fields, and members whose size or sign differs between layouts. */
STRATA_DEFINE_READ(any_u8, uint8_t, strata_load_slot);
STRATA_DEFINE_READ(any_u16, uint16_t, strata_load_slot);
STRATA_DEFINE_READ(any_u32, uint32_t, strata_load_slot);
STRATA_DEFINE_READ(any_u64, uint64_t, strata_load_slot);
STRATA_DEFINE_READ(any_i8, int8_t, strata_load_slot);
STRATA_DEFINE_READ(any_i16, int16_t, strata_load_slot);
STRATA_DEFINE_READ(any_i32, int32_t, strata_load_slot);
STRATA_DEFINE_READ(any_i64, int64_t, strata_load_slot);

/** The reads of arrays' elements of every size: see STRATA_DEFINE_AT. */
STRATA_DEFINE_AT(u8, uint8_t);
STRATA_DEFINE_AT(u16, uint16_t);
STRATA_DEFINE_AT(u32, uint32_t);
STRATA_DEFINE_AT(u64, uint64_t);
STRATA_DEFINE_AT(i8, int8_t);
STRATA_DEFINE_AT(i16, int16_t);
STRATA_DEFINE_AT(i32, int32_t);
STRATA_DEFINE_AT(i64, int64_t);

/** Stores a value, as strata_store_slot does, in the bytes of a view. READ_ONLY, RANGE: and nothing was stored. */
static inline strata_status strata_store_view(strata_view *view, strata_slot slot, uint64_t value, int negative)
{
    if (view->writable == STRATA_NULLPTR)
        return STRATA_READ_ONLY;
    return strata_store_slot(slot, view->writable + strata_slot_offset(slot), value, negative);
}

/** 1 where an unsigned value means one below zero: in a signed row of a member that has unsigned 64-bit rows, too. */
STRATA_INLINE int strata_slot_negates(strata_slot slot, uint64_t value)
{
    return strata_slot_is_signed(slot) && value >> 63 != 0;
}

/** Sets an unsigned scalar member: ABSENT, UNKNOWN, OTHER_KIND, READ_ONLY, RANGE where the value does not fit. */
static inline strata_status strata_set_unsigned(strata_view *view, uint32_t member, uint64_t value)
{
    strata_slot slot = view->members[member];

    return strata_slot_is_scalar(slot) ? strata_store_view(view, slot, value, strata_slot_negates(slot, value))
                                       : strata_slot_refusal(slot);
}

/** As strata_set_unsigned, for members that are signed in some layout. */
static inline strata_status strata_set_signed(strata_view *view, uint32_t member, int64_t value)
{
    strata_slot slot = view->members[member];

    return strata_slot_is_scalar(slot) ? strata_store_view(view, slot, (uint64_t)value, value < 0)
                                       : strata_slot_refusal(slot);
}

/** Sets an element of an array of unsigned scalars: as strata_set_unsigned, and BAD_INDEX. */
static inline strata_status strata_set_unsigned_at(strata_view *view, uint32_t member, size_t index, uint64_t value)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);

    return status == STRATA_OK ? strata_store_view(view, slot, value, strata_slot_negates(slot, value)) : status;
}

/** As strata_set_unsigned_at, for arrays that are of signed elements in some layout. */
static inline strata_status strata_set_signed_at(strata_view *view, uint32_t member, size_t index, int64_t value)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);

    return status == STRATA_OK ? strata_store_view(view, slot, (uint64_t)value, value < 0) : status;
}

/* ---- Arrays and records ------------------------------------------------------------------------------------------ */

/** 1 where the member is an array, of scalars or of records, else 0. */
STRATA_INLINE int strata_slot_is_array(strata_slot slot)
{
    uint32_t kind = strata_slot_tag(slot) & 0xF0u;

    return kind == STRATA_TAG_ARRAY || kind == STRATA_TAG_RECORD_ARRAY;
}

/**
 * The number of elements of an array member; of one that ends the structure, as many as the buffer holds. ABSENT,
 * UNKNOWN, OTHER_KIND: and *count is 0.
 */
static inline strata_status strata_count(const strata_view *view, uint32_t member, size_t *count)
{
    strata_slot slot = view->members[member];

    *count = 0;
    if (!strata_slot_is_array(slot))
        return strata_slot_refusal(slot);
    *count = strata_extent_count(view, slot, view->members[member + 1]);
    return STRATA_OK;
}

/**
 * The number of columns of a two-dimensional array member: element (r, c) has index r * columns + c. ABSENT, UNKNOWN,
 * OTHER_KIND: and *columns is 0.
 */
static inline strata_status strata_columns(const strata_view *view, uint32_t member, size_t *columns)
{
    strata_slot slot = view->members[member];

    *columns = 0;
    if (!strata_slot_is_array(slot))
        return strata_slot_refusal(slot);
    *columns = (size_t)view->members[member + 2];
    return STRATA_OK;
}

/**
 * Where in the view's buffer the bytes of a member of any kind lie, and how many they are; of a bit-field, those of its
 * storage unit. ABSENT, UNKNOWN: and *bytes is NULL, *size is 0.
 */
static inline strata_status strata_bytes(const strata_view *view, uint32_t member, const unsigned char **bytes,
                                         size_t *size)
{
    strata_slot slot = view->members[member];

    *bytes = STRATA_NULLPTR;
    *size = 0;
    if (!strata_slot_is_present(slot))
        return strata_slot_refusal(slot);
    if (strata_slot_tag(slot) == STRATA_TAG_SCALAR) {
        *size = strata_slot_unit(slot);
    } else {
        strata_slot extent = view->members[member + 1];

        *size = strata_extent_count(view, slot, extent) * (size_t)(extent >> 32);
    }
    *bytes = view->bytes + strata_slot_offset(slot);
    return STRATA_OK;
}

/* ---- Finding the layout, opening views --------------------------------------------------------------------------- */

/**
 * The number of ranges that begin at or before the target. Written so that compilers select rather than branch on what
 * is compared: of targets that come in no order, a processor would mispredict every other branch.
 */
static inline uint32_t strata_count_ranges(const strata_range *ranges, uint32_t count, strata_target target)
{
    const strata_range *at = ranges;

    if (count == 0 || target < at->first)
        return 0;
    while (count > 1) {
        const strata_range *middle = at + count / 2;

        at = middle->first <= target ? middle : at;
        count -= count / 2;
    }
    return (uint32_t)(at - ranges) + 1;
}

/**
 * Of the ranges that share the build of `target`, up to range `last`, the last attested one, or else `last` itself.
 * The basis is at least interpolated where the ranges are of several layouts.
 */
static inline uint32_t strata_find_any_revision(const strata_range *ranges, uint32_t last, strata_target target,
                                                strata_basis *basis)
{
    strata_target build = target & ~(strata_target)0xFFFFu;
    uint32_t chosen = last;
    uint32_t i = last;
    int several = 0;

    for (;;) {
        if ((ranges[chosen].basis != STRATA_ATTESTED || ranges[chosen].layout == STRATA_LAYOUT_NONE) &&
            ranges[i].basis == STRATA_ATTESTED && ranges[i].layout != STRATA_LAYOUT_NONE)
            chosen = i;
        if (ranges[i].layout != ranges[last].layout)
            several = 1;
        if (ranges[i].first <= build || i == 0 || ranges[i - 1].first >> 56 != build >> 56)
            break;
        i--;
    }
    *basis = (strata_basis)ranges[chosen].basis;
    if (several && *basis == STRATA_ATTESTED)
        *basis = STRATA_INTERPOLATED;
    return chosen;
}

/** Finds the layout of a target. BAD_ARCH, BAD_VERSION: then the basis is EXTRAPOLATED, and the index as it was. */
static inline strata_status strata_find(const strata_table *table, strata_target target, uint32_t *layout,
                                        strata_basis *basis)
{
    const strata_range *ranges = table->ranges;
    uint32_t next = strata_count_ranges(ranges, table->range_count, target);
    strata_basis found;
    uint32_t at;

    *basis = STRATA_EXTRAPOLATED;
    if (next == 0 || ranges[next - 1].first >> 56 != target >> 56) {
        if (next < table->range_count && ranges[next].first >> 56 == target >> 56)
            return STRATA_BAD_VERSION;
        return STRATA_BAD_ARCH;
    }
    at = next - 1;
    found = (strata_basis)ranges[at].basis;
    if ((target & 0xFFFFu) == STRATA_REVISION_ANY)
        at = strata_find_any_revision(ranges, at, target, &found);
    if (ranges[at].layout == STRATA_LAYOUT_NONE || strata_target_version(target) == STRATA_VERSION_NONE)
        return STRATA_BAD_VERSION;
    *layout = ranges[at].layout;
    *basis = found;
    return STRATA_OK;
}

/**
 * Finds the layout of a target without a view, to be hoisted out of a loop. Reads by its slots check no size: compare
 * that of the buffer with layout->least first. BAD_ARCH, BAD_VERSION: then the layout is NULL, and the basis
 * EXTRAPOLATED.
 */
static inline strata_status strata_find_layout(const strata_table *table, strata_target target,
                                               const strata_layout **layout, strata_basis *basis)
{
    uint32_t index = 0;
    strata_status status = strata_find(table, target, &index, basis);

    *layout = status == STRATA_OK ? &table->layouts[index] : STRATA_NULLPTR;
    return status;
}

/** Leaves a view without bytes, all of its members absent, as one whose open failed is. The target stays. */
static inline void strata_close(const strata_table *table, strata_view *view)
{
    const strata_layout *none = &table->layouts[table->layout_count];

    view->bytes = STRATA_NULLPTR;
    view->writable = STRATA_NULLPTR;
    view->size = 0;
    view->members = none->members;
    view->least = (size_t)-1; /* no bytes are enough to rebase it */
    view->layout = table->layout_count;
    view->basis = STRATA_EXTRAPOLATED;
}

/**
 * Opens a view on `size` bytes that are a structure as `target` lays it out. Reads none of them. The bytes must outlive
 * the view and stay the caller's.
 *
 * OK means that no call on the view reads or writes outside of these bytes. The least size of the layout covers the
 * structure and the end of every member whose place is known; of an array that ends the structure it covers the bytes
 * before, and each access to an element is checked. BAD_ARCH, BAD_VERSION, TOO_SHORT: then the view has no bytes, and
 * all members are absent.
 */
static inline strata_status strata_open(const strata_table *table, strata_view *view, const void *bytes, size_t size,
                                        strata_target target)
{
    const strata_layout *layout;
    uint32_t index = 0;
    strata_basis basis;
    strata_status status = strata_find(table, target, &index, &basis);

    view->target = target;
    strata_close(table, view);
    if (status != STRATA_OK)
        return status;
    layout = &table->layouts[index];
    if (bytes == STRATA_NULLPTR || size < layout->least)
        return STRATA_TOO_SHORT;
    view->bytes = (const unsigned char *)bytes;
    view->size = size;
    view->members = layout->members;
    view->least = layout->least;
    view->layout = index;
    view->basis = basis;
    return STRATA_OK;
}

/** As strata_open, for bytes that may be set, with the same statuses. */
static inline strata_status strata_open_mutable(const strata_table *table, strata_view *view, void *bytes, size_t size,
                                                strata_target target)
{
    strata_status status = strata_open(table, view, bytes, size, target);

    if (status == STRATA_OK)
        view->writable = (unsigned char *)bytes;
    return status;
}

/**
 * Refuses a view whose layout is less well known than `weakest`, which is still accepted: STRATA_ATTESTED accepts that
 * alone, STRATA_EXTRAPOLATED any view that is open. UNCERTAIN: and the view is closed, so that nothing can be read by a
 * guess; so is one whose open failed.
 */
static inline strata_status strata_require(const strata_table *table, strata_view *view, strata_basis weakest)
{
    if (view->bytes != STRATA_NULLPTR && view->basis <= weakest)
        return STRATA_OK;
    strata_close(table, view);
    return STRATA_UNCERTAIN;
}

/**
 * Moves an open view to other bytes of the same target, as its next record; read-only. TOO_SHORT: it has not moved; so
 * answers a view that is not open, and stays closed.
 */
STRATA_INLINE strata_status strata_rebase(strata_view *view, const void *bytes, size_t size)
{
    if (bytes == STRATA_NULLPTR || size < view->least)
        return STRATA_TOO_SHORT;
    view->bytes = (const unsigned char *)bytes;
    view->writable = STRATA_NULLPTR;
    view->size = size;
    return STRATA_OK;
}

/** As strata_rebase, for bytes that may be set. TOO_SHORT: it has not moved. */
STRATA_INLINE strata_status strata_rebase_mutable(strata_view *view, void *bytes, size_t size)
{
    strata_status status = strata_rebase(view, bytes, size);

    if (status == STRATA_OK)
        view->writable = (unsigned char *)bytes;
    return status;
}

/**
 * Opens a view on a record inside another view, which it shares bytes, target and mutability with: on element `index`
 * of an array of records (tag STRATA_TAG_RECORD_ARRAY), or on a single record (STRATA_TAG_RECORD, index 0); the tag
 * includes the record's type number. Its basis is no better than the outer one's. ABSENT, UNKNOWN, OTHER_KIND,
 * BAD_INDEX, BAD_ARCH, BAD_VERSION, TOO_SHORT: then the record's view is closed.
 */
static inline strata_status strata_open_record(const strata_table *table, strata_view *record, const strata_view *view,
                                               uint32_t member, uint32_t tag, size_t index)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, tag, index, &slot);
    size_t offset = strata_slot_offset(slot);
    size_t size;

    if (status != STRATA_OK) {
        record->target = view->target;
        strata_close(table, record);
        return status;
    }
    size = (size_t)(view->members[member + 1] >> 32);
    if ((tag & 0xF0u) == STRATA_TAG_RECORD && (uint32_t)view->members[member + 1] == STRATA_COUNT_REST)
        size = view->size - offset; /* ends in an array that goes on to the end of the buffer */
    status = strata_open(table, record, view->bytes + offset, size, view->target);
    if (status == STRATA_OK && view->writable != STRATA_NULLPTR)
        record->writable = view->writable + offset;
    if (record->basis < view->basis)
        record->basis = view->basis;
    return status;
}

/* ---- What is known ----------------------------------------------------------------------------------------------- */

/** What a table knows of a structure over one run of versions on one architecture. */
typedef struct strata_known {
    strata_version first; /**< the first version of the run */
    strata_version end;   /**< the version after its last; STRATA_VERSION_NONE where it goes on for ever */
    uint32_t arch;        /**< a STRATA_ARCH_ constant */
    uint32_t layout;      /**< its index, as in views; STRATA_LAYOUT_NONE: the structure does not exist here */
    uint32_t size;        /**< of strata_layout; 0 where it does not exist */
    uint32_t least;       /**< the same */
    strata_basis basis;   /**< how well the layout is known; ATTESTED where it does not exist */
} strata_known;

/**
 * Tells run `index` of those that a table knows, from 0 on, in ascending order of architecture and version. What lies
 * before the first run of an architecture, and architectures without any, do not have the structure. BAD_INDEX past the
 * last run, and *known is all 0 then.
 */
static inline strata_status strata_list_known(const strata_table *table, size_t index, strata_known *known)
{
    const strata_range *range;
    int exists;

    known->first = known->end = 0;
    known->arch = known->layout = known->size = known->least = 0;
    known->basis = STRATA_ATTESTED;
    if (index >= table->range_count)
        return STRATA_BAD_INDEX;
    range = &table->ranges[index];
    exists = range->layout != STRATA_LAYOUT_NONE;
    known->first = strata_target_version(range->first);
    known->end = STRATA_VERSION_NONE;
    if (index + 1 < table->range_count && strata_target_arch(range[1].first) == strata_target_arch(range->first))
        known->end = strata_target_version(range[1].first);
    known->arch = strata_target_arch(range->first);
    known->layout = range->layout;
    known->size = exists ? table->layouts[range->layout].size : 0;
    known->least = exists ? table->layouts[range->layout].least : 0;
    known->basis = (strata_basis)range->basis;
    return STRATA_OK;
}

/* ---- Values: enumerators and constraints ------------------------------------------------------------------------- */

/** Values that are accepted in some versions on some architectures; an enumerator is one with low equal to high. */
typedef struct strata_values {
    uint64_t low, high;   /**< the least and the greatest value, signed ones extended to 64 bits */
    strata_version first; /**< the first version */
    strata_version end;   /**< the version after the last */
    uint64_t arches;      /**< bit n set: on architecture n */
} strata_values;

/** The rule that a member's value be among some values. */
typedef struct strata_rule {
    const char *member_name; /**< as the spec has it */
    const char *text;        /**< as the spec puts it: ">= 1000", or the name of the enum */
    const strata_values *values; /**< what is accepted, row by row */
    uint32_t value_count;        /**< how many rows there are */
    uint32_t member;             /**< a STRATA_S_MEMBER_ constant */
} strata_rule;

/** The first violation that validate found. */
typedef struct strata_violation {
    const strata_rule *rule; /**< NULL where there is none */
    size_t index;            /**< of the element, in an array; else 0 */
    uint64_t value;          /**< what was found, signed values extended to 64 bits */
} strata_violation;

/** 1 where the row holds for the target, else 0. */
STRATA_INLINE int strata_values_hold(const strata_values *row, strata_target target)
{
    strata_version version = strata_target_version(target);

    uint32_t arch = strata_target_arch(target);

    return row->first <= version && version < row->end && version != STRATA_VERSION_NONE && arch < 64 &&
           (row->arches >> arch & 1) != 0;
}

/** Finds the value that one enumerator, given by its rows, has for a target; 0 and ABSENT where it has none. */
static inline strata_status strata_find_value(const strata_values *rows, uint32_t count, strata_target target,
                                              uint64_t *value)
{
    uint32_t i;

    *value = 0;
    for (i = 0; i < count; i++) {
        if (strata_values_hold(&rows[i], target)) {
            *value = rows[i].low;
            return STRATA_OK;
        }
    }
    return STRATA_ABSENT;
}

/**
 * 1 where the value of a slot is among the values that hold for the target, or where none do; else 0. A single value,
 * as an enumerator's, is the same with or without its sign: a member shown as an enum need not have the enum's sign.
 */
static inline int strata_accepts(const strata_values *rows, uint32_t count, strata_target target, uint64_t value,
                                 strata_slot slot)
{
    uint64_t bias = strata_slot_is_signed(slot) ? (uint64_t)1 << 63 : 0;
    uint64_t mask = strata_mask(strata_slot_bits(slot));
    int any = 0;
    uint32_t i;

    for (i = 0; i < count; i++) {
        uint64_t low = rows[i].low;

        if (!strata_values_hold(&rows[i], target))
            continue;
        any = 1;
        if ((value ^ bias) >= (low ^ bias) && (value ^ bias) <= (rows[i].high ^ bias))
            return 1;
        if (low == rows[i].high && (low == (value & mask) || low == ((value & mask) | ~mask)))
            return 1;
    }
    return !any;
}

/**
 * Applies rules to the members they name, those that can be read. INVALID: and the first violation. TOO_SHORT: the view
 * is not open.
 */
static inline strata_status strata_validate(const strata_view *view, const strata_rule *rules, uint32_t count,
                                            strata_violation *violation)
{
    uint32_t i;

    violation->rule = STRATA_NULLPTR;
    violation->index = 0;
    violation->value = 0;
    if (view->bytes == STRATA_NULLPTR)
        return STRATA_TOO_SHORT;
    for (i = 0; i < count; i++) {
        const strata_rule *rule = &rules[i];
        strata_slot slot = view->members[rule->member];
        size_t elements = 1;
        size_t at;

        if (strata_slot_tag(slot) == STRATA_TAG_ARRAY)
            (void)strata_count(view, rule->member, &elements);
        else if (strata_slot_tag(slot) != STRATA_TAG_SCALAR)
            continue;
        for (at = 0; at < elements; at++) {
            const unsigned char *p = view->bytes + strata_slot_offset(slot) + at * strata_slot_unit(slot);
            uint64_t value = strata_load_slot(slot, p);

            if (strata_accepts(rule->values, rule->value_count, view->target, value, slot))
                continue;
            violation->rule = rule;
            violation->index = at;
            violation->value = value;
            return STRATA_INVALID;
        }
    }
    return STRATA_OK;
}

/* ---- For the generated asserts ----------------------------------------------------------------------------------- */

/** A static assertion in any dialect, followed by a semicolon. The text is one word. */
#if defined(__cplusplus)
#define STRATA_ASSERT(condition, text) static_assert(condition, #text)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define STRATA_ASSERT(condition, text) _Static_assert(condition, #text)
#else
#define STRATA_ASSERT(condition, text) extern char strata_assert_##text[(condition) ? 1 : -1]
#endif

/** Pastes two tokens after expanding them. */
#define STRATA_PASTE(a, b) STRATA_PASTE_(a, b)
#define STRATA_PASTE_(a, b) a##b

#endif
