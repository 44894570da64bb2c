/*
 * Writes facts as lines of specs: lists of builds, and the places of members in their builds.
 */
#include <string.h>

#include "base/arena.h"
#include "front/load.h"
#include "front/words.h"
#include "model/model.h"
#include "sparse/facts.h"

const char *facts_list_name(const struct sparse_request *request, const struct arch *arch)
{
    return arena_format(request->program->arena, "%s_%s", request->name, arch->name);
}

const struct fact_build *facts_find(const struct facts *facts, const struct arch *arch, size_t *count)
{
    size_t first = 0;
    while (first < facts->build_count && facts->builds[first].arch != arch)
        first++;
    *count = 0;
    while (first + *count < facts->build_count && facts->builds[first + *count].arch == arch)
        ++*count;
    return *count ? facts->builds + first : NULL;
}

void facts_write_lists(const struct sparse_request *request, const struct facts *facts, struct buffer *out)
{
    const struct model *model = request->model;
    const char *by = request->sheets[0].source;
    if (facts->module != model->modules)
        buffer_format(out, "\nmodule %s;\n", facts->module->name);
    for (size_t i = 1; i < request->sheet_count; i++)
        by = by && request->sheets[i].source && !strcmp(by, request->sheets[i].source) ? by : NULL;
    for (size_t a = 0; a < model->arch_count; a++) {
        size_t count;
        const struct fact_build *builds = facts_find(facts, model->arches[a], &count);
        if (!count)
            continue;
        buffer_format(out, "\nbuilds %s %s", facts_list_name(request, model->arches[a]), model->arches[a]->name);
        for (size_t i = 0; i < count; i++)
            buffer_format(out, "%s%s", i ? ", " : " ", version_text(request->program->arena, builds[i].version));
        if (by)
            buffer_format(out, " by \"%s\"", by);
        buffer_add_text(out, ";\n");
    }
    buffer_add_text(out, facts->identity_count ? "\n" : "");
    for (size_t i = 0; i < facts->identity_count; i++) {
        const struct identity *identity = &facts->identities[i];
        buffer_format(out, "identity %s %s", identity->arch->name,
                      version_text(request->program->arena, identity->version));
        identity_write(&identity->numbers, out);
        buffer_add_text(out, ";\n");
    }
}

/* ---- Cells */

/* The part of a value that a cell has: bytes or bits. */
enum part { PART_BYTES, PART_BITS };

/* The values of a member in the builds of an arch, or one part of each. */
struct column {
    const struct sparse_request *request;
    const struct fact_build *builds;
    size_t count, member;
    uint32_t unit; /* size of the storage unit of a bit-field in bytes; 0 if the member is none */
    enum part part;
};

static struct sparse_value value_at(const struct column *column, size_t index)
{
    struct sparse_value value = column->builds[index].values[column->member];
    uint32_t bits = column->unit * 8;
    if (bits)
        value.number = column->part == PART_BITS ? value.number % bits : value.number / bits * column->unit;
    return value;
}

static bool is_same(const struct column *column, size_t a, size_t b)
{
    struct sparse_value one = value_at(column, a), other = value_at(column, b);
    return one.kind == other.kind && one.number == other.number;
}

/* Returns the point that a version belongs to; NULL if there is none. */
static const struct axis_point *point_of(const struct axis *axis, uint64_t version)
{
    for (size_t i = 0; i < axis->point_count; i++)
        if (version >= axis->points[i].range.from && version < axis->points[i].range.to)
            return &axis->points[i];
    return NULL;
}

/* Writes the builds from `first` to `last` as a range. Uses the name of a point if no other build of the list belongs
 * to it. */
static void write_range(const struct column *column, size_t first, size_t last, struct buffer *out)
{
    const struct axis *axis = &column->request->model->axis;
    uint64_t from = column->builds[first].version, to = column->builds[last].version;
    const struct axis_point *begin = point_of(axis, from), *end = point_of(axis, to);
    bool is_first = !first, is_last = last + 1 == column->count;
    if (begin && !is_first && column->builds[first - 1].version >= begin->range.from)
        begin = NULL;
    if (end && !is_last && column->builds[last + 1].version < end->range.to)
        end = NULL;
    const char *before = is_first ? "" : begin ? begin->name : version_text(column->request->program->arena, from);
    const char *after = is_last ? "" : end ? end->name : version_text(column->request->program->arena, to);
    bool is_point = begin && begin == end;
    if (!is_first && !is_last && (first == last || is_point))
        buffer_add_text(out, is_point ? begin->name : version_text(column->request->program->arena, from));
    else
        buffer_format(out, "%s..%s", before, after);
}

/* Writes all runs of builds that have the same value as the build at `index`. */
static void write_set(const struct column *column, size_t index, struct buffer *out)
{
    const char *between = "";
    for (size_t i = index, next; i < column->count; i = next) {
        for (next = i + 1; next < column->count && is_same(column, i, next); next++)
            ;
        if (!is_same(column, i, index))
            continue;
        buffer_add_text(out, between);
        write_range(column, i, next - 1, out);
        between = ", ";
    }
}

static void write_value(const struct column *column, size_t index, struct buffer *out)
{
    struct sparse_value value = value_at(column, index);
    if (value.kind == SPARSE_ABSENT)
        buffer_add_text(out, "-");
    else
        buffer_format(out, column->part == PART_BITS ? "%u" : "0x%02X", (unsigned)value.number);
}

/* True if an earlier build has the same value as the build at `index`. */
static bool is_written(const struct column *column, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_same(column, i, index))
            return true;
    return false;
}

/* Writes the cell of a member. If all builds have the same value, it is written without versions. */
static void write_cell(const struct column *column, struct buffer *out)
{
    const char *between = " ";
    bool is_whole = true;
    size_t last = column->count - 1;
    for (size_t i = 0; i < column->count; i++)
        is_whole &= value_at(column, i).kind != SPARSE_NOTHING;
    for (size_t i = 0; i < column->count; i++) {
        bool is_bare = is_whole && is_same(column, i, last);
        if (value_at(column, i).kind == SPARSE_NOTHING || is_written(column, i) || is_bare)
            continue;
        buffer_add_text(out, between);
        write_value(column, i, out);
        buffer_add_text(out, " (");
        write_set(column, i, out);
        buffer_add_char(out, ')');
        between = ", ";
    }
    if (!is_whole)
        return;
    buffer_add_text(out, between);
    write_value(column, last, out);
}

/* Returns the size in bytes of the storage unit of a bit-field on an arch. */
static uint32_t unit_of(const struct fact_member *member, const struct arch *arch)
{
    const struct member *found = member->record ? record_find_member(member->record, member->path) : NULL;
    for (size_t i = 0; found && i < found->row_count; i++) {
        const struct row *row = found->rows[i];
        struct measure measure = row->type ? type_measure(row->type, arch, VERSION_END - 1) : (struct measure){0};
        if (measure.known && i + 1 == found->row_count)
            return measure.size;
    }
    return arch->pointer_size;
}

static void write_path(const struct sparse_request *request, const char *path, struct buffer *out)
{
    struct arena *arena = request->program->arena;
    for (enum word_place place = PLACE_ELSEWHERE;; place = PLACE_PATH) {
        size_t length = strcspn(path, ".");
        buffer_add_text(out, word_quote(arena, place, arena_copy(arena, path, length)));
        if (!path[length])
            return;
        buffer_add_char(out, '.');
        path += length + 1;
    }
}

size_t facts_write_member(const struct sparse_request *request, const struct facts *facts, size_t member,
                          struct buffer *out)
{
    const struct model *model = request->model;
    const struct fact_member *about = &facts->members[member];
    size_t lines = 0;
    for (size_t a = 0; a < model->arch_count; a++) {
        struct column column = {.request = request, .member = member};
        bool any = false;
        column.builds = facts_find(facts, model->arches[a], &column.count);
        for (size_t i = 0; i < column.count; i++)
            any |= value_at(&column, i).kind != SPARSE_NOTHING;
        if (!any)
            continue;
        column.unit = about->field->is_bit ? unit_of(about, model->arches[a]) : 0;
        buffer_format(out, "attest %s of ", facts_list_name(request, model->arches[a]));
        write_path(request, about->path, out);
        buffer_add_text(out, " at");
        write_cell(&column, out);
        if (column.unit) {
            column.part = PART_BITS;
            buffer_add_text(out, " bit");
            write_cell(&column, out);
        }
        buffer_add_text(out, ";\n");
        lines++;
    }
    return lines;
}
