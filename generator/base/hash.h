/*
 * The hash function FNV-1a. It gives the same value on every machine.
 *
 *     uint32_t hash = hash_add(HASH_NOTHING, bytes, size);
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_NOTHING 2166136261u

/* Returns the hash of the bytes that `hash` covers followed by these bytes. */
static inline uint32_t hash_add(uint32_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash;
}

#endif
