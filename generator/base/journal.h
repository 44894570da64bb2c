/*
 * The journal of a run that changes several files which the next run reads. It is the file "strata-journal" in the
 * directory of the first spec on the command line, and holds each file's old state and new text. If it exists, a run is
 * changing the files or was killed.
 */
#ifndef BASE_JOURNAL_H
#define BASE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;

/*
 * Format of a journal: the line of journal_first_word with "HOST PROCESS", an entry for each file, and
 * journal_last_line. An entry is the line "OLD-SIZE OLD-HASH NEW-SIZE PATH-SIZE" (OLD-SIZE is "-" if the file does not
 * exist), the path relative to the journal, a line feed, the new text, and a line feed.
 */
extern const char journal_first_word[], journal_last_line[];

/* Returns the path of the journal for a spec or a directory of specs. */
const char *journal_path(struct arena *arena, const char *operand);

/* True if a journal may contain the file: its name ends in ".strata". So a journal of unknown origin cannot write any
 * other file. */
bool journal_takes(const char *path);

/* Begin a journal's text, add the new text of the file at `path`, and end the journal. */
void journal_begin(struct arena *arena, struct buffer *text);
void journal_add(struct arena *arena, struct buffer *text, const char *journal, const char *path, const void *bytes,
                 size_t size);
void journal_end(struct buffer *text);

#endif
