/*
 * strata import pdb, strata import isf: PDBs and Volatility's files of kernels to specs. Both read both.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "cmd/import.h"
#include "kernel/fold.h"
#include "merge/merge.h"
#include "pdb/image.h"
#include "kernel/isf.h"
#include "kernel/kernel.h"
#include "kernel/version.h"
#include "kernel/store.h"
#include "kernel/twins.h"
#include "cmd/load_specs.h"
#include "cmd/options.h"
#include "front/load.h"
#include "model/identity.h"
#include "model/model.h"

struct isf_request {
    const char *output; /* NULL: standard output */
    const char *into;   /* the spec that is folded into, or NULL */
    const char *use;    /* NULL: the shipped axis */
    const char *versions;
    const char *identity; /* the last one; all are among the operands' values */
    const char *names, *version; /* the last of each; all are among the operands' values */
    struct operands files;
};

static const struct option options[] = {
    {"output", 'o', OPTION_DIRECTORY(struct isf_request, output)},
    {"into", 0, OPTION_SPECS(struct isf_request, into)},
    {"use", 0, OPTION_SPECS(struct isf_request, use)},
    {"struct", 's', OPTION_TEXT(struct isf_request, names)},
    {"version", 0, OPTION_TEXT(struct isf_request, version)},
    {"versions", 0, OPTION_FILE(struct isf_request, versions)},
    {"identity", 0, OPTION_FILE(struct isf_request, identity)},
    {0},
};

/* The kernels of the files, and what is needed to read them. */
struct kernels {
    struct command_run *run;
    const struct model *model;
    const struct map *versions; /* NULL: none */
    struct kernel_list list;
    struct buffer images; /* of struct identity_numbers: those of --identity, and of images beside the files */
    struct map *image_versions; /* as `versions`, of these images */
};

/* ---- Versions ---- */

/* Returns the --version before the file of that index; NULL if there is none. */
static const char *find_option(const struct operands *files, size_t index)
{
    for (size_t i = 0; i < files->value_count; i++)
        if (!strcmp(files->values[i].name, "version") && files->values[i].before == index)
            return files->values[i].value;
    return NULL;
}

/* True if each --version is a version, and that of one file. */
static bool check_options(struct command_run *run, const struct operands *files)
{
    for (size_t i = 0; i < files->value_count; i++) {
        const struct option_value *value = &files->values[i];
        uint64_t version;
        if (strcmp(value->name, "version") != 0)
            continue;
        if (!kernel_version_parse(value->value, &version))
            options_fail(run, "'%s' is not a full version such as 10.0.22000.318", value->value);
        else if (value->before == files->count)
            options_fail(run, "--version %s must come before the file that it is for", value->value);
        else if (find_option(files, value->before) != value->value)
            options_fail(run, "'%s' is given two versions", files->items[value->before]);
    }
    return run->status == STATUS_CLEAN;
}

/* Reads the table of --versions, if there is one. */
static bool read_versions(struct kernels *kernels, const char *path)
{
    struct command_run *run = kernels->run;
    const struct source *source = path ? command_read_source(run, path) : NULL;
    if (!source)
        return !path;
    kernels->versions = kernel_versions_read(run->program, source);
    if (!kernels->versions)
        command_fail(run);
    return kernels->versions != NULL;
}

static bool fail_version(struct kernels *kernels, const struct kernel *kernel, const char *pdb)
{
    struct diag *diag = diag_report(kernels->run->program->diags, DIAG_READ, (struct span){0, 0},
                                    "the version of '%s' is unknown", kernel->path);
    diag_help(diag, "give --version before it, add the line \"%s VERSION\" to the table of --versions, put the "
                    "version into the file's name, or put the program beside the file", pdb);
    kernels->run->status = STATUS_TROUBLE;
    return false;
}

/* Sets the version of the kernel in the file of that index, if it is one of the axis, and of the architecture. */
static bool find_version(struct kernels *kernels, const struct operands *files, size_t index, const char *pdb,
                         struct kernel *kernel)
{
    struct command_run *run = kernels->run;
    const char *option = find_option(files, index);
    struct version_range range;
    if (option ? !kernel_version_parse(option, &kernel->version)
               : !kernel_versions_find(run->program, kernels->versions, pdb, &kernel->version) &&
                     !kernel_version_of_name(kernel->path, &kernel->version) &&
                     !kernel_versions_find(run->program, kernels->image_versions, pdb, &kernel->version))
        return fail_version(kernels, kernel, pdb);
    const char *text = version_text(run->arena, kernel->version);
    if (!axis_find(&kernels->model->axis, intern_text(run->program->intern, text), &range))
        diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                    "cannot read '%s': its version %s belongs to no release on the axis", kernel->path, text);
    else if (!version_set_contains(&kernel->arch->in, kernel->version))
        diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                    "cannot read '%s': it is of the architecture '%s', which does not exist in %s", kernel->path,
                    kernel->arch->name, text);
    else
        return true;
    run->status = STATUS_TROUBLE;
    return false;
}

/* ---- Identities ---- */

/* Adds an image, and the version that its version resource has. */
static void add_image(struct kernels *kernels, const void *image, size_t size, const struct identity_numbers *numbers)
{
    struct program *program = kernels->run->program;
    uint64_t version;
    buffer_add(&kernels->images, numbers, sizeof *numbers);
    if (image_read_version(image, size, &version))
        kernel_versions_add(program, kernels->image_versions, identity_pdb_text(program->arena, numbers), version);
}

/* Reads the image of a kernel if it is beside its file, under the name of the file or of a kernel. */
static void read_beside(struct kernels *kernels, const struct kernel *kernel)
{
    static const char *const ends[] = {".exe", ".dll", ".sys", NULL};
    struct arena *arena = arena_new();
    const char *name = path_name(file_path_rules, kernel->path);
    const char *names[] = {arena_copy(arena, name, strcspn(name, ".")), "ntoskrnl", "ntkrnlmp", "ntkrnlpa"};
    for (size_t i = 0; i < sizeof names / sizeof *names * 3 && kernel->identity_count; i++) {
        const char *path = path_beside(arena, file_path_rules, kernel->path,
                                       arena_format(arena, "%s%s", names[i / 3], ends[i % 3]));
        struct identity_numbers numbers;
        const char *text, *error;
        uint32_t machine;
        size_t size;
        if (file_kind(path) == FILE_REGULAR && file_read(arena, path, &text, &size, &error) &&
            !image_read(text, size, &machine, &numbers) && numbers.has_pdb &&
            !identity_compare_pdbs(&numbers, kernel->identities)) {
            add_image(kernels, text, size, &numbers);
            break;
        }
    }
    arena_free(arena);
}

/* Reads an image, or a table of them. */
static bool read_identity(struct kernels *kernels, const char *path)
{
    struct command_run *run = kernels->run;
    struct identity_numbers numbers;
    const char *text, *error = NULL;
    uint32_t machine;
    size_t size;
    if (!file_read(run->arena, path, &text, &size, &error) || !image_is(text, size)) {
        const struct source *source = command_read_source(run, path);
        bool is_read = source && kernel_images_read(run->program, source, &kernels->images);
        if (source && !is_read)
            command_fail(run);
        return is_read;
    }
    error = image_read(text, size, &machine, &numbers);
    if (!error && !numbers.has_pdb)
        error = "its debug directory names no program database";
    if (!error) {
        add_image(kernels, text, size, &numbers);
        return true;
    }
    diag_report(run->program->diags, DIAG_READ, (struct span){0, 0}, "cannot read '%s': %s", path, error);
    run->status = STATUS_TROUBLE;
    return false;
}

static bool read_identities(struct kernels *kernels, const struct operands *files)
{
    bool is_sound = true;
    for (size_t i = 0; i < files->value_count; i++)
        if (!strcmp(files->values[i].name, "identity"))
            is_sound &= read_identity(kernels, files->values[i].value);
    return is_sound;
}

/* Adds TimeDateStamp and SizeOfImage to the identity of a kernel, if they are known by its GUID and age. */
static void complete_identity(struct kernels *kernels, struct kernel *kernel)
{
    const struct identity_numbers *images = (const void *)kernels->images.data;
    for (size_t i = 0; i < kernels->images.size / sizeof *images; i++) {
        if (!images[i].has_image || !kernel->identity_count ||
            identity_compare_pdbs(&images[i], kernel->identities) != 0)
            continue;
        kernel->identities = arena_copy_array(kernels->run->arena, &images[i], 1, sizeof *images);
    }
}

/* ---- Kernels ---- */

/* Reads all files, so that all that is wrong with them is reported. */
static bool read_kernels(struct kernels *kernels, const struct operands *files, bool makes_arches)
{
    struct command_run *run = kernels->run;
    struct program *program = run->program;
    const struct isf_import import = {run->arena, program->intern, program->diags, kernel_store_new(run->arena),
                                      (const struct arch *const *)kernels->model->arches, kernels->model->arch_count,
                                      kernels->model->type_names, command_name_input(run, "-")};
    kernels->list.items = ARENA_ARRAY(run->arena, struct kernel *, files->count);
    for (size_t i = 0; i < files->count; i++) {
        struct kernel *kernel = ARENA_NEW(run->arena, struct kernel);
        const char *pdb;
        progress_step(program->progress, "reading", i, files->count, path_name(file_path_rules, files->items[i]));
        if (command_is_standard(files->items[i]) && !command_take_input(run))
            break;
        bool is_read = kernel_read_isf(&import, files->items[i], kernel, &pdb);
        if (is_read && !command_is_standard(files->items[i]))
            read_beside(kernels, kernel);
        if (!is_read)
            run->status = STATUS_TROUBLE;
        else if (find_version(kernels, files, i, pdb, kernel))
            kernels->list.items[kernels->list.count++] = kernel;
        complete_identity(kernels, kernel);
        command_detail(run, "read '%s'", kernel->path);
    }
    if (run->status == STATUS_CLEAN && !kernel_sort(program, kernels->model, makes_arches, &kernels->list))
        run->status = STATUS_FINDINGS;
    return run->status == STATUS_CLEAN;
}

/* ---- The command ---- */

static enum status import_kernels(struct command_run *run, const struct isf_request *request)
{
    struct kernels kernels = {.run = run, .image_versions = map_new(run->arena)};
    const struct selection *selection;
    if (!load_selection(run, &request->files, "structures, unions or enums", &selection))
        return run->status;
    bool is_completed;
    if (request->into && !load_are_files(run, "--into", &request->into, 1))
        return run->status;
    if (request->into && !load_complete(run, &request->into, 1, &is_completed))
        return run->status;
    struct used_spec used = {0};
    if (!request->into && !load_find_used(run, request->use, "nt/axis.strata", &used))
        return run->status;
    struct arena *models = arena_within(run->arena);
    kernels.model = request->into ? load_specs_within(run, &request->into, 1, models)
                                  : load_specs(run, &used.path, 1);
    if (!kernels.model || !read_versions(&kernels, request->versions) ||
        !read_identities(&kernels, &request->files) ||
        !read_kernels(&kernels, &request->files, !request->into))
        return run->status;
    const struct kernel *const *items = (const struct kernel *const *)kernels.list.items;
    bool is_done = request->into
                       ? merge_kernels(run->program,
                                       &(struct merge_request){.kernels = items,
                                                               .kernel_count = kernels.list.count,
                                                               .spec = request->into,
                                                               .model = kernels.model,
                                                               .models = models,
                                                               .selection = selection},
                                        &run->notes)
                       : kernel_fold(run->program,
                                     &(struct kernel_fold_request){.kernels = items,
                                                                   .kernel_count = kernels.list.count,
                                                                   .model = kernels.model,
                                                                   .use = used.path,
                                                                   .searched = used.searched,
                                                                   .selection = selection,
                                                                   .directory = request->output},
                                     request->output ? &run->notes : &run->out);
    if (!is_done)
        command_fail(run);
    if (diags_has(run->program->diags, DIAG_UNREAD) && run->status == STATUS_CLEAN)
        run->status = STATUS_FINDINGS;
    return run->status;
}

static enum status run_kernels(struct command_run *run)
{
    struct isf_request request = {0};
    if (!options_parse(run, &request, &request.files) ||
        !check_options(run, &request.files))
        return run->status;
    if (!request.files.count)
        return options_fail(run, "strata %s needs files to read", run->command->name);
    if (!load_fits_import(run, strchr(run->command->name, ' ') + 1, request.files.items, request.files.count))
        return run->status;
    if (request.output && command_is_standard(request.output))
        request.output = NULL;
    if (request.into && (request.output || request.use))
        return options_fail(run, "--into SPEC sets both axis and output; it excludes --%s",
                            request.output ? "output" : "use");
    return import_kernels(run, &request);
}

const struct command import_isf = {
    .name = "import isf",
    .summary = "symbol files of kernels",
    .run = run_kernels,
    .options = options,
    .operands = TAKES_FILE,
};

const struct command import_pdb = {
    .name = "import pdb",
    .summary = "PDBs of kernels and other programs",
    .run = run_kernels,
    .options = options,
    .operands = TAKES_FILE,
};
