/*
 * Any bytes are an image or none: nothing is read outside of them, and what is found is in them.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "model/identity.h"
#include "pdb/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct identity_numbers numbers;
    uint32_t machine;
    uint8_t *exact = malloc(size ? size : 1); /* a read past its end is detected */
    if (!exact)
        abort();
    if (size)
        memcpy(exact, data, size);
    if (image_read(exact, size, &machine, &numbers)) {
        if (numbers.has_pdb || numbers.has_image)
            abort();
    } else if (numbers.has_pdb) {
        size_t at = 0;
        while (at + sizeof numbers.guid <= size && memcmp(exact + at, numbers.guid, sizeof numbers.guid) != 0)
            at++;
        if (at + sizeof numbers.guid > size)
            abort();
    }
    struct arena *arena = arena_new();
    const char *name = image_find_database(arena, exact, size);
    uint64_t version;
    if (name && (!numbers.has_pdb || !*name))
        abort();
    image_read_version(exact, size, &version);
    arena_free(arena);
    free(exact);
    return 0;
}
