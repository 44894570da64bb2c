#include "run/command.h"

#include <stdarg.h>
#include <string.h>

#include "base/changes.h"
#include "base/file.h"
#include "front/load.h"

bool command_is_standard(const char *path)
{
    return !strcmp(path, "-");
}

const char *command_name_input(const struct command_run *run, const char *path)
{
    if (!command_is_standard(path))
        return path;
    return run->common.input ? run->common.input : "standard input";
}

bool command_take_input(struct command_run *run)
{
    if (run->has_read_input) {
        diag_report(run->program->diags, DIAG_USAGE, (struct span){0, 0},
                    "two files are '-', but standard input can be read once");
        run->status = STATUS_TROUBLE;
        return false;
    }
    return run->has_read_input = true;
}

bool command_read_file(struct command_run *run, const char *path, const char **text, size_t *size)
{
    const char *error;
    bool is_standard = command_is_standard(path);
    if (is_standard && !command_take_input(run))
        return false;
    if (is_standard ? file_read_input(run->arena, text, size, &error)
                    : file_read(run->arena, path, text, size, &error)) {
        command_detail(run, "read '%s'", command_name_input(run, path));
        return true;
    }
    program_report_unread(run->program, command_name_input(run, path), (struct span){0, 0}, error);
    run->status = STATUS_TROUBLE;
    return false;
}

const struct source *command_read_source(struct command_run *run, const char *path)
{
    const char *text;
    size_t size;
    if (!command_read_file(run, path, &text, &size))
        return NULL;
    const struct source *source =
        program_add_source(run->program, command_name_input(run, path), (struct span){0, 0}, text, size);
    if (!source)
        run->status = STATUS_TROUBLE;
    return source;
}

enum status command_fail(struct command_run *run)
{
    const struct diags *diags = run->program->diags;
    bool is_trouble = diags_has(diags, DIAG_WRITE) || diags_has(diags, DIAG_USAGE);
    return run->status = is_trouble ? STATUS_TROUBLE : STATUS_FINDINGS;
}

bool command_fail_write(struct command_run *run, const char *path, const char *error)
{
    diag_report(run->program->diags, DIAG_WRITE, (struct span){0, 0}, "cannot write '%s': %s", path, error);
    run->status = STATUS_TROUBLE;
    return false;
}

bool command_write_file(struct command_run *run, const char *path, const struct buffer *text)
{
    struct changes *changes = changes_new(run->arena);
    struct changes_failure failure;
    const char *error;
    if (!changes_add_output(changes, path, text->data, text->size, &error)) {
        changes_abandon(changes);
        return command_fail_write(run, path, error);
    }
    return changes_commit(changes, &failure) || command_fail_write(run, path, failure.error);
}

void command_report_output(struct command_run *run, const char *path, bool is_changed)
{
    if (file_kind(path) != FILE_STREAM)
        buffer_format(&run->notes, "%s: %s\n", path, is_changed ? "written" : "up to date");
}

void command_detail(struct command_run *run, const char *format, ...)
{
    va_list arguments;
    if (!run->common.is_verbose)
        return;
    va_start(arguments, format);
    buffer_add_text(&run->details, "strata: ");
    buffer_format_list(&run->details, format, arguments);
    buffer_add_char(&run->details, '\n');
    va_end(arguments);
}

bool command_has_terminal(const struct command_run *run, int descriptor)
{
    const char *name = file_environment(run->arena, "TERM");
    return !(name && !strcmp(name, "dumb")) && file_is_terminal(descriptor);
}

bool command_has_color(const struct command_run *run, int descriptor)
{
    const char *color = run->common.color;
    if (color && strcmp(color, "auto") != 0)
        return !strcmp(color, "always");
    return !file_environment(run->arena, "NO_COLOR") && command_has_terminal(run, descriptor);
}
