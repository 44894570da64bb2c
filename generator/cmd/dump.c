/*
 * strata dump: the resolved model as JSON, for other programs.
 */
#include "cmd/command.h"
#include "cmd/load_specs.h"
#include "cmd/options.h"
#include "cmd/severity.h"
#include "view/dump.h"

static const struct option options[] = {SEVERITY_OPTIONS, {0}};

static enum status run_dump(struct command_run *run)
{
    struct operands specs;
    if (!options_parse(run, NULL, &specs) || !severity_take_options(run, &specs))
        return run->status;
    const struct model *model = load_specs(run, specs.items, specs.count);
    if (!model)
        return run->status;
    dump_model(model, &run->out);
    return STATUS_CLEAN;
}

const struct command command_dump = {
    .name = "dump",
    .summary = "write the resolved model as JSON",
    .help = "usage: strata dump [OPTION...] SPECS...\n"
            "\n"
            "Writes all structures, enums and events of the specs, and of those that they use, as one JSON\n"
            "object:\n"
            "\n"
            "  structs   name; kind: struct or union; layouts\n"
            "  layouts   arch; from, to: first and last version, null where there is no end; size and align\n"
            "            in bytes; members\n"
            "  members   name, type; offset in bytes from the start of the aggregate around the member;\n"
            "            size in bytes, of all elements; bit and width of bit-fields; count of arrays;\n"
            "            provenance: documented, inferred or corrected; members of anonymous structures and\n"
            "            unions, whose name is null\n"
            "  enums     name; kind: enum or flags; type of the values; indexed: the bits that are an index;\n"
            "            values: name (null where only the value is known), remark, arch, from, to, value\n"
            "  events    name; hook, and for each of the headers its structure and marker: arch, from, to,\n"
            "            value; data: the structure; group: the flag that enables it\n"
            "\n"
            "Values that are not documented are null. The structure of a named member M in a structure S is\n"
            "called S.M. An architecture is left out for a structure if all layouts are the same as on the\n"
            "architecture that it falls back on.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata.\n"
            "\n"
            "Specs with contradictions are refused. To allow some, change the severity of a check:\n"
            "\n" SEVERITY_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata dump specs | python3 -m json.tool\n",
    .run = run_dump,
    .options = options,
    .operands = TAKES_SPECS,
};
