/*
 * Reads numbers at any address in a file: little-endian ones, as in PDBs, or in the byte order of the file.
 */
#ifndef PDB_LITTLE_H
#define PDB_LITTLE_H

#include <stdbool.h>
#include <stdint.h>

static inline uint16_t little_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t little_u32(const uint8_t *at)
{
    return little_u16(at) | (uint32_t)little_u16(at + 2) << 16;
}

static inline uint64_t little_u64(const uint8_t *at)
{
    return little_u32(at) | (uint64_t)little_u32(at + 4) << 32;
}

static inline uint16_t ordered_u16(bool is_big, const uint8_t *at)
{
    const uint16_t big = (uint16_t)(at[0] << 8 | at[1]);
    return is_big ? big : little_u16(at);
}

static inline uint32_t ordered_u32(bool is_big, const uint8_t *at)
{
    return is_big ? (uint32_t)ordered_u16(true, at) << 16 | ordered_u16(true, at + 2) : little_u32(at);
}

static inline uint64_t ordered_u64(bool is_big, const uint8_t *at)
{
    return is_big ? (uint64_t)ordered_u32(true, at) << 32 | ordered_u32(true, at + 4) : little_u64(at);
}

#endif
