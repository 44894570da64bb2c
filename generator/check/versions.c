/*
 * Checks sets of versions against the versions that exist: columns for arches that do not exist yet, ranges in `attest`
 * lines, and digests of attested kernels.
 */
#include <stdlib.h>
#include <string.h>

#include "answer/digest.h"
#include "base/arena.h"
#include "check/checks.h"
#include "check/doubts.h"

/* Returns the first version of the first arch that a column serves; for a cell with one column, of the first arch at
 * all. */
static uint64_t column_begin(struct check_run *run, unsigned column, unsigned column_count)
{
    uint64_t begin = VERSION_END;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        const struct version_set *in = &run->model->arches[i]->versions;
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
    axis_write_from(&run->model->axis, arch->versions.ranges[0].from, &begin);
    finding->text = "these versions are older than their arch:";
    finding_add_partner(finding, NULL, arch->span,
                        arena_format(run->arena, "%s begins with %s", arch->name, buffer_text(&begin)));
    buffer_free(&begin);
    return finding;
}

/* True if a row, or another row of its slot, exists on an arch in some of these versions. */
static bool is_there(struct check_run *run, const struct row *row, const struct arch *arch, struct version_set in)
{
    if (!row->slot)
        return version_set_intersect(run->arena, in, row_on(row, arch)->versions).count > 0;
    const struct row *other = row->parent ? row->parent->children : run->record->rows;
    for (; other; other = other->next)
        if (other->slot == row->slot && version_set_intersect(run->arena, in, row_on(other, arch)->versions).count)
            return true;
    return false;
}

/* True if an alternative holds on some arch in versions of the row. Sets `begin` to the first version of the first arch
 * that it serves. */
static bool alternative_serves(struct check_run *run, const struct row *row, unsigned index,
                               const struct cell_value *value, uint64_t *begin)
{
    struct version_set stated = cell_value_stated(run->arena, run->record->type->axis, value);
    *begin = VERSION_END;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct arch *arch = run->model->arches[i];
        if (!run->record->on[i].exists || !run->record->on[i].versions.count)
            continue;
        const struct cell *cell = row_cell(row, row_on(row, arch), index);
        for (size_t k = 0; k < cell->count; k++) {
            if (cell->values[k].alternative != value->alternative)
                continue;
            if (is_there(run, row, arch, stated))
                return true;
            if (arch->versions.ranges[0].from < *begin)
                *begin = arch->versions.ranges[0].from;
        }
    }
    return *begin == VERSION_END;
}

/* Reports an alternative that holds in no version of its row, although it names versions of the row's `in`: the arch,
 * or the structure on it, begins later. */
static void compare_idle(struct check_run *run, const struct row *row, const struct arch *arch, unsigned index,
                         const struct cell_value *value)
{
    uint64_t begin;
    struct span span = value->alternative->span;
    struct version_set stated = cell_value_stated(run->arena, run->record->type->axis, value);
    if (!stated.count || finding_at(run, DIAG_OUTSIDE, row, span) || alternative_serves(run, row, index, value, &begin))
        return;
    if (stated.ranges[stated.count - 1].to <= begin) {
        report_early(run, row, span, arch, stated);
        return;
    }
    struct finding *finding = finding_add(run, DIAG_OUTSIDE, row, span, arch, stated);
    finding->text =
        arena_format(run->arena, "this is for versions in which '%s' does not exist,", run->record->type->name);
    finding_add_partner(finding, NULL, run->record->type->span, "declared here");
}

/* True if a row exists on another arch that a column also serves. */
static bool exists_in_column(const struct check_run *run, const struct row *row, unsigned column)
{
    bool exists = false;
    for (size_t i = 0; i < run->model->arch_count; i++)
        exists |= run->record->on[i].exists && run->record->on[i].column == column &&
                  row_on(row, run->model->arches[i])->versions.count;
    return exists;
}

/* Reports a column of a row's `in` whose versions do not exist on the arch, while the row exists on other arches. */
static void check_row_in(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    const struct record_on *home = &run->record->on[arch->index];
    struct version_set around = row->parent ? row_on(row->parent, arch)->versions : home->versions;
    if (on->versions.count || !on->declared.count || !around.count || exists_in_column(run, row, home->column))
        return;
    struct in_column column;
    bool exists = false;
    for (size_t i = 0; i < run->model->arch_count; i++)
        exists |= run->record->on[i].exists && row_on(row, run->model->arches[i])->versions.count;
    if (!exists || !decl_find_in(run->model, row->decl, home->column, &column) || column.column_count == 1)
        return;
    if (on->declared.ranges[on->declared.count - 1].to <= column_begin(run, home->column, column.column_count)) {
        report_early(run, row, column.span, arch, on->declared);
        return;
    }
    struct finding *finding = finding_add(run, DIAG_EMPTY_RANGE, row, column.span, arch, on->declared);
    finding->text = arena_format(run->arena, "%s exists in no version of '%s': it is declared",
                                 row_describe(run->arena, row), run->record->type->name);
}

/* Visits the cells of a row on an arch. The cells that a slot shares are visited with its first row. */
static void visit_arch(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    const struct cell *cell;
    bool is_first = !row->slot || run->visited_slot != row->slot || run->visited_arch != arch;
    run->visited_slot = row->slot;
    run->visited_arch = arch;
    if (!run->record->on[arch->index].versions.count)
        return;
    check_row_in(run, row, arch);
    for (unsigned i = is_first ? 0 : CELLS_SHARED; (cell = row_cell(row, on, i)); i++)
        for (size_t k = 0; k < cell->count; k++)
            if (!cell->values[k].versions.count && !cell_value_is_bare(&cell->values[k]))
                compare_idle(run, row, arch, i, &cell->values[k]);
}

void check_arch(struct check_run *run)
{
    if (!doubts_take_out(run, NULL)) {
        /* Check the sizes of the record, whose alternatives belong to no row. */
        for (size_t i = 0; i < run->model->arch_count; i++) {
            const struct record_on *on = &run->record->on[i];
            const struct cell *cell = &run->record->size[i];
            for (size_t k = 0; on->versions.count && !on->alias && k < cell->count; k++) {
                const struct cell_value *value = &cell->values[k];
                if (value->versions.count || cell_value_is_bare(value))
                    continue;
                struct version_set stated = cell_value_stated(run->arena, run->record->type->axis, value);
                if (stated.count &&
                    stated.ranges[stated.count - 1].to <=
                        column_begin(run, on->column, run->record->size_column_count) &&
                    !finding_at(run, DIAG_OUTSIDE, NULL, value->alternative->span))
                    report_early(run, NULL, value->alternative->span, run->model->arches[i], stated);
            }
        }
    }
    if (!run->record->parent_row) {
        /* Compare the versions of the record's `in` with those of the arches. */
        for (size_t i = 0; i < run->model->arch_count; i++) {
            const struct record_on *on = &run->record->on[i];
            const struct arch *arch = run->model->arches[i];
            struct in_column column;
            if (!on->exists || on->versions.count || on->alias || !arch->versions.count ||
                !decl_find_in(run->model, run->record->decl, on->column, &column))
                continue;
            const struct version_set *named = &column.named;
            if (named->count &&
                named->ranges[named->count - 1].to <= column_begin(run, on->column, column.column_count))
                report_early(run, NULL, column.span, arch, *named);
        }
    }
    if (run->has_idle)
        check_each_row(run, visit_arch);
}

/* True if a range of an `attest` line names a version in which something is declared. `declared` has the versions by
 * index of arch. */
static bool attests_anything(struct check_run *run, const struct attest *attest, const struct version_set *declared)
{
    struct version_set named = {&attest->range, 1};
    for (size_t i = 0; i < run->model->arch_count; i++)
        if ((!attest->arch || attest->arch == run->model->arches[i]) &&
            version_set_intersect(run->arena, named, declared[i]).count)
            return true;
    return false;
}

/* Reports a range in which nothing is declared. If its arch has no declarations at all, the message says only that. */
static void report_idle(struct check_run *run, const struct attest *attest)
{
    const struct arch *arch = attest->arch;
    struct version_range versions = attest->range;
    bool early = arch && arch->versions.count && versions.to <= arch->versions.ranges[0].from;
    struct version_set in = version_set_range(run->arena, versions.from, versions.to);
    if (early) {
        report_early(run, NULL, attest->span, arch, in)->decl = attest->decl;
        return;
    }
    struct finding *finding = finding_add(run, DIAG_ATTEST, NULL, attest->span, arch, in);
    struct buffer text = {0};
    axis_write_range(&run->model->axis, versions, &text);
    finding->decl = attest->decl;
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

static const char *arch_name(const struct attest *attest)
{
    return attest->arch ? attest->arch->name : NULL;
}

/* Sorts by the text of the range, then by arch, with ranges for all arches first, then by the kind of files. */
static int compare_attests(const void *left, const void *right)
{
    const struct attest *a = left, *b = right;
    int order = compare_names(a->from, b->from);
    if (!order)
        order = compare_names(a->to, b->to);
    if (!order)
        order = compare_names(arch_name(a), arch_name(b));
    if (!order)
        order = compare_names(a->source, b->source);
    return order ? order : (a->span.begin > b->span.begin) - (a->span.begin < b->span.begin);
}

/* Reports ranges that are written twice for one arch, or once for an arch and once for all arches. Ranges of files of
 * different kinds may be equal. */
static void check_twice(struct check_run *run, struct attest *list, size_t count)
{
    size_t first = 0;
    if (count)
        qsort(list, count, sizeof *list, compare_attests);
    for (size_t i = 1; i < count; i++) {
        const struct attest *other = NULL;
        if (list[i].from != list[first].from || list[i].to != list[first].to)
            first = i;
        else if (!list[first].arch)
            other = &list[first];
        else if (list[i - 1].arch == list[i].arch)
            other = &list[i - 1];
        if (!other || (other->source && list[i].source && strcmp(other->source, list[i].source) != 0))
            continue;
        const char *name = arch_name(&list[i]);
        struct finding *finding = finding_add(run, DIAG_ATTEST, NULL, list[i].span, NULL, (struct version_set){0});
        finding->decl = list[i].decl;
        finding->text =
            arena_format(run->arena, "these versions are attested twice%s%s", name ? " on " : "", name ? name : "");
        finding_add_partner(finding, NULL, other->span, "here, too");
    }
}

/* Reports ranges of a list in which nothing is declared on their arch. Frees the list. */
static void check_attests(struct check_run *run, struct attest *list, size_t count, const struct version_set *declared)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (attests_anything(run, &list[i], declared))
            list[kept++] = list[i];
        else
            report_idle(run, &list[i]);
    }
    check_twice(run, list, kept);
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
            declared[i] = record->on[i].versions;
    size_t count;
    struct attest *list = model_list_attests(run->model, NULL, record, &count);
    check_attests(run, list, count, declared);
}

/* True if another file replaces a structure of the file. The `attest` lines of the file are about that structure,
 * too. */
static bool has_replaced(const struct check_run *run)
{
    const struct source *source = run->file->source;
    const struct replaced *replaced = run->file->gives_way ? run->model->replaced : NULL;
    while (replaced && source_find(run->model->program->sources, replaced->decl->span.begin) != source)
        replaced = replaced->next;
    return replaced;
}

void check_file_attest(struct check_run *run)
{
    const struct model *model = run->model;
    size_t count;
    if (has_replaced(run))
        return;
    struct attest *list = model_list_attests(model, run->file, NULL, &count);
    if (!count)
        return;
    struct version_set *declared = ARENA_ARRAY(run->arena, struct version_set, model->arch_count);
    bool any = false;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        bool is_own = record->type->file == run->file;
        any |= is_own;
        for (size_t k = 0; is_own && k < model->arch_count; k++)
            if (record->on[k].exists)
                declared[k] = version_set_union(run->arena, declared[k], record->on[k].versions);
    }
    /* a file without structures attests for the files that use it */
    for (size_t i = 0; !any && i < model->arch_count; i++)
        declared[i] = model->arches[i]->versions;
    check_attests(run, list, count, declared);
}

/* Adds versions to the finding about a record's digests. Makes the finding at the first digest that contradicts its
 * layout. */
static void add_conflict(void *user, const struct digest_conflict *conflict)
{
    struct check_run *run = user;
    const char *name = run->record->type->name, *text = "'%s' is not as the attested kernel %s/%s has it,";
    struct version_set in = version_set_range(run->arena, conflict->range.from, conflict->range.to);
    if (run->conflict) {
        finding_hold(run, run->conflict, conflict->arch, in);
        return;
    }
    if (conflict->is_absent)
        text = "'%s' is missing, which the attested kernel %s/%s has:";
    else if (conflict->value->kind == AST_VALUE_ABSENT)
        text = "'%s' exists, which the attested kernel %s/%s does not have:";
    run->conflict = finding_add(run, DIAG_DIGEST, NULL, conflict->value->alternative->span, conflict->arch, in);
    run->conflict->decl = run->record->digest_row;
    run->conflict->text =
        arena_format(run->arena, text, name, axis_version_text(run->arena, &run->model->axis, conflict->version),
                     conflict->arch->name);
    if (!conflict->is_absent && conflict->value->kind == AST_VALUE_NUMBER)
        run->conflict->label = arena_format(run->arena, "the rows give 0x%05X", conflict->digest);
    finding_add_help(run->conflict, "to change it on purpose, delete the row `digest`, or import the kernel again");
}

void check_digest(struct check_run *run)
{
    run->conflict = NULL;
    if (diags_severity(run->diags, DIAG_DIGEST) == DIAG_SEVERITY_OFF)
        return;
    arena_clear(run->brief);
    digest_compare(run->brief, run->record, (const struct arch *const *)run->model->arches, add_conflict, run);
}
