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

enum { FILE_SIZE_MOST = 256 * 1024 * 1024, BLOCK_SIZE = 64 * 1024, SEARCH_DEPTH_MOST = 64, LINKS_MOST = 40 };

const char file_too_large[] = "it has more than 256 MiB";

static bool set_error(const char **error, const char *text)
{
    *error = text;
    return false;
}

/* Gets the status of an open file. Fails for a directory. */
static bool read_status(struct arena *arena, system_file file, struct system_status *status, const char **error)
{
    return system_status(arena, file, status, error) &&
           (status->kind != FILE_DIRECTORY || set_error(error, "Is a directory"));
}

/* Reads a regular file of a known size. A file that grows meanwhile is read up to that size. */
static bool read_sized(struct arena *arena, system_file file, size_t most, const char **text, size_t *size,
                       const char **error)
{
    char *bytes = arena_alloc(arena, most + 2);
    size_t got = 1;
    for (*size = 0; got && *size < most; *size += got)
        if (!system_read(arena, file, bytes + *size, most - *size, &got, error))
            return false;
    *text = bytes;
    return true;
}

/* Reads a pipe, a device, or a file that states no size, up to its end. Stops as soon as the text exceeds the limit. */
static bool read_endless(struct arena *arena, system_file file, const char **text, size_t *size, const char **error)
{
    struct buffer bytes = {0};
    bool done = true;
    size_t got = 1;
    while (done && got && bytes.size <= FILE_SIZE_MOST) {
        done = system_read(arena, file, buffer_reserve(&bytes, BLOCK_SIZE), BLOCK_SIZE, &got, error);
        bytes.size += done ? got : 0;
    }
    *size = bytes.size;
    if (done && bytes.size > FILE_SIZE_MOST)
        done = set_error(error, file_too_large);
    if (done) {
        char *copy = arena_alloc(arena, *size + 2);
        *text = *size ? memcpy(copy, bytes.data, *size) : copy;
    }
    buffer_free(&bytes);
    return done;
}

/* Reads to the end of the file. */
static bool read_text(struct arena *arena, system_file file, const char **text, size_t *size, const char **error)
{
    struct system_status status;
    if (!read_status(arena, file, &status, error))
        return false;
    bool is_sized = status.kind == FILE_REGULAR && status.size;
    if (is_sized && status.size > FILE_SIZE_MOST)
        return set_error(error, file_too_large);
    return is_sized ? read_sized(arena, file, (size_t)status.size, text, size, error)
                    : read_endless(arena, file, text, size, error);
}

static bool read_and_close(struct arena *arena, system_file file, const char **text, size_t *size, const char **error)
{
    const char *ignored;
    bool done = read_text(arena, file, text, size, error);
    system_close(arena, file, &ignored);
    return done;
}

bool file_read(struct arena *arena, const char *path, const char **text, size_t *size, const char **error)
{
    system_file file;
    return system_open(arena, path, &file, error) && read_and_close(arena, file, text, size, error);
}

bool file_read_regular(struct arena *arena, const char *path, const char **text, size_t *size, const char **error)
{
    system_file file;
    return system_open_regular(arena, path, &file, error) && read_and_close(arena, file, text, size, error);
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

bool file_size(struct arena *arena, const struct file_input *input, uint64_t *size, const char **error)
{
    struct system_status status;
    if (!read_status(arena, input->file, &status, error))
        return false;
    *size = status.size;
    return status.kind == FILE_REGULAR || set_error(error, "it is not a regular file");
}

bool file_read_at(struct arena *arena, const struct file_input *input, uint64_t offset, void *bytes, size_t size,
                  size_t *got, const char **error)
{
    return system_read_at(arena, input->file, offset, bytes, size, got, error);
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
        return set_error(search->error, "directories are nested too deep");
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

bool file_make_private_path(struct arena *arena, const char *directory, const char **error)
{
    *error = "there is no home directory";
    if (!directory)
        return false;
    for (size_t i = path_root_length(file_path_rules, directory) + 1; i <= strlen(directory); i++) {
        const char *part = arena_copy(arena, directory, i);
        if ((directory[i] && !path_ends_part(file_path_rules, directory, i + 1)) || file_kind(part) == FILE_DIRECTORY)
            continue;
        if (!file_make_private_directory(arena, part, error) && file_kind(part) != FILE_DIRECTORY)
            return false;
    }
    if (file_is_private(directory, FILE_DIRECTORY))
        return true;
    *error = arena_format(arena, "others have access to '%s'", directory);
    return false;
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
        return set_error(error, "it is a directory");
    case FILE_STREAM:
    case FILE_OTHER:
        return set_error(error, "it is not a regular file");
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

/* Returns the real path of a path whose last parts need not exist. Follows at most `links` links that lead to
 * nothing. */
static const char *find_real(struct arena *arena, const char *path, unsigned links)
{
    const char *found = system_real(arena, path);
    size_t size = strlen(path), root = path_root_length(file_path_rules, path);
    while (size > root && path_ends_part(file_path_rules, path, size))
        size--;
    if (found || size == root)
        return found;
    path = arena_copy(arena, path, size);
    const char *name = path_name(file_path_rules, path), *directory = ".";
    if (name != path)
        directory = arena_copy(arena, path, (size_t)(name - path));
    directory = find_real(arena, directory, links);
    if (!directory || !strcmp(name, "."))
        return directory;
    path = path_join(arena, file_path_rules, directory, name);
    if (!strcmp(name, ".."))
        return path_normalise(arena, file_path_rules, path);
    if (!system_is_link(path))
        return path;
    const char *target = links ? system_read_link(arena, path) : NULL;
    if (target && !path_root_length(file_path_rules, target))
        target = path_join(arena, file_path_rules, directory, target);
    return target ? find_real(arena, target, links - 1) : NULL;
}

const char *file_real(struct arena *arena, const char *path)
{
    return find_real(arena, path, LINKS_MOST);
}

const char *file_follow(struct arena *arena, const char *path)
{
    /* file_real is slow, so it is called for links only */
    const char *real = system_is_link(path) ? file_real(arena, path) : NULL;
    return real ? real : path;
}

bool file_is_link(const char *path)
{
    return system_is_link(path);
}

const char *file_path_here(struct arena *arena, const char *path)
{
    const char *here = path_join(arena, file_path_rules, file_directory(arena), "");
    size_t size = strlen(here);
    return strncmp(path, here, size) != 0 ? path : arena_copy(arena, path + size, strlen(path + size));
}
