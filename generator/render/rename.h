/*
 * The prefix of C text that is there already: the runtime's, and what stands on it.
 */
#ifndef RENDER_RENAME_H
#define RENDER_RENAME_H

#include <stddef.h>

struct buffer;

/* Appends C text to `out` in which words that begin with `strata_` begin with `lower` instead, and those with `STRATA_`
 * with `upper`: in code, in directives and in comments. What stands in quotes stays as it is, and so do names of files
 * in comments (strata_print.h). */
void rename_words(const char *text, size_t size, const char *lower, const char *upper, struct buffer *out);

#endif
