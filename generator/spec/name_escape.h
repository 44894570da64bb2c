/*
 * Names that C does not allow, as symbol files have them: `$$0`, `<unnamed-tag>`, `std::vector<int>`. In specs each
 * such character is escaped, as in `_u003C_unnamed_u002D_tag_u003E_`. That is reversible, since a name that has an
 * escaped character already gets this one escaped again.
 */
#ifndef SPEC_NAME_ESCAPE_H
#define SPEC_NAME_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* True if C allows a name as it is, and specs do: its escaped form is the same. */
bool name_is_plain(const char *name);

/* Returns a name with its first `replaced` characters escaped, and all behind them that C does not allow. A name of
 * more than 200 bytes keeps its beginning, and a hash of the whole name follows: it cannot be read back. The memory is
 * the arena's. */
const char *name_escape(struct arena *arena, const char *name, size_t replaced);

/* Returns a name with its escaped characters as they were; the name itself, if it has none. The memory is the
 * arena's. */
const char *name_unescape(struct arena *arena, const char *name);

#endif
