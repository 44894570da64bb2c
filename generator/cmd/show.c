/*
 * strata show: layouts for people, a line a member, holes and padding named.
 */
#include "cmd/command.h"
#include "cmd/load_specs.h"
#include "cmd/options.h"
#include "model/model.h"
#include "view/show.h"

struct show_options {
    const char *name, *at;
};

static const struct option options[] = {
    {"struct", 's', OPTION_TEXT(struct show_options, name)},
    {"at", 0, OPTION_TEXT(struct show_options, at)},
    {0},
};

static enum status show_one(struct command_run *run, const struct model *model, const struct record *record,
                            const char *at)
{
    uint64_t version;
    const struct arch *arch = load_find_target(run, model, at, &version);
    if (!arch)
        return run->status;
    const struct layout *layout = record_layout_at(record, arch, version);
    if (!layout)
        return options_fail(run, "'%s' does not exist in %s", record->type->name, at);
    show_layout(model, layout, basis_name(record_basis(&record->on[arch->index], version)), &run->out);
    return STATUS_CLEAN;
}

static enum status run_show(struct command_run *run)
{
    struct show_options chosen = {0};
    struct operands specs;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    const struct model *model = load_specs(run, specs.items, specs.count);
    if (!model)
        return run->status;
    const struct record *record = load_find_record(run, model, chosen.name);
    if (!record)
        return run->status;
    run->is_shown = true;
    if (chosen.at)
        return show_one(run, model, record, chosen.at);
    show_record(model, record, &run->out);
    return STATUS_CLEAN;
}

const struct command command_show = {
    .name = "show",
    .summary = "print the layouts of a structure",
    .help = "usage: strata show [OPTION...] SPECS... --struct NAME\n"
            "\n"
            "Prints a line for each member of a structure with offset, name, type and size, by offset.\n"
            "Holes, bit holes, padding at the end and unaccounted bytes have lines of their own. Notes mark\n"
            "an offset that is inferred or corrected (with the document's value) and a name that is not\n"
            "documented.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata.\n"
            "\n"
            "  -s, --struct NAME   the structure or union; S.M is the structure of member M of S\n"
            "  --at VERSION/ARCH   only this layout, with its certainty: attested, interpolated or\n"
            "                      extrapolated; the default is all layouts, architecture by architecture.\n"
            "                      A release means its last version, a build without a revision the last\n"
            "                      attested revision\n"
            "\n"
            "Exit status: 0 clean, 1 errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata show specs --struct ETW_UM_LOGGER_CONTEXT --at 6.1/x64\n",
    .run = run_show,
    .options = options,
    .operands = TAKES_SPECS,
};
