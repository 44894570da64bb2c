/*
 * Programs beside the kernel: modules by the names of their program databases, and what their files do not say.
 */
#ifndef KERNEL_MODULE_H
#define KERNEL_MODULE_H

#include <stdbool.h>

struct arena;
struct kernel;
struct model;

/* Returns the module that a program database belongs to, "ntdll" for "wntdll.pdb" and "ntdll-x64.pdb"; NULL if the name
 * is not known (or is NULL). */
const char *kernel_find_module(const char *database);

/* True if a word can be the name of a module. */
bool kernel_is_module(const char *word);

/* True if some file of a model attests builds of a module. */
bool kernel_has_module(const struct model *model, const char *module);

/* Makes a kernel that of a module beside the first one. A program for x86 runs on systems with PAE from 6.2 on, as the
 * types of kernels tell, and those of other programs do not. Structures of which the file knows nothing but the name
 * are dropped: they are the kernel's. */
void kernel_take_module(struct arena *arena, const struct model *model, struct kernel *kernel);

#endif
