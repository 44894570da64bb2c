/*
 * Loads specs for nearly every subcommand: reads them, resolves and checks them, and finds the structures and targets
 * that users name.
 */
#ifndef RUN_LOAD_SPECS_H
#define RUN_LOAD_SPECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/command.h"

struct arch;
struct arena;
struct model;
struct operands;
struct selected_list;
struct selection;

/* Locks the trees of the specs that a run edits, until the run ends: the directories among the paths, and the
 * directories of the files. If another run edits one of them, reports that and returns false. Call it before the specs
 * are read. */
bool load_lock(struct command_run *run, const char *const *paths, size_t count);

/* Locks the trees of the specs, and completes the changes of an earlier run that was killed (base/journal.h). Sets
 * `*is_completed` if there were such changes, and adds a note about them. Returns false on failure, which is reported.
 * Call it before the specs are read, in commands that write them. */
bool load_complete(struct command_run *run, const char *const *paths, size_t count, bool *is_completed);

/* True if no earlier run has left the specs half written. Otherwise reports that. load_specs calls this function. */
bool load_is_whole(struct command_run *run, const char *const *paths, size_t count);

/* True if the specs of a command that rewrites them are files. Otherwise reports that '-' is none. `what` is the option
 * or command for the message. */
bool load_are_files(struct command_run *run, const char *what, const char *const *paths, size_t count);

/* Reads the specs, of which one may be '-', resolves and checks them. If they have errors, or if there are none to
 * read, reports that, sets run->status and returns NULL. */
const struct model *load_specs(struct command_run *run, const char *const *paths, size_t count);

/* Loads specs as load_specs does, but also returns the model if the checks found errors. */
const struct model *load_specs_checked(struct command_run *run, const char *const *paths, size_t count);

/* Loads and checks specs for a command that needs only the findings, in half of the memory of load_specs. Returns false
 * if the specs cannot be read, or if there are none. */
bool load_and_check(struct command_run *run, const char *const *paths, size_t count);

/* Loads specs as load_specs does, but allocates the model in `arena`. */
const struct model *load_specs_within(struct command_run *run, const char *const *paths, size_t count,
                                      struct arena *arena);

/* Loads the specs of a command that may be called without SPECS. `count` is the number of operands that are specs. If
 * it is 0, loads shipped specs: the files with the names of the structures in --struct and --members, or all files. If
 * a target is a build of a module, and no --struct names declarations, the model has only the declarations of that
 * module. */
const struct model *load_or_shipped(struct command_run *run, const struct operands *operands, size_t count);

/* True if SPECS or --struct are given. Otherwise reports that one of them is needed. For commands that make no sense
 * for all shipped specs. */
bool load_has_choice(struct command_run *run, const struct operands *operands);

/* Takes operands that are no files as words of --struct, unless that option is given. `*last` becomes the last of
 * them. */
void load_take_names(struct command_run *run, struct operands *operands, const char **last);

/* True if a kind of import ("table", "pdb", "isf" or "c") reads files with these names. Otherwise reports the first
 * file that it does not read. */
bool load_fits_import(struct command_run *run, const char *import, const char *const *files, size_t count);

/* A spec that the result of an import uses. */
struct used_spec {
    const char *path;
    const char *searched; /* path by which `use <PATH>` finds the spec; NULL for a file that --use names */
};

/* Finds the spec that --use names; if `given` is NULL, the shipped spec `usual`. If there is none, reports that and
 * returns false. */
bool load_find_used(struct command_run *run, const char *given, const char *usual, struct used_spec *used);

/* The specs that all --use options name. */
struct used_specs {
    struct used_spec *items;
    const char **paths;
    size_t count;
};

/* Finds the specs that all --use options name; without the option, the shipped spec `usual`. */
bool load_find_all_used(struct command_run *run, const struct operands *operands, const char *usual,
                        struct used_specs *specs);

/* The part of --help about operands that are names. */
#define NAMES_HELP "Without --struct, an operand that is no file is a NAME: the same as after --struct.\n"

/* The part of --help about SPECS, for commands that may be called without. */
#define SPECS_HELP                                                                                                     \
    "SPECS are spec files, or directories that are searched for *.strata. The default is the shipped\n"             \
    "specs; of these, a command reads only the files that --struct needs.\n"

/* The part of --help about VERSION/ARCH. */
#define VERSION_HELP                                                                                                   \
    "VERSION is a name that strata list --versions lists, in any case, also without its first words:\n"               \
    "11-24H2, 24H2, 'Windows 7 SP1'. Or it is a build, such as 26100 or 10.0.26100.1742. /ARCH may be\n"               \
    "left out if the structures are on one architecture only.\n"

/* The part of --help about JSON output. */
#define FORM_HELP                                                                                                      \
    "Its keys are described in strata.schema.json, which is installed beside the specs.\n"

/* The part of --help about the words of --struct. */
#define SELECT_HELP                                                                                                    \
    "--struct takes structures, and members of structures as S.M: S then keeps its size and has only\n"                \
    "the members that are named; the others are not there and leave no hole. S.M.N is member N of the\n"               \
    "structure that M is. The type of a member is whole, unless members of it are named, too. In each\n"               \
    "part `*` stands for any characters, `?` for one, and [a-z] or [!a-z] for one of a set, as in\n"                   \
    "'EPROCESS.*Token*' or 'WMI_*'. Leading underscores may be left out or added: _EPROCESS.\n"                        \
    "ntdll!PEB is the PEB of the module ntdll; a name without a module must be in one module only, or\n"               \
    "shared by all that have it.\n"

/* Reads the words of all --struct options; sets NULL without the option. If the words are wrong, or if there are none,
 * reports a usage error, sets run->status and returns false. `nouns` names the kind of declarations in the message. */
bool load_selection(struct command_run *run, const struct operands *operands, const char *nouns,
                    const struct selection **selection);

/* Selects the declarations that all --struct options name, as model_select does. Without the option the list is empty.
 * If the words name nothing, reports a usage error, sets run->status and returns false. */
bool load_select(struct command_run *run, const struct model *model, const struct operands *operands, unsigned kinds,
                 struct selected_list *list);

/* Parses a target such as "6.1/x64", as target_parse does, for the structures of --struct. On failure reports a usage
 * error, sets run->status and returns NULL. */
const struct arch *load_find_target(struct command_run *run, const struct model *model,
                                    const struct operands *operands, const char **text, uint64_t *version);

#endif
