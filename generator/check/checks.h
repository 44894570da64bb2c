/*
 * The functions of the checks, which checks.def lists. Each one examines the subject of the run and adds findings.
 */
#ifndef CHECK_CHECKS_H
#define CHECK_CHECKS_H

#include "check/check_parts.h"

#define CHECK_OF(subject, function, finds, prerequisites) void function(struct check_run *run);
#include "check/checks.def"
#undef CHECK_OF

#endif
