/* The words of --struct: parts, patterns, and what is wrong with words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "front/selection.h"

static void test_patterns(void **state)
{
    static const struct {
        const char *part, *name;
        bool matches;
    } cases[] = {
        {"Token", "Token", true},       {"Token", "Tokens", false},    {"Token", "token", false},
        {"*", "", true},                {"*", "Any", true},            {"**", "Any", true},
        {"*Token*", "Token", true},     {"*Token*", "AToken2", true},  {"*Token*", "Toke", false},
        {"T*n", "Token", true},         {"T*n", "Tokens", false},      {"T*n*s", "Tokens", true},
        {"a*b*c", "aXbXbXc", true},     {"a*b*c", "aXcXb", false},     {"*ab", "aab", true},
        {"?", "", false},               {"?", "a", true},              {"?oken", "Token", true},
        {"T?", "T", false},             {"[abc]x", "bx", true},        {"[abc]x", "dx", false},
        {"[a-c]x", "bx", true},         {"[a-c]x", "dx", false},       {"[!a-c]x", "dx", true},
        {"[!a-c]x", "ax", false},       {"[!a-c]", "", false},         {"[a-]", "-", true},
        {"[a-]", "b", false},           {"[]a]", "]", true},           {"[!]]", "a", true},
        {"[0-9]*", "22H2", true},       {"u[0-9]", "u1", true},        {"u[0-9]", "u10", false},
        {"*[0-9]", "u10", true},        {"*[!0-9]", "u10", false},     {"x", "", false},
        {"*****************a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (selection_matches(cases[i].part, cases[i].name) != cases[i].matches)
            fail_msg("'%s' and '%s'", cases[i].part, cases[i].name);
}

static const char *const lists[] = {"EPROCESS.Token,,KTHREAD", ",WMI_*.S?ze,A.B.C"};

static void test_words(void **state)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct selection *selection = selection_new(arena, lists, 2, &error);
    (void)state;
    assert_non_null(selection);
    assert_int_equal(selection->count, 4);
    assert_string_equal(selection->words[0].text, "EPROCESS.Token");
    assert_int_equal(selection->words[0].count, 2);
    assert_string_equal(selection->words[0].parts[0], "EPROCESS");
    assert_string_equal(selection->words[0].parts[1], "Token");
    assert_false(selection->words[0].is_pattern);
    assert_int_equal(selection->words[1].count, 1);
    assert_true(selection->words[2].is_pattern);
    assert_string_equal(selection->words[2].parts[1], "S?ze");
    assert_int_equal(selection->words[3].count, 3);
    assert_string_equal(selection->words[3].parts[2], "C");
    arena_free(arena);
}

static void test_wrong(void **state)
{
    static const char *const wrong[] = {".", ".A", "A.", "A..B", "A.B.", "[", "A.[b", "A.x[", "A.[]", "A.[!]"};
    struct arena *arena = arena_new();
    const char *error;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(selection_new(arena, &wrong[i], 1, &error));
        assert_non_null(strstr(error, wrong[i]));
    }
    assert_int_equal(selection_new(arena, &(const char *){","}, 1, &error)->count, 0);
    arena_free(arena);
}

static void test_underscores(void **state)
{
    (void)state;
    assert_string_equal(selection_without_underscores("_EPROCESS"), "EPROCESS");
    assert_string_equal(selection_without_underscores("__A_B"), "A_B");
    assert_string_equal(selection_without_underscores("__"), "__");
    assert_string_equal(selection_without_underscores("_*"), "*");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_underscores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
