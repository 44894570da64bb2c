#include "edges/output_names.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "front/load.h"

/* The directory that was asked for, as each of its files knows it; 0 when they do not agree or some file lies
 * elsewhere. */
static size_t requested_length(const struct program *program)
{
    size_t length = 0;
    bool found = false;
    for (size_t i = 0; i < program->file_count; i++) {
        const struct program_file *file = &program->files[i];
        size_t path = strlen(file->path), name = strlen(file->name);
        if (!file->requested)
            continue;
        if (found && path - name != length)
            return 0;
        length = path - name;
        found = true;
    }
    for (size_t i = 0; i < program->file_count; i++)
        if (strncmp(program->files[i].path, program->files[0].path, length) != 0)
            return 0;
    return length;
}

/* The deepest directory that holds all files. */
static size_t common_length(const struct program *program)
{
    size_t length = SIZE_MAX;
    for (size_t i = 0; i < program->file_count; i++) {
        size_t common = path_common_length(program->files[i].path, program->files[0].path);
        length = common < length ? common : length;
    }
    return length;
}

const char *const *output_names_new(struct arena *arena, const struct program *program)
{
    static const char suffix[] = ".strata";
    const char **names = ARENA_ARRAY(arena, const char *, program->file_count);
    size_t length = program->file_count ? requested_length(program) : 0;
    if (!length && program->file_count)
        length = common_length(program);
    for (size_t i = 0; i < program->file_count; i++) {
        const char *path = program->files[i].path + length;
        size_t size = strlen(path), ending = sizeof suffix - 1;
        if (size > ending && !strcmp(path + size - ending, suffix))
            size -= ending;
        names[i] = arena_copy(arena, path, size);
    }
    return names;
}
