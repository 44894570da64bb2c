/*
 * Lets compilers check the arguments of functions that take a format as printf does. For gcc on Windows, `printf` means
 * the system's printf, which lacks %zu.
 */
#ifndef BASE_PRINTF_H
#define BASE_PRINTF_H

/* Attribute of a declaration: the numbers of the parameter that is the format and of its first argument. */
#if defined(__clang__)
#define LIKE_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#elif defined(__GNUC__)
#define LIKE_PRINTF(format_index, first_index) __attribute__((format(gnu_printf, format_index, first_index)))
#else
#define LIKE_PRINTF(format_index, first_index)
#endif

#endif
