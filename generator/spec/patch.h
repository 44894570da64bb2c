/*
 * Applies edits to texts, and writes the difference between two texts as a patch. Reads and writes no files.
 */
#ifndef SPEC_PATCH_H
#define SPEC_PATCH_H

#include <stddef.h>

struct arena;
struct buffer;
struct diag_edit;
struct source;

/* Appends the text of a source with edits applied. The edits must ascend and not overlap. Their line ends become LF or
 * CR LF, as in the first line of the source. */
void patch_apply(struct buffer *out, const struct source *source, const struct diag_edit *edits, size_t count);

/* Appends the difference between two texts as a unified diff with three lines of context, for `patch -p1` and `git
 * apply`. The file names are a/PATH and b/PATH; of an absolute path, the leading slash is removed. Appends nothing if
 * the texts are equal. */
void patch_write(struct arena *arena, struct buffer *out, const char *path, const char *before, size_t before_size,
                 const char *after, size_t after_size);

#endif
