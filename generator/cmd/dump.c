/*
 * strata dump: writes the resolved model as JSON for other programs.
 */
#include "export/dump.h"
#include "export/isf.h"
#include "model/model.h"
#include "model/select.h"
#include "render/choice.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/require.h"

struct dump_options {
    const char *format, *at, *require;
    const char *names; /* value of the last --struct; the operands have all of them */
};

enum dump_format { FORMAT_JSON, FORMAT_ISF };

static const char *const formats[] = {[FORMAT_JSON] = "json", [FORMAT_ISF] = "isf", NULL};

static const struct option options[] = {
    {"format", 0, OPTION_WORD(struct dump_options, format, formats), "FORMAT",
     "json (the default), or isf: a symbol file of Volatility 3 with the types of one version and architecture, "
     "which `strata import isf` reads again"},
    {"at", 0, OPTION_VERSION(struct dump_options, at), "VERSION/ARCH",
     "the version and the architecture, for isf; see strata show --help"},
    REQUIRE_OPTION(struct dump_options, require, ""),
    {"struct", 's', OPTION_NAMES(struct dump_options, names), "NAME,...",
     "only these structures, members S.M, enums and events, and what they need; may be repeated"},
    SEVERITY_OPTIONS,
    {0},
};

static enum status run_dump(struct command_run *run)
{
    struct dump_options chosen = {.format = formats[FORMAT_JSON]};
    struct operands specs;
    struct requirement requirement;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    int format = options_choice(run, "--format", chosen.format, formats);
    if (format < 0 || !options_take_severities(run, &specs))
        return STATUS_TROUBLE;
    if ((format == FORMAT_ISF) != (chosen.at != NULL))
        return options_fail(run, format == FORMAT_ISF ? "--format isf needs --at VERSION/ARCH"
                                                      : "--at is for --format isf");
    if (chosen.require && !chosen.at)
        return options_fail(run, "--require needs --at VERSION/ARCH");
    if (!require_take(run, chosen.require, &requirement))
        return STATUS_TROUBLE;
    load_take_names(run, &specs, &chosen.names);
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    struct choice *choice = model && chosen.names ? choice_new(model, CHOICE_EVERY_ARCH) : NULL;
    if (!model || (choice && !generate_choose_names(run, model, &specs, choice)))
        return run->status;
    uint64_t version;
    const struct arch *arch = chosen.at ? load_find_target(run, model, &specs, &chosen.at, &version) : NULL;
    if (chosen.at && !arch)
        return run->status;
    if (format == FORMAT_ISF) {
        /* Compare the grades of the structures in a symbol file with the required grade. */
        for (size_t i = 0; i < model->record_count; i++) {
            const struct record *record = model->records[i];
            if (choice && !choice_has(choice, record))
                continue;
            struct standing standing = selection_stand(record, arch, version);
            requirement_check_record(&requirement, record, &standing);
        }
        isf_write(model, choice, arch, version, &run->out);
    } else {
        dump_model(model, choice, &run->out);
    }
    return require_report(run, &requirement, STATUS_CLEAN);
}

const struct command command_dump = {
    .name = "dump",
    .summary = "write the resolved model as JSON",
    .help = "usage: strata dump [OPTION...] [SPECS...]\n"
            "\n"
            "Writes everything that the specs, and those that they use, say, as one JSON object. Its first\n"
            "key is \"format\": 4.\n" FORM_HELP
            "\n"
            "  axis      releases with their versions, and the builds that were attested\n"
            "  arches    size of pointers, largest alignment\n"
            "  types     base types: kind, sign, size on each architecture\n"
            "  structs   structures and unions, with a layout for each architecture and range of versions:\n"
            "            members, holes, provenance; and, on each architecture, answers: the layout to\n"
            "            take in each version, how well it is known, and which members are disputed.\n"
            "            Of these versions, those that were seen are attested: `evidence` lists them.\n"
            "            Where single members were seen, `grades` says how well each member is known\n"
            "  enums, constants, events\n"
            "\n"
            "Versions are names (from, to) and numbers (begin, and end, which is excluded). Values that are\n"
            "not documented are null. The structure of a named member M in a structure S is called S.M. An\n"
            "architecture has no layouts of its own for a structure if all are the same as on the\n"
            "architecture that it falls back on.\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "A symbol file has no symbols, and not the GUID of a program database. It cannot say: versions,\n"
            "provenance and attested versions, constants, flags, events, unnamed structures and unions (their\n"
            "members are listed in the structure around them), alignment, and members of which offset, size\n"
            "or bits are not known. Tags get the underscore before them that specs drop.\n"
            "\n"
            SPECS_HELP
            "\n" NAMES_HELP
            "\n"
            "Specs with contradictions are refused. To allow some, change the severity of a check.\n"
            "\n" SELECT_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs or answers below --require, 2 wrong usage or\n"
            "input/output.\n"
            "\n"
            "  strata dump ETW_UM_LOGGER_CONTEXT | python3 -m json.tool\n",
    .run = run_dump,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
};
