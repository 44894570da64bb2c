/*
 * Changes several files together: all of them, or none.
 *
 *     struct changes *changes = changes_new(arena);
 *     changes_add(changes, "a/x", bytes, size, &error);          (for each; the bytes are not needed afterwards)
 *     changes_commit(changes, &failure), or changes_abandon(changes);
 *
 * A path that the user names is followed if it is a link: its target is replaced, or made. Below a directory that the
 * user names, links are followed as long as they stay in it. The roots of the changes are the directories that were
 * named: a file whose real path, links followed, does not lie below the innermost root of its path is not written, and
 * nothing is made or removed there. The same holds for a link that leads to nothing.
 *
 * A directory that is written to, and one whose specs are edited, is locked meanwhile (base/file.h). A second run
 * waits, so that the files are always those of one run.
 *
 * The new text of a file is written to a temporary in the same directory, "strata-HOST-PROCESS-NUMBER.tmp". A commit
 *
 *  1. syncs all temporaries to disk,
 *  2. if there is a journal, writes all texts to it and syncs it,
 *  3. renames the temporaries, those of new files first,
 *  4. syncs the directories and removes the journal.
 *
 * If a step fails, the commit restores the files. Signals that end the process wait during steps 3 and 4; before that
 * they remove the temporaries. A process that is killed leaves temporaries, which the next run removes. If it is killed
 * in step 3, some files are new and some are old. The same command makes all of them new, unless it reads the files
 * that it writes. Such commands keep a journal, and base/recovery.h completes their changes.
 */
#ifndef BASE_CHANGES_H
#define BASE_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct changes;

/* The path that could not be changed, and the reason. `left` is the number of files that could not be restored. */
struct changes_failure {
    const char *path;
    const char *error;
    size_t left;
};

/* Returns an empty set of changes. */
struct changes *changes_new(struct arena *arena);

/* Adds a root: a directory, or a file that the user named. Changes without roots may be anywhere. */
void changes_add_root(struct changes *changes, const char *path);

/* Makes a directory and locks it until the changes are in place or abandoned. On failure sets `failure`. */
bool changes_lock(struct changes *changes, const char *directory, struct changes_failure *failure);

/* Makes the commit keep a journal at `path` for a tree (base/journal.h). Call it before changes_add. */
void changes_keep_journal(struct changes *changes, const char *path, const char *tree);

/* Removes temporaries of killed runs from the directory of `path`, once for each directory. A temporary is removed if
 * the host in its name is this host and its process has ended. */
void changes_sweep(struct changes *changes, const char *path);

/* Makes the missing directories of a file's path. On failure sets `failure`. */
bool changes_make_directories(struct changes *changes, const char *path, struct changes_failure *failure);

/* Writes the new text of a file to a temporary. Fails if `path` leads to a directory, a device, a pipe or a file that
 * is not writable. A failed call leaves no temporary. */
bool changes_add(struct changes *changes, const char *path, const void *bytes, size_t size, const char **error);

/* Adds a file as changes_add does, but `path` may also lead to a character device or a pipe, such as /dev/null,
 * /dev/stdout or >(command). The commit writes the text there, before it renames any file. With a journal, such a path
 * is an error: a command that rewrites its input needs files. */
bool changes_add_output(struct changes *changes, const char *path, const void *bytes, size_t size, const char **error);

/* Puts all files in place. A failed commit restores all files, unless the file system has no hard links. */
bool changes_commit(struct changes *changes, struct changes_failure *failure);

/* Removes the temporaries, and the new directories that are empty. The files keep their old texts. */
void changes_abandon(struct changes *changes);

#endif
