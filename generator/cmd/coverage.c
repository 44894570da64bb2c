/*
 * strata coverage: shows which kernels are attested, and which one to import next.
 */
#include "base/arena.h"
#include "model/select.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/require.h"
#include "view/coverage.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN, FORMAT_HTML };
static const char *const formats[] = {[FORMAT_TEXT] = "text",
                                      [FORMAT_JSON] = "json",
                                      [FORMAT_MARKDOWN] = "md",
                                      [FORMAT_HTML] = "html",
                                      NULL};

struct coverage_options {
    const char *name, *at, *require, *format, *title;
    bool is_all;
};

static const struct option options[] = {
    {"struct", 's', OPTION_NAMES(struct coverage_options, name), "NAME,...",
     "only these structures, or members S.M; may be repeated. Of members, only their own layout counts"},
    {"at", 0, OPTION_VERSION(struct coverage_options, at), "VERSION/ARCH",
     "this version of the system or of the kernel; a build without its revision is any revision of it. See strata "
     "show --help"},
    REQUIRE_OPTION(struct coverage_options, require, ""),
    {"all", 0, OPTION_FLAG(struct coverage_options, is_all), NULL,
     "all names and all kernels to import; the default is some, and how many more there are"},
    {"format", 0, OPTION_WORD(struct coverage_options, format, formats), "FORMAT",
     "text (the default), json, md (GitHub Markdown) or html (a page)"},
    {"title", 0, OPTION_TEXT(struct coverage_options, title), "TEXT", "the title of the document, for md and html"},
    {0},
};

static void write_document(struct command_run *run, struct sheet_document document, enum format format,
                           const char *title)
{
    run->is_shown = true;
    if (title)
        document.title = title;
    if (format == FORMAT_TEXT)
        coverage_write_text(&document, &run->out);
    else
        sheet_write(format == FORMAT_HTML ? SHEET_HTML : SHEET_MARKDOWN, &document, run->program, &run->out);
}

static void write_survey(struct command_run *run, const struct coverage *coverage, enum format format,
                         const struct coverage_options *chosen)
{
    size_t count;
    /* Collect what is attested on each architecture on which structures exist. */
    const struct model *model = coverage->model;
    const struct coverage_arch **arches = ARENA_ARRAY(model->arena, const struct coverage_arch *, model->arch_count);
    count = 0;
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct coverage_arch *arch = coverage_survey(coverage, model->arches[i]);
        if (arch->structure_count)
            arches[count++] = arch;
    }
    if (format == FORMAT_JSON)
        coverage_write_json(coverage, arches, count, &run->out);
    else
        write_document(run, coverage_make_document(coverage, arches, count, chosen->is_all), format, chosen->title);
}

static void write_target(struct command_run *run, const struct coverage *coverage,
                         const struct coverage_target *target, enum format format,
                         const struct coverage_options *chosen)
{
    if (format == FORMAT_JSON)
        coverage_write_target_json(coverage, target, chosen->at, &run->out);
    else
        write_document(run, coverage_make_target(coverage, target, chosen->is_all), format, chosen->title);
}

static enum status run_coverage(struct command_run *run)
{
    struct coverage_options chosen = {.format = formats[FORMAT_TEXT]};
    struct operands specs;
    struct selected_list list;
    struct requirement requirement;
    const struct arch *arch = NULL;
    uint64_t version = 0;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    int format = options_choice(run, "--format", chosen.format, formats);
    if (format < 0)
        return STATUS_TROUBLE;
    if (chosen.title && (format == FORMAT_TEXT || format == FORMAT_JSON))
        return options_fail(run, "--title needs --format md or html");
    if (chosen.require && !chosen.at)
        return options_fail(run, "--require needs --at VERSION/ARCH");
    if (!require_take(run, chosen.require, &requirement))
        return STATUS_TROUBLE;
    load_take_names(run, &specs, &chosen.name);
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    if (!model)
        return run->status;
    if (!load_select(run, model, &specs, SELECT_RECORDS, &list) ||
        (chosen.at && !(arch = load_find_target(run, model, &specs, &chosen.at, &version))))
        return run->status;
    /* Collect the selected structures; without a selection, those of the specs that the user named. */
    const struct record **records = ARENA_ARRAY(model->arena, const struct record *, model->record_count + list.count);
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (!list.items[i].record->parent_row) /* a structure inside another one is counted with that one */
            records[count++] = list.items[i].record;
    for (size_t i = 0; !list.count && i < model->record_count; i++) {
        const struct record *record = model->records[i];
        if (!record->parent_row && model->program->files[record->file_index].requested)
            records[count++] = record;
    }
    const struct coverage *coverage = coverage_new(model, records, count);
    if (!arch) {
        write_survey(run, coverage, (enum format)format, &chosen);
        return STATUS_CLEAN;
    }
    const struct coverage_target *target = coverage_ask(coverage, arch, version);
    coverage_check(target, &requirement);
    write_target(run, coverage, target, (enum format)format, &chosen);
    return require_report(run, &requirement, STATUS_CLEAN);
}

const struct command command_coverage = {
    .name = "coverage",
    .summary = "tell which kernels are attested, and which one to import next",
    .help = "usage: strata coverage [OPTION...] [SPECS...]\n"
            "\n"
            "Lists for each architecture\n"
            "\n"
            "  - the builds of the kernel: releases that run it, number of attested revisions, the first and\n"
            "    the last one; and the number of structures by the basis that a version of this build has\n"
            "    if its revision is not given\n"
            "  - the gaps between neighbouring attested kernels in which structures differ\n"
            "  - structures of which no kernel is attested: known by documents alone, or never seen\n"
            "  - the kernels to import next. The first one settles the most structures for the most people:\n"
            "    a disputed one counts four times as much as an extrapolated one, as it is wrong four times\n"
            "    as often, and each release that is newer than those that run the kernel halves the number.\n"
            "    Of builds without an attested revision between attested ones, the list has the best one,\n"
            "    which is the middle one of equals\n"
            "\n"
            "With --at it lists the basis of each structure there, the weakest first, with the kernel whose\n"
            "import settles it. Another kernel of the same build settles it, too, if both sides then agree.\n"
            "\n"
            "A structure counts with the structures that are declared inside it. Specs that are only used\n"
            "are not counted; name them, too.\n"
            "\n"
            SPECS_HELP
            "\n" NAMES_HELP
            "\n"
            HELP_OPTIONS
            "\n" SELECT_HELP
            "\n"
            "JSON has all names, all gaps and all kernels to import.\n" FORM_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs or answers below --require, 2 wrong usage or\n"
            "input/output.\n"
            "\n"
            "  strata coverage\n"
            "  strata coverage --struct 'EPROCESS.*Token*' --at 10.0.19045.3570/x64\n",
    .run = run_coverage,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
};
