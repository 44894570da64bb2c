/*
 * A diff for people. As text each change is a line with a mark and the old and the new offset. As a document each
 * structure is a section, and each change a row.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "view/diff_lines.h"

enum { NAME_WIDTH_MOST = 48 };

/* How a kind of change is shown: its mark, and its colour on a terminal. */
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
    bool in_list; /* the last title had no lines below it, so the next one continues the list */
};

static void begin_colour(const struct text *text, const char *colour)
{
    if (text->colour)
        buffer_add_text(text->out, colour);
}

/* Ends a line and its colour. Removes blanks at its end. */
static void end_line(const struct text *text)
{
    while (text->out->data[text->out->size - 1] == ' ')
        text->out->size--;
    begin_colour(text, plain);
    buffer_add_char(text->out, '\n');
}

static void pad_word(struct buffer *out, const char *word, size_t width)
{
    buffer_add_text(out, word);
    for (size_t i = strlen(word); i < width; i++)
        buffer_add_char(out, ' ');
}

static size_t wider_width(size_t width, const char *word)
{
    size_t own = strlen(word);
    return own > width ? own : width;
}

static void write_lines(const struct text *text, const struct diff_lines *lines)
{
    size_t places[DIFF_SIDES] = {0}, name = 0;
    for (size_t i = 0; i < lines->count; i++) {
        for (int side = 0; side < DIFF_SIDES; side++)
            places[side] = wider_width(places[side], lines->items[i].places[side]);
        name = wider_width(name, lines->items[i].name);
    }
    if (name > NAME_WIDTH_MOST)
        name = NAME_WIDTH_MOST;
    for (size_t i = 0; i < lines->count; i++) {
        const struct diff_line *line = &lines->items[i];
        begin_colour(text, looks[line->kind].colour);
        buffer_format(text->out, "   %c ", looks[line->kind].mark);
        for (int side = 0; side < DIFF_SIDES; side++) {
            pad_word(text->out, line->places[side], places[side]);
            buffer_add_char(text->out, ' ');
        }
        if (*line->what) {
            pad_word(text->out, line->name, name);
            buffer_format(text->out, " : %s", line->what);
        } else {
            buffer_add_text(text->out, line->name);
        }
        end_line(text);
    }
}

/* Writes a title and the lines below it. Titles without lines form a list. */
static void write_block(struct text *text, enum diff_kind kind, const char *title, const struct diff_lines *lines)
{
    if (!text->in_list || lines->count)
        buffer_add_char(text->out, '\n');
    text->in_list = !lines->count;
    begin_colour(text, kind == DIFF_CHANGED ? bold : looks[kind].colour);
    buffer_add_text(text->out, title);
    end_line(text);
    write_lines(text, lines);
}

void diff_write_text(const struct diff *diff, bool colour, struct buffer *out)
{
    struct arena *arena = diff->model->arena;
    struct text text = {out, colour, false};
    static const char *const marks[] = {[DIFF_FROM] = "---", [DIFF_TO] = "+++"};
    for (int side = 0; side < DIFF_SIDES; side++) {
        begin_colour(&text, bold);
        buffer_format(out, "%s %s", marks[side], diff_side_title(diff, side));
        end_line(&text);
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

/* ---- The diff as a document */

enum { WAS, IS, NAME, CHANGE, COLUMN_COUNT };

static const enum sheet_tone tones[DIFF_KIND_COUNT] = {
    [DIFF_CHANGED] = SHEET_CHANGED, [DIFF_ADDED] = SHEET_ADDED, [DIFF_REMOVED] = SHEET_REMOVED};

/* Replaces the arrows `->` of a text by the arrow that a printed page uses. */
static const char *with_arrows(struct arena *arena, const char *text)
{
    static const char arrow[] = " -> ";
    struct buffer out = {0};
    const char *found;
    for (; (found = strstr(text, arrow)); text = found + sizeof arrow - 1) {
        buffer_add(&out, text, (size_t)(found - text));
        buffer_add_text(&out, " \xE2\x86\x92 ");
    }
    buffer_add_text(&out, text);
    return buffer_take(&out, arena);
}

/* Fills a section with one row for each line. Without lines the section has no sheet. */
static void fill_section(struct arena *arena, const struct diff_lines *lines, struct sheet_section *section)
{
    static const struct sheet_column columns[] = {[WAS] = {"was", NULL, SHEET_NUMBERS},
                                                  [IS] = {"is", NULL, SHEET_NUMBERS},
                                                  [NAME] = {"name", NULL, SHEET_NAMES},
                                                  [CHANGE] = {"change", NULL, SHEET_WORDS}};
    static const char *const kinds[] = {[DIFF_ADDED] = "added", [DIFF_REMOVED] = "removed", [DIFF_CHANGED] = ""};
    struct sheet *sheet = ARENA_NEW(arena, struct sheet);
    struct sheet_row *rows = ARENA_ARRAY(arena, struct sheet_row, lines->count);
    struct sheet_cell *cells[COLUMN_COUNT];
    *sheet = (struct sheet){.columns = ARENA_ARRAY(arena, struct sheet_column, COLUMN_COUNT),
                            .row_count = lines->count,
                            .rows = rows};
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        cells[i] = ARENA_ARRAY(arena, struct sheet_cell, lines->count);
        sheet_add_column(sheet, columns[i].heading, columns[i].kind, cells[i]);
    }
    for (size_t i = 0; i < lines->count; i++) {
        const struct diff_line *line = &lines->items[i];
        const char *what = with_arrows(arena, line->what);
        const char *name = line->name;
        const char *end = strstr(name, " .. ");
        rows[i] = (struct sheet_row){end ? arena_copy(arena, name, (size_t)(end - name)) : name, tones[line->kind]};
        cells[WAS][i].text = line->places[DIFF_FROM];
        cells[IS][i].text = line->places[DIFF_TO];
        cells[NAME][i] = (struct sheet_cell){.text = line->name, .is_code = true};
        cells[CHANGE][i].text = arena_format(arena, "%s%s%s", kinds[line->kind],
                                             line->kind != DIFF_CHANGED && *what ? ": " : "", what);
    }
    section->sheets = sheet;
    section->sheet_count = lines->count > 0;
}

/* Returns the line below the title: the basis of each side, and the counts. */
static const char *write_note(const struct diff *diff)
{
    struct arena *arena = diff->model->arena;
    const char *counts[] = {diff_count_line(arena, "structures", diff->record_counts),
                            diff_count_line(arena, "enumerations", diff->enumeration_counts)};
    struct buffer text = {0};
    for (int side = 0; side < DIFF_SIDES; side++)
        if (diff_side_basis(diff, side))
            buffer_format(&text, "%s%s is %s", text.size ? "; " : "", diff->sides[side].text,
                          diff_side_basis(diff, side));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i])
            buffer_format(&text, "%s%s", text.size ? "; " : "", counts[i]);
    return text.size ? buffer_take(&text, arena) : NULL;
}

struct sheet_document diff_make_document(const struct diff *diff)
{
    struct arena *arena = diff->model->arena;
    struct buffer sections = {0};
    for (const struct diff_record *record = diff->records; record; record = record->next) {
        struct diff_lines lines = diff_record_lines(arena, record);
        struct sheet_section section = {.title = with_arrows(arena, diff_record_title(diff, record)),
                                        .name = record->name,
                                        .tone = tones[record->kind]};
        fill_section(arena, &lines, &section);
        buffer_add(&sections, &section, sizeof section);
    }
    for (const struct diff_enumeration *list = diff->enumerations; list; list = list->next) {
        struct diff_lines lines = diff_enumeration_lines(arena, list);
        struct sheet_section section = {.title = diff_enumeration_title(diff, list),
                                        .name = list->enumeration->type->name,
                                        .tone = tones[list->kind]};
        fill_section(arena, &lines, &section);
        buffer_add(&sections, &section, sizeof section);
    }
    size_t count = sections.size / sizeof(struct sheet_section);
    struct sheet_document document = {
        .title = arena_format(arena, "Changes from %s to %s", diff->sides[DIFF_FROM].text, diff->sides[DIFF_TO].text),
        .note = write_note(diff),
        .command = "diff",
        .sections = arena_copy_array(arena, sections.data, count, sizeof(struct sheet_section)),
        .count = count};
    buffer_free(&sections);
    return document;
}
