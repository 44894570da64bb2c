#include "cmd/import_choices.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "front/selection.h"
#include "kernel/kernel.h"
#include "kernel/module.h"
#include "kernel/twins.h"
#include "model/axis.h"
#include "model/model.h"
#include "run/options.h"

void import_note_choices(struct import_choices *choices, const struct kernel_choices *made)
{
    choices->bit_field_count += made->bit_field_count;
    if (made->larger_count)
        buffer_add(&choices->larger, made->larger, made->larger_count * sizeof *made->larger);
}

void import_note_system(struct import_choices *choices, uint64_t system, uint64_t kernel)
{
    if (system == kernel)
        return;
    if (!choices->system_count || system < choices->system) {
        choices->system = system;
        choices->kernel = kernel;
    }
    choices->system_count++;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Begins a part of the report. */
static void begin_part(struct buffer *text)
{
    buffer_add_text(text, text->size ? "; " : "");
}

/* Adds the structures of which the larger definition was taken, each once. */
static void add_larger(struct import_choices *choices, struct buffer *text)
{
    const char **names = (const char **)(void *)choices->larger.data;
    size_t count = choices->larger.size / sizeof *names;
    if (!count)
        return;
    begin_part(text);
    buffer_add_text(text, "of several definitions, the larger is taken of ");
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 0; i < count; i++)
        if (!i || names[i] != names[i - 1])
            buffer_format(text, "%s%s", i ? ", " : "", names[i]);
}

/* Adds the first version of which the kernel is that of another build. */
static void add_systems(struct import_choices *choices, struct buffer *text)
{
    if (!choices->system_count)
        return;
    begin_part(text);
    buffer_add_text(text, "Windows ");
    version_write(choices->system, text);
    buffer_add_text(text, " runs the kernel ");
    version_write(choices->kernel, text);
    if (choices->system_count > 1)
        buffer_format(text, ", and so on for %zu files", choices->system_count);
}

void import_report_choices(struct command_run *run, struct import_choices *choices)
{
    struct buffer text = {0};
    if (choices->bit_field_count)
        buffer_format(&text, "the positions of %zu bit-field%s follow from order and widths", choices->bit_field_count,
                      choices->bit_field_count == 1 ? "" : "s");
    add_larger(choices, &text);
    add_systems(choices, &text);
    if (text.size)
        diag_report(run->program->diags, DIAG_ASSUMED, (struct span){0, 0}, "%s", buffer_text(&text));
    buffer_free(&text);
    buffer_free(&choices->larger);
    *choices = (struct import_choices){0};
}

/* ---- Modules ---- */

bool import_find_module(struct command_run *run, const struct model *model, const struct kernel_list *list,
                        const char *given, const char **module)
{
    const char *first = *model->modules->name ? model->modules->name : "ntoskrnl";
    const struct kernel *one = list->count ? list->items[0] : NULL;
    const char *name = given ? given : one && one->module ? one->module : first;
    for (size_t i = 1; i < list->count && !given; i++) {
        const struct kernel *kernel = list->items[i];
        const char *other = kernel->module ? kernel->module : first;
        if (!strcmp(other, name))
            continue;
        diag_help(
            options_report(run, "'%s' is of '%s', but '%s' of '%s'", one->path, name, kernel->path, other),
            "import each by itself, or name the module by --module");
        return false;
    }
    *module = strcmp(name, first) != 0 ? name : NULL;
    for (size_t i = 0; i < list->count && *module; i++)
        kernel_take_module(run->arena, model, list->items[i]);
    return true;
}

bool import_take_without(struct command_run *run, const struct operands *files, bool is_new,
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
