#include "run/clean.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "base/path.h"
#include "front/load.h"
#include "run/command.h"
#include "run/options.h"

/* A check that looks at fewer paths than PATHS_LEAST is not remembered. There are SLOTS files, one for each hash of a
 * run's words modulo SLOTS. A file counts as settled after SETTLED_AFTER, because a file system may count times in
 * steps of two seconds. */
enum { PATHS_LEAST = 256, SLOTS = 32, SETTLED_AFTER = 3 /* seconds */ };

/* The last line shows that the file is whole: without it, a file that is cut behind a path would be believed. */
static const char first_line[] = "strata clean 1\n", last_line[] = "end\n";

struct clean {
    struct arena *arena;
    uint64_t begun;      /* time at which the run began (file_time) */
    const char *file;    /* path of the file with the remembered check */
    struct buffer words; /* first part of that file: everything except files that the result depends on */
    struct intern *names;
    struct map *noted;   /* names of paths that are in `paths` */
    struct buffer paths; /* paths without duplicates, as const char * */
};

const char *clean_directory(struct command_run *run, const struct operands *operands)
{
    const char *directory = file_cache_directory(run->arena), *error;
    const char *wish = file_environment(run->arena, "STRATA_CACHE");
    bool has_directory = false;
    if (wish && !strcmp(wish, "no"))
        return NULL;
    for (size_t i = 0; i < operands->count; i++) {
        if (command_is_standard(operands->items[i]))
            return NULL;
        has_directory |= file_kind(operands->items[i]) == FILE_DIRECTORY;
    }
    return directory && has_directory && file_make_private_path(run->arena, directory, &error) ? directory : NULL;
}

static void note_path(void *user, const char *path)
{
    struct clean *clean = user;
    const char *name = intern_text(clean->names, path);
    if (map_get(clean->noted, name))
        return;
    map_set(clean->noted, name, clean);
    buffer_add(&clean->paths, &name, sizeof name);
}

struct clean *clean_find(struct command_run *run, const struct operands *operands)
{
    struct arena *arena = run->arena;
    const char *directory = clean_directory(run, operands), *program = file_program(arena, NULL);
    if (!directory || !program)
        return NULL;
    struct clean *clean = ARENA_NEW(arena, struct clean);
    *clean = (struct clean){.arena = arena, .begun = file_time(), .names = intern_new(arena), .noted = map_new(arena)};
    buffer_add_text(&clean->words, first_line);
    buffer_format(&clean->words, "%s\n%s\n%s\n", program, file_directory(arena),
                  run->program->shipped ? run->program->shipped : "");
    for (int i = 0; i < run->argc; i++)
        buffer_format(&clean->words, "%zu %s\n", strlen(run->argv[i]), run->argv[i]);
    buffer_add_char(&clean->words, '\0');
    uint32_t hash = hash_add(HASH_NOTHING, clean->words.data, clean->words.size);
    clean->file = arena_format(arena, "%s/check-%02u", directory, (unsigned)(hash % SLOTS));
    note_path(clean, program);
    return clean;
}

bool clean_is_known(const struct clean *clean)
{
    const char *text, *error;
    size_t size, last = sizeof last_line - 1;
    if (!file_is_private(clean->file, FILE_REGULAR) ||
        !file_read_regular(clean->arena, clean->file, &text, &size, &error) || size < clean->words.size + last ||
        memcmp(text, clean->words.data, clean->words.size) != 0)
        return false;
    const char *at = text + clean->words.size, *end = text + size - last;
    if (memcmp(end, last_line, last) != 0)
        return false;
    while (at < end) {
        struct file_state was, is;
        if ((size_t)(end - at) <= sizeof was)
            return false;
        memcpy(&was, at, sizeof was);
        const char *path = at + sizeof was; /* a NUL follows the text, so the path ends within it */
        if (!file_find_state(path, &is) || memcmp(&was, &is, sizeof was) != 0)
            return false;
        at = path + strlen(path) + 1;
    }
    return at == end;
}

void clean_begin(struct clean *clean)
{
    file_observe(note_path, clean);
}

void clean_end(struct clean *clean, bool is_clean)
{
    file_observe(NULL, NULL);
    struct buffer text = {0};
    const char *const *paths = (const void *)clean->paths.data, *error;
    size_t count = clean->paths.size / sizeof *paths;
    const uint64_t settled = clean->begun - SETTLED_AFTER * UINT64_C(1000000000);
    buffer_add(&text, clean->words.data, clean->words.size);
    is_clean = is_clean && count >= PATHS_LEAST;
    for (size_t i = 0; i < count && is_clean; i++) {
        struct file_state state;
        is_clean = file_find_state(paths[i], &state) && state.changed < settled && state.written < settled;
        buffer_add(&text, &state, sizeof state);
        buffer_add(&text, paths[i], strlen(paths[i]) + 1);
    }
    buffer_add_text(&text, last_line);
    const char *made = arena_format(clean->arena, "%s-%lu.tmp", clean->file, file_process());
    if (is_clean && file_write_new(clean->arena, made, made, text.data, text.size, &error) &&
        file_rename(made, clean->file))
        file_remove(made);
    buffer_free(&text);
    buffer_free(&clean->paths);
    buffer_free(&clean->words);
}
