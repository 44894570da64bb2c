/*
 * A listing that is being read. copied.c removes what is not of the program that printed it, and read.c finds its form.
 * debugger.c reads listings of WinDbg; declarations.c, with the parts in build.c, those in C; sheet.c those with lines
 * of cells; csharp.c those in C#. make.c places the members and makes the content of an isf_file.
 */
#ifndef LISTING_LISTING_PARTS_H
#define LISTING_LISTING_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/printf.h"
#include "kernel/isf_parts.h"

struct map;

/* Largest depth of structures in structures. */
enum { LISTING_DEPTH_MOST = 64 };

/* Largest number of definitions of one name. */
enum { LISTING_VARIANTS_MOST = 100 };

#define LISTING_NO_OFFSET UINT32_MAX

/* A member of a structure. */
struct listing_member {
    const char *name; /* NULL: the member has no name */
    struct isf_type *type;
    /* the structure without a name that is the member's type, or the type of its elements; NULL for any other type */
    struct listing_record *inner;
    uint32_t offset;    /* offset in bytes; LISTING_NO_OFFSET if the text gives none */
    uint32_t extent;    /* size in bytes that the text states; 0: it states none */
    uint8_t bit, width; /* of a bit-field, in bits; width 0 means no bit-field */
    bool has_bit;
    uint8_t bits_before; /* unnamed bits between the previous bit-field and this one, if the text gives no positions */
    bool is_void;        /* a pointer to a function of which nothing else is known */
    bool is_value;       /* the text has a value in the place of the type */
    bool is_lost;        /* `is_value`, and the value leaves the type open */
    bool is_base;        /* a base class; its name is that of the class */
    unsigned line;
};

/* A structure or union. */
struct listing_record {
    struct listing_record *next;
    const char *name; /* interned name; an invented one if the text gives none */
    bool is_union, is_inner;
    bool is_open;  /* its members are being read now */
    bool is_whole; /* its members have been read */
    bool has_size;
    uint32_t size;
    struct buffer members; /* members as struct listing_member */
    const char *body; /* the text between the braces, if pahole printed it outside of all structures */
    size_t body_size;
    uint32_t row_offset; /* offset of the member below which the text lists the structure; 0 if it stands alone */
};

/* A listing while it is read. */
struct listing {
    struct isf_file *file;
    const char *text, *end;
    unsigned line;       /* line that is being read, from 1 */
    struct map *records; /* interned name -> struct listing_record */
    struct map *bases;   /* set of names of types of numbers that the file already declares */
    struct listing_record *first, **last;
    size_t inner_count;
    size_t sized_count; /* number of structures whose size follows from their members */
    uint32_t pointer;   /* size of a pointer in bytes; 0 as long as it is unknown */
    bool is_lost;       /* the last value that was read left its type open */
    bool is_pahole;     /* the text is from pahole */
};

/* Sets an error with the current line. Returns false. */
bool listing_fail(struct listing *listing, const char *format, ...) LIKE_PRINTF(2, 3);

/* Notes a part of the text, from the current line on, that is left out, with the reason. */
void listing_leave_out(struct listing *listing, const char *format, ...) LIKE_PRINTF(2, 3);

/* Makes the text what the program printed, if it was copied from a mail or a page. */
void listing_clean(struct listing *listing);

/* Gives a member an opaque type, since the text does not tell its type. */
void listing_forget_type(struct listing *listing, struct listing_member *member);

/* Returns the structure with a name, and makes it if it is new. With NULL makes one without a name. */
struct listing_record *listing_record(struct listing *listing, const char *name);

/* Returns a copy of a type in the arena of the file. */
struct isf_type *listing_type(struct listing *listing, const struct isf_type *type);

/* Returns a type of numbers, and declares it in the file at its first use. */
struct isf_type *listing_base(struct listing *listing, const char *name, enum isf_base_kind kind, uint32_t size,
                              bool is_signed);

/* Returns the type of numbers that words of C mean. `size` is the size that the text states, or 0. Returns NULL if they
 * mean no such type, or one of another size. */
struct isf_type *listing_number(struct listing *listing, const char *words, uint32_t size);

/* Returns the interned name that a text of `size` bytes has. */
const char *listing_name(struct listing *listing, const char *text, size_t size);

/* Read all structures of a text. Return false after an error (listing_fail). */
bool listing_read_debugger(struct listing *listing);
bool listing_read_declarations(struct listing *listing);
bool listing_read_sheet(struct listing *listing);
bool listing_read_csharp(struct listing *listing);

/* The name that pahole gives to a base class, and the one that the reader of declarations gets, of the same length. */
#define LISTING_ANCESTOR "<ancestor>"
#define LISTING_BASE "__ancestor"

/* True if a text is from pahole. */
bool listing_is_pahole(const char *text, const char *end);

/* Makes declarations of C of what pahole prints of C++. */
void listing_clean_pahole(struct listing *listing);

/* True if a text begins with the headings of a sheet of members. */
bool listing_is_sheet(const char *text, const char *end);

/* True if a text, or the beginning of a text, has structures of C#. */
bool listing_is_csharp(const char *text, const char *end);

/* Reads a member in C with a comment that states its offset, and adds it to a structure. Moves the listing to the end
 * of the text. */
bool listing_read_member(struct listing *listing, struct listing_record *record, const char *text);

/* Places the members of all structures, and fills the isf_file. Returns false after an error (listing_fail). */
bool listing_make(struct listing *listing);

#endif
