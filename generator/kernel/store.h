/*
 * Stores the types, records and enumerations of kernel.h by their content: two kernels that say the same share one
 * object.
 */
#ifndef KERNEL_STORE_H
#define KERNEL_STORE_H

#include "kernel/kernel.h"

struct arena;
struct kernel_store;

/* Names and types that are stored must be interned, or of the same store. */
struct kernel_store *kernel_store_new(struct arena *arena);

/* The one that is like this one. What it points to is copied where it is the first of its content. */
const struct kernel_type *kernel_store_type(struct kernel_store *store, const struct kernel_type *type);
const struct kernel_record *kernel_store_record(struct kernel_store *store, const struct kernel_record *record);
const struct kernel_enum *kernel_store_enum(struct kernel_store *store, const struct kernel_enum *enumeration);

#endif
