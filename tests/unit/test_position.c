/* Positions in texts: lines, and characters as units of UTF-16 or as bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "lsp/position.h"

/* An offset and its position; characters of UTF-16 and of UTF-8. */
struct known {
    size_t offset;
    uint32_t line, units, bytes;
};

static void compare(const char *text, size_t size, const struct known *known, size_t count)
{
    struct arena *arena = arena_new();
    for (int encoding = POSITION_UTF16; encoding <= POSITION_UTF8; encoding++) {
        struct position_map map = position_map_new(arena, text, size, (enum position_encoding)encoding);
        for (size_t i = 0; i < count; i++) {
            uint32_t character = encoding == POSITION_UTF8 ? known[i].bytes : known[i].units;
            struct position position = position_find(&map, known[i].offset);
            assert_int_equal(position.line, known[i].line);
            assert_int_equal(position.character, character);
            assert_int_equal(position_offset(&map, position), known[i].offset);
            assert_int_equal(position_seek(text, size, (enum position_encoding)encoding, position), known[i].offset);
        }
    }
    arena_free(arena);
}

static void test_characters(void **state)
{
    /* "aé😀b" LF "c" */
    static const char text[] = "a\xC3\xA9\xF0\x9F\x98\x80" "b\nc";
    static const struct known known[] = {{0, 0, 0, 0}, {1, 0, 1, 1}, {3, 0, 2, 3},
                                         {7, 0, 4, 7}, {8, 0, 5, 8}, {9, 1, 0, 0}, {10, 1, 1, 1}};
    (void)state;
    compare(text, sizeof text - 1, known, sizeof known / sizeof *known);
}

static void test_lines(void **state)
{
    static const char text[] = "a\r\nb\rc\n\n\r\r\nd";
    static const struct known known[] = {{0, 0, 0, 0}, {1, 0, 1, 1}, {3, 1, 0, 0}, {4, 1, 1, 1},   {5, 2, 0, 0},
                                         {7, 3, 0, 0}, {8, 4, 0, 0}, {9, 5, 0, 0}, {11, 6, 0, 0}, {12, 6, 1, 1}};
    (void)state;
    compare(text, sizeof text - 1, known, sizeof known / sizeof *known);
    compare("", 0, known, 1);
}

static void test_mark(void **state)
{
    static const struct known known[] = {{3, 0, 0, 0}, {4, 0, 1, 1}, {5, 1, 0, 0}};
    (void)state;
    compare("\xEF\xBB\xBF" "a\nb", 6, known, sizeof known / sizeof *known);
}

/* Positions that no text has become the nearest that it has. */
static void test_beyond(void **state)
{
    static const char text[] = "a\xF0\x9F\x98\x80\r\nb\xFF";
    static const struct {
        struct position position;
        size_t offset;
    } cases[] = {{{0, 2}, 1}, {{0, 99}, 5}, {{1, 99}, 9}, {{2, 0}, 9}, {{UINT32_MAX, UINT32_MAX}, 9}, {{1, 1}, 8}};
    struct arena *arena = arena_new();
    struct position_map map = position_map_new(arena, text, sizeof text - 1, POSITION_UTF16);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(position_offset(&map, cases[i].position), cases[i].offset);
        assert_int_equal(position_seek(text, sizeof text - 1, POSITION_UTF16, cases[i].position), cases[i].offset);
    }
    assert_int_equal(position_find(&map, 9).character, 2);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_characters), cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_mark), cmocka_unit_test(test_beyond)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
