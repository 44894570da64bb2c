/*
 * Checks the values of members: masks, conditions and defaults against types and enumerations.
 */
#include "base/arena.h"
#include "check/checks.h"
#include "check/doubts.h"
#include "check/enum_values.h"

typedef void (*row_function)(struct check_run *run, const struct row *row, const struct arch *arch);

/* Calls `visit` for the rows for which `concerns` is true, on every arch on which the record has its own layouts.
 * Leaves out rows that a fault makes doubtful. */
static void visit_rows(struct check_run *run, const struct row *rows, bool (*concerns)(const struct row *row),
                       row_function visit)
{
    for (const struct row *row = rows; row; row = row->next) {
        if (doubts_take_out(run, row))
            continue;
        for (size_t i = 0; concerns(row) && i < run->model->arch_count; i++)
            if (run->record->on[i].exists && !run->record->on[i].alias)
                visit(run, row, run->model->arches[i]);
        visit_rows(run, row->children, concerns, visit);
    }
}

/* Calls `visit` as visit_rows does, for all rows of the record, if it exists in any version. */
static void visit_record(struct check_run *run, bool (*concerns)(const struct row *row), row_function visit)
{
    if (run->record->slot_count)
        visit_rows(run, run->record->rows, concerns, visit);
}

/* The values that a member can have, in a range of versions. */
struct domain {
    struct version_set versions;
    struct number_range range;
};

/* Returns the cell with the sizes of a type; NULL if the size is the same in all versions. */
static const struct cell *size_cell(const struct type *type, const struct arch *arch)
{
    if (type && (type->kind == TYPE_ENUM || type->kind == TYPE_FLAGS))
        type = type->enumeration->base;
    return type && type->size ? &type->size[arch->index] : NULL;
}

/* Returns the number of bits of a row in a version, whose type has `bytes` bytes; 0 if it is unknown. */
static unsigned row_bits(const struct row *row, const struct row_on *on, uint64_t version, uint32_t bytes)
{
    const struct cell_value *mask = cell_at(on->extras->mask, version);
    unsigned bits = bytes * 8;
    if (row->width)
        return row->width < bits ? row->width : bits;
    if (mask && mask->kind == AST_VALUE_NUMBER) {
        unsigned count = 0;
        for (uint64_t rest = mask->number; rest; rest &= rest - 1)
            count++;
        return count < bits ? count : bits;
    }
    return on->extras->mask->count ? 0 : on->extras->bit->count ? 1 : bits;
}

/* Sets the range of the row's values in a version. Returns false if it has none, or if its size is unknown. */
static bool find_range(const struct row *row, const struct arch *arch, uint64_t version, struct number_range *range)
{
    enum row_kind kind = row_kind(row);
    if (kind == ROW_FLOAT || kind == ROW_RECORD || kind == ROW_BYTES)
        return false;
    struct measure measure = kind == ROW_POINTER ? pointer_measure(arch) : type_measure(row->type, arch, version);
    unsigned bits = measure.known ? row_bits(row, row_on(row, arch), version, measure.size) : 0;
    if (!bits || bits > 64)
        return false;
    bool is_signed = kind == ROW_SIGNED;
    if (row->type && row->type->kind == TYPE_ENUM && row->type->enumeration->base && kind != ROW_POINTER)
        is_signed = row->type->enumeration->base->is_signed;
    *range = number_range_of(is_signed, bits);
    return true;
}

/* Calls `visit` for each range of versions of a row in which the set of its values is the same. */
static void each_domain(struct check_run *run, const struct row *row, const struct arch *arch,
                        void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch,
                                      const struct domain *domain))
{
    const struct row_on *on = row_on(row, arch);
    const struct cell *sizes = row_spelled(row)->pointer_depth ? NULL : size_cell(row->type, arch);
    const struct cell *masks = on->extras->mask;
    struct version_set sound = version_set_subtract(run->arena, on->versions, doubts_of(run, row, arch));
    for (size_t i = 0; i < (sizes && sizes->count ? sizes->count : 1); i++) {
        struct version_set sized = sound;
        if (sizes && sizes->count)
            sized = version_set_intersect(run->arena, sized, sizes->values[i].versions);
        for (size_t k = 0; k < (masks->count ? masks->count : 1); k++) {
            struct domain domain = {.versions = sized};
            if (masks->count)
                domain.versions = version_set_intersect(run->arena, sized, masks->values[k].versions);
            if (domain.versions.count && find_range(row, arch, domain.versions.ranges[0].from, &domain.range))
                visit(run, row, arch, &domain);
        }
    }
}

static void add_type_partner(struct check_run *run, struct finding *finding, const struct row *row,
                             const struct domain *domain)
{
    finding_add_partner(finding, row, row_spelled(row)->name ? row->decl->type.span : row->decl->span,
                        arena_format(run->arena, "it holds %s", number_range_text(run->arena, domain->range)));
}

/* Compares a default with the values in a range of versions. Reports only the first contradiction. */
static void compare_default(struct check_run *run, const struct row *row, const struct arch *arch,
                            const struct domain *domain, const struct cell_value *value)
{
    struct number number = number_of(value->kind == AST_VALUE_NEGATIVE, value->number);
    /* The enumeration whose values the row has; NULL if there is none. */
    const struct type *type = row_value_type(row);
    const struct enumeration *enumeration = type && type->kind == TYPE_ENUM ? type->enumeration : NULL;
    struct span span = ast_value_span(value->alternative);
    struct version_set in = version_set_intersect(run->arena, value->versions, domain->versions);
    if (!in.count)
        return;
    const char *text = number_text(run->arena, number), *name = row_describe(run->arena, row);
    if (!number_in(domain->range, number)) {
        struct finding *finding = finding_add(run, DIAG_CONSTRAINT, row, span, arch, in);
        finding->text = arena_format(run->arena, "the default of %s, %s, does not fit it", name, text);
        add_type_partner(run, finding, row, domain);
        return;
    }
    if (row_where(row) && !terms_hold(row_where(row), number)) {
        struct finding *finding = finding_add(run, DIAG_CONSTRAINT, row, span, arch, in);
        finding->text = arena_format(run->arena, "the default of %s, %s, does not meet its condition", name, text);
        finding_add_partner(finding, row, ast_clause_span(row->decl, AST_WHERE), "the condition");
        return;
    }
    if (!enumeration)
        return;
    in = version_set_intersect(run->arena, in, enum_values_known(run, enumeration, arch));
    in = version_set_subtract(run->arena, in, enum_values_undocumented(run, enumeration, arch));
    in = version_set_subtract(run->arena, in,
                              enum_values_in(run, enumeration, arch, (struct number_range){number, number}));
    if (!in.count)
        return;
    struct finding *finding = finding_add(run, DIAG_CONSTRAINT, row, span, arch, in);
    finding->text = arena_format(run->arena, "the default of %s, %s, is not a value of '%s'", name, text,
                                 enumeration->type->name);
    finding_add_partner(finding, NULL, enumeration->type->span,
                        arena_format(run->arena, "'%s' is declared here", enumeration->type->name));
}

static void visit_constraint(struct check_run *run, const struct row *row, const struct arch *arch,
                             const struct domain *domain)
{
    const struct cell *defaults = row_on(row, arch)->extras->default_value;
    if (row_where(row) && !terms_can_hold(row_where(row), domain->range)) {
        struct span where = ast_clause_span(row->decl, AST_WHERE);
        struct finding *finding = finding_add(run, DIAG_CONSTRAINT, row, where, arch, domain->versions);
        finding->text = arena_format(run->arena, "no value of %s meets its condition", row_describe(run->arena, row));
        add_type_partner(run, finding, row, domain);
        return;
    }
    for (size_t i = 0; i < defaults->count; i++)
        if (cell_value_is_number(&defaults->values[i]))
            compare_default(run, row, arch, domain, &defaults->values[i]);
}

static bool has_constraint(const struct row *row)
{
    return row->ons[0].extras->default_value->count || row_where(row);
}

static void visit_row_constraint(struct check_run *run, const struct row *row, const struct arch *arch)
{
    each_domain(run, row, arch, visit_constraint);
}

void check_constraint(struct check_run *run)
{
    visit_record(run, has_constraint, visit_row_constraint);
}

/* Returns the first row of the slot that a row is in; the row itself without a slot. */
static const struct row *slot_first(const struct row *row)
{
    const struct row *first = row->parent ? row->parent->children : row->record->rows;
    while (first->slot != row->slot)
        first = first->next;
    return first;
}

static bool has_mask(const struct row *row)
{
    return row->ons[0].extras->mask->count;
}

static void visit_mask(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct cell *masks = row_on(row, arch)->extras->mask;
    for (size_t i = 0; i < masks->count; i++) {
        const struct cell_value *value = &masks->values[i];
        if (value->kind != AST_VALUE_NUMBER || !value->number || mask_is_run(value->number) || !value->versions.count)
            continue;
        bool is_own = ast_clause_span(row->decl, AST_MASK).begin;
        const struct row *owner = is_own || !row->slot ? row : slot_first(row);
        struct finding *finding =
            finding_add(run, DIAG_MASK_RUN, owner, ast_value_span(value->alternative), arch, value->versions);
        finding->text = is_own ? arena_format(run->arena, "the mask of '%s' is not one run of bits", row->name)
                               : "the mask of this slot is not one run of bits";
    }
}

void check_mask_run(struct check_run *run)
{
    visit_record(run, has_mask, visit_mask);
}

/* Checks that a member which is shown as an enumeration can hold at least one of its values. */
static void visit_display(struct check_run *run, const struct row *row, const struct arch *arch,
                          const struct domain *domain)
{
    const struct enumeration *enumeration = row->display->enumeration;
    struct version_set in =
        version_set_intersect(run->arena, domain->versions, enum_values_known(run, enumeration, arch));
    in = version_set_subtract(run->arena, in, enum_values_undocumented(run, enumeration, arch));
    in = version_set_subtract(run->arena, in, enum_values_in(run, enumeration, arch, domain->range));
    if (!in.count)
        return;
    struct finding *finding = finding_add(run, DIAG_ENUM_VALUE, row, row_display_span(row), arch, in);
    finding->text = arena_format(run->arena, "%s cannot hold any value of '%s'", row_describe(run->arena, row),
                                 row->display->name);
    add_type_partner(run, finding, row, domain);
    finding_add_partner(finding, NULL, row->display->span,
                        arena_format(run->arena, "'%s' is declared here", row->display->name));
}

/* Checks the index in the high bits of a flag. It selects an element of an array of masks, which must exist. */
static void compare_index(struct check_run *run, const struct row *row, const struct arch *arch,
                          const struct enumeration *flags, const struct cell_value *count)
{
    uint64_t index_mask = ((uint64_t)2 << (flags->index_high - flags->index_low)) - 1;
    for (size_t i = 0; i < flags->count; i++) {
        const struct cell *cell = &flags->enumerators[i].value[arch->index];
        for (size_t k = 0; k < cell->count; k++) {
            const struct cell_value *value = &cell->values[k];
            uint64_t index = value->number >> flags->index_low & index_mask;
            struct version_set in = {0};
            if (value->kind == AST_VALUE_NUMBER && index >= count->number)
                in = version_set_intersect(run->arena, value->versions, count->versions);
            if (!in.count)
                continue;
            struct finding *finding =
                finding_add(run, DIAG_ENUM_VALUE, row, ast_value_span(count->alternative), arch, in);
            if (!finding->text)
                finding->text = arena_format(run->arena, "%s has no element with index %llu, but '%s' has flags in it",
                                             row_describe(run->arena, row), (unsigned long long)index,
                                             flags->type->name);
            const struct enumerator *flag = &flags->enumerators[i];
            finding_add_partner(finding, NULL, flag->name ? flag->decl->name_span : flag->decl->span,
                                arena_format(run->arena, "this one's index is %llu", (unsigned long long)index));
        }
    }
}

static bool has_enumeration(const struct row *row)
{
    const struct type *type = row->display ? row->display : row->type;
    return type && type->enumeration && !row_spelled(row)->pointer_depth;
}

static void visit_row_enumeration(struct check_run *run, const struct row *row, const struct arch *arch)
{
    const struct type *type = row->display ? row->display : row->type;
    if (row->display)
        each_domain(run, row, arch, visit_display);
    if (!type->enumeration->is_indexed || row_bound_count(row) != 1 || row_bound_kind(row, 0) != AST_BOUND_COUNT)
        return;
    const struct cell *counts = &row_on(row, arch)->extras->bounds[0];
    for (size_t i = 0; i < counts->count; i++)
        if (counts->values[i].kind == AST_VALUE_NUMBER)
            compare_index(run, row, arch, type->enumeration, &counts->values[i]);
}

void check_row_enumeration(struct check_run *run)
{
    visit_record(run, has_enumeration, visit_row_enumeration);
}
