/*
 * A C header that clang has parsed for one target: its structures, unions and enumerations. Errors in the header are
 * reported where clang finds them.
 */
#ifndef CLANG_UNIT_H
#define CLANG_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "clang/library.h"

struct limited;
struct map;
struct program;

/* Shared by all headers of a run. */
struct clang_run {
    struct program *program;
    const char *const *flags; /* for clang */
    size_t flag_count;
    struct map *sources; /* interned path -> struct source: the files in which clang has found errors */
    struct limited *limited; /* from clang_start */
};

/* A header to parse. */
struct clang_header {
    const char *path;
    const char *text; /* of standard input, `size` bytes; NULL: the file has it */
    size_t size;
    const char *triple; /* clang's name of the target */
};

/* A structure, union or enumeration that is defined. */
struct clang_tag {
    struct clang_cursor cursor;
    enum clang_tag_kind { CLANG_TAG_STRUCT, CLANG_TAG_UNION, CLANG_TAG_ENUM } kind;
    const char *name; /* its tag, or the name that a typedef gives to it; interned; NULL: none */
};

/* A parsed header. */
struct clang_unit {
    struct clang clang;
    const struct clang_run *run;
    void *index, *unit;
    uint32_t pointer_size; /* bytes */
    struct buffer tags;    /* of struct clang_tag, in the order of definition */
    struct map *by_node;   /* declaration -> its index among the tags, from 1 on */
    struct map *files;     /* the library's file -> struct source, those that were asked for */
};

/* Starts the process that does the rest of the run, with limits for each header (guard/limited.h): 2 GiB of memory, a
 * minute of a processor and ten minutes. Returns NULL, after a report, in the process before it if a header exceeds
 * them or clang crashes on it. */
struct limited *clang_start(struct program *program);

/* Parses a header and finds its tags. Returns false after a report. clang_close gives memory back in any case; until
 * then the limits hold. */
bool clang_open(struct clang_unit *unit, const struct clang_run *run, const struct clang_header *header);
void clang_close(struct clang_unit *unit);

/* Returns the tag that a type is, or NULL: it is another type, or not defined. */
const struct clang_tag *clang_find_tag(const struct clang_unit *unit, struct clang_type type);

/* Returns the source of a file of the library; NULL if it cannot be read. */
const struct source *clang_source_of(struct clang_unit *unit, void *file);

/* Returns the name of a declaration, interned; NULL if it has none. */
const char *clang_name_of(const struct clang_unit *unit, struct clang_cursor cursor);

#endif
