/*
 * Numbers of PDBs, which are little-endian and lie at any address.
 */
#ifndef PDB_LITTLE_H
#define PDB_LITTLE_H

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

#endif
