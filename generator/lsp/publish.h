/*
 * Checks open texts, and tells the client the findings: textDocument/publishDiagnostics.
 */
#ifndef LSP_PUBLISH_H
#define LSP_PUBLISH_H

#include <stdbool.h>
#include <stdint.h>

struct analysis;
struct buffer;
struct diag_view;
struct json;
struct session;

/* Hears of what a session does. */
struct publish_listener {
    /* A message for the client. */
    void (*send)(void *user, const struct buffer *message);

    /* A message with the findings of a file, and their hash. */
    void (*publish)(void *user, const char *path, uint32_t hash, const struct buffer *message);

    /* The check of a text begins. */
    void (*begin)(void *user, const char *path);
    void *user;
};

/* Writes a finding as the protocol has it. */
void publish_write_finding(const struct session *session, struct analysis *analysis, const struct diag_view *view,
                           struct json *json);

/* True if some open text is not checked yet. */
bool publish_is_due(const struct session *session);

/* Checks the open texts that changed or use a text that did. Sends a message for each file whose findings the client
 * has to learn. */
void publish_check(struct session *session, const struct publish_listener *listener);

/* Notes the hash of the findings of a file that the client knows, if another process has sent them. */
void publish_keep(struct session *session, const char *path, uint32_t hash);

#endif
