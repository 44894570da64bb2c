/*
 * Describes the name at a position: its layouts in all versions, holes, and how certain they are.
 */
#ifndef LSP_HOVER_H
#define LSP_HOVER_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Writes the answer to textDocument/hover. */
void hover_write(struct session *session, yajl_val params, struct json *json);

#endif
