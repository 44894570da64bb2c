/*
 * Manages lists of edited texts. A list has one text for each changed file.
 */
#include <string.h>

#include "base/file.h"
#include "merge/merge_parts.h"

/* Stores the new text of a file in a list. */
static void set_text(struct buffer *list, struct program_text text)
{
    struct program_text *texts = (void *)list->data;
    size_t count = list->size / sizeof *texts, i = 0;
    while (i < count && strcmp(texts[i].path, text.path))
        i++;
    if (i == count) {
        buffer_add(list, &text, sizeof text);
        return;
    }
    text.edits += texts[i].edits;
    texts[i] = text;
}

void merge_set_texts(struct buffer *list, const struct buffer *changed)
{
    const struct program_text *texts = (const void *)changed->data;
    for (size_t i = 0; i < changed->size / sizeof *texts; i++)
        set_text(list, texts[i]);
}

struct program *merge_program_with(const struct program *user, const struct buffer *texts)
{
    size_t count = texts->size / sizeof(struct program_text);
    return program_beside(user, arena_copy_array(user->arena, texts->data, count, sizeof(struct program_text)), count);
}

bool merge_is_loaded(const struct merge_specs *specs, const struct buffer *texts)
{
    const struct program_text *now = (const void *)texts->data, *then = (const void *)specs->texts.data;
    if (!specs->is_kept || texts->size != specs->texts.size)
        return false;
    for (size_t i = 0; i < texts->size / sizeof *now; i++)
        if (now[i].path != then[i].path || now[i].text != then[i].text)
            return false;
    return true;
}

void merge_release(struct merge_specs *specs)
{
    arena_clear(specs->models);
    specs->model = NULL;
    specs->is_kept = false;
}

void merge_load(struct merge_specs *specs, const struct buffer *texts, const char *line)
{
    const struct program_text *list = (const void *)texts->data;
    if (!line && merge_is_loaded(specs, texts))
        return;
    merge_release(specs);
    struct program *program = specs->program = merge_program_with(specs->user, texts);
    program_add_path(program, specs->path);
    for (size_t i = 0; i < texts->size / sizeof *list; i++)
        if (file_kind(list[i].path) == FILE_ABSENT)
            program_add_path(program, list[i].path);
    if (line)
        program_add_text(program, "", line, strlen(line));
    if (!diags_error_count(program->diags))
        specs->model = model_resolve_within(program, specs->models);
    buffer_clear(&specs->texts);
    buffer_add(&specs->texts, texts->data, texts->size);
    specs->is_kept = !line && !diags_error_count(program->diags);
}
