/*
 * The journal of a run that changes several files which the next run reads. It holds each file's old state and new
 * text. If it exists, a run is changing the files or was killed.
 *
 * A journal makes the next run write files, so nobody else may plant one: it lies in a directory of the user who runs
 * (file_state_directory), and not beside the specs. Its name is a hash of the tree's real path, which it also holds. It
 * counts only if the directory and the file belong to the user, others have no access to the directory, and neither is
 * a link.
 * The journal is one of this user on this machine: another user does not see it. Without a directory for it, for
 * example without a home directory, there is no journal.
 */
#ifndef BASE_JOURNAL_H
#define BASE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;

/*
 * Format of a journal: the line of journal_first_word with "HOST PROCESS TREE-SIZE", the tree's real path and a line
 * feed, an entry for each file, and journal_last_line. An entry is the line "OLD-SIZE OLD-HASH NEW-SIZE PATH-SIZE"
 * (OLD-SIZE is "-" if the file does not exist), the file's real path, a line feed, the new text, and a line feed.
 */
extern const char journal_first_word[], journal_last_line[];

/* Returns the real path of the tree of a spec, which is its directory, or of a directory of specs; NULL if it cannot be
 * found out. */
const char *journal_tree(struct arena *arena, const char *operand);

/* Returns the path of the journal of a tree; NULL if there is no place for it. */
const char *journal_path(struct arena *arena, const char *tree);

/* Makes the directory of a journal. False with a reason if there can be none. */
bool journal_make_directory(struct arena *arena, const char *path, const char **error);

/* True if there is a journal that this user has written. */
bool journal_exists(struct arena *arena, const char *path);

/* True if a journal may contain the file: the path is absolute, without links, and its name ends in ".strata". */
bool journal_takes(struct arena *arena, const char *path);

/* Begin a journal's text, add the new text of the file at a path, and end the journal. */
void journal_begin(struct buffer *text, const char *tree);
void journal_add(struct arena *arena, struct buffer *text, const char *path, const void *bytes, size_t size);
void journal_end(struct buffer *text);

#endif
