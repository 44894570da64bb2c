/*
 * Applies edits to texts and writes the difference of two texts as a patch. It knows no files.
 */
#ifndef SPEC_PATCH_H
#define SPEC_PATCH_H

#include <stddef.h>

struct arena;
struct buffer;

/* Puts `text` in place of the bytes from `begin` up to `end`, which may be equal. */
struct patch_edit {
    size_t begin;
    size_t end;
    const char *text;
};

/* Appends the text with edits applied, which ascend and do not overlap. Line ends in them become those of the text's
 * first line, LF or CR LF. */
void patch_apply(struct buffer *out, const char *text, size_t size, const struct patch_edit *edits, size_t count);

/* Appends the difference of two texts as a unified diff of a/PATH and b/PATH with three lines of context, for `patch
 * -p1` and `git apply`; nothing if they are equal. The patch of an absolute path counts from the root. */
void patch_write(struct arena *arena, struct buffer *out, const char *path, const char *before, size_t before_size,
                 const char *after, size_t after_size);

#endif
