#include "intake/kernels.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "debug/debug.h"
#include "debug/elf.h"
#include "front/load.h"
#include "kernel/kernel.h"
#include "kernel/version.h"
#include "listing/listing.h"
#include "model/identity.h"
#include "model/model.h"
#include "model/nearest.h"
#include "model/type.h"
#include "model/version_name.h"
#include "pdb/image.h"
#include "run/command.h"
#include "run/options.h"
#include "run/target.h"
#include "vergilius/vergilius.h"

/* Returns the --version before the file with an index; NULL if there is none. */
static const char *find_option(const struct operands *files, size_t index)
{
    for (size_t i = 0; i < files->value_count; i++)
        if (!strcmp(files->values[i].name, "version") && files->values[i].before == index)
            return files->values[i].value;
    return NULL;
}

bool intake_take_versions(struct kernels *kernels, const struct operands *files)
{
    for (size_t i = 0; i < files->value_count; i++) {
        struct option_value *value = &files->values[i];
        uint64_t version;
        bool has_builds = kernels->model->axis.form == AXIS_BUILDS;
        if (strcmp(value->name, "version") != 0 || (has_builds && kernel_version_parse(value->value, &version)))
            continue;
        if (!target_find_kernel(kernels->run, kernels->model, value->value, &version))
            return false;
        value->value = version_text(kernels->run->arena, version);
    }
    return true;
}

bool intake_check_options(struct command_run *run, const struct operands *files)
{
    for (size_t i = 0; i < files->value_count; i++) {
        const struct option_value *value = &files->values[i];
        bool is_version = !strcmp(value->name, "version");
        if (!is_version && strcmp(value->name, "build-id") != 0)
            continue;
        if (value->before == files->count)
            options_fail(run, "--%s %s must come before the file that it is for", value->name, value->value);
        else if (is_version && find_option(files, value->before) != value->value)
            options_fail(run, "'%s' is given two versions", files->items[value->before]);
    }
    return run->status == STATUS_CLEAN;
}

bool intake_read_versions(struct kernels *kernels, const char *path)
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

/* Reports that the version of a file is unknown. `pdb` is its GUID and age; NULL for a header. */
static bool fail_version(struct kernels *kernels, const char *path, const char *pdb)
{
    struct diag *diag = diag_report(kernels->run->program->diags, DIAG_READ, (struct span){0, 0},
                                    "the version of '%s' is unknown", path);
    if (!pdb)
        diag_help(diag, "give the version that it describes before it, as in --version 10.0.19041.1, or put it into "
                        "the file's name");
    else
        diag_help(diag,
                  "give --version before it, add the line \"%s VERSION\" to the table of --versions, put the "
                  "version into the file's name, or put the program beside the file",
                  pdb);
    kernels->run->status = STATUS_TROUBLE;
    return false;
}

/* Finds the version that words in a file's name mean, such as `win7`. If they name a release, takes the first version
 * of it that the architecture has. */
static bool find_words(struct kernels *kernels, const char *path, const struct arch *arch, uint64_t *version)
{
    struct command_run *run = kernels->run;
    const char *words = kernel_words_of_name(run->arena, path);
    struct version_names names;
    const char *name =
        words ? version_name_find(run->arena, run->program->intern, &kernels->model->axis, words, &names) : NULL;
    if (!name || !axis_find_version(&kernels->model->axis, name, version))
        return false;
    if ((*version & REVISION_ANY) == REVISION_ANY)
        *version &= ~(uint64_t)REVISION_ANY;
    if (arch && arch->versions.count && *version < arch->versions.ranges[0].from &&
        *version >> 32 == arch->versions.ranges[0].from >> 32)
        *version = arch->versions.ranges[0].from;
    choices_add_named(&kernels->choices, path, *version);
    return true;
}

/* Finds the version that the specs have for a GUID and age. */
static bool find_known(const struct kernels *kernels, const char *pdb, uint64_t *version)
{
    struct identity_numbers numbers = {0};
    const struct identity *known =
        pdb && identity_parse(pdb, &numbers) ? model_find_identity(kernels->model, &numbers) : NULL;
    *version = known ? known->version : 0;
    return known;
}

bool intake_find_version(struct kernels *kernels, const struct operands *files, size_t index, const char *path,
                         const struct arch *arch, const char *pdb, uint64_t *version)
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
                     (pdb && kernel_versions_find(program, kernels->image_versions, pdb, version)) ||
                     (kernels->takes_symbols && pdb ? find_known(kernels, pdb, version)
                                                    : find_words(kernels, path, arch, version)))
        return true;
    return fail_version(kernels, path, pdb);
}

bool intake_is_on_axis(struct kernels *kernels, const char *path, uint64_t version)
{
    struct command_run *run = kernels->run;
    struct version_range range;
    const char *text = axis_version_text(run->arena, &kernels->model->axis, version);
    if (axis_find(&kernels->model->axis, intern_text(run->program->intern, text), &range))
        return true;
    diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                "cannot read '%s': its version %s belongs to no release on the axis", path, text);
    run->status = STATUS_TROUBLE;
    return false;
}

bool intake_fits_arch(struct kernels *kernels, const struct kernel *kernel)
{
    struct command_run *run = kernels->run;
    if (version_set_contains(&kernel->arch->versions, kernel->version))
        return true;
    diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                "cannot read '%s': it is of the architecture '%s', which does not exist in %s", kernel->path,
                kernel->arch->name, axis_version_text(run->arena, &kernels->model->axis, kernel->version));
    run->status = STATUS_TROUBLE;
    return false;
}

/* Adds an image to `images`. If it has a version resource, adds its version to `image_versions`. */
static void add_image(struct kernels *kernels, const void *image, size_t size, const struct identity_numbers *numbers)
{
    struct program *program = kernels->run->program;
    uint64_t version;
    buffer_add(&kernels->images, numbers, sizeof *numbers);
    if (image_read_version(image, size, &version))
        kernel_versions_add(program, kernels->image_versions, identity_pdb_text(program->arena, numbers), version);
}

/* Reads the image of a kernel from the directory of its symbol file. The image has the name of that file, or a usual
 * name of a kernel. */
static void read_beside(struct kernels *kernels, const struct kernel *kernel)
{
    static const char *const ends[] = {".exe", ".dll", ".sys", NULL};
    struct arena *arena = arena_new();
    const char *name = path_name(file_path_rules, kernel->path);
    const char *names[] = {arena_copy(arena, name, strcspn(name, ".")), "ntoskrnl", "ntkrnlmp", "ntkrnlpa"};
    for (size_t i = 0; i < sizeof names / sizeof *names * 3 && kernel->identity_count; i++) {
        const char *path =
            path_beside(arena, file_path_rules, kernel->path, arena_format(arena, "%s%s", names[i / 3], ends[i % 3]));
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

/* Reads a file of --identity: an image, or a table of images. */
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

/* The build ID that the user gives for a file. */
struct build_given {
    size_t index;
    struct identity_numbers numbers;
};

/* Finds the build ID in an ELF file, or in notes of either byte order. */
static bool find_build(const char *bytes, size_t size, struct identity_numbers *numbers)
{
    struct elf_file elf;
    const char *error;
    size_t id_size;
    const unsigned char *id = NULL;
    if (!elf_is(bytes, size))
        id = elf_find_note(bytes, size, false, &id_size);
    else if (elf_open(&elf, bytes, size, &error))
        id = elf_find_build_id(&elf, &id_size);
    if (!id && !elf_is(bytes, size))
        id = elf_find_note(bytes, size, true, &id_size);
    if (!id)
        return false;
    numbers->build_size = (uint8_t)id_size;
    memcpy(numbers->build_id, id, id_size);
    return true;
}

/* Reads the value of a --build-id: digits, or a file that contains the build ID. */
static bool read_build(struct kernels *kernels, const struct option_value *value)
{
    struct command_run *run = kernels->run;
    struct build_given given = {.index = value->before};
    const char *bytes, *error = NULL;
    size_t size;
    if (!identity_parse_build(value->value, &given.numbers) &&
        (!file_read(run->arena, value->value, &bytes, &size, &error) || !find_build(bytes, size, &given.numbers))) {
        diag_report(run->program->diags, DIAG_READ, (struct span){0, 0}, "cannot read '%s': %s", value->value,
                    error ? error : "it has no build ID");
        run->status = STATUS_TROUBLE;
        return false;
    }
    buffer_add(&kernels->builds, &given, sizeof given);
    return true;
}

bool intake_read_identities(struct kernels *kernels, const struct operands *files)
{
    bool is_sound = true;
    for (size_t i = 0; i < files->value_count; i++)
        if (!strcmp(files->values[i].name, "identity"))
            is_sound &= read_identity(kernels, files->values[i].value);
        else if (!strcmp(files->values[i].name, "build-id"))
            is_sound &= read_build(kernels, &files->values[i]);
    return is_sound;
}

/* Adds TimeDateStamp and SizeOfImage to the identity of a kernel, if some image has its GUID and age. */
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

/* Gives a kernel without an identity the build ID of the command line. Returns its text; NULL if there is none. */
static const char *take_build(struct kernels *kernels, size_t index, struct kernel *kernel)
{
    const struct build_given *builds = (const void *)kernels->builds.data;
    for (size_t i = 0; i < kernels->builds.size / sizeof *builds && !kernel->identity_count; i++) {
        if (builds[i].index != index)
            continue;
        kernel->identities = arena_copy_array(kernels->run->arena, &builds[i].numbers, 1, sizeof builds[i].numbers);
        kernel->identity_count = 1;
        return identity_build_text(kernels->run->arena, &builds[i].numbers);
    }
    return NULL;
}

/* ---- Kernels ---- */

/* Formats of files in addition to PDBs and symbol files. */
static const struct isf_format *const formats[] = {&debug_format, &listing_format, &vergilius_format, NULL};

struct isf_import intake_begin(const struct kernels *kernels)
{
    struct command_run *run = kernels->run;
    return (struct isf_import){run->arena,
                               run->program->intern,
                               run->program->diags,
                               kernels->store,
                               (const struct arch *const *)kernels->model->arches,
                               kernels->model->arch_count,
                               kernels->model->type_names,
                               command_name_input(run, "-"),
                               formats,
                               kernels->base,
                               NULL,
                               kernels->takes_symbols};
}

bool intake_sort_kernels(struct kernels *kernels, bool makes_arches)
{
    struct command_run *run = kernels->run;
    if (run->status == STATUS_CLEAN &&
        !kernel_sort(run->program, kernels->model, makes_arches, kernels->store, &kernels->list))
        run->status = STATUS_FINDINGS;
    return run->status == STATUS_CLEAN;
}

/* State while the files are read. */
struct reading {
    struct kernels *kernels;
    const struct operands *files;
    size_t count; /* number of files that can be read */
};

/* Adds the kernel of a file to the list. */
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
    const char *build = is_read ? take_build(kernels, index, kernel) : NULL;
    pdb = pdb ? pdb : build;
    if (!is_read)
        run->status = STATUS_TROUBLE;
    else if (intake_find_version(kernels, reading->files, index, kernel->path, kernel->arch, pdb, &kernel->version) &&
             intake_is_on_axis(kernels, kernel->path, kernel->version) && intake_fits_arch(kernels, kernel))
        kernels->list.items[kernels->list.count++] = kernel;
    complete_identity(kernels, kernel);
    if (is_read)
        choices_add(&kernels->choices, kernel);
    command_detail(run, "read '%s'", kernel->path);
}

/* Returns for each file the architecture of the last --arch before it; NULL if there is none. If the spec does not
 * declare one of them, reports that and returns NULL. */
static const struct arch *const *find_given(struct kernels *kernels, const struct operands *files)
{
    const struct arch **given = ARENA_ARRAY(kernels->run->arena, const struct arch *, files->count + 1);
    for (size_t i = 0; i < files->value_count; i++) {
        const struct option_value *value = &files->values[i];
        struct nearest nearest = {.wanted = value->value};
        const struct arch *arch = NULL;
        if (strcmp(value->name, "arch") != 0)
            continue;
        for (size_t k = 0; k < kernels->model->arch_count && !arch; k++) {
            nearest_consider(&nearest, kernels->model->arches[k]->name);
            arch = strcmp(kernels->model->arches[k]->name, value->value) ? NULL : kernels->model->arches[k];
        }
        if (!arch) {
            options_fail_near(kernels->run, nearest.best, "--arch '%s' is no architecture that the spec declares",
                              value->value);
            return NULL;
        }
        for (size_t k = value->before; k < files->count; k++)
            given[k] = arch;
    }
    return given;
}

bool intake_read_kernels(struct kernels *kernels, const struct operands *files)
{
    struct command_run *run = kernels->run;
    struct isf_import import = intake_begin(kernels);
    struct reading reading = {kernels, files, 0};
    bool takes_input = false;
    for (; reading.count < files->count; reading.count++) {
        bool is_standard = command_is_standard(files->items[reading.count]);
        if (is_standard && (takes_input || run->has_read_input))
            break;
        takes_input |= is_standard;
    }
    kernels->list.items = ARENA_ARRAY(run->arena, struct kernel *, files->count);
    if (!(import.given = find_given(kernels, files)))
        return false;
    if (takes_input)
        command_take_input(run);
    kernel_read_all(&import, files->items, reading.count, &(struct isf_taker){take_kernel, &reading});
    choices_report(run->program->diags, &kernels->choices);
    if (reading.count < files->count)
        command_take_input(run);
    return run->status == STATUS_CLEAN;
}
