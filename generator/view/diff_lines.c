#include "view/diff_lines.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"

/* A shift: of an offset by bytes and bits, or of the value of an enumerator. */
struct shift {
    int64_t shift;
    int bits;
};

/* A member or enumerator that may share its line with neighbours. */
struct item {
    enum diff_kind kind;
    const char *name;
    const char *places[DIFF_SIDES];
    size_t rank;
    struct shift shift;
    const char *what; /* text if the item has a line of its own */
    /* Text if the line has several items with the same shift; NULL: the item has also changed otherwise. */
    const char *all;
};

/* A line that following items may still join. */
struct line {
    struct item first, last;
    size_t count;
    size_t rank; /* rank of the last item of the line */
};

struct grouping {
    struct arena *arena;
    const char *noun; /* "members" or "values" */
    struct line *lines;
    size_t count;
    struct line *shifted; /* the last line of items that are only shifted; or NULL */
    struct line *alike;   /* the last line of items that have changed otherwise; or NULL */
};

static const char *take_text(struct arena *arena, struct buffer *text)
{
    const char *copy = arena_copy(arena, text->data ? text->data : "", text->size);
    buffer_clear(text);
    return copy;
}

/* ---- Grouping */

static bool shift_equal(struct shift a, struct shift b)
{
    return a.shift == b.shift && a.bits == b.bits;
}

static struct line *add_line(struct grouping *grouping, const struct item *item)
{
    struct line *line = &grouping->lines[grouping->count++];
    *line = (struct line){*item, *item, 1, item->rank};
    return line;
}

static void join_item(struct line *line, const struct item *item)
{
    line->last = *item;
    line->count++;
    line->rank = item->rank;
}

/* True if an item directly follows the last one of a line. Items that exist on only one side do not count. */
static bool follows_line(const struct line *line, const struct item *item)
{
    return line && line->rank + 1 == item->rank;
}

static void add_item(struct grouping *grouping, const struct item *item)
{
    bool with_shifted =
        follows_line(grouping->shifted, item) && shift_equal(grouping->shifted->first.shift, item->shift);
    if (item->kind != DIFF_CHANGED) {
        add_line(grouping, item);
    } else if (item->all) {
        if (with_shifted)
            join_item(grouping->shifted, item);
        else
            grouping->shifted = add_line(grouping, item);
    } else {
        if (with_shifted)
            grouping->shifted->rank = item->rank;
        if (follows_line(grouping->alike, item) && !strcmp(grouping->alike->first.what, item->what))
            join_item(grouping->alike, item);
        else
            grouping->alike = add_line(grouping, item);
    }
}

/* Returns the text of a range of offsets: "+0x020..+0x0C0". */
static const char *join_places(struct arena *arena, const char *first, const char *last)
{
    return strcmp(first, last) ? arena_format(arena, "%s..%s", first, last) : first;
}

static struct diff_lines finish_lines(const struct grouping *grouping)
{
    struct arena *arena = grouping->arena;
    struct diff_lines lines = {ARENA_ARRAY(arena, struct diff_line, grouping->count), grouping->count};
    for (size_t i = 0; i < grouping->count; i++) {
        const struct line *line = &grouping->lines[i];
        const struct item *first = &line->first, *last = &line->last;
        struct diff_line *out = &lines.items[i];
        *out = (struct diff_line){first->kind, {first->places[DIFF_FROM], first->places[DIFF_TO]}, first->name,
                                  first->what};
        if (line->count == 1)
            continue;
        for (int side = 0; side < DIFF_SIDES; side++)
            out->places[side] = join_places(arena, first->places[side], last->places[side]);
        out->name = arena_format(arena, "%s .. %s", first->name, last->name);
        out->what = arena_format(arena, "%zu %s: %s", line->count, grouping->noun,
                                 first->all ? first->all : first->what);
    }
    return lines;
}

/* ---- Members */

static const char *offset_text(struct arena *arena, const struct layout_member *member)
{
    if (!member)
        return "";
    return member->offset == LAYOUT_UNKNOWN ? "+0x???" : arena_format(arena, "+0x%03X", (unsigned)member->offset);
}

static void write_size(uint32_t size, struct buffer *out)
{
    if (size == LAYOUT_UNKNOWN)
        buffer_add_text(out, "?");
    else
        buffer_format(out, "0x%02X", (unsigned)size);
}

static void write_bit(const struct layout_member *member, struct buffer *out)
{
    if (member->bit == BIT_UNKNOWN)
        buffer_add_char(out, '?');
    else
        buffer_format(out, "%u", member->bit);
}

/* Describes a member that exists on one side. */
static void describe_one(const struct layout *layout, const struct layout_member *member, struct buffer *out)
{
    diff_write_type(layout, member, true, out);
    if (member->width) {
        buffer_add_text(out, ", bit ");
        write_bit(member, out);
    }
}

static void separate_items(struct buffer *out)
{
    if (out->size)
        buffer_add_text(out, ", ");
}

/* Describes the changes of a member other than its offset. */
static void describe_change(const struct diff_record *record, const struct diff_member *member, struct buffer *out)
{
    const struct layout_member *from = member->sides[DIFF_FROM], *to = member->sides[DIFF_TO];
    bool bits = !from->width != !to->width || (member->changes & DIFF_WIDTH);
    if (member->changes & (DIFF_RETYPED | DIFF_COUNTED)) {
        diff_write_type(record->sides[DIFF_FROM], from, bits, out);
        buffer_add_text(out, " -> ");
        diff_write_type(record->sides[DIFF_TO], to, bits, out);
    } else if (member->changes & DIFF_WIDTH) {
        buffer_format(out, "%u -> %u bits", from->width, to->width);
    }
    if (member->changes & DIFF_RESIZED) {
        separate_items(out);
        write_size(from->size, out);
        buffer_add_text(out, " -> ");
        write_size(to->size, out);
        buffer_add_text(out, " bytes");
    }
}

static void write_hex_delta(int64_t delta, struct buffer *out)
{
    buffer_format(out, "%c0x%llX", delta < 0 ? '-' : '+', (unsigned long long)(delta < 0 ? -delta : delta));
}

/* Describes the change of a member's offset. */
static void describe_place(const struct diff_member *member, struct shift shift, struct buffer *out)
{
    const struct layout_member *from = member->sides[DIFF_FROM], *to = member->sides[DIFF_TO];
    if (member->changes & DIFF_BITS) {
        separate_items(out);
        buffer_add_text(out, "bit ");
        write_bit(from, out);
        buffer_add_text(out, " -> ");
        write_bit(to, out);
    }
    if (!(member->changes & DIFF_MOVED))
        return;
    separate_items(out);
    if (from->offset == LAYOUT_UNKNOWN || to->offset == LAYOUT_UNKNOWN) {
        buffer_add_text(out, to->offset == LAYOUT_UNKNOWN ? "offset no longer known" : "offset now known");
        return;
    }
    buffer_add_text(out, "moved by ");
    write_hex_delta(shift.shift, out);
}

/* True if the shift of a member is known. */
static bool has_shift(const struct diff_member *member)
{
    const struct layout_member *from = member->sides[DIFF_FROM], *to = member->sides[DIFF_TO];
    bool bits = !(member->changes & DIFF_BITS) || (from->bit != BIT_UNKNOWN && to->bit != BIT_UNKNOWN);
    return from->offset != LAYOUT_UNKNOWN && to->offset != LAYOUT_UNKNOWN && bits;
}

static struct item member_item(struct arena *arena, const struct diff_record *record, const struct diff_member *member,
                               struct buffer *text)
{
    const struct layout_member *from = member->sides[DIFF_FROM], *to = member->sides[DIFF_TO];
    struct item item = {.name = member->name, .rank = member->rank};
    for (int side = 0; side < DIFF_SIDES; side++)
        item.places[side] = offset_text(arena, member->sides[side]);
    item.kind = diff_member_kind(member);
    if (!from || !to) {
        describe_one(record->sides[to ? DIFF_TO : DIFF_FROM], to ? to : from, text);
        item.what = take_text(arena, text);
        return item;
    }
    bool known = has_shift(member);
    if (known) {
        item.shift.shift = (int64_t)to->offset - (int64_t)from->offset;
        item.shift.bits = member->changes & DIFF_BITS ? (int)to->bit - (int)from->bit : 0;
    }
    describe_change(record, member, text);
    describe_place(member, item.shift, text);
    item.what = take_text(arena, text);
    if (known && !(member->changes & ~(unsigned)(DIFF_MOVED | DIFF_BITS))) {
        /* Describe the shift of several members by the same distance. */
        struct shift shift = item.shift;
        if (shift.shift) {
            buffer_add_text(text, "moved by ");
            write_hex_delta(shift.shift, text);
        }
        if (shift.bits) {
            separate_items(text);
            buffer_format(text, "bits moved by %+d", shift.bits);
        }
        item.all = take_text(arena, text);
    }
    return item;
}

struct diff_lines diff_record_lines(struct arena *arena, const struct diff_record *record)
{
    struct grouping grouping = {.arena = arena, .noun = "members"};
    struct buffer text = {0};
    grouping.lines = ARENA_ARRAY(arena, struct line, record->member_count);
    for (size_t i = 0; i < record->member_count; i++) {
        struct item item = member_item(arena, record, &record->members[i], &text);
        add_item(&grouping, &item);
    }
    buffer_free(&text);
    return finish_lines(&grouping);
}

/* ---- Enumerators */

static const char *value_text(struct arena *arena, const struct diff_enumeration *list, const struct cell_value *value)
{
    if (!value)
        return "";
    if (list->enumeration->is_flags)
        return arena_format(arena, "0x%08llX", (unsigned long long)value->number);
    return arena_format(arena, "%s%llu", value->kind == AST_VALUE_NEGATIVE && value->number ? "-" : "",
                        (unsigned long long)value->number);
}

struct diff_lines diff_enumeration_lines(struct arena *arena, const struct diff_enumeration *list)
{
    struct grouping grouping = {.arena = arena, .noun = "values"};
    grouping.lines = ARENA_ARRAY(arena, struct line, list->value_count);
    for (size_t i = 0; i < list->value_count && list->kind == DIFF_CHANGED; i++) {
        const struct diff_value *value = &list->values[i];
        bool in_from = value->sides[DIFF_FROM], in_to = value->sides[DIFF_TO];
        struct item item = {.kind = !in_from ? DIFF_ADDED : !in_to ? DIFF_REMOVED : DIFF_CHANGED,
                            .name = value->name ? value->name : "(no name)",
                            .rank = value->rank,
                            .what = value->remark ? value->remark : ""};
        for (int side = 0; side < DIFF_SIDES; side++)
            item.places[side] = value_text(arena, list, value->sides[side]);
        if (in_from && in_to) {
            item.shift.shift = (int64_t)diff_value_delta(value);
            item.all = item.what = arena_format(arena, "changed by %+lld", (long long)item.shift.shift);
        }
        add_item(&grouping, &item);
    }
    return finish_lines(&grouping);
}

/* ---- Titles */

static const char *const verbs[] = {[DIFF_CHANGED] = "changed", [DIFF_ADDED] = "added", [DIFF_REMOVED] = "removed",
                                    [DIFF_SAME] = "the same"};

static bool is_power_of_two(unsigned set)
{
    return set && !(set & (set - 1));
}

const char *diff_side_basis(const struct diff *diff, int side)
{
    unsigned basis = 0;
    if (!is_power_of_two(diff->bases[side]))
        return NULL;
    while (diff->bases[side] >> basis != 1)
        basis++;
    return basis_name((strata_basis)basis);
}

const char *diff_side_title(const struct diff *diff, int side)
{
    const char *text = diff->sides[side].text, *basis = diff_side_basis(diff, side);
    return basis ? arena_format(diff->model->arena, "%s, %s", text, basis) : text;
}

const char *diff_record_title(const struct diff *diff, const struct diff_record *record)
{
    struct buffer text = {0};
    const struct layout *any = record->sides[record->sides[DIFF_TO] ? DIFF_TO : DIFF_FROM];
    buffer_format(&text, "%s %s: ", any->record->is_union ? "union" : "struct", record->name);
    if (record->kind != DIFF_CHANGED)
        buffer_format(&text, "%s, ", verbs[record->kind]);
    const struct layout *from = record->sides[DIFF_FROM], *to = record->sides[DIFF_TO];
    if (from && (!to || from->size != to->size)) {
        write_size(from->size, &text);
        buffer_add_text(&text, to ? " -> " : "");
    }
    if (to)
        write_size(to->size, &text);
    buffer_add_text(&text, " bytes");
    if (from && to && diff_align_differs(from, to))
        buffer_format(&text, ", alignment %u -> %u", (unsigned)from->align, (unsigned)to->align);
    for (int side = 0; side < DIFF_SIDES; side++) {
        strata_basis basis = record->standings[side].basis;
        if (record->sides[side] && basis != STRATA_ATTESTED && !is_power_of_two(diff->bases[side]))
            buffer_format(&text, ", %s is %s", diff->sides[side].text, basis_name(basis));
    }
    const char *title = take_text(diff->model->arena, &text);
    buffer_free(&text);
    return title;
}

const char *diff_enumeration_title(const struct diff *diff, const struct diff_enumeration *list)
{
    const char *kind = list->enumeration->is_flags ? "flags" : "enum", *name = list->enumeration->type->name;
    if (list->kind == DIFF_CHANGED)
        return arena_format(diff->model->arena, "%s %s", kind, name);
    return arena_format(diff->model->arena, "%s %s: %s, %zu value%s", kind, name, verbs[list->kind], list->value_count,
                        list->value_count == 1 ? "" : "s");
}

const char *diff_count_line(struct arena *arena, const char *what, const size_t counts[DIFF_KIND_COUNT])
{
    static const enum diff_kind order[] = {DIFF_CHANGED, DIFF_ADDED, DIFF_REMOVED, DIFF_SAME};
    struct buffer text = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (counts[order[i]])
            buffer_format(&text, "%s %zu %s", text.size ? "," : ":", counts[order[i]], verbs[order[i]]);
    const char *line = text.size ? arena_format(arena, "%s%s", what, buffer_text(&text)) : NULL;
    buffer_free(&text);
    return line;
}
