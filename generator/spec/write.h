/*
 * Writes the content of a spec as text. spec/format.h aligns its lines.
 */
#ifndef SPEC_WRITE_H
#define SPEC_WRITE_H

#include "spec/tree.h"

struct buffer;
struct program;

/* A spec while it is written. */
struct spec_writer {
    struct program *program;
    const struct axis *axis; /* which names versions */
    struct buffer *out;      /* text is appended */
};

/* Writes a row, with the rows in it. */
void spec_write_row(const struct spec_writer *writer, const struct spec_row *row);

/* Writes a declaration. */
void spec_write_item(const struct spec_writer *writer, const struct spec_item *item);

/* Writes the identity of a kernel. */
void spec_write_identity(const struct spec_writer *writer, const struct spec_identity *identity);

/* Writes a whole spec. */
void spec_write_document(const struct spec_writer *writer, const struct spec_document *document);

#endif
