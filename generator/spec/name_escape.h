/*
 * Escapes names that C does not allow but symbol files contain: `$$0`, `<unnamed-tag>`, `std::vector<int>`. A spec
 * writes `<unnamed-tag>` as `_u003C_unnamed_u002D_tag_u003E_`. Names can be unescaped without loss: an underscore that
 * begins something like an escape is escaped itself.
 */
#ifndef SPEC_NAME_ESCAPE_H
#define SPEC_NAME_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* True if a name needs no escape: C and specs allow it as it is. */
bool name_is_plain(const char *name);

/* Escapes the first `replaced` characters of a name, and all later characters that C does not allow. A result of more
 * than 200 bytes is cut, and a hash of the whole result is added; such a name cannot be unescaped. The memory is the
 * arena's. */
const char *name_escape(struct arena *arena, const char *name, size_t replaced);

/* Replaces the escapes in a name by the characters that they stand for. Returns the name itself if it has none. The
 * memory is the arena's. */
const char *name_unescape(struct arena *arena, const char *name);

#endif
