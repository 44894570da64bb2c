/*
 * Checks open texts, and tells the client the findings: textDocument/publishDiagnostics.
 */
#ifndef LSP_PUBLISH_H
#define LSP_PUBLISH_H

#include <stdbool.h>

struct analysis;
struct buffer;
struct diag_view;
struct json;
struct session;

/* Writes a finding as the protocol has it. */
void publish_write_finding(const struct session *session, struct analysis *analysis, const struct diag_view *view,
                           struct json *json);

/* True if some open text is not checked yet. */
bool publish_is_due(const struct session *session);

/* Checks the open texts that changed or use a text that did. Calls `send` with a message for each file whose findings
 * the client has to learn. */
void publish_check(struct session *session, void (*send)(void *user, const struct buffer *message), void *user);

#endif
