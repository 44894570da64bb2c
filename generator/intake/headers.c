#include "intake/headers.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "front/load.h"
#include "front/selection.h"
#include "intake/kernels.h"
#include "kernel/header.h"
#include "kernel/kernel.h"
#include "kernel/version.h"
#include "model/model.h"
#include "model/nearest.h"
#include "model/type.h"
#include "run/command.h"
#include "run/options.h"
#include "clang/unit.h"

/* An architecture, and the name of the target in clang. */
struct target {
    const struct arch *arch;
    const char *triple;
};

/* The targets for which headers are read. */
struct targets {
    struct target *items;
    size_t count;
    bool is_usual; /* the user named no targets: one that does not exist in the version is left out */
};

/* Returns clang's name of an architecture; NULL if it has none. */
static const char *find_triple(const char *arch)
{
    static const char *const triples[][2] = {
        {"x86", "i686-pc-windows-msvc"},       {"x86pae", "i686-pc-windows-msvc"},   {"x64", "x86_64-pc-windows-msvc"},
        {"x64la57", "x86_64-pc-windows-msvc"}, {"arm64", "aarch64-pc-windows-msvc"},
    };
    for (size_t i = 0; i < sizeof triples / sizeof *triples; i++)
        if (!strcmp(triples[i][0], arch))
            return triples[i][1];
    return NULL;
}

/* Adds the target in a word of --target: ARCH or ARCH=TRIPLE. */
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

/* A header, read for one target. */
struct opened {
    struct isf_file *file; /* NULL: it could not be read */
    const struct target *target;
};

/* If the user named no targets, keeps a header only for one target: the one in its name, or else the one whose layouts
 * contradict its comments least. The offsets in comments are those of one architecture. */
static void choose_claimed(struct kernels *kernels, const char *path, struct opened *opened, size_t count)
{
    const struct arch *named =
        kernel_arch_of_name(path, (const struct arch *const *)kernels->model->arches, kernels->model->arch_count);
    const struct opened *best = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct kernel_choices *one = kernel_choices_of_header(opened[i].file);
        if (one->claim_count && best && (best->target->arch == named || opened[i].target->arch == named))
            best = opened[i].target->arch == named ? &opened[i] : best;
        else if (one->claim_count && (!best || one->denied_count < kernel_choices_of_header(best->file)->denied_count))
            best = &opened[i];
    }
    if (!best || count < 2)
        return;
    const struct kernel_choices *claims = kernel_choices_of_header(best->file);
    diag_report(kernels->run->program->diags, DIAG_ASSUMED, (struct span){0, 0},
                "'%s' is taken to be of %s, whose layouts fit %zu of the %zu offsets and sizes that it claims; "
                "--target names the architecture",
                path, best->target->arch->name, claims->claim_count - claims->denied_count, claims->claim_count);
    for (size_t i = 0; i < count; i++) {
        if (&opened[i] == best)
            continue;
        kernel_close_header(opened[i].file, NULL);
        opened[i].file = NULL;
    }
}

/* Makes kernels of a header that was read. Reports the structures whose layouts come from claims of the header. */
static void take_headers(struct kernels *kernels, struct opened *opened, size_t count, uint64_t version)
{
    struct command_run *run = kernels->run;
    for (size_t i = 0; i < count; i++) {
        struct kernel *kernel = ARENA_NEW(run->arena, struct kernel);
        if (!opened[i].file)
            continue;
        if (!kernel_close_header(opened[i].file, kernel)) {
            run->status = STATUS_TROUBLE;
            continue;
        }
        kernel->version = version;
        kernels->list.items[kernels->list.count++] = kernel;
        choices_add(&kernels->choices, kernel);
        for (size_t k = 0; k < kernel->choices.denial_count; k++) {
            const struct kernel_denial *denial = &kernel->choices.denials[k];
            diag_report(run->program->diags, DIAG_ASSUMED, (struct span){denial->begin, denial->end}, "%s",
                        denial->text);
        }
        command_detail(run, "read '%s' for %s", kernel->path, opened[i].target->triple);
    }
}

/* Reads the header with an index for all targets, until clang finds an error in it. */
static void read_header(struct kernels *kernels, const struct isf_import *import, const struct clang_run *clang,
                        const struct header_request *request, const struct targets *targets, size_t index)
{
    struct command_run *run = kernels->run;
    const char *path = request->files->items[index];
    struct opened *opened = ARENA_ARRAY(run->arena, struct opened, targets->count);
    uint64_t version = 0;
    size_t count = 0;
    const struct source *source = command_read_source(run, path);
    if (!source || !intake_find_version(kernels, request->files, index, source->path, NULL, NULL, &version) ||
        !intake_is_on_axis(kernels, source->path, version))
        return;
    map_set(clang->sources,
            intern_text(run->program->intern, path_normalise(run->arena, file_path_rules, source->path)),
            (void *)(uintptr_t)source);
    for (size_t i = 0; i < targets->count; i++) {
        const struct target *target = &targets->items[i];
        const struct clang_header header = {source->path, command_is_standard(path) ? source->text : NULL, source->size,
                                            target->triple};
        const struct kernel kernel = {.path = source->path, .version = version, .arch = target->arch};
        if (targets->is_usual && !version_set_contains(&target->arch->versions, version))
            continue;
        progress_step(run->program->progress, "reading", index * targets->count + i,
                      request->files->count * targets->count, path_name(file_path_rules, source->path));
        if (!intake_fits_arch(kernels, &kernel))
            continue;
        opened[count] = (struct opened){kernel_open_header(import, clang, &header, target->arch), target};
        if (!opened[count].file) {
            run->status = STATUS_TROUBLE;
            break;
        }
        count++;
    }
    if (targets->is_usual && run->status == STATUS_CLEAN)
        choose_claimed(kernels, source->path, opened, count);
    take_headers(kernels, opened, count, version);
}

bool intake_read_headers(struct kernels *kernels, const struct header_request *request)
{
    struct command_run *run = kernels->run;
    const struct isf_import import = intake_begin(kernels);
    const struct operands *files = request->files;
    struct targets targets;
    if (!find_targets(kernels, request->targets, &targets))
        return false;
    const struct clang_run clang = {run->program, files->items + files->bare, request->flag_count, map_new(run->arena),
                                    map_new(run->arena), clang_start(run->program)};
    if (!clang.limited) {
        run->status = STATUS_TROUBLE;
        return false;
    }
    kernels->list.items = ARENA_ARRAY(run->arena, struct kernel *, files->count * targets.count);
    for (size_t i = 0; i < files->count; i++)
        read_header(kernels, &import, &clang, request, &targets, i);
    choices_report(run->program->diags, &kernels->choices);
    if (run->status == STATUS_CLEAN && !kernels->list.count)
        options_fail(run, "there is neither x86 nor x64 in these versions; --target names the architecture");
    return run->status == STATUS_CLEAN;
}

/* Adds the name of a tag to a list of interned names, if the spec declares it as a structure or enumeration. */
static void add_common(struct kernels *kernels, const char *tag, struct map *seen, struct buffer *names)
{
    const char *name = intern_text(kernels->run->program->intern, selection_without_underscores(tag));
    const struct type *type = map_get(kernels->model->type_names, name);
    if (!type || (!type->record && !type->enumeration) || map_get(seen, name))
        return;
    map_set(seen, name, kernels);
    buffer_add(names, &name, sizeof name);
}

const struct selection *intake_select_common(struct kernels *kernels, const char *spec)
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
        selection = selection_new(run->arena,
                                  arena_copy_array(run->arena, names.data, names.size / sizeof(char *), sizeof(char *)),
                                  names.size / sizeof(char *), &error);
    else
        diag_help(options_report(run, "'%s' declares no structure or enumeration of the header", spec),
                  "--struct adds structures to a spec");
    buffer_free(&names);
    return selection;
}
