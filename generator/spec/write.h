/*
 * What an importer has made of a page, as the text of a spec. Its lines are aligned by format_spec.
 */
#ifndef SPEC_WRITE_H
#define SPEC_WRITE_H

#include "spec/tree.h"

struct buffer;
struct program;

/* Where the rows of a document come from, its assumptions, and, before its declarations, `use` (NULL: not again).
 * Appended. */
void import_write(struct program *program, const struct axis *axis, const struct import_document *document,
                  const char *use, struct buffer *out);

#endif
