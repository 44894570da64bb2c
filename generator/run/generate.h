/*
 * The common parts of the commands that write headers: their options, and a run from a model through the render
 * context and the templates to files.
 *
 *     struct generate_run gen = {.run = run, .options = &options, .directory = "generated", ...};
 *     if (!generate_begin(&gen, model, choice, bases))
 *         return run->status;
 *     bool sound = generate_text(&gen, "header", context) && generate_file(&gen, "etw/x.h") && ...;
 *     return generate_end(&gen, sound, &counts);
 */
#ifndef RUN_GENERATE_H
#define RUN_GENERATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "run/command.h"
#include "run/options.h"
#include "mustache/mustache.h"

struct choice;
struct output;
struct output_counts;
struct model;
struct render;
struct templates;

struct generate_options {
    const char *output; /* value of -o; NULL if it is not given */
    const char *templates;
    const char *prefix;
    const char *arches; /* value of --arch, names separated by commas; NULL if it is not given */
    const char *depfile;
    bool check;
    bool has_names;
    bool has_no_offsets;
    bool is_of_whole_builds;
    enum mustache_escape escape;
};

/* The rows of a table of options that fill a struct generate_options. That must be the first member of the command's
 * structure. */
#define GENERATE_OPTIONS                                                                                               \
    {"prefix", 0, OPTION_TEXT(struct generate_options, prefix), "PREFIX",                                              \
     "begin all identifiers with PREFIX instead of strata_ (macros: the same in capitals)"},                           \
    {"arch", 0, OPTION_TEXT(struct generate_options, arches), "ARCH[,ARCH]", "only these architectures' layouts"},     \
    {"names", 0, OPTION_FLAG(struct generate_options, has_names), NULL,                                                \
     "also calls of each structure and member, as strata_S_get_M: what STRATA_GET(S, v, M, value) does for all"},      \
    {"no-offsets", 0, OPTION_FLAG(struct generate_options, has_no_offsets), NULL,                                      \
     "leave the offsets out of the comments of members"},                                                              \
    {"whole-builds", 0, OPTION_FLAG(struct generate_options, is_of_whole_builds), NULL,                                \
     "do not count builds of which only some members are known: smaller headers, whose grades are never better"},      \
    {"templates", 0, OPTION_DIRECTORY(struct generate_options, templates), "DIRECTORY",                                \
     "use its templates (NAME.mustache) instead of built-in ones"},                                                    \
    {"depfile", 0, OPTION_OUTPUT(struct generate_options, depfile), "FILE",                                            \
     "write a rule for make: the output depends on the specs"},                                                        \
    {"check", 0, OPTION_CHECK(struct generate_options, check), NULL,                                                   \
     "write nothing; report each file that is not up to date, exit 1"}

#define GENERATE_PREFIX "strata_"

struct generate_run {
    struct command_run *run;
    const struct generate_options *options;
    const char *directory; /* directory that the paths of files are relative to; "": the paths are complete */
    const char *prefix;    /* prefix of all identifiers in the output */
    struct render *render;
    struct templates *templates;
    struct mustache *mustache;
    struct output *output;
    struct buffer text;
    struct buffer targets; /* paths of the files that were written, as const char * */
};

/* True if the prefix can begin an identifier. Otherwise reports a usage error and sets run->status. */
bool generate_check_prefix(struct command_run *run, const char *prefix);

/* True if a file may be written. A file that the program was read from may not, because its text would be lost: reports
 * a usage error and sets run->status. */
bool generate_check_output(struct command_run *run, const char *path);

/* Returns a new choice with the arches of --arch. If that names no arch, reports a usage error, sets run->status and
 * returns NULL. */
struct choice *generate_choose_arches(struct command_run *run, const struct model *model, const char *arches);

/* Adds the declarations that all --struct name to a choice, or without --struct those of the specs that the user named;
 * and all declarations that these need. If a name does not exist or there are no declarations, reports a usage error,
 * sets run->status and returns false. */
bool generate_choose_names(struct command_run *run, const struct model *model, const struct operands *operands,
                           struct choice *choice);

/* Prepares a run. If the templates cannot be read or the depfile must not be written, reports that, sets run->status
 * and returns false. */
bool generate_begin(struct generate_run *gen, const struct model *model, const struct choice *choice,
                    const char *const *bases);

/* Renders a template into gen->text, whose content it replaces. Returns false if that fails, which is reported. */
bool generate_text(struct generate_run *gen, const char *template, struct value context);

/* Adds a path to the targets of the depfile. */
void generate_target(struct generate_run *gen, const char *path);

/* Writes gen->text to a file below the directory. Returns false if that fails, which is reported. */
bool generate_file(struct generate_run *gen, const char *path);

/* Puts the files in place, and writes the depfile. If there was an error, if a file cannot be written, or if not
 * `sound`, all files stay as they were. */
enum status generate_end(struct generate_run *gen, bool sound, struct output_counts *counts);

#endif
