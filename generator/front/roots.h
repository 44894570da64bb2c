/*
 * The roots of a run: the directories below which the specs lie that it may read. They are fixed before a spec is
 * parsed, so that a spec cannot name a file that nobody meant.
 *
 * The roots are the directories of -I, those of the command line, those that hold its files, and the shipped specs. The
 * language server takes the folders of the client and the directories of the open texts. A `use`, and the search of a
 * directory, read regular files only, whose names end in ".strata" and whose real path, links followed, lies below a
 * root. A file that the user names may be anywhere, and of any kind.
 */
#ifndef FRONT_ROOTS_H
#define FRONT_ROOTS_H

#include <stdbool.h>

struct program;

struct program_root {
    struct program_root *next;
    const char *path; /* normalised: a directory, or a link to a file that the user named */
    const char *real; /* its real path (base/file.h); NULL if it cannot be found out */
    bool is_searched; /* `use <PATH>` searches the directory */
};

/* Adds a directory that `use <PATH>` searches, after the directories that were added before it, and before the shipped
 * specs. */
void program_add_root(struct program *program, const char *path);

/* Adds a directory that the user named, or the directory of a file that the user named. Call it for all operands before
 * the first one is loaded. */
void program_add_operand(struct program *program, const char *path);

/* The reason why a file is not read. The directory is the one that -I has to name so that the file is read; NULL if no
 * directory helps. */
struct program_refusal {
    const char *reason, *directory;
};

/* True if a `use`, or the search of a directory, may read the file at a path. */
bool program_reaches(struct program *program, const char *path, struct program_refusal *why);

#endif
