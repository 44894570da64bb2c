/*
 * The functions and structures of libclang's C API that Strata uses, which every version since 9 has. The library is
 * loaded when the first header is read; its own headers are not needed to build Strata.
 */
#ifndef CLANG_LIBRARY_H
#define CLANG_LIBRARY_H

#include <stdbool.h>

struct arena;

/* A text that belongs to the library. The receiver has to release it with dispose_string. */
struct clang_string {
    const void *data;
    unsigned flags;
};

/* A node of the syntax tree. `data[0]` of a declaration is equal in all of its cursors. */
struct clang_cursor {
    int kind;
    int extra;
    const void *data[3];
};

struct clang_type {
    int kind;
    void *data[2];
};

/* A position in a file. */
struct clang_location {
    const void *data[2];
    unsigned number;
};

/* A range of positions in a file. */
struct clang_range {
    const void *data[2];
    unsigned begin, end;
};

/* A file whose text is given in memory. */
struct clang_text {
    const char *path;
    const char *text;
    unsigned long size;
};

/* Kinds of cursors. */
enum {
    CLANG_OTHER_DECLARATION = 1, /* also extern "C" { ... } in older versions */
    CLANG_STRUCT_DECLARATION = 2,
    CLANG_UNION_DECLARATION = 3,
    CLANG_CLASS_DECLARATION = 4,
    CLANG_ENUM_DECLARATION = 5,
    CLANG_VALUE_DECLARATION = 7,
    CLANG_TYPEDEF_DECLARATION = 20,
    CLANG_NAMESPACE = 22,
    CLANG_LINKAGE = 23, /* extern "C" { ... } */
    CLANG_BASE_CLASS = 44
};

/* Kinds of types. */
enum {
    CLANG_INVALID = 0,
    CLANG_VOID = 2,
    CLANG_BOOL = 3,
    CLANG_CHAR_U = 4,
    CLANG_UCHAR = 5,
    CLANG_CHAR16 = 6,
    CLANG_CHAR32 = 7,
    CLANG_USHORT = 8,
    CLANG_UINT = 9,
    CLANG_ULONG = 10,
    CLANG_ULONGLONG = 11,
    CLANG_UINT128 = 12,
    CLANG_CHAR_S = 13,
    CLANG_SCHAR = 14,
    CLANG_WCHAR = 15,
    CLANG_SHORT = 16,
    CLANG_INT = 17,
    CLANG_LONG = 18,
    CLANG_LONGLONG = 19,
    CLANG_INT128 = 20,
    CLANG_FLOAT = 21,
    CLANG_DOUBLE = 22,
    CLANG_LONG_DOUBLE = 23,
    CLANG_HALF = 31,
    CLANG_FLOAT16 = 32,
    CLANG_COMPLEX = 100,
    CLANG_POINTER = 101,
    CLANG_BLOCK_POINTER = 102,
    CLANG_REFERENCE = 103,
    CLANG_MOVED_REFERENCE = 104,
    CLANG_RECORD = 105,
    CLANG_ENUM = 106,
    CLANG_TYPEDEF = 107,
    CLANG_FUNCTION_BARE = 110,
    CLANG_FUNCTION = 111,
    CLANG_ARRAY = 112,
    CLANG_VECTOR = 113,
    CLANG_OPEN_ARRAY = 114,
    CLANG_ELABORATED = 119,
    CLANG_WIDE_VECTOR = 176,
    CLANG_ATOMIC = 177
};

/* A severity of messages of the library. */
enum { CLANG_ERROR = 3 };

/* Results of a function that visits cursors, and of one that visits fields. */
enum { CLANG_STOP = 0, CLANG_NEXT = 1, CLANG_INNER = 2 };

/* A result of parsing: the library crashed. */
enum { CLANG_CRASHED = 2 };

/* Options of parsing: bodies of functions are skipped; the text after a missing header is read, too. */
enum { CLANG_SKIP_BODIES = 0x40, CLANG_KEEP_GOING = 0x200 };

/* The functions of the library. library.c has their names. */
struct clang {
    struct clang_string (*get_version)(void);
    void *(*create_index)(int excludes, int displays);
    void (*dispose_index)(void *index);
    int (*parse)(void *index, const char *path, const char *const *arguments, int argument_count,
                 struct clang_text *texts, unsigned text_count, unsigned options, void **unit);
    void (*dispose_unit)(void *unit);
    unsigned (*count_messages)(void *unit);
    void *(*get_message)(void *unit, unsigned index);
    int (*get_severity)(void *message);
    struct clang_location (*get_location)(void *message);
    struct clang_string (*get_message_text)(void *message);
    void (*dispose_message)(void *message);
    void (*get_position)(struct clang_location location, void **file, unsigned *line, unsigned *column,
                         unsigned *offset);
    struct clang_range (*get_extent)(struct clang_cursor cursor);
    struct clang_location (*get_begin)(struct clang_range range);
    struct clang_location (*get_end)(struct clang_range range);
    struct clang_string (*get_file_name)(void *file);
    const char *(*get_text)(struct clang_string string);
    void (*dispose_string)(struct clang_string string);
    void *(*get_target)(void *unit);
    int (*get_pointer_width)(void *target);
    void (*dispose_target)(void *target);
    struct clang_cursor (*get_root)(void *unit);
    unsigned (*visit)(struct clang_cursor cursor,
                      int (*visitor)(struct clang_cursor cursor, struct clang_cursor parent, void *user), void *user);
    unsigned (*visit_fields)(struct clang_type type, int (*visitor)(struct clang_cursor cursor, void *user),
                             void *user);
    unsigned (*is_definition)(struct clang_cursor cursor);
    unsigned (*is_invalid)(struct clang_cursor declaration); /* clang found an error in the declaration */
    struct clang_cursor (*get_definition)(struct clang_cursor cursor);
    struct clang_string (*get_name)(struct clang_cursor cursor);
    struct clang_type (*get_type)(struct clang_cursor cursor);
    struct clang_type (*get_underlying)(struct clang_cursor definition);
    struct clang_type (*get_value_type)(struct clang_cursor enumeration);
    long long (*get_value)(struct clang_cursor enumerator);
    int (*get_width)(struct clang_cursor field);
    long long (*get_offset)(struct clang_cursor field);
    struct clang_type (*get_canonical)(struct clang_type type);
    unsigned (*is_const)(struct clang_type type);
    unsigned (*is_volatile)(struct clang_type type);
    struct clang_type (*get_result)(struct clang_type function);
    int (*count_parameters)(struct clang_type function);
    struct clang_type (*get_parameter)(struct clang_type function, unsigned index);
    unsigned (*is_variadic)(struct clang_type function);
    struct clang_type (*get_named)(struct clang_type type);
    struct clang_type (*get_pointee)(struct clang_type type);
    struct clang_type (*get_element)(struct clang_type type);
    struct clang_type (*get_atomic)(struct clang_type type); /* returns the type T of _Atomic(T) */
    long long (*get_count)(struct clang_type type);
    long long (*get_size)(struct clang_type type);
    struct clang_cursor (*get_declaration)(struct clang_type type);
};

/* Loads the library. Returns false if it is missing or too old. */
bool clang_load(struct clang *clang);

/* Returns the directory of the compiler's own headers, such as stddef.h; NULL if it is in none of the usual places. Not
 * every build of the library finds it by itself. */
const char *clang_find_resources(const struct clang *clang, struct arena *arena);

#endif
