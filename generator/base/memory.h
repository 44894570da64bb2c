/*
 * Memory of the system. memory_posix.c and memory_windows.c implement it.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Asks the system to use huge pages for a block of fresh memory, if it has such pages. Fewer pages mean fewer faults.
 */
void memory_use_huge_pages(void *block, size_t size);

#endif
