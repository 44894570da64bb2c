/*
 * The option --require GRADE. The command writes its whole output. If an answer is known less well than GRADE, it also
 * reports the weakest answer and ends with status 1.
 */
#ifndef RUN_REQUIRE_H
#define RUN_REQUIRE_H

#include "answer/requirement.h"
#include "run/command.h"

/* Words that the option takes, with NULL at the end. */
extern const char *const require_words[];

/* Reads the value of the option, in upper or lower case; NULL if it is not given. If it is no grade, reports a usage
 * error, sets run->status and returns false. */
bool require_take(struct command_run *run, const char *grade, struct requirement *requirement);

/* Reports the weakest answer below the required grade. Returns the exit status; that is `status` if no answer is below
 * the grade. */
enum status require_report(struct command_run *run, const struct requirement *requirement, enum status status);

/* The row for --require in a command's table. `more` is added to its text. */
#define REQUIRE_OPTION(structure, member, more)                                                                        \
    {"require", 0, OPTION_WORD(structure, member, require_words), "GRADE",                                             \
     "exit with 1, and say why, if an answer is known less well: attested, bracketed, interpolated or extrapolated. "  \
     "The output is the same. That something is absent is an answer, too" more}

#endif
