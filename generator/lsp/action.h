/*
 * Quick fixes: the fixes that `strata check --suggest` prints, one for each finding, and all together.
 */
#ifndef LSP_ACTION_H
#define LSP_ACTION_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Writes the answer to textDocument/codeAction. */
void action_write(struct session *session, yajl_val params, struct json *json);

#endif
