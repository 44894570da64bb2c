/* Sets of versions, compared with bit masks: every pair of the sets of six versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "model/axis.h"

/* Bit i of a mask stands for the versions from cuts[i] up to the next one. */
enum { CUT_COUNT = 6, MASK_COUNT = 1 << CUT_COUNT };
static const uint64_t cuts[CUT_COUNT + 1] = {0, 1, 5, 6, (uint64_t)6 << 48, VERSION_END - 1, VERSION_END};

static int set_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free(*state);
    return 0;
}

/* Puts a set together from single cuts, which touch. They are added from the last to the first. */
static struct version_set set_of(struct arena *arena, unsigned mask)
{
    struct version_range ranges[CUT_COUNT];
    size_t count = 0;
    for (unsigned i = CUT_COUNT; i-- > 0;)
        if (mask >> i & 1)
            ranges[count++] = (struct version_range){cuts[i], cuts[i + 1]};
    return version_set_of(arena, ranges, count);
}

/* The ranges ascend, are not empty and do not touch, and contain what the mask says. */
static void expect_set(struct version_set set, unsigned mask)
{
    for (size_t i = 0; i < set.count; i++) {
        assert_true(set.ranges[i].from < set.ranges[i].to);
        assert_true(!i || set.ranges[i - 1].to < set.ranges[i].from);
    }
    for (unsigned i = 0; i < CUT_COUNT; i++) {
        assert_int_equal(version_set_contains(&set, cuts[i]), mask >> i & 1);
        assert_int_equal(version_set_contains(&set, cuts[i + 1] - 1), mask >> i & 1);
    }
}

static void test_sets(void **state)
{
    for (unsigned mask = 0; mask < MASK_COUNT; mask++)
        expect_set(set_of(*state, mask), mask);
    assert_int_equal(set_of(*state, MASK_COUNT - 1).count, 1);
    assert_int_equal(set_of(*state, 0).count, 0);
}

static void test_pairs(void **state)
{
    for (unsigned a = 0; a < MASK_COUNT; a++) {
        struct version_set left = set_of(*state, a);
        for (unsigned b = 0; b < MASK_COUNT; b++) {
            struct version_set right = set_of(*state, b);
            expect_set(version_set_union(*state, left, right), a | b);
            expect_set(version_set_intersect(*state, left, right), a & b);
            expect_set(version_set_subtract(*state, left, right), a & ~b);
            assert_int_equal(version_set_equal(left, right), a == b);
        }
    }
}

static void test_one_range(void **state)
{
    assert_int_equal(version_set_range(*state, 3, 3).count, 0);
    assert_int_equal(version_set_range(*state, 4, 3).count, 0);
    struct version_set set = version_set_range(*state, 3, VERSION_END);
    assert_int_equal(set.count, 1);
    assert_false(version_set_contains(&set, 2));
    assert_true(version_set_contains(&set, 3) && version_set_contains(&set, VERSION_END - 1));
}

/* Ranges that overlap, hold each other or are empty. */
static void test_any_ranges(void **state)
{
    struct version_range ranges[] = {{7, 9}, {1, 8}, {2, 3}, {5, 5}, {9, 10}, {20, 21}};
    struct version_set set = version_set_of(*state, ranges, sizeof ranges / sizeof *ranges);
    assert_int_equal(set.count, 2);
    assert_true(set.ranges[0].from == 1 && set.ranges[0].to == 10);
    assert_true(set.ranges[1].from == 20 && set.ranges[1].to == 21);
}

/* A list becomes a set once, and is empty then. */
static void test_list(void **state)
{
    struct version_list list = {0};
    assert_int_equal(version_list_take(&list, *state).count, 0);
    for (unsigned i = 100; i-- > 0;)
        version_list_add(&list, 2 * i, 2 * i + 1);
    version_list_add_set(&list, version_set_range(*state, 11, 14));
    struct version_set set = version_list_take(&list, *state);
    assert_int_equal(set.count, 98); /* 10 up to 15 is one range */
    assert_int_equal(list.count, 0);
    assert_int_equal(version_list_take(&list, *state).count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pairs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_range, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_any_ranges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_list, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
