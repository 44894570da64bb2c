/*
 * Makes globals of a module from the symbols of files: `global` declarations with the addresses in the files.
 */
#ifndef INTAKE_GLOBALS_H
#define INTAKE_GLOBALS_H

#include <stdbool.h>

struct kernels;
struct selection;

/* The symbols that are wanted, and the specs to which their addresses are added. */
struct symbols_request {
    const struct selection *names; /* names and patterns of symbols */
    const char *module;            /* module of the globals; NULL: the first module of the axis */
    /* `into`: specs that get the globals; `output`: directory for a new spec. Both NULL: standard output */
    const char *into, *output;
    const char *used; /* spec that a new spec uses, with quotes or angle brackets */
};

/* Reads the value of --globals: names with commas, or a file with a name on each line. Returns NULL if it is wrong,
 * which is reported. */
const struct selection *intake_read_globals(struct kernels *kernels, const char *value);

/* Finds the addresses of the wanted symbols in all kernels that were read, and writes them. Returns false on failure,
 * which is reported. */
bool intake_write_globals(struct kernels *kernels, const struct symbols_request *request);

#endif
