/*
 * Finding things: by a hash, and in ascending lists by halving them.
 */
#ifndef BASE_LOOKUP_H
#define BASE_LOOKUP_H

#include <stddef.h>
#include <stdint.h>

#define HASH_NOTHING 2166136261u

/* Returns the hash of the bytes that `hash` covers, HASH_NOTHING at first, followed by these bytes. It is FNV-1a, which
 * gives the same value on every machine. */
static inline uint32_t hash_add(uint32_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash;
}

/* Sets `first`, a variable of type size_t, to the index of the first of `count` items that is not before the place
 * searched for; to `count` if all are. `is_before` is a condition on the item with index `i`, a name that the macro
 * declares. It is true for the items up to some place, and false behind it. */
#define SEARCH_FIRST(first, count, i, is_before) \
    do { \
        size_t search_end = (count); \
        (first) = 0; \
        while ((first) < search_end) { \
            size_t i = (first) + (search_end - (first)) / 2; \
            if (is_before) \
                (first) = i + 1; \
            else \
                search_end = i; \
        } \
    } while (0)

#endif
