#include "lsp/hover.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/utf8.h"
#include "lsp/find.h"
#include "model/model.h"
#include "view/show.h"

/* Limits of a hover. A structure with more lines is shown as a table of its layouts and its newest layout. */
enum { LINES_MOST = 120, SHOWN_MOST = 64 * 1024 };

/* State while a hover is written. */
struct hover {
    const struct model *model;
    const struct mention *mention;
    bool has_markdown;
    struct buffer out;
};

static void write_sheet(struct hover *hover, struct sheet_document document)
{
    sheet_write(hover->has_markdown ? SHEET_MARKDOWN : SHEET_TEXT, &document, hover->model->program, &hover->out);
}

static void write_code(struct hover *hover, const char *text, size_t size)
{
    if (hover->has_markdown)
        buffer_add_text(&hover->out, "```strata\n");
    buffer_add(&hover->out, text, size);
    buffer_add_text(&hover->out, hover->has_markdown ? "\n```\n" : "\n");
}

static void write_doc(struct hover *hover, const char *doc)
{
    if (doc)
        buffer_format(&hover->out, "\n%s\n\n", doc);
}

/* ---- Structures and members */

static void add_layouts(const struct record *record, bool newest_alone, struct buffer *subjects)
{
    for (size_t i = 0; i < record->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        size_t first = newest_alone && on->layout_count ? on->layout_count - 1 : 0;
        for (size_t k = first; !on->alias && k < on->layout_count; k++) {
            const struct show_subject subject = {&on->layouts[k], NULL};
            buffer_add(subjects, &subject, sizeof subject);
        }
    }
}

static size_t count_lines(const struct buffer *subjects)
{
    const struct show_subject *items = (const void *)subjects->data;
    size_t lines = 0;
    for (size_t i = 0; i < subjects->size / sizeof *items; i++)
        lines += 3 + items[i].layout->member_count;
    return lines;
}

static void write_record(struct hover *hover, const struct record *record)
{
    struct buffer subjects = {0};
    write_doc(hover, record->type->doc);
    add_layouts(record, false, &subjects);
    if (count_lines(&subjects) > LINES_MOST) {
        write_sheet(hover, show_make_overview(hover->model, record));
        buffer_add_char(&hover->out, '\n');
        buffer_clear(&subjects);
        add_layouts(record, true, &subjects);
    }
    struct buffer text = {0};
    show_write_text(hover->model, (const void *)subjects.data, subjects.size / sizeof(struct show_subject), &text);
    while (text.size && text.data[text.size - 1] == '\n')
        text.size--;
    if (text.size)
        write_code(hover, text.data, text.size);
    buffer_free(&text);
    buffer_free(&subjects);
}

/* ---- Other declarations */

/* Writes the declaration as the text has it. */
static void write_declaration(struct hover *hover, const struct found *found)
{
    size_t count;
    const struct mention *declarations = find_declarations(found, &count);
    const struct source *source = count ? source_find(hover->model->program->sources, declarations->span.begin) : NULL;
    if (!source)
        return;
    struct span span = mention_whole(declarations->decl);
    size_t size = span.end - span.begin;
    if (size > SHOWN_MOST / 4)
        size = SHOWN_MOST / 4;
    const char *text = source->text + (span.begin - source->base);
    write_code(hover, text, utf8_valid_prefix(text, size));
}

static const struct type *find_type(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->type_count; i++)
        if (!strcmp(model->types[i]->name, name))
            return model->types[i];
    return NULL;
}

static void write_type(struct hover *hover, const struct found *found)
{
    const struct type *type = find_type(hover->model, hover->mention->name);
    if (type && type->record) {
        write_record(hover, type->record);
        return;
    }
    write_declaration(hover, found);
    if (type)
        write_doc(hover, type->doc);
}

static void write_version(struct hover *hover)
{
    const struct axis *axis = &hover->model->axis;
    struct version_range range;
    if (!axis_find(axis, hover->mention->name, &range))
        return;
    buffer_format(&hover->out, "%s: from %s", hover->mention->name,
                  axis_version_text(hover->model->arena, axis, range.from));
    if (range.to != VERSION_END)
        buffer_format(&hover->out, " until before %s", axis_version_text(hover->model->arena, axis, range.to));
    uint64_t kernel = axis_find_kernel(axis, range.from);
    if (kernel != range.from)
        buffer_format(&hover->out, "; runs the kernel %s", axis_version_text(hover->model->arena, axis, kernel));
    buffer_add_char(&hover->out, '\n');
}

static void write_about(struct hover *hover, const struct found *found)
{
    const struct mention *mention = hover->mention;
    const struct record *record =
        mention->kind == MENTION_MEMBER ? model_find_record(hover->model, mention->owner) : NULL;
    const struct member *member = NULL;
    for (size_t i = 0; record && i < record->member_count && !member; i++)
        if (!strcmp(record->members[i]->name, mention->name))
            member = record->members[i];
    if (member) {
        write_sheet(hover, show_make_member(hover->model, member, record));
        for (size_t i = 0; i < member->row_count; i++) {
            write_doc(hover, row_doc(member->rows[i]));
            if (row_remark(member->rows[i]))
                buffer_format(&hover->out, "\n%s\n", row_remark(member->rows[i]));
        }
    } else if (mention->kind == MENTION_TYPE)
        write_type(hover, found);
    else if (mention->kind == MENTION_VERSION)
        write_version(hover);
    else if (mention->kind == MENTION_CODE) {
        enum diag_code code;
        if (diag_code_find(hover->mention->name, &code))
            buffer_format(&hover->out, "%s: %s\n\n%s\n", hover->mention->name, diag_code_summary(code),
                          diag_code_explanation(code)->text);
    } else if (mention->kind != MENTION_FILE)
        write_declaration(hover, found);
}

void hover_write(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    struct found found;
    struct hover hover = {.has_markdown = session->has_markdown};
    if (find_name(session, arena, params, &found)) {
        hover.model = found.analysis->model;
        hover.mention = &found.mention;
        write_about(&hover, &found);
    }
    size_t size = hover.out.size;
    if (size > SHOWN_MOST) /* only the beginning of a structure with many layouts is shown */
        size = utf8_valid_prefix(hover.out.data, SHOWN_MOST);
    if (size) {
        json_open(json, '{');
        json_member_open(json, "contents", '{');
        json_member_text(json, "kind", hover.has_markdown ? "markdown" : "plaintext");
        json_key(json, "value");
        json_string(json, hover.out.data, size);
        json_close(json, '}');
        json_key(json, "range");
        analysis_write_range(session, found.analysis, found.mention.span, json);
        json_close(json, '}');
    } else {
        json_null(json);
    }
    buffer_free(&hover.out);
    arena_free(arena);
}
