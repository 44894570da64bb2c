/*
 * Checks the versions of rows: against the cells of the row, and against other rows of the same name.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "check/checks.h"
#include "check/doubts.h"
#include "check/stretches.h"

const char *row_describe(struct arena *arena, const struct row *row)
{
    if (row->name)
        return arena_format(arena, "'%s'", row->name);
    switch (row->form) {
    case FORM_UNION:
        return "the anonymous union";
    case FORM_STRUCT:
        return "the anonymous struct";
    default:
        return "the unaccounted row";
    }
}

struct span row_place(const struct row *row, const struct cell_value *at)
{
    if (at)
        return ast_value_span(at->alternative);
    return row->name ? row->decl->name_span : row->decl->span;
}

/* Returns the number of anonymous aggregates around a row. */
static unsigned row_depth(const struct row *row)
{
    unsigned depth = 0;
    for (; row->parent; row = row->parent)
        depth++;
    return depth;
}

bool rows_are_rivals(const struct row *a, const struct row *b)
{
    unsigned a_depth = row_depth(a), b_depth = row_depth(b);
    for (; a_depth > b_depth; a_depth--)
        a = a->parent;
    for (; b_depth > a_depth; b_depth--)
        b = b->parent;
    while (a != b && a->parent != b->parent) {
        a = a->parent;
        b = b->parent;
    }
    return a != b && a->slot && a->slot == b->slot;
}

static void visit_rows(struct check_run *run, const struct row *rows, const struct arch *arch,
                       void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch))
{
    for (const struct row *row = rows; row; row = row->next) {
        if (doubts_take_out(run, row))
            continue;
        visit(run, row, arch);
        visit_rows(run, row->children, arch, visit);
    }
}

void check_each_row(struct check_run *run,
                    void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch))
{
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        if (on->exists && !on->alias && !on->is_foreign)
            visit_rows(run, run->record->rows, run->model->arches[i], visit);
    }
}

/* ---- The checks */

/* Returns the words for the owner of a cell: the row, or the record if the cell is its size. */
static const char *owner_describe(struct check_run *run, const struct row *row)
{
    return row ? row_describe(run->arena, row) : arena_format(run->arena, "'%s'", run->record->type->name);
}

static void compare_alternatives(struct check_run *run, const struct row *row, const struct arch *arch,
                                 const struct cell *cell)
{
    struct version_set *stated = ARENA_ARRAY(run->arena, struct version_set, cell->count);
    for (size_t i = 0; i < cell->count; i++)
        stated[i] = cell_value_stated(run->arena, run->record->type->axis, &cell->values[i]);
    for (size_t i = 1; i < cell->count; i++) {
        const struct cell_value *late = &cell->values[i];
        unsigned clashes = 0;
        for (size_t k = 0; k < i && clashes < PARTNERS_MOST; k++) {
            const struct cell_value *early = &cell->values[k];
            if (late->alternative == early->alternative || cell_value_is_bare(late) || cell_value_is_bare(early))
                continue;
            struct version_set both = version_set_intersect(run->arena, stated[i], stated[k]);
            if (!both.count)
                continue;
            /* A cell of a slot counts only in the versions in which the row exists. */
            if (row && row->slot && !version_set_intersect(run->arena, both, row_on(row, arch)->versions).count)
                continue;
            struct finding *finding = finding_add(run, DIAG_TWO_OFFSETS, row, late->alternative->span, arch, both);
            finding->text = arena_format(run->arena, "two alternatives for %s%s cover the same version",
                                         row ? "" : "the size of ", owner_describe(run, row));
            finding_add_partner(finding, row, early->alternative->span, "the other alternative");
            clashes++;
        }
    }
}

static void visit_two_offsets(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    const struct cell *cell;
    for (unsigned i = 0; (cell = row_cell(row, on, i)); i++)
        if (cell->count > 1 && !cell->is_disjoint)
            compare_alternatives(run, row, arch, cell);
}

void check_two_offsets(struct check_run *run)
{
    check_each_row(run, visit_two_offsets);
    for (size_t i = 0; !doubts_take_out(run, NULL) && i < run->model->arch_count; i++)
        if (!run->record->size[i].is_disjoint && !run->record->on[i].alias)
            compare_alternatives(run, NULL, run->model->arches[i], &run->record->size[i]);
}

/* Returns the versions that all rows of a slot declare together. They count together, because the rows share their
 * placements. */
static struct version_set slot_declared(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row *siblings = row->parent ? row->parent->children : row->record->rows;
    size_t most = 0, count = 0;
    if (run->slot == row->slot && run->slot_arch == arch)
        return run->slot_declared;
    for (const struct row *other = siblings; other; other = other->next)
        if (other->slot == row->slot)
            most += row_on(other, arch)->declared.count;
    struct version_range *ranges = ARENA_ARRAY(run->arena, struct version_range, most);
    for (const struct row *other = siblings; other; other = other->next)
        for (size_t i = 0; other->slot == row->slot && i < row_on(other, arch)->declared.count; i++)
            ranges[count++] = row_on(other, arch)->declared.ranges[i];
    run->slot = row->slot;
    run->slot_arch = arch;
    run->slot_declared = version_set_of(run->arena, ranges, count);
    return run->slot_declared;
}

/* Returns the versions that the `in` of a row names, or else the `in` of the aggregate or record around it. With NULL
 * for the row, those of the record. */
static struct version_set row_declared(struct check_run *run, const struct row *row, const struct arch *arch)
{
    for (; row; row = row->parent) {
        if (row->is_dated)
            return row->slot ? slot_declared(run, row, arch) : row_on(row, arch)->declared;
    }
    return run->record->declared;
}

/* Returns the versions outside of a row that an alternative names. An open end names none: in a row `in 5.0..` the
 * range `..6.0` means 5.0..6.0. */
static struct version_set outside_of(struct check_run *run, const struct cell_value *value, struct version_set stated,
                                     struct version_set declared)
{
    if (!declared.count || !version_set_intersect(run->arena, stated, declared).count)
        return stated;
    uint64_t from = cell_value_is_open(value, false) ? 0 : declared.ranges[0].from;
    uint64_t to = cell_value_is_open(value, true) ? VERSION_END : declared.ranges[declared.count - 1].to;
    struct version_set before = version_set_range(run->arena, from, declared.ranges[0].from);
    struct version_set after = version_set_range(run->arena, declared.ranges[declared.count - 1].to, to);
    stated = version_set_subtract(run->arena, version_set_subtract(run->arena, stated, before), after);
    return version_set_subtract(run->arena, stated, declared);
}

/* Removes the versions of releases that an alternative names as a whole and in which the row exists in part: in a row
 * `in 5.2-sp1..` the release `(5.2)` means only that part. */
static struct version_set without_loose(struct check_run *run, struct version_set outside, struct version_set stated,
                                        struct version_set declared)
{
    const struct axis *axis = &run->model->axis;
    for (size_t i = 0; outside.count && i < axis->release_count; i++) {
        struct version_set release = version_set_range(run->arena, axis->releases[i].range.from,
                                                       axis->releases[i].range.to);
        if (version_set_intersect(run->arena, release, outside).count &&
            version_set_intersect(run->arena, release, declared).count &&
            !version_set_subtract(run->arena, release, stated).count)
            outside = version_set_subtract(run->arena, outside, release);
    }
    return outside;
}

/* True if a row that does not exist on an arch has the same alternative on an arch on which it exists, because one
 * column serves both. */
static bool is_for_others(struct check_run *run, const struct row *row, unsigned index,
                          const struct cell_value *value)
{
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct arch *arch = run->model->arches[i];
        if (!run->record->on[i].exists || !run->record->on[i].versions.count || !row_declared(run, row, arch).count)
            continue;
        const struct cell *cell = row_cell(row, row_on(row, arch), index);
        for (size_t k = 0; cell && k < cell->count; k++)
            if (cell->values[k].alternative == value->alternative)
                return true;
    }
    return false;
}

/* Returns the versions that a value names on an arch and in which its row does not exist. Temporary data is in the
 * brief arena. */
static struct version_set find_outside(struct check_run *run, const struct cell_value *value,
                                       const struct arch *arch, struct version_set declared)
{
    struct arena *arena = run->arena;
    run->arena = run->brief;
    struct version_set stated = cell_value_stated(run->arena, run->record->type->axis, value);
    struct version_set before =
        version_set_range(run->arena, 0, arch->versions.count ? arch->versions.ranges[0].from : 0);
    struct version_set outside = outside_of(run, value, stated, declared);
    outside = version_set_intersect(run->arena, outside, arch->versions);
    outside = without_loose(run, outside, version_set_union(run->arena, stated, before), declared);
    run->arena = arena;
    outside.ranges = arena_copy_array(arena, outside.ranges, outside.count, sizeof *outside.ranges);
    return outside;
}

/* Reports values of a cell for versions in which the row does not exist. `row` is NULL for the size of the record. */
static void compare_outside(struct check_run *run, const struct row *row, const struct arch *arch,
                            const struct cell *cell, unsigned index)
{
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        if ((value->versions.count && !value->is_cut) || cell_value_is_bare(value))
            continue; /* in most cases the value names no other versions */
        run->has_idle |= !value->versions.count;
        struct version_set declared = row_declared(run, row, arch);
        if (row && !declared.count && is_for_others(run, row, index, value))
            continue;
        struct version_set outside = find_outside(run, value, arch, declared);
        if (!outside.count)
            continue;
        struct finding *finding = finding_add(run, DIAG_OUTSIDE, row, value->alternative->span, arch, outside);
        struct span in = ast_clause_span(row ? row->decl : run->record->decl, AST_IN);
        finding->text =
            arena_format(run->arena, "this is for versions in which %s does not exist,", owner_describe(run, row));
        if (in.begin)
            finding_add_partner(finding, row, in, "its versions");
    }
}

static void visit_outside(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    const struct cell *cell;
    run->has_idle |= !on->versions.count;
    for (unsigned i = 0; (cell = row_cell(row, on, i)); i++)
        compare_outside(run, row, arch, cell, i);
}

void check_outside(struct check_run *run)
{
    run->has_idle = false;
    arena_clear(run->brief);
    check_each_row(run, visit_outside);
    for (size_t i = 0; !doubts_take_out(run, NULL) && i < run->model->arch_count; i++)
        if (!run->record->on[i].alias)
            compare_outside(run, NULL, run->model->arches[i], &run->record->size[i], 0);
}

/* Returns the position of a clause of a row or of its slot. */
static struct span placement_span(const struct row *row, enum ast_clause_kind kind)
{
    struct span span = ast_clause_span(row->decl, kind);
    if (!span.begin && row->slot)
        span = ast_clause_span(row->slot, kind);
    return span.begin ? span : row->decl->span;
}

static void visit_no_offset(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    const struct {
        const struct cell *cell;
        enum ast_clause_kind kind;
        const char *what;
    } cells[] = {
        {&on->offset, AST_AT, "offset"}, {on->extras->bit, AST_BIT, "bit"}, {on->extras->mask, AST_MASK, "mask"}};
    if (row->record->is_partial && !row->record->is_union && !row->parent && !row_is_anonymous(row) &&
        !on->offset.count) {
        struct finding *finding = finding_add(run, DIAG_NO_OFFSET, row, row->decl->span, arch, on->versions);
        finding->text = arena_format(run->arena, "%s of a partial structure has no offset",
                                     row_describe(run->arena, row));
    }
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        const struct cell *cell = cells[i].cell;
        if (!cell->count || cell_value_is_bare(&cell->values[cell->count - 1]))
            /* an alternative without versions is the last one, and holds for all versions that no other names */
            continue;
        struct version_set covered = {0};
        for (size_t j = 0; j < cell->count; j++)
            covered = version_set_union(run->arena, covered, cell->values[j].versions);
        struct version_set missing = version_set_subtract(run->arena, on->versions, covered);
        if (!missing.count)
            continue;
        struct span span = placement_span(row, cells[i].kind);
        struct finding *finding = finding_add(run, DIAG_NO_OFFSET, row, span, arch, missing);
        struct span in = ast_clause_span(row->decl, AST_IN);
        finding->text = arena_format(run->arena, "%s has no %s", row_describe(run->arena, row), cells[i].what);
        if (in.begin)
            finding_add_partner(finding, row, in, "its versions");
    }
}

void check_no_offset(struct check_run *run)
{
    check_each_row(run, visit_no_offset);
}

/* Reports rows that exist on no arch, although their `in` names versions and the aggregate around them exists. */
static void find_empty(struct check_run *run, const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next) {
        const struct arch *declared_on = NULL;
        bool exists = false;
        if (doubts_take_out(run, row))
            continue;
        for (size_t i = 0; i < run->model->arch_count; i++) {
            const struct arch *arch = run->model->arches[i];
            if (!run->record->on[i].exists || !run->record->on[i].versions.count)
                continue;
            exists |= row_on(row, arch)->versions.count > 0;
            if (!declared_on && row_on(row, arch)->declared.count)
                declared_on = arch;
        }
        if (exists) {
            find_empty(run, row->children);
        } else if (declared_on) {
            struct span in = ast_clause_span(row->decl, AST_IN);
            struct finding *finding = finding_add(run, DIAG_EMPTY_RANGE, row, in.begin ? in : row->decl->span,
                                                  declared_on, row_on(row, declared_on)->declared);
            finding->text = arena_format(run->arena, "%s exists in no version of '%s': it is declared",
                                         row_describe(run->arena, row), run->record->type->name);
        }
    }
}

void check_empty_range(struct check_run *run)
{
    find_empty(run, run->record->rows);
}

/* Compares the rows of a member on every arch on which the record has its own layouts. */
static void compare_rows(struct check_run *run, struct row *const *rows, size_t count, clash_function clash)
{
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        if (!on->exists || on->alias)
            continue;
        struct stretches stretches = stretches_of(run, rows, count, run->model->arches[i]);
        stretches_compare(run, &stretches, run->model->arches[i], clash);
        stretches_free(&stretches);
    }
}

/* True if a document does not state the offset of a row on an arch. Another table may describe it there. */
static bool is_unplaced(const struct row *row, const struct arch *arch, uint64_t version)
{
    const struct cell_value *at = row->record->source ? cell_at(&row_on(row, arch)->offset, version) : NULL;
    return at && at->kind == AST_VALUE_UNKNOWN;
}

/* Reports two rows of one name in the same versions. Rows of one slot are not reported: find_rivals does that. */
static void report_duplicate(struct check_run *run, const struct row *late, const struct row *early,
                             const struct arch *arch, struct version_set both)
{
    uint64_t first = both.count ? both.ranges[0].from : 0;
    if (rows_are_rivals(late, early) || is_unplaced(late, arch, first) || is_unplaced(early, arch, first))
        return;
    struct finding *finding = finding_add(run, DIAG_DUPLICATE_MEMBER, late, late->decl->name_span, arch, both);
    finding->text = arena_format(run->arena, "'%s' is declared twice", late->name);
    finding_add_partner(finding, early, early->decl->name_span, "the other row");
}

void check_duplicate_member(struct check_run *run)
{
    for (size_t i = 0; i < run->record->member_count; i++)
        if (run->record->members[i]->row_count > 1)
            compare_rows(run, run->record->members[i]->rows, run->record->members[i]->row_count, report_duplicate);
}

static void report_rivals(struct check_run *run, const struct row *late, const struct row *early,
                          const struct arch *arch, struct version_set both)
{
    struct finding *finding = finding_add(run, DIAG_RIVAL, late, row_place(late, NULL), arch, both);
    if (!finding->text)
        finding->text = arena_format(run->arena, "%s exists at the same time as its rival %s",
                                     row_describe(run->arena, late), row_describe(run->arena, early));
    finding_add_partner(finding, early, row_place(early, NULL),
                        arena_format(run->arena, "%s shares the slot", row_describe(run->arena, early)));
}

/* Reports rows of a slot that exist in the same versions. The rows of a slot are neighbours in the list. */
static void find_rivals(struct check_run *run, const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next)
        if (row->children)
            find_rivals(run, row->children);
    for (const struct row *row = rows, *end; row; row = end) {
        size_t count = 0;
        end = row->next;
        if (!row->slot)
            continue;
        while (end && end->slot == row->slot)
            end = end->next;
        for (const struct row *rival = row; rival != end; rival = rival->next)
            count++;
        if (count < 2)
            continue;
        struct row **rivals = memory_alloc(count * sizeof *rivals);
        count = 0;
        for (const struct row *rival = row; rival != end; rival = rival->next)
            rivals[count++] = (struct row *)(uintptr_t)rival;
        compare_rows(run, rivals, count, report_rivals);
        free(rivals);
    }
}

void check_rival(struct check_run *run)
{
    find_rivals(run, run->record->rows);
}
