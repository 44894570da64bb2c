/*
 * Changes of texts, as the protocol has them: a list of edits of one text, and the edits of several files.
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

/* Writes a list of edits, each of whole lines, that turn the text of a map into another one. */
void edits_write(struct arena *arena, struct position_map *map, const char *after, size_t size,
                 struct json *json);

/* Writes a WorkspaceEdit of all files of a mending. */
void edits_write_mending(const struct session *session, struct analysis *analysis, const struct mending *mending,
                         struct json *json);

#endif
