#include "check/stretches.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "check/doubts.h"

/* number of ranges that one is compared with: a finding shows no more partners */
enum { SHARED_MOST = PARTNERS_MOST + 1 };

static int compare_stretches(const void *left, const void *right)
{
    const struct stretch *a = left, *b = right;
    if (a->range.from != b->range.from)
        return a->range.from < b->range.from ? -1 : 1;
    uint32_t a_place = a->row->decl->span.begin, b_place = b->row->decl->span.begin;
    return (a_place > b_place) - (a_place < b_place);
}

/* Adds the versions of a row, each range by itself. */
static void add_stretches(struct stretches *stretches, const struct row *row, struct version_set in, bool is_open)
{
    for (size_t i = 0; i < in.count; i++) {
        if (stretches->count == stretches->room) {
            stretches->room = stretches->room ? stretches->room * 2 : 16;
            stretches->items = memory_resize(stretches->items, stretches->room * sizeof *stretches->items);
        }
        stretches->items[stretches->count++] = (struct stretch){in.ranges[i], row, is_open};
    }
}

struct stretches stretches_of(struct check_run *run, struct row *const *rows, size_t row_count,
                              const struct arch *arch)
{
    struct stretches stretches = {0};
    bool sorted = true;
    for (size_t i = 0; i < row_count; i++) {
        struct version_set present = row_present(run->arena, rows[i], arch);
        struct version_set open = version_set_intersect(run->arena, present, doubts_of(run, rows[i], arch));
        add_stretches(&stretches, rows[i], version_set_subtract(run->arena, present, open), false);
        add_stretches(&stretches, rows[i], open, true);
    }
    for (size_t i = 1; i < stretches.count && sorted; i++)
        sorted = stretches.items[i - 1].range.from < stretches.items[i].range.from;
    if (!sorted)
        qsort(stretches.items, stretches.count, sizeof *stretches.items, compare_stretches);
    return stretches;
}

void stretches_free(struct stretches *stretches)
{
    free(stretches->items);
    *stretches = (struct stretches){0};
}

/* Adds a range to those with which later ones are compared. If there is no room, removes the one that ends first: a
 * range that shares a version with it shares it with the others, too. */
static size_t open_add(const struct stretch **open, size_t count, const struct stretch *stretch)
{
    size_t least = 0;
    if (count < SHARED_MOST) {
        open[count] = stretch;
        return count + 1;
    }
    for (size_t i = 1; i < count; i++)
        if (open[i]->range.to < open[least]->range.to)
            least = i;
    if (stretch->range.to > open[least]->range.to)
        open[least] = stretch;
    return count;
}

void stretches_compare(struct check_run *run, const struct stretches *stretches, const struct arch *arch,
                       clash_function clash)
{
    const struct stretch *open[SHARED_MOST];
    size_t count = 0;
    for (size_t i = 0; i < stretches->count; i++) {
        const struct stretch *stretch = &stretches->items[i];
        size_t kept = 0;
        for (size_t k = 0; k < count; k++)
            if (open[k]->range.to > stretch->range.from)
                open[kept++] = open[k];
        for (size_t k = 0; k < kept; k++) {
            const struct stretch *a = open[k];
            uint64_t from = a->range.from > stretch->range.from ? a->range.from : stretch->range.from,
                     to = a->range.to < stretch->range.to ? a->range.to : stretch->range.to;
            bool a_later = a->row->decl->span.begin > stretch->row->decl->span.begin;
            if (a->row != stretch->row && !a->is_open && !stretch->is_open)
                clash(run, a_later ? a->row : stretch->row, a_later ? stretch->row : a->row, arch,
                      version_set_range(run->arena, from, to));
        }
        count = open_add(open, kept, stretch);
    }
}
