/*
 * Members that a page describes in words: "unknown dword", "32-bit size of ...", "unaccounted four or eight bytes".
 */
#ifndef PAGE_WORDS_H
#define PAGE_WORDS_H

#include "spec/tree.h"

struct arena;

/* Returns the row that the words mean; its name is given later. NULL if they mean no member. `wants_room` is true if
 * the words do not say the size. `column_count` is that of the page's offsets. `is_type` tells the names of types. */
struct spec_row *page_read_words(struct arena *arena, const char *text, size_t column_count,
                                 bool (*is_type)(void *user, const char *name), void *user);

#endif
