/*
 * Finds the subcommand, runs it, writes its output, and returns the exit status.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/shown.h"
#include "front/load.h"
#include "front/shipped.h"
#include "model/nearest.h"
#include "run/command.h"
#include "run/fence.h"
#include "run/help.h"
#include "run/options.h"

/* The commands in the order of the help. The file of each has its name. */
#define COMMANDS(X) \
    X(check) X(explain) X(gen) X(bundle) X(pack) X(render) X(list) X(show) \
    X(coverage) X(table) X(diff) X(decode) X(dump) X(export) X(site) X(fmt) \
    X(lsp) X(import) X(fetch) X(completion)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)
#define POINTER(name) &command_##name,
static const struct command *const commands[] = {COMMANDS(POINTER) NULL};

static void write_help(struct buffer *out)
{
    buffer_add_text(out, "usage: strata COMMAND [OPTION...] [SPECS...]\n"
                         "\n"
                         "Strata compiles descriptions of structure layouts: the offset of each member by version and\n"
                         "architecture. SPECS are *.strata files, or directories with *.strata files; most\n"
                         "commands read the shipped specs without any.\n"
                         "\n");
    for (size_t i = 0; commands[i]; i++)
        buffer_format(out, "  %-10s  %s\n", commands[i]->name, commands[i]->summary);
    buffer_add_text(out, "\n"
                         "  strata COMMAND --help    describe a command\n"
                         "  strata --version [-v]    -v: also whether the fence stands that keeps strata to its files\n"
                         "  strata --print-specs-dir print the directory of the shipped specs\n"
                         "\n");
    help_write_common(out);
    buffer_add_text(out, "\n"
                         "Exit status: 0 clean, 1 findings (or not up to date), 2 wrong usage or input/output.\n");
}

/* Returns the second words that a command may have: "'table' or 'isf'". */
static const char *list_kinds(struct command_run *run, const struct command *command)
{
    struct buffer list = {0};
    for (size_t i = 0; command->kinds[i]; i++)
        buffer_format(&list, "%s'%s'", i ? " or " : "", strchr(command->kinds[i]->name, ' ') + 1);
    return buffer_take(&list, run->arena);
}

/* Reports that a command, or a kind of run->command, does not exist, and suggests the nearest one. */
static void fail_command(struct command_run *run, const char *name, const char *nearest)
{
    const struct command *around = run->command;
    const char *option = *name == '-' ? name + strspn(name, "-") : "";
    struct nearest version = {.wanted = name};
    nearest_consider(&version, "version");
    nearest_consider(&version, "--version");
    if (*option && strcmp(name, "-V") != 0 && !version.best) {
        diag_help(options_report(run, "'%s' stands before the command", name),
                  "options come after it, as in strata check -v specs; see strata --help");
        return;
    }
    struct diag *diag = around ? options_report(run, "strata cannot %s '%s'", around->name, name)
                               : options_report(run, "there is no command '%s'", name);
    if (version.best || !strcmp(name, "-V"))
        diag_help(diag, "did you mean 'strata --version'?");
    else if (nearest)
        diag_help(diag, "did you mean '%s'?", nearest);
    else if (around && (!around->guess || file_kind(name) != FILE_ABSENT))
        diag_help(diag, "put %s before it; strata %s --help describes them", list_kinds(run, around), around->name);
    else
        diag_help(diag, "strata %s%s--help lists them", around ? around->name : "", around ? " " : "");
}

/* Commands of other programs, and the commands of Strata with the same meaning. */
static const char *const other_commands[][2] = {
    {"find", "list"},     {"search", "list"},    {"grep", "list"},     {"ls", "list"},       {"lookup", "show"},
    {"offset", "show"},   {"offsetof", "show"},  {"layout", "show"},   {"sizeof", "show"},   {"dt", "show"},
    {"print", "show"},    {"generate", "gen"},   {"header", "gen"},    {"headers", "gen"},   {"lint", "check"},
    {"verify", "check"},  {"validate", "check"}, {"compare", "diff"},  {"format", "fmt"},    {"download", "fetch"},
};

/* Returns the command with a name, or the kind of run->command with it. If there is none, reports that and returns
 * NULL. */
static const struct command *find_command(struct command_run *run, const struct command *const *list, const char *name)
{
    struct nearest nearest = {.wanted = name};
    for (size_t i = 0; list[i]; i++) {
        const char *blank = strchr(list[i]->name, ' '), *word = blank ? blank + 1 : list[i]->name;
        if (!strcmp(word, name))
            return list[i];
        nearest_consider(&nearest, word);
    }
    for (size_t i = 0; !run->command && i < sizeof other_commands / sizeof *other_commands; i++)
        if (!strcmp(other_commands[i][0], name))
            nearest.best = other_commands[i][1];
    fail_command(run, name, nearest.best);
    return NULL;
}

/* Runs the kind of a command that the next argument names, or prints the command's help. */
static enum status run_kind(struct command_run *run)
{
    struct operands rest;
    const char *name = run->command->name;
    const struct command *guess = run->command->guess ? run->command->guess(run) : NULL;
    if (guess) {
        run->command = guess;
        return guess->run(run);
    }
    if (!run->argc || (run->argv[0][0] == '-' && options_parse(run, NULL, &rest)))
        return options_fail(run, "%s what? %s comes first; see strata %s --help", name,
                            list_kinds(run, run->command), name);
    if (run->argv[0][0] == '-')
        return run->status;
    run->command = find_command(run, run->command->kinds, run->argv[0]);
    if (!run->command)
        return run->status;
    run->argc--;
    run->argv++;
    return run->command->run(run);
}

static bool is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help");
}

static enum status run_command(struct command_run *run, int argc, char **argv)
{
    if (argc < 2)
        return options_fail(run, "which command? strata --help lists them");
    if (is_help(argv[1]) && argc > 2) {
        run->command = find_command(run, commands, argv[2]);
        if (run->command)
            help_write(run->command, &run->out);
        return run->command ? STATUS_CLEAN : run->status;
    }
    if (is_help(argv[1])) {
        write_help(&run->out);
        return STATUS_CLEAN;
    }
    if (!strcmp(argv[1], "--version")) {
        buffer_add_text(&run->out, "strata " STRATA_VERSION_TEXT "\n");
        if (argc > 2 && (!strcmp(argv[2], "-v") || !strcmp(argv[2], "--verbose")))
            buffer_format(&run->out, "%s\n", fence_describe(run));
        return STATUS_CLEAN;
    }
    if (!strcmp(argv[1], "--print-specs-dir")) {
        /* Print the directory of the shipped specs. */
        const char *directory = run->program->shipped;
        if (!directory)
            return options_fail(run, "there are no specs beside strata; set STRATA_SPECS to their directory");
        if (file_kind(directory) != FILE_DIRECTORY)
            return options_fail(run, "STRATA_SPECS is '%s', which is not a directory", directory);
        directory = path_beside(run->arena, file_path_rules,
                                path_join(run->arena, file_path_rules, file_directory(run->arena), "x"), directory);
        buffer_format(&run->out, "%s\n", directory);
        return STATUS_CLEAN;
    }
    run->command = find_command(run, commands, argv[1]);
    if (!run->command)
        return run->status;
    run->named = run->command;
    if (!run->command->warns)
        options_silence_warnings(run->program->diags);
    run->argc = argc - 2;
    run->argv = argv + 2;
    return run->command->kinds ? run_kind(run) : run->command->run(run);
}

/* Appends lines for people, with characters that a terminal would obey escaped. With `colors`, keeps sequences for
 * colours. */
static void add_shown(struct buffer *out, struct buffer *lines, bool colors)
{
    shown_add_lines(out, lines->data, lines->size, colors);
    buffer_free(lines);
}

/* Adds lines to the details about the specs that were read, and how specs were found that the user did not name. */
static void add_details(struct command_run *run)
{
    const struct program *program = run->program;
    for (size_t i = 0; i < program->file_count; i++) {
        const struct program_file *file = &program->files[i];
        if (file->known && !file->requested)
            command_detail(run, "read '%s', which is <%s>%s", file->path, file->known,
                           file->is_shipped ? " of the shipped specs" : "");
        else
            command_detail(run, "read '%s'%s", file->path, file->requested ? "" : ", which is used");
    }
    for (const struct program_root *root = program->roots; root && program->file_count; root = root->next)
        if (root->is_searched)
            command_detail(run, "`use <PATH>` searches '%s'", root->path);
    if (program->shipped && program->file_count)
        command_detail(run, "`use <PATH>` searches '%s', the shipped specs", program->shipped);
    if (run->common.is_verbose)
        command_detail(run, "took %.2f s", (double)(file_ticks() - run->begun) / 1000);
}

/* Writes the output and then the findings: to standard error for people, to standard output for programs. Notes are not
 * written together with output. If the output cannot be written, that is reported and sets the exit status, except that
 * nothing is reported if its reader has gone. */
static enum status finish_run(struct command_run *run, enum status status)
{
    struct buffer findings = {0}, shown = {0};
    progress_end(run->program->progress);
    const char *error;
    struct diags *diags = run->program->diags;
    bool for_people = run->format == DIAG_FORMAT_TEXT;
    if (!for_people)
        diags_write(diags, &run->out, run->format, false);
    if (run->is_shown) {
        add_shown(&shown, &run->out, command_has_color(run, 1));
        run->out = shown;
    }
    add_details(run);
    if (run->common.is_quiet)
        buffer_clear(&run->notes);
    add_shown(run->out.size ? &findings : &run->out, &run->notes, false);
    add_shown(&findings, &run->details, false);
    if (!file_write_output(run->arena, 1, run->out.data, run->out.size, &error)) {
        if (error != file_reader_gone) {
            diag_report(diags, DIAG_WRITE, (struct span){0, 0}, "standard output cannot be written");
            for_people = true;
        }
        status = STATUS_TROUBLE;
    }
    if (for_people) {
        if (!run->is_summed || status == STATUS_TROUBLE)
            diags_write(diags, &findings, DIAG_FORMAT_TEXT, command_has_color(run, 2));
        if (run->summary && !run->common.is_quiet)
            buffer_format(&findings, "%s\n", run->summary);
    } else {
        diags_write_rest(diags, &findings);
    }
    file_write_output(run->arena, 2, findings.data, findings.size, &error);
    buffer_free(&findings);
    return status;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct command_run run = {.commands = commands, .arena = arena, .program = program_new(arena)};
    run.begun = file_ticks();
    atexit(cleanup_run); /* run at exit, because the process may end anywhere if memory runs out */
    file_handle_signals(cleanup_run);
    argv = file_arguments(arena, &argc, argv);
    run.program->shipped = shipped_find_specs(arena, *argv);
    enum status status = run_command(&run, argc, argv);
    fence_leave(&run);
    status = finish_run(&run, status);
    buffer_free(&run.out);
    arena_free(arena);
    return (int)status;
}
