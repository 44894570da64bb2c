/*
 * strata render: renders a template of the user with the render context of strata's own templates.
 */
#include "answer/settle.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/output.h"
#include "base/path.h"
#include "front/shipped.h"
#include "model/model.h"
#include "mustache/templates.h"
#include "render/choice.h"
#include "render/context.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"

struct render_options {
    struct generate_options common;
    const char *names; /* value of the last --struct; the operands have all of them */
    const char *template;
    const char *at;
    const char *escape;
};

static const char *const escape_words[] = {[MUSTACHE_ESCAPE_C] = "c", [MUSTACHE_ESCAPE_HTML] = "html", NULL};

static const struct option options[] = {
    {"template", 't', OPTION_TEMPLATE(struct render_options, template), "FILE",
     "the template, or - for standard input. {{>name}} is name.mustache in the directory of FILE, or else a "
     "template that is built in. A name that no file here has is a shipped template: ctypes.mustache (Python), "
     "rust.mustache, csharp.mustache"},
    {"output", 'o', OPTION_OUTPUT(struct generate_options, output), "FILE",
     "write it there instead of to standard output, if it has changed"},
    {"struct", 's', OPTION_NAMES(struct render_options, names), "NAME,...",
     "only these structures, members S.M, enums and events, and what they need; may be repeated"},
    {"at", 0, OPTION_VERSION(struct render_options, at), "VERSION/ARCH",
     "`structures` have only the layout of this version and architecture; see strata show --help"},
    {"arch", 0, OPTION_TEXT(struct generate_options, arches), "ARCH[,ARCH]", "only these architectures' layouts"},
    {"escape", 0, OPTION_WORD(struct render_options, escape, escape_words), "WORD",
     "how {{key}} is escaped: c (the default), for strings and comments of C and its relatives, or html; {{{key}}} "
     "is never escaped"},
    {"prefix", 0, OPTION_TEXT(struct generate_options, prefix), "PREFIX",
     "the value of the key p instead of strata_, and in capitals of P"},
    {"check", 0, OPTION_CHECK(struct generate_options, check), NULL,
     "write nothing; report a FILE that is not up to date, exit 1"},
    {"depfile", 0, OPTION_OUTPUT(struct generate_options, depfile), "FILE",
     "write a rule for make: the output depends on specs and templates"},
    {0},
};

/* Returns the path of a template: that of a file if it exists, else that of the shipped template with the name. */
static const char *find_template(struct command_run *run, const char *given)
{
    const char *directory = shipped_find_templates(run->arena, run->program->shipped);
    bool is_name = path_name(file_path_rules, given) == given;
    if (command_is_standard(given) || file_kind(given) != FILE_ABSENT || !is_name || !directory)
        return given;
    const char *path = path_join(run->arena, file_path_rules, directory, given);
    return file_kind(path) == FILE_ABSENT ? given : path;
}

/* Reads the template. A failure is reported, with the directory of the shipped templates. */
static bool read_template(struct command_run *run, struct render_options *chosen, struct mustache_text *template)
{
    const char *path = find_template(run, chosen->template);
    const char *directory = shipped_find_templates(run->arena, run->program->shipped);
    if (file_kind(path) == FILE_ABSENT && !command_is_standard(path)) {
        struct diag *diag = diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                                        "cannot read '%s': No such file or directory", path);
        if (directory)
            diag_help(diag, "the shipped templates are in %s", directory);
        run->status = STATUS_TROUBLE;
        return false;
    }
    template->path = command_is_standard(path) ? "standard input" : path;
    size_t size = (size_t)(path_name(file_path_rules, path) - path);
    chosen->common.templates = size && !command_is_standard(path) ? arena_copy(run->arena, path, size) : ".";
    return command_read_file(run, path, &template->text, &template->size);
}

/* True if the command line makes sense. Otherwise reports it. */
static bool check_request(struct command_run *run, struct render_options *chosen)
{
    struct generate_options *common = &chosen->common;
    if (common->output && (!*common->output || command_is_standard(common->output)))
        common->output = NULL;
    if (!chosen->template)
        options_fail(run, "strata render needs --template FILE");
    else if (!common->output && (common->check || common->depfile))
        options_fail(run, "--check and --depfile need -o FILE");
    else if (common->depfile && command_is_standard(chosen->template))
        options_fail(run, "--depfile needs a template that is a file");
    else if (common->arches && chosen->at)
        options_fail(run, "--arch and --at exclude each other");
    else
        return generate_check_prefix(run, common->prefix);
    return false;
}

/* Chooses the declarations and the target of --at. If there is an error, reports it and returns NULL. */
static struct choice *choose_declarations(struct command_run *run, const struct model *model,
                                          const struct render_options *chosen, const struct operands *operands,
                                          const struct arch **arch, uint64_t *version)
{
    const char *at = chosen->at;
    *arch = at ? load_find_target(run, model, operands, &at, version) : NULL;
    if (chosen->at && !*arch)
        return NULL;
    struct choice *choice = generate_choose_arches(run, model, *arch ? (*arch)->name : chosen->common.arches);
    if (choice)
        settle_sightings(model);
    return choice && generate_choose_names(run, model, operands, choice) ? choice : NULL;
}

/* True if the output does not overwrite the template. Otherwise reports it. */
static bool spares_template(struct command_run *run, const struct render_options *chosen,
                            const struct mustache_text *template)
{
    const char *output = chosen->common.output;
    if (!output)
        return true;
    if (!file_is_same(output, template->path))
        return generate_check_output(run, output);
    run->status = options_fail(run, "'%s' is the template and cannot be the output", output);
    return false;
}

static enum status write_output(struct generate_run *gen, const struct mustache_text *template)
{
    struct command_run *run = gen->run;
    const char *output = gen->options->output;
    struct output_counts counts;
    bool sound = generate_text(gen, template->path, context_everything(gen->render));
    if (output) {
        generate_target(gen, output);
        sound = sound && generate_file(gen, output);
    } else if (sound && !diags_error_count(run->program->diags)) {
        buffer_add(&run->out, gen->text.data, gen->text.size);
    }
    enum status status = generate_end(gen, sound, &counts);
    if (status == STATUS_CLEAN && output)
        command_report_output(run, output, counts.changed);
    return status;
}

static enum status run_render(struct command_run *run)
{
    struct render_options chosen = {.common = {.prefix = GENERATE_PREFIX}, .escape = escape_words[MUSTACHE_ESCAPE_C]};
    struct operands operands;
    struct mustache_text template;
    const struct arch *arch;
    uint64_t version = 0;
    if (!options_parse(run, &chosen, &operands) || !check_request(run, &chosen))
        return run->status;
    int escape = options_choice(run, "--escape", chosen.escape, escape_words);
    if (escape < 0 || !read_template(run, &chosen, &template))
        return STATUS_TROUBLE;
    chosen.common.escape = (enum mustache_escape)escape;
    if (!load_has_choice(run, &operands))
        return run->status;
    const struct model *model = load_or_shipped(run, &operands, operands.count);
    struct choice *choice = model ? choose_declarations(run, model, &chosen, &operands, &arch, &version) : NULL;
    struct generate_run gen = {.run = run, .options = &chosen.common, .directory = "", .prefix = chosen.common.prefix};
    if (!choice || !spares_template(run, &chosen, &template) || !generate_begin(&gen, model, choice, NULL))
        return run->status;
    templates_add(gen.templates, &template);
    gen.render->at_arch = arch;
    gen.render->at_version = version;
    return write_output(&gen, &template);
}

const struct command command_render = {
    .name = "render",
    .summary = "fill a template of your own with layouts",
    .help = "usage: strata render [OPTION...] --template FILE SPECS...\n"
            "       strata render [OPTION...] --template FILE --struct NAME,...\n"
            "\n"
            "Fills a mustache template with the structures, layouts, enums and events of the specs: the same\n"
            "values that strata's own templates get. README.md beside the shipped templates describes each\n"
            "key. An unknown key is an error.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata. Without SPECS, --struct\n"
            "takes structures of the shipped specs.\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata render --struct WMI_RESOURCE -t ctypes.mustache -o wmi.py\n",
    .run = run_render,
    .options = options,
    .operands = TAKES_SPECS,
};
