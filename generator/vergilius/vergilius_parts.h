/*
 * The content of a file of Vergilius: read.c reads it, types.c checks it and works out what the file leaves open, and
 * make.c makes an isf_file of it. All names are interned; all else lives as long as the reading of the file.
 */
#ifndef VERGILIUS_VERGILIUS_PARTS_H
#define VERGILIUS_VERGILIUS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/printf.h"
#include "kernel/isf_parts.h"

struct unpack;

enum vergilius_kind {
    VERGILIUS_BASE,
    VERGILIUS_POINTER,
    VERGILIUS_ARRAY,
    VERGILIUS_STRUCT,
    VERGILIUS_UNION,
    VERGILIUS_ENUM,
    VERGILIUS_FUNCTION
};

/* A member of a structure or union, a value of an enumeration, a parameter of a function, or the type that a pointer
 * leads to or an array has. */
struct vergilius_member {
    const char *name; /* without the width; NULL: it has none */
    uint32_t id;
    uint32_t ordinal;
    uint64_t offset; /* or the value of an enumeration, or the length of an array */
    bool is_negative;
    uint32_t line;
    uint32_t type;       /* the index of the type with its id; set by types.c */
    uint32_t bit, width; /* of a bit-field; width 0: it is none; set by types.c */
};

/* A type, by which members are const and volatile, too. */
struct vergilius_type {
    const char *name; /* NULL: it has none */
    uint32_t id;
    enum vergilius_kind kind;
    uint32_t size;
    bool is_const, is_volatile;
    size_t first_member, member_count;
    uint32_t line;
    bool is_unnamed;  /* a structure, union or enumeration whose name says nothing */
    bool is_repeated; /* another definition of this name is taken */
    struct isf_type *made;
    struct isf_prototype *prototype; /* of a function */
};

/* A file. */
struct vergilius {
    struct isf_file *file;
    uint64_t version; /* 0: it has no buildnumber */
    const struct vergilius_arch *arch;
    struct vergilius_type *types;
    size_t type_count;
    struct vergilius_member *members;
    size_t member_count;
    struct map *records, *enums; /* interned name -> the struct vergilius_type that is taken */
};

/* An architecture, the machine number of its executables, and the size of its pointers. */
struct vergilius_arch {
    const char *name;
    uint32_t machine, pointer_size;
};

/* Reads the content of a file from its first piece on. Returns false, with file->error. */
bool vergilius_read(struct vergilius *vergilius, struct unpack *unpack, const void *piece, size_t size);

/* Finds the types of all members, their order and the positions of bit-fields, and the definition of each name. Returns
 * false, with file->error, if something contradicts. */
bool vergilius_resolve(struct vergilius *vergilius);

/* Adds all structures, unions and enumerations to the file. */
void vergilius_make(struct vergilius *vergilius);

/* Leaves an error about a line, and returns false. */
bool vergilius_fail(struct vergilius *vergilius, uint32_t line, const char *format, ...) LIKE_PRINTF(3, 4);

static inline bool vergilius_is_record(const struct vergilius_type *type)
{
    return type->kind == VERGILIUS_STRUCT || type->kind == VERGILIUS_UNION;
}

#endif
