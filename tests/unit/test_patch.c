/* Edits of texts, and patches: what is written, and that it leads from the one text to the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "spec/patch.h"

static void expect_edited(const char *text, const struct diag_edit *edits, size_t count, const char *wanted)
{
    struct buffer out = {0};
    const struct source source = {.text = text, .size = strlen(text)};
    patch_apply(&out, &source, edits, count);
    assert_string_equal(buffer_text(&out), wanted);
    buffer_free(&out);
}

static void test_edits(void **state)
{
    (void)state;
    expect_edited("", NULL, 0, "");
    expect_edited("abc", NULL, 0, "abc");
    expect_edited("", (struct diag_edit[]){{NULL, {0, 0}, "x"}}, 1, "x");
    expect_edited("abc", (struct diag_edit[]){{NULL, {0, 1}, ""}, {NULL, {1, 1}, "-"}, {NULL, {2, 3}, "CD"}}, 3, "-bCD");
    expect_edited("abc", (struct diag_edit[]){{NULL, {3, 3}, "d"}}, 1, "abcd");
    expect_edited("abc", (struct diag_edit[]){{NULL, {0, 3}, ""}}, 1, "");
}

static void test_ends_of_lines(void **state)
{
    (void)state;
    expect_edited("a\nb\r\n", (struct diag_edit[]){{NULL, {1, 1}, "\nx"}}, 1, "a\nx\nb\r\n");
    expect_edited("a\r\nb\n", (struct diag_edit[]){{NULL, {1, 1}, "\nx"}}, 1, "a\r\nx\r\nb\n");
    expect_edited("\n", (struct diag_edit[]){{NULL, {0, 0}, "x\n"}}, 1, "x\n\n");
    expect_edited("a", (struct diag_edit[]){{NULL, {1, 1}, "\n"}}, 1, "a\n");
}

static void expect_patch(const char *path, const char *before, const char *after, const char *wanted)
{
    struct arena *arena = arena_new();
    struct buffer out = {0};
    patch_write(arena, &out, path, before, strlen(before), after, strlen(after));
    assert_string_equal(buffer_text(&out), wanted);
    buffer_free(&out);
    arena_free(arena);
}

static void test_same(void **state)
{
    (void)state;
    expect_patch("x", "", "", "");
    expect_patch("x", "a\nb\n", "a\nb\n", "");
}

static void test_hunks(void **state)
{
    (void)state;
    expect_patch("x", "a\n", "b\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
    expect_patch("x", "", "a\nb\n", "--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    expect_patch("x", "a\nb\n", "", "--- a/x\n+++ b/x\n@@ -1,2 +0,0 @@\n-a\n-b\n");
    expect_patch("x", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
                 "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
    /* Six lines between two changes are one hunk, seven are two. */
    expect_patch("x", "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
                 "--- a/x\n+++ b/x\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
    expect_patch("x", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
                 "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

static void test_last_line_without_end(void **state)
{
    (void)state;
    expect_patch("x", "a", "a\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    expect_patch("x", "b\na", "c\na",
                 "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-b\n+c\n a\n\\ No newline at end of file\n");
}

static void test_names(void **state)
{
    (void)state;
    expect_patch("/a", "", "c\n", "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+c\n");
    expect_patch("a b", "", "c\n", "--- a/a b\t\n+++ b/a b\t\n@@ -0,0 +1 @@\n+c\n");
    expect_patch("a\"\n\\", "", "c\n", "--- \"a/a\\\"\\012\\\\\"\n+++ \"b/a\\\"\\012\\\\\"\n@@ -0,0 +1 @@\n+c\n");
}

/* The line that begins at *at, with its end; *at goes behind it. */
static const char *next_line(const char **at, size_t *size)
{
    const char *line = *at, *end = strchr(line, '\n');
    *size = end ? (size_t)(end - line) + 1 : strlen(line);
    *at += *size;
    return line;
}

/* Does what a patch of one file says, and asserts that what it expects is there. Its texts end with the end of a line. */
static void follow_patch(const char *patch, const char *before, struct buffer *after)
{
    const char *at = patch;
    size_t size, same, line = 1;
    next_line(&at, &size);
    next_line(&at, &size);
    while (*at) {
        size_t begin, end;
        const char *text = next_line(&at, &size);
        if (sscanf(text, "@@ -%zu,%zu ", &begin, &end) == 2 || sscanf(text, "@@ -%zu ", &begin) == 1) {
            begin += strncmp(strchr(text, '-') + 1 + strspn(strchr(text, '-') + 1, "0123456789"), ",0 ", 3) == 0;
            for (; line < begin; line++) {
                const char *kept = next_line(&before, &same);
                buffer_add(after, kept, same);
            }
            continue;
        }
        if (*text != '+') {
            const char *old = next_line(&before, &same);
            assert_int_equal(same, size - 1);
            assert_memory_equal(old, text + 1, same);
            line++;
        }
        if (*text != '-')
            buffer_add(after, text + 1, size - 1);
    }
    buffer_add_text(after, before);
}

/* Texts of few different lines, so that there is much to be matched in more than one way. */
static void add_random_text(struct buffer *out, uint32_t *seed, unsigned lines, unsigned kinds)
{
    buffer_clear(out);
    for (unsigned i = 0; i < lines; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        buffer_format(out, "line %u\n", (*seed >> 16) % kinds);
    }
}

static void test_any_texts(void **state)
{
    (void)state;
    uint32_t seed = 1;
    struct buffer before = {0}, after = {0}, patch = {0}, result = {0};
    for (unsigned i = 0; i < 3000; i++) {
        struct arena *arena = arena_new();
        add_random_text(&before, &seed, i % 41, 1 + i % 7);
        add_random_text(&after, &seed, (i / 41) % 37, 1 + i % 7);
        buffer_clear(&patch);
        buffer_clear(&result);
        patch_write(arena, &patch, "x", before.data, before.size, after.data, after.size);
        if (patch.size) {
            follow_patch(buffer_text(&patch), buffer_text(&before), &result);
            assert_string_equal(buffer_text(&result), buffer_text(&after));
        } else {
            assert_string_equal(buffer_text(&before), buffer_text(&after));
        }
        arena_free(arena);
    }
    buffer_free(&before);
    buffer_free(&after);
    buffer_free(&patch);
    buffer_free(&result);
}

/* The shortest way, counted by the textbook's table. */
static size_t least_changes(const char *before, const char *after)
{
    size_t table[64][64] = {{0}}, n = strlen(before) / 2, m = strlen(after) / 2;
    for (size_t i = 0; i <= n; i++) {
        for (size_t k = 0; k <= m; k++) {
            if (!i || !k)
                table[i][k] = i + k;
            else if (before[2 * i - 2] == after[2 * k - 2])
                table[i][k] = table[i - 1][k - 1];
            else
                table[i][k] = 1 + (table[i - 1][k] < table[i][k - 1] ? table[i - 1][k] : table[i][k - 1]);
        }
    }
    return table[n][m];
}

static void test_shortest(void **state)
{
    (void)state;
    uint32_t seed = 7;
    for (unsigned i = 0; i < 3000; i++) {
        struct arena *arena = arena_new();
        struct buffer patch = {0};
        char before[64] = "", after[64] = "";
        for (unsigned k = 0; k < 30; k++) {
            seed = seed * 1664525u + 1013904223u;
            memcpy(k < 15 ? before + 2 * k : after + 2 * (k - 15), (char[]){(char)('a' + (seed >> 16) % 4), '\n'}, 2);
        }
        before[2 * (i % 16)] = after[2 * (i / 16 % 16)] = '\0';
        patch_write(arena, &patch, "x", before, strlen(before), after, strlen(after));
        size_t changes = 0;
        for (const char *line = buffer_text(&patch); *line; line = strchr(line, '\n') + 1)
            changes += (*line == '+' || *line == '-') && line[1] != line[0];
        assert_int_equal(changes, least_changes(before, after));
        buffer_free(&patch);
        arena_free(arena);
    }
}

/* Texts that have nothing in common do not take for ever. */
static void test_different_texts(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct buffer before = {0}, after = {0}, patch = {0}, result = {0};
    for (unsigned i = 0; i < 20000; i++) {
        buffer_format(&before, "old %u\n", i);
        buffer_format(&after, "new %u\n", i);
    }
    patch_write(arena, &patch, "x", before.data, before.size, after.data, after.size);
    follow_patch(buffer_text(&patch), buffer_text(&before), &result);
    assert_string_equal(buffer_text(&result), buffer_text(&after));
    buffer_free(&before);
    buffer_free(&after);
    buffer_free(&patch);
    buffer_free(&result);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edits),
        cmocka_unit_test(test_ends_of_lines),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_hunks),
        cmocka_unit_test(test_last_line_without_end),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_any_texts),
        cmocka_unit_test(test_shortest),
        cmocka_unit_test(test_different_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
