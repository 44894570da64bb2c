#include "kernel/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct version_range fold_versions(const struct fold *fold, const struct fold_run *run)
{
    const struct fold_kernel *kernels = fold->columns[run->column].kernels;
    return (struct version_range){kernels[run->first].in.from, kernels[run->last].in.to};
}

/* The values of one column, from `*values` on, which is moved past them. */
static size_t take_column(const struct fold_value **values, const struct fold_value *end, uint32_t column,
                          const struct fold_value **first)
{
    *first = *values;
    while (*values < end && (*values)->column == column)
        ++*values;
    return (size_t)(*values - *first);
}

/* The versions of those values that are `number`, or, where that is NULL, of all of them. */
static struct version_set set_of(const struct fold_value *values, size_t count, const uint64_t *number,
                                 struct version_range *ranges)
{
    struct version_set set = {ranges, 0};
    for (size_t i = 0; i < count; i++) {
        if (number && values[i].number != *number)
            continue;
        if (set.count && ranges[set.count - 1].to == values[i].in.from)
            ranges[set.count - 1].to = values[i].in.to;
        else
            ranges[set.count++] = values[i].in;
    }
    return set;
}

/* Opens the ends of a set that are those of what it is part of: there is nothing beyond them. */
static void open_ends(struct version_set set, struct version_range *ranges, uint64_t from, uint64_t to)
{
    if (ranges[0].from == from)
        ranges[0].from = 0;
    if (ranges[set.count - 1].to == to)
        ranges[set.count - 1].to = VERSION_END;
}

/* Where the first of some values begins, in whichever column. */
static uint64_t least_from(const struct fold_value *values, size_t count)
{
    uint64_t least = VERSION_END;
    for (size_t i = 0; i < count; i++)
        least = values[i].in.from < least ? values[i].in.from : least;
    return least;
}

/* There are too many numbers for printf. */
static void write_number(struct buffer *out, uint64_t number, enum fold_style style)
{
    bool is_negative = style == FOLD_SIGNED && number >> 63;
    bool is_decimal = is_negative || style == FOLD_COUNT || (style != FOLD_OFFSET && number < 0x100);
    unsigned base = is_decimal ? 10 : 16;
    char digits[20], *first = digits + sizeof digits;
    uint64_t rest = is_negative ? 0 - number : number;
    for (; rest; rest /= base)
        *--first = "0123456789ABCDEF"[rest % base];
    while (digits + sizeof digits - first < (style == FOLD_OFFSET ? 2 : 1))
        *--first = '0';
    buffer_add_text(out, is_negative ? "-" : is_decimal ? "" : "0x");
    buffer_add(out, first, (size_t)(digits + sizeof digits - first));
}

/* The alternatives of a column: one a number, in the order of their first versions; that of the newest version is
 * bare, and comes last. Nothing begins before `from` in any column. */
static void write_column(const struct fold *fold, struct buffer *out, const struct fold_value *values, size_t count,
                         enum fold_style style, struct version_range *ranges, uint64_t from)
{
    uint64_t to = values[count - 1].in.to, newest = values[count - 1].number;
    for (size_t i = 0; i < count; i++) {
        bool is_first = values[i].number != newest;
        for (size_t k = 0; k < i && is_first; k++)
            is_first = values[k].number != values[i].number;
        if (!is_first)
            continue;
        struct version_set set = set_of(values, count, &values[i].number, ranges);
        open_ends(set, ranges, from, to);
        write_number(out, values[i].number, style);
        buffer_add_text(out, " (");
        axis_write_set(&fold->axis, set, out);
        buffer_add_text(out, "), ");
    }
    write_number(out, newest, style);
}

static bool all_equal(const struct fold_value *values, size_t count)
{
    size_t i = 1;
    while (i < count && values[i].number == values[0].number)
        i++;
    return i >= count;
}

uint64_t fold_columns(const struct fold_run *runs, size_t count)
{
    uint64_t columns = 0;
    for (size_t i = 0; i < count; i++)
        columns |= UINT64_C(1) << runs[i].column;
    return columns;
}

/* Writes what each column says: once where all that say something say the same. */
static void join_columns(struct buffer *out, const struct buffer *columns, size_t count)
{
    const struct buffer *said = NULL;
    bool is_one = true;
    for (size_t i = 0; i < count; i++) {
        const struct buffer *own = &columns[i];
        if (own->size && said)
            is_one = is_one && said->size == own->size && !memcmp(said->data, own->data, own->size);
        said = own->size ? own : said;
    }
    if (is_one) {
        buffer_add(out, said->data, said->size);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        buffer_add_text(out, i ? " | " : "");
        if (columns[i].size)
            buffer_add(out, columns[i].data, columns[i].size);
        else
            buffer_add_char(out, '-');
    }
}

void fold_write_cell(struct fold *fold, struct buffer *out, const struct fold_value *values, size_t count,
                     enum fold_style style, uint64_t columns)
{
    if (all_equal(values, count)) {
        write_number(out, values[0].number, style);
        return;
    }
    const struct fold_value *end = values + count, *first;
    struct version_range *ranges = memory_alloc(count * sizeof *ranges);
    uint64_t from = least_from(values, count);
    for (uint32_t i = 0; i < fold->column_count; i++) {
        size_t own = take_column(&values, end, i, &first);
        buffer_clear(&fold->cells[i]);
        if (own)
            write_column(fold, &fold->cells[i], first, own, style, ranges, from);
        else if (columns >> i & 1)
            buffer_add_char(&fold->cells[i], '-');
    }
    free(ranges);
    join_columns(out, fold->cells, fold->column_count);
}

/* Whether two lists are of the same versions. Others may be, too, in other pieces. */
static bool are_alike(const struct fold_value *values, size_t count, const struct fold_value *others,
                      size_t other_count)
{
    size_t i = 0;
    while (count == other_count && i < count && values[i].column == others[i].column &&
           values[i].in.from == others[i].in.from && values[i].in.to == others[i].in.to)
        i++;
    return count == other_count && i == count;
}

void fold_write_in(struct fold *fold, struct buffer *out, const struct fold_value *values, size_t count,
                   const struct fold_value *around, size_t around_count)
{
    const struct fold_value *end = values + count, *around_end = around_count ? around + around_count : around, *first;
    if (are_alike(values, count, around, around_count))
        return;
    struct version_range *ranges = memory_alloc((count + around_count) * sizeof *ranges), *next = ranges;
    bool is_alone = !around_count, is_all = !is_alone;
    for (uint32_t i = 0; i < fold->column_count; i++) {
        size_t own_count = take_column(&values, end, i, &first);
        struct version_set own = set_of(first, own_count, NULL, next);
        struct version_range *own_ranges = next;
        next += own.count;
        size_t outer_count = take_column(&around, around_end, i, &first);
        struct version_set outer = set_of(first, outer_count, NULL, next);
        next += outer.count;
        bool is_same = version_set_equal(own, outer);
        is_all = is_all && is_same;
        if (own.count && outer.count && !is_same)
            open_ends(own, own_ranges, outer.ranges[0].from, outer.ranges[outer.count - 1].to);
        buffer_clear(&fold->cells[i]);
        if (own.count)
            axis_write_set(&fold->axis, own, &fold->cells[i]);
        else if (outer.count || is_alone)
            buffer_add_char(&fold->cells[i], '-');
    }
    free(ranges);
    if (is_all)
        return;
    buffer_add_text(out, " in ");
    join_columns(out, fold->cells, fold->column_count);
}
