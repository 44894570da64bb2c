/*
 * Structures of C#: attributes, literals, conditions, constants and types that need each other. kernel_harness.h has the
 * fuzzer; the seeds and the words differ.
 */
#define _GNU_SOURCE

#include "kernel_harness.h"
