/*
 * Options of subcommands, parsed by the table in `struct command`: `--name`, `--name VALUE`, `--name=VALUE`,
 * `-n VALUE`, `-nVALUE`, `-ab` for `-a -b`, and `--` before operands that begin with a hyphen. Options and operands may
 * be mixed; of an option given twice the last one counts. An option sets a field of the command's structure:
 *
 *     struct show_options { const char *name; bool is_long; };
 *     static const struct option options[] = {
 *         {"struct", 's', OPTION_TEXT(struct show_options, name), "NAME", "the structure"},
 *         {"long", 0, OPTION_FLAG(struct show_options, is_long), NULL, "print all of it"},
 *         {0},
 *     };
 *     struct show_options chosen = {0};
 *     if (!options_parse(run, &chosen, &operands))
 *         return run->status;
 */
#ifndef RUN_OPTIONS_H
#define RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/printf.h"
#include "run/command.h"
#include "run/option.h"

struct arena;

/* The operands of a command line, and for options that count each time, all options with a value. */
struct operands {
    const char **items;
    size_t count;
    size_t bare; /* how many stood before `--`; all of them if there is none */
    struct option_value {
        const char *name; /* as in the table */
        const char *value;
        size_t before; /* how many operands stood before it */
        const struct option *option; /* NULL: an operand that is taken for its value */
    } * values;
    size_t value_count;
    unsigned effects; /* of all options, a bit `1 << effect` for each */
};

/* Parses run->argv by the table of run->command. `chosen` is the structure that its options set, NULL if none sets
 * anything. False when the run is over: --help was printed, or the command line is wrong and was reported; the exit
 * status is then in run->status. */
bool options_parse(struct command_run *run, void *chosen, struct operands *operands);

/* Reports a usage error, whose exit status is then in run->status. Returns the report, to add advice to. */
struct diag *options_report(struct command_run *run, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Reports a usage error and returns the exit status for it. */
enum status options_fail(struct command_run *run, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Does the same as options_fail, and adds a guess; `guess` may be NULL. */
enum status options_fail_near(struct command_run *run, const char *guess, const char *format, ...)
    LIKE_PRINTF(3, 4);

/* Parses a number, decimal or 0x hexadecimal. */
bool options_number(const char *text, uint64_t *number);

/* Returns the next word of a list that commas separate, and moves `list` past it; NULL at the end. */
const char *options_next_word(struct arena *arena, const char **list);

/* Returns the index of `text` among the words, which NULL ends; -1, after a report, if it is none. `option` has its
 * hyphens. */
int options_choice(struct command_run *run, const char *option, const char *text, const char *const *words);

/* Switches warnings off, for commands that only show layouts. */
void options_silence_warnings(struct diags *diags);

/* Does what the options say, in their order: later ones win. False for a code that is no check, which is reported;
 * the exit status is then in run->status. */
bool options_take_severities(struct command_run *run, const struct operands *operands);

#endif
