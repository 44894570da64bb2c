/*
 * Combines the fixes of a run: the new text of each spec.
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
    const char *before, *after; /* `before` is NULL where there is to be no such file yet */
    size_t before_size, after_size;
    size_t edits;
};

/* The fixes of a run. */
struct mending {
    const struct mended_file *files; /* files that change, as they were read */
    size_t file_count;
    size_t fixed; /* findings whose fixes were taken */
    size_t left;  /* findings whose fixes meet others that were taken, and so wait for the next run */
};

/* Takes the fixes of all findings, by place, each wholly or not at all. A spec in canonical form stays in it. */
struct mending mend(struct arena *arena, struct program *program);

/* Appends the changes as a patch. */
void mend_write_patch(struct arena *arena, const struct mending *mending, struct buffer *out);

/* Writes the files, all or none, and appends a line on each to `out`. `spec` is the first path of the command line; the
 * journal goes beside it. False if that fails, which is reported. */
bool mend_write_files(struct arena *arena, struct program *program, const struct mending *mending, const char *spec,
                      struct buffer *out);

/* The same for new texts of files, those that differ from what the program has read. */
bool mend_write_texts(struct program *program, const struct program_text *texts, size_t count, const char *spec,
                      struct buffer *out);

#endif
