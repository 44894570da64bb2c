/*
 * Groups words into rows: finds the beginning and end of each declaration, and the columns of its pieces.
 */
#include <string.h>

#include "spec/format_parts.h"

/* A word that begins a piece, and the column of that piece. `"` stands for any quoted text. */
struct opener {
    const char *word;
    uint8_t column;
};

/* The words that begin a piece in each shape. Words before the first of these are in column 0. */
static const struct opener openers[SHAPE_COUNT][20] = {
    [SHAPE_FLOW] =
        {{"in", 0}, {"size", 0}, {"pack", 0}, {"align", 0}, {"indexed", 0}, {"last", 0}, {"allow", 0}, {"\"", 0}},
    [SHAPE_ARCH] = {{":", 1}, {"pointer", 2}, {"align", 3}, {"in", 4}, {"allow", 5}, {"\"", 5}},
    [SHAPE_TYPE] = {{"align", 3}, {"allow", 4}, {"\"", 4}},
    [SHAPE_OPAQUE] = {{"size", 1}, {"align", 2}, {"in", 3}, {"allow", 4}, {"\"", 4}},
    [SHAPE_CONST] = {{"=", 1}, {"allow", 2}, {"\"", 2}},
    [SHAPE_RELEASE] = {{"{", 1}, {"=", 2}},
    [SHAPE_POINT] = {{"=", 1}, {"\"", 2}},
    [SHAPE_ENUMERATOR] = {{"=", 1}, {"in", 2}, {"allow", 3}, {"\"", 3}},
    [SHAPE_EVENT_ROW] = {{"marker", 1}},
    /* clang-format off */
    [SHAPE_MEMBER] =
        {{":", 0}, {"in", 1}, {"at", 2}, {"bit", 3}, {"mask", 3}, {"align", 3}, {"size", 3}, {"pack", 3}, {"as", 3},
         {"big", 3}, {"little", 3},
         {"where", 4}, {"default", 5}, {"previously", 6}, {"next", 6}, {"last", 6}, {"allow", 6}, {"\"", 6}},
    /* clang-format on */
};

/* Kinds of rows inside braces, by the first word of the declaration around the braces. */
static const struct body {
    const char *word;
    enum format_shape rows;
} bodies[] = {
    {"struct", SHAPE_MEMBER},    {"union", SHAPE_MEMBER}, {"slot", SHAPE_MEMBER},     {"enum", SHAPE_ENUMERATOR},
    {"flags", SHAPE_ENUMERATOR}, {"header", SHAPE_FLOW},  {"event", SHAPE_EVENT_ROW}, {"axis", SHAPE_RELEASE},
};

/* Top-level declarations that form tables, by their first word. */
static const struct body tables[] = {
    {"arch", SHAPE_ARCH},
    {"type", SHAPE_TYPE},
    {"opaque", SHAPE_OPAQUE},
    {"const", SHAPE_CONST},
};

enum { DEPTH_MOST = 1000 /* braces; the parser rejects deeper nesting */ };

struct rows {
    const struct format_word *words;
    size_t count;
    const char *line_end;
    struct buffer *out;
    struct format_block block;
    unsigned depth;
    bool opened;                    /* the row before opened a brace, or this is the first row */
    uint8_t bodies[DEPTH_MOST + 1]; /* the kind of rows in each open brace; SHAPE_FLOW for the file */
};

static enum format_shape find_shape(const struct body *table, size_t count, const struct format_word *word)
{
    for (size_t i = 0; word->kind == TOKEN_WORD && i < count; i++)
        if (word_is(word, table[i].word))
            return table[i].rows;
    return SHAPE_FLOW;
}

enum format_shape format_find_shape(enum format_shape body, const struct format_word *word)
{
    bool flows = word_is(word, "columns") || word_is(word, "attest") || word_is(word, "digest");
    return body == SHAPE_MEMBER && word->kind == TOKEN_WORD && flows ? SHAPE_FLOW : body;
}

enum format_shape format_find_body(const struct format_word *word)
{
    return find_shape(bodies, sizeof bodies / sizeof *bodies, word);
}

enum format_shape format_find_table(const struct format_word *word)
{
    return find_shape(tables, sizeof tables / sizeof *tables, word);
}

static enum format_shape row_shape(const struct rows *rows, const struct format_word *word)
{
    return rows->depth ? format_find_shape(rows->bodies[rows->depth], word) : format_find_table(word);
}

bool format_opens_piece(enum format_shape shape, const struct format_word *word, const struct format_word *last,
                        size_t index, uint8_t *column)
{
    if (shape == SHAPE_TYPE && index <= 3) {
        *column = (uint8_t)(index - 1);
        return index > 1 && word->kind != TOKEN_SIGN;
    }
    bool is_text = word->kind == TOKEN_TEXT;
    if (word->depth || (is_text && last->kind == TOKEN_CODE) || (word_is(word, "in") && word_is(last, "next")))
        return false;
    if (!is_text && word->kind != TOKEN_WORD && word->kind != TOKEN_SIGN)
        return false;
    for (const struct opener *opener = openers[shape]; opener->word; opener++) {
        if (is_text ? *opener->word == '"' : word_is(word, opener->word)) {
            *column = opener->column;
            return true;
        }
    }
    return false;
}

/* Inserts a piece after the pieces of its own and of earlier columns. Only clauses that occur once per row move, so
 * this is fast for many rows. */
static void add_piece(struct format_block *block, struct format_row *row, const struct format_piece *piece)
{
    buffer_add(&block->pieces, piece, sizeof *piece);
    struct format_piece *pieces = (void *)block->pieces.data;
    size_t place = row->pieces + row->piece_count++;
    if (row->shape == SHAPE_FLOW)
        return;
    for (; place > row->pieces && pieces[place - 1].column > piece->column; place--)
        pieces[place] = pieces[place - 1];
    pieces[place] = *piece;
}

/* Splits the words of a row into pieces. A text directly after a member's declaration describes the member and stays
 * there. */
static void add_pieces(struct rows *rows, struct format_row *row, size_t first, size_t end)
{
    struct format_piece piece = {.first = (uint32_t)first};
    const struct format_word *last = &rows->words[first];
    size_t index = 0; /* number of the word in its row, without comments */
    bool declares = row->shape == SHAPE_MEMBER;
    for (size_t i = first; i < end; i++) {
        const struct format_word *word = &rows->words[i];
        uint8_t column;
        if (index && word->kind != TOKEN_COMMENT && format_opens_piece(row->shape, word, last, index, &column)) {
            add_piece(&rows->block, row, &piece);
            declares = declares && (word->kind == TOKEN_TEXT || !column);
            piece = (struct format_piece){.first = (uint32_t)i, .column = declares ? 0 : column};
        }
        piece.width += word->width - (piece.count == 0 && word->space);
        piece.breaks |= word->breaks;
        piece.tall |= word->tall;
        piece.count++;
        if (word->kind != TOKEN_COMMENT) {
            last = word;
            index++;
        }
    }
    add_piece(&rows->block, row, &piece);
}

/* Writes the open block and begins a new one. */
static void flush_block(struct rows *rows)
{
    if (!rows->block.rows.size)
        return;
    format_lines(&rows->block, rows->line_end, rows->out);
    buffer_clear(&rows->block.cells);
    buffer_clear(&rows->block.rows);
    buffer_clear(&rows->block.pieces);
}

/* Adds a row of the words from `first` up to `end`. Comments from `next` on that stand on the same line belong to it.
 * Returns the index of the first word after them. */
static size_t add_row(struct rows *rows, enum format_shape shape, size_t first, size_t end, const char *ending,
                      size_t next)
{
    bool blank = rows->words[first].newlines > 1 && !rows->opened && *ending != '}';
    if (!rows->depth && !strcmp(ending, " {"))
        flush_block(rows);
    struct format_row row = {.shape = shape,
                             .depth = rows->depth,
                             .blank = blank,
                             .pieces = (uint32_t)(rows->block.pieces.size / sizeof(struct format_piece)),
                             .end = ending,
                             .comments = (uint32_t)next};
    if (end > first)
        add_pieces(rows, &row, first, end);
    bool is_comment = rows->words[first].kind == TOKEN_COMMENT;
    while (!is_comment && next < rows->count && rows->words[next].kind == TOKEN_COMMENT && !rows->words[next].newlines)
        next++;
    row.comment_count = (uint32_t)next - row.comments;
    buffer_add(&rows->block.rows, &row, sizeof row);
    rows->opened = false;
    return next;
}

/* Returns the index of the word after a closing brace, if the braces that open at `open` contain nothing, or only one
 * point of the axis. Otherwise returns 0. */
static size_t short_body_end(const struct rows *rows, enum format_shape shape, size_t open)
{
    size_t close = open + 1;
    if (shape == SHAPE_RELEASE && !word_is(&rows->words[close], "}"))
        close += 4;
    if (close >= rows->count || !word_is(&rows->words[close], "}"))
        return 0;
    for (size_t i = open; i < close; i++)
        if (rows->words[i].kind == TOKEN_COMMENT)
            return 0;
    return close + 1;
}

/* Adds the row of a declaration, up to its `;` or opening brace. Returns the index of the first word after it. */
static size_t add_declaration(struct rows *rows, size_t first)
{
    size_t end = first;
    enum format_shape shape = row_shape(rows, &rows->words[first]);
    while (end < rows->count && !word_is(&rows->words[end], ";") && !word_is(&rows->words[end], "{"))
        end++;
    if (end == rows->count || word_is(&rows->words[end], ";"))
        return add_row(rows, shape, first, end, end < rows->count ? ";" : "", end + (end < rows->count));
    size_t body_end = short_body_end(rows, shape, end);
    if (body_end && shape == SHAPE_RELEASE)
        return add_row(rows, shape, first, body_end, "", body_end);
    if (body_end)
        return add_row(rows, shape, first, end, " { }", body_end);
    enum format_shape inner = rows->bodies[rows->depth];
    if (!rows->depth)
        inner = format_find_body(&rows->words[first]);
    else if (shape == SHAPE_RELEASE)
        inner = SHAPE_POINT;
    size_t next = add_row(rows, shape, first, end, " {", end + 1);
    rows->bodies[++rows->depth] = (uint8_t)inner;
    rows->opened = true;
    return next;
}

void format_rows(const struct format_word *words, size_t count, const char *line_end, struct buffer *out)
{
    struct rows rows = {.words = words, .count = count, .line_end = line_end, .out = out, .opened = true};
    rows.block.words = words;
    for (size_t i = 0; i < count;) {
        if (words[i].kind == TOKEN_COMMENT) {
            i = add_row(&rows, SHAPE_FLOW, i, i + 1, "", i + 1);
        } else if (word_is(&words[i], "}")) {
            rows.depth -= rows.depth > 0;
            i = add_row(&rows, SHAPE_FLOW, i, i, "}", i + 1);
            if (!rows.depth)
                flush_block(&rows);
        } else {
            i = add_declaration(&rows, i);
        }
    }
    flush_block(&rows);
    buffer_free(&rows.block.rows);
    buffer_free(&rows.block.pieces);
    buffer_free(&rows.block.cells);
}
