/*
 * Names of types in a debugger's output.
 */
#ifndef LISTING_TAG_H
#define LISTING_TAG_H

#include "listing/line.h"

struct isf_type;
struct listing;
struct listing_member;

/* Takes a name. In C++ a name may contain any characters; blanks and commas only within angle brackets. */
const char *tag_take_name(struct listing *listing, struct line *line);

/* Reads the name of a structure or enumeration, or a type of numbers. Sets the inner structure of the member if the
 * type has no name. Returns NULL if there is none. */
struct isf_type *tag_read(struct listing *listing, struct line *line, struct listing_member *member);

#endif
