/*
 * Writes changes of texts in the form of the protocol: a list of edits of one text, or edits of several files.
 */
#ifndef LSP_EDITS_H
#define LSP_EDITS_H

#include <stddef.h>

struct analysis;
struct arena;
struct json;
struct mending;
struct position_map;
struct session;

/* Writes a list of edits that turn the text of `map` into `after`. Each edit replaces whole lines. */
void edits_write(struct arena *arena, struct position_map *map, const char *after, size_t size,
                 struct json *json);

/* Writes a WorkspaceEdit with the edits of all files of a mending. */
void edits_write_mending(const struct session *session, struct analysis *analysis, const struct mending *mending,
                         struct json *json);

#endif
