#include "render/print_describe.h"

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"

/* Properties of a record that is printed inside another, over all its layouts. */
struct print_shape {
    bool is_guid;
    bool goes_on; /* in some layout it ends in a flexible array */
};

struct print_shapes {
    struct arena *arena;
    struct map *known; /* struct record -> struct print_shape */
};

struct print_shapes *print_shapes_new(struct arena *arena)
{
    struct print_shapes *shapes = ARENA_NEW(arena, struct print_shapes);
    *shapes = (struct print_shapes){arena, map_new(arena)};
    return shapes;
}

const struct enumeration *print_row_values(const struct row *row)
{
    enum row_kind kind = row_kind(row);
    if (kind != ROW_UNSIGNED && kind != ROW_SIGNED)
        return NULL;
    return row->display ? row->display->enumeration : row->type->enumeration;
}

/* A GUID is recognised by its members: 4, 2 and 2 bytes, and an array of 8. */
static bool is_guid(const struct layout *layout)
{
    static const struct {
        uint32_t offset, element, count;
    } shape[] = {{0, 4, 1}, {4, 2, 1}, {6, 2, 1}, {8, 1, 8}};
    if (layout->record->is_partial || layout->size != 16 || layout->member_count != sizeof shape / sizeof *shape)
        return false;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        if (row_kind(member->row) != ROW_UNSIGNED || member->width || member->is_big ||
            member->offset != shape[i].offset || member->element != shape[i].element || member->count != shape[i].count)
            return false;
    }
    return true;
}

/* True if a member is a single record at the end of its structure. */
static bool is_last_record(const struct layout *layout, const struct layout_member *member)
{
    return row_kind(member->row) == ROW_RECORD && !row_bound_count(member->row) &&
           member->offset != LAYOUT_UNKNOWN && member->size != LAYOUT_UNKNOWN && layout->size != LAYOUT_UNKNOWN &&
           (uint64_t)member->offset + member->size >= layout->size;
}

static const struct print_shape *find_shape(struct print_shapes *shapes, const struct record *record);

static bool goes_on(struct print_shapes *shapes, const struct layout *layout)
{
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        if (member->is_trailing)
            return true;
        if (is_last_record(layout, member) && find_shape(shapes, member->row->type->record)->goes_on)
            return true;
    }
    return false;
}

static const struct print_shape *find_shape(struct print_shapes *shapes, const struct record *record)
{
    struct print_shape *shape = map_get(shapes->known, record);
    if (shape)
        return shape;
    shape = ARENA_NEW(shapes->arena, struct print_shape);
    size_t layouts = 0, guids = 0;
    for (size_t a = 0; a < record->arch_count; a++) {
        const struct record_on *on = &record->on[a];
        for (size_t i = 0; !on->alias && i < on->layout_count; i++) {
            layouts++;
            guids += is_guid(&on->layouts[i]);
            shape->goes_on |= goes_on(shapes, &on->layouts[i]);
        }
    }
    shape->is_guid = layouts && guids == layouts;
    map_set(shapes->known, record, shape);
    return shape;
}

static void describe_record(struct print_shapes *shapes, const struct layout *layout,
                            const struct layout_member *member, strata_print_member *described)
{
    const struct print_shape *shape = find_shape(shapes, member->row->type->record);
    described->kind = shape->is_guid ? STRATA_PRINT_GUID : STRATA_PRINT_RECORD;
    if (shape->goes_on && is_last_record(layout, member))
        described->size = 0;
}

/* Returns the type of a row as the spec spells it; NULL for bytes without a type. */
static const char *spell_type(struct arena *arena, const struct row *row)
{
    const struct ast_type *type = row_spelled(row);
    if (row->form == FORM_UNACCOUNTED || row->form == FORM_BYTES)
        return NULL;
    if (type->name && !type->qualifiers && !type->pointer_depth)
        return type->name;
    struct buffer text = {0};
    row_write_type(row, &text);
    return buffer_take(&text, arena);
}

/* Returns how the printer shows a row: by its clause `as`, else by its type. */
static strata_print_show row_show(const struct row *row)
{
    static const strata_print_show shows[] = {[DISPLAY_VALUE] = STRATA_PRINT_SHOW_NUMBER,
                                              [DISPLAY_TIME] = STRATA_PRINT_SHOW_TIME,
                                              [DISPLAY_TEXT] = STRATA_PRINT_SHOW_TEXT};
    if (row->word == DISPLAY_VALUE && !row->display && row->type && !row_spelled(row)->pointer_depth) {
        if (row->type->kind == TYPE_CHAR)
            return STRATA_PRINT_SHOW_CHAR;
        if (row->type->kind == TYPE_BOOL)
            return STRATA_PRINT_SHOW_BOOL;
    }
    return shows[row->word];
}

bool print_describe_member(struct print_shapes *shapes, struct arena *arena, const struct layout *layout,
                           const struct layout_member *member, strata_print_member *described)
{
    const struct row *row = member->row;
    unsigned bounds = row_bound_count(row);
    if (row_is_anonymous(row) || member->is_repeated)
        return false;
    if (bounds && !member->count && !member->is_trailing)
        return false;
    *described = (strata_print_member){.name = row->name,
                                       .type = spell_type(arena, row),
                                       .offset = member->offset,
                                       .size = member->element,
                                       .bit = member->bit,
                                       .width = member->width,
                                       .show = (uint8_t)(row_show(row) | (member->is_big ? STRATA_PRINT_BIG : 0))};
    if (bounds)
        described->count = member->is_trailing ? STRATA_COUNT_REST : member->count;
    if (bounds > 1)
        described->columns = row_bound(row, layout->arch, layout->range.from, bounds - 1);
    switch (row_kind(row)) {
    case ROW_UNSIGNED:
        described->kind = STRATA_PRINT_UNSIGNED;
        break;
    case ROW_SIGNED:
        described->kind = STRATA_PRINT_SIGNED;
        break;
    case ROW_POINTER:
        described->kind = STRATA_PRINT_POINTER;
        break;
    case ROW_FLOAT:
        described->kind = STRATA_PRINT_FLOAT;
        break;
    case ROW_RECORD:
        describe_record(shapes, layout, member, described);
        break;
    case ROW_BYTES:
        described->kind = STRATA_PRINT_BYTES;
        break;
    }
    return true;
}
