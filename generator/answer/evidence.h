/*
 * What follows from evidence (model/evidence.h) before any layout is compared: which builds were seen as a whole, and
 * whose kernel a version of the system runs.
 */
#ifndef ANSWER_EVIDENCE_H
#define ANSWER_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/evidence.h"
#include "model/layout.h"
#include "strata_pack.h"

struct arena;

/* Returns the index of the first attested version that is at least `version`. */
size_t evidence_find_seen(const struct evidence *evidence, uint64_t version);

/* Finds the attested versions of a build: from *first to before *end. */
void evidence_find_build(const struct evidence *evidence, uint64_t version, size_t *first, size_t *end);

/* Adds what documents say around a version. */
void evidence_look_up_documents(const struct evidence *evidence, strata_around *around);

/* Returns how well members are known in a version that do not move around it: strata_resolve of the runtime says the
 * same. The version is that of the kernel (evidence_find_kernel). */
strata_basis place_basis(const struct evidence *evidence, uint64_t version);

/* True if a version is attested. */
bool evidence_has(const struct evidence *evidence, uint64_t version);

/* Returns the version by which a version is looked up: that of the kernel that runs in it (axis_find_kernel), where
 * kernels are attested, and none of its own build. */
uint64_t evidence_find_kernel(const struct evidence *evidence, uint64_t version);

/* Returns the versions that are looked up by a version of the set. */
struct version_set evidence_spread(struct arena *arena, const struct evidence *evidence, struct version_set set);

/* Does for an enumeration on an arch what evidence_find_kernel does. */
uint64_t enumeration_find_kernel(const struct enumeration *enumeration, const struct arch *arch, uint64_t version);

#endif
