/*
 * strata import sparse: imports tables that know some members of many builds.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/changes.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "check/check.h"
#include "cmd/import.h"
#include "front/load.h"
#include "model/model.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "sparse/sparse.h"
#include "spec/mend.h"

struct sparse_command {
    const char *into, *output, *use, *map, *name;
    struct sparse_options options;
};

static const char usual_spec[] = "nt/nt.strata";

static const struct option sparse_command_options[] = {
    {"output", 'o', OPTION_OUTPUT(struct sparse_command, output), "FILE",
     "write a spec with partial structures of these members"},
    {"into", 0, OPTION_INTO(struct sparse_command, into), "SPECS",
     "say in the specs of the structures where the members lie: a file with the lists of builds and their "
     "identities beside them, and `attest` lines. Those of an earlier import of the same name give way"},
    {"use", 0, OPTION_SPECS(struct sparse_command, use), "SPEC",
     "without --into: the spec with axis and arches (default: nt/nt.strata)"},
    {"map", 0, OPTION_FILE(struct sparse_command, map), "FILE",
     "lines of COLUMN STRUCT.MEMBER, for columns with other headings; `bit` behind it: the numbers count bits; "
     "COLUMN global NAME: it has addresses of a global within the image; COLUMN - leaves a column out"},
    {"name", 0, OPTION_TEXT(struct sparse_command, name), "NAME",
     "the first part of the lists' names; default: from the first file's name"},
    {"arch", 0, OPTION_TEXT(struct sparse_command, options.arch), "ARCH", "the architecture of rows that name none"},
    {"module", 0, OPTION_TEXT(struct sparse_command, options.module), "NAME",
     "take only rows and columns of this module, such as ntoskrnl.exe; structures, globals and a spec of -o are "
     "of it"},
    {"unknown", 0, OPTION_TEXT(struct sparse_command, options.unknown), "TEXT",
     "cells with this text say nothing, as empty ones"},
    {"hex", 0, OPTION_FLAG(struct sparse_command, options.is_hexadecimal), NULL,
     "numbers without 0x are hexadecimal, too"},
    {0},
};

/* Returns a name for the lists of builds: the name of the first file, up to a character that a name cannot have. */
static const char *find_name(struct command_run *run, const char *path)
{
    const char *name = path_name(file_path_rules, path);
    size_t length = 0;
    while (ascii_is_name(name[length]))
        length++;
    bool is_name = length && !ascii_is_digit(*name);
    return is_name ? arena_copy(run->arena, name, length) : "sparse";
}

/* Reads the tables, and finds the members that their columns are about. Returns false on failure, which is reported. */
static bool read_sheets(struct command_run *run, const struct sparse_command *command, const struct operands *files,
                        struct sparse_sheet *sheets)
{
    struct diags *diags = run->program->diags;
    const struct source *mapping = command->map ? command_read_source(run, command->map) : NULL;
    size_t errors = diags_error_count(diags);
    if (command->map && !mapping)
        return false;
    for (size_t i = 0; i < files->count; i++) {
        const struct source *source = command_read_source(run, files->items[i]);
        if (!source)
            return false;
        bool is_kphdyn = sparse_is_kphdyn(source);
        bool is_read = is_kphdyn
                           ? sparse_read_kphdyn(run->arena, source, diags, &sheets[i])
                           : sparse_read_page(run->arena, source, diags, &command->options, &sheets[i]);
        if (is_read && is_kphdyn)
            sparse_map_kphdyn(&sheets[i]);
        if (is_read)
            sparse_map(run->arena, mapping, diags, &sheets[i]);
    }
    if (diags_error_count(diags) > errors)
        command_fail(run);
    return run->status == STATUS_CLEAN;
}

static void note_counts(struct command_run *run, const struct sparse_counts *counts)
{
    buffer_format(&run->notes, "%zu images, %zu places of members", counts->images, counts->members);
    if (counts->repeated)
        buffer_format(&run->notes, "; %zu row%s repeat%s others", counts->repeated, counts->repeated == 1 ? "" : "s",
                      counts->repeated == 1 ? "s" : "");
    if (counts->skipped)
        buffer_format(&run->notes, "; %zu rows say nothing of members", counts->skipped);
    buffer_add_char(&run->notes, '\n');
}

static enum status import_into(struct command_run *run, const struct sparse_command *command,
                               struct sparse_request *request)
{
    struct buffer texts = {0};
    struct sparse_counts counts;
    bool is_sound = sparse_into(request, &texts, &counts);
    const struct program_text *list = (const void *)texts.data;
    size_t count = texts.size / sizeof *list;
    if (!is_sound || !check_texts(run->program, command->into, list, count)) {
        command_fail(run);
    } else if (!mend_write_texts(run->program, list, count, command->into, &run->notes)) {
        run->status = STATUS_TROUBLE;
    } else {
        note_counts(run, &counts);
        if (counts.contradictions && run->status == STATUS_CLEAN)
            run->status = STATUS_FINDINGS;
    }
    buffer_free(&texts);
    return run->status;
}

static enum status import_alone(struct command_run *run, const struct sparse_command *command,
                                struct sparse_request *request, const struct used_spec *used)
{
    struct buffer text = {0};
    struct sparse_counts counts;
    const char *path = used->searched ? arena_format(run->arena, "<%s>", used->searched)
                                      : arena_format(run->arena, "\"%s\"",
                                                     path_relative(run->arena, file_path_rules,
                                                                   file_directory(run->arena), command->output,
                                                                   used->path));
    if (!sparse_write(request, path, &text, &counts))
        command_fail(run);
    else if (command->output)
        command_write_file(run, command->output, &text);
    else
        buffer_add(&run->out, text.data, text.size);
    if (run->status == STATUS_CLEAN)
        note_counts(run, &counts);
    buffer_free(&text);
    return run->status;
}

static enum status run_import_sparse(struct command_run *run)
{
    struct sparse_command command = {0};
    struct operands files;
    struct used_spec used = {0};
    if (!options_parse(run, &command, &files))
        return run->status;
    if (!files.count)
        return options_fail(run, "strata import sparse needs tables to read");
    if (command.output && command_is_standard(command.output))
        command.output = NULL;
    if (command.into && (command.output || command.use))
        return options_fail(run, "--into SPECS says where the tables go; it excludes --output and --use");
    struct buffer text = {0};
    for (size_t i = 0; i < files.count; i++)
        buffer_format(&text, "%s%s", i ? ", " : "", path_name(file_path_rules, files.items[i]));
    struct sparse_request request = {.program = run->program,
                                     .name = command.name ? command.name : find_name(run, files.items[0]),
                                     .origin = buffer_take(&text, run->arena),
                                     .into = command.into,
                                     .options = &command.options,
                                     .sheet_count = files.count};
    if (command.into) {
        if (!load_lock(run, &command.into, 1))
            return run->status;
        changes_sweep(changes_new(run->arena), command.into);
        request.model = load_specs(run, &command.into, 1);
    } else if (load_find_used(run, command.use, usual_spec, &used)) {
        request.model = load_specs(run, &used.path, 1);
    }
    struct sparse_sheet *sheets = ARENA_ARRAY(run->arena, struct sparse_sheet, files.count);
    if (!request.model || !read_sheets(run, &command, &files, sheets))
        return run->status;
    request.sheets = sheets;
    return command.into ? import_into(run, &command, &request) : import_alone(run, &command, &request, &used);
}

const struct command import_sparse = {
    .name = "import sparse",
    .summary = "tables that know some members of many builds",
    .help =
        "\n"
        "sparse reads tables with an image of a program a row: its version, and offsets of members. A\n"
        "table is CSV, TSV, Markdown or HTML, or System Informer's kphdyn.xml. Headings such as module,\n"
        "arch, version, TimeDateStamp, SizeOfImage, GUID and age say which image it is; all others are\n"
        "members, as in EPROCESS.Token. A version may be a part of a text: fltmgr_10240-16384.sys. A\n"
        "table may have a row for each member instead, and a column for each version: `Field |\n"
        "10.0.19041.1 | 10.0.22000.1`.\n"
        "HTML and XML need libxml2. Other members of these builds are not attested. If the specs have\n"
        "several modules, --module, the columns (ntdll!PEB.Ldr) or the rows name the one of the table.\n"
        "\n"
        HELP_OPTIONS,
    .run = run_import_sparse,
    .options = sparse_command_options,
    .operands = TAKES_FILE,
};
