/*
 * Applies edits to texts, and writes the difference of two texts as a patch. Text in, text out: no files.
 */
#ifndef SPEC_PATCH_H
#define SPEC_PATCH_H

#include <stddef.h>

struct arena;
struct buffer;
struct diag_edit;
struct source;

/* Appends the text of a source with edits applied, which ascend and do not overlap. Line ends in them become those of
 * the text, LF or CR LF, as its first line has them. */
void patch_apply(struct buffer *out, const struct source *source, const struct diag_edit *edits, size_t count);

/* Appends the difference of two texts as a unified diff of a/PATH and b/PATH with three lines of context, for `patch
 * -p1` and `git apply`; nothing if they are equal. The patch of an absolute path counts from the root. */
void patch_write(struct arena *arena, struct buffer *out, const char *path, const char *before, size_t before_size,
                 const char *after, size_t after_size);

#endif
