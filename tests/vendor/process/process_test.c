/* Reads processes as kernels of several versions have them in memory. */
#include <stdio.h>
#include <string.h>

#include "process.h"

/* Puts a word into an object at an offset of the symbol file of that kernel. */
static void put(unsigned char *object, size_t offset, uint64_t value)
{
    memcpy(object + offset, &value, sizeof value);
}

static void try_kernel(uint32_t build, uint32_t revision, size_t id, size_t links, size_t token, size_t name)
{
    unsigned char object[0xC00] = {0};
    struct process process;
    put(object, id, 4712);
    put(object, links, 0xFFFFA1022F3C5488u);
    put(object, token, 0xFFFFB38F7A1C206Fu);
    memcpy(object + name, "explorer.exe", 12);
    strata_status status = process_read(&process, object, sizeof object, build, revision);
    printf("10.0.%u.%u: %s", (unsigned)build, (unsigned)revision, strata_status_name(status));
    if (status == STRATA_OK)
        printf(", %llu %s, token %llX, next %llX", (unsigned long long)process.id, process.name,
               (unsigned long long)process.token, (unsigned long long)process.next);
    printf("\n");
}

int main(void)
{
    try_kernel(14393, 5006, 0x2E8, 0x2F0, 0x358, 0x450); /* attested */
    try_kernel(17763, 3000, 0x2E0, 0x2E8, 0x358, 0x450); /* between attested ones of its build */
    try_kernel(19041, 3570, 0x440, 0x448, 0x4B8, 0x5A8);
    try_kernel(19045, 3570, 0x440, 0x448, 0x4B8, 0x5A8); /* 22H2 runs the kernel of 2004 */
    try_kernel(22000, 318, 0x440, 0x448, 0x4B8, 0x5A8);
    try_kernel(22621, 2428, 0x440, 0x448, 0x4B8, 0x5A8); /* nobody looked at this build */
    struct process process;
    unsigned char part[0x4C0] = {0};
    printf("of 0x4C0 bytes: %s\n", strata_status_name(process_read(&process, part, sizeof part, 19041, 3570)));
    return 0;
}
