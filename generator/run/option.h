/*
 * The rows of commands' tables of options: names, values, effects and help. options_parse (run/options.h) takes a
 * command line apart by them, help_write (run/help.h) lists them, and `strata completion` offers them.
 */
#ifndef RUN_OPTION_H
#define RUN_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "run/command.h"

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
    const char *value; /* what the help calls its value, or NULL: it has none */
    const char *help;  /* what it does; a line of a list ends in \n. NULL: the text of a later row is about both */
};

#define OPTION_NO_FIELD ((size_t)-1)

/* Stands in a command's help where the list of its options belongs, which is made of the rows. */
#define HELP_OPTIONS "\1"

/* The offset of a field, if it has the type that options set. */
#define OPTION_FIELD(structure, member, type)                                                                         \
    (offsetof(structure, member) + 0 * sizeof _Generic(&((structure *)0)->member, type *: 0))

/* The middle of a row: an option without a value, with a value, or with one of several words. The last ones name what
 * is written. */
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

/* The options that all commands take; they set run->common. */
extern const struct option option_common[];

/* True if an option is one of them. */
bool option_is_common(const struct option *option);

/* True if the value follows the name directly, as in --no-CODE. */
bool option_is_prefix(const struct option *option);

/* The rows of a command's table for the options that change what becomes of a check: `-W CODE`, `--error CODE`,
 * `--no-CODE`. CODE may be `all`. */
#define SEVERITY_OPTIONS                                                                                               \
    {"warn", 'W', TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS, "CODE",                                 \
     "report a check as a warning; -W all: also checks that are off by default"},                                      \
    {"error", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS, "CODE",                                  \
     "report a check as an error; --error all: all checks that are on"},                                               \
    {"no-", 0, TAKES_WORD, OPTION_NO_FIELD, diag_check_names, OPTION_READS, "CODE",                                    \
     "do not report a check; --no-all: only those of later options"}

#endif
