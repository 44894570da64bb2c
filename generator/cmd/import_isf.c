/*
 * strata import pdb, isf, vergilius and c: PDBs, symbol files of kernels and C headers, to specs. The first three
 * read the same files; import_kernels.c describes them.
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
#include "fold/fold.h"
#include "front/load.h"
#include "front/selection.h"
#include "kernel/choices.h"
#include "kernel/header.h"
#include "kernel/isf.h"
#include "kernel/kernel.h"
#include "kernel/module.h"
#include "kernel/store.h"
#include "kernel/twins.h"
#include "kernel/version.h"
#include "merge/merge.h"
#include "model/identity.h"
#include "model/model.h"
#include "model/nearest.h"
#include "model/type.h"
#include "pdb/image.h"
#include "run/load_specs.h"
#include "run/module.h"
#include "run/options.h"
#include "run/target.h"
#include "vergilius/vergilius.h"
#include "clang/unit.h"

struct isf_request {
    const char *output; /* NULL: standard output */
    const char *into;   /* the spec that is folded into, or NULL */
    const char *module; /* of --module, or NULL */
    const char *without; /* the last one, or NULL; all are among the operands' values */
    const char *use;    /* the last one; all are among the operands' values */
    const char *versions;
    const char *identity; /* the last one; all are among the operands' values */
    const char *names, *version; /* the last of each; all are among the operands' values */
    const char *targets;         /* of headers; NULL: the usual ones */
    bool is_header;
    struct operands files;
    size_t flag_count; /* of the operands behind `--`, which are flags for clang */
};

const struct option import_kernel_options[] = {
    {"output", 'o', OPTION_OUTPUT_DIRECTORY(struct isf_request, output)},
    {"into", 0, OPTION_INTO(struct isf_request, into)},
    {"module", 0, OPTION_TEXT(struct isf_request, module)},
    {"without", 0, OPTION_TEXT(struct isf_request, without)},
    {"use", 0, OPTION_SPECS(struct isf_request, use)},
    {"struct", 's', OPTION_TEXT(struct isf_request, names)},
    {"version", 0, OPTION_TEXT(struct isf_request, version)},
    {"versions", 0, OPTION_FILE(struct isf_request, versions)},
    {"identity", 0, OPTION_FILE(struct isf_request, identity)},
    {0},
};

static const struct option header_options[] = {
    {"output", 'o', OPTION_OUTPUT_DIRECTORY(struct isf_request, output)},
    {"into", 0, OPTION_INTO(struct isf_request, into)},
    {"use", 0, OPTION_SPECS(struct isf_request, use)},
    {"struct", 's', OPTION_TEXT(struct isf_request, names)},
    {"version", 0, OPTION_TEXT(struct isf_request, version)},
    {"target", 0, OPTION_TEXT(struct isf_request, targets)},
    {0},
};

/* The kernels of the files, and what is needed to read them. */
struct kernels {
    struct command_run *run;
    const struct model *model;
    const struct map *versions; /* NULL: none */
    struct kernel_store *store;
    struct kernel_list list;
    struct buffer images; /* of struct identity_numbers: those of --identity, and of images beside the files */
    struct map *image_versions; /* as `versions`, of these images */
    struct choices choices;
};

/* Returns the --version before the file of that index; NULL if there is none. */
static const char *find_option(const struct operands *files, size_t index)
{
    for (size_t i = 0; i < files->value_count; i++)
        if (!strcmp(files->values[i].name, "version") && files->values[i].before == index)
            return files->values[i].value;
    return NULL;
}

/* Replaces each --version by its numbers: `26100.1742` and `XP SP3` are full versions, too. */
static bool take_versions(struct kernels *kernels, const struct operands *files)
{
    for (size_t i = 0; i < files->value_count; i++) {
        struct option_value *value = &files->values[i];
        uint64_t version;
        if (strcmp(value->name, "version") != 0 || kernel_version_parse(value->value, &version))
            continue;
        if (!target_find_kernel(kernels->run, kernels->model, value->value, &version))
            return false;
        value->value = version_text(kernels->run->arena, version);
    }
    return true;
}

/* True if each --version is that of one file. */
static bool check_options(struct command_run *run, const struct operands *files)
{
    for (size_t i = 0; i < files->value_count; i++) {
        const struct option_value *value = &files->values[i];
        if (strcmp(value->name, "version") != 0)
            continue;
        if (value->before == files->count)
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

/* Reports that the version of a file is unknown. `pdb` is its GUID and age; NULL: it is a header. */
static bool fail_version(struct kernels *kernels, const char *path, const char *pdb)
{
    struct diag *diag = diag_report(kernels->run->program->diags, DIAG_READ, (struct span){0, 0},
                                    "the version of '%s' is unknown", path);
    if (pdb)
        diag_help(diag, "give --version before it, add the line \"%s VERSION\" to the table of --versions, put the "
                        "version into the file's name, or put the program beside the file", pdb);
    else
        diag_help(diag, "give the version that it describes before it, as in --version 10.0.19041.1, or put it into "
                        "the file's name");
    kernels->run->status = STATUS_TROUBLE;
    return false;
}

/* Finds the version of the file of that index; false if it is unknown, which is reported. `*version` is that of the
 * system, if the file has it, else 0. */
static bool find_version(struct kernels *kernels, const struct operands *files, size_t index, const char *path,
                         const char *pdb, uint64_t *version)
{
    const char *option = find_option(files, index);
    struct program *program = kernels->run->program;
    uint64_t system = *version;
    if (!option && system) {
        *version = axis_find_kernel(&kernels->model->axis, system);
        choices_add_system(&kernels->choices, system, *version);
        return true;
    }
    if (option ? kernel_version_parse(option, version)
               : (pdb && kernel_versions_find(program, kernels->versions, pdb, version)) ||
                     kernel_version_of_name(path, version) ||
                     (pdb && kernel_versions_find(program, kernels->image_versions, pdb, version)))
        return true;
    return fail_version(kernels, path, pdb);
}

/* True if the version of a file is one of the axis; else reports it. */
static bool is_on_axis(struct kernels *kernels, const char *path, uint64_t version)
{
    struct command_run *run = kernels->run;
    struct version_range range;
    const char *text = version_text(run->arena, version);
    if (axis_find(&kernels->model->axis, intern_text(run->program->intern, text), &range))
        return true;
    diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                "cannot read '%s': its version %s belongs to no release on the axis", path, text);
    run->status = STATUS_TROUBLE;
    return false;
}

/* True if the version of a kernel is one of its architecture; else reports it. */
static bool fits_arch(struct kernels *kernels, const struct kernel *kernel)
{
    struct command_run *run = kernels->run;
    if (version_set_contains(&kernel->arch->in, kernel->version))
        return true;
    diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                "cannot read '%s': it is of the architecture '%s', which does not exist in %s", kernel->path,
                kernel->arch->name, version_text(run->arena, kernel->version));
    run->status = STATUS_TROUBLE;
    return false;
}

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

static struct isf_import begin_import(const struct kernels *kernels)
{
    struct command_run *run = kernels->run;
    return (struct isf_import){run->arena, run->program->intern, run->program->diags, kernels->store,
                               (const struct arch *const *)kernels->model->arches, kernels->model->arch_count,
                               kernels->model->type_names, command_name_input(run, "-"), &vergilius_format};
}

/* Sorts the kernels that were read. */
static bool sort_kernels(struct kernels *kernels, bool makes_arches)
{
    struct command_run *run = kernels->run;
    if (run->status == STATUS_CLEAN && !kernel_sort(run->program, kernels->model, makes_arches, &kernels->list))
        run->status = STATUS_FINDINGS;
    return run->status == STATUS_CLEAN;
}

/* The files that are being read. */
struct reading {
    struct kernels *kernels;
    const struct operands *files;
    size_t count; /* of those that can be read */
};

/* Adds the kernel of a file. */
static void take_kernel(void *user, size_t index, bool is_read, const struct kernel *read, const char *pdb)
{
    const struct reading *reading = user;
    struct kernels *kernels = reading->kernels;
    struct command_run *run = kernels->run;
    struct kernel *kernel = ARENA_NEW(run->arena, struct kernel);
    *kernel = *read;
    progress_step(run->program->progress, "reading", index, reading->files->count,
                  path_name(file_path_rules, kernel->path));
    if (is_read && !command_is_standard(reading->files->items[index]))
        read_beside(kernels, kernel);
    if (!is_read)
        run->status = STATUS_TROUBLE;
    else if (find_version(kernels, reading->files, index, kernel->path, pdb, &kernel->version) &&
             is_on_axis(kernels, kernel->path, kernel->version) && fits_arch(kernels, kernel))
        kernels->list.items[kernels->list.count++] = kernel;
    complete_identity(kernels, kernel);
    if (is_read)
        choices_add(&kernels->choices, &kernel->choices);
    command_detail(run, "read '%s'", kernel->path);
}

/* Reads all files, so that all that is wrong with them is reported, up to the second one that is standard input. */
static bool read_kernels(struct kernels *kernels, const struct operands *files)
{
    struct command_run *run = kernels->run;
    const struct isf_import import = begin_import(kernels);
    struct reading reading = {kernels, files, 0};
    bool takes_input = false;
    for (; reading.count < files->count; reading.count++) {
        bool is_standard = command_is_standard(files->items[reading.count]);
        if (is_standard && (takes_input || run->has_read_input))
            break;
        takes_input |= is_standard;
    }
    kernels->list.items = ARENA_ARRAY(run->arena, struct kernel *, files->count);
    if (takes_input)
        command_take_input(run);
    kernel_read_all(&import, files->items, reading.count, &(struct isf_taker){take_kernel, &reading});
    choices_report(run->program->diags, &kernels->choices);
    if (reading.count < files->count)
        command_take_input(run);
    return run->status == STATUS_CLEAN;
}

/* ---- Headers ---- */

/* An architecture and clang's name of it. */
struct target {
    const struct arch *arch;
    const char *triple;
};

/* The targets of a run. */
struct targets {
    struct target *items;
    size_t count;
    bool is_usual; /* nobody asked for these: one that the version does not have is left out */
};

/* Returns clang's name of an architecture; NULL if nobody knows it. */
static const char *find_triple(const char *arch)
{
    static const char *const triples[][2] = {
        {"x86", "i686-pc-windows-msvc"},     {"x86pae", "i686-pc-windows-msvc"},    {"x64", "x86_64-pc-windows-msvc"},
        {"x64la57", "x86_64-pc-windows-msvc"}, {"arm64", "aarch64-pc-windows-msvc"},
    };
    for (size_t i = 0; i < sizeof triples / sizeof *triples; i++)
        if (!strcmp(triples[i][0], arch))
            return triples[i][1];
    return NULL;
}

/* Adds the target of a word ARCH or ARCH=TRIPLE. */
static void add_target(struct kernels *kernels, const char *word, struct targets *targets)
{
    struct command_run *run = kernels->run;
    const char *sign = strchr(word, '='), *name = arena_copy(run->arena, word, strcspn(word, "="));
    struct target target = {.triple = sign ? sign + 1 : find_triple(name)};
    struct nearest nearest = {.wanted = name};
    bool is_double = false;
    for (size_t i = 0; i < kernels->model->arch_count; i++) {
        nearest_consider(&nearest, kernels->model->arches[i]->name);
        if (!strcmp(kernels->model->arches[i]->name, name))
            target.arch = kernels->model->arches[i];
    }
    for (size_t i = 0; i < targets->count; i++)
        is_double |= targets->items[i].arch == target.arch;
    if (!target.arch && !targets->is_usual)
        options_fail_near(run, nearest.best, "--target '%s' is no architecture that the spec declares", name);
    else if (target.arch && (!target.triple || !*target.triple))
        options_fail(run, "--target needs clang's name of '%s', as in %s=TRIPLE", name, name);
    else if (target.arch && is_double)
        options_fail(run, "--target names '%s' twice", name);
    else if (target.arch)
        targets->items[targets->count++] = target;
}

static bool find_targets(struct kernels *kernels, const char *list, struct targets *targets)
{
    struct command_run *run = kernels->run;
    *targets = (struct targets){.is_usual = !list};
    list = list ? list : "x86,x64";
    targets->items = ARENA_ARRAY(run->arena, struct target, strlen(list));
    for (const char *word; (word = options_next_word(run->arena, &list));)
        add_target(kernels, word, targets);
    if (run->status == STATUS_CLEAN && !targets->count)
        options_fail(run, "the spec declares neither x86 nor x64; --target names the architecture of the header");
    return run->status == STATUS_CLEAN;
}

/* Reads the header of that index for all targets, until clang finds an error in it. */
static void read_header(struct kernels *kernels, const struct isf_import *import, const struct clang_run *clang,
                        const struct isf_request *request, const struct targets *targets, size_t index)
{
    struct command_run *run = kernels->run;
    const char *path = request->files.items[index];
    uint64_t version = 0;
    const struct source *source = command_read_source(run, path);
    if (!source || !find_version(kernels, &request->files, index, source->path, NULL, &version) ||
        !is_on_axis(kernels, source->path, version))
        return;
    map_set(clang->sources,
            intern_text(run->program->intern, path_normalise(run->arena, file_path_rules, source->path)),
            (void *)(uintptr_t)source);
    for (size_t i = 0; i < targets->count; i++) {
        const struct target *target = &targets->items[i];
        const struct clang_header header = {source->path, command_is_standard(path) ? source->text : NULL,
                                            source->size, target->triple};
        struct kernel *kernel = ARENA_NEW(run->arena, struct kernel);
        *kernel = (struct kernel){.path = source->path, .version = version, .arch = target->arch};
        if (targets->is_usual && !version_set_contains(&target->arch->in, version))
            continue;
        progress_step(run->program->progress, "reading", index * targets->count + i,
                      request->files.count * targets->count, path_name(file_path_rules, source->path));
        if (!fits_arch(kernels, kernel))
            continue;
        if (!kernel_read_header(import, clang, &header, target->arch, kernel)) {
            run->status = STATUS_TROUBLE;
            break;
        }
        kernel->version = version;
        kernels->list.items[kernels->list.count++] = kernel;
        command_detail(run, "read '%s' for %s", source->path, target->triple);
    }
}

static bool read_headers(struct kernels *kernels, const struct isf_request *request)
{
    struct command_run *run = kernels->run;
    const struct isf_import import = begin_import(kernels);
    const struct operands *files = &request->files;
    struct targets targets;
    if (!find_targets(kernels, request->targets, &targets))
        return false;
    const struct clang_run clang = {run->program, files->items + files->bare, request->flag_count,
                                    map_new(run->arena), clang_start(run->program)};
    if (!clang.limited) {
        run->status = STATUS_TROUBLE;
        return false;
    }
    kernels->list.items = ARENA_ARRAY(run->arena, struct kernel *, files->count * targets.count);
    for (size_t i = 0; i < files->count; i++)
        read_header(kernels, &import, &clang, request, &targets, i);
    if (run->status == STATUS_CLEAN && !kernels->list.count)
        options_fail(run, "there is neither x86 nor x64 in these versions; --target names the architecture");
    return run->status == STATUS_CLEAN;
}

/* Adds the name of a tag to a list of interned names if the spec declares it. */
static void add_common(struct kernels *kernels, const char *tag, struct map *seen, struct buffer *names)
{
    const char *name = intern_text(kernels->run->program->intern, selection_without_underscores(tag));
    const struct type *type = map_get(kernels->model->type_names, name);
    if (!type || (!type->record && !type->enumeration) || map_get(seen, name))
        return;
    map_set(seen, name, kernels);
    buffer_add(names, &name, sizeof name);
}

/* Selects the structures and enumerations that the headers and the spec have in common: a header is not whole, so one
 * that it lacks is not missing in the kernel. Returns NULL after a report if there are none. */
static const struct selection *select_common(struct kernels *kernels, const char *spec)
{
    struct command_run *run = kernels->run;
    struct map *seen = map_new(run->arena);
    struct buffer names = {0};
    const struct selection *selection = NULL;
    const char *error;
    for (size_t i = 0; i < kernels->list.count; i++) {
        const struct kernel *kernel = kernels->list.items[i];
        for (size_t k = 0; k < kernel->record_count; k++)
            add_common(kernels, kernel->records[k]->name, seen, &names);
        for (size_t k = 0; k < kernel->enum_count; k++)
            add_common(kernels, kernel->enums[k]->name, seen, &names);
    }
    if (names.size)
        selection = selection_new(run->arena, arena_copy_array(run->arena, names.data, names.size / sizeof(char *),
                                                               sizeof(char *)),
                                  names.size / sizeof(char *), &error);
    else
        diag_help(options_report(run, "'%s' declares no structure or enumeration of the header", spec),
                  "--struct adds structures to a spec");
    buffer_free(&names);
    return selection;
}

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

static enum status import_kernels(struct command_run *run, const struct isf_request *request)
{
    struct kernels kernels = {
        .run = run, .store = kernel_store_new(run->arena), .image_versions = map_new(run->arena)};
    const struct selection *selection;
    if (!load_selection(run, &request->files, "structures, unions or enums", &selection))
        return run->status;
    bool is_completed;
    if (request->into && !load_are_files(run, "--into", &request->into, 1))
        return run->status;
    if (request->into && !load_complete(run, &request->into, 1, &is_completed))
        return run->status;
    struct used_specs used = {0};
    const char *module = NULL;
    if (!request->into && !load_find_all_used(run, &request->files, "nt/axis.strata", &used))
        return run->status;
    struct arena *models = arena_within(run->arena);
    kernels.model = request->into ? load_specs_within(run, &request->into, 1, models)
                                  : load_specs(run, used.paths, used.count);
    if (!kernels.model || !take_versions(&kernels, &request->files) || !read_versions(&kernels, request->versions) ||
        !read_identities(&kernels, &request->files) ||
        !(request->is_header ? read_headers(&kernels, request) : read_kernels(&kernels, &request->files)) ||
        (!request->is_header && !module_find(run, kernels.model, &kernels.list, request->module, &module)))
        return run->status;
    const char *named = module ? module : request->module; /* the first one, too, may begin in a tree */
    bool is_new = named && request->into && !kernel_has_module(kernels.model, named);
    const struct selection *without = NULL;
    if (request->without && !module_take_without(run, &request->files, is_new, &without))
        return run->status;
    if (!sort_kernels(&kernels, !request->into || is_new) ||
        (is_new && !load_find_all_used(run, &request->files, "nt/nt.strata", &used)))
        return run->status;
    const struct kernel_fold_use use = {used.count ? used.items[0].path : NULL,
                                        used.count ? used.items[0].searched : NULL};
    if (request->is_header && request->into && !selection && !(selection = select_common(&kernels, request->into)))
        return run->status;
    const struct merge_request merge = {.kernels = (const struct kernel *const *)kernels.list.items,
                                        .kernel_count = kernels.list.count,
                                        .spec = request->into,
                                        .model = kernels.model,
                                        .models = models,
                                        .selection = selection,
                                        .module = is_new ? named : module,
                                        .is_new = is_new,
                                        .use = &use,
                                        .without = without,
                                        .store = kernels.store};
    if (!(request->into ? merge_kernels(run->program, &merge, &run->notes)
                        : fold_kernels(&kernels, request, module, selection, &used)))
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
    if (!check_options(run, &request.files))
        return run->status;
    if (!request.files.count)
        return options_fail(run, "strata %s needs files to read", run->command->name);
    if (!load_fits_import(run, strchr(run->command->name, ' ') + 1, request.files.items, request.files.count))
        return run->status;
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
    .help =
        "\n"
        "c reads C headers as clang lays them out: the structures, unions and enums of a HEADER and of\n"
        "all that it includes, for one version of Windows. '-' is standard input. It needs libclang,\n"
        "which gets at most 2 GiB of memory and a minute for a HEADER (not on Windows). Flags for clang\n"
        "come after `--`, such as -- -I include -D NAME.\n"
        "\n"
        "  -o, --output DIR     write one spec for each structure into the directory, as pdb does\n"
        "  --into SPEC          merge into a spec, without --struct only what SPEC has, too; reports what\n"
        "                       contradicts attested kernels\n"
        "  --use SPEC           the spec with axis and arches (default: nt/axis.strata); may be repeated\n"
        "  -s, --struct NAME,...\n"
        "                       only these structures or members, and structures that they hold by value\n"
        "  --version V          version of the HEADER after it, such as 10.0.19041.1 or 19041.1\n"
        "  --target ARCH[=TRIPLE],...\n"
        "                       architectures, with clang's name of the target, such as\n"
        "                       x64=x86_64-w64-mingw32; default: x86,x64, as Microsoft's compiler\n"
        "                       lays them out\n",
    .run = import_run_kernels,
    .options = header_options,
    .operands = TAKES_FILE,
    .reads_anywhere = true,
};
