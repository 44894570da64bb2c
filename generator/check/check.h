/*
 * Checks: find contradictions in a model. They report and never repair.
 *
 * A check is a row of checks.def: its subject, its function, the codes that it reports (their severities stand in
 * base/diag.def), and the codes that must not have been reported for the same structure before. All checks run on every
 * structure. No check stops another one, but a check leaves out rows that are doubtful because of a contradiction that
 * is already reported.
 */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "model/model.h"

struct program_text;

/* Runs all checks. Findings go to `diags`, except those that an `allow` in the spec silences. */
void check_run(const struct model *model, struct diags *diags);

/* Resolves a program and runs all checks. It needs half of the memory of model_resolve and check_run: each structure is
 * checked as soon as it is resolved, and then loses its rows (model_resolve_each). Findings go to the program's
 * diagnostics. */
struct model *check_program(const struct program *program);

/* Resolves and checks the specs below `spec` with new texts, also of files that do not exist yet. If they have errors,
 * reports these to the diagnostics of `user` and returns NULL. */
const struct model *check_texts(struct program *user, const char *spec, const struct program_text *texts, size_t count);

#endif
