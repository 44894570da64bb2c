/*
 * The words of published tables: versions, offsets and small numbers, in the spelling of such pages. All functions
 * append to `out`.
 */
#ifndef VIEW_WORDS_H
#define VIEW_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/axis.h"

struct arch;
struct arena;
struct buffer;

/* Writes a range: `5.0`, `5.1 to 6.0`, `6.1 and higher`, `early 6.0`, `1607`; nothing for all versions. Returns true if
 * the text is a single name. */
bool words_write_range(const struct axis *axis, struct version_range range, struct buffer *out);

/* Writes the version that begins at `from`. */
void words_write_from(const struct axis *axis, uint64_t from, struct buffer *out);

/* Writes a cell of versions: `6.0 only`, `6.1 and higher`, `5.0 to 5.2; not in 6.0; 6.1 and higher`. Each part is a
 * line. */
void words_write_set(const struct axis *axis, struct version_set set, struct buffer *out);

/* True if a range is exactly one release. */
bool words_is_release(const struct axis *axis, struct version_range range);

/* Returns a range as a page would count it: extended to a whole release if it has all versions of it that the
 * architecture has. */
struct version_range words_widen(const struct axis *axis, const struct arch *arch, struct version_range range);

/* Writes an offset, as `0x1C` or `0x0108`: with two digits, four, or as many as it needs. */
void words_write_offset(uint64_t offset, struct buffer *out);

/* Writes a count: `one` to `twelve`, else `0x14`. */
void words_write_count(uint64_t count, struct buffer *out);

#endif
