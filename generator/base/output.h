/*
 * Output files: compared with what is there, written beside it, and put in place all together or not at all.
 *
 *     struct emit *emit = emit_new(arena, diags, directory, EMIT_WRITE);
 *     emit_file(emit, "etw/x.h", bytes, size);       (for each; the bytes are not needed afterwards)
 *     if (no errors elsewhere) emit_commit(emit, &counts); else emit_abandon(emit);
 */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct diags;
struct emit;

enum emit_mode {
    EMIT_WRITE, /* write what differs */
    EMIT_CHECK  /* report what differs, as [stale], and touch nothing */
};

struct emit_counts {
    size_t files;   /* all that were given */
    size_t changed; /* those that were not there, or differed */
};

/* A run of output into `directory`, which is made with all above it if need be. */
struct emit *emit_new(struct arena *arena, struct diags *diags, const char *directory, enum emit_mode mode);

/* Lets the commit keep a journal (base/journal.h), for files that are read by the run that writes them. To be called
 * first. */
void emit_keep_journal(struct emit *emit, const char *path);

/* Takes one file, whose path counts from the directory, has `/` between its parts and neither begins with `/` nor has
 * `..` in it. What differs is written to a temporary file beside its place at once. False when that failed now or
 * before; it is reported then, once a run, as [write]. Two files of one path are the caller's mistake to prevent. */
bool emit_file(struct emit *emit, const char *path, const void *bytes, size_t size);

/* Puts everything in place, as base/changes.h says. False when a file could not be written or, in a check, differs;
 * then nothing is changed. */
bool emit_commit(struct emit *emit, struct emit_counts *counts);

/* Removes the temporary files, and the directories made for them. */
void emit_abandon(struct emit *emit);

/* Takes a file with the rule `targets: sources` for make, whose path counts from the current directory and which is not
 * counted, and an empty rule for each source, so that one that was removed does not stop make. What is special to make
 * in a name (blank, #, $, :, % of a target, and \ before those) is escaped. False when that fails, which is reported as
 * [write]. */
bool emit_depfile(struct emit *emit, const char *path, const char *const *targets, size_t target_count,
                  const char *const *sources, size_t source_count);

#endif
