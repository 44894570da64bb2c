/*
 * Values for the templates of a bundle: one file with the runtime, the chosen parts of a model, and optional parts.
 *
 * The parts are rendered first, with the runtime's own prefix, and renamed as one text. The file is then rendered
 * around them.
 */
#ifndef RENDER_BUNDLE_H
#define RENDER_BUNDLE_H

#include <stddef.h>

#include "mustache/value.h"

struct buffer;
struct render;

/* Optional parts of a bundle, besides accessors. A bundle has BUNDLE_FLOAT only if its structures have floats. */
enum bundle_part { BUNDLE_PRINT = 1, BUNDLE_ASSERT = 2, BUNDLE_READER = 4, BUNDLE_FLOAT = 8, BUNDLE_IDENTITY = 16 };

/* Returns the value for the template `bundle_parts`; `parts` is a set of enum bundle_part. */
struct value bundle_parts(const struct render *render, unsigned parts);

/* Removes the part of the runtime that is used neither in `parts`, the rendered template `bundle_parts`, nor in the
 * printer. `instead` is the rendered template `compact`, or empty. If a template has changed the text of the runtime,
 * all of it stays. */
void bundle_trim(const struct render *render, const struct buffer *instead, const struct buffer *printer,
                 struct buffer *parts);

/* Appends the source of the printer to `out`. Exactly one unit of a program has to compile it. */
void bundle_printer(struct buffer *out);

/* Returns the value for the template `bundle`. `parts` and `printer` are renamed texts; `printer` is empty in a bundle
 * that does not print. `prefix` is the prefix of the bundle. */
struct value bundle_file(const struct render *render, const char *prefix, const struct buffer *parts,
                         const struct buffer *printer);

/* Appends C text to `out`. Words that begin with `strata_` get the prefix `lower`, and words with `STRATA_` get
 * `upper`: in code, directives and comments. Quoted texts, and file names in comments (strata_print.h), stay the
 * same. */
void rename_words(const char *text, size_t size, const char *lower, const char *upper, struct buffer *out);

#endif
