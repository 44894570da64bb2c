/*
 * One attempt to read a text as a format: the bytes so far, or the first error with its position.
 */
#ifndef BYTES_READING_H
#define BYTES_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/printf.h"

struct arena;

/* Most bytes that one text may stand for: a `*` line can name more than any memory holds. */
#define READING_BYTES_MOST ((size_t)1 << 26)

/* A stretch of bytes: one structure or event of `lines`, or the output of one command of WinDbg. */
struct reading_part {
    size_t begin;  /* in the bytes of the reading; the part ends where the next one begins */
    unsigned line; /* line of its first byte */
};

struct reading {
    struct arena *arena;
    const char *begin; /* the text, without a byte order mark */
    const char *end;
    struct buffer bytes;
    struct buffer parts;  /* struct reading_part */
    unsigned group;       /* bytes in a group of digits, for formats that have groups; 0 if none was read */
    size_t agreements;    /* addresses and text columns that follow from the bytes */
    bool is_sure;         /* one of these follows a row of a usual size; without addresses: lines have that size */
    size_t decimals;      /* groups of three octal digits that may be decimal bytes, too */
    size_t octals;        /* those that cannot */
    bool is_large;        /* the error is the number of its bytes, so that the format may still be right */
    bool is_likely;       /* something of the format was read, so that its error says more than that of others */
    const char *error;    /* NULL as long as nothing is wrong */
    const char *error_at; /* the text of the error */
    const char *error_end;
};

/* A line of a text. Begin with {.next = text, .end = end of the text}. */
struct reading_line {
    const char *next; /* the line after it */
    const char *end;
    const char *at; /* its first character */
    const char *stop; /* after its last character that is no blank and no line end */
    unsigned number;
};

/* Moves to the next line. Returns false at the end of the text. */
bool reading_next_line(struct reading_line *line);

/* Returns the line's first character that is no blank, or its stop. */
const char *reading_skip_blanks(const char *at, const char *stop);

/* Returns the end of the run of digits at `at`. */
const char *reading_digits_end(const char *at, const char *stop, unsigned radix);

/* Returns the value of a digit; -1 if it is none in that radix, which is 8, 10 or 16. */
int reading_digit(char c, unsigned radix);

/* True for blanks within a line. */
static inline bool reading_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Begins a part with the next byte. */
void reading_begin_part(struct reading *reading, unsigned line);

/* Sets the error of the reading. Returns false. */
bool reading_fail(struct reading *reading, const char *at, const char *end, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* Returns the parts, and sets their number. */
const struct reading_part *reading_parts(const struct reading *reading, size_t *count);

#endif
