/*
 * Implements the algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations", section 4b. It searches from
 * both ends at once for a middle point of the shortest edit script, and then treats both halves in the same way. As in
 * the paper, x counts lines of `before`, y counts lines of `after`, and the diagonal k is x - y.
 */
#include "spec/lines.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/lookup.h"

enum { STEPS_MOST = 4096 /* limit for each of the two searches */ };

struct comparison {
    struct line *before, *after;
    ptrdiff_t *forward, *backward; /* by diagonal: how far the search has got in `before`; -1: not reached */
};

/* A range of lines in each text. */
struct part {
    ptrdiff_t before, before_end;
    ptrdiff_t after, after_end;
};

const char *lines_end(const char *text, size_t size)
{
    const char *end = size ? memchr(text, '\n', size) : NULL;
    return end && end > text && end[-1] == '\r' ? "\r\n" : "\n";
}

struct lines lines_new(struct arena *arena, const char *text, size_t size)
{
    struct lines lines = {0};
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += text[i] == '\n' || i + 1 == size;
    lines.items = ARENA_ARRAY(arena, struct line, count);
    while (size) {
        const char *end = memchr(text, '\n', size);
        struct line *line = &lines.items[lines.count++];
        *line = (struct line){.text = text, .size = end ? (size_t)(end - text) + 1 : size};
        line->hash = hash_add(HASH_NOTHING, text, line->size);
        text += line->size;
        size -= line->size;
    }
    return lines;
}

static bool same_lines(const struct comparison *comparison, ptrdiff_t x, ptrdiff_t y)
{
    const struct line *a = &comparison->before[x], *b = &comparison->after[y];
    return a->hash == b->hash && a->size == b->size && !memcmp(a->text, b->text, a->size);
}

/* Returns how far a search gets on diagonal k with one more step; -1 if the step leaves the texts. */
static ptrdiff_t advance_search(const ptrdiff_t *reached, ptrdiff_t k, ptrdiff_t steps, ptrdiff_t width,
                                ptrdiff_t height)
{
    ptrdiff_t x = steps ? -1 : 0;
    if (k > -steps && reached[k - 1] >= 0 && reached[k - 1] < width)
        x = reached[k - 1] + 1;
    if (k < steps && reached[k + 1] > x && reached[k + 1] - k <= height)
        x = reached[k + 1];
    return x;
}

/* Finds a point on a shortest path through a part. Returns false if that takes more than STEPS_MOST steps. */
static bool find_middle(const struct comparison *comparison, const struct part *part, ptrdiff_t *middle_x,
                        ptrdiff_t *middle_y)
{
    ptrdiff_t *forward = comparison->forward, *backward = comparison->backward;
    ptrdiff_t width = part->before_end - part->before, height = part->after_end - part->after;
    ptrdiff_t delta = width - height;
    bool odd = delta % 2 != 0;
    for (ptrdiff_t steps = 0; steps <= STEPS_MOST; steps++) {
        for (ptrdiff_t k = -steps; k <= steps; k += 2) {
            ptrdiff_t x = advance_search(forward, k, steps, width, height);
            while (x >= 0 && x < width && x - k < height &&
                   same_lines(comparison, part->before + x, part->after + x - k))
                x++;
            forward[k] = x;
            ptrdiff_t other = delta - k;
            if (x >= 0 && odd && other > -steps && other < steps && backward[other] >= 0 &&
                x + backward[other] >= width) {
                *middle_x = part->before + x;
                *middle_y = part->after + x - k;
                return true;
            }
        }
        for (ptrdiff_t k = -steps; k <= steps; k += 2) {
            ptrdiff_t x = advance_search(backward, k, steps, width, height);
            while (x >= 0 && x < width && x - k < height &&
                   same_lines(comparison, part->before_end - 1 - x, part->after_end - 1 - (x - k)))
                x++;
            backward[k] = x;
            ptrdiff_t other = delta - k;
            if (x >= 0 && !odd && other >= -steps && other <= steps && forward[other] >= 0 &&
                x + forward[other] >= width) {
                *middle_x = part->before_end - x;
                *middle_y = part->after_end - (x - k);
                return true;
            }
        }
    }
    return false;
}

/* Marks the lines of a part that differ. Splits the part at its middle point and compares both halves. Each half has
 * half of the steps, so the depth of the recursion is logarithmic. */
static void compare_part(const struct comparison *comparison, struct part part)
{
    ptrdiff_t x, y;
    while (part.before < part.before_end && part.after < part.after_end &&
           same_lines(comparison, part.before, part.after)) {
        part.before++;
        part.after++;
    }
    while (part.before < part.before_end && part.after < part.after_end &&
           same_lines(comparison, part.before_end - 1, part.after_end - 1)) {
        part.before_end--;
        part.after_end--;
    }
    bool both = part.before < part.before_end && part.after < part.after_end;
    if (both && find_middle(comparison, &part, &x, &y)) {
        compare_part(comparison, (struct part){part.before, x, part.after, y});
        compare_part(comparison, (struct part){x, part.before_end, y, part.after_end});
        return;
    }
    for (x = part.before; x < part.before_end; x++)
        comparison->before[x].changed = true;
    for (y = part.after; y < part.after_end; y++)
        comparison->after[y].changed = true;
}

void lines_compare(struct arena *arena, struct lines *before, struct lines *after)
{
    struct comparison comparison = {.before = before->items, .after = after->items};
    comparison.forward = ARENA_ARRAY(arena, ptrdiff_t, 2 * STEPS_MOST + 3);
    comparison.backward = ARENA_ARRAY(arena, ptrdiff_t, 2 * STEPS_MOST + 3);
    comparison.forward += STEPS_MOST + 1;
    comparison.backward += STEPS_MOST + 1;
    compare_part(&comparison, (struct part){0, (ptrdiff_t)before->count, 0, (ptrdiff_t)after->count});
}

struct lines_change *lines_find_changes(struct arena *arena, const struct lines *before, const struct lines *after,
                                        size_t *count)
{
    struct buffer found = {0};
    for (size_t x = 0, y = 0; x < before->count || y < after->count; x++, y++) {
        struct lines_change change = {x, x, y, y};
        while (change.before_end < before->count && before->items[change.before_end].changed)
            change.before_end++;
        while (change.after_end < after->count && after->items[change.after_end].changed)
            change.after_end++;
        x = change.before_end;
        y = change.after_end;
        if (x > change.before || y > change.after)
            buffer_add(&found, &change, sizeof change);
    }
    *count = found.size / sizeof(struct lines_change);
    struct lines_change *changes = arena_copy_array(arena, found.data, *count, sizeof *changes);
    buffer_free(&found);
    return changes;
}
