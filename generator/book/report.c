#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/source.h"
#include "front/load.h"
#include "book/book.h"

/* Findings of one kind: their texts differ only in quoted words and numbers. */
struct kind {
    enum diag_code code;
    const char *text;
    const char *needs; /* what would make the text readable; NULL if nothing would */
    size_t count, pages;
    const struct book_page *last; /* page of the last finding of the kind */
    struct book_page *first;
    size_t line; /* line of the first finding */
};

/* Numbers of findings on a page. */
struct tally {
    size_t structures, rows, unread, assumed;
};

struct report {
    const struct book *book;
    struct map *kinds;      /* text without quoted words and numbers -> struct kind */
    struct buffer list;     /* list of struct kind * */
    struct book_page *page; /* page whose findings are being counted */
    struct tally *tallies;  /* numbers of findings, by index of page */
    struct tally total;
};

/* ---- Counting ---- */

static void count_finding(void *user, enum diag_code code, struct span span, const char *text)
{
    struct report *report = user;
    struct program *program = report->book->program;
    const char *name = intern_text(program->intern, diag_text_kind(program->arena, text));
    struct kind *kind = map_get(report->kinds, name);
    struct tally *tally = &report->tallies[report->page - report->book->pages];
    if (!kind) {
        struct place place = {0};
        bool is_known = span.begin && source_locate(program->sources, span.begin, &place);
        kind = ARENA_NEW(program->arena, struct kind);
        *kind = (struct kind){.code = code, .text = name, .first = report->page};
        kind->line = is_known ? place.line : 0;
        map_set(report->kinds, name, kind);
        buffer_add(&report->list, &kind, sizeof(struct kind *));
    }
    kind->count++;
    kind->pages += kind->last != report->page;
    kind->last = report->page;
    tally->unread += code == DIAG_UNREAD;
    tally->assumed += code == DIAG_ASSUMED;
}

/* Records what a finding needs to be readable. */
static void note_needs(void *user, const struct diag_view *view)
{
    struct report *report = user;
    struct program *program = report->book->program;
    struct kind *kind =
        map_get(report->kinds, intern_text(program->intern, diag_text_kind(program->arena, view->text)));
    if (kind && view->code == DIAG_UNREAD && view->helps)
        kind->needs = view->helps->text;
}

static int compare_kinds(const void *left, const void *right)
{
    const struct kind *a = *(const struct kind *const *)left, *b = *(const struct kind *const *)right;
    if (a->code != b->code)
        return strcmp(diag_code_name(b->code), diag_code_name(a->code)); /* findings of `unread` come first */
    return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->text, b->text);
}

static struct kind **take_kinds(struct report *report, size_t *count)
{
    struct kind **kinds = (void *)report->list.data;
    *count = report->list.size / sizeof *kinds;
    if (*count)
        qsort(kinds, *count, sizeof *kinds, compare_kinds);
    return kinds;
}

static struct report report_new(const struct book *book)
{
    struct arena *arena = book->program->arena;
    struct report report = {.book = book, .kinds = map_new(arena)};
    report.tallies = ARENA_ARRAY(arena, struct tally, book->count + 1);
    memset(report.tallies, 0, (book->count + 1) * sizeof *report.tallies);
    for (size_t i = 0; i < book->count; i++) {
        report.page = &book->pages[i];
        struct tally *tally = &report.tallies[report.page - report.book->pages];
        for (const struct spec_item *item = report.page->document->items; item; item = item->next) {
            tally->structures += item->kind == SPEC_RECORD;
            for (const struct spec_row *row = item->rows; row; row = row->next)
                tally->rows += row->kind != SPEC_COMMENT;
        }
        diags_each(report.page->diags, count_finding, &report);
        diags_each_view(report.page->diags, note_needs, &report);
        report.total.structures += tally->structures;
        report.total.rows += tally->rows;
        report.total.unread += tally->unread;
        report.total.assumed += tally->assumed;
    }
    return report;
}

static size_t count_whole(const struct report *report)
{
    size_t whole = 0;
    for (size_t i = 0; i < report->book->count; i++)
        whole += !report->tallies[i].unread;
    return whole;
}

/* ---- Markdown ---- */

/* Writes a text as the content of a Markdown cell. */
static void add_cell(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|\\`*_<>[]", *text))
            buffer_add_char(out, '\\');
        buffer_add_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
    }
}

void book_report_markdown(const struct book *book, struct buffer *out)
{
    struct report report = report_new(book);
    size_t count;
    struct kind **kinds = take_kinds(&report, &count);
    buffer_format(out, "# Import of %zu pages\n\n| pages | all read | structures | rows | unread | assumed | joined "
                       "| views |\n|---|---|---|---|---|---|---|---|\n", book->count);
    buffer_format(out, "| %zu | %zu | %zu | %zu | %zu | %zu | %zu | %zu |\n", book->count, count_whole(&report),
                  report.total.structures, report.total.rows, report.total.unread, report.total.assumed, book->joined,
                  book->views);
    buffer_add_text(out, "\n## By kind\n\n| code | finding | count | pages | first | what would help |\n"
                         "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        buffer_format(out, "| %s | ", diag_code_name(kinds[i]->code));
        add_cell(out, kinds[i]->text);
        buffer_format(out, " | %zu | %zu | ", kinds[i]->count, kinds[i]->pages);
        add_cell(out, kinds[i]->first->path);
        buffer_format(out, kinds[i]->line ? ":%zu | " : " | ", kinds[i]->line);
        add_cell(out, kinds[i]->needs ? kinds[i]->needs : "");
        buffer_add_text(out, " |\n");
    }
    buffer_add_text(out, "\n## By page\n\n| page | spec | structures | rows | unread | assumed |\n"
                         "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < book->count; i++) {
        const struct tally *tally = &report.tallies[i];
        buffer_add_text(out, "| ");
        add_cell(out, book->pages[i].path);
        buffer_add_text(out, " | ");
        add_cell(out, book->pages[i].spec);
        buffer_format(out, " | %zu | %zu | %zu | %zu |\n", tally->structures, tally->rows, tally->unread,
                      tally->assumed);
    }
    buffer_free(&report.list);
}

/* ---- JSON ---- */

static void add_tally(struct json *json, const struct tally *tally)
{
    json_member_number(json, "structures", tally->structures);
    json_member_number(json, "rows", tally->rows);
    json_member_number(json, "unread", tally->unread);
    json_member_number(json, "assumed", tally->assumed);
}

void book_report_json(const struct book *book, struct buffer *out)
{
    struct report report = report_new(book);
    struct json json = {out, false};
    size_t count;
    struct kind **kinds = take_kinds(&report, &count);
    json_open(&json, '{');
    json_member_open(&json, "total", '{');
    json_member_number(&json, "pages", book->count);
    json_member_number(&json, "read", count_whole(&report));
    add_tally(&json, &report.total);
    json_member_number(&json, "joined", book->joined);
    json_member_number(&json, "views", book->views);
    json_close(&json, '}');
    json_member_open(&json, "kinds", '[');
    for (size_t i = 0; i < count; i++) {
        json_open(&json, '{');
        json_member_text(&json, "code", diag_code_name(kinds[i]->code));
        json_member_text(&json, "finding", kinds[i]->text);
        json_member_number(&json, "count", kinds[i]->count);
        json_member_number(&json, "pages", kinds[i]->pages);
        json_member_text(&json, "page", kinds[i]->first->path);
        json_member_number(&json, "line", kinds[i]->line);
        if (kinds[i]->needs)
            json_member_text(&json, "help", kinds[i]->needs);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_member_open(&json, "pages", '[');
    for (size_t i = 0; i < book->count; i++) {
        json_open(&json, '{');
        json_member_text(&json, "page", book->pages[i].path);
        json_member_text(&json, "spec", book->pages[i].spec);
        add_tally(&json, &report.tallies[i]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    buffer_add_char(out, '\n');
    buffer_free(&report.list);
}
