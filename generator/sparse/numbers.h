/*
 * Parses numbers and versions in the forms that tables have.
 */
#ifndef SPARSE_NUMBERS_H
#define SPARSE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct axis;

/* Parses a number of 32 bits: 0x1F or decimal 31. With `is_hexadecimal`, numbers without 0x are hexadecimal, too. */
bool sparse_parse_number(const char *text, bool is_hexadecimal, uint32_t *number);

/* Parses a version of four numbers, or of a build and its revision, whose first two numbers the axis knows. Other text
 * may stand around it: "10.0.26100.1742", "fltmgr_10240-16384.sys". */
bool sparse_parse_version(const struct axis *axis, const char *text, uint64_t *version);

#endif
