/*
 * Splits C and C++ sources into words, and skips comments. Nothing is preprocessed. Lines that a backslash joins count
 * as one line.
 */
#ifndef VIEW_C_SCAN_H
#define VIEW_C_SCAN_H

#include <stdbool.h>

struct buffer;

enum c_kind {
    C_END,
    C_NAME,   /* an identifier or a keyword */
    C_NUMBER, /* a number as the preprocessor defines it: 6_1 is one number */
    C_TEXT,   /* a text in quotes of any kind */
    C_MARK    /* any other character */
};

/* The position of a scan. Begin with {text, text + size}; two NULs must follow the text. To look ahead, scan with a
 * copy. */
struct c_scan {
    const char *next, *end;
    bool in_line;      /* a word precedes it on its line */
    bool in_directive; /* the line begins with # */
};

struct c_token {
    enum c_kind kind;
    const char *begin, *end;
    bool in_directive;
};

/* Returns the next word. A comment that is not closed runs to the end of the text, open quotes to the end of their
 * line. */
struct c_token c_scan_next(struct c_scan *scan);

/* Returns the text of a word without the backslashes that join lines; `out` has its memory. */
const char *c_token_text(const struct c_token *token, struct buffer *out);

#endif
