#include "edges/command.h"

#include <string.h>

#include "base/file.h"
#include "front/load.h"

static bool fail(struct command_run *run, enum diag_code code, const char *what, const char *path, const char *error)
{
    diag_report(run->program->diags, code, (struct span){0, 0}, "cannot %s '%s': %s", what, path, error);
    run->status = STATUS_TROUBLE;
    return false;
}

bool command_read_file(struct command_run *run, const char *path, const char **text, size_t *size)
{
    const char *error;
    bool is_read = strcmp(path, "-") ? file_read(run->arena, path, text, size, &error)
                                     : file_read_input(run->arena, text, size, &error);
    return is_read || fail(run, DIAG_READ, "read", path, error);
}

const struct source *command_read_source(struct command_run *run, const char *path)
{
    const char *text;
    size_t size;
    if (!command_read_file(run, path, &text, &size))
        return NULL;
    const struct source *source =
        source_add(run->program->sources, strcmp(path, "-") ? path : "standard input", text, size);
    if (!source)
        fail(run, DIAG_LIMIT, "read", path, "the files of one run have at most 4 GiB together");
    return source;
}

bool command_write_file(struct command_run *run, const char *path, const struct buffer *text)
{
    const char *temporary, *error;
    if (!file_write_beside(run->arena, path, text->data, text->size, &temporary, &error))
        return fail(run, DIAG_WRITE, "write", path, error);
    if (file_replace(run->arena, temporary, path, &error))
        return true;
    file_remove(temporary);
    return fail(run, DIAG_WRITE, "write", path, error);
}
