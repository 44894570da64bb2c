/*
 * The identifiers of generated code. Detects an identifier that two declarations would have.
 *
 *     struct stem stem = claims_stem("strata_", "S");
 *     claims_begin(claims);
 *     claims_add(claims, span, stem, "_get_", "A", NULL);       (for all identifiers of the name)
 *     if (!claims_end(claims, &clash)) ... try another name
 */
#ifndef RENDER_CLAIMS_H
#define RENDER_CLAIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"

struct arena;
struct claims;

/* Common beginning of many identifiers. */
struct stem {
    const char *prefix;
    const char *name;
    uint32_t hash;
};

/* An identifier that is claimed twice. */
struct clash {
    const char *identifier;
    struct span span;
    struct span holder; /* {0,0}: the identifier belongs to runtime/ */
    bool is_own;        /* both claims are of the same trial */
};

/* Returns claims that contain the identifiers of runtime/. Texts that are claimed must live as long as the claims. */
struct claims *claims_new(struct arena *arena);

/* Returns claims that keep nothing and pass each identifier to `visit` instead. */
struct claims *claims_listing(struct arena *arena, void (*visit)(void *user, const char *identifier), void *user);

/* Frees the memory of the claims that is not in the arena. */
void claims_free(struct claims *claims);

/* Returns the stem of identifiers that begin with `prefix` and `name`. */
struct stem claims_stem(const char *prefix, const char *name);

/* Claims the identifier that consists of the stem and the parts after it; a part that is NULL ends it. */
void claims_add(struct claims *claims, struct span span, struct stem stem, const char *first, const char *second,
                const char *third);

/* Begins a trial: all its claims are kept, or none. */
void claims_begin(struct claims *claims);

/* Ends a trial. If one of its identifiers is taken, drops the trial, stores the first in `clash` and returns false. */
bool claims_end(struct claims *claims, struct clash *clash);

/* Removes all claims except those of runtime/. */
void claims_forget(struct claims *claims);

#endif
