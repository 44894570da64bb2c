#include "kernel/choices.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/diag.h"
#include "kernel/kernel.h"
#include "model/axis.h"

void choices_add(struct choices *choices, const struct kernel *kernel)
{
    const struct kernel_choices *made = &kernel->choices;
    if (kernel->keeps_names && !choices->nameless_count++)
        choices->nameless = kernel->path;
    choices->bit_field_count += made->bit_field_count;
    choices->sized_count += made->sized_count;
    if (made->short_count && !choices->short_count)
        choices->shortest = made->shortest;
    choices->short_count += made->short_count;
    choices->value_count += made->value_count;
    if (made->left_count && !choices->left_count) {
        choices->left = made->left;
        choices->left_path = kernel->path;
    }
    choices->left_count += made->left_count;
    if (made->larger_count)
        buffer_add(&choices->larger, made->larger, made->larger_count * sizeof *made->larger);
}

void choices_add_named(struct choices *choices, const char *path, uint64_t version)
{
    if (choices->named_count++)
        return;
    choices->named = path;
    choices->named_version = version;
}

void choices_add_system(struct choices *choices, uint64_t system, uint64_t kernel)
{
    if (system == kernel)
        return;
    if (!choices->system_count || system < choices->system) {
        choices->system = system;
        choices->kernel = kernel;
    }
    choices->system_count++;
}

/* Begins a part of the report. */
static void begin_part(struct buffer *text)
{
    buffer_add_text(text, text->size ? "; " : "");
}

/* Adds the structures with several definitions, of which the larger one was taken. Each name occurs once. */
static void add_larger(struct choices *choices, struct buffer *text)
{
    const char **names = (const char **)(void *)choices->larger.data;
    size_t count = choices->larger.size / sizeof *names;
    if (!count)
        return;
    begin_part(text);
    buffer_add_text(text, "of several definitions, the larger is taken of ");
    qsort(names, count, sizeof *names, ascii_compare);
    for (size_t i = 0; i < count; i++)
        if (!i || names[i] != names[i - 1])
            buffer_format(text, "%s%s", i ? ", " : "", names[i]);
}

/* Adds the first file whose system runs the kernel of another version. */
static void add_systems(struct choices *choices, struct buffer *text)
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

/* Adds the structures whose sizes follow from their members, and the members whose types are unknown. */
static void add_sizes(const struct choices *choices, struct buffer *text)
{
    size_t count = choices->sized_count, least = choices->short_count;
    if (count) {
        begin_part(text);
        buffer_format(text, "the size%s of %zu structure%s follow%s from the members", count == 1 ? "" : "s", count,
                      count == 1 ? "" : "s", count == 1 ? "s" : "");
    }
    if (least) {
        begin_part(text);
        buffer_format(text, "'%s' ends in a type of unknown size, so its size is the least one", choices->shortest);
        if (least > 1)
            buffer_format(text, ", and so on for %zu structures", least);
    }
    if (choices->value_count) {
        begin_part(text);
        buffer_format(text, "the type%s of %zu member%s %s unknown, since the text has values",
                      choices->value_count == 1 ? "" : "s", choices->value_count, choices->value_count == 1 ? "" : "s",
                      choices->value_count == 1 ? "is" : "are");
    }
}

/* Reports the parts of texts that are left out. */
static void report_left(struct diags *diags, const struct choices *choices)
{
    struct buffer text = {0};
    if (!choices->left_count)
        return;
    buffer_format(&text, "'%s': %s", choices->left_path, choices->left);
    if (choices->left_count > 1)
        buffer_format(&text, ", and so on for %zu parts", choices->left_count);
    diag_report(diags, DIAG_UNREAD, (struct span){0, 0}, "%s", buffer_text(&text));
    buffer_free(&text);
}

void choices_report(struct diags *diags, struct choices *choices)
{
    struct buffer text = {0};
    report_left(diags, choices);
    if (choices->bit_field_count)
        buffer_format(&text, "the positions of %zu bit-field%s follow from order and widths", choices->bit_field_count,
                      choices->bit_field_count == 1 ? "" : "s");
    add_larger(choices, &text);
    add_systems(choices, &text);
    add_sizes(choices, &text);
    if (choices->named_count) {
        begin_part(&text);
        buffer_format(&text, "'%s' is taken to be of ", choices->named);
        version_write(choices->named_version, &text);
        buffer_add_text(&text, ", since its name says so");
        if (choices->named_count > 1)
            buffer_format(&text, ", and so on for %zu files", choices->named_count);
    }
    if (choices->nameless_count) {
        begin_part(&text);
        buffer_format(&text, "'%s' names no program database, so its versions have no identity", choices->nameless);
        if (choices->nameless_count > 1)
            buffer_format(&text, "; neither do %zu others", choices->nameless_count - 1);
    }
    if (text.size)
        diag_report(diags, DIAG_ASSUMED, (struct span){0, 0}, "%s", buffer_text(&text));
    buffer_free(&text);
    buffer_free(&choices->larger);
    *choices = (struct choices){0};
}
