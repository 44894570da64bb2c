/*
 * A diff as GitHub Markdown: a table a structure.
 */
#include "base/arena.h"
#include "base/buffer.h"
#include "view/diff_lines.h"
#include "view/sheet.h"

enum { WAS, IS, NAME, CHANGE, COLUMN_COUNT };

/* Fills a section: one row for each line, no sheet without lines. */
static void fill_section(struct arena *arena, const struct diff_lines *lines, struct sheet_section *section)
{
    static const char *const headings[] = {[WAS] = "was", [IS] = "is", [NAME] = "name", [CHANGE] = "change"};
    static const char *const kinds[] = {[DIFF_ADDED] = "added", [DIFF_REMOVED] = "removed", [DIFF_CHANGED] = ""};
    struct sheet *sheet = ARENA_NEW(arena, struct sheet);
    struct sheet_cell *cells[COLUMN_COUNT];
    *sheet = (struct sheet){ARENA_ARRAY(arena, struct sheet_column, COLUMN_COUNT), COLUMN_COUNT, lines->count};
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        cells[i] = ARENA_ARRAY(arena, struct sheet_cell, lines->count);
        sheet->columns[i] = (struct sheet_column){headings[i], cells[i]};
    }
    for (size_t i = 0; i < lines->count; i++) {
        const struct diff_line *line = &lines->items[i];
        cells[WAS][i].text = line->places[DIFF_FROM];
        cells[IS][i].text = line->places[DIFF_TO];
        cells[NAME][i] = (struct sheet_cell){.text = line->name, .is_code = true};
        cells[CHANGE][i].text = arena_format(arena, "%s%s%s", kinds[line->kind],
                                             line->kind != DIFF_CHANGED && *line->what ? ": " : "", line->what);
    }
    section->sheets = sheet;
    section->sheet_count = lines->count > 0;
}

void diff_write_markdown(const struct diff *diff, struct buffer *out)
{
    struct arena *arena = diff->model->arena;
    struct buffer sections = {0};
    const char *counts[] = {diff_count_line(arena, "structures", diff->record_counts),
                            diff_count_line(arena, "enumerations", diff->enumeration_counts)};
    struct sheet_section section = {
        .title = arena_format(arena, "%s -> %s", diff_side_title(diff, DIFF_FROM), diff_side_title(diff, DIFF_TO)),
        .note = counts[0] && counts[1] ? arena_format(arena, "%s; %s", counts[0], counts[1])
                                       : counts[0] ? counts[0] : counts[1]};
    buffer_add(&sections, &section, sizeof section);
    for (const struct diff_record *record = diff->records; record; record = record->next) {
        struct diff_lines lines = diff_record_lines(arena, record);
        section = (struct sheet_section){.title = diff_record_title(diff, record)};
        fill_section(arena, &lines, &section);
        buffer_add(&sections, &section, sizeof section);
    }
    for (const struct diff_enumeration *list = diff->enumerations; list; list = list->next) {
        struct diff_lines lines = diff_enumeration_lines(arena, list);
        section = (struct sheet_section){.title = diff_enumeration_title(diff, list)};
        fill_section(arena, &lines, &section);
        buffer_add(&sections, &section, sizeof section);
    }
    sheet_write(SHEET_MARKDOWN, (const void *)sections.data, sections.size / sizeof section, out);
    buffer_free(&sections);
}
