/*
 * Checks for bits between bit-fields that belong to no member; see bit_holes.h.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/intern.h"
#include "check/bit_holes.h"
#include "check/bytes_parts.h"
#include "check/checks.h"
#include "check/doubts.h"

/* The bit-fields of one record, which are checked layout by layout. */
struct bits {
    struct bytes_layout bytes;
    struct bit_field *fields; /* members of one aggregate; has room for all entries of a layout, as `holes` has */
    struct bit_hole *holes;
    struct map *wrong; /* row -> struct wrong_row; NULL: not collected yet */
};

/* The findings about a row. */
struct wrong_row {
    struct wrong_row *next;
    const struct finding *finding;
};

/* Adds a finding to the findings about a row. */
static void note_wrong(struct bits *bits, const struct row *row, const struct finding *finding)
{
    struct wrong_row *wrong = row ? ARENA_NEW(bits->bytes.run->arena, struct wrong_row) : NULL;
    if (!wrong)
        return;
    *wrong = (struct wrong_row){map_get(bits->wrong, row), finding};
    map_set(bits->wrong, row, wrong);
}

/* True if a finding is about a bit-field in some version of the layout. */
static bool is_wrong(struct bits *bits, const struct bit_field *field)
{
    const struct layout *layout = bits->bytes.layout;
    if (!bits->wrong) {
        /* Collect the rows that findings are about, without silenced findings. */
        struct check_run *run = bits->bytes.run;
        bits->wrong = map_new(run->arena);
        for (const struct finding *finding = run->findings; finding; finding = finding->next) {
            if (!finding->row || finding_is_off(run, finding))
                continue;
            note_wrong(bits, finding->row, finding);
            for (size_t i = 0; i < finding->partner_count; i++)
                note_wrong(bits, finding->partners[i].row, finding);
        }
    }
    const struct wrong_row *wrong = map_get(bits->wrong, bytes_member(&bits->bytes, field->index)->row);
    for (; wrong; wrong = wrong->next)
        if (version_set_contains(&wrong->finding->where[layout->arch->index].versions, layout->range.from))
            return true;
    return false;
}

/* True if a hole may be caused by a bit-field that a finding is about: one in the same unit, or one that would fill the
 * hole. */
static bool hole_is_doubtful(struct bits *bits, const struct bit_hole *hole, size_t count)
{
    const struct layout_member *unit = bytes_member(&bits->bytes, hole->behind);
    for (size_t i = 0; i < count; i++) {
        const struct bit_field *field = &bits->fields[i];
        bool is_near = field->offset == unit->offset && field->size == unit->size;
        if (field->width && (is_near || field->width == hole->count) && is_wrong(bits, field))
            return true;
    }
    return false;
}

static const char *bits_text(struct check_run *run, unsigned first, unsigned count)
{
    if (count == 1)
        return arena_format(run->arena, "bit %u", first);
    return arena_format(run->arena, "bits %u..%u", first, first + count - 1);
}

static void report_hole(const struct bits *bits, const struct bit_hole *hole)
{
    const struct bytes_layout *bytes = &bits->bytes;
    struct check_run *run = bytes->run;
    const struct layout_member *behind = bytes_member(bytes, hole->behind);
    unsigned first = behind->is_big ? 8 * behind->size - hole->first - hole->count : hole->first;
    const struct bytes_gap gap = {.index = hole->behind,
                                  .before = hole->before,
                                  .size = hole->first << 8 | hole->count,
                                  .hole = bits_text(run, first, hole->count),
                                  .place = bytes_taken_place(bytes, DIAG_BIT_OVERLAP, hole->behind),
                                  .key = bytes_member(bytes, hole->behind)->row->decl->name_span};
    struct finding *finding = bytes_add_gap(bytes, &gap);
    bool is_same = finding->room == gap.size;
    finding->text = arena_format(run->arena, "%s %s %s belong%s to no row", is_same ? gap.hole : "bits",
                                 finding->about == finding->row ? "before" : "behind",
                                 row_describe(run->arena, finding->about), is_same && hole->count == 1 ? "s" : "");
    /* the finding names no row, because an `allow` of the row would mean the bits before that row */
    if (hole->before != SIZE_MAX)
        finding_add_partner(
            finding, NULL, bytes_taken_place(bytes, DIAG_BIT_OVERLAP, hole->before),
            arena_format(run->arena, "%s has %s", bytes_name(bytes, hole->before),
                         bytes_taken_text(run, DIAG_BIT_OVERLAP, bytes_member(bytes, hole->before))));
}

/* Fills in the members of an aggregate. Returns false if none is a bit-field, or if the place of one is unknown,
 * because that one may fill any hole. */
static bool collect_fields(struct bits *bits, size_t first, size_t end, size_t *count)
{
    bool has_bits = false;
    *count = 0;
    for (size_t i = first; i < end; i += 1 + bytes_member(&bits->bytes, i)->descendants) {
        const struct layout_member *entry = bytes_member(&bits->bytes, i);
        bool is_known = entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN;
        if (entry->width && (!is_known || entry->size > sizeof(uint64_t)))
            return false;
        has_bits |= entry->width > 0;
        if (is_known)
            bits->fields[(*count)++] =
                (struct bit_field){entry->offset, entry->size, layout_first_bit(entry), entry->width, i};
    }
    return has_bits;
}

/* Checks the bit-fields of an aggregate, and of the anonymous aggregates in it. */
static void check_siblings(struct bits *bits, size_t first, size_t end)
{
    size_t count;
    for (size_t i = first; i < end; i += 1 + bytes_member(&bits->bytes, i)->descendants)
        if (bytes_member(&bits->bytes, i)->descendants)
            check_siblings(bits, i + 1, i + 1 + bytes_member(&bits->bytes, i)->descendants);
    if (!collect_fields(bits, first, end, &count))
        return;
    size_t found = bit_holes_find(bits->fields, count, bits->holes);
    for (size_t i = 0; i < found; i++)
        if (!hole_is_doubtful(bits, &bits->holes[i], count))
            report_hole(bits, &bits->holes[i]);
}

static bool has_bits(const struct layout *layout)
{
    for (size_t i = 0; i < layout->member_count; i++)
        if (layout->members[i].width)
            return true;
    return false;
}

static void check_layout(void *user, const struct layout *layout)
{
    struct bits *bits = user;
    bits->bytes.layout = layout;
    bits->fields = memory_alloc(layout->member_count * sizeof *bits->fields);
    bits->holes = memory_alloc(layout->member_count * sizeof *bits->holes);
    check_siblings(bits, 0, layout->member_count);
    free(bits->fields);
    free(bits->holes);
}

void check_bits(struct check_run *run)
{
    struct bytes_wrongs wrongs = {.run = run};
    struct bits bits = {.bytes = {.run = run, .wrongs = &wrongs}};
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        for (size_t k = 0; !on->alias && k < on->layout_count; k++)
            if (has_bits(&on->layouts[k]))
                doubts_each_layout(run, &on->layouts[k], check_layout, &bits);
    }
}
