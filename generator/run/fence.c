#include "run/fence.h"

#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/file.h"
#include "base/journal.h"
#include "base/path.h"
#include "fetch/server.h"
#include "front/load.h"
#include "front/shipped.h"
#include "guard/sandbox.h"
#include "run/clean.h"
#include "run/command.h"
#include "run/options.h"
#include "run/servers.h"

struct fence {
    struct command_run *run;
    struct buffer paths; /* list of struct sandbox_path */
    struct buffer made;  /* list of paths of directories that were made */
    struct buffer ports; /* list of uint16_t */
};

static void add_path(struct fence *fence, const char *path, unsigned rights)
{
    const struct sandbox_path added = {path, rights};
    buffer_add(&fence->paths, &added, sizeof added);
}

static const char *directory_of(const struct fence *fence, const char *path)
{
    size_t size = (size_t)(path_name(file_path_rules, path) - path);
    return size ? arena_copy(fence->run->arena, path, size) : ".";
}

/* True if a path is that of a device, or means standard input: then the directory around it is not meant. /dev/shm has
 * ordinary files, in memory. */
static bool is_device(const char *path)
{
    return (path_is_within("/dev", path) && !path_is_within("/dev/shm", path)) || path_is_within("/proc", path);
}

/* Adds a file and the directory around it, or a directory. Standard input counts as a file in the current directory. */
static void add_used(struct fence *fence, const char *path, unsigned rights)
{
    const bool is_input = command_is_standard(path);
    const enum file_kind kind = is_input ? FILE_REGULAR : file_kind(path);
    if (kind == FILE_ABSENT)
        return;
    if (!is_input)
        add_path(fence, path, rights);
    if (kind != FILE_DIRECTORY && !is_device(path))
        add_path(fence, directory_of(fence, path), rights);
    if (!is_input && kind == FILE_REGULAR && rights & SANDBOX_WRITE && file_is_link(path))
        add_path(fence, directory_of(fence, file_real(fence->run->arena, path)), rights);
}

/* Makes a directory and the missing directories above it. They are removed if the run ends before they are used. */
static void make_directory(struct fence *fence, const char *path)
{
    struct arena *arena = fence->run->arena;
    const char *error, *above = directory_of(fence, path);
    if (file_kind(path) != FILE_ABSENT || !strcmp(path, above))
        return;
    size_t size = strlen(above);
    if (size > path_root_length(file_path_rules, above) && path_ends_part(file_path_rules, above, size))
        above = arena_copy(arena, above, size - 1);
    make_directory(fence, above);
    cleanup_add_directory(path);
    if (!file_make_directory(arena, path, &error))
        return;
    (void)file_sync_directory(above);
    buffer_add(&fence->made, &path, sizeof path);
    add_path(fence, above, SANDBOX_REMOVE_DIRECTORY);
}

/* Adds the output of an option: a directory, or the directory of a file, since the file is replaced by a temporary
 * beside it. If that directory does not exist, adds the one in which it will be made. */
static void add_output(struct fence *fence, const char *path, bool is_directory)
{
    struct arena *arena = fence->run->arena;
    const enum file_kind kind = file_kind(path);
    if (!*path || command_is_standard(path))
        return;
    if (kind == FILE_STREAM) {
        add_path(fence, path, SANDBOX_WRITE);
        return;
    }
    const char *real = file_real(arena, path);
    path = path_normalise(arena, file_path_rules, real ? real : path);
    if (is_directory)
        make_directory(fence, path);
    while (file_kind(path) != FILE_DIRECTORY && strcmp(path, directory_of(fence, path)) != 0)
        path = path_normalise(arena, file_path_rules, directory_of(fence, path));
    add_path(fence, path, SANDBOX_READ | SANDBOX_WRITE);
}

/* Adds the directories of specs that a `use` may read, with the rights of the specs that use them. */
static void add_roots(struct fence *fence, unsigned rights)
{
    for (const struct program_root *root = fence->run->program->roots; root; root = root->next)
        add_path(fence, root->path, rights);
    /* Add the shipped specs, and the templates that are installed beside them or are in the same checkout. */
    const char *specs = fence->run->program->shipped;
    const char *templates = shipped_find_templates(fence->run->arena, specs);
    if (specs)
        add_path(fence, specs, rights);
    if (templates)
        add_path(fence, templates, SANDBOX_READ);
}

static bool takes_files(enum takes takes)
{
    return takes == TAKES_SPECS || takes == TAKES_NAMED_SPECS || takes == TAKES_NAMED_FILES || takes == TAKES_FILE ||
           takes == TAKES_TEMPLATE || takes == TAKES_DIRECTORY;
}

static void add_operands(struct fence *fence, const struct operands *operands)
{
    const struct command *command = fence->run->command;
    const bool is_written = !(operands->effects & 1u << OPTION_CHECKS);
    bool has_value = false;
    for (size_t i = 0; i < operands->value_count; i++) {
        const struct option_value *value = &operands->values[i];
        const struct option *option = value->option;
        if (option && takes_files(option->takes)) {
            if (option->effect == OPTION_WRITES && is_written)
                add_output(fence, value->value, option->takes == TAKES_DIRECTORY);
            else
                add_used(fence, value->value,
                         option->effect == OPTION_EDITS ? SANDBOX_READ | SANDBOX_WRITE : SANDBOX_READ);
        }
        has_value |= operands->values[i].option && operands->values[i].option->effect == OPTION_EDITS;
    }
    if (command->fetches) {
        /* Add the symbol servers: they are read, and caches are written. */
        const char *text, *error;
        struct buffer servers = {0};
        if (servers_find(fence->run, operands, &servers, &text, &error) && is_written) {
            const struct server *items = (const void *)servers.data;
            for (size_t i = 0; i < servers.size / sizeof *items; i++) {
                if (items[i].is_cache)
                    add_output(fence, items[i].place, true);
                else if (!items[i].is_address)
                    add_used(fence, items[i].place, SANDBOX_READ);
            }
            servers_add_ports(fence->run, &servers, &fence->ports);
        }
        buffer_free(&servers);
    }
    const bool edits = is_written && (command->edits || operands->effects & 1u << OPTION_EDITS);
    const unsigned rights = edits && !has_value ? SANDBOX_READ | SANDBOX_WRITE : SANDBOX_READ;
    for (size_t i = 0; i < operands->count && takes_files(command->operands); i++)
        add_used(fence, operands->items[i], rights);
    add_roots(fence, edits && !command->edits ? SANDBOX_READ | SANDBOX_WRITE : SANDBOX_READ);
    if (edits) {
        /* Add the directory of journals. A run that changes specs writes a journal there, and the next run reads
         * it. */
        struct arena *arena = fence->run->arena;
        const char *journal = journal_path(arena, "/"), *error;
        if (journal && journal_make_directory(arena, journal, &error))
            add_path(fence, directory_of(fence, journal), SANDBOX_READ | SANDBOX_WRITE);
    }
    const char *cache = command->remembers ? clean_directory(fence->run, operands) : NULL;
    if (cache)
        add_path(fence, cache, SANDBOX_READ | SANDBOX_WRITE);
    if (fence->run->common.input)
        add_path(fence, directory_of(fence, fence->run->common.input), rights);
}

static bool is_wanted(struct arena *arena)
{
    const char *value = file_environment(arena, "STRATA_SANDBOX");
    return !value || strcmp(value, "no") != 0;
}

static unsigned enclose_run(struct command_run *run, const struct operands *operands)
{
    struct fence fence = {.run = run};
    if (run->made_count)
        buffer_add(&fence.made, run->made, run->made_count * sizeof *run->made);
    if (operands)
        add_operands(&fence, operands);
    const struct sandbox sandbox = {.paths = (const void *)fence.paths.data,
                                    .count = fence.paths.size / sizeof *sandbox.paths,
                                    .reads_anywhere = run->command && run->command->reads_anywhere,
                                    .ports = (const void *)fence.ports.data,
                                    .port_count = fence.ports.size / sizeof *sandbox.ports};
    run->made_count = fence.made.size / sizeof *run->made;
    run->made = arena_copy_array(run->arena, fence.made.data, run->made_count, sizeof *run->made);
    const unsigned parts = sandbox_enter(&sandbox);
    buffer_free(&fence.paths);
    buffer_free(&fence.made);
    buffer_free(&fence.ports);
    return parts;
}

void fence_enter(struct command_run *run, const struct operands *operands)
{
    if (is_wanted(run->arena))
        (void)enclose_run(run, operands);
}

void fence_leave(const struct command_run *run)
{
    for (size_t i = run->made_count; i-- > 0;)
        file_remove_directory(run->made[i]);
}

const char *fence_describe(struct command_run *run)
{
    static const char *const texts[] = {
        [0] = "no fence: this system has neither Landlock nor seccomp, or does not allow them",
        [SANDBOX_HAS_FILES] = "the fence stands for files, and not for calls: there is no seccomp",
        [SANDBOX_HAS_CALLS] = "the fence stands for calls, and not for files: there is no Landlock",
        [SANDBOX_HAS_FILES | SANDBOX_HAS_CALLS] = "the fence stands for files and calls",
    };
    return is_wanted(run->arena) ? texts[enclose_run(run, NULL)] : "no fence: STRATA_SANDBOX is no";
}
