/*
 * As much of a library as the programs of tests/runtime ask for, for targets that have none here: they are linked,
 * never run. What compilers call where a program copies or fills a structure is there, too.
 */
#ifndef MATRIX_LIBRARY_H
#define MATRIX_LIBRARY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int printf(const char *format, ...);
void *malloc(size_t size);
void free(void *bytes);
void exit(int status);
int memcmp(const void *left, const void *right, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *bytes, int value, size_t size);
int strcmp(const char *left, const char *right);

#ifdef __cplusplus
}
#endif

#endif
