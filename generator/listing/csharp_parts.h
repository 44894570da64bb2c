/*
 * Declarations of C# that are being read: csharp_text.c takes the text apart, csharp.c lists the types that it
 * declares, csharp_values.c finds what expressions and names of types mean, and csharp_layout.c places the fields.
 * Expressions and types are kept as their places in the text, since they may use what the text declares further down.
 */
#ifndef LISTING_CSHARP_PARTS_H
#define LISTING_CSHARP_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "listing/listing_parts.h"

struct map;

enum csharp_token_kind { CSHARP_END, CSHARP_NAME, CSHARP_NUMBER, CSHARP_TEXT, CSHARP_SIGN };

/* A token; `at` of a name is behind its `@`. */
struct csharp_token {
    enum csharp_token_kind kind;
    const char *at;
    size_t size;
};

/* The limit for conditions of the preprocessor in each other. */
enum { CSHARP_CONDITIONS_MOST = 64 };

/* A text that is being read. */
struct csharp_reader {
    struct listing *listing;
    const char *at; /* behind the token at hand */
    unsigned line;
    struct csharp_token token;
    bool is_begun;   /* a token of the line was read: `#` begins no directive */
    unsigned bodies; /* structures around, whose members may not depend on conditions that nobody knows */
    unsigned conditions;
    bool is_known[CSHARP_CONDITIONS_MOST]; /* of each condition: one branch alone is read */
};

/* A place in the text. */
struct csharp_place {
    const char *at; /* NULL: there is none */
    unsigned line;
};

enum csharp_kind {
    CSHARP_SPACE,  /* a namespace, or a class that has no layout */
    CSHARP_LAYOUT, /* a structure, or a class that has a layout */
    CSHARP_OPEN,   /* a structure whose layout the runtime chooses, or that has parameters */
    CSHARP_ENUM,
    CSHARP_POINTER, /* a delegate or an interface */
    CSHARP_ALIAS,
    CSHARP_CONST
};

/* An attribute that says something of a layout, and what it says. */
struct csharp_attributes {
    struct csharp_place kind, size, pack, set;   /* of StructLayout */
    struct csharp_place inline_count;            /* of InlineArray */
    struct csharp_place offset;                  /* of FieldOffset */
    struct csharp_place marshal, element, count; /* of MarshalAs */
    bool is_layout;
};

/* Something with a name that the text declares. */
struct csharp_item {
    struct csharp_item *next; /* of all that have values or a layout, in the order of the text */
    enum csharp_kind kind;
    const char *name; /* interned */
    struct csharp_item *around;
    struct map *names; /* interned name -> struct csharp_item, of what is declared in it; NULL: nothing */
    unsigned line;
    bool is_partial, is_explicit;
    bool has_open_size; /* nobody knows the size of some field */
    struct csharp_attributes attributes;
    struct csharp_place value;    /* of a constant, an alias, or the type of the values of an enumeration */
    struct csharp_item *previous; /* of a value of an enumeration without `=` */
    struct buffer fields;         /* of struct csharp_field, in the order of the text */
    struct buffer values;         /* of struct csharp_item *, of an enumeration */
    struct listing_record *record;
    const char *type_name; /* of an enumeration in the file that is made */
    uint32_t align;
    int64_t number;
    enum { CSHARP_NEW, CSHARP_BUSY, CSHARP_DONE } state;
};

/* A field, or a property over the bits of one. */
struct csharp_field {
    const char *name;
    struct csharp_place type, fixed; /* and the number of elements of a `fixed` field */
    const char *unit;                /* of a property: the field that has its bits; else NULL */
    uint8_t bit, width;
    struct csharp_place open; /* the offset of an array without an end, of which nothing else is known */
    struct csharp_attributes attributes;
    unsigned line;
};

/* All that was read. */
struct csharp {
    struct listing *listing;
    struct csharp_item *global;
    struct csharp_item *first, **last;
    struct map *anywhere; /* interned name -> the first struct csharp_item of that name */
    struct map *taken;    /* interned names of structures and enumerations in the file that is made */
    unsigned depth;       /* of types and expressions that need each other */
};

/* A type of numbers. */
struct csharp_base {
    const char *word, *other; /* the keyword, and the name in `System` */
    const char *name;
    enum isf_base_kind kind;
    uint32_t size, align;
    bool is_signed;
};

/* A type, and what layouts need of it. */
struct csharp_type {
    struct isf_type *type;
    uint64_t size;
    uint32_t align;
    bool is_pointer;
};

/* Begins to read at a place. The first token is at hand then. */
struct csharp_reader csharp_read_at(struct listing *listing, const struct csharp_place *place);

/* Takes the next token. */
void csharp_next(struct csharp_reader *reader);

bool csharp_is(const struct csharp_reader *reader, const char *text);

/* Takes the token at hand if it is `text`. */
bool csharp_take(struct csharp_reader *reader, const char *text);

/* Takes the token at hand, which must be `text`. */
bool csharp_expect(struct csharp_reader *reader, const char *text);

/* Leaves an error that names the token at hand and what is expected, and returns false. */
bool csharp_fail(struct csharp_reader *reader, const char *wanted);

/* Finds the number that a token is. */
bool csharp_number(const struct csharp_token *token, uint64_t *number);

/* Leaves an error with the line at hand, and returns false. */
bool csharp_fail_at(struct csharp_reader *reader, const char *text);

/* Returns the name at hand, interned. */
const char *csharp_name(const struct csharp_reader *reader);

/* Returns the place of the token at hand. */
struct csharp_place csharp_here(const struct csharp_reader *reader);

/* Skips balanced brackets at hand, with the closing one. */
bool csharp_skip_brackets(struct csharp_reader *reader);

/* Skips a type at hand: its name with arguments, stars, brackets. Returns false without a report if there is none. */
bool csharp_skip_type(struct csharp_reader *reader);

/* Returns what a name means within an item or those around it; NULL: nothing that the text declares. */
struct csharp_item *csharp_find(const struct csharp *csharp, struct csharp_item *scope, const char *name);

/* Reads a name with dots at hand. Returns what it means; NULL: nothing that the text declares. `*last` becomes the last
 * name of it, interned. */
struct csharp_item *csharp_read_path(const struct csharp *csharp, struct csharp_item *scope,
                                     struct csharp_reader *reader, const char **last);

/* Returns the type of numbers of a name; NULL: it is of none. */
const struct csharp_base *csharp_find_base(const char *name);

/* Finds the number of an expression. Return false after listing_fail. */
bool csharp_evaluate(struct csharp *csharp, struct csharp_item *scope, const struct csharp_place *place,
                     int64_t *number);
bool csharp_item_number(struct csharp *csharp, struct csharp_item *item, int64_t *number);

/* As csharp_evaluate, for a number from `least` to INT32_MAX; `what` is its name in messages. */
bool csharp_count(struct csharp *csharp, struct csharp_item *scope, const struct csharp_place *place, uint32_t least,
                  const char *what, uint32_t *count);

/* Returns the last name of an expression such as `UnmanagedType.ByValArray`, interned; or a number as its text. */
const char *csharp_last_name(struct csharp *csharp, const struct csharp_place *place);

/* Places the fields of a structure, if that has not been done. Returns false after listing_fail. */
bool csharp_lay_out(struct csharp *csharp, struct csharp_item *item);

/* Adds an enumeration and its values to the file. */
bool csharp_add_enum(struct csharp *csharp, struct csharp_item *item);

#endif
