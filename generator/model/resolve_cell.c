#include "model/resolve.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/lookup.h"

/* ---- Columns */

const struct arch *const *resolve_columns(struct resolver *resolver, const struct ast_decl *decl, size_t *count)
{
    size_t most = 0;
    for (const struct ast_name *name = decl->names; name; name = name->next)
        most++;
    const struct arch **columns = ARENA_ARRAY(resolver->arena, const struct arch *, most);
    *count = 0;
    for (const struct ast_name *name = decl->names; name; name = name->next) {
        const struct arch *arch = model_find_arch(resolver->model, name->name);
        if (!arch)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, name->span, decl, NULL, "no arch is called '%s'", name->name);
        for (size_t i = 0; arch && i < *count; i++)
            if (columns[i] == arch)
                resolve_fault(resolver, DIAG_DUPLICATE, name->span, decl, NULL, "column '%s' is repeated", name->name);
        columns[(*count)++] = arch;
    }
    return columns;
}

bool resolve_column(const struct arch *arch, const struct arch *const *columns, size_t count, unsigned *column,
                    const struct arch **home)
{
    *column = 0;
    *home = arch;
    if (!columns)
        return true;
    for (; *home; *home = (*home)->fallback)
        for (*column = 0; *column < count; ++*column)
            if (columns[*column] == *home)
                return true;
    return false;
}

/* ---- Version sets */

/* The declaration whose version set is being read. */
struct set_owner {
    struct resolver *resolver;
    const struct ast_set *set;
    const struct ast_decl *decl;
    struct record *record;
};

static void fault_set(void *user, enum set_problem problem, const struct ast_range *range)
{
    const struct set_owner *owner = user;
    if (problem == SET_EMPTY_RANGE) {
        resolve_fault(owner->resolver, DIAG_EMPTY_RANGE, range->span, owner->decl, owner->record,
                      "this range is empty: '%s' comes after '%s'", range->from, range->to);
    } else if (problem == SET_EMPTY) {
        resolve_fault(owner->resolver, DIAG_EMPTY_RANGE, owner->set->span, owner->decl, owner->record,
                      "this set is empty: all versions are excepted");
    } else {
        bool is_from = problem == SET_UNKNOWN_FROM;
        struct fault *fault =
            resolve_fault(owner->resolver, DIAG_UNKNOWN_VERSION,
                          is_from ? ast_range_from_span(range) : ast_range_to_span(range), owner->decl, owner->record,
                          "version '%s' is not on the axis", is_from ? range->from : range->to);
        if (!owner->resolver->model->axis.release_count)
            fault->help = "no file declares an axis: `use` one that does, such as nt/nt.strata";
    }
}

struct version_set resolve_set(struct resolver *resolver, const struct ast_set *set, const struct ast_decl *decl,
                               struct record *record)
{
    struct set_owner owner = {resolver, set, decl, record};
    return version_set_of_ast(resolver->arena, resolver->axis, set, fault_set, &owner);
}

const struct ast_column *resolve_pick_column(struct resolver *resolver, const struct cell_reader *reader)
{
    const struct ast_column *column = reader->cell->columns;
    if (reader->cell->column_count == 1)
        return column;
    if (reader->cell->column_count != reader->column_count) {
        if (reader->column_count)
            resolve_fault(resolver, DIAG_COLUMNS, reader->cell->span, reader->decl, reader->record,
                          "this cell has %u columns, but the `columns` line has %zu", reader->cell->column_count,
                          reader->column_count);
        else
            resolve_fault(resolver, DIAG_COLUMNS, reader->cell->span, reader->decl, reader->record,
                          "this cell has %u columns, but no `columns` line above says which arches they are",
                          reader->cell->column_count);
        return NULL;
    }
    for (unsigned i = 0; i < reader->column; i++)
        column = column->next;
    return column;
}

struct version_set resolve_in(struct resolver *resolver, const struct ast_decl *decl, struct record *record,
                              unsigned column, size_t column_count)
{
    const struct ast_clause *clause = ast_clause_find(decl, AST_IN);
    if (!clause)
        return resolver->all;
    const struct cell_reader reader = {
        .cell = clause->cell, .decl = decl, .record = record, .column = column, .column_count = column_count};
    const struct ast_column *picked = resolve_pick_column(resolver, &reader);
    if (!picked || picked->alternatives->value == AST_VALUE_ABSENT || !picked->alternatives->set)
        return resolver->none;
    return resolve_set(resolver, picked->alternatives->set, decl, record);
}

/* Reports a constant without a value. Reports it once and without the arch, because the row then lacks its bound on
 * every arch. */
static void fault_no_value(struct resolver *resolver, const struct cell_reader *reader,
                           const struct ast_expression *node, const struct constant *constant)
{
    struct fault *fault =
        resolve_fault(resolver, DIAG_UNKNOWN_NAME, node->span, reader->decl, reader->record,
                      "constant '%s' does not have a value in every version of '%s'", node->name,
                      reader->decl->name ? reader->decl->name : reader->record->type->name);
    fault->other = constant->decl->name_span;
    fault->other_message = "declared here";
}

/* Returns the constant with a name in the module of the text, or else in the first module; NULL if there is none. */
static struct constant *find_constant(const struct resolver *resolver, const char *name)
{
    struct constant *constant = map_get(resolver->module->constants, name);
    return constant ? constant : map_get(resolver->model->constant_names, name);
}

/* Evaluates a symbolic bound in one version. Returns false if a name in it has no value there, which is a fault, or
 * if its value is unknown, which sets `*is_unknown`. */
static bool evaluate_bound(struct resolver *resolver, const struct cell_reader *reader,
                           const struct ast_expression *node, uint64_t version, int64_t *result, bool *is_unknown)
{
    int64_t left, right;
    if (node->kind == AST_NUMBER) {
        *result = (int64_t)node->number;
        return node->number <= INT32_MAX;
    }
    if (node->kind == AST_NAME) {
        const struct constant *constant = find_constant(resolver, node->name);
        const struct cell_value *value = constant ? cell_at(&constant->value[reader->arch->index], version) : NULL;
        if (!constant)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, node->span, reader->decl, reader->record,
                          "no constant is called '%s'", node->name);
        else if (!value)
            fault_no_value(resolver, reader, node, constant);
        *is_unknown |= value && value->kind == AST_VALUE_UNKNOWN;
        if (!value || value->kind != AST_VALUE_NUMBER || value->number > INT32_MAX)
            return false;
        *result = (int64_t)value->number;
        return true;
    }
    if (!evaluate_bound(resolver, reader, node->left, version, &left, is_unknown) ||
        !evaluate_bound(resolver, reader, node->right, version, &right, is_unknown))
        return false;
    /* Both operands fit 32 bits, so the result fits 64. */
    *result = node->kind == AST_ADD ? left + right : node->kind == AST_SUBTRACT ? left - right : left * right;
    return *result >= INT32_MIN && *result <= INT32_MAX;
}

/* Adds the versions at which a constant in an expression changes. `seen` lets each constant be added once. Returns the
 * number of operators and operands. */
static size_t add_changes(struct resolver *resolver, const struct arch *arch, const struct ast_expression *node,
                        struct map *seen)
{
    if (node->kind == AST_NAME) {
        struct constant *constant = find_constant(resolver, node->name);
        if (constant && !map_get(seen, constant)) {
            map_set(seen, constant, constant);
            resolve_add_boundaries(&resolver->scratch, &constant->value[arch->index]);
        }
    } else if (node->kind != AST_NUMBER) {
        return 1 + add_changes(resolver, arch, node->left, seen) + add_changes(resolver, arch, node->right, seen);
    }
    return 1;
}

/* Returns the first version after `version` at which a constant changes. */
static uint64_t next_change(const struct scratch *scratch, uint64_t version)
{
    size_t low;
    SEARCH_FIRST(low, scratch->version_count, i, scratch->versions[i] <= version);
    return low < scratch->version_count ? scratch->versions[low] : VERSION_END;
}

/* The values of a cell that is being resolved. An expression gives one value for each result, any other alternative one
 * value. */
struct values {
    struct cell_value *items;
    uint32_t count;
    uint32_t capacity;
};

static struct cell_value *values_add(struct resolver *resolver, struct values *values)
{
    if (values->count == values->capacity) {
        uint32_t capacity = values->capacity * 2;
        struct cell_value *items = ARENA_ARRAY(resolver->arena, struct cell_value, capacity);
        for (size_t i = 0; i < values->count; i++)
            items[i] = values->items[i];
        values->items = items;
        values->capacity = capacity;
    }
    return &values->items[values->count++];
}

/* Adds the values of an expression: one for each range of versions in which no constant in it changes. */
static void add_expression(struct resolver *resolver, const struct cell_reader *reader, struct values *values,
                           struct cell_value whole)
{
    /* evaluating so many operators and operands takes about as long as making one entry of the model */
    enum { NODES_OF_ONE = 16 };
    const struct ast_alternative *alternative = whole.alternative;
    struct scratch *scratch = &resolver->scratch;
    scratch->version_count = 0;
    size_t nodes = add_changes(resolver, reader->arch, alternative->expression, map_new(resolver->brief));
    scratch->version_count = version_sort(scratch->versions, scratch->version_count);
    for (size_t i = 0; i < whole.versions.count; i++) {
        for (uint64_t from = whole.versions.ranges[i].from, to; from < whole.versions.ranges[i].to; from = to) {
            int64_t number = 0;
            bool is_unknown = false;
            if (!resolve_spend(resolver, 1 + nodes / NODES_OF_ONE, reader->decl))
                return;
            to = next_change(scratch, from);
            if (to > whole.versions.ranges[i].to)
                to = whole.versions.ranges[i].to;
            if (!evaluate_bound(resolver, reader, alternative->expression, from, &number, &is_unknown) && !is_unknown)
                return;
            if (number < 0 && !is_unknown) {
                resolve_fault(resolver, DIAG_NUMBER, ast_value_span(alternative), reader->decl, reader->record,
                              "this evaluates to %lld, which is not a count", (long long)number);
                return;
            }
            struct cell_value *value = values_add(resolver, values);
            *value = whole;
            value->is_cut = alternative->set;
            value->kind = is_unknown ? AST_VALUE_UNKNOWN : AST_VALUE_NUMBER;
            value->number = (uint64_t)number;
            value->versions = version_set_range(resolver->arena, from, to);
        }
    }
}

/* Returns the value of an alternative as it is written, without evaluating an expression. */
static struct cell_value value_of(const struct ast_alternative *alternative, struct version_set in, bool is_cut)
{
    return (struct cell_value){.versions = in,
                               .kind = (uint8_t)alternative->value,
                               .provenance = (uint8_t)alternative->provenance,
                               .is_cut = is_cut,
                               .number = alternative->number,
                               .alternative = alternative};
}

static void add_value(struct resolver *resolver, const struct cell_reader *reader, struct values *values,
                      const struct ast_alternative *alternative, struct version_set in, bool is_cut)
{
    struct cell_value value = value_of(alternative, in, is_cut);
    if (alternative->value == AST_VALUE_EXPRESSION)
        add_expression(resolver, reader, values, value);
    else
        *values_add(resolver, values) = value;
}

static uint64_t range_length(struct version_range range)
{
    uint64_t most = version_pack(VERSION_MAJOR_MOST + 1, 0, 0, 0);
    return (range.to < most ? range.to : most) - range.from;
}

/* Returns the union of the versions that the alternatives of a column name. Sets `is_disjoint` if no two alternatives
 * name the same version, which is usual: then the union is as long as all of them together. */
static struct version_set all_stated(struct resolver *resolver, const struct version_set *stated, size_t count,
                                     bool *is_disjoint)
{
    size_t most = 0, filled = 0;
    uint64_t left = 0;
    if (count <= 1) {
        *is_disjoint = true;
        return count ? stated[0] : resolver->none;
    }
    for (size_t i = 0; i < count; i++)
        most += stated[i].count;
    struct version_range *ranges = ARENA_ARRAY(resolver->arena, struct version_range, most);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < stated[i].count; k++)
            ranges[filled++] = stated[i].ranges[k];
    struct version_set all = version_set_of(resolver->arena, ranges, filled);
    for (size_t i = 0; i < all.count; i++)
        left += range_length(all.ranges[i]);
    *is_disjoint = true;
    for (size_t i = 0; i < count && *is_disjoint; i++) {
        for (size_t k = 0; k < stated[i].count && *is_disjoint; k++) {
            uint64_t length = range_length(stated[i].ranges[k]);
            *is_disjoint = length <= left;
            left -= *is_disjoint ? length : 0;
        }
    }
    return all;
}

static int compare_pieces(const void *left, const void *right)
{
    const struct cell_piece *a = left, *b = right;
    return a->range.from < b->range.from ? -1 : a->range.from > b->range.from;
}

/* Makes the index of a cell that has many values. */
static const struct cell_index *index_values(struct resolver *resolver, const struct values *values)
{
    enum { FEW = 8 };
    size_t count = 0;
    for (size_t i = 0; i < values->count; i++)
        count += values->items[i].versions.count;
    if (count <= FEW)
        return NULL;
    struct cell_index *index = arena_alloc(resolver->arena, sizeof *index + count * sizeof *index->pieces);
    for (size_t i = 0; i < values->count; i++)
        for (size_t k = 0; k < values->items[i].versions.count; k++)
            index->pieces[index->count++] = (struct cell_piece){values->items[i].versions.ranges[k], &values->items[i]};
    qsort(index->pieces, count, sizeof *index->pieces, compare_pieces);
    return index;
}

/* Resolves a cell with one value for all versions of its row. Nearly all cells are like this. */
static struct cell resolve_bare(struct resolver *resolver, const struct cell_reader *reader,
                                const struct ast_alternative *alternative)
{
    if (!resolve_spend(resolver, 1 + reader->versions.count, reader->decl))
        return (struct cell){0};
    struct cell_value *value = ARENA_NEW(resolver->arena, struct cell_value);
    *value = value_of(alternative, reader->versions, false);
    struct values values = {value, 1, 1};
    return (struct cell){value, 1, true, index_values(resolver, &values)};
}

struct cell resolve_cell(struct resolver *resolver, const struct cell_reader *reader)
{
    const struct ast_column *column = resolve_pick_column(resolver, reader);
    if (!column)
        return (struct cell){0};
    const struct ast_alternative *first = column->alternatives;
    if (!first->next && !first->set && first->value != AST_VALUE_EXPRESSION)
        return resolve_bare(resolver, reader, first);
    struct values values = {0};
    for (const struct ast_alternative *node = column->alternatives; node; node = node->next)
        values.capacity++;
    if (!resolve_spend(resolver, values.capacity + reader->versions.count, reader->decl))
        return (struct cell){0};
    values.items = ARENA_ARRAY(resolver->arena, struct cell_value, values.capacity);
    struct version_set left = reader->versions, few[4], *stated = few;
    size_t stated_count = 0;
    bool is_disjoint;
    if (values.capacity > sizeof few / sizeof *few)
        stated = ARENA_ARRAY(resolver->arena, struct version_set, values.capacity);
    for (const struct ast_alternative *node = column->alternatives; node; node = node->next)
        if (node->set)
            stated[stated_count++] = resolve_set(resolver, node->set, reader->decl, reader->record);
    struct version_set all = all_stated(resolver, stated, stated_count, &is_disjoint);
    stated_count = 0;
    const struct ast_alternative *bare = NULL;
    for (const struct ast_alternative *node = column->alternatives; node; node = node->next) {
        if (!node->set) {
            if (bare) {
                struct fault *fault = resolve_fault(resolver, DIAG_TWO_OFFSETS, node->span, reader->decl,
                                                    reader->record, "two alternatives of this cell have no versions");
                fault->other = bare->span;
                fault->other_message = "the other one";
            } else {
                bare = node;
            }
            continue;
        }
        struct version_set own = stated[stated_count++];
        struct version_set in = version_set_intersect(resolver->arena, own, left);
        add_value(resolver, reader, &values, node, in, !version_set_equal(in, own));
        if (!is_disjoint)
            left = version_set_subtract(resolver->arena, left, own);
    }
    if (is_disjoint)
        left = version_set_subtract(resolver->arena, left, all);
    if (bare)
        add_value(resolver, reader, &values, bare, left, false);
    return (struct cell){values.items, values.count, is_disjoint, index_values(resolver, &values)};
}

struct cell *resolve_cells(struct resolver *resolver, const struct ast_cell *cell, const struct ast_decl *decl,
                           const struct context *context)
{
    const struct model *model = resolver->model;
    struct cell *cells = ARENA_ARRAY(resolver->arena, struct cell, model->arch_count);
    for (size_t i = 0; i < model->arch_count; i++) {
        struct cell_reader reader = {.cell = cell, .decl = decl, .column_count = context->column_count};
        const struct arch *home;
        reader.arch = model->arches[i];
        /* A cell with one column serves every arch, also an arch without a column in `columns`. */
        if (!resolve_column(reader.arch, context->columns, context->column_count, &reader.column, &home) &&
            cell->column_count != 1)
            continue;
        struct version_set in = resolve_in(resolver, decl, NULL, reader.column, reader.column_count);
        reader.versions = version_set_intersect(resolver->arena, in, reader.arch->versions);
        cells[i] = resolve_cell(resolver, &reader);
    }
    return cells;
}
