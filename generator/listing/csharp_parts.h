/*
 * Declarations of C# that are being read. csharp_text.c splits the text into tokens, csharp.c lists the types that it
 * declares, csharp_values.c finds the meaning of expressions and names, and csharp_layout.c places the fields.
 * Expressions and types are kept as positions in the text, because they may use declarations that follow.
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

/* A token. The `at` of a name is after its `@`, if it has one. */
struct csharp_token {
    enum csharp_token_kind kind;
    const char *text;
    size_t size;
};

/* Largest depth of conditions of the preprocessor. */
enum { CSHARP_CONDITIONS_MOST = 64 };

/* A position in a text that is being read. */
struct csharp_reader {
    struct listing *listing;
    const char *next; /* position after the current token */
    unsigned line;
    struct csharp_token token;
    bool is_begun; /* a token of the line has been read, so a `#` begins no directive */
    /* number of structures around the position; within one, conditions with an unknown value are an error */
    unsigned bodies;
    unsigned conditions;
    bool is_known[CSHARP_CONDITIONS_MOST]; /* for each condition: its value is known, so only one branch is read */
};

/* A position in the text, kept for later. */
struct csharp_place {
    const char *text; /* NULL: there is no such text */
    unsigned line;
};

enum csharp_kind {
    CSHARP_SPACE,  /* a namespace, or a class without a layout */
    CSHARP_LAYOUT, /* a structure, or a class with a layout */
    CSHARP_OPEN,   /* a structure whose layout is unknown: the runtime chooses it, or the structure is generic */
    CSHARP_ENUM,
    CSHARP_POINTER, /* a delegate or an interface, which is a pointer in native code */
    CSHARP_ALIAS,
    CSHARP_CONST
};

/* Arguments of the attributes about layouts. */
struct csharp_attributes {
    struct csharp_place kind, size, pack, set;   /* arguments of StructLayout */
    struct csharp_place inline_count;            /* argument of InlineArray */
    struct csharp_place offset;                  /* argument of FieldOffset */
    struct csharp_place marshal, element, count; /* arguments of MarshalAs */
    bool is_layout;
};

/* A named item that the text declares. */
struct csharp_item {
    struct csharp_item *next; /* next item with a value or a layout, in the order of the text */
    enum csharp_kind kind;
    const char *name; /* interned name */
    struct csharp_item *around;
    struct map *names; /* interned name -> struct csharp_item declared in this one; NULL if there is none */
    unsigned line;
    bool is_partial, is_explicit;
    bool has_open_size; /* the size of some field is unknown */
    struct csharp_attributes attributes;
    struct csharp_place value;    /* of a constant or an alias: its value; of an enumeration: the type of its values */
    struct csharp_item *previous; /* for a value of an enumeration without `=`: the value before it */
    struct buffer fields;         /* list of struct csharp_field, in the order of the text */
    struct buffer values;         /* for an enumeration: its values, a list of struct csharp_item * */
    struct listing_record *record;
    const char *type_name; /* for an enumeration: its name in the isf_file */
    uint32_t align;
    int64_t number;
    enum { CSHARP_NEW, CSHARP_BUSY, CSHARP_DONE } state;
};

/* A field, or a property that reads bits of a field. */
struct csharp_field {
    const char *name;
    struct csharp_place type, fixed; /* type of the field; number of elements if it is a `fixed` field */
    const char *unit;                /* for a property: the field whose bits it reads; NULL for a field */
    uint8_t bit, width;
    struct csharp_place open; /* offset of an array without an end, of which the text states nothing else */
    struct csharp_attributes attributes;
    unsigned line;
};

/* Everything that was read. */
struct csharp {
    struct listing *listing;
    struct csharp_item *global;
    struct csharp_item *first, **last;
    struct map *anywhere; /* interned name -> the first struct csharp_item with the name, in any scope */
    struct map *taken;    /* set of interned names of structures and enumerations in the isf_file */
    unsigned depth;       /* depth of types and expressions that depend on each other, for a limit */
};

/* A type of numbers in C#. */
struct csharp_base {
    const char *word, *other; /* its keyword, and its name in the namespace `System` */
    const char *name;
    enum isf_base_kind kind;
    uint32_t size, align;
    bool is_signed;
};

/* A type, with its properties that matter for layouts. */
struct csharp_type {
    struct isf_type *type;
    uint64_t size;
    uint32_t align;
    bool is_pointer;
};

/* Begins to read at a position, whose first token becomes the current one. */
struct csharp_reader csharp_read_at(struct listing *listing, const struct csharp_place *place);

/* Moves to the next token. */
void csharp_next(struct csharp_reader *reader);

bool csharp_is(const struct csharp_reader *reader, const char *text);

/* If the current token is `text`, moves past it and returns true. */
bool csharp_take(struct csharp_reader *reader, const char *text);

/* Moves past the current token, which must be `text`; otherwise sets an error and returns false. */
bool csharp_expect(struct csharp_reader *reader, const char *text);

/* Sets an error that names the current token and what was expected instead. Returns false. */
bool csharp_fail(struct csharp_reader *reader, const char *wanted);

/* Parses the number that a token is. Returns false if it is none. */
bool csharp_number(const struct csharp_token *token, uint64_t *number);

/* Sets an error with the current line. Returns false. */
bool csharp_fail_at(struct csharp_reader *reader, const char *text);

/* Returns the interned copy of the current name. */
const char *csharp_name(const struct csharp_reader *reader);

/* Returns the position of the current token. */
struct csharp_place csharp_here(const struct csharp_reader *reader);

/* Skips the current bracket with its contents and the closing bracket. */
bool csharp_skip_brackets(struct csharp_reader *reader);

/* Skips the current type: its name with arguments, stars, brackets. Returns false, without an error, if there is
 * none. */
bool csharp_skip_type(struct csharp_reader *reader);

/* Returns the item that a name means in a scope or in one around it; NULL if the text does not declare it. */
struct csharp_item *csharp_find(const struct csharp *csharp, struct csharp_item *scope, const char *name);

/* Reads the current name, which may have dots. Returns the item that it means; NULL if the text does not declare it.
 * `*last` becomes the last part of the name, interned. */
struct csharp_item *csharp_read_path(const struct csharp *csharp, struct csharp_item *scope,
                                     struct csharp_reader *reader, const char **last);

/* Returns the type of numbers with a name; NULL if there is none. */
const struct csharp_base *csharp_find_base(const char *name);

/* Evaluate an expression, or the value of an item. Return false after an error (listing_fail). */
bool csharp_evaluate(struct csharp *csharp, struct csharp_item *scope, const struct csharp_place *place,
                     int64_t *number);
bool csharp_item_number(struct csharp *csharp, struct csharp_item *item, int64_t *number);

/* Evaluates an expression as csharp_evaluate does. The result must be between `least` and INT32_MAX. `what` names it in
 * messages. */
bool csharp_count(struct csharp *csharp, struct csharp_item *scope, const struct csharp_place *place, uint32_t least,
                  const char *what, uint32_t *count);

/* Returns the interned last name of an expression such as `UnmanagedType.ByValArray`. For a number, returns its
 * text. */
const char *csharp_last_name(struct csharp *csharp, const struct csharp_place *place);

/* Places the fields of a structure, unless that has been done. Returns false after an error (listing_fail). */
bool csharp_lay_out(struct csharp *csharp, struct csharp_item *item);

/* Adds an enumeration and its values to the isf_file. */
bool csharp_add_enum(struct csharp *csharp, struct csharp_item *item);

#endif
