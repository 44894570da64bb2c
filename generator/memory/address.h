/*
 * Translates virtual addresses of a kernel dump: by the page tables of its machine, or by the blocks of a triage dump.
 * It knows the tables of x86 (two levels, or three with PAE), x64 (four levels or five) and arm64 (pages of 4 KiB,
 * addresses of 48 bits), with large pages.
 */
#ifndef MEMORY_ADDRESS_H
#define MEMORY_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_dump;
struct kernel_dump_error;

/* Finds the number of levels of the page tables of an x64 dump, which no header states. With the right number, the list
 * of drivers or of processes can be followed from its head and back. Call it after kernel_dump_map. */
void kernel_address_find_levels(struct kernel_dump *dump);

/* Finds the bytes at a virtual address in the file. `*left` becomes the number of bytes that follow in the file without
 * a break. */
bool kernel_address_locate(const struct kernel_dump *dump, uint64_t address, uint64_t *offset, uint64_t *left,
                           struct kernel_dump_error *error);

/* Reads virtual memory of the kernel. Returns false, with `error`, if the dump does not hold all of it. */
bool kernel_address_read(const struct kernel_dump *dump, uint64_t address, void *bytes, size_t size,
                         struct kernel_dump_error *error);

#endif
