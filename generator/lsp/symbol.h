/*
 * Lists the declarations of a file, or of all files in the client's folders.
 */
#ifndef LSP_SYMBOL_H
#define LSP_SYMBOL_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Write the answers to textDocument/documentSymbol and workspace/symbol. */
void symbol_write_document(struct session *session, yajl_val params, struct json *json);
void symbol_write_workspace(struct session *session, yajl_val params, struct json *json);

#endif
