/*
 * Memory of the system, and its end. memory_posix.c and memory_windows.c implement it.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Asks the system to use huge pages for a block of fresh memory, if it has such pages. Fewer pages mean fewer faults.
 */
void memory_use_huge_pages(void *block, size_t size);

/* Stops all threads but the first one that calls it. Memory may run out for several at once, and the first one ends the
 * process. */
void memory_end_alone(void);

#endif
