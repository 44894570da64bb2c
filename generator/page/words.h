/*
 * Members that a page describes in words: "unknown dword", "32-bit size of ...", "unaccounted four or eight bytes".
 */
#ifndef PAGE_WORDS_H
#define PAGE_WORDS_H

#include "spec/tree.h"

struct arena;

/* What the words mean, as a row; its name is given later. NULL when they mean no member. Of one whose size the words do
 * not say `wants_room` is true. `column_count`: of the page's offsets. `is_type` tells the names of types. */
struct spec_row *page_read_words(struct arena *arena, const char *text, size_t column_count,
                                 bool (*is_type)(void *user, const char *name), void *user);

#endif
