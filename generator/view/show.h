/*
 * Layouts for people: one line for each member, with its offset, name, type and size. Holes and padding have lines,
 * too. Also globals: the address in one build, or a table of all known builds.
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

/* A layout to show. */
struct show_subject {
    const struct layout *layout;
    /* Standing of the requested version; NULL: the layout is shown for all of its versions. */
    const struct standing *standing;
};

/* A line: a member, a hole, or bytes without a known use. */
struct show_line {
    unsigned depth;
    uint32_t offset, size; /* the size may be LAYOUT_UNKNOWN */
    const char *name, *type, *notes;
    const struct layout_member *member; /* NULL for a hole */
};

/* Returns the lines of a layout, sorted by offset. The memory is the arena's. */
const struct show_line *show_list_lines(struct arena *arena, const struct layout *layout, size_t *count);

/* Appends the layouts as text. */
void show_write_text(const struct model *model, const struct show_subject *subjects, size_t count, struct buffer *out);

/* Returns the layouts as a document with a section for each; the memory is the model's. */
struct sheet_document show_make_document(const struct model *model, const struct show_subject *subjects, size_t count);

/* Returns a document with a table of one member. Each row is an offset (answer/places.h), with how well it is known. */
struct sheet_document show_make_member(const struct model *model, const struct member *member,
                                       const struct record *record);

/* Returns a document with a table of a structure's layouts: versions, architecture, size, holes, and how well they are
 * known. */
struct sheet_document show_make_overview(const struct model *model, const struct record *record);

/* Appends a line for the address of a global in a build. */
void show_write_address(const struct address *address, struct buffer *out);

/* Appends a global with a line for each address, architecture by architecture. */
void show_write_addresses(const struct model *model, const struct global *global, struct buffer *out);

/* Returns a section with a table of all addresses of a global, or only of the address in `build` if that is not
 * NULL. */
struct sheet_section show_make_addresses(const struct model *model, const struct global *global,
                                         const struct address *address);

#endif
