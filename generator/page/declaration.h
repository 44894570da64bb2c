/*
 * Reads the C declarations of published tables as rows.
 */
#ifndef PAGE_DECLARATION_H
#define PAGE_DECLARATION_H

#include "spec/tree.h"

struct arena;

/* Changes that reading a declaration made to it. */
struct page_declared {
    const char *mapped_from,
        *mapped_to;      /* the first type of several words, or not of Windows, and the one it is; or NULL */
    bool lacks_bracket;   /* behind the parameters of a function */
    bool lacks_semicolon; /* behind the `}` of a structure or union without a name */
    const char *dropped; /* a word without a meaning here, such as a calling convention, or NULL */
};

/* Reads one or several declarations. Returns NULL if the (plain) text is anything else. */
struct spec_row *page_read_declaration(struct arena *arena, const char *text, struct page_declared *declared);

#endif
