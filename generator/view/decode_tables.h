/*
 * Tables for the printer of the runtime, made from the model for one target.
 */
#ifndef VIEW_DECODE_TABLES_H
#define VIEW_DECODE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "strata_print.h"

struct arch;
struct arena;
struct buffer;
struct record;
struct selection;

/* Maximum number of words in a filter. */
enum { DECODE_WORDS_MOST = 64 };

/* The members to print. A word with one part names members at any depth. A word with several parts is a path that
 * begins at the outermost record. A named member is printed whole. */
struct decode_filter {
    const struct selection *selection; /* at most DECODE_WORDS_MOST words */
    uint64_t used;                     /* words that have matched a member so far; set by decode_tables_make */
};

/* Returns the table of a record on an architecture in a version, together with the tables of records inside it. The
 * record must exist there. `filter` chooses the members; NULL chooses all. */
const strata_print_record *decode_tables_make(struct arena *arena, const struct record *record, const struct arch *arch,
                                              uint64_t version, struct decode_filter *filter);

#define DECODE_TARGET STRATA_TARGET(STRATA_VERSION(0, 0, 0, 0), 0)

/* Appends text to the struct buffer in `context`. Has the type strata_print_write. */
void decode_write(void *context, const char *text, size_t size);

#endif
