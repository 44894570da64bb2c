/* Bodies for library.h; none of this is ever run. */
#include "library.h"

int printf(const char *format, ...)
{
    return *format;
}

void *malloc(size_t size)
{
    (void)size;
    return NULL;
}

void free(void *bytes)
{
    (void)bytes;
}

void exit(int status)
{
    (void)status;
}

int memcmp(const void *left, const void *right, size_t size)
{
    (void)size;
    return left != right;
}

void *memcpy(void *to, const void *from, size_t size)
{
    (void)from;
    (void)size;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    return memcpy(to, from, size);
}

void *memset(void *bytes, int value, size_t size)
{
    (void)value;
    (void)size;
    return bytes;
}

int strcmp(const char *left, const char *right)
{
    return left != right;
}
