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

/* Dialects of the header, by the programs that read it. */
enum c_dialect {
    C_FOR_COMPILER, /* for compilers, and parsers with a preprocessor: pointers with types, enums, asserts */
    /* for dissect.cstruct: declarations only, numbers instead of pointers and enums, uint32_t without a header */
    C_FOR_CSTRUCT
};

/* The version and architecture of a header. */
struct c_target {
    const struct model *model;
    const struct arch *arch;
    uint64_t version;
    const char *name; /* "10.0.19041.1586/x64" */
    bool has_symbol_tags; /* types have the tags of PDBs, such as _EPROCESS, for programs that also have the PDBs */
};

/* Appends a header with the records that exist in the target, and the records that these hold by value. */
void c_header_write(const struct c_target *target, const struct record *const *records, size_t count,
                    enum c_dialect dialect, struct buffer *out);

/* The text of one record for compilers. The caller joins it with the texts of the records that it holds by value. */
struct c_part {
    const char *macro;    /* macro for pointers; equal for all records of an arch */
    const char *forwards; /* a forward declaration for each structure that the record only points to */
    const char *enums;    /* enumerations that the record uses, with an empty line after each */
    const char *body;
    /* layouts of the records that the text needs, in the order of their declarations; the record's own is the last */
    const struct layout *const *layouts;
    size_t layout_count; /* number of layouts; 0 if the record does not exist in the target */
};

struct c_parts;

/* Prepares to write records of a model one by one. The same type has the same tag in all parts. */
struct c_parts *c_parts_new(const struct model *model);
struct c_part c_parts_write(const struct c_parts *parts, const struct c_target *target, const struct record *record,
                            struct arena *arena);

#endif
