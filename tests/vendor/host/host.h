/*
 * The running kernel as a target of Strata. target_of_host is in host_user.c for programs and in host_kernel.c for
 * drivers. Both collect facts; host.c turns them into a target and knows nothing of Windows.
 */
#ifndef HOST_H
#define HOST_H

#include <stddef.h>
#include <stdint.h>

#include "nt/nt.h"

/* Machines, by their numbers in PE files. */
#define HOST_MACHINE_X86 0x014Cu
#define HOST_MACHINE_X64 0x8664u
#define HOST_MACHINE_ARM64 0xAA64u

/* Facts about the kernel that runs. */
struct host {
    uint32_t machine;      /* that the kernel is built for, not the program */
    int has_pae;           /* on x86: it uses physical address extension */
    int has_la57;          /* on x64: it uses page tables of five levels */
    uint32_t major, minor, build;
    uint32_t revision;     /* or STRATA_REVISION_ANY */
};

/* Returns the architecture of the kernel, a STRATA_ARCH_...; 0 for a machine that Strata does not know. */
uint32_t host_arch(const struct host *host);

/* Sets the target of these facts. Returns OK or BAD_ARCH. */
strata_status host_target(const struct host *host, strata_target *target);

/* Sets the target of a kernel by the identity of its image: `size` bytes from its base, as they are loaded. Returns OK;
 * BAD_VERSION if Strata does not know this kernel; INVALID if the bytes are no image with an identity. */
strata_status host_target_of_image(const unsigned char *image, size_t size, strata_target *target);

/* Returns the size of a loaded image, of which the first page is there; 0 if it is none. */
size_t host_image_size(const unsigned char *image);

/* Returns the file's name at the end of a path with backslashes. */
const char *host_file_name(const char *path);

/* True if a path names the image of the kernel for page tables of five levels. */
int host_is_la57_image(const char *path);

/* Sets the target of the running kernel: by its identity, or if Strata does not know that, by its version. Returns OK; BAD_ARCH or BAD_VERSION if Windows does not say it; UNCERTAIN if it
 * does not say how many levels the page tables have. */
strata_status target_of_host(strata_target *target);

#endif
