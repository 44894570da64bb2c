/*
 * Sets of versions against what exists in them: columns of arches that are not there yet, and what `attest` names.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "check/check_parts.h"

/* The versions of a range, as far as its names are known. */
static bool range_versions(const struct axis *axis, const struct ast_range *range, struct version_range *versions)
{
    struct version_range from = {0, VERSION_END}, to = {0, VERSION_END};
    if ((range->from && !axis_find(axis, range->from, &from)) || (range->to && !axis_find(axis, range->to, &to)))
        return false;
    *versions = (struct version_range){from.from, to.to};
    return versions->from < versions->to;
}

/* Where the first of the arches that a column serves begins; of all columns, where a cell has just one. */
static uint64_t column_begin(struct check_run *run, unsigned column, unsigned column_count)
{
    uint64_t begin = VERSION_END;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        const struct version_set *in = &run->model->arches[i]->in;
        if (on->exists && (on->column == column || column_count == 1) && in->count && in->ranges[0].from < begin)
            begin = in->ranges[0].from;
    }
    return begin;
}

static struct finding *report_early(struct check_run *run, const struct row *row, struct span span,
                                    const struct arch *arch, struct version_set in)
{
    struct finding *finding = finding_add(run, DIAG_ARCH, row, span, arch, in);
    struct buffer begin = {0};
    axis_write_from(&run->model->axis, arch->in.ranges[0].from, &begin);
    finding->text = "these versions are from before the arch exists:";
    finding_add_partner(finding, NULL, arch->span,
                        arena_format(run->arena, "%s begins with %s", arch->name, buffer_text(&begin)));
    buffer_free(&begin);
    return finding;
}

/* Whether a row, or another of its slot, is there on an arch in some versions. */
static bool is_there(struct check_run *run, const struct row *row, const struct arch *arch, struct version_set in)
{
    if (!row->slot)
        return version_set_intersect(run->arena, in, row_on(row, arch)->in).count > 0;
    const struct row *other = row->parent ? row->parent->children : run->record->rows;
    for (; other; other = other->next)
        if (other->slot == row->slot && version_set_intersect(run->arena, in, row_on(other, arch)->in).count)
            return true;
    return false;
}

/* Whether an alternative serves some arch in versions of the row; `begin` gets where the first of its arches begins. */
static bool alternative_serves(struct check_run *run, const struct row *row, unsigned index,
                               const struct cell_value *value, uint64_t *begin)
{
    *begin = VERSION_END;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct arch *arch = run->model->arches[i];
        if (!run->record->on[i].exists || !run->record->on[i].in.count)
            continue;
        const struct cell *cell = row_cell(row, row_on(row, arch), index);
        for (size_t k = 0; k < cell->count; k++) {
            if (cell->values[k].alternative != value->alternative)
                continue;
            if (is_there(run, row, arch, value->stated))
                return true;
            if (arch->in.ranges[0].from < *begin)
                *begin = arch->in.ranges[0].from;
        }
    }
    return *begin == VERSION_END;
}

/* An alternative that is for no version of its row, though the row's `in` as it stands names some: the arch or the
 * structure on it begins later. */
static void compare_idle(struct check_run *run, const struct row *row, const struct arch *arch, unsigned index,
                         const struct cell_value *value)
{
    uint64_t begin;
    struct span span = value->alternative->span;
    if (finding_at(run, DIAG_OUTSIDE, row, span) || alternative_serves(run, row, index, value, &begin))
        return;
    if (value->stated.ranges[value->stated.count - 1].to <= begin) {
        report_early(run, row, span, arch, value->stated);
        return;
    }
    struct finding *finding = finding_add(run, DIAG_OUTSIDE, row, span, arch, value->stated);
    finding->text = arena_format(run->arena, "this is for versions in which '%s' does not exist,",
                                 run->record->type->name);
    finding_add_partner(finding, NULL, run->record->type->span, "declared here");
}

/* The column of a row's own `in` that serves an arch, where it has several; NULL when there is nothing to see. */
static const struct ast_alternative *own_column(const struct ast_decl *decl, unsigned column)
{
    const struct ast_clause *in = ast_clause_find(decl, AST_IN);
    if (!in)
        return NULL;
    const struct ast_column *node = in->cell->columns;
    for (unsigned i = 0; i < column && in->cell->column_count > 1 && node; i++)
        node = node->next;
    return node && node->alternatives->set ? node->alternatives : NULL;
}

/* A column of a row's `in` in which there is nothing, while the row exists elsewhere. */
static void check_row_in(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    const struct record_on *home = &run->record->on[arch->index];
    struct version_set around = row->parent ? row_on(row->parent, arch)->in : home->in;
    if (on->in.count || !on->declared.count || !around.count)
        return;
    const struct ast_clause *in = ast_clause_find(row->decl, AST_IN);
    const struct ast_alternative *column = own_column(row->decl, home->column);
    bool exists = false;
    for (size_t i = 0; i < run->model->arch_count; i++)
        exists |= run->record->on[i].exists && row_on(row, run->model->arches[i])->in.count;
    if (!exists || !column || in->cell->column_count == 1)
        return;
    if (on->declared.ranges[on->declared.count - 1].to <= column_begin(run, home->column, in->cell->column_count)) {
        report_early(run, row, column->span, arch, on->declared);
        return;
    }
    struct finding *finding = finding_add(run, DIAG_EMPTY_RANGE, row, column->span, arch, on->declared);
    finding->text = arena_format(run->arena, "%s exists in no version in which '%s' does: it is declared",
                                 row_describe(run->arena, row), run->record->type->name);
}

/* The rows of a slot share its first cells: those are looked at with the first row. */
static void visit_arch(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    const struct cell *cell;
    bool is_first = !row->slot || run->visited_slot != row->slot || run->visited_arch != arch;
    run->visited_slot = row->slot;
    run->visited_arch = arch;
    if (!run->record->on[arch->index].in.count)
        return;
    check_row_in(run, row, arch);
    for (unsigned i = is_first ? 0 : CELLS_SHARED; (cell = row_cell(row, on, i)); i++)
        for (size_t k = 0; k < cell->count; k++)
            if (!cell->values[k].in.count && cell->values[k].alternative->set && cell->values[k].stated.count)
                compare_idle(run, row, arch, i, &cell->values[k]);
}

/* The versions that a set names at the most, as far as its names are known: what it excludes does not count. */
static struct version_set set_versions(struct check_run *run, const struct ast_set *set)
{
    struct version_set versions = {0};
    for (const struct ast_range *range = set->included; range; range = range->next) {
        struct version_range one;
        if (range_versions(&run->model->axis, range, &one))
            versions = version_set_union(run->arena, versions, version_set_range(run->arena, one.from, one.to));
    }
    return versions;
}

/* The record's own `in`. */
static void check_record_in(struct check_run *run)
{
    const struct ast_clause *in = ast_clause_find(run->record->decl, AST_IN);
    for (size_t i = 0; in && i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        const struct arch *arch = run->model->arches[i];
        const struct ast_alternative *column = on->exists ? own_column(run->record->decl, on->column) : NULL;
        if (!column || on->in.count || on->alias || !arch->in.count)
            continue;
        struct version_set versions = set_versions(run, column->set);
        if (versions.count &&
            versions.ranges[versions.count - 1].to <= column_begin(run, on->column, in->cell->column_count))
            report_early(run, NULL, column->span, arch, versions);
    }
}

/* The record's sizes, whose alternatives are not those of any row. */
static void check_record_size(struct check_run *run)
{
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        const struct cell *cell = &run->record->size[i];
        for (size_t k = 0; on->in.count && !on->alias && k < cell->count; k++) {
            const struct cell_value *value = &cell->values[k];
            if (!value->in.count && value->alternative->set && value->stated.count &&
                value->stated.ranges[value->stated.count - 1].to <=
                    column_begin(run, on->column, run->record->size_cell->column_count) &&
                !finding_at(run, DIAG_OUTSIDE, NULL, value->alternative->span))
                report_early(run, NULL, value->alternative->span, run->model->arches[i], value->stated);
        }
    }
}

void check_arch(struct check_run *run)
{
    check_record_size(run);
    if (!run->record->parent_row)
        check_record_in(run);
    if (run->has_idle)
        check_each_row(run, visit_arch);
}

/* One range of an `attest`. */
struct attested {
    const struct ast_decl *decl;
    const struct ast_range *range;
};

static bool attests_arch(const struct ast_decl *decl, const struct arch *arch)
{
    return !decl->name || !strcmp(decl->name, arch->name);
}

/* Whether a range of an `attest` names a version in which something is declared; `declared` by index of arch. */
static bool attests_anything(struct check_run *run, const struct ast_decl *decl, struct version_range versions,
                             const struct version_set *declared)
{
    struct version_set named = version_set_range(run->arena, versions.from, versions.to);
    for (size_t i = 0; i < run->model->arch_count; i++)
        if (attests_arch(decl, run->model->arches[i]) &&
            version_set_intersect(run->arena, named, declared[i]).count)
            return true;
    return false;
}

/* What is attested is not declared; if the arch is not there at all, that is all there is to say. */
static void report_idle(struct check_run *run, const struct attested *attested, struct version_range versions)
{
    const struct arch *arch = attested->decl->name ? model_find_arch(run->model, attested->decl->name) : NULL;
    bool early = arch && arch->in.count && versions.to <= arch->in.ranges[0].from;
    struct version_set in = version_set_range(run->arena, versions.from, versions.to);
    if (early) {
        report_early(run, NULL, attested->range->span, arch, in)->decl = attested->decl;
        return;
    }
    struct finding *finding = finding_add(run, DIAG_ATTEST, NULL, attested->range->span, arch, in);
    struct buffer text = {0};
    axis_write_range(&run->model->axis, versions, &text);
    finding->decl = attested->decl;
    if (run->record)
        finding->text = arena_format(run->arena, "this attests versions in which '%s' does not exist%s%s",
                                     run->record->type->name, arch ? ":" : ": ", arch ? "" : buffer_text(&text));
    else
        finding->text = arena_format(run->arena, "this attests versions in which no structure of the file exists%s%s",
                                     arch ? ":" : ": ", arch ? "" : buffer_text(&text));
    if (run->record)
        finding_add_partner(finding, NULL, run->record->type->span, "declared here");
    buffer_free(&text);
}

static int compare_names(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

/* By what they read, then by arch: that of all comes first. */
static int compare_attested(const void *left, const void *right)
{
    const struct attested *a = left, *b = right;
    int order = compare_names(a->range->from, b->range->from);
    if (!order)
        order = compare_names(a->range->to, b->range->to);
    if (!order)
        order = compare_names(a->decl->name, b->decl->name);
    if (order)
        return order;
    return (a->range->span.begin > b->range->span.begin) - (a->range->span.begin < b->range->span.begin);
}

/* Versions that are written alike are attested twice when that is for one arch, or for one and for all. */
static void check_twice(struct check_run *run, struct attested *list, size_t count)
{
    size_t first = 0;
    qsort(list, count, sizeof *list, compare_attested);
    for (size_t i = 1; i < count; i++) {
        const struct attested *other = NULL;
        if (list[i].range->from != list[first].range->from || list[i].range->to != list[first].range->to)
            first = i;
        else if (!list[first].decl->name)
            other = &list[first];
        else if (list[i - 1].decl->name == list[i].decl->name)
            other = &list[i - 1];
        if (!other)
            continue;
        const char *name = list[i].decl->name;
        struct finding *finding =
            finding_add(run, DIAG_ATTEST, NULL, list[i].range->span, NULL, (struct version_set){0});
        finding->decl = list[i].decl;
        finding->text = arena_format(run->arena, "these versions are attested twice%s%s", name ? " on " : "",
                                     name ? name : "");
        finding_add_partner(finding, NULL, other->range->span, "here, too");
    }
}

/* The `attest` lines of a list, for what is declared on each arch. */
static void check_attests(struct check_run *run, const struct ast_decl *decls, const struct version_set *declared)
{
    size_t count = 0;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next)
        for (const struct ast_range *range = decl->kind == AST_ATTEST ? decl->set->included : NULL; range;
             range = range->next)
            count++;
    struct attested *list = memory_alloc(count * sizeof *list);
    count = 0;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST || (decl->name && !model_find_arch(run->model, decl->name)))
            continue;
        for (const struct ast_range *range = decl->set->included; range; range = range->next) {
            struct attested attested = {decl, range};
            struct version_range versions;
            if (!range_versions(&run->model->axis, range, &versions))
                continue;
            if (attests_anything(run, decl, versions, declared))
                list[count++] = attested;
            else
                report_idle(run, &attested, versions);
        }
    }
    check_twice(run, list, count);
    free(list);
}

void check_record_attest(struct check_run *run)
{
    const struct record *record = run->record;
    if (!record->attest_row)
        return;
    struct version_set *declared = ARENA_ARRAY(run->arena, struct version_set, run->model->arch_count);
    for (size_t i = 0; i < run->model->arch_count; i++)
        if (record->on[i].exists)
            declared[i] = record->on[i].in;
    check_attests(run, record->decl->children, declared);
}

void check_file_attest(struct check_run *run)
{
    const struct model *model = run->model;
    const struct ast_decl *decl = run->file->decls;
    while (decl && decl->kind != AST_ATTEST)
        decl = decl->next;
    if (!decl)
        return;
    struct version_set *declared = ARENA_ARRAY(run->arena, struct version_set, model->arch_count);
    bool any = false;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        bool is_own = record->type->file == run->file;
        any |= is_own;
        for (size_t k = 0; is_own && k < model->arch_count; k++)
            if (record->on[k].exists)
                declared[k] = version_set_union(run->arena, declared[k], record->on[k].in);
    }
    for (size_t i = 0; !any && i < model->arch_count; i++) /* they are for the files that use this one */
        declared[i] = model->arches[i]->in;
    check_attests(run, run->file->decls, declared);
}
