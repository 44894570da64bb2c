/*
 * Combines the fixes of all findings into a new text for each spec.
 */
#ifndef SPEC_MEND_H
#define SPEC_MEND_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct program;
struct program_text;

/* A spec and its new text. */
struct mended_file {
    const char *path;
    const char *before, *after; /* `before` is NULL if the file is new */
    size_t before_size, after_size;
    size_t edits;
};

/* The fixes of a run. */
struct mending {
    const struct mended_file *files; /* files that change */
    size_t file_count;
    size_t fixed; /* number of findings whose fixes are applied */
    size_t left;  /* number of findings whose fixes overlap applied ones, and are left for the next run */
};

/* Takes the fixes of all findings in the order of the text. A fix is taken completely or not at all. A spec that was in
 * canonical form stays in canonical form. */
struct mending mend(struct arena *arena, struct program *program);

/* Appends the changes of all files as a patch. */
void mend_write_patch(struct arena *arena, const struct mending *mending, struct buffer *out);

/* Writes all files or none, and appends a line about each to `out`. `spec` is the first path of the command line; it
 * determines where the journal is kept. Returns false, and reports the error, if that fails. */
bool mend_write_files(struct arena *arena, struct program *program, const struct mending *mending, const char *spec,
                      struct buffer *out);

/* Does the same with the new texts of files. Skips texts that are equal to those that the program has read. */
bool mend_write_texts(struct program *program, const struct program_text *texts, size_t count, const char *spec,
                      struct buffer *out);

#endif
