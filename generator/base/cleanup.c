#include "base/cleanup.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"

struct made {
    struct made *older;
    bool is_directory;
    char path[];
};

/* The list of files and directories. A node is complete before it is linked, so a signal handler can walk the list at
 * any time. */
static struct {
    struct made *_Atomic newest;
    unsigned long next_number;
} state;

static void add_path(const char *path, bool is_directory)
{
    size_t size = strlen(path) + 1;
    struct made *made = memory_alloc(offsetof(struct made, path) + size);
    made->older = atomic_load(&state.newest);
    made->is_directory = is_directory;
    memcpy(made->path, path, size);
    atomic_store(&state.newest, made);
}

void cleanup_add_file(const char *path)
{
    add_path(path, false);
}

void cleanup_add_directory(const char *path)
{
    add_path(path, true);
}

void cleanup_run(void)
{
    for (const struct made *made = atomic_load(&state.newest); made; made = made->older)
        if (!made->is_directory)
            file_remove(made->path);
    for (const struct made *made = atomic_load(&state.newest); made; made = made->older)
        if (made->is_directory)
            file_remove_directory(made->path);
}

void cleanup_forget(void)
{
    struct made *made = atomic_exchange(&state.newest, NULL);
    while (made) {
        struct made *older = made->older;
        free(made);
        made = older;
    }
}

unsigned long cleanup_take_number(void)
{
    return state.next_number++;
}

bool cleanup_has_used(unsigned long number)
{
    return number < state.next_number;
}
