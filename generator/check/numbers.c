#include "check/numbers.h"

#include <stdlib.h>

#include "base/arena.h"

struct number number_of(bool is_negative, uint64_t magnitude)
{
    return (struct number){is_negative && magnitude, magnitude};
}

int number_compare(struct number a, struct number b)
{
    if (a.is_negative != b.is_negative)
        return a.is_negative ? -1 : 1;
    int more = (a.magnitude > b.magnitude) - (a.magnitude < b.magnitude);
    return a.is_negative ? -more : more;
}

struct number_range number_range_of(bool is_signed, unsigned bits)
{
    uint64_t most = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
    if (is_signed)
        return (struct number_range){number_of(true, most / 2 + 1), number_of(false, most / 2)};
    return (struct number_range){number_of(false, 0), number_of(false, most)};
}

bool number_in(struct number_range range, struct number number)
{
    return number_compare(range.least, number) <= 0 && number_compare(number, range.most) <= 0;
}

const char *number_text(struct arena *arena, struct number number)
{
    if (number.is_negative)
        return arena_format(arena, "-%llu", (unsigned long long)number.magnitude);
    if (number.magnitude < 10)
        return arena_format(arena, "%llu", (unsigned long long)number.magnitude);
    return arena_format(arena, "0x%llX", (unsigned long long)number.magnitude);
}

const char *number_range_text(struct arena *arena, struct number_range range)
{
    if (range.least.is_negative)
        return arena_format(arena, "-%llu to %llu", (unsigned long long)range.least.magnitude,
                            (unsigned long long)range.most.magnitude);
    return arena_format(arena, "0 to %s", number_text(arena, range.most));
}

/* Returns the next number; the largest number itself. */
static struct number number_after(struct number number)
{
    if (number.is_negative)
        return number_of(true, number.magnitude - 1);
    return number_of(false, number.magnitude + (number.magnitude < UINT64_MAX));
}

static struct number number_before(struct number number)
{
    if (number.is_negative || !number.magnitude)
        return number_of(true, number.magnitude + (number.magnitude < UINT64_MAX));
    return number_of(false, number.magnitude - 1);
}

static bool term_holds(const struct ast_term *term, struct number number)
{
    int order = number_compare(number, number_of(term->negative, term->number));
    switch (term->relation) {
    case AST_EQUAL:
        return order == 0;
    case AST_NOT_EQUAL:
        return order != 0;
    case AST_LESS:
        return order < 0;
    case AST_LESS_EQUAL:
        return order <= 0;
    case AST_GREATER:
        return order > 0;
    case AST_GREATER_EQUAL:
        break;
    }
    return order >= 0;
}

/* Returns the end of the terms that && joins, beginning with `term`: the next term that follows an ||, or NULL. */
static const struct ast_term *side_end(const struct ast_term *term)
{
    for (term = term->next; term && !term->begins; term = term->next)
        continue;
    return term;
}

bool terms_hold(const struct ast_term *terms, struct number number)
{
    for (const struct ast_term *side = terms, *end; side; side = end) {
        bool holds = true;
        end = side_end(side);
        for (const struct ast_term *term = side; term != end && holds; term = term->next)
            holds = term_holds(term, number);
        if (holds)
            return true;
    }
    return false;
}

static struct number greater_number(struct number a, struct number b)
{
    return number_compare(a, b) > 0 ? a : b;
}

static struct number lesser_number(struct number a, struct number b)
{
    return number_compare(a, b) < 0 ? a : b;
}

/* Cuts a range to the numbers that meet a term, which must not be a !=. Returns false if none is left. Numbers have at
 * most 64 bits. */
static bool cut_range(struct number_range *range, const struct ast_term *term)
{
    struct number number = number_of(term->negative, term->number);
    bool strict = term->relation == AST_LESS || term->relation == AST_GREATER;
    struct number inside = !strict                        ? number
                           : term->relation == AST_LESS ? number_before(number)
                                                        : number_after(number);
    if (strict && number_compare(inside, number) == 0)
        return false;
    if (term->relation == AST_EQUAL || term->relation == AST_GREATER || term->relation == AST_GREATER_EQUAL)
        range->least = greater_number(range->least, inside);
    if (term->relation == AST_EQUAL || term->relation == AST_LESS || term->relation == AST_LESS_EQUAL)
        range->most = lesser_number(range->most, inside);
    return number_compare(range->least, range->most) <= 0;
}

static int compare_numbers(const void *left, const void *right)
{
    return number_compare(*(const struct number *)left, *(const struct number *)right);
}

/* True if the != terms of a conjunction exclude all numbers of a range. The first number that no term excludes ends the
 * search. */
static bool all_excluded(struct number_range range, const struct ast_term *side, const struct ast_term *end)
{
    size_t count = 0;
    for (const struct ast_term *term = side; term != end; term = term->next)
        count += term->relation == AST_NOT_EQUAL;
    if (!count)
        return false;
    struct number *excluded = memory_alloc(count * sizeof *excluded);
    count = 0;
    for (const struct ast_term *term = side; term != end; term = term->next)
        if (term->relation == AST_NOT_EQUAL)
            excluded[count++] = number_of(term->negative, term->number);
    qsort(excluded, count, sizeof *excluded, compare_numbers);
    bool all = false;
    for (size_t i = 0; i < count && !all; i++) {
        if (number_compare(excluded[i], range.least))
            continue;
        all = number_compare(range.least, range.most) == 0;
        range.least = number_after(range.least);
    }
    free(excluded);
    return all;
}

bool terms_can_hold(const struct ast_term *terms, struct number_range range)
{
    for (const struct ast_term *side = terms, *end; side; side = end) {
        struct number_range left = range;
        bool possible = true;
        end = side_end(side);
        for (const struct ast_term *term = side; term != end && possible; term = term->next)
            possible = term->relation == AST_NOT_EQUAL || cut_range(&left, term);
        if (possible && !all_excluded(left, side, end))
            return true;
    }
    return false;
}
