/*
 * Short lists of the contents of specs: structures, enumerations, events, globals, architectures, versions, identities,
 * and members by name.
 */
#ifndef VIEW_LIST_H
#define VIEW_LIST_H

#include <stdbool.h>

#include "front/selection.h"

struct buffer;
struct model;
struct requirement;

/* The parts of a list; a bit set. */
enum list_part {
    LIST_STRUCTS = 1,
    LIST_ENUMS = 2,
    LIST_EVENTS = 4,
    LIST_ARCHES = 8,
    LIST_VERSIONS = 16,
    LIST_MEMBERS = 32,
    LIST_GLOBALS = 64,
    LIST_IDENTITIES = 128
};

struct list_request {
    const struct model *model;
    unsigned parts;
    const struct selection *names;   /* structures, enumerations, events and globals to list; no words: all */
    const struct selection *members; /* words `M` or `S.M`; no words: all */
    struct requirement *requirement; /* requirement for the grades of the listed member offsets; or NULL */
    bool is_json;
    bool has_color; /* text has colour */
};

/* Appends the list to `out`: the axis, and the declarations of the specs that the user named, sorted by name. Returns
 * the first word that matches nothing, or NULL. */
const struct selection_word *list_write(const struct list_request *request, struct buffer *out);

/* Returns the known name that is most similar to a word that matches nothing, or NULL. */
const char *list_find_nearest(const struct list_request *request, const struct selection_word *word);

#endif
