/*
 * The words of published tables: versions, offsets and small numbers, spelled as such pages spell them. Everything is
 * appended to `out`.
 */
#ifndef VIEW_WORDS_H
#define VIEW_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/axis.h"

struct arch;
struct arena;
struct buffer;

/* `5.0`, `5.1 to 6.0`, `6.1 and higher`, `early 6.0`, `1607`; nothing for all versions there are. True when it is one
 * name. */
bool words_write_range(const struct axis *axis, struct version_range range, struct buffer *out);

/* The version that begins at `from`. */
void words_write_from(const struct axis *axis, uint64_t from, struct buffer *out);

/* Writes a cell of versions: `6.0 only`, `6.1 and higher`, `5.0 to 5.2; not in 6.0; 6.1 and higher`. Each piece is a
 * line. */
void words_write_set(const struct axis *axis, struct version_set set, struct buffer *out);

/* True if a range is exactly one release. */
bool words_is_release(const struct axis *axis, struct version_range range);

/* A range as a page counts it: a release is whole when all of it is there for which the arch was made. */
struct version_range words_widen(const struct axis *axis, const struct arch *arch, struct version_range range);

/* `0x1C`, `0x0108`: two digits, four, or as many as are needed. */
void words_write_offset(uint64_t offset, struct buffer *out);

/* `one` to `twelve`, else `0x14`. */
void words_write_count(uint64_t count, struct buffer *out);

#endif
