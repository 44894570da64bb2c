/* hostile FILE...: gives the fuzzer's reader each beginning of each file, and copies with some bytes changed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPIES 2000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In memory of exactly that size, so that a sanitizer sees every step beyond. */
static void try_copy(const uint8_t *data, size_t size, uint32_t *seed)
{
    uint8_t *copy = malloc(size ? size : 1);
    unsigned changes = seed ? *seed % 8 + 1 : 0;

    if (!copy)
        exit(2);
    memcpy(copy, data, size);
    while (changes-- > 0 && size > 0) {
        uint32_t at;

        *seed = *seed * 1664525u + 1013904223u;
        at = *seed >> 8;
        *seed = *seed * 1664525u + 1013904223u;
        copy[at % size] = (uint8_t)(*seed >> 24);
    }
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char **argv)
{
    static uint8_t data[1 << 16];
    unsigned long tried = 0;
    uint32_t seed = 1;
    int i;

    for (i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t size, n;

        if (!file)
            return 2;
        size = fread(data, 1, sizeof data, file);
        fclose(file);
        for (n = 0; n <= size; n++, tried++)
            try_copy(data, n, NULL);
        for (n = 0; n < COPIES; n++, tried++)
            try_copy(data, size, &seed);
    }
    printf("%lu tried\n", tried);
    return tried == 0;
}
