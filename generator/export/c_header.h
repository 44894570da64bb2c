/*
 * The structures of one target as a C header: for compilers, and for programs that parse C.
 */
#ifndef EXPORT_C_HEADER_H
#define EXPORT_C_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arch;
struct arena;
struct buffer;
struct layout;
struct model;
struct record;

/* Readers of the header. */
enum c_dialect {
    C_FOR_COMPILER, /* compilers, and parsers with a preprocessor: pointers with types, enums, asserts */
    C_FOR_CSTRUCT   /* dissect.cstruct: declarations alone, numbers for pointers and enums, uint32_t without a header */
};

/* The version and architecture of a header. */
struct c_target {
    const struct model *model;
    const struct arch *arch;
    uint64_t version;
    const char *name; /* "10.0.19041.1586/x64" */
    bool has_symbol_tags; /* types have the tags of PDBs, such as _EPROCESS, for programs that have these, too */
};

/* Appends the header of records that exist in the target, and of those that they hold by value. */
void c_header_write(const struct c_target *target, const struct record *const *records, size_t count,
                    enum c_dialect dialect, struct buffer *out);

/* The text of one record for compilers, which somebody else puts together with those that it holds by value. */
struct c_part {
    const char *macro;    /* for pointers; the same for all records of an arch */
    const char *forwards; /* a line for each structure that it only points to */
    const char *enums;    /* with an empty line after each */
    const char *body;
    const struct layout *const *layouts; /* of the records that the text needs, in order; its own is the last */
    size_t layout_count;                 /* 0: it does not exist in the target */
};

struct c_parts;

/* Prepares to write records of a model in parts. All parts have the same tags. */
struct c_parts *c_parts_new(const struct model *model);
struct c_part c_parts_write(const struct c_parts *parts, const struct c_target *target, const struct record *record,
                            struct arena *arena);

#endif
