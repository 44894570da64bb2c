#include "edges/import_paths.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"

/* `path` as seen from `directory`, without `.`, `..` and doubled slashes: begins with a slash and ends without. */
static const char *make_absolute(struct arena *arena, const char *directory, const char *path)
{
    const char *whole = *path == '/' ? path : arena_format(arena, "%s/%s", directory, path);
    char *out = arena_alloc(arena, strlen(whole) + 2);
    size_t size = 0;
    while (*whole) {
        size_t length = strcspn(whole, "/");
        if (length == 2 && !strncmp(whole, "..", 2)) {
            while (size && out[--size] != '/')
                ;
        } else if (length && !(length == 1 && *whole == '.')) {
            out[size++] = '/';
            memcpy(out + size, whole, length);
            size += length;
        }
        whole += length + (whole[length] == '/');
    }
    out[size] = '\0';
    return out;
}

const char *import_relative_path(struct arena *arena, const char *directory, const char *user, const char *path)
{
    const char *target = make_absolute(arena, directory, path);
    const char *from = make_absolute(arena, directory, user ? user : "x");
    size_t common = 0;
    for (size_t i = 0; from[i] && from[i] == target[i]; i++)
        if (from[i] == '/')
            common = i + 1;
    struct buffer out = {0};
    for (const char *up = strchr(from + common, '/'); up; up = strchr(up + 1, '/'))
        buffer_add_text(&out, "../");
    buffer_add_text(&out, target + common);
    const char *relative = arena_copy(arena, out.data, out.size);
    buffer_free(&out);
    return relative;
}
