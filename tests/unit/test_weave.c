/* Changes between two texts, woven into a third one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "spec/weave.h"

#define A "struct A {\n    ULONG X  at 0x00;\n}\n"
#define B "struct B {\n    ULONG X  at 0x00;\n}\n"
#define MOVED "struct B {\n    ULONG X  at 0x04;\n}\n"
#define C "struct C {\n    ULONG X  at 0x00;\n}\n"

static struct arena *arena;

static struct weave_text text_of(const char *text)
{
    return (struct weave_text){text, strlen(text)};
}

static void assert_woven(const char *old, const char *before, const char *after, const char *expected)
{
    struct buffer out = {0};
    struct weave_result result = {&out, 0};
    assert_true(spec_weave(arena, text_of(old), text_of(before), text_of(after), &result));
    assert_string_equal(buffer_text(&out), expected);
    buffer_free(&out);
}

/* What changes becomes canonical; the rest keeps its bytes. */
static void test_change(void **state)
{
    (void)state;
    assert_woven("struct  A { ULONG X at 0x00; }\n\n// ours\nstruct  B { ULONG X at 0x00; }\n", A "\n" B, A "\n" MOVED,
                 "struct  A { ULONG X at 0x00; }\n\n// ours\n" MOVED);
    assert_woven(A "\n" B "\n" C, A "\n" B "\n" C, A "\n" C, A "\n" C);
    assert_woven(A "\n" C, A "\n" C, A "\n" B "\n" C, A "\n" B "\n" C);
}

/* The change moves declarations: they stand in its order, each with its bytes and with the blanks above it. */
static void test_move(void **state)
{
    (void)state;
    assert_woven(A "\n" B "\n" C, A "\n" B "\n" C, C "\n" A "\n" B, C "\n" A "\n" B);
    assert_woven(A B C, A B C, B C A, B C A);
    assert_woven("// ours\n" A "\n\n\n" B "\n" C "\n\n", A "\n" B "\n" C, B "\n" A "\n" C,
                 B "\n// ours\n" A "\n" C "\n\n");
    assert_woven(A "\nstruct  B { ULONG X at 0x00; }\n\nconst D = 1;\n", A "\n" B, B "\n" A,
                 "struct  B { ULONG X at 0x00; }\n\nconst D = 1;\n\n" A);
}

/* The change joins two rows: the remaining one has what people wrote behind both, once. */
static void test_join(void **state)
{
    static const char before[] = "struct A {\n    ULONG X  in 6.0  at 0x00;\n    ULONG X  in 6.1  at 0x04;\n}\n";
    static const char after[] = "struct A {\n    ULONG X  at 0x00 (6.0), 0x04;\n}\n";
    (void)state;
    assert_woven("struct A {\n    ULONG X  in 6.0  at 0x00  \"ours\";\n    ULONG X  in 6.1  at 0x04  \"too\";\n}\n",
                 before, after, "struct A {\n    ULONG X  at 0x00 (6.0), 0x04  \"ours\" \"too\";\n}\n");
    assert_woven("struct A {\n    ULONG X  in 6.0  at 0x00;\n    ULONG X  in 6.1  at 0x04  \"ours\";\n}\n", before,
                 after, "struct A {\n    ULONG X  at 0x00 (6.0), 0x04  \"ours\";\n}\n");
    assert_woven("struct A {\n    ULONG X  in 6.0  at 0x00  allow gap \"ours\";\n"
                 "    ULONG X  in 6.1  at 0x04  allow gap \"ours\";\n}\n",
                 before, after, "struct A {\n    ULONG X  at 0x00 (6.0), 0x04  allow gap \"ours\";\n}\n");
}

static int begin(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int end(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_change, begin, end),
        cmocka_unit_test_setup_teardown(test_move, begin, end),
        cmocka_unit_test_setup_teardown(test_join, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
