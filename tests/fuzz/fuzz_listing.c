/*
 * Texts with offsets: dt, pahole and the pages of the Vergilius Project. kernel_harness.h has the fuzzer; the seeds
 * differ.
 */
#define _GNU_SOURCE

#include "kernel_harness.h"
