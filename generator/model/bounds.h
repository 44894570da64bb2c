/*
 * Which versions a kernel that somebody looked at speaks for.
 *
 * It speaks from its bound to that of the next newer one of its arch, and the newest of all on without an end. The
 * bound is where its build begins, or, of kernels of one build, the newer one's revision. Where its build is the first
 * of a release, that is where the release begins, if the kernel before it is not of that release.
 */
#ifndef MODEL_BOUNDS_H
#define MODEL_BOUNDS_H

#include <stdint.h>

#include "model/axis.h"

/* From which version on a kernel speaks; `older` is the kernel before it on its arch, 0 for none. */
uint64_t import_bound(const struct axis *axis, uint64_t older, uint64_t version);

#endif
