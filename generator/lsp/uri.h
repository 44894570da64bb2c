/*
 * URIs and paths. A `file` URI is a path, with bytes in percent-encoding; on systems with drives `file:///c%3A/x` is
 * `C:/x`, and `file://server/share/x` is `//server/share/x`. Any other URI is its own path, so that texts that are no
 * files can be open, too.
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
