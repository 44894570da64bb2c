/*
 * Layouts for people: one line for each member, with its offset, name, type and size. Holes and padding
 * have lines, too.
 */
#ifndef VIEW_SHOW_H
#define VIEW_SHOW_H

#include "view/sheet.h"

struct buffer;
struct layout;
struct model;

/* A layout that is shown. */
struct show_subject {
    const struct layout *layout;
    const char *basis; /* how well it is known, or NULL */
};

/* Appends the layouts as text. */
void show_write_text(const struct model *model, const struct show_subject *subjects, size_t count, struct buffer *out);

/* Returns the layouts as a document with a section for each; the memory is the model's. */
struct sheet_document show_make_document(const struct model *model, const struct show_subject *subjects, size_t count);

#endif
