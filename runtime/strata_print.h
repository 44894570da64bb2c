/* SPDX-License-Identifier: 0BSD
 *
 * strata_print.h: shows structures as WinDbg's `dt` does, or as JSON.
 *
 * Compile strata_print.c once into the program. It is freestanding as strata.h is: no libc, no allocation, no state.
 * It never reads past the size it is given; what lies there is marked in the text. Generated `_print.h` headers
 * describe each structure in the constant tables below and wrap the two functions.
 *
 * C99 or later, C++11 or later.
 */
#ifndef STRATA_PRINT_INCLUDED
#define STRATA_PRINT_INCLUDED /* generated headers have guards in _H, that of a print.strata this very one */

#include "strata.h"

#if defined(__cplusplus)
extern "C" {
#endif

/**
 * Takes text as it comes: `size` bytes of UTF-8 without a NUL, in pieces that end anywhere. `context` is the caller's.
 * The bytes are valid during the call only.
 */
typedef void strata_print_write(void *context, const char *text, size_t size);

/** Elements of an array, or bytes of what has no type, after which the text says only how many more there are. */
#define STRATA_PRINT_ARRAY_MOST 16u

/** Records in records, after which only the bytes are shown. */
#define STRATA_PRINT_DEPTH_MOST 32u

/* ---- Tables ----------------------------------------------------------------------------------------------------- */

/** A value that has a name, or a remark, in some versions on some architectures. */
typedef struct strata_print_value {
    strata_values held; /**< low is the value, equal to high; the rest says where it holds */
    const char *name;   /**< NULL: known only as a value */
    const char *remark; /**< or NULL */
} strata_print_value;

/** An enum or a set of flags, in the order of its declaration: of several names of one value the first is shown. */
typedef struct strata_print_values {
    const char *name;
    const strata_print_value *rows;
    uint32_t count;
    uint8_t is_flags;
    uint8_t index_low;   /**< the lowest of the bits that are an index into an array rather than flags */
    uint8_t index_width; /**< how many they are; 0: there are none */
} strata_print_values;

/** What a member's bytes are. */
typedef enum strata_print_kind {
    STRATA_PRINT_UNSIGNED = 0, /**< size 1, 2, 4 or 8; whole, or a bit-field */
    STRATA_PRINT_SIGNED,       /**< the same, signed */
    STRATA_PRINT_POINTER,      /**< size 4 or 8 */
    STRATA_PRINT_RECORD,       /**< a structure or union that has a record of its own */
    STRATA_PRINT_GUID,         /**< size 16 */
    STRATA_PRINT_BYTES         /**< of unknown meaning, or of a type known only by its size */
} strata_print_kind;

/** The offset of a member whose place, or the size of one whose size, nobody has documented. */
#define STRATA_PRINT_UNKNOWN 0xFFFFFFFFu

/** The bit of a bit-field whose place in its unit nobody has documented. */
#define STRATA_PRINT_BIT_UNKNOWN 0xFFu

/** A member in one layout. Those of anonymous structures and unions stand among those of the record that holds them. */
typedef struct strata_print_member {
    const char *name;                         /**< NULL: bytes that are not accounted for */
    const struct strata_print_record *record; /**< of STRATA_PRINT_RECORD, else NULL */
    const strata_print_values *values;        /**< what names the values of an integer, or NULL */
    uint32_t offset;                          /**< bytes from the start of the record, or STRATA_PRINT_UNKNOWN */
    uint32_t size;    /**< bytes of one element, or of the storage unit of a bit-field, or STRATA_PRINT_UNKNOWN; of a
                           record that goes on to the end of the buffer 0 */
    uint32_t count;   /**< elements of an array, STRATA_COUNT_REST: up to the end of the buffer; 0: it is no array */
    uint32_t columns; /**< elements of the last dimension of a two-dimensional array; else 0 */
    uint8_t kind;     /**< a strata_print_kind */
    uint8_t bit;      /**< lowest bit of a bit-field, or STRATA_PRINT_BIT_UNKNOWN */
    uint8_t width;    /**< of a bit-field, in bits; 0: it is none */
} strata_print_member;

/** The members of one layout, in the order of the text. */
typedef struct strata_print_layout {
    const strata_print_member *members;
    uint32_t count;
} strata_print_layout;

/** A structure or union. */
typedef struct strata_print_record {
    const char *name;
    const strata_table *table;          /**< finds the layout for a target; its slots are not used */
    const strata_print_layout *layouts; /**< by the same index as those of the table */
} strata_print_record;

/* ---- Printing --------------------------------------------------------------------------------------------------- */

/**
 * Writes the structure at `bytes`, of which `size` bytes are there, as `target` lays it out: its name on a line, then a
 * line a member, offset, name and value:
 *
 *     +0x020 Resource         : 0xffffc00812345678
 *     +0x028 Action           : 0x00010022 ( WMI_RESOURCE_ACTION_COMPLETE_RELEASE_EXCLUSIVE )
 *     +0x02c ContentionDelta  : 0x2
 *
 * Unsigned numbers are hexadecimal, signed ones decimal (0n-1). A value known by a remark alone is followed by that in
 * quotes; of flags, what has no name follows in hexadecimal.
 *
 * OK. TOO_SHORT: the data ends before the least size; what is there was written, the rest marked. BAD_ARCH,
 * BAD_VERSION: nothing was written.
 */
strata_status strata_print_text(const strata_print_record *record, const void *bytes, size_t size, strata_target target,
                                strata_print_write *write, void *context);

/**
 * As strata_print_text, as one JSON object without a line's end: a key for each member, "+0x00c" for bytes that are
 * not accounted for.
 *
 *   integers    numbers up to 2^53 - 1 from zero either way; beyond that strings, "0x..." unsigned, "-..." signed
 *   enums       {"value":V,"name":NAME or null} and, where there is one, "remark"
 *   flags       {"value":V,"names":[...]}
 *   pointers    strings, "0x" and all their digits
 *   GUIDs       strings, "{...}"
 *   bytes       strings of two hexadecimal digits a byte
 *   arrays      arrays with all of the elements that are there (two-dimensional ones in one run)
 *   records     objects
 *   null        lies past the end of the data, or nobody knows where it lies
 */
strata_status strata_print_json(const strata_print_record *record, const void *bytes, size_t size, strata_target target,
                                strata_print_write *write, void *context);

/** strata_print_text of what a view was opened on. Of a view that did not open nothing is there. */
STRATA_INLINE strata_status strata_print_view_text(const strata_print_record *record, const strata_view *view,
                                                   strata_print_write *write, void *context)
{
    return strata_print_text(record, view->bytes, view->size, view->target, write, context);
}

/** strata_print_json of what a view was opened on. */
STRATA_INLINE strata_status strata_print_view_json(const strata_print_record *record, const strata_view *view,
                                                   strata_print_write *write, void *context)
{
    return strata_print_json(record, view->bytes, view->size, view->target, write, context);
}

#if defined(__cplusplus)
}
#endif

#endif
