/*
 * base/thread.h: results come in the order of the items for any number of threads, and names of several threads are
 * one table's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/thread.h"

enum { ITEM_COUNT = 1000, NAME_COUNT = 100 };

struct fixture {
    struct intern *intern, *own[THREAD_MOST];
    const char *names[ITEM_COUNT];
    size_t taken;
};

/* Looks up a name that ten items have. */
static void work(void *user, size_t thread, size_t index)
{
    struct fixture *fixture = user;
    char name[] = {'n', (char)('0' + index % NAME_COUNT / 10), (char)('0' + index % 10), '\0'};
    assert_true(thread < THREAD_MOST);
    fixture->names[index] = intern_text(fixture->own[thread], name);
}

static void take(void *user, size_t index)
{
    struct fixture *fixture = user;
    assert_int_equal(index, fixture->taken++);
    assert_non_null(fixture->names[index]);
    assert_ptr_equal(fixture->names[index], intern_text(fixture->intern, fixture->names[index]));
    if (index >= NAME_COUNT)
        assert_ptr_equal(fixture->names[index], fixture->names[index - NAME_COUNT]);
}

/* Works on all items, and looks that each is taken once. */
static void run(size_t count, size_t threads)
{
    struct fixture fixture = {0};
    struct arena *arena = arena_new();
    fixture.intern = intern_new(arena);
    for (size_t i = 0; i < THREAD_MOST; i++)
        fixture.own[i] = intern_beside(fixture.intern, arena_within(arena));
    intern_share(fixture.intern, thread_lock_new(arena));
    thread_run(&(struct thread_work){count, work, take, &fixture}, threads);
    assert_int_equal(fixture.taken, count);
    intern_share(fixture.intern, NULL);
    if (count)
        assert_string_equal(intern_text(fixture.intern, "n00"), fixture.names[0]);
    arena_free(arena);
}

static void test_one_thread(void **state)
{
    (void)state;
    run(ITEM_COUNT, 1);
}

static void test_many_threads(void **state)
{
    (void)state;
    for (size_t threads = 2; threads <= THREAD_MOST + 1; threads++)
        run(ITEM_COUNT, threads);
}

static void test_few_items(void **state)
{
    (void)state;
    for (size_t count = 0; count < 4; count++)
        run(count, THREAD_MOST);
}

static void test_count(void **state)
{
    (void)state;
    assert_in_range(thread_count(), 1, THREAD_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_thread),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_few_items),
        cmocka_unit_test(test_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
