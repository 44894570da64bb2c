/*
 * Interned names: each is stored once, so equal names have equal pointers. Also maps whose keys are such pointers.
 */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>

struct arena;
struct intern;
struct map;
struct thread_lock;

/* Returns an empty table of names. */
struct intern *intern_new(struct arena *arena);

/* Returns the only copy of these bytes, NUL-terminated. It lives as long as the arena. */
const char *intern_name(struct intern *intern, const char *bytes, size_t size);

/* Returns the only copy of a NUL-terminated text. It lives as long as the arena. */
const char *intern_text(struct intern *intern, const char *text);

/* Lets several threads look names up at the same time, until it is called with NULL. The caller's thread uses this
 * table. Each other thread has its own table, made beside this one, and looks up new names in this table under the
 * lock. */
void intern_share(struct intern *intern, struct thread_lock *lock);
struct intern *intern_beside(struct intern *shared, struct arena *arena);

/* Returns an empty map. */
struct map *map_new(struct arena *arena);

/* Returns the value of a key, or NULL. Keys are compared by address. */
void *map_get(const struct map *map, const void *key);

/* Stores the value of a key, replacing an older value. */
void map_set(struct map *map, const void *key, void *value);

#endif
