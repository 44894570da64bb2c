/*
 * What runtime/README.md shows under "Memory that is not here", run on two processes that have two loggers each. The
 * example is cut out of the page into example.h. C99 and C++11.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef size_t SIZE_T;
typedef void *HANDLE;

/* Output of the example. */
static char printed[0x100];
#define printf(...) snprintf(printed + strlen(printed), sizeof printed - strlen(printed), __VA_ARGS__)

struct process {
    uint64_t base;
    unsigned char bytes[0x1000];
};

static int ReadProcessMemory(HANDLE handle, const void *address, void *buffer, SIZE_T size, SIZE_T *got)
{
    struct process *process = (struct process *)handle;
    uint64_t offset = (uintptr_t)address - process->base;

    *got = 0;
    if (offset >= sizeof process->bytes)
        return 0;
    *got = size < sizeof process->bytes - offset ? size : (SIZE_T)(sizeof process->bytes - offset);
    memcpy(buffer, process->bytes + offset, *got);
    return *got == size;
}

#include "example.h"

static void put(struct process *process, uint64_t address, unsigned size, uint64_t value)
{
    unsigned i;
    for (i = 0; i < size; i++)
        process->bytes[address - process->base + i] = (unsigned char)(value >> 8 * i & 0xFFu);
}

/* A logger at `address`, linked behind `before`; offsets as the document has them for 6.1. */
static void put_logger(struct process *process, unsigned pointer, uint64_t address, uint64_t before, const char *name)
{
    uint64_t link = address + (pointer == 4 ? 0x9C : 0xE0), string = address + (pointer == 4 ? 0x60 : 0x88);
    size_t length = strlen(name), i;

    put(process, before, pointer, link);
    put(process, link + pointer, pointer, before);
    put(process, link, pointer, process->base);
    put(process, process->base + pointer, pointer, link);
    put(process, string, 2, length * 2);
    put(process, string + 2, 2, length * 2 + 2);
    put(process, string + pointer, pointer, address + 0x300);
    for (i = 0; i < length; i++)
        put(process, address + 0x300 + 2 * i, 2, (unsigned char)name[i]);
}

static int names_both(unsigned pointer, uint64_t base, strata_target target)
{
    static struct process process;
    strata_reader reader = {read_process, STRATA_NULLPTR};
    uint64_t link = base + 0x400 + (pointer == 4 ? 0x9C : 0xE0);

    memset(&process, 0, sizeof process);
    printed[0] = '\0';
    process.base = base;
    put_logger(&process, pointer, base + 0x400, base, "Circular Kernel Context Logger");
    put_logger(&process, pointer, base + 0x800, link, "EventLog-System");
    if (name_loggers(&process, base, target) != STRATA_OK ||
        strcmp(printed, "Circular Kernel Context Logger\nEventLog-System\n") != 0)
        return 0;
    printed[0] = '\0';
    reader.context = &process;
    put(&process, base + 0x400 + 0x14, 4, 2);
    put(&process, base + 0x800 + 0x14, 4, 3);
    return list_loggers(&reader, base, target) == STRATA_OK &&
           strcmp(printed, "2 Circular Kernel Context Logger\n3 EventLog-System\n") == 0;
}

int main(void)
{
    int x86 = names_both(4, 0x10000, STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X86));
    int x64 = names_both(8, 0x7FF00000, STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64));

#undef printf
    printf("2 checks, %d failed\n", 2 - x86 - x64);
    return x86 && x64 ? 0 : 1;
}
