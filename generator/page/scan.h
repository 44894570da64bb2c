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
    const char *at; /* the rest of the text; NUL-terminated */
};

/* Returns the text with the blanks, hyphens and dashes of typesetting as those of ASCII, and line ends without CR. */
const char *scan_plain(struct arena *arena, const char *text);

/* Returns the text in one line, with single blanks and none at its ends. */
char *scan_fold(struct arena *arena, const char *text);

/* Skips blanks; scan_lines also line ends. */
void scan_blanks(struct scan *scan);
void scan_lines(struct scan *scan);

/* Each of these skips blanks and line ends first, and reads nothing if it returns false. */

/* True if nothing is left. */
bool scan_end(struct scan *scan);

/* Reads one character. */
bool scan_char(struct scan *scan, char c);

/* Reads words, ignoring case, with any blanks between them. They end at the end of a word. */
bool scan_words(struct scan *scan, const char *words);

/* Reads the first of a list of words, which NULL ends, that is there. */
bool scan_any(struct scan *scan, const char *const *list);

/* Reads a number, decimal or 0x hexadecimal, that ends at the end of a word. */
bool scan_number(struct scan *scan, uint64_t *number);

/* Reads a number as scan_number, and also `one` to `twenty`. */
bool scan_count(struct scan *scan, uint64_t *count);

/* Reads a C identifier. */
bool scan_name(struct scan *scan, const char **begin, size_t *length);

/* Returns the length of a name in capitals, digits and `_` that the text begins with; 0 if it has less than three
 * characters or two letters. */
size_t scan_capitals(const char *text);

#endif
