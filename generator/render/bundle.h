/*
 * What a bundle is made of: the runtime, what is chosen of a model, and what else was asked for, in one file.
 *
 * Its parts are rendered first, with the runtime's own prefix, since they are then renamed as one text; the file itself
 * is rendered around them.
 */
#ifndef RENDER_BUNDLE_H
#define RENDER_BUNDLE_H

#include <stddef.h>

#include "mustache/value.h"

struct buffer;
struct render;

/* What a bundle may have besides accessors. */
enum bundle_part { BUNDLE_PRINT = 1, BUNDLE_ASSERT = 2, BUNDLE_READER = 4 };

/* The value that the template `bundle_parts` is rendered with; `parts` is a set of those above. */
struct value bundle_parts(const struct render *render, unsigned parts);

/* The printer's source, which one unit of a program compiles. Appended to `out`. */
void bundle_printer(struct buffer *out);

/* The value that the template `bundle` is rendered with. `parts` and `printer` are the texts, renamed; the latter is
 * empty in a bundle that does not print. `prefix` is that of the bundle. */
struct value bundle_file(const struct render *render, const char *prefix, const struct buffer *parts,
                         const struct buffer *printer);

#endif
