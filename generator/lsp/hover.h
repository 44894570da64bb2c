/*
 * What is known of the name at a position: layouts in all versions, holes, and how well they are known.
 */
#ifndef LSP_HOVER_H
#define LSP_HOVER_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Writes the answer to textDocument/hover. */
void hover_write(struct session *session, yajl_val params, struct json *json);

#endif
