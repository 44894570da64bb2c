/*
 * Memory of the system, and its end. memory_posix.c and memory_windows.c implement it. AddressSanitizer also watches
 * memory that arenas and buffers hold but have not handed out.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

#if defined __SANITIZE_ADDRESS__
#define MEMORY_IS_WATCHED 1 /* by gcc */
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define MEMORY_IS_WATCHED 1 /* by clang */
#endif
#endif

#ifdef MEMORY_IS_WATCHED
#include <sanitizer/asan_interface.h>
enum { MEMORY_RED_ZONE = 32 }; /* bytes beside a piece of an arena or the end of a buffer that stay closed */
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

/* Closes as many of the bytes as a red zone has. */
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

/* Stops all threads but the first one that calls it. Memory may run out for several at once, and the first one ends the
 * process. */
void memory_end_alone(void);

#endif
