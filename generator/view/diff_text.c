/*
 * A diff for people: a line a change, marked as in other diffs, with where it was and where it is.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "view/diff_lines.h"

enum { NAME_WIDTH_MOST = 48 };

/* The look of a kind of change: its mark, and its colour on a terminal. */
static const struct look {
    char mark;
    const char *colour;
} looks[DIFF_KIND_COUNT] = {
    [DIFF_SAME] = {' ', ""},
    [DIFF_CHANGED] = {'~', "\033[33m"},
    [DIFF_ADDED] = {'+', "\033[32m"},
    [DIFF_REMOVED] = {'-', "\033[31m"},
};
static const char bold[] = "\033[1m", plain[] = "\033[0m";

struct text {
    struct buffer *out;
    bool colour;
    bool in_list; /* of titles that nothing stands below */
};

static void begin(const struct text *text, const char *colour)
{
    if (text->colour)
        buffer_add_text(text->out, colour);
}

/* Ends a line, and its colour, without the blanks that stand at its end. */
static void end(const struct text *text)
{
    while (text->out->data[text->out->size - 1] == ' ')
        text->out->size--;
    begin(text, plain);
    buffer_add_char(text->out, '\n');
}

static void pad(struct buffer *out, const char *word, size_t width)
{
    buffer_add_text(out, word);
    for (size_t i = strlen(word); i < width; i++)
        buffer_add_char(out, ' ');
}

static size_t wider(size_t width, const char *word)
{
    size_t own = strlen(word);
    return own > width ? own : width;
}

static void write_lines(const struct text *text, const struct diff_lines *lines)
{
    size_t places[DIFF_SIDES] = {0}, name = 0;
    for (size_t i = 0; i < lines->count; i++) {
        for (int side = 0; side < DIFF_SIDES; side++)
            places[side] = wider(places[side], lines->items[i].places[side]);
        name = wider(name, lines->items[i].name);
    }
    if (name > NAME_WIDTH_MOST)
        name = NAME_WIDTH_MOST;
    for (size_t i = 0; i < lines->count; i++) {
        const struct diff_line *line = &lines->items[i];
        begin(text, looks[line->kind].colour);
        buffer_format(text->out, "   %c ", looks[line->kind].mark);
        for (int side = 0; side < DIFF_SIDES; side++) {
            pad(text->out, line->places[side], places[side]);
            buffer_add_char(text->out, ' ');
        }
        if (*line->what) {
            pad(text->out, line->name, name);
            buffer_format(text->out, " : %s", line->what);
        } else {
            buffer_add_text(text->out, line->name);
        }
        end(text);
    }
}

/* Writes a title and the lines below it. Titles without lines form a list. */
static void write_block(struct text *text, enum diff_kind kind, const char *title, const struct diff_lines *lines)
{
    if (!text->in_list || lines->count)
        buffer_add_char(text->out, '\n');
    text->in_list = !lines->count;
    begin(text, kind == DIFF_CHANGED ? bold : looks[kind].colour);
    buffer_add_text(text->out, title);
    end(text);
    write_lines(text, lines);
}

void diff_write_text(const struct diff *diff, bool colour, struct buffer *out)
{
    struct arena *arena = diff->model->arena;
    struct text text = {out, colour, false};
    static const char *const marks[] = {[DIFF_FROM] = "---", [DIFF_TO] = "+++"};
    for (int side = 0; side < DIFF_SIDES; side++) {
        begin(&text, bold);
        buffer_format(out, "%s %s", marks[side], diff_side_title(diff, side));
        end(&text);
    }
    for (const struct diff_record *record = diff->records; record; record = record->next) {
        struct diff_lines lines = diff_record_lines(arena, record);
        write_block(&text, record->kind, diff_record_title(diff, record), &lines);
    }
    for (const struct diff_enumeration *list = diff->enumerations; list; list = list->next) {
        struct diff_lines lines = diff_enumeration_lines(arena, list);
        write_block(&text, list->kind, diff_enumeration_title(diff, list), &lines);
    }
    const char *counts[] = {diff_count_line(arena, "structures", diff->record_counts),
                            diff_count_line(arena, "enumerations", diff->enumeration_counts)};
    buffer_add_char(out, '\n');
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i])
            buffer_format(out, "%s\n", counts[i]);
}
