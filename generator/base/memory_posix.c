/*
 * Memory on POSIX.
 */
#define _DEFAULT_SOURCE /* for the function madvise */

#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

/* Asks for huge pages. The system takes whole pages only, so the first and the last part of the block are left out. A
 * refusal does no harm. */
void memory_use_huge_pages(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096 };
    size_t before = (PAGE - (uintptr_t)block % PAGE) % PAGE;
    if (size > before)
        (void)madvise((char *)block + before, size - before, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
}

/* Stops all threads but the first by locking standard error. It is never unlocked, so a second thread waits here until
 * the process ends. */
void memory_end_alone(void)
{
    flockfile(stderr);
}
