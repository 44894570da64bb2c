#include "view/table.h"

#include "base/arena.h"
#include "base/buffer.h"
#include "view/cells.h"
#include "view/words.h"

/* An enumeration, and the architectures that have columns of their own. */
struct values {
    struct arena *arena;
    const struct model *model;
    const struct enumeration *enumeration;
    bool as_documented;
    const struct arch **arches;
    size_t arch_count;
    int digits;
};

/* Chooses the columns of an enumeration. If its cells name no architectures, chooses all without a fallback. */
static void choose_arches(struct values *values)
{
    const struct model *model = values->model;
    const struct enumeration *enumeration = values->enumeration;
    values->arches = ARENA_ARRAY(values->arena, const struct arch *, model->arch_count);
    for (size_t i = 0; i < model->arch_count; i++) {
        bool chosen = !enumeration->columns && !model->arches[i]->fallback;
        for (size_t k = 0; k < enumeration->column_count; k++)
            chosen = chosen || enumeration->columns[k] == model->arches[i];
        if (chosen)
            values->arches[values->arch_count++] = model->arches[i];
    }
}

/* Returns the versions in which an enumerator exists on an architecture. */
static struct version_set versions_on(const struct values *values, const struct enumerator *enumerator, size_t arch)
{
    const struct cell *cell = &enumerator->value[values->arches[arch]->index];
    struct version_set all = {NULL, 0};
    for (size_t i = 0; i < cell->count; i++) {
        for (size_t k = 0; k < cell->values[i].versions.count && cell->values[i].kind != AST_VALUE_ABSENT; k++) {
            struct version_range in =
                words_widen(&values->model->axis, values->arches[arch], cell->values[i].versions.ranges[k]);
            all = version_set_union(values->arena, all, version_set_range(values->arena, in.from, in.to));
        }
    }
    return all;
}

/* Returns the versions in which an enumerator exists on any architecture. */
static struct version_set versions_of(const struct values *values, const struct enumerator *enumerator)
{
    struct version_set all = {NULL, 0};
    for (size_t i = 0; i < values->arch_count; i++)
        all = version_set_union(values->arena, all, versions_on(values, enumerator, i));
    return all;
}

static const char *value_text(const struct values *values, const struct enumerator *enumerator, size_t arch)
{
    const struct axis *axis = &values->model->axis;
    const struct cell *cell = &enumerator->value[values->arches[arch]->index];
    struct version_set all = versions_of(values, enumerator);
    struct cell_entries entries = {0};
    struct buffer text = {0};
    if (!versions_on(values, enumerator, arch).count)
        return "-";
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        for (size_t k = 0; k < value->versions.count && value->kind != AST_VALUE_ABSENT; k++) {
            struct version_range range = words_widen(axis, values->arches[arch], value->versions.ranges[k]);
            enum cell_entry_kind kind = value->kind == AST_VALUE_NUMBER     ? CELL_NUMBER
                                        : value->kind == AST_VALUE_NEGATIVE ? CELL_NEGATIVE
                                                                            : CELL_UNKNOWN;
            struct cell_entry right = {range, kind, value->number, false};
            cell_entries_add_value(values->arena, axis, &entries, value, right, values->as_documented);
        }
    }
    /* Add `not in 6.1` for versions in which the enumerator exists only on other architectures. Tables of members do
     * the same. */
    struct version_set on = versions_on(values, enumerator, arch);
    struct version_set set = versions_of(values, enumerator);
    struct version_set made = {NULL, 0};
    const struct arch *target = values->arches[arch];
    for (size_t i = 0; i < target->versions.count; i++) {
        struct version_range in = words_widen(&values->model->axis, target, target->versions.ranges[i]);
        made = version_set_union(values->arena, made, version_set_range(values->arena, in.from, in.to));
    }
    struct version_set absent =
        version_set_subtract(values->arena, version_set_intersect(values->arena, made, set), on);
    for (size_t i = 0; i < absent.count; i++)
        cell_entries_add(values->arena, &entries, (struct cell_entry){absent.ranges[i], CELL_ABSENT, 0, false});
    cell_entries_settle(&entries);
    cell_entries_write(axis, &entries, all.ranges[all.count - 1].to, values->digits, &text);
    return buffer_take(&text, values->arena);
}

static const char *versions_text(const struct values *values, const struct enumerator *enumerator)
{
    struct buffer text = {0};
    words_write_set(&values->model->axis, versions_of(values, enumerator), &text);
    return buffer_take(&text, values->arena);
}

static void fill_sheet(const struct values *values, struct sheet *sheet)
{
    struct arena *arena = values->arena;
    size_t count = values->enumeration->count;
    struct sheet_cell **places = ARENA_ARRAY(arena, struct sheet_cell *, values->arch_count);
    struct sheet_cell *names = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_cell *versions = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_cell *remarks = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_row *rows = ARENA_ARRAY(arena, struct sheet_row, count);
    bool any_versions = false, any_remarks = false;
    for (size_t i = 0; i < values->arch_count; i++)
        places[i] = ARENA_ARRAY(arena, struct sheet_cell, count);
    for (size_t row = 0; row < count; row++) {
        const struct enumerator *enumerator = &values->enumeration->enumerators[row];
        for (size_t i = 0; i < values->arch_count; i++)
            places[i][row].text = value_text(values, enumerator, i);
        rows[row].name = enumerator->name;
        names[row].text = enumerator->name ? enumerator->name : "";
        versions[row].text = enumerator->is_dated ? versions_text(values, enumerator) : "";
        remarks[row].text = enumerator->remark ? enumerator->remark : "";
        any_versions = any_versions || enumerator->is_dated;
        any_remarks = any_remarks || enumerator->remark;
    }
    sheet->rows = rows;
    if (values->arch_count)
        sheet_add_cells(arena, sheet, values->enumeration->is_flags ? "Mask" : "Value", values->arches, places,
                        values->arch_count, false);
    sheet_add_column(sheet, "Name", SHEET_NAMES, names);
    if (any_versions)
        sheet_add_column(sheet, "Versions", SHEET_WORDS, versions);
    if (any_remarks)
        sheet_add_column(sheet, "Remarks", SHEET_REMARKS, remarks);
}

/* Returns the first integer member whose `as` names the enumeration, or NULL. */
static const struct row *find_shown(const struct row *rows, const struct type *type)
{
    for (const struct row *row = rows; row; row = row->next) {
        const struct row *inner = row->children ? find_shown(row->children, type) : NULL;
        if (row->display == type && row->name)
            return row;
        if (inner)
            return inner;
    }
    return NULL;
}

/* Returns a note that names a member with these values, if only an `as` connects them; or NULL. */
static const char *find_note(const struct values *values)
{
    const struct model *model = values->model;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct row *row = find_shown(model->records[i]->rows, values->enumeration->type);
        if (row)
            return arena_format(values->arena, "Values of %s in %s.", row->name, model->records[i]->type->name);
    }
    return NULL;
}

struct sheet_section table_list_values(struct arena *arena, const struct model *model,
                                        const struct enumeration *enumeration, bool as_documented)
{
    enum { OTHER_COLUMNS = 3 };
    struct values values = {
        .arena = arena, .model = model, .enumeration = enumeration, .as_documented = as_documented};
    struct sheet *sheet = ARENA_NEW(arena, struct sheet);
    choose_arches(&values);
    uint64_t most = 0;
    for (size_t i = 0; i < values.enumeration->count; i++) {
        for (size_t k = 0; k < values.arch_count; k++) {
            const struct cell *cell = &values.enumeration->enumerators[i].value[values.arches[k]->index];
            for (size_t v = 0; v < cell->count; v++)
                if (cell->values[v].kind == AST_VALUE_NUMBER && cell->values[v].number > most)
                    most = cell->values[v].number;
        }
    }
    values.digits = most > UINT32_MAX ? 16 : most > 0xFFFF ? 8 : most > 0xFF ? 4 : 2;
    *sheet = (struct sheet){.columns = ARENA_ARRAY(arena, struct sheet_column, values.arch_count + OTHER_COLUMNS),
                            .row_count = enumeration->count};
    fill_sheet(&values, sheet);
    return (struct sheet_section){
        .title = enumeration->type->name, .note = find_note(&values), .sheets = sheet, .sheet_count = 1};
}
