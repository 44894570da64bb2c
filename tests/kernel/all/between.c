/*
 * How well ALPC_HANDLE_TABLE is known in a version, and where it has its Lock, by the headers that are made of eight
 * kernels: it moved with a revision of build 19041, and back with 22000. Prints what tests/kernel/all/between.expect says.
 */
#include "alpc.h"

#include <stdio.h>

static void print(const char *name, strata_target target)
{
    const strata_layout *layout = NULL;
    strata_basis basis = STRATA_ATTESTED;
    strata_status status = strata_ALPC_HANDLE_TABLE_find_layout(target, &layout, &basis);
    unsigned char bytes[0x20] = {0};
    strata_ALPC_HANDLE_TABLE view;

    if (status == STRATA_OK)
        status = strata_ALPC_HANDLE_TABLE_open(&view, bytes, sizeof bytes, target);
    if (status == STRATA_OK)
        printf("%s: %s, Lock at 0x%x\n", name, strata_basis_name(basis),
               (unsigned)STRATA_ALPC_HANDLE_TABLE_OFFSET(&view, Lock));
    else
        printf("%s: %s\n", name, strata_status_name(status));
}

#define PRINT(major, minor, build, revision)                                                                          \
    print(#major "." #minor "." #build "." #revision,                                                                 \
          STRATA_TARGET(STRATA_VERSION(major, minor, build, revision), STRATA_ARCH_X64))

int main(void)
{
    PRINT(6, 1, 7600, 16385);
    PRINT(6, 1, 7601, 0);
    PRINT(6, 1, 7601, 24540);
    PRINT(10, 0, 19041, 1525);
    PRINT(10, 0, 19041, 1526);
    PRINT(10, 0, 19041, 1527);
    PRINT(10, 0, 19041, 1585);
    PRINT(10, 0, 19041, 1586);
    PRINT(10, 0, 19041, 1587);
    PRINT(10, 0, 19041, STRATA_REVISION_ANY);
    PRINT(10, 0, 22000, 0);
    PRINT(10, 0, 22000, 318);
    PRINT(10, 0, 22000, STRATA_REVISION_ANY);
    PRINT(10, 0, 22000, 319);
    return 0;
}
