/* Reads a HEAD of 2.0 from standard input, prints its members, sets some and prints the bytes: values be|le. */
#include <stdio.h>
#include <string.h>

#define STRATA_PRINT_IMPLEMENTATION
#include "wire.h"

static void put(void *context, const char *text, size_t size)
{
    fwrite(text, 1, size, (FILE *)context);
}

int main(int argc, char **argv)
{
    unsigned char bytes[64];
    size_t i, size = fread(bytes, 1, sizeof bytes, stdin);
    strata_target target =
        STRATA_TARGET(STRATA_VERSION_2_0, argc > 1 && !strcmp(argv[1], "be") ? STRATA_ARCH_BE : STRATA_ARCH_LE);
    strata_HEAD head;
    uint32_t magic, own;
    uint16_t port, high;
    uint8_t low;
    int16_t second;
    uint64_t time, next;
    float rate;

    if (strata_HEAD_open_mutable(&head, bytes, size, target) != STRATA_OK)
        return 1;
    if (strata_HEAD_get_Magic(&head, &magic) || strata_HEAD_get_Port(&head, &port) ||
        strata_HEAD_get_A(&head, &low) || strata_HEAD_get_B(&head, &high) || strata_HEAD_get_Rate(&head, &rate) ||
        strata_HEAD_List_at(&head, 1, &second) || strata_HEAD_get_Time(&head, &time) ||
        strata_HEAD_get_Next(&head, &next) || strata_HEAD_get_Own(&head, &own))
        return 1;
    printf("%lx %u %x %x %g %d %lx %lx %lu\n", (unsigned long)magic, (unsigned)port, (unsigned)low, (unsigned)high,
           (double)rate, (int)second, (unsigned long)(time >> 32), (unsigned long)next, (unsigned long)own);
    strata_HEAD_print(&head, put, stdout);
    if (strata_HEAD_set_B(&head, 0x123) || strata_HEAD_set_Rate(&head, 2.5F) || strata_HEAD_set_Magic(&head, 1) ||
        strata_HEAD_List_set_at(&head, 2, -5) || strata_HEAD_set_Time(&head, 0x1122334455667788))
        return 1;
    for (i = 0; i < size; i++)
        printf("%02x", (unsigned)bytes[i]);
    printf("\n");
    return 0;
}
