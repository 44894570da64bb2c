/*
 * strata fmt: writes specs in their canonical form.
 */
#include <string.h>

#include "base/arena.h"
#include "base/changes.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "front/load.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "spec/format.h"

struct fmt_options {
    bool check;
};

static const struct option options[] = {
    {"check", 0, OPTION_CHECK(struct fmt_options, check), NULL,
     "write nothing; report each file that would change, exit 1"},
    {0},
};

struct fmt_run {
    struct command_run *run;
    struct fmt_options chosen;
    struct buffer text;
    struct changes *changes;
    struct buffer written; /* list of paths */
    struct map *known;     /* set of normalised paths that were seen */
};

static bool is_same(const struct source *source, const struct buffer *text)
{
    return source->size == text->size && (!text->size || !memcmp(source->text, text->data, text->size));
}

/* Reports the first line that would change. */
static void report_difference(struct fmt_run *fmt, const struct source *source)
{
    const char *text = source->text;
    size_t same = 0, begin, end;
    while (same < source->size && same < fmt->text.size && text[same] == fmt->text.data[same])
        same++;
    for (begin = same; begin > 0 && text[begin - 1] != '\n'; begin--)
        continue;
    for (end = begin; end < source->size && text[end] != '\n' && text[end] != '\r'; end++)
        continue;
    while (begin < end && (text[begin] == ' ' || text[begin] == '\t'))
        begin++;
    diag_report(fmt->run->program->diags, DIAG_STALE,
                (struct span){source->base + (uint32_t)begin, source->base + (uint32_t)end},
                "strata fmt writes this line differently");
}

/* True if a file was given before, by itself or in a directory. */
static bool is_known(struct fmt_run *fmt, const char *path)
{
    struct command_run *run = fmt->run;
    const char *name = intern_text(run->program->intern, path_normalise(run->arena, file_path_rules, path));
    bool known = map_get(fmt->known, name);
    map_set(fmt->known, name, fmt);
    return known;
}

/* Formats a file in place. Standard input is formatted to standard output. */
static void format_file(struct fmt_run *fmt, const char *path)
{
    struct command_run *run = fmt->run;
    const struct source *source = command_read_source(run, path);
    buffer_clear(&fmt->text);
    if (!source || !format_source(run->program, source, &fmt->text))
        return;
    bool same = is_same(source, &fmt->text);
    if (fmt->chosen.check && !same)
        report_difference(fmt, source);
    else if (!fmt->chosen.check && command_is_standard(path))
        buffer_add(&run->out, fmt->text.data, fmt->text.size);
    else if (!fmt->chosen.check) {
        /* Add the canonical form of a file to the output, unless it is the `same` as the file. All files are put in
         * place at the end. */
        const char *error;
        changes_sweep(fmt->changes, path);
        if (same)
            return;
        if (changes_add(fmt->changes, path, fmt->text.data, fmt->text.size, &error))
            buffer_add(&fmt->written, &path, sizeof path);
        else
            command_fail_write(fmt->run, path, error);
    }
}

static void format_path(struct fmt_run *fmt, const char *path)
{
    struct command_run *run = fmt->run;
    const char *const *paths;
    size_t count;
    if (command_is_standard(path)) {
        format_file(fmt, path);
        return;
    }
    if (!program_find_specs(run->program, path, &paths, &count)) {
        run->status = STATUS_TROUBLE;
        return;
    }
    for (const struct program_root *root = run->program->roots; root; root = root->next)
        changes_add_root(fmt->changes, root->path);
    for (size_t i = 0; i < count; i++)
        if (!is_known(fmt, paths[i]))
            format_file(fmt, paths[i]);
}

static enum status run_fmt(struct command_run *run)
{
    struct fmt_run fmt = {.run = run, .changes = changes_new(run->arena), .known = map_new(run->arena)};
    struct operands specs;
    if (!options_parse(run, &fmt.chosen, &specs))
        return run->status;
    if (!specs.count)
        return options_fail(run, "strata fmt needs spec files, directories with spec files, or - for standard input");
    if ((!fmt.chosen.check && !load_lock(run, specs.items, specs.count)) ||
        !load_is_whole(run, specs.items, specs.count))
        return run->status;
    for (size_t i = 0; i < specs.count; i++)
        format_path(&fmt, specs.items[i]);
    /* Put all files in place that could be read and that may be written. */
    struct changes_failure failure;
    const char *const *paths = (const void *)fmt.written.data;
    if (!changes_commit(fmt.changes, &failure))
        command_fail_write(fmt.run, failure.path, failure.error);
    else
        for (size_t i = 0; i < fmt.written.size / sizeof *paths; i++)
            buffer_format(&fmt.run->notes, "%s: written\n", paths[i]);
    buffer_free(&fmt.written);
    buffer_free(&fmt.text);
    if (run->status == STATUS_TROUBLE)
        return STATUS_TROUBLE;
    return diags_error_count(run->program->diags) ? STATUS_FINDINGS : STATUS_CLEAN;
}

const struct command command_fmt = {
    .name = "fmt",
    .summary = "write specs in their canonical form",
    .help = "usage: strata fmt [OPTION...] SPECS...\n"
            "       strata fmt -\n"
            "\n"
            "Rewrites spec files in place: one row for each declaration, its clauses in the columns of a\n"
            "table, in lines of at most 120 characters; only the declaration of a member may be longer. Keeps\n"
            "comments, and one of several blank lines. The meaning of a spec stays the same. Files that are\n"
            "in this form already, files with syntax errors, and files that are only reached through `use`\n"
            "are not touched.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata; '-' is standard input,\n"
            "which is written to standard output.\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata fmt mine\n",
    .run = run_fmt,
    .options = options,
    .operands = TAKES_SPECS,
    .edits = true,
};
