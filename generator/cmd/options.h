/*
 * Options of subcommands, parsed by a table: `--name`, `--name VALUE`, `--name=VALUE`, `-n VALUE`, and `--` before
 * operands that begin with a hyphen. Options and operands may be mixed; of an option given twice the last one counts.
 * All subcommands take -I DIR, --include DIR, which may be repeated.
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/printf.h"
#include "cmd/command.h"

struct arena;

struct option {
    const char *name;   /* without its hyphens; one that ends in a hyphen goes on with its value: "no-" for --no-CODE */
    char letter;        /* a short form, or 0 */
    const char **value; /* gets the value; NULL: the option takes none */
    bool *given;        /* becomes true; for options without a value */
};

/* The operands of a command line, and for options that count each time, all options with a value. */
struct operands {
    const char **items;
    size_t count;
    struct option_value {
        const char *name; /* as in the table */
        const char *value;
        size_t before; /* how many operands stood before it */
    } * values;
    size_t value_count;
};

/* Parses run->argv. False when the run is over: --help was printed, or the command line is wrong and was reported; the
 * exit status is then in run->status. */
bool options_parse(struct command_run *run, const struct option *options, size_t count, struct operands *operands);

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

#endif
