/*
 * Checks: what contradicts itself in a model. They report and never repair.
 *
 * A check is a row of checks.def: its subject, its function, the codes that it reports (their severities stand in
 * base/diag.def), and the codes that must not have been met on the same structure before. All checks run on every
 * structure; none stops another, but what rests on a contradiction already reported is left out.
 */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "model/model.h"

struct program_text;

/* Runs all checks. Findings go to `diags`, except those that an `allow` in the spec silences. */
void check_run(const struct model *model, struct diags *diags);

/* Resolves a program and runs all checks, as model_resolve and check_run do, in half of their memory: each structure is
 * checked when it is resolved, and then loses its rows (model_resolve_each). Findings go to the program's. */
struct model *check_program(const struct program *program);

/* Resolves and checks the specs below `spec` with new texts, also of files that are not there yet. If they have errors,
 * these are reported to the user's program, and the result is NULL. */
const struct model *check_texts(struct program *user, const char *spec, const struct program_text *texts, size_t count);

#endif
