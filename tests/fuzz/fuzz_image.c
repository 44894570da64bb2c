/*
 * Any bytes are an image or none: nothing is read outside of them, and what is found is in them.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pdb/image.h"
#include "model/identity.h"

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
    free(exact);
    return 0;
}
