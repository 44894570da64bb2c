#include "memory/address.h"

#include <stddef.h>

#include "memory/dump.h"

/* Bits of an entry of a page table. */
#define ENTRY_PRESENT UINT64_C(1)
#define ENTRY_TABLE UINT64_C(2) /* arm64: the entry leads to a table; on the last level, to a page */
#define ENTRY_LARGE UINT64_C(0x80)

enum { LEVELS_MOST = 5, ENTRY_MOST = 8 };

/* A level of page tables. */
struct level {
    const char *name; /* name of the level's entries in error messages */
    /* in an address: number of bits below the index into the table, and number of bits of the index */
    unsigned shift, bits;
    bool may_be_page; /* an entry of this level may be a large page */
};

/* The form of the page tables of a machine. */
struct paging {
    const char *machine;
    struct level levels[LEVELS_MOST]; /* levels from the outermost table on; the last one has shift 12 */
    unsigned entry_size;
    /* number of bits of a virtual address that are translated; higher bits are copies of the highest one, or 0 on
     * x86 */
    unsigned address_bits;
    uint64_t root;    /* mask of the bits of DirectoryTableBase that are the address of the outermost table */
    uint64_t address; /* mask of the bits of an entry that are the address of a table or page */
};

static const struct paging on_x86 = {
    "x86", {{"PDE", 22, 10, true}, {"PTE", 12, 10, true}}, 4, 32, 0xFFFFF000u, 0xFFFFF000u};

static const struct paging on_x86_pae = {
    "x86", {{"PDPTE", 30, 2, false}, {"PDE", 21, 9, true}, {"PTE", 12, 9, true}}, 8, 32, 0xFFFFFFE0u,
    UINT64_C(0x000FFFFFFFFFF000)};

static const struct paging on_x64 = {
    "x64", {{"PML4E", 39, 9, false}, {"PDPTE", 30, 9, true}, {"PDE", 21, 9, true}, {"PTE", 12, 9, true}}, 8, 48,
    UINT64_C(0x000FFFFFFFFFF000), UINT64_C(0x000FFFFFFFFFF000)};

static const struct paging on_x64_la57 = {
    "x64",
    {{"PML5E", 48, 9, false}, {"PML4E", 39, 9, false}, {"PDPTE", 30, 9, true}, {"PDE", 21, 9, true},
     {"PTE", 12, 9, true}},
    8, 57, UINT64_C(0x000FFFFFFFFFF000), UINT64_C(0x000FFFFFFFFFF000)};

/* arm64 has one table for both halves of the address space here: bit 47 is the highest bit of the index. */
static const struct paging on_arm64 = {
    "arm64",
    {{"descriptor of level 0", 39, 9, false}, {"descriptor of level 1", 30, 9, true},
     {"descriptor of level 2", 21, 9, true}, {"descriptor of level 3", 12, 9, true}},
    8, 48, UINT64_C(0x0000FFFFFFFFF000), UINT64_C(0x0000FFFFFFFFF000)};

static const struct paging *find_paging(const struct kernel_dump *dump)
{
    if (dump->machine == KERNEL_DUMP_X86)
        return dump->is_extended ? &on_x86_pae : &on_x86;
    if (dump->machine == KERNEL_DUMP_ARM64)
        return &on_arm64;
    return dump->is_extended ? &on_x64_la57 : &on_x64;
}

static bool is_last(const struct level *level)
{
    return level->shift == 12;
}

/* True if an entry of a level is present: it leads to a table or a page. */
static bool is_present(const struct paging *paging, const struct level *level, uint64_t entry)
{
    bool is_full = paging != &on_arm64 || entry & ENTRY_TABLE || (level->may_be_page && !is_last(level));
    return entry & ENTRY_PRESENT && is_full;
}

/* True if a present entry is a page: its bits say so, or there is no lower level. */
static bool is_page(const struct paging *paging, const struct level *level, uint64_t entry)
{
    bool is_large = paging == &on_arm64 ? !(entry & ENTRY_TABLE) : entry & ENTRY_LARGE;
    return is_last(level) || (level->may_be_page && is_large);
}

/* Returns the physical address of a page. A page of 4 MiB has address bits from 32 on in bits 13 to 20 of its entry. */
static uint64_t page_address(const struct paging *paging, const struct level *level, uint64_t entry)
{
    uint64_t address = entry & paging->address & ~((UINT64_C(1) << level->shift) - 1);
    return paging == &on_x86 && !is_last(level) ? address | (entry >> 13 & 0xFF) << 32 : address;
}

/* True if the bits of an address that are not translated have the right values. */
static bool is_address(const struct paging *paging, uint64_t address)
{
    if (paging->address_bits == 32)
        return !(address >> 32);
    uint64_t high = address >> (paging->address_bits - 1);
    return !high || high == UINT64_MAX >> (paging->address_bits - 1);
}

static bool translate_address(const struct kernel_dump *dump, uint64_t address, uint64_t *physical, uint64_t *left,
                              struct kernel_dump_error *error)
{
    const struct paging *paging = find_paging(dump);
    uint64_t table = dump->page_tables & paging->root;
    if (!is_address(paging, address))
        return kernel_dump_fail(error, "0x%llX is no address of %s", (unsigned long long)address, paging->machine);
    for (const struct level *level = paging->levels;; level++) {
        unsigned char bytes[ENTRY_MOST];
        uint64_t index = address >> level->shift & ((UINT64_C(1) << level->bits) - 1);
        uint64_t place = table + index * paging->entry_size;
        struct kernel_dump_error missing;
        if (!kernel_dump_read_physical(dump, place, bytes, paging->entry_size, &missing))
            return kernel_dump_fail(error, "address 0x%llX: the dump does not hold its %s, at physical address 0x%llX",
                                    (unsigned long long)address, level->name, (unsigned long long)place);
        uint64_t entry = paging->entry_size == 4 ? kernel_dump_u32(bytes) : kernel_dump_u64(bytes);
        if (!is_present(paging, level, entry))
            return kernel_dump_fail(error, "address 0x%llX is in no page: its %s at physical address 0x%llX is 0x%llX",
                                    (unsigned long long)address, level->name, (unsigned long long)place,
                                    (unsigned long long)entry);
        if (is_page(paging, level, entry)) {
            uint64_t size = UINT64_C(1) << level->shift, into = address & (size - 1);
            *physical = page_address(paging, level, entry) + into;
            *left = size - into;
            return true;
        }
        table = entry & paging->address;
    }
}

/* True if the list at `head` leads to a first element, and this one back to the head. */
static bool leads_back(const struct kernel_dump *dump, uint64_t head)
{
    unsigned char links[16];
    struct kernel_dump_error ignored;
    return kernel_address_read(dump, head, links, sizeof links, &ignored) &&
           kernel_address_read(dump, kernel_dump_u64(links), links, sizeof links, &ignored) &&
           kernel_dump_u64(links + 8) == head;
}

void kernel_address_find_levels(struct kernel_dump *dump)
{
    if (dump->machine != KERNEL_DUMP_X64 || dump->type == KERNEL_DUMP_TRIAGE)
        return;
    for (int i = 0; i < 2; i++) {
        dump->is_extended = i == 1;
        if (leads_back(dump, dump->module_list) || leads_back(dump, dump->process_head))
            return;
    }
    dump->is_extended = false;
}

bool kernel_address_locate(const struct kernel_dump *dump, uint64_t address, uint64_t *offset, uint64_t *left,
                        struct kernel_dump_error *error)
{
    *left = UINT64_MAX;
    if (dump->type == KERNEL_DUMP_TRIAGE)
        return kernel_dump_find(dump, address, "virtual", offset, left, error);
    uint64_t physical = 0;
    return translate_address(dump, address, &physical, left, error) &&
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
