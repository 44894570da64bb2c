/* Prints one structure through two bundles, whose printers are compiled in different units: this file is both. */
#include <stddef.h>

#if defined(OTHER)
#define FOO_PRINT_IMPLEMENTATION
#else
#define STRATA_PRINT_IMPLEMENTATION
#endif
#include "foo.h"
#include "wmi.h"

#if !defined(OTHER)
#include <stdio.h>
#include <string.h>

struct text {
    char bytes[4096];
    size_t size;
};

static void write_text(void *context, const char *bytes, size_t size)
{
    struct text *text = context;
    if (size > sizeof text->bytes - text->size)
        size = sizeof text->bytes - text->size;
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

int main(void)
{
    unsigned char bytes[48];
    static struct text one, other;
    unsigned i;

    for (i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i + 1);
    strata_WMI_RESOURCE_print_bytes(bytes, sizeof bytes, STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64),
                                    write_text, &one);
    /* foo.h is for x64 only. */
    if (foo_WMI_RESOURCE_print_bytes(bytes, sizeof bytes, FOO_TARGET(FOO_VERSION_6_1, STRATA_ARCH_X86), write_text,
                                     &other) != FOO_BAD_ARCH)
        return 2;
    foo_WMI_RESOURCE_print_bytes(bytes, sizeof bytes, FOO_TARGET(FOO_VERSION_6_1, FOO_ARCH_X64), write_text, &other);
    fwrite(one.bytes, 1, one.size, stdout);
    return one.size != other.size || memcmp(one.bytes, other.bytes, one.size) != 0;
}
#endif
