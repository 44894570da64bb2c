/*
 * Output files. Each is compared with the existing file. Files that differ are written to temporaries and put in place
 * all together or not at all.
 *
 *     struct output *output = output_new(arena, diags, directory, OUTPUT_WRITE);
 *     output_file(output, "etw/x.h", bytes, size);       (for each; the bytes are not needed afterwards)
 *     if (no errors elsewhere) output_commit(output, &counts); else output_abandon(output);
 */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct diags;
struct output;

enum output_mode {
    OUTPUT_WRITE, /* write the files that differ */
    OUTPUT_CHECK  /* report the files that differ as [stale], and write nothing */
};

/* Numbers of files for the summary of a run. */
struct output_counts {
    size_t files;   /* files that were given */
    size_t changed; /* files that did not exist or differed */
};

/* Returns an empty output into `directory`, which is made if needed, with its parents. The directory is locked, and it
 * is the root of the changes (base/changes.h). If `directory` is "", the user named each file, and the paths are
 * relative to the current directory. */
struct output *output_new(struct arena *arena, struct diags *diags, const char *directory, enum output_mode mode);

/* Makes the commit keep a journal (base/journal.h). Needed if the run reads the files that it writes. Call it before
 * the other functions. */
void output_keep_journal(struct output *output, const char *path, const char *tree);

/* Adds a root to an output whose directory is "", as changes_add_root does. */
void output_add_root(struct output *output, const char *path);

/* Takes one file. `path` is relative to the directory, with `/` as separator; it must not begin with `/` or contain
 * `..`. The caller must not give a path twice. If the file differs, writes it to a temporary next to it. Returns false
 * if this or an earlier file failed; the first failure is reported as [write]. */
bool output_file(struct output *output, const char *path, const void *bytes, size_t size);

/* Puts all files in place (base/changes.h). Returns false, and changes nothing, if a file could not be written or if
 * OUTPUT_CHECK found a difference. */
bool output_commit(struct output *output, struct output_counts *counts);

/* Removes the temporaries and the directories made for them. */
void output_abandon(struct output *output);

/* Appends a rule for make: `targets: sources`, and an empty rule for each source, so that make does not stop if a
 * source is removed. Escapes characters that make treats specially (blank, #, $, :, % in targets, and a \ before
 * them). */
void output_add_rule(struct arena *arena, struct buffer *out, const char *const *targets, size_t target_count,
                     const char *const *sources, size_t source_count);

/* Takes a dependency file, whose text is `rule` (output_add_rule). Its path is relative to the current directory, and
 * the file is not counted. Returns false on failure, which is reported as [write]. */
bool output_depfile(struct output *output, const char *path, const struct buffer *rule);

#endif
