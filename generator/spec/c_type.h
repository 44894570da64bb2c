/*
 * Maps C types, as symbol files spell them, to the Windows NT types that specs use, such as `unsigned long` to ULONG.
 */
#ifndef SPEC_C_TYPE_H
#define SPEC_C_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A C type and the Windows NT type that specs use for it. */
struct c_type {
    const char *c; /* as symbol files spell it */
    uint32_t size; /* in bytes */
    const char *name;
    const char *kind; /* kind of the type in specs: "unsigned", "char" ... */
};

extern const struct c_type c_types[];
extern const size_t c_type_count;

/* True if two C names are equal, or are integers that some symbol files do not distinguish, such as `int` and
 * `long`. */
bool c_type_are_kin(const char *a, const char *b);

/* Returns the C name of a Windows NT type, such as "unsigned long" for "ULONG", or NULL. */
const char *c_type_name(const char *name);

/* Returns the type with a C name, or NULL. */
const struct c_type *c_type_find(const char *c);

#endif
