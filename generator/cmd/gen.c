/*
 * strata gen: writes headers for specs, with the render context and the templates.
 */
#include <string.h>

#include "answer/settle.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/output.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "model/model.h"
#include "render/choice.h"
#include "render/context.h"
#include "render/names.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"

struct gen_options {
    struct generate_options common;
    const char *names; /* value of the last --struct; the operands have all of them */
    bool with_used;
};

static const struct option options[] = {
    {"output", 'o', OPTION_OUTPUT_DIRECTORY(struct generate_options, output), "DIRECTORY",
     "write the headers into it"},
    GENERATE_OPTIONS,
    {"struct", 's', OPTION_NAMES(struct gen_options, names), "NAME,...",
     "only these structures, members S.M, enums and events, and what they need, in the headers of their specs; may "
     "be repeated"},
    {"with-used", 0, OPTION_FLAG(struct gen_options, with_used), NULL,
     "also write the headers of shipped specs that are only used; --prefix does that, too"},
    SEVERITY_OPTIONS,
    {0},
};

/* The kinds of files that are generated for a spec. */
static const struct kind {
    const char *suffix;
    const char *template;
    bool (*wanted)(const struct render *render, size_t file_index);
    struct value (*context)(const struct render *render, size_t file_index);
} kinds[] = {
    {".h", "header", context_has_header, context_header},
    {"_assert.h", "assert", context_has_asserts, context_assert},
    {"_print.h", "print", context_has_printer, context_print},
    {"_identity.h", "identity", context_has_identities, context_identity},
};

/* Writes the headers of all specs in their order. Headers of shipped specs are left out, because they are installed. */
static bool write_outputs(struct generate_run *gen, const char *const *bases)
{
    enum { KIND_COUNT = sizeof kinds / sizeof *kinds };
    const struct program *program = gen->run->program;
    for (size_t i = 0; i < program->file_count; i++) {
        if (program->files[i].is_shipped)
            continue;
        progress_step(program->progress, "generating", i, program->file_count, program->files[i].name);
        for (const struct kind *kind = kinds; kind < kinds + KIND_COUNT; kind++) {
            if (!kind->wanted(gen->render, i))
                continue;
            const char *path = arena_format(gen->run->arena, "%s%s", bases[i], kind->suffix);
            generate_target(gen, path);
            if (!generate_text(gen, kind->template, kind->context(gen->render, i)) || !generate_file(gen, path))
                return false;
        }
    }
    return true;
}

/* True if a header can be named in an #include and in a comment. Between the quotes, compilers differ about a quote, a
 * backslash, the beginning or end of a comment, and a trigraph. */
static bool can_include(const char *name)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F || *c == '"' || *c == '\\')
            return false;
    return !strstr(name, "*/") && !strstr(name, "/*") && !strstr(name, "//") && !strstr(name, "??") &&
           utf8_valid_prefix(name, strlen(name)) == strlen(name);
}

static bool can_include_all(struct command_run *run, const char *const *bases)
{
    for (size_t i = 0; i < run->program->file_count; i++) {
        if (!can_include(bases[i])) {
            options_fail(run, "'%s' cannot be the name of a header: C cannot #include it", bases[i]);
            return false;
        }
    }
    return true;
}

/* True if all headers are below the directory that the user named. Otherwise reports it. A relative path above the
 * current directory does not tell where the header would be. The same is true of paths on two drives, and of an
 * absolute path beside a relative one. */
static bool stay_inside(struct command_run *run, const char *const *bases)
{
    for (size_t i = 0; i < run->program->file_count; i++) {
        if (!strncmp(bases[i], "../", 3) || path_root_length(file_path_rules, bases[i])) {
            options_fail(run, "the paths of '%s' and of other specs have no common directory; run strata gen above all "
                              "of them", run->program->files[i].path);
            return false;
        }
    }
    return true;
}

static enum status generate_headers(struct command_run *run, const struct gen_options *chosen,
                                    const struct model *model, const struct choice *choice)
{
    const struct generate_options *common = &chosen->common;
    const char *const *bases = output_names_new(run->arena, run->program);
    bool has_own = chosen->with_used || model->replaced || strcmp(common->prefix, GENERATE_PREFIX) != 0;
    for (size_t i = 0; i < run->program->file_count; i++)
        run->program->files[i].is_shipped &= !has_own;
    struct generate_run gen = {.run = run,
                               .options = common,
                               .directory = common->output,
                               .prefix = common->prefix};
    struct output_counts counts;
    if (!stay_inside(run, bases) || !can_include_all(run, bases) ||
        !generate_begin(&gen, model, choice, bases))
        return run->status;
    gen.render->is_selected = chosen->names;
    enum status status = generate_end(&gen, write_outputs(&gen, bases), &counts);
    if (status == STATUS_CLEAN)
        buffer_format(&run->notes, "%s: %zu file%s, %zu %s\n", common->output, counts.files,
                      counts.files == 1 ? "" : "s", counts.changed, common->check ? "not up to date" : "written");
    return status;
}

static enum status run_gen(struct command_run *run)
{
    struct gen_options chosen = {.common = {.prefix = GENERATE_PREFIX}};
    const struct generate_options *common = &chosen.common;
    struct operands specs;
    if (!options_parse(run, &chosen, &specs) || !options_take_severities(run, &specs))
        return run->status;
    if (!common->output || !*common->output || command_is_standard(common->output))
        return options_fail(run, "strata gen needs -o DIRECTORY");
    for (size_t i = 0; i < specs.count; i++)
        if (command_is_standard(specs.items[i]) && !run->common.input)
            return options_fail(run, "the headers of standard input need a name: that of --stdin-filename");
    if (!generate_check_prefix(run, common->prefix))
        return run->status;
    load_take_names(run, &specs, &chosen.names);
    if (!load_has_choice(run, &specs))
        return run->status;
    chosen.with_used |= !specs.count;
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    struct choice *choice = model ? generate_choose_arches(run, model, common->arches) : NULL;
    if (choice && common->is_of_whole_builds)
        settle_sightings(model);
    if (!choice || (chosen.names && !generate_choose_names(run, model, &specs, choice)))
        return run->status;
    if (!chosen.names) {
        choice_add_files(choice, false);
        choice_close(choice);
    }
    return generate_headers(run, &chosen, model, choice);
}

const struct command command_gen = {
    .name = "gen",
    .summary = "generate C headers from specs",
    .help = "usage: strata gen [OPTION...] -o DIRECTORY SPECS...\n"
            "       strata gen [OPTION...] -o DIRECTORY --struct NAME,...\n"
            "\n"
            "Writes headers for each spec, and for each spec that it uses, into DIRECTORY, with the same\n"
            "subdirectories as the specs. A spec that `use <PATH>` finds has its headers at PATH. Those of\n"
            "shipped specs are installed; they are not written, unless SPECS name them. x.strata becomes x.h\n"
            "(accessors); if it has layouts or releases, x_assert.h (plain C structures, static asserts and\n"
            "names of releases); if it has layouts or enums, x_print.h; and, if it has identities of\n"
            "kernels, x_identity.h. The headers need only runtime/: strata.h; to write, strata_set.h; for\n"
            "printing, strata_print.h and strata_print.c; for structures of another process or a dump,\n"
            "strata_reader.h.\n"
            "\n"
            "Writes only files that have changed, and all of them or none: an error in a spec means that no\n"
            "file changes. A run that is killed leaves strata-*.tmp files, which the next run removes.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata. Without SPECS, --struct\n"
            "takes structures of the shipped specs, and all headers that these need are written.\n"
            "\n" NAMES_HELP
            "\n"
            HELP_OPTIONS
            "\n"
            "--no-all writes headers of specs in which checks find mistakes, such as the contradictions of a\n"
            "page. Such headers, too, never read past a buffer.\n"
            "\n" SELECT_HELP
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata gen mine -o generated\n",
    .run = run_gen,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
    .warns = true,
};
