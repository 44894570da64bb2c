/*
 * The words of C and C++ sources: what is no comment. Nothing is preprocessed; lines that a backslash splices are one.
 */
#ifndef VIEW_C_SCAN_H
#define VIEW_C_SCAN_H

#include <stdbool.h>

struct buffer;

enum c_kind {
    C_END,
    C_NAME,   /* an identifier or a keyword */
    C_NUMBER, /* as the preprocessor has them: 6_1 is one */
    C_TEXT,   /* in quotes of any kind */
    C_MARK    /* any other character */
};

/* The position of a scan. Begin with {text, text + size}; two NULs must follow the text. A copy looks ahead. */
struct c_scan {
    const char *at, *end;
    bool in_line;      /* something stands before it on its line */
    bool in_directive; /* the line begins with # */
};

struct c_token {
    enum c_kind kind;
    const char *begin, *end;
    bool in_directive;
};

/* Returns the next word. An open comment runs to the end, open quotes to the end of their line. */
struct c_token c_scan_next(struct c_scan *scan);

/* Sets `out` to the word without splices, and returns it. */
const char *c_token_text(const struct c_token *token, struct buffer *out);

#endif
