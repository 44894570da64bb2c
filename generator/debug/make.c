/*
 * Makes the content of an isf_file from the definitions in debugging information. For a module, these are its own
 * definitions, and those of its kernel that they hold by value.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "debug/debug_parts.h"
#include "kernel/bit_units.h"

/* Limits: the depth of types in types whose size is computed, and the numbers of members and of values. */
enum { STEPS_MOST = 64, ITEMS_MOST = 1000000 };

static struct debug_member *members_of(const struct debug *debug, const struct debug_type *tag)
{
    return (struct debug_member *)(void *)debug->members.data + tag->first;
}

/* Returns the interned name, or "" if it is NULL. */
static const char *name_or_empty(const struct debug *debug, const char *name)
{
    return name ? name : intern_text(debug->file->import->intern, "");
}

/* Returns the size of a type in bytes; 0 if it is unknown. */
static uint64_t size_of(const struct debug *debug, uint32_t type)
{
    uint64_t count = 1;
    for (size_t i = 0; i < STEPS_MOST && count <= INT32_MAX; i++) {
        struct debug_type *found = debug_strip(debug, type);
        const struct debug_type *tag = found ? debug_tag(debug, found) : NULL;
        if (!found || found->kind != DEBUG_ARRAY) {
            uint64_t size = tag ? tag->size : !found ? 0 : found->kind == DEBUG_POINTER ? debug->pointer : found->size;
            return size <= INT32_MAX ? count * size : 0;
        }
        if (found->count > INT32_MAX)
            return 0;
        count *= found->count;
        type = found->of;
    }
    return 0;
}

/* ---- Records */

/* Returns the type of a bit-field. Finds its storage unit, and sets `*offset` to the offset of that. */
static struct isf_type *make_bits(struct debug *debug, const struct debug_member *member, struct bit_units *units,
                                  uint32_t *offset)
{
    uint64_t size = size_of(debug, member->type);
    const struct debug_type *type = debug_strip(debug, member->type);
    bool is_wide = size > 8; /* no storage unit has more than 8 bytes, whatever the type has */
    *offset = (uint32_t)(member->bit / 8);
    if (!size || !bit_units_find(units, member->bit, member->width, is_wide ? 8 : (uint32_t)size))
        return debug_wrong_type(debug, "it is a bit-field that no integer within its structure holds");
    struct isf_type *of = debug_make_type(debug, member->type);
    if (units->unit != size) {
        const char *name = debug_integer(debug, units->unit, type->kind == DEBUG_INTEGER && type->is_signed, true);
        of = name ? debug_new_type(debug, &(struct isf_type){.kind = ISF_BASE, .name = name}) : of;
    }
    *offset = (uint32_t)units->begin;
    uint32_t bit = (uint32_t)(member->bit - 8 * units->begin);
    if (debug->file->order == ISF_BIG) /* in a big-endian file the bits count from the highest one */
        bit = 8 * units->unit - bit - member->width;
    return debug_new_type(debug, &(struct isf_type){.kind = ISF_BITFIELD,
                                                    .of = of,
                                                    .bit_position = bit,
                                                    .bit_length = member->width});
}

static void add_member(struct debug *debug, const struct debug_member *member, struct bit_units *units)
{
    const struct debug_type *base = member->is_base ? debug_strip(debug, member->type) : NULL;
    const char *name = base && base->same ? base->same->given : base ? base->name : member->name;
    struct isf_field field = {.name = name_or_empty(debug, name), .is_base = member->is_base};
    uint64_t offset = member->bit / 8;
    field.qualifiers = debug_qualifiers(debug, member->type);
    field.offset = offset > INT32_MAX ? ISF_NO_NUMBER : (uint32_t)offset;
    if (member->is_virtual)
        field.type = debug_wrong_type(debug, "it is a virtual base class, whose offset stands in a table of the "
                                             "program");
    else if (member->is_lost)
        field.type = debug_wrong_type(debug, "the file does not say its offset as a number");
    else if (member->width && field.offset != ISF_NO_NUMBER)
        field.type = make_bits(debug, member, units, &field.offset);
    else
        field.type = debug_make_type(debug, member->type);
    bool is_record = field.type->kind == ISF_STRUCT || field.type->kind == ISF_UNION;
    field.is_anonymous = is_record && (member->is_base || !member->name);
    if (!member->width) {
        bit_units_add_member(units, offset, size_of(debug, member->type));
        field.prototype = debug_prototype(debug, member->type);
    }
    buffer_add(&debug->file->fields, &field, sizeof field);
}

static void add_record(struct debug *debug, const struct debug_type *type, const struct debug_type *tag)
{
    struct isf_file *file = debug->file;
    const struct isf_record record = {.name = type->given,
                                      .is_union = tag->kind == DEBUG_UNION,
                                      .size = tag->size > INT32_MAX ? ISF_NO_NUMBER : (uint32_t)tag->size,
                                      .has_order = true,
                                      .first_field = file->fields.size / sizeof(struct isf_field),
                                      .field_count = tag->item_count};
    struct bit_units units = {.is_union = record.is_union, .size = record.size};
    for (uint32_t i = 0; i < tag->item_count; i++)
        add_member(debug, &members_of(debug, tag)[i], &units);
    buffer_add(&file->records, &record, sizeof record);
}

/* ---- Enumerations */

/* Adds an enumeration. Leaves it out if no integer type has its size. */
static void add_enum(struct debug *debug, const struct debug_type *type, const struct debug_type *tag)
{
    struct isf_file *file = debug->file;
    const struct debug_value *values = (const void *)debug->values.data;
    if (tag->size != 1 && tag->size != 2 && tag->size != 4 && tag->size != 8)
        return;
    const struct isf_enum made = {.name = type->given,
                                  .base = debug_integer(debug, tag->size, tag->is_signed, false),
                                  .size = (uint32_t)tag->size,
                                  .first_value = file->values.size / sizeof(struct isf_value),
                                  .value_count = tag->item_count};
    for (uint32_t i = 0; i < tag->item_count; i++) {
        const struct isf_value value = {.name = name_or_empty(debug, values[tag->first + i].name),
                                        .bits = values[tag->first + i].bits & UINT64_MAX >> (64 - 8 * tag->size)};
        buffer_add(&file->values, &value, sizeof value);
    }
    buffer_add(&file->enums, &made, sizeof made);
}

/* ---- The file */

/* Marks a definition as wanted, and adds it to `open`, the list of definitions whose members are still to be looked
 * at. */
static void want_definition(struct debug_type *type, struct buffer *open)
{
    if (type->same && !type->same->is_wanted) {
        type->same->is_wanted = true;
        buffer_add(open, &type->same, sizeof type->same);
    }
}

/* Records that a type is used without the name of a `typedef`. */
static void note_direct(const struct debug *debug, uint32_t type)
{
    struct debug_type *used = debug_type(debug, type);
    if (used)
        used->is_direct = true;
}

/* Finds the definitions without a name that a `typedef` names, and those that are used without one. */
static void note_uses(const struct debug *debug)
{
    struct debug_type *types = (void *)debug->types.data;
    const struct debug_member *members = (const void *)debug->members.data;
    const uint32_t *parameters = (const void *)debug->parameters.data;
    for (size_t i = 0; i < debug->types.size / sizeof *types; i++) {
        struct debug_type *named = types[i].kind == DEBUG_TYPEDEF ? debug_tag(debug, &types[i]) : NULL;
        if (named)
            named->is_named = true;
        else if (types[i].kind == DEBUG_POINTER || types[i].kind == DEBUG_ARRAY || types[i].kind >= DEBUG_FUNCTION)
            note_direct(debug, types[i].of);
    }
    for (size_t i = 0; i < debug->members.size / sizeof *members; i++)
        note_direct(debug, members[i].type);
    for (size_t i = 0; i < debug->parameters.size / sizeof *parameters; i++)
        note_direct(debug, parameters[i]);
}

static void find_wanted(struct debug *debug)
{
    struct buffer open = {0};
    struct debug_type *types = (void *)debug->types.data;
    note_uses(debug);
    for (size_t i = debug->inherited; i < debug->types.size / sizeof *types; i++)
        if (types[i].is_direct || !types[i].is_named)
            want_definition(&types[i], &open);
    while (open.size) {
        struct debug_type *type;
        open.size -= sizeof type;
        memcpy(&type, open.data + open.size, sizeof type);
        const struct debug_type *tag = debug_tag(debug, type);
        for (uint32_t i = 0; i < tag->item_count && tag->kind != DEBUG_ENUM; i++) {
            struct debug_type *held = debug_strip(debug, members_of(debug, tag)[i].type);
            for (size_t k = 0; k < STEPS_MOST && held && held->kind == DEBUG_ARRAY; k++)
                held = debug_strip(debug, held->of);
            if (held)
                want_definition(held, &open);
        }
    }
    buffer_free(&open);
}

bool debug_make(struct debug *debug)
{
    struct isf_file *file = debug->file;
    struct debug_type *types = (void *)debug->types.data;
    if (debug->pointer)
        debug_add_base(debug, "pointer", ISF_INTEGER, debug->pointer, false);
    find_wanted(debug);
    for (size_t i = 0; i < debug->types.size / sizeof *types; i++) {
        const struct debug_type *tag = types[i].is_wanted ? debug_tag(debug, &types[i]) : NULL;
        if (!tag)
            continue;
        (tag->kind == DEBUG_ENUM ? add_enum : add_record)(debug, &types[i], tag);
        if (file->fields.size / sizeof(struct isf_field) > ITEMS_MOST ||
            file->values.size / sizeof(struct isf_value) > ITEMS_MOST)
            return debug_fail(debug, "it has more than 1000000 members");
    }
    return file->records.size || file->enums.size ||
           debug_fail(debug, "it describes no structure, union or enumeration");
}
