/*
 * Values for templates: null, booleans, integers, strings, lists, series and objects.
 *
 * Objects with the same keys share a shape, the table of the keys, so an object is a pointer to the shape and an array
 * of values. Keys are numbered, and a shape has the slot of each key number, so a lookup compares no text. Example:
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
 * Values point to their strings, lists and objects and copy nothing. The caller owns that memory.
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

/* Kinds of values. */
enum value_kind {
    VALUE_NULL, VALUE_BOOLEAN, VALUE_INTEGER, VALUE_STRING, VALUE_LIST, VALUE_SERIES, VALUE_OBJECT
};

/* A value. All zeros is null. */
struct value {
    enum value_kind kind;
    uint32_t size; /* bytes of a string */
    union {
        bool boolean;
        int64_t integer;
        const char *string;
        const struct list *list;
        const struct series *series;
        const struct object *object;
    };
};

/* A list. Create it with list_new. */
struct list {
    struct value *items;
    size_t count;
    size_t capacity;
};

/* A list whose values are made one by one. A value lives in `scratch` until the next one is made. `make` returns a
 * value, and adds the number of values inside it to `*made`. */
struct series {
    size_t count;
    struct value (*make)(const struct series *series, size_t index, struct arena *scratch, size_t *made);
};

/* An object: its shape and its values. */
struct object {
    const struct shape *shape;
    struct value values[]; /* one for each key of the shape, in order */
};

/* The keys of a kind of objects. */
struct shape {
    size_t count;
    uint32_t slot_count;
    uint16_t slots[]; /* by key number: index of the value, counted from 1; 0 if the shape does not have the key */
};

/* Returns an empty table that numbers keys. */
struct keys *keys_new(struct arena *arena, struct intern *intern);

/* Returns the number of a key. A new key gets the next number. */
uint32_t keys_number(struct keys *keys, const char *name, size_t size);

/* Returns the key with that number. */
const char *keys_name(const struct keys *keys, uint32_t number);

/* Returns the shape of objects with these keys: at most 65,534, without duplicates. It lives as long as the arena of
 * `keys`. */
const struct shape *shape_new(struct keys *keys, const char *const *names, size_t count);

/* Returns an object of that shape whose values are all null. */
struct object *object_new(struct arena *arena, const struct shape *shape);

/* Returns the value of a key, or NULL if the shape does not have the key. */
static inline const struct value *object_find(const struct object *object, uint32_t key)
{
    uint16_t slot = key < object->shape->slot_count ? object->shape->slots[key] : 0;
    return slot ? &object->values[slot - 1] : NULL;
}

/* Returns an empty list. */
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

/* Returns a string of `size` bytes, at most 4 GiB - 1. */
static inline struct value value_string(const char *bytes, size_t size)
{
    return (struct value){.kind = VALUE_STRING, .size = (uint32_t)size, .string = bytes};
}

/* Returns NUL-terminated text as a string; null for NULL. */
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
