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
    OPTION_READS,  /* the files that it names, if any, are read */
    OPTION_WRITES, /* its value is written: a file, or what is below a directory */
    OPTION_EDITS,  /* specs are changed: its value, or without a value the operands; and the specs that these use */
    OPTION_CHECKS  /* nothing is written, whatever other options say */
};

struct option {
    const char *name;  /* without its hyphens; one that ends in a hyphen goes on with its value: "no-" for --no-CODE */
    char letter;       /* a short form, or 0 */
    enum takes takes;  /* its value; an option without one sets a bool, others a const char * */
    size_t field;      /* offset of what it sets, or OPTION_NO_FIELD */
    const char *const *words; /* that it takes, NULL at the end; or NULL */
    enum option_effect effect;
};

#define OPTION_NO_FIELD ((size_t)-1)

/* The offset of a field, if it has the type that options set. */
#define OPTION_FIELD(structure, member, type)                                                                         \
    (offsetof(structure, member) + 0 * sizeof _Generic(&((structure *)0)->member, type *: 0))

/* The end of a row: an option without a value, with a value, or with one of several words. The last ones name what is
 * written. */
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

/* Appends a command's help, with the options of all commands. */
void options_write_help(const char *help, struct buffer *out);

/* Appends the lines about the options of all commands. */
void options_write_common(struct buffer *out);

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

/* The rows of a command's table for the options that change what becomes of a check: `-W CODE`, `--error CODE`,
 * `--no-CODE`. CODE may be `all`. */
#define SEVERITY_OPTIONS                                                                                               \
    {"warn", 'W', TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS},                                        \
    {"error", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS},                                         \
    {"no-", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS}

/* Their lines of a command's help. */
#define SEVERITY_HELP                                                                                                  \
    "  -W, --warn CODE   report a check as a warning; -W all: also checks that are off by default\n"                   \
    "  --error CODE      report a check as an error; --error all: all checks that are on\n"                            \
    "  --no-CODE         do not report a check; --no-all: only those of later options\n"

/* Switches warnings off, for commands that only show layouts. */
void options_silence_warnings(struct diags *diags);

/* Does what the options say, in their order: later ones win. False for a code that is no check, which is reported;
 * the exit status is then in run->status. */
bool options_take_severities(struct command_run *run, const struct operands *operands);

#endif
