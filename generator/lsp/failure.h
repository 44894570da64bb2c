/*
 * Texts that the server fails on. See worker.h: a worker that checks texts may crash, or not come to an end.
 *
 * A text whose check failed is not checked again before it is edited, and until then requests about it fail. Meanwhile
 * each other text is checked alone: without the specs that use it, so that the bad text does not take part. Everything
 * is checked together again when the text is mended or closed.
 */
#ifndef LSP_FAILURE_H
#define LSP_FAILURE_H

#include <stdbool.h>

struct document;
struct json;
struct session;

/* Notes that a check failed. `path` is the text that was checked, or NULL if the check had not come to a text. Returns
 * the text that is not checked again, or NULL if it is unknown; then all texts are checked alone, to find it. Sets
 * `*is_again` if the text failed before its last edits, too. */
const struct document *failure_note(struct session *session, const char *path, bool *is_again);

/* Notes that all texts are checked that had to be. */
void failure_end_check(struct session *session);

/* Notes that files changed on disk, or that a text is closed which failed. Then texts may be checked together again. */
void failure_change_disk(struct session *session);
void failure_forget(struct session *session);

/* Writes a finding for a text that failed. */
void failure_write_finding(struct json *json);

#endif
