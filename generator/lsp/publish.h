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

/* Functions that publish_check calls. */
struct publish_listener {
    /* Receives a message for the client. */
    void (*send)(void *user, const struct buffer *message);

    /* Receives a message with the findings of a file, and the hash of these findings. */
    void (*publish)(void *user, const char *path, uint32_t hash, const struct buffer *message);

    /* Called before the check of a text begins. */
    void (*begin)(void *user, const char *path);
    void *user;
};

/* Writes a finding as the protocol has it. */
void publish_write_finding(const struct session *session, struct analysis *analysis, const struct diag_view *view,
                           struct json *json);

/* True if the last edits of some open text are not checked yet. */
bool publish_is_due(const struct session *session);

/* Checks the open texts that changed, and those that use a changed text. Sends a message for each file whose findings
 * differ from those that the client knows. */
void publish_check(struct session *session, const struct publish_listener *listener);

/* Records the hash of the findings of a file that the client knows, because another process has sent them. */
void publish_keep(struct session *session, const char *path, uint32_t hash);

#endif
