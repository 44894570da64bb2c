/*
 * The words of --struct: names of declarations, and paths from a structure to its members.
 *
 *     EPROCESS                 a structure, an enumeration or an event
 *     EPROCESS.Token           a member of a structure; the structure has only the members that some word names
 *     EPROCESS.Pcb.Header      a member of a structure that is a member by value
 *     ntdll!PEB                the same of a module; without one, what only one module has
 *     WMI_*, EPROCESS.*Token*  each part may be a pattern: `*` stands for any characters, `?` for one, `[a-c]` and
 *                              `[!a-c]` for one of a set
 *
 * A part never matches beyond a dot. Nothing here knows what the names mean: model/select.h and kernel/ do.
 */
#ifndef FRONT_SELECTION_H
#define FRONT_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* One word. */
struct selection_word {
    const char *text;         /* as the user wrote it */
    const char *module;       /* the text before the `!`; NULL if there is none */
    const char *const *parts; /* the text between the dots, without the module */
    size_t count;             /* number of parts, at least one */
    bool is_pattern;          /* some part is a pattern */
};

/* All words of a command line, in its order. */
struct selection {
    const struct selection_word *words;
    size_t count;
};

/* Splits lists of words, which commas separate. Returns NULL and sets *error if a word has an empty part or a `[` that
 * is not closed. The memory is the arena's. */
const struct selection *selection_new(struct arena *arena, const char *const *lists, size_t count, const char **error);

/* True if a name matches a part of a word. */
bool selection_matches(const char *part, const char *name);

/* True if a part is a pattern. */
bool selection_is_pattern(const char *part);

/* Returns a name without its leading underscores; the whole name if it has nothing else. A structure is also found by
 * its tag in C, such as _EPROCESS. */
const char *selection_without_underscores(const char *name);

#endif
