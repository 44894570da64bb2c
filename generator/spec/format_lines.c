/*
 * Writes rows as lines. Finds the position of each column, and breaks rows that are too long.
 *
 * A column begins two blanks after the widest cell to its left. A cell wider than the usual width of its column is
 * ignored there, since it would move the column in all rows. The piece after such a cell goes to the next line or, in
 * tables of short rows, directly after the cell. If most cells of a column are wide, none is ignored, but in tables of
 * members.
 */
#include <string.h>

#include "spec/format_parts.h"

enum {
    COMMENT_WIDTH = 60, /* a comment after a longer line is not aligned with other comments */
    MEMBERS_COLUMN = 0,
    VERSIONS_COLUMN = 1
};

/* Usual widths of the first two columns of a member's row: its declaration and its versions. The formatter tries all of
 * them and takes those that give the fewest lines, or the first of several equals. */
static const struct widths {
    unsigned member, versions;
} member_widths[] = {{34, 16}, {44, 16}, {54, 16}, {34, 28}, {44, 28},
                     {54, 28}, {34, 44}, {44, 44}, {54, 44}};

enum { MEMBER_WIDTHS = sizeof member_widths / sizeof *member_widths, WIDTHS_WITHOUT_VERSIONS = 3 };

/* Settings of a table. */
static const struct style {
    unsigned gaps[FORMAT_COLUMNS_MOST]; /* least number of blanks before a column */
    unsigned
        widths[FORMAT_COLUMNS_MOST]; /* the usual width of a column; of the first with its indentation; 0: any width */
    bool breaks;                     /* the piece after a wide cell goes to the next line */
} styles[SHAPE_COUNT] = {
    [SHAPE_FLOW] = {.gaps = {0}},
    [SHAPE_ARCH] = {{0, 1, 1, 1, 1, 2}, {30, 20, 20, 20, 40, 0}, false},
    [SHAPE_TYPE] = {{0, 1, 1, 1, 2}, {40, 0, 30, 30}, false},
    [SHAPE_OPAQUE] = {{0, 1, 1, 1, 2}, {40, 30, 30, 30}, false},
    [SHAPE_CONST] = {{0, 1, 2}, {40, 40}, false},
    [SHAPE_RELEASE] = {{0, 1, 1}, {0}, false},
    [SHAPE_POINT] = {{0, 1, 2}, {0}, false},
    [SHAPE_ENUMERATOR] = {{0, 1, 2, 2}, {44, 40, 30}, false},
    [SHAPE_EVENT_ROW] = {{0, 2}, {50}, false},
    [SHAPE_MEMBER] = {{0, 2, 2, 2, 2, 2, 2}, {44, 16, 40, 40, 30, 20}, true},
};

struct table {
    unsigned positions[FORMAT_COLUMNS_MOST]; /* 0: no row has this column */
    bool any_width[FORMAT_COLUMNS_MOST];
};

struct lines {
    const struct format_block *block;
    const char *line_end;
    struct buffer *out; /* NULL: only count lines, do not write them */
    struct table tables[SHAPE_COUNT];
    size_t shape_count; /* the highest shape of a row, plus one */
    unsigned columns;   /* a bit for each column that some row has */
    unsigned comments;  /* position of comments after rows */
    struct widths usual;

    /* The row that is being written. */
    const struct format_row *row;
    unsigned line_width; /* width of its current line so far */
    bool line_closed; /* the current line ends with a comment, so the next word needs a new line */

    size_t line_count; /* lines added by breaking rows */
};

static const struct format_piece *row_piece(const struct lines *lines, const struct format_row *row, size_t index)
{
    return (const struct format_piece *)(const void *)lines->block->pieces.data + row->pieces + index;
}

/* ---- Widths */

static const struct format_cell *row_cells(const struct lines *lines, const struct format_row *row)
{
    return (const struct format_cell *)(const void *)lines->block->cells.data + row->cells;
}

static bool is_wide(const struct lines *lines, const struct format_row *row, const struct format_cell *cell)
{
    unsigned usual = styles[row->shape].widths[cell->column];
    if (row->shape == SHAPE_MEMBER && cell->column == MEMBERS_COLUMN)
        usual = lines->usual.member;
    else if (row->shape == SHAPE_MEMBER && cell->column == VERSIONS_COLUMN)
        usual = lines->usual.versions;
    unsigned width = cell->width + (cell->column ? 0 : row->depth * FORMAT_INDENT);
    return cell->breaks || (usual && width > usual && !lines->tables[row->shape].any_width[cell->column]);
}

/* Sets the position of a column in each table, to the right of the cells before it. The positions of earlier columns
 * must be known. */
static void measure_column(struct lines *lines, const struct format_row *rows, size_t count, unsigned column)
{
    for (size_t i = 0; i < count; i++) {
        struct table *table = &lines->tables[rows[i].shape];
        const struct style *style = &styles[rows[i].shape];
        unsigned end = rows[i].depth * FORMAT_INDENT;
        const struct format_cell *cell = row_cells(lines, &rows[i]), *cells_end = cell + rows[i].cell_count;
        for (; cell < cells_end && cell->column < column; cell++) {
            if (end + (cell->column ? style->gaps[cell->column] : 0) <= table->positions[cell->column])
                end = table->positions[cell->column];
            end += cell->width;
            if (is_wide(lines, &rows[i], cell) || end > FORMAT_LINE_MOST) {
                end = (rows[i].depth + 1) * FORMAT_INDENT; /* the next piece goes to a new line */
                if (!style->breaks)
                    break;
            }
        }
        if (cell < cells_end && cell->column == column && table->positions[column] < end + style->gaps[column])
            table->positions[column] = end + style->gaps[column];
    }
    for (size_t i = 0; i < lines->shape_count; i++) {
        unsigned *positions = lines->tables[i].positions;
        for (unsigned before = 1; positions[column] && before < column; before++)
            positions[column] = positions[before] > positions[column] ? positions[before] : positions[column];
    }
}

/* ---- Writing */

static void put_text(struct lines *lines, const char *text, size_t size)
{
    if (lines->out)
        buffer_add(lines->out, text, size);
}

static void pad_to(struct lines *lines, unsigned column)
{
    if (lines->line_width >= column)
        return;
    if (lines->out) {
        memset(buffer_reserve(lines->out, column - lines->line_width), ' ', column - lines->line_width);
        lines->out->size += column - lines->line_width;
    }
    lines->line_width = column;
}

static void new_line(struct lines *lines, unsigned column)
{
    put_text(lines, lines->line_end, strlen(lines->line_end));
    lines->line_count++;
    lines->line_width = 0;
    lines->line_closed = false;
    pad_to(lines, column);
}

/* Writes a word. A comment of several lines keeps its text, without blanks at line ends. */
static void write_word(struct lines *lines, const struct format_word *word)
{
    const char *text = word->text, *end = text + word->size, *line_end;
    for (; word->tall && (line_end = memchr(text, '\n', (size_t)(end - text))); text = line_end + 1) {
        size_t length = (size_t)(line_end - text);
        while (length && strchr(" \t\r\f\v", text[length - 1]))
            length--;
        put_text(lines, text, length);
        put_text(lines, lines->line_end, strlen(lines->line_end));
        lines->line_width = 0;
    }
    put_text(lines, text, (size_t)(end - text));
    lines->line_width += word->width - word->space;
}

/* Writes words on one line, without the blank before the first. */
static void put_words(struct lines *lines, const struct format_word *word, const struct format_word *end)
{
    for (const struct format_word *first = word; word < end; word++) {
        bool space = word->space && word > first;
        char *to = buffer_reserve(lines->out, word->size + (size_t)1);
        *to = ' ';
        memcpy(to + space, word->text, word->size);
        lines->out->size += space + (size_t)word->size;
    }
}

/* Returns the offset of a cell's value in its piece, after the first word. */
static unsigned value_offset(const struct format_word *first)
{
    return first->kind == TOKEN_WORD || first->kind == TOKEN_SIGN ? first->width - first->space + 1 : 2;
}

/* Returns the offset in its piece at which a broken line begins: so that the value after `| ` is below the first
 * value. */
static unsigned joint_offset(const struct format_word *word, unsigned value)
{
    unsigned before = word->joint == JOINT_BAR ? word->width - word->space + 1 : 0;
    return value > before ? value - before : 0;
}

/* Returns the width of the words from one joint up to the next. Joints inside brackets only count between each
 * other. */
static unsigned segment_width(const struct format_word *word, const struct format_word *end)
{
    unsigned width = word->width - word->space;
    bool is_inner = word->joint == JOINT_INNER;
    for (word++; word < end && (!word->joint || (word->joint == JOINT_INNER && !is_inner)); word++)
        width += word->width;
    return width;
}

/* Writes a piece. If it does not fit, breaks it before each `|`, and after commas where necessary. The declaration of a
 * member stays on one line, with the versions of its bounds. */
static void write_piece(struct lines *lines, const struct format_piece *piece, unsigned room)
{
    const struct format_word *word = lines->block->words + piece->first, *end = word + piece->count;
    unsigned begin = lines->line_width, value = value_offset(word);
    bool whole = begin + piece->width <= room;
    if (whole && !lines->out && !piece->breaks && !piece->tall && !lines->line_closed) {
        lines->line_width += piece->width;
        return;
    }
    for (const struct format_word *first = word; word < end; word++) {
        bool may_break = word->joint != JOINT_INNER || lines->row->shape == SHAPE_FLOW || piece->column;
        bool broken = !whole && word > first && may_break &&
                      (word->joint == JOINT_BAR ||
                       (word->joint && lines->line_width + word->space + segment_width(word, end) > room));
        if (lines->line_closed || broken)
            new_line(lines, begin + joint_offset(word, value) + (word->joint == JOINT_INNER ? FORMAT_INDENT : 0));
        else if (word->space && word > first)
            pad_to(lines, lines->line_width + 1);
        write_word(lines, word);
        lines->line_closed = word->breaks;
    }
}

/* ---- Rows */

/* Returns the position at which a piece fits on a new line: its own column, an earlier column, or an indentation. */
static unsigned new_line_column(const struct lines *lines, const struct format_piece *piece, unsigned width,
                                unsigned room)
{
    const struct table *table = &lines->tables[lines->row->shape];
    for (unsigned column = piece->column; column > 0; column--)
        if (table->positions[column] && table->positions[column] + width <= room)
            return table->positions[column];
    return (lines->row->depth + 2) * FORMAT_INDENT;
}

/* Moves to the position of a piece that does not fit after the piece before it. The piece stays in its column if it
 * fits there once it is broken. Otherwise it begins a new line. */
static void break_before(struct lines *lines, const struct format_piece *piece, unsigned room, bool blocked)
{
    unsigned position = lines->tables[lines->row->shape].positions[piece->column];
    const struct format_word *words = lines->block->words + piece->first;
    size_t count = piece->count;
    unsigned least = 0, value = value_offset(words);
    for (size_t i = 0; i < count; i++) {
        if (i && (!words[i].joint || words[i].joint == JOINT_INNER))
            continue;
        unsigned width = segment_width(&words[i], words + count) + (i ? joint_offset(&words[i], value) : 0);
        least = width > least ? width : least;
    }
    if (piece[-1].column != piece->column && piece->column <= 2 && least + position <= room && position) {
        if (blocked)
            new_line(lines, position);
        pad_to(lines, position);
        return;
    }
    unsigned column = new_line_column(lines, piece, piece->width, room);
    if (column + piece->width > room)
        column = new_line_column(lines, piece, least, room);
    new_line(lines, column);
}

/* True if a row fits on one line with each cell in its column, as most rows do. Sets `*width` to the width without its
 * `;` or brace. */
static bool row_fits(const struct lines *lines, const struct format_row *row, unsigned *width)
{
    const struct format_cell *cells = row_cells(lines, row);
    unsigned at = row->depth * FORMAT_INDENT;
    for (uint32_t i = 0; i < row->cell_count; i++) {
        unsigned position = i ? lines->tables[row->shape].positions[cells[i].column] : at;
        if (cells[i].breaks || cells[i].tall || (i && at + styles[row->shape].gaps[cells[i].column] > position))
            return false;
        at = position + cells[i].width;
    }
    *width = at;
    return at + strlen(row->end) <= FORMAT_LINE_MOST;
}

/* Writes a row up to its `;` or brace. */
static void write_row(struct lines *lines, const struct format_row *row)
{
    unsigned width;
    if (row_fits(lines, row, &width)) {
        if (lines->out) {
            /* Write a row for which fits() is true. */
            lines->line_width = 0;
            pad_to(lines, row->depth * FORMAT_INDENT);
            for (uint32_t i = 0; i < row->piece_count; i++) {
                const struct format_piece *piece = row_piece(lines, row, i);
                const struct format_word *word = lines->block->words + piece->first;
                if (i)
                    pad_to(lines, piece[-1].column == piece->column
                                      ? lines->line_width + 1
                                      : lines->tables[row->shape].positions[piece->column]);
                put_words(lines, word, word + piece->count);
                lines->line_width += piece->width;
            }
            put_text(lines, row->end, strlen(row->end));
        }
        lines->line_width = width + (unsigned)strlen(row->end);
        lines->line_closed = false;
        return;
    }
    lines->row = row;
    lines->line_width = 0;
    lines->line_closed = false;
    pad_to(lines, row->depth * FORMAT_INDENT);
    unsigned end_width = (unsigned)strlen(row->end);
    for (size_t i = 0; i < row->piece_count; i++) {
        const struct format_piece *piece = row_piece(lines, row, i);
        unsigned room = FORMAT_LINE_MOST - (i + 1 == row->piece_count ? end_width : 0);
        if (i) {
            /* Write a piece that is not the first of its row. */
            const struct style *style = &styles[lines->row->shape];
            bool joined = piece[-1].column == piece->column;
            unsigned least = lines->line_width + (joined ? 1 : style->gaps[piece->column]);
            unsigned column = joined ? least : lines->tables[lines->row->shape].positions[piece->column];
            bool blocked = lines->line_closed || least > column;
            if (!blocked && column + piece->width <= room)
                pad_to(lines, column);
            else if (!style->breaks && !lines->line_closed && least + piece->width <= room)
                pad_to(lines, least);
            else
                break_before(lines, piece, room, blocked);
            write_piece(lines, piece, room);
        } else
            write_piece(lines, piece, room);
    }
    const char *end = row->end;
    if (lines->line_closed && *end) {
        new_line(lines, row->depth * FORMAT_INDENT);
        end += *end == ' ';
    }
    put_text(lines, end, strlen(end));
    lines->line_width += (unsigned)strlen(end);
}

/* Finds the columns of a block and returns the number of its lines. */
static size_t measure_block(struct lines *lines, const struct format_row *rows, size_t count, struct widths usual)
{
    lines->usual = usual;
    lines->comments = 0;
    lines->line_count = 0;
    for (size_t i = 0; i < lines->shape_count; i++)
        memset(lines->tables[i].positions, 0, sizeof lines->tables[i].positions);
    for (unsigned column = 1; column < FORMAT_COLUMNS_MOST; column++)
        if (lines->columns >> column & 1)
            measure_column(lines, rows, count, column);
    for (size_t i = 0; i < count; i++) {
        write_row(lines, &rows[i]);
        if (rows[i].comment_count && lines->line_width <= COMMENT_WIDTH && lines->comments < lines->line_width + 2)
            lines->comments = lines->line_width + 2;
    }
    return lines->line_count;
}

void format_lines(struct format_block *block, const char *line_end, struct buffer *out)
{
    struct lines lines = {.block = block, .line_end = line_end, .usual = member_widths[1]};
    struct format_row *rows = (void *)block->rows.data;
    size_t count = block->rows.size / sizeof *rows;
    for (size_t i = 0; i < count; i++) {
        /* Make the cells of a row. */
        struct format_row *row = &rows[i];
        const struct format_piece *piece = (const struct format_piece *)(const void *)block->pieces.data + row->pieces;
        const struct format_piece *end = piece + row->piece_count;
        row->cells = (uint32_t)(block->cells.size / sizeof(struct format_cell));
        for (row->cell_count = 0; piece < end; row->cell_count++) {
            struct format_cell cell = {.column = piece->column};
            for (; piece < end && piece->column == cell.column; piece++) {
                cell.width += piece->width + (cell.width > 0);
                cell.breaks |= piece->breaks;
                cell.tall |= piece->tall;
            }
            buffer_add(&block->cells, &cell, sizeof cell);
        }
    }
    /* Find the columns in which most cells are wide and have another cell after them; these may have any width.
     * Members have no such column, since the formatter tries several widths for them. */
    size_t cells[SHAPE_COUNT][FORMAT_COLUMNS_MOST] = {{0}}, wide[SHAPE_COUNT][FORMAT_COLUMNS_MOST] = {{0}};
    for (size_t i = 0; i < count; i++) {
        const struct format_cell *cell = row_cells(&lines, &rows[i]), *end = cell + rows[i].cell_count;
        lines.shape_count = rows[i].shape < lines.shape_count ? lines.shape_count : rows[i].shape + (size_t)1;
        for (; cell < end; cell++) {
            lines.columns |= 1u << cell->column;
            cells[rows[i].shape][cell->column]++;
            wide[rows[i].shape][cell->column] +=
                rows[i].shape != SHAPE_MEMBER && cell + 1 < end && is_wide(&lines, &rows[i], cell);
        }
    }
    for (size_t shape = 0; shape < lines.shape_count; shape++)
        for (size_t column = 0; column < FORMAT_COLUMNS_MOST; column++)
            lines.tables[shape].any_width[column] = wide[shape][column] * 2 > cells[shape][column];
    struct lines best = lines;
    size_t least = SIZE_MAX;
    size_t widths = lines.columns >> VERSIONS_COLUMN & 1 ? MEMBER_WIDTHS : WIDTHS_WITHOUT_VERSIONS;
    for (size_t i = 0; i < widths && least; i++) {
        size_t broken = measure_block(&lines, rows, count, member_widths[i]);
        best = broken < least ? lines : best;
        least = broken < least ? broken : least;
    }
    lines = best;
    lines.out = out;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].blank)
            buffer_add_text(out, line_end);
        write_row(&lines, &rows[i]);
        const struct format_row *row = &rows[i];
        const struct format_word *words = lines.block->words + row->comments;
        unsigned first_column = lines.line_width + 2;
        for (size_t j = 0; j < row->comment_count; j++) {
            pad_to(&lines, j ? lines.line_width + 1 : first_column > lines.comments ? first_column : lines.comments);
            write_word(&lines, &words[j]);
        }
        buffer_add_text(out, line_end);
    }
}
