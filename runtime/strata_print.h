/* SPDX-License-Identifier: 0BSD
 *
 * strata_print.h: shows structures as WinDbg's `dt` does, or as JSON.
 *
 * Compile strata_print.c once into the program. It is freestanding as strata.h is: no libc, no allocation, no state.
 * It never reads past the size it is given; what lies there is marked in the text. Generated `_print.h` headers
 * describe each structure in the constant tables below and wrap the calls.
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

/** Elements of an array, or bytes of what has no type, that STRATA_PRINT_OPTIONS has shown. */
#define STRATA_PRINT_ARRAY_MOST 16u

/** Records in records: deeper ones are shown only by their names, or in JSON as bytes, whatever the options say. */
#define STRATA_PRINT_DEPTH_MOST 32u

/** What is written. */
typedef enum strata_print_form {
    STRATA_PRINT_FORM_TEXT = 0,     /**< a line a member, as strata_print_text writes */
    STRATA_PRINT_FORM_JSON,         /**< one object without blanks, as strata_print_json writes */
    STRATA_PRINT_FORM_JSON_INDENTED /**< the same, on lines for members and for records in arrays, two blanks a level */
} strata_print_form;

/** How it is written. Any value of any member is valid; begin with STRATA_PRINT_OPTIONS. */
typedef struct strata_print_options {
    uint32_t form;  /**< a strata_print_form; anything else is text */
    uint32_t depth; /**< records in records that are shown, at most STRATA_PRINT_DEPTH_MOST; 0: the outermost only */
    uint32_t array; /**< lines or elements of an array, and bytes of what has no type, after which text only says how
                         many more there are; JSON has all of them */
    uint8_t types;  /**< text: not 0: each value stands behind its type, spelled as in the spec; JSON has no types */
    uint8_t absent; /**< not 0: members that other versions have, but not this one, come behind the others: in text
                         `   -      NAME : (not in this version)`, in JSON null */
} strata_print_options;

/** What strata_print_text does: `strata_print_options options = STRATA_PRINT_OPTIONS;`, then change what you want. */
#define STRATA_PRINT_OPTIONS { STRATA_PRINT_FORM_TEXT, STRATA_PRINT_DEPTH_MOST, STRATA_PRINT_ARRAY_MOST, 0, 0 }

/* ---- Tables ----------------------------------------------------------------------------------------------------- */

/** A value that has a name, or a remark, in some versions on some architectures. */
typedef struct strata_print_value {
    strata_values held; /**< low is the value, equal to high; the rest says where it holds */
    const char *name;   /**< NULL: known only as a value */
    const char *remark; /**< or NULL */
} strata_print_value;

/** An enum or a set of flags, in the order of its declaration: of several names of one value the first is shown. */
typedef struct strata_print_values {
    const char *name;               /**< as the spec has it */
    const strata_print_value *rows; /**< its values */
    uint32_t count;                 /**< how many rows there are */
    uint8_t is_flags;               /**< 1: a set of flags; 0: an enum */
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

/** What an integer's value, or an array of them, means. */
typedef enum strata_print_show {
    STRATA_PRINT_SHOW_NUMBER = 0, /**< that number */
    STRATA_PRINT_SHOW_TIME, /**< of size 8: units of 100 ns since the beginning of 1601, UTC */
    STRATA_PRINT_SHOW_TEXT  /**< an array of size 2, UTF-16, or 1, of an unknown code page: text up to a NUL */
} strata_print_show;

/** The offset of a member whose place, or the size of one whose size, nobody has documented. */
#define STRATA_PRINT_UNKNOWN 0xFFFFFFFFu

/** The bit of a bit-field whose place in its unit nobody has documented. */
#define STRATA_PRINT_BIT_UNKNOWN 0xFFu

/** A member in one layout. Those of anonymous structures and unions stand among those of the record that holds them. */
typedef struct strata_print_member {
    const char *name;                         /**< NULL: bytes that are not accounted for */
    const char *type;                         /**< as the spec spells it, without bounds, or NULL */
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
    uint8_t show;     /**< a strata_print_show */
} strata_print_member;

/** A member that some version has. */
typedef struct strata_print_name {
    const char *name; /**< as the spec has it */
    uint32_t slot; /**< its slot in the layouts of the record's table, which tells whether a version has it */
} strata_print_name;

/** The members of one layout, in the order of the text. */
typedef struct strata_print_layout {
    const strata_print_member *members; /**< one behind the other */
    uint32_t count;                     /**< how many there are */
} strata_print_layout;

/** A structure or union. */
typedef struct strata_print_record {
    const char *name;                   /**< as the spec has it */
    const strata_table *table;          /**< finds the layout for a target */
    const strata_print_layout *layouts; /**< by the same index as those of the table */
    const strata_print_name *names;     /**< all members, in the order of their first declarations */
    uint32_t name_count;                /**< how many names there are */
} strata_print_record;

/* ---- Printing --------------------------------------------------------------------------------------------------- */

/**
 * Writes the structure at `bytes`, of which `size` bytes are there, as `target` lays it out and as `options` say; NULL
 * stands for STRATA_PRINT_OPTIONS. `write` gets the text in pieces, with `context`; it must not be NULL. `bytes` may
 * be, which is as if `size` were 0. Besides what `write` takes, less than 1.5 KiB of the stack are used, and less than
 * 600 bytes for each record in a record: less than 20 KiB at the greatest depth, whatever the bytes are. That is with
 * an optimizer; without one it is less than twice as much.
 *
 * OK. TOO_SHORT: the data ends before the least size; what is there was written, the rest marked. BAD_ARCH,
 * BAD_VERSION: nothing was written.
 */
strata_status strata_print(const strata_print_record *record, const void *bytes, size_t size, strata_target target,
                           const strata_print_options *options, strata_print_write *write, void *context);

/**
 * strata_print as text: the structure's name on a line, then a line a member, offset, name and value:
 *
 *     +0x020 Resource         : 0xffffc00812345678
 *     +0x028 Action           : 0x00010022 ( WMI_RESOURCE_ACTION_COMPLETE_RELEASE_EXCLUSIVE )
 *     +0x02c ContentionDelta  : 0x2
 *
 *   integers    unsigned hexadecimal, signed decimal (0n-1)
 *   enums       the value and its name; known by a remark alone, that in quotes
 *   flags       the value and its flags; what has no name follows in hexadecimal
 *   bit-fields  "Pos 6, 2 Bits = 0x1", counted from bit 0 of the storage unit
 *   pointers    all their digits
 *   GUIDs       "{...}"
 *   times       the integer and "( 2009-07-14T04:20:00.1234567Z )"; years before 0000 and past 9999 as "-002000" and
 *               "+060056"
 *   text        in quotes, up to a NUL; behind a backslash stand quotes, backslashes, and, as u and four digits, what
 *               is no character (a lone surrogate) or cannot be seen (controls, marks of direction); of single bytes
 *               all but visible ASCII, as x and two digits
 *   bytes       hexadecimal, 16 a line
 *   arrays      "[4]" and the values; runs of the same value, where a value takes a line, as one
 *   records     their names, and their members below
 */
STRATA_INLINE strata_status strata_print_text(const strata_print_record *record, const void *bytes, size_t size,
                                              strata_target target, strata_print_write *write, void *context)
{
    return strata_print(record, bytes, size, target, STRATA_NULLPTR, write, context);
}

/**
 * strata_print as one JSON object without a line's end: a key for each member, "+0x00c" for bytes that are not
 * accounted for. It is valid JSON in valid UTF-8 whatever the bytes are.
 *
 *   integers    numbers up to 2^53 - 1 from zero either way; beyond that strings, "0x..." unsigned, "-..." signed
 *   enums       {"value":V,"name":NAME or null} and, where there is one, "remark"
 *   flags       {"value":V,"names":[...]}
 *   pointers    strings, "0x" and all their digits
 *   GUIDs       strings, "{...}"
 *   times       strings, "2009-07-14T04:20:00.1234567Z", from which the integer can be had again
 *   text        strings, up to a NUL; a lone surrogate is U+FFFD, as many readers refuse it; bytes are taken as Latin-1
 *   bytes       strings of two hexadecimal digits a byte
 *   arrays      arrays with all of the elements that are there (two-dimensional ones in one run)
 *   records     objects
 *   null        lies past the end of the data, or nobody knows where it lies, or is not in this version
 */
STRATA_INLINE strata_status strata_print_json(const strata_print_record *record, const void *bytes, size_t size,
                                              strata_target target, strata_print_write *write, void *context)
{
    strata_print_options options = STRATA_PRINT_OPTIONS;

    options.form = STRATA_PRINT_FORM_JSON;
    return strata_print(record, bytes, size, target, &options, write, context);
}

/** strata_print of what a view was opened on. Of a view that did not open nothing is there. */
STRATA_INLINE strata_status strata_print_view(const strata_print_record *record, const strata_view *view,
                                              const strata_print_options *options, strata_print_write *write,
                                              void *context)
{
    return strata_print(record, view->bytes, view->size, view->target, options, write, context);
}

/** strata_print_text of what a view was opened on. Of a view that did not open nothing is there. */
STRATA_INLINE strata_status strata_print_view_text(const strata_print_record *record, const strata_view *view,
                                                   strata_print_write *write, void *context)
{
    return strata_print_text(record, view->bytes, view->size, view->target, write, context);
}

/** strata_print_json of what a view was opened on. Of a view that did not open nothing is there. */
STRATA_INLINE strata_status strata_print_view_json(const strata_print_record *record, const strata_view *view,
                                                   strata_print_write *write, void *context)
{
    return strata_print_json(record, view->bytes, view->size, view->target, write, context);
}

#if defined(__cplusplus)
}
#endif

#endif
