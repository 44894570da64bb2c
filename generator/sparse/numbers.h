/*
 * Numbers and versions as tables have them.
 */
#ifndef SPARSE_NUMBERS_H
#define SPARSE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct axis;

/* Parses a number of 32 bits: 0x1F, 31, or `1F` if numbers are hexadecimal without 0x, too. */
bool sparse_parse_number(const char *text, bool is_hexadecimal, uint32_t *number);

/* Parses a version of four numbers, or a build and its revision, of which the axis knows the rest. Other text may be
 * around it: "10.0.26100.1742", "fltmgr_10240-16384.sys". */
bool sparse_parse_version(const struct axis *axis, const char *text, uint64_t *version);

#endif
