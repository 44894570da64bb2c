/*
 * Words that may be written at a position.
 */
#ifndef LSP_COMPLETION_H
#define LSP_COMPLETION_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Writes the answer to textDocument/completion. */
void completion_write(struct session *session, yajl_val params, struct json *json);

#endif
