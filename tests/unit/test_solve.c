/* The solver: which placements of a table it takes for wrong, and where it puts those members. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check/solve.h"

enum { ITEMS_MOST = 8, BUDGET = 1000000 };

static struct solve_item member(uint32_t stated, uint32_t size)
{
    return (struct solve_item){.stated = stated, .size = size, .align = size, .cost = SOLVE_CHANGE};
}

/* A member that contradicts others where the table has it. */
static struct solve_item suspect(uint32_t stated, uint32_t size)
{
    struct solve_item item = member(stated, size);
    item.is_suspect = true;
    return item;
}

static struct solve_group group_of(struct solve_item *items, size_t count, uint32_t end)
{
    return (struct solve_group){
        .items = items, .count = count, .end = end, .align = 8, .align_least = 8, .align_most = 8};
}

static void solve_all(struct solve_group *group)
{
    uint64_t budget = BUDGET;
    assert_true(solve(group, &budget));
    assert_true(budget <= BUDGET);
}

/* The member stays in each cheapest choice. */
static void expect_kept(const struct solve_item *item)
{
    assert_false(item->is_changed);
    assert_true(item->may_stay);
    assert_int_equal(item->place_count, 0);
    assert_int_equal(item->place, item->stated);
}

/* The member has one other place in all cheapest choices. */
static void expect_moved(const struct solve_item *item, uint32_t place)
{
    assert_true(item->is_changed);
    assert_false(item->may_stay);
    assert_int_equal(item->place_count, 1);
    assert_int_equal(item->places[0], place);
    assert_int_equal(item->place, place);
}

/* A table without contradictions costs nothing, with padding for alignment between its members and before its end. */
static void test_sound(void **state)
{
    struct solve_item items[] = {member(0, 8), member(8, 1), member(12, 4), member(16, 1)};
    struct solve_group group = group_of(items, 4, 24);
    (void)state;
    solve_all(&group);
    assert_int_equal(group.cost, 0);
    assert_int_equal(group.right_end, 24);
    assert_true(group.may_end_stay && !group.is_end_wrong);
    for (size_t i = 0; i < group.count; i++)
        expect_kept(&items[i]);
}

static void test_empty(void **state)
{
    struct solve_group group = group_of(NULL, 0, 0);
    (void)state;
    solve_all(&group);
    assert_int_equal(group.cost, 0);
    assert_false(group.is_end_wrong);
}

/* Any wrong offset of one member among others that leave no gap is found and put right. */
static void test_one_wrong(void **state)
{
    static const uint32_t sizes[] = {8, 8, 4, 4, 2, 2, 2, 2};
    (void)state;
    for (size_t wrong = 0; wrong < ITEMS_MOST; wrong++) {
        for (uint32_t stated = 0; stated < 40; stated++) {
            struct solve_item items[ITEMS_MOST];
            uint32_t place = 0, right = 0;
            for (size_t i = 0; i < ITEMS_MOST; i++) {
                items[i] = i == wrong ? suspect(stated, sizes[i]) : member(place, sizes[i]);
                right = i == wrong ? place : right;
                place += sizes[i];
            }
            if (stated == right)
                continue;
            struct solve_group group = group_of(items, ITEMS_MOST, place);
            solve_all(&group);
            assert_int_equal(group.cost, SOLVE_CHANGE);
            for (size_t i = 0; i < ITEMS_MOST; i++) {
                if (i != wrong)
                    expect_kept(&items[i]);
            }
            expect_moved(&items[wrong], right);
            assert_true(items[wrong].is_exact);
        }
    }
}

/* Two members at one place: the first one belongs before it. If that one cannot be changed, the second one moves. */
static void test_fixed(void **state)
{
    struct solve_item items[] = {suspect(4, 4), suspect(4, 4)};
    struct solve_group group = group_of(items, 2, 8);
    (void)state;
    group.align = group.align_least = group.align_most = 4;
    solve_all(&group);
    expect_moved(&items[0], 0);
    expect_kept(&items[1]);
    items[0] = items[1] = suspect(4, 4);
    items[0].cost = SOLVE_FIXED;
    solve_all(&group);
    expect_kept(&items[0]);
    expect_moved(&items[1], 8);
    assert_true(group.is_end_wrong);
    assert_int_equal(group.right_end, 12);
}

/* A change that is a little cheaper is preferred. */
static void test_cheaper(void **state)
{
    (void)state;
    for (size_t cheap = 0; cheap < 2; cheap++) {
        struct solve_item items[] = {suspect(0, 4), suspect(0, 4)};
        struct solve_group group = group_of(items, 2, SOLVE_UNKNOWN);
        group.align = group.align_least = group.align_most = 4;
        items[cheap].cost--;
        solve_all(&group);
        assert_int_equal(items[1].place, 4);
        assert_int_equal(items[0].place, 0);
    }
}

/* A member without a placement lies behind the one before it; what it needs moves the end of the gap. */
static void test_natural(void **state)
{
    struct solve_item items[] = {member(0, 1), member(0, 4), member(8, 8)};
    struct solve_group group = group_of(items, 3, 16);
    (void)state;
    items[1].is_natural = true;
    solve_all(&group);
    assert_int_equal(group.cost, 0);
    assert_int_equal(items[1].place, 4);
    assert_false(items[1].is_changed);
}

/* A hole needs a reason: members that lie nobody knows where fill it, in number of bytes. */
static void test_holes(void **state)
{
    static const struct {
        uint32_t loose, cost;
    } cases[] = {{0, SOLVE_HOLE}, {7, SOLVE_HOLE}, {8, SOLVE_LOOSE}, {SOLVE_UNKNOWN, SOLVE_LOOSE}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct solve_item items[] = {member(0, 8), member(16, 8)};
        struct solve_group group = group_of(items, 2, 24);
        items[0].cost = items[1].cost = SOLVE_FIXED;
        group.loose = cases[i].loose;
        solve_all(&group);
        assert_int_equal(group.cost, cases[i].cost);
    }
    struct solve_item between[] = {member(0, 8), member(SOLVE_UNKNOWN, 8), member(16, 8)};
    struct solve_group group = group_of(between, 3, 24);
    solve_all(&group);
    assert_int_equal(group.cost, 0);
    struct solve_item given[] = {member(0, 8), member(16, 8)};
    given[1].give = 8;
    group = group_of(given, 2, 24);
    solve_all(&group);
    assert_int_equal(group.cost, 0);
}

/* A wrong end is cheaper than a hole before it. A limit is no end: less is well, more is not. */
static void test_end(void **state)
{
    struct solve_item items[] = {member(0, 8), member(8, 4)};
    struct solve_group group = group_of(items, 2, 24);
    (void)state;
    solve_all(&group);
    assert_int_equal(group.cost, SOLVE_SIZE);
    assert_true(group.is_end_wrong && !group.may_end_stay);
    assert_int_equal(group.right_end, 16);
    group = group_of(items, 2, 24);
    group.is_limit = true;
    solve_all(&group);
    assert_int_equal(group.cost, 0);
    group = group_of(items, 2, 8);
    group.is_limit = true;
    solve_all(&group);
    assert_true(group.cost > 0);
    group = group_of(items, 2, SOLVE_UNKNOWN);
    solve_all(&group);
    assert_int_equal(group.cost, 0);
    assert_int_equal(group.right_end, 16);
}

/* Offsets count from the base of the aggregate. */
static void test_base(void **state)
{
    struct solve_item items[] = {member(100, 8), suspect(104, 4), member(112, 4)};
    struct solve_group group = group_of(items, 3, 116);
    (void)state;
    group.base = 100;
    group.align = group.align_least = group.align_most = 4;
    solve_all(&group);
    expect_moved(&items[1], 108);
}

/* Bit-fields share a unit as long as their bits differ. */
static void test_bits(void **state)
{
    static const struct {
        uint8_t bit, width;
        uint32_t cost;
    } cases[] = {{3, 5, 0}, {8, 24, 0}, {2, 1, SOLVE_BITS}, {0, 32, SOLVE_BITS}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct solve_item items[] = {member(0, 4), member(0, 4), member(4, 4)};
        struct solve_group group = group_of(items, 3, 8);
        items[0].width = 3;
        items[1].bit = cases[i].bit;
        items[1].width = cases[i].width;
        items[0].cost = items[1].cost = SOLVE_FIXED;
        solve_all(&group);
        assert_int_equal(group.cost, cases[i].cost);
    }
}

/* Too few steps: no result, and never more steps than there are. */
static void test_budget(void **state)
{
    (void)state;
    for (uint64_t steps = 0; steps < 4; steps++) {
        struct solve_item items[] = {member(0, 8), suspect(2, 4), member(12, 4), suspect(1, 8), member(24, 8)};
        struct solve_group group = group_of(items, 5, 32);
        uint64_t budget = steps;
        assert_false(solve(&group, &budget));
        assert_true(budget <= steps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound),   cmocka_unit_test(test_empty),   cmocka_unit_test(test_one_wrong),
        cmocka_unit_test(test_fixed),   cmocka_unit_test(test_cheaper), cmocka_unit_test(test_natural),
        cmocka_unit_test(test_holes),   cmocka_unit_test(test_end),     cmocka_unit_test(test_base),
        cmocka_unit_test(test_bits),    cmocka_unit_test(test_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
