#include "memory/open.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "memory/address.h"

/* A dump in a file, or in memory. */
struct kernel_memory_file {
    struct arena *arena;
    struct file_input input;
    const char *bytes; /* the bytes of a dump in memory; NULL: it is in the file `input` */
};

static bool read_input(void *user, uint64_t offset, void *bytes, size_t size)
{
    const struct kernel_memory_file *file = user;
    const char *ignored;
    unsigned char *next = bytes;
    for (size_t got = 0; size; next += got, size -= got, offset += got)
        if (!file_read_at(file->arena, &file->input, offset, next, size, &got, &ignored) || !got)
            return false;
    return true;
}

static bool read_bytes(void *user, uint64_t offset, void *bytes, size_t size)
{
    const struct kernel_memory_file *file = user;
    memcpy(bytes, file->bytes + offset, size);
    return true;
}

/* Opens a kernel dump, of either source. */
static bool open_dump(struct arena *arena, const struct kernel_dump_file *file, struct kernel_memory **made,
                      const char **error)
{
    struct kernel_memory *memory = ARENA_NEW(arena, struct kernel_memory);
    struct kernel_dump_error *wrong = ARENA_NEW(arena, struct kernel_dump_error), missing;
    *error = wrong->text;
    if (!kernel_dump_open(&memory->dump, file, wrong) ||
        !kernel_dump_map(&memory->dump, ARENA_ARRAY(arena, struct kernel_dump_range, memory->dump.range_room), wrong))
        return false;
    memory->file = file->user;
    kernel_address_find_levels(&memory->dump);
    memory->has_kernel = kernel_image_find(&memory->dump, &memory->kernel, &missing);
    *made = memory;
    return true;
}

bool kernel_memory_open(struct arena *arena, const char *path, struct kernel_memory **memory, const char **error)
{
    struct kernel_memory_file *file = ARENA_NEW(arena, struct kernel_memory_file);
    struct kernel_dump_file dump = {.read = read_input, .user = file};
    char begin[8];
    size_t got;
    *memory = NULL;
    file->arena = arena;
    if (file_kind(path) != FILE_REGULAR || !file_open(arena, path, &file->input, error))
        return true;
    bool is_dump = file_size(arena, &file->input, &dump.size, error) &&
                   file_read_at(arena, &file->input, 0, begin, sizeof begin, &got, error) &&
                   kernel_dump_is(begin, got);
    bool is_clean = !is_dump || open_dump(arena, &dump, memory, error);
    if (!*memory)
        file_close(arena, &file->input);
    return is_clean;
}

bool kernel_memory_open_bytes(struct arena *arena, const char *bytes, size_t size, struct kernel_memory **memory,
                              const char **error)
{
    struct kernel_memory_file *file = ARENA_NEW(arena, struct kernel_memory_file);
    const struct kernel_dump_file dump = {.read = read_bytes, .user = file, .size = size};
    *memory = NULL;
    file->bytes = bytes;
    return !kernel_dump_is(bytes, size) || open_dump(arena, &dump, memory, error);
}

void kernel_memory_close(const struct kernel_memory *memory)
{
    if (!memory->file->bytes)
        file_close(memory->file->arena, &memory->file->input);
}
