/*
 * Texts that make the server's worker fail. A worker that checks texts may crash or run too long (worker.h).
 *
 * A text whose check failed is not checked again before it is edited. Until then requests about it fail, and every
 * other text is checked alone, without the specs that use it, so that the failing text takes no part. When that text is
 * edited or closed, texts are checked together again.
 */
#ifndef LSP_FAILURE_H
#define LSP_FAILURE_H

#include <stdbool.h>

struct document;
struct json;
struct session;

/* Records that a check failed. `path` is the text that was being checked; NULL if no check had begun. Returns the text
 * that is not checked again. Returns NULL if it is unknown: then all texts are checked alone, to find it. Sets
 * `*is_again` if the text also failed before its last edits. */
const struct document *failure_note(struct session *session, const char *path, bool *is_again);

/* Records that all texts that were due have been checked. */
void failure_end_check(struct session *session);

/* Records that files changed on disk, or that a text was closed whose check failed. Texts may then be checked together
 * again. */
void failure_change_disk(struct session *session);
void failure_forget(struct session *session);

/* Writes a finding which says that the check of a text failed. */
void failure_write_finding(struct json *json);

#endif
