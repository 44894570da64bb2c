/*
 * Names, each stored once, so that two names are equal when their pointers are; and maps keyed by such pointers.
 */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>

struct arena;
struct intern;
struct map;

struct intern *intern_new(struct arena *arena);

/* The one stored copy of these bytes, NUL-terminated; it lives as long as the arena. */
const char *intern_name(struct intern *intern, const char *bytes, size_t size);

/* As intern_name, for NUL-terminated text. */
const char *intern_text(struct intern *intern, const char *text);

struct map *map_new(struct arena *arena);

/* The value stored under a key, or NULL. Keys are compared by address. */
void *map_get(const struct map *map, const void *key);

/* Stores a value, in place of an older one. */
void map_set(struct map *map, const void *key, void *value);

#endif
