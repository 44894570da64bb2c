/*
 * The part of base/file.h that is the same on all systems. file_posix.c and file_windows.c have the rest.
 */
#include "base/file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file_parts.h"
#include "base/path.h"

enum { FILE_SIZE_MOST = 256 * 1024 * 1024, BLOCK_SIZE = 64 * 1024, SEARCH_DEPTH_MOST = 64 };

const char file_too_large[] = "it has more than 256 MiB";

static bool fail(const char **error, const char *text)
{
    *error = text;
    return false;
}

/* Gets the status of an open file. Fails for a directory. */
static bool read_status(struct arena *arena, system_file file, struct system_status *status, const char **error)
{
    return system_status(arena, file, status, error) &&
           (status->kind != FILE_DIRECTORY || fail(error, "Is a directory"));
}

/* Reads to the end of the file. The size that the system states is only a hint; a pipe has none. A read that ends short
 * of the room at that size is at the end. */
static bool read_text(struct arena *arena, system_file file, const char **text, size_t *size, const char **error)
{
    struct system_status status;
    size_t got;
    if (!read_status(arena, file, &status, error))
        return false;
    bool is_sized = status.kind == FILE_REGULAR && status.size;
    if (is_sized && status.size > FILE_SIZE_MOST)
        return fail(error, file_too_large);
    size_t room = is_sized ? (size_t)status.size + 1 : BLOCK_SIZE;
    char *bytes = arena_alloc(arena, room + 2);
    *size = 0;
    do {
        if (*size == room) {
            room *= 2;
            bytes = memcpy(arena_alloc(arena, room + 2), bytes, *size);
        }
        if (!system_read(arena, file, bytes + *size, room - *size, &got, error))
            return false;
        *size += got;
        if (*size > FILE_SIZE_MOST)
            return fail(error, file_too_large);
    } while (got && !(is_sized && *size == status.size));
    *text = bytes;
    return true;
}

bool file_read(struct arena *arena, const char *path, const char **text, size_t *size, const char **error)
{
    system_file file;
    if (!system_open(arena, path, &file, error))
        return false;
    bool done = read_text(arena, file, text, size, error);
    const char *ignored;
    system_close(arena, file, &ignored);
    return done;
}

bool file_read_input(struct arena *arena, const char **text, size_t *size, const char **error)
{
    return read_text(arena, system_standard(0), text, size, error);
}

bool file_open(struct arena *arena, const char *path, struct file_input *input, const char **error)
{
    struct system_status status;
    *input = (struct file_input){0};
    if (!system_open(arena, path, &input->file, error))
        return false;
    bool done = read_status(arena, input->file, &status, error);
    if (!done)
        file_close(arena, input);
    return done;
}

bool file_open_standard(struct arena *arena, struct file_input *input, const char **error)
{
    struct system_status status;
    *input = (struct file_input){system_standard(0), true};
    return read_status(arena, input->file, &status, error);
}

bool file_read_some(struct arena *arena, const struct file_input *input, void *bytes, size_t size, size_t *got,
                    const char **error)
{
    return system_read(arena, input->file, bytes, size, got, error);
}

bool file_is_waiting(const struct file_input *input)
{
    return system_is_waiting(input->file);
}

void file_close(struct arena *arena, const struct file_input *input)
{
    const char *ignored;
    if (!input->is_standard)
        system_close(arena, input->file, &ignored);
}

bool file_equals(struct arena *arena, const char *path, const void *bytes, size_t size)
{
    char block[BLOCK_SIZE];
    struct system_status status;
    system_file file;
    const char *next = bytes, *ignored;
    if (file_kind(path) != FILE_REGULAR || !system_open(arena, path, &file, &ignored))
        return false;
    bool same = system_status(arena, file, &status, &ignored) && status.kind == FILE_REGULAR && status.size == size;
    while (same && size) {
        size_t got, most = size < sizeof block ? size : sizeof block;
        same = system_read(arena, file, block, most, &got, &ignored) && got && !memcmp(block, next, got);
        if (same) {
            next += got;
            size -= got;
        }
    }
    system_close(arena, file, &ignored);
    return same;
}

/* The paths found so far, as a buffer of pointers. */
struct search {
    struct arena *arena;
    const char *suffix;
    struct buffer paths;
    const char **error;
};

static int compare_entries(const void *left, const void *right)
{
    const struct file_entry *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static bool ends_in(const char *text, const char *suffix)
{
    size_t size = strlen(text), suffix_size = strlen(suffix);
    return size >= suffix_size && !strcmp(text + size - suffix_size, suffix);
}

static bool search_directory(struct search *search, const char *directory, unsigned depth)
{
    struct buffer found = {0};
    if (depth > SEARCH_DEPTH_MOST)
        return fail(search->error, "directories are nested too deep");
    bool done = file_list(search->arena, directory, &found, search->error);
    struct file_entry *entries = (void *)found.data;
    size_t count = done ? found.size / sizeof *entries : 0;
    if (count)
        qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 0; done && i < count; i++) {
        if (*entries[i].name == '.')
            continue;
        const char *path = path_join(search->arena, file_path_rules, directory, entries[i].name);
        enum file_kind kind = entries[i].is_regular ? FILE_REGULAR : file_kind(path);
        if (kind == FILE_DIRECTORY && !system_is_link(path))
            done = search_directory(search, path, depth + 1);
        else if (kind == FILE_REGULAR && ends_in(path, search->suffix))
            buffer_add(&search->paths, &path, sizeof path);
    }
    buffer_free(&found);
    return done;
}

bool file_search(struct arena *arena, const char *directory, const char *suffix, const char *const **paths,
                 size_t *count, const char **error)
{
    struct search search = {.arena = arena, .suffix = suffix, .error = error};
    bool done = search_directory(&search, directory, 0);
    *count = search.paths.size / sizeof(char *);
    *paths = arena_copy_array(arena, search.paths.data, *count, sizeof(char *));
    buffer_free(&search.paths);
    return done;
}

static bool write_all(struct arena *arena, system_file file, const char *bytes, size_t size, const char **error)
{
    for (size_t put; size; bytes += put, size -= put)
        if (!system_write(arena, file, bytes, size, &put, error))
            return false;
    return true;
}

bool file_write_output(struct arena *arena, int descriptor, const void *bytes, size_t size, const char **error)
{
    return write_all(arena, system_standard(descriptor), bytes, size, error);
}

bool file_write_stream(struct arena *arena, const char *path, const void *bytes, size_t size, const char **error)
{
    system_file file;
    if (!system_open_stream(arena, path, &file, error))
        return false;
    const char *ignored;
    bool done = write_all(arena, file, bytes, size, error);
    return system_close(arena, file, done ? error : &ignored) && done;
}

bool file_may_replace(struct arena *arena, const char *path, const char **error)
{
    switch (file_kind(path)) {
    case FILE_ABSENT:
        return true;
    case FILE_DIRECTORY:
        return fail(error, "it is a directory");
    case FILE_STREAM:
    case FILE_OTHER:
        return fail(error, "it is not a regular file");
    case FILE_REGULAR:
        break;
    }
    return system_is_writable(arena, path, error);
}

bool file_write_new(struct arena *arena, const char *path, const char *like, const void *bytes, size_t size,
                    const char **error)
{
    system_file file;
    if (!system_create(arena, path, like, &file, error))
        return false;
    bool done = write_all(arena, file, bytes, size, error);
    const char *ignored;
    if (!system_close(arena, file, done ? error : &ignored))
        done = false;
    if (!done)
        file_remove(path);
    return done;
}

bool file_find_functions(const char *const *libraries, const struct file_wanted *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        file_function function = file_find_function(libraries, wanted[i].name);
        if (!function)
            return false;
        memcpy(wanted[i].function, &function, sizeof function);
    }
    return true;
}

const char *file_path_here(struct arena *arena, const char *path)
{
    const char *here = path_join(arena, file_path_rules, file_directory(arena), "");
    size_t size = strlen(here);
    return strncmp(path, here, size) != 0 ? path : arena_copy(arena, path + size, strlen(path + size));
}
