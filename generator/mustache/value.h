/*
 * The values that templates are filled with: null, booleans, integers, strings, lists, series and objects.
 *
 * All objects of one kind share a shape, the table of their keys, so that an object is a pointer to it and an array of
 * values. Keys are small numbers, and a shape knows the slot of each, so that a lookup compares no text. Typical use:
 *
 *     enum { MEMBER_NAME, MEMBER_OFFSET, MEMBER_KEY_COUNT };
 *     static const char *const member_keys[] = {[MEMBER_NAME] = "name", [MEMBER_OFFSET] = "offset"};
 *
 *     const struct shape *shape = shape_new(keys, member_keys, MEMBER_KEY_COUNT);        (once)
 *     struct object *member = object_new(arena, shape);                                  (often; all values are null)
 *     member->values[MEMBER_NAME] = value_text(name);
 *     member->values[MEMBER_OFFSET] = value_integer(16);
 *     list_add(arena, members, value_object(member));
 *
 * Values refer to their strings, lists and objects and copy nothing; all of it lives in the caller's arena.
 */
#ifndef MUSTACHE_VALUE_H
#define MUSTACHE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct arena;
struct intern;
struct keys;
struct list;
struct object;
struct series;
struct shape;

enum value_kind {
    VALUE_NULL, VALUE_BOOLEAN, VALUE_INTEGER, VALUE_STRING, VALUE_LIST, VALUE_SERIES, VALUE_OBJECT
};

/* All zero is null. */
struct value {
    enum value_kind kind;
    uint32_t size; /* of a string, in bytes */
    union {
        bool boolean;
        int64_t integer;
        const char *string;
        const struct list *list;
        const struct series *series;
        const struct object *object;
    };
};

struct list {
    struct value *items;
    size_t count;
    size_t capacity;
};

/* A list that need not be in memory as a whole: each value is made when it is its turn, and is no longer needed when
 * the next one is made. */
struct series {
    size_t count;
    struct value (*make)(const struct series *series, size_t index);
};

struct object {
    const struct shape *shape;
    struct value values[]; /* one for each key of the shape, in its order */
};

struct shape {
    size_t count;
    uint32_t slot_count;
    uint16_t slots[]; /* by number of the key: where its value is, counted from 1; 0 where the shape has no such key */
};

/* The table that numbers keys. */
struct keys *keys_new(struct arena *arena, struct intern *intern);

/* The number of a key, given at its first use and the same ever after. */
uint32_t keys_number(struct keys *keys, const char *name, size_t size);

/* The name that a number was given for. */
const char *keys_name(const struct keys *keys, uint32_t number);

/* The shape of objects with these keys, at most 65,534, no two the same. It lives as long as the arena of `keys`. */
const struct shape *shape_new(struct keys *keys, const char *const *names, size_t count);

/* An object of that shape, all of whose values are null. */
struct object *object_new(struct arena *arena, const struct shape *shape);

/* The value under a key, or NULL when the shape has no such key. */
static inline const struct value *object_find(const struct object *object, uint32_t key)
{
    uint16_t slot = key < object->shape->slot_count ? object->shape->slots[key] : 0;
    return slot ? &object->values[slot - 1] : NULL;
}

struct list *list_new(struct arena *arena);

/* Appends a value. */
void list_add(struct arena *arena, struct list *list, struct value value);

static inline struct value value_null(void)
{
    return (struct value){.kind = VALUE_NULL};
}

static inline struct value value_boolean(bool boolean)
{
    return (struct value){.kind = VALUE_BOOLEAN, .boolean = boolean};
}

static inline struct value value_integer(int64_t integer)
{
    return (struct value){.kind = VALUE_INTEGER, .integer = integer};
}

/* A string of `size` bytes, fewer than 4 GiB. */
static inline struct value value_string(const char *bytes, size_t size)
{
    return (struct value){.kind = VALUE_STRING, .size = (uint32_t)size, .string = bytes};
}

/* NUL-terminated text; null for NULL. */
static inline struct value value_text(const char *text)
{
    return text ? value_string(text, strlen(text)) : value_null();
}

static inline struct value value_list(const struct list *list)
{
    return (struct value){.kind = VALUE_LIST, .list = list};
}

static inline struct value value_series(const struct series *series)
{
    return (struct value){.kind = VALUE_SERIES, .series = series};
}

static inline struct value value_object(const struct object *object)
{
    return (struct value){.kind = VALUE_OBJECT, .object = object};
}

#endif
