/*
 * Texts that are edited, and what changed in them as a patch. Text in, text out: no files.
 */
#ifndef SPEC_PATCH_H
#define SPEC_PATCH_H

#include <stddef.h>

struct arena;
struct buffer;

/* `text` instead of the bytes from `begin` up to `end`, which may be the same. */
struct patch_edit {
    size_t begin;
    size_t end;
    const char *text;
};

/* Appends the text with the edits done, which ascend and do not overlap. Ends of lines in them become those of the
 * text, LF or CR LF, whichever its first line has. */
void patch_apply(struct buffer *out, const char *text, size_t size, const struct patch_edit *edits, size_t count);

/* Appends the difference of two texts as a unified diff of a/PATH and b/PATH with three lines of context, which
 * `patch -p1` and `git apply` take; nothing when there is none. The patch of an absolute path counts from the root. */
void patch_write(struct arena *arena, struct buffer *out, const char *path, const char *before, size_t before_size,
                 const char *after, size_t after_size);

#endif
