/*
 * strata lsp: runs a language server for editors.
 */
#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"
#include "front/load.h"
#include "lsp/server.h"
#include "run/options.h"

enum { TIME_LIMIT_MOST = 24 * 60 * 60 };

struct lsp_options {
    bool is_on_pipes; /* value of --stdio, which some editors pass; the server always uses standard input and output */
    const char *time_limit; /* limit for a check or an answer, in seconds */
};

static const struct option options[] = {
    {"stdio", 0, OPTION_FLAG(struct lsp_options, is_on_pipes), NULL,
     "serve on standard input and output: the default, which some editors ask for"},
    {"time-limit", 0, OPTION_TEXT(struct lsp_options, time_limit), "N",
     "give up a check or an answer after N seconds: 10"},
    SEVERITY_OPTIONS,
    {0},
};

/* Returns an absolute path, so that it does not depend on the current directory. */
static const char *make_absolute(struct arena *arena, const char *path)
{
    const char *here = path_join(arena, file_path_rules, file_directory(arena), "x");
    return path ? path_beside(arena, file_path_rules, here, path) : NULL;
}

static enum status run_lsp(struct command_run *run)
{
    struct lsp_options chosen_options = {.time_limit = "10"};
    struct operands operands;
    const char *error;
    size_t count = 0;
    uint64_t time_limit;
    if (!options_parse(run, &chosen_options, &operands) || !options_take_severities(run, &operands))
        return run->status;
    if (operands.count)
        return options_fail(run, "strata lsp takes no operands: the editor names the folders");
    if (!options_number(chosen_options.time_limit, &time_limit) || !time_limit || time_limit > TIME_LIMIT_MOST)
        return options_fail(run, "--time-limit takes seconds, from 1 to %d", (int)TIME_LIMIT_MOST);
    for (const struct program_root *root = run->program->roots; root; root = root->next)
        count++;
    const char **includes = ARENA_ARRAY(run->arena, const char *, count);
    count = 0;
    for (const struct program_root *root = run->program->roots; root; root = root->next)
        includes[count++] = make_absolute(run->arena, root->path);
    const struct server_options chosen = {.shipped = make_absolute(run->arena, run->program->shipped),
                                          .includes = includes,
                                          .include_count = count,
                                          .diags = run->program->diags,
                                          .version = STRATA_VERSION_TEXT,
                                          .time_limit = time_limit * 1000};
    if (server_run(&chosen, run->arena, &error))
        return STATUS_CLEAN;
    if (!error)
        return STATUS_FINDINGS;
    diag_report(run->program->diags, DIAG_READ, (struct span){0, 0}, "cannot serve: %s", error);
    return STATUS_TROUBLE;
}

const struct command command_lsp = {
    .name = "lsp",
    .summary = "serve editors: diagnostics while typing, fixes, layouts",
    .help = "usage: strata lsp [OPTION...]\n"
            "\n"
            "A language server for specs: the Language Server Protocol 3.17 on standard input and output.\n"
            "Editors start it; the files for Vim, Neovim, Emacs and VS Code are in grammar/editors.\n"
            "\n"
            "Open texts are checked while they are typed, together with the specs of the editor's folders\n"
            "that use them. `use <PATH>` searches the directories of -I, the editor's folders, and the\n"
            "shipped specs.\n"
            "\n"
            "  diagnostics    the findings of `strata check`, with the other rows that are part of them;\n"
            "                 offsets that follow from the rows around them are hints [inferable]\n"
            "  code actions   the fixes of `strata check --suggest`, one by one or all together\n"
            "  formatting     as `strata fmt`\n"
            "  hover          a member or structure in all versions: layouts, holes, basis\n"
            "  navigation     definition, references, symbols of a file and of all folders\n"
            "  rename         types, members, enumerators, constants, events, in all files\n"
            "  completion     types, versions, members, clauses, checks, files\n"
            "\n"
            "If a check or an answer crashes, or takes too long, the editor shows a message and the server\n"
            "goes on; it checks that text again when it is edited. On Windows such a failure ends it.\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "Exit status: 0 the client has shut the server down, 1 it left without that, 2 wrong usage or\n"
            "input/output.\n"
            "\n"
            "  strata lsp -I layouts -W natural\n",
    .run = run_lsp,
    .options = options,
    .operands = TAKES_TEXT,
    .warns = true,
    .reads_anywhere = true,
};
