/*
 * strata check: what is wrong with specs, and what would mend it.
 */
#include "base/arena.h"
#include "base/diag.h"
#include "cmd/command.h"
#include "cmd/load_specs.h"
#include "spec/mend.h"
#include "cmd/options.h"
#include "cmd/severity.h"
#include "front/load.h"

struct check_options {
    const char *format;
    bool suggest;
    bool apply;
};

static void count_fix(void *user, const struct diag_edit *edits)
{
    size_t *count = user;
    (void)edits;
    ++*count;
}

/* Prints or writes what mends the findings, and says behind the summary how many of them that is. `spec` is what the
 * command line names first. */
static void mend_findings(struct command_run *run, const struct check_options *chosen, const char *spec,
                          struct buffer *summary)
{
    struct mending mending = {0};
    const char *done = chosen->apply ? "mended" : "mended by the patch";
    if (!chosen->suggest && !chosen->apply) {
        diags_each_fix(run->program->diags, count_fix, &mending.fixed);
        done = "can be mended: see --suggest";
    } else {
        mending = mend(run->arena, run->program);
    }
    if (chosen->suggest)
        mend_write_patch(run->arena, &mending, &run->out);
    if (chosen->apply && !mend_write_files(run->arena, run->program, &mending, spec, &run->out)) {
        run->status = STATUS_TROUBLE;
        return;
    }
    if (mending.fixed)
        buffer_format(summary, "; %zu of them %s", mending.fixed, done);
    if (mending.left)
        buffer_format(summary, "%s %zu more in another run", mending.fixed ? "," : ";", mending.left);
}

static bool take_options(struct command_run *run, const struct check_options *chosen, const struct operands *operands)
{
    if (chosen->suggest || chosen->apply)
        diags_set_severity(run->program->diags, DIAG_INFERABLE, DIAG_SEVERITY_WARNING);
    int format = chosen->format ? options_choice(run, "--format", chosen->format, diag_format_names) : DIAG_FORMAT_TEXT;
    if (format < 0 || !severity_take_options(run, operands))
        return false;
    if (chosen->suggest && chosen->apply) {
        options_fail(run, "--suggest prints what --apply writes; choose one");
        return false;
    }
    if (format != DIAG_FORMAT_TEXT && (chosen->suggest || chosen->apply)) {
        options_fail(run, "--format %s has standard output for itself, and fixes in it; --%s goes with text alone",
                     chosen->format, chosen->suggest ? "suggest" : "apply");
        return false;
    }
    run->format = (enum diag_format)format;
    return true;
}

static enum status run_check(struct command_run *run)
{
    struct check_options chosen = {0};
    const char *last_severity;
    const struct option options[] = {
        {"format", 0, &chosen.format, NULL},
        {"suggest", 0, NULL, &chosen.suggest},
        {"apply", 0, NULL, &chosen.apply},
        SEVERITY_OPTIONS(last_severity),
    };
    struct operands operands;
    struct buffer summary = {0};
    if (!options_parse(run, options, sizeof options / sizeof *options, &operands) ||
        !take_options(run, &chosen, &operands))
        return run->status;
    bool is_completed = false;
    if (chosen.apply && !load_complete(run, operands.items, operands.count, &is_completed))
        return run->status;
    run->is_shown = chosen.apply;
    chosen.apply = chosen.apply && operands.count && !is_completed; /* a run applies the fixes of one */
    load_specs(run, operands.items, operands.count);
    if (run->status == STATUS_CLEAN && diags_count(run->program->diags))
        run->status = STATUS_FINDINGS; /* warnings are findings too */
    diags_write_summary(run->program->diags, &summary);
    mend_findings(run, &chosen, operands.count ? operands.items[0] : "", &summary);
    if (summary.size)
        run->summary = arena_copy(run->arena, summary.data, summary.size);
    buffer_free(&summary);
    return run->status;
}

const struct command command_check = {
    .name = "check",
    .summary = "report what contradicts itself in specs, and what would mend it",
    .help = "usage: strata check [OPTION...] SPECS...\n"
            "\n"
            "Reads spec files, or every *.strata file below a directory, with all that they use, and\n"
            "reports each contradiction once, with every place that has to do with it, and a line that\n"
            "counts them.\n"
            "\n" SEVERITY_HELP
            "  --format text     what people read, and editors as compiler errors: FILE:LINE:COLUMN:\n"
            "                    SEVERITY: MESSAGE [CODE], the line, notes; to standard error (the default)\n"
            "  --format json     one JSON object a line, to standard output: severity, code, message, file,\n"
            "                    line, column, end_line, end_column, label, notes, help, fix\n"
            "  --format sarif    one SARIF 2.1.0 document, to standard output, with fixes\n"
            "  --suggest         print what would mend the findings, as far as that is certain, as a patch\n"
            "                    for `patch -p1` or `git apply`, run in the same directory above the specs;\n"
            "                    offsets that follow from the rows around are findings then [inferable]\n"
            "  --apply           write that to the specs, to those that are only used as well: to all, or\n"
            "                    none; if a run was killed, the next completes it, by strata-journal there\n"
            "\n"
            "A finding ends in its code, as [overlap]; `strata explain overlap` says what it means, and\n"
            "`allow overlap \"reason\"` on a declaration silences it there. Of options about one check the\n"
            "last one counts. Findings whose fixes meet are mended one a run.\n"
            "\n"
            "Exit status: 0 clean, 1 findings (mended or not), 2 wrong usage or input/output.\n"
            "\n"
            "  strata check specs\n"
            "  strata check -W natural --error all --format sarif specs > findings.sarif\n",
    .run = run_check,
    .warns = true,
};
