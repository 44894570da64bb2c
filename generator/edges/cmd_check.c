/*
 * strata check: what is wrong with specs, and nothing else.
 */
#include "base/arena.h"
#include "base/diag.h"
#include "edges/command.h"
#include "edges/load_specs.h"
#include "edges/options.h"
#include "edges/severity.h"
#include "front/load.h"

static enum status run_check(struct command_run *run)
{
    const char *format = NULL, *last_severity;
    const struct option options[] = {{"format", 0, &format, NULL}, SEVERITY_OPTIONS(last_severity)};
    static const char *const formats[] = {[DIAG_FORMAT_TEXT] = "text", [DIAG_FORMAT_JSON] = "json",
                                          [DIAG_FORMAT_SARIF] = "sarif", NULL};
    struct operands specs;
    if (!options_parse(run, options, sizeof options / sizeof *options, &specs))
        return run->status;
    int chosen = format ? options_choice(run, "--format", format, formats) : DIAG_FORMAT_TEXT;
    if (chosen < 0)
        return run->status;
    run->format = (enum diag_format)chosen;
    if (!severity_take_options(run, &specs))
        return run->status;
    struct buffer summary = {0};
    load_specs(run, specs.items, specs.count);
    diags_write_summary(run->program->diags, &summary);
    if (summary.size)
        run->summary = arena_copy(run->arena, summary.data, summary.size);
    buffer_free(&summary);
    if (run->status == STATUS_CLEAN && diags_count(run->program->diags))
        run->status = STATUS_FINDINGS; /* warnings are findings too */
    return run->status;
}

const struct command command_check = {
    .name = "check",
    .summary = "report what contradicts itself in specs",
    .help = "usage: strata check [OPTION...] SPECS...\n"
            "\n"
            "Reads spec files, or every *.strata file below a directory, with all that they use, and\n"
            "reports each contradiction once, with every place that has to do with it.\n"
            "\n"
            "  --format text    what people read: message, line, caret, notes (the default)\n"
            "  --format json    one JSON object a line: severity, code, message, file, line, column,\n"
            "                   end_line, end_column, label, notes, help\n"
            "\n"
            SEVERITY_HELP
            "\n"
            "A finding ends in its code, as [overlap]; `allow CODE \"reason\"` on a declaration silences it\n"
            "there.\n"
            "\n"
            "Exit status: 0 clean, 1 findings, 2 wrong usage or a file that cannot be read.\n"
            "\n"
            "  strata check specs\n",
    .run = run_check,
};
