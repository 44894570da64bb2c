/*
 * The structures of one target as a C header: for compilers, and for programs that parse C.
 */
#ifndef EXPORT_C_HEADER_H
#define EXPORT_C_HEADER_H

#include <stddef.h>
#include <stdint.h>

struct arch;
struct buffer;
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
};

/* Appends the header of records that exist in the target, and of those that they hold by value. */
void c_header_write(const struct c_target *target, const struct record *const *records, size_t count,
                    enum c_dialect dialect, struct buffer *out);

#endif
