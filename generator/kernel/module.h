/*
 * Modules other than the kernel. They are recognized by the names of their program databases. This file also adds facts
 * that their files do not contain.
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

/* Makes a kernel that of a module other than the first. A program for x86 gets the PAE architecture from 6.2 on:
 * Windows needs PAE since then, but only the types of kernels show it. Structures that the file only names are dropped,
 * because the kernel's specs have them. */
void kernel_take_module(struct arena *arena, const struct model *model, struct kernel *kernel);

#endif
