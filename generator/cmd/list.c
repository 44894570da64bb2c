/*
 * strata list: lists what specs declare, and the places of members.
 */
#include <string.h>

#include "base/arena.h"
#include "model/model.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/require.h"
#include "view/list.h"

struct list_options {
    const char *names, *members; /* values of the last --struct and --members; the operands have all of them */
    const char *format, *require;
    bool has_structs, has_enums, has_events, has_globals, has_arches, has_versions, has_identities;
};

static const char *const formats[] = {"text", "json", NULL};

static const struct option options[] = {
    {"members", 'm', OPTION_NAMES(struct list_options, members), "PATTERN,...",
     "list members instead: STRUCT.MEMBER, offset, type (of a bit-field also its bits), size, architectures, "
     "versions, and how well it is known there; a line for each place. Versions past all that somebody has looked "
     "at have a line of their own.\n"
     "A PATTERN is a name, with or without its structure: Token, *Token*, EPROCESS.*. "
     "`*` is any text, `?` a character, [a-z] one of these"},
    {"struct", 's', OPTION_NAMES(struct list_options, names), "PATTERN,...",
     "only these structures, enumerations, events and globals"},
    {"structs", 0, OPTION_FLAG(struct list_options, has_structs), NULL, NULL},
    {"enums", 0, OPTION_FLAG(struct list_options, has_enums), NULL, NULL},
    {"events", 0, OPTION_FLAG(struct list_options, has_events), NULL, NULL},
    {"globals", 0, OPTION_FLAG(struct list_options, has_globals), NULL, NULL},
    {"arches", 0, OPTION_FLAG(struct list_options, has_arches), NULL, NULL},
    {"versions", 0, OPTION_FLAG(struct list_options, has_versions), NULL, NULL},
    {"identities", 0, OPTION_FLAG(struct list_options, has_identities), NULL,
     "only these parts; several may be given. Identities are listed only so: GUID and age or build ID, TimeDateStamp "
     "and SizeOfImage, module, architecture and version of the builds that specs know by them"},
    REQUIRE_OPTION(struct list_options, require, ". For --members, all versions count"),
    {"format", 0, OPTION_WORD(struct list_options, format, formats), "FORMAT",
     "text: columns (the default); a single part has no title\n"
     "json: one object with a list for each part"},
    {0},
};

/* Returns the set of parts of the list that the options name. */
static unsigned choose_parts(const struct list_options *chosen)
{
    const unsigned declarations = LIST_STRUCTS | LIST_ENUMS | LIST_EVENTS | LIST_GLOBALS;
    const struct {
        bool is_chosen;
        enum list_part part;
    } choices[] = {
        {chosen->has_structs, LIST_STRUCTS}, {chosen->has_enums, LIST_ENUMS},
        {chosen->has_events, LIST_EVENTS},   {chosen->has_arches, LIST_ARCHES},
        {chosen->has_globals, LIST_GLOBALS}, {chosen->has_versions, LIST_VERSIONS},
        {chosen->members, LIST_MEMBERS},     {chosen->has_identities, LIST_IDENTITIES},
    };
    unsigned parts = 0;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        parts |= choices[i].is_chosen ? (unsigned)choices[i].part : 0;
    if (parts)
        return parts;
    return chosen->names ? declarations : declarations | LIST_ARCHES | LIST_VERSIONS;
}

/* Returns the words of all options with a name. If they make no sense, reports that and returns NULL. */
static const struct selection *take_words(struct command_run *run, const struct operands *operands, const char *option)
{
    const char **lists = ARENA_ARRAY(run->arena, const char *, operands->value_count + 1), *error;
    size_t count = 0;
    for (size_t i = 0; i < operands->value_count; i++)
        if (!strcmp(operands->values[i].name, option))
            lists[count++] = operands->values[i].value;
    const struct selection *words = selection_new(run->arena, lists, count, &error);
    if (!words)
        options_fail(run, "%s", error);
    else if (count && !words->count)
        options_fail(run, "--%s needs names or patterns", option);
    return words && words->count >= (count != 0) ? words : NULL;
}

/* Writes the list. If operands that are no files name nothing with lines of its own, they are taken as members. Returns
 * the first word that names nothing; NULL if all name something. */
static const struct selection_word *write_list(struct list_request *request, bool are_operands, struct buffer *out)
{
    const struct selection *none = request->members;
    bool has_path = false;
    for (size_t i = 0; i < request->names->count; i++)
        has_path |= request->names->words[i].count > 1;
    const struct selection_word *missing = are_operands && has_path ? NULL : list_write(request, out);
    if (!are_operands || (!missing && !has_path))
        return missing;
    buffer_clear(out);
    request->members = request->names;
    request->names = none;
    request->parts = LIST_MEMBERS;
    return list_write(request, out);
}

static enum status run_list(struct command_run *run)
{
    struct list_options chosen = {.format = formats[0]};
    struct operands specs;
    struct requirement requirement;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    if (chosen.require && !chosen.members)
        return options_fail(run, "--require needs --members");
    bool are_operands = !chosen.members && !chosen.names;
    if (are_operands)
        load_take_names(run, &specs, &chosen.names);
    are_operands = are_operands && chosen.names;
    int format = options_choice(run, "--format", chosen.format, formats);
    struct list_request request = {.parts = choose_parts(&chosen),
                                   .requirement = &requirement,
                                   .is_json = format == 1,
                                   .has_color = command_has_color(run, 1)};
    if (format < 0 || !require_take(run, chosen.require, &requirement) ||
        !(request.names = take_words(run, &specs, "struct")) ||
        !(request.members = take_words(run, &specs, "members")))
        return STATUS_TROUBLE;
    for (size_t i = 0; i < request.names->count && !are_operands; i++)
        if (request.names->words[i].count > 1)
            return options_fail(run, "--struct '%s' names a member; --members lists members",
                                request.names->words[i].text);
    request.model = load_or_shipped(run, &specs, specs.count);
    if (!request.model)
        return run->status;
    run->is_shown = !request.is_json;
    const struct selection_word *missing = write_list(&request, are_operands, &run->out);
    if (!missing)
        return require_report(run, &requirement, STATUS_CLEAN);
    buffer_clear(&run->out);
    return options_fail_near(run, missing->is_pattern ? NULL : list_find_nearest(&request, missing),
                             "nothing that is listed is called '%s'", missing->text);
}

const struct command command_list = {
    .name = "list",
    .summary = "list structures, events, globals, versions, or where members are",
    .help = "usage: strata list [OPTION...] [SPECS...]\n"
            "\n"
            "Lists what SPECS declare, in the order of the names: structures and unions (sizes over all\n"
            "versions, architectures, versions, file), enumerations and flags, events (structure of the\n"
            "data, versions), globals of modules (architectures and the number of builds whose address is\n"
            "known, file), and the architectures and versions of the axis. Specs that are only used are not\n"
            "listed; name them, too.\n"
            "\n"
            SPECS_HELP
            "\n"
            "An operand that is no file is a PATTERN: it lists the structures and others of this name,\n"
            "or else the members.\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "Of a structure S.M, which is the structure of member M of S, offsets count from its own start.\n"
            "An architecture whose layouts are those of the one that it falls back on has no places of its\n"
            "own.\n"
            "\n"
            "JSON has structs, enums, events, globals, members, identities, arches and axis. In members,\n"
            "offset, size, bit and width are as for --members; versions are ranges, with basis, the weakest\n"
            "grade in them, and its reason. Ranges are about revisions: ask show --at about a build\n"
            "without its revision, such as 10.0.19041.\n" FORM_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs or answers below --require, 2 wrong usage, no such\n"
            "name, or input/output.\n"
            "\n"
            "  strata list Token\n"
            "  strata list --members 'EPROCESS.*Time*'\n"
            "  strata list --versions --arches\n",
    .run = run_list,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
};
