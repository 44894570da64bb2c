/*
 * Memory on POSIX.
 */
#define _DEFAULT_SOURCE /* for madvise */

#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

/* The system takes whole pages: also those in which the block begins and ends. So it keeps one mapping in one piece,
 * which realloc then moves without copying. A refusal does no harm. */
void memory_use_huge_pages(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096 };
    size_t before = (uintptr_t)block % PAGE;
    (void)madvise((char *)block - before, size + before, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
}

/* Nobody unlocks standard error again, so a second thread waits here until the process ends. */
void memory_end_alone(void)
{
    flockfile(stderr);
}
