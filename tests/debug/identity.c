/* Finds kernels by their build IDs, in a header of identities and in a pack. */
#include "strata_pack.h"
#include "built/types_identity.h"

#include <stdio.h>

#define COUNT (sizeof strata_identities_built_types / sizeof *strata_identities_built_types)

static unsigned char bytes[1 << 20];

static void find(const strata_pack *pack, const unsigned char *id, size_t size)
{
    strata_target one, other;
    int in_header = strata_find_by_build_id(strata_identities_built_types, COUNT, id, size, &one) == STRATA_OK;
    int in_pack = strata_pack_find_by_build_id(pack, id, size, &other) == STRATA_OK;

    printf("%d %d %016llx %016llx\n", in_header, in_pack, (unsigned long long)one, (unsigned long long)other);
}

int main(int count, char **arguments)
{
    unsigned char id[] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23,
                          0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67};
    strata_pack pack;
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;

    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        return 1;
    find(&pack, id, sizeof id);
    id[19]++;
    find(&pack, id, sizeof id);
    find(&pack, id, 19);
    find(&pack, id, 0);
    return fclose(file);
}
