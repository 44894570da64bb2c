/*
 * Stores the types, records and enumerations of kernel.h by content: equal objects of several kernels are stored once.
 */
#ifndef KERNEL_STORE_H
#define KERNEL_STORE_H

#include "kernel/kernel.h"

struct arena;
struct kernel_store;

/* Creates a store. Names and types in stored objects must be interned or be from the same store. */
struct kernel_store *kernel_store_new(struct arena *arena);

/* Returns the stored object that equals this one. Stores a copy if there is none. Records that differ only in the order
 * of declaration are equal; the stored record lists all orders. */
const struct kernel_type *kernel_store_type(struct kernel_store *store, const struct kernel_type *type);
const struct kernel_record *kernel_store_record(struct kernel_store *store, const struct kernel_record *record);
const struct kernel_enum *kernel_store_enum(struct kernel_store *store, const struct kernel_enum *enumeration);

/* Begins to note the stored records and enumerations that get details of equal ones. */
void kernel_store_note_changes(struct kernel_store *store);

/* True if a record or enumeration has got details since then. */
bool kernel_store_is_changed(const struct kernel_store *store, const void *object);

/* Takes the noted details back, or gives them again. */
void kernel_store_exchange(struct kernel_store *store);

/* Compares two struct kernel_member in the order of a record's members: by offset, bit, size, width, name. */
int kernel_compare_members(const void *left, const void *right);

#endif
