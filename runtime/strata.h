/* SPDX-License-Identifier: 0BSD
 *
 * strata.h: the runtime of the headers that strata generates.
 *
 * A generated header describes one structure of one system in all its versions and on all its architectures. This file
 * finds the layout for a target, and reads members by it: STRATA_GET and its kind. A program includes strata_set.h to
 * write members, strata_layout.h to read without a view, strata_known.h and strata_reader.h for more.
 *
 * It is freestanding: it needs <stddef.h> and <stdint.h>, keeps no state, and never allocates, prints, asserts or calls
 * a library. The data may have any address, and the byte order of each member that its spec says; big-endian and
 * little-endian hosts read the same values.
 *
 * C99 or later, C++11 or later. README.md beside this file is the guide; these comments are the reference. Generated
 * code uses the names from section "Tables" on. They are stable, but users seldom need them.
 */
#ifndef STRATA_H
#define STRATA_H

#include <stddef.h>
#include <stdint.h>

/** Version of the interface between this file and generated headers. A header for another version does not compile. */
#define STRATA_RUNTIME 14

/** Makes a function part of its callers, with all compilers that support this. */
#if defined(__GNUC__) || defined(__clang__)
#define STRATA_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define STRATA_INLINE static __forceinline
#else
#define STRATA_INLINE static inline
#endif

/** A condition that is rarely true. Compilers optimise for the other case. */
#if defined(__GNUC__) || defined(__clang__)
#define STRATA_SELDOM(condition) __builtin_expect(condition, 0)
#else
#define STRATA_SELDOM(condition) (condition)
#endif

/** Begin and end declarations that have the linkage of C. */
#if defined(__cplusplus)
#define STRATA_C_BEGIN extern "C" {
#define STRATA_C_END }
#else
#define STRATA_C_BEGIN
#define STRATA_C_END
#endif

/** The null pointer of the language. */
#if defined(__cplusplus)
#define STRATA_NULLPTR nullptr
#else
#define STRATA_NULLPTR NULL
#endif

/** Marks a function that is seldom called: compilers make it small, and no part of its callers. */
#if defined(__clang__)
#define STRATA_COLD __attribute__((cold, minsize))
#elif defined(__GNUC__)
#define STRATA_COLD __attribute__((cold))
#else
#define STRATA_COLD
#endif

/** Converts a number to an integer type, in the way of the language that warns nobody. */
#if defined(__cplusplus)
#define STRATA_AS(type, value) static_cast<type>(value)
#else
#define STRATA_AS(type, value) ((type)(value))
#endif

/** A static assertion for every language version, without its semicolon. The text is one word. */
#if defined(__cplusplus)
#define STRATA_ASSERT(condition, text) static_assert(condition, #text)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define STRATA_ASSERT(condition, text) _Static_assert(condition, #text)
#else
#define STRATA_ASSERT(condition, text) extern char strata_assert_##text[(condition) ? 1 : -1]
#endif

/* ---- Versions and targets ---------------------------------------------------------------------------------------- */

/** A version: major, minor, build and revision, 16 bits each, the major number highest. Versions compare as numbers. */
typedef uint64_t strata_version;

/**
 * A target: an architecture (8 bits) and a version, whose major number must be below 256. Targets compare as numbers.
 */
typedef uint64_t strata_target;

/** The version major.minor.build.revision, for example STRATA_VERSION(6, 1, 7601, 24540). Each part is below 65536. */
#define STRATA_VERSION(major, minor, build, revision) \
    ((uint64_t)(major) << 48 | (uint64_t)(minor) << 32 | (uint64_t)(build) << 16 | (uint64_t)(revision))

/**
 * The revision if only the build is known. Calls then use the last attested layout of the build. They do the same for
 * revision 0, unless somebody has looked at revision 0.
 */
#define STRATA_REVISION_ANY 0xFFFFu

/**
 * The target of a version on an architecture, which is a STRATA_ARCH_ constant of a generated header. This macro and
 * STRATA_VERSION are for constants: they cut off bits that are out of range. For other numbers use strata_target_of.
 */
#define STRATA_TARGET(version, arch) ((uint64_t)(arch) << 56 | ((version) & STRATA_TARGET_VERSION_MASK))

/** The bits of a target that hold the version. */
#define STRATA_TARGET_VERSION_MASK 0x00FFFFFFFFFFFFFFu

/** A version that does not exist. Calls that open or find return BAD_VERSION for it. */
#define STRATA_VERSION_NONE STRATA_TARGET_VERSION_MASK

/**
 * Returns the target of numbers that are known only at run time, for example from the operating system.
 *
 * A number that is out of range (arch 1 to 255, major up to 255, the others up to 65535) does not spill into another
 * part. The result is then a target that no call accepts: they return BAD_ARCH if `arch` is out of range, else
 * BAD_VERSION.
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

/** Returns the architecture of a target. */
STRATA_INLINE uint32_t strata_target_arch(strata_target target)
{
    return (uint32_t)(target >> 56);
}

/** Returns the version of a target. */
STRATA_INLINE strata_version strata_target_version(strata_target target)
{
    return target & STRATA_TARGET_VERSION_MASK;
}

/* ---- Results of calls -------------------------------------------------------------------------------------------- */

/** Result of every call that can fail. On failure a value to be read is 0, and nothing is written. */
typedef enum strata_status {
    STRATA_OK = 0,       /**< success */
    STRATA_ABSENT,       /**< the member does not exist in this version; or an enumerator has no value in it */
    STRATA_UNKNOWN,      /**< the member exists, but its offset in this version is not documented */
    STRATA_OTHER_KIND,   /**< the member has another kind in this version: array, scalar, float, or record of another
                              type */
    STRATA_RANGE,        /**< the value to set does not fit the member in this version */
    STRATA_BAD_INDEX,    /**< the index is past the last element, or the element is past the end of the buffer */
    STRATA_TOO_SHORT,    /**< the buffer is NULL, smaller than the least size of the layout, or too small for a text */
    STRATA_BAD_ARCH,     /**< the structure has no layout on this architecture */
    STRATA_BAD_VERSION,  /**< the structure does not exist in this version */
    STRATA_READ_ONLY,    /**< the view was not opened by open_mutable */
    STRATA_INVALID,      /**< validate: a value breaks a constraint or is not in its enum; reader: the lengths of a
                              string or the links of a list contradict each other; pack: it is damaged */
    STRATA_UNCERTAIN,    /**< require: the layout, or the member, is less certain than requested */
    STRATA_SHORT_READ,   /**< reader: the memory cannot be read, or only a part of it */
    STRATA_NULL,         /**< reader: the pointer to follow is null */
    STRATA_LOOP,         /**< reader: the links of a list form a circle without its head */
    STRATA_TOO_MANY,     /**< reader: a list has more entries than allowed */
    STRATA_BAD_FORMAT,   /**< pack: the bytes are not a pack, or one of another format */
    STRATA_BAD_NAME      /**< pack: it does not have the name */
} strata_status;

/**
 * Certainty of a member, or of a layout: that of its weakest member. A greater value is less certain.
 *
 * README.md of the project has the rates of error that were measured over 213 kernels.
 */
typedef enum strata_basis {
    STRATA_ATTESTED = 0, /**< somebody has looked at this very build and revision */
    STRATA_BRACKETED,    /**< the attested revisions before and after it are of its own build, and agree */
    STRATA_INTERPOLATED, /**< its build is attested on one side; or the attested builds before and after it agree; or a
                              document speaks of its release */
    STRATA_EXTRAPOLATED, /**< its build is after all attested builds, or before them; or nobody has described the
                              structure on its architecture */
    STRATA_DISPUTED      /**< the attested versions before and after it differ */
} strata_basis;

/** Returns the name of an enumerator without its prefix: a case of a switch. */
#define STRATA_NAMED(name) case STRATA_##name: return #name;

/** Returns the name of a status without its prefix; "?" for other numbers. Static memory. */
STRATA_INLINE const char *strata_status_name(strata_status status)
{
    switch (status) {
    STRATA_NAMED(OK) STRATA_NAMED(ABSENT) STRATA_NAMED(UNKNOWN) STRATA_NAMED(OTHER_KIND) STRATA_NAMED(RANGE)
    STRATA_NAMED(BAD_INDEX) STRATA_NAMED(TOO_SHORT) STRATA_NAMED(BAD_ARCH) STRATA_NAMED(BAD_VERSION)
    STRATA_NAMED(READ_ONLY) STRATA_NAMED(INVALID) STRATA_NAMED(UNCERTAIN) STRATA_NAMED(SHORT_READ) STRATA_NAMED(NULL)
    STRATA_NAMED(LOOP) STRATA_NAMED(TOO_MANY) STRATA_NAMED(BAD_FORMAT) STRATA_NAMED(BAD_NAME)
    }
    return "?";
}

/** Returns the name of a basis without its prefix; "?" for other numbers. Static memory. */
STRATA_INLINE const char *strata_basis_name(strata_basis basis)
{
    switch (basis) {
    STRATA_NAMED(ATTESTED) STRATA_NAMED(BRACKETED) STRATA_NAMED(INTERPOLATED) STRATA_NAMED(EXTRAPOLATED)
    STRATA_NAMED(DISPUTED)
    }
    return "?";
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

/**
 * One member in one layout: its kind, size, bits and offset. Hexadecimal digits, high to low: KT WW SS ZZ OOOOOOOO.
 *
 *   K         kind: 0 scalar, 1 array, 2 record, 3 array of records, 4 float, 5 array of floats, E unknown, F absent
 *   T         record: number of its type among the record types of the member
 *   WW        bit-field: width in bits, 1 to 64; else 00. Plus 80 if the value is signed
 *   SS        bit-field: lowest bit, counted from bit 0 of the storage unit
 *   ZZ        size in bytes of the scalar, storage unit (1, 2, 4, 8) or array element; record: 00. Plus 80 if the first
 *             byte is the highest one
 *   OOOOOOOO  offset in bytes
 *
 * Slots are not in tables: strata_slot_of makes them. See strata_member.
 */
typedef uint64_t strata_slot;

/** Added to the digits ZZ of a slot, and to the size for strata_load_unit: the number is big-endian. */
#define STRATA_SLOT_BIG 0x80u

/** The digits KT of a slot, which strata_slot_tag returns. The tag of a record includes the number of its type. */
#define STRATA_TAG_SCALAR 0x00u
#define STRATA_TAG_ARRAY 0x10u
#define STRATA_TAG_RECORD 0x20u
#define STRATA_TAG_RECORD_ARRAY 0x30u
#define STRATA_TAG_FLOAT 0x40u
#define STRATA_TAG_FLOAT_ARRAY 0x50u
#define STRATA_TAG_UNKNOWN 0xE0u
#define STRATA_TAG_ABSENT 0xF0u

/**
 * The greatest slot of a scalar that is no float. Comparing with it takes one instruction; gcc needs more to compare
 * the tag.
 */
#define STRATA_SCALAR_MOST 0x00FFFFFFFFFFFFFFu

/**
 * The count in the extent of a flexible array, or of a record that ends in one (in bytes): up to the end of the buffer.
 */
#define STRATA_COUNT_REST 0xFFFFFFFFu

/**
 * Tells where four blocks lie in a layout, by 16 bits each, the first one by the highest. Members that move together
 * form a block, and a table has its base in each layout, plus 1. Block 0 has the size of a pointer instead.
 *
 * Compilers read a wide number of a table faster than four small ones.
 */
typedef uint64_t strata_bases;

/** Returns the base of a block in a row of bases, plus 1; or STRATA_BASE_ABSENT or STRATA_BASE_UNKNOWN. */
#define STRATA_BASE_OF(bases, block) ((uint32_t)((bases)[(block) / 4] >> (48u - (block) % 4 * 16) & 0xFFFFu))

/** Returns a row of bases that has only that of block 0. */
#define STRATA_FIRST_BASE(base) ((strata_bases)(base) << 48)

/** In place of a base: the members of the block do not exist; or their offsets are not documented. */
#define STRATA_BASE_ABSENT 0u
#define STRATA_BASE_UNKNOWN 0xFFFFu

/** True for both of these. */
#define STRATA_BASE_IS_NONE(base) ((base) - 1u >= STRATA_BASE_UNKNOWN - 1u)

/** One layout of a structure. */
typedef struct strata_layout {
    const strata_bases *bases; /**< of its blocks */
    const strata_slot *words;  /**< of the structure: see strata_member */
    uint32_t least;            /**< minimal size of the buffer in bytes: see strata_open */
    uint32_t size;             /**< sizeof the structure in bytes; the least size if the size is unknown */
} strata_layout;

/**
 * The answer of a structure at a point of its tree. Its low 16 bits are the index of the layout, or a STRATA_FOUND_
 * constant. The high ones are the number of its row of grades, from 1 on; 0: all members are known as the place is.
 */
typedef uint32_t strata_found;

/** Parts of a strata_found. */
#define STRATA_FOUND_LAYOUT(found) ((found) & 0xFFFFu)
#define STRATA_FOUND_GRADES(found) ((found) >> 16)

/**
 * In place of the index of a layout there: the structure does not exist; it stands as in the build whose kernel runs
 * there; nobody has described it on the architecture.
 */
#define STRATA_FOUND_NONE 0xFFFFu
#define STRATA_FOUND_OF_KERNEL 0xFFFEu
#define STRATA_FOUND_NO_ARCH 0xFFFDu

/** In place of the index of a layout: the structure does not exist; or it stands as its kernel does. */
#define STRATA_LAYOUT_NONE 0xFFFFFFFFu
#define STRATA_LAYOUT_OF_KERNEL 0xFFFFFFFEu

/**
 * A member: the number of a STRATA_S_M_ line. What is the same in all layouts stands in it; a layout adds the base of
 * the block. Its bits, from bit 0 on:
 *
 *   16  offset from the base, where a pointer has 8 bytes
 *   16  the same where it has 4 bytes
 *   11  number of the block, from 1 on
 *   13  scalar: lowest bit (6) and width (7) of a bit-field, else 0; others: index of the extent in the words
 *    1  1 if the scalar or element has the size of a pointer; if the extent differs by that, it has a second one
 *    4  scalar or element: size (2; 0 for 1 byte, 1 for 2, 2 for 4, 3 for 8), sign (1), big-endian (1);
 *       record: number of its type
 *    3  the digit K of the slot plus 1; 0: it differs between layouts, and the words have slot, extent and columns from
 *       the base plus the offset on
 *
 * The words of a structure have what does not fit in there. An extent is two words. The first has the number of
 * elements in its low half (1 if the member is not an array) and the size of an element in bytes in its high half. The
 * second one is the number of columns of a two-dimensional array. A second extent, where pointers have 4 bytes, follows
 * the first.
 */
typedef uint64_t strata_member;

/** Parts of a strata_member. */
#define STRATA_MEMBER_OFFSET_64(member) ((uint32_t)((member) & 0xFFFFu))
#define STRATA_MEMBER_OFFSET_32(member) ((uint32_t)((member) >> 16 & 0xFFFFu))
#define STRATA_MEMBER_BLOCK(member) ((uint32_t)((member) >> 32 & 0x7FFu))
#define STRATA_MEMBER_SHIFT(member) ((uint32_t)((member) >> 43 & 0x3Fu))
#define STRATA_MEMBER_WIDTH(member) ((uint32_t)((member) >> 49 & 0x7Fu))
#define STRATA_MEMBER_EXTENT(member) ((uint32_t)((member) >> 43 & 0x1FFFu))
#define STRATA_MEMBER_IS_WORD(member) ((uint32_t)((member) >> 56 & 1u))
#define STRATA_MEMBER_UNIT(member) (1u << ((uint32_t)((member) >> 57) & 3u))
#define STRATA_MEMBER_IS_SIGNED(member) ((uint32_t)((member) >> 59 & 1u))
#define STRATA_MEMBER_IS_BIG(member) ((uint32_t)((member) >> 60 & 1u))
#define STRATA_MEMBER_IS_PLAIN(member) ((uint32_t)((member) >> 43 & 0x1FFFu) == 0 && ((member) >> 59 & 3u) == 0)
#define STRATA_MEMBER_TYPE(member) ((uint32_t)((member) >> 57 & 0xFu))
#define STRATA_MEMBER_KIND(member) ((uint32_t)((member) >> 61))

/** Kinds in a strata_member. */
#define STRATA_KIND_DIFFERS 0u
#define STRATA_KIND_SCALAR 1u

/** In place of the number of a STRATA_S_M_ line: all members and the size of the structure, or its size alone. */
#define STRATA_MEMBER_ALL 0u
#define STRATA_MEMBER_SIZE 1u

/**
 * In a row of grades: as well as the place is known. Among the grades of a tree: the build runs the kernel of another
 * one. Other digits are a strata_basis.
 */
#define STRATA_GRADE_OF_PLACE '5'
#define STRATA_GRADE_OF_KERNEL '6'

/** The numbers of answers are digits of this base, each a character from this one on. */
#define STRATA_DIGIT_FIRST '0'
#define STRATA_DIGIT_COUNT 78u

/**
 * Tables are static in every unit that includes a generated header. If STRATA_EXTERN_TABLES is defined before, they are
 * extern, and one unit must also define STRATA_DEFINE_TABLES; reading with a constant target then costs an extra load.
 */
#if defined(STRATA_EXTERN_TABLES)
#define STRATA_TABLE const
#else
#define STRATA_TABLE static const
#endif

/** 1 in a unit that has the tables, or defines them for others. */
#if !defined(STRATA_EXTERN_TABLES) || defined(STRATA_DEFINE_TABLES)
#define STRATA_HAS_TABLES 1
#else
#define STRATA_HAS_TABLES 0
#endif

/** Declare tables that another unit may define: one, and those of a structure that macros name. */
#if defined(STRATA_EXTERN_TABLES)
#define STRATA_DECLARE_TABLE(type, name) extern const type name;
#define STRATA_DECLARE_TABLES(S, layouts, blocks, words) \
    extern const strata_bases S##_bases[layouts][((blocks) + 3) / 4]; \
    extern const strata_slot S##_words[words]; \
    extern const strata_layout S##_layout_table[layouts]; \
    extern const strata_table S##_table;
#else
#define STRATA_DECLARE_TABLE(type, name)
#define STRATA_DECLARE_TABLES(S, layouts, blocks, words)
#endif

/** A major and minor number on an architecture, and the index of the first point that has them. */
typedef struct strata_segment {
    uint32_t version; /**< the high half of its targets */
    uint32_t first;   /**< index among the points */
} strata_segment;

/**
 * The points of a tree: the targets at which the answer of some structure changes, or how well the tree is known there.
 * A target is at a point, or after it and before the next one: its position is twice the index of the point, plus 1 if
 * it is after the point. Point 0 is before all others.
 *
 * If many builds are known by single members, so that few structures change there, a tree has fine points, too. All
 * points are fine ones; the coarse ones among them serve all other structures, whose tables are shorter by that.
 */
typedef struct strata_evidence {
    const strata_segment *segments; /**< ascending; behind the last one, the number of points */
    const uint32_t *points;         /**< the low half of the target of each: build and revision */
    const uint16_t *coarse;         /**< by point: the coarse position of its version; NULL: all points are coarse */
    const char *grades;             /**< by coarse position: a strata_basis as a digit, or STRATA_GRADE_OF_KERNEL */
    const strata_version *kernels;  /**< pairs of builds, revision 0: a build of the system, and that of its kernel */
    const uint16_t *arches;         /**< by architecture: number of the segments up to its last one */
    uint32_t segment_count;         /**< number of segments */
    uint32_t kernel_count;          /**< number of versions in the pairs */
    uint32_t arch_count;            /**< number of elements of arches */
} strata_evidence;

/** The answers and layouts of a structure. The last layout has no members and is not counted. */
typedef struct strata_table {
    const strata_found (*answers)[2]; /**< different ones: at a point, and after it */
    const char *numbers;              /**< by point: the low digit of the number of an answer */
    const char *more;                 /**< by point: the high digit; NULL if all are 0 */
    const strata_layout *layouts;     /**< layout_count layouts, then the one without members */
    const strata_evidence *evidence;  /**< the tree of the structure; or NULL */
    const char *grades;               /**< rows of digits: of the structure, its size, its blocks; each ends with NUL */
    const struct strata_rule *rules;  /**< constraints of the members: see strata_values.h */
    uint32_t is_fine;                 /**< the points are the fine ones */
    uint32_t layout_count;            /**< number of layouts, without the one without members */
    uint32_t grade_width;             /**< number of characters in a row of grades, with its NUL */
    uint32_t rule_count;              /**< number of rules */
} strata_table;

/** Define the tables of a structure S; the rows follow in braces. */
#define STRATA_BASES(S, layouts, blocks) STRATA_TABLE strata_bases S##_bases[layouts][((blocks) + 3) / 4]
#define STRATA_WORDS(S, count) STRATA_TABLE strata_slot S##_words[count]
#define STRATA_NO_WORDS(S) STRATA_TABLE strata_slot S##_words[1] = {0}
#define STRATA_LAYOUT_TABLE(S, layouts) STRATA_TABLE strata_layout S##_layout_table[layouts]
#define STRATA_LAYOUT(S, index, least, size) { S##_bases[index], S##_words, least, size }
#define STRATA_ANSWERS(S, count) static const strata_found S##_answers[count][2]
#define STRATA_NUMBERS(S) static const char S##_numbers[]
#define STRATA_MORE(S) static const char S##_more[]
#define STRATA_GRADES(S, width) static const char S##_grades[][width]
#define STRATA_NO_GRADES(S) static const char S##_grades[1][1] = {""}
#define STRATA_TABLE_OF(S, tree, is_fine, layouts, width) \
    STRATA_LARGE_TABLE_OF(S, tree, is_fine, layouts, width, STRATA_NULLPTR, STRATA_NULLPTR, 0)
#define STRATA_LARGE_TABLE_OF(S, tree, is_fine, layouts, width, more, rules, rule_count) \
    STRATA_TABLE strata_table S##_table = { S##_answers, S##_numbers, more, S##_layout_table, &tree, S##_grades[0], \
                                            rules, is_fine, layouts, width, rule_count }

/** Repeat a text, for long tables of characters. */
#define STRATA_4(text) text text text text
#define STRATA_8(text) STRATA_4(text) STRATA_4(text)
#define STRATA_16(text) STRATA_8(text) STRATA_8(text)
#define STRATA_32(text) STRATA_16(text) STRATA_16(text)

/** Answers at a point and after it: no architecture of the structure; the structure does not exist. */
#define STRATA_ANSWER_NO_ARCH { STRATA_FOUND_NO_ARCH, STRATA_FOUND_NO_ARCH }
#define STRATA_ANSWER_NONE { STRATA_FOUND_NONE, STRATA_FOUND_NONE }

/** Fails if a header and that of its tree are of different specs: generate all headers of a tree together. */
#define STRATA_SAME_TREE(tree, mark) \
    STRATA_ASSERT(tree##_mark == mark, tree##_is_of_other_specs_so_generate_all_headers_of_a_tree_together)

/** A position among the points of a tree. */
typedef struct strata_position {
    uint32_t coarse; /**< among the coarse ones */
    uint32_t fine;   /**< among all */
} strata_position;

/** A target among the points of a tree: what all structures of the tree share. See strata_resolve. */
typedef struct strata_place {
    strata_target target;            /**< as asked for */
    const strata_evidence *evidence; /**< the tree; NULL for STRATA_VERSION_NONE */
    strata_position at;              /**< the position of the target */
    strata_position kernel;          /**< that of the kernel which runs in it: the same, if it is attested itself */
    strata_basis basis;              /**< how well members are known that do not move in the versions around it */
} strata_place;

/** The bytes of a structure and the layout to read them by. The generated type of each structure contains one. */
typedef struct strata_view {
    const unsigned char *bytes; /**< owned by the caller; NULL if the view is not open */
    unsigned char *writable;    /**< the same bytes; NULL if the view is read-only */
    size_t size;                /**< size of the buffer in bytes */
    const strata_bases *bases;  /**< of the layout: see strata_slot_of */
    const strata_slot *words;   /**< of the structure */
    strata_target target;       /**< target of the view */
    size_t least;               /**< minimal size of the buffer in bytes; the greatest size_t if the view is not open */
    uint32_t layout;            /**< index of the layout: a STRATA_S_AT_ constant of the structure */
    uint32_t grades;            /**< number of the row of grades; 0: all members are known as the structure is */
    strata_basis basis;         /**< how well the layout is known: as its weakest member is */
    strata_place place;         /**< the target, resolved */
} strata_view;

/** A member of a plan: see STRATA_PICK in strata_reader.h. */
typedef struct strata_picked {
    strata_slot slot;           /**< its slot; absent if there is no plan */
    const unsigned char *bytes; /**< its bytes in the buffer; of a bit-field, those of its storage unit */
    size_t size;                /**< number of these bytes */
} strata_picked;

/* ---- Slots ------------------------------------------------------------------------------------------------------- */

/** Returns the size of a pointer in a layout, 4 or 8. Compilers see that there is no third one. */
#define STRATA_WORD_SIZE(bases) (STRATA_BASE_OF(bases, 0) == 8 ? 8u : 4u)

/** Returns the offset of a member from the base of its block. */
STRATA_INLINE uint32_t strata_member_offset(const strata_bases *bases, strata_member member)
{
    if (STRATA_MEMBER_OFFSET_64(member) == STRATA_MEMBER_OFFSET_32(member))
        return STRATA_MEMBER_OFFSET_64(member);
    return STRATA_WORD_SIZE(bases) == 8 ? STRATA_MEMBER_OFFSET_64(member) : STRATA_MEMBER_OFFSET_32(member);
}

/** Returns the high half of the slot of a member whose kind does not differ. */
STRATA_INLINE uint32_t strata_member_digits(const strata_bases *bases, strata_member member)
{
    uint32_t tag = (STRATA_MEMBER_KIND(member) - 1) << 28, unit;

    if ((STRATA_MEMBER_KIND(member) - 1) / 2 == 1) /* a record, or an array of records */
        return tag | STRATA_MEMBER_TYPE(member) << 24;
    unit = STRATA_MEMBER_IS_WORD(member) != 0 ? STRATA_WORD_SIZE(bases) : STRATA_MEMBER_UNIT(member);
    tag |= STRATA_MEMBER_IS_SIGNED(member) << 23 | STRATA_MEMBER_IS_BIG(member) << 7 | unit;
    return STRATA_MEMBER_KIND(member) != STRATA_KIND_SCALAR
               ? tag
               : tag | STRATA_MEMBER_WIDTH(member) << 16 | STRATA_MEMBER_SHIFT(member) << 8;
}

/** Returns the slot of a member, the number of a STRATA_S_M_ line, in a layout, from its bases and words. */
STRATA_INLINE strata_slot strata_slot_of(const strata_bases *bases, const strata_slot *words, strata_member member)
{
    uint32_t base = STRATA_BASE_OF(bases, STRATA_MEMBER_BLOCK(member));

    if (STRATA_SELDOM(STRATA_BASE_IS_NONE(base)))
        return (strata_slot)(base == STRATA_BASE_UNKNOWN ? STRATA_TAG_UNKNOWN : STRATA_TAG_ABSENT) << 56;
    if (STRATA_MEMBER_KIND(member) == STRATA_KIND_DIFFERS)
        return words[base + STRATA_MEMBER_OFFSET_64(member) - 1];
    return (strata_slot)strata_member_digits(bases, member) << 32 | (base - 1u + strata_member_offset(bases, member));
}

/** Returns the extent of a member that is present and neither a scalar nor a float, and behind it its columns. */
STRATA_INLINE const strata_slot *strata_find_extent(const strata_bases *bases, const strata_slot *words,
                                                  strata_member member)
{
    uint32_t is_second = STRATA_MEMBER_IS_WORD(member) != 0 && STRATA_WORD_SIZE(bases) == 4;

    if (STRATA_MEMBER_KIND(member) == STRATA_KIND_DIFFERS)
        return words + (STRATA_BASE_OF(bases, STRATA_MEMBER_BLOCK(member)) + STRATA_MEMBER_OFFSET_64(member));
    return words + (STRATA_MEMBER_EXTENT(member) + is_second * 2);
}

/** The slot of a member in a view. */
#define STRATA_VIEW_SLOT(view, member) strata_slot_of((view)->bases, (view)->words, member)

/** Returns the tag of a slot: a STRATA_TAG_ constant, plus the number of the type if the member is a record. */
STRATA_INLINE uint32_t strata_slot_tag(strata_slot slot)
{
    return (uint32_t)(slot >> 56);
}

/** Returns the offset of the member in bytes. Only valid if strata_slot_is_present. */
STRATA_INLINE uint32_t strata_slot_offset(strata_slot slot)
{
    return (uint32_t)slot;
}

/** Returns the size in bytes of the scalar, storage unit or array element; 0 for records. */
STRATA_INLINE uint32_t strata_slot_unit(strata_slot slot)
{
    return (uint32_t)(slot >> 32) & 0x7Fu;
}

/** Returns the same, plus STRATA_SLOT_BIG if the number is big-endian: see strata_load_unit. */
STRATA_INLINE uint32_t strata_slot_ordered(strata_slot slot)
{
    return (uint32_t)(slot >> 32) & 0xFFu;
}

/** Returns the lowest bit of a bit-field; else 0. */
STRATA_INLINE uint32_t strata_slot_shift(strata_slot slot)
{
    return (uint32_t)(slot >> 40) & 0x3Fu;
}

/** Returns the number of bits of a value: the width of a bit-field, else eight times the size. */
STRATA_INLINE uint32_t strata_slot_bits(strata_slot slot)
{
    uint32_t width = (uint32_t)(slot >> 48) & 0x7Fu;

    return width != 0 ? width : strata_slot_unit(slot) * 8;
}

/** Returns 1 if the value is signed, else 0. */
STRATA_INLINE int strata_slot_is_signed(strata_slot slot)
{
    return (int)(slot >> 55) & 1;
}

/** Returns 1 if the member exists in this layout and has a known offset, else 0. */
STRATA_INLINE int strata_slot_is_present(strata_slot slot)
{
    return strata_slot_tag(slot) < STRATA_TAG_UNKNOWN;
}

/**
 * Returns 1 if the member is a scalar in this layout, and no float, so that its slot can be read; else 0.
 *
 * If a loop asks this for its slots beforehand, the compiler removes the checks from its reads.
 */
STRATA_INLINE int strata_slot_is_scalar(strata_slot slot)
{
    return slot <= STRATA_SCALAR_MOST;
}

/** Returns the reason why a member does not have the requested kind: ABSENT, UNKNOWN or OTHER_KIND. */
STRATA_INLINE strata_status strata_slot_refusal(strata_slot slot)
{
    uint32_t tag = strata_slot_tag(slot);

    return tag == STRATA_TAG_ABSENT ? STRATA_ABSENT : tag == STRATA_TAG_UNKNOWN ? STRATA_UNKNOWN : STRATA_OTHER_KIND;
}

/* ---- Little-endian loads and stores at any address --------------------------------------------------------------- */

/**
 * Types of numbers at any address. They exist if the host is little-endian and the compiler has such types: a load or a
 * store is then one instruction at every level of optimization. Else loads and stores go byte by byte.
 */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__) && defined(__BYTE_ORDER__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define STRATA_UNALIGNED __attribute__((aligned(1), may_alias))
typedef uint16_t strata_unaligned_u16 STRATA_UNALIGNED;
typedef uint32_t strata_unaligned_u32 STRATA_UNALIGNED;
typedef uint64_t strata_unaligned_u64 STRATA_UNALIGNED;
#endif
#endif

/** Returns the byte at p. */
STRATA_INLINE uint8_t strata_load_u8(const unsigned char *p)
{
    return p[0];
}

/** Returns the little-endian number in the 2 bytes at p, which need not be aligned. */
STRATA_INLINE uint16_t strata_load_u16(const unsigned char *p)
{
#if defined(STRATA_UNALIGNED)
    return *(const strata_unaligned_u16 *)p;
#else
    return (uint16_t)(p[0] | (uint32_t)p[1] << 8);
#endif
}

/** Returns the little-endian number in the 4 bytes at p. */
STRATA_INLINE uint32_t strata_load_u32(const unsigned char *p)
{
#if defined(STRATA_UNALIGNED)
    return *(const strata_unaligned_u32 *)p;
#else
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}

/** Returns the little-endian number in the 8 bytes at p. */
STRATA_INLINE uint64_t strata_load_u64(const unsigned char *p)
{
#if defined(STRATA_UNALIGNED)
    return *(const strata_unaligned_u64 *)p;
#else
    return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
#endif
}

/** Returns the big-endian number of `size` bytes at p, 1 to 8. */
STRATA_INLINE uint64_t strata_load_big(uint32_t size, const unsigned char *p)
{
    uint64_t value = 0;
    uint32_t i;

    for (i = 0; i < size; i++)
        value = value << 8 | p[i];
    return value;
}

/**
 * Returns the number in a storage unit of 1, 2, 4 or 8 bytes at p. It is little-endian; with STRATA_SLOT_BIG added to
 * `unit`, it is big-endian.
 */
STRATA_INLINE uint64_t strata_load_unit(uint32_t unit, const unsigned char *p)
{
    switch (unit) {
    case 1: return p[0];
    case 2: return strata_load_u16(p);
    case 4: return strata_load_u32(p);
    case 8: return strata_load_u64(p);
    default: return strata_load_big(unit & 0x7Fu, p);
    }
}

/* ---- Scalars ----------------------------------------------------------------------------------------------------- */

/** Returns a word whose `bits` lowest bits are set; `bits` is 1 to 64. */
STRATA_INLINE uint64_t strata_mask(uint32_t bits)
{
    return ~(uint64_t)0 >> (64u - bits);
}

/** Returns the value of the scalar, bit-field or array element at p. Signed values are sign-extended to 64 bits. */
STRATA_INLINE uint64_t strata_load_slot(strata_slot slot, const unsigned char *p)
{
    uint64_t value = strata_load_unit(strata_slot_ordered(slot), p);
    uint64_t rest = slot >> 40 & 0xFFFFu;
    uint32_t bits;

    if (rest == 0)
        return value; /* not a bit-field, and unsigned */
    bits = strata_slot_bits(slot);
    value = value >> strata_slot_shift(slot) & strata_mask(bits);
    if (strata_slot_is_signed(slot) && (value >> (bits - 1) & 1) != 0)
        value |= ~strata_mask(bits);
    return value;
}

/**
 * Returns the value of a scalar at p. `member` is a constant, so that compilers know what to load; the slot has what
 * differs between layouts.
 */
STRATA_INLINE uint64_t strata_load_member(strata_slot slot, const unsigned char *p, strata_member member)
{
    uint32_t unit = STRATA_MEMBER_UNIT(member), shift = STRATA_MEMBER_SHIFT(member);
    uint32_t bits = STRATA_MEMBER_WIDTH(member) != 0 ? STRATA_MEMBER_WIDTH(member) : unit * 8;
    uint64_t sign = (uint64_t)STRATA_MEMBER_IS_SIGNED(member) << (bits - 1), value;
    int is_word = STRATA_MEMBER_IS_WORD(member) != 0;

    if (STRATA_MEMBER_KIND(member) != STRATA_KIND_SCALAR || (is_word && !STRATA_MEMBER_IS_PLAIN(member)))
        return strata_load_slot(slot, p);
    if (is_word)
        return STRATA_SELDOM(strata_slot_unit(slot) != 8) ? strata_load_u32(p) : strata_load_u64(p);
    value = strata_load_unit(unit | STRATA_MEMBER_IS_BIG(member) << 7, p);
    value = unit == 8 ? value >> shift & strata_mask(bits)
                      : (uint32_t)value >> (shift & 31u) & (uint32_t)strata_mask(bits);
    return (value ^ sign) - sign;
}

/**
 * Returns the number of elements of an array, or the number of bytes of a record that ends in a flexible array, from
 * its slot and extent. Bytes past 4 GiB of a buffer are ignored.
 */
STRATA_INLINE size_t strata_extent_count(const strata_view *view, strata_slot slot, strata_slot extent)
{
    size_t size = view->size < 0xFFFFFFFFu ? view->size : 0xFFFFFFFFu;

    if ((uint32_t)extent != STRATA_COUNT_REST)
        return (uint32_t)extent;
    return size < strata_slot_offset(slot) ? 0 : (size - strata_slot_offset(slot)) / (uint32_t)(extent >> 32);
}

/**
 * Finds element `index` of a member: *element is its slot, moved to the element.
 *
 * Returns OK; ABSENT, UNKNOWN; OTHER_KIND if the member has another tag; BAD_INDEX. On failure *element does not
 * change.
 */
static inline strata_status strata_find_element(const strata_view *view, strata_member member, uint32_t tag,
                                                size_t index, strata_slot *element)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);
    strata_slot extent;

    if (strata_slot_tag(slot) != tag)
        return strata_slot_refusal(slot);
    extent = *strata_find_extent(view->bases, view->words, member);
    if (index >= strata_extent_count(view, slot, extent))
        return STRATA_BAD_INDEX;
    *element = slot + index * (extent >> 32);
    return STRATA_OK;
}

/** Reads a scalar of a view. Returns OK; ABSENT, UNKNOWN, OTHER_KIND: *value is 0. */
STRATA_INLINE strata_status strata_get_bits(const strata_view *view, strata_member member, uint64_t *value)
{
    /* As wide as an address, which then includes the offset. */
    size_t base = STRATA_BASE_OF(view->bases, STRATA_MEMBER_BLOCK(member));
    strata_slot slot;

    *value = 0;
    if (STRATA_MEMBER_KIND(member) != STRATA_KIND_SCALAR) {
        slot = STRATA_VIEW_SLOT(view, member);
        if (STRATA_SELDOM(slot > STRATA_SCALAR_MOST))
            return strata_slot_refusal(slot);
        *value = strata_load_member(slot, view->bytes + strata_slot_offset(slot), member);
        return STRATA_OK;
    }
    if (STRATA_SELDOM(STRATA_BASE_IS_NONE(base))) /* one comparison: gcc needs two if the slot is compared */
        return base == STRATA_BASE_UNKNOWN ? STRATA_UNKNOWN : STRATA_ABSENT;
    slot = (strata_slot)strata_member_digits(view->bases, member) << 32;
    *value = strata_load_member(slot, view->bytes + (base - 1) + strata_member_offset(view->bases, member), member);
    return STRATA_OK;
}

/** Reads an element of an array. Returns OK; ABSENT, UNKNOWN, OTHER_KIND, BAD_INDEX: *value is 0. */
STRATA_INLINE strata_status strata_at(const strata_view *view, strata_member member, size_t index, uint64_t *value)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);

    *value = status == STRATA_OK ? strata_load_slot(slot, view->bytes + strata_slot_offset(slot)) : 0;
    return status;
}

/** Defines the reads of C type T, named N: strata_get_N, as strata_get_bits, and strata_value_or_N. */
#define STRATA_DEFINE_GET(N, T) \
    STRATA_INLINE strata_status strata_get_##N(const strata_view *view, strata_member member, T *value) \
    { \
        uint64_t read; \
        strata_status status = strata_get_bits(view, member, &read); \
        *value = (T)read; \
        return status; \
    } \
    STRATA_INLINE T strata_value_or_##N(const strata_view *view, strata_member member, T otherwise) \
    { \
        uint64_t read; \
        return strata_get_bits(view, member, &read) == STRATA_OK ? (T)read : otherwise; \
    } \
    typedef T strata_value_##N

/** Defines the read of an array element of C type T: strata_at_N(view, member, index, &value), as strata_at. */
#define STRATA_DEFINE_AT(N, T) \
    STRATA_INLINE strata_status strata_at_##N(const strata_view *view, strata_member member, size_t index, T *value) \
    { \
        uint64_t read; \
        strata_status status = strata_at(view, member, index, &read); \
        *value = (T)read; \
        return status; \
    } \
    typedef T strata_element_##N

/** u8 to u64 are for unsigned members, i8 to i64 for signed ones. */
STRATA_DEFINE_GET(u8, uint8_t);
STRATA_DEFINE_GET(u16, uint16_t);
STRATA_DEFINE_GET(u32, uint32_t);
STRATA_DEFINE_GET(u64, uint64_t);
STRATA_DEFINE_GET(i8, int8_t);
STRATA_DEFINE_GET(i16, int16_t);
STRATA_DEFINE_GET(i32, int32_t);
STRATA_DEFINE_GET(i64, int64_t);

/** Reads of array elements of every size. */
STRATA_DEFINE_AT(u8, uint8_t);
STRATA_DEFINE_AT(u16, uint16_t);
STRATA_DEFINE_AT(u32, uint32_t);
STRATA_DEFINE_AT(u64, uint64_t);
STRATA_DEFINE_AT(i8, int8_t);
STRATA_DEFINE_AT(i16, int16_t);
STRATA_DEFINE_AT(i32, int32_t);
STRATA_DEFINE_AT(i64, int64_t);

/* ---- Arrays and records ------------------------------------------------------------------------------------------ */

/** Returns 1 if the member is an array of scalars, floats or records, else 0. */
STRATA_INLINE int strata_slot_is_array(strata_slot slot)
{
    uint32_t kind = strata_slot_tag(slot) & 0xF0u;

    return kind == STRATA_TAG_ARRAY || kind == STRATA_TAG_RECORD_ARRAY || kind == STRATA_TAG_FLOAT_ARRAY;
}

/**
 * Counts the elements of an array member. A flexible array has as many as fit in the buffer.
 *
 * Returns OK; ABSENT, UNKNOWN, OTHER_KIND: *count is 0.
 */
static inline strata_status strata_count(const strata_view *view, strata_member member, size_t *count)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);

    *count = 0;
    if (!strata_slot_is_array(slot))
        return strata_slot_refusal(slot);
    *count = strata_extent_count(view, slot, *strata_find_extent(view->bases, view->words, member));
    return STRATA_OK;
}

/**
 * Returns the number of columns of a two-dimensional array; element (r, c) has index r * columns + c.
 *
 * Returns OK; ABSENT, UNKNOWN, OTHER_KIND: *columns is 0.
 */
static inline strata_status strata_columns(const strata_view *view, strata_member member, size_t *columns)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);

    *columns = 0;
    if (!strata_slot_is_array(slot))
        return strata_slot_refusal(slot);
    *columns = (size_t)strata_find_extent(view->bases, view->words, member)[1];
    return STRATA_OK;
}

/** Returns the number of bytes of a member that is present, as strata_bytes. `slot` is its slot in the view. */
static inline size_t strata_member_size(const strata_view *view, strata_member member, strata_slot slot)
{
    strata_slot extent;

    if (strata_slot_tag(slot) == STRATA_TAG_SCALAR || strata_slot_tag(slot) == STRATA_TAG_FLOAT)
        return strata_slot_unit(slot);
    extent = *strata_find_extent(view->bases, view->words, member);
    return strata_extent_count(view, slot, extent) * (size_t)(extent >> 32);
}

/**
 * Finds the bytes of a member of any kind: *bytes points into the view's buffer, *size is their number. A bit-field has
 * the bytes of its storage unit.
 *
 * Returns OK; ABSENT, UNKNOWN: *bytes is NULL and *size is 0.
 */
static inline strata_status strata_bytes(const strata_view *view, strata_member member, const unsigned char **bytes,
                                         size_t *size)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);

    *bytes = STRATA_NULLPTR;
    *size = 0;
    if (!strata_slot_is_present(slot))
        return strata_slot_refusal(slot);
    *size = strata_member_size(view, member, slot);
    *bytes = view->bytes + strata_slot_offset(slot);
    return STRATA_OK;
}

/* ---- Finding the layout, opening views --------------------------------------------------------------------------- */

/** Returns the version of the kernel that runs in a version of the system; both as targets. */
static inline strata_target strata_find_kernel(const strata_evidence *evidence, strata_target target)
{
    strata_version build = strata_target_version(target) >> 16;
    uint32_t i;

    for (i = 0; i < evidence->kernel_count; i += 2)
        if (evidence->kernels[i] >> 16 == build)
            return STRATA_TARGET(evidence->kernels[i + 1] | (target & 0xFFFFu), target >> 56);
    return target;
}

/** Up to so many points are compared one by one. */
#define STRATA_FEW_POINTS 8u

/**
 * Returns the fine position of a target in a tree; 0 if its architecture has no point at or before it.
 *
 * It adds up the results of comparisons. Compilers may make branches of a search that selects by them, and with targets
 * in random order a processor would mispredict every second branch.
 */
static inline uint32_t strata_find_point(const strata_evidence *evidence, strata_target target)
{
    uint32_t high = (uint32_t)(target >> 32), low = (uint32_t)(target & 0xFFFFFFFFu), arch = high >> 24;
    uint32_t count, quarter, index;
    const strata_segment *segment;
    const uint32_t *at;

    if (STRATA_SELDOM(arch >= evidence->arch_count))
        return 0;
    index = evidence->arches[arch];
    while (index > 1 && evidence->segments[index - 1].version > high)
        index--; /* most targets are of the newest numbers */
    segment = &evidence->segments[index == 0 ? 0 : index - 1];
    if (STRATA_SELDOM(segment->version >> 24 != arch || segment->version > high))
        return 0;
    low = segment->version < high ? 0xFFFFFFFFu : low;
    at = evidence->points + segment->first;
    for (count = segment[1].first - segment->first; count > STRATA_FEW_POINTS; count -= 3 * quarter) {
        quarter = count / 4;
        at += quarter * ((uint32_t)(at[quarter] <= low) + (uint32_t)(at[2 * quarter] <= low) +
                         (uint32_t)(at[3 * quarter] <= low));
    }
    index = (uint32_t)(at - evidence->points) - 1; /* that of the point before, if the target is before all of these */
    while (count > 0)
        index += at[--count] <= low;
    return index * 2 + (evidence->points[index] != low || segment->version < high);
}

/** Returns the coarse position of a fine one. */
STRATA_INLINE uint32_t strata_coarse_of(const strata_evidence *evidence, uint32_t fine)
{
    return evidence->coarse == STRATA_NULLPTR ? fine : evidence->coarse[fine / 2] | (fine & 1);
}

/** Finds the position of a target in a tree. */
STRATA_INLINE void strata_find_position(const strata_evidence *evidence, strata_target target,
                                        strata_position *position)
{
    position->fine = strata_find_point(evidence, target);
    position->coarse = strata_coarse_of(evidence, position->fine);
}

/**
 * Resolves a target in a tree, once for all structures of it. `evidence` is the tree of a structure; STRATA_RESOLVE
 * names the structure instead.
 */
static inline void strata_resolve(strata_place *place, const strata_evidence *evidence, strata_target target)
{
    char grade;

    place->target = target;
    place->evidence = strata_target_version(target) == STRATA_VERSION_NONE ? STRATA_NULLPTR : evidence;
    place->at.coarse = place->at.fine = place->kernel.coarse = place->kernel.fine = 0;
    place->basis = STRATA_EXTRAPOLATED;
    if (evidence == STRATA_NULLPTR)
        return;
    strata_find_position(evidence, target, &place->at);
    place->kernel.coarse = place->at.coarse;
    place->kernel.fine = place->at.fine;
    grade = evidence->grades[place->at.coarse];
    if (STRATA_SELDOM(grade == STRATA_GRADE_OF_KERNEL)) {
        strata_find_position(evidence, strata_find_kernel(evidence, target), &place->kernel);
        grade = evidence->grades[place->kernel.coarse];
    }
    place->basis = STRATA_AS(strata_basis, grade - '0');
}

/** Returns a grade of a row: that of a member, of the structure, or of its size. */
STRATA_INLINE strata_basis strata_grade(const strata_table *table, uint32_t grades, strata_member member,
                                        strata_basis of_place)
{
    uint32_t block;
    char digit;

    if (grades == 0)
        return of_place;
    block = STRATA_MEMBER_BLOCK(member);
    digit = table->grades[(size_t)(grades - 1) * table->grade_width + (block == 0 ? (uint32_t)member : block + 1)];
    return digit == STRATA_GRADE_OF_PLACE ? of_place : STRATA_AS(strata_basis, digit - '0');
}

/** The layout of a structure at a place, and how well it is known. */
typedef struct strata_answer {
    uint32_t layout;    /**< index of the layout; layout_count if there is none */
    uint32_t grades;    /**< number of the row of grades, or 0 */
    strata_basis basis; /**< how well the layout, or its absence, is known */
} strata_answer;

/** Returns what a structure has for a position of its tree. */
STRATA_INLINE strata_found strata_look_up(const strata_table *table, const strata_position *position)
{
    uint32_t at = table->is_fine ? position->fine : position->coarse;
    size_t number = (unsigned char)table->numbers[at / 2];

    /* The sum includes STRATA_DIGIT_FIRST for each digit. Compilers subtract that as a part of the address. */
    number += table->more == STRATA_NULLPTR ? (size_t)STRATA_DIGIT_FIRST * STRATA_DIGIT_COUNT
                                            : (size_t)(unsigned char)table->more[at / 2] * STRATA_DIGIT_COUNT;
    return table->answers[number - (size_t)STRATA_DIGIT_FIRST * (STRATA_DIGIT_COUNT + 1)][at & 1];
}

/** Finds the answer for a place of the structure's own tree. Returns OK; BAD_ARCH, BAD_VERSION. */
static inline strata_status strata_ask(const strata_table *table, const strata_place *place, strata_answer *answer)
{
    strata_found found = strata_look_up(table, &place->at);

    answer->layout = table->layout_count;
    answer->grades = 0;
    answer->basis = STRATA_EXTRAPOLATED; /* nobody has described the structure there */
    if (STRATA_FOUND_LAYOUT(found) == STRATA_FOUND_NO_ARCH)
        return STRATA_BAD_ARCH;
    if (STRATA_SELDOM(STRATA_FOUND_LAYOUT(found) == STRATA_FOUND_OF_KERNEL))
        found = strata_look_up(table, &place->kernel);
    answer->basis = STRATA_DISPUTED;
    if (STRATA_SELDOM(strata_target_version(place->target) == STRATA_VERSION_NONE))
        return STRATA_BAD_VERSION;
    answer->grades = STRATA_FOUND_GRADES(found);
    answer->basis = strata_grade(table, STRATA_FOUND_GRADES(found), STRATA_MEMBER_ALL, place->basis);
    if (STRATA_SELDOM(STRATA_FOUND_LAYOUT(found) >= STRATA_FOUND_NO_ARCH))
        return STRATA_BAD_VERSION;
    answer->layout = STRATA_FOUND_LAYOUT(found);
    return STRATA_OK;
}

/** Closes a view: it has no bytes, and all members are absent, as after a failed open. The target does not change. */
static inline void strata_close(const strata_table *table, strata_view *view)
{
    const strata_layout *none = &table->layouts[table->layout_count];

    view->bytes = STRATA_NULLPTR;
    view->writable = STRATA_NULLPTR;
    view->size = 0;
    view->bases = none->bases;
    view->words = none->words;
    view->least = (size_t)-1; /* no buffer is large enough to rebase it */
    view->layout = table->layout_count;
    view->grades = 0;
    view->basis = STRATA_DISPUTED;
}

/** Closes a view, and sets its target. */
static inline void strata_close_at(const strata_table *table, strata_view *view, strata_target target)
{
    view->target = view->place.target = target;
    view->place.at.coarse = view->place.at.fine = view->place.kernel.coarse = view->place.kernel.fine = 0;
    view->place.evidence = STRATA_NULLPTR;
    view->place.basis = STRATA_DISPUTED;
    strata_close(table, view);
}

/** Copies a place. Some compilers call memcpy for a structure of this size, which a freestanding program lacks. */
STRATA_INLINE void strata_copy_place(strata_place *to, const strata_place *from)
{
    to->target = from->target;
    to->evidence = from->evidence;
    to->at.coarse = from->at.coarse;
    to->at.fine = from->at.fine;
    to->kernel.coarse = from->kernel.coarse;
    to->kernel.fine = from->kernel.fine;
    to->basis = from->basis;
}

/** Gives a view the bytes and the layout of an answer. */
STRATA_INLINE void strata_fill_view(const strata_table *table, strata_view *view, const void *bytes, size_t size,
                                    const strata_answer *answer)
{
    const strata_layout *layout = &table->layouts[answer->layout];

    view->bytes = (const unsigned char *)bytes;
    view->writable = STRATA_NULLPTR;
    view->size = size;
    view->bases = layout->bases;
    view->words = layout->words;
    view->least = layout->least;
    view->layout = answer->layout;
    view->grades = answer->grades;
    view->basis = answer->basis;
}

/** Does what strata_open_place does, in all cases. */
static inline STRATA_COLD strata_status strata_open_slowly(const strata_table *table, strata_view *view,
                                                           const void *bytes, size_t size, const strata_place *place,
                                                           strata_basis weakest)
{
    strata_answer answer;
    strata_status status;

    view->target = place->target;
    if (place->evidence != table->evidence)
        strata_resolve(&view->place, table->evidence, place->target);
    else
        strata_copy_place(&view->place, place);
    status = strata_ask(table, &view->place, &answer);
    if (status == STRATA_OK && answer.basis > weakest)
        status = STRATA_UNCERTAIN;
    else if (status == STRATA_OK && (bytes == STRATA_NULLPTR || size < table->layouts[answer.layout].least))
        status = STRATA_TOO_SHORT;
    if (status == STRATA_OK)
        strata_fill_view(table, view, bytes, size, &answer);
    else
        strata_close(table, view);
    return status;
}

/**
 * The same, by way of another view. The address of `view` then stays in its function, so that a compiler keeps a local
 * view in registers, and stores only what is used of it.
 */
STRATA_INLINE strata_status strata_open_aside(const strata_table *table, strata_view *view, const void *bytes,
                                              size_t size, const strata_place *place, strata_basis weakest)
{
    strata_view other;
    strata_status status = strata_open_slowly(table, &other, bytes, size, place, weakest);

    view->bytes = other.bytes;
    view->writable = other.writable;
    view->size = other.size;
    view->bases = other.bases;
    view->words = other.words;
    view->target = other.target;
    view->least = other.least;
    view->layout = other.layout;
    view->grades = other.grades;
    view->basis = other.basis;
    strata_copy_place(&view->place, &other.place);
    return status;
}

/**
 * Opens a view on a structure of `size` bytes at a place, if its layout is known as well as `weakest`. Reads none of
 * the bytes. They belong to the caller and must outlive the view.
 *
 * A place of another tree is resolved once more. If it returns OK, no call on the view reads or writes outside of these
 * bytes: the least size of the layout covers the structure and the end of every member with a known offset. Of a
 * flexible array it covers the bytes before; calls check the index of an element. BAD_ARCH, BAD_VERSION, UNCERTAIN,
 * TOO_SHORT: the view has no bytes, and all members are absent.
 */
STRATA_INLINE strata_status strata_open_place(const strata_table *table, strata_view *view, const void *bytes,
                                              size_t size, const strata_place *place, strata_basis weakest)
{
    strata_found found;
    strata_answer answer;

    if (STRATA_SELDOM(place->evidence != table->evidence || table->evidence == STRATA_NULLPTR))
        return strata_open_aside(table, view, bytes, size, place, weakest);
    found = strata_look_up(table, &place->at);
    answer.layout = STRATA_FOUND_LAYOUT(found);
    answer.grades = STRATA_FOUND_GRADES(found);
    answer.basis = strata_grade(table, STRATA_FOUND_GRADES(found), STRATA_MEMBER_ALL, place->basis);
    if (STRATA_SELDOM(STRATA_FOUND_LAYOUT(found) >= STRATA_FOUND_NO_ARCH || bytes == STRATA_NULLPTR ||
                      size < table->layouts[answer.layout].least ||
                      (weakest < STRATA_DISPUTED && answer.basis > weakest)))
        return strata_open_aside(table, view, bytes, size, place, weakest);
    view->target = place->target;
    strata_copy_place(&view->place, place);
    strata_fill_view(table, view, bytes, size, &answer);
    return STRATA_OK;
}

/** As strata_open_place, for a target, which is resolved each time, and for layouts of any basis. */
static inline strata_status strata_open(const strata_table *table, strata_view *view, const void *bytes, size_t size,
                                        strata_target target)
{
    strata_place place;

    strata_resolve(&place, table->evidence, target);
    return strata_open_place(table, view, bytes, size, &place, STRATA_DISPUTED);
}

/**
 * Closes a view whose layout is less certain than `weakest`, so that nothing is read by a guess.
 *
 * STRATA_ATTESTED accepts only attested layouts, STRATA_DISPUTED every open view. Returns OK; UNCERTAIN: the view is
 * closed, or was not open.
 */
static inline strata_status strata_require(const strata_table *table, strata_view *view, strata_basis weakest)
{
    if (view->bytes != STRATA_NULLPTR && view->basis <= weakest)
        return STRATA_OK;
    strata_close(table, view);
    return STRATA_UNCERTAIN;
}

/**
 * Returns how well a member of an open view is known, or its size by STRATA_MEMBER_SIZE.
 * Also says how well it is known that this version has no such member. The basis of the view is that of the member that
 * is known least. DISPUTED if the view is not open.
 */
static inline strata_basis strata_member_basis(const strata_table *table, const strata_view *view,
                                               strata_member member)
{
    if (view->bytes == STRATA_NULLPTR || (view->grades == 0 && view->basis != STRATA_DISPUTED))
        return view->basis;
    return strata_grade(table, view->grades, member, view->place.basis);
}

/** As strata_require, for one member: what is known of the others does not matter. */
static inline strata_status strata_require_member(const strata_table *table, strata_view *view, strata_member member,
                                                  strata_basis weakest)
{
    if (view->bytes != STRATA_NULLPTR && strata_member_basis(table, view, member) <= weakest)
        return STRATA_OK;
    strata_close(table, view);
    return STRATA_UNCERTAIN;
}

/**
 * Moves an open view to other bytes of the same target, such as the next record. The view becomes read-only.
 *
 * Returns OK; TOO_SHORT: the view has not moved, or is not open.
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

/**
 * Opens a view on a record inside another view, with the same bytes, target and mutability.
 *
 * The tag is STRATA_TAG_RECORD for a single record (index 0) or STRATA_TAG_RECORD_ARRAY for element `index` of an
 * array, plus the number of the record's type. The basis is not better than that of the outer view. Returns OK; ABSENT,
 * UNKNOWN, OTHER_KIND, BAD_INDEX, BAD_ARCH, BAD_VERSION, TOO_SHORT: the record's view is closed.
 */
static inline strata_status strata_open_record(const strata_table *table, strata_view *record, const strata_view *view,
                                               strata_member member, uint32_t tag, size_t index)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);
    strata_slot extent = 0;
    int is_open;
    strata_status status;
    strata_place place;
    size_t offset;
    size_t size;

    if (strata_slot_tag(slot) == tag)
        extent = *strata_find_extent(view->bases, view->words, member);
    is_open = (tag & 0xF0u) == STRATA_TAG_RECORD && (uint32_t)extent == STRATA_COUNT_REST;
    /* A record that ends in a flexible array may have no bytes: it is there all the same. */
    if (is_open)
        status = STRATA_OK;
    else
        status = strata_find_element(view, member, tag, index, &slot);
    if (status != STRATA_OK) {
        strata_close_at(table, record, view->target);
        return status;
    }
    offset = strata_slot_offset(slot);
    size = is_open ? view->size - offset : (size_t)(extent >> 32);
    strata_copy_place(&place, &view->place); /* saved, because `record` may be the same view */
    status = strata_open_place(table, record, view->bytes + offset, size, &place, STRATA_DISPUTED);
    if (status == STRATA_OK && view->writable != STRATA_NULLPTR)
        record->writable = view->writable + offset;
    if (record->basis < view->basis)
        record->basis = view->basis;
    return status;
}

/* ---- Calls of generated headers ---------------------------------------------------------------------------------- */

/** Declares the type S of views on one structure, and functions that take no other one. */
#define STRATA_VIEW_OF(S) \
    typedef struct S { \
        strata_view view; \
    } S; \
    STRATA_INLINE const strata_view *S##_const_view(const S *v) \
    { \
        return &v->view; \
    } \
    STRATA_INLINE strata_view *S##_mutable_view(S *v) \
    { \
        return &v->view; \
    } \
    typedef S *S##_pointer

/* ---- Structures and members by name ------------------------------------------------------------------------------ */

/*
 * One interface for all structures: STRATA_GET(EPROCESS, &view, Token, &value). The header of a structure S has a line
 * for each member M, STRATA_S_M_M: its number, and the types by which it can be read. A member that the structure does
 * not have, or a call that it does not have, is an error of the compiler that names it.
 *
 * The calls that begin with STRATA_CALL_ take the whole name of a structure, strata_EPROCESS, and the name of the line.
 */

/**
 * The line of a member whose number is made of parts: `form` is the type (u8 to u64, i8 to i64), `block` the number of
 * the block, `at` the offset from the base, and `extent` the index of the extent.
 *
 * SCALAR has the size of its form, and BITS a storage unit of form `unit`. FLAG has one bit, and is read as u8. WORD is
 * a pointer, or an unsigned number of its size: `at_32` is the offset where it has 4 bytes.
 */
#define STRATA_SCALAR(form, block, at) STRATA_IS_SCALAR(STRATA_NUMBER_OF(STRATA_SCALAR_##form, block, at), form)
#define STRATA_FLAG(unit, block, at, bit) STRATA_BITS(u8, unit, block, at, bit, 1)
#define STRATA_BITS(form, unit, block, at, bit, width) \
    STRATA_IS_SCALAR((STRATA_NUMBER_OF(STRATA_SCALAR_##unit, block, at) | STRATA_SHAPE_OF(width * 0x40u + (bit))), form)
#define STRATA_WORD(block, at, at_32) STRATA_IS_SCALAR(STRATA_WORD_OF(block, at, at_32), u64)
#define STRATA_POINTER(T, block, at) STRATA_IS_POINTER(STRATA_NUMBER_OF(STRATA_SCALAR_u64, block, at), u64, T)
#define STRATA_WORD_POINTER(T, block, at, at_32) STRATA_IS_POINTER(STRATA_WORD_OF(block, at, at_32), u64, T)
#define STRATA_ARRAY(form, block, at, extent) \
    STRATA_IS_ARRAY((STRATA_NUMBER_OF(0x20u + STRATA_SCALAR_##form, block, at) | STRATA_SHAPE_OF(extent)), form)
#define STRATA_RECORD(T, block, at, extent) \
    STRATA_IS_RECORD((STRATA_NUMBER_OF(0x60u, block, at) | STRATA_SHAPE_OF(extent)), T, 0x20u)

/** Return a number's bits 43 to 55; the number with the bits 56 to 63; and that of a scalar of a pointer's size. */
#define STRATA_SHAPE_OF(shape) ((shape) * 0x80000000000u)
#define STRATA_NUMBER_OF(high, block, at) ((high) * 0x100000000000000u | (block) * 0x100000000u | (at) * 0x10001u)
#define STRATA_WORD_OF(block, at, at_32) (0x2700000000000000u | (block) * 0x100000000u | (at_32) * 0x10000u | (at))

/** Bits 56 to 63 of the number of a scalar. */
#define STRATA_SCALAR_u8 0x20u
#define STRATA_SCALAR_u16 0x22u
#define STRATA_SCALAR_u32 0x24u
#define STRATA_SCALAR_u64 0x26u
#define STRATA_SCALAR_i8 0x28u
#define STRATA_SCALAR_i16 0x2Au
#define STRATA_SCALAR_i32 0x2Cu
#define STRATA_SCALAR_i64 0x2Eu

/** The line of a member. `number` is a strata_member, `form` the type: u8 to u64, i8 to i64, f32 or f64. */
#define STRATA_IS_SCALAR(number, form) number, form, no_array, no_record, 0u, no_pointer
#define STRATA_IS_POINTER(number, form, T) number, form, no_array, no_record, 0u, T
#define STRATA_IS_ARRAY(number, form) number, no_scalar, form, no_record, 0u, no_pointer
#define STRATA_IS_RECORD(number, T, tag) number, no_scalar, no_array, T, tag, no_pointer
#define STRATA_IS_BYTES(number) number, no_scalar, no_array, no_record, 0u, no_pointer
#define STRATA_IS_ANY(number, form, element, T, tag, pointed) number, form, element, T, tag, pointed

/** Returns the number of a member, from its line. */
#define STRATA_NUMBER(...) STRATA_APPLY(STRATA_NUMBER_, (__VA_ARGS__, 0))
#define STRATA_NUMBER_(number, ...) number

/** Return the name of a function for the scalars of a member, or for its elements: STRATA_FORM(strata_get_, line). */
#define STRATA_FORM(function, ...) STRATA_APPLY(STRATA_FORM_, (function, __VA_ARGS__, none, 0))
#define STRATA_FORM_(function, number, form, ...) function##form
#define STRATA_ELEMENT(function, ...) STRATA_APPLY(STRATA_ELEMENT_, (function, __VA_ARGS__, none, none, 0))
#define STRATA_ELEMENT_(function, number, form, element, ...) function##element

/** Calls a macro. Its arguments are in parentheses, and may be macros that stand for several of them. */
#define STRATA_APPLY(macro, arguments) macro arguments

/** As strata_resolve, in the tree of a structure. */
#define STRATA_RESOLVE(S, place, target) STRATA_CALL_RESOLVE(strata_##S, place, target)
#define STRATA_CALL_RESOLVE(S, place, target) strata_resolve(place, S##_table.evidence, target)

/** As strata_open_place, for a structure. */
#define STRATA_OPEN(S, v, bytes, size, place, weakest) STRATA_CALL_OPEN(strata_##S, v, bytes, size, place, weakest)
#define STRATA_CALL_OPEN(S, v, bytes, size, place, weakest) \
    strata_open_place(&S##_table, S##_mutable_view(v), bytes, size, place, weakest)

/** As strata_open, for a structure. */
#define STRATA_OPEN_AT(S, v, bytes, size, target) STRATA_CALL_OPEN_AT(strata_##S, v, bytes, size, target)
#define STRATA_CALL_OPEN_AT(S, v, bytes, size, target) strata_open(&S##_table, S##_mutable_view(v), bytes, size, target)

/** As strata_rebase, for a structure. */
#define STRATA_REBASE(S, v, bytes, size) STRATA_CALL_REBASE(strata_##S, v, bytes, size)
#define STRATA_CALL_REBASE(S, v, bytes, size) strata_rebase(S##_mutable_view(v), bytes, size)

/** As strata_require, for a structure. */
#define STRATA_REQUIRE(S, v, weakest) STRATA_CALL_REQUIRE(strata_##S, v, weakest)
#define STRATA_CALL_REQUIRE(S, v, weakest) strata_require(&S##_table, S##_mutable_view(v), weakest)

/** Reads a scalar. Returns OK; ABSENT, UNKNOWN, OTHER_KIND: *value is 0. */
#define STRATA_GET(S, v, M, value) STRATA_CALL_GET(strata_##S, STRATA_##S##_M_##M, v, value)
#define STRATA_CALL_GET(S, line, v, value) STRATA_FORM(strata_get_, line)(S##_const_view(v), STRATA_NUMBER(line), value)

/** Returns the value of a scalar, or another one if the version does not have it. */
#define STRATA_VALUE(S, v, M, otherwise) STRATA_CALL_VALUE(strata_##S, STRATA_##S##_M_##M, v, otherwise)
#define STRATA_CALL_VALUE(S, line, v, otherwise) \
    STRATA_FORM(strata_value_or_, line)(S##_const_view(v), STRATA_NUMBER(line), otherwise)

/** Reads an element of an array, as STRATA_GET; also BAD_INDEX. */
#define STRATA_GET_AT(S, v, M, index, value) STRATA_CALL_GET_AT(strata_##S, STRATA_##S##_M_##M, v, index, value)
#define STRATA_CALL_GET_AT(S, line, v, index, value) \
    STRATA_ELEMENT(strata_at_, line)(S##_const_view(v), STRATA_NUMBER(line), index, value)

/** As strata_count, for a member. */
#define STRATA_COUNT(S, v, M, count) STRATA_CALL_COUNT(strata_##S, STRATA_##S##_M_##M, v, count)
#define STRATA_CALL_COUNT(S, line, v, count) strata_count(S##_const_view(v), STRATA_NUMBER(line), count)

/** As strata_columns, for a member. */
#define STRATA_COLUMNS(S, v, M, columns) STRATA_CALL_COLUMNS(strata_##S, STRATA_##S##_M_##M, v, columns)
#define STRATA_CALL_COLUMNS(S, line, v, columns) strata_columns(S##_const_view(v), STRATA_NUMBER(line), columns)

/** Opens a view on a record in a structure: see strata_open_record. */
#define STRATA_VIEW(S, v, M, record) STRATA_CALL_VIEW(strata_##S, STRATA_##S##_M_##M, v, record)
#define STRATA_CALL_VIEW(S, line, v, record) \
    STRATA_APPLY(STRATA_VIEW_, (S, v, record, 0u, 0, line, none, none, none, 0u, 0))
#define STRATA_VIEW_(S, v, record, array, index, number, form, element, T, tag, ...) \
    strata_open_record(&T##_table, T##_mutable_view(record), S##_const_view(v), number, (tag) + array, index)

/** Opens a view on a record in an array. */
#define STRATA_VIEW_AT(S, v, M, index, record) STRATA_CALL_VIEW_AT(strata_##S, STRATA_##S##_M_##M, v, index, record)
#define STRATA_CALL_VIEW_AT(S, line, v, index, record) \
    STRATA_APPLY(STRATA_VIEW_, (S, v, record, 0x10u, index, line, none, none, none, 0u, 0))

/** As strata_bytes, for a member. */
#define STRATA_BYTES(S, v, M, bytes, size) STRATA_CALL_BYTES(strata_##S, STRATA_##S##_M_##M, v, bytes, size)
#define STRATA_CALL_BYTES(S, line, v, bytes, size) strata_bytes(S##_const_view(v), STRATA_NUMBER(line), bytes, size)

/** Returns 1 if a member exists in the layout of a view and its offset is known, else 0. */
#define STRATA_IS_PRESENT(S, v, M) STRATA_CALL_IS_PRESENT(strata_##S, STRATA_##S##_M_##M, v)
#define STRATA_CALL_IS_PRESENT(S, line, v) \
    strata_slot_is_present(STRATA_VIEW_SLOT(S##_const_view(v), STRATA_NUMBER(line)))

/** Returns the offset of a member of a view. Only valid if STRATA_IS_PRESENT. */
#define STRATA_OFFSET(S, v, M) STRATA_CALL_OFFSET(strata_##S, STRATA_##S##_M_##M, v)
#define STRATA_CALL_OFFSET(S, line, v) strata_slot_offset(STRATA_VIEW_SLOT(S##_const_view(v), STRATA_NUMBER(line)))

/** As strata_member_basis, for a member. */
#define STRATA_GRADE(S, v, M) STRATA_CALL_GRADE(strata_##S, STRATA_##S##_M_##M, v)
#define STRATA_CALL_GRADE(S, line, v) strata_member_basis(&S##_table, S##_const_view(v), STRATA_NUMBER(line))

/** As strata_require_member, for a member. */
#define STRATA_REQUIRE_MEMBER(S, v, M, weakest) STRATA_CALL_REQUIRE_MEMBER(strata_##S, STRATA_##S##_M_##M, v, weakest)
#define STRATA_CALL_REQUIRE_MEMBER(S, line, v, weakest) \
    strata_require_member(&S##_table, S##_mutable_view(v), STRATA_NUMBER(line), weakest)

#endif
