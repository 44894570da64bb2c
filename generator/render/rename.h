/*
 * Changes the prefix in C text: in the runtime and in code that uses it.
 */
#ifndef RENDER_RENAME_H
#define RENDER_RENAME_H

#include <stddef.h>

struct buffer;

/* Appends C text to `out`. Words that begin with `strata_` get the prefix `lower`, and words with `STRATA_` get
 * `upper`: in code, directives and comments. Quoted texts, and file names in comments (strata_print.h), stay the
 * same. */
void rename_words(const char *text, size_t size, const char *lower, const char *upper, struct buffer *out);

#endif
