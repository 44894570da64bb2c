/*
 * host.c with the facts of kernels that do not run here.
 */
#include <stdio.h>

#include "host.h"
#include "ntoskrnl/types_identity.h"

/* Writes a number into an image. */
static void put(unsigned char *image, size_t at, uint32_t value)
{
    size_t i;

    for (i = 0; i < 4; i++)
        image[at + i] = (unsigned char)(value >> 8 * i);
}

/* Makes an image with the identity of a kernel, of `size` bytes; `optional` tells 64 bits (0x20B) from 32 bits (0x10B). */
static void make_image(unsigned char *image, uint32_t size, uint32_t optional, const strata_identity *kernel)
{
    uint32_t headers = 0xF0, directory = headers + (optional == 0x20B ? 0xB8 : 0xA8);
    size_t i;

    for (i = 0; i < size; i++)
        image[i] = 0;
    put(image, 0x3C, headers);
    put(image, headers, 0x00004550);
    put(image, headers + 0x18, optional);
    put(image, headers + 0x50, size);
    put(image, directory, 0x1000);
    put(image, directory + 4, 2 * 28);
    put(image, 0x1000 + 28 + 0x0C, 2);
    put(image, 0x1000 + 28 + 0x14, size - 24);
    put(image, size - 24, 0x53445352);
    for (i = 0; i < 16; i++)
        image[size - 20 + i] = kernel->guid[i];
    put(image, size - 4, kernel->age);
}

static void print_image(const char *text, const unsigned char *image, size_t size)
{
    const strata_identity *kernel = &strata_identities_ntoskrnl_types[0];
    strata_target target;
    strata_status status = host_target_of_image(image, size, &target);

    printf("%-28s 0x%X bytes, %s%s\n", text, (unsigned)host_image_size(image), strata_status_name(status),
           target == kernel->target ? ", its target" : "");
}

/* Images of kernels, and what differs from one by a number. */
static void print_images(void)
{
    static unsigned char image[0x2000];
    static const struct {
        const char *text;
        uint32_t at, value;
    } changes[] = {{"no image", 0xF0, 0},           {"headers outside", 0x3C, 0xFFFFFFFF},
                   {"another age", 0x1FFC, 77},     {"no RSDS", 0x1FE8, 0},
                   {"record outside", 0x1030, 0x1FE9}, {"directory outside", 0x1A8, 0xFFFFFFF0},
                   {"endless directory", 0x1AC, 0xFFFFFFFF}};
    size_t i;

    make_image(image, sizeof image, 0x10B, &strata_identities_ntoskrnl_types[0]);
    print_image("32 bits", image, sizeof image);
    for (i = 0; i < sizeof changes / sizeof *changes; i++) {
        make_image(image, sizeof image, 0x20B, &strata_identities_ntoskrnl_types[0]);
        if (i == 0)
            print_image("64 bits", image, sizeof image);
        put(image, changes[i].at, changes[i].value);
        print_image(changes[i].text, image, sizeof image);
    }
}

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
    print_images();
    return 0;
}
