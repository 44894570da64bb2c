/*
 * The data of a structure: rows, layouts and versions, as compact JSON. site_data.js reads them for pages, and programs
 * of users do; data.html of a site describes the keys. FORMAT changes with what they mean.
 *
 *   format      FORMAT
 *   name, kind  of the structure; and all that form_write_record_head writes
 *   page        its file, without ".html"
 *   row_types   [text, file of its page, 1 if it is a structure itself]
 *   notes       texts about rows: provenance, remarks
 *   rows        [name, type, bytes, depth, look, bit, width, note]: type and note are indices; null for unknown bytes;
 *               zeros at the end are left out. Each stands once, whatever its offsets.
 *   layouts     from, to, begin, end: versions; size, align; note: on the size; at: a version that has it, or
 *               null; gap: there are versions before it without a layout; rows: pairs (row, offset), each as the
 *               difference to the pair before; null: the offset is unknown
 *   words       sentences about a basis
 *   arches      name; pointer: bytes; first: index of its first layout; grades: a text for each layout;
 *     names     a number of VERSIONS, its layout among those of the arch, number of its sentence, basis, and number of
 *               number_disputed or 0; for each version with the structure. Releases come last
 *     kernels   numbers of VERSIONS that run the kernel of another build
 *     runs      the number of the first version among the bounds of VERSIONS, and 5 * (1 + layout among those of the
 *               arch, or -1) + basis; of a disputed one also the number of number_disputed
 *     steps, member_changes  number of steps from one attested build to the next, and of those that changed a member
 */
#include <string.h>

#include "answer/form.h"
#include "answer/grades.h"
#include "base/arena.h"
#include "base/intern.h"
#include "model/clauses.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/show.h"

enum { FORMAT = 1 };

/* A list of texts without duplicates. */
struct texts {
    struct map *numbers; /* interned text -> address of its index */
    struct buffer items; /* list of const char * */
};

struct data {
    struct site *site;
    const struct record *record;
    struct form form;
    struct buffer out;
    struct texts types, notes, rows, words;
    const struct site_view *views;
    size_t view_count;
    const struct layout *layouts; /* layouts of the arch that is being written */
    size_t layout_count;
};

static void begin_texts(struct site *site, struct texts *texts)
{
    *texts = (struct texts){.numbers = map_new(site->scratch)};
}

/* Returns the index of a text in a list, and adds it if it is new. */
static size_t number_text(struct data *data, struct texts *texts, const char *text)
{
    text = intern_text(data->site->model->program->intern, text);
    size_t *number = map_get(texts->numbers, text);
    if (!number) {
        number = ARENA_NEW(data->site->scratch, size_t);
        *number = texts->items.size / sizeof(char *);
        map_set(texts->numbers, text, number);
        buffer_add(&texts->items, &text, sizeof text);
    }
    return *number;
}

/* Writes the texts of a list, as JSON strings or, if they are JSON already, unchanged. */
static void write_texts(struct data *data, const char *key, struct texts *texts, bool is_json)
{
    const char *const *items = (const void *)texts->items.data;
    json_member_open(&data->form.json, key, '[');
    for (size_t i = 0; i < texts->items.size / sizeof *items; i++) {
        if (!is_json)
            json_text(&data->form.json, items[i]);
        else
            buffer_format(&data->out, "%s%s", i ? "," : "", items[i]);
    }
    json_close(&data->form.json, ']');
    buffer_free(&texts->items);
}

/* ---- Rows */

enum site_look site_line_look(const struct show_line *line)
{
    const struct row *row = line->member ? line->member->row : NULL;
    if (!row)
        return !strcmp(line->name, "(padding)") ? LOOK_PADDING : *line->type ? LOOK_BITS : LOOK_HOLE;
    if (row->form == FORM_UNACCOUNTED || (row->form == FORM_BYTES && !row->name))
        return LOOK_UNKNOWN;
    if (row_is_anonymous(row))
        return row->form == FORM_UNION ? LOOK_UNION : LOOK_STRUCT;
    return row_kind(row) == ROW_POINTER ? LOOK_POINTER : LOOK_VALUE;
}

/* Returns a note on a row: its provenance, its remark and its comment, such as "corrected, was 0x10; “moved in a
 * hotfix”". */
static const char *row_note(struct data *data, const struct show_line *line)
{
    const struct row *row = line->member ? line->member->row : NULL;
    const char *remark = row ? row_remark(row) : NULL, *doc = row ? row_doc(row) : NULL;
    if (!remark && !doc)
        return line->notes;
    struct buffer text = {0};
    buffer_add_text(&text, line->notes);
    if (remark)
        buffer_format(&text, "%s\xE2\x80\x9C%s\xE2\x80\x9D", text.size ? "; " : "", remark);
    if (doc)
        buffer_format(&text, "%s%s", text.size ? "; " : "", doc);
    return buffer_take(&text, data->site->scratch);
}

const char *site_line_type(struct arena *arena, const struct show_line *line)
{
    const struct row *row = line->member ? line->member->row : NULL;
    return row && row->display && row->display != row->type
               ? arena_format(arena, "%s as %s", line->type, row->display->name) : line->type;
}

/* Returns the index of a type and the page that it leads to. */
static size_t number_type(struct data *data, const struct show_line *line)
{
    struct buffer text = {0};
    struct json json = {&text, false};
    const struct row *row = line->member ? line->member->row : NULL;
    const struct site_page *page = row ? site_find_page(data->site, row->type) : NULL;
    const struct site_page *shown = row ? site_find_page(data->site, row->display) : NULL;
    json_open(&json, '[');
    json_text(&json, site_line_type(data->site->scratch, line));
    if (shown || page)
        json_text(&json, shown ? shown->file : page->file);
    if (page && !shown && page->type->record && row_kind(row) != ROW_POINTER)
        json_number(&json, 1);
    json_close(&json, ']');
    size_t number = number_text(data, &data->types, buffer_text(&text));
    buffer_free(&text);
    return number;
}

static size_t number_row(struct data *data, const struct show_line *line)
{
    const struct layout_member *member = line->member;
    const char *note = row_note(data, line);
    struct buffer text = {0};
    struct json json = {&text, false};
    unsigned long long numbers[] = {line->size == LAYOUT_UNKNOWN ? LAYOUT_UNKNOWN : line->size, line->depth,
                                    site_line_look(line), 0, 0, *note ? number_text(data, &data->notes, note) : 0};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    size_t count = COUNT;
    if (member && member->width) {
        numbers[3] = member->bit;
        numbers[4] = member->width;
    }
    json_open(&json, '[');
    json_text(&json, line->name);
    json_number(&json, number_type(data, line));
    while (count > 1 && !numbers[count - 1])
        count--;
    for (size_t i = 0; i < count; i++) {
        if (!i && line->size == LAYOUT_UNKNOWN)
            json_null(&json);
        else
            json_number(&json, numbers[i]);
    }
    json_close(&json, ']');
    size_t number = number_text(data, &data->rows, buffer_text(&text));
    buffer_free(&text);
    return number;
}

/* ---- Layouts */

static void write_signed(struct json *json, long long number)
{
    json_signed(json, number < 0, number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number);
}

static void write_rows(struct data *data, const struct layout *layout)
{
    size_t count;
    const struct show_line *lines = show_list_lines(data->site->scratch, layout, &count);
    long long last_row = -1, last_offset = 0;
    json_member_open(&data->form.json, "rows", '[');
    for (size_t i = 0; i < count; i++) {
        long long row = (long long)number_row(data, &lines[i]);
        write_signed(&data->form.json, row - last_row - 1);
        last_row = row;
        if (lines[i].offset == LAYOUT_UNKNOWN) {
            json_null(&data->form.json);
        } else {
            write_signed(&data->form.json, (long long)lines[i].offset - last_offset);
            last_offset = lines[i].offset;
        }
    }
    json_close(&data->form.json, ']');
}

static void write_size(struct data *data, const struct layout *layout)
{
    struct cell_value was;
    form_write_known(&data->form, "size", layout->size);
    form_write_align(&data->form, layout);
    if (!layout->stated || layout->stated->provenance == AST_DOCUMENTED)
        return;
    const char *note = layout->stated->provenance == AST_INFERRED ? "inferred" : "corrected";
    if (layout->stated->provenance == AST_CORRECTED && cell_value_was(layout->stated, &was) &&
        was.kind == AST_VALUE_NUMBER)
        note = arena_format(data->site->scratch, "corrected, was 0x%02llX", (unsigned long long)was.number);
    json_member_text(&data->form.json, "note", note);
}

/* ---- Versions */

/* Returns the index of a layout among the layouts of the arch; -1 if it is not one of them. */
static int find_layout(const struct data *data, const struct layout *layout)
{
    for (size_t i = 0; layout && i < data->layout_count; i++)
        if (&data->layouts[i] == layout)
            return (int)i;
    return -1;
}

/* Returns the index of a text about a disputed structure: the grade of the undisputed members, and the names of the
 * disputed ones. */
static size_t number_disputed(struct data *data, const struct standing *standing)
{
    const struct record *record = data->record;
    struct buffer text = {0};
    buffer_format(&text, "%d", (int)others_stand(record, standing->arch, standing->version).basis);
    for (size_t i = 0; i < record->member_count; i++)
        if (member_stand(record, record->members[i], standing->arch, standing->version).basis == STRATA_DISPUTED)
            buffer_format(&text, " %s", record->members[i]->name);
    size_t number = number_text(data, &data->words, buffer_text(&text));
    buffer_free(&text);
    return number;
}

/* Writes what is known of a version, if the structure exists in it. `number` is the version's index in VERSIONS. */
static void write_name(struct data *data, const struct arch *arch, const char *name, size_t number)
{
    struct json *json = &data->form.json;
    struct buffer text = {0};
    uint64_t version;
    if (!axis_find_version(&data->site->model->axis, name, &version) || !version_set_contains(&arch->versions, version))
        return;
    struct standing standing = record_stand(data->record, arch, version);
    if (!standing.layout)
        return;
    standing_write(&standing, &text);
    json_number(json, number);
    write_signed(json, find_layout(data, standing.layout));
    json_number(json, number_text(data, &data->words, buffer_text(&text)));
    json_number(json, standing.basis);
    json_number(json, standing.basis == STRATA_DISPUTED ? number_disputed(data, &standing) : 0);
    buffer_free(&text);
}

/* Writes the runs of versions. A run is the index of its first version among the bounds, then 5 times (1 + index of its
 * layout, or 0 for none) plus the grade. For a disputed run the index from number_disputed follows. */
static void write_runs(struct data *data, const struct arch *arch)
{
    size_t count;
    struct arena *brief = arena_new(); /* freed at the end, because the runs of a large structure take megabytes */
    const struct standing_run *spans = record_list_spans(brief, data->record, arch, &count);
    const struct standing *before = NULL;
    json_member_open(&data->form.json, "runs", '[');
    for (size_t i = 0; i < count; i++) {
        const struct standing *standing = &spans[i].standing;
        bool is_one = before && before->layout == standing->layout && before->basis == standing->basis;
        if (spans[i].kernel || (!before && !standing->layout) || (is_one && standing->basis != STRATA_DISPUTED))
            continue;
        json_number(&data->form.json, site_number_bound(data->site, spans[i].range.from));
        json_number(&data->form.json,
                    (size_t)(find_layout(data, standing->layout) + 1) * BASIS_COUNT + standing->basis);
        if (standing->basis == STRATA_DISPUTED)
            json_number(&data->form.json, number_disputed(data, standing));
        before = standing;
    }
    arena_free(brief);
    json_close(&data->form.json, ']');
}

static void write_arch(struct data *data, const struct arch *arch)
{
    const struct record_on *on = &data->record->on[arch->index];
    struct json *json = &data->form.json;
    size_t first = 0;
    if (!on->exists || !on->versions.count || !on->layout_count)
        return;
    /* Find the layouts of an arch. One that falls back on another arch has those of that arch. */
    size_t begin = 0, end = on->layout_count;
    while (begin < end && on->layouts[begin].range.to <= on->versions.ranges[0].from)
        begin++;
    while (end > begin && on->layouts[end - 1].range.from >= on->versions.ranges[on->versions.count - 1].to)
        end--;
    data->layouts = on->layouts + begin;
    data->layout_count = end - begin;
    while (first < data->view_count && data->views[first].layout != data->layouts)
        first++;
    if (first == data->view_count || !data->layout_count)
        return;
    json_open(json, '{');
    json_member_text(json, "name", arch->name);
    json_member_number(json, "pointer", arch->pointer_size);
    json_member_number(json, "first", first);
    json_member_open(json, "grades", '[');
    for (size_t i = 0; i < data->layout_count; i++) {
        struct buffer text = {0};
        record_write_grades(data->record, arch, data->layouts[i].range, &text);
        json_text(json, buffer_text(&text));
        buffer_free(&text);
    }
    json_close(json, ']');
    const struct axis *axis = &data->site->model->axis;
    json_member_open(&data->form.json, "names", '[');
    for (size_t i = 0; i < axis->point_count; i++)
        write_name(data, arch, axis->points[i].name, axis->release_count + i);
    for (size_t i = 0; i < axis->release_count; i++)
        write_name(data, arch, axis->releases[i].name, i);
    json_close(&data->form.json, ']');
    /* Write the points whose systems run the kernel of another build. */
    const struct evidence *evidence = data->record->on[arch->index].evidence;
    json_member_open(&data->form.json, "kernels", '[');
    for (size_t i = 0; i < axis->point_count; i++) {
        uint64_t build = axis->points[i].version & ~UINT64_C(0xFFFF);
        if (axis->points[i].kernel && evidence_find_kernel(evidence, build) != build)
            json_number(&data->form.json, axis->release_count + i);
    }
    json_close(&data->form.json, ']');
    write_runs(data, arch);
    /* Write how often members changed from one build that was seen to the next: the number of steps, and for each
     * member the number of steps in which it changed. */
    const struct record *record = data->record;
    json_member_number(json, "steps", member_count_changes(record, NULL, arch).steps);
    json_member_open(json, "member_changes", '{');
    for (size_t i = 0; i < record->member_count; i++) {
        struct changes_seen seen = member_count_changes(record, record->members[i], arch);
        if (seen.changes)
            json_member_number(json, record->members[i]->name, seen.changes);
    }
    json_close(json, '}');
    json_close(json, '}');
}

void site_add_data(struct site *site, const struct site_page *page, struct buffer *out)
{
    const struct model *model = site->model;
    struct data data = {.site = site, .record = page->type->record};
    begin_texts(site, &data.types);
    begin_texts(site, &data.notes);
    begin_texts(site, &data.rows);
    begin_texts(site, &data.words);
    number_text(&data, &data.notes, "");
    data.views = page->views;
    data.view_count = page->view_count;
    data.form = (struct form){.json = {&data.out, false}, .model = model, .scratch = site->scratch};
    json_open(&data.form.json, '{');
    json_member_number(&data.form.json, "format", FORMAT);
    form_write_record_head(&data.form, data.record, page->name);
    json_member_text(&data.form.json, "page", page->file);
    json_member_open(&data.form.json, "layouts", '[');
    for (size_t i = 0; i < data.view_count; i++) {
        /* Write a layout. `before` is the previous layout on the same arch; NULL if there is none. */
        const struct site_view *view = &data.views[i];
        const struct site_view *before = i && data.views[i - 1].arch == data.views[i].arch ? &data.views[i - 1] : NULL;
        const struct layout *layout = view->layout;
        json_open(&data.form.json, '{');
        form_write_range(&data.form, layout->range);
        json_member_text(&data.form.json, "at", view->version);
        if (before && before->layout->range.to != layout->range.from)
            json_member_bool(&data.form.json, "gap", true);
        write_size(&data, layout);
        write_rows(&data, layout);
        json_close(&data.form.json, '}');
    }
    json_close(&data.form.json, ']');
    json_member_open(&data.form.json, "arches", '[');
    for (size_t i = 0; i < model->arch_count; i++)
        write_arch(&data, model->arches[i]);
    json_close(&data.form.json, ']');
    write_texts(&data, "row_types", &data.types, true);
    write_texts(&data, "notes", &data.notes, false);
    write_texts(&data, "rows", &data.rows, true);
    write_texts(&data, "words", &data.words, false);
    json_close(&data.form.json, '}');
    buffer_free(&data.form.text);
    buffer_add(out, data.out.data, data.out.size);
    buffer_free(&data.out);
}
