/*
 * Writes the texts of layouts, which a page loads when the reader asks for one. Layouts share most of their lines, so
 * each line is stored once. A text is a list of line numbers, each stored as the difference from the previous line's
 * number plus 1.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "export/c_header.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/show.h"

/* The lines of all texts of a structure. */
struct lines {
    struct arena *arena;
    struct intern *names;
    struct map *numbers; /* interned line -> address of its number */
    struct buffer list;  /* lines as JSON strings */
    struct json json;
    size_t count;
};

static size_t number_line(struct lines *lines, const char *text, size_t size)
{
    text = intern_name(lines->names, text, size);
    size_t *number = map_get(lines->numbers, text);
    if (!number) {
        number = ARENA_NEW(lines->arena, size_t);
        *number = lines->count++;
        map_set(lines->numbers, text, number);
        json_text(&lines->json, text);
    }
    return *number;
}

/* Writes a text as a list of line numbers. */
static void write_lines(struct lines *lines, const char *text, struct json *json)
{
    long long next = 0;
    json_open(json, '[');
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = text + strcspn(text, "\n");
        const long long number = (long long)number_line(lines, text, (size_t)(end - text)), step = number - next;
        json_signed(json, step < 0, (unsigned long long)(step < 0 ? -step : step));
        next = number + 1;
    }
    json_close(json, ']');
}

/* Returns the text that `strata show` prints for a layout. */
static const char *show_text(struct site *site, const struct site_view *view)
{
    struct model scoped = *site->model;
    struct buffer text = {0};
    struct show_subject subject = {view->layout, NULL};
    scoped.arena = site->scratch;
    show_write_text(&scoped, &subject, 1, &text);
    return buffer_take(&text, site->scratch);
}

/* Writes the C text of a layout; null if no version has the layout. */
static void write_c(struct site *site, const struct site_view *view, struct lines *lines, struct json *json)
{
    const struct c_target target = {
        site->model, view->arch, view->number,
        arena_format(site->scratch, "%s/%s", view->version ? view->version : "", view->arch->name), false};
    if (!view->version) {
        json_null(json);
        return;
    }
    struct c_part part = c_parts_write(site->parts, &target, view->layout->record, site->scratch);
    json_open(json, '{');
    const char *const texts[][2] = {
        {"macro", part.macro}, {"forwards", part.forwards}, {"enums", part.enums}, {"body", part.body}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_key(json, texts[i][0]);
        write_lines(lines, texts[i][1], json);
    }
    /* Write the layouts that the C text of a layout needs before its own: for each, its file and the index of its
     * view. */
    json_member_open(json, "needs", '[');
    for (size_t i = 0; i + 1 < part.layout_count; i++) {
        const struct site_page *page = site_find_page(site, part.layouts[i]->record->type);
        size_t index = 0;
        while (index < page->view_count && page->views[index].layout != part.layouts[i])
            index++;
        json_text(json, page->file);
        json_number(json, index);
    }
    json_close(json, ']');
    json_close(json, '}');
}

bool site_write_texts(struct site *site, const struct site_page *page)
{
    struct buffer list = {0};
    struct json json = {&list, false};
    struct arena *brief = arena_new(); /* arena for the lines */
    struct lines lines = {.arena = brief, .names = intern_new(brief), .numbers = map_new(brief)};
    lines.json = (struct json){&lines.list, false};
    json_open(&json, '{');
    json_member_open(&json, "dt", '[');
    for (size_t i = 0; i < page->view_count; i++)
        write_lines(&lines, show_text(site, &page->views[i]), &json);
    json_close(&json, ']');
    json_member_open(&json, "c", '[');
    for (size_t i = 0; i < page->view_count; i++)
        write_c(site, &page->views[i], &lines, &json);
    json_close(&json, ']');
    json_member_open(&json, "lines", '[');
    buffer_add(&list, lines.list.data, lines.list.size);
    json_close(&json, ']');
    json_close(&json, '}');
    const char *name = arena_format(site->scratch, "STRATA.texts[\"%s\"]", page->file);
    bool done = site_write_json(site, name, arena_format(site->scratch, "t/%s.js", page->file), NULL, &list);
    buffer_free(&list);
    buffer_free(&lines.list);
    arena_free(brief);
    return done;
}
