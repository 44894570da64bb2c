/*
 * strata fmt: specs in their canonical form.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "edges/command.h"
#include "edges/format.h"
#include "edges/options.h"
#include "front/load.h"

struct fmt_run {
    struct command_run *run;
    bool check;
    size_t unread; /* files that could not be read or written */
    struct buffer text;
};

static void fail(struct fmt_run *fmt, enum diag_code code, const char *what, const char *path, const char *error)
{
    diag_report(fmt->run->program->diags, code, (struct span){0, 0}, "cannot %s '%s': %s", what, path, error);
    fmt->unread++;
}

static bool is_same(const struct source *source, const struct buffer *text)
{
    return source->size == text->size && (!text->size || !memcmp(source->text, text->data, text->size));
}

/* Shows the first line that would change. */
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
                "strata fmt would write this line otherwise");
}

static void write_file(struct fmt_run *fmt, const char *path)
{
    const char *temporary, *error;
    if (!file_write_beside(fmt->run->arena, path, fmt->text.data, fmt->text.size, &temporary, &error)) {
        fail(fmt, DIAG_WRITE, "write", path, error);
    } else if (!file_replace(fmt->run->arena, temporary, path, &error)) {
        file_remove(temporary);
        fail(fmt, DIAG_WRITE, "write", path, error);
    } else {
        buffer_format(&fmt->run->out, "%s: written\n", path);
    }
}

/* Brings a text into `fmt->text`; NULL when it is none, which is reported. */
static const struct source *format_text(struct fmt_run *fmt, const char *path, const char *text, size_t size)
{
    struct program *program = fmt->run->program;
    const struct source *source = source_add(program->sources, path, text, size);
    buffer_clear(&fmt->text);
    if (!source)
        diag_report(program->diags, DIAG_LIMIT, (struct span){0, 0},
                    "the specs of one run have at most 4 GiB together");
    return source && format_source(program, source, &fmt->text) ? source : NULL;
}

static void format_file(struct fmt_run *fmt, const char *path)
{
    const char *text, *error;
    size_t size;
    if (!file_read(fmt->run->arena, path, &text, &size, &error)) {
        fail(fmt, DIAG_READ, "read", path, error);
        return;
    }
    const struct source *source = format_text(fmt, path, text, size);
    if (!source || is_same(source, &fmt->text))
        return;
    if (fmt->check)
        report_difference(fmt, source);
    else
        write_file(fmt, path);
}

/* Standard input to standard output. */
static void format_input(struct fmt_run *fmt)
{
    const char *text, *error;
    size_t size;
    if (!file_read_input(fmt->run->arena, &text, &size, &error)) {
        fail(fmt, DIAG_READ, "read", "-", error);
        return;
    }
    const struct source *source = format_text(fmt, "standard input", text, size);
    if (source && !fmt->check)
        buffer_add(&fmt->run->out, fmt->text.data, fmt->text.size);
    else if (source && !is_same(source, &fmt->text))
        report_difference(fmt, source);
}

static void format_path(struct fmt_run *fmt, const char *path)
{
    const char *const *paths, *error;
    size_t count;
    if (!strcmp(path, "-")) {
        format_input(fmt);
    } else if (file_kind(path) != FILE_DIRECTORY) {
        format_file(fmt, path);
    } else if (!file_search(fmt->run->arena, path, ".strata", &paths, &count, &error)) {
        fail(fmt, DIAG_READ, "read", path, error);
    } else if (!count) {
        diag_report(fmt->run->program->diags, DIAG_READ, (struct span){0, 0}, "no *.strata below '%s'", path);
        fmt->unread++;
    } else {
        for (size_t i = 0; i < count; i++)
            format_file(fmt, paths[i]);
    }
}

static enum status run_fmt(struct command_run *run)
{
    struct fmt_run fmt = {.run = run};
    const struct option options[] = {{"check", 0, NULL, &fmt.check}};
    struct operands specs;
    if (!options_parse(run, options, sizeof options / sizeof *options, &specs))
        return run->status;
    if (!specs.count)
        return options_fail(run, "strata fmt needs spec files, directories that hold some, or - for standard input");
    for (size_t i = 0; i < specs.count; i++)
        format_path(&fmt, specs.items[i]);
    buffer_free(&fmt.text);
    if (fmt.unread)
        return STATUS_TROUBLE;
    return diags_error_count(run->program->diags) ? STATUS_FINDINGS : STATUS_CLEAN;
}

const struct command command_fmt = {
    .name = "fmt",
    .summary = "write specs in their canonical form",
    .help = "usage: strata fmt [OPTION...] SPECS...\n"
            "       strata fmt -\n"
            "\n"
            "Rewrites spec files in place: a declaration a row, its clauses in the columns of a table, in\n"
            "lines of at most 120 characters. Comments stay, and blank lines, one of several; what a spec\n"
            "means stays the same. Files that would not change are not touched, those with syntax errors\n"
            "neither; those that are only used, by `use`, are left alone.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata.\n"
            "\n"
            "  --check   write nothing; report each file that would change, exit 1\n"
            "  -         read standard input, write to standard output\n"
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata fmt specs\n",
    .run = run_fmt,
};
