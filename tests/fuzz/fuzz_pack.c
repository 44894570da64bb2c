/*
 * strata_pack.h: the input is a pack, as it is and with its size and checksum put right, so that what stands behind
 * them is read. Whatever opens is asked for everything.
 */
#include <stdint.h>

#include "../pack/exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    strata_pack pack;
    unsigned char *copy;

    if (strata_pack_open(&pack, data, size) == STRATA_OK)
        exercise_pack(&pack);
    if (size < STRATA_PACK_HEADER_)
        return 0;
    size -= size % 8;
    copy = malloc(size);
    EXPECT(copy != NULL);
    memcpy(copy, data, size);
    strata_store_u64(copy, STRATA_PACK_MAGIC_);
    strata_store_u32(copy + 8, STRATA_PACK_FORMAT);
    strata_store_u32(copy + 12, (uint32_t)size);
    strata_store_u64(copy + 16, strata_pack_checksum(copy, size));
    if (strata_pack_open(&pack, copy, size) == STRATA_OK)
        exercise_pack(&pack);
    free(copy);
    return 0;
}
