/*
 * Globals for people: the address in one build, or a table of all builds that were seen.
 */
#ifndef VIEW_ADDRESSES_H
#define VIEW_ADDRESSES_H

#include "view/sheet.h"

struct address;
struct buffer;
struct global;
struct model;

/* Appends a line for the address of a global in a build. */
void addresses_write_one(const struct address *address, struct buffer *out);

/* Appends a global with a line for each address, architecture by architecture. */
void addresses_write_all(const struct model *model, const struct global *global, struct buffer *out);

/* Returns a section with a table of all addresses of a global, or of the one in a build (NULL: all). */
struct sheet_section addresses_make_section(const struct model *model, const struct global *global,
                                            const struct address *address);

#endif
