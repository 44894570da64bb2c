#include <stdarg.h>
#include <string.h>

#include "base/ascii.h"
#include "base/intern.h"
#include "base/source.h"
#include "front/load.h"
#include "model/model.h"
#include "page/cell.h"
#include "page/scan.h"
#include "page/table_parts.h"

struct importer page_importer(const struct page_request *request)
{
    return (struct importer){.arena = request->arena,
                             .intern = request->intern,
                             .diags = request->diags,
                             .model = request->model,
                             .options = request->options,
                             .page = request->page};
}

/* Returns the span of a line of the source, without its end. */
static struct span line_span(struct importer *importer, unsigned line)
{
    const struct source *source = importer->page->source;
    if (line < importer->line || !importer->line) {
        importer->line = 1;
        importer->line_begin = importer->line_end = 0;
    }
    while (importer->line < line) {
        const char *end = memchr(source->text + importer->line_begin, '\n', source->size - importer->line_begin);
        if (!end)
            break;
        importer->line_begin = (size_t)(end - source->text) + 1;
        importer->line_end = 0;
        importer->line++;
    }
    size_t begin = importer->line_begin, end = importer->line_end > begin ? importer->line_end : begin;
    while (end < source->size && source->text[end] != '\n' && source->text[end] != '\r')
        end++;
    importer->line_end = end;
    while (begin < end && source->text[begin] == ' ')
        begin++;
    return (struct span){source->base + (uint32_t)begin, source->base + (uint32_t)end};
}

struct diag *page_report_line(struct importer *importer, enum diag_code code, unsigned line, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    struct diag *diag = diag_report(importer->diags, code, line_span(importer, line), "%s", buffer_text(&text));
    buffer_free(&text);
    return diag;
}

void page_report_unread(struct importer *importer, enum page_need need, unsigned line, const char *format, ...)
{
    static const char *const needs[] = {
        [PAGE_NEEDS_HEADING] = "a heading: 'Offset', 'Size', 'Mask', 'Value' or an architecture says what a table has",
        [PAGE_NEEDS_COLUMN] = "a known column: an architecture, or a word such as 'Offset', 'Definition' or 'Versions'",
        [PAGE_NEEDS_NUMBER] = "a number in each cell, or several with versions: '0x18 (5.1); 0x1C'",
        [PAGE_NEEDS_VERSIONS] = "versions: '5.1', '6.0 to 6.2' or '1903 and higher'",
        [PAGE_NEEDS_DECLARATION] = "a declaration in C: 'ULONG Flags : 3;'",
        [PAGE_NEEDS_SIZE] = "a size: a sentence or a table that says it in bytes",
        [PAGE_NEEDS_VALUE] = "a value: a number beside the name",
        [PAGE_NEEDS_BITS] = "bits: a mask, a bit or a range of bits beside the declaration",
        [PAGE_NEEDS_MEMBER] = "a member: a sentence before the table that names the one whose values or bits it has",
        [PAGE_NEEDS_STRUCTURE] = "a structure: a heading that names it, or --struct",
        [PAGE_NEEDS_TYPE] = "another type: a structure cannot hold itself",
        [PAGE_NEEDS_TABLE] = "a table: with a row for each member, and a column of offsets",
        [PAGE_NEEDS_PAGES] = "several pages: each with fewer columns",
    };
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    diag_help(page_report_line(importer, DIAG_UNREAD, line, "%s", buffer_text(&text)), "it needs %s", needs[need]);
    buffer_free(&text);
}

const char *page_unread_row(struct importer *importer, const struct page_block *table, const struct page_row *row,
                            size_t only)
{
    const char *text = arena_format(importer->arena, "unread, line %u:", row->line);
    struct buffer out = {0};
    for (size_t i = 0; i < table->column_count; i++) {
        if (only != SIZE_MAX && i != only)
            continue;
        const char *cell = scan_fold(importer->arena, row->cells[i].text);
        buffer_add_text(&out, only == SIZE_MAX && i ? " |" : "");
        buffer_add_text(&out, only != SIZE_MAX ? arena_format(importer->arena, " %s", table->columns[i].heading) : "");
        buffer_format(&out, *cell ? " %s" : "%s", cell);
    }
    if (row->lost && only == SIZE_MAX)
        buffer_format(&out, " | %s", row->lost);
    text = arena_format(importer->arena, "%s%s", text, buffer_text(&out));
    buffer_free(&out);
    return text;
}

const char *page_join_comments(struct importer *importer, const char *first, const char *second)
{
    if (!first || !second)
        return first ? first : second;
    return arena_format(importer->arena, "%s\n%s", first, second);
}

static void note_reading(struct importer *importer, const struct page_cell *cell)
{
    struct page_versions *versions = &importer->versions;
    if (versions->bare_was_met && !importer->bare_line)
        importer->bare_line = cell->line;
    if (versions->has_typo)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "the ':' in '%s' is read as a ';'",
                         scan_fold(importer->arena, cell->text));
    if (versions->lacks_bracket)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "'%s' lacks a ')', which is assumed at its end",
                         scan_fold(importer->arena, cell->text));
    if (versions->is_abbreviated)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "the 'l' in '%s' is read as 'late'",
                         scan_fold(importer->arena, cell->text));
    if (versions->undivided)
        page_report_line(importer, DIAG_ASSUMED, cell->line,
                         "'%s' divides version %s, which has no service packs: all of that version is assumed",
                         scan_fold(importer->arena, cell->text), versions->undivided);
    page_versions_forget(versions);
}

bool page_read_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set)
{
    if (!page_versions_read_text(&importer->versions, scan_plain(importer->arena, cell->text), set)) {
        page_versions_forget(&importer->versions);
        return false;
    }
    note_reading(importer, cell);
    return true;
}

bool page_read_cell(struct importer *importer, const struct page_cell *cell,
                    const struct spec_alternative **alternatives)
{
    if (!page_cell_read(&importer->versions, scan_plain(importer->arena, cell->text), alternatives)) {
        page_versions_forget(&importer->versions);
        *alternatives = NULL;
        return false;
    }
    note_reading(importer, cell);
    return true;
}

struct spec_item *page_add_item(struct importer *importer, enum spec_item_kind kind, const char *name)
{
    struct spec_item *item = ARENA_NEW(importer->arena, struct spec_item);
    item->kind = kind;
    item->name = name;
    item->rows_end = &item->rows;
    item->enumerators_end = &item->enumerators;
    *importer->document->items_end = item;
    importer->document->items_end = &item->next;
    return item;
}

struct spec_item *page_open_record(struct importer *importer, const char *name)
{
    if (ascii_is_digit(*name)) /* the name is a word of a heading, and begins with a digit */
        name = arena_format(importer->arena, "_%s", name);
    const char *own = name;
    for (unsigned number = 2;; number++) {
        struct spec_item *item = importer->document->items;
        while (item && (!item->name || strcmp(item->name, own) != 0))
            item = item->next;
        if (!item || item->kind == SPEC_RECORD)
            return item ? item : page_add_item(importer, SPEC_RECORD, own);
        own = arena_format(importer->arena, "%s_%u", name, number); /* an enumeration already has the name */
    }
}

/* Appends the words of a text in capitals, joined by `_`. */
static void add_capitals(struct buffer *out, const char *text)
{
    bool is_parted = out->size > 0;
    for (; *text && out->size < 250; text++) {
        if (!ascii_is_name(*text)) {
            is_parted = out->size > 0;
            continue;
        }
        if (is_parted)
            buffer_add_char(out, '_');
        is_parted = false;
        buffer_add_char(out, ascii_upper(*text));
    }
}

const char *page_make_name(struct importer *importer, const struct page_block *before)
{
    const char *heading = NULL, *title = importer->page->title;
    struct buffer out = {0};
    for (const struct page_block *block = before; block && block->text; block = block->next)
        heading = block->is_heading ? block->text : heading;
    if (!importer->item && !importer->page_name && !title)
        return NULL;
    add_capitals(&out, importer->page_name ? importer->page_name : importer->item ? importer->item->name : title);
    struct scan scan = {heading && (importer->item || importer->page_name) ? heading : ""};
    scan_words(&scan, "the");
    add_capitals(&out, scan.next);
    const char *name = out.size && !ascii_is_digit(*out.data) ? arena_copy(importer->arena, out.data, out.size) : NULL;
    buffer_free(&out);
    return name;
}

void page_move_rows(struct spec_item *item, struct spec_row *rows)
{
    for (struct spec_row *next; rows; rows = next) {
        next = rows->next;
        rows->next = NULL;
        page_add_row(item, rows);
    }
}

struct spec_row *page_add_row(struct spec_item *item, struct spec_row *row)
{
    *item->rows_end = row;
    item->rows_end = &row->next;
    return row;
}

void page_add_comment(struct importer *importer, struct spec_item *item, unsigned line, const char *comment)
{
    if (!item) {
        page_add_item(importer, SPEC_NOTE, NULL)->comment = comment;
        return;
    }
    struct spec_row *row = ARENA_NEW(importer->arena, struct spec_row);
    row->kind = SPEC_COMMENT;
    row->line = line;
    row->comment = comment;
    page_add_row(item, row);
}

/* ---- Missing declarations ---- */

struct declaring {
    struct importer *importer;
    struct map *names; /* set of the names that the page declares, or that are declared for it */
    struct spec_item *items, **end;
};

/* Types of <std.strata> that pages use and that specs of Windows NT do not have. */
static const char *const std_types[] = {"float", "double", "bool", "char16_t", "intptr_t", "uintptr_t", "ptrdiff_t"};

static bool is_std(const char *name)
{
    for (size_t i = 0; i < sizeof std_types / sizeof *std_types; i++)
        if (!strcmp(name, std_types[i]))
            return true;
    return false;
}

/* True if another page declares a name. Records that the spec needs that page. */
static bool borrow_name(struct declaring *declaring, const char *name)
{
    struct importer *importer = declaring->importer;
    const char *key = intern_text(importer->intern, name);
    if (map_get(declaring->names, key))
        return true;
    if (!importer->options->others || !map_get(importer->options->others, key))
        return false;
    struct spec_borrowed *borrowed = ARENA_NEW(importer->arena, struct spec_borrowed);
    *borrowed = (struct spec_borrowed){importer->document->borrowed, name};
    importer->document->borrowed = borrowed;
    map_set(declaring->names, key, borrowed);
    return true;
}

static void declare_item(struct declaring *declaring, enum spec_item_kind kind, const char *name, unsigned line)
{
    struct importer *importer = declaring->importer;
    const char *key = intern_text(importer->intern, name);
    if (map_get(declaring->names, key))
        return;
    map_set(declaring->names, key, declaring);
    if (kind != SPEC_CONST && is_std(name)) {
        importer->document->needs_std = true;
        return;
    }
    struct spec_item *item = ARENA_NEW(importer->arena, struct spec_item);
    *item = (struct spec_item){.kind = kind, .name = name};
    *declaring->end = item;
    declaring->end = &item->next;
    page_report_line(importer, DIAG_ASSUMED, line,
                     kind == SPEC_CONST ? "the number of '%s' is not declared: assumed to be unknown"
                                        : "the type '%s' is not declared: its size is assumed to be unknown",
                     name);
}

/* Declares the constants that bounds of arrays name. */
static void declare_bounds(struct declaring *declaring, const char *bounds, unsigned line)
{
    struct importer *importer = declaring->importer;
    for (const char *at = bounds; *at;) {
        struct scan scan = {at};
        const char *begin;
        size_t length;
        if (!ascii_is_name(*at) || ascii_is_digit(*at) || !scan_name(&scan, &begin, &length)) {
            while (ascii_is_name(*at))
                at++;
            at += *at != '\0' && !ascii_is_name(*at);
            continue;
        }
        const char *name = intern_name(importer->intern, begin, length);
        if (strcmp(name, "ANYSIZE_ARRAY") != 0 && !map_get(importer->model->constant_names, name) &&
            !borrow_name(declaring, name))
            declare_item(declaring, SPEC_CONST, name, line);
        at = scan.next;
    }
}

/* Records that a type is in a file that the spec does not use yet. */
static void need_type(struct declaring *declaring, const struct type *type)
{
    struct importer *importer = declaring->importer;
    size_t known = importer->options->known_files, count = importer->model->program->file_count;
    if (!known || type->file_index < known || map_get(declaring->names, type->name))
        return;
    if (!importer->document->needs) {
        importer->document->needs = ARENA_ARRAY(importer->arena, bool, count);
        memset(importer->document->needs, 0, count);
    }
    importer->document->needs[type->file_index] = true;
}

/* Declares the type of a member by value, unless a page or a spec already declares it. */
static void declare_type(struct declaring *declaring, const char *name, unsigned line)
{
    struct importer *importer = declaring->importer;
    const struct type *type = map_get(importer->model->type_names, intern_text(importer->intern, name));
    if (borrow_name(declaring, name))
        return;
    if (type)
        need_type(declaring, type);
    else
        declare_item(declaring, SPEC_OPAQUE, name, line);
}

static void declare_rows(struct declaring *declaring, const struct spec_row *rows, unsigned line)
{
    for (; rows; rows = rows->next) {
        unsigned at = rows->line ? rows->line : line;
        if (rows->kind == SPEC_MEMBER && !rows->stars)
            declare_type(declaring, rows->type, at);
        if (rows->bounds)
            declare_bounds(declaring, rows->bounds, at);
        declare_rows(declaring, rows->children, at);
    }
}

void page_declare_missing(const struct page_request *request, struct spec_document *document)
{
    struct importer importer = page_importer(request);
    importer.document = document;
    struct declaring declaring = {.importer = &importer, .names = map_new(request->arena)};
    declaring.end = &declaring.items;
    for (struct spec_item *item = document->items; item; item = item->next)
        if (item->name)
            map_set(declaring.names, intern_text(request->intern, item->name), item);
    for (struct spec_item *item = document->items; item; item = item->next)
        declare_rows(&declaring, item->rows, 1);
    *declaring.end = document->items;
    document->items = declaring.items;
}
