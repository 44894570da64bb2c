/*
 * Copies kernels from one store to another. Equal objects of the other store get the details of the copied ones.
 */
#ifndef KERNEL_STORE_COPY_H
#define KERNEL_STORE_COPY_H

struct arena;
struct kernel;
struct kernel_store;
struct store_copy;

/* Prepares to copy kernels of one store to `store`. Allocates from the arena, as the store does. */
struct store_copy *store_copy_new(struct arena *arena, struct kernel_store *store);

/* Returns a copy of a kernel whose types, records and enumerations are those of the other store. */
const struct kernel *store_copy_kernel(struct store_copy *copy, const struct kernel *kernel);

#endif
