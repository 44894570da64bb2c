#include "run/generate.h"

#include <string.h>

#include "answer/standing.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "run/target.h"
#include "model/nearest.h"
#include "run/load_specs.h"
#include "model/select.h"
#include "render/choice.h"
#include "render/context.h"
#include "base/output.h"
#include "mustache/mustache.h"
#include "render/names.h"
#include "render/plan.h"
#include "mustache/templates.h"

/* Limits of a run for templates. The headers of all shipped specs take 11 million steps and 45 MB. */
enum { STEPS_MOST = 1000000000, BYTES_MOST = 1 << 29 };

bool generate_check_prefix(struct command_run *run, const char *prefix)
{
    const char *begun = arena_format(run->arena, "%sx", prefix);
    if (ascii_is_letter(*prefix) && !strcmp(names_in_c(run->arena, begun), begun))
        return true;
    options_fail(run, "--prefix '%s' is not the beginning of a C identifier", prefix);
    return false;
}

bool generate_check_output(struct command_run *run, const char *path)
{
    for (size_t i = 0; i < run->program->file_count; i++) {
        if (file_is_same(path, run->program->files[i].path)) {
            options_fail(run, "'%s' is an input and cannot be the output", path);
            return false;
        }
    }
    return true;
}

/* True if a kernel on an arch is attested for some structure. */
static bool is_attested(const struct model *model, const struct arch *arch)
{
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record_on *on = &model->records[i]->on[arch->index];
        if (on->exists && on->evidence->seen_count)
            return true;
    }
    return false;
}

struct choice *generate_choose_arches(struct command_run *run, const struct model *model, const char *arches)
{
    uint64_t chosen = arches ? 0 : CHOICE_EVERY_ARCH;
    for (const char *name; arches && (name = options_next_word(run->arena, &arches));) {
        const struct arch *arch = target_find_arch(run, model, name);
        if (!arch)
            return NULL;
        chosen |= (uint64_t)1 << arch->index;
    }
    /* add all twins of the chosen arches, because a version may have kernels on each of them */
    for (size_t i = 0; i < model->arch_count; i++)
        for (const struct arch *arch = model->arches[i]->twins; arch; arch = arch->next_twin)
            if (chosen >> i & 1 && (arch->is_twin || is_attested(model, arch)))
                chosen |= (uint64_t)1 << arch->index;
    if (!chosen) {
        options_fail(run, "--arch needs names of architectures, as in x64,arm64");
        return NULL;
    }
    return choice_new(model, chosen);
}

/* Adds a declaration that --struct names to a choice. If it does not exist on the chosen architectures, that is an
 * error, unless a pattern names it. */
static bool choose_selected(struct command_run *run, struct choice *choice, const struct selected *selected)
{
    if (choice_add(choice, selected) || selected->is_pattern)
        return true;
    options_fail(run, "'%s' exists on none of the architectures of --arch", selected->word);
    return false;
}

bool generate_choose_names(struct command_run *run, const struct model *model, const struct operands *operands,
                           struct choice *choice)
{
    struct selected_list list;
    if (!load_select(run, model, operands, SELECT_RECORDS | SELECT_ENUMS | SELECT_EVENTS | SELECT_GLOBALS, &list))
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (!choose_selected(run, choice, &list.items[i]))
            return false;
    if (!list.count)
        choice_add_files(choice, true);
    choice_close(choice);
    return true;
}

bool generate_begin(struct generate_run *gen, const struct model *model, const struct choice *choice,
                    const char *const *bases)
{
    struct arena *arena = gen->run->arena;
    const struct program *program = model->program;
    const char *depfile = gen->options->depfile;
    if (depfile && !generate_check_output(gen->run, depfile))
        return false;
    struct keys *keys = keys_new(arena, program->intern);
    gen->templates = templates_new(arena, program->diags, gen->options->templates);
    if (!gen->templates) {
        gen->run->status = STATUS_TROUBLE;
        return false;
    }
    if (!plans_fit(model, program->diags, choice)) {
        gen->run->status = STATUS_FINDINGS;
        return false;
    }
    gen->render = render_new(model, program->diags, choice, keys, gen->prefix, bases);
    gen->render->has_names = gen->options->has_names;
    gen->render->has_offsets = !gen->options->has_no_offsets;
    gen->mustache =
        mustache_new(arena, program->sources, program->diags, program->intern, keys, templates_loader(gen->templates),
                     (struct mustache_options){gen->options->escape, false, STEPS_MOST, BYTES_MOST});
    gen->output = output_new(arena, program->diags, gen->directory, gen->options->check ? OUTPUT_CHECK : OUTPUT_WRITE);
    return true;
}

bool generate_text(struct generate_run *gen, const char *template, struct value context)
{
    buffer_clear(&gen->text);
    return mustache_render(gen->mustache, template, context, &gen->text);
}

void generate_target(struct generate_run *gen, const char *path)
{
    const char *target = path_join(gen->run->arena, file_path_rules, gen->directory, path);
    buffer_add(&gen->targets, &target, sizeof target);
}

bool generate_file(struct generate_run *gen, const char *path)
{
    return output_file(gen->output, path, gen->text.data, gen->text.size);
}

/* True if all files can be named in a rule of make, which has no escapes for line ends and some other characters.
 * Otherwise reports it. */
static bool can_make(struct command_run *run, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strpbrk(paths[i], "\n\r;=|")) {
            options_fail(run, "--depfile cannot name '%s': make cannot express it", paths[i]);
            return false;
        }
    }
    return true;
}

/* True if a path is standard input that has no name. */
static bool is_input(const struct command_run *run, const char *path)
{
    return run->has_read_input && !run->common.input && !strcmp(path, command_name_input(run, "-"));
}

/* Adds the depfile to the output, so that it is put in place together with its targets. */
static bool take_depfile(struct generate_run *gen)
{
    const char *depfile = gen->options->depfile, *const *targets = (const void *)gen->targets.data;
    size_t target_count = gen->targets.size / sizeof *targets, source_count;
    if (!depfile || gen->options->check)
        return true;
    const struct program *program = gen->run->program;
    const struct template_file *templates = templates_files(gen->templates), *file;
    size_t most = program->file_count;
    for (file = templates; file; file = file->next)
        most++;
    const char **sources = ARENA_ARRAY(gen->run->arena, const char *, most);
    source_count = 0;
    for (size_t i = 0; i < program->file_count; i++)
        if (!is_input(gen->run, program->files[i].path))
            sources[source_count++] = program->files[i].path;
    for (file = templates; file; file = file->next)
        sources[source_count++] = file->path;
    if (!can_make(gen->run, targets, target_count) || !can_make(gen->run, sources, source_count))
        return false;
    struct buffer rule = {0};
    output_add_rule(gen->run->arena, &rule, targets, target_count, sources, source_count);
    bool is_standard = command_is_standard(depfile), done = is_standard || output_depfile(gen->output, depfile, &rule);
    if (is_standard)
        buffer_add(&gen->run->out, rule.data, rule.size);
    buffer_free(&rule);
    return done;
}

/* True if no output has the path of the depfile. Otherwise reports it. */
static bool spares_depfile(const struct generate_run *gen)
{
    struct command_run *run = gen->run;
    const char *const *targets = (const void *)gen->targets.data;
    if (!gen->options->depfile)
        return true;
    const char *depfile = path_normalise(run->arena, file_path_rules, gen->options->depfile);
    for (size_t i = 0; i < gen->targets.size / sizeof *targets; i++) {
        if (!strcmp(path_normalise(run->arena, file_path_rules, targets[i]), depfile)) {
            options_fail(run, "'%s' cannot be the output and the --depfile", targets[i]);
            return false;
        }
    }
    return true;
}

static enum status commit_output(struct generate_run *gen, bool sound, struct output_counts *counts)
{
    if (!spares_depfile(gen)) {
        output_abandon(gen->output);
        return STATUS_TROUBLE;
    }
    const struct diags *diags = gen->run->program->diags;
    bool done = sound && !diags_error_count(diags) && take_depfile(gen);
    if (!done)
        output_abandon(gen->output);
    else
        done = output_commit(gen->output, counts);
    if (done)
        return STATUS_CLEAN;
    return command_fail(gen->run);
}

enum status generate_end(struct generate_run *gen, bool sound, struct output_counts *counts)
{
    enum status status = commit_output(gen, sound, counts);
    for (const struct template_file *file = templates_files(gen->templates); file; file = file->next)
        command_detail(gen->run, "read '%s'", file->path);
    buffer_free(&gen->text);
    buffer_free(&gen->targets);
    return status;
}
