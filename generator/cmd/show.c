/*
 * strata show: shows layouts to people, with a line for each member, and with holes and padding; shows values of
 * enumerations, and addresses of globals.
 */
#include <string.h>

#include "answer/address.h"
#include "answer/grades.h"
#include "answer/values.h"
#include "base/arena.h"
#include "export/answers.h"
#include "model/select.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/require.h"
#include "run/target.h"
#include "view/show.h"
#include "view/show_values.h"

enum { KINDS = SELECT_RECORDS | SELECT_INNER | SELECT_ENUMS | SELECT_VALUES | SELECT_GLOBALS };
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN, FORMAT_HTML };
static const char *const formats[] = {[FORMAT_TEXT] = "text",
                                      [FORMAT_JSON] = "json",
                                      [FORMAT_MARKDOWN] = "md",
                                      [FORMAT_HTML] = "html",
                                      NULL};

struct show_options {
    const char *name, *at, *require, *format, *title;
};

static const struct option options[] = {
    {"struct", 's', OPTION_NAMES(struct show_options, name), "NAME,...",
     "the structures, or members S.M; enumerations, or values E.V; globals; may be repeated. If M is a structure "
     "that S declares, S.M is that structure"},
    {"at", 0, OPTION_VERSION(struct show_options, at), "VERSION/ARCH",
     "only this layout, with how well it is known: attested, bracketed, interpolated, extrapolated or disputed, and"
     " the attested versions beside it; the default is all layouts, architecture by architecture, each with its "
     "attested versions and the grades of the others. Of a disputed structure, it marks the members that are "
     "disputed. Of members S.M, the grade is that of these members alone. A release means its first point, as in "
     "the generated headers; without a revision, a build has the last attested layout and its weakest basis"},
    REQUIRE_OPTION(struct show_options, require, ""),
    {"format", 0, OPTION_WORD(struct show_options, format, formats), "FORMAT",
     "text (the default), json, md (GitHub Markdown) or html (a page)"},
    {"title", 0, OPTION_TEXT(struct show_options, title), "TEXT", "the title of the document, for md and html"},
    {0},
};

static void add_subject(struct buffer *subjects, const struct layout *layout, const struct standing *standing)
{
    const struct show_subject subject = {layout, standing};
    buffer_add(subjects, &subject, sizeof subject);
}

/* Adds the layout of a record at a target. If there is none, reports an error. */
static bool add_one(struct command_run *run, const struct model *model, const struct record *record,
                    const struct answers_target *target, struct buffer *subjects)
{
    struct standing *standing = ARENA_NEW(run->arena, struct standing);
    *standing = selection_stand(record, target->arch, target->version);
    if (standing->layout) {
        add_subject(subjects, standing->layout, standing);
        return true;
    }
    struct buffer text = {0};
    standing_write_absence(standing, record, target->arch, target->name, &text);
    target_fail(run, model, target->name, buffer_take(&text, run->arena));
    return false;
}

/* Returns the enumeration of a declaration that words name, or NULL. */
static const struct enumeration *enumeration_of(const struct selected *selected)
{
    return selected->record || !selected->type ? NULL : selected->type->enumeration;
}

/* Reports an enumeration that has no value at a target. */
static void fail_values(struct command_run *run, const struct model *model, const struct valued *valued,
                        const struct answers_target *target)
{
    const char *name = valued->enumeration->type->name;
    struct buffer text = {0};
    size_t run_count;
    enumeration_list_runs(run->arena, valued->enumeration, target->arch, NULL, &run_count);
    if (run_count) {
        buffer_format(&text, "'%s' %s in %s: ", name,
                      valued->standing.basis <= STRATA_INTERPOLATED ? "does not exist" : "is not described",
                      target->name);
        standing_write(&valued->standing, &text);
    } else {
        buffer_format(&text, "nobody has described '%s' on %s", name, target->arch->name);
    }
    target_fail(run, model, target->name, buffer_take(&text, run->arena));
}

/* Adds the values of each enumeration as lines of a text, or as a section of a document. */
static void show_enumerations(struct command_run *run, const struct model *model, const struct selected_list *list,
                              const struct answers_target *target, struct buffer *sections)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct selected *item = &list->items[i];
        struct shown_values shown = {enumeration_of(item), item->values, NULL};
        struct valued valued;
        if (!shown.enumeration)
            continue;
        if (target) {
            valued = enumeration_stand(shown.enumeration, target->arch, target->version);
            shown.valued = &valued;
            if (!valued.exists) {
                fail_values(run, model, &valued, target);
                return;
            }
        }
        if (!sections) {
            show_write_values(model, &shown, &run->out);
            continue;
        }
        const struct sheet_section section = show_make_values(model, &shown);
        buffer_add(sections, &section, sizeof section);
    }
}

/* Adds the addresses of each global as lines of a text, or as a section of a document. */
static void show_globals(struct command_run *run, const struct model *model, const struct selected_list *list,
                         const struct answers_target *target, struct buffer *sections)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct global *global = list->items[i].global;
        struct address address;
        if (!global)
            continue;
        if (target)
            address = address_find(model, global, target->arch, target->image, target->is_identified);
        if (sections) {
            const struct sheet_section section = show_make_addresses(model, global, target ? &address : NULL);
            buffer_add(sections, &section, sizeof section);
        } else if (target) {
            show_write_address(&address, &run->out);
        } else {
            show_write_addresses(model, global, &run->out);
        }
    }
}

static enum status show_subjects(struct command_run *run, const struct model *model, const struct buffer *subjects,
                                 const struct selected_list *list, const struct answers_target *target,
                                 const struct show_options *chosen, enum format format)
{
    const struct show_subject *items = (const void *)subjects->data;
    size_t count = subjects->size / sizeof *items;
    run->is_shown = true;
    if (format == FORMAT_TEXT) {
        if (count)
            show_write_text(model, items, count, &run->out);
        show_enumerations(run, model, list, target, NULL);
        show_globals(run, model, list, target, NULL);
        return run->status;
    }
    struct buffer sections = {0};
    struct sheet_document document = {.title = "Values", .command = "show"};
    if (count)
        document = show_make_document(model, items, count);
    buffer_add(&sections, document.sections, document.count * sizeof *document.sections);
    show_enumerations(run, model, list, target, &sections);
    if (!count && !sections.size)
        document.title = "Globals";
    show_globals(run, model, list, target, &sections);
    document.count = sections.size / sizeof *document.sections;
    document.sections = arena_copy_array(run->arena, sections.data, document.count, sizeof *document.sections);
    buffer_free(&sections);
    if (chosen->title)
        document.title = chosen->title;
    sheet_write(format == FORMAT_HTML ? SHEET_HTML : SHEET_MARKDOWN, &document, run->program, &run->out);
    return STATUS_CLEAN;
}

/* Writes layouts for people. */
static enum status show_layouts(struct command_run *run, const struct model *model, const struct selected_list *list,
                                const struct answers_target *target, const struct show_options *chosen,
                                enum format format)
{
    struct buffer subjects = {0};
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].record)
            continue;
        if (!target) {
            /* Add all layouts of a record, arch by arch. An arch that falls back on another one may have no layouts of
             * its own. */
            const struct record *record = list->items[i].record;
            for (size_t j = 0; j < model->arch_count; j++) {
                const struct record_on *on = &record->on[j];
                for (size_t k = 0; !on->alias && k < on->layout_count; k++)
                    add_subject(&subjects, &on->layouts[k], NULL);
            }
        } else if (!add_one(run, model, list->items[i].record, target, &subjects))
            break;
    }
    enum status status = run->status;
    if (status == STATUS_CLEAN)
        status = show_subjects(run, model, &subjects, list, target, chosen, format);
    buffer_free(&subjects);
    return status;
}

/* Checks options that cannot be combined freely. */
static bool check_options(struct command_run *run, const struct show_options *chosen, int format)
{
    if (chosen->title && (format == FORMAT_TEXT || format == FORMAT_JSON))
        options_fail(run, "--title needs --format md or html");
    else if (chosen->require && !chosen->at)
        options_fail(run, "--require needs --at VERSION/ARCH");
    return format >= 0 && run->status == STATUS_CLEAN;
}

/* Returns the version of the images that a target means. A release such as 1607 does not mean an image with revision
 * 0. */
static uint64_t find_image(struct command_run *run, const struct axis *axis, const struct answers_target *target)
{
    const char *text = axis_version_text(run->arena, axis, target->version);
    bool is_full = target->is_identified || !strncmp(target->name, text, strlen(text));
    return is_full || version_part(target->version, 3) ? target->version : target->version | REVISION_ANY;
}

static enum status run_show(struct command_run *run)
{
    struct show_options chosen = {.format = formats[FORMAT_TEXT]};
    struct operands specs;
    struct selected_list list;
    struct requirement requirement;
    struct answers_target target = {0};
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    int format = options_choice(run, "--format", chosen.format, formats);
    if (!check_options(run, &chosen, format) || !require_take(run, chosen.require, &requirement))
        return STATUS_TROUBLE;
    load_take_names(run, &specs, &chosen.name);
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    if (!model || !load_select(run, model, &specs, KINDS, &list))
        return run->status;
    if (!list.count)
        return options_fail(run, "strata show needs the NAME of a structure, enumeration or global");
    target.name = chosen.at;
    target.is_identified = target_find_module(model, &specs) != NULL;
    if (chosen.at && !(target.arch = load_find_target(run, model, &specs, &target.name, &target.version)))
        return run->status;
    target.image = chosen.at ? find_image(run, &model->axis, &target) : 0;
    for (size_t i = 0; chosen.at && i < list.count; i++) {
        const struct global *global = list.items[i].global;
        if (global) {
            struct address address = address_find(model, global, target.arch, target.image, target.is_identified);
            requirement_check_address(&requirement, &address);
            continue;
        }
        if (!list.items[i].record) {
            /* Compare the answers about an enumeration, or about those of its values that words name, with the
             * required grade. */
            const struct selected *item = &list.items[i];
            const struct enumeration *enumeration = enumeration_of(item);
            struct valued valued = enumeration_stand(enumeration, target.arch, target.version);
            if (!item->values)
                requirement_check(&requirement, enumeration->type->name, NULL, &valued.standing);
            for (size_t j = 0; item->values && j < enumeration->count; j++) {
                struct standing standing;
                if (!item->values[j] || !enumeration->enumerators[j].is_first_row)
                    continue;
                enumerator_stand(&valued, &enumeration->enumerators[j], &standing);
                requirement_check(&requirement, enumeration->type->name, enumeration->enumerators[j].name, &standing);
            }
            continue;
        }
        struct standing standing = selection_stand(list.items[i].record, target.arch, target.version);
        requirement_check_record(&requirement, list.items[i].record, &standing);
    }
    enum status status = STATUS_CLEAN;
    if (format == FORMAT_JSON)
        answers_write(model, &list, chosen.at ? &target : NULL, &run->out);
    else
        status = show_layouts(run, model, &list, chosen.at ? &target : NULL, &chosen, (enum format)format);
    return require_report(run, &requirement, status);
}

const struct command command_show = {
    .name = "show",
    .summary = "print the layouts of a structure, values of an enumeration, or addresses of a global",
    .help = "usage: strata show [OPTION...] [SPECS...] NAME\n"
            "       strata show [OPTION...] [SPECS...] --struct NAME,...\n"
            "\n"
            "Prints a line for each member of a structure with offset, name, type and size, by offset.\n"
            "Holes, bit holes, padding at the end and unaccounted bytes have lines of their own. Notes mark\n"
            "an offset that is inferred or corrected (with the document's value) and a name that is not\n"
            "documented. NAME may also be an enumeration E, or one of its values E.V: then it prints values\n"
            "and names. NAME may also be a global of a module: then it prints its address within the image,\n"
            "an offset, in each build that somebody saw, or with --at in this build. The address in a build\n"
            "that nobody saw is unknown.\n"
            "\n"
            SPECS_HELP
            "\n"
            NAMES_HELP
            "\n"
            HELP_OPTIONS
            "\n"
            "JSON has each structure with its members, as strata dump writes it; with --at, the layout there,\n"
            "and the grade and the reason of each member, or the values there.\n" FORM_HELP
            "\n" VERSION_HELP
            "\n" SELECT_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs or answers below --require, 2 wrong usage or\n"
            "input/output.\n"
            "\n"
            "  strata show EPROCESS --at 24H2\n"
            "  strata show EPROCESS.Token --at 24H2 --require bracketed --format json\n"
            "  strata show POOL_TYPE.NonPagedPoolNx --at 22621/x64\n"
            "  strata show PsInitialSystemProcess --at 10.0.19041.1526/x64\n"
            "  strata show ETW_UM_LOGGER_CONTEXT --at 'Windows 7/x64'\n",
    .run = run_show,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
};
