/*
 * The contents of specs, briefly: structures, enumerations, events, globals, architectures, versions, identities, and
 * members by name.
 */
#ifndef VIEW_LIST_H
#define VIEW_LIST_H

#include <stdbool.h>

#include "front/selection.h"

struct buffer;
struct model;
struct requirement;

/* The kinds that are listed; a bit set. */
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
    const struct selection *names;   /* of structures, enumerations, events and globals; no words: all */
    const struct selection *members; /* words `M` or `S.M`; no words: all */
    struct requirement *requirement; /* of the places of members; or NULL */
    bool is_json;
    bool has_color; /* of text */
};

/* Appends the list to `out`: the declarations of the specs that the user named, by name, and the axis. Returns the
 * first word that names nothing, or NULL. */
const struct selection_word *list_write(const struct list_request *request, struct buffer *out);

/* Returns the name that is nearest to a word that names nothing, or NULL. */
const char *list_find_nearest(const struct list_request *request, const struct selection_word *word);

#endif
