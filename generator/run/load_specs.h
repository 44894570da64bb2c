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

/* Locks the trees of specs that a run edits, until it ends: the directories among the paths, and those that hold the
 * files. False, after a report, if another run edits one of them. To be called before the specs are read. */
bool load_lock(struct command_run *run, const char *const *paths, size_t count);

/* Locks the trees. Completes the changes of an earlier run that was killed, as the journals of the specs say
 * (base/journal.h), and notes that. False when that fails, which is reported. `*is_completed` is true if there was
 * something. To be called before the specs are read by a command that writes them. */
bool load_complete(struct command_run *run, const char *const *paths, size_t count, bool *is_completed);

/* True if no run has left specs half written; else that is reported. load_specs asks it itself. */
bool load_is_whole(struct command_run *run, const char *const *paths, size_t count);

/* True if a command that rewrites specs got files; else reports that '-' is none. `what` is its option. */
bool load_are_files(struct command_run *run, const char *what, const char *const *paths, size_t count);

/* Reads the specs, of which one may be '-', resolves and checks them. NULL when they have errors, which were reported,
 * or when there are none to read; the exit status is then in run->status. */
const struct model *load_specs(struct command_run *run, const char *const *paths, size_t count);

/* The same, but also returns the model if the checks found errors. */
const struct model *load_specs_checked(struct command_run *run, const char *const *paths, size_t count);

/* The same for a command that needs the findings alone, in half of the memory. False if there is nothing to read, or it
 * cannot be read. */
bool load_and_check(struct command_run *run, const char *const *paths, size_t count);

/* The same as load_specs, with all memory of the model taken from an arena. */
const struct model *load_specs_within(struct command_run *run, const char *const *paths, size_t count,
                                      struct arena *arena);

/* The same for a command that can do without SPECS. `count` is the number of operands that are specs; if it is 0, the
 * shipped specs are read: the files that are called like the structures of --struct and --members, or else all. If a
 * target is a build of a module, and no --struct names declarations, the model has those of that module alone. */
const struct model *load_or_shipped(struct command_run *run, const struct operands *operands, size_t count);

/* True if SPECS or --struct are given; else reports that one of them is needed. For commands whose result over all
 * shipped specs has no use. */
bool load_has_choice(struct command_run *run, const struct operands *operands);

/* Takes operands that are no files for words of --struct, unless the option is given. `*last` becomes the last. */
void load_take_names(struct command_run *run, struct operands *operands, const char **last);

/* True if a kind of import, "table", "pdb", "isf" or "c", reads files with these names; else reports the first that it
 * does not. */
bool load_fits_import(struct command_run *run, const char *import, const char *const *files, size_t count);

/* The spec that an import uses. */
struct used_spec {
    const char *path;
    const char *searched; /* the path by which `use <PATH>` finds it; NULL for a file that --use names */
};

/* Finds the spec of --use; without one (NULL), the shipped spec `usual`. False, after a report, if there is none. */
bool load_find_used(struct command_run *run, const char *given, const char *usual, struct used_spec *used);

/* The specs of all --use. */
struct used_specs {
    struct used_spec *items;
    const char **paths;
    size_t count;
};

/* Finds the specs of all --use; without one, the shipped spec `usual`. */
bool load_find_all_used(struct command_run *run, const struct operands *operands, const char *usual,
                        struct used_specs *specs);

/* The part of --help on SPECS of a command that can do without. */
/* The part of --help on operands that are names. */
#define NAMES_HELP "Without --struct, an operand that is no file is a NAME: the same as after --struct.\n"

#define SPECS_HELP                                                                                                     \
    "SPECS are spec files, or directories that are searched for *.strata. The default is the shipped\n"             \
    "specs; of these, a command reads only the files that --struct needs.\n"

/* The part of --help on VERSION/ARCH. */
#define VERSION_HELP                                                                                                   \
    "VERSION is a name that strata list --versions lists, in any case, also without its first words:\n"               \
    "11-24H2, 24H2, 'Windows 7 SP1'. Or it is a build, such as 26100 or 10.0.26100.1742. /ARCH may be\n"               \
    "left out if the structures are on one architecture only.\n"

/* The part of --help on JSON. */
#define FORM_HELP                                                                                                      \
    "Its keys are described in strata.schema.json, which is installed beside the specs.\n"

/* The part of --help on the words of --struct. */
#define SELECT_HELP                                                                                                    \
    "--struct takes structures, and members of structures as S.M: S then keeps its size and has only\n"                \
    "the members that are named; the others are not there and leave no hole. S.M.N is member N of the\n"               \
    "structure that M is. The type of a member is whole, unless members of it are named, too. In each\n"               \
    "part `*` stands for any characters, `?` for one, and [a-z] or [!a-z] for one of a set, as in\n"                   \
    "'EPROCESS.*Token*' or 'WMI_*'. Leading underscores may be left out or added: _EPROCESS.\n"                        \
    "ntdll!PEB is the PEB of the module ntdll; a name without a module must be in one module only, or\n"               \
    "shared by all that have it.\n"

/* Takes the words of all --struct; NULL without the option. False, a usage error and run->status if they are wrong, or
 * if there are none; `nouns` says of what they are names. */
bool load_selection(struct command_run *run, const struct operands *operands, const char *nouns,
                    const struct selection **selection);

/* Selects what all --struct name, as model_select does. The list is empty without the option. False, a usage error and
 * run->status if the words name nothing. */
bool load_select(struct command_run *run, const struct model *model, const struct operands *operands, unsigned kinds,
                 struct selected_list *list);

/* Takes "6.1/x64" apart, as target_parse does, for the structures of --struct. Returns NULL, a usage error and
 * run->status on failure. */
const struct arch *load_find_target(struct command_run *run, const struct model *model,
                                    const struct operands *operands, const char **text, uint64_t *version);

#endif
