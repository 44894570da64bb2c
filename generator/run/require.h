/*
 * The option --require GRADE: the command writes all that it has, but ends with status 1 and a diagnostic about the
 * weakest answer if one is known less well.
 */
#ifndef RUN_REQUIRE_H
#define RUN_REQUIRE_H

#include "answer/requirement.h"
#include "run/command.h"

/* Words of the option; NULL at the end. */
extern const char *const require_words[];

/* Takes the value of the option, in any case; NULL: it is not given. False, a usage error and run->status if it is no
 * grade. */
bool require_take(struct command_run *run, const char *grade, struct requirement *requirement);

/* Reports the weakest answer below the grade. Returns the status of the run, which is `status` if there is none. */
enum status require_report(struct command_run *run, const struct requirement *requirement, enum status status);

/* Its row in a command's table; `more` ends the text about it. */
#define REQUIRE_OPTION(structure, member, more)                                                                        \
    {"require", 0, OPTION_WORD(structure, member, require_words), "GRADE",                                             \
     "exit with 1, and say why, if an answer is known less well: attested, bracketed, interpolated or extrapolated. "  \
     "The output is the same. That something is absent is an answer, too" more}

#endif
