/*
 * Finds the declaration of a name and all mentions of it.
 */
#ifndef LSP_NAVIGATE_H
#define LSP_NAVIGATE_H

#include <yajl/yajl_tree.h>

struct json;
struct session;

/* Write the answers to textDocument/definition, references and documentHighlight. */
void navigate_write_definition(struct session *session, yajl_val params, struct json *json);
void navigate_write_references(struct session *session, yajl_val params, struct json *json);
void navigate_write_highlights(struct session *session, yajl_val params, struct json *json);

#endif
