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

void merge_add_files(struct program *program, const char *spec, const struct buffer *texts)
{
    const struct program_text *list = (const void *)texts->data;
    program_add_path(program, spec);
    for (size_t i = 0; i < texts->size / sizeof *list; i++)
        if (file_kind(list[i].path) == FILE_ABSENT)
            program_add_path(program, list[i].path);
}
