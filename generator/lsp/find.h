/*
 * The name at a position, and all places that mean the same.
 */
#ifndef LSP_FIND_H
#define LSP_FIND_H

#include <stdbool.h>
#include <stddef.h>

#include "lsp/session.h"
#include "spec/mention.h"

/* The name that a request is about. */
struct found {
    struct analysis *analysis; /* NULL: none */
    const char *path;          /* of the request */
    struct mention mention;
};

/* Finds the name at the `position` of a request's parameters; false if there is none. */
bool find_name(struct session *session, struct arena *arena, yajl_val params, struct found *found);

/* Has the analysis cover the files that use the declaration, and lists all mentions that mean it, in the order of the
 * files; from the arena of the analysis. */
const struct mention *find_mentions(struct session *session, struct found *found, size_t *count);

/* Return the declarations of the name, and all mentions that mean it, in the files that the analysis has. */
const struct mention *find_declarations(const struct found *found, size_t *count);
const struct mention *find_all(const struct found *found, size_t *count);

#endif
