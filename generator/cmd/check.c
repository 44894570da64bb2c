/*
 * strata check: reports what is wrong in specs, and the fixes.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "run/against.h"
#include "run/clean.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/summary.h"
#include "spec/mend.h"

struct check_options {
    const char *format;
    const char *against, *cache_line;
    bool summary;
    bool suggest;
    bool apply;
};

static const struct option options[] = {
    {"format", 0, OPTION_WORD(struct check_options, format, diag_format_names), "FORMAT",
     "text: for people, and for editors that read compiler errors: FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE], the "
     "line, notes; to standard error (the default)\n"
     "json: one JSON object a line, to standard output: severity, code, message, file, line, column, end_line, "
     "end_column, label, notes, help, fix\n"
     "sarif: one SARIF 2.1.0 document, to standard output, with fixes; as text, at most a thousand errors and "
     "warnings are shown each, else all"},
    {"against", 0, OPTION_SPECS(struct check_options, against), "SPECS",
     "compare with the builds that SPECS attest, such as those of specs/ntoskrnl: each offset, bit and size that a "
     "build contradicts is a finding [contradiction], and a table says for each spec how many there are"},
    {"cache-line", 0, OPTION_TEXT(struct check_options, cache_line), "N",
     "bytes of a cache line, 64 without this option, 0 for none: a gap in the structure of a document, or at its "
     "end, that ends with a line is no finding"},
    {"summary", 0, OPTION_FLAG(struct check_options, summary), NULL,
     "print the findings by code and cause, with counts, instead of each"},
    {"suggest", 0, OPTION_FLAG(struct check_options, suggest), NULL,
     "print certain fixes as a patch; apply it with `patch -p1` or `git apply` in the same directory above the "
     "specs; also reports offsets that follow from the rows around them [inferable]"},
    {"apply", 0, OPTION_APPLY(struct check_options, apply), NULL,
     "apply the fixes in place, also in files reached through `use`: all or none; if the run is killed, the next "
     "one completes it"},
    SEVERITY_OPTIONS,
    {0},
};

static void count_fix(void *user, const struct diag_edit *edits)
{
    size_t *count = user;
    (void)edits;
    ++*count;
}

/* Prints the fixes, or applies them, and adds their number to the summary. `spec` is the first operand. */
static void mend_findings(struct command_run *run, const struct check_options *chosen, const char *spec,
                          struct buffer *summary)
{
    struct mending mending = {0};
    const char *done = chosen->apply ? "fixed" : "fixed by the patch";
    if (!chosen->suggest && !chosen->apply) {
        diags_each_fix(run->program->diags, count_fix, &mending.fixed);
        done = "can be fixed: see --suggest";
    } else {
        mending = mend(run->arena, run->program);
    }
    if (chosen->suggest)
        mend_write_patch(run->arena, &mending, &run->out);
    if (chosen->apply && !mend_write_files(run->arena, run->program, &mending, spec, &run->notes)) {
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
    if (format < 0 || !options_take_severities(run, operands))
        return false;
    uint64_t line = 64;
    char *end = NULL;
    if (chosen->cache_line)
        line = strtoull(chosen->cache_line, &end, 0);
    if (line > 4096 || (line & (line - 1)) || (end && (*end || end == chosen->cache_line))) {
        options_fail(run, "--cache-line needs a power of two up to 4096, or 0, and not '%s'", chosen->cache_line);
        return false;
    }
    run->program->cache_line = (unsigned)line;
    if (chosen->suggest && chosen->apply) {
        options_fail(run, "--suggest prints what --apply writes; choose one");
        return false;
    }
    if (chosen->summary && (format != DIAG_FORMAT_TEXT || chosen->suggest)) {
        options_fail(run, "--summary prints a table to standard output; it excludes --suggest and other formats");
        return false;
    }
    if (format != DIAG_FORMAT_TEXT && (chosen->suggest || chosen->apply)) {
        options_fail(run, "--format %s uses standard output and contains the fixes; --%s needs --format text",
                     chosen->format, chosen->suggest ? "suggest" : "apply");
        return false;
    }
    run->format = (enum diag_format)format;
    if (format != DIAG_FORMAT_TEXT || chosen->summary)
        diags_keep_all(run->program->diags);
    return true;
}

static enum status check_specs(struct command_run *run, struct check_options chosen, struct operands operands)
{
    struct buffer summary = {0};
    bool is_completed = false;
    if (chosen.apply && !load_are_files(run, "--apply", operands.items, operands.count))
        return run->status;
    if (chosen.apply && !load_complete(run, operands.items, operands.count, &is_completed))
        return run->status;
    /* if this run has completed the changes of a killed run, it makes no changes of its own */
    chosen.apply = chosen.apply && operands.count && !is_completed;
    const struct model *model = NULL;
    if (chosen.against)
        model = load_specs_checked(run, operands.items, operands.count);
    else
        load_and_check(run, operands.items, operands.count);
    bool has_table = run->format == DIAG_FORMAT_TEXT && !chosen.suggest;
    if (model && !against_report(run, model, chosen.against, has_table ? &run->out : NULL))
        return run->status;
    if (run->status == STATUS_CLEAN && diags_count(run->program->diags))
        run->status = STATUS_FINDINGS; /* warnings set the exit status, too */
    if (!diags_has(run->program->diags, DIAG_USAGE))
        diags_write_summary(run->program->diags, &summary);
    mend_findings(run, &chosen, operands.count ? operands.items[0] : "", &summary);
    if (chosen.summary) {
        summary_write(run, &run->out);
        run->is_summed = true;
    }
    if (summary.size)
        run->summary = buffer_take(&summary, run->arena);
    return run->status;
}

static enum status run_check(struct command_run *run)
{
    struct check_options chosen = {0};
    struct operands operands;
    if (!options_parse(run, &chosen, &operands) || !take_options(run, &chosen, &operands))
        return run->status;
    const bool is_silent = run->format == DIAG_FORMAT_TEXT && !run->common.is_verbose && !chosen.suggest &&
                           !chosen.apply && !chosen.against && !chosen.summary;
    struct clean *clean = is_silent ? clean_find(run, &operands) : NULL;
    if (clean && clean_is_known(clean))
        return STATUS_CLEAN;
    if (clean)
        clean_begin(clean);
    const enum status status = check_specs(run, chosen, operands);
    if (clean)
        clean_end(clean, status == STATUS_CLEAN && !run->summary && !run->out.size && !run->notes.size);
    return status;
}

const struct command command_check = {
    .name = "check",
    .summary = "report contradictions in specs, and fixes for them",
    .help = "usage: strata check [OPTION...] SPECS...\n"
            "\n"
            "Reads spec files, or every *.strata file below a directory, and the files that they use.\n"
            "Reports each contradiction once, with all positions that are part of it, and the number of\n"
            "findings.\n"
            "\n" HELP_OPTIONS
            "\n"
            "A finding ends in its code, such as [overlap]. `strata explain overlap` explains it, and\n"
            "`allow overlap \"reason\"` on a declaration silences it there. If several options are about one\n"
            "check, the last one counts. If fixes overlap, each run applies one of them.\n"
            "\n"
            "A check of a directory that finds nothing is remembered below $XDG_CACHE_HOME/strata or\n"
            "~/.cache/strata, until one of the files changes. STRATA_CACHE=no in the environment leaves that\n"
            "out; what is there may be removed at any time.\n"
            "\n"
            "Exit status: 0 clean, 1 findings (fixed or not), 2 wrong usage or input/output.\n"
            "\n"
            "  strata check \"$(strata --print-specs-dir)/etw\"\n"
            "  strata check -W natural --error all --format sarif mine > findings.sarif\n",
    .run = run_check,
    .options = options,
    .operands = TAKES_SPECS,
    .warns = true,
    .remembers = true,
};
