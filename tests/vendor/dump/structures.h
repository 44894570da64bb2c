/*
 * The kernel's structures that this program reads, and the only file that calls Strata's headers.
 */
#ifndef STRUCTURES_H
#define STRUCTURES_H

#include "strata_reader.h"

/* A process, as its EPROCESS says. */
struct process {
    uint64_t id;
    uint64_t token; /* address of the token object, without the reference count in its low bits */
    char name[16];  /* the end of the image's name, null-terminated */
};

/* Returns the target of a kernel by GUID and age of its program database; 0 if the headers do not know it. */
strata_target structures_find_kernel(const unsigned char *guid, uint32_t age);

/* Returns the target of a build of Windows 10 or later, by the machine of its images, and whether its page tables have a
 * level more (PAE on x86, five levels on x64); 0 for others. */
strata_target structures_find_build(uint32_t machine, int is_extended, uint32_t build);

/* Return the size of EPROCESS or ETHREAD in the layout for a target; 0 if there is none. */
uint32_t structures_process_size(strata_target target);
uint32_t structures_thread_size(strata_target target);

/* Reads the process at an address. Returns STRATA_UNCERTAIN if one of its members is disputed in this kernel, or carried
 * forward from other builds: then nothing is read. */
strata_status structures_read_process(struct process *process, const strata_reader *reader, uint64_t address,
                                      strata_target target);

/* Reads the physical address of a process's page tables, from the KPROCESS that it begins with; under the same rule. */
strata_status structures_read_page_tables(uint64_t *tables, const strata_reader *reader, uint64_t address,
                                          strata_target target);

/* Visits the processes of a list from its head on. Returns the first error. */
typedef void structures_visit(void *user, uint64_t address, const struct process *process);
strata_status structures_walk(const strata_reader *reader, uint64_t head, strata_target target,
                              structures_visit *visit, void *user);

#endif
