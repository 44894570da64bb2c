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
    STATUS_FINDINGS = 1, /* the input has an error, or an output is not up to date */
    STATUS_TROUBLE = 2   /* the command line is wrong, or a file cannot be read or written */
};

/* The kind of value of an option or an operand. Completions offer it. */
enum takes {
    TAKES_NOTHING,
    TAKES_TEXT,        /* a text that is neither a file nor one of a list of words */
    TAKES_VERSION,     /* a version, with or without an architecture */
    TAKES_NAMES,       /* words of --struct: names of declarations and members */
    TAKES_SPECS,       /* specs, or directories with specs */
    TAKES_NAMED_SPECS, /* specs or directories with specs, or names of declarations */
    TAKES_NAMED_FILES, /* any files, or names of declarations */
    TAKES_TEMPLATE,    /* a file, or the name of a shipped template */
    TAKES_FILE,        /* any file or directory */
    TAKES_DIRECTORY,
    TAKES_SERVERS, /* symbol servers: addresses and directories, see fetch/server.h */
    TAKES_WORD,    /* one of a list of words */
    TAKES_WORDS    /* several words of a list, separated by commas */
};

struct command {
    const char *name;    /* name of the command as users type it; a kind has two words: "import isf" */
    const char *summary; /* line about the command in the list of commands */
    /* text of `strata NAME --help`, with HELP_OPTIONS in place of its options; for a kind its part of the text */
    const char *help;
    const char *help_end; /* text after the parts of the kinds, or the rest of a long text; NULL if there is none */
    enum status (*run)(struct command_run *run); /* runs the command; NULL if the command has kinds */
    const struct option *options; /* options, up to a row without a name; NULL if the command has none of its own */
    /* kinds of the command, told by its second word, with NULL at the end; NULL if it has none */
    const struct command *const *kinds;
    /* returns the kind for a command line without the second word; NULL if the word is required */
    const struct command *(*guess)(struct command_run *run);
    const char *const *words; /* words for operands of TAKES_WORD */
    enum takes operands;
    bool warns;          /* checks report warnings, too; otherwise only errors, unless options ask for more */
    bool remembers;      /* the command writes to clean_directory (run/clean.h) */
    bool edits;          /* the command changes the files that are its operands */
    bool reads_anywhere; /* the command learns while it runs which files it reads */
    bool fetches;        /* the command connects to symbol servers that are named (run/servers.h) */
};

/* The options of all subcommands. */
struct common_options {
    const char *include; /* value of the last -I */
    const char *color;   /* value of --color: auto, always or never */
    const char *input;   /* name for standard input in messages; NULL if it is not given */
    bool is_quiet, is_verbose, is_help;
};

/* One run of a subcommand. When it has returned, main writes `out` to standard output, and `details` and the program's
 * diagnostics to standard error. `notes` go to standard output if `out` is empty, else to standard error. */
struct command_run {
    const struct command *const *commands; /* all commands, with NULL at the end */
    const struct command *named;           /* the command whose help --help prints */
    const struct command *command;         /* the command that runs; of a command with kinds, the kind */
    uint64_t begun;                        /* time at which the run began (file_ticks) */
    int argc;                              /* number of arguments after the command's name */
    char **argv;
    struct arena *arena;
    struct program *program; /* empty program; its diagnostics also take usage errors */
    struct common_options common;
    struct buffer out;       /* what the command writes to standard output */
    bool is_shown;           /* `out` is for people: characters that a terminal would obey are escaped (base/shown.h) */
    struct buffer notes;     /* lines about what was done; dropped with --quiet */
    struct buffer details;   /* lines about how it was done, from command_detail */
    bool has_read_input;     /* standard input has been read; it can be read only once */
    bool is_editing;         /* the run rewrites the specs that it reads */
    enum diag_format format; /* format of the diagnostics; those for programs go to standard output, after `out` */
    const char *summary;     /* line after the diagnostics in text form; NULL if there is none */
    bool is_summed;          /* the output has a table of the diagnostics instead of the diagnostics */
    enum status status;      /* exit status after options_parse, load_specs or another function has failed */
    /* directories that fence_enter has made, outer ones first; fence_leave removes those that are still empty */
    const char **made;
    size_t made_count;
};

/* Sets and returns run->status after a library has reported an error: STATUS_TROUBLE if the command line is wrong or a
 * file cannot be written, else STATUS_FINDINGS. */
enum status command_fail(struct command_run *run);

/* True if a path on the command line means standard input or standard output. */
bool command_is_standard(const char *path);

/* Returns the name of an input file in messages. For `-` that is the value of --stdin-filename, or "standard input". */
const char *command_name_input(const struct command_run *run, const char *path);

/* Records that standard input is being read. If it was read before, reports that and returns false. */
bool command_take_input(struct command_run *run);

/* Reads a file that the command line names; `-` is standard input. A failure is reported and sets run->status to
 * STATUS_TROUBLE. The text lives as long as the arena, and two NULs follow it. */
bool command_read_file(struct command_run *run, const char *path, const char **text, size_t *size);

/* Reads a file that the command line names as a source, so that diagnostics can quote it. Returns NULL on failure. */
const struct source *command_read_source(struct command_run *run, const char *path);

/* Reports that a file cannot be written, and sets run->status to STATUS_TROUBLE. Returns false. */
bool command_fail_write(struct command_run *run, const char *path, const char *error);

/* Writes the output of a command. A file is replaced as a whole or not at all; a device or a pipe is written
 * directly. */
bool command_write_file(struct command_run *run, const char *path, const struct buffer *text);

/* Adds a line to run->notes which says that an output was written, or is up to date. Adds nothing for a device or a
 * pipe, which may be standard output. */
void command_report_output(struct command_run *run, const char *path, bool is_changed);

/* Adds a line to run->details if the user asks for details. */
void command_detail(struct command_run *run, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* True if a descriptor is a terminal that obeys escape sequences: 1 is standard output, 2 standard error. */
bool command_has_terminal(const struct command_run *run, int descriptor);

/* True if text for people has colours on a descriptor: 1 is standard output, 2 standard error. */
bool command_has_color(const struct command_run *run, int descriptor);

#endif
