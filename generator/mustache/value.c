#include "mustache/value.h"

#include "base/arena.h"
#include "base/intern.h"

struct keys {
    struct arena *arena;
    struct intern *intern;
    struct map *numbers; /* interned name -> the element of the list of names */
    struct key **entries;
    size_t count;
    size_t capacity;
};

struct key {
    const char *name;
    uint32_t number;
};

struct keys *keys_new(struct arena *arena, struct intern *intern)
{
    struct keys *keys = ARENA_NEW(arena, struct keys);
    keys->arena = arena;
    keys->intern = intern;
    keys->numbers = map_new(arena);
    return keys;
}

uint32_t keys_number(struct keys *keys, const char *name, size_t size)
{
    const char *interned = intern_name(keys->intern, name, size);
    struct key *key = map_get(keys->numbers, interned);
    if (key)
        return key->number;
    if (keys->count == keys->capacity) {
        size_t capacity = keys->capacity ? keys->capacity * 2 : 64;
        struct key **entries = ARENA_ARRAY(keys->arena, struct key *, capacity);
        if (keys->count)
            memcpy(entries, keys->entries, keys->count * sizeof *entries);
        keys->entries = entries;
        keys->capacity = capacity;
    }
    key = ARENA_NEW(keys->arena, struct key);
    *key = (struct key){interned, (uint32_t)keys->count};
    keys->entries[keys->count++] = key;
    map_set(keys->numbers, interned, key);
    return key->number;
}

const char *keys_name(const struct keys *keys, uint32_t number)
{
    return keys->entries[number]->name;
}

/* Slots exist up to the highest key number of the shape. A key with a higher number is not in the shape. */
const struct shape *shape_new(struct keys *keys, const char *const *names, size_t count)
{
    uint32_t slot_count = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = keys_number(keys, names[i], strlen(names[i]));
        if (number >= slot_count)
            slot_count = number + 1;
    }
    struct shape *shape = arena_alloc(keys->arena, sizeof *shape + slot_count * sizeof *shape->slots);
    shape->count = count;
    shape->slot_count = slot_count;
    for (size_t i = 0; i < count; i++)
        shape->slots[keys_number(keys, names[i], strlen(names[i]))] = (uint16_t)(i + 1);
    return shape;
}

struct object *object_new(struct arena *arena, const struct shape *shape)
{
    struct object *object = arena_alloc(arena, sizeof *object + shape->count * sizeof *object->values);
    object->shape = shape;
    return object;
}

struct list *list_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct list);
}

void list_add(struct arena *arena, struct list *list, struct value value)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 8;
        struct value *items = ARENA_ARRAY(arena, struct value, capacity);
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = value;
}
