/*
 * Groups of digits in dumps, and the text column that repeats their bytes as characters.
 */
#ifndef BYTES_GROUP_H
#define BYTES_GROUP_H

#include <stdbool.h>
#include <stddef.h>

struct reading;

/* The number of bytes and the number of digits of a kind of groups. The number of digits identifies the kind. */
struct group_kind {
    unsigned digits;
    unsigned radix;
    unsigned size;
};

/* Returns the kind of groups with a number of digits; NULL if there is none. */
const struct group_kind *group_find(size_t digits);

/* Appends the bytes of a group, the lowest byte first. Fails if a digit is wrong, or the number is too large. */
bool group_read_word(struct reading *reading, const struct group_kind *kind, const char *at);

/* Appends the bytes of a group with an even number of hexadecimal digits, in their order or with `is_reversed` in
 * reverse order. */
bool group_read_bytes(struct reading *reading, const char *at, const char *end, bool is_reversed);

/* Compares the text column of a row with the bytes of the reading from index `first` on. A printable character must be
 * itself, any other a dot or no ASCII. The column may lack blanks at its ends, and the zeros that fill the last
 * group. */
bool group_check_text(struct reading *reading, size_t first, const char *at, const char *stop);

#endif
