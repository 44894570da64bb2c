/*
 * Reads the C declarations of published tables as rows.
 */
#ifndef PAGE_DECLARATION_H
#define PAGE_DECLARATION_H

#include "spec/tree.h"

struct arena;
struct scan;

/* Corrections that were made while a declaration was read, for reports. */
struct page_declared {
    const char *mapped_from,
        /* the first type of several words, or of another system, and the type that replaces it; NULL if there is
         * none */
        *mapped_to;
    bool lacks_bracket;   /* a closing bracket after the parameters of a function was added */
    bool lacks_semicolon; /* a semicolon after the `}` of an anonymous structure or union was added */
    const char *dropped;  /* a word that was left out, such as a calling convention; NULL if there is none */
};

/* Reads the words of a type of C, such as `unsigned long long`, and returns the type that specs use. Sets *words to how
 * C spells it. Returns NULL and reads nothing if they are no such type. */
const char *page_read_spelling(struct scan *scan, const char **words);

/* Reads one or several C declarations in a plain text. Returns NULL if the text is no declaration. */
struct spec_row *page_read_declaration(struct arena *arena, const char *text, struct page_declared *declared);

#endif
