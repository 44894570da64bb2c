/*
 * BTF, and ELF files with BTF or DWARF. kernel_harness.h has the fuzzer; the seeds differ.
 */
#define _GNU_SOURCE

#include "kernel_harness.h"
