/*
 * A number that tells texts apart, mostly: FNV-1a, of the same bytes the same on every machine.
 *
 *     uint32_t hash = hash_add(HASH_NOTHING, bytes, size);
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_NOTHING 2166136261u

/* The number of what `hash` is the number of, and these bytes behind it. */
static inline uint32_t hash_add(uint32_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash;
}

#endif
