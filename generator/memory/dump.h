/*
 * Windows kernel dumps: the header, and the memory that the file holds. Of 32-bit kernels it reads full dumps only. The
 * file may hold anything. A wrong number is an error with its position, nothing is read outside of the file, and
 * opening it takes time that is linear in its size.
 *
 *     struct kernel_dump dump;
 *     struct kernel_dump_error error;
 *     if (kernel_dump_open(&dump, &file, &error) &&
 *         kernel_dump_map(&dump, room for dump.range_room ranges, &error) &&
 *         kernel_address_read(&dump, address, bytes, size, &error))
 *         ...
 *
 * dump.c, address.c and image.c need C99 and libc, and nothing else of Strata: other programs may take them along.
 */
#ifndef MEMORY_DUMP_H
#define MEMORY_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file of a dump. `read` stores `size` bytes from `offset` on, and returns false if it cannot. It is never asked
 * for bytes at or after `size`. */
struct kernel_dump_file {
    bool (*read)(void *user, uint64_t offset, void *bytes, size_t size);
    void *user;
    uint64_t size;
};

/* An error and its position: an offset in the file, or an address that the file does not hold. */
struct kernel_dump_error {
    char text[200];
};

/* Forms of dumps, by the number in the header. */
enum kernel_dump_type {
    KERNEL_DUMP_FULL = 1,         /* all physical memory, in runs */
    KERNEL_DUMP_TRIAGE = 4,       /* some blocks of virtual memory; a "minidump" */
    KERNEL_DUMP_BITMAP_FULL = 5,  /* physical pages, with a bit for each */
    KERNEL_DUMP_BITMAP_KERNEL = 6 /* physical pages of the kernel only, with a bit for each */
};

/* Machines of images that this reads. */
enum { KERNEL_DUMP_X86 = 0x14C, KERNEL_DUMP_X64 = 0x8664, KERNEL_DUMP_ARM64 = 0xAA64 };

/* Memory that lies in one piece in the file. The address is physical, or virtual in a triage dump. */
struct kernel_dump_range {
    uint64_t address, size, offset;
};

/* Structures of the processor that crashed. A triage dump holds them outside of its blocks. */
enum kernel_dump_current { KERNEL_DUMP_PROCESSOR, KERNEL_DUMP_PROCESS, KERNEL_DUMP_THREAD, KERNEL_DUMP_CURRENT_COUNT };
struct kernel_dump_place {
    /* place in the file; the size is the distance to what follows. Size 0: the dump does not have the structure */
    uint64_t offset, size;
};

struct kernel_dump {
    struct kernel_dump_file file;
    enum kernel_dump_type type;
    const char *type_name;                   /* name of the form of the dump, such as "triage" */
    const struct kernel_dump_header *header; /* positions of the fields in the header; dump.c has a table of them */
    unsigned pointer_size;       /* in bytes */
    uint32_t machine, build;     /* number of the machine, and the build; the header has no revision */
    /* x86: the page tables have three levels (PAE). x64: they have five levels, as kernel_address_find_levels found */
    bool is_extended;
    uint32_t bug_check;
    uint64_t page_tables;  /* physical address of the page tables; DirectoryTableBase in the header */
    uint64_t module_list;  /* address of the list of drivers, PsLoadedModuleList */
    uint64_t process_head; /* address of the list of processes, PsActiveProcessHead */
    /* for a triage dump: structures of the processor that crashed */
    struct kernel_dump_place current[KERNEL_DUMP_CURRENT_COUNT];
    uint64_t drivers, driver_count;   /* for a triage dump: offset of the list of drivers in the file, and its length */
    struct kernel_dump_range *ranges; /* memory in the file, ascending by address, without overlaps */
    size_t range_count, range_room;
};

/* True if a file begins as a kernel dump, also as one that kernel_dump_open refuses. The first 8 bytes of the file are
 * enough. */
bool kernel_dump_is(const void *bytes, size_t size);

/* Reads the header, and sets `range_room`. `file` must live as long as the dump. */
bool kernel_dump_open(struct kernel_dump *dump, const struct kernel_dump_file *file, struct kernel_dump_error *error);

/* Finds the memory in the file. `ranges` must have room for `range_room` elements, and live as long as the dump. */
bool kernel_dump_map(struct kernel_dump *dump, struct kernel_dump_range *ranges, struct kernel_dump_error *error);

/* Reads physical memory. Fails for a triage dump, which has none. */
bool kernel_dump_read_physical(const struct kernel_dump *dump, uint64_t address, void *bytes, size_t size,
                               struct kernel_dump_error *error);

/* Finds the bytes at an address in the ranges of the file. `kind` names such addresses in an error message. `*left` is
 * reduced to the number of bytes that follow without a break. */
bool kernel_dump_find(const struct kernel_dump *dump, uint64_t address, const char *kind, uint64_t *offset,
                      uint64_t *left, struct kernel_dump_error *error);

/* Reads bytes of the file. `name` names them in an error message. */
bool kernel_dump_read_file(const struct kernel_dump *dump, uint64_t offset, void *bytes, size_t size, const char *name,
                           struct kernel_dump_error *error);

/* Sets the message and position of an error. Returns false. */
bool kernel_dump_fail(struct kernel_dump_error *error, const char *format, ...);

/* Return the little-endian number at an address. */
static inline uint32_t kernel_dump_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t kernel_dump_u64(const unsigned char *at)
{
    return kernel_dump_u32(at) | (uint64_t)kernel_dump_u32(at + 4) << 32;
}

/* Returns the pointer at an address, which has the size of pointers of the dump's kernel. */
static inline uint64_t kernel_dump_pointer(const struct kernel_dump *dump, const unsigned char *at)
{
    return dump->pointer_size == 4 ? kernel_dump_u32(at) : kernel_dump_u64(at);
}

#endif
