#include "kernel/source.h"

#include <string.h>

#include "base/arena.h"
#include "kernel/kernel.h"

bool kernel_has_source(const struct kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->source_count; i++)
        if (!strcmp(kernel->sources[i], name))
            return true;
    return false;
}

void kernel_add_source(struct arena *arena, struct kernel *kernel, const char *name)
{
    size_t count = kernel->source_count, place = 0;
    if (kernel_has_source(kernel, name))
        return;
    const char **all = ARENA_ARRAY(arena, const char *, count + 1);
    while (place < count && strcmp(kernel->sources[place], name) < 0)
        place++;
    for (size_t i = 0; i < count; i++)
        all[i < place ? i : i + 1] = kernel->sources[i];
    all[place] = name;
    kernel->sources = all;
    kernel->source_count = count + 1;
}

bool kernel_lacks_details(const struct kernel *kernel)
{
    return kernel->source_count == 1 && !strcmp(*kernel->sources, KERNEL_BY_SYMBOL_FILE);
}

bool kernel_names_integers(const struct kernel *kernel)
{
    return kernel->keeps_names || kernel_has_source(kernel, KERNEL_BY_BTF) ||
           kernel_has_source(kernel, KERNEL_BY_DWARF);
}
