/*
 * Checks the values of enumerations against their type, and against each other.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "check/checks.h"
#include "check/numbers.h"

/* A value that an enumerator has in a range of versions. */
struct entry {
    struct number number;
    struct version_range range;
    const struct enumerator *enumerator;
    const struct cell_value *value;
};

static bool is_number(const struct cell_value *value)
{
    return value->kind == AST_VALUE_NUMBER || value->kind == AST_VALUE_NEGATIVE;
}

static struct number value_number(const struct cell_value *value)
{
    return number_of(value->kind == AST_VALUE_NEGATIVE, value->number);
}

/* Returns the position of a value in the text; if it is not written, that of the enumerator's name. */
static struct span value_span(const struct enumerator *enumerator, const struct cell_value *value)
{
    return enumerator->is_counted ? enumerator->decl->name_span : ast_value_span(value->alternative);
}

/* Returns "the value of 'Name', 0x10," or "the unnamed value 0x10". */
static const char *value_describe(struct arena *arena, const struct enumerator *enumerator,
                                  const struct cell_value *value)
{
    const char *number = number_text(arena, value_number(value));
    return enumerator->name ? arena_format(arena, "the value of '%s', %s,", enumerator->name, number)
                            : arena_format(arena, "the unnamed value %s", number);
}

/* True if an arch has no values of its own: all are those of the arch that it falls back on, in versions in which both
 * exist. */
static bool falls_back(struct check_run *run, const struct arch *arch)
{
    const struct enumeration *enumeration = run->enumeration;
    const struct arch *base = arch->fallback;
    for (size_t i = 0; base && i < enumeration->count; i++) {
        const struct cell *cell = enumeration->enumerators[i].value;
        const struct cell *own = &cell[arch->index], *other = &cell[base->index];
        if (own->count != other->count)
            return false;
        for (size_t k = 0; k < own->count; k++)
            if (own->values[k].alternative != other->values[k].alternative ||
                version_set_subtract(run->arena, own->values[k].versions, other->values[k].versions).count)
                return false;
    }
    return base;
}

static void report_unfit(struct check_run *run, const struct enumerator *enumerator, const struct cell_value *value,
                         const struct arch *arch, struct version_set in, struct number_range range)
{
    const struct type *type = run->enumeration->type, *base = run->enumeration->base;
    struct finding *finding =
        finding_add(run, DIAG_ENUM_VALUE, NULL, value_span(enumerator, value), arch, in);
    finding->decl = enumerator->decl;
    finding->text =
        arena_format(run->arena, "%s does not fit the type of '%s'", value_describe(run->arena, enumerator, value),
                     type->name);
    finding_add_partner(finding, NULL, base ? type->decl->type.span : type->span,
                        arena_format(run->arena, base ? "it holds %s" : "without a type it has four bytes: %s",
                                     number_range_text(run->arena, range)));
}

/* Checks that the values of an enumerator fit its type, separately for each size of the type. */
static void check_fit(struct check_run *run, const struct enumerator *enumerator, const struct arch *arch)
{
    const struct type *base = run->enumeration->base;
    const struct cell *cell = &enumerator->value[arch->index];
    const struct cell *sizes = base && base->size ? &base->size[arch->index] : NULL;
    uint32_t only_size = base ? arch->pointer_size : 4; /* size for types that do not state one */
    bool is_signed = base ? base->is_signed : run->enumeration->is_signed;
    for (size_t i = 0; i < (sizes ? sizes->count : 1); i++) {
        uint64_t bytes = sizes ? sizes->values[i].number : only_size;
        if (!bytes || bytes > 8)
            continue; /* an unknown size is reported elsewhere */
        struct number_range range = number_range_of(is_signed, (unsigned)bytes * 8);
        for (size_t k = 0; k < cell->count; k++) {
            const struct cell_value *value = &cell->values[k];
            if (!is_number(value) || number_in(range, value_number(value)))
                continue;
            struct version_set in = value->versions;
            if (sizes && sizes->count > 1)
                in = version_set_intersect(run->arena, in, sizes->values[i].versions);
            if (in.count)
                report_unfit(run, enumerator, value, arch, in, range);
        }
    }
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int order = number_compare(a->number, b->number);
    if (order)
        return order;
    if (a->range.from != b->range.from)
        return a->range.from < b->range.from ? -1 : 1;
    uint32_t a_place = a->enumerator->decl->span.begin, b_place = b->enumerator->decl->span.begin;
    return (a_place > b_place) - (a_place < b_place);
}

static size_t collect_entries(const struct enumeration *enumeration, const struct arch *arch, struct entry *entries)
{
    size_t count = 0;
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        const struct cell *cell = &enumerator->value[arch->index];
        for (size_t k = 0; k < cell->count; k++) {
            const struct cell_value *value = &cell->values[k];
            for (size_t n = 0; is_number(value) && n < value->versions.count; n++, count++)
                if (entries)
                    entries[count] = (struct entry){value_number(value), value->versions.ranges[n], enumerator, value};
        }
    }
    return count;
}

/* Reports equal values of an enumeration. The values are sorted; each is compared with the equal value before it whose
 * versions end last. */
static void check_twice(struct check_run *run, const struct arch *arch)
{
    size_t count = collect_entries(run->enumeration, arch, NULL);
    if (count < 2)
        return;
    struct entry *entries = memory_alloc(count * sizeof *entries);
    collect_entries(run->enumeration, arch, entries);
    qsort(entries, count, sizeof *entries, compare_entries);
    const struct entry *longest = entries;
    for (size_t i = 1; i < count; i++) {
        const struct entry *entry = &entries[i];
        bool equal = !number_compare(entry->number, longest->number);
        if (equal && entry->range.from < longest->range.to && entry->enumerator != longest->enumerator) {
            bool a_later = entry->enumerator->decl->span.begin > longest->enumerator->decl->span.begin;
            const struct entry *late = a_later ? entry : longest, *early = a_later ? longest : entry;
            uint64_t from = entry->range.from > longest->range.from ? entry->range.from : longest->range.from,
                     to = entry->range.to < longest->range.to ? entry->range.to : longest->range.to;
            struct finding *finding = finding_add(run, DIAG_ENUM_VALUE, NULL, value_span(late->enumerator, late->value),
                                                  arch, version_set_range(run->arena, from, to));
            const char *name = early->enumerator->name;
            finding->decl = late->enumerator->decl;
            if (!finding->text)
                finding->text = arena_format(run->arena, "%s is that of %s%s%s",
                                             value_describe(run->arena, late->enumerator, late->value), name ? "'" : "",
                                             name ? name : "an unnamed one", name ? "'" : "");
            finding_add_partner(finding, NULL, value_span(early->enumerator, early->value), "the other one");
        }
        if (!equal || entry->range.to > longest->range.to)
            longest = entry;
    }
    free(entries);
}

void check_enum_value(struct check_run *run)
{
    const struct enumeration *enumeration = run->enumeration;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct arch *arch = run->model->arches[i];
        if (falls_back(run, arch))
            continue;
        for (size_t k = 0; k < enumeration->count; k++)
            check_fit(run, &enumeration->enumerators[k], arch);
        check_twice(run, arch);
    }
}
