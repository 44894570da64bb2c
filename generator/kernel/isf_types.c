/*
 * The types of an ISF file, each once: a hash table.
 */
#include "base/arena.h"
#include "kernel/isf_parts.h"

enum { TYPES_INITIAL = 1024 };

/* Files of dwarf2json have null for types that it does not know, such as references of C++. */
const struct isf_type isf_no_type = {.kind = ISF_WRONG, .name = "the file has null instead of its type"};

static uint32_t hash_type(const struct isf_type *type)
{
    uint32_t numbers[] = {type->kind, type->count, type->bit_position, type->bit_length};
    uintptr_t pointers[] = {(uintptr_t)type->name, (uintptr_t)type->of};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash * 31 + numbers[i];
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
        hash = (hash ^ pointers[i]) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 32);
}

static bool is_same_type(const struct isf_type *a, const struct isf_type *b)
{
    return a->kind == b->kind && a->name == b->name && a->of == b->of && a->count == b->count &&
           a->bit_position == b->bit_position && a->bit_length == b->bit_length;
}

/* Returns the slot of a type in the table, or the free slot to insert it at. */
static struct isf_type **find_type(struct isf_types *types, const struct isf_type *type)
{
    size_t at = hash_type(type) & (types->capacity - 1);
    while (types->items[at] && !is_same_type(types->items[at], type))
        at = (at + 1) & (types->capacity - 1);
    return &types->items[at];
}

static void grow_types(struct isf_types *types)
{
    struct isf_type **old = types->items;
    size_t old_capacity = types->capacity;
    types->capacity = old_capacity ? old_capacity * 4 : TYPES_INITIAL;
    types->items = ARENA_ARRAY(types->arena, struct isf_type *, types->capacity);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i])
            *find_type(types, old[i]) = old[i];
}

struct isf_type *isf_types_store(struct isf_types *types, const struct isf_type *type)
{
    if (types->count * 2 >= types->capacity)
        grow_types(types);
    struct isf_type **found = find_type(types, type);
    if (!*found) {
        *found = arena_copy_array(types->arena, type, 1, sizeof *type);
        types->count++;
    }
    return *found;
}
