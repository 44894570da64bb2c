/* Integers of either sign, and conditions on them: what can hold in a range is what holds for some number of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "check/numbers.h"

enum { TERMS_MOST = 4 };

static struct number of(int value)
{
    return number_of(value < 0, (uint64_t)(value < 0 ? -value : value));
}

static void test_order(void **state)
{
    (void)state;
    for (int a = -3; a <= 3; a++)
        for (int b = -3; b <= 3; b++)
            assert_int_equal(number_compare(of(a), of(b)), (a > b) - (a < b));
    assert_int_equal(number_compare(number_of(true, 0), number_of(false, 0)), 0);
    assert_int_equal(number_compare(number_of(true, UINT64_MAX), number_of(false, UINT64_MAX)), -1);
}

static void test_ranges(void **state)
{
    (void)state;
    struct number_range byte = number_range_of(false, 8), bit = number_range_of(true, 1);
    struct number_range wide = number_range_of(true, 64);
    assert_true(number_in(byte, of(0)) && number_in(byte, of(255)));
    assert_false(number_in(byte, of(-1)) || number_in(byte, of(256)));
    assert_true(number_in(wide, number_of(true, (uint64_t)1 << 63)) && number_in(wide, number_of(false, INT64_MAX)));
    assert_false(number_in(wide, number_of(false, (uint64_t)1 << 63)));
    assert_false(number_in(wide, number_of(true, ((uint64_t)1 << 63) + 1)));
    assert_true(number_in(bit, of(-1)) && number_in(bit, of(0)) && !number_in(bit, of(1)));
    assert_true(number_in(number_range_of(false, 64), number_of(false, UINT64_MAX)));
}

static void test_text(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(number_text(arena, of(9)), "9");
    assert_string_equal(number_text(arena, of(16)), "0x10");
    assert_string_equal(number_text(arena, of(-16)), "-16");
    assert_string_equal(number_range_text(arena, number_range_of(false, 8)), "0 to 0xFF");
    assert_string_equal(number_range_text(arena, number_range_of(true, 8)), "-128 to 127");
    arena_free(arena);
}

/* A condition out of an index: relations, numbers from -3 to 4, and where an || stands. */
static void make_terms(struct ast_term *terms, unsigned count, uint64_t index)
{
    for (unsigned i = 0; i < count; i++) {
        int value = (int)(index % 8) - 3;
        terms[i] = (struct ast_term){.next = i + 1 < count ? &terms[i + 1] : NULL,
                                     .relation = (enum ast_relation)(index / 8 % 6),
                                     .begins = index / 48 % 2,
                                     .negative = value < 0,
                                     .number = (uint64_t)(value < 0 ? -value : value)};
        index /= 96;
    }
}

static void compare_with_each_number(const struct ast_term *terms)
{
    static const struct {
        bool is_signed;
        unsigned bits;
        int least, most;
    } types[] = {{false, 1, 0, 1}, {false, 2, 0, 3}, {true, 1, -1, 0}, {true, 2, -2, 1}, {true, 3, -4, 3}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        bool any = false;
        for (int value = types[i].least; value <= types[i].most; value++)
            any |= terms_hold(terms, of(value));
        assert_int_equal(terms_can_hold(terms, number_range_of(types[i].is_signed, types[i].bits)), any);
    }
}

static void test_conditions(void **state)
{
    (void)state;
    struct ast_term terms[TERMS_MOST];
    for (uint64_t index = 0; index < 96 * 96; index++) {
        make_terms(terms, 2, index);
        compare_with_each_number(terms);
    }
    /* Longer numbers are sampled. The step is a prime, so that all digits occur. */
    for (uint64_t index = 0; index < 96u * 96 * 96 * 96; index += 7919) {
        make_terms(terms, TERMS_MOST, index);
        compare_with_each_number(terms);
    }
}

static void test_ends(void **state)
{
    (void)state;
    struct number_range all = number_range_of(false, 64), wide = number_range_of(true, 64);
    struct ast_term term = {.relation = AST_GREATER, .number = UINT64_MAX};
    assert_false(terms_can_hold(&term, all));
    term.relation = AST_GREATER_EQUAL;
    assert_true(terms_can_hold(&term, all));
    assert_false(terms_can_hold(&term, wide));
    term = (struct ast_term){.relation = AST_LESS, .negative = true, .number = UINT64_MAX};
    assert_false(terms_can_hold(&term, wide));
    term.relation = AST_NOT_EQUAL;
    assert_true(terms_can_hold(&term, wide));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),      cmocka_unit_test(test_ranges), cmocka_unit_test(test_text),
        cmocka_unit_test(test_conditions), cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
