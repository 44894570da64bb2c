/*
 * What the readers of a cell share: going through its text word by word. Nothing here allocates but scan_plain and
 * scan_fold.
 */
#ifndef PAGE_SCAN_H
#define PAGE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct scan {
    const char *at; /* what is not read yet; NUL-terminated */
};

/* The text with the blanks, hyphens and dashes of typesetting as those of ASCII, and of lines that end
 * with CR LF. Line ends are kept. */
const char *scan_plain(struct arena *arena, const char *text);

/* The text in one line, with single blanks and none at its ends. */
char *scan_fold(struct arena *arena, const char *text);

/* Passes over blanks; scan_lines over line ends too. */
void scan_blanks(struct scan *scan);
void scan_lines(struct scan *scan);

/* Each passes over blanks and line ends first, and reads nothing when it returns false. */

/* Whether nothing is left. */
bool scan_end(struct scan *scan);

/* One character. */
bool scan_char(struct scan *scan, char c);

/* Words, whatever their case, with any blanks between them; they end where a word does. */
bool scan_words(struct scan *scan, const char *words);

/* The first of a list of words, which NULL ends, that is there. */
bool scan_any(struct scan *scan, const char *const *list);

/* A number, decimal or 0x hexadecimal, that ends where a word does. */
bool scan_number(struct scan *scan, uint64_t *number);

/* As scan_number, also `one` to `twenty`. */
bool scan_count(struct scan *scan, uint64_t *count);

/* A C identifier. */
bool scan_name(struct scan *scan, const char **begin, size_t *length);

/* Whether text begins with a name in capitals, digits and `_`, of at least three characters and two letters; its
 * length. */
size_t scan_capitals(const char *text);

#endif
