#include "render/names.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "front/load.h"

/* True if a name can be part of an identifier unchanged: letters and digits, with single underscores between them. */
static bool is_in_c(const char *name)
{
    char before = '_';
    for (; *name; before = *name++)
        if (!ascii_is_letter(*name) && !ascii_is_digit(*name) && (*name != '_' || before == '_'))
            return false;
    return before != '_';
}

const char *names_in_c(struct arena *arena, const char *name)
{
    while (*name == '_')
        name++;
    if (is_in_c(name))
        return name;
    char *copy = arena_copy(arena, *name ? name : "x", strlen(*name ? name : "x")), *end = copy;
    for (const char *c = copy; *c; c++) {
        if (ascii_is_letter(*c) || ascii_is_digit(*c))
            *end++ = *c;
        else if (end > copy && end[-1] != '_')
            *end++ = '_';
    }
    while (end > copy && end[-1] == '_')
        end--;
    if (end == copy) /* no character of the name is valid in C; a file still needs a name */
        *end++ = 'x';
    *end = '\0';
    return copy;
}

const char *names_to_capitals(struct arena *arena, const char *text)
{
    char *copy = arena_copy(arena, text, strlen(text));
    for (char *p = copy; *p; p++)
        *p = ascii_upper(*p);
    return copy;
}

const char *names_in_capitals(struct arena *arena, const char *name)
{
    return names_to_capitals(arena, names_in_c(arena, name));
}

/* ---- Paths of headers */

/* Returns the paths of all files. If some files without a name have absolute paths and others relative ones, makes all
 * paths absolute. */
static const char *const *find_paths(struct arena *arena, const struct program *program, const char *const *names)
{
    const char **paths = ARENA_ARRAY(arena, const char *, program->file_count);
    const char *here = path_join(arena, file_path_rules, file_directory(arena), "x");
    bool has_absolute = false, has_relative = false;
    for (size_t i = 0; i < program->file_count; i++) {
        bool is_absolute = path_root_length(file_path_rules, program->files[i].path);
        paths[i] = program->files[i].path;
        has_absolute |= !names[i] && is_absolute;
        has_relative |= !names[i] && !is_absolute;
    }
    for (size_t i = 0; i < program->file_count && has_absolute && has_relative; i++)
        paths[i] = path_beside(arena, file_path_rules, here, paths[i]);
    return paths;
}

/* Returns the length of the path of the directory that the user requested; 0 if the requested files come from several
 * directories. Leaves out files that have a name already. */
static size_t requested_length(const struct program *program, const char *const *names, const char *const *paths)
{
    size_t length = 0;
    bool found = false;
    for (size_t i = 0; i < program->file_count; i++) {
        const struct program_file *file = &program->files[i];
        size_t path = strlen(paths[i]), name = strlen(file->name);
        if (!file->requested || names[i])
            continue;
        if (name > path || strcmp(paths[i] + path - name, file->name) != 0 || (found && path - name != length))
            return 0;
        length = path - name;
        found = true;
    }
    return length;
}

/* Returns the length of the deepest directory that holds all files without a name. */
static size_t common_length(const struct program *program, const char *const *names, const char *const *paths)
{
    const char *first = NULL;
    size_t length = SIZE_MAX;
    for (size_t i = 0; i < program->file_count; i++) {
        if (names[i])
            continue;
        first = first ? first : paths[i];
        size_t common = path_common_length(paths[i], first);
        length = common < length ? common : length;
    }
    return length;
}

/* True if a name is a device of Windows. Devices exist in every directory, with any ending. */
static bool is_device(const char *name)
{
    static const char *const devices[] = {"CON", "PRN", "AUX", "NUL"}, *const numbered[] = {"COM", "LPT"};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (!strcmp(name, devices[i]))
            return true;
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
        if (!strncmp(name, numbered[i], 3) && name[3] >= '1' && name[3] <= '9' && !name[4])
            return true;
    return false;
}

enum { KIND_COUNT = 4, ATTEMPTS_MOST = 1000 };

/* Takes the names of a file's headers. Returns false if one of them clashes with another one: on any system, in any
 * case, or by the macro of its include guard. */
static bool take_name(const struct program *program, struct map *taken, const char *name, size_t file)
{
    static const char *const kinds[KIND_COUNT] = {"", "_assert", "_print", "_identity"};
    const char *keys[KIND_COUNT];
    struct arena *arena = program->arena;
    const char *last = path_name(&path_posix, name);
    if (is_device(names_in_capitals(arena, arena_copy(arena, last, strcspn(last, ".")))))
        return false;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        const char *text = names_in_capitals(arena, arena_format(arena, "%s%s", name, kinds[i]));
        keys[i] = intern_text(program->intern, text);
        if (map_get(taken, keys[i]))
            return false;
    }
    for (size_t i = 0; i < KIND_COUNT; i++)
        map_set(taken, keys[i], &program->files[file]);
    return true;
}

/* Returns a free name: the name itself, or NAME_2 and so on. */
static const char *find_name(const struct program *program, struct map *taken, const char *plain, size_t file)
{
    uint32_t base = program->files[file].ast->source->base;
    const char *name = plain;
    for (unsigned i = 2; !take_name(program, taken, name, file) && i < ATTEMPTS_MOST; i++)
        name = arena_format(program->arena, "%s_%u", plain, i);
    if (name != plain)
        diag_report(program->diags, DIAG_RENAMED, (struct span){base, base},
                    "the header name '%s' clashes with another spec's or with a device of Windows; it becomes "
                    "'%s'", plain, name);
    return name;
}

const char *const *output_names_new(struct arena *arena, const struct program *program)
{
    static const char suffix[] = ".strata";
    const char **names = ARENA_ARRAY(arena, const char *, program->file_count);
    struct map *taken = map_new(arena);
    for (size_t i = 0; i < program->file_count; i++)
        names[i] = program->files[i].known;
    const char *const *paths = find_paths(arena, program, names);
    size_t requested = requested_length(program, names, paths), common = common_length(program, names, paths);
    size_t length = requested && requested <= common ? requested : common;
    for (size_t i = 0; i < program->file_count; i++) {
        const char *path = names[i] ? names[i] : paths[i] + length;
        size_t size = strlen(path), ending = sizeof suffix - 1;
        if (size > ending && !strcmp(path + size - ending, suffix))
            size -= ending;
        names[i] = find_name(program, taken, arena_copy(arena, path, size), i);
    }
    return names;
}
