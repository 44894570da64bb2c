#include "book/book.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "front/load.h"
#include "page/page.h"
#include "page/table.h"
#include "book/read.h"

/* ---- Pages ---- */

enum { STEM_LENGTH_MOST = 200 /* longest stem of a file name, because systems allow 255 bytes */ };

/* Appends the name of a directory or the stem of a file name. Replaces characters that a system, a shell or a spec may
 * interpret, and names that are not UTF-8, by '_'. */
static void add_part(struct buffer *out, const char *part, size_t size)
{
    bool is_text = utf8_valid_prefix(part, size) == size;
    size_t kept = size < STEM_LENGTH_MOST ? size : STEM_LENGTH_MOST;
    while (kept && kept < size && ((unsigned char)part[kept] & 0xC0) == 0x80)
        kept--;
    for (size_t i = 0; i < kept; i++) {
        bool is_plain = ascii_is_name(part[i]) || ((unsigned char)part[i] >= 0x80 && is_text) ||
                        (part[i] && i && strchr(" .-+~@,;()[]{}='#%&!", part[i]));
        buffer_add_char(out, is_plain ? part[i] : '_');
    }
}

static const char *take_text(struct arena *arena, struct buffer *text)
{
    const char *copy = arena_copy(arena, text->data ? text->data : "", text->size);
    buffer_free(text);
    return copy;
}

/* Returns the directories of a page's spec, each with a slash. They are the directories of the page below the directory
 * that the user named. */
static const char *find_directory(struct arena *arena, const char *below)
{
    struct buffer out = {0};
    for (const char *slash; (slash = strchr(below, '/')); below = slash + 1) {
        if (slash == below)
            continue;
        add_part(&out, below, (size_t)(slash - below));
        buffer_add_char(&out, '/');
    }
    return take_text(arena, &out);
}

/* Returns a key for a path that is equal for small and capital letters, because some systems do not distinguish
 * them. */
static const char *find_key(struct book *book, const char *path)
{
    char *key = arena_copy(book->program->arena, path, strlen(path));
    for (char *c = key; *c; c++)
        *c = ascii_lower(*c);
    return intern_text(book->program->intern, key);
}

/* Sets the path of a page's spec: the path of the page with another suffix. If another spec or a directory has that
 * path, keeps the page's suffix before the new one, or adds a number. `taken` counts pages by key. */
static void name_spec(struct book *book, struct book_page *page, struct map *taken)
{
    struct arena *arena = book->program->arena;
    const char *name = path_name(file_path_rules, page->name), *dot = strrchr(name, '.');
    const char *directory = find_directory(arena, page->name);
    struct buffer out = {0};
    add_part(&out, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
    const char *stem = take_text(arena, &out);
    page->spec = arena_format(arena, "%s%s.strata", directory, stem);
    size_t *count = map_get(taken, find_key(book, page->spec));
    if (count && dot && dot > name) {
        add_part(&out, dot + 1, strlen(dot + 1));
        const char *suffix = take_text(arena, &out);
        page->spec = arena_format(arena, "%s%s.%s.strata", directory, stem, suffix);
    }
    while (map_get(taken, find_key(book, page->spec)))
        page->spec = arena_format(arena, "%s%s-%zu.strata", directory, stem, ++*count);
    size_t *first = ARENA_NEW(arena, size_t);
    *first = 1;
    map_set(taken, find_key(book, page->spec), first);
}

/* Names the specs of all pages. No spec gets the name of a directory. */
static void name_specs(struct book *book)
{
    struct map *taken = map_new(book->program->arena);
    for (size_t i = 0; i < book->count; i++) {
        const char *directory = find_directory(book->program->arena, book->pages[i].name);
        for (const char *slash = directory; (slash = strchr(slash, '/')); slash++) {
            size_t *count = ARENA_NEW(book->program->arena, size_t);
            *count = 1;
            map_set(taken, find_key(book, arena_copy(book->program->arena, directory, (size_t)(slash - directory))),
                    count);
        }
    }
    for (size_t i = 0; i < book->count; i++)
        name_spec(book, &book->pages[i], taken);
}

static void add_page(struct buffer *pages, const char *path, const char *below)
{
    while (*below == '/')
        below++;
    const struct book_page page = {.path = path, .name = below};
    buffer_add(pages, &page, sizeof page);
}

static bool add_directory(struct book *book, struct buffer *pages, const char *directory)
{
    struct program *program = book->program;
    const char *const *paths, *error;
    size_t count, before = pages->size;
    if (!file_search(program->arena, directory, "", &paths, &count, &error)) {
        program_report_unread(program, directory, (struct span){0, 0}, error);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (book_is_page(paths[i]))
            add_page(pages, paths[i], paths[i] + strlen(directory));
    if (pages->size == before)
        diag_report(program->diags, DIAG_READ, (struct span){0, 0}, "there are no pages below '%s'", directory);
    return pages->size > before;
}

bool book_find_pages(struct book *book, const char *const *paths, size_t count)
{
    struct arena *arena = book->program->arena;
    struct buffer pages = {0};
    bool is_found = true;
    for (size_t i = 0; i < count; i++) {
        if (file_kind(paths[i]) == FILE_DIRECTORY)
            is_found = add_directory(book, &pages, paths[i]) && is_found;
        else
            add_page(&pages, paths[i], path_name(file_path_rules, paths[i]));
    }
    book->count = pages.size / sizeof *book->pages;
    book->pages = ARENA_ARRAY(arena, struct book_page, book->count + 1);
    if (book->count)
        memcpy(book->pages, pages.data, pages.size);
    buffer_free(&pages);
    name_specs(book);
    return is_found;
}

/* ---- Import ---- */

static struct page_request page_of(const struct book *book, const struct page_options *options, size_t index)
{
    return (struct page_request){.arena = book->program->arena,
                                 .intern = book->program->intern,
                                 .diags = book->pages[index].diags,
                                 .model = book->model,
                                 .options = options,
                                 .page = book->pages[index].read};
}

/* Reads the tables of all pages. */
static bool read_pages(struct book *book)
{
    struct program *program = book->program;
    for (size_t i = 0; i < book->count; i++) {
        struct book_page *page = &book->pages[i];
        progress_step(program->progress, "importing", i, book->count, path_name(file_path_rules, page->path));
        page->diags = diags_new(program->arena, program->sources);
        page->read = book_read_page(program->arena, page->source, page->diags, book->format);
        if (!page->read) {
            diags_add(program->diags, page->diags);
            return false;
        }
        const struct page_request request = page_of(book, book->options, i);
        page->document = page_read_tables(&request);
    }
    return true;
}

bool book_import(struct book *book)
{
    struct program *program = book->program;
    if (!read_pages(book))
        return false;
    book_settle_shipped(book);
    struct page_options options = *book->options;
    options.others = book_names(book, false);
    for (size_t i = 0; i < book->count; i++) {
        const struct page_request request = page_of(book, &options, i);
        page_declare_missing(&request, book->pages[i].document);
    }
    book_join(book);
    book_resolve(book);
    for (size_t i = 0; i < book->count; i++)
        diags_add(program->diags, book->pages[i].diags);
    return true;
}
