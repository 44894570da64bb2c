/*
 * Members that a page describes in words: "unknown dword", "32-bit size of ...", "unaccounted four or eight bytes".
 */
#ifndef PAGE_WORDS_H
#define PAGE_WORDS_H

#include "spec/tree.h"

struct arena;

/* Describes the page of a description in words. */
struct page_words {
    struct arena *arena; /* owns the rows */
    size_t column_count; /* number of columns of offsets */
    bool (*is_type)(void *user, const char *name); /* recognises the names of types */
    void *user;
};

/* Returns the row that a description in words means; its name is set later. Returns NULL if the words mean no member.
 * Sets its `wants_room` if the words do not give the size. */
struct spec_row *page_read_words(const struct page_words *page, const char *text);

#endif
