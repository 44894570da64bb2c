#include "view/decode_tables.h"

#include "answer/standing.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "front/selection.h"
#include "model/layout.h"
#include "render/print_describe.h"

/* A choice of members of a record, for the path that leads to the record. */
struct choice {
    bool is_whole;  /* all members are printed */
    uint64_t paths; /* otherwise: the words of the filter that begin with the path; a bit set */
    size_t depth;   /* number of parts of such a word that the path has used; 0 if no word is left */
};

/* The table of a record for one choice. */
struct variant {
    struct variant *next;
    struct choice choice;
    strata_print_record *table;
};

struct tables {
    struct arena *arena;
    const struct arch *arch;
    uint64_t version;
    struct decode_filter *filter; /* members to print; NULL: all */
    struct map *records;          /* struct record -> struct variant: all tables of the record */
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
    uint64_t version = enumeration_find_kernel(enumeration, tables->arch, tables->version);
    made->name = enumeration->type->name;
    made->rows = rows;
    made->is_flags = enumeration->is_flags;
    if (enumeration->is_indexed) {
        made->index_low = (uint8_t)enumeration->index_low;
        made->index_width = (uint8_t)(enumeration->index_high - enumeration->index_low + 1);
    }
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        const struct cell_value *value = cell_at(&enumerator->value[tables->arch->index], version);
        if (!cell_value_is_number(value))
            continue;
        uint64_t number = cell_value_bits(value);
        rows[made->count++] =
            (strata_print_value){{number, number, 0, UINT64_MAX, UINT64_MAX}, enumerator->name, enumerator->remark};
    }
    map_set(tables->values, enumeration, made);
    return made;
}

/* True if the filter chooses a whole member or a part of it. Sets `*inner`, the choice inside the member. */
static bool chooses_member(struct tables *tables, struct choice choice, const char *name, struct choice *inner)
{
    *inner = (struct choice){.is_whole = choice.is_whole};
    if (choice.is_whole)
        return true;
    for (size_t i = 0; i < tables->filter->selection->count; i++) {
        const struct selection_word *word = &tables->filter->selection->words[i];
        size_t part = word->count == 1 ? 0 : choice.depth;
        bool is_open = word->count == 1 || choice.paths >> i & 1;
        if (!name || !is_open || !selection_matches(word->parts[part], name))
            continue;
        if (part + 1 == word->count) {
            tables->filter->used |= UINT64_C(1) << i;
            inner->is_whole = true;
        } else {
            inner->paths |= UINT64_C(1) << i;
            inner->depth = choice.depth + 1;
        }
    }
    return inner->is_whole;
}

static const strata_print_record *make_record(struct tables *tables, const struct record *record,
                                              struct choice choice);

static strata_print_layout *make_layout(struct tables *tables, const struct layout *layout, struct choice choice)
{
    strata_print_layout *made = ARENA_NEW(tables->arena, strata_print_layout);
    strata_print_member *members = ARENA_ARRAY(tables->arena, strata_print_member, layout->member_count);
    made->members = members;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct row *row = layout->members[i].row;
        strata_print_member *member = &members[made->count];
        struct choice inner;
        if (!print_describe_member(tables->shapes, tables->arena, layout, &layout->members[i], member))
            continue;
        bool is_chosen = chooses_member(tables, choice, member->name, &inner);
        const struct enumeration *values = print_row_values(row);
        if (values)
            member->values = make_values(tables, values);
        if (member->kind == STRATA_PRINT_RECORD) {
            member->record = make_record(tables, row->type->record, inner);
            is_chosen |= member->record->layouts && member->record->layouts->count;
        }
        made->count += is_chosen;
    }
    return made;
}

/* Makes the names of the chosen members of a record. The layout has one word for each member, which tells if the member
 * exists; the offset field of a name holds the index of this word. */
static void make_names(struct tables *tables, const struct record *record, const struct layout *layout,
                       struct choice choice, strata_print_record *made, strata_layout *bounds)
{
    strata_print_name *names = ARENA_ARRAY(tables->arena, strata_print_name, record->member_count);
    strata_slot *words = ARENA_ARRAY(tables->arena, strata_slot, record->member_count);
    for (size_t i = 0; i < record->member_count; i++) {
        if (i <= UINT16_MAX && chooses_member(tables, choice, record->members[i]->name, &(struct choice){0}))
            names[made->name_count++] = (strata_print_name){record->members[i]->name, i};
        words[i] = (strata_slot)STRATA_TAG_ABSENT << 56;
    }
    for (size_t i = 0; i < layout->member_count; i++)
        if (layout->members[i].row->member)
            words[layout->members[i].row->member->index] = 0;
    made->names = names;
    static const strata_bases bases[] = {STRATA_FIRST_BASE(1)}; /* the words begin at base 0 */
    bounds->bases = bases;
    bounds->words = words;
}

/* Returns a table with one layout that is valid for every target. Without a layout the table has none. */
static const strata_print_record *make_record(struct tables *tables, const struct record *record, struct choice choice)
{
    struct variant *variants = map_get(tables->records, record), *variant = variants;
    while (variant && (variant->choice.is_whole != choice.is_whole || variant->choice.paths != choice.paths ||
                       variant->choice.depth != choice.depth))
        variant = variant->next;
    if (variant)
        return variant->table;
    const struct layout *layout = record_layout_at(record, tables->arch, tables->version);
    strata_print_record *made = ARENA_NEW(tables->arena, strata_print_record);
    variant = ARENA_NEW(tables->arena, struct variant);
    *variant = (struct variant){variants, choice, made};
    made->name = record->type->name;
    static const strata_found none[1][2] = {STRATA_ANSWER_NO_ARCH};
    static const strata_found first[1][2] = {{0, 0}};
    strata_table *table = ARENA_NEW(tables->arena, strata_table);
    *table = (strata_table){.answers = none, .numbers = "0"};
    made->table = table;
    map_set(tables->records, record, variant);
    if (!layout)
        return made;
    strata_layout *bounds = ARENA_NEW(tables->arena, strata_layout);
    bounds->least = layout->least_size == LAYOUT_UNKNOWN ? 0 : layout->least_size;
    bounds->size = layout->size;
    *table = (strata_table){.answers = first, .numbers = "0", .layouts = bounds, .layout_count = 1};
    made->layouts = make_layout(tables, layout, choice);
    make_names(tables, record, layout, choice, made, bounds);
    return made;
}

const strata_print_record *decode_tables_make(struct arena *arena, const struct record *record, const struct arch *arch,
                                              uint64_t version, struct decode_filter *filter)
{
    struct tables tables = {arena, arch, version, filter, map_new(arena), map_new(arena), print_shapes_new(arena)};
    const struct choice all = {.is_whole = !filter, .paths = UINT64_MAX};
    return make_record(&tables, record, all);
}

void decode_write(void *context, const char *text, size_t size)
{
    buffer_add(context, text, size);
}
