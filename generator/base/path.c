#include "base/path.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"

const struct path_rules path_posix = {"/", false};
const struct path_rules path_windows = {"/\\", true};

static bool is_separator(const struct path_rules *rules, char c)
{
    return c && (c == rules->separators[0] || c == rules->separators[1]);
}

/* Returns the length of the first part of a path, with its separator. */
static size_t part_length(const struct path_rules *rules, const char *path)
{
    size_t length = strcspn(path, rules->separators);
    return length + is_separator(rules, path[length]);
}

size_t path_root_length(const struct path_rules *rules, const char *path)
{
    if (rules->has_drives && ascii_is_letter(*path) && path[1] == ':')
        return 2 + (size_t)is_separator(rules, path[2]);
    if (!is_separator(rules, path[0]))
        return 0;
    if (!rules->has_drives || !is_separator(rules, path[1]) || !path[2] || is_separator(rules, path[2]))
        return 1;
    size_t server = 2 + part_length(rules, path + 2);
    return server + part_length(rules, path + server);
}

bool path_ends_part(const struct path_rules *rules, const char *path, size_t size)
{
    return size > 0 && is_separator(rules, path[size - 1]);
}

bool path_stays_below(const struct path_rules *rules, const char *path)
{
    bool stays = !path_root_length(rules, path);
    for (; stays && *path; path += part_length(rules, path))
        stays = strncmp(path, "..", 2) != 0 || strcspn(path, rules->separators) != 2;
    return stays;
}

/* True for a drive without a slash, which stands for the drive's current directory. */
static bool is_drive(const char *path, size_t root)
{
    return root == 2 && path[1] == ':';
}

/* Returns the index at which the part before `end` begins. */
static size_t part_begin(const struct path_rules *rules, const char *path, size_t root, size_t end)
{
    while (end > root && !path_ends_part(rules, path, end))
        end--;
    return end;
}

const char *path_name(const struct path_rules *rules, const char *path)
{
    return path + part_begin(rules, path, path_root_length(rules, path), strlen(path));
}

const char *path_join(struct arena *arena, const struct path_rules *rules, const char *directory, const char *name)
{
    char between[] = "/";
    size_t size = strlen(directory);
    for (const char *c = directory; *c; c++)
        if (is_separator(rules, *c))
            *between = *c;
    bool is_whole = !size || is_separator(rules, directory[size - 1]) ||
                    (size == 2 && is_drive(directory, path_root_length(rules, directory)));
    return ARENA_JOIN(arena, directory, is_whole ? "" : between, name);
}

const char *path_with_slashes(struct arena *arena, const struct path_rules *rules, const char *path)
{
    char *out = arena_copy(arena, path, strlen(path));
    for (char *c = out; *c; c++)
        if (is_separator(rules, *c))
            *c = '/';
    return out;
}

const char *path_normalise(struct arena *arena, const struct path_rules *rules, const char *path)
{
    size_t root = path_root_length(rules, path), size = root;
    char *out = arena_alloc(arena, strlen(path) + 2);
    bool is_rooted = root && !is_drive(path, root);
    for (size_t i = 0; i < root; i++)
        out[i] = is_separator(rules, path[i]) ? '/' : path[i];
    path += root;
    while (*path) {
        size_t length = strcspn(path, rules->separators), last = part_begin(rules, out, root, size);
        bool up = length == 2 && !strncmp(path, "..", 2);
        bool last_is_name = size > root && !(size - last == 2 && !strncmp(out + last, "..", 2));
        if (up && last_is_name) {
            size = last > root ? last - 1 : root;
        } else if (length && !(length == 1 && *path == '.') && !(up && is_rooted && size == root)) {
            if (size > root)
                out[size++] = '/';
            memcpy(out + size, path, length);
            size += length;
        }
        path += part_length(rules, path);
    }
    if (size == root && !is_rooted)
        out[size++] = '.';
    return arena_copy(arena, out, size);
}

const char *path_beside(struct arena *arena, const struct path_rules *rules, const char *user, const char *path)
{
    if (path_root_length(rules, path))
        return path_normalise(arena, rules, path);
    size_t directory = (size_t)(path_name(rules, user) - user);
    return path_normalise(arena, rules, ARENA_JOIN(arena, arena_copy(arena, user, directory), path));
}

size_t path_common_length(const char *one, const char *other)
{
    size_t common = 0;
    for (size_t i = 0; one[i] && one[i] == other[i]; i++)
        if (one[i] == '/')
            common = i + 1;
    return common;
}

bool path_is_within(const char *directory, const char *path)
{
    size_t size = strlen(directory);
    bool ends = size && directory[size - 1] == '/';
    return !strncmp(directory, path, size) && (ends || !path[size] || path[size] == '/');
}

const char *path_between(struct arena *arena, const char *from, const char *to)
{
    size_t common = path_common_length(from, to);
    struct buffer out = {0};
    for (const char *up = strchr(from + common, '/'); up; up = strchr(up + 1, '/'))
        buffer_add_text(&out, "../");
    buffer_add_text(&out, to + common);
    const char *between = arena_copy(arena, out.data, out.size);
    buffer_free(&out);
    return between;
}

const char *path_relative(struct arena *arena, const struct path_rules *rules, const char *directory, const char *user,
                          const char *path)
{
    const char *here = path_join(arena, rules, directory, "x");
    const char *target = path_beside(arena, rules, here, path);
    const char *from = user ? path_beside(arena, rules, here, user) : path_normalise(arena, rules, here);
    bool is_apart = path_common_length(from, target) < path_root_length(rules, from);
    return is_apart ? target : path_between(arena, from, target);
}
