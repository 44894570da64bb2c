/* SPDX-License-Identifier: 0BSD
 *
 * strata_print.h: prints structures as WinDbg's `dt` does, or as JSON.
 *
 * Compile strata_print.c once into the program. Like strata.h it is freestanding: no libc, no allocation, no state. It
 * never reads past the given size; the output marks members that lie there. Generated `_print.h` headers contain the
 * constant tables of each structure and macros for the calls.
 *
 * C99 or later, C++11 or later.
 */
#ifndef STRATA_PRINT_INCLUDED
#define STRATA_PRINT_INCLUDED /* the guard of a header generated from print.strata ends in _H instead */

#include "strata.h"
#include "strata_values.h"

#if defined(__cplusplus)
extern "C" {
#endif

/**
 * Receives the text; the caller implements it. `text` is `size` bytes of UTF-8 without NUL, valid during the call. The
 * pieces may end anywhere, also within a character. `context` is the caller's.
 */
typedef void strata_print_write(void *context, const char *text, size_t size);

/** Default of `array`: number of array elements, or of bytes without a type, that are printed. */
#define STRATA_PRINT_ARRAY_MOST 16u

/** Maximum of `depth`: deeper records are printed as their names only, or as bytes in JSON. */
#define STRATA_PRINT_DEPTH_MOST 32u

/** Form of the output. */
typedef enum strata_print_form {
    STRATA_PRINT_FORM_TEXT = 0,     /**< one line for each member, as strata_print_text writes it */
    STRATA_PRINT_FORM_JSON,         /**< one object without blanks, as strata_print_json writes it */
    STRATA_PRINT_FORM_JSON_INDENTED /**< the same object with a line for each member and each record in an array; two
                                         blanks for each level */
} strata_print_form;

/** Options of the output. Every value is valid; begin with STRATA_PRINT_OPTIONS. */
typedef struct strata_print_options {
    uint32_t form;  /**< a strata_print_form; other values mean text */
    uint32_t depth; /**< levels of records in records, at most STRATA_PRINT_DEPTH_MOST; 0: only the outermost record */
    uint32_t array; /**< text: maximal number of lines or elements of an array, and of bytes without a type; the
                         number of the others follows. JSON has all of them */
    uint8_t types;  /**< not 0: text has the type of each member, as in the spec, before its value */
    uint8_t absent; /**< not 0: members that only other versions have follow the others: in text as `   -      NAME :
                         (not in this version)`, in JSON as null */
    uint8_t basis;  /**< not 0: says how well the layout is known: text begins with `NAME, ATTESTED`, JSON with the key
                         "(basis)":"ATTESTED" */
} strata_print_options;

/**
 * The options of strata_print_text: `strata_print_options options = STRATA_PRINT_OPTIONS;`, then change some members.
 */
#define STRATA_PRINT_OPTIONS { STRATA_PRINT_FORM_TEXT, STRATA_PRINT_DEPTH_MOST, STRATA_PRINT_ARRAY_MOST, 0, 0, 0 }

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

/** A value with a name or a remark in some versions on some architectures. */
typedef struct strata_print_value {
    strata_values held; /**< the value is `low`, equal to `high`; the rest says where the row holds */
    const char *name;   /**< NULL if the value has no name */
    const char *remark; /**< remark, or NULL */
} strata_print_value;

/** An enum or a set of flags, in the order of declaration. If a value has several names, the first is printed. */
typedef struct strata_print_values {
    const char *name;               /**< name in the spec */
    const strata_print_value *rows; /**< the values */
    uint32_t count;                 /**< number of rows */
    uint8_t is_flags;               /**< 1 for a set of flags, 0 for an enum */
    uint8_t index_low;   /**< lowest bit of an index into an array of flag words */
    uint8_t index_width; /**< number of bits of the index; 0 if there is no index */
} strata_print_values;

/** Kind of a member. */
typedef enum strata_print_kind {
    STRATA_PRINT_UNSIGNED = 0, /**< integer of size 1, 2, 4 or 8, or a bit-field */
    STRATA_PRINT_SIGNED,       /**< the same, signed */
    STRATA_PRINT_POINTER,      /**< size 4 or 8 */
    STRATA_PRINT_RECORD,       /**< structure or union with a strata_print_record */
    STRATA_PRINT_GUID,         /**< size 16 */
    STRATA_PRINT_BYTES,        /**< bytes without a type, or of a type of which only the size is known */
    STRATA_PRINT_FLOAT         /**< IEEE 754 floating-point number of size 4 or 8 */
} strata_print_kind;

/** Meaning of an integer, or of an array of integers. */
typedef enum strata_print_show {
    STRATA_PRINT_SHOW_NUMBER = 0, /**< a number */
    STRATA_PRINT_SHOW_TIME, /**< size 8: time in units of 100 ns since 1601-01-01, UTC */
    STRATA_PRINT_SHOW_TEXT, /**< array of elements of size 2: UTF-16 text; of size 1: text in an unknown code page;
                                 up to a NUL */
    STRATA_PRINT_SHOW_CHAR, /**< size 1 or 2: a character; an array of them is a text as above, a two-dimensional one
                                 a text in each row */
    STRATA_PRINT_SHOW_BOOL  /**< 0: false; 1: true */
} strata_print_show;

/** In place of an offset or a size that is not documented. */
#define STRATA_PRINT_UNKNOWN 0xFFFFFFFFu

/** In place of the bit of a bit-field that is not documented. */
#define STRATA_PRINT_BIT_UNKNOWN 0xFFu

/** Added to `show` of a strata_print_member: its numbers are big-endian. */
#define STRATA_PRINT_BIG STRATA_SLOT_BIG

/**
 * A member in the layouts that have it, moved by their runs. The members of anonymous structures and unions are members
 * of the record around them.
 */
typedef struct strata_print_member {
    const char *name;                         /**< NULL: bytes that no member accounts for */
    const char *type;                         /**< type in the spec, without bounds, or NULL */
    const struct strata_print_record *record; /**< for STRATA_PRINT_RECORD, else NULL */
    const strata_print_values *values;        /**< enum or flags that name the values of an integer, or NULL */
    uint32_t offset;                          /**< offset in bytes from the record's beginning, before the run adds its
                                                   own; or STRATA_PRINT_UNKNOWN */
    uint32_t size;    /**< size in bytes of an element, or of a bit-field's storage unit, or STRATA_PRINT_UNKNOWN; 0
                           for a record that ends in a flexible array */
    uint32_t count;   /**< number of array elements; STRATA_COUNT_REST: up to the end of the buffer; 0: not an array */
    uint32_t columns; /**< number of columns of a two-dimensional array, else 0 */
    uint8_t kind;     /**< a strata_print_kind */
    uint8_t bit;      /**< lowest bit of a bit-field, or STRATA_PRINT_BIT_UNKNOWN */
    uint8_t width;    /**< width of a bit-field in bits; 0: not a bit-field */
    uint8_t show;     /**< a strata_print_show; plus STRATA_PRINT_BIG */
} strata_print_member;

/** A member that exists in some version. */
typedef struct strata_print_name {
    const char *name;     /**< name in the spec */
    strata_member member; /**< number of its STRATA_S_M_ line */
} strata_print_name;

/** Members that stand side by side in a layout, and have moved together. */
typedef struct strata_print_run {
    uint32_t first; /**< index of the first one */
    uint32_t count; /**< number of them */
    uint32_t moved; /**< is added to their offsets, modulo 2^32; 0 if they have an unknown offset */
} strata_print_run;

/** The members of one layout, in the order of the output. All layouts of a structure share the descriptions. */
typedef struct strata_print_layout {
    const strata_print_member *members; /**< array of members */
    const strata_print_run *runs;       /**< array of runs of them; NULL: all of them in their order, not moved */
    uint32_t count;                     /**< number of runs, or of members */
} strata_print_layout;

/** A structure or union. */
typedef struct strata_print_record {
    const char *name;                   /**< name in the spec */
    const strata_table *table;          /**< ranges and layouts of the structure */
    const strata_print_layout *layouts; /**< index as in the table */
    const strata_print_name *names;     /**< all members, in the order of first declaration */
    uint32_t name_count;                /**< number of names */
} strata_print_record;

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

/**
 * Prints the structure of `size` bytes at `bytes`, as `target` lays it out. `bytes` may be NULL, which means size 0.
 * `options` may be NULL, which means STRATA_PRINT_OPTIONS. `write` must not be NULL; it gets the text in pieces, with
 * `context`.
 *
 * Uses less than 1.5 KiB of stack, and less than 600 bytes more for each level of records: less than 20 KiB in all, for
 * any bytes. Without an optimizer it is less than twice as much. The stack of `write` comes on top.
 *
 * Returns OK; TOO_SHORT: the data ends before the least size; the available part was written, the rest is marked;
 * BAD_ARCH, BAD_VERSION: nothing was written.
 */
strata_status strata_print(const strata_print_record *record, const void *bytes, size_t size, strata_target target,
                           const strata_print_options *options, strata_print_write *write, void *context);

/**
 * Prints a structure as text: a line with its name, then a line for each member with offset, name and value:
 *
 *     +0x020 Resource         : 0xffffc00812345678
 *     +0x028 Action           : 0x00010022 ( WMI_RESOURCE_ACTION_COMPLETE_RELEASE_EXCLUSIVE )
 *     +0x02c ContentionDelta  : 0x2
 *
 *   integers    unsigned hexadecimal, signed decimal (0n-1)
 *   enums       the value and its name; if it has only a remark, the remark in quotes
 *   flags       the value and the names of its flags; the bits without a name follow in hexadecimal
 *   bit-fields  "Pos 6, 2 Bits = 0x1", counted from bit 0 of the storage unit
 *   pointers    hexadecimal with all digits
 *   GUIDs       "{...}"
 *   times       the integer and "( 2009-07-14T04:20:00.1234567Z )"; years before 0000 and after 9999 as "-002000" and
 *               "+060056"
 *   text        in quotes, up to a NUL. A backslash escapes quotes and backslashes. A backslash, u and 4 digits stand
 *               for lone surrogates and invisible characters (controls, marks of direction). In text of single bytes, a
 *               backslash, x and two digits stand for every byte that is not visible ASCII
 *   characters  arrays of them are text; one alone is a number and, if it is visible, the character: 0n65 'A'
 *   booleans    "false" for 0, "true" for 1, else the number
 *   floats      the shortest decimal number that is nearest to this float, as 0.1 or 1e-07; "nan", "inf", "-inf"
 *   bytes       hexadecimal, 16 a line
 *   arrays      "[4]" and the values; if each value has a line, equal values in a row share one. An array of unsigned
 *               bytes is text if it is nothing but text: three or more visible ASCII characters, then only NULs
 *   records     their names, then their members on the next lines
 */
STRATA_INLINE strata_status strata_print_text(const strata_print_record *record, const void *bytes, size_t size,
                                              strata_target target, strata_print_write *write, void *context)
{
    return strata_print(record, bytes, size, target, STRATA_NULLPTR, write, context);
}

/**
 * Prints a structure as one JSON object, without a line end: a key for each member; "+0x00c" for bytes that no member
 * accounts for. The output is valid JSON and UTF-8 for any bytes.
 *
 *   integers    numbers between -(2^53 - 1) and 2^53 - 1; others are strings: "0x..." unsigned, "-..." signed
 *   enums       {"value":V,"name":NAME or null}, and "remark" if there is one
 *   flags       {"value":V,"names":[...]}
 *   pointers    strings: "0x" and all digits
 *   GUIDs       strings: "{...}"
 *   times       strings: "2009-07-14T04:20:00.1234567Z", without loss of precision
 *   text        strings, up to a NUL; a lone surrogate becomes U+FFFD, because many readers refuse it; single bytes are
 *               Latin-1
 *   characters  arrays of them are text; one alone is a number
 *   booleans    true or false; every value but 0 is true
 *   floats      numbers, exact as in text; null for a value that is not finite
 *   bytes       strings with two hexadecimal digits for each byte
 *   arrays      arrays of all elements in the buffer; two-dimensional ones are flattened
 *   records     objects
 *   null        a member that is past the end of the data, has no documented offset, or is not in this version
 */
STRATA_INLINE strata_status strata_print_json(const strata_print_record *record, const void *bytes, size_t size,
                                              strata_target target, strata_print_write *write, void *context)
{
    strata_print_options options = STRATA_PRINT_OPTIONS;

    options.form = STRATA_PRINT_FORM_JSON;
    return strata_print(record, bytes, size, target, &options, write, context);
}

/** As strata_print, for the bytes and target of a view. A view that is not open has no bytes. */
STRATA_INLINE strata_status strata_print_view(const strata_print_record *record, const strata_view *view,
                                              const strata_print_options *options, strata_print_write *write,
                                              void *context)
{
    return strata_print(record, view->bytes, view->size, view->target, options, write, context);
}

/** As strata_print_text, for the bytes and target of a view. A view that is not open has no bytes. */
STRATA_INLINE strata_status strata_print_view_text(const strata_print_record *record, const strata_view *view,
                                                   strata_print_write *write, void *context)
{
    return strata_print_text(record, view->bytes, view->size, view->target, write, context);
}

/** As strata_print_json, for the bytes and target of a view. A view that is not open has no bytes. */
STRATA_INLINE strata_status strata_print_view_json(const strata_print_record *record, const strata_view *view,
                                                   strata_print_write *write, void *context)
{
    return strata_print_json(record, view->bytes, view->size, view->target, write, context);
}

/* ---- For generated headers --------------------------------------------------------------------------------------- */

/** Declares the table of a record or of values: see STRATA_EXTERN_TABLES. */
#define STRATA_PRINT_DECLARE(kind, S) STRATA_DECLARE_TABLE(strata_print_##kind, S##_print_##kind)

/** Define the tables of an enum E and of a structure S; the rows follow in braces. */
#define STRATA_PRINT_ROWS(E, count) static const strata_print_value E##_print_rows[count]
#define STRATA_PRINT_MEMBERS(S, count) static const strata_print_member S##_print_members[count]
#define STRATA_PRINT_RUNS(S, count) static const strata_print_run S##_print_runs[count]
#define STRATA_PRINT_LAYOUTS(S, count) static const strata_print_layout S##_print_layouts[count]
#define STRATA_PRINT_NAMES(S, count) static const strata_print_name S##_print_names[count]
#define STRATA_PRINT_TABLE_OF(S, title, names, count) \
    STRATA_TABLE strata_print_record S##_print_record = { title, &S##_table, S##_print_layouts, names, count }

/** A value that an enumerator without a remark has in all versions from one on. */
#define STRATA_PRINT_SINCE(value, first, arches, name) \
    { { value, value, first, 0xFFFFFFFFFFFFFFFFu, arches }, name, STRATA_NULLPTR }

/** Members of a layout: a scalar, a bit-field, a record or array of records. K ends the name of a strata_print_kind. */
#define STRATA_PRINT_SCALAR(K, name, type, offset, size) \
    { name, type, STRATA_NULLPTR, STRATA_NULLPTR, offset, size, 0, 0, STRATA_PRINT_##K, 0, 0, STRATA_PRINT_SHOW_NUMBER }
#define STRATA_PRINT_BITS(K, name, type, offset, size, bit, width) \
    { name, type, STRATA_NULLPTR, STRATA_NULLPTR, offset, size, 0, 0, STRATA_PRINT_##K, bit, width, \
      STRATA_PRINT_SHOW_NUMBER }
#define STRATA_PRINT_PART(T, name, type, offset, size, count) \
    { name, type, &T##_print_record, STRATA_NULLPTR, offset, size, count, 0, STRATA_PRINT_RECORD, 0, 0, \
      STRATA_PRINT_SHOW_NUMBER }

/** A layout of structure S: the index of its first run, and the number of its runs. */
#define STRATA_PRINT_LAYOUT(S, first, count) { S##_print_members, S##_print_runs + (first), count }

/** Defines the calls of a structure; S is its type of views. */
#define STRATA_PRINT_CALLS(S) \
    STRATA_INLINE strata_status S##_print(const S *v, strata_print_write *write, void *context) \
    { \
        return strata_print_view_text(&S##_print_record, S##_const_view(v), write, context); \
    } \
    STRATA_INLINE strata_status S##_print_json(const S *v, strata_print_write *write, void *context) \
    { \
        return strata_print_view_json(&S##_print_record, S##_const_view(v), write, context); \
    } \
    STRATA_INLINE strata_status S##_print_with(const S *v, const strata_print_options *options, \
                                               strata_print_write *write, void *context) \
    { \
        return strata_print_view(&S##_print_record, S##_const_view(v), options, write, context); \
    } \
    STRATA_INLINE strata_status S##_print_bytes(const void *bytes, size_t size, strata_target target, \
                                                strata_print_write *write, void *context) \
    { \
        return strata_print_text(&S##_print_record, bytes, size, target, write, context); \
    } \
    STRATA_INLINE strata_status S##_print_bytes_json(const void *bytes, size_t size, strata_target target, \
                                                     strata_print_write *write, void *context) \
    { \
        return strata_print_json(&S##_print_record, bytes, size, target, write, context); \
    } \
    STRATA_INLINE strata_status S##_print_bytes_with(const void *bytes, size_t size, strata_target target, \
                                                     const strata_print_options *options, \
                                                     strata_print_write *write, void *context) \
    { \
        return strata_print(&S##_print_record, bytes, size, target, options, write, context); \
    } \
    typedef S *S##_printed

#if defined(__cplusplus)
}
#endif

#endif
