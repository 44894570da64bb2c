/*
 * Debugging information that is being read. read.c finds what a file contains. boot_image.c expands kernels, and
 * image.c finds the debugging information in them. btf.c and dwarf.c list the types, by libbpf and libdw. names.c names
 * structures and enumerations. types.c and make.c make the content of an isf_file. build.c has functions that all of
 * them use.
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
    DEBUG_NONE, /* not a type of C */
    DEBUG_VOID,
    DEBUG_INTEGER,  /* name, size, is_signed */
    DEBUG_BOOL,     /* size */
    DEBUG_FLOAT,    /* name, size */
    DEBUG_BYTES,    /* name, size */
    DEBUG_POINTER,  /* uses: of */
    DEBUG_ARRAY,    /* uses: of, count */
    DEBUG_STRUCT,   /* name, size, members */
    DEBUG_UNION,    /* name, size, members */
    DEBUG_ENUM,     /* name, size, is_signed, values */
    DEBUG_FUNCTION, /* uses: of (the result), parameters */
    DEBUG_TYPEDEF,  /* name, of */
    DEBUG_CONST,    /* uses: of */
    DEBUG_VOLATILE, /* uses: of */
    DEBUG_SAME      /* uses: of (a type that is equal to it in C, such as one without `restrict`) */
};

/* The type of the parameter `...`, and of types that the file does not have. */
#define DEBUG_NO_TYPE UINT32_MAX

/* A type. The comments of debug_kind list the members that a kind uses. Type 0 is void. */
struct debug_type {
    enum debug_kind kind;
    const char *name; /* interned; NULL if the type has no name */
    uint64_t size;    /* size in bytes */
    uint64_t count;   /* number of elements of an array */
    uint32_t of;
    uint32_t first, item_count; /* range of its members, values or parameters in the lists of struct debug */
    bool is_signed;
    bool is_declared; /* a structure, union or enumeration that the file declares without defining it */
    bool is_wanted;   /* the type will be part of the isf_file */
    /* for a type without a name: a `typedef` names it; something uses it without a `typedef` */
    bool is_named, is_direct;
    bool is_open;       /* the type is being made or described */
    bool has_prototype; /* `prototype` is set, or it is known that the function has none */
    uint8_t depth;      /* depth of types in the type */
    uint32_t variants;  /* in the first definition of a name: number of different definitions with the name */
    uint32_t weight;    /* for a function with a prototype: number of types in the prototype, whose text repeats them */
    struct debug_type *same; /* first definition with the same name and content; NULL if the type is no definition */
    const char *given;       /* for a definition: its name in the isf_file */
    const char *content;     /* for a definition: description of its content, interned by names.c; NULL before that */
    struct isf_type *made;   /* NULL as long as it is not made */
    struct isf_prototype *prototype;
};

/* A member of a structure, or a base class. */
struct debug_member {
    const char *name; /* interned; NULL if the member has no name */
    uint32_t type;
    uint32_t width; /* width of a bit-field in bits; 0 if it is none */
    uint64_t bit;   /* first bit in the structure; in big-endian files, bit 0 of a byte is the highest bit */
    bool is_base, is_virtual;
    bool is_lost; /* the file gives its position in an unknown form */
};

/* A value of an enumeration. */
struct debug_value {
    const char *name;
    uint64_t bits;
};

/* The debugging information of a file. */
struct debug {
    struct isf_file *file;
    struct buffer types;         /* list of struct debug_type */
    struct buffer members;       /* list of struct debug_member */
    struct buffer values;        /* list of struct debug_value */
    struct buffer parameters;    /* list of uint32_t, the types of parameters */
    size_t inherited;            /* number of types that come from the base of a module; they are the first ones */
    uint32_t pointer;            /* size of a pointer in bytes */
    struct map *records, *enums; /* interned name -> struct debug_type, the first definition with the name */
    struct map *bases;           /* set of interned names of types of numbers that the isf_file has */
    struct map *named_integers;  /* interned name of a `typedef` -> the integer type that its first definition names */
    struct intern *contents;
    struct map *by_content; /* content -> struct debug_type, the first definition with this content */
    struct map *named; /* content of a definition whose name is taken -> struct debug_type that has got another name */
    size_t open_count; /* number of types that are being made or described */
};

/* Sets an error of the file. Returns false. */
bool debug_fail(struct debug *debug, const char *format, ...) LIKE_PRINTF(2, 3);

/* Returns the interned copy of a name; NULL if it is empty. */
const char *debug_name(const struct debug *debug, const char *text);

/* Returns the type with a number; NULL if the file does not have it. */
struct debug_type *debug_type(const struct debug *debug, uint32_t type);

/* Removes qualifiers and `typedef` names from a type. Stops at a `typedef` that names a structure, union or enumeration
 * without a name. Returns NULL if the file lacks the type. */
struct debug_type *debug_strip(const struct debug *debug, uint32_t type);

/* Returns the structure, union or enumeration that a type defines or declares, also through a `typedef` that names it.
 * Returns NULL for any other type. */
struct debug_type *debug_tag(const struct debug *debug, struct debug_type *type);

struct debug_bytes {
    const void *data;
    size_t size;
};

/* True if a file may begin as an image that a PC or EFI boots: a compressed Linux kernel with a program before it. */
bool debug_is_boot_image(const void *piece, size_t size);

/* Replaces a boot image in `bytes` by its kernel: an ELF file, or an image as struct debug_image describes it. */
bool debug_expand_boot_image(struct debug *debug, struct buffer *bytes);

/* An image of a kernel as it lies in memory, such as `Image` of arm64. It has no sections. */
struct debug_image {
    uint16_t machine; /* machine number of ELF files */
    bool is_big;
};

/* True if a file begins as an image of a kernel in memory. */
bool debug_find_image(const void *bytes, size_t size, struct debug_image *image);

/* Finds the BTF in an image of a kernel. Returns false if there is none. */
bool debug_find_image_btf(const struct debug_image *image, const void *bytes, size_t size, struct debug_bytes *btf);

/* Finds the build ID of the kernel in an image, near the BTF that was found. Returns NULL if there is none. */
const unsigned char *debug_find_image_id(const struct debug_image *image, const void *bytes,
                                         const struct debug_bytes *btf, size_t *id_size);

/* Largest size of a file, and of its expanded sections, in MiB. */
enum { DEBUG_SIZE_MOST_MIB = 1024 };

/* True if a file may begin as BTF, in either byte order. */
bool debug_is_btf(const void *bytes, size_t size);

/* True if BTF describes a whole kernel or program, and does not extend other BTF. */
bool debug_is_whole(struct debug_bytes btf);

/* Lists the types of BTF. `base` is the BTF of the kernel that the BTF of a module extends; NULL if there is none. */
bool debug_read_btf(struct debug *debug, struct debug_bytes btf, const struct debug_bytes *base);

/* Lists the types of the DWARF in an ELF file. The library may change the bytes. */
bool debug_read_dwarf(struct debug *debug, char *bytes, size_t size);

/* Chooses the names of all definitions in the isf_file. Equal definitions get one name. */
void debug_name_types(struct debug *debug);

/* Returns the type of a field for the isf_file. A type that makes no sense becomes ISF_WRONG. */
struct isf_type *debug_make_type(struct debug *debug, uint32_t type);

/* Returns a copy of a type in the arena of the file. */
struct isf_type *debug_new_type(const struct debug *debug, const struct isf_type *type);

/* Returns an ISF_WRONG type with a reason. */
struct isf_type *debug_wrong_type(const struct debug *debug, const char *reason);

/* Adds a type of numbers to the isf_file at its first use, and returns its name. */
const char *debug_add_base(struct debug *debug, const char *name, enum isf_base_kind kind, uint32_t size,
                           bool is_signed);

/* Returns the name of the integer type with a size of 1, 2, 4, 8 or 16 bytes; NULL for any other size. */
const char *debug_integer(struct debug *debug, uint64_t size, bool is_signed, bool is_long);

/* Returns the qualifiers of a member's type, a set of enum kernel_qualifier. */
uint8_t debug_qualifiers(const struct debug *debug, uint32_t type);

/* Returns the prototype of the function that a member's type points to; NULL if it points to no function. */
struct isf_prototype *debug_prototype(struct debug *debug, uint32_t type);

/* Fills the isf_file with all wanted types. Returns false after an error (debug_fail). */
bool debug_make(struct debug *debug);

#endif
