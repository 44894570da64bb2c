/*
 * Renames a declaration in all files that mean it.
 */
#ifndef LSP_RENAME_H
#define LSP_RENAME_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Write the answers to textDocument/prepareRename and rename. If the name cannot be changed, return the reason, in
 * plain words; then the answer is incomplete. Return NULL on success. */
const char *rename_prepare(struct session *session, yajl_val params, struct json *json);
const char *rename_write(struct session *session, yajl_val params, struct json *json);

#endif
