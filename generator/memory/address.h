/*
 * Virtual addresses of a kernel dump: by the page tables of its machine, or in the blocks of a triage dump. The tables
 * are those of x86 (two levels, or three with PAE), x64 (four levels or five) and arm64 (pages of 4 KiB, addresses of
 * 48 bits), with large pages.
 */
#ifndef MEMORY_ADDRESS_H
#define MEMORY_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_dump;
struct kernel_dump_error;

/* Finds out how many levels the page tables of x64 have, which no header says: those by which the list of drivers, or
 * of processes, leads from its head and back. Call it after kernel_dump_map. */
void kernel_address_find_levels(struct kernel_dump *dump);

/* Finds the bytes at a virtual address in the file. `*left` is the number of bytes that follow there. */
bool kernel_address_locate(const struct kernel_dump *dump, uint64_t address, uint64_t *offset, uint64_t *left,
                           struct kernel_dump_error *error);

/* Reads virtual memory of the kernel. */
bool kernel_address_read(const struct kernel_dump *dump, uint64_t address, void *bytes, size_t size,
                         struct kernel_dump_error *error);

#endif
