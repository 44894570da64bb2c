/*
 * Memory of the system, and what happens when it runs out. memory_posix.c and memory_windows.c implement it.
 * AddressSanitizer also watches memory that arenas and buffers hold but have not handed out.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

#if defined __SANITIZE_ADDRESS__
#define MEMORY_IS_WATCHED 1 /* gcc under AddressSanitizer */
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define MEMORY_IS_WATCHED 1 /* clang under AddressSanitizer */
#endif
#endif

#ifdef MEMORY_IS_WATCHED
#include <sanitizer/asan_interface.h>
enum { MEMORY_RED_ZONE = 32 }; /* closed bytes before each allocation of an arena, and after the end of a buffer */
#else
enum { MEMORY_RED_ZONE = 0 };
#endif

/* Closes bytes to the program: AddressSanitizer reports each access to them, and nothing else does. */
static inline void memory_close(const void *bytes, size_t size)
{
#ifdef MEMORY_IS_WATCHED
    __asan_poison_memory_region(bytes, size);
#else
    (void)bytes;
    (void)size;
#endif
}

/* Closes the first MEMORY_RED_ZONE of the bytes, or all of them if there are fewer. */
static inline void memory_close_zone(const void *bytes, size_t size)
{
#ifdef MEMORY_IS_WATCHED
    __asan_poison_memory_region(bytes, size < MEMORY_RED_ZONE ? size : MEMORY_RED_ZONE);
#else
    (void)bytes;
    (void)size;
#endif
}

/* Opens closed bytes, and those before them down to a multiple of 8. */
static inline void memory_open(const void *bytes, size_t size)
{
#ifdef MEMORY_IS_WATCHED
    __asan_unpoison_memory_region(bytes, size);
#else
    (void)bytes;
    (void)size;
#endif
}

/* Asks the system to use huge pages for a block of fresh memory, if it has such pages. Fewer pages mean fewer faults.
 */
void memory_use_huge_pages(void *block, size_t size);

/* Stops all threads but the first one that calls it. Call it when memory runs out: that may happen to several threads
 * at once, and the first one ends the process. */
void memory_end_alone(void);

#endif
