/*
 * A line of a debugger's output that is being read.
 */
#ifndef LISTING_LINE_H
#define LISTING_LINE_H

#include <stdbool.h>
#include <stdint.h>

struct line {
    const char *begin, *end;
};

/* Moves to the next character that is neither a blank nor a tab. */
void line_skip_blanks(struct line *line);

/* Moves past a word if the line goes on with it. */
bool line_take(struct line *line, const char *word);

/* Takes a number: decimal, hexadecimal with 0x, or signed decimal with 0n. */
bool line_take_number(struct line *line, uint64_t *number, bool *is_negative);

/* Takes a small decimal number, also after blanks. */
bool line_take_count(struct line *line, uint32_t *count);

/* Returns the number of bytes to show of a line in a message. */
int line_shown(const struct line *line);

#endif
