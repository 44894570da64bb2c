/*
 * The printer's tables, made from the model for one target.
 */
#ifndef VIEW_DECODE_TABLES_H
#define VIEW_DECODE_TABLES_H

#include <stdint.h>

#include "strata_print.h"

struct arch;
struct arena;
struct buffer;
struct record;

/* Returns the table of a record on an arch in a version, in which it must exist, with the tables of records inside. */
const strata_print_record *decode_tables_make(struct arena *arena, const struct record *record, const struct arch *arch,
                                              uint64_t version);

#define DECODE_TARGET STRATA_TARGET(STRATA_VERSION(0, 0, 0, 0), 0)

/* A strata_print_write whose context is a struct buffer. */
void decode_write(void *context, const char *text, size_t size);

#endif
