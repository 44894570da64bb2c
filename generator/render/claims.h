/*
 * The identifiers of generated code, so that none is given to two things.
 *
 *     struct stem stem = claims_stem("strata_", "S");
 *     claims_begin(claims);
 *     claims_add(claims, span, stem, "_get_", "A", NULL);       (all of what has that name)
 *     if (!claims_end(claims, &clash)) ... another name must be tried
 */
#ifndef RENDER_CLAIMS_H
#define RENDER_CLAIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"

struct arena;
struct claims;

/* What many identifiers begin with. */
struct stem {
    const char *prefix;
    const char *name;
    uint32_t hash;
};

/* An identifier that was claimed twice. */
struct clash {
    const char *identifier;
    struct span span;
    struct span holder; /* nowhere: runtime/ has it */
    bool is_own;        /* both are of one trial */
};

/* No claims but those of the names of runtime/. Texts that are claimed must live as long as the claims. */
struct claims *claims_new(struct arena *arena);

/* Nothing is claimed, and `visit` is told of each identifier instead. */
struct claims *claims_listing(struct arena *arena, void (*visit)(void *user, const char *identifier), void *user);

void claims_free(struct claims *claims);

struct stem claims_stem(const char *prefix, const char *name);

/* Claims the identifier of a stem and the parts behind it, which NULL ends early. */
void claims_add(struct claims *claims, struct span span, struct stem stem, const char *first, const char *second,
                const char *third);

/* Begins a trial: claims that are kept together or not at all. */
void claims_begin(struct claims *claims);

/* Ends it. False when one of its identifiers was taken; the first is then in `clash`. */
bool claims_end(struct claims *claims, struct clash *clash);

/* Drops all claims but those of runtime/. */
void claims_forget(struct claims *claims);

#endif
