/* Random edits of specs: a check after an edit finds what a check of the whole text finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/source.h"
#include "front/load.h"
#include "lsp/publish.h"
#include "lsp/recheck.h"
#include "lsp/session.h"

enum { FILES = 60, EDITS = 12 };

static uint64_t state;

static size_t draw(size_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % below;
}

static struct server_options options = {.shipped = "specs", .version = "test"};

/* Opens a text. Its folder is the directory of specs that may use it. */
static void open_session(struct session *session, const char *folder, const char *path, const char *text)
{
    *session = (struct session){.options = &options, .arena = arena_new(), .is_workspace_old = true};
    session->folders = ARENA_ARRAY(session->arena, const char *, SESSION_FOLDERS_MOST);
    session_add_folder(session, folder);
    document_open(&session->documents, path, path, text);
}

static void close_session(struct session *session)
{
    session_end(session);
    arena_free(session->arena);
}

/* A text of findings, while it is written. */
struct writing {
    const struct session *session;
    struct analysis *analysis;
    const char *path; /* only findings about this file */
    struct buffer out;
};

static void write_finding(void *user, const struct diag_view *view)
{
    struct writing *writing = user;
    const struct source *source = source_find(writing->analysis->program->sources, view->span.begin);
    struct json json = {&writing->out, false};
    if (strcmp(source ? source->path : writing->analysis->path, writing->path) != 0)
        return;
    publish_write_finding(writing->session, writing->analysis, view, &json);
    buffer_add_char(&writing->out, '\n');
}

/* Returns the findings about each file of a program, file by file. */
static char *list_findings(const struct session *session, struct analysis *analysis, const struct program *files,
                           struct arena *arena)
{
    struct writing writing = {.session = session, .analysis = analysis};
    for (size_t i = 0; i < files->file_count; i++) {
        writing.path = files->files[i].path;
        diags_each_view(analysis->program->diags, write_finding, &writing);
    }
    return buffer_take(&writing.out, arena);
}

/* True if a position lies between braces. */
static bool is_inside(const struct buffer *text, size_t at)
{
    int depth = 0;
    for (size_t i = 0; i < at; i++)
        depth += (text->data[i] == '{') - (text->data[i] == '}');
    return depth > 0;
}

/* Makes a mistake as people do while they type, more often between braces than elsewhere. */
static void edit(struct buffer *text)
{
    static const char typed[] = "0123456789ABCDEFx;{}|.(), */-\nabc_";
    size_t size = text->size, at = draw(size);
    struct buffer new = {0};
    for (int i = 0; i < 4 && !is_inside(text, at); i++)
        at = draw(size);
    const char *line = memchr(text->data + at, '\n', size - at);
    size_t begin = line ? (size_t)(line - text->data) + 1 : 0;
    const char *next = memchr(text->data + begin, '\n', size - begin);
    size_t end = next ? (size_t)(next - text->data) + 1 : size, length = end - begin, other = draw(size);
    switch (draw(8)) {
    case 0: /* a character more */
        buffer_add(&new, text->data, at);
        buffer_add_char(&new, typed[draw(sizeof typed - 1)]);
        buffer_add(&new, text->data + at, size - at);
        break;
    case 1: /* a character less */
        buffer_add(&new, text->data, at);
        buffer_add(&new, text->data + at + 1, size - at - 1);
        break;
    case 2: /* a line twice */
        buffer_add(&new, text->data, end);
        buffer_add(&new, text->data + begin, size - begin);
        break;
    case 3: /* a line less */
        buffer_add(&new, text->data, begin);
        buffer_add(&new, text->data + end, size - end);
        break;
    case 4: /* a line from elsewhere */
        other = other < size - length ? other : 0;
        while (other && text->data[other - 1] != '\n')
            other--;
        next = memchr(text->data + other, '\n', size - other);
        buffer_add(&new, text->data, begin);
        buffer_add(&new, text->data + other, next ? (size_t)(next - text->data) + 1 - other : size - other);
        buffer_add(&new, text->data + begin, size - begin);
        break;
    default: /* another digit, the commonest edit */
        buffer_add(&new, text->data, size);
        while (at < size && !(new.data[at] >= '0' && new.data[at] <= '9'))
            at++;
        if (at < size)
            new.data[at] = typed[draw(16)];
        break;
    }
    buffer_clear(text);
    buffer_add(text, new.data, new.size);
    memset(buffer_reserve(text, 2), 0, 2);
    buffer_free(&new);
}

/* Edits a text again and again. Returns how many edits were checked in part. */
static size_t edit_text(const char *folder, const char *path, const char *text, size_t *edits)
{
    struct session session, whole;
    size_t done = 0;
    open_session(&session, folder, path, text);
    open_session(&whole, folder, path, text);
    session_analyse(&session, path);
    for (size_t i = 0; i < EDITS && session.base; i++) {
        struct arena *arena = arena_new();
        struct document *document = session.documents;
        struct buffer before = {0};
        bool is_undone = draw(4);
        buffer_add(&before, document->text.data, document->text.size + 2);
        edit(&document->text);
        document_replace(whole.documents, document->text.data);
        session_change(&whole);
        struct analysis *part = strlen(document->text.data) == document->text.size
                                    ? recheck_analyse(&session, session.base, document)
                                    : NULL;
        if (part) {
            struct analysis *all = session_analyse(&whole, path);
            const char *found = list_findings(&session, part, all->program, arena);
            const char *expected = list_findings(&whole, all, all->program, arena);
            if (strcmp(found, expected) != 0) {
                FILE *f = fopen("/tmp/l/new","w"); fwrite(document->text.data,1,document->text.size,f); fclose(f);
                f = fopen("/tmp/l/old","w"); const struct source *o = analysis_source(session.base, path); fwrite(o->text,1,o->size,f); fclose(f);}
            if (strcmp(found, expected) != 0)
                fail_msg("%s, after edit %zu, in part:\n%s\nas a whole:\n%s", path, i, found, expected);
            assert_int_equal(part->is_read, all->is_read);
            done++;
            is_undone = !part->is_read || draw(2);
        } else { /* the server checks the whole text, which later edits are compared with */
            session_edit(&session, path);
            session_analyse(&session, path);
        }
        analysis_free(part);
        ++*edits;
        if (is_undone) {
            buffer_clear(&document->text);
            buffer_add(&document->text, before.data, before.size - 2);
            memset(buffer_reserve(&document->text, 2), 0, 2);
        }
        buffer_free(&before);
        arena_free(arena);
    }
    close_session(&session);
    close_session(&whole);
    return done;
}

static void test_edits(void **unused)
{
    static const char *const folders[] = {"specs/etw", "specs/nt", "tests/lsp/files", "tests/golden", "tests/check"};
    struct arena *arena = arena_new();
    struct diags *diags = diags_new(arena, sources_new(arena));
    const char *seed = getenv("SEED"), *text, *error;
    size_t done = 0, edits = 0, size, count;
    (void)unused;
    options.diags = diags;
    state = seed ? strtoull(seed, NULL, 10) : 1;
    for (size_t i = 0; i < FILES; i++) {
        const char *folder = folders[draw(sizeof folders / sizeof *folders)];
        const char *const *paths = workspace_search(arena, &folder, 1, true, &count);
        if (!count)
            continue;
        const char *path = paths[draw(count)];
        assert_true(file_read(arena, path, &text, &size, &error));
        if (size && strlen(text) == size)
            done += edit_text(folder, path, text, &edits);
    }
    print_message("%zu of %zu edits were checked in part\n", done, edits);
    /* Many edits are outside of structures, or leave a text that cannot be read. */
    assert_true(edits > FILES && done > edits / 8);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_edits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
