/*
 * A listing that is being read: read.c finds its form, debugger.c reads that of WinDbg, declarations.c that of C, with
 * the parts of build.c, sheet.c lines of cells, csharp.c those of C#; make.c places the members and makes the content
 * of an isf_file.
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

/* The limit for structures in each other. */
enum { LISTING_DEPTH_MOST = 64 };

#define LISTING_NO_OFFSET UINT32_MAX

/* A member of a structure. */
struct listing_member {
    const char *name; /* NULL: it has none */
    struct isf_type *type;
    struct listing_record *inner; /* the structure without a name that it is, or whose elements it has; or NULL */
    uint32_t offset;              /* or LISTING_NO_OFFSET, of one without a name */
    uint32_t extent;              /* bytes, as the text says; 0: it does not */
    uint8_t bit, width;           /* of a bit-field; width 0: it is none */
    bool has_bit;
    uint8_t bits_before; /* without a name, between it and the bit-field before it, if the text says no position */
    bool is_void; /* it is a pointer to a function, of which nothing else is known */
    unsigned line;
};

/* A structure or union. */
struct listing_record {
    struct listing_record *next;
    const char *name; /* interned; of one without a name, a made one */
    bool is_union, is_inner;
    bool is_open;  /* its members are being read */
    bool is_whole; /* they have been read */
    bool has_size;
    uint32_t size;
    struct buffer members; /* of struct listing_member */
    uint32_t at;           /* the offset of the member below which the text lists it; 0: it stands alone */
};

/* A listing while it is read. */
struct listing {
    struct isf_file *file;
    const char *text, *end;
    unsigned line;       /* of what is read, from 1 on */
    struct map *records; /* interned name -> struct listing_record */
    struct map *bases;   /* interned name -> itself */
    struct listing_record *first, **last;
    size_t inner_count;
    size_t sized_count; /* structures whose size follows from their members */
    uint32_t pointer;   /* bytes of a pointer; 0: unknown yet */
};

/* Leaves an error with the line, and returns false. */
bool listing_fail(struct listing *listing, const char *format, ...) LIKE_PRINTF(2, 3);

/* Returns the structure of a name, which becomes a new one if there is none; NULL: one without a name. */
struct listing_record *listing_record(struct listing *listing, const char *name);

/* Returns a type in the arena of the file. */
struct isf_type *listing_type(struct listing *listing, const struct isf_type *type);

/* Returns a type of numbers, which is declared at the first use. */
struct isf_type *listing_base(struct listing *listing, const char *name, enum isf_base_kind kind, uint32_t size,
                              bool is_signed);

/* Returns the name of a text, interned. */
const char *listing_name(struct listing *listing, const char *text, size_t size);

/* Read all structures of a text. Return false after listing_fail. */
bool listing_read_debugger(struct listing *listing);
bool listing_read_declarations(struct listing *listing);
bool listing_read_sheet(struct listing *listing);
bool listing_read_csharp(struct listing *listing);

/* True if a text begins with the headings of a sheet. */
bool listing_is_sheet(const char *text, const char *end);

/* True if a text, or the beginning of one, has structures of C#. */
bool listing_is_csharp(const char *text, const char *end);

/* Reads a member in C, with a comment that says its offset, and adds it. Moves the listing to the end of the text. */
bool listing_read_member(struct listing *listing, struct listing_record *record, const char *text);

/* Places the members, and fills the file. Returns false after listing_fail. */
bool listing_make(struct listing *listing);

#endif
