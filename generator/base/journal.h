/*
 * The journal of files that change together and that the next run reads: "strata-journal", in the directory of the
 * specs that a command line names first. Each file's old state and new text are in it. While it is there, a run is
 * changing the files, or was killed.
 */
#ifndef BASE_JOURNAL_H
#define BASE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;

/*
 * The text of a journal: journal_first_word, "HOST PROCESS", a line and a text for each file, and journal_last_line.
 * The line of a file is "OLD-SIZE OLD-HASH NEW-SIZE PATH-SIZE"; OLD-SIZE is "-" if the file is not there. After it come
 * the path, as seen from the journal, a line feed, the new text, and a line feed.
 */
extern const char journal_first_word[], journal_last_line[];

/* The path of the journal of a spec, or of a directory of specs. */
const char *journal_path(struct arena *arena, const char *operand);

/* True if a file may be in a journal: one that is called *.strata. A journal that somebody else has made cannot write
 * any other. */
bool journal_takes(const char *path);

/* Begins the text of a journal, adds the new text of the file at `path` to it, and ends it. */
void journal_begin(struct arena *arena, struct buffer *text);
void journal_add(struct arena *arena, struct buffer *text, const char *journal, const char *path, const void *bytes,
                 size_t size);
void journal_end(struct buffer *text);

#endif
