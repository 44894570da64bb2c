/*
 * Values in a debugger's output, which stand in the place of types.
 */
#ifndef LISTING_VALUES_H
#define LISTING_VALUES_H

#include <stdbool.h>

#include "listing/line.h"

struct listing;
struct listing_member;

/* Reads the value of a member that stands in the place of its type. Returns false if there is none. */
bool listing_read_value(struct listing *listing, struct line *line, struct listing_member *member);

/* Skips the value after the name of a structure, to the end of the line. Returns false if there is none. */
bool listing_skip_value(struct line *line);

#endif
