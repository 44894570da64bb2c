/*
 * strata show: layouts for people, a line a member, holes and padding named.
 */
#include "answer/grades.h"
#include "base/arena.h"
#include "cmd/commands.h"
#include "model/select.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/target.h"
#include "view/show.h"

enum format { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_HTML };
static const char *const formats[] = {
    [FORMAT_TEXT] = "text", [FORMAT_MARKDOWN] = "md", [FORMAT_HTML] = "html", NULL};

struct show_options {
    const char *name, *at, *format, *title;
};

static const struct option options[] = {
    {"struct", 's', OPTION_TEXT(struct show_options, name)},
    {"at", 0, OPTION_VERSION(struct show_options, at)},
    {"format", 0, OPTION_WORD(struct show_options, format, formats)},
    {"title", 0, OPTION_TEXT(struct show_options, title)},
    {0},
};

static void add(struct buffer *subjects, const struct layout *layout, const struct standing *standing)
{
    const struct show_subject subject = {layout, standing};
    buffer_add(subjects, &subject, sizeof subject);
}

/* Adds the layout of a record at a target; reports an error if there is none. */
static bool add_one(struct command_run *run, const struct model *model, const struct record *record,
                    const struct arch *arch, uint64_t version, const char *at, struct buffer *subjects)
{
    struct standing *standing = ARENA_NEW(run->arena, struct standing);
    *standing = selection_stand(record, arch, version);
    if (standing->layout) {
        add(subjects, standing->layout, standing);
        return true;
    }
    struct buffer text = {0};
    standing_write_absence(standing, record, arch, at, &text);
    target_fail(run, model, at, buffer_take(&text, run->arena));
    return false;
}

/* Adds all layouts of a record, arch by arch. An arch that falls back on another has none of its own. */
static void add_all(const struct model *model, const struct record *record, struct buffer *subjects)
{
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        for (size_t k = 0; !on->alias && k < on->layout_count; k++)
            add(subjects, &on->layouts[k], NULL);
    }
}

static enum status show(struct command_run *run, const struct model *model, const struct buffer *subjects,
                        enum format format, const char *title)
{
    const struct show_subject *items = (const void *)subjects->data;
    size_t count = subjects->size / sizeof *items;
    run->is_shown = true;
    if (format == FORMAT_TEXT) {
        show_write_text(model, items, count, &run->out);
        return STATUS_CLEAN;
    }
    struct sheet_document document = show_make_document(model, items, count);
    if (title)
        document.title = title;
    sheet_write(format == FORMAT_HTML ? SHEET_HTML : SHEET_MARKDOWN, &document, run->program, &run->out);
    return STATUS_CLEAN;
}

static enum status run_show(struct command_run *run)
{
    struct show_options chosen = {.format = formats[FORMAT_TEXT]};
    struct operands specs;
    struct selected_list list;
    const struct arch *arch = NULL;
    uint64_t version = 0;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    int format = options_choice(run, "--format", chosen.format, formats);
    if (format < 0)
        return STATUS_TROUBLE;
    if (chosen.title && format == FORMAT_TEXT)
        return options_fail(run, "--title needs --format md or html");
    load_take_names(run, &specs);
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    if (!model || !load_select(run, model, &specs, SELECT_RECORDS | SELECT_INNER, &list))
        return run->status;
    if (!list.count)
        return options_fail(run, "strata show needs the NAME of a structure");
    if (chosen.at && !(arch = load_find_target(run, model, &specs, &chosen.at, &version)))
        return run->status;
    struct buffer subjects = {0};
    for (size_t i = 0; i < list.count; i++) {
        if (!chosen.at)
            add_all(model, list.items[i].record, &subjects);
        else if (!add_one(run, model, list.items[i].record, arch, version, chosen.at, &subjects))
            break;
    }
    enum status status = run->status;
    if (status == STATUS_CLEAN)
        status = show(run, model, &subjects, (enum format)format, chosen.title);
    buffer_free(&subjects);
    return status;
}

const struct command command_show = {
    .name = "show",
    .summary = "print the layouts of a structure",
    .help = "usage: strata show [OPTION...] [SPECS...] NAME\n"
            "       strata show [OPTION...] [SPECS...] --struct NAME,...\n"
            "\n"
            "Prints a line for each member of a structure with offset, name, type and size, by offset.\n"
            "Holes, bit holes, padding at the end and unaccounted bytes have lines of their own. Notes mark\n"
            "an offset that is inferred or corrected (with the document's value) and a name that is not\n"
            "documented.\n"
            "\n"
            SPECS_HELP
            "\n"
            "Without --struct, an operand that is no file is a NAME: the same as after --struct.\n"
            "\n"
            "  -s, --struct NAME,...\n"
            "                      the structures, or members S.M; may be repeated. If M is a structure that\n"
            "                      S declares, S.M is that structure\n"
            "  --at VERSION/ARCH   only this layout, with how well it is known: attested, bracketed,\n"
            "                      interpolated, extrapolated or disputed, and the attested versions beside\n"
            "                      it; the default is all layouts, architecture by architecture,\n"
            "                      each with its attested versions and the grades of the others.\n"
            "                      Of a disputed structure, it marks the members that are disputed. Of\n"
            "                      members S.M, the grade is that of these members alone.\n"
            "                      A release means its first point, as in the generated headers; without a\n"
            "                      revision, a build has the last attested layout and its weakest basis\n"
            "  --format FORMAT     text (the default), md (GitHub Markdown) or html (a page)\n"
            "  --title TEXT        the title of the document, for md and html\n"
            "\n" VERSION_HELP
            "\n" SELECT_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata show EPROCESS --at 24H2\n"
            "  strata show specs --struct ETW_UM_LOGGER_CONTEXT --at 6.1/x64\n",
    .run = run_show,
    .options = options,
    .operands = TAKES_SPECS,
};
