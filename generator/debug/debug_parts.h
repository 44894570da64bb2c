/*
 * Debugging information that is being read: read.c finds what a file has; boot_image.c expands kernels, and image.c
 * finds what is in them; btf.c and dwarf.c list its types, by libbpf and libdw; names.c names the structures and
 * enumerations; types.c and make.c make the content of an isf_file. build.c has what they share.
 */
#ifndef DEBUG_DEBUG_PARTS_H
#define DEBUG_DEBUG_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "kernel/isf_parts.h"

struct map;

/* Kinds of types. */
enum debug_kind {
    DEBUG_NONE, /* no type of C */
    DEBUG_VOID,
    DEBUG_INTEGER,  /* name, size, is_signed */
    DEBUG_BOOL,     /* size */
    DEBUG_FLOAT,    /* name, size */
    DEBUG_BYTES,    /* name, size */
    DEBUG_POINTER,  /* of */
    DEBUG_ARRAY,    /* of, count */
    DEBUG_STRUCT,   /* name, size, members */
    DEBUG_UNION,    /* name, size, members */
    DEBUG_ENUM,     /* name, size, is_signed, values */
    DEBUG_FUNCTION, /* of: its result; parameters */
    DEBUG_TYPEDEF,  /* name, of */
    DEBUG_CONST,    /* of */
    DEBUG_VOLATILE, /* of */
    DEBUG_SAME      /* of: a type that C does not tell from it, as `restrict` */
};

/* The type of `...`, and of what the file does not have. */
#define DEBUG_NO_TYPE UINT32_MAX

/* A type. Type 0 is void. */
struct debug_type {
    enum debug_kind kind;
    const char *name; /* interned; NULL: it has none */
    uint64_t size;    /* bytes */
    uint64_t count;   /* elements */
    uint32_t of;
    uint32_t first, item_count; /* of its members, values or parameters */
    bool is_signed;
    bool is_declared;         /* a structure, union or enumeration that is not defined here */
    bool is_wanted;           /* it is made */
    bool is_named, is_direct; /* it has no name, and a `typedef` names it; it is used without such */
    bool is_open;             /* it is being made or described */
    bool has_prototype;       /* `prototype` is set, or the function has none */
    uint8_t depth;            /* of types in it */
    uint32_t variants;        /* in the first definition of a name: how many there are that differ */
    uint32_t weight;          /* of a function with a prototype: the types in that, as its text repeats them */
    struct debug_type *same;  /* the first definition of this name and content; NULL: it defines nothing */
    const char *given;        /* of a definition: its name in the isf_file */
    const char *content;      /* of what a definition contains; interned by names.c; NULL: not described yet */
    struct isf_type *made;    /* NULL: not made yet */
    struct isf_prototype *prototype;
};

/* A member of a structure, or a base class. */
struct debug_member {
    const char *name; /* interned; NULL: it has none */
    uint32_t type;
    uint32_t width; /* of a bit-field; 0: it is none */
    uint64_t bit;   /* its first bit in the structure; of big-endian files bit 0 of a byte is the highest */
    bool is_base, is_virtual;
    bool is_lost; /* the file does not say its position in a known way */
};

/* A value of an enumeration. */
struct debug_value {
    const char *name;
    uint64_t bits;
};

/* The debugging information of a file. */
struct debug {
    struct isf_file *file;
    struct buffer types;         /* of struct debug_type */
    struct buffer members;       /* of struct debug_member */
    struct buffer values;        /* of struct debug_value */
    struct buffer parameters;    /* of uint32_t, types */
    size_t inherited;            /* types that are of the base of a module: the first ones */
    uint32_t pointer;            /* bytes of a pointer */
    struct map *records, *enums; /* interned name -> the first definition */
    struct map *bases;           /* interned name -> itself */
    struct map *named_integers;  /* interned name of a `typedef` -> the integer that the first one names */
    struct intern *contents;
    struct map *by_content; /* content -> the first definition that was described */
    struct map *named;      /* content of definitions whose name another one has, too -> the one that has got a name */
    size_t open_count;      /* types that are being made or described */
};

/* Leaves an error, and returns false. */
bool debug_fail(struct debug *debug, const char *format, ...) LIKE_PRINTF(2, 3);

/* Returns the name of a text, interned; NULL if it is empty. */
const char *debug_name(const struct debug *debug, const char *text);

/* Returns a type; NULL if the file does not have it. */
struct debug_type *debug_type(const struct debug *debug, uint32_t type);

/* Returns a type without qualifiers and names of `typedef`, up to one that names a structure, union or enumeration
 * without a name; NULL if there is none. */
struct debug_type *debug_strip(const struct debug *debug, uint32_t type);

/* Returns the structure, union or enumeration that a type defines or declares, also a `typedef` that names one; NULL:
 * it is another type. */
struct debug_type *debug_tag(const struct debug *debug, struct debug_type *type);

struct debug_bytes {
    const void *data;
    size_t size;
};

/* True if a file may begin as an image that a PC or EFI boots: the kernel of Linux, compressed, with a program before
 * it. */
bool debug_is_boot_image(const void *piece, size_t size);

/* Puts the kernel of such an image in its place: an ELF file, or an image as below. */
bool debug_expand_boot_image(struct debug *debug, struct buffer *bytes);

/* An image of a kernel as it lies in memory, `Image` of arm64 and others. It has no sections. */
struct debug_image {
    uint16_t machine; /* as an ELF file has it */
    bool is_big;
};

/* True if a file begins as such an image. */
bool debug_find_image(const void *bytes, size_t size, struct debug_image *image);

/* Finds the BTF in such an image; false if there is none. */
bool debug_find_image_btf(const struct debug_image *image, const void *bytes, size_t size, struct debug_bytes *btf);

/* Finds the build ID of the kernel whose BTF was found in an image; returns NULL if there is none. */
const unsigned char *debug_find_image_id(const struct debug_image *image, const void *bytes,
                                         const struct debug_bytes *btf, size_t *id_size);

/* The limit for a file, and for its sections when they are expanded. */
enum { DEBUG_SIZE_MOST_MIB = 1024 };

/* True if a file may begin as BTF, of either order of bytes. */
bool debug_is_btf(const void *bytes, size_t size);

/* True if BTF is that of a kernel or program, and no addition to another one. */
bool debug_is_whole(struct debug_bytes btf);

/* Lists the types of BTF. `base` is the BTF of the kernel that a module's is an addition to; NULL: there is none. */
bool debug_read_btf(struct debug *debug, struct debug_bytes btf, const struct debug_bytes *base);

/* Lists the types of the DWARF in an ELF file. The library may change the bytes. */
bool debug_read_dwarf(struct debug *debug, char *bytes, size_t size);

/* Names all definitions. Equal ones become one. */
void debug_name_types(struct debug *debug);

/* Returns a type for a field. One that makes no sense becomes an ISF_WRONG. */
struct isf_type *debug_make_type(struct debug *debug, uint32_t type);

/* Returns a type in the arena of the file. */
struct isf_type *debug_new_type(const struct debug *debug, const struct isf_type *type);

/* Returns a type that is not possible, with the reason. */
struct isf_type *debug_wrong_type(const struct debug *debug, const char *reason);

/* Adds a type of values to the file at its first use, and returns its name. */
const char *debug_add_base(struct debug *debug, const char *name, enum isf_base_kind kind, uint32_t size,
                           bool is_signed);

/* Returns the name of the integer type of that size, 1, 2, 4, 8 or 16 bytes; NULL: there is none. */
const char *debug_integer(struct debug *debug, uint64_t size, bool is_signed, bool is_long);

/* Returns the qualifiers of a member's type, of enum kernel_qualifier. */
uint8_t debug_qualifiers(const struct debug *debug, uint32_t type);

/* Returns the prototype of the function that a member's type points to; NULL if it points to none. */
struct isf_prototype *debug_prototype(struct debug *debug, uint32_t type);

/* Fills the isf_file. */
bool debug_make(struct debug *debug);

#endif
