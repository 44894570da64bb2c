/*
 * Memory on Windows.
 */
#include "base/memory.h"

/* Windows gives huge pages only to users with a privilege for them. */
void memory_use_huge_pages(void *block, size_t size)
{
    (void)block;
    (void)size;
}

/* There is one thread. */
void memory_end_alone(void)
{
}
