/*
 * The text of each layout, which a page loads when somebody asks for it.
 */
#include "base/arena.h"
#include "base/json.h"
#include "base/output.h"
#include "export/c_header.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/show.h"

/* Returns the text of `strata show`. */
static const char *show_text(struct site *site, const struct site_view *view)
{
    struct model scoped = *site->model;
    struct buffer text = {0};
    struct show_subject subject = {view->layout, NULL};
    scoped.arena = site->scratch;
    show_write_text(&scoped, &subject, 1, &text);
    return buffer_take(&text, site->scratch);
}

/* Writes the file and the index of the view for each layout that a text needs before its own. */
static void write_needs(struct site *site, const struct c_part *part, struct json *json)
{
    json_member_open(json, "needs", '[');
    for (size_t i = 0; i + 1 < part->layout_count; i++) {
        const struct site_page *page = site_find_page(site, part->layouts[i]->record->type);
        size_t view = 0;
        while (view < page->view_count && page->views[view].layout != part->layouts[i])
            view++;
        json_text(json, page->file);
        json_number(json, view);
    }
    json_close(json, ']');
}

/* Writes the C text of a layout, null if no version has it. */
static void write_c(struct site *site, const struct site_view *view, struct json *json)
{
    const struct c_target target = {
        site->model, view->arch, view->number,
        arena_format(site->scratch, "%s/%s", view->version ? view->version : "", view->arch->name)};
    if (!view->version) {
        json_null(json);
        return;
    }
    struct c_part part = c_parts_write(site->parts, &target, view->layout->record, site->scratch);
    json_open(json, '{');
    json_member_text(json, "macro", part.macro);
    json_member_text(json, "forwards", part.forwards);
    json_member_text(json, "enums", part.enums);
    json_member_text(json, "body", part.body);
    write_needs(site, &part, json);
    json_close(json, '}');
}

bool site_write_texts(struct site *site, const struct site_page *page)
{
    struct buffer list = {0};
    struct json json = {&list, false};
    json_open(&json, '{');
    json_member_open(&json, "dt", '[');
    for (size_t i = 0; i < page->view_count; i++)
        json_text(&json, show_text(site, &page->views[i]));
    json_close(&json, ']');
    json_member_open(&json, "c", '[');
    for (size_t i = 0; i < page->view_count; i++)
        write_c(site, &page->views[i], &json);
    json_close(&json, ']');
    json_close(&json, '}');
    buffer_clear(&site->text);
    buffer_format(&site->text, "STRATA.texts[\"%s\"] = ", page->file);
    site_add_json(&list, &site->text);
    buffer_add_text(&site->text, ";\n");
    buffer_free(&list);
    return output_file(site->output, arena_format(site->scratch, "t/%s.js", page->file), site->text.data,
                       site->text.size);
}
