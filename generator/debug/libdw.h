/*
 * The functions and structures of libdw (elfutils) that Strata uses, which every version since 0.188 has. The library
 * is loaded when the first file with DWARF is read; its own headers are not needed to build Strata.
 */
#ifndef DEBUG_LIBDW_H
#define DEBUG_LIBDW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An entry of DWARF: a type, a member, a unit. */
struct dw_die {
    void *address; /* address of the entry, which identifies it */
    void *unit;
    void *abbreviation;
    long padding;
};

struct dw_attribute {
    unsigned code, form;
    unsigned char *value;
    void *unit;
};

struct dw_block {
    uint64_t length;
    const unsigned char *data;
};

/* The functions that dwfl calls while it opens files. */
struct dw_callbacks {
    int (*find_elf)(void);
    int (*find_debug)(void);
    void *place_section;
    char **debug_path;
};

/* Tags of DWARF entries. */
enum {
    DW_ARRAY = 0x01,
    DW_CLASS = 0x02,
    DW_ENUM = 0x04,
    DW_PARAMETER = 0x05,
    DW_MEMBER = 0x0D,
    DW_POINTER = 0x0F,
    DW_REFERENCE = 0x10,
    DW_STRUCT = 0x13,
    DW_FUNCTION_TYPE = 0x15,
    DW_TYPEDEF = 0x16,
    DW_UNION = 0x17,
    DW_OTHER_PARAMETERS = 0x18,
    DW_BASE = 0x1C,
    DW_MEMBER_POINTER = 0x1F,
    DW_RANGE = 0x21,
    DW_BASE_TYPE = 0x24,
    DW_CONST = 0x26,
    DW_VALUE = 0x28,
    DW_PACKED = 0x2D,
    DW_VOLATILE = 0x35,
    DW_RESTRICT = 0x37,
    DW_INTERFACE = 0x38,
    DW_NAMESPACE = 0x39,
    DW_NO_TYPE = 0x3B,
    DW_SHARED = 0x40,
    DW_MOVED_REFERENCE = 0x42,
    DW_ATOMIC = 0x47,
    DW_IMMUTABLE = 0x4B
};

/* Attributes of DWARF entries. */
enum {
    DW_HAS_NAME = 0x03,
    DW_HAS_SIZE = 0x0B,
    DW_HAS_BIT_OFFSET = 0x0C,
    DW_HAS_BIT_SIZE = 0x0D,
    DW_HAS_CONST_VALUE = 0x1C,
    DW_HAS_UPPER_BOUND = 0x2F,
    DW_HAS_COUNT = 0x37,
    DW_HAS_PLACE = 0x38,
    DW_IS_DECLARATION = 0x3C,
    DW_HAS_ENCODING = 0x3E,
    DW_IS_EXTERNAL = 0x3F,
    DW_HAS_SPECIFICATION = 0x47,
    DW_HAS_TYPE = 0x49,
    DW_HAS_VIRTUALITY = 0x4C,
    DW_HAS_SIGNATURE = 0x69,
    DW_HAS_DATA_BIT = 0x6B
};

/* Encodings of base types. */
enum {
    DW_IS_BOOL = 2,
    DW_IS_COMPLEX = 3,
    DW_IS_FLOAT = 4,
    DW_IS_SIGNED = 5,
    DW_IS_SIGNED_CHAR = 6,
    /* from this number up to the next one, encodings are no integers of C: decimal and fixed-point numbers */
    DW_IS_IMAGINARY = 9,
    DW_IS_DECIMAL_FLOAT = 15
};

/* Two forms of numbers, and an operation of expressions. */
enum { DW_FORM_SDATA = 0x0D, DW_FORM_IMPLICIT = 0x21, DW_OP_ADD = 0x23 };

/* The version of ELF that elf_version expects. */
enum { DW_ELF_VERSION = 1 };

/* The functions of the library. libdw.c has their names. */
struct libdw {
    unsigned (*version)(unsigned version);
    void *(*open_elf)(char *bytes, size_t size);
    int (*close_elf)(void *elf);
    void *(*begin)(const struct dw_callbacks *callbacks);
    void (*end)(void *session);
    void *(*report)(void *session, const char *name, const char *file, char *bytes, size_t size);
    int (*report_end)(void *session, void *removed, void *user);
    void *(*get_dwarf)(void *module, uint64_t *bias);
    void *place_section;
    int (*next_unit)(void *dwarf, void *unit, void **next, uint16_t *version, uint8_t *kind, struct dw_die *die,
                     struct dw_die *inner);
    int (*child)(struct dw_die *die, struct dw_die *child);
    int (*sibling)(struct dw_die *die, struct dw_die *sibling);
    int (*tag)(struct dw_die *die);
    void *(*attribute)(struct dw_die *die, unsigned code, struct dw_attribute *attribute);
    int (*number)(struct dw_attribute *attribute, uint64_t *number);
    int (*signed_number)(struct dw_attribute *attribute, int64_t *number);
    const char *(*text)(struct dw_attribute *attribute);
    int (*flag)(struct dw_attribute *attribute, bool *flag);
    int (*block)(struct dw_attribute *attribute, struct dw_block *block);
    void *(*reference)(struct dw_attribute *attribute, struct dw_die *die);
};

/* Loads the library. Returns false if it is missing or too old. */
bool libdw_load(struct libdw *dw);

#endif
