/*
 * Integers of either sign and 64 bits, and which of them a type or a condition takes.
 */
#ifndef CHECK_NUMBERS_H
#define CHECK_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "front/ast.h"

struct arena;

/* Zero is not negative. */
struct number {
    bool is_negative;
    uint64_t magnitude;
};

struct number number_of(bool is_negative, uint64_t magnitude);

/* Less than, equal to or greater than zero, as a is to b. */
int number_compare(struct number a, struct number b);

/* The integers that so many bits, 1 to 64, hold. */
struct number_range {
    struct number least, most;
};
struct number_range number_range_of(bool is_signed, unsigned bits);
bool number_in(struct number_range range, struct number number);

/* Returns "0x12", "-3", and "0 to 0xFF" or "-128 to 127". */
const char *number_text(struct arena *arena, struct number number);
const char *number_range_text(struct arena *arena, struct number_range range);

/* True if a number meets a condition; true if any number of a range does. */
bool terms_hold(const struct ast_term *terms, struct number number);
bool terms_can_hold(const struct ast_term *terms, struct number_range range);

#endif
