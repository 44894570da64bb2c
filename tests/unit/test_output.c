/* Files and output: what is written, what is left alone, and what is left behind when it fails. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/file.h"
#include "mustache/templates.h"
#include "base/output.h"
#include "mustache/templates.h"

struct fixture {
    struct arena *arena;
    struct diags *diags;
    char root[64];
};

static int set_up(void **state)
{
    struct fixture *fixture = memory_alloc(sizeof *fixture);
    *fixture = (struct fixture){.arena = arena_new(), .root = "/tmp/strata-test-XXXXXX"};
    fixture->diags = diags_new(fixture->arena, sources_new(fixture->arena));
    file_handle_signals(cleanup_run);
    *state = fixture;
    return mkdtemp(fixture->root) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    int status = system(arena_format(fixture->arena, "chmod -R u+w '%s' && rm -rf '%s'", fixture->root, fixture->root));
    arena_free(fixture->arena);
    free(fixture);
    return status;
}

static const char *at(struct fixture *fixture, const char *path)
{
    return arena_format(fixture->arena, "%s/%s", fixture->root, path);
}

static void put(struct fixture *fixture, const char *path, const char *text)
{
    FILE *file = fopen(at(fixture, path), "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* All files below the root, one name a line, directories too. */
static const char *list(struct fixture *fixture)
{
    struct buffer text = {0};
    FILE *pipe =
        popen(arena_format(fixture->arena, "cd '%s' && find . -mindepth 1 | LC_ALL=C sort", fixture->root), "r");
    assert_non_null(pipe);
    for (int c; (c = getc(pipe)) != EOF;)
        buffer_add_char(&text, (char)c);
    assert_int_equal(pclose(pipe), 0);
    const char *copy = arena_copy(fixture->arena, text.data, text.size);
    buffer_free(&text);
    return copy;
}

static const char *messages(struct fixture *fixture)
{
    struct buffer text = {0};
    diags_write(fixture->diags, &text, DIAG_FORMAT_TEXT, false);
    const char *copy = arena_copy(fixture->arena, text.data, text.size);
    buffer_free(&text);
    return copy;
}

static bool write_text(struct output *output, const char *path, const char *text)
{
    return output_file(output, path, text, strlen(text));
}

static struct output *start(struct fixture *fixture, const char *directory, enum output_mode mode)
{
    return output_new(fixture->arena, fixture->diags, at(fixture, directory), mode);
}

static void test_writes_what_changed(void **state)
{
    struct fixture *fixture = *state;
    struct output_counts counts;
    struct stat before, after;
    struct output *output = start(fixture, "out/deep", OUTPUT_WRITE);
    assert_true(write_text(output, "a/x.h", "one"));
    assert_true(write_text(output, "a/b/y.h", ""));
    assert_false(file_equals(fixture->arena, at(fixture, "out/deep/a/x.h"), "one", 3)); /* not before all are there */
    assert_true(output_commit(output, &counts));
    assert_int_equal(counts.changed, 2);
    assert_string_equal(list(fixture),
                        "./out\n./out/deep\n./out/deep/a\n./out/deep/a/b\n./out/deep/a/b/y.h\n./out/deep/a/x.h\n");

    assert_int_equal(chmod(at(fixture, "out/deep/a/b/y.h"), 0640), 0);
    assert_int_equal(stat(at(fixture, "out/deep/a/x.h"), &before), 0);
    output = start(fixture, "out/deep/", OUTPUT_WRITE);
    assert_true(write_text(output, "a/x.h", "one"));
    assert_true(write_text(output, "a/b/y.h", "two"));
    assert_true(output_commit(output, &counts));
    assert_int_equal(counts.files, 2);
    assert_int_equal(counts.changed, 1);
    assert_int_equal(stat(at(fixture, "out/deep/a/x.h"), &after), 0);
    assert_true(before.st_ino == after.st_ino);
    assert_true(file_equals(fixture->arena, at(fixture, "out/deep/a/b/y.h"), "two", 3));
    assert_int_equal(stat(at(fixture, "out/deep/a/b/y.h"), &after), 0);
    assert_int_equal(after.st_mode & 0777, 0640);
    assert_int_equal(diags_count(fixture->diags), 0);
}

/* A link leads to the same file afterwards, and that file is the one that was written. */
static void test_link_stays_one(void **state)
{
    struct fixture *fixture = *state;
    struct output_counts counts;
    struct stat status;
    put(fixture, "file", "one");
    assert_int_equal(symlink("file", at(fixture, "link")), 0);
    struct output *output = start(fixture, "", OUTPUT_WRITE);
    assert_true(write_text(output, "link", "two"));
    assert_true(output_commit(output, &counts));
    assert_int_equal(lstat(at(fixture, "link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_true(file_equals(fixture->arena, at(fixture, "file"), "two", 3));
    assert_int_equal(diags_count(fixture->diags), 0);
}

static void test_check_touches_nothing(void **state)
{
    struct fixture *fixture = *state;
    struct output_counts counts;
    put(fixture, "same", "same");
    put(fixture, "other", "else");
    struct output *output = start(fixture, "", OUTPUT_CHECK);
    assert_true(write_text(output, "same", "same"));
    assert_true(output_commit(output, &counts));
    output = start(fixture, "", OUTPUT_CHECK);
    assert_true(write_text(output, "same", "same"));
    assert_true(write_text(output, "other", "more"));
    assert_true(write_text(output, "new/one", ""));
    assert_false(output_commit(output, &counts));
    assert_int_equal(counts.changed, 2);
    assert_string_equal(list(fixture), "./other\n./same\n");
    assert_true(file_equals(fixture->arena, at(fixture, "other"), "else", 4));
    assert_non_null(strstr(messages(fixture), "/other: is not up to date [stale]"));
    assert_non_null(strstr(messages(fixture), "/new/one: does not exist [stale]"));
}

static void test_abandon_leaves_nothing(void **state)
{
    struct fixture *fixture = *state;
    put(fixture, "old", "old");
    struct output *output = start(fixture, "", OUTPUT_WRITE);
    assert_true(write_text(output, "old", "new"));
    assert_true(write_text(output, "a/b/c", "text"));
    output_abandon(output);
    assert_string_equal(list(fixture), "./old\n");
    assert_true(file_equals(fixture->arena, at(fixture, "old"), "old", 3));
}

/* One diagnostic, nothing written and nothing left behind, whatever it is that cannot be written. */
static void check_failure(struct fixture *fixture, const char *bad, const char *text, const char *message)
{
    struct output_counts counts;
    const char *before = list(fixture);
    struct output *output = start(fixture, "", OUTPUT_WRITE);
    assert_true(write_text(output, "first/x", "x"));
    assert_false(write_text(output, bad, text));
    assert_false(write_text(output, "last", "x"));
    assert_false(output_commit(output, &counts));
    assert_int_equal(diags_count(fixture->diags), 1);
    assert_non_null(strstr(messages(fixture), message));
    assert_non_null(strstr(messages(fixture), "[write]"));
    assert_string_equal(list(fixture), before);
}

static void test_file_size_limit(void **state)
{
    struct fixture *fixture = *state;
    char text[8192] = "";
    struct rlimit limit, small;
    put(fixture, "big", "old");
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    small.rlim_cur = 1000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    check_failure(fixture, "big", text, "/big: cannot be written: File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_true(file_equals(fixture->arena, at(fixture, "big"), "old", 3));
}

static void test_target_is_a_directory(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(mkdir(at(fixture, "d"), 0777), 0);
    check_failure(fixture, "d", "x", "/d: cannot be written: it is a directory");
}

static void test_directory_is_a_file(void **state)
{
    struct fixture *fixture = *state;
    put(fixture, "f", "text");
    check_failure(fixture, "f/g/h", "x", "/f: cannot be written: File exists");
}

/* Nothing is unwritable to root, who is somebody else for the time. */
static void test_unwritable_directory(void **state)
{
    enum { NOBODY = 65534 };
    struct fixture *fixture = *state;
    uid_t user = geteuid();
    assert_int_equal(chmod(fixture->root, 0777), 0);
    assert_int_equal(mkdir(at(fixture, "d"), 0777), 0);
    put(fixture, "d/x", "old");
    assert_int_equal(chmod(at(fixture, "d"), 0555), 0);
    if (!user && seteuid(NOBODY))
        skip();
    check_failure(fixture, "d/x", "new", "/d/x: cannot be written: Permission denied");
    assert_int_equal(seteuid(user), 0);
    assert_true(file_equals(fixture->arena, at(fixture, "d/x"), "old", 3));
}

static void test_nowhere(void **state)
{
    struct fixture *fixture = *state;
    struct output_counts counts;
    struct output *output = output_new(fixture->arena, fixture->diags, "/proc/strata", OUTPUT_WRITE);
    assert_false(write_text(output, "x", "x"));
    assert_false(output_commit(output, &counts));
    assert_int_equal(diags_count(fixture->diags), 1);
}

/* However many warnings there are, an error behind them is kept and known. */
static void test_failure_behind_warnings(void **state)
{
    struct fixture *fixture = *state;
    for (unsigned i = 0; i < 1500; i++)
        diag_report(fixture->diags, DIAG_UNUSED_ALLOW, (struct span){0, 0}, "number %u", i);
    assert_false(diags_has(fixture->diags, DIAG_WRITE));
    diag_report(fixture->diags, DIAG_WRITE, (struct span){0, 0}, "the disk is full");
    assert_true(diags_has(fixture->diags, DIAG_WRITE));
    assert_int_equal(diags_error_count(fixture->diags), 1);
    const char *text = messages(fixture);
    assert_non_null(strstr(text, "error: the disk is full [write]"));
    assert_non_null(strstr(text, "number 999 "));
    assert_null(strstr(text, "number 1000 "));
    assert_non_null(strstr(text, "500 more findings are not shown"));
}

static void test_depfile(void **state)
{
    struct fixture *fixture = *state;
    static const char *const targets[] = {"out/a.h", "out/b c.h"};
    static const char *const sources[] = {"$x.strata", "a\\ #b.strata", "p\\q", "end\\"};
    static const char expected[] =
        "out/a.h \\\n  out/b\\ c.h: \\\n  $$x.strata \\\n  a\\\\\\ \\#b.strata \\\n  p\\q \\\n  end\\\n"
        "\n$$x.strata:\n\na\\\\\\ \\#b.strata:\n\np\\q:\n\nend\\:\n";
    struct output *output = start(fixture, "out", OUTPUT_WRITE);
    struct output_counts counts;
    assert_true(write_text(output, "a.h", "text"));
    struct buffer rules[2] = {{0}};
    output_add_rule(fixture->arena, &rules[0], targets, 2, sources, 4);
    output_add_rule(fixture->arena, &rules[1], targets, 1, sources, 0);
    assert_true(output_depfile(output, at(fixture, "d/x.d"), &rules[0]));
    assert_true(output_depfile(output, at(fixture, "d/y.d"), &rules[1]));
    assert_int_equal(file_kind(at(fixture, "d/x.d")), FILE_ABSENT); /* it comes with the others */
    assert_true(output_commit(output, &counts));
    assert_int_equal(counts.files, 1);
    assert_true(file_equals(fixture->arena, at(fixture, "d/x.d"), expected, sizeof expected - 1));
    assert_true(file_equals(fixture->arena, at(fixture, "d/y.d"), "out/a.h:\n", 9));
    output = start(fixture, "out", OUTPUT_WRITE);
    assert_true(output_depfile(output, "", &rules[0]));
    assert_false(output_commit(output, &counts));
    assert_int_equal(diags_count(fixture->diags), 1);
    buffer_free(&rules[0]);
    buffer_free(&rules[1]);
}

static void test_read(void **state)
{
    struct fixture *fixture = *state;
    const char *text, *error;
    size_t size;
    put(fixture, "f", "text");
    put(fixture, "empty", "");
    assert_true(file_read(fixture->arena, at(fixture, "f"), &text, &size, &error));
    assert_int_equal(size, 4);
    assert_memory_equal(text, "text\0\0", 6);
    assert_true(file_read(fixture->arena, at(fixture, "empty"), &text, &size, &error));
    assert_int_equal(size, 0);
    assert_memory_equal(text, "\0\0", 2);
    assert_false(file_read(fixture->arena, at(fixture, "none"), &text, &size, &error));
    assert_string_equal(error, "No such file or directory");
    assert_false(file_read(fixture->arena, fixture->root, &text, &size, &error));
    assert_string_equal(error, "Is a directory");
    assert_int_equal(truncate(at(fixture, "f"), 256 * 1024 * 1024 + 1), 0);
    assert_false(file_read(fixture->arena, at(fixture, "f"), &text, &size, &error));
    assert_ptr_equal(error, file_too_large);
    /* A file whose size the system does not know beforehand, as with a pipe. */
    assert_true(file_read(fixture->arena, "/proc/self/status", &text, &size, &error));
    assert_true(size > 0 && strlen(text) == size);
}

static void test_search(void **state)
{
    struct fixture *fixture = *state;
    const char *const *paths;
    const char *error;
    size_t count;
    static const char *const names[] = {"b.s", "a/z.s", "a/y.txt", "a/.hidden.s", "a.s", "s", ".s"};
    static const char *const found[] = {"a/z.s", "a.s", "b.s"};
    assert_int_equal(mkdir(at(fixture, "a"), 0777), 0);
    assert_int_equal(symlink("..", at(fixture, "a/loop")), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        put(fixture, names[i], "");
    assert_true(file_search(fixture->arena, fixture->root, ".s", &paths, &count, &error));
    assert_int_equal(count, sizeof found / sizeof *found);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(paths[i], at(fixture, found[i]));
    assert_false(file_search(fixture->arena, at(fixture, "none"), ".s", &paths, &count, &error));
    assert_string_equal(error, "No such file or directory");
}

static void test_template_directory(void **state)
{
    struct fixture *fixture = *state;
    struct mustache_text text;
    const char *refused = NULL;
    assert_null(templates_new(fixture->arena, fixture->diags, at(fixture, "none")));
    assert_int_equal(diags_count(fixture->diags), 1);
    put(fixture, "own.mustache", "mine");
    assert_int_equal(mkdir(at(fixture, "bad.mustache"), 0777), 0);
    struct templates *templates = templates_new(fixture->arena, fixture->diags, fixture->root);
    struct mustache_loader loader = templates_loader(templates);
    assert_true(loader.find(loader.user, "own", &text, &refused));
    assert_string_equal(text.text, "mine");
    assert_string_equal(text.path, at(fixture, "own.mustache"));
    assert_false(loader.find(loader.user, "no such template", &text, &refused));
    assert_null(refused);
    assert_false(loader.find(loader.user, "bad", &text, &refused));
    assert_non_null(refused);
    refused = NULL;
    assert_int_equal(diags_count(fixture->diags), 1);
    for (size_t i = 0; i < template_files_count; i++) {
        assert_true(loader.find(loader.user, template_files[i].name, &text, &refused));
        assert_ptr_equal(text.text, template_files[i].text);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_writes_what_changed),
        TEST(test_link_stays_one),
        TEST(test_check_touches_nothing),
        TEST(test_abandon_leaves_nothing),
        TEST(test_file_size_limit),
        TEST(test_target_is_a_directory),
        TEST(test_directory_is_a_file),
        TEST(test_unwritable_directory),
        TEST(test_nowhere),
        TEST(test_failure_behind_warnings),
        TEST(test_depfile),
        TEST(test_read),
        TEST(test_search),
        TEST(test_template_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
