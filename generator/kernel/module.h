/*
 * Programs by the names of their program databases.
 */
#ifndef KERNEL_MODULE_H
#define KERNEL_MODULE_H

/* Returns the module that a program database belongs to, "ntdll" for "wntdll.pdb" and "ntdll-x64.pdb"; NULL if the name
 * is not known (or is NULL). */
const char *kernel_find_module(const char *database);

#endif
