/*
 * Renames a declaration in all files that mean it.
 */
#ifndef LSP_RENAME_H
#define LSP_RENAME_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Write the answers to textDocument/prepareRename and rename. Return the reason why the name cannot be changed, in
 * plain words, or NULL; the answer is then not whole. */
const char *rename_prepare(struct session *session, yajl_val params, struct json *json);
const char *rename_write(struct session *session, yajl_val params, struct json *json);

#endif
