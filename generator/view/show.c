#include "view/show.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "model/model.h"

enum { INDENT = 3, NAME_WIDTH_MOST = 40, TYPE_WIDTH_MOST = 48 };

/* A layout being shown. The widths are those of the columns. */
struct show {
    struct arena *arena;
    struct buffer *out;
    const struct model *model;
    const struct layout *layout;
    size_t name_width;
    size_t type_width;
};

/* An aggregate being shown: the layout's record, or an anonymous one in it. */
struct aggregate {
    const struct layout_member *first, *end;
    uint32_t begin, size; /* bytes; LAYOUT_UNKNOWN */
    uint32_t align;
    bool is_union;
    unsigned depth;
};

/* Bits of an aggregate that no member has, counted from the layout's first. */
struct hole {
    uint64_t from, to;
    const struct layout_member *unit; /* the bit-field in whose storage unit they are, or NULL: whole bytes */
};

struct holes {
    struct hole *items;
    size_t count;
};

static void pad(struct buffer *out, size_t written, size_t width)
{
    while (written++ < width)
        buffer_add_char(out, ' ');
}

static const char *member_type(struct show *show, const struct layout_member *member)
{
    struct buffer text = {0};
    const struct row *row = member->row;
    if (row->form == FORM_UNACCOUNTED || row->form == FORM_BYTES)
        return "";
    if (row_is_anonymous(row))
        return member->descendants ? "" : "members unknown";
    row_write_type(row, &text);
    row_write_bounds(row, show->layout->arch, show->layout->in.from, &text);
    if (member->width && member->bit == BIT_UNKNOWN)
        buffer_format(&text, " Pos ?, %u Bits", member->width);
    else if (member->width)
        buffer_format(&text, " Pos %u, %u Bit%s", member->bit, member->width, member->width == 1 ? "" : "s");
    return buffer_take(&text, show->arena);
}

static const char *member_name(const struct layout_member *member)
{
    const struct row *row = member->row;
    if (row->name)
        return row->name;
    return row->form == FORM_STRUCT ? "(struct)" : row->form == FORM_UNION ? "(union)" : "(unaccounted)";
}

static void write_provenance(struct show *show, enum ast_provenance provenance, const struct cell_value *value)
{
    struct cell_value was;
    if (provenance == AST_DOCUMENTED)
        return;
    buffer_add_text(show->out, provenance == AST_INFERRED ? "inferred" : "corrected");
    if (provenance == AST_INFERRED || !value || !cell_value_was(show->arena, &show->model->axis, value, &was))
        return;
    if (was.kind == AST_VALUE_NUMBER && was.number != value->number)
        buffer_format(show->out, ", was 0x%02llX", (unsigned long long)was.number);
    else if (was.kind == AST_VALUE_NUMBER)
        buffer_add_text(show->out, " in its versions");
    else
        buffer_add_text(show->out, was.kind == AST_VALUE_ABSENT ? ", was -" : ", was ?");
}

/* Writes the notes of a member: the provenance of its offset, and that its name is the spec's own. */
static void write_notes(struct show *show, const struct layout_member *member)
{
    struct buffer *out = show->out;
    size_t before;
    buffer_add_text(out, "  ");
    before = out->size;
    write_provenance(show, (enum ast_provenance)member->provenance, member->at);
    if (member->row->is_unknown)
        buffer_add_text(out, out->size > before ? "; name is invented" : "name is invented");
}

static void trim_end(struct buffer *out)
{
    while (out->size && out->data[out->size - 1] == ' ')
        out->size--;
    buffer_add_char(out, '\n');
}

/* Writes one line: offset, name, type, size, and the notes of `member`, which may be NULL. */
static void write_line(struct show *show, unsigned depth, uint32_t offset, const char *name, const char *type,
                       uint32_t size, const struct layout_member *member)
{
    struct buffer *out = show->out;
    pad(out, 0, (size_t)(depth + 1) * INDENT);
    if (offset == LAYOUT_UNKNOWN)
        buffer_add_text(out, "+0x??? ");
    else
        buffer_format(out, "+0x%03X ", (unsigned)offset);
    buffer_add_text(out, name);
    pad(out, strlen(name) + (size_t)depth * INDENT, show->name_width);
    buffer_format(out, " : %s", type);
    pad(out, strlen(type), show->type_width);
    if (size == LAYOUT_UNKNOWN)
        buffer_add_text(out, "  ?");
    else
        buffer_format(out, "  0x%02X", (unsigned)size);
    if (member)
        write_notes(show, member);
    trim_end(out);
}

static bool has_bits(const struct layout_member *member)
{
    return member->width && member->bit != BIT_UNKNOWN && member->size != LAYOUT_UNKNOWN;
}

static uint64_t first_bit(const struct layout_member *member)
{
    return member->offset * 8ULL + (has_bits(member) ? member->bit : 0);
}

/* Returns the end of its bytes, or, of a bit-field, of its storage unit; in bits. */
static uint64_t end_of_bytes(const struct layout_member *member)
{
    return (member->offset + (member->size == LAYOUT_UNKNOWN ? 0ULL : member->size)) * 8;
}

static uint64_t end_bit(const struct layout_member *member)
{
    return has_bits(member) ? first_bit(member) + member->width : end_of_bytes(member);
}

static int compare_members(const void *left, const void *right)
{
    const struct layout_member *a = *(const struct layout_member *const *)left;
    const struct layout_member *b = *(const struct layout_member *const *)right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (!a->width != !b->width)
        return a->width ? 1 : -1;
    if (a->bit != b->bit && a->width)
        return a->bit < b->bit ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int compare_first_bits(const void *left, const void *right)
{
    const struct layout_member *one = *(const struct layout_member *const *)left;
    const struct layout_member *other = *(const struct layout_member *const *)right;
    uint64_t a = first_bit(one), b = first_bit(other);
    return a != b ? (a > b) - (a < b) : (one > other) - (one < other);
}

/* Lists the direct members of an aggregate by offset. Bit-fields come after the members that have all of their
 * bytes. */
static const struct layout_member **sort_members(struct show *show, const struct aggregate *aggregate, size_t *count)
{
    size_t most = (size_t)(aggregate->end - aggregate->first);
    const struct layout_member **members = ARENA_ARRAY(show->arena, const struct layout_member *, most);
    *count = 0;
    for (const struct layout_member *m = aggregate->first; m < aggregate->end; m += m->descendants + 1)
        members[(*count)++] = m;
    if (*count)
        qsort(members, *count, sizeof(*members), compare_members);
    return members;
}

static void add_hole(struct holes *holes, uint64_t *from, uint64_t to, const struct layout_member *unit)
{
    if (*from >= to)
        return;
    holes->items[holes->count++] = (struct hole){*from, to, unit};
    *from = to;
}

/* Adds the holes between two members. `before`: the bit-field whose storage unit reaches farthest; `next`: the next
 * member. Either may be NULL. */
static void add_holes(struct holes *holes, uint64_t from, uint64_t to, const struct layout_member *before,
                      const struct layout_member *next)
{
    bool in_unit = next && has_bits(next);
    if (before)
        add_hole(holes, &from, end_of_bytes(before) < to ? end_of_bytes(before) : to, before);
    add_hole(holes, &from, in_unit && next->offset * 8ULL < to ? next->offset * 8ULL : to, NULL);
    add_hole(holes, &from, to, next);
}

/* Returns the bits that no member has. A union has one such hole at most, after the longest member. */
static struct holes find_holes(struct show *show, const struct aggregate *aggregate,
                               const struct layout_member *const *members, size_t count)
{
    enum { MOST = 3 }; /* before a member: the rest of a storage unit, bytes, the first bits of another unit */
    struct holes holes = {.items = ARENA_ARRAY(show->arena, struct hole, MOST * (count + 1))};
    const struct layout_member **sorted = ARENA_ARRAY(show->arena, const struct layout_member *, count + 1);
    const struct layout_member *unit = NULL;
    uint64_t end = aggregate->begin * 8ULL;
    size_t placed = 0;
    for (size_t i = 0; i < count; i++)
        if (members[i]->offset != LAYOUT_UNKNOWN)
            sorted[placed++] = members[i];
    qsort(sorted, placed, sizeof *sorted, compare_first_bits);
    for (size_t i = 0; i < placed; i++) {
        bool is_union = aggregate->is_union;
        uint64_t reach = is_union ? end_of_bytes(sorted[i]) : end_bit(sorted[i]);
        if (!is_union)
            add_holes(&holes, end, first_bit(sorted[i]), unit, sorted[i]);
        end = reach > end ? reach : end;
        if (!is_union && has_bits(sorted[i]) && (!unit || end_of_bytes(unit) < end_of_bytes(sorted[i])))
            unit = sorted[i];
    }
    if (count && aggregate->size != LAYOUT_UNKNOWN)
        add_holes(&holes, end, (aggregate->begin + (uint64_t)aggregate->size) * 8, unit, NULL);
    return holes;
}

static void write_hole(struct show *show, const struct aggregate *aggregate, const struct hole *hole, bool is_last)
{
    uint64_t bits = hole->to - hole->from;
    uint32_t bytes = (uint32_t)(bits / 8), unit = hole->unit ? hole->unit->offset : 0;
    if (hole->unit) {
        const char *type = arena_format(show->arena, "Pos %u, %u Bit%s", (unsigned)(hole->from - unit * 8ULL),
                                        (unsigned)bits, bits == 1 ? "" : "s");
        write_line(show, aggregate->depth, unit, "(bit hole)", type, hole->unit->size, NULL);
    } else {
        const char *name = is_last && bytes < aggregate->align ? "(padding)" : "(hole)";
        write_line(show, aggregate->depth, (uint32_t)(hole->from / 8), name, "", bytes, NULL);
    }
}

static void show_aggregate(struct show *show, const struct aggregate *aggregate)
{
    size_t count, next = 0;
    const struct layout_member **members = sort_members(show, aggregate, &count);
    struct holes holes = {0};
    if (aggregate->begin != LAYOUT_UNKNOWN)
        holes = find_holes(show, aggregate, members, count);
    for (size_t i = 0; i < count; i++) {
        const struct layout_member *member = members[i];
        while (next < holes.count && member->offset != LAYOUT_UNKNOWN && holes.items[next].from < first_bit(member))
            write_hole(show, aggregate, &holes.items[next++], false);
        write_line(show, aggregate->depth, member->offset, member_name(member), member_type(show, member), member->size,
                   member);
        if (member->descendants)
            show_aggregate(show, &(struct aggregate){.first = member + 1,
                                                     .end = member + 1 + member->descendants,
                                                     .begin = member->offset,
                                                     .size = member->size,
                                                     .align = member->align,
                                                     .is_union = member->row->form == FORM_UNION,
                                                     .depth = aggregate->depth + 1});
    }
    for (; next < holes.count; next++)
        write_hole(show, aggregate, &holes.items[next], next + 1 == holes.count);
}

static void measure_columns(struct show *show)
{
    const struct layout *layout = show->layout;
    show->name_width = strlen("(unaccounted)");
    show->type_width = strlen("ULONG");
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        size_t name = strlen(member_name(member)) + (size_t)member->depth * INDENT;
        size_t type = strlen(member_type(show, member));
        if (name > show->name_width)
            show->name_width = name < NAME_WIDTH_MOST ? name : NAME_WIDTH_MOST;
        if (type > show->type_width)
            show->type_width = type < TYPE_WIDTH_MOST ? type : TYPE_WIDTH_MOST;
    }
}

void show_layout(const struct model *model, const struct layout *layout, const char *basis, struct buffer *out)
{
    struct show state = {.arena = model->arena, .out = out, .model = model, .layout = layout}, *show = &state;
    const struct record *record = layout->record;
    buffer_format(out, "%s %s, ", record->is_union ? "union" : "struct", record->type->name);
    axis_write_range(&show->model->axis, layout->in, out);
    buffer_format(out, " on %s", layout->arch->name);
    if (layout->size == LAYOUT_UNKNOWN)
        buffer_add_text(out, ", size unknown");
    else
        buffer_format(out, ", 0x%02X bytes", (unsigned)layout->size);
    if (layout->stated && layout->stated->provenance != AST_DOCUMENTED) {
        buffer_add_text(out, " (");
        write_provenance(show, layout->stated->provenance, layout->stated);
        buffer_add_char(out, ')');
    }
    if (basis)
        buffer_format(out, ", %s", basis);
    buffer_add_char(out, '\n');
    measure_columns(show);
    show_aggregate(show, &(struct aggregate){.first = layout->members,
                                             .end = layout_members_end(layout),
                                             .size = layout->size,
                                             .align = layout->align,
                                             .is_union = record->is_union});
}

void show_record(const struct model *model, const struct record *record, struct buffer *out)
{
    bool any = false;
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        for (size_t k = 0; !on->alias && k < on->layout_count; k++) {
            if (any)
                buffer_add_char(out, '\n');
            show_layout(model, &on->layouts[k], NULL, out);
            any = true;
        }
    }
}
