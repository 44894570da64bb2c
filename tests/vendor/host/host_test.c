/*
 * host.c with the facts of kernels that do not run here.
 */
#include <stdio.h>

#include "host.h"

static void print_target(const char *kernel, struct host host)
{
    strata_target target;
    strata_status status = host_target(&host, &target);

    printf("%-28s %s", kernel, strata_status_name(status));
    if (status == STRATA_OK)
        printf(", %s %u.%u.%u.%u", strata_arch_name(strata_target_arch(target)), (unsigned)(target >> 48 & 0xFF),
               (unsigned)(target >> 32 & 0xFFFF), (unsigned)(target >> 16 & 0xFFFF), (unsigned)(target & 0xFFFF));
    printf("\n");
}

int main(void)
{
    static const char *const paths[] = {"\\SystemRoot\\system32\\ntoskrnl.exe", "\\SystemRoot\\system32\\ntkrla57.exe",
                                        "NTKRLA57.EXE", "ntkrla57.exe\\ntoskrnl.exe", "ntkrla57.exe.mui",
                                        "xntkrla57.exe", "ntkrla57", ""};
    size_t i;

    print_target("x64", (struct host){HOST_MACHINE_X64, 1, 0, 10, 0, 19041, 5129});
    print_target("x64, five levels", (struct host){HOST_MACHINE_X64, 1, 1, 10, 0, 20348, 288});
    print_target("x64, no revision", (struct host){HOST_MACHINE_X64, 1, 0, 10, 0, 19045, STRATA_REVISION_ANY});
    print_target("x86", (struct host){HOST_MACHINE_X86, 0, 0, 5, 1, 2600, 5512});
    print_target("x86 with PAE", (struct host){HOST_MACHINE_X86, 1, 0, 6, 1, 7601, 24540});
    print_target("arm64", (struct host){HOST_MACHINE_ARM64, 0, 1, 10, 0, 22000, 318});
    print_target("ia64", (struct host){0x0200, 0, 0, 6, 1, 7601, 17514});
    for (i = 0; i < sizeof paths / sizeof *paths; i++)
        printf("%-36s %s, %s\n", paths[i], host_file_name(paths[i]), host_is_la57_image(paths[i]) ? "la57" : "-");
    return 0;
}
