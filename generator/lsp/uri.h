/*
 * Converts URIs to paths. The path of a `file` URI may have percent-encoded bytes. On systems with drives,
 * `file:///c%3A/x` is `C:/x`, and `file://server/share/x` is `//server/share/x`. Any other URI is its own path, so that
 * the server can open texts that are no files.
 */
#ifndef LSP_URI_H
#define LSP_URI_H

struct arena;
struct path_rules;

/* Returns the normalised path of a URI. */
const char *uri_read(struct arena *arena, const struct path_rules *rules, const char *uri);

/* Returns the URI of an absolute path. */
const char *uri_write(struct arena *arena, const struct path_rules *rules, const char *path);

#endif
