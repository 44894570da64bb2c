/*
 * The content of an ISF file before it is interpreted. isf.c runs the parser, isf_events.c receives its events, and
 * isf_kernel.c makes a kernel, together with isf_record.c and isf_enum.c. All names are interned; everything else is
 * freed when the file has been read.
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

/* Kinds of types. The name of an ISF_WRONG type is the reason to leave its field out. */
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

/* The value of a field's number that was below 0 or above 0x7FFFFFFF. The field is left out, and reading continues. */
#define ISF_NO_NUMBER UINT32_MAX

/* A type of the file. Equal types are stored once. */
struct isf_type {
    enum isf_kind kind;
    const char *name; /* name of a type that is declared elsewhere; name of a pointer's base type, or NULL */
    struct isf_type *of;
    uint32_t count, bit_position, bit_length; /* ISF_NO_NUMBER: the number was out of bounds */
    const struct kernel_type *made;           /* the type in the kernel; NULL: not made yet */
    const struct kernel_type *made_pointed;   /* the type in the kernel as the target of a pointer */
};

/* An integer or floating-point type of the file. */
struct isf_base {
    const char *name;
    enum isf_base_kind { ISF_VOID, ISF_INTEGER, ISF_FLOAT } kind;
    uint32_t size;
    bool is_signed;
    bool is_big;      /* values are big-endian */
    const char *word; /* kind as a word of the file; NULL: the type is not from a symbol file */
};

/* The prototype of a function: its result, then its parameters. */
struct isf_prototype {
    struct isf_type **types; /* NULL: this parameter is `...` */
    uint8_t *qualifiers;
    /* Prototypes of those types that are pointers to functions; NULL elements, or NULL: unknown. */
    struct isf_prototype **inner;
    size_t count;
    bool is_made;
    const struct kernel_prototype *made; /* NULL: not made yet, or invalid */
};

/* A field of a structure or union. */
struct isf_field {
    const char *name;
    struct isf_type *type;
    uint32_t offset;    /* offset, or ISF_NO_NUMBER, */
    int64_t far_offset; /* and then the offset in the file, if it fits 64 bits */
    bool is_anonymous;
    bool is_base;                    /* the field is a base class: anonymous, named after the class */
    uint8_t qualifiers;              /* a set of enum kernel_qualifier */
    struct isf_prototype *prototype; /* prototype of a pointer to a function, or NULL */
};

/* A structure or union. */
struct isf_record {
    const char *name;
    bool is_union;
    uint32_t size;
    size_t first_field, field_count;
    const char *source; /* header and line of its definition; interned; NULL: unknown */
    bool has_order;     /* fields are in the order of their declaration */
    bool is_unnamed;
    bool is_open;                       /* the kernel's record is being made; detects cycles */
    const struct kernel_record *record; /* the record in the kernel; NULL: not made yet */
    size_t depth;                       /* nesting depth of unnamed records in it */
    uint64_t weight;                    /* number of members, including those of unnamed records in it */
};

/* A value of an enumeration. */
struct isf_value {
    const char *name;
    uint64_t bits; /* absolute value */
    bool is_negative;
};

/* A variable or function. */
struct isf_symbol {
    const char *name;
    bool has_address; /* an address of more than 64 bits counts as 0 */
    struct isf_value address;
    const struct isf_type *type; /* or NULL */
    const char *data, *linkage;  /* or NULL */
};

/* An enumeration. */
struct isf_enum {
    const char *name;
    const char *base;
    uint32_t size;
    size_t first_value, value_count;
    const char *source; /* header and line of its definition; interned; NULL: unknown */
    const struct kernel_enum *enumeration;
};

/* The content of a file. */
struct isf_file {
    const struct isf_import *import;
    const char *name;    /* name of the file for messages */
    const char *source;  /* kind of the file; see source.h */
    /* The format and the producer that a symbol file names: name, version, time and comment; NULL: it names none. */
    const char *format, *producer[4];
    const char *error;   /* reason why the file cannot be read, not reported yet; NULL: none */
    struct arena *arena; /* memory that is freed when the file has been read */
    const char *guid;    /* GUID of the program database; NULL: the file does not name one */
    uint32_t age;
    const char *build_id; /* build ID of an ELF file, hexadecimal; NULL: unknown */
    const char *database;
    uint32_t machine;
    const struct arch *arch; /* architecture; NULL: program database and machine number decide */
    /* Byte order of values, if it distinguishes architectures. */
    enum isf_order { ISF_ANY_ORDER, ISF_LITTLE, ISF_BIG } order;
    bool is_symbol_file;      /* the file is a symbol file of Volatility */
    bool is_of_c;             /* the types are from C or C++ but not from a PDB: unnamed types have no invented name */
    const struct arch *given; /* architecture given by the user, for a file that does not tell it; or NULL */
    uint64_t version;         /* version of the system; 0: unknown */
    struct kernel_choices choices;
    struct buffer bases, fields, records, values, enums; /* elements are the structures above */
    struct buffer symbols;                               /* of struct isf_symbol; only if the import wants symbols */
    bool has_symbols; /* the file is a symbol file of Volatility with a list of symbols */
};

/* The types of a file. */
struct isf_types {
    struct arena *arena;
    struct isf_type **items; /* hash table */
    size_t count, capacity;
};

/* Returns the stored type that equals `type`. */
struct isf_type *isf_types_store(struct isf_types *types, const struct isf_type *type);

/* A type that a file does not say. */
extern const struct isf_type isf_no_type;

/* Callbacks for yajl that fill an isf_file. `user` is a reader. A callback returns 0 after an error, or before an
 * object that is to be skipped. */
struct isf_reader;
extern const yajl_callbacks isf_callbacks;
struct isf_reader *isf_reader_new(struct isf_file *file);
const char *isf_reader_error(const struct isf_reader *reader);

/* True if the object that has just begun can be skipped. This is often the list of symbols, half of the file. After it
 * the parser gets the rest as a new text that begins with ISF_PASSED. */
bool isf_reader_passes(const struct isf_reader *reader);

#define ISF_PASSED "{\"\": null"

/* True if there was an event since the last call. */
bool isf_reader_heard(struct isf_reader *reader);

/* A kernel that is being made of an isf_file. */
struct isf_maker {
    struct isf_file *file;
    const struct arch *arch;
    const char *pointer;                 /* base type of pointers */
    struct map *bases, *records, *enums; /* name -> struct isf_base, isf_record, isf_enum */
    struct buffer members;      /* members of the records that are being made; those of the innermost record are last */
    struct buffer origins;      /* for each member a const char *: the base class that it comes from, or NULL */
    struct buffer group_of;     /* for each member a uint32_t: its group in the record, as in kernel.h */
    struct buffer groups;       /* groups of the records that are being made */
    size_t first_group;         /* index of the innermost record's first group */
    struct buffer omissions;    /* omitted fields of the records that are being made */
    bool has_pointers;          /* at least one field has a pointer */
    bool keeps_names;           /* the file is maintained by hand: see struct kernel */
    size_t depth;               /* number of records that are being made */
    uint64_t weight;            /* number of members of all named records */
    const char *record, *field; /* names of the current record and field, for messages */
    const char *why;            /* reason to leave the current field out; NULL: none */
};

/* The maximum number of members of a kernel's records. Members of unnamed records count in each record that contains
 * them. */
enum { ISF_WEIGHT_MOST = 1000000 };

/* Reports the reason why the file cannot be read, and returns false. */
bool isf_fail(const struct isf_maker *maker, const char *format, ...) LIKE_PRINTF(2, 3);

/* True if a name is one that compilers or Volatility give to unnamed types. */
bool isf_is_unnamed(const char *name);

/* Returns a name of the file, interned. Bytes that are not valid text are escaped. */
const char *isf_intern_name(const struct isf_file *file, const void *bytes, size_t size);

/* Returns the last part of a C++ name, after the last `::` outside template arguments. */
const char *isf_last_part(const char *name);

/* Removes structures whose name occurs again later in the list, as JSON does with repeated keys, and reports each. The
 * structures are `stride` bytes apart and begin with their names. Returns how many are left. */
size_t isf_drop_repeated(const struct isf_maker *maker, void *named, size_t count, size_t stride);

/* True if `count` structures have different names; otherwise reports the first name that occurs twice. The structures
 * are `stride` bytes apart and begin with their names. */
bool isf_are_unique(const struct isf_maker *maker, const void *named, size_t count, size_t stride);

/* Renames members with equal names: a member of a base class becomes `CLASS::NAME`, others get numbers. `origins` has
 * the base class of each member, or is NULL. */
void isf_part_names(const struct isf_maker *maker, struct kernel_member *members, const char *const *origins,
                    size_t count);

/* Makes a record, and the unnamed records in it. Fields that are invalid are left out and reported. If the record
 * itself is invalid, reports that and returns NULL. */
const struct kernel_record *isf_make_record(struct isf_maker *maker, struct isf_record *record);

/* Returns a type of numbers, or void. If there is none, records the reason and returns NULL. */
const struct kernel_type *isf_make_base(struct isf_maker *maker, const char *name);

/* Returns type and offset of a field as JSON, as in a symbol file. The memory is the arena of the import. */
const char *isf_field_text(const struct isf_maker *maker, const struct isf_field *field);

/* Returns the format and the producer of a file as JSON; NULL if the file says neither. */
const char *isf_metadata_text(const struct isf_file *file);

/* Returns a symbol as JSON, as in a symbol file; without the address if `has_no_address`. NULL if there is nothing to
 * say. The memory is the arena of the import. */
const char *isf_symbol_text(const struct isf_file *file, const struct isf_symbol *symbol, bool has_no_address);

/* Makes the enumerations. If one is invalid, reports that and returns false. */
bool isf_make_enums(struct isf_maker *maker, struct kernel *kernel);

/* Makes a kernel of an isf_file. If a part of it is invalid, reports that and returns false. */
bool isf_make_kernel(struct isf_file *file, struct kernel *kernel);

/* Frees the content of a file, and its arena. */
void isf_free_file(struct isf_file *file);

#endif
