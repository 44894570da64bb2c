/*
 * base/arena.h and base/buffer.h: pieces are zeroed, and stay apart. Under AddressSanitizer, an access outside what was
 * handed out ends the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"

enum { REPORT_MOST = 65536, LARGE = 5 << 20 };

/* Reads a byte in a child. Returns true if AddressSanitizer reports the access. */
static bool is_caught(const void *byte)
{
    static char report[REPORT_MOST + 1];
    size_t size = 0;
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(*(const volatile char *)byte & 0);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], report + size, REPORT_MOST - size)) > 0;)
        size += (size_t)got;
    close(ends[0]);
    report[size] = '\0';
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WIFEXITED(status) && !WEXITSTATUS(status), !size);
    return strstr(report, "ERROR: AddressSanitizer") != NULL;
}

static void test_zeroed(void **state)
{
    struct arena *arena = arena_new();
    (void)state;
    for (size_t round = 0; round < 3; round++) {
        for (size_t size = 0; size < 3000; size += 7) {
            unsigned char *piece = arena_alloc(arena, size);
            assert_int_equal((uintptr_t)piece % ARENA_ALIGNMENT, 0);
            for (size_t i = 0; i < size; i++)
                assert_int_equal(piece[i], 0);
            memset(piece, 0xFF, size);
        }
        arena_clear(arena);
    }
    arena_free(arena);
}

static void test_arena(void **state)
{
    static const size_t sizes[] = {0, 1, 7, 8, 24, 1000, 100000, LARGE};
    struct arena *arena = arena_new();
    (void)state;
    if (!MEMORY_RED_ZONE)
        skip();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *piece = arena_alloc(arena, sizes[i]), *next = arena_alloc(arena, 8);
        assert_false(is_caught(next));
        assert_true(is_caught(piece - 1));
        assert_true(is_caught(piece + sizes[i]));
        assert_true(is_caught(piece + sizes[i] + MEMORY_RED_ZONE - ARENA_ALIGNMENT));
        if (sizes[i])
            assert_false(is_caught(piece + sizes[i] - 1));
    }
    arena_free(arena);
}

static void test_texts(void **state)
{
    struct arena *arena = arena_new();
    (void)state;
    if (!MEMORY_RED_ZONE)
        skip();
    const char *texts[] = {arena_copy(arena, "12345678", 8), arena_format(arena, "%d", 12345678),
                           ARENA_JOIN(arena, "1234", "5678")};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_string_equal(texts[i], "12345678");
        assert_true(is_caught(texts[i] + 9));
    }
    arena_free(arena);
}

static void test_cleared(void **state)
{
    struct arena *arena = arena_new();
    (void)state;
    if (!MEMORY_RED_ZONE)
        skip();
    const char *first = arena_alloc(arena, 8), *last = arena_alloc(arena, 8);
    arena_clear(arena);
    assert_true(is_caught(first));
    assert_true(is_caught(last));
    assert_ptr_equal(arena_alloc(arena, 8), first);
    assert_false(is_caught(first));
    assert_true(is_caught(last));
    arena_free(arena);
}

/* No offset is added to a null pointer, not even 0. */
static void test_empty(void **state)
{
    struct buffer buffer = {0};
    (void)state;
    assert_non_null(buffer_reserve(&buffer, 0));
    assert_string_equal(buffer_text(&buffer), "");
    buffer_free(&buffer);
}

static void test_buffer(void **state)
{
    struct buffer buffer = {0};
    (void)state;
    if (!MEMORY_RED_ZONE)
        skip();
    assert_true(is_caught(buffer_reserve(&buffer, 0)));
    for (size_t i = 0; i < 1000; i++)
        buffer_add_char(&buffer, 'a');
    assert_false(is_caught(buffer.data + 999));
    assert_true(is_caught(buffer.data + 1000));
    assert_int_equal(strlen(buffer_text(&buffer)), 1000);
    assert_true(is_caught(buffer.data + 1001));
    buffer_reserve(&buffer, 20);
    assert_false(is_caught(buffer.data + 1019));
    assert_true(is_caught(buffer.data + 1020));
    buffer_clear(&buffer);
    buffer_add_text(&buffer, "12345");
    assert_true(is_caught(buffer.data + 5));
    assert_true(is_caught(buffer.data + 5 + MEMORY_RED_ZONE / 2));
    buffer_free(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zeroed),  cmocka_unit_test(test_arena), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_cleared), cmocka_unit_test(test_empty), cmocka_unit_test(test_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
