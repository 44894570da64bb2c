/*
 * Writes numbers to a buffer without printf, which takes several times as long.
 */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <stdint.h>

#include "base/buffer.h"

/* Appends a number in decimal. */
static inline void digits_add(struct buffer *out, uint64_t number)
{
    char digits[20], *end = digits + sizeof digits, *begin = end;
    do
        *--begin = (char)('0' + number % 10);
    while (number /= 10);
    buffer_add(out, begin, (size_t)(end - begin));
}

#endif
