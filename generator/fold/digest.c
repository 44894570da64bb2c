#include "answer/digest.h"

#include "base/arena.h"
#include "fold/fold_parts.h"

/* The number of a column for kernels without the record. */
#define ABSENT UINT64_MAX

uint64_t **fold_new_sums(struct fold *fold)
{
    uint64_t **sums = ARENA_ARRAY(fold->brief, uint64_t *, fold->column_count);
    for (size_t i = 0; i < fold->column_count; i++)
        sums[i] = ARENA_ARRAY(fold->brief, uint64_t, fold->columns[i].count);
    return sums;
}

uint64_t fold_add_parts(struct fold *fold, uint64_t *const *sums, uint64_t owner, const struct fold_row *row,
                        const struct spec_row *made)
{
    bool is_function = made->kind == SPEC_FUNCTION;
    const struct digest_row said = {.name = made->name,
                                    .type = is_function ? NULL : made->type,
                                    .display = made->display,
                                    .stars = is_function ? 0 : made->stars,
                                    .is_function = is_function};
    uint64_t inside = digest_row(owner, &said);
    for (size_t i = 0; i < row->count; i++) {
        const struct fold_run *run = row->places[i].run;
        const struct kernel_member *member = row->places[i].member;
        const struct fold_shape *shape = fold_shape_of(fold, member->type);
        uint64_t part = digest_place(inside, member->offset + run->base, member->bit, member->width);
        for (unsigned k = 0; k < shape->bound_count; k++)
            part = digest_bound(part, shape->bounds[k]);
        for (uint32_t k = run->first; k <= run->last; k++)
            sums[run->column][k] += part;
    }
    return inside;
}

/* Appends the value of a kernel. Extends the last value instead if it is equal and adjacent. */
static size_t add_value(struct fold_value *values, size_t count, const struct fold_value *value)
{
    struct fold_value *last = count ? &values[count - 1] : NULL;
    if (last && last->column == value->column && last->number == value->number && last->range.to == value->range.from) {
        last->range.to = value->range.to;
        return count;
    }
    values[count] = *value;
    return count + 1;
}

struct spec_cell fold_digest_cell(struct fold *fold, uint64_t *const *sums, const struct fold_run *runs, size_t count)
{
    struct fold_value *values = ARENA_ARRAY(fold->brief, struct fold_value, fold->request->kernel_count);
    size_t value_count = 0, run = 0;
    for (uint32_t i = 0; i < fold->column_count; i++) {
        const struct fold_column *column = &fold->columns[i];
        while (run < count && runs[run].column < i)
            run++;
        for (uint32_t k = 0; fold->shown >> i & 1 && k < column->count; k++) {
            while (run < count && runs[run].column == i && runs[run].last < k)
                run++;
            bool has = run < count && runs[run].column == i && runs[run].first <= k;
            const struct kernel_record *record = has ? runs[run].what : NULL;
            const struct fold_value value = {i, column->kernels[k].range,
                                             has ? digest_take(sums[i][k], record->size) : ABSENT};
            value_count = add_value(values, value_count, &value);
        }
    }
    return fold_cell(fold, values, value_count, FOLD_DIGEST, fold->shown);
}
