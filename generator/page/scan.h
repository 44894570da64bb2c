/*
 * Goes through the text of a cell word by word. Only scan_plain and scan_fold allocate.
 */
#ifndef PAGE_SCAN_H
#define PAGE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* A position in a text. */
struct scan {
    const char *next; /* the text that is not yet read; NUL-terminated */
};

/* Returns a plain text: the blanks, hyphens and dashes of typesetting become those of ASCII, and line ends lose their
 * CR. A text that is plain is returned itself. */
const char *scan_plain(struct arena *arena, const char *text);

/* Returns the text in one line, with single blanks and none at its ends. */
char *scan_fold(struct arena *arena, const char *text);

/* scan_blanks skips blanks; scan_lines skips blanks and line ends. */
void scan_blanks(struct scan *scan);
void scan_lines(struct scan *scan);

/* Each of the functions below skips blanks and line ends first. If it returns false, it has read nothing. */

/* True if nothing but blanks is left. */
bool scan_end(struct scan *scan);

/* Reads one character if it is `c`. */
bool scan_char(struct scan *scan, char c);

/* Reads words, ignoring case, with any number of blanks between them. The last word must end there. */
bool scan_words(struct scan *scan, const char *words);

/* Reads the first word of a list that stands there. NULL ends the list. */
bool scan_any(struct scan *scan, const char *const *list);

/* Reads a decimal number, or a hexadecimal one with 0x. The number must be a whole word. */
bool scan_number(struct scan *scan, uint64_t *number);

/* Reads a number as scan_number does, or one of the words `one` to `twenty`. */
bool scan_count(struct scan *scan, uint64_t *count);

/* Reads a C identifier. */
bool scan_name(struct scan *scan, const char **begin, size_t *length);

/* Returns the length of the name at the beginning of a text, which consists of capitals, digits and `_`. Returns 0 if
 * it has fewer than three characters or two letters. */
size_t scan_capitals(const char *text);

#endif
