/*
 * Folds one kernel into one enumeration.
 */
#include <string.h>

#include "base/intern.h"
#include "merge/merge_parts.h"
#include "model/clauses.h"

/* An enumeration and its counterpart in the kernel. */
struct enum_site {
    struct merge *merge;
    const struct enumeration *enumeration;
    const struct kernel_enum *known;
    struct map *by_name; /* name in specs -> value in the kernel */
    struct cell_columns columns;
    struct version_set attested;
    struct version_range range;
    const char *fixed_by; /* see struct merge_site */
};

static bool is_value(const struct cell_value *value, int64_t number)
{
    return cell_value_is_number(value) && cell_value_bits(value) == (uint64_t)number;
}

static const struct cell_value *value_now(const struct enum_site *site, const struct enumerator *enumerator)
{
    const struct cell_value *value =
        cell_at(&enumerator->value[site->merge->arch->index], site->merge->kernel->version);
    return value && value->kind == AST_VALUE_ABSENT ? NULL : value;
}

/* Returns the versions of a declaration in a column; all versions if it has no `in`. */
static struct version_set versions_of(const struct enum_site *site, const struct ast_decl *decl, size_t column)
{
    return decl_versions(site->merge->model, site->merge->arena, decl, column);
}

static void change_in(const struct enum_site *site, const struct ast_decl *decl, bool is_there)
{
    struct arena *arena = site->merge->arena;
    struct version_set sets[CELL_COLUMNS_MOST], in = version_set_range(arena, site->range.from, site->range.to);
    for (size_t i = 0; i < site->columns.count; i++)
        sets[i] = versions_of(site, decl_is_dated(decl) ? decl : site->enumeration->type->decl, i);
    struct version_set own = versions_of(site, decl, site->columns.own);
    struct version_set now = is_there ? version_set_union(arena, own, in) : version_set_subtract(arena, own, in);
    sets[site->columns.own] = cell_edit_clip(arena, now, site->columns.around);
    if (!version_set_equal(own, now))
        cell_edit_in(merge_editor(site->merge), &site->columns, decl, sets);
}

/* True if the value of an enumerator is written in decimal. */
static bool is_decimal(const struct merge *merge, const struct enumerator *enumerator)
{
    return !strstr(edit_text(&merge->edits, cell_text_of_enumerator(enumerator).span), "0x");
}

/* Returns a number as the value of a cell. */
static struct spec_alternative make_value(int64_t number, bool is_decimal)
{
    return (struct spec_alternative){.kind = number < 0 ? SPEC_NEGATIVE : SPEC_NUMBER,
                                     .number = number < 0 ? 0 - (uint64_t)number : (uint64_t)number,
                                     .is_decimal = is_decimal,
                                     .is_bare = true};
}

static void assign_number(const struct enum_site *site, const struct enumerator *enumerator, int64_t number)
{
    const struct cell *cells[CELL_COLUMNS_MOST];
    struct merge *merge = site->merge;
    struct spec_alternative value = make_value(number, is_decimal(merge, enumerator));
    struct cell_text text = cell_text_of_enumerator(enumerator);
    for (size_t i = 0; i < site->columns.count; i++)
        cells[i] = &enumerator->value[site->columns.arches[i]->index];
    struct cell_columns columns = site->columns;
    struct version_set own = version_set_union(merge->arena, versions_of(site, enumerator->decl, columns.own),
                                               version_set_range(merge->arena, site->range.from, site->range.to));
    columns.around = version_set_intersect(merge->arena, columns.around, own);
    cell_edit_assign(merge_editor(merge), &columns, &text, cells, site->range, &value);
}

static const char *value_text(const struct merge *merge, int64_t number, bool is_decimal)
{
    struct spec_alternative value = make_value(number, is_decimal);
    const struct spec_alternative *column = &value;
    return spec_cell_text(merge->arena, &merge->model->axis, &(struct spec_cell){1, &column});
}

static const struct kernel_value *find_known(const struct enum_site *site, const char *name)
{
    return name ? map_get(site->by_name, name) : NULL;
}

/* Returns the value of an enumerator in the newest version that has it, counting the kernel's version. */
static int64_t newest_value(const struct enum_site *site, const struct enumerator *enumerator)
{
    const struct cell *cell = &enumerator->value[site->merge->arch->index];
    const struct kernel_value *known = find_known(site, enumerator->name);
    uint64_t end = known ? site->range.to : 0;
    int64_t newest = known ? known->value : INT64_MIN;
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        if (!cell_value_is_number(value) || !value->versions.count ||
            value->versions.ranges[value->versions.count - 1].to <= end)
            continue;
        end = value->versions.ranges[value->versions.count - 1].to;
        newest = (int64_t)cell_value_bits(value);
    }
    return newest;
}

/* True if the kernel has several names for a value. */
static bool has_alias(const struct enum_site *site, const struct kernel_value *known)
{
    size_t count = 0;
    for (size_t i = 0; i < site->known->value_count; i++)
        count += site->known->values[i].value == known->value;
    return count > 1;
}

/* Adds an enumerator. It goes after the last enumerator with a smaller value, or with the same value and a name that
 * sorts before. If people describe the enumeration and the kernel has other names for the value, it goes after all of
 * them, and gets an `allow`. */
static void add_enumerator(const struct enum_site *site, const struct kernel_value *known)
{
    struct merge *merge = site->merge;
    const struct enumeration *enumeration = site->enumeration;
    const struct enumerator *before = NULL;
    bool is_alias = has_alias(site, known) && !version_set_is_exact(&site->attested);
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        int64_t newest = newest_value(site, enumerator);
        bool is_alike = newest == known->value && enumerator->name;
        if (newest < known->value || (is_alike && (is_alias || strcmp(enumerator->name, known->name) < 0)))
            before = enumerator;
    }
    const char *blank = "    ";
    bool decimal = !before || before->is_counted || is_decimal(merge, before);
    struct buffer text = {0};
    buffer_format(&text, "%s = %s in ", fold_spell(&merge->fold, known->name),
                  value_text(merge, known->value, decimal));
    merge_write_versions(merge, &site->columns, site->range, &text);
    if (is_alias)
        buffer_format(&text, " allow enum-value \"%s\"", fold_reason(FOLD_ALIASES));
    const char *row = arena_copy(merge->arena, text.data, text.size);
    buffer_free(&text);
    uint32_t at = enumeration->type->decl->body_span.begin + 1;
    if (before)
        at = edit_end(&merge->edits, before->decl, &blank);
    edit_insert(&merge->edits, at, arena_format(merge->arena, "\n%s%s;", blank, row));
}

static bool contradict_value(const struct enum_site *site, const struct enumerator *enumerator, const char *what,
                             const struct kernel_value *known, const char *name)
{
    struct merge *merge = site->merge;
    const struct ast_decl *decl = site->enumeration->type->decl;
    merge_contradict(merge, site->fixed_by, enumerator ? enumerator->decl->span : decl->name_span, what,
                     known ? arena_format(merge->arena, "'%s' is %s", name, value_text(merge, known->value, true))
                           : arena_format(merge->arena, "'%s' has no '%s'", site->known->name, name));
    return false;
}

/* Folds the kernel into an enumerator that exists in its version. Returns false if that contradicts the spec. */
static bool fold_enumerator(const struct enum_site *site, const struct enumerator *enumerator,
                            const struct cell_value *value)
{
    const struct kernel_value *known = find_known(site, enumerator->name);
    if (known && is_value(value, known->value))
        return true;
    if (site->fixed_by)
        return !enumerator->name ||
               contradict_value(site, enumerator,
                                arena_format(site->merge->arena,
                                             known ? "'%s' of '%s' has another value" : "there is a '%s' in '%s'",
                                             enumerator->name, site->enumeration->type->name),
                                known, enumerator->name);
    if (known && !enumerator->is_counted)
        assign_number(site, enumerator, known->value);
    else if (enumerator->name)
        change_in(site, enumerator->decl, false);
    return true;
}

/* Makes an enumerator for a value of the kernel exist: adds one, or resumes an old one. Does nothing if it exists.
 * Returns false on a contradiction. */
static bool begin_enumerator(const struct enum_site *site, const struct kernel_value *known)
{
    const struct enumerator *former = NULL;
    const char *name = intern_text(site->merge->program->intern, fold_mend(&site->merge->fold, known->name));
    for (size_t i = 0; i < site->enumeration->count; i++) {
        const struct enumerator *enumerator = &site->enumeration->enumerators[i];
        if (enumerator->name != name)
            continue;
        if (value_now(site, enumerator))
            return true;
        if (!enumerator->is_counted)
            former = enumerator;
    }
    if (site->fixed_by)
        return contradict_value(
            site, NULL,
            arena_format(site->merge->arena, "'%s' has no '%s'", site->enumeration->type->name, known->name), known,
            known->name);
    if (!former) {
        add_enumerator(site, known);
        return true;
    }
    change_in(site, former->decl, true);
    const struct cell *cell = &former->value[site->merge->arch->index];
    bool is_same = true;
    for (size_t i = 0; i < cell->count; i++)
        is_same &= is_value(&cell->values[i], known->value);
    if (!is_same)
        assign_number(site, former, known->value);
    return true;
}

static struct enum_site make_site(struct merge *merge, const struct enumeration *enumeration,
                                  const struct kernel_enum *known)
{
    size_t owner, file_index = enumeration->type->file_index;
    const struct ast_decl *decl = enumeration->type->decl;
    struct enum_site site = {.merge = merge, .enumeration = enumeration, .known = known};
    site.by_name = map_new(merge->arena);
    for (size_t i = 0; known && i < known->value_count; i++)
        map_set(site.by_name, intern_text(merge->program->intern, fold_mend(&merge->fold, known->values[i].name)),
                (void *)(uintptr_t)&known->values[i]);
    site.columns = merge_enumeration_columns(merge, enumeration);
    bool is_own = site.columns.own != CELL_NO_COLUMN && site.columns.arches[site.columns.own] == merge->arch;
    bool is_shared = site.columns.count == 1 && is_own && !site.columns.is_alone;
    site.attested = merge_attested_before(merge, is_shared ? NULL : merge->arch, enumeration->type, &owner);
    site.range = merge_interval(merge, &site.attested);
    if (!is_own && site.columns.own != CELL_NO_COLUMN)
        site.fixed_by = merge_by_fallback(merge);
    if (merge_attests(merge, &site.attested, NULL, file_index) || merge->is_quiet)
        site.fixed_by = merge_by_attest;
    if (site.columns.own == CELL_NO_COLUMN)
        return site;
    site.columns.around = version_set_union(merge->arena, versions_of(&site, decl, site.columns.own),
                                            version_set_range(merge->arena, site.range.from, site.range.to));
    return site;
}

static bool is_there(const struct enum_site *site)
{
    struct version_set in = versions_of(site, site->enumeration->type->decl, site->columns.own);
    return version_set_contains(&in, site->merge->kernel->version);
}

bool merge_enumeration(struct merge *merge, const struct enumeration *enumeration, const struct kernel_enum *known)
{
    struct enum_site site = make_site(merge, enumeration, known);
    bool all = true;
    if (site.columns.own == CELL_NO_COLUMN)
        return true;
    if (!is_there(&site) && !site.fixed_by) {
        /* Make the enumeration exist in the kernel's version, and ends the enumerators that the kernel does not
         * have. */
        change_in(&site, site.enumeration->type->decl, true);
        for (size_t i = 0; i < site.enumeration->count; i++) {
            const struct enumerator *enumerator = &site.enumeration->enumerators[i];
            struct version_set in = versions_of(&site, enumerator->decl, site.columns.own);
            if (enumerator->name && !find_known(&site, enumerator->name) &&
                version_set_contains(&in, site.merge->kernel->version))
                change_in(&site, enumerator->decl, false);
        }
    } else if (!is_there(&site))
        return true;
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct cell_value *value = value_now(&site, &enumeration->enumerators[i]);
        if (value)
            all = fold_enumerator(&site, &enumeration->enumerators[i], value) && all;
    }
    for (size_t i = 0; i < known->value_count; i++)
        all = begin_enumerator(&site, &known->values[i]) && all;
    return all;
}

void merge_end_enumeration(struct merge *merge, const struct enumeration *enumeration)
{
    struct enum_site site = make_site(merge, enumeration, NULL);
    if (site.columns.own != CELL_NO_COLUMN && version_set_is_exact(&site.attested) && !site.fixed_by && is_there(&site))
        change_in(&site, enumeration->type->decl, false);
}
