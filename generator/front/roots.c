#include "front/roots.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "front/load.h"

/* Adds a root after all others, unless the program has it. */
static void add_root(struct program *program, const char *path, bool is_searched)
{
    struct program_root **end = &program->roots;
    path = intern_text(program->intern, path_normalise(program->arena, file_path_rules, path));
    for (; *end; end = &(*end)->next)
        if ((*end)->path == path && (*end)->is_searched >= is_searched)
            return;
    *end = ARENA_NEW(program->arena, struct program_root);
    **end = (struct program_root){NULL, path, file_real(program->arena, path), is_searched};
}

/* Returns the directory of a file. */
static const char *directory_of(const struct program *program, const char *path)
{
    size_t size = (size_t)(path_name(file_path_rules, path) - path);
    return size ? path_normalise(program->arena, file_path_rules, arena_copy(program->arena, path, size)) : ".";
}

void program_add_root(struct program *program, const char *path)
{
    add_root(program, path, true);
}

void program_add_operand(struct program *program, const char *path)
{
    if (file_kind(path) == FILE_DIRECTORY) {
        add_root(program, path, false);
        return;
    }
    add_root(program, directory_of(program, path), false);
    if (file_is_link(path))
        add_root(program, path, false);
}

static bool is_spec(const char *path)
{
    static const char suffix[] = ".strata";
    size_t size = strlen(path), end = strlen(suffix);
    return size >= end && !strcmp(path + size - end, suffix);
}

/* True if a path with all links followed lies below a root. */
static bool is_within(struct program *program, const char *real)
{
    if (!program->shipped_real && program->shipped)
        program->shipped_real = file_real(program->arena, program->shipped);
    bool is_within = program->shipped_real && path_is_within(program->shipped_real, real);
    for (const struct program_root *root = program->roots; root && !is_within; root = root->next)
        is_within = root->real && path_is_within(root->real, real);
    return is_within;
}

bool program_reaches(struct program *program, const char *path, struct program_refusal *why)
{
    const char *real = file_real(program->arena, path), *directory = directory_of(program, path);
    *why = (struct program_refusal){0};
    if (!real)
        why->reason = "its links form a circle, or it cannot be searched for";
    else if (!is_spec(path))
        why->reason = "its name does not end in .strata";
    else if (!is_spec(real))
        why->reason = arena_format(program->arena, "it leads to '%s', whose name does not end in .strata",
                                   file_path_here(program->arena, real));
    else if (!is_within(program, real))
        why->directory = directory;
    if (!why->directory)
        return !why->reason;
    why->reason = "it lies outside of the directories of this run";
    const char *real_directory = file_real(program->arena, directory);
    /* If the directory is within a root but the file is not, the file is a link. */
    if (real_directory && is_within(program, real_directory)) {
        why->reason = arena_format(program->arena, "it leads to '%s', outside of the directories of this run",
                                   file_path_here(program->arena, real));
        why->directory = file_path_here(program->arena, directory_of(program, real));
    }
    return false;
}
