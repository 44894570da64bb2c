#include "model/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"

enum { ENUMERATOR_ROWS_MOST = 64 };

/* The values above an enumerator on an arch, from which enumerators without a value continue to count. */
struct counter {
    struct version_set versions; /* versions in which the enumeration exists */
    struct version_map last; /* version -> index in `values` of the last value */
    struct counted {
        struct cell_value value;
        size_t first; /* index in `values` of the first value of the current enumerator */
    } * values;
    size_t count, room;
};

/* Records the values of an enumerator as the last values in their versions. */
static void counter_add(struct counter *counter, const struct cell *cell)
{
    size_t first = counter->count;
    for (size_t i = 0; i < cell->count; i++) {
        if (counter->count == counter->room) {
            counter->room = counter->room ? counter->room * 2 : 16;
            counter->values = memory_resize(counter->values, counter->room * sizeof *counter->values);
        }
        counter->values[counter->count] = (struct counted){cell->values[i], first};
        version_map_assign(&counter->last, cell->values[i].versions, counter->count++);
    }
}

/* Some versions of an enumerator without a value, and the value from which it counts on in these versions. */
struct follower {
    struct version_range range;
    const struct counted *above;
};

/* Compares by the value above, so that values of the nearest enumerator come first, in their order. */
static int compare_followers(const void *left, const void *right)
{
    const struct follower *a = left, *b = right;
    if (a->above->first != b->above->first)
        return a->above->first > b->above->first ? -1 : 1;
    if (a->above != b->above)
        return a->above < b->above ? -1 : 1;
    return a->range.from < b->range.from ? -1 : a->range.from > b->range.from;
}

/* Returns the versions of `in` in which some enumerator above has a value, in order. The caller frees the list. */
static struct follower *find_followers(const struct counter *counter, struct version_set in, size_t *count)
{
    const struct version_map *last = &counter->last;
    struct follower *followers = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < in.count; i++) {
        struct version_range range = in.ranges[i];
        size_t k = version_map_find(last, range.from);
        for (; k < last->count && last->pieces[k].range.from < range.to; k++) {
            struct version_range piece = last->pieces[k].range;
            if (*count == room) {
                room = room ? room * 2 : 16;
                followers = memory_resize(followers, room * sizeof *followers);
            }
            followers[(*count)++] = (struct follower){{piece.from > range.from ? piece.from : range.from,
                                                       piece.to < range.to ? piece.to : range.to},
                                                      &counter->values[last->pieces[k].value]};
        }
    }
    return followers;
}

/* Returns the versions of some followers as a set. `ranges` has room for all of them. */
static struct version_set follower_set(struct resolver *resolver, const struct follower *followers, size_t count,
                                       struct version_range *ranges)
{
    for (size_t i = 0; i < count; i++)
        ranges[i] = followers[i].range;
    return version_set_of(resolver->arena, ranges, count);
}

/* Returns the values of an enumerator whose text gives none: one more than the enumerator above in each version in
 * which that has a value, else 0. */
static struct cell next_values(struct resolver *resolver, const struct counter *counter, const struct ast_decl *decl,
                               struct version_set in)
{
    size_t count;
    struct follower *followers = find_followers(counter, in, &count);
    if (!resolve_spend(resolver, count + 1, decl)) {
        free(followers);
        return (struct cell){0};
    }
    struct version_range *ranges = memory_alloc((count + 1) * sizeof *ranges);
    struct version_set rest =
        version_set_subtract(resolver->arena, in, follower_set(resolver, followers, count, ranges));
    if (count)
        qsort(followers, count, sizeof *followers, compare_followers);
    struct cell_value *values = ARENA_ARRAY(resolver->arena, struct cell_value, count + 1);
    uint32_t filled = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && followers[end].above == followers[i].above; end++)
            continue;
        struct cell_value *value = &values[filled++];
        *value = followers[i].above->value;
        value->versions = follower_set(resolver, followers + i, end - i, ranges);
        value->is_cut = false;
        /* Add 1 to the value. */
        if (value->kind == AST_VALUE_NEGATIVE) {
            value->number--;
            value->kind = value->number ? AST_VALUE_NEGATIVE : AST_VALUE_NUMBER;
        } else {
            value->number++;
        }
    }
    if (rest.count)
        values[filled++] = (struct cell_value){.versions = rest, .kind = AST_VALUE_NUMBER};
    free(ranges);
    free(followers);
    return (struct cell){.values = values, .count = filled};
}

/* The values of an enumerator on an arch, and the versions of its `in`. */
struct resolved {
    struct cell cell;
    struct version_set versions;
};

/* True if the text of an enumerator gives all arches the same values: it has one column. */
static bool has_one_column(const struct ast_decl *decl)
{
    const struct ast_clause *in = ast_clause_find(decl, AST_IN);
    return decl->cell && decl->cell->column_count == 1 && (!in || in->cell->column_count == 1);
}

/* Resolves an enumerator. `counters` have the values above it, by index of arch. Stores its own values in
 * `resolved`. */
static void resolve_enumerator(struct resolver *resolver, const struct ast_decl *decl, const struct counter *counters,
                               const struct context *context, struct resolved *resolved)
{
    bool is_shared = has_one_column(decl);
    for (size_t i = 0; i < resolver->model->arch_count; i++) {
        struct cell_reader reader = {.cell = decl->cell, .decl = decl, .arch = resolver->model->arches[i]};
        const struct arch *home;
        if (i && is_shared && version_set_equal(counters[i].versions, counters[i - 1].versions)) {
            resolved[i] = resolved[i - 1];
            continue;
        }
        resolved[i] = (struct resolved){{0}, resolver->none};
        /* An arch without a column in `columns` still has the values of cells with one column for all arches. */
        reader.column_count = context->column_count;
        bool at_home = resolve_column(reader.arch, context->columns, context->column_count, &reader.column, &home);
        if (!at_home && decl->cell && decl->cell->column_count != 1)
            continue;
        /* The versions are not cut to the arch. Nobody asks for versions in which it does not exist, and uncut sets can
         * be shared by all arches. */
        struct version_set in =
            version_set_intersect(resolver->arena, counters[i].versions,
                                  resolve_in(resolver, decl, NULL, reader.column, reader.column_count));
        reader.versions = in;
        resolved[i].versions = in;
        resolved[i].cell = decl->cell ? resolve_cell(resolver, &reader) : next_values(resolver, &counters[i], decl, in);
    }
}

/* Returns an earlier enumerator of the same name that has a value in a version of the new one; NULL if there is
 * none. */
static const struct enumerator *find_met(struct resolver *resolver, const struct enumerator *first,
                                         const struct resolved *resolved)
{
    for (const struct enumerator *row = first; row; row = row->next_row)
        for (size_t i = 0; i < resolver->model->arch_count; i++)
            for (size_t k = 0; k < row->value[i].count; k++)
                if (version_set_intersect(resolver->arena, row->value[i].values[k].versions, resolved[i].versions)
                        .count)
                    return row;
    return NULL;
}

/* Links an enumerator to the earlier ones of its name. If one of them has a value in the same version, reports that and
 * returns false. */
static bool link_rows(struct resolver *resolver, struct enumeration *enumeration, const struct ast_decl *decl,
                      struct enumerator *first, const struct resolved *resolved)
{
    size_t rows = 1;
    struct enumerator *last = first;
    for (; last->next_row; last = last->next_row)
        rows++;
    if (rows == ENUMERATOR_ROWS_MOST) {
        resolve_fault(resolver, DIAG_LIMIT, decl->name_span, decl, NULL, "an enumerator has at most %d rows",
                      ENUMERATOR_ROWS_MOST);
        return false;
    }
    const struct enumerator *met = find_met(resolver, first, resolved);
    if (met) {
        struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL,
                                            "'%s' is declared twice in '%s'", decl->name,
                                            enumeration->type->decl->name);
        fault->other = met->decl->name_span;
        fault->other_message = "first declared here";
        return false;
    }
    last->next_row = &enumeration->enumerators[enumeration->count];
    return true;
}

/* Adds an enumerator to its enumeration, and records its values for enumerators without a value that follow. */
static void add_enumerator(struct resolver *resolver, struct enumeration *enumeration, const struct ast_decl *decl,
                           bool is_first_row, const struct resolved *resolved, struct counter *counters)
{
    const struct ast_clause *remark = ast_clause_find(decl, AST_REMARK);
    struct cell *cells = ARENA_ARRAY(resolver->arena, struct cell, resolver->model->arch_count);
    for (size_t i = 0; i < resolver->model->arch_count; i++) {
        cells[i] = resolved[i].cell;
        counter_add(&counters[i], &cells[i]);
        for (size_t k = 0; k < cells[i].count; k++)
            enumeration->is_signed |= cells[i].values[k].kind == AST_VALUE_NEGATIVE;
    }
    enumeration->enumerators[enumeration->count++] =
        (struct enumerator){.name = decl->name,
                            .remark = remark ? remark->text : NULL,
                            .decl = decl,
                            .is_dated = ast_clause_find(decl, AST_IN) != NULL,
                            .is_counted = !decl->cell,
                            .value = cells,
                            .is_first_row = is_first_row};
}

/* Returns a counter for each arch, with the versions in which the enumeration exists there. */
static struct counter *counters_new(struct resolver *resolver, const struct ast_decl *decl,
                                    const struct context *context)
{
    size_t count = resolver->model->arch_count;
    struct counter *counters = ARENA_ARRAY(resolver->arena, struct counter, count);
    for (size_t i = 0; i < count; i++) {
        unsigned column = 0;
        const struct arch *home;
        resolve_column(resolver->model->arches[i], context->columns, context->column_count, &column, &home);
        counters[i].versions = resolve_in(resolver, decl, NULL, column, context->column_count);
    }
    return counters;
}

static void resolve_base(struct resolver *resolver, struct enumeration *enumeration)
{
    const struct ast_decl *decl = enumeration->type->decl;
    if (!decl->type.name)
        return;
    const struct type *base = model_find_type(resolver->model, resolver->module, decl->type.name);
    if (!base)
        resolve_fault(resolver, DIAG_UNKNOWN_TYPE, decl->type.span, decl, NULL, "type '%s' is not declared",
                      decl->type.name);
    else if (base->kind > TYPE_BOOL)
        resolve_fault(resolver, DIAG_UNKNOWN_TYPE, decl->type.span, decl, NULL,
                      "'%s' is not an integer type, but the values of '%s' need one", decl->type.name, decl->name);
    else
        enumeration->base = base;
    enumeration->is_signed = base && base->is_signed;
}

void resolve_enumeration(struct resolver *resolver, struct type *type, const struct context *context)
{
    const struct ast_decl *decl = type->decl;
    struct enumeration *enumeration = ARENA_NEW(resolver->arena, struct enumeration);
    struct map *names = map_new(resolver->arena);
    struct counter *counters = counters_new(resolver, decl, context);
    type->enumeration = enumeration;
    enumeration->type = type;
    enumeration->columns = context->columns;
    enumeration->column_count = context->column_count;
    enumeration->source_last = resolve_source_last(resolver, context->source);
    enumeration->is_flags = decl->kind == AST_FLAGS;
    resolve_base(resolver, enumeration);
    const struct ast_clause *indexed = ast_clause_find(decl, AST_INDEXED);
    if (indexed) {
        enumeration->is_indexed = true;
        enumeration->index_low = (unsigned)indexed->number;
        enumeration->index_high = (unsigned)indexed->number_last;
        if (indexed->number > indexed->number_last || indexed->number_last > 31) {
            resolve_fault(resolver, DIAG_NUMBER, indexed->span, decl, NULL,
                          "an index has bits 0 to 31 of a dword, the lower one first");
            enumeration->is_indexed = false;
        }
    }
    size_t most = 0;
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        most++;
    enumeration->enumerators = ARENA_ARRAY(resolver->arena, struct enumerator, most);
    struct resolved *resolved = memory_alloc((resolver->model->arch_count + 1) * sizeof *resolved);
    for (const struct ast_decl *child = decl->children; child; child = child->next) {
        struct enumerator *first = child->name ? map_get(names, child->name) : NULL;
        resolve_enumerator(resolver, child, counters, context, resolved);
        if (first && !link_rows(resolver, enumeration, child, first, resolved))
            continue;
        if (child->name && !first)
            map_set(names, child->name, &enumeration->enumerators[enumeration->count]);
        add_enumerator(resolver, enumeration, child, !first, resolved, counters);
    }
    free(resolved);
    for (size_t i = 0; i < resolver->model->arch_count; i++) {
        version_map_free(&counters[i].last);
        free(counters[i].values);
    }
}

/* ---- The words that `as` takes besides names of enumerations, and clauses that floats cannot have */

static const struct {
    const char *name;
    enum display_word word;
    uint32_t sizes;  /* sizes in bytes that the integers may have, a bit for each */
    unsigned bounds; /* number of dimensions that the array must have; 0: any number, also none */
    const char *shown;
} display_words[] = {
    {"time", DISPLAY_TIME, 1u << 8, 0, "whole integers of 8 bytes"},
    {"text", DISPLAY_TEXT, 1u << 1 | 1u << 2, 1, "one-dimensional arrays of integers of 1 or 2 bytes"},
};

enum { WORD_COUNT = sizeof display_words / sizeof *display_words };

enum display_word resolve_display_word(const struct resolver *resolver, const struct ast_clause *as)
{
    const char *name = ast_clause_name(as);
    for (size_t i = 0; i < WORD_COUNT; i++)
        if (!strcmp(name, display_words[i].name) && !model_find_type(resolver->model, resolver->module, name))
            return display_words[i].word;
    return DISPLAY_VALUE;
}

static bool word_fits(size_t word, const struct layout_member *entry)
{
    enum row_kind kind = row_kind(entry->row);
    bool is_integer = kind == ROW_UNSIGNED || kind == ROW_SIGNED;
    return is_integer && !entry->width && entry->element <= 8 && display_words[word].sizes >> entry->element & 1 &&
           (!display_words[word].bounds || row_bound_count(entry->row) == display_words[word].bounds);
}

void resolve_check_display(struct resolver *resolver, struct record *record, const struct layout_member *entry)
{
    const struct ast_decl *decl = entry->row->decl;
    const struct ast_clause *as = ast_clause_find(decl, AST_AS);
    if (!entry->row->type && !decl->type.pointer_depth)
        return; /* an undeclared type is reported by resolve_type.c */
    if (entry->row->type && entry->row->type->kind == TYPE_FLOAT && !decl->type.pointer_depth)
        return; /* clauses of a float are reported by resolve_check_float */
    for (size_t i = 0; i < WORD_COUNT; i++)
        if (display_words[i].word == entry->row->word && !word_fits(i, entry))
            resolve_fault(resolver, DIAG_CLAUSE, ast_clause_name_span(as), decl, record, "`as %s` is for %s",
                          display_words[i].name, display_words[i].shown);
}

void resolve_check_float(struct resolver *resolver, const struct row *row)
{
    static const struct {
        enum ast_clause_kind kind;
        const char *shown;
    } clauses[] = {
        {AST_WIDTH, "a bit-field"}, {AST_BIT, "`bit`"},     {AST_MASK, "`mask`"},
        {AST_AS, "`as`"},           {AST_WHERE, "`where`"}, {AST_DEFAULT, "`default`"},
    };
    if (row_spelled(row)->pointer_depth || !row->type || row->type->kind != TYPE_FLOAT)
        return;
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
        const struct ast_clause *clause = row_find_clause(row, clauses[i].kind);
        if (!clause)
            continue;
        struct fault *fault = resolve_fault(resolver, DIAG_CLAUSE, clause->span, row->decl, row->record,
                                            "%s is for integers, and '%s' is a float", clauses[i].shown, row->name);
        fault->other = row->type->span;
        fault->other_message = arena_format(resolver->arena, "'%s' is declared here", row->type->name);
    }
}
