#include "fold/fold_parts.h"

#include "base/arena.h"

struct version_range fold_versions(const struct fold *fold, const struct fold_run *run)
{
    const struct fold_kernel *kernels = fold->columns[run->column].kernels;
    return (struct version_range){kernels[run->first].range.from, kernels[run->last].range.to};
}

/* Returns the number of values of a column from `*values` on, and moves `*values` past them. `*first` is the first. */
static size_t take_column(const struct fold_value **values, const struct fold_value *end, uint32_t column,
                          const struct fold_value **first)
{
    *first = *values;
    while (*values < end && (*values)->column == column)
        ++*values;
    return (size_t)(*values - *first);
}

/* Returns the versions of the values with a number; NULL: of all values. */
static struct version_set set_of(struct fold *fold, const struct fold_value *values, size_t count,
                                 const uint64_t *number)
{
    struct version_range *ranges = ARENA_ARRAY(fold->brief, struct version_range, count);
    struct version_set set = {ranges, 0};
    for (size_t i = 0; i < count; i++) {
        if (number && values[i].number != *number)
            continue;
        if (set.count && ranges[set.count - 1].to == values[i].range.from)
            ranges[set.count - 1].to = values[i].range.to;
        else
            ranges[set.count++] = values[i].range;
    }
    return set;
}

/* Returns a copy of a set. An end of the set at `from` or `to` becomes an open end, since nothing exists beyond
 * them. */
static struct version_set open_ends(struct fold *fold, struct version_set set, uint64_t from, uint64_t to)
{
    struct version_range *ranges = arena_copy_array(fold->brief, set.ranges, set.count, sizeof *ranges);
    if (ranges[0].from == from)
        ranges[0].from = 0;
    if (ranges[set.count - 1].to == to)
        ranges[set.count - 1].to = VERSION_END;
    return (struct version_set){ranges, set.count};
}

static struct spec_alternative *new_alternative(struct fold *fold, uint64_t number, enum fold_style style)
{
    struct spec_alternative *value = ARENA_NEW(fold->brief, struct spec_alternative);
    bool is_negative = style == FOLD_SIGNED && number >> 63;
    bool is_absent = style == FOLD_DIGEST && number == UINT64_MAX;
    bool may_be_decimal = style == FOLD_SIGNED || style == FOLD_UNSIGNED;
    value->kind = is_negative ? SPEC_NEGATIVE : is_absent ? SPEC_ABSENT : SPEC_NUMBER;
    value->number = is_negative ? 0 - number : number;
    value->is_decimal = is_negative || style == FOLD_COUNT || (may_be_decimal && number < 0x100);
    value->digits = style == FOLD_DIGEST ? 5 : 0;
    return value;
}

/* Returns the alternatives of a column: one for each number, in the order of their first versions. The number of the
 * newest version comes last, without versions. `from` is the first version of all columns. */
static const struct spec_alternative *make_column(struct fold *fold, const struct fold_value *values, size_t count,
                                                  enum fold_style style, uint64_t from)
{
    uint64_t to = values[count - 1].range.to, newest = values[count - 1].number;
    struct spec_alternative *first = NULL, **end = &first;
    for (size_t i = 0; i < count; i++) {
        bool is_first = values[i].number != newest;
        for (size_t k = 0; k < i && is_first; k++)
            is_first = values[k].number != values[i].number;
        if (!is_first)
            continue;
        *end = new_alternative(fold, values[i].number, style);
        (*end)->versions = open_ends(fold, set_of(fold, values, count, &values[i].number), from, to);
        end = &(*end)->next;
    }
    *end = new_alternative(fold, newest, style);
    (*end)->is_bare = true;
    return first;
}

uint64_t fold_columns(const struct fold_run *runs, size_t count)
{
    uint64_t columns = 0;
    for (size_t i = 0; i < count; i++)
        columns |= UINT64_C(1) << runs[i].column;
    return columns;
}

/* Returns the number of columns that are shown. */
static size_t count_shown(const struct fold *fold)
{
    size_t count = 0;
    for (uint64_t rest = fold->shown; rest; rest &= rest - 1)
        count++;
    return count;
}

struct spec_cell fold_cell(struct fold *fold, const struct fold_value *values, size_t count, enum fold_style style,
                           uint64_t columns)
{
    static const struct spec_alternative absent = {.kind = SPEC_ABSENT, .is_bare = true};
    const struct fold_value *end = values + count, *first;
    uint64_t from = VERSION_END;
    bool are_equal = true;
    for (size_t i = 0; i < count; i++) {
        are_equal = are_equal && values[i].number == values[0].number;
        from = values[i].range.from < from ? values[i].range.from : from;
    }
    struct spec_cell cell = spec_cell_new(fold->brief, are_equal ? 1 : count_shown(fold));
    if (are_equal) {
        cell.columns[0] = make_column(fold, values, 1, style, from);
        return cell;
    }
    size_t shown = 0;
    for (uint32_t i = 0; i < fold->column_count; i++) {
        size_t own = take_column(&values, end, i, &first);
        if (own)
            cell.columns[shown] = make_column(fold, first, own, style, from);
        else if (columns >> i & 1)
            cell.columns[shown] = &absent;
        shown += fold->shown >> i & 1;
    }
    spec_cell_join(fold->brief, &cell);
    return cell;
}

/* True if two lists have the same version ranges. */
static bool are_alike(const struct fold_value *values, size_t count, const struct fold_value *others,
                      size_t other_count)
{
    size_t i = 0;
    while (count == other_count && i < count && values[i].column == others[i].column &&
           values[i].range.from == others[i].range.from && values[i].range.to == others[i].range.to)
        i++;
    return count == other_count && i == count;
}

struct spec_versions fold_in(struct fold *fold, const struct fold_value *values, size_t count,
                             const struct fold_value *around, size_t around_count)
{
    const struct fold_value *end = values + count, *around_end = around_count ? around + around_count : around, *first;
    bool is_alone = !around_count, is_all = !is_alone, is_one = true;
    if (are_alike(values, count, around, around_count))
        return (struct spec_versions){0};
    size_t shown = 0;
    struct version_set *sets = ARENA_ARRAY(fold->brief, struct version_set, fold->column_count), *said = NULL;
    for (uint32_t i = 0; i < fold->column_count; i++) {
        if (!(fold->shown >> i & 1))
            continue;
        size_t own_count = take_column(&values, end, i, &first);
        struct version_set own = set_of(fold, first, own_count, NULL);
        size_t outer_count = take_column(&around, around_end, i, &first);
        struct version_set outer = set_of(fold, first, outer_count, NULL);
        bool is_same = version_set_equal(own, outer);
        is_all = is_all && is_same;
        if (own.count && outer.count && !is_same)
            own = open_ends(fold, own, outer.ranges[0].from, outer.ranges[outer.count - 1].to);
        sets[shown++] = own;
        if (!own.count && !outer.count && !is_alone)
            continue; /* the column has no versions to name */
        is_one = is_one && (!said || version_set_equal(*said, own));
        said = &sets[shown - 1];
    }
    if (is_all)
        return (struct spec_versions){0};
    return is_one ? (struct spec_versions){1, said} : (struct spec_versions){shown, sets};
}
