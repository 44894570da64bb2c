/*
 * strata diff: shows the differences between two versions or two architectures.
 */
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/intern.h"
#include "front/load.h"
#include "model/identity.h"
#include "model/select.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/require.h"
#include "run/target.h"
#include "uses/uses.h"
#include "view/diff.h"

struct diff_options {
    const char *names[DIFF_SIDES]; /* texts of the two targets */
    const char *structs;           /* value of the last --struct; the operands have all of them */
    const char *format, *require;
    const char *title; /* title of the document; NULL if it is not given */
    const char *uses;  /* value of the last --uses; NULL if it is not given. The operands have all of them */
    const char *prefix;
};

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN, FORMAT_HTML };
static const char *const formats[] = {
    [FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", [FORMAT_MARKDOWN] = "md", [FORMAT_HTML] = "html", NULL};
/* Words of --format, for comparisons and for --uses together. */
static const char *const format_words[] = {"text", "md", "html", "json", "sarif", NULL};

static const struct option options[] = {
    {"from", 0, OPTION_VERSION(struct diff_options, names[DIFF_FROM]), "VERSION/ARCH", "the older version"},
    {"to", 0, OPTION_VERSION(struct diff_options, names[DIFF_TO]), "VERSION/ARCH",
     "the newer version. A release means its first point, as in the generated headers; a build without a revision "
     "has the last attested layout. /ARCH may be left out if the other side names it"},
    {"struct", 's', OPTION_NAMES(struct diff_options, structs), "NAME,...",
     "only these structures, members S.M and enumerations; may be repeated. If M is a structure that S declares, "
     "S.M is that structure"},
    {"require", 0, OPTION_WORD(struct diff_options, require, require_words), "GRADE",
     "exit with 1, and say why, if a structure is known less well on a side: attested, bracketed, interpolated or "
     "extrapolated. The output is the same. That something is absent is an answer, too"},
    {"format", 0, OPTION_WORD(struct diff_options, format, format_words), "FORMAT",
     "text (the default), md (GitHub Markdown), html (a page) or json: one object; with --uses text, json or sarif, as "
     "for strata check"},
    {"title", 0, OPTION_TEXT(struct diff_options, title), "TEXT", "the title of the document, for md and html"},
    {"uses", 0, OPTION_FILE(struct diff_options, uses), "FILE...",
     "see below; put SPECS before it and FILEs after it"},
    {"prefix", 0, OPTION_TEXT(struct diff_options, prefix), "PREFIX", "prefix of the headers, as for strata gen"},
    SEVERITY_OPTIONS,
    {0},
};

static bool has_arches(struct command_run *run, const struct model *model)
{
    if (!model->arch_count)
        options_fail(run, "the specs have no architectures");
    return model->arch_count;
}

/* Parses a target. If it has no architecture, takes that of the other target, or the only possible one. */
static bool take_side(struct command_run *run, const struct model *model, const struct operands *operands,
                      const char *text, const char *other, struct diff_side *side)
{
    const char *slash = strchr(other, '/');
    struct identity_numbers numbers;
    if (!has_arches(run, model))
        return false;
    if (!strchr(text, '/') && slash && !identity_parse(text, &numbers))
        text = arena_format(run->arena, "%s%s", text, slash);
    side->text = text;
    side->arch = load_find_target(run, model, operands, &side->text, &side->version);
    if (!side->arch)
        return false;
    if (!version_set_contains(&side->arch->versions, side->version)) {
        target_fail(run, model, side->text,
                    arena_format(run->arena, "there is no %s: that version does not have the architecture",
                                 side->text));
        return false;
    }
    return true;
}

static bool add_selected(struct command_run *run, struct diff *diff, const struct selected *selected)
{
    if (selected->record ? diff_add_record(diff, selected->record)
                         : diff_add_enumeration(diff, selected->type->enumeration))
        return true;
    if (selected->is_pattern)
        return true;
    options_fail(run, "'%s' exists neither in %s nor in %s", selected->type->name, diff->sides[DIFF_FROM].text,
                 diff->sides[DIFF_TO].text);
    return false;
}

/* Compares the declarations that --struct names, each once. */
static bool add_named(struct command_run *run, struct diff *diff, const struct operands *operands)
{
    struct selected_list list;
    if (!load_select(run, diff->model, operands, SELECT_RECORDS | SELECT_ENUMS | SELECT_INNER, &list))
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (!add_selected(run, diff, &list.items[i]))
            return false;
    return true;
}

static enum status compare_operands(struct command_run *run, const struct model *model,
                                    const struct diff_options *chosen, const struct operands *operands,
                                    enum format format)
{
    struct diff_side sides[DIFF_SIDES];
    struct requirement requirement;
    if (!require_take(run, chosen->require, &requirement))
        return STATUS_TROUBLE;
    for (int side = 0; side < DIFF_SIDES; side++)
        if (!take_side(run, model, operands, chosen->names[side], chosen->names[!side], &sides[side]))
            return STATUS_TROUBLE;
    struct diff *diff = diff_new(model, sides);
    diff->requirement = &requirement;
    if (!chosen->structs)
        diff_add_everything(diff);
    else if (!add_named(run, diff, operands))
        return STATUS_TROUBLE;
    run->is_shown = format != FORMAT_JSON;
    if (format == FORMAT_TEXT)
        diff_write_text(diff, command_has_color(run, 1), &run->out);
    else if (format == FORMAT_JSON)
        diff_write_json(diff, &run->out);
    else {
        struct sheet_document document = diff_make_document(diff);
        if (chosen->title)
            document.title = chosen->title;
        sheet_write(format == FORMAT_HTML ? SHEET_HTML : SHEET_MARKDOWN, &document, run->program, &run->out);
    }
    return require_report(run, &requirement, diff_is_any(diff) ? STATUS_FINDINGS : STATUS_CLEAN);
}

/* ---- --uses */

/* Parses "6.1/x64" or "6.1" as one end of the versions of a question, and finds the version that it stands for. */
static bool take_end(struct command_run *run, const struct model *model, const struct operands *operands,
                     const char *text, struct uses_question *question, struct version_range *range)
{
    const char *slash = strchr(text, '/');
    uint64_t version;
    if (!has_arches(run, model))
        return false;
    if (!slash)
        text = arena_format(run->arena, "%s/%s", text, model->arches[0]->name);
    const struct arch *arch = load_find_target(run, model, operands, &text, &version);
    if (arch && slash)
        question->arches |= (uint64_t)1 << arch->index;
    return arch &&
           axis_find(&model->axis, intern_name(run->program->intern, text, strcspn(text, "/")), range);
}

static bool take_question(struct command_run *run, const struct model *model, const struct diff_options *chosen,
                          const struct operands *operands, struct uses_question *question)
{
    struct version_range ends[DIFF_SIDES] = {{0, 1}, {VERSION_END, VERSION_END}};
    for (int side = 0; side < DIFF_SIDES; side++)
        if (chosen->names[side] && !take_end(run, model, operands, chosen->names[side], question, &ends[side]))
            return false;
    bool reversed = ends[DIFF_FROM].from > ends[DIFF_TO].from;
    question->prefix = chosen->prefix;
    question->from = ends[reversed ? DIFF_TO : DIFF_FROM].from;
    question->to = ends[reversed ? DIFF_FROM : DIFF_TO].to;
    question->any_version = !chosen->names[DIFF_FROM] && !chosen->names[DIFF_TO];
    question->any_arch = !question->arches;
    if (question->any_arch)
        question->arches = UINT64_MAX;
    return true;
}

/* Sets the severities of findings about uses. If two versions are compared, members that move are expected. */
static bool take_severities(struct command_run *run, const struct diff_options *chosen, const struct operands *operands)
{
    static const enum diag_code codes[] = {DIAG_USE_ABSENT, DIAG_USE_RETYPED, DIAG_USE_PINNED, DIAG_USE_MOVED,
                                           DIAG_USE_UNKNOWN};
    struct diags *diags = run->program->diags;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        diags_set_severity(diags, codes[i], diag_code_severity(codes[i]));
    if (chosen->names[DIFF_FROM] && chosen->names[DIFF_TO])
        diags_set_severity(diags, DIAG_USE_MOVED, DIAG_SEVERITY_WARNING);
    return options_take_severities(run, operands);
}

/* Reads the uses in one file. Returns false if the file cannot be read. */
static bool add_source(struct command_run *run, struct uses *uses, const char *path)
{
    const struct source *source = command_read_source(run, path);
    if (source)
        uses_add_source(uses, source);
    return source;
}

/* Reads the uses in all files: the values of --uses, and the operands from index `first` on. */
static enum status find_uses(struct command_run *run, const struct model *model, const struct diff_options *chosen,
                             const struct operands *operands, size_t first)
{
    struct uses_question question = {0};
    if (!take_question(run, model, chosen, operands, &question))
        return STATUS_TROUBLE;
    struct uses *uses = uses_new(model, &question);
    if (!uses)
        return STATUS_FINDINGS;
    for (size_t i = 0; i < operands->value_count; i++)
        if (!strcmp(operands->values[i].name, "uses") && !add_source(run, uses, operands->values[i].value))
            return STATUS_TROUBLE;
    for (size_t i = first; i < operands->count; i++)
        if (!add_source(run, uses, operands->items[i]))
            return STATUS_TROUBLE;
    struct buffer summary = {0};
    diags_write_summary(run->program->diags, &summary);
    if (summary.size)
        run->summary = buffer_take(&summary, run->arena);
    return diags_count(run->program->diags) ? STATUS_FINDINGS : STATUS_CLEAN;
}

static enum status run_uses(struct command_run *run, const struct diff_options *chosen, const struct operands *operands)
{
    int format = options_choice(run, "--format, with --uses,", chosen->format, diag_format_names);
    size_t i = 0;
    while (i < operands->value_count && strcmp(operands->values[i].name, "uses") != 0)
        i++;
    size_t specs = i < operands->value_count ? operands->values[i].before : operands->count;
    if (format < 0 || !generate_check_prefix(run, chosen->prefix))
        return STATUS_TROUBLE;
    if (chosen->structs)
        return options_fail(run, "--struct and --uses exclude each other");
    if (chosen->title)
        return options_fail(run, "--title and --uses exclude each other");
    if (chosen->require)
        return options_fail(run, "--require and --uses exclude each other");
    if (!take_severities(run, chosen, operands))
        return STATUS_TROUBLE;
    run->format = (enum diag_format)format;
    if (format != DIAG_FORMAT_TEXT)
        diags_keep_all(run->program->diags);
    const struct model *model = load_specs(run, operands->items, specs);
    return model ? find_uses(run, model, chosen, operands, specs) : run->status;
}

/* Reports options that have no meaning without --uses. */
static bool fail_without_uses(struct command_run *run, const struct operands *operands)
{
    static const char *const names[] = {"prefix", "warn", "error", "no-"};
    for (size_t i = 0; i < operands->value_count; i++) {
        const struct option_value *value = &operands->values[i];
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            if (strcmp(value->name, names[k]) != 0)
                continue;
            bool is_beginning = names[k][strlen(names[k]) - 1] == '-';
            options_fail(run, "--%s%s needs --uses", names[k], is_beginning ? value->value : "");
            return true;
        }
    }
    return false;
}

static enum status run_compare(struct command_run *run, struct diff_options *chosen, struct operands *operands)
{
    if (fail_without_uses(run, operands))
        return STATUS_TROUBLE;
    int format = options_choice(run, "--format", chosen->format, formats);
    if (format < 0)
        return STATUS_TROUBLE;
    if (chosen->title && (format == FORMAT_TEXT || format == FORMAT_JSON))
        return options_fail(run, "--title needs --format md or html");
    if (!chosen->names[DIFF_FROM] || !chosen->names[DIFF_TO])
        return options_fail(run, "strata diff needs --from VERSION/ARCH and --to VERSION/ARCH, or --uses FILE");
    load_take_names(run, operands, &chosen->structs);
    const struct model *model = load_or_shipped(run, operands, operands->count);
    return model ? compare_operands(run, model, chosen, operands, (enum format)format) : run->status;
}

static enum status run_diff(struct command_run *run)
{
    struct diff_options chosen = {.format = formats[FORMAT_TEXT], .prefix = GENERATE_PREFIX};
    struct operands operands;
    if (!options_parse(run, &chosen, &operands))
        return run->status;
    return chosen.uses ? run_uses(run, &chosen, &operands) : run_compare(run, &chosen, &operands);
}

const struct command command_diff = {
    .name = "diff",
    .summary = "print what changed between two versions",
    .help = "usage: strata diff [OPTION...] [SPECS...] --from VERSION/ARCH --to VERSION/ARCH\n"
            "       strata diff [OPTION...] SPECS... --uses FILE...\n"
            "\n"
            "Prints the differences between two versions, or two architectures: structures and enumerations\n"
            "that were added or removed, sizes, and members or values that were added (+), removed (-) or\n"
            "changed (~): moved, or with another type, size, bit or width. Neighbours that move together\n"
            "share a line. Members are compared by name. The members of anonymous structures and unions\n"
            "belong to the structure around them; the structure of member M of S is called S.M.\n"
            "\n"
            "A target that nobody has looked at is marked as bracketed, interpolated, extrapolated or\n"
            "disputed; its layout is only inferred.\n"
            "\n"
            SPECS_HELP
            "\n" NAMES_HELP
            "\n"
            HELP_OPTIONS
            "\n"
            "JSON has the sides, old and new; the structures that differ, with their members; and the\n"
            "enumerations.\n" FORM_HELP
            "\n"
            "With --uses the FILEs are C or C++ sources that call accessors which strata gen makes from\n"
            "SPECS. Reports each use of a member that is absent or has no documented offset in some version\n"
            "[use-absent], whose type changes [use-retyped], or that is not in the specs [use-unknown], and\n"
            "each use of an offset or layout of one version that differs in other versions [use-pinned]. The\n"
            "versions are all versions that have the structure, or those between --from and --to, which may\n"
            "leave out the architecture; a release means all its versions. With both options, members that\n"
            "move are reported, too [use-moved]: accessors find them, but copied offsets are wrong. FILEs\n"
            "are not preprocessed: code in a false #if is read, and names made with ## are not seen. Do not\n"
            "pass the generated headers themselves, which contain all names.\n"
            "\n"
            "VERSION, and members and patterns of --struct, are as in strata show --help.\n"
            "\n"
            "Exit status: 0 no difference, 1 differences or other findings, 2 wrong usage or input/output.\n"
            "\n"
            "  strata diff mine --uses program.c --from 6.1/x64 --to 10.0/x64\n"
            "  strata diff ETW_UM_LOGGER_CONTEXT --from 6.0/x64 --to 6.1/x64\n",
    .run = run_diff,
    .options = options,
    .operands = TAKES_NAMED_FILES,
};
