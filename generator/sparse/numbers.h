/*
 * Parses numbers and versions in the forms that tables have.
 */
#ifndef SPARSE_NUMBERS_H
#define SPARSE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct axis;

/* Parses a number of 32 bits: 0x1F, 1Fh or decimal 31, perhaps after a `+`. With `is_hexadecimal`, numbers without a
 * mark are hexadecimal, too. */
bool sparse_parse_number(const char *text, bool is_hexadecimal, uint32_t *number);

/* Finds versions in a text: one of four numbers, or a build and its revision, whose first two numbers the axis knows.
 * Other text may stand around it: "10.0.26100.1742", "fltmgr_10240-16384.sys". Sets `*version` to the first one.
 * Returns how many different ones there are, at most 2. */
unsigned sparse_parse_versions(const struct axis *axis, const char *text, uint64_t *version);

#endif
