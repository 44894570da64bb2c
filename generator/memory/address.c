#include "memory/address.h"

#include <stddef.h>

#include "memory/dump.h"

#define ENTRY_PRESENT UINT64_C(1)
#define ENTRY_LARGE UINT64_C(0x80)
#define ENTRY_ADDRESS UINT64_C(0x000FFFFFFFFFF000)

/* The levels, from the outermost table on. */
static const struct level {
    const char *name; /* of an entry */
    unsigned shift;   /* bits of an address below the index into the table */
    bool may_be_page; /* an entry may be a large page */
} levels[] = {
    {"PML4E", 39, false},
    {"PDPTE", 30, true},
    {"PDE", 21, true},
    {"PTE", 12, true},
};

enum { INDEX_MASK = 0x1FF, ENTRY_SIZE = 8, LEVEL_COUNT = sizeof levels / sizeof *levels, CANONICAL_SHIFT = 47 };

/* True if an entry of a level is a page: it says so, or there is no level below. */
static bool is_page(const struct level *level, uint64_t entry)
{
    return level == &levels[LEVEL_COUNT - 1] || (level->may_be_page && entry & ENTRY_LARGE);
}

static bool translate(const struct kernel_dump *dump, uint64_t address, uint64_t *physical, uint64_t *left,
                      struct kernel_dump_error *error)
{
    uint64_t table = dump->page_tables & ENTRY_ADDRESS, high = address >> CANONICAL_SHIFT;
    if (dump->machine != KERNEL_DUMP_X64)
        return kernel_dump_fail(error, "page tables of arm64 are not read, so no address is found");
    if (high && high != UINT64_MAX >> CANONICAL_SHIFT)
        return kernel_dump_fail(error, "0x%llX is no address of x64", (unsigned long long)address);
    for (const struct level *level = levels;; level++) {
        unsigned char bytes[ENTRY_SIZE];
        uint64_t place = table + (address >> level->shift & INDEX_MASK) * ENTRY_SIZE;
        struct kernel_dump_error missing;
        if (!kernel_dump_read_physical(dump, place, bytes, sizeof bytes, &missing))
            return kernel_dump_fail(error, "address 0x%llX: the dump does not hold its %s, at physical address 0x%llX",
                                    (unsigned long long)address, level->name, (unsigned long long)place);
        uint64_t entry = kernel_dump_u64(bytes);
        if (!(entry & ENTRY_PRESENT))
            return kernel_dump_fail(error, "address 0x%llX is in no page: its %s at physical address 0x%llX is 0x%llX",
                                    (unsigned long long)address, level->name, (unsigned long long)place,
                                    (unsigned long long)entry);
        if (is_page(level, entry)) {
            uint64_t size = UINT64_C(1) << level->shift, into = address & (size - 1);
            *physical = (entry & ENTRY_ADDRESS & ~(size - 1)) + into;
            *left = size - into;
            return true;
        }
        table = entry & ENTRY_ADDRESS;
    }
}

bool kernel_address_locate(const struct kernel_dump *dump, uint64_t address, uint64_t *offset, uint64_t *left,
                        struct kernel_dump_error *error)
{
    *left = UINT64_MAX;
    if (dump->type == KERNEL_DUMP_TRIAGE)
        return kernel_dump_find(dump, address, "virtual", offset, left, error);
    uint64_t physical = 0;
    return translate(dump, address, &physical, left, error) &&
           kernel_dump_find(dump, physical, "physical", offset, left, error);
}

bool kernel_address_read(const struct kernel_dump *dump, uint64_t address, void *bytes, size_t size,
                      struct kernel_dump_error *error)
{
    unsigned char *next = bytes;
    if (size > UINT64_MAX - address)
        return kernel_dump_fail(error, "there are no 0x%llX bytes at address 0x%llX", (unsigned long long)size,
                                (unsigned long long)address);
    while (size) {
        uint64_t offset, left;
        if (!kernel_address_locate(dump, address, &offset, &left, error))
            return false;
        size_t length = left < size ? (size_t)left : size;
        if (!kernel_dump_read_file(dump, offset, next, length, "memory", error))
            return false;
        next += length;
        size -= length;
        address += length;
    }
    return true;
}
