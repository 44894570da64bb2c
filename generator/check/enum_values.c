#include "check/enum_values.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/lookup.h"

struct value_versions {
    struct number number;
    struct version_range range;
};

/* A range of numbers that was asked for, and the answer. */
struct answer {
    struct number_range range;
    struct version_set versions;
    struct answer *next;
};

/* The values of an enumeration on one arch. */
struct enum_values {
    bool done;
    struct version_set known, undocumented;
    struct value_versions *items; /* values, ascending by number */
    size_t count;
    struct answer *answers; /* answers for ranges with more than one value */
};

static int compare_values(const void *left, const void *right)
{
    const struct value_versions *a = left, *b = right;
    int order = number_compare(a->number, b->number);
    return order ? order : a->range.from < b->range.from ? -1 : a->range.from > b->range.from;
}

/* Collects the values, the versions of all values, and the versions of unknown values. If the lists are NULL, only
 * counts them. */
static void collect_values(const struct enumeration *enumeration, const struct arch *arch, struct value_versions *items,
                           struct version_range *all, struct version_range *unknown, size_t counts[3])
{
    counts[0] = counts[1] = counts[2] = 0;
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct cell *cell = &enumeration->enumerators[i].value[arch->index];
        for (size_t k = 0; k < cell->count; k++) {
            const struct cell_value *value = &cell->values[k];
            for (size_t n = 0; n < value->versions.count; n++) {
                struct version_range in = value->versions.ranges[n];
                if (all)
                    all[counts[0]] = in;
                counts[0]++;
                if (value->kind == AST_VALUE_UNKNOWN && unknown)
                    unknown[counts[1]] = in;
                counts[1] += value->kind == AST_VALUE_UNKNOWN;
                if (cell_value_is_number(value) && items)
                    items[counts[2]] = (struct value_versions){
                        number_of(value->kind == AST_VALUE_NEGATIVE, value->number), in};
                counts[2] += cell_value_is_number(value);
            }
        }
    }
}

static struct enum_values *find_values(struct check_run *run, const struct enumeration *enumeration,
                                       const struct arch *arch)
{
    struct enum_values *by_arch = map_get(run->enum_values, enumeration);
    size_t counts[3];
    if (!by_arch) {
        by_arch = ARENA_ARRAY(run->arena, struct enum_values, run->model->arch_count);
        map_set(run->enum_values, enumeration, by_arch);
    }
    struct enum_values *values = &by_arch[arch->index];
    if (values->done)
        return values;
    collect_values(enumeration, arch, NULL, NULL, NULL, counts);
    struct version_range *all = memory_alloc(counts[0] * sizeof *all);
    struct version_range *unknown = memory_alloc(counts[1] * sizeof *unknown);
    values->items = ARENA_ARRAY(run->arena, struct value_versions, counts[2]);
    collect_values(enumeration, arch, values->items, all, unknown, counts);
    values->known = version_set_of(run->arena, all, counts[0]);
    values->undocumented = version_set_of(run->arena, unknown, counts[1]);
    values->count = counts[2];
    if (values->count)
        qsort(values->items, values->count, sizeof *values->items, compare_values);
    values->done = true;
    free(all);
    free(unknown);
    return values;
}

struct version_set enum_values_known(struct check_run *run, const struct enumeration *enumeration,
                                     const struct arch *arch)
{
    return find_values(run, enumeration, arch)->known;
}

struct version_set enum_values_undocumented(struct check_run *run, const struct enumeration *enumeration,
                                            const struct arch *arch)
{
    return find_values(run, enumeration, arch)->undocumented;
}

/* Returns the index of the first value that is not less than a number; with `behind`, that is greater than it. */
static size_t find_number(const struct enum_values *values, struct number number, bool behind)
{
    size_t low;
    SEARCH_FIRST(low, values->count, i, number_compare(values->items[i].number, number) < (behind ? 1 : 0));
    return low;
}

struct version_set enum_values_in(struct check_run *run, const struct enumeration *enumeration,
                                  const struct arch *arch, struct number_range range)
{
    struct enum_values *values = find_values(run, enumeration, arch);
    size_t first = find_number(values, range.least, false), end = find_number(values, range.most, true);
    if (end - first == 1)
        return (struct version_set){&values->items[first].range, 1};
    for (const struct answer *answer = values->answers; answer; answer = answer->next)
        if (!number_compare(answer->range.least, range.least) && !number_compare(answer->range.most, range.most))
            return answer->versions;
    struct version_range *ranges = memory_alloc((end - first) * sizeof *ranges);
    for (size_t i = first; i < end; i++)
        ranges[i - first] = values->items[i].range;
    struct answer *answer = ARENA_NEW(run->arena, struct answer);
    *answer = (struct answer){range, version_set_of(run->arena, ranges, end - first), values->answers};
    if (end > first)
        values->answers = answer;
    free(ranges);
    return answer->versions;
}
