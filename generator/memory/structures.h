/*
 * Decodes structures in the memory of a kernel dump: those that were current when it crashed, one at an address, or all
 * of a list. The dump tells their version and architecture.
 */
#ifndef MEMORY_STRUCTURES_H
#define MEMORY_STRUCTURES_H

#include "view/decode.h"

struct buffer;
struct kernel_memory;

/* The structures of a dump to decode. */
struct kernel_memory_place {
    const char *label; /* name of the dump in diagnostics */
    bool has_address;
    uint64_t address; /* address of the structure; with `link`, of the head of the list */
    const char *link; /* interned name of the member that links the structures of a list; NULL: one structure */
};

/* Completes the target of `decode` from the dump: the architecture, and the version, which follows from the identity of
 * the kernel or else from its build. A version that the user gives stays. If the user gives another architecture, or if
 * the model does not know the build, reports that and returns false. */
bool kernel_memory_find_target(struct decode *decode, const struct kernel_memory *memory, const char *label);

/* Appends a line about the dump: its form, version, architecture and identity of the kernel. */
void kernel_memory_describe(const struct decode *decode, const struct kernel_memory *memory, const char *label,
                            struct buffer *out);

/* Appends the structures as text or JSON. Reports errors and returns false: the dump lacks the memory, contradicts the
 * layout, or has a broken list. */
bool kernel_memory_write(const struct decode *decode, const struct kernel_memory *memory,
                         const struct kernel_memory_place *place);

#endif
