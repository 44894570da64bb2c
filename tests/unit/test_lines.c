/* Texts as lines, and the lines that two texts do not share: always consistent, and as few as possible. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "spec/lines.h"

enum { LINES_MOST = 12, ROUNDS = 4000 };

static struct lines lines_of(struct arena *arena, const char *text)
{
    return lines_new(arena, text, strlen(text));
}

static void test_split(void **state)
{
    struct arena *arena = arena_new();
    (void)state;
    assert_int_equal(lines_of(arena, "").count, 0);
    assert_int_equal(lines_of(arena, "\n").count, 1);
    assert_int_equal(lines_of(arena, "a\n\nb").count, 3);
    struct lines lines = lines_of(arena, "a\r\nbc\n\nd");
    static const size_t sizes[] = {3, 3, 1, 1};
    assert_int_equal(lines.count, 4);
    for (size_t i = 0; i < lines.count; i++) {
        assert_int_equal(lines.items[i].size, sizes[i]);
        assert_false(lines.items[i].changed);
    }
    arena_free(arena);
}

static void test_ends(void **state)
{
    (void)state;
    assert_string_equal(lines_end("", 0), "\n");
    assert_string_equal(lines_end("a", 1), "\n");
    assert_string_equal(lines_end("\n", 1), "\n");
    assert_string_equal(lines_end("a\nb\r\n", 5), "\n");
    assert_string_equal(lines_end("a\r\nb\n", 5), "\r\n");
    assert_string_equal(lines_end("a\rb\n", 4), "\n");
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The length of the longest common sequence of lines, each of one letter, by the textbook's table. */
static size_t common(const char *a, const char *b)
{
    size_t table[LINES_MOST + 1][LINES_MOST + 1] = {{0}};
    size_t width = strlen(a) / 2, height = strlen(b) / 2;
    for (size_t x = width; x-- > 0;)
        for (size_t y = height; y-- > 0;)
            table[x][y] = a[2 * x] == b[2 * y] ? table[x + 1][y + 1] + 1 : larger(table[x + 1][y], table[x][y + 1]);
    return table[0][0];
}

/* The lines that did not change are the same ones in both texts, in the same order. Returns their number. */
static size_t expect_common(const struct lines *before, const struct lines *after)
{
    size_t count = 0, y = 0;
    for (size_t x = 0; x < before->count; x++) {
        if (before->items[x].changed)
            continue;
        while (y < after->count && after->items[y].changed)
            y++;
        assert_true(y < after->count);
        assert_int_equal(before->items[x].size, after->items[y].size);
        assert_memory_equal(before->items[x].text, after->items[y].text, before->items[x].size);
        y++;
        count++;
    }
    for (; y < after->count; y++)
        assert_true(after->items[y].changed);
    return count;
}

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16 & 0x7FFF;
}

static void make_text(char *text, unsigned *seed)
{
    unsigned count = next_random(seed) % (LINES_MOST + 1);
    for (unsigned i = 0; i < count; i++) {
        *text++ = (char)('a' + next_random(seed) % 3);
        *text++ = '\n';
    }
    *text = '\0';
}

static void test_shortest(void **state)
{
    unsigned seed = 1;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        char a[2 * LINES_MOST + 1], b[2 * LINES_MOST + 1];
        make_text(a, &seed);
        make_text(b, &seed);
        struct arena *arena = arena_new();
        struct lines before = lines_of(arena, a), after = lines_of(arena, b);
        lines_compare(arena, &before, &after);
        assert_int_equal(expect_common(&before, &after), common(a, b));
        arena_free(arena);
    }
}

/* The last line without an end differs from the same line with one. */
static void test_last_line(void **state)
{
    struct arena *arena = arena_new();
    struct lines before = lines_of(arena, "a\nb\n"), after = lines_of(arena, "a\nb");
    (void)state;
    lines_compare(arena, &before, &after);
    assert_false(before.items[0].changed || after.items[0].changed);
    assert_true(before.items[1].changed && after.items[1].changed);
    arena_free(arena);
}

/* Long texts with nothing in common change as a whole; the lines that they share at both ends do not. */
static void test_strangers(void **state)
{
    enum { COUNT = 6000 };
    struct arena *arena = arena_new();
    char *a = ARENA_ARRAY(arena, char, 2 * COUNT + 1);
    char *b = ARENA_ARRAY(arena, char, 2 * COUNT + 1);
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        memcpy(a + 2 * i, i && i + 1 < COUNT ? "a\n" : "x\n", 2);
        memcpy(b + 2 * i, i && i + 1 < COUNT ? "b\n" : "x\n", 2);
    }
    struct lines before = lines_of(arena, a), after = lines_of(arena, b);
    lines_compare(arena, &before, &after);
    assert_int_equal(expect_common(&before, &after), 2);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split),    cmocka_unit_test(test_ends),      cmocka_unit_test(test_shortest),
        cmocka_unit_test(test_last_line), cmocka_unit_test(test_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
