/*
 * The content of an ISF file before it is interpreted: isf.c drives a parser, isf_events.c takes its events,
 * isf_kernel.c makes a kernel of it, with isf_record.c and isf_enum.c. All names are interned; all
 * else lives as long as the reading of the file.
 */
#ifndef KERNEL_ISF_PARTS_H
#define KERNEL_ISF_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <yajl/yajl_parse.h>

#include "base/buffer.h"
#include "base/printf.h"
#include "kernel/isf.h"
#include "kernel/kernel.h"

struct kernel_enum;
struct kernel_member;
struct kernel_record;
struct kernel_type;

/* Kinds of types. The name of a wrong one is the reason to leave its field out. */
enum isf_kind {
    ISF_BASE,
    ISF_POINTER,
    ISF_ARRAY,
    ISF_STRUCT,
    ISF_UNION,
    ISF_ENUM,
    ISF_BITFIELD,
    ISF_FUNCTION,
    ISF_WRONG
};

/* A number of a field below 0 or above 0x7FFFFFFF: the field is left out, and the file is read. */
#define ISF_NO_NUMBER UINT32_MAX

/* Types of the file, each once. */
struct isf_type {
    enum isf_kind kind;
    const char *name; /* of a type that stands elsewhere; of the base of a pointer, or NULL */
    struct isf_type *of;
    uint32_t count, bit_position, bit_length; /* ISF_NO_NUMBER: out of bounds */
    const struct kernel_type *made;           /* its type in the kernel; NULL: not made yet */
    const struct kernel_type *made_pointed;   /* behind a pointer */
};

/* An integer or floating-point type of the file. */
struct isf_base {
    const char *name;
    enum isf_base_kind { ISF_VOID, ISF_INTEGER, ISF_FLOAT } kind;
    uint32_t size;
    bool is_signed;
    bool is_big;      /* of big-endian values */
    const char *word; /* its kind as the file has it; NULL: it is not from a symbol file */
};

/* The prototype of a function: its result, then its parameters. */
struct isf_prototype {
    struct isf_type **types; /* NULL: it is `...` */
    uint8_t *qualifiers;
    struct isf_prototype **inner; /* of those types that are pointers to functions; NULL each, or NULL: unknown */
    size_t count;
    bool is_made;
    const struct kernel_prototype *made; /* NULL: not made yet, or it makes no sense */
};

/* A field of a structure or union. */
struct isf_field {
    const char *name;
    struct isf_type *type;
    uint32_t offset;    /* or ISF_NO_NUMBER, */
    int64_t far_offset; /* and then the number, if 64 bits hold it */
    bool is_anonymous;
    bool is_base;       /* a base class: anonymous, and its name is that of the class */
    uint8_t qualifiers; /* of enum kernel_qualifier */
    struct isf_prototype *prototype; /* of a pointer to a function, or NULL */
};

/* A structure or union. */
struct isf_record {
    const char *name;
    bool is_union;
    uint32_t size;
    size_t first_field, field_count;
    const char *source; /* the header and line that define it; interned; NULL: unknown */
    bool has_order;     /* its fields are in the order of their declaration */
    bool is_unnamed;
    bool is_open;                       /* it is being made */
    const struct kernel_record *record; /* NULL: not made yet */
    size_t depth;                       /* of records without a name in it */
    uint64_t weight;                    /* its members, and all of those records without a name that it holds */
};

/* A value of an enumeration. */
struct isf_value {
    const char *name;
    uint64_t bits; /* without the sign */
    bool is_negative;
};

/* An enumeration. */
struct isf_enum {
    const char *name;
    const char *base;
    uint32_t size;
    size_t first_value, value_count;
    const char *source; /* as of a record */
    const struct kernel_enum *enumeration;
};

/* The content of a file. */
struct isf_file {
    const struct isf_import *import;
    const char *name;    /* for messages */
    const char *source;  /* its kind; see source.h */
    const char *error;   /* the reason why it cannot be read, which is not reported yet; NULL: there is none */
    struct arena *arena; /* of what is needed while the file is read */
    const char *guid;    /* NULL: the file has no metadata of a program database */
    uint32_t age;
    const char *build_id; /* of an ELF file, hexadecimal; NULL: unknown */
    const char *database;
    uint32_t machine;
    const struct arch *arch; /* NULL: database and machine tell it */
    enum isf_order { ISF_ANY_ORDER, ISF_LITTLE, ISF_BIG } order; /* of its values, if that tells arches apart */
    bool is_symbol_file;     /* it is a file of Volatility */
    bool is_of_c;            /* it is of C or C++, and not from a PDB: types without a name have none */
    const struct arch *given; /* of a file that does not tell it: the user's; or NULL */
    uint64_t version;        /* of the system; 0: the file does not say it */
    struct kernel_choices choices;
    struct buffer bases, fields, records, values, enums; /* of the structures above */
    struct buffer symbols; /* of struct kernel_symbol, if the import takes them */
    bool has_symbols;      /* it is a file of Volatility with a list of them */
};

/* The events that make an isf_file, for yajl, with a reader as the user. An event that returns 0 has left an error, or
 * skips an object. */
struct isf_reader;
extern const yajl_callbacks isf_callbacks;
struct isf_reader *isf_reader_new(struct isf_file *file);
const char *isf_reader_error(const struct isf_reader *reader);

/* True if the object that has just begun is not needed, as often that of the symbols, half of the file. Events
 * continue behind it as those of a file that begins with ISF_PASSED. */
bool isf_reader_passes(const struct isf_reader *reader);

#define ISF_PASSED "{\"\": null"

/* True if there was any event since the last call. */
bool isf_reader_heard(struct isf_reader *reader);

/* Makes a kernel of an isf_file. */
struct isf_maker {
    struct isf_file *file;
    const struct arch *arch;
    const char *pointer;                 /* the base type of pointers */
    struct map *bases, *records, *enums; /* by name */
    struct buffer members;               /* of the records that are being made, the innermost last */
    struct buffer origins;               /* a const char * for each member: the base class that it is of, or NULL */
    struct buffer group_of;              /* a uint32_t for each member: its group in the record, as in kernel.h */
    struct buffer groups;                /* of these records */
    size_t first_group;                  /* of the innermost of them */
    struct buffer omissions;             /* as the members */
    bool has_pointers;                   /* some field has one */
    bool keeps_names;                    /* people keep the file by hand: see kernel.h */
    size_t depth;                        /* how many these are */
    uint64_t weight;                     /* of all records with a name */
    const char *record, *field;          /* names for messages */
    const char *why;                     /* the reason to leave the field out; NULL: there is none */
};

/* The limit for the members of a kernel's records, in which those of unnamed records count wherever they are. */
enum { ISF_WEIGHT_MOST = 1000000 };

/* Reports why the file cannot be read, and returns false. */
bool isf_fail(const struct isf_maker *maker, const char *format, ...) LIKE_PRINTF(2, 3);

/* True if a name is one that compilers or Volatility give to a type without a name. */
bool isf_is_unnamed(const char *name);

/* Returns a name of a file, interned; bytes that are no text are escaped. */
const char *isf_intern_name(const struct isf_file *file, const void *bytes, size_t size);

/* Returns the last part of a name of C++, after the last `::` that is not an argument of a template. */
const char *isf_last_part(const char *name);

/* Removes structures, as below, whose names others behind them have, as JSON does with the keys of an object; reports
 * each. Returns how many are left. */
size_t isf_drop_repeated(const struct isf_maker *maker, void *named, size_t count, size_t stride);

/* True if `count` structures of `stride` bytes, each of which begins with its name, have different names; else reports
 * the first name that stands twice. */
bool isf_are_unique(const struct isf_maker *maker, const void *named, size_t count, size_t stride);

/* Gives members of one name different names: that of a base class becomes `CLASS::NAME`, others are numbered.
 * `origins` are the base classes, or NULL. */
void isf_part_names(const struct isf_maker *maker, struct kernel_member *members, const char *const *origins,
                    size_t count);

/* Makes the record, and the records without a name in it; NULL when one makes no sense, which is reported. Fields that
 * make no sense are left out and reported. */
const struct kernel_record *isf_make_record(struct isf_maker *maker, struct isf_record *record);

/* Returns a type of numbers, or void; NULL after a note why there is none. */
const struct kernel_type *isf_make_base(struct isf_maker *maker, const char *name);

/* Returns the type and offset of a field as the JSON of a symbol file, in the arena of the import. */
const char *isf_field_text(const struct isf_maker *maker, const struct isf_field *field);

/* Makes the enumerations; false when one makes no sense, which is reported. */
bool isf_make_enums(struct isf_maker *maker, struct kernel *kernel);

/* Makes a kernel of an isf_file; false if something in it makes no sense, which is reported. */
bool isf_make_kernel(struct isf_file *file, struct kernel *kernel);

/* Frees the content of a file, and its arena. */
void isf_free_file(struct isf_file *file);

#endif
