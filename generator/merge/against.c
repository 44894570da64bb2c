#include "merge/against.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "check/rows.h"
#include "front/load.h"
#include "kernel/kernel.h"
#include "model/model.h"

/* A cell of a document on one architecture, and the builds that contradict it. */
struct claimed {
    struct claimed *next;
    const struct row *row; /* the row of the cell; NULL: the cell is the size of the structure */
    struct span span;
    uint64_t value, other;        /* value in the document and in the builds; in bits, but a size is in bytes */
    const struct row *other_row;  /* the row in the evidence; NULL: the cell is a size */
    struct version_set builds;    /* builds that contradict the cell */
    bool is_met, is_contradicted; /* some build has the cell; some build contradicts it */
};

/* The state of a comparison, for one record on one architecture at a time. */
struct against {
    const struct against_request *request;
    struct arena *arena;
    struct version_set released; /* builds that the axis names; documents do not describe builds between them */
    const struct record *record, *other;
    const struct arch *arch;
    struct map *cells; /* cells of the record on the architecture: ast_alternative or row -> struct claimed */
    struct claimed *first, **end;
};

/* Returns the position of an entry in bits, or UINT64_MAX if it is unknown. */
static uint64_t find_place(const struct layout_member *entry)
{
    if (entry->offset == LAYOUT_UNKNOWN || (entry->width && entry->bit == BIT_UNKNOWN))
        return UINT64_MAX;
    return (uint64_t)entry->offset * 8 + (entry->width ? entry->bit : 0);
}

/* Returns an entry with a name. Prefers one at the given position; else takes one with any known position; else
 * NULL. */
static const struct layout_member *find_entry(const struct layout *layout, const char *name, uint64_t place)
{
    const struct layout_member *found = NULL;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        if (entry->row->name != name || find_place(entry) == UINT64_MAX)
            continue;
        if (find_place(entry) == place)
            return entry;
        found = found ? found : entry;
    }
    return found;
}

/* Returns the cell with a key, and creates it if there is none. */
static struct claimed *meet_claim(struct against *against, const void *key, const struct row *row, struct span span,
                              uint64_t value)
{
    struct claimed *cell = map_get(against->cells, key);
    if (cell)
        return cell;
    cell = ARENA_NEW(against->arena, struct claimed);
    *cell = (struct claimed){.row = row, .span = span, .value = value};
    map_set(against->cells, key, cell);
    *against->end = cell;
    against->end = &cell->next;
    return cell;
}

/* Compares the value of a cell with that of builds. If several builds have different other values, only the first is
 * kept. */
static void note_value(struct against *against, struct claimed *cell, uint64_t value, uint64_t other,
                       const struct row *row, struct version_set builds)
{
    cell->is_met = true;
    if (value == other || (cell->is_contradicted && cell->other != other))
        return;
    cell->is_contradicted = true;
    cell->value = value;
    cell->other = other;
    cell->other_row = row;
    cell->builds = version_set_union(against->arena, cell->builds, builds);
}

/* Compares a layout of a document with one that builds attest. */
static void compare_layouts(struct against *against, const struct layout *layout, const struct layout *other,
                            struct version_set builds)
{
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        const struct row *row = entry->row;
        uint64_t place = find_place(entry);
        if (!row->name || row->is_unknown || place == UINT64_MAX)
            continue;
        const void *key = entry->placement ? (const void *)entry->placement->alternative : row;
        struct claimed *cell =
            meet_claim(against, entry->width ? row : key, row, row_place(row, entry->placement), place);
        const struct layout_member *found = find_entry(other, row->name, place);
        if (found && !found->width == !entry->width)
            note_value(against, cell, place, find_place(found), found->row, builds);
    }
    if (layout->stated && layout->size != LAYOUT_UNKNOWN && other->size != LAYOUT_UNKNOWN) {
        const struct ast_alternative *stated = layout->stated->alternative;
        struct claimed *cell = meet_claim(against, stated, NULL, ast_value_span(stated), layout->size);
        note_value(against, cell, layout->size, other->size, NULL, builds);
    }
}

/* Returns the versions of the kernels that the comparison is limited to, on one architecture. */
static struct version_set list_versions(const struct against *against, const struct arch *arch)
{
    const struct against_request *request = against->request;
    struct version_range *ranges = ARENA_ARRAY(against->arena, struct version_range, request->kernel_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < request->kernel_count; i++) {
        uint64_t version = request->kernels[i]->version;
        if (!strcmp(request->kernels[i]->arch->name, arch->name))
            ranges[count++] = (struct version_range){version, version + 1};
    }
    return version_set_of(against->arena, ranges, count);
}

/* Compares the record on one architecture with the attested builds of the record with the same name. */
static void compare_arch(struct against *against)
{
    const struct arch *other_arch = model_find_arch(against->request->evidence, against->arch->name);
    const struct record_on *on = &against->record->on[against->arch->index];
    if (!other_arch || !on->exists)
        return;
    const struct record_on *other = &against->other->on[other_arch->index];
    struct version_set covered = version_set_range(against->arena, 0, against->record->source_last);
    struct version_set attested = version_set_intersect(against->arena, other->attested, covered);
    attested = version_set_intersect(against->arena, attested, against->released);
    if (against->request->kernels)
        attested = version_set_intersect(against->arena, attested, list_versions(against, other_arch));
    for (size_t i = 0; i < on->layout_count; i++) {
        for (size_t k = 0; other->exists && k < other->layout_count; k++) {
            struct version_set own = {&on->layouts[i].range, 1}, theirs = {&other->layouts[k].range, 1};
            struct version_set both = version_set_intersect(against->arena, own, theirs);
            struct version_set builds = version_set_intersect(against->arena, both, attested);
            if (builds.count)
                compare_layouts(against, &on->layouts[i], &other->layouts[k], builds);
        }
    }
}

/* Appends the value of a cell: "0x18", or for a bit-field "bit 3 of 0x18". */
static void write_value(struct buffer *out, const struct claimed *cell, uint64_t value)
{
    unsigned long long number = cell->row ? value / 8 : value;
    if (cell->row && cell->row->width)
        buffer_format(out, "bit %u of ", (unsigned)(value % 8));
    buffer_format(out, "0x%llX", number);
}

static void report_cell(struct against *against, const struct claimed *cell)
{
    struct buffer text = {0};
    const struct version_set *builds = &cell->builds;
    uint64_t first = builds->ranges[0].from, last = builds->ranges[builds->count - 1].from;
    const char *name = against->record->type->name;
    if (cell->row)
        buffer_format(&text, "'%s.%s' is at ", name, cell->row->name);
    else
        buffer_format(&text, "the size of '%s' is ", name);
    write_value(&text, cell, cell->value);
    buffer_add_text(&text, " here and ");
    write_value(&text, cell, cell->other);
    buffer_format(&text, " in %zu %s of %s, ", builds->count,
                  builds->count == 1 ? "attested build" : "attested builds", against->arch->name);
    axis_write_version(&against->request->evidence->axis, first, &text);
    if (first != last) {
        buffer_add_text(&text, " to ");
        axis_write_version(&against->request->evidence->axis, last, &text);
    }
    struct diag *diag =
        diag_report(against->request->diags, DIAG_CONTRADICTION, cell->span, "%s", buffer_text(&text));
    diag_note(diag, cell->other_row ? row_place(cell->other_row, NULL) : against->other->decl->name_span,
              "the builds attest this");
    buffer_free(&text);
}

static void compare_record(struct against *against, const struct record *record, const struct record *other)
{
    struct against_tally *tally = &against->request->tallies[record->file_index];
    tally->structures++;
    against->record = record;
    against->other = other;
    for (size_t i = 0; i < against->request->model->arch_count; i++) {
        against->arch = against->request->model->arches[i];
        against->cells = map_new(against->arena);
        against->first = NULL;
        against->end = &against->first;
        if (record->on[i].alias)
            continue;
        compare_arch(against);
        for (const struct claimed *cell = against->first; cell; cell = cell->next) {
            tally->compared += cell->is_met;
            tally->absent += !cell->is_met;
            tally->contradicted += cell->is_contradicted;
            if (cell->is_contradicted)
                report_cell(against, cell);
        }
    }
}

void against_compare(const struct against_request *request)
{
    const struct model *model = request->model;
    struct against against = {.request = request, .arena = model->arena};
    struct arena *arena = model->arena;
    const struct axis *axis = &model->axis;
    const uint64_t revisions = 0x10000;
    struct version_range *ranges = ARENA_ARRAY(arena, struct version_range, 2 * axis->point_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < axis->point_count; i++) {
        const uint64_t builds[] = {axis->points[i].version, axis->points[i].kernel};
        for (size_t k = 0; k < 2 && builds[k]; k++)
            ranges[count++] = (struct version_range){builds[k] / revisions * revisions,
                                                     (builds[k] / revisions + 1) * revisions};
    }
    against.released = version_set_of(arena, ranges, count);
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        if (record->parent_row || !model->program->files[record->file_index].requested)
            continue;
        const struct type *type = map_get(request->evidence->type_names, record->type->name);
        if (type && type->kind == TYPE_RECORD)
            compare_record(&against, record, type->record);
    }
}
