/*
 * The printer's tables, made from the model for one target.
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

/* Most words of a filter. */
enum { DECODE_WORDS_MOST = 64 };

/* The members to print. A word of one part names members at any depth; one of several a path from the outermost record
 * on. A member that a word names is printed whole. */
struct decode_filter {
    const struct selection *selection; /* at most DECODE_WORDS_MOST words */
    uint64_t used;                     /* words that named a member so far; decode_tables_make sets them */
};

/* Returns the table of a record on an arch in a version, in which it must exist, with the tables of records inside.
 * `filter` chooses its members; NULL: all. */
const strata_print_record *decode_tables_make(struct arena *arena, const struct record *record, const struct arch *arch,
                                              uint64_t version, struct decode_filter *filter);

#define DECODE_TARGET STRATA_TARGET(STRATA_VERSION(0, 0, 0, 0), 0)

/* A strata_print_write whose context is a struct buffer. */
void decode_write(void *context, const char *text, size_t size);

#endif
