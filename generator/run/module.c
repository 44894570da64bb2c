#include "run/module.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "front/selection.h"
#include "kernel/kernel.h"
#include "kernel/module.h"
#include "kernel/twins.h"
#include "model/model.h"
#include "run/options.h"

bool module_find(struct command_run *run, const struct model *model, const struct kernel_list *list, const char *given,
                 const char **module)
{
    const char *first = *model->modules->name ? model->modules->name : "ntoskrnl";
    const struct kernel *one = list->count ? list->items[0] : NULL;
    const char *name = given ? given : one && one->module ? one->module : first;
    for (size_t i = 1; i < list->count && !given; i++) {
        const struct kernel *kernel = list->items[i];
        const char *other = kernel->module ? kernel->module : first;
        if (!strcmp(other, name))
            continue;
        diag_help(options_report(run, "'%s' is of '%s', but '%s' of '%s'", one->path, name, kernel->path, other),
                  "import each by itself, or name the module by --module");
        return false;
    }
    *module = strcmp(name, first) != 0 ? name : NULL;
    for (size_t i = 0; i < list->count && *module; i++)
        kernel_take_module(run->arena, model, list->items[i]);
    return true;
}

bool module_take_without(struct command_run *run, const struct operands *files, bool is_new,
                         const struct selection **without)
{
    const char **lists = ARENA_ARRAY(run->arena, const char *, files->value_count), *error = NULL;
    size_t count = 0;
    for (size_t i = 0; i < files->value_count; i++)
        if (!strcmp(files->values[i].name, "without"))
            lists[count++] = files->values[i].value;
    *without = selection_new(run->arena, lists, count, &error);
    if (error)
        options_fail(run, "%s", error);
    else if (!is_new)
        options_fail(run, "--without is for a module that the specs of --into do not have yet");
    return run->status == STATUS_CLEAN;
}
