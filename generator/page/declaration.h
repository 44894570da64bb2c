/*
 * Declarations in C as published tables have them, to rows.
 */
#ifndef PAGE_DECLARATION_H
#define PAGE_DECLARATION_H

#include "spec/tree.h"

struct arena;

/* What a declaration was read as that it does not say itself. */
struct page_declared {
    const char *mapped_from,
        *mapped_to;      /* the first type of several words, or not of Windows, and the one it is; or NULL */
    const char *dropped; /* a word without a meaning here, such as a calling convention, or NULL */
};

/* Reads one or several declarations. NULL when the (plain) text is anything else. */
struct spec_row *page_read_declaration(struct arena *arena, const char *text, struct page_declared *declared);

#endif
