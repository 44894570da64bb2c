/*
 * strata import pdb, isf, vergilius, text, btf and c: makes specs from files of kernels and from C headers. All kinds
 * but c read the same files; import.c describes them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "cmd/import.h"
#include "fold/fold.h"
#include "front/load.h"
#include "front/selection.h"
#include "intake/globals.h"
#include "intake/headers.h"
#include "intake/kernels.h"
#include "kernel/module.h"
#include "kernel/store.h"
#include "merge/documents.h"
#include "merge/merge.h"
#include "model/clauses.h"
#include "model/model.h"
#include "run/load_specs.h"
#include "run/module.h"
#include "run/options.h"

/* The options of the command line. */
struct isf_request {
    const char *output; /* NULL: standard output */
    const char *into;   /* spec that the kernels are merged into; NULL if a new spec is made */
    const char *module; /* value of --module; NULL if it is not given */
    const char *without; /* value of the last --without, or NULL; the operands have all of them */
    const char *use;     /* value of the last --use; the operands have all of them */
    const char *versions;
    const char *base;     /* path of the BTF of the kernel that modules belong to; NULL if it is not given */
    const char *build_id; /* value of the last --build-id; the operands have all of them */
    const char *identity; /* value of the last --identity; the operands have all of them */
    const char *names, *version, *arch; /* values of the last options of these names; the operands have all of them */
    const char *globals;                /* value of --globals, names of symbols; NULL if it is not given */
    const char *targets;                /* targets of C headers; NULL: the usual targets */
    bool is_header;
    struct operands files;
    size_t flag_count; /* number of operands after `--`, which are arguments for clang */
};

/* The rows of options for all kinds whose files are read as kernels. */
#define KERNEL_OPTIONS                                                                                                 \
    {"output", 'o', OPTION_OUTPUT_DIRECTORY(struct isf_request, output), "DIR",                                        \
     "write one spec for each structure into the directory, if it has changed; the default is one spec with all of "   \
     "them to standard output"},                                                                                       \
    {"into", 0, OPTION_INTO(struct isf_request, into), "SPEC",                                                         \
     "merge the kernels into an existing spec, or all specs below a directory; changes only rows that must change, "   \
     "and no attested row; if a run is killed, the same command completes it"},                                        \
    {"module", 0, OPTION_TEXT(struct isf_request, module), "NAME",                                                     \
     "the program that all FILEs are of; the default is what the names of their PDBs mean: ntdll.pdb, ntkrnlmp.pdb. "  \
     "With --into, NAME gets a directory of its own in SPEC, and shares what is equal in the kernel"},                 \
    {"without", 0, OPTION_TEXT(struct isf_request, without), "NAME,...",                                               \
     "structures that a new module leaves out, with all that hold them by value"},                                     \
    {"use", 0, OPTION_SPECS(struct isf_request, use), "SPEC",                                                          \
     "the spec with axis and arches (default: nt/axis.strata); may be repeated; structures that SPEC declares with "   \
     "the same size are not declared again"},                                                                          \
    {"struct", 's', OPTION_TEXT(struct isf_request, names), "NAME,...",                                                \
     "only these structures or members S.M (see strata show --help), and structures that they hold by value"},         \
    {"version", 0, OPTION_TEXT(struct isf_request, version), "V",                                                      \
     "version of the FILE after it, such as 10.0.22000.318 or 22000.318; the revision of 10.0.22000.x is not known"},  \
    {"arch", 0, OPTION_TEXT(struct isf_request, arch), "ARCH",                                                         \
     "architecture of the FILEs after it that do not say theirs"}

const struct option import_kernel_options[] = {
    KERNEL_OPTIONS,
    {"versions", 0, OPTION_FILE(struct isf_request, versions), "TABLE",
     "lines of a GUID-age and a version; the default is the version in the FILE's name, or that of the program beside "
     "it, such as ntoskrnl.exe"},
    {"identity", 0, OPTION_FILE(struct isf_request, identity), "FILE",
     "ntoskrnl.exe, or a table of GUID-age, TimeDateStamp, SizeOfImage"},
    {"globals", 0, OPTION_FILE(struct isf_request, globals), "NAME,...",
     "no types, but the addresses of these symbols within the image: `global` declarations in globals.strata. The "
     "FILEs need no types. A NAME may be a pattern, or a file with a name in each line"},
    {0},
};

const struct option import_btf_options[] = {
    KERNEL_OPTIONS,
    {"build-id", 0, OPTION_FILE(struct isf_request, build_id), "ID",
     "build ID of the FILE after it, if that is no ELF file with one: digits, or a file that has it, such as "
     "/sys/kernel/notes"},
    {"versions", 0, OPTION_FILE(struct isf_request, versions), "TABLE", "lines of a build ID and a version"},
    {"base", 0, OPTION_FILE(struct isf_request, base), "FILE",
     "BTF of the kernel that modules are for; of that, only structures which a module holds by value are imported"},
    {0},
};

static const struct option header_options[] = {
    {"output", 'o', OPTION_OUTPUT_DIRECTORY(struct isf_request, output), "DIR",
     "write one spec for each structure into the directory, as pdb does"},
    {"into", 0, OPTION_INTO(struct isf_request, into), "SPEC",
     "merge into a spec, without --struct only what SPEC has, too; reports what contradicts attested kernels"},
    {"use", 0, OPTION_SPECS(struct isf_request, use), "SPEC",
     "the spec with axis and arches (default: nt/axis.strata); may be repeated"},
    {"struct", 's', OPTION_TEXT(struct isf_request, names), "NAME,...",
     "only these structures or members, and structures that they hold by value"},
    {"version", 0, OPTION_TEXT(struct isf_request, version), "V",
     "version of the HEADER after it, such as 10.0.19041.1 or 19041.1"},
    {"target", 0, OPTION_TEXT(struct isf_request, targets), "ARCH[=TRIPLE],...",
     "architectures, with clang's name of the target, such as x64=x86_64-w64-mingw32; default: x86,x64, as "
     "Microsoft's compiler lays them out"},
    {0},
};

/* ---- The command ---- */

/* Folds the kernels into new specs. */
static bool fold_kernels(const struct kernels *kernels, const struct isf_request *request, const char *module,
                         const struct selection *selection, const struct used_specs *used)
{
    struct command_run *run = kernels->run;
    struct kernel_fold_use *uses = ARENA_ARRAY(run->arena, struct kernel_fold_use, used->count);
    for (size_t i = 0; i < used->count; i++)
        uses[i] = (struct kernel_fold_use){used->items[i].path, used->items[i].searched};
    const struct kernel_fold_request fold = {.kernels = (const struct kernel *const *)kernels->list.items,
                                             .kernel_count = kernels->list.count,
                                             .module = module,
                                             .model = kernels->model,
                                             .uses = uses,
                                             .use_count = used->count,
                                             .base = path_normalise(run->arena, file_path_rules, used->paths[0]),
                                             .selection = selection,
                                             .directory = request->output};
    return kernel_fold(run->program, &fold, request->output ? &run->notes : &run->out);
}

/* Imports the addresses of symbols, without any types. */
static enum status import_globals(struct kernels *kernels, const struct isf_request *request, const char *module,
                                  const struct used_specs *used)
{
    struct command_run *run = kernels->run;
    const struct selection *names = intake_read_globals(kernels, request->globals);
    struct used_spec usual = {0};
    if (!names || (!used->count && !load_find_used(run, NULL, "nt/axis.strata", &usual)))
        return run->status;
    const struct used_spec *first = used->count ? used->items : &usual;
    const char *path = request->output
                           ? path_relative(run->arena, file_path_rules, file_directory(run->arena),
                                           path_join(run->arena, file_path_rules, request->output, "globals.strata"),
                                           first->path)
                           : first->path;
    const struct symbols_request globals = {
        .names = names,
        .module = module,
        .into = request->into,
        .output = request->output,
        .used = arena_format(run->arena, first->searched ? "<%s>" : "\"%s\"",
                             first->searched ? first->searched : path)};
    if (!intake_write_globals(kernels, &globals))
        command_fail(run);
    return run->status;
}

/* True if an `attest` line of a record names the version of a kernel; with NULL for the record, a line of the file. */
static bool attests_kernel(const struct model *model, const struct ast_file *file, const struct record *record,
                           const struct kernel *kernel)
{
    size_t count;
    struct attest *lines = model_list_attests(model, file, record, &count);
    bool is_named = false;
    for (size_t i = 0; i < count && !is_named; i++)
        is_named = (!lines[i].arch || lines[i].arch == kernel->arch) && lines[i].range.from <= kernel->version &&
                   kernel->version < lines[i].range.to;
    free(lines);
    return is_named;
}

/* Returns the first kernel that no `attest` line names; NULL if all are named. */
static const struct kernel *find_unnamed(const struct merge_request *merge)
{
    const struct model *model = merge->model;
    for (size_t i = 0; i < merge->kernel_count; i++) {
        const struct kernel *kernel = merge->kernels[i];
        bool is_named = false;
        for (size_t k = 0; k < model->program->file_count && !is_named; k++)
            is_named = attests_kernel(model, model->program->files[k].ast, NULL, kernel);
        for (size_t k = 0; k < model->type_count && !is_named; k++)
            is_named = model->types[k]->record && attests_kernel(model, NULL, model->types[k]->record, kernel);
        if (!is_named)
            return kernel;
    }
    return NULL;
}

/* Merges the kernels into the spec, and reports if that changes nothing. A spec without `attest` lines attests the
 * versions of its rows, so it need not name a kernel that agrees with them. */
static bool merge_into(struct command_run *run, const struct merge_request *merge)
{
    const struct kernel *unnamed = find_unnamed(merge);
    const char *version = unnamed ? axis_version_text(run->arena, &merge->model->axis, unnamed->version) : NULL;
    const char *ending = merge->kernel_count == 1 ? "" : "s";
    size_t before = run->notes.size, findings = diags_count(run->program->diags);
    if (!merge_kernels(run->program, merge, &run->notes))
        return false;
    if (run->notes.size == before && diags_count(run->program->diags) == findings) {
        buffer_format(&run->notes, "%s: not changed, since it says what the file%s say%s", merge->spec, ending,
                      *ending ? "" : "s");
        if (version)
            buffer_format(&run->notes, "; no `attest` line names %s, which its rows cover", version);
        buffer_add_char(&run->notes, '\n');
    }
    return true;
}

static enum status import_kernels(struct command_run *run, const struct isf_request *request)
{
    struct kernels kernels = {
        .run = run,
        .base = request->base,
        .store = kernel_store_new(run->arena),
        .image_versions = map_new(run->arena)};
    kernels.takes_symbols = request->globals != NULL;
    const struct selection *selection;
    if (!load_selection(run, &request->files, "structures, unions or enums", &selection))
        return run->status;
    const struct header_request headers = {&request->files, request->flag_count, request->targets};
    bool is_completed;
    if (request->into && !load_are_files(run, "--into", &request->into, 1))
        return run->status;
    if (request->into && !load_complete(run, &request->into, 1, &is_completed))
        return run->status;
    struct used_specs used = {0};
    const char *module = NULL;
    if (!request->into && !load_find_all_used(run, &request->files, "nt/axis.strata", &used))
        return run->status;
    if (request->into && merge_takes_documents(run->arena, request->into))
        merge_leave_out_documents(run->program, request->into);
    kernels.model = request->into ? load_specs(run, &request->into, 1)
                                  : load_specs(run, used.paths, used.count);
    if (!kernels.model || !intake_take_versions(&kernels, &request->files) ||
        !intake_read_versions(&kernels, request->versions) || !intake_read_identities(&kernels, &request->files) ||
        !(request->is_header ? intake_read_headers(&kernels, &headers)
                             : intake_read_kernels(&kernels, &request->files)) ||
        (!request->is_header && !module_find(run, kernels.model, &kernels.list, request->module, &module)))
        return run->status;
    if (request->globals)
        return import_globals(&kernels, request, module, &used);
    /* the first module may also be the one of a new directory of specs */
    const char *named = module ? module : request->module;
    bool is_new = named && request->into && !kernel_has_module(kernels.model, named);
    const struct selection *without = NULL;
    if (request->without && !module_take_without(run, &request->files, is_new, &without))
        return run->status;
    if (!intake_sort_kernels(&kernels, !request->into || is_new) ||
        (is_new && !load_find_all_used(run, &request->files, "nt/nt.strata", &used)))
        return run->status;
    const struct kernel_fold_use use = {used.count ? used.items[0].path : NULL,
                                        used.count ? used.items[0].searched : NULL};
    if (request->is_header && request->into && !selection &&
        !(selection = intake_select_common(&kernels, request->into)))
        return run->status;
    const struct merge_request merge = {.kernels = (const struct kernel *const *)kernels.list.items,
                                        .kernel_count = kernels.list.count,
                                        .spec = request->into,
                                        .model = kernels.model,
                                        .selection = selection,
                                        .module = is_new ? named : module,
                                        .is_new = is_new,
                                        .use = &use,
                                        .without = without};
    if (!(request->into ? merge_into(run, &merge) : fold_kernels(&kernels, request, module, selection, &used)))
        command_fail(run);
    if (diags_has(run->program->diags, DIAG_UNREAD) && run->status == STATUS_CLEAN)
        run->status = STATUS_FINDINGS;
    return run->status;
}

enum status import_run_kernels(struct command_run *run)
{
    struct isf_request request = {.is_header = run->command == &import_c};
    if (!options_parse(run, &request, &request.files))
        return run->status;
    if (request.is_header) {
        request.flag_count = request.files.count - request.files.bare;
        request.files.count = request.files.bare;
    }
    if (!intake_check_options(run, &request.files))
        return run->status;
    if (!request.files.count)
        return options_fail(run, "strata %s needs files to read", run->command->name);
    if (!load_fits_import(run, strchr(run->command->name, ' ') + 1, request.files.items, request.files.count))
        return run->status;
    if (request.globals && (request.names || request.without))
        return options_fail(run, "--globals takes symbols alone; it excludes --%s",
                            request.names ? "struct" : "without");
    if (request.output && command_is_standard(request.output))
        request.output = NULL;
    if (request.module && !kernel_is_module(request.module))
        return options_fail(run, "--module '%s' is no name", request.module);
    if (request.into && (request.output || (request.use && !request.module)))
        return options_fail(run, "--into SPEC sets both axis and output; it excludes --%s",
                            request.output ? "output" : "use");
    return import_kernels(run, &request);
}

const struct command import_c = {
    .name = "import c",
    .summary = "C headers, as clang lays them out",
    .help = "\n"
            "c reads C headers as clang lays them out: the structures, unions and enums of a HEADER and of\n"
            "all that it includes, for one version of Windows. '-' is standard input. It needs libclang,\n"
            "which gets at most 2 GiB of memory and a minute for a HEADER (not on Windows). Flags for clang\n"
            "come after `--`, such as -- -I include -D NAME. If an include or type is missing, the rest is\n"
            "read: numbers such as UINT8 are those of Windows, and what cannot be read is reported.\n"
            "\n"
            "Offsets and sizes that comments (`// offset: 0x8`, `/* 0x0008 */`) or assertions of a HEADER\n"
            "claim rule over clang's layout; each structure that differs is reported. Such a HEADER is of\n"
            "the architecture in its name, or of the one that fits best, unless --target names others.\n"
            "\n"
            HELP_OPTIONS,
    .run = import_run_kernels,
    .options = header_options,
    .operands = TAKES_FILE,
    .reads_anywhere = true,
};
