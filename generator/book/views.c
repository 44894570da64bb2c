#include "book/book.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/source.h"
#include "book/compare.h"
#include "front/load.h"
#include "model/model.h"

/* Returns the position of a line of a page; for line 0, of the first line. */
static struct span span_of_line(const struct source *source, unsigned line)
{
    const char *begin = source->text, *end = source->text + source->size, *next;
    for (; line > 1 && (next = memchr(begin, '\n', (size_t)(end - begin))); line--)
        begin = next + 1;
    const char *last = begin;
    while (last < end && *last != '\n' && *last != '\r')
        last++;
    uint32_t base = source->base;
    return (struct span){base + (uint32_t)(begin - source->text), base + (uint32_t)(last - source->text)};
}

/* Replaces a declaration by a comment. */
static void replace_by_note(struct spec_item *item, const char *comment)
{
    *item = (struct spec_item){.next = item->next, .kind = SPEC_NOTE, .comment = comment};
}

static unsigned first_line(const struct spec_item *item)
{
    const struct spec_row *row = item->rows;
    while (row && !row->line)
        row = row->next;
    return row ? row->line : 0;
}

/* Returns a name for another view of a structure: the structure's name, and what distinguishes its page from others. */
static const char *name_view(struct book *book, const struct book_part *kept, const struct book_part *lost)
{
    struct arena *arena = book->program->arena;
    const char *spec = lost->page->spec, *end = strrchr(spec, '.'), *begin = path_name(file_path_rules, spec);
    struct buffer out = {0};
    if (!strncmp(begin, "index.", 6) && begin > spec) {
        end = begin - 1;
        for (begin = end; begin > spec && begin[-1] != '/';)
            begin--;
    }
    buffer_format(&out, "%s_", kept->item->name);
    for (; kept->page != lost->page && begin < end && out.size < 200; begin++)
        buffer_add_char(&out, ascii_is_name(*begin) ? *begin : '_');
    const char *stem = arena_copy(arena, out.data, out.size), *name = stem;
    buffer_free(&out);
    if (kept->page == lost->page)
        name = arena_format(arena, "%s2", stem);
    for (unsigned i = 2; map_get(book->names, intern_text(book->program->intern, name)); i++)
        name = arena_format(arena, "%s%s%u", stem, kept->page == lost->page ? "" : "_", i);
    map_set(book->names, intern_text(book->program->intern, name), lost->page);
    return name;
}

void book_keep_view(struct book *book, const struct book_part *kept, const struct book_part *lost)
{
    struct arena *arena = book->program->arena;
    struct book_difference difference = book_compare(book, kept, lost);
    struct spec_borrowed *borrowed = ARENA_NEW(arena, struct spec_borrowed);
    *borrowed = (struct spec_borrowed){lost->page->document->borrowed, kept->item->name};
    if (kept->page != lost->page)
        lost->page->document->borrowed = borrowed;
    if (!difference.count && !difference.missing) {
        replace_by_note(lost->item, arena_format(arena, "%s is in %s, which says all that this page says of it.",
                                                 kept->item->name, kept->page->spec));
        book->joined++;
        return;
    }
    const char *view = name_view(book, kept, lost);
    /* Report how two declarations differ. If one only says more than the other, that is an assumption. */
    struct span span = span_of_line(lost->page->source, difference.line ? difference.line : first_line(lost->item));
    const char *name = kept->item->name;
    if (kept->page == lost->page)
        diag_report(lost->page->diags, DIAG_CONTRADICTION, span, "this page declares '%s' twice%s%s", name,
                    difference.count ? ": " : "", difference.count ? difference.text : "");
    else if (difference.count)
        diag_report(lost->page->diags, DIAG_CONTRADICTION, span, "this page and '%s' both declare '%s': %s",
                    kept->page->path, name, difference.text);
    else
        diag_report(lost->page->diags, DIAG_ASSUMED, span,
                    "this page and '%s' both declare '%s': %zu of the members are only here", kept->page->path, name,
                    difference.missing);
    lost->item->comment = arena_format(arena, "%s as this page has it; %s declares it otherwise.", kept->item->name,
                                       kept->page->spec);
    lost->item->name = view;
    lost->item->is_partial = lost->item->kind == SPEC_RECORD;
    book->views++;
}

/* Returns the record that a spec declares which no page may replace; NULL if there is none. Sets `*path` to the
 * spec. */
static const struct record *find_shipped(const struct book *book, const struct spec_item *item, const char **path)
{
    const struct program *program = book->program;
    const struct type *type = item->kind == SPEC_RECORD && item->name
                                  ? map_get(book->model->type_names, intern_text(program->intern, item->name)) : NULL;
    if (!type || type->file->gives_way || type->kind != TYPE_RECORD)
        return NULL;
    *path = program->files[type->file_index].known ? program->files[type->file_index].known
                                                   : program->files[type->file_index].path;
    return type->record;
}

void book_settle_shipped(const struct book *book)
{
    struct arena *arena = book->program->arena;
    for (size_t i = 0; i < book->count; i++) {
        struct book_page *page = &book->pages[i];
        for (struct spec_item *item = page->document->items; item; item = item->next) {
            const char *path;
            const struct record *record = find_shipped(book, item, &path);
            if (!record)
                continue;
            const struct book_part part = {page, item};
            struct book_difference difference = book_compare_record(book, record, &part);
            const char *name = item->name;
            unsigned line = difference.line ? difference.line : first_line(item);
            if (difference.count)
                diag_report(page->diags, DIAG_CONTRADICTION, span_of_line(page->source, line),
                            "this page and <%s> both declare '%s': %s", path, name, difference.text);
            else if (difference.missing)
                diag_report(page->diags, DIAG_ASSUMED, span_of_line(page->source, line),
                            "<%s> declares '%s', without %zu of the members that this page has", path, name,
                            difference.missing);
            replace_by_note(item, difference.text
                                      ? arena_format(arena, "%s is in <%s>. This page differs: %s.", name, path,
                                                     difference.text)
                                      : arena_format(arena, "%s is in <%s>; %zu members of this page agree.", name,
                                                     path, difference.compared));
        }
    }
}
