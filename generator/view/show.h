/*
 * Layouts for people: one line for each member, with its offset, name, type and size. Holes and padding
 * have lines, too.
 */
#ifndef VIEW_SHOW_H
#define VIEW_SHOW_H

#include "view/sheet.h"

struct buffer;
struct layout;
struct member;
struct model;
struct record;

/* A layout that is shown. */
struct show_subject {
    const struct layout *layout;
    const char *basis; /* how well it is known, or NULL */
};

/* Appends the layouts as text. */
void show_write_text(const struct model *model, const struct show_subject *subjects, size_t count, struct buffer *out);

/* Returns the layouts as a document with a section for each; the memory is the model's. */
struct sheet_document show_make_document(const struct model *model, const struct show_subject *subjects, size_t count);

/* Returns a document with a table of a member: a row for each run of versions on an architecture in which its offset,
 * type, size and notes stay, with how well these versions are known. */
struct sheet_document show_make_member(const struct model *model, const struct member *member,
                                       const struct record *record);

/* Returns a document with a table of a structure's layouts: versions, architecture, size, holes, and how well they are
 * known. */
struct sheet_document show_make_overview(const struct model *model, const struct record *record);

#endif
