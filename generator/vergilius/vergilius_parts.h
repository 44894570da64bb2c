/*
 * The content of a file of the Vergilius Project. read.c reads it; types.c checks it and works out what the file does
 * not state; make.c makes an isf_file from it. All names are interned. The rest lives as long as the file is being
 * read.
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
 * points to or an array contains. */
struct vergilius_member {
    const char *name; /* name without the width of a bit-field; NULL if it has none */
    uint32_t id;
    uint32_t ordinal;
    uint64_t offset; /* offset in bytes; for an enumeration its value, for an array its length */
    bool is_negative;
    uint32_t line;
    uint32_t type;       /* index of the type whose id is `id`; types.c sets it */
    uint32_t bit, width; /* of a bit-field, in bits; width 0 means no bit-field; types.c sets both */
};

/* A type. A const or volatile type is a type of its own. */
struct vergilius_type {
    const char *name; /* NULL if the type has no name */
    uint32_t id;
    enum vergilius_kind kind;
    uint32_t size;
    bool is_const, is_volatile;
    size_t first_member, member_count;
    uint32_t line;
    bool is_unnamed;  /* a structure, union or enumeration with a meaningless name */
    bool is_repeated; /* another definition with the same name is used */
    struct isf_type *made;
    struct isf_prototype *prototype; /* set for a function */
};

/* A file that is being read. */
struct vergilius {
    struct isf_file *file;
    uint64_t version; /* version of the kernel; 0 if the file has no buildnumber */
    const struct vergilius_arch *arch;
    struct vergilius_type *types;
    size_t type_count;
    struct vergilius_member *members;
    size_t member_count;
    struct map *records, *enums; /* interned name -> struct vergilius_type, the definition that is used */
};

/* An architecture: its name, the machine number of its executables, and the size of its pointers. */
struct vergilius_arch {
    const char *name;
    uint32_t machine, pointer_size;
};

/* Reads the content of a file, beginning with its first piece. On failure sets file->error and returns false. */
bool vergilius_read(struct vergilius *vergilius, struct unpack *unpack, const void *piece, size_t size);

/* Finds the types of all members, their order and the positions of bit-fields, and chooses a definition for each name.
 * If something contradicts, sets file->error and returns false. */
bool vergilius_resolve(struct vergilius *vergilius);

/* Adds all structures, unions and enumerations to the isf_file. */
void vergilius_make(struct vergilius *vergilius);

/* Sets an error about a line of the file. Returns false. */
bool vergilius_fail(struct vergilius *vergilius, uint32_t line, const char *format, ...) LIKE_PRINTF(3, 4);

static inline bool vergilius_is_record(const struct vergilius_type *type)
{
    return type->kind == VERGILIUS_STRUCT || type->kind == VERGILIUS_UNION;
}

#endif
