/*
 * Members against the bytes and bits of other members, and against the size of what holds them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "check/finding.h"

/* Siblings are compared: what lies in one union may share bytes, and an anonymous aggregate stands for its rows. */
struct siblings {
    const struct layout *layout;
    const struct layout_member **sorted;
    size_t count;
};

enum {
    HELPED_MOST = 10000, /* pairs of a run for which a better place is looked for */
    SHARED_MOST = 256    /* siblings that one is compared with: what ends last of all that reach into it */
};

typedef void (*compare_function)(struct check_run *run, const struct siblings *siblings, const struct layout_member *a,
                                 const struct layout_member *b);

static bool has_bytes(const struct layout_member *entry)
{
    return entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN && entry->size > 0;
}

static uint32_t entry_end(const struct layout_member *entry)
{
    return entry->offset + entry->size;
}

static int compare_offsets(const void *left, const void *right)
{
    const struct layout_member *a = *(const struct layout_member *const *)left;
    const struct layout_member *b = *(const struct layout_member *const *)right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Sorts by offset unless the siblings are in order already, which a sound table's are. */
static void sort_siblings(struct siblings *siblings)
{
    for (size_t i = 1; i < siblings->count; i++) {
        if (siblings->sorted[i - 1]->offset > siblings->sorted[i]->offset) {
            qsort(siblings->sorted, siblings->count, sizeof *siblings->sorted, compare_offsets);
            return;
        }
    }
}

/* Adds an entry to those that later ones may share bytes with. When there is no room the one that ends first goes: what
 * shares bytes with it most likely does so with one that ends later. */
static size_t open_add(const struct layout_member **open, size_t count, const struct layout_member *entry)
{
    size_t least = 0;
    if (count < SHARED_MOST) {
        open[count] = entry;
        return count + 1;
    }
    for (size_t i = 1; i < count; i++)
        if (entry_end(open[i]) < entry_end(open[least]))
            least = i;
    if (entry_end(entry) > entry_end(open[least]))
        open[least] = entry;
    return count;
}

/* Calls `compare` for each two siblings that share a byte: each with those above it that end behind its beginning. */
static void compare_siblings(struct check_run *run, struct siblings *siblings, compare_function compare)
{
    const struct layout_member *open[SHARED_MOST];
    size_t count = 0;
    sort_siblings(siblings);
    for (size_t i = 0; i < siblings->count; i++) {
        const struct layout_member *entry = siblings->sorted[i];
        size_t kept = 0;
        for (size_t k = 0; k < count; k++)
            if (entry_end(open[k]) > entry->offset)
                open[kept++] = open[k];
        for (size_t k = 0; k < kept; k++)
            compare(run, siblings, open[k], entry);
        count = open_add(open, kept, entry);
    }
}

/* The direct rows of an aggregate, from `first` up to `end` in the layout's preorder, and then the aggregates in it. */
static void compare_aggregate(struct check_run *run, const struct layout *layout, size_t first, size_t end,
                              bool is_union, compare_function compare, const struct layout_member **room)
{
    struct siblings siblings = {layout, room, 0};
    for (size_t i = first; i < end; i += 1 + layout->members[i].descendants)
        if (!is_union && has_bytes(&layout->members[i]))
            siblings.sorted[siblings.count++] = &layout->members[i];
    compare_siblings(run, &siblings, compare);
    for (size_t i = first; i < end; i += 1 + layout->members[i].descendants)
        if (layout->members[i].descendants)
            compare_aggregate(run, layout, i + 1, i + 1 + layout->members[i].descendants,
                              layout->members[i].row->decl->kind == AST_UNION, compare, room);
}

static void compare_record(struct check_run *run, compare_function compare)
{
    size_t most = 0;
    for (size_t i = 0; i < run->model->arch_count; i++)
        for (size_t k = 0; k < run->record->on[i].layout_count; k++)
            if (run->record->on[i].layouts[k].member_count > most)
                most = run->record->on[i].layouts[k].member_count;
    const struct layout_member **room = memory_alloc(most * sizeof *room);
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        for (size_t k = 0; !on->alias && k < on->layout_count; k++)
            compare_aggregate(run, &on->layouts[k], 0, on->layouts[k].member_count, run->record->is_union, compare,
                              room);
    }
    free(room);
}

/* Of two rows the later one in the text would have to change. */
static bool stands_later(const struct layout_member *a, const struct layout_member *b)
{
    return a->row->decl->span.begin > b->row->decl->span.begin;
}

static const char *bytes_text(struct check_run *run, const struct layout_member *entry)
{
    return arena_format(run->arena, "0x%X..0x%X", entry->offset, entry_end(entry) - 1);
}

/* Where an entry would lie behind the row above it, if that leaves all other siblings alone; else LAYOUT_UNKNOWN. */
static uint32_t offset_behind(const struct siblings *siblings, const struct layout_member *entry,
                              const struct layout_member **above)
{
    *above = NULL;
    for (size_t i = 0; i < siblings->count; i++) {
        const struct layout_member *other = siblings->sorted[i];
        if (stands_later(entry, other) && (!*above || stands_later(other, *above)))
            *above = other;
    }
    if (!*above)
        return LAYOUT_UNKNOWN;
    uint32_t align = entry->align ? entry->align : 1;
    uint32_t offset = (entry_end(*above) + align - 1) / align * align;
    for (size_t i = 0; i < siblings->count; i++) {
        const struct layout_member *other = siblings->sorted[i];
        if (other != entry && other->offset < offset + entry->size && offset < entry_end(other))
            return LAYOUT_UNKNOWN;
    }
    if (siblings->layout->stated && siblings->layout->size != LAYOUT_UNKNOWN &&
        offset + entry->size > siblings->layout->size)
        return LAYOUT_UNKNOWN;
    return offset;
}

/* The value that would mend it, where the rows around leave just one natural place. */
static const char *help_text(struct check_run *run, const struct siblings *siblings, const struct layout_member *entry)
{
    const struct layout_member *above;
    uint32_t offset = offset_behind(siblings, entry, &above);
    if (offset == LAYOUT_UNKNOWN || offset == entry->offset)
        return NULL;
    return arena_format(run->arena, "0x%X follows %s and overlaps nothing", offset,
                        row_describe(run->arena, above->row));
}

/* The bits of a bit-field, or the bytes of anything else. */
static const char *extent_text(struct check_run *run, enum diag_code code, const struct layout_member *entry)
{
    if (code != DIAG_BIT_OVERLAP)
        return bytes_text(run, entry);
    if (entry->width == 1)
        return arena_format(run->arena, "bit %u at 0x%X", entry->bit, entry->offset);
    return arena_format(run->arena, "bits %u..%u at 0x%X", entry->bit, entry->bit + entry->width - 1u, entry->offset);
}

/* Where the text says it: for bits the `bit` or `mask`, if there is one, else the offset. */
static struct span extent_place(enum diag_code code, const struct layout *layout, const struct layout_member *entry)
{
    const struct row_extras *extras = row_on(entry->row, layout->arch)->extras;
    const struct cell_value *value = NULL;
    if (code == DIAG_BIT_OVERLAP)
        value = cell_at(extras->mask.count ? &extras->mask : &extras->bit, layout->in.from);
    return row_place(entry->row, value ? value : entry->at);
}

static void report_pair(struct check_run *run, enum diag_code code, const struct siblings *siblings,
                        const struct layout_member *a, const struct layout_member *b)
{
    if (rows_are_rivals(a->row, b->row))
        return;
    const struct layout_member *late = stands_later(a, b) ? a : b, *early = late == a ? b : a;
    const struct layout *layout = siblings->layout;
    struct version_set in = {&layout->in, 1};
    struct finding *finding = finding_add(run, code, late->row, extent_place(code, layout, late), layout->arch, in);
    const char *partner = row_describe(run->arena, early->row);
    if (!finding->text)
        finding->text = arena_format(run->arena, "%s overlaps %s", row_describe(run->arena, late->row), partner);
    finding->label = extent_text(run, code, late);
    finding_add_partner(finding, early->row, extent_place(code, layout, early),
                        arena_format(run->arena, "%s occupies %s", partner, extent_text(run, code, early)));
    /* Of so many the first help; looking for a free place takes a look at all siblings. */
    if (code == DIAG_OVERLAP && run->helped < HELPED_MOST) {
        finding->help = help_text(run, siblings, late);
        run->helped++;
    }
}

static void compare_bytes(struct check_run *run, const struct siblings *siblings, const struct layout_member *a,
                          const struct layout_member *b)
{
    if (!a->width || !b->width)
        report_pair(run, DIAG_OVERLAP, siblings, a, b);
}

void check_overlap(struct check_run *run)
{
    compare_record(run, compare_bytes);
}

static void compare_bits(struct check_run *run, const struct siblings *siblings, const struct layout_member *a,
                         const struct layout_member *b)
{
    if (!a->width || !b->width || a->bit == BIT_UNKNOWN || b->bit == BIT_UNKNOWN)
        return;
    uint64_t a_first = (uint64_t)a->offset * 8 + a->bit, b_first = (uint64_t)b->offset * 8 + b->bit;
    if (a_first < b_first + b->width && b_first < a_first + a->width)
        report_pair(run, DIAG_BIT_OVERLAP, siblings, a, b);
}

void check_bit_overlap(struct check_run *run)
{
    compare_record(run, compare_bits);
}

void check_past_size(struct check_run *run)
{
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        for (size_t k = 0; !on->alias && k < on->layout_count; k++) {
            const struct layout *layout = &on->layouts[k];
            if (!layout->stated || layout->size == LAYOUT_UNKNOWN)
                continue;
            struct version_set in = {&layout->in, 1};
            for (size_t m = 0; m < layout->member_count; m++) {
                const struct layout_member *entry = &layout->members[m];
                if (entry->descendants || !has_bytes(entry) || entry_end(entry) <= layout->size)
                    continue;
                struct finding *finding =
                    finding_add(run, DIAG_PAST_SIZE, entry->row, row_place(entry->row, entry->at), layout->arch, in);
                finding->text = arena_format(run->arena, "%s ends past the size of '%s'",
                                             row_describe(run->arena, entry->row), run->record->type->name);
                finding->label = bytes_text(run, entry);
                finding_add_partner(finding, NULL, layout->stated->alternative->value_span,
                                    arena_format(run->arena, "the size is 0x%X bytes", layout->size));
            }
        }
    }
}
