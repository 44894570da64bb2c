/*
 * What stands in an ISF file, as it stands there: import_isf.c drives a parser, import_isf_events.c takes it from that,
 * import_isf_kernel.c makes a kernel of it. All names are interned; all else lives as long as the reading of the file.
 */
#ifndef EDGES_IMPORT_ISF_PARTS_H
#define EDGES_IMPORT_ISF_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <yajl/yajl_parse.h>

#include "base/buffer.h"
#include "edges/import_isf.h"

struct kernel_enum;
struct kernel_record;
struct kernel_type;

enum isf_kind {
    ISF_BASE,
    ISF_POINTER,
    ISF_ARRAY,
    ISF_STRUCT,
    ISF_UNION,
    ISF_ENUM,
    ISF_BITFIELD,
    ISF_FUNCTION
};

/* Each is there once, however often the file has it. */
struct isf_type {
    enum isf_kind kind;
    const char *name; /* of a type that stands elsewhere; of the base of a pointer, or NULL */
    struct isf_type *of;
    uint32_t count, bit_position, bit_length;
    const struct kernel_type *made;         /* what it becomes; NULL: not made yet */
    const struct kernel_type *made_pointed; /* behind a pointer */
};

struct isf_base {
    const char *name;
    enum isf_base_kind { ISF_VOID, ISF_INTEGER, ISF_FLOAT } kind;
    uint32_t size;
    bool is_signed;
};

struct isf_field {
    const char *name;
    struct isf_type *type;
    uint32_t offset;
    bool is_anonymous;
};

struct isf_record {
    const char *name;
    bool is_union;
    uint32_t size;
    size_t first_field, field_count;
    bool is_unnamed;
    bool is_open;                       /* it is being made */
    const struct kernel_record *record; /* NULL: not made yet */
    size_t depth;                       /* of records without a name in it */
    uint64_t weight;                    /* its members, and all of those records without a name that it holds */
};

struct isf_value {
    const char *name;
    uint64_t bits;
    bool is_negative;
};

struct isf_enum {
    const char *name;
    const char *base;
    uint32_t size;
    size_t first_value, value_count;
    const struct kernel_enum *enumeration;
};

struct isf_file {
    const struct import_isf *import;
    const char *name; /* for messages */
    struct arena *arena; /* of what is needed while the file is read */
    const char *guid;    /* NULL: the file has no metadata of a program database */
    uint32_t age;
    const char *database;
    uint32_t machine;
    struct buffer bases, fields, records, values, enums; /* of the structures above */
};

/* What yajl's events make an isf_file: to be called with a reader as their user. An event that returns 0 has left an
 * error, or passes over an object. */
struct isf_reader;
extern const yajl_callbacks isf_callbacks;
struct isf_reader *isf_reader_new(struct isf_file *file);
const char *isf_reader_error(const struct isf_reader *reader);

/* Whether the object that has just begun is of no use, though it may be half of the file, as that of the symbols is.
 * The events go on behind it, as those of a file that begins with ISF_PASSED. */
bool isf_reader_passes(const struct isf_reader *reader);

#define ISF_PASSED "{\"\": null"

/* Whether there was any event since this was last asked. */
bool isf_reader_heard(struct isf_reader *reader);

/* Makes a kernel of it; false when something in it makes no sense, which is reported. */
bool isf_make_kernel(struct isf_file *file, struct kernel *kernel);

#endif
