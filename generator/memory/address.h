/*
 * Virtual addresses of a kernel dump: by the page tables of x64 (four levels, with pages of 4 KiB, 2 MiB and 1 GiB), or
 * in the blocks of a triage dump.
 */
#ifndef MEMORY_ADDRESS_H
#define MEMORY_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_dump;
struct kernel_dump_error;

/* Finds the bytes at a virtual address in the file. `*left` is the number of bytes that follow there. */
bool kernel_address_locate(const struct kernel_dump *dump, uint64_t address, uint64_t *offset, uint64_t *left,
                           struct kernel_dump_error *error);

/* Reads virtual memory of the kernel. */
bool kernel_address_read(const struct kernel_dump *dump, uint64_t address, void *bytes, size_t size,
                         struct kernel_dump_error *error);

#endif
