/*
 * A C header that clang has parsed for one target: its structures, unions and enumerations. Errors in the header are
 * reported at the positions that clang gives.
 */
#ifndef CLANG_UNIT_H
#define CLANG_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "clang/library.h"
#include "clang/missing.h"

struct limited;
struct map;
struct program;

/* State that all headers of a run share. */
struct clang_run {
    struct program *program;
    const char *const *flags; /* arguments for clang */
    size_t flag_count;
    struct map *sources;     /* interned path -> struct source, for files in which clang found errors */
    struct map *said;        /* interned texts of messages that were reported for a header and another target */
    struct limited *limited; /* limits of the work, from clang_start */
};

/* A header to parse, and its target. */
struct clang_header {
    const char *path;
    const char *text; /* for standard input: the text, of `size` bytes; NULL: the file has the text */
    size_t size;
    const char *triple; /* name of the target for clang */
};

/* A definition of a structure, union or enumeration. */
struct clang_tag {
    struct clang_cursor cursor;
    enum clang_tag_kind { CLANG_TAG_STRUCT, CLANG_TAG_UNION, CLANG_TAG_ENUM } kind;
    const char *name; /* interned tag, or the name that a typedef gives it; NULL if it has neither */
    enum clang_tag_state {
        CLANG_UNJUDGED,
        CLANG_SOUND,
        CLANG_CLAIMED, /* it holds a type of unknown size, but comments say where its members lie */
        CLANG_BROKEN,  /* clang found an error in it */
        CLANG_UNKNOWN  /* it is not defined: the definition is one of clang_add_missing */
    } state;           /* see clang_judge */
};

/* A parsed header. */
struct clang_unit {
    struct clang clang;
    const struct clang_run *run;
    void *index, *unit;
    uint32_t pointer_size; /* size of a pointer in bytes */
    struct clang_missing missing; /* declarations that were added to those of the header */
    struct buffer errors;  /* positions of errors that did not end the work, as uint32_t of struct span; sorted */
    struct buffer tags;    /* definitions as struct clang_tag, in the order of the text */
    struct map *by_node;   /* declaration -> 1 + index in `tags` */
    /* Text of the field that clang_claim_of_field was called for last. */
    const struct source *last_source;
    size_t last_begin, last_end;
    struct map *files;     /* file of the library -> struct source, for files that were asked for */
};

/* Starts the process that does the rest of the run, with limits for each header (guard/limited.h): 2 GiB of memory, a
 * minute of processor time, and ten minutes. Returns in the new process. In the old process, returns NULL if a header
 * exceeds the limits or clang crashes on it, which is reported. */
struct limited *clang_start(struct program *program);

/* Parses a header and finds its definitions. Returns false if it has errors, which are reported. Errors that follow
 * from a missing header or type are reported, too, and the rest is read: clang_is_broken tells which definitions cannot
 * be. In both cases call clang_close to release memory; the limits hold until then. */
bool clang_open(struct clang_unit *unit, const struct clang_run *run, const struct clang_header *header);
void clang_close(struct clang_unit *unit);

/* Returns the definition of a type; NULL if the type is no structure, union or enumeration, or is not defined. */
const struct clang_tag *clang_find_tag(const struct clang_unit *unit, struct clang_type type);

/* Returns the source of a file of the library; NULL if the file cannot be read. */
const struct source *clang_source_of(struct clang_unit *unit, void *file);

/* Returns the interned name of a declaration; NULL if it has none. */
const char *clang_name_of(const struct clang_unit *unit, struct clang_cursor cursor);

#endif
