/*
 * Types of C and of symbol files, and the types of Windows NT that specs have for them.
 */
#ifndef SPEC_C_TYPE_H
#define SPEC_C_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A type of C and its type of Windows NT. */
struct c_type {
    const char *c; /* as symbol files have it */
    uint32_t size; /* in bytes */
    const char *name;
    const char *kind; /* its kind in specs: "unsigned", "char", … */
};

extern const struct c_type c_types[];
extern const size_t c_type_count;

/* True for names of integers of C that are equal, or that some files cannot tell from each other: `int` and `long`. */
bool c_type_are_kin(const char *a, const char *b);

/* Returns the name in C of a type of Windows NT, or NULL. */
const char *c_type_name(const char *name);

/* Returns the type of that name in C, or NULL. */
const struct c_type *c_type_find(const char *c);

#endif
