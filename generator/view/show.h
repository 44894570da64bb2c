/*
 * Layouts for people: one line for each member, with its offset, name, type and size. Holes and padding
 * have lines, too. Globals: the address in one build, or a table of all builds that were seen.
 */
#ifndef VIEW_SHOW_H
#define VIEW_SHOW_H

#include <stdint.h>

#include "view/sheet.h"

struct address;
struct arena;
struct buffer;
struct global;
struct layout;
struct layout_member;
struct member;
struct model;
struct record;
struct standing;

/* A layout that is shown. */
struct show_subject {
    const struct layout *layout;
    const struct standing *standing; /* of the version that is asked for; NULL: all versions of the layout */
};

/* A line: a member, a hole, or bytes without a known use. */
struct show_line {
    unsigned depth;
    uint32_t offset, size; /* LAYOUT_UNKNOWN */
    const char *name, *type, *notes;
    const struct layout_member *member; /* NULL for a hole */
};

/* Returns the lines of a layout by offset; the memory is the arena's. */
const struct show_line *show_list_lines(struct arena *arena, const struct layout *layout, size_t *count);

/* Appends the layouts as text. */
void show_write_text(const struct model *model, const struct show_subject *subjects, size_t count, struct buffer *out);

/* Returns the layouts as a document with a section for each; the memory is the model's. */
struct sheet_document show_make_document(const struct model *model, const struct show_subject *subjects, size_t count);

/* Returns a document with a table of a member: a row for each place (answer/places.h), with how well the member is
 * known there. */
struct sheet_document show_make_member(const struct model *model, const struct member *member,
                                       const struct record *record);

/* Returns a document with a table of a structure's layouts: versions, architecture, size, holes, and how well they are
 * known. */
struct sheet_document show_make_overview(const struct model *model, const struct record *record);

/* Appends a line for the address of a global in a build. */
void show_write_address(const struct address *address, struct buffer *out);

/* Appends a global with a line for each address, architecture by architecture. */
void show_write_addresses(const struct model *model, const struct global *global, struct buffer *out);

/* Returns a section with a table of all addresses of a global, or of the one in a build (NULL: all). */
struct sheet_section show_make_addresses(const struct model *model, const struct global *global,
                                         const struct address *address);

#endif
