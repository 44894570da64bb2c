/* C text with another prefix: what is a word of the runtime, and what only looks like one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "render/bundle.h"

static const struct {
    const char *before, *after;
} cases[] = {
    {"", ""},
    {"strata_open(STRATA_OK)", "foo_open(FOO_OK)"},
    {"#define STRATA_H\n", "#define FOO_H\n"},
    {"strata_read_##M STRATA_PASTE_(a, b)", "foo_read_##M FOO_PASTE_(a, b)"},
    {"strata strata_ STRATA_ mystrata_x m_strata_x Strata_x", "strata foo_ FOO_ mystrata_x m_strata_x Strata_x"},
    {"v->strata_x.h 0xstrata_ 1strata_x", "v->foo_x.h 0xstrata_ 1strata_x"},
    {"\"strata_x\" strata_x \"\\\"strata_x\" strata_x", "\"strata_x\" foo_x \"\\\"strata_x\" foo_x"},
    {"'\"' strata_x '\\'' strata_x", "'\"' foo_x '\\'' foo_x"},
    {"/* strata_x isn't \"STRATA_Y\" */ strata_z", "/* foo_x isn't \"FOO_Y\" */ foo_z"},
    {"/* strata_print.h, strata_print.c, strata_x.hex. strata_open. */",
     "/* strata_print.h, strata_print.c, foo_x.hex. foo_open. */"},
    {"/* *strata_x**/ \"strata_x\"", "/* *foo_x**/ \"strata_x\""},
    {"/*/ strata_x \"strata_y\" */ \"strata_z\"", "/*/ foo_x \"foo_y\" */ \"strata_z\""},
    {"// strata_x's\nstrata_x '\"'", "// foo_x's\nfoo_x '\"'"},
    {"a / strata_x / *strata_y", "a / foo_x / *foo_y"},
    {"#error \"strata.h strata_x\"\nstrata_x", "#error \"strata.h strata_x\"\nfoo_x"},
    {"\"strata_x", "\"strata_x"},
    {"\"strata_x\\", "\"strata_x\\"},
    {"'strata_x\nstrata_x", "'strata_x\nfoo_x"},
    {"/* strata_x", "/* foo_x"},
    {"/", "/"},
    {"/* strata_x.h", "/* strata_x.h"},
};

static void test_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer out = {0};
        rename_words(cases[i].before, strlen(cases[i].before), "foo_", "FOO_", &out);
        assert_string_equal(buffer_text(&out), cases[i].after);
        buffer_free(&out);
    }
}

/* A prefix that begins like the old one is put in once. */
static void test_longer(void **state)
{
    static const char text[] = "strata_x STRATA_X";
    struct buffer out = {0};
    (void)state;
    rename_words(text, sizeof text - 1, "strata_2_", "STRATA_2_", &out);
    assert_string_equal(buffer_text(&out), "strata_2_x STRATA_2_X");
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
