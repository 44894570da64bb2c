/*
 * Memory on Windows.
 */
#include "base/memory.h"

/* Does nothing: Windows gives huge pages only to users with a special privilege. */
void memory_use_huge_pages(void *block, size_t size)
{
    (void)block;
    (void)size;
}

/* Does nothing: on Windows Strata has one thread. */
void memory_end_alone(void)
{
}
