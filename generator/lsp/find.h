/*
 * Finds the name at a position, and all mentions of the same declaration.
 */
#ifndef LSP_FIND_H
#define LSP_FIND_H

#include <stdbool.h>
#include <stddef.h>

#include "lsp/session.h"
#include "spec/mention.h"

/* The name that a request is about. */
struct found {
    struct analysis *analysis; /* specs around the file of the request; NULL if they cannot be read */
    const char *path;          /* path of the text that the request is about */
    struct mention mention;
};

/* Finds the name at the `position` of a request's parameters. Returns false if there is none. */
bool find_name(struct session *session, struct arena *arena, yajl_val params, struct found *found);

/* Makes the analysis include the files that use the declaration, and lists all mentions of it, in the order of the
 * files. The list is in the arena of the analysis. */
const struct mention *find_mentions(struct session *session, struct found *found, size_t *count);

/* Return the declarations of the name, and all mentions of it, in the files that the analysis has. */
const struct mention *find_declarations(const struct found *found, size_t *count);
const struct mention *find_all(const struct found *found, size_t *count);

#endif
