/*
 * strata pack: writes all layouts to one file, which programs load at run time.
 */
#include <string.h>

#include "answer/settle.h"
#include "base/file.h"
#include "base/output.h"
#include "front/load.h"
#include "model/model.h"
#include "render/choice.h"
#include "pack/pack.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"

struct pack_request {
    const char *output;
    const char *arches;
    const char *names; /* value of the last --struct; the operands have all of them */
    bool is_of_whole_builds;
    bool check;
};

static const struct option options[] = {
    {"output", 'o', OPTION_OUTPUT(struct pack_request, output), "FILE", "write the pack to it, if it has changed"},
    {"struct", 's', OPTION_NAMES(struct pack_request, names), "NAME,...",
     "only these structures, members S.M and enums, and structures that they hold by value; may be repeated; "
     "default: all of SPECS"},
    {"arch", 0, OPTION_TEXT(struct pack_request, arches), "ARCH[,ARCH]", "only these architectures' layouts"},
    {"whole-builds", 0, OPTION_FLAG(struct pack_request, is_of_whole_builds), NULL,
     "do not count builds of which only some members are known: a smaller pack, whose grades are never better"},
    {"check", 0, OPTION_CHECK(struct pack_request, check), NULL,
     "write nothing; report a FILE that is not up to date, exit 1"},
    {0},
};

/* Writes the pack to standard output, or to its file if that differs. */
static enum status write_pack(struct command_run *run, const struct pack_request *request, const struct buffer *pack)
{
    struct diags *diags = run->program->diags;
    if (command_is_standard(request->output)) {
        buffer_add(&run->out, pack->data, pack->size);
        return STATUS_CLEAN;
    }
    struct output *output = output_new(run->arena, diags, "", request->check ? OUTPUT_CHECK : OUTPUT_WRITE);
    struct output_counts counts;
    if (!output_file(output, request->output, pack->data, pack->size) || !output_commit(output, &counts)) {
        output_abandon(output);
        return command_fail(run);
    }
    command_report_output(run, request->output, counts.changed);
    return STATUS_CLEAN;
}

static enum status run_pack(struct command_run *run)
{
    struct pack_request request = {0};
    struct operands operands;
    if (!options_parse(run, &request, &operands))
        return run->status;
    if (!request.output || !*request.output)
        return options_fail(run, "strata pack needs -o FILE");
    bool is_standard = command_is_standard(request.output);
    if (is_standard && (request.check || file_is_terminal(1)))
        return options_fail(run, request.check ? "--check needs -o FILE" : "a pack is no text for a terminal");
    load_take_names(run, &operands, &request.names);
    const struct model *model = load_or_shipped(run, &operands, operands.count);
    struct choice *choice = model ? generate_choose_arches(run, model, request.arches) : NULL;
    if (!choice || !generate_choose_names(run, model, &operands, choice) ||
        !generate_check_output(run, request.output))
        return run->status;
    if (request.is_of_whole_builds)
        settle_sightings(model);
    struct buffer bytes = {0};
    enum status status = STATUS_FINDINGS;
    if (pack_write(model, choice, request.is_of_whole_builds, run->program->diags, &bytes))
        status = write_pack(run, &request, &bytes);
    buffer_free(&bytes);
    return status;
}

const struct command command_pack = {
    .name = "pack",
    .summary = "write all layouts to one file that programs load",
    .help = "usage: strata pack [OPTION...] [SPECS...] -o FILE\n"
            "\n"
            "Writes a pack: one compact file with the layouts of structures in all versions, the values of\n"
            "enums and the addresses of globals. Programs load it with runtime/strata_pack.h instead of\n"
            "compiling headers in. So a new version of Windows needs a new file, but no new build. The\n"
            "program maps the file, verifies it and asks for members by structure, name, architecture and\n"
            "version. runtime/pack.md describes the format. The same specs give the same bytes on every\n"
            "machine. Events, constants and remarks are not in a pack.\n"
            "\n" SPECS_HELP "\n"
            HELP_OPTIONS
            "\n" SELECT_HELP "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata pack -o nt.strpack\n",
    .run = run_pack,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
    .warns = true,
};
