/*
 * Layouts for people: one line for each member, with its offset, name, type and size. Holes and padding
 * have lines, too.
 */
#ifndef VIEW_SHOW_H
#define VIEW_SHOW_H

struct buffer;
struct layout;
struct model;
struct record;

/* Appends a layout. `basis` says how well it is known, or is NULL. */
void show_layout(const struct model *model, const struct layout *layout, const char *basis, struct buffer *out);

/* Appends all layouts of a record, arch by arch. An arch that falls back on another has none of its own. */
void show_record(const struct model *model, const struct record *record, struct buffer *out);

#endif
