/*
 * A subcommand and its run. The subcommands are in cmd/.
 */
#ifndef RUN_COMMAND_H
#define RUN_COMMAND_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/diag.h"

struct arena;
struct option;
struct program;
struct source;
struct command_run;

/* The exit status of every subcommand. */
enum status {
    STATUS_CLEAN = 0,
    STATUS_FINDINGS = 1, /* something is wrong with what was read, or not up to date */
    STATUS_TROUBLE = 2   /* the command line is wrong, or a file cannot be read or written */
};

/* The kind of value of an option or an operand. Completions offer it. */
enum takes {
    TAKES_NOTHING,
    TAKES_TEXT,      /* no files, no list of words */
    TAKES_VERSION,   /* a version, perhaps with an architecture */
    TAKES_NAMES,     /* words of --struct: structures and others, and members */
    TAKES_SPECS,     /* specs, or directories with specs */
    TAKES_NAMED_SPECS, /* the same, or names of structures and others */
    TAKES_NAMED_FILES, /* any files, or such names */
    TAKES_TEMPLATE,  /* a file, or the name of a shipped template */
    TAKES_FILE,      /* any file or directory */
    TAKES_DIRECTORY,
    TAKES_SERVERS,   /* symbol servers: addresses and directories, see fetch/server.h */
    TAKES_WORD,      /* one of a list of words */
    TAKES_WORDS      /* several of them, separated by commas */
};

struct command {
    const char *name;    /* as users type it; that of a kind has two words: "import isf" */
    const char *summary; /* a line of the list of commands */
    const char *help;    /* `strata NAME --help`, HELP_OPTIONS in place of its options; of a kind its part */
    const char *help_end; /* the help behind the parts of the kinds, and the end of a long one; NULL: there are none */
    enum status (*run)(struct command_run *run); /* NULL: the command has kinds */
    const struct option *options;                /* ends with a row without a name; NULL: none of its own */
    const struct command *const *kinds;          /* by second word, NULL at the end; or NULL */
    const struct command *(*guess)(struct command_run *run); /* the kind for operands without a second word, or NULL */
    const char *const *words;                    /* of operands that are TAKES_WORD */
    enum takes operands;
    bool warns; /* whether checks warn here, or only report errors, unless options ask for more */
    bool edits;          /* the operands are changed */
    bool reads_anywhere; /* it learns later which files it needs */
    bool fetches;        /* it connects to the servers that are named, see run/servers.h */
};

/* The options of all subcommands. */
struct common_options {
    const char *include; /* the last -I */
    const char *color;   /* auto, always or never */
    const char *input;   /* the name of standard input, or NULL */
    bool is_quiet, is_verbose, is_help;
};

/* One run of a subcommand. When it has returned, main writes `out` to standard output, and `details` and the program's
 * diagnostics to standard error. `notes` go to standard output if `out` is empty, else to standard error. */
struct command_run {
    const struct command *const *commands; /* all of them, NULL at the end */
    const struct command *named;           /* the subcommand, whose help --help prints */
    const struct command *command;         /* the same; of one with kinds, the kind */
    uint64_t begun;                        /* when, in file_ticks */
    int argc;                              /* the arguments after the subcommand's name */
    char **argv;
    struct arena *arena;
    struct program *program; /* empty; its diagnostics take usage errors too */
    struct common_options common;
    struct buffer out;       /* the product */
    bool is_shown;           /* `out` is for people, and base/shown.h is for it */
    struct buffer notes;     /* lines that say what was done; not with --quiet */
    struct buffer details;   /* lines about the way to it; command_detail adds them */
    bool has_read_input;     /* standard input, which can be read once */
    bool is_editing;         /* the run rewrites the specs that it reads */
    enum diag_format format; /* of the diagnostics; formats for programs go to standard output, after `out` */
    const char *summary;     /* a line after diagnostics for people, or NULL */
    bool is_summed;          /* the output has a table of the diagnostics instead of them */
    enum status status;      /* when options_parse or load_specs fails: what to return */
    const char **made;       /* directories that the fence has made, outer ones first; fence_leave removes empty ones */
    size_t made_count;
};

/* Sets run->status, and returns it, after a library has reported why it failed: trouble if the command line is wrong
 * or a file cannot be written, else findings. */
enum status command_fail(struct command_run *run);

/* True if a path of the command line means standard input, or standard output. */
bool command_is_standard(const char *path);

/* Returns the name that messages give to a path of the command line: for `-` that of --stdin-filename, or else
 * "standard input". */
const char *command_name_input(const struct command_run *run, const char *path);

/* Takes note that standard input is read. False, after a report, if it was read before. */
bool command_take_input(struct command_run *run);

/* Reads a file that the command line names; `-` is standard input. A failure is reported, and is STATUS_TROUBLE in
 * run->status. The text stays as long as the arena, with two NULs after it. */
bool command_read_file(struct command_run *run, const char *path, const char **text, size_t *size);

/* Reads a file as a source, so that diagnostics can show it. Returns NULL on failure. */
const struct source *command_read_source(struct command_run *run, const char *path);

/* Reports that a file cannot be written; that is STATUS_TROUBLE in run->status. Returns false. */
bool command_fail_write(struct command_run *run, const char *path, const char *error);

/* Writes the output of a command: a file as a whole or not at all; a device or a pipe directly. */
bool command_write_file(struct command_run *run, const char *path, const struct buffer *text);

/* Notes that an output was written or is up to date. It notes nothing for a device or a pipe, which may be standard
 * output. */
void command_report_output(struct command_run *run, const char *path, bool is_changed);

/* Adds a line to run->details, if they are asked for. */
void command_detail(struct command_run *run, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* True if a descriptor (as below) is a terminal that obeys escape sequences. */
bool command_has_terminal(const struct command_run *run, int descriptor);

/* True if text for people has colours on a descriptor: 1 is standard output, 2 standard error. */
bool command_has_color(const struct command_run *run, int descriptor);

#endif
