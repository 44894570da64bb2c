/*
 * Groups of digits in dumps, and the text column that repeats their bytes as characters.
 */
#ifndef BYTES_GROUP_H
#define BYTES_GROUP_H

#include <stdbool.h>
#include <stddef.h>

struct reading;

/* The bytes and digits of a group. The number of digits tells them apart. */
struct group_kind {
    unsigned digits;
    unsigned radix;
    unsigned size;
};

/* Returns the kind of groups of that many digits, or NULL. */
const struct group_kind *group_find(size_t digits);

/* Appends the bytes of a group: the low byte first. Fails if a digit is wrong, or the number too large. */
bool group_read_word(struct reading *reading, const struct group_kind *kind, const char *at);

/* Appends the bytes of a group of any even number of hexadecimal digits: in their order, or the last one first. */
bool group_read_bytes(struct reading *reading, const char *at, const char *end, bool is_reversed);

/* Compares a text column with the bytes from `first` on: printable characters are themselves, others a dot or no ASCII.
 * The text may lack blanks at its beginning and end, and the zeros that fill the last group. */
bool group_check_text(struct reading *reading, size_t first, const char *at, const char *stop);

#endif
