/* Paths as POSIX and as Windows write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/path.h"

#define P &path_posix
#define W &path_windows

static void test_roots(void **state)
{
    static const struct {
        const struct path_rules *rules;
        const char *path, *root, *name;
    } cases[] = {
        {P, "", "", ""},
        {P, "a", "", "a"},
        {P, "a/b", "", "b"},
        {P, "a/", "", ""},
        {P, "/", "/", ""},
        {P, "//a/b", "/", "b"},
        {P, "C:/a", "", "a"},
        {P, "a\\b", "", "a\\b"},
        {W, "", "", ""},
        {W, "a\\b/c", "", "c"},
        {W, "a/b\\c", "", "c"},
        {W, "\\a", "\\", "a"},
        {W, "C:\\a", "C:\\", "a"},
        {W, "c:/", "c:/", ""},
        {W, "C:a", "C:", "a"},
        {W, "C:", "C:", ""},
        {W, "1:/a", "", "a"},
        {W, "//server/share/a", "//server/share/", "a"},
        {W, "\\\\server\\share", "\\\\server\\share", ""},
        {W, "//server", "//server", ""},
        {W, "///a", "/", "a"},
        {W, "//", "/", ""},
        {W, "\\\\?\\C:\\a", "\\\\?\\C:\\", "a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(path_root_length(cases[i].rules, cases[i].path), strlen(cases[i].root));
        assert_string_equal(path_name(cases[i].rules, cases[i].path), cases[i].name);
    }
}

static void test_normal_form(void **state)
{
    static const struct {
        const struct path_rules *rules;
        const char *path, *wanted;
    } cases[] = {
        {P, "", "."},
        {P, ".", "."},
        {P, "./a//b/", "a/b"},
        {P, "a/../..", ".."},
        {P, "../../a", "../../a"},
        {P, "a/..", "."},
        {P, "/..", "/"},
        {P, "//a/../../b/.", "/b"},
        {P, "a\\..\\b", "a\\..\\b"},
        {P, "...", "..."},
        {W, ".\\a\\\\b\\", "a/b"},
        {W, "a\\../..", ".."},
        {W, "\\..\\a", "/a"},
        {W, "C:\\..\\a\\.\\b", "C:/a/b"},
        {W, "c:/", "c:/"},
        {W, "C:", "C:."},
        {W, "C:a\\..", "C:."},
        {W, "C:..\\..\\a", "C:../../a"},
        {W, "C:a/../../b", "C:../b"},
        {W, "\\\\server\\share\\..\\a\\..\\b", "//server/share/b"},
        {W, "\\\\server\\share", "//server/share"},
        {W, "\\\\?\\C:\\a\\..", "//?/C:/"},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(path_normalise(arena, cases[i].rules, cases[i].path), cases[i].wanted);
    arena_free(arena);
}

static void test_joined(void **state)
{
    static const struct {
        const struct path_rules *rules;
        const char *directory, *wanted;
    } cases[] = {
        {P, "", "x"},      {P, "a", "a/x"},       {P, "a/", "a/x"},    {P, "/", "/x"}, {P, "C:", "C:/x"},
        {W, "a\\", "a\\x"}, {W, "a\\b", "a\\b\\x"}, {W, "C:\\", "C:\\x"}, {W, "C:", "C:x"}, {W, "C:a", "C:a/x"},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(path_join(arena, cases[i].rules, cases[i].directory, "x"), cases[i].wanted);
    assert_string_equal(path_with_slashes(arena, P, "a\\b//."), "a\\b//.");
    assert_string_equal(path_with_slashes(arena, W, "\\\\a\\b\\/."), "//a/b//.");
    arena_free(arena);
}

static void test_beside(void **state)
{
    static const struct {
        const struct path_rules *rules;
        const char *user, *path, *wanted;
    } cases[] = {
        {P, "etw/a.strata", "../nt/nt.strata", "nt/nt.strata"},
        {P, "a.strata", "b.strata", "b.strata"},
        {P, "/a.strata", "../b", "/b"},
        {P, "etw/a", "/b", "/b"},
        {W, "etw/a.strata", "..\\nt\\nt.strata", "nt/nt.strata"},
        {W, "C:/specs/etw/a", "../nt/nt", "C:/specs/nt/nt"},
        {W, "C:a", "../nt", "C:../nt"},
        {W, "//server/share/a", "../nt", "//server/share/nt"},
        {W, "etw/a", "D:\\nt", "D:/nt"},
        {W, "etw/a", "\\nt", "/nt"},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(path_beside(arena, cases[i].rules, cases[i].user, cases[i].path), cases[i].wanted);
    arena_free(arena);
}

static void test_relative(void **state)
{
    static const struct {
        const struct path_rules *rules;
        const char *directory, *user, *path, *wanted;
    } cases[] = {
        {P, "/w", NULL, "specs/nt/nt.strata", "specs/nt/nt.strata"},
        {P, "/w", "specs/etw/a.strata", "specs/nt/nt.strata", "../nt/nt.strata"},
        {P, "/w", "/tmp/a", "specs/nt", "../w/specs/nt"},
        {P, "/", "a/b", "c", "../c"},
        {P, "/w/x", "../../a", "./b", "w/x/b"},
        {P, "/w", "ab/c", "abc/d", "../abc/d"},
        {W, "C:/w", "specs\\etw\\a", "specs\\nt\\nt", "../nt/nt"},
        {W, "C:/w", "C:\\tmp\\a", "specs/nt", "../w/specs/nt"},
        {W, "C:/w", "D:\\tmp\\a", "specs/nt", "C:/w/specs/nt"},
        {W, "C:\\w", NULL, "D:\\nt", "D:/nt"},
        {W, "//server/one", "a", "//server/two/b", "//server/two/b"},
        {W, "//server/one", "a/b", "c", "../c"},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(
            path_relative(arena, cases[i].rules, cases[i].directory, cases[i].user, cases[i].path), cases[i].wanted);
    arena_free(arena);
}

static void test_between(void **state)
{
    static const struct {
        const char *from, *to, *wanted;
    } cases[] = {
        {"a", "b.h", "b.h"},        {"nt/a", "nt/b.h", "b.h"},      {"etw/a", "nt/b.h", "../nt/b.h"},
        {"a/b/c", "d.h", "../../d.h"}, {"ab/c", "abc/d.h", "../abc/d.h"}, {"a", "b/c/d.h", "b/c/d.h"},
    };
    struct arena *arena = arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(path_between(arena, cases[i].from, cases[i].to), cases[i].wanted);
    arena_free(arena);
}

static void test_below(void **state)
{
    (void)state;
    static const char *const inside[] = {"a", "a/b", "./a", "..a", "a..", "a/..b/c", "...", ""};
    static const char *const outside[] = {"..", "../a", "a/..", "a/../b", "/", "/a", "a//..", "./.."};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        assert_true(path_stays_below(&path_posix, inside[i]));
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_false(path_stays_below(&path_posix, outside[i]));
    assert_true(path_stays_below(&path_posix, "a\\..\\b"));
    assert_false(path_stays_below(&path_windows, "a\\..\\b"));
    assert_false(path_stays_below(&path_windows, "C:a"));
    assert_false(path_stays_below(&path_windows, "\\a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots),  cmocka_unit_test(test_normal_form), cmocka_unit_test(test_joined),
        cmocka_unit_test(test_beside), cmocka_unit_test(test_between),     cmocka_unit_test(test_relative),
        cmocka_unit_test(test_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
