/*
 * Checks: what contradicts itself in a model. They report and never repair.
 *
 * A check is a row of a table: the code that it reports (whose severity stands in diag.def), the codes that must not
 * have been met on the same structure before, and a function. All checks run on every structure; none stops another,
 * but what rests on a contradiction already reported is left out.
 */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "model/model.h"

/* Runs all checks. Findings go to `diags`, except those that an `allow` in the spec silences. */
void check_run(const struct model *model, struct diags *diags);

#endif
