/*
 * Functions that take a format as printf does, for compilers to check their arguments. gcc for Windows takes `printf`
 * for the system's own, which knows no %zu.
 */
#ifndef BASE_PRINTF_H
#define BASE_PRINTF_H

/* Behind a declaration: which parameter is the format, and which the first that it speaks of. */
#if defined(__clang__)
#define LIKE_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#elif defined(__GNUC__)
#define LIKE_PRINTF(format_index, first_index) __attribute__((format(gnu_printf, format_index, first_index)))
#else
#define LIKE_PRINTF(format_index, first_index)
#endif

#endif
