/*
 * strata dump: the resolved model as JSON, for other programs.
 */
#include "cmd/commands.h"
#include "export/dump.h"
#include "export/isf.h"
#include "render/choice.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"

struct dump_options {
    const char *format, *at;
    const char *names; /* the last --struct; all of them are among the operands' values */
};

enum dump_format { FORMAT_JSON, FORMAT_ISF };

static const char *const formats[] = {[FORMAT_JSON] = "json", [FORMAT_ISF] = "isf", NULL};

static const struct option options[] = {
    {"format", 0, OPTION_WORD(struct dump_options, format, formats)},
    {"at", 0, OPTION_VERSION(struct dump_options, at)},
    {"struct", 's', OPTION_TEXT(struct dump_options, names)},
    SEVERITY_OPTIONS,
    {0},
};

static enum status run_dump(struct command_run *run)
{
    struct dump_options chosen = {.format = formats[FORMAT_JSON]};
    struct operands specs;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    int format = options_choice(run, "--format", chosen.format, formats);
    if (format < 0 || !options_take_severities(run, &specs))
        return STATUS_TROUBLE;
    if ((format == FORMAT_ISF) != (chosen.at != NULL))
        return options_fail(run, format == FORMAT_ISF ? "--format isf needs --at VERSION/ARCH"
                                                      : "--at is for --format isf");
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    struct choice *choice = model && chosen.names ? choice_new(model, CHOICE_EVERY_ARCH) : NULL;
    if (!model || (choice && !generate_choose_names(run, model, &specs, choice)))
        return run->status;
    uint64_t version;
    const struct arch *arch = chosen.at ? load_find_target(run, model, &specs, &chosen.at, &version) : NULL;
    if (chosen.at && !arch)
        return run->status;
    if (format == FORMAT_ISF)
        isf_write(model, choice, arch, version, &run->out);
    else
        dump_model(model, choice, &run->out);
    return STATUS_CLEAN;
}

const struct command command_dump = {
    .name = "dump",
    .summary = "write the resolved model as JSON",
    .help = "usage: strata dump [OPTION...] [SPECS...]\n"
            "\n"
            "Writes everything that the specs, and those that they use, say, as one JSON object. Its first\n"
            "key is \"format\": 3. The file strata-dump.schema.json, which is installed beside the specs, is a\n"
            "JSON Schema of it and describes each key:\n"
            "\n"
            "  axis      releases with their versions, and the builds that were attested\n"
            "  arches    size of pointers, largest alignment\n"
            "  types     base types: kind, sign, size on each architecture\n"
            "  structs   structures and unions, with a layout for each architecture and range of versions:\n"
            "            members, holes, provenance; and, on each architecture, answers: the layout to\n"
            "            take in each version, how well it is known, and which members are disputed\n"
            "  enums, constants, events\n"
            "\n"
            "Versions are names (from, to) and numbers (begin, and end, which is excluded). Values that are\n"
            "not documented are null. The structure of a named member M in a structure S is called S.M. An\n"
            "architecture has no layouts of its own for a structure if all are the same as on the\n"
            "architecture that it falls back on.\n"
            "\n"
            "  --format FORMAT     json (the default), or isf: a symbol file of Volatility 3 with the types\n"
            "                      of one version and architecture, which `strata import isf` reads again\n"
            "  --at VERSION/ARCH   the version and the architecture, for isf; see strata show --help\n"
            "\n"
            "A symbol file has no symbols, and not the GUID of a program database. It cannot say: versions,\n"
            "provenance and attested versions, constants, flags, events, unnamed structures and unions (their\n"
            "members are listed in the structure around them), alignment, and members of which offset, size\n"
            "or bits are not known. Tags get the underscore before them that specs drop.\n"
            "\n"
            SPECS_HELP
            "\n"
            "  -s, --struct NAME,...    only these structures, members S.M, enums and events, and what they\n"
            "                           need; may be repeated\n"
            "\n"
            "Specs with contradictions are refused. To allow some, change the severity of a check:\n"
            "\n" SEVERITY_HELP
            "\n" SELECT_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata dump specs | python3 -m json.tool\n",
    .run = run_dump,
    .options = options,
    .operands = TAKES_SPECS,
};
