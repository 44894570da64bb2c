/*
 * Reads the tables of a page as tables of images: some columns identify the image, the others are about members.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "book/read.h"
#include "page/page.h"
#include "sparse/numbers.h"
#include "sparse/sparse.h"

/* The meaning of a column. */
enum role {
    ROLE_MEMBER, ROLE_MODULE, ROLE_ARCH, ROLE_VERSION, ROLE_TIMESTAMP, ROLE_SIZE, ROLE_PDB, ROLE_AGE,
    ROLE_NONE /* nothing is in the column */
};

/* Headings in lower case, without blanks and signs. A heading of words that ends with "version" or "build" also means
 * versions: "OS build". */
static const struct {
    const char *heading;
    enum role role;
} roles[] = {
    {"module", ROLE_MODULE},       {"file", ROLE_MODULE},          {"filename", ROLE_MODULE},
    {"image", ROLE_MODULE},        {"arch", ROLE_ARCH},            {"architecture", ROLE_ARCH},
    {"machine", ROLE_ARCH},        {"version", ROLE_VERSION},      {"build", ROLE_VERSION},
    {"timestamp", ROLE_TIMESTAMP}, {"timedatestamp", ROLE_TIMESTAMP}, {"size", ROLE_SIZE},
    {"sizeofimage", ROLE_SIZE},    {"imagesize", ROLE_SIZE},       {"guid", ROLE_PDB},
    {"pdb", ROLE_PDB},             {"pdbguid", ROLE_PDB},          {"guidage", ROLE_PDB},
    {"age", ROLE_AGE},             {"pdbage", ROLE_AGE},           {"buildnumber", ROLE_VERSION},
};

/* State while the rows of a table are read. */
struct reader {
    struct arena *arena;
    const struct source *source;
    struct diags *diags;
    const struct sparse_options *options;
    const struct page_block *table;
    size_t table_number;
    enum role *roles;          /* one for each column of the table */
    size_t *identifying;       /* the columns that identify the image */
    size_t identifying_count;
    struct buffer rows; /* list of struct sparse_row */
    unsigned line;      /* the line that line_span found last, and its position in the text */
    size_t line_at;
};

static enum role find_role(struct arena *arena, const char *heading)
{
    struct buffer plain = {0};
    for (const char *c = heading; *c; c++)
        if (ascii_is_name(*c) && *c != '_')
            buffer_add_char(&plain, (char)(*c >= 'A' && *c <= 'Z' ? *c | 0x20 : *c));
    const char *text = buffer_take(&plain, arena);
    static const char *const ends[] = {"version", "build"};
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (!strcmp(roles[i].heading, text))
            return roles[i].role;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && !strpbrk(heading, ".:!>"); i++)
        if (length > strlen(ends[i]) && !strcmp(text + length - strlen(ends[i]), ends[i]))
            return ROLE_VERSION;
    return ROLE_MEMBER;
}

/* Returns the text of a line. Rows come in the order of their lines, so each search begins at the line before. */
static struct span line_span(struct reader *reader, unsigned line)
{
    const char *text = reader->source->text, *end = text + reader->source->size;
    if (line < reader->line) {
        reader->line = 1;
        reader->line_at = 0;
    }
    const char *at = text + reader->line_at;
    for (; reader->line < line && at < end; reader->line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    reader->line_at = (size_t)(at - text);
    uint32_t begin = reader->source->base + (uint32_t)reader->line_at;
    return (struct span){begin, begin + (uint32_t)strcspn(at, "\r\n")};
}

static struct span cell_span(struct reader *reader, const struct page_cell *cell)
{
    if (!cell->offset)
        return line_span(reader, cell->line);
    uint32_t begin = reader->source->base + (uint32_t)cell->offset;
    size_t left = reader->source->size - cell->offset, length = strlen(cell->text);
    return (struct span){begin, begin + (uint32_t)(length < left ? length : left)};
}

static void fault_cell(struct reader *reader, const struct page_cell *cell, const char *what)
{
    diag_report(reader->diags, DIAG_NUMBER, cell_span(reader, cell), "'%s' is not %s", cell->text, what);
}

static uint32_t read_number(struct reader *reader, const struct page_cell *cell, const char *what)
{
    uint32_t number = 0;
    if (!sparse_parse_number(cell->text, reader->options->is_hexadecimal, &number))
        fault_cell(reader, cell, what);
    return number;
}

/* Reads GUID and age of a program database, from one cell, or with the age from another cell. */
static void read_pdb(struct reader *reader, const struct page_cell *cell, const char *age,
                     struct identity_numbers *numbers)
{
    struct buffer text = {0};
    for (const char *c = cell->text; *c; c++)
        if (!strchr("{} ", *c) && (*c != '-' || !age))
            buffer_add_char(&text, *c);
    if (age)
        buffer_format(&text, "-%s", age);
    if (!identity_parse_pdb(buffer_text(&text), numbers))
        fault_cell(reader, cell, "the GUID and age of a program database");
    buffer_free(&text);
}

/* Reads a cell of a member. */
static struct sparse_value read_value(struct reader *reader, const struct page_cell *cell)
{
    const char *unknown = reader->options->unknown;
    if (!*cell->text || !strcmp(cell->text, "?") || (unknown && !strcmp(cell->text, unknown)))
        return (struct sparse_value){SPARSE_NOTHING, 0};
    if (!strcmp(cell->text, "-"))
        return (struct sparse_value){SPARSE_ABSENT, 0};
    struct sparse_value value = {SPARSE_NUMBER, 0};
    if (!sparse_parse_number(cell->text, reader->options->is_hexadecimal, &value.number)) {
        struct diag *diag = diag_report(reader->diags, DIAG_NUMBER, cell_span(reader, cell),
                                        "'%s' is not a number of 32 bits", cell->text);
        diag_help(diag, "--unknown '%s' takes such cells as unknown", cell->text);
    }
    return value;
}

/* Reads the cells of a row that identify its image. */
static void read_image(struct reader *reader, const struct page_row *page_row, struct sparse_row *row)
{
    const struct page_cell *pdb = NULL, *age = NULL;
    bool has_time = false, has_size = false;
    /* Report cells with another text than an earlier cell of the row that has the same meaning. */
    for (size_t i = 0; i < reader->identifying_count; i++)
        for (size_t k = 0; k < i; k++) {
            const size_t *columns = reader->identifying;
            const struct page_cell *cell = &page_row->cells[columns[i]], *other = &page_row->cells[columns[k]];
            if (reader->roles[columns[i]] == reader->roles[columns[k]] && *cell->text && *other->text &&
                strcmp(cell->text, other->text) != 0)
                diag_report(reader->diags, DIAG_CONTRADICTION, cell_span(reader, cell),
                            "column '%s' has '%s', and column '%s' has '%s'",
                            reader->table->columns[columns[i]].heading, cell->text,
                            reader->table->columns[columns[k]].heading, other->text);
        }
    for (size_t n = 0; n < reader->identifying_count; n++) {
        size_t i = reader->identifying[n];
        const struct page_cell *cell = &page_row->cells[i];
        if (!*cell->text)
            continue;
        if (reader->roles[i] == ROLE_MODULE)
            row->module = cell->text;
        if (reader->roles[i] == ROLE_VERSION && !row->version)
            row->version = cell->text;
        if (reader->roles[i] == ROLE_ARCH)
            row->arch = page_arch_find(cell->text) ? page_arch_find(cell->text) : cell->text;
        if (reader->roles[i] == ROLE_TIMESTAMP && (has_time = true))
            row->numbers.timestamp = read_number(reader, cell, "a TimeDateStamp");
        if (reader->roles[i] == ROLE_SIZE && (has_size = true))
            row->numbers.image_size = read_number(reader, cell, "a SizeOfImage");
        pdb = reader->roles[i] == ROLE_PDB ? cell : pdb;
        age = reader->roles[i] == ROLE_AGE ? cell : age;
    }
    row->numbers.has_image = has_time && has_size;
    if (has_time != has_size)
        diag_report(reader->diags, DIAG_UNREAD, row->span, "only TimeDateStamp and SizeOfImage together name an image");
    if (pdb)
        read_pdb(reader, pdb, age ? age->text : NULL, &row->numbers);
}

static void read_rows(struct reader *reader, size_t first, size_t field_count)
{
    for (const struct page_row *page_row = reader->table->rows; page_row; page_row = page_row->next) {
        struct sparse_row row = {.span = cell_span(reader, &page_row->cells[0]), .arch = reader->options->arch};
        size_t next = first;
        read_image(reader, page_row, &row);
        if (!row.version) {
            diag_report(reader->diags, DIAG_UNKNOWN_VERSION, line_span(reader, page_row->line),
                        "this row has no version");
            continue;
        }
        struct sparse_value *values = ARENA_ARRAY(reader->arena, struct sparse_value, field_count);
        for (size_t i = 0; i < reader->table->column_count; i++)
            if (reader->roles[i] == ROLE_MEMBER)
                values[next++] = read_value(reader, &page_row->cells[i]);
        row.values = values;
        buffer_add(&reader->rows, &row, sizeof row);
    }
}

/* True if a column has neither a heading nor cells, as after the separator at the end of each line. */
static bool is_empty_column(const struct page_block *table, size_t column)
{
    bool is_empty = !*table->columns[column].heading;
    for (const struct page_row *row = table->rows; row && is_empty; row = row->next)
        is_empty = !*row->cells[column].text;
    return is_empty;
}

/* Adds the columns of a table that are about members. Returns false if it has no column of versions. */
static bool read_headings(struct reader *reader, struct buffer *fields)
{
    bool has_version = false;
    reader->roles = ARENA_ARRAY(reader->arena, enum role, reader->table->column_count);
    reader->identifying = ARENA_ARRAY(reader->arena, size_t, reader->table->column_count);
    reader->identifying_count = 0;
    for (size_t i = 0; i < reader->table->column_count; i++) {
        reader->roles[i] = find_role(reader->arena, reader->table->columns[i].heading);
        if (is_empty_column(reader->table, i))
            reader->roles[i] = ROLE_NONE;
        has_version |= reader->roles[i] == ROLE_VERSION;
        if (reader->roles[i] != ROLE_MEMBER && reader->roles[i] != ROLE_NONE)
            reader->identifying[reader->identifying_count++] = i;
    }
    for (size_t i = 0; has_version && i < reader->table->column_count; i++) {
        struct sparse_field field = {.name = reader->table->columns[i].heading,
                                     .table = reader->table_number,
                                     .span = line_span(reader, reader->table->line)};
        if (reader->roles[i] == ROLE_MEMBER)
            buffer_add(fields, &field, sizeof field);
    }
    return has_version;
}

static size_t count_members(struct arena *arena, const struct page_block *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->column_count; i++)
        count += find_role(arena, table->columns[i].heading) == ROLE_MEMBER;
    return count;
}

/* ---- Tables with a column for each version */

/* True if a table has a row for each member and a column for each version: `Field | 10.0.19041.1 | 10.0.22000.1`. */
static bool is_turned(struct arena *arena, const struct page_block *table)
{
    enum { COLUMNS_MOST = 1000 }; /* more would take time that is not linear */
    static const char *const words[] = {"field", "fields", "member", "members", "offset", "offsets"};
    bool is_word = false;
    if (table->column_count < 2 || table->column_count > COLUMNS_MOST)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is_word |= ascii_begin_alike(table->columns[0].heading, words[i], strlen(words[i]) + 1);
    for (size_t i = 1; i < table->column_count && is_word; i++)
        is_word = find_role(arena, table->columns[i].heading) == ROLE_MEMBER &&
                  strpbrk(table->columns[i].heading, "0123456789");
    return is_word;
}

/* Returns a table with a row for each version, of one with a column for each; other tables as they are. */
static const struct page_block *turn_table(struct arena *arena, const struct page_block *table)
{
    size_t count = 1, at = 1;
    if (table->text || !is_turned(arena, table))
        return table;
    for (const struct page_row *row = table->rows; row; row = row->next)
        count++;
    struct page_block *turned = arena_copy_array(arena, table, 1, sizeof *table);
    turned->columns = ARENA_ARRAY(arena, struct page_column, count);
    turned->column_count = count;
    turned->columns[0] = (struct page_column){.kind = PAGE_OTHER, .heading = "version"};
    for (const struct page_row *row = table->rows; row; row = row->next)
        turned->columns[at++] = (struct page_column){.kind = PAGE_OTHER, .heading = row->cells[0].text};
    struct page_row **end = &turned->rows;
    for (size_t column = 1; column < table->column_count; column++) {
        struct page_row *made = ARENA_NEW(arena, struct page_row);
        made->line = table->line;
        made->cells = ARENA_ARRAY(arena, struct page_cell, count);
        made->cells[0] = (struct page_cell){.text = table->columns[column].heading, .line = table->line};
        at = 1;
        for (const struct page_row *row = table->rows; row; row = row->next)
            made->cells[at++] = row->cells[column];
        *end = made;
        end = &made->next;
    }
    *end = NULL;
    return turned;
}

bool sparse_read_page(struct arena *arena, const struct source *source, struct diags *diags,
                      const struct sparse_options *options, struct sparse_sheet *sheet)
{
    size_t errors = diags_error_count(diags), field_count = 0, table_count = 0;
    struct page *page = book_read_sheet(arena, source, diags);
    struct reader reader = {.arena = arena, .source = source, .diags = diags, .options = options, .line = 1};
    struct buffer fields = {0};
    for (const struct page_block *block = page ? page->blocks : NULL; block; block = block->next)
        field_count += block->text ? 0 : count_members(arena, turn_table(arena, block));
    for (const struct page_block *block = page ? page->blocks : NULL; block; block = block->next) {
        size_t first = fields.size / sizeof(struct sparse_field);
        reader.table = turn_table(arena, block);
        reader.table_number = table_count;
        if (block->text || !read_headings(&reader, &fields))
            continue;
        read_rows(&reader, first, field_count + 1);
        table_count++;
    }
    sheet->field_count = fields.size / sizeof *sheet->fields;
    sheet->fields = arena_copy_array(arena, fields.data, sheet->field_count, sizeof *sheet->fields);
    sheet->row_count = reader.rows.size / sizeof *sheet->rows;
    sheet->rows = arena_copy_array(arena, reader.rows.data, sheet->row_count, sizeof *sheet->rows);
    buffer_free(&fields);
    buffer_free(&reader.rows);
    if (page && !table_count)
        diag_report(diags, DIAG_UNKNOWN_NAME, (struct span){source->base, source->base},
                    source->text[strspn(source->text, " \t\r\n")] ? "no table here has a column of versions"
                                                                  : "this file is empty");
    return page && table_count && diags_error_count(diags) == errors;
}
