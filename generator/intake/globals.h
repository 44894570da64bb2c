/*
 * The symbols of files to the globals of a module: `global` declarations with the addresses that the files give.
 */
#ifndef INTAKE_GLOBALS_H
#define INTAKE_GLOBALS_H

#include <stdbool.h>

struct kernels;
struct selection;

/* The symbols that are wanted, and the specs that get them. */
struct symbols_request {
    const struct selection *names; /* of symbols; patterns, too */
    const char *module;            /* NULL: the first one of the axis */
    const char *into, *output;     /* the specs that they are added to, or a directory for a new one; or NULL both */
    const char *used;              /* what a new spec uses, with its quotes or angle brackets */
};

/* Reads the names of --globals: a list, or the lines of a file. NULL after a report. */
const struct selection *intake_read_globals(struct kernels *kernels, const char *value);

/* Finds the addresses of all kernels that were read, and writes them. False after a report. */
bool intake_write_globals(struct kernels *kernels, const struct symbols_request *request);

#endif
