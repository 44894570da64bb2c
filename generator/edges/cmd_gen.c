/*
 * strata gen: specs to headers, through the render context and the templates.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "edges/command.h"
#include "edges/load_specs.h"
#include "edges/options.h"
#include "edges/output_names.h"
#include "model/model.h"
#include "render/context.h"
#include "render/emit.h"
#include "render/mustache.h"
#include "render/names.h"
#include "render/templates.h"

/* What is generated from each spec. */
static const struct output {
    const char *suffix;
    const char *template;
    bool (*wanted)(const struct render *render, size_t file_index); /* NULL: always */
    struct value (*context)(const struct render *render, size_t file_index);
} outputs[] = {
    {".h", "header", NULL, context_header},
    {"_assert.h", "assert", context_has_records, context_assert},
    {"_print.h", "print", context_has_printer, context_print},
};

enum { OUTPUT_COUNT = sizeof outputs / sizeof *outputs, WORK_MOST = 1000000000 };

/* The command line. */
struct gen_options {
    const char *directory;
    const char *templates;
    const char *prefix;
    const char *depfile;
    bool check;
};

/* A run of the generator. */
struct gen_run {
    struct command_run *run;
    const struct gen_options *options;
    const struct model *model;
    struct render *render;
    struct mustache *mustache;
    struct emit *emit;
    struct buffer text;
    const char **targets; /* paths of the files written */
    size_t target_count;
};

static bool write_output(struct gen_run *gen, const char *base, const struct output *output, size_t file_index)
{
    struct arena *arena = gen->run->arena;
    if (output->wanted && !output->wanted(gen->render, file_index))
        return true;
    const char *path = arena_format(arena, "%s%s", base, output->suffix);
    const struct ast_file *file = gen->model->program->files[file_index].ast;
    names_claim(gen->render->names, file->decls ? file->decls->span : (struct span){0, 0}, "file ", path, NULL, NULL);
    buffer_clear(&gen->text);
    struct value context = output->context(gen->render, file_index);
    if (!mustache_render(gen->mustache, output->template, context, &gen->text))
        return false;
    gen->targets[gen->target_count++] = arena_format(arena, "%s/%s", gen->options->directory, path);
    return emit_file(gen->emit, path, gen->text.data, gen->text.size);
}

static bool write_outputs(struct gen_run *gen, const char *const *bases)
{
    const struct program *program = gen->model->program;
    gen->targets = ARENA_ARRAY(gen->run->arena, const char *, program->file_count * OUTPUT_COUNT);
    for (size_t i = 0; i < program->file_count; i++)
        for (size_t k = 0; k < OUTPUT_COUNT; k++)
            if (!write_output(gen, bases[i], &outputs[k], i))
                return false;
    return diags_error_count(program->diags) == 0;
}

/* All or nothing: with an error, or one file that cannot be written, the directory stays as it was. */
static enum status commit(struct gen_run *gen, bool sound)
{
    const struct diags *diags = gen->run->program->diags;
    struct emit_counts counts;
    if (!sound) {
        emit_abandon(gen->emit);
        return diags_has(diags, DIAG_WRITE) ? STATUS_TROUBLE : STATUS_FINDINGS;
    }
    if (!emit_commit(gen->emit, &counts))
        return diags_has(diags, DIAG_WRITE) ? STATUS_TROUBLE : STATUS_FINDINGS;
    buffer_format(&gen->run->out, "%s: %zu file%s, %zu %s\n", gen->options->directory, counts.files,
                  counts.files == 1 ? "" : "s", counts.changed, gen->options->check ? "not up to date" : "written");
    return STATUS_CLEAN;
}

static bool write_depfile(struct gen_run *gen)
{
    const struct program *program = gen->model->program;
    if (!gen->options->depfile || gen->options->check)
        return true;
    const char **sources = ARENA_ARRAY(gen->run->arena, const char *, program->file_count);
    for (size_t i = 0; i < program->file_count; i++)
        sources[i] = program->files[i].ast->source->path;
    return emit_depfile(gen->run->arena, gen->run->program->diags, gen->options->depfile, gen->targets,
                        gen->target_count, sources, program->file_count);
}

/* Headers go nowhere but below the directory that the user named. Relative paths do not tell how a tree is called that
 * begins above the current directory. */
static bool stay_inside(struct command_run *run, const char *const *bases)
{
    for (size_t i = 0; i < run->program->file_count; i++) {
        if (!strncmp(bases[i], "../", 3)) {
            options_fail(run, "'%s' lies outside of the current directory, and other specs do not; run strata gen "
                              "above all of them", run->program->files[i].path);
            return false;
        }
    }
    return true;
}

static enum status generate(struct command_run *run, const struct gen_options *options, const struct model *model)
{
    struct program *program = run->program;
    struct keys *keys = keys_new(run->arena, program->intern);
    struct templates *templates = templates_new(run->arena, program->diags, options->templates);
    if (!templates)
        return STATUS_TROUBLE;
    const char *const *bases = output_names_new(run->arena, program);
    if (!stay_inside(run, bases))
        return run->status;
    struct gen_run gen = {.run = run, .options = options, .model = model};
    gen.render = render_new(model, program->diags, keys, options->prefix, bases);
    gen.mustache =
        mustache_new(run->arena, program->sources, program->diags, program->intern, keys, templates_loader(templates),
                     (struct mustache_options){MUSTACHE_ESCAPE_C, false, WORK_MOST});
    gen.emit = emit_new(run->arena, program->diags, options->directory, options->check ? EMIT_CHECK : EMIT_WRITE);
    enum status status = commit(&gen, write_outputs(&gen, bases));
    if (status == STATUS_CLEAN && !write_depfile(&gen))
        status = STATUS_TROUBLE;
    buffer_free(&gen.text);
    return status;
}

static enum status run_gen(struct command_run *run)
{
    struct gen_options chosen = {.prefix = "strata_"};
    const struct option options[] = {
        {"output", 'o', &chosen.directory, NULL}, {"templates", 0, &chosen.templates, NULL},
        {"prefix", 0, &chosen.prefix, NULL},      {"depfile", 0, &chosen.depfile, NULL},
        {"check", 0, NULL, &chosen.check},
    };
    struct operands specs;
    if (!options_parse(run, options, sizeof options / sizeof *options, &specs))
        return run->status;
    if (!chosen.directory || !*chosen.directory)
        return options_fail(run, "strata gen needs -o DIRECTORY");
    bool letter = (*chosen.prefix >= 'a' && *chosen.prefix <= 'z') || (*chosen.prefix >= 'A' && *chosen.prefix <= 'Z');
    if (!letter || strcmp(names_in_c(run->arena, chosen.prefix), chosen.prefix) != 0)
        return options_fail(run, "--prefix '%s' is not the beginning of a C identifier", chosen.prefix);
    const struct model *model = load_specs(run, specs.items, specs.count);
    return model ? generate(run, &chosen, model) : run->status;
}

const struct command command_gen = {
    .name = "gen",
    .summary = "generate C headers from specs",
    .help = "usage: strata gen [OPTION...] -o DIRECTORY SPECS...\n"
            "\n"
            "Writes headers for each spec, and for each spec that it uses, in a tree below DIRECTORY that\n"
            "mirrors the tree of the specs: x.h (accessors) and, where x.strata has something to lay out or\n"
            "to print, x_assert.h (plain C structures and static asserts) and x_print.h. They need runtime/\n"
            "and nothing else: strata.h, and printers strata_print.h and strata_print.c.\n"
            "\n"
            "Only what has changed is written, and all of it or nothing: a spec with an error changes no\n"
            "file. Warnings do not stop it.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata.\n"
            "\n"
            "  -o, --output DIRECTORY   where the headers go\n"
            "  --check                  write nothing; report each file that is not up to date, exit 1\n"
            "  --prefix PREFIX          begin all identifiers with PREFIX instead of strata_ (macros: the\n"
            "                           same in capitals)\n"
            "  --templates DIRECTORY    take templates (NAME.mustache) from there where it has them\n"
            "  --depfile FILE           write a rule for make: the headers depend on the specs\n"
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata gen specs -o generated\n",
    .run = run_gen,
    .warns = true,
};
