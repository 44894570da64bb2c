#include "memory/dump.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"

/* Offsets and sizes in bytes. "From the block" means counted from HEADER_SIZE. */
enum {
    HEADER_SIZE = 0x2000, /* size of the header of a 64-bit kernel */
    HEADER_BUILD = 0x0C,
    HEADER_PAGE_TABLES = 0x10,
    HEADER_DEBUGGER_DATA = 0x80, /* only in the header of a 64-bit kernel */
    PAGE_BITS = 12,
    PAGE_SIZE = 1 << PAGE_BITS,
    PHYSICAL_BITS = 52,

    BITMAP_FIRST_PAGE = 0x20, /* counted from the block; contains an offset in the file */
    BITMAP_PRESENT = 0x28,    /* number of bits that are set */
    BITMAP_BITS = 0x30,
    BITMAP = 0x38,
    PIECE = 4096, /* bytes of a bitmap or a list that are read at once */

    TRIAGE_VALID = 0x08, /* this and all offsets below are counted from the block; contains an offset in the file */
    TRIAGE_PROCESSOR = 0x1C,
    TRIAGE_CALL_STACK = 0x28,
    TRIAGE_CALL_STACK_SIZE = 0x2C,
    TRIAGE_DRIVERS = 0x30,
    TRIAGE_DRIVER_COUNT = 0x34,
    TRIAGE_STRINGS = 0x38,
    TRIAGE_TOP_OF_STACK = 0x48,
    TRIAGE_DEBUGGER_DATA = 0x70,
    TRIAGE_DEBUGGER_DATA_SIZE = 0x74,
    TRIAGE_BLOCKS = 0x78,
    TRIAGE_BLOCK_COUNT = 0x7C,
    TRIAGE_SIZE = 0x80,
    BLOCK_SIZE = 16,
    DRIVER_SIZE = 0x90
};

/* The positions of fields that differ between the headers of 32-bit and 64-bit kernels. */
static const struct kernel_dump_header {
    const char *mark;
    unsigned size; /* size of the header; in a full dump, memory follows it */
    unsigned pointer_size;
    unsigned module_list, process_head, machine, bug_check;
    /* run_count: position of the number of runs; the list of runs and the number take 700 bytes */
    unsigned run_count, runs, runs_end;
    unsigned type;
    /* position of a byte that is 1 if the page tables have three levels; 0: the header has no such byte */
    unsigned extended;
} headers[] = {
    {"PAGEDUMP", 0x1000, 4, 0x18, 0x1C, 0x20, 0x28, 0x64, 0x6C, 0x320, 0xF88, 0x5C},
    {"PAGEDU64", HEADER_SIZE, 8, 0x20, 0x28, 0x30, 0x38, 0x88, 0x98, 0x344, 0xF98, 0},
};

enum { MARK_SIZE = 8, HEADER_MOST = 0xF9C, RUNS_ROOM = 700 };

bool kernel_dump_fail(struct kernel_dump_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static unsigned long long as_long(uint64_t number)
{
    return number;
}

/* ---- The file */

bool kernel_dump_read_file(const struct kernel_dump *dump, uint64_t offset, void *bytes, size_t size, const char *name,
                           struct kernel_dump_error *error)
{
    const struct kernel_dump_file *file = &dump->file;
    if (offset > file->size || size > file->size - offset)
        return kernel_dump_fail(error, "the file ends at 0x%llX, within %s at 0x%llX (0x%llX bytes)",
                                as_long(file->size), name, as_long(offset), as_long(size));
    return file->read(file->user, offset, bytes, size) ||
           kernel_dump_fail(error, "the file cannot be read at 0x%llX", as_long(offset));
}

/* Fails if the file does not have the bytes from `offset` on, which a number at position `at` of the file names. */
static bool check_file(const struct kernel_dump *dump, uint64_t at, uint64_t offset, uint64_t size, const char *name,
                       struct kernel_dump_error *error)
{
    return (offset <= dump->file.size && size <= dump->file.size - offset) ||
           kernel_dump_fail(error, "at 0x%llX: %s at 0x%llX has 0x%llX bytes, but the file ends at 0x%llX", as_long(at),
                            name, as_long(offset), as_long(size), as_long(dump->file.size));
}

/* Adds a range of memory. If there is no room, only counts it. */
static void add_range(struct kernel_dump *dump, uint64_t address, uint64_t size, uint64_t offset)
{
    if (dump->ranges && dump->range_count < dump->range_room)
        dump->ranges[dump->range_count] = (struct kernel_dump_range){address, size, offset};
    dump->range_count++;
}

/* ---- Full dumps: pages of physical memory, run after run */

static bool find_runs(struct kernel_dump *dump, struct kernel_dump_error *error)
{
    const struct kernel_dump_header *header = dump->header;
    unsigned char bytes[RUNS_ROOM];
    uint64_t offset = header->size;
    const unsigned run_size = 2 * dump->pointer_size;
    if (!kernel_dump_read_file(dump, header->run_count, bytes, sizeof bytes, "the list of memory runs", error))
        return false;
    uint32_t count = kernel_dump_u32(bytes), most = (header->runs_end - header->runs) / run_size;
    if (!memcmp(bytes, "PAGE", 4) || !count || count > most)
        return kernel_dump_fail(error, "at 0x%X: there are 0x%X memory runs, and the header has room for %u",
                                header->run_count, (unsigned)count, (unsigned)most);
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *run = bytes + (header->runs - header->run_count) + (size_t)i * run_size;
        uint64_t at = header->runs + (uint64_t)i * run_size;
        uint64_t page = kernel_dump_pointer(dump, run), pages = kernel_dump_pointer(dump, run + dump->pointer_size);
        const uint64_t end = UINT64_C(1) << (PHYSICAL_BITS - PAGE_BITS);
        if (page >= end || pages > end - page)
            return kernel_dump_fail(error, "at 0x%llX: a memory run of 0x%llX pages from page 0x%llX on is too large",
                                    as_long(at), as_long(pages), as_long(page));
        if (!check_file(dump, at, offset, pages << PAGE_BITS, "a memory run", error))
            return false;
        if (pages)
            add_range(dump, page << PAGE_BITS, pages << PAGE_BITS, offset);
        offset += pages << PAGE_BITS;
    }
    return true;
}

/* ---- Dumps with a bitmap: a bit for each page of physical memory, and the pages whose bits are set */

/* Set bits of the bitmap that follow each other, while the bits are read. */
struct bits {
    uint64_t page;          /* number of the next bit, which is the number of a page */
    uint64_t begin, length; /* first and number of the set bits just before the next bit */
    uint64_t offset;        /* offset in the file of the page of the first of these bits */
    uint64_t set;           /* number of all set bits so far */
};

static void end_bits(struct kernel_dump *dump, struct bits *bits)
{
    if (bits->length)
        add_range(dump, bits->begin << PAGE_BITS, bits->length << PAGE_BITS, bits->offset);
    bits->offset += bits->length << PAGE_BITS;
    bits->length = 0;
}

static bool find_pages(struct kernel_dump *dump, struct kernel_dump_error *error)
{
    unsigned char header[BITMAP], piece[PIECE];
    if (!kernel_dump_read_file(dump, HEADER_SIZE, header, sizeof header, "the header of the bitmap", error))
        return false;
    if ((memcmp(header, "SDMP", 4) != 0 && memcmp(header, "FDMP", 4) != 0) || memcmp(header + 4, "DUMP", 4) != 0)
        return kernel_dump_fail(error, "at 0x%X: there is no header of a bitmap, SDMPDUMP or FDMPDUMP", HEADER_SIZE);
    struct bits bits = {.offset = kernel_dump_u64(header + BITMAP_FIRST_PAGE)};
    uint64_t present = kernel_dump_u64(header + BITMAP_PRESENT), count = kernel_dump_u64(header + BITMAP_BITS);
    uint64_t begin = HEADER_SIZE + BITMAP, size = count / 8 + (count % 8 != 0);
    if (count >> (PHYSICAL_BITS - PAGE_BITS) || present > count)
        return kernel_dump_fail(error, "at 0x%X: there are 0x%llX pages in a bitmap of 0x%llX bits, which cannot be",
                                HEADER_SIZE + BITMAP_PRESENT, as_long(present), as_long(count));
    if (!check_file(dump, HEADER_SIZE + BITMAP_BITS, begin, size, "the bitmap", error) ||
        !check_file(dump, HEADER_SIZE + BITMAP_FIRST_PAGE, bits.offset, present << PAGE_BITS, "the memory", error))
        return false;
    if (bits.offset < begin + size)
        return kernel_dump_fail(error, "at 0x%X: the memory begins at 0x%llX, within the bitmap",
                                HEADER_SIZE + BITMAP_FIRST_PAGE, as_long(bits.offset));
    for (uint64_t at = 0; at < size; at += sizeof piece) {
        size_t length = size - at < sizeof piece ? (size_t)(size - at) : sizeof piece;
        if (!kernel_dump_read_file(dump, begin + at, piece, length, "the bitmap", error))
            return false;
        for (size_t i = 0; i < length; i++) {
            bool is_empty = !piece[i] && !bits.length && count - bits.page >= 8;
            bits.page += is_empty ? 8 : 0;
            for (unsigned bit = 0; bit < 8 && bits.page < count && !is_empty; bit++) {
                if (!(piece[i] >> bit & 1)) {
                    end_bits(dump, &bits);
                } else {
                    bits.begin = bits.length ? bits.begin : bits.page;
                    bits.length++;
                    bits.set++;
                }
                bits.page++;
            }
        }
        if (bits.set > present)
            break;
    }
    end_bits(dump, &bits);
    return bits.set == present ||
           kernel_dump_fail(error, "at 0x%X: there are 0x%llX pages, but the bitmap has %s",
                            HEADER_SIZE + BITMAP_PRESENT, as_long(present), bits.set > present ? "more" : "fewer");
}

/* ---- Triage dumps: blocks of virtual memory, and the structures of the processor that crashed */

/* Adds a block of virtual memory. A number at position `at` of the file names it. */
static bool add_block(struct kernel_dump *dump, uint64_t at, uint64_t address, uint64_t size, uint64_t offset,
                      struct kernel_dump_error *error)
{
    if (!check_file(dump, at, offset, size, "a block of memory", error))
        return false;
    if (size > UINT64_MAX - address)
        return kernel_dump_fail(error, "at 0x%llX: a block of 0x%llX bytes at address 0x%llX is too large", as_long(at),
                                as_long(size), as_long(address));
    if (size)
        add_range(dump, address, size, offset);
    return true;
}

/* Finds the structures of the processor that crashed. Each ends where the next part of the block begins. */
static bool find_current(struct kernel_dump *dump, const unsigned char *triage, struct kernel_dump_error *error)
{
    static const unsigned ends[] = {TRIAGE_PROCESSOR, TRIAGE_PROCESSOR + 4, TRIAGE_PROCESSOR + 8, TRIAGE_CALL_STACK,
                                    TRIAGE_DRIVERS, TRIAGE_STRINGS, TRIAGE_DEBUGGER_DATA, TRIAGE_BLOCKS};
    for (unsigned i = 0; i < KERNEL_DUMP_CURRENT_COUNT; i++) {
        unsigned at = TRIAGE_PROCESSOR + 4 * i;
        uint64_t offset = kernel_dump_u32(triage + at), end = dump->file.size;
        if (!offset)
            continue;
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            uint64_t other = kernel_dump_u32(triage + ends[k]);
            end = other > offset && other < end ? other : end;
        }
        if (offset >= end)
            return kernel_dump_fail(error, "at 0x%X: a structure begins at 0x%llX, but the file ends at 0x%llX",
                                    HEADER_SIZE + at, as_long(offset), as_long(end));
        dump->current[i] = (struct kernel_dump_place){offset, end - offset};
    }
    return true;
}

static bool find_blocks(struct kernel_dump *dump, struct kernel_dump_error *error)
{
    unsigned char triage[TRIAGE_SIZE], piece[PIECE], valid[4], address[8];
    if (!kernel_dump_read_file(dump, HEADER_SIZE, triage, sizeof triage, "the triage block", error) ||
        !kernel_dump_read_file(dump, kernel_dump_u32(triage + TRIAGE_VALID), valid, sizeof valid,
                               "the mark of a whole dump", error) ||
        !kernel_dump_read_file(dump, HEADER_DEBUGGER_DATA, address, sizeof address, "the header", error) ||
        !find_current(dump, triage, error))
        return false;
    if (memcmp(valid, "TRGD", 4) != 0)
        return kernel_dump_fail(error, "at 0x%X: the mark of a whole dump is not at 0x%X", HEADER_SIZE + TRIAGE_VALID,
                                (unsigned)kernel_dump_u32(triage + TRIAGE_VALID));
    dump->drivers = kernel_dump_u32(triage + TRIAGE_DRIVERS);
    dump->driver_count = kernel_dump_u32(triage + TRIAGE_DRIVER_COUNT);
    uint64_t begin = kernel_dump_u32(triage + TRIAGE_BLOCKS), count = kernel_dump_u32(triage + TRIAGE_BLOCK_COUNT);
    if (!check_file(dump, HEADER_SIZE + TRIAGE_DRIVER_COUNT, dump->drivers, dump->driver_count * DRIVER_SIZE,
                    "the list of drivers", error) ||
        !check_file(dump, HEADER_SIZE + TRIAGE_BLOCK_COUNT, begin, count * BLOCK_SIZE, "the list of blocks", error) ||
        !add_block(dump, HEADER_SIZE + TRIAGE_CALL_STACK, kernel_dump_u64(triage + TRIAGE_TOP_OF_STACK),
                   kernel_dump_u32(triage + TRIAGE_CALL_STACK_SIZE), kernel_dump_u32(triage + TRIAGE_CALL_STACK),
                   error) ||
        !add_block(dump, HEADER_SIZE + TRIAGE_DEBUGGER_DATA, kernel_dump_u64(address),
                   kernel_dump_u32(triage + TRIAGE_DEBUGGER_DATA_SIZE), kernel_dump_u32(triage + TRIAGE_DEBUGGER_DATA),
                   error))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        size_t place = (size_t)(i % (PIECE / BLOCK_SIZE)) * BLOCK_SIZE;
        uint64_t at = begin + i * BLOCK_SIZE, left = (count - i) * BLOCK_SIZE;
        if (!place && !kernel_dump_read_file(dump, at, piece, left < PIECE ? (size_t)left : PIECE,
                                             "the list of blocks", error))
            return false;
        const unsigned char *block = piece + place;
        if (!add_block(dump, at, kernel_dump_u64(block), kernel_dump_u32(block + 12), kernel_dump_u32(block + 8),
                       error))
            return false;
    }
    return true;
}

/* ---- Opening */

/* The forms of dumps, each with the function that finds its memory. The function is called twice: first to count the
 * ranges, then to store them. */
static const struct form {
    enum kernel_dump_type type;
    const char *name;
    bool (*find)(struct kernel_dump *dump, struct kernel_dump_error *error);
} forms[] = {
    {KERNEL_DUMP_FULL, "full", find_runs},
    {KERNEL_DUMP_TRIAGE, "triage", find_blocks},
    {KERNEL_DUMP_BITMAP_FULL, "full, with a bitmap", find_pages},
    {KERNEL_DUMP_BITMAP_KERNEL, "kernel, with a bitmap", find_pages},
};

static const struct form *find_form(uint32_t type)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if ((uint32_t)forms[i].type == type)
            return &forms[i];
    return NULL;
}

/* Returns the form of a header by its first bytes; NULL if it is none. */
static const struct kernel_dump_header *find_header(const unsigned char *bytes)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (!memcmp(bytes, headers[i].mark, MARK_SIZE))
            return &headers[i];
    return NULL;
}

bool kernel_dump_is(const void *bytes, size_t size)
{
    return size >= MARK_SIZE && find_header(bytes);
}

/* Takes the machine from the header. Fails if the machine is unknown. */
static bool take_machine(struct kernel_dump *dump, const unsigned char *header, struct kernel_dump_error *error)
{
    unsigned at = dump->header->machine;
    dump->machine = kernel_dump_u32(header + at);
    if (dump->pointer_size == 4)
        return dump->machine == KERNEL_DUMP_X86 ||
               kernel_dump_fail(error, "at 0x%X: machine 0x%X is not x86 (0x14C)", at, (unsigned)dump->machine);
    return dump->machine == KERNEL_DUMP_X64 || dump->machine == KERNEL_DUMP_ARM64 ||
           kernel_dump_fail(error, "at 0x%X: machine 0x%X is neither x64 (0x8664) nor arm64 (0xAA64)", at,
                            (unsigned)dump->machine);
}

bool kernel_dump_open(struct kernel_dump *dump, const struct kernel_dump_file *file, struct kernel_dump_error *error)
{
    unsigned char header[HEADER_MOST];
    *dump = (struct kernel_dump){.file = *file};
    if (!kernel_dump_read_file(dump, 0, header, MARK_SIZE, "the header", error))
        return false;
    dump->header = find_header(header);
    if (!dump->header)
        return kernel_dump_fail(error, "at 0x0: this is no kernel dump");
    dump->pointer_size = dump->header->pointer_size;
    if (!kernel_dump_read_file(dump, 0, header, dump->header->type + 4, "the header", error))
        return false;
    uint32_t type = kernel_dump_u32(header + dump->header->type);
    const struct form *form = find_form(type);
    if (dump->pointer_size == 4 && type != KERNEL_DUMP_FULL)
        return kernel_dump_fail(error, "at 0x%X: a dump of a 32-bit kernel of type 0x%X is not read; type 1 is",
                                dump->header->type, (unsigned)type);
    if (!form)
        return kernel_dump_fail(error, "at 0x%X: a dump of type 0x%X is not read; types 1, 4, 5 and 6 are",
                                dump->header->type, (unsigned)type);
    dump->type = form->type;
    dump->type_name = form->name;
    dump->build = kernel_dump_u32(header + HEADER_BUILD);
    dump->bug_check = kernel_dump_u32(header + dump->header->bug_check);
    dump->page_tables = kernel_dump_pointer(dump, header + HEADER_PAGE_TABLES);
    dump->module_list = kernel_dump_pointer(dump, header + dump->header->module_list);
    dump->process_head = kernel_dump_pointer(dump, header + dump->header->process_head);
    dump->is_extended = dump->header->extended && header[dump->header->extended] == 1;
    if (!take_machine(dump, header, error))
        return false;
    bool is_clean = form->find(dump, error);
    dump->range_room = dump->range_count;
    dump->range_count = 0;
    return is_clean;
}

static int compare_ranges(const void *a, const void *b)
{
    const struct kernel_dump_range *left = a, *right = b;
    if (left->address != right->address)
        return left->address < right->address ? -1 : 1;
    return (left->offset > right->offset) - (left->offset < right->offset);
}

/* Removes from each block of virtual memory the bytes that an earlier block has. Runs of physical memory must not
 * overlap. */
static bool separate_ranges(struct kernel_dump *dump, struct kernel_dump_error *error)
{
    uint64_t end = 0;
    size_t count = 0;
    for (size_t i = 0; i < dump->range_count; i++) {
        struct kernel_dump_range range = dump->ranges[i];
        uint64_t doubled = count && range.address < end ? end - range.address : 0;
        if (doubled && dump->type != KERNEL_DUMP_TRIAGE)
            return kernel_dump_fail(error, "memory runs overlap: 0x%llX is in two, at 0x%llX and 0x%llX of the file",
                                    as_long(range.address), as_long(dump->ranges[count - 1].offset),
                                    as_long(range.offset));
        if (doubled >= range.size)
            continue;
        range = (struct kernel_dump_range){range.address + doubled, range.size - doubled, range.offset + doubled};
        end = range.address + range.size;
        dump->ranges[count++] = range;
    }
    dump->range_count = count;
    return true;
}

bool kernel_dump_map(struct kernel_dump *dump, struct kernel_dump_range *ranges, struct kernel_dump_error *error)
{
    dump->ranges = ranges;
    dump->range_count = 0;
    if (!find_form((uint32_t)dump->type)->find(dump, error))
        return false;
    if (dump->range_count > dump->range_room)
        return kernel_dump_fail(error, "the file changes while it is read");
    if (dump->range_count)
        qsort(ranges, dump->range_count, sizeof *ranges, compare_ranges);
    return separate_ranges(dump, error);
}

/* ---- Reading */

/* Returns the range that contains an address; NULL if there is none. */
static const struct kernel_dump_range *find_range(const struct kernel_dump *dump, uint64_t address)
{
    const struct kernel_dump_range *ranges = dump->ranges;
    size_t first;
    SEARCH_FIRST(first, dump->range_count, i, ranges[i].address <= address);
    return first && address - ranges[first - 1].address < ranges[first - 1].size ? &ranges[first - 1] : NULL;
}

bool kernel_dump_find(const struct kernel_dump *dump, uint64_t address, const char *kind, uint64_t *offset,
                      uint64_t *left, struct kernel_dump_error *error)
{
    const struct kernel_dump_range *range = find_range(dump, address);
    if (!range)
        return kernel_dump_fail(error, "the dump does not hold the memory at %s address 0x%llX", kind,
                                as_long(address));
    uint64_t into = address - range->address;
    *offset = range->offset + into;
    *left = range->size - into < *left ? range->size - into : *left;
    return true;
}

bool kernel_dump_read_physical(const struct kernel_dump *dump, uint64_t address, void *bytes, size_t size,
                               struct kernel_dump_error *error)
{
    unsigned char *next = bytes;
    if (dump->type == KERNEL_DUMP_TRIAGE)
        return kernel_dump_fail(error, "a triage dump has no physical memory");
    for (uint64_t offset, left = size; size; left = size) {
        if (!kernel_dump_find(dump, address, "physical", &offset, &left, error) ||
            !kernel_dump_read_file(dump, offset, next, (size_t)left, "memory", error))
            return false;
        next += left;
        size -= (size_t)left;
        address += left;
    }
    return true;
}
