/*
 * Options of subcommands, parsed by the table in `struct command`: `--name`, `--name VALUE`, `--name=VALUE`,
 * `-n VALUE`, `-nVALUE`, `-ab` for `-a -b`, and `--` before operands that begin with a hyphen. Options and operands may
 * be mixed; of an option given twice the last one counts. An option sets a field of the command's structure:
 *
 *     struct show_options { const char *name; bool is_long; };
 *     static const struct option options[] = {
 *         {"struct", 's', OPTION_TEXT(struct show_options, name)},
 *         {"long", 0, OPTION_FLAG(struct show_options, is_long)},
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

struct arena;

/* Effects of an option on files, from which run/fence.h makes the fence of a run. */
enum option_effect {
    OPTION_READS,  /* the files that its value or the command's operands name are read */
    OPTION_WRITES, /* its value is written: a file, or the files below a directory */
    /* specs are changed: those of its value, or without a value the operands; and the specs that they use */
    OPTION_EDITS,
    OPTION_CHECKS /* nothing is written, whatever other options say */
};

struct option {
    /* the name without hyphens. A name with a hyphen at its end continues with the value: "no-" for --no-CODE */
    const char *name;
    char letter;              /* letter of the short form; 0 if there is none */
    enum takes takes;         /* kind of its value; an option without a value sets a bool, others a const char * */
    size_t field;             /* offset of the field that it sets, or OPTION_NO_FIELD */
    const char *const *words; /* words that its value may be, with NULL at the end; NULL: any value */
    enum option_effect effect;
};

#define OPTION_NO_FIELD ((size_t)-1)

/* The offset of a field, if it has the type that options set. */
#define OPTION_FIELD(structure, member, type)                                                                         \
    (offsetof(structure, member) + 0 * sizeof _Generic(&((structure *)0)->member, type *: 0))

/* The end of a row of options: for an option without a value, with a value, or with one of several words. OPTION_OUTPUT
 * and OPTION_DIRECTORY are for values that name an output. */
#define OPTION_ROW(takes, structure, member, type, words, effect)                                                     \
    takes, OPTION_FIELD(structure, member, type), words, effect
#define OPTION_FLAG(structure, member) OPTION_ROW(TAKES_NOTHING, structure, member, bool, NULL, OPTION_READS)
#define OPTION_TEXT(structure, member) OPTION_ROW(TAKES_TEXT, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_VERSION(structure, member) OPTION_ROW(TAKES_VERSION, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_NAMES(structure, member) OPTION_ROW(TAKES_NAMES, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_TEMPLATE(structure, member)                                                                            \
    OPTION_ROW(TAKES_TEMPLATE, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_FILE(structure, member) OPTION_ROW(TAKES_FILE, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_SPECS(structure, member) OPTION_ROW(TAKES_SPECS, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_DIRECTORY(structure, member)                                                                           \
    OPTION_ROW(TAKES_DIRECTORY, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_SERVERS(structure, member) OPTION_ROW(TAKES_SERVERS, structure, member, const char *, NULL, OPTION_READS)
#define OPTION_WORD(structure, member, words)                                                                         \
    OPTION_ROW(TAKES_WORD, structure, member, const char *, words, OPTION_READS)
#define OPTION_WORDS(structure, member, words)                                                                        \
    OPTION_ROW(TAKES_WORDS, structure, member, const char *, words, OPTION_READS)
#define OPTION_OUTPUT(structure, member) OPTION_ROW(TAKES_FILE, structure, member, const char *, NULL, OPTION_WRITES)
#define OPTION_OUTPUT_DIRECTORY(structure, member)                                                                    \
    OPTION_ROW(TAKES_DIRECTORY, structure, member, const char *, NULL, OPTION_WRITES)
#define OPTION_INTO(structure, member) OPTION_ROW(TAKES_SPECS, structure, member, const char *, NULL, OPTION_EDITS)
#define OPTION_APPLY(structure, member) OPTION_ROW(TAKES_NOTHING, structure, member, bool, NULL, OPTION_EDITS)
#define OPTION_CHECK(structure, member) OPTION_ROW(TAKES_NOTHING, structure, member, bool, NULL, OPTION_CHECKS)

/* The options that all subcommands take; they set run->common. */
extern const struct option options_common[];

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

/* Appends a command's help, with the options of all commands. */
void options_write_help(const char *help, struct buffer *out);

/* Appends the lines about the options of all commands. */
void options_write_common(struct buffer *out);

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

/* The rows of options that change the severity of checks: `-W CODE`, `--error CODE`, `--no-CODE`. CODE may be `all`. */
#define SEVERITY_OPTIONS                                                                                               \
    {"warn", 'W', TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS},                                        \
    {"error", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS},                                         \
    {"no-", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS}

/* The lines of a command's help about the options for severities. */
#define SEVERITY_HELP                                                                                                  \
    "  -W, --warn CODE   report a check as a warning; -W all: also checks that are off by default\n"                   \
    "  --error CODE      report a check as an error; --error all: all checks that are on\n"                            \
    "  --no-CODE         do not report a check; --no-all: only those of later options\n"

/* Switches warnings off, for commands that only show layouts. */
void options_silence_warnings(struct diags *diags);

/* Sets the severities that the options ask for, in their order, so that later options win. For a code that is no check,
 * reports that, sets run->status and returns false. */
bool options_take_severities(struct command_run *run, const struct operands *operands);

#endif
