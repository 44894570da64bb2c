/*
 * A document as one HTML page. This file makes the values; the templates `report*` have the text and escape all values.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "front/load.h"
#include "mustache/mustache.h"
#include "mustache/templates.h"
#include "view/sheet.h"

/* Widths in pixels: of a character, of the space around a cell, of words before they wrap, and of a table that gets a
 * scroll bar even on a large screen. */
enum { CHARACTER = 8, AROUND = 24, WORDS_MOST = 24 * 16, WIDE = 1100 };

#define DOCUMENT_KEYS(KEY)                                                                                            \
    KEY(DOCUMENT, TOOL, "tool") KEY(DOCUMENT, COMMAND, "command") KEY(DOCUMENT, TITLE, "title")                       \
    KEY(DOCUMENT, NOTE, "note") KEY(DOCUMENT, HAS_CONTENTS, "has_contents") KEY(DOCUMENT, CONTENTS, "contents")       \
    KEY(DOCUMENT, SECTIONS, "sections")
#define SECTION_KEYS(KEY)                                                                                             \
    KEY(SECTION, ID, "id") KEY(SECTION, NAME, "name") KEY(SECTION, TITLE, "title") KEY(SECTION, NOTE, "note")         \
    KEY(SECTION, TONE, "tone") KEY(SECTION, HAS_HEADING, "has_heading") KEY(SECTION, SHEETS, "sheets")
#define SHEET_KEYS(KEY)                                                                                               \
    KEY(SHEET, LABEL, "label") KEY(SHEET, IS_WIDE, "is_wide") KEY(SHEET, HAS_SIGNS, "has_signs")                      \
    KEY(SHEET, COLUMNS, "columns") KEY(SHEET, ROWS, "rows")
#define COLUMN_KEYS(KEY) KEY(COLUMN, HEADING, "heading") KEY(COLUMN, CLASS, "class")
#define ROW_KEYS(KEY)                                                                                                 \
    KEY(ROW, ID, "id") KEY(ROW, TONE, "tone") KEY(ROW, SIGN, "sign") KEY(ROW, WORD, "word") KEY(ROW, CELLS, "cells")
#define CELL_KEYS(KEY)                                                                                                \
    KEY(CELL, CLASS, "class") KEY(CELL, DEPTH, "depth") KEY(CELL, ROWS, "rows") KEY(CELL, CODE, "code")               \
    KEY(CELL, LINES, "lines") KEY(CELL, LINK, "link")
#define LINE_KEYS(KEY) KEY(LINE, TEXT, "text") KEY(LINE, HAS_MORE, "has_more")

#define SHAPES(SHAPE) SHAPE(DOCUMENT) SHAPE(SECTION) SHAPE(SHEET) SHAPE(COLUMN) SHAPE(ROW) SHAPE(CELL) SHAPE(LINE)

#define KEY_NUMBER(KIND, KEY, text) KIND##_##KEY,
#define SHAPE_KEYS(KIND) enum { KIND##_KEYS(KEY_NUMBER) KIND##_KEY_COUNT };
SHAPES(SHAPE_KEYS)
#define SHAPE_NUMBER(KIND) SHAPE_OF_##KIND,
enum shape_number { SHAPES(SHAPE_NUMBER) SHAPE_COUNT };

#define KEY_TEXT(KIND, KEY, text) text,
#define SHAPE_NAMES(KIND) static const char *const names_of_##KIND[] = {KIND##_KEYS(KEY_TEXT)};
SHAPES(SHAPE_NAMES)
#define SHAPE_ENTRY(KIND) {names_of_##KIND, KIND##_KEY_COUNT},
static const struct {
    const char *const *names;
    size_t count;
} shape_table[] = {SHAPES(SHAPE_ENTRY)};

/* How each tone is shown: the class of a row or section, and the sign of a change with its word. */
static const struct {
    const char *class, *sign, *word;
} tones[SHEET_TONE_COUNT] = {
    [SHEET_CHANGED] = {"changed", "~", "changed"},
    [SHEET_ADDED] = {"added", "+", "added"},
    [SHEET_REMOVED] = {"removed", "\xE2\x88\x92", "removed"},
    [SHEET_HOLE] = {"hole", NULL, NULL},
};

struct sheet_html {
    const struct sheet_document *document;
    const struct shape *shapes[SHAPE_COUNT];
    struct mustache *mustache;
    const char *template;
    struct arena *arena;   /* memory for the page */
    struct arena *scratch; /* memory for the page, or only for one section */
    struct intern *intern;
    struct map *ids;          /* interned id -> pointer to the number of times that it was requested */
    const char **section_ids; /* one for each section */
};

/* The sections as a series: a section is made when the template reaches it. */
struct section_series {
    struct series series;
    struct sheet_html *writer;
};

static struct object *new_object(const struct sheet_html *writer, enum shape_number shape)
{
    return object_new(writer->scratch, writer->shapes[shape]);
}

/* ---- Links */

/* Returns a text as an id: blanks and signs that a link would have to escape become hyphens. */
static char *id_of(struct arena *arena, const char *text)
{
    char *id = arena_copy(arena, text, strlen(text));
    for (char *c = id; *c; c++)
        if (!ascii_is_name(*c) && *c != '.' && *c != '-' && (unsigned char)*c < 0x80)
            *c = '-';
    return id;
}

/* Returns an id that no other element of the page has: "A", or "A-2" if "A" is taken. */
static const char *unique_id(struct sheet_html *writer, const char *text)
{
    const char *id = intern_text(writer->intern, id_of(writer->scratch, text));
    size_t *count = map_get(writer->ids, id);
    if (count) {
        const char *next;
        do
            next = intern_text(writer->intern, arena_format(writer->scratch, "%s-%zu", id, ++*count));
        while (map_get(writer->ids, next));
        id = next;
    }
    count = ARENA_NEW(writer->arena, size_t);
    *count = 1;
    map_set(writer->ids, id, count);
    return id;
}

static const char *section_name(const struct sheet_section *section)
{
    return section->name ? section->name : section->title;
}

/* ---- Tables */

/* True if all cells of a column are single numbers, which are aligned at the right. */
static bool is_plain(const struct sheet *sheet, const struct sheet_column *column)
{
    for (size_t i = 0; i < sheet->row_count; i++)
        if (strpbrk(column->cells[i].text, " \n") || strstr(column->cells[i].text, ".."))
            return false;
    return true;
}

static const char *column_class(const struct sheet *sheet, const struct sheet_column *column)
{
    static const char *const classes[] = {
        [SHEET_WORDS] = "words", [SHEET_NAMES] = "name", [SHEET_REMARKS] = "remarks", [SHEET_NUMBERS] = "numbers"};
    return column->kind == SHEET_NUMBERS && is_plain(sheet, column) ? "number" : classes[column->kind];
}

static struct object *make_cell(const struct sheet_html *writer, const struct sheet_cell *cell, const char *class)
{
    struct object *object = new_object(writer, SHAPE_OF_CELL);
    const char *text = cell->shared ? cell->shared : cell->text;
    object->values[CELL_CLASS] = value_text(class);
    if (cell->depth)
        object->values[CELL_DEPTH] = value_integer(cell->depth);
    if (cell->rows > 1)
        object->values[CELL_ROWS] = value_integer(cell->rows);
    if (cell->is_code && *text)
        object->values[CELL_CODE] = value_text(text);
    else {
        struct list *list = list_new(writer->scratch);
        for (const char *end; text; text = *end ? end + 1 : NULL) {
            end = text + strcspn(text, "\n");
            struct object *line = new_object(writer, SHAPE_OF_LINE);
            line->values[LINE_TEXT] = value_string(text, (size_t)(end - text));
            line->values[LINE_HAS_MORE] = value_boolean(*end);
            list_add(writer->scratch, list, value_object(line));
        }
        object->values[CELL_LINES] = value_list(list);
    }
    return object;
}

static struct value make_row(struct sheet_html *writer, const char *section, const struct sheet *sheet, size_t row,
                             const char *const *classes)
{
    static const struct sheet_row plain = {NULL, SHEET_PLAIN};
    const struct sheet_row *about = sheet->rows ? &sheet->rows[row] : &plain;
    struct object *object = new_object(writer, SHAPE_OF_ROW);
    struct list *cells = list_new(writer->scratch);
    const char *id = NULL;
    if (about->name)
        id = unique_id(writer, arena_format(writer->scratch, "%s.%s", section, about->name));
    for (size_t i = 0; i < sheet->column_count; i++) {
        const struct sheet_column *column = &sheet->columns[i];
        if (column->cells[row].is_served)
            continue;
        struct object *cell = make_cell(writer, &column->cells[row], classes[i]);
        if (column->kind == SHEET_NAMES)
            cell->values[CELL_LINK] = value_text(id);
        list_add(writer->scratch, cells, value_object(cell));
    }
    object->values[ROW_ID] = value_text(id);
    object->values[ROW_TONE] = value_text(tones[about->tone].class);
    object->values[ROW_SIGN] = value_text(tones[about->tone].sign);
    object->values[ROW_WORD] = value_text(tones[about->tone].word);
    object->values[ROW_CELLS] = value_list(cells);
    return value_object(object);
}

static bool has_signs(const struct sheet *sheet)
{
    for (size_t i = 0; sheet->rows && i < sheet->row_count; i++)
        if (tones[sheet->rows[i].tone].sign)
            return true;
    return false;
}

/* Returns the number of characters of the longest line. */
static size_t longest_line(const char *text)
{
    size_t most = 0, size = 0;
    for (; *text; text++) {
        size = *text == '\n' ? 0 : size + (((unsigned char)*text & 0xC0) != 0x80);
        most = size > most ? size : most;
    }
    return most;
}

/* Returns the estimated width of a cell. Words wrap; numbers and code do not. */
static size_t cell_width(const struct sheet_cell *cell, enum sheet_column_kind kind)
{
    size_t width = longest_line(cell->text) * CHARACTER;
    return kind != SHEET_NUMBERS && !cell->is_code && width > WORDS_MOST ? WORDS_MOST : width;
}

/* True if a table is too wide for most screens. */
static bool is_wide(const struct sheet *sheet)
{
    size_t width = 0;
    for (size_t i = 0; i < sheet->column_count; i++) {
        const struct sheet_column *column = &sheet->columns[i];
        size_t most = longest_line(column->heading) * CHARACTER;
        for (size_t row = 0; row < sheet->row_count; row++) {
            size_t own = cell_width(&column->cells[row], column->kind);
            most = own > most ? own : most;
        }
        width += most + AROUND;
    }
    return width > WIDE;
}

static struct value make_sheet(struct sheet_html *writer, const struct sheet_section *section, const char *id,
                               const struct sheet *sheet)
{
    struct object *object = new_object(writer, SHAPE_OF_SHEET);
    struct list *columns = list_new(writer->scratch), *rows = list_new(writer->scratch);
    const char **classes = ARENA_ARRAY(writer->scratch, const char *, sheet->column_count);
    for (size_t i = 0; i < sheet->column_count; i++) {
        struct object *column = new_object(writer, SHAPE_OF_COLUMN);
        classes[i] = column_class(sheet, &sheet->columns[i]);
        column->values[COLUMN_HEADING] = value_text(sheet->columns[i].heading);
        column->values[COLUMN_CLASS] = value_text(classes[i]);
        list_add(writer->scratch, columns, value_object(column));
    }
    for (size_t i = 0; i < sheet->row_count; i++)
        list_add(writer->scratch, rows, make_row(writer, id, sheet, i, classes));
    object->values[SHEET_LABEL] = value_text(section_name(section));
    object->values[SHEET_IS_WIDE] = value_boolean(is_wide(sheet));
    object->values[SHEET_HAS_SIGNS] = value_boolean(has_signs(sheet));
    object->values[SHEET_COLUMNS] = value_list(columns);
    object->values[SHEET_ROWS] = value_list(rows);
    return value_object(object);
}

/* ---- The page */

static struct object *name_section(const struct sheet_html *writer, size_t index)
{
    const struct sheet_section *section = &writer->document->sections[index];
    struct object *object = new_object(writer, SHAPE_OF_SECTION);
    object->values[SECTION_ID] = value_text(writer->section_ids[index]);
    object->values[SECTION_NAME] = value_text(section_name(section));
    object->values[SECTION_TONE] = value_text(tones[section->tone].class);
    return object;
}

static struct value make_section(const struct series *series, size_t index, struct arena *scratch, size_t *made)
{
    (void)made;
    struct sheet_html *writer = ((const struct section_series *)(const void *)series)->writer;
    const struct sheet_document *document = writer->document;
    const struct sheet_section *section = &document->sections[index];
    writer->scratch = scratch;
    struct object *object = name_section(writer, index);
    struct list *sheets = list_new(writer->scratch);
    for (size_t i = 0; i < section->sheet_count; i++)
        list_add(writer->scratch, sheets,
                 make_sheet(writer, section, writer->section_ids[index], &section->sheets[i]));
    object->values[SECTION_TITLE] = value_text(section->title);
    object->values[SECTION_HAS_HEADING] = value_boolean(document->title || document->count > 1);
    object->values[SECTION_NOTE] = value_text(section->note);
    object->values[SECTION_SHEETS] = value_list(sheets);
    return value_object(object);
}

static struct value make_document(struct sheet_html *writer, struct section_series *sections)
{
    const struct sheet_document *document = writer->document;
    struct object *object = object_new(writer->arena, writer->shapes[SHAPE_OF_DOCUMENT]);
    struct list *contents = list_new(writer->arena);
    const char *title = document->title ? document->title : document->count ? document->sections->title : "";
    for (size_t i = 0; i < document->count; i++) {
        const struct sheet_section *section = &document->sections[i];
        writer->section_ids[i] = unique_id(writer, section->link ? section->link : section_name(section));
    }
    for (size_t i = 0; i < document->count; i++)
        list_add(writer->arena, contents, value_object(name_section(writer, i)));
    object->values[DOCUMENT_TOOL] = value_text(STRATA_VERSION_TEXT);
    object->values[DOCUMENT_COMMAND] = value_text(document->command);
    object->values[DOCUMENT_TITLE] = value_text(title);
    object->values[DOCUMENT_NOTE] = value_text(document->note);
    object->values[DOCUMENT_HAS_CONTENTS] = value_boolean(document->count > 1);
    object->values[DOCUMENT_CONTENTS] = value_list(contents);
    object->values[DOCUMENT_SECTIONS] = value_series(&sections->series);
    return value_object(object);
}

struct sheet_html *sheet_html_new(const struct program *program, const char *template)
{
    struct arena *arena = program->arena;
    struct keys *keys = keys_new(arena, program->intern);
    struct mustache_options options = {.escape = MUSTACHE_ESCAPE_HTML};
    struct sheet_html *writer = ARENA_NEW(arena, struct sheet_html);
    *writer = (struct sheet_html){.template = template,
                                  .arena = arena_within(arena),
                                  .intern = program->intern};
    for (size_t i = 0; i < SHAPE_COUNT; i++)
        writer->shapes[i] = shape_new(keys, shape_table[i].names, shape_table[i].count);
    writer->mustache = mustache_new(arena, program->sources, program->diags, program->intern, keys,
                                    templates_loader(templates_new(arena, program->diags, NULL)), options);
    return writer;
}

void sheet_html_write(struct sheet_html *writer, const struct sheet_document *document, struct buffer *out)
{
    arena_clear(writer->arena);
    writer->document = document;
    writer->scratch = writer->arena;
    writer->ids = map_new(writer->arena);
    writer->section_ids = ARENA_ARRAY(writer->arena, const char *, document->count);
    struct section_series sections = {{document->count, make_section}, writer};
    struct value context = make_document(writer, &sections);
    mustache_render(writer->mustache, writer->template, context, out);
}

void sheet_write_html(const struct sheet_document *document, const struct program *program, struct buffer *out)
{
    sheet_html_write(sheet_html_new(program, "report"), document, out);
}
