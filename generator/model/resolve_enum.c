#include "model/resolve.h"

#include "base/intern.h"

/* A value is carried over as the one after it. */
static void increment(struct cell_value *value)
{
    if (value->kind == AST_VALUE_NEGATIVE) {
        value->number--;
        value->kind = value->number ? AST_VALUE_NEGATIVE : AST_VALUE_NUMBER;
    } else {
        value->number++;
    }
}

/* One more than the enumerator above it in each version in which there is one, else 0. `above` has the last value in
 * each version so far. */
static struct cell next_values(struct resolver *resolver, const struct cell *above, struct version_set in)
{
    struct cell_value *values = ARENA_ARRAY(resolver->arena, struct cell_value, above->count + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < above->count && in.count; i++) {
        struct version_set common = version_set_intersect(resolver->arena, above->values[i].in, in);
        if (!common.count)
            continue;
        struct cell_value *value = &values[count++];
        *value = above->values[i];
        value->in = value->stated = common;
        increment(value);
        in = version_set_subtract(resolver->arena, in, common);
    }
    if (in.count)
        values[count++] = (struct cell_value){.in = in, .stated = in, .kind = AST_VALUE_NUMBER};
    return (struct cell){.values = values, .count = count};
}

/* The last value in each version: that of the new enumerator, else what was the last before it. */
static struct cell last_values(struct resolver *resolver, const struct cell *above, const struct cell *value)
{
    struct version_set covered = resolver->none;
    for (size_t i = 0; i < value->count; i++)
        covered = version_set_union(resolver->arena, covered, value->values[i].in);
    struct cell_value *values = ARENA_ARRAY(resolver->arena, struct cell_value, value->count + above->count);
    uint32_t count = 0;
    for (size_t i = 0; i < value->count; i++)
        values[count++] = value->values[i];
    for (size_t i = 0; i < above->count; i++) {
        struct version_set left = version_set_subtract(resolver->arena, above->values[i].in, covered);
        if (!left.count)
            continue;
        values[count] = above->values[i];
        values[count++].in = left;
    }
    return (struct cell){.values = values, .count = count};
}

/* `last` are the last values above it, by index of arch. */
static void resolve_enumerator(struct resolver *resolver, struct enumeration *enumeration, size_t index,
                               struct cell *last, const struct context *context)
{
    struct enumerator *enumerator = &enumeration->enumerators[index];
    const struct ast_decl *decl = enumerator->decl, *owner = enumeration->type->decl;
    struct cell *cells = ARENA_ARRAY(resolver->arena, struct cell, resolver->model->arch_count);
    for (size_t i = 0; i < resolver->model->arch_count; i++) {
        struct cell_reader reader = {.cell = decl->cell, .decl = decl, .arch = resolver->model->arches[i]};
        const struct arch *home;
        /* Without a column of its own an arch still has the values that stand in one column for all. */
        reader.column_count = context->column_count;
        bool at_home = resolve_column(reader.arch, context->columns, context->column_count, &reader.column, &home);
        if (!at_home && decl->cell && decl->cell->column_count != 1)
            continue;
        struct version_set in = resolve_in(resolver, owner, NULL, reader.column, reader.column_count);
        /* Not cut to the arch: where that does not exist nobody asks, and uncut the arches have the same sets. */
        in = version_set_intersect(resolver->arena, in,
                                   resolve_in(resolver, decl, NULL, reader.column, reader.column_count));
        reader.in = in;
        cells[i] = decl->cell ? resolve_cell(resolver, &reader) : next_values(resolver, &last[i], in);
        last[i] = last_values(resolver, &last[i], &cells[i]);
        for (size_t k = 0; k < cells[i].count; k++)
            enumeration->is_signed |= cells[i].values[k].kind == AST_VALUE_NEGATIVE;
    }
    enumerator->value = cells;
}

static void resolve_base(struct resolver *resolver, struct enumeration *enumeration)
{
    const struct ast_decl *decl = enumeration->type->decl;
    if (!decl->type.name)
        return;
    const struct type *base = map_get(resolver->model->type_names, decl->type.name);
    if (!base)
        resolve_fault(resolver, DIAG_UNKNOWN_TYPE, decl->type.span, decl, NULL, "type '%s' is declared nowhere",
                      decl->type.name);
    else if (base->kind != TYPE_UNSIGNED && base->kind != TYPE_SIGNED)
        resolve_fault(resolver, DIAG_UNKNOWN_TYPE, decl->type.span, decl, NULL,
                      "'%s' is no integer type, which the values of '%s' need", decl->type.name, decl->name);
    else
        enumeration->base = base;
    enumeration->is_signed = base && base->kind == TYPE_SIGNED;
}

void resolve_enumeration(struct resolver *resolver, struct type *type, const struct context *context)
{
    const struct ast_decl *decl = type->decl;
    struct enumeration *enumeration = ARENA_NEW(resolver->arena, struct enumeration);
    struct map *names = map_new(resolver->arena);
    struct cell *last = ARENA_ARRAY(resolver->arena, struct cell, resolver->model->arch_count); /* values, by arch */
    type->enumeration = enumeration;
    enumeration->type = type;
    enumeration->is_flags = decl->kind == AST_FLAGS;
    resolve_base(resolver, enumeration);
    const struct ast_clause *indexed = ast_clause_find(decl, AST_INDEXED);
    if (indexed) {
        enumeration->is_indexed = true;
        enumeration->index_low = (unsigned)indexed->number;
        enumeration->index_high = (unsigned)indexed->number_last;
        if (indexed->number > indexed->number_last || indexed->number_last > 31) {
            resolve_fault(resolver, DIAG_NUMBER, indexed->span, decl, NULL,
                          "the index lies in bits of a dword: 0 to 31, the lower one first");
            enumeration->is_indexed = false;
        }
    }
    size_t most = 0;
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        most++;
    enumeration->enumerators = ARENA_ARRAY(resolver->arena, struct enumerator, most);
    for (const struct ast_decl *child = decl->children; child; child = child->next) {
        const struct ast_decl *other = child->name ? map_get(names, child->name) : NULL;
        if (other) {
            struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, child->name_span, child, NULL,
                                                "'%s' is declared twice in '%s'", child->name, decl->name);
            fault->other = other->name_span;
            fault->other_message = "first declared here";
            continue;
        }
        const struct ast_clause *remark = ast_clause_find(child, AST_REMARK);
        enumeration->enumerators[enumeration->count] =
            (struct enumerator){child->name, remark ? remark->text : NULL, child, NULL};
        if (child->name)
            map_set(names, child->name, (void *)(uintptr_t)child);
        resolve_enumerator(resolver, enumeration, enumeration->count, last, context);
        enumeration->count++;
    }
}
