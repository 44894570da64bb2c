/* URIs of both kinds of systems, and the paths that they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/path.h"
#include "lsp/uri.h"

#define P &path_posix
#define W &path_windows

static void test_read(void **state)
{
    static const struct {
        const struct path_rules *rules;
        const char *uri, *path;
    } cases[] = {
        {P, "file:///a/b.strata", "/a/b.strata"},
        {P, "file://localhost/a", "/a"},
        {P, "file:///a%20b/%C3%A9.strata", "/a b/\xC3\xA9.strata"},
        {P, "file:///a%2fb%2Fc", "/a/b/c"},
        {P, "file:///a/./b/../c", "/a/c"},
        {P, "file:///100%", "/100%"},
        {P, "file:///%4", "/%4"},
        {P, "file:///%zz%00", "/%zz%00"},
        {P, "file:///c:/a", "/c:/a"},
        {P, "file://", "/"},
        {P, "untitled:Untitled-1", "untitled:Untitled-1"},
        {P, "", ""},
        {W, "file:///c%3A/a%20b/x.strata", "C:/a b/x.strata"},
        {W, "file:///C:/a", "C:/a"},
        {W, "file:///c:/", "C:/"},
        {W, "file:///d%3a/a", "D:/a"},
        {W, "file://server/share/a", "//server/share/a"},
        {W, "untitled:x", "untitled:x"},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(uri_read(arena, cases[i].rules, cases[i].uri), cases[i].path);
    arena_free(arena);
}

static void test_write(void **state)
{
    static const struct {
        const struct path_rules *rules;
        const char *path, *uri;
    } cases[] = {
        {P, "/a/b.strata", "file:///a/b.strata"},
        {P, "/a b/\xC3\xA9#?%.strata", "file:///a%20b/%C3%A9%23%3F%25.strata"},
        {P, "/c:/a", "file:///c%3A/a"},
        {W, "C:/a b", "file:///C:/a%20b"},
        {W, "//server/share/a", "file://server/share/a"},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(uri_write(arena, cases[i].rules, cases[i].path), cases[i].uri);
        assert_string_equal(uri_read(arena, cases[i].rules, cases[i].uri), cases[i].path);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_read), cmocka_unit_test(test_write)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
