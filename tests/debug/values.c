/* Writes a structure with bit-fields, as this machine has it. */
#include <stdio.h>

#include "thing.c"

int main(void)
{
    struct bits bits = {.low = 5,
                        .high = 19,
                        .byte = 0x55,
                        .wide = 0x89ABCDEF01,
                        .on = 1,
                        .color = BLUE,
                        .last = -3};
    return fwrite(&bits, sizeof bits, 1, stdout) != 1;
}
