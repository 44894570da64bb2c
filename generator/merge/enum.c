/*
 * One enumeration against one kernel.
 */
#include <string.h>

#include "merge/merge_parts.h"

/* An enumeration and what the kernel says of it. */
struct enum_site {
    struct into *into;
    const struct enumeration *enumeration;
    const struct kernel_enum *known;
    struct into_columns columns;
    struct version_set attested;
    struct version_range in;
    const char *fixed_by; /* as of a record */
};

static bool is_value(const struct cell_value *value, int64_t number)
{
    return cell_value_is_number(value) && cell_value_bits(value) == (uint64_t)number;
}

static const struct cell_value *value_now(const struct enum_site *site, const struct enumerator *enumerator)
{
    const struct cell_value *value = cell_at(&enumerator->value[site->into->arch->index], site->into->kernel->version);
    return value && value->kind == AST_VALUE_ABSENT ? NULL : value;
}

static void change_in(const struct enum_site *site, const struct ast_decl *decl, bool is_there)
{
    struct arena *arena = site->into->arena;
    struct version_set sets[INTO_COLUMNS_MOST], in = version_set_range(arena, site->in.from, site->in.to);
    for (size_t i = 0; i < site->columns.count; i++) {
        sets[i] = into_declared(site->into, decl, i);
        if (!ast_clause_find(decl, AST_IN))
            sets[i] = into_declared(site->into, site->enumeration->type->decl, i);
    }
    struct version_set own = into_declared(site->into, decl, site->columns.own);
    struct version_set now = is_there ? version_set_union(arena, own, in) : version_set_subtract(arena, own, in);
    if (!version_set_equal(own, now))
        into_set_in(site->into, &site->columns, decl, sets, into_clip(site->into, now, site->columns.around));
}

static bool is_decimal(const struct into *into, const struct ast_cell *cell)
{
    return !strstr(into_text(into, cell->span), "0x");
}

static void assign(const struct enum_site *site, const struct enumerator *enumerator, int64_t number)
{
    const struct cell *cells[INTO_COLUMNS_MOST];
    struct into *into = site->into;
    struct into_value value = {number < 0 ? 0 - (uint64_t)number : (uint64_t)number, number < 0, true};
    for (size_t i = 0; i < site->columns.count; i++)
        cells[i] = &enumerator->value[site->columns.arches[i]->index];
    value.is_decimal = is_decimal(into, enumerator->decl->cell);
    struct into_columns columns = site->columns;
    struct version_set own = version_set_union(into->arena, into_declared(into, enumerator->decl, columns.own),
                                               version_set_range(into->arena, site->in.from, site->in.to));
    columns.around = version_set_intersect(into->arena, columns.around, own);
    into_assign(into, &columns, enumerator->decl->cell, cells, site->in, value);
}

static const char *value_text(const struct into *into, int64_t number, bool decimal)
{
    uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return arena_format(into->arena, decimal ? "%s%llu" : "%s0x%02llX", number < 0 ? "-" : "",
                        (unsigned long long)magnitude);
}

static const struct kernel_value *find_known(const struct enum_site *site, const char *name)
{
    for (size_t i = 0; i < site->known->value_count; i++)
        if (into_is_called(site->into, name, site->known->values[i].name))
            return &site->known->values[i];
    return NULL;
}

/* The value in the newest of the versions that have the enumerator. */
static int64_t newest_value(const struct enum_site *site, const struct enumerator *enumerator)
{
    const struct cell *cell = &enumerator->value[site->into->arch->index];
    const struct kernel_value *known = find_known(site, enumerator->name);
    uint64_t end = known ? site->in.to : 0;
    int64_t newest = known ? known->value : INT64_MIN;
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        if (!cell_value_is_number(value) || !value->in.count || value->in.ranges[value->in.count - 1].to <= end)
            continue;
        end = value->in.ranges[value->in.count - 1].to;
        newest = (int64_t)cell_value_bits(value);
    }
    return newest;
}

/* A new enumerator stands behind the last one that comes before it by value, then by name. */
static void add(const struct enum_site *site, const struct kernel_value *known)
{
    struct into *into = site->into;
    const struct enumeration *enumeration = site->enumeration;
    const struct enumerator *before = NULL;
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        int64_t newest = newest_value(site, enumerator);
        bool is_alike = newest == known->value && enumerator->name;
        if (newest < known->value || (is_alike && strcmp(enumerator->name, known->name) < 0))
            before = enumerator;
    }
    const char *blank = "    ";
    bool decimal = !before || !before->decl->cell || is_decimal(into, before->decl->cell);
    struct buffer text = {0};
    buffer_format(&text, "%s = %s in ", fold_spell(&into->fold, known->name), value_text(into, known->value, decimal));
    for (size_t i = 0; i < site->columns.count; i++)
        buffer_format(&text, "%s%s", i ? " | " : "",
                      i == site->columns.own
                          ? into_set_text(into, version_set_range(into->arena, site->in.from, site->in.to))
                          : "-");
    const char *row = arena_copy(into->arena, text.data, text.size);
    buffer_free(&text);
    uint32_t at = enumeration->type->decl->body_span.begin + 1;
    if (before)
        at = into_end(into, before->decl, &blank);
    into_insert(into, at, arena_format(into->arena, "\n%s%s;", blank, row));
}

static bool contradict(const struct enum_site *site, const struct enumerator *enumerator, const char *what,
                       const struct kernel_value *known, const char *name)
{
    struct into *into = site->into;
    const struct ast_decl *decl = site->enumeration->type->decl;
    into_contradict(into, site->fixed_by, enumerator ? enumerator->decl->span : decl->name_span, what,
                    known ? arena_format(into->arena, "'%s' is %s", name, value_text(into, known->value, true))
                          : arena_format(into->arena, "'%s' has no '%s'", site->known->name, name));
    return false;
}

/* An enumerator that is there. */
static bool compare(const struct enum_site *site, const struct enumerator *enumerator, const struct cell_value *value)
{
    const struct kernel_value *known = find_known(site, enumerator->name);
    if (known && is_value(value, known->value))
        return true;
    if (site->fixed_by)
        return !enumerator->name ||
               contradict(site, enumerator,
                          arena_format(site->into->arena,
                                       known ? "'%s' of '%s' has another value" : "there is a '%s' in '%s'",
                                       enumerator->name, site->enumeration->type->name),
                          known, enumerator->name);
    if (known && enumerator->decl->cell)
        assign(site, enumerator, known->value);
    else if (enumerator->name)
        change_in(site, enumerator->decl, false);
    return true;
}

/* A value for which no enumerator is there. */
static bool begin(const struct enum_site *site, const struct kernel_value *known)
{
    const struct enumerator *former = NULL;
    for (size_t i = 0; i < site->enumeration->count; i++) {
        const struct enumerator *enumerator = &site->enumeration->enumerators[i];
        if (!into_is_called(site->into, enumerator->name, known->name))
            continue;
        if (value_now(site, enumerator))
            return true;
        if (enumerator->decl->cell)
            former = enumerator;
    }
    if (site->fixed_by)
        return contradict(
            site, NULL, arena_format(site->into->arena, "'%s' has no '%s'", site->enumeration->type->name, known->name),
            known, known->name);
    if (!former) {
        add(site, known);
        return true;
    }
    change_in(site, former->decl, true);
    const struct cell *cell = &former->value[site->into->arch->index];
    bool is_same = true;
    for (size_t i = 0; i < cell->count; i++)
        is_same &= is_value(&cell->values[i], known->value);
    if (!is_same)
        assign(site, former, known->value);
    return true;
}

static struct enum_site make_site(struct into *into, const struct enumeration *enumeration,
                                  const struct kernel_enum *known)
{
    size_t owner, file_index = enumeration->type->file_index;
    const struct ast_decl *decl = enumeration->type->decl;
    struct enum_site site = {.into = into, .enumeration = enumeration, .known = known};
    site.columns = into_file_columns(into, file_index, decl);
    bool is_own = site.columns.own != INTO_NO_COLUMN && site.columns.arches[site.columns.own] == into->arch;
    bool is_shared = site.columns.count == 1 && is_own && !site.columns.is_alone;
    site.attested = into_attested(into, is_shared ? NULL : into->arch, NULL, file_index, &owner);
    site.in = into_interval(into, &site.attested);
    if (!is_own && site.columns.own != INTO_NO_COLUMN)
        site.fixed_by = into_by_fallback(into);
    if (version_set_contains(&site.attested, into->kernel->version))
        site.fixed_by = into_by_attest;
    if (site.columns.own == INTO_NO_COLUMN)
        return site;
    site.columns.around = version_set_union(into->arena, into_declared(into, decl, site.columns.own),
                                            version_set_range(into->arena, site.in.from, site.in.to));
    return site;
}

static bool is_there(const struct enum_site *site)
{
    struct version_set in = into_declared(site->into, site->enumeration->type->decl, site->columns.own);
    return version_set_contains(&in, site->into->kernel->version);
}

bool into_enumeration(struct into *into, const struct enumeration *enumeration, const struct kernel_enum *known)
{
    struct enum_site site = make_site(into, enumeration, known);
    bool all = true;
    if (site.columns.own == INTO_NO_COLUMN)
        return true;
    if (!is_there(&site)) {
        if (!site.fixed_by)
            change_in(&site, enumeration->type->decl, true);
        return true;
    }
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct cell_value *value = value_now(&site, &enumeration->enumerators[i]);
        if (value)
            all = compare(&site, &enumeration->enumerators[i], value) && all;
    }
    for (size_t i = 0; i < known->value_count; i++)
        all = begin(&site, &known->values[i]) && all;
    return all;
}

void into_end_enumeration(struct into *into, const struct enumeration *enumeration)
{
    struct enum_site site = make_site(into, enumeration, NULL);
    if (site.columns.own != INTO_NO_COLUMN && into_is_imported(&site.attested) && !site.fixed_by && is_there(&site))
        change_in(&site, enumeration->type->decl, false);
}
