/*
 * One attempt to read a text in one format: the bytes so far, or the first error and its position.
 */
#ifndef BYTES_READING_H
#define BYTES_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/printf.h"

struct arena;

/* Largest number of bytes that a text may stand for. A `*` line can stand for more than fits into memory. */
#define READING_BYTES_MOST ((size_t)1 << 26)

/* A part of the bytes: one structure or event of `lines`, or the output of one command of WinDbg. */
struct reading_part {
    size_t begin;  /* index of its first byte in the reading's bytes; the part ends where the next one begins */
    unsigned line; /* line of its first byte in the text */
};

struct reading {
    struct arena *arena;
    const char *begin; /* the text, without a byte order mark */
    const char *end;
    struct buffer bytes;
    struct buffer parts;  /* parts as struct reading_part */
    unsigned group;       /* bytes in a group of digits, for formats that have groups; 0 if none was read */
    size_t agreements;    /* number of addresses and text columns that agree with the bytes */
    /* an address or text column agrees after a row of a usual size; without addresses: the lines have a usual size */
    bool is_sure;
    size_t decimals; /* number of groups of three octal digits that may also be decimal bytes */
    size_t octals;   /* number of groups of three octal digits that cannot be decimal bytes */
    bool is_large;   /* the error is that there are too many bytes, so the format may still be right */
    bool is_likely;  /* a part of the text fits the format, so its error is more helpful than those of other formats */
    const char *error;    /* first error; NULL as long as there is none */
    const char *error_at; /* begin of the text that the error is about */
    const char *error_end;
};

/* A line of a text. Begin with {.next = text, .end = end of the text}. */
struct reading_line {
    const char *next; /* beginning of the next line */
    const char *end;
    const char *text; /* first character of the line */
    const char *stop; /* end of the line, without blanks and the line end */
    unsigned number;
};

/* Moves to the next line. Returns false at the end of the text. */
bool reading_next_line(struct reading_line *line);

/* Returns the first character from `at` on that is no blank; `stop` if there is none. */
const char *reading_skip_blanks(const char *at, const char *stop);

/* Returns the end of the digits that begin at `at`. */
const char *reading_digits_end(const char *at, const char *stop, unsigned radix);

/* Returns the value of a digit; -1 if it is no digit of the radix, which is 8, 10 or 16. */
int reading_digit(char c, unsigned radix);

/* True for a blank that may stand within a line. */
static inline bool reading_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Begins a new part with the next byte. */
void reading_begin_part(struct reading *reading, unsigned line);

/* Sets the error of the reading to a message about the text from `at` to `end`. Returns false. */
bool reading_fail(struct reading *reading, const char *at, const char *end, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* Returns the parts of the reading, and sets `*count`. */
const struct reading_part *reading_parts(const struct reading *reading, size_t *count);

#endif
