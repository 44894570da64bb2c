/*
 * Members that a page describes in words: "unknown dword", "32-bit size of ...", "unaccounted four or eight bytes".
 */
#ifndef PAGE_WORDS_H
#define PAGE_WORDS_H

#include "spec/tree.h"

struct arena;

/* Returns the row that a description in words means; its name is set later. Returns NULL if the words mean no member.
 * Sets `*wants_room` if the words do not give the size. `column_count` is the number of columns of offsets. `is_type`
 * recognises the names of types. */
struct spec_row *page_read_words(struct arena *arena, const char *text, size_t column_count,
                                 bool (*is_type)(void *user, const char *name), void *user);

#endif
