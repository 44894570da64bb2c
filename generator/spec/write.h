/*
 * Writes the content of a spec as text, without alignment. spec/format.h aligns it.
 */
#ifndef SPEC_WRITE_H
#define SPEC_WRITE_H

#include "spec/tree.h"

struct buffer;
struct program;

/* The context of writing. */
struct spec_writer {
    struct program *program;
    const struct axis *axis; /* knows the names of versions */
    struct buffer *out;      /* text is appended */
};

/* Writes a row and its inner rows. */
void spec_write_row(const struct spec_writer *writer, const struct spec_row *row);

/* Writes a declaration. */
void spec_write_item(const struct spec_writer *writer, const struct spec_item *item);

/* Writes the identity of a kernel. */
void spec_write_identity(const struct spec_writer *writer, const struct spec_identity *identity);

/* Writes a whole spec. */
void spec_write_document(const struct spec_writer *writer, const struct spec_document *document);

#endif
