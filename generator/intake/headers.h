/*
 * Reads the C headers of a command line as kernels, one for each target.
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
    const struct operands *files; /* operands of the command line: the headers, then the arguments for clang */
    size_t flag_count;
    const char *targets; /* value of --target; NULL: the usual targets */
};

/* Reads the headers of a request. Returns false on failure, which is reported. */
bool intake_read_headers(struct kernels *kernels, const struct header_request *request);

/* Selects the structures and enumerations that are in the headers and in the spec. Others are ignored, because a header
 * need not contain all structures of its kernel. If they have none in common, reports that and returns NULL. */
const struct selection *intake_select_common(struct kernels *kernels, const char *spec);

#endif
