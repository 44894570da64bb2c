#include "base/intern.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/thread.h"

struct intern_slot {
    const char *text;
    uint32_t hash;
    uint32_t size;
};

struct intern {
    struct arena *arena;
    struct arena *table, *spare; /* `table` holds the slots; `spare` is empty and used for the next, larger table */
    struct intern_slot *slots;
    size_t capacity; /* a power of two */
    size_t count;
    struct intern *shared;    /* has all texts; NULL: this table has its own */
    struct thread_lock *lock; /* guards this table; NULL: only one thread uses it */
};

enum { INITIAL_CAPACITY = 256 };

struct intern *intern_new(struct arena *arena)
{
    struct intern *intern = ARENA_NEW(arena, struct intern);
    intern->arena = arena;
    intern->capacity = INITIAL_CAPACITY;
    intern->table = arena_within(arena);
    intern->spare = arena_within(arena);
    intern->slots = ARENA_ARRAY(intern->table, struct intern_slot, intern->capacity);
    return intern;
}

static void intern_grow(struct intern *intern)
{
    struct intern_slot *old = intern->slots;
    struct arena *old_table = intern->table;
    size_t old_capacity = intern->capacity;
    /* from the second table on, the texts get an arena of their own: they are found faster if they lie close
     * together */
    if (old_capacity == INITIAL_CAPACITY)
        intern->arena = arena_within(intern->arena);
    intern->capacity *= 2;
    intern->table = intern->spare;
    intern->spare = old_table;
    intern->slots = ARENA_ARRAY(intern->table, struct intern_slot, intern->capacity);
    for (size_t i = 0; i < old_capacity; i++) {
        if (!old[i].text)
            continue;
        size_t at = old[i].hash & (intern->capacity - 1);
        while (intern->slots[at].text)
            at = (at + 1) & (intern->capacity - 1);
        intern->slots[at] = old[i];
    }
    arena_clear(old_table);
}

/* Returns the copy of a text that is not in the table yet. */
static const char *add_text(struct intern *intern, uint32_t hash, const char *bytes, size_t size);

static const char *find_text(struct intern *intern, uint32_t hash, const char *bytes, size_t size)
{
    size_t at = hash & (intern->capacity - 1);
    for (; intern->slots[at].text; at = (at + 1) & (intern->capacity - 1)) {
        const struct intern_slot *slot = &intern->slots[at];
        if (slot->hash == hash && slot->size == size && !memcmp(slot->text, bytes, size))
            return slot->text;
    }
    const char *text = add_text(intern, hash, bytes, size);
    intern->slots[at] = (struct intern_slot){text, hash, (uint32_t)size};
    if (++intern->count > intern->capacity / 4 * 3)
        intern_grow(intern);
    return text;
}

static const char *add_text(struct intern *intern, uint32_t hash, const char *bytes, size_t size)
{
    struct intern *shared = intern->shared;
    if (!shared)
        return arena_copy(intern->arena, bytes, size);
    thread_lock_take(shared->lock);
    const char *text = find_text(shared, hash, bytes, size);
    thread_lock_release(shared->lock);
    return text;
}

void intern_share(struct intern *intern, struct thread_lock *lock)
{
    if (lock) /* the caller's thread continues to allocate from the arena, so the table needs one of its own */
        intern->arena = arena_within(intern->arena);
    intern->lock = lock;
}

struct intern *intern_beside(struct intern *shared, struct arena *arena)
{
    struct intern *intern = intern_new(arena);
    intern->shared = shared;
    return intern;
}

/* Returns a hash of the bytes, eight at a time. It differs between machines, so nothing of it may reach the output. */
static uint32_t hash_name(const char *bytes, size_t size)
{
    uint64_t hash = size, word = 0;
    for (; size > sizeof word; bytes += sizeof word, size -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    for (word = 0; size; size--)
        word = word << 8 | (unsigned char)bytes[size - 1];
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 32);
}

const char *intern_name(struct intern *intern, const char *bytes, size_t size)
{
    uint32_t hash = hash_name(bytes, size);
    if (!intern->lock)
        return find_text(intern, hash, bytes, size);
    thread_lock_take(intern->lock);
    const char *text = find_text(intern, hash, bytes, size);
    thread_lock_release(intern->lock);
    return text;
}

const char *intern_text(struct intern *intern, const char *text)
{
    return intern_name(intern, text, strlen(text));
}

struct map_slot {
    const void *key;
    void *value;
};

struct map {
    struct arena *arena;
    struct map_slot *slots;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
};

struct map *map_new(struct arena *arena)
{
    struct map *map = ARENA_NEW(arena, struct map);
    map->arena = arena;
    return map;
}

/* Returns the slot that holds the key, or the free slot to insert it at. */
static struct map_slot *map_find(const struct map *map, const void *key)
{
    uint64_t mixed = (uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(mixed >> 32) & (map->capacity - 1);
    while (map->slots[at].key && map->slots[at].key != key)
        at = (at + 1) & (map->capacity - 1);
    return &map->slots[at];
}

void *map_get(const struct map *map, const void *key)
{
    return map->capacity ? map_find(map, key)->value : NULL;
}

void map_set(struct map *map, const void *key, void *value)
{
    if (map->count * 2 >= map->capacity) {
        struct map_slot *old = map->slots;
        size_t old_capacity = map->capacity;
        map->capacity = old_capacity ? old_capacity * 2 : 32;
        map->slots = ARENA_ARRAY(map->arena, struct map_slot, map->capacity);
        for (size_t i = 0; i < old_capacity; i++)
            if (old[i].key)
                *map_find(map, old[i].key) = old[i];
    }
    struct map_slot *slot = map_find(map, key);
    map->count += !slot->key;
    *slot = (struct map_slot){key, value};
}
