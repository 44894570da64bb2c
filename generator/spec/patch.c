#include "spec/patch.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "spec/lines.h"

enum { CONTEXT = 3 };

void patch_apply(struct buffer *out, const struct source *source, const struct diag_edit *edits, size_t count)
{
    const char *line_end = lines_end(source->text, source->size);
    size_t done = 0;
    for (size_t i = 0; i < count; i++) {
        buffer_add(out, source->text + done, edits[i].span.begin - source->base - done);
        const char *text = edits[i].replacement;
        for (; *text; text++) {
            if (*text == '\n')
                buffer_add_text(out, line_end);
            else
                buffer_add_char(out, *text);
        }
        done = edits[i].span.end - source->base;
    }
    buffer_add(out, source->text + done, source->size - done);
}

/* Writes a file name for patch and git. Quotes it if it contains control characters, quotes or backslashes. */
static void add_name(struct buffer *out, const char *side, const char *path)
{
    bool quoted = false;
    for (const char *c = path; *c; c++)
        quoted = quoted || (unsigned char)*c < 0x20 || *c == 0x7F || *c == '"' || *c == '\\';
    path += *path == '/';
    if (!quoted) {
        buffer_format(out, "%s/%s%s\n", side, path, strchr(path, ' ') ? "\t" : "");
        return;
    }
    buffer_format(out, "\"%s/", side);
    for (; *path; path++) {
        if (*path == '"' || *path == '\\')
            buffer_format(out, "\\%c", *path);
        else if ((unsigned char)*path < 0x20 || *path == 0x7F)
            buffer_format(out, "\\%03o", (unsigned char)*path);
        else
            buffer_add_char(out, *path);
    }
    buffer_add_text(out, "\"\n");
}

static void add_lines(struct buffer *out, char mark, const struct lines *lines, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const struct line *line = &lines->items[i];
        buffer_add_char(out, mark);
        buffer_add(out, line->text, line->size);
        if (line->text[line->size - 1] != '\n')
            buffer_add_text(out, "\n\\ No newline at end of file\n");
    }
}

/* Writes the range of a hunk in one text: first line and number of lines. An empty range has the line before it as its
 * first line. */
static void add_range(struct buffer *out, char mark, size_t begin, size_t end)
{
    buffer_format(out, "%c%zu", mark, end > begin ? begin + 1 : begin);
    if (end - begin != 1)
        buffer_format(out, ",%zu", end - begin);
}

static void add_hunk(struct buffer *out, const struct lines *before, const struct lines *after,
                     const struct lines_change *changes, size_t count)
{
    const struct lines_change *first = changes, *last = changes + count - 1;
    size_t behind = before->count - last->before_end;
    size_t lead = first->before < CONTEXT ? first->before : CONTEXT, trail = behind < CONTEXT ? behind : CONTEXT;
    size_t at = first->before - lead;
    buffer_add_text(out, "@@ ");
    add_range(out, '-', at, last->before_end + trail);
    buffer_add_char(out, ' ');
    add_range(out, '+', first->after - lead, last->after_end + trail);
    buffer_add_text(out, " @@\n");
    for (size_t i = 0; i < count; i++) {
        add_lines(out, ' ', before, at, changes[i].before);
        add_lines(out, '-', before, changes[i].before, changes[i].before_end);
        add_lines(out, '+', after, changes[i].after, changes[i].after_end);
        at = changes[i].before_end;
    }
    add_lines(out, ' ', before, at, last->before_end + trail);
}

void patch_write(struct arena *arena, struct buffer *out, const char *path, const char *before, size_t before_size,
                 const char *after, size_t after_size)
{
    if (before_size == after_size && (!before_size || !memcmp(before, after, before_size)))
        return;
    struct lines old = lines_new(arena, before, before_size), new = lines_new(arena, after, after_size);
    lines_compare(arena, &old, &new);
    size_t count, first = 0;
    const struct lines_change *changes = lines_find_changes(arena, &old, &new, &count);
    buffer_add_text(out, "--- ");
    add_name(out, "a", path);
    buffer_add_text(out, "+++ ");
    add_name(out, "b", path);
    for (size_t i = 1; i <= count; i++) {
        /* Changes with overlapping contexts share a hunk. */
        if (i < count && changes[i].before - changes[i - 1].before_end <= 2 * CONTEXT)
            continue;
        add_hunk(out, &old, &new, changes + first, i - first);
        first = i;
    }
}
