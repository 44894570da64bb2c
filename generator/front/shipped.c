#include "front/shipped.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"

/* True if a directory holds the shipped specs, not just any directory called `specs`. */
static bool has_specs(struct arena *arena, const char *directory)
{
    return file_kind(arena_format(arena, "%s/nt/nt.strata", directory)) == FILE_REGULAR;
}

/* Searches the directory of the program and the directories above it for the specs of the checkout in which the program
 * was built. */
static const char *find_above(struct arena *arena, const char *program)
{
    const char *last = NULL, *specs = path_beside(arena, file_path_rules, program, "specs");
    while (!has_specs(arena, specs)) {
        if (last && !strcmp(last, specs))
            return NULL;
        last = specs;
        specs = path_beside(arena, file_path_rules, specs, "../specs");
    }
    return specs;
}

const char *shipped_find_specs(struct arena *arena, const char *argument)
{
    const char *chosen = file_environment(arena, "STRATA_SPECS");
    if (chosen)
        return path_normalise(arena, file_path_rules, chosen);
    const char *program = file_program(arena, argument);
    if (!program)
        return NULL;
    const char *specs = path_beside(arena, file_path_rules, program, "../share/strata/specs");
    if (!has_specs(arena, specs))
        specs = find_above(arena, program);
    return specs ? file_path_here(arena, specs) : NULL;
}

const char *shipped_find_templates(struct arena *arena, const char *specs)
{
    static const char *const places[] = {"templates", "generator/templates/shipped"};
    specs = specs ? path_normalise(arena, file_path_rules, specs) : NULL;
    for (size_t i = 0; specs && i < sizeof places / sizeof *places; i++) {
        const char *directory = path_beside(arena, file_path_rules, specs, places[i]);
        if (file_kind(directory) == FILE_DIRECTORY)
            return directory;
    }
    return NULL;
}
