/*
 * The rows of commands' tables of options: names, values, effects and help. options_parse (run/options.h) parses a
 * command line by them, help_write (run/help.h) lists them, and `strata completion` offers them.
 */
#ifndef RUN_OPTION_H
#define RUN_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "run/command.h"

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
    const char *value; /* name of its value in the help; NULL if it has no value */
    /* text of the help; lines of a list end in \n. NULL: the next row with a text describes this option, too */
    const char *help;
};

#define OPTION_NO_FIELD ((size_t)-1)

/* Stands in the text of a command's help in place of the list of its options, which is made from the rows. */
#define HELP_OPTIONS "\1"

/* The offset of a field, if it has the type that options set. */
#define OPTION_FIELD(structure, member, type)                                                                         \
    (offsetof(structure, member) + 0 * sizeof _Generic(&((structure *)0)->member, type *: 0))

/* The middle of a row of options: for an option without a value, with a value, or with one of several words.
 * OPTION_OUTPUT and OPTION_DIRECTORY are for values that name an output. */
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

/* The options that all commands have; they set run->common. */
extern const struct option option_common[];

/* True if an option is one of option_common. */
bool option_is_common(const struct option *option);

/* True if the value of an option follows its name without a blank, as in --no-CODE. */
bool option_is_prefix(const struct option *option);

/* The rows of options that change the severity of checks: `-W CODE`, `--error CODE`, `--no-CODE`. CODE may be `all`. */
#define SEVERITY_OPTIONS                                                                                               \
    {"warn", 'W', TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS, "CODE",                                 \
     "report a check as a warning; -W all: also checks that are off by default"},                                      \
    {"error", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS, "CODE",                                  \
     "report a check as an error; --error all: all checks that are on"},                                               \
    {"no-", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS, "CODE",                                    \
     "do not report a check; --no-all: only those of later options"}

#endif
