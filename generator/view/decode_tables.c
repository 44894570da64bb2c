#include "view/decode_tables.h"

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "model/layout.h"
#include "render/print_describe.h"

struct tables {
    struct arena *arena;
    const struct arch *arch;
    uint64_t version;
    struct map *records; /* struct record -> strata_print_record */
    struct map *values;  /* struct enumeration -> strata_print_values */
    struct print_shapes *shapes;
};

static const strata_print_values *make_values(struct tables *tables, const struct enumeration *enumeration)
{
    strata_print_values *made = map_get(tables->values, enumeration);
    if (made)
        return made;
    made = ARENA_NEW(tables->arena, strata_print_values);
    strata_print_value *rows = ARENA_ARRAY(tables->arena, strata_print_value, enumeration->count);
    made->name = enumeration->type->name;
    made->rows = rows;
    made->is_flags = enumeration->is_flags;
    if (enumeration->is_indexed) {
        made->index_low = (uint8_t)enumeration->index_low;
        made->index_width = (uint8_t)(enumeration->index_high - enumeration->index_low + 1);
    }
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        const struct cell_value *value = cell_at(&enumerator->value[tables->arch->index], tables->version);
        if (!cell_value_is_number(value))
            continue;
        uint64_t number = cell_value_bits(value);
        rows[made->count++] =
            (strata_print_value){{number, number, 0, UINT64_MAX, UINT64_MAX}, enumerator->name, enumerator->remark};
    }
    map_set(tables->values, enumeration, made);
    return made;
}

static const strata_print_record *make_record(struct tables *tables, const struct record *record);

static strata_print_layout *make_layout(struct tables *tables, const struct layout *layout)
{
    strata_print_layout *made = ARENA_NEW(tables->arena, strata_print_layout);
    strata_print_member *members = ARENA_ARRAY(tables->arena, strata_print_member, layout->member_count);
    made->members = members;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct row *row = layout->members[i].row;
        strata_print_member *member = &members[made->count];
        if (!print_describe_member(tables->shapes, tables->arena, layout, &layout->members[i], member))
            continue;
        const struct enumeration *values = print_row_values(row);
        if (values)
            member->values = make_values(tables, values);
        if (member->kind == STRATA_PRINT_RECORD)
            member->record = make_record(tables, row->type->record);
        made->count++;
    }
    return made;
}

/* The names of all members of a record; a slot of the layout for each says whether that has it. */
static void make_names(struct tables *tables, const struct record *record, const struct layout *layout,
                       strata_print_record *made, strata_layout *bounds)
{
    strata_print_name *names = ARENA_ARRAY(tables->arena, strata_print_name, record->member_count);
    strata_slot *slots = ARENA_ARRAY(tables->arena, strata_slot, record->member_count);
    for (size_t i = 0; i < record->member_count; i++) {
        names[i] = (strata_print_name){record->members[i]->name, (uint32_t)i};
        slots[i] = (strata_slot)STRATA_TAG_ABSENT << 56;
    }
    for (size_t i = 0; i < layout->member_count; i++)
        if (layout->members[i].row->member)
            slots[layout->members[i].row->member->index] = 0;
    made->names = names;
    made->name_count = (uint32_t)record->member_count;
    bounds->members = slots;
}

/* Returns a table of one range, which holds for every target, and one layout; without a layout of none. */
static const strata_print_record *make_record(struct tables *tables, const struct record *record)
{
    strata_print_record *made = map_get(tables->records, record);
    if (made)
        return made;
    const struct layout *layout = record_layout_at(record, tables->arch, tables->version);
    made = ARENA_NEW(tables->arena, strata_print_record);
    made->name = record->type->name;
    strata_table *table = ARENA_NEW(tables->arena, strata_table);
    made->table = table;
    map_set(tables->records, record, made);
    if (!layout)
        return made;
    strata_range *range = ARENA_NEW(tables->arena, strata_range);
    strata_layout *bounds = ARENA_NEW(tables->arena, strata_layout);
    bounds->least = layout->least_size == LAYOUT_UNKNOWN ? 0 : layout->least_size;
    bounds->size = layout->size;
    *table = (strata_table){.ranges = range, .layouts = bounds, .range_count = 1, .layout_count = 1};
    made->layouts = make_layout(tables, layout);
    make_names(tables, record, layout, made, bounds);
    return made;
}

const strata_print_record *decode_tables_make(struct arena *arena, const struct record *record, const struct arch *arch,
                                              uint64_t version)
{
    struct tables tables = {arena, arch, version, map_new(arena), map_new(arena), print_shapes_new(arena)};
    return make_record(&tables, record);
}

void decode_write(void *context, const char *text, size_t size)
{
    buffer_add(context, text, size);
}
