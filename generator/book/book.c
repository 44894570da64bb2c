#include "book/book.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "front/load.h"
#include "page/page.h"
#include "page/table.h"
#include "book/read.h"

/* ---- Pages ---- */

/* Returns the path of a page's spec: that of the page below its directory, with another suffix. */
static const char *find_spec(struct arena *arena, const char *below)
{
    const char *name = path_name(file_path_rules, below), *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - below) : strlen(below);
    return arena_format(arena, "%.*s.strata", (int)length, below);
}

static bool add_page(struct book *book, struct buffer *pages, struct map *specs, const char *path, const char *below)
{
    struct program *program = book->program;
    while (*below == '/')
        below++;
    struct book_page page = {.path = path, .name = below, .spec = find_spec(program->arena, below)};
    const char *key = intern_text(program->intern, page.spec), *other = map_get(specs, key);
    if (other) {
        diag_report(program->diags, DIAG_USAGE, (struct span){0, 0}, "'%s' and '%s' would both become '%s'", other,
                    path, page.spec);
        return false;
    }
    map_set(specs, key, (void *)path);
    buffer_add(pages, &page, sizeof page);
    return true;
}

static bool add_directory(struct book *book, struct buffer *pages, struct map *specs, const char *directory)
{
    struct program *program = book->program;
    const char *const *paths, *error;
    size_t count, before = pages->size;
    bool is_free = true;
    if (!file_search(program->arena, directory, "", &paths, &count, &error)) {
        program_report_unread(program, directory, (struct span){0, 0}, error);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (book_is_page(paths[i]))
            is_free = add_page(book, pages, specs, paths[i], paths[i] + strlen(directory)) && is_free;
    if (pages->size == before && is_free)
        diag_report(program->diags, DIAG_READ, (struct span){0, 0}, "there are no pages below '%s'", directory);
    return is_free && pages->size > before;
}

bool book_find_pages(struct book *book, const char *const *paths, size_t count)
{
    struct arena *arena = book->program->arena;
    struct buffer pages = {0};
    struct map *specs = map_new(arena);
    bool is_found = true;
    for (size_t i = 0; i < count; i++) {
        if (file_kind(paths[i]) == FILE_DIRECTORY)
            is_found = add_directory(book, &pages, specs, paths[i]) && is_found;
        else
            is_found = add_page(book, &pages, specs, paths[i], path_name(file_path_rules, paths[i])) && is_found;
    }
    book->count = pages.size / sizeof *book->pages;
    book->pages = ARENA_ARRAY(arena, struct book_page, book->count + 1);
    if (book->count)
        memcpy(book->pages, pages.data, pages.size);
    buffer_free(&pages);
    return is_found;
}

/* ---- Import ---- */

/* Imports each page. The first time nothing is known of the others: that tells which names they declare. */
static bool import_pages(struct book *book, const struct map *others)
{
    struct program *program = book->program;
    for (size_t i = 0; i < book->count; i++) {
        struct book_page *page = &book->pages[i];
        struct page_options options = *book->options;
        options.others = others;
        progress_step(program->progress, others ? "importing" : "reading", i, book->count,
                      path_name(file_path_rules, page->path));
        page->diags = diags_new(program->arena, program->sources);
        struct page *read = book_read_page(program->arena, page->source, page->diags, book->format);
        if (!read) {
            diags_add(program->diags, page->diags);
            return false;
        }
        page->document = page_import(program->arena, program->intern, page->diags, book->model, &options, read);
    }
    return true;
}

bool book_import(struct book *book)
{
    if (!import_pages(book, NULL))
        return false;
    struct map *names = book_names(book, false);
    if (!import_pages(book, names))
        return false;
    book_join(book);
    book_resolve(book);
    for (size_t i = 0; i < book->count; i++)
        diags_add(book->program->diags, book->pages[i].diags);
    return true;
}
