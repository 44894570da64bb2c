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

/* The operands of a command line, and its options with a value that count each time they are given. */
struct operands {
    const char **items;
    size_t count;
    size_t bare; /* number of operands before `--`; of all operands if there is no `--` */
    struct option_value {
        const char *name; /* name of the option, as in the table */
        const char *value;
        size_t before;               /* number of operands that stand before the option */
        const struct option *option; /* row of the option; NULL: an operand that is taken as its value */
    } * values;
    size_t value_count;
    unsigned effects; /* set of enum option_effect of all options, a bit `1 << effect` for each */
};

/* Parses run->argv by the options of run->command. `chosen` is the structure that the options set; NULL if they set
 * nothing. Returns false if --help was printed, or if the command line is wrong, which is reported. The exit status is
 * then in run->status. */
bool options_parse(struct command_run *run, void *chosen, struct operands *operands);

/* Reports a usage error and sets run->status. Returns the finding, so that the caller can add advice. */
struct diag *options_report(struct command_run *run, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Reports a usage error, and returns the exit status for it. */
enum status options_fail(struct command_run *run, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Reports a usage error as options_fail does, and adds the guess `guess` as advice, unless it is NULL. */
enum status options_fail_near(struct command_run *run, const char *guess, const char *format, ...)
    LIKE_PRINTF(3, 4);

/* Parses a decimal number, or a hexadecimal one with 0x. */
bool options_number(const char *text, uint64_t *number);

/* Returns the next word of a list with commas, and moves `list` past it; NULL at the end. */
const char *options_next_word(struct arena *arena, const char **list);

/* Returns the index of `text` in `words`, which end with NULL. If it is not among them, reports that and returns -1.
 * `option` is the name with hyphens, for the message. */
int options_choice(struct command_run *run, const char *option, const char *text, const char *const *words);

/* Switches warnings off, for commands that only show layouts. */
void options_silence_warnings(struct diags *diags);

/* Sets the severities that the options ask for, in their order, so that later options win. For a code that is no check,
 * reports that, sets run->status and returns false. */
bool options_take_severities(struct command_run *run, const struct operands *operands);

#endif
