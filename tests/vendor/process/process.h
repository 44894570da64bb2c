/*
 * Four members of a process object, which the kernel does not document: the part of a driver that knows no kernel, so
 * that a program can test it.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include "eprocess.h"

/* A process, as its EPROCESS says. */
struct process {
    uint64_t id;
    uint64_t token; /* address of the token object, without the reference count in its low bits */
    uint64_t next;  /* address of ActiveProcessLinks of the next process */
    char name[16];  /* the end of the image's name, null-terminated */
};

/* Reads the bytes of an EPROCESS of a kernel of this version, 10.0.BUILD.REVISION, on x64. Returns STRATA_UNCERTAIN for
 * a kernel that lies between no two attested ones of its build with the same layout: then nothing is read. */
strata_status process_read(struct process *process, const void *bytes, size_t size, uint32_t build, uint32_t revision);

#endif
