/*
 * strata gen: specs to headers, through the render context and the templates.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "base/utf8.h"
#include "cmd/command.h"
#include "cmd/generate.h"
#include "cmd/last_run.h"
#include "cmd/load_specs.h"
#include "cmd/options.h"
#include "cmd/output_names.h"
#include "model/model.h"
#include "render/choice.h"
#include "render/context.h"
#include "base/output.h"

enum { JOBS_MOST = 256 };

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

/* One of the files to write. */
struct job {
    const struct output *output;
    const char *path;
    size_t file_index;
};

/* All of a run, in the order of the files. */
struct jobs {
    struct generate_run *gen;
    struct job *items;
    size_t count;
};

static struct jobs list_jobs(struct generate_run *gen, const char *const *bases)
{
    enum { KIND_COUNT = sizeof outputs / sizeof *outputs };
    struct arena *arena = gen->run->arena;
    size_t file_count = gen->run->program->file_count;
    struct jobs jobs = {gen, ARENA_ARRAY(arena, struct job, file_count * KIND_COUNT), 0};
    for (size_t i = 0; i < file_count; i++)
        for (size_t k = 0; k < KIND_COUNT; k++)
            if (!outputs[k].wanted || outputs[k].wanted(gen->render, i))
                jobs.items[jobs.count++] =
                    (struct job){&outputs[k], arena_format(arena, "%s%s", bases[i], outputs[k].suffix), i};
    return jobs;
}

static bool write_output(const struct jobs *jobs, size_t index)
{
    const struct job *job = &jobs->items[index];
    return generate_text(jobs->gen, job->output->template, job->output->context(jobs->gen->render, job->file_index)) &&
           generate_file(jobs->gen, job->path);
}

/* What one of several processes does. */
static bool share_outputs(void *user, struct file_team *team, struct buffer *report)
{
    const struct jobs *jobs = user;
    const struct diags *diags = jobs->gen->run->program->diags;
    size_t reported = diags_count(diags);
    bool sound = true;
    for (size_t i; sound && (i = file_team_take(team)) < jobs->count;)
        sound = write_output(jobs, i) && diags_count(diags) == reported;
    if (sound)
        emit_report(jobs->gen->emit, report);
    else
        emit_abandon(jobs->gen->emit);
    return sound;
}

/* Writes the outputs by several processes. False if that fails and one has to do it; then nothing is left of it. */
static bool share_work(const struct jobs *jobs, unsigned process_count)
{
    struct generate_run *gen = jobs->gen;
    struct buffer reports = {0};
    for (size_t i = 0; i < jobs->count; i++)
        if (!emit_prepare(gen->emit, jobs->items[i].path))
            return true; /* it is reported, and one process can do no more */
    bool done = file_team_run(process_count, share_outputs, (void *)jobs, &reports);
    emit_adopt(gen->emit, &reports);
    buffer_free(&reports);
    if (done)
        return true;
    emit_abandon(gen->emit);
    file_team_end();
    gen->emit = emit_new(gen->run->arena, gen->run->program->diags, gen->directory,
                         gen->options->check ? EMIT_CHECK : EMIT_WRITE);
    return false;
}

/* By several processes, if all goes well. Where something is to be reported, one does it all over again, so that the
 * report is the same for any number. */
static bool write_outputs(const struct jobs *jobs, unsigned process_count)
{
    bool done = process_count > 1 && share_work(jobs, process_count);
    for (size_t i = 0; i < jobs->count; i++) {
        generate_target(jobs->gen, jobs->items[i].path);
        if (!done && !write_output(jobs, i))
            return false;
    }
    return true;
}

/* True if a header can be named in an #include and in a comment: a compiler takes the bytes between the quotes as it
 * likes where they are a quote, a backslash, the beginning or the end of a comment, or a trigraph. */
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
            options_fail(run, "'%s' cannot be the name of a header: C has no #include of it", bases[i]);
            return false;
        }
    }
    return true;
}

/* Headers go nowhere but below the directory that the user named. Relative paths do not tell how a tree is called that
 * begins above the current directory, and two drives, or an absolute path and a relative one, are no tree. */
static bool stay_inside(struct command_run *run, const char *const *bases)
{
    for (size_t i = 0; i < run->program->file_count; i++) {
        if (!strncmp(bases[i], "../", 3) || path_root_length(file_path_rules, bases[i])) {
            options_fail(run, "'%s' has no directory in common with other specs, as they are named; run strata gen "
                              "above all of them", run->program->files[i].path);
            return false;
        }
    }
    return true;
}

static enum status generate(struct command_run *run, const struct generate_options *options,
                            const struct operands *specs, unsigned process_count, const struct model *model,
                            struct choice *choice)
{
    const char *const *bases = output_names_new(run->arena, run->program);
    struct generate_run gen = {.run = run,
                               .options = options,
                               .operands = specs,
                               .directory = options->output,
                               .prefix = options->prefix};
    struct emit_counts counts;
    choice_add_files(choice, false);
    choice_close(choice);
    if (!stay_inside(run, bases) || !can_include_all(run, bases) ||
        !generate_begin(&gen, model, choice, bases))
        return run->status;
    struct jobs jobs = list_jobs(&gen, bases);
    enum status status = generate_end(&gen, write_outputs(&jobs, process_count), &counts);
    file_team_end();
    run->is_shown = true;
    if (status == STATUS_CLEAN)
        buffer_format(&run->out, "%s: %zu file%s, %zu %s\n", options->output, counts.files,
                      counts.files == 1 ? "" : "s", counts.changed, options->check ? "not up to date" : "written");
    return status;
}

static bool read_jobs(struct command_run *run, const char *text, unsigned *process_count)
{
    uint64_t number = 1;
    if (text && (!options_number(text, &number) || number > JOBS_MOST)) {
        options_fail(run, "--jobs takes a number up to %d, not '%s'", JOBS_MOST, text);
        return false;
    }
    *process_count = number ? (unsigned)number : file_processor_count();
    return true;
}

static enum status run_gen(struct command_run *run)
{
    struct generate_options chosen = {.prefix = GENERATE_PREFIX};
    const char *jobs = NULL;
    const struct option options[] = {GENERATE_OPTIONS(chosen), {"jobs", 'j', &jobs, NULL}};
    unsigned process_count;
    struct operands specs;
    if (!options_parse(run, options, sizeof options / sizeof *options, &specs))
        return run->status;
    if (!chosen.output || !*chosen.output || !strcmp(chosen.output, "-"))
        return options_fail(run, "strata gen needs -o DIRECTORY");
    if (!generate_check_prefix(run, chosen.prefix) || !read_jobs(run, jobs, &process_count))
        return run->status;
    if (!chosen.check && last_run_holds(run, &specs, chosen.depfile)) {
        buffer_format(&run->out, "%s: up to date\n", chosen.output);
        return STATUS_CLEAN;
    }
    const struct model *model = load_specs(run, specs.items, specs.count);
    struct choice *choice = model ? generate_choose_arches(run, model, chosen.arches) : NULL;
    return choice ? generate(run, &chosen, &specs, process_count, model, choice) : run->status;
}

const struct command command_gen = {
    .name = "gen",
    .summary = "generate C headers from specs",
    .help = "usage: strata gen [OPTION...] -o DIRECTORY SPECS...\n"
            "\n"
            "Writes headers for each spec, and for each spec that it uses, in a tree below DIRECTORY that\n"
            "mirrors the tree of the specs: x.h (accessors) and, where x.strata has something to lay out or\n"
            "to print, x_assert.h (plain C structures and static asserts) and x_print.h. They need runtime/\n"
            "and nothing else: strata.h, and printers strata_print.h and strata_print.c; strata_reader.h for\n"
            "structures of another process, or of a dump.\n"
            "\n"
            "Only what has changed is written, and all of it or nothing: a spec with an error changes no\n"
            "file. Warnings do not stop it. A run that is killed leaves strata-*.tmp, which the next removes.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata.\n"
            "\n"
            "  -o, --output DIRECTORY   where the headers go\n"
            "  --check                  write nothing; report each file that is not up to date, exit 1\n"
            "  -j, --jobs N             write them by N processes, or, for 0, by one a processor; what is\n"
            "                           written is the same (default: 1)\n"
            GENERATE_OPTIONS_HELP
            "  --depfile FILE           write a rule for make: the headers depend on the specs; and\n"
            "                           FILE.state, by which the next run sees at once that it has nothing to\n"
            "                           do, when nothing has changed\n"
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata gen specs -o generated\n",
    .run = run_gen,
    .warns = true,
};
