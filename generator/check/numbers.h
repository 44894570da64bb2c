/*
 * Integers of either sign with up to 64 bits, and the ranges that types and conditions accept.
 */
#ifndef CHECK_NUMBERS_H
#define CHECK_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "front/ast.h"

struct arena;

/* An integer. Zero is never negative. */
struct number {
    bool is_negative;
    uint64_t magnitude;
};

struct number number_of(bool is_negative, uint64_t magnitude);

/* Returns a number less than, equal to or greater than zero, if `a` is less than, equal to or greater than `b`. */
int number_compare(struct number a, struct number b);

/* The range of integers that a type with 1 to 64 bits can hold. */
struct number_range {
    struct number least, most;
};
struct number_range number_range_of(bool is_signed, unsigned bits);
bool number_in(struct number_range range, struct number number);

/* Return a number as text, "0x12" or "-3"; and a range, "0 to 0xFF" or "-128 to 127". */
const char *number_text(struct arena *arena, struct number number);
const char *number_range_text(struct arena *arena, struct number_range range);

/* terms_hold is true if a number meets a condition; terms_can_hold if any number of a range does. */
bool terms_hold(const struct ast_term *terms, struct number number);
bool terms_can_hold(const struct ast_term *terms, struct number_range range);

#endif
