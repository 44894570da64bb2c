/*
 * Structures in the memory of a kernel dump: those that were current when it crashed, one at an address, and all of a
 * list. The dump says for which version and architecture they are.
 */
#ifndef MEMORY_STRUCTURES_H
#define MEMORY_STRUCTURES_H

#include "view/decode.h"

struct buffer;
struct kernel_memory;

/* The structures of the dump to decode. */
struct kernel_memory_place {
    const char *label;    /* of the dump in diagnostics */
    bool has_address;
    uint64_t address;     /* of the structure, or with `link` of the head of the list */
    const char *link;     /* interned: the member that links the structures of a list; NULL: one structure */
};

/* Completes the target of `decode` by what the dump says: architecture, and version by the identity of the kernel or
 * else by the build. A version of the user stays. Returns false, after a report, if the architecture is another one, or
 * if the model does not know the build. */
bool kernel_memory_find_target(struct decode *decode, const struct kernel_memory *memory, const char *label);

/* Appends a line about the dump: its form, version, architecture and identity of the kernel. */
void kernel_memory_describe(const struct decode *decode, const struct kernel_memory *memory, const char *label,
                            struct buffer *out);

/* Appends the structures as text or JSON. Returns false if something is wrong, which it reports: the dump lacks the
 * memory, contradicts the layout, or has a broken list. */
bool kernel_memory_write(const struct decode *decode, const struct kernel_memory *memory,
                         const struct kernel_memory_place *place);

#endif
