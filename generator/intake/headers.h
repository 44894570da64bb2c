/*
 * The C headers of a command line to kernels, for each of its targets.
 */
#ifndef INTAKE_HEADERS_H
#define INTAKE_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

struct kernels;
struct operands;
struct selection;

/* Headers to read. */
struct header_request {
    const struct operands *files; /* behind these are the flags for clang */
    size_t flag_count;
    const char *targets; /* NULL: the usual ones */
};

/* Reads the headers of a request. Returns false after a report. */
bool intake_read_headers(struct kernels *kernels, const struct header_request *request);

/* Selects the structures and enumerations that the headers and the spec have in common: a header is not whole, so one
 * that it lacks is not missing in the kernel. Returns NULL after a report if there are none. */
const struct selection *intake_select_common(struct kernels *kernels, const char *spec);

#endif
