/* Fixes of several findings put together: which are taken, which wait, and what the texts become. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "spec/mend.h"
#include "front/load.h"

enum { TEXTS_MOST = 2 };

struct fixture {
    struct arena *arena;
    struct program *program;
    uint32_t bases[TEXTS_MOST];
};

static int set_up(void **state)
{
    struct arena *arena = arena_new();
    struct fixture *fixture = ARENA_NEW(arena, struct fixture);
    *fixture = (struct fixture){.arena = arena, .program = program_new(arena)};
    for (size_t i = 0; i < TEXTS_MOST; i++) {
        program_add_text(fixture->program, i ? "two" : "one", "const A = 12;\nconst B = 34;\n", 28);
        fixture->bases[i] = fixture->program->files[i].ast->source->base;
    }
    assert_int_equal(diags_count(fixture->program->diags), 0);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    arena_free(((struct fixture *)*state)->arena);
    return 0;
}

static struct span at(struct fixture *fixture, size_t text, uint32_t begin, uint32_t end)
{
    return (struct span){fixture->bases[text] + begin, fixture->bases[text] + end};
}

static struct diag *report(struct fixture *fixture, uint32_t place)
{
    return diag_report(fixture->program->diags, DIAG_GAP, at(fixture, 0, place, place), "finding %u", (unsigned)place);
}

static struct mending expect(struct fixture *fixture, size_t fixed, size_t left, size_t files)
{
    struct mending mending = mend(fixture->arena, fixture->program);
    assert_int_equal(mending.fixed, fixed);
    assert_int_equal(mending.left, left);
    assert_int_equal(mending.file_count, files);
    return mending;
}

static void expect_text(const struct mended_file *file, const char *path, const char *text)
{
    assert_string_equal(file->path, path);
    assert_int_equal(file->after_size, strlen(text));
    assert_memory_equal(file->after, text, file->after_size);
}

static void test_nothing(void **state)
{
    report(*state, 0);
    expect(*state, 0, 0, 0);
}

/* A fix may have edits in several texts, in any order. */
static void test_two_texts(void **state)
{
    struct diag *diag = report(*state, 0);
    diag_fix(diag, at(*state, 1, 24, 26), "56");
    diag_fix(diag, at(*state, 0, 10, 12), "7");
    diag_fix(diag, at(*state, 1, 10, 10), "0x");
    struct mending mending = expect(*state, 1, 0, 2);
    expect_text(&mending.files[0], "one", "const A = 7;\nconst B = 34;\n");
    expect_text(&mending.files[1], "two", "const A = 0x12;\nconst B = 56;\n");
    assert_int_equal(mending.files[1].edits, 2);
}

/* If two fixes overlap, the first in the text is applied, in any order of reports. The other one is left out. */
static void test_meeting(void **state)
{
    struct diag *later = report(*state, 20);
    diag_fix(later, at(*state, 0, 11, 13), "x");
    diag_fix(later, at(*state, 0, 0, 0), "y");
    diag_fix(report(*state, 0), at(*state, 0, 10, 12), "7");
    struct mending mending = expect(*state, 1, 1, 1);
    expect_text(&mending.files[0], "one", "const A = 7;\nconst B = 34;\n");
}

static void test_one_place(void **state)
{
    diag_fix(report(*state, 0), at(*state, 0, 10, 10), "1");
    diag_fix(report(*state, 1), at(*state, 0, 10, 10), "2");
    diag_fix(report(*state, 2), at(*state, 0, 10, 12), "3");
    struct mending mending = expect(*state, 1, 2, 1);
    expect_text(&mending.files[0], "one", "const A = 112;\nconst B = 34;\n");
}

static void test_side_by_side(void **state)
{
    diag_fix(report(*state, 0), at(*state, 0, 11, 12), "");
    diag_fix(report(*state, 1), at(*state, 0, 10, 11), "9");
    diag_fix(report(*state, 2), at(*state, 0, 12, 12), "0");
    struct mending mending = expect(*state, 3, 0, 1);
    expect_text(&mending.files[0], "one", "const A = 90;\nconst B = 34;\n");
}

/* Two findings that one edit mends. */
static void test_same_edit(void **state)
{
    diag_fix(report(*state, 0), at(*state, 0, 10, 12), "7");
    struct diag *diag = report(*state, 1);
    diag_fix(diag, at(*state, 0, 10, 12), "7");
    diag_fix(diag, at(*state, 0, 24, 26), "8");
    struct mending mending = expect(*state, 2, 0, 1);
    expect_text(&mending.files[0], "one", "const A = 7;\nconst B = 8;\n");
}

/* A fix that contradicts itself, and one that is nowhere, or runs over the end of its text. */
static void test_impossible(void **state)
{
    struct diag *diag = report(*state, 0);
    diag_fix(diag, at(*state, 0, 10, 12), "7");
    diag_fix(diag, at(*state, 0, 11, 12), "8");
    diag_fix(report(*state, 1), (struct span){0, 0}, "x");
    diag_fix(report(*state, 2), at(*state, 0, 27, 40), "x");
    expect(*state, 0, 3, 0);
}

/* An edit that changes nothing leaves its text as it is. */
static void test_no_change(void **state)
{
    diag_fix(report(*state, 0), at(*state, 0, 10, 12), "12");
    expect(*state, 1, 0, 0);
}

static void test_patch(void **state)
{
    struct fixture *fixture = *state;
    struct buffer out = {0};
    diag_fix(report(fixture, 0), at(fixture, 1, 0, 14), "");
    struct mending mending = expect(fixture, 1, 0, 1);
    mend_write_patch(fixture->arena, &mending, &out);
    assert_string_equal(buffer_text(&out), "--- a/two\n+++ b/two\n@@ -1,2 +1 @@\n-const A = 12;\n const B = 34;\n");
    buffer_free(&out);
}

/* A file that is not what was read is not written over. */
static void test_changed_meanwhile(void **state)
{
    struct fixture *fixture = *state;
    struct buffer out = {0};
    diag_fix(report(fixture, 0), at(fixture, 0, 10, 12), "7");
    struct mending mending = expect(fixture, 1, 0, 1);
    assert_false(mend_write_files(fixture->arena, fixture->program, &mending, "one", &out));
    assert_true(diags_has(fixture->program->diags, DIAG_WRITE));
    assert_int_equal(out.size, 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_nothing),   TEST(test_two_texts), TEST(test_meeting),    TEST(test_one_place),
        TEST(test_side_by_side), TEST(test_same_edit), TEST(test_impossible), TEST(test_no_change),
        TEST(test_patch),     TEST(test_changed_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
