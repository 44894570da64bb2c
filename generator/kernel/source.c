#include "kernel/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "front/load.h"
#include "kernel/kernel.h"
#include "model/clauses.h"
#include "model/model.h"

bool kernel_has_source(const struct kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->source_count; i++)
        if (!strcmp(kernel->sources[i], name))
            return true;
    return false;
}

/* Adds a name to a sorted list, unless the list has it. */
static void add_name(struct arena *arena, const char *const **names, size_t *count, const char *name)
{
    size_t place = 0;
    while (place < *count && strcmp((*names)[place], name) < 0)
        place++;
    if (place < *count && !strcmp((*names)[place], name))
        return;
    const char **all = ARENA_ARRAY(arena, const char *, *count + 1);
    for (size_t i = 0; i < *count; i++)
        all[i < place ? i : i + 1] = (*names)[i];
    all[place] = name;
    *names = all;
    (*count)++;
}

void kernel_add_source(struct arena *arena, struct kernel *kernel, const char *name)
{
    add_name(arena, &kernel->sources, &kernel->source_count, name);
}

void kernel_add_build_source(struct arena *arena, struct kernel *kernel, const char *name)
{
    add_name(arena, &kernel->build_sources, &kernel->build_source_count, name);
}

bool kernel_lacks(const struct kernel *kernel, enum source_lack lack)
{
    bool lacks = kernel->source_count > 0;
    for (size_t i = 0; i < kernel->source_count; i++)
        lacks = lacks && source_lacks(kernel->sources[i], lack);
    return lacks;
}

bool kernel_names_integers(const struct kernel *kernel)
{
    return kernel->keeps_names || kernel_has_source(kernel, KERNEL_BY_BTF) ||
           kernel_has_source(kernel, KERNEL_BY_DWARF);
}

bool source_is_windows(const struct model *model)
{
    return model->module_count && !strcmp(model->modules->name, "ntoskrnl");
}

/* Returns the spelling of tags for one kind of file. Headers and texts exist of all systems, and tell nothing. */
static enum source_tags tags_of(const struct model *model, const char *source)
{
    static const char *const windows[] = {KERNEL_BY_PDB, KERNEL_BY_SYMBOL_FILE, KERNEL_BY_VERGILIUS,
                                          KERNEL_BY_VOLATILITY};
    static const char *const kept[] = {KERNEL_BY_BTF, KERNEL_BY_DWARF, KERNEL_BY_LINUX, KERNEL_BY_MACOS};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
        if (!strcmp(source, windows[i]))
            return SOURCE_TAGS_WINDOWS;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strcmp(source, kept[i]))
            return SOURCE_TAGS_KEPT;
    return !strcmp(source, KERNEL_BY_PAHOLE) && !source_is_windows(model) ? SOURCE_TAGS_KEPT : SOURCE_TAGS_UNKNOWN;
}

/* Joins the spellings of two kinds of files: one kind of Windows is enough. */
static enum source_tags join_tags(enum source_tags a, enum source_tags b)
{
    bool is_windows = a == SOURCE_TAGS_WINDOWS || b == SOURCE_TAGS_WINDOWS;
    return is_windows ? SOURCE_TAGS_WINDOWS : a == SOURCE_TAGS_UNKNOWN ? b : a;
}

/* Lists the kinds of files that `attest` lines name. */
static const char *const *list_sources(const struct model *model, struct buffer *by)
{
    for (size_t i = 0; i < model->program->file_count; i++) {
        size_t count;
        struct attest *attests = model_list_attests(model, model->program->files[i].ast, NULL, &count);
        for (size_t k = 0; k < count; k++)
            if (attests[k].source)
                buffer_add(by, &attests[k].source, sizeof attests[k].source);
        free(attests);
    }
    return (const void *)by->data;
}

enum source_tags source_find_tags(const struct model *model, const struct kernel *const *kernels, size_t count)
{
    enum source_tags tags = SOURCE_TAGS_UNKNOWN;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < kernels[i]->source_count; k++)
            tags = join_tags(tags, tags_of(model, kernels[i]->sources[k]));
    struct buffer by = {0};
    const char *const *sources = list_sources(model, &by);
    for (size_t i = 0; i < by.size / sizeof *sources; i++)
        tags = join_tags(tags, tags_of(model, sources[i]));
    buffer_free(&by);
    return tags;
}

const char *source_find_system(const struct model *model)
{
    struct buffer by = {0};
    const char *const *sources = list_sources(model, &by), *system = NULL;
    for (size_t i = 0; i < by.size / sizeof *sources; i++) {
        bool is_linux = !strcmp(sources[i], KERNEL_BY_LINUX) || !strcmp(sources[i], KERNEL_BY_BTF);
        system = is_linux ? "linux" : !strcmp(sources[i], KERNEL_BY_MACOS) ? "mac" : system;
    }
    buffer_free(&by);
    return system;
}
