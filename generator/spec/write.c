#include "spec/write.h"

#include <string.h>

#include "base/buffer.h"
#include "page/cell.h"
#include "front/tokens.h"

struct writer {
    struct program *program;
    const struct axis *axis;
    struct buffer *out;
};

/* A name, in backticks where it is a word of the language. */
static void write_name(struct writer *writer, const char *name)
{
    bool is_reserved = tokens_reserved(writer->program, name, strlen(name));
    buffer_format(writer->out, is_reserved ? "`%s`" : "%s", name);
}

/* A text in quotes; ends of lines become blanks. */
static void write_text(struct writer *writer, const char *text)
{
    buffer_add_char(writer->out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_add_char(writer->out, '\\');
        buffer_add_char(writer->out, (unsigned char)*text < ' ' ? ' ' : *text);
    }
    buffer_add_char(writer->out, '"');
}

/* A comment, a line for each of its lines. */
static void write_comment(struct writer *writer, const char *comment)
{
    if (!comment)
        return;
    buffer_add_text(writer->out, "// ");
    for (; *comment; comment++) {
        if (*comment == '\n')
            buffer_add_text(writer->out, "\n// ");
        else
            buffer_add_char(writer->out, (unsigned char)*comment < ' ' ? ' ' : *comment);
    }
    buffer_add_char(writer->out, '\n');
}

static void write_set(struct writer *writer, bool is_given, struct version_set set)
{
    if (!is_given || (set.count == 1 && !set.ranges[0].from && set.ranges[0].to == VERSION_END))
        return;
    buffer_add_text(writer->out, " in ");
    axis_write_set(writer->axis, set, writer->out);
}

static void write_cell(struct writer *writer, const char *word, const struct import_cell *cell,
                       enum import_cell_part part, const struct import_row *row)
{
    if (!cell->column_count)
        return;
    buffer_format(writer->out, " %s ", word);
    import_cell_write(writer->axis, cell, part, row && row->has_versions ? &row->in : NULL, writer->out);
}

/* The type of a member or function, and its stars. */
static void write_type(struct writer *writer, const struct import_row *row)
{
    if (row->qualifiers)
        buffer_format(writer->out, "%s ", row->qualifiers);
    write_name(writer, row->type);
    buffer_add_char(writer->out, ' ');
    for (unsigned i = 0; i < row->stars; i++)
        buffer_add_char(writer->out, '*');
    if (row->is_volatile_pointer)
        buffer_add_text(writer->out, " volatile ");
}

/* What a row declares, up to its clauses. */
static void write_declaration(struct writer *writer, const struct import_row *row)
{
    struct buffer *out = writer->out;
    switch (row->kind) {
    case IMPORT_MEMBER:
        buffer_add_text(out, row->is_unknown ? "unknown " : "");
        write_type(writer, row);
        write_name(writer, row->name);
        buffer_add_text(out, row->bounds);
        if (row->width)
            buffer_format(out, " : %u", row->width);
        break;
    case IMPORT_FUNCTION:
        write_type(writer, row);
        buffer_add_text(out, "(*");
        write_name(writer, row->name);
        buffer_format(out, "%s)(%s)", row->bounds, row->parameters);
        break;
    case IMPORT_STRUCT:
    case IMPORT_UNION:
        buffer_add_text(out, row->kind == IMPORT_UNION ? "union" : "struct");
        if (row->name) {
            buffer_add_char(out, ' ');
            write_name(writer, row->name);
            buffer_add_text(out, row->bounds);
        }
        break;
    case IMPORT_SLOT:
        buffer_add_text(out, "slot");
        break;
    case IMPORT_UNACCOUNTED:
        buffer_format(out, "unaccounted %s", row->extent);
        break;
    case IMPORT_BYTES:
        buffer_format(out, "bytes %s ", row->extent);
        write_name(writer, row->name);
        break;
    case IMPORT_COMMENT:
        break;
    }
    if (row->words && *row->words) {
        buffer_add_char(out, ' ');
        write_text(writer, row->words);
    }
}

static void write_rows(struct writer *writer, const struct import_row *rows)
{
    struct buffer *out = writer->out;
    for (const struct import_row *row = rows; row; row = row->next) {
        write_comment(writer, row->comment);
        if (row->kind == IMPORT_COMMENT)
            continue;
        write_declaration(writer, row);
        write_set(writer, row->has_versions, row->in);
        write_cell(writer, "at", &row->at, IMPORT_CELL_NUMBERS, row);
        write_cell(writer, "bit", &row->bit, IMPORT_CELL_BITS, row);
        write_cell(writer, "mask", &row->mask, IMPORT_CELL_NUMBERS, row);
        if (row->display) {
            buffer_add_text(out, " as ");
            write_name(writer, row->display);
        }
        buffer_add_text(out, row->claims ? row->claims : "");
        if (row->remark) {
            buffer_add_char(out, ' ');
            write_text(writer, row->remark);
        }
        if (row->kind == IMPORT_SLOT || row->kind == IMPORT_STRUCT || row->kind == IMPORT_UNION) {
            buffer_add_text(out, " {\n");
            write_rows(writer, row->children);
            buffer_add_text(out, "}\n");
        } else {
            buffer_add_text(out, ";\n");
        }
    }
}

static void write_record(struct writer *writer, const struct import_item *item)
{
    struct buffer *out = writer->out;
    buffer_add_text(out, item->is_union ? "union " : "struct ");
    write_name(writer, item->name);
    for (size_t i = 0; i < item->in_count; i++) {
        bool is_all = item->in[i].count == 1 && !item->in[i].ranges[0].from && item->in[i].ranges[0].to == VERSION_END;
        buffer_add_text(out, i ? " | " : " in ");
        if (is_all) /* a set has at least one end */
            axis_write_from(writer->axis, writer->axis->releases[0].range.from, out);
        if (is_all)
            buffer_add_text(out, "..");
        else
            axis_write_set(writer->axis, item->in[i], out);
    }
    buffer_add_text(out, " {\n");
    if (item->size.column_count) {
        buffer_add_text(out, "size ");
        import_cell_write(writer->axis, &item->size, IMPORT_CELL_NUMBERS, NULL, out);
        buffer_add_text(out, ";\n\n");
    }
    write_rows(writer, item->rows);
    buffer_add_text(out, "}\n");
}

/* How many digits every value of an enumeration can be written with. */
static unsigned count_digits(const struct import_item *item)
{
    uint64_t most = 0;
    unsigned digits = 2;
    for (const struct import_enumerator *e = item->enumerators; e; e = e->next)
        for (size_t i = 0; i < e->value.column_count; i++)
            for (const struct import_alternative *a = e->value.columns[i]; a; a = a->next)
                most = a->number > most ? a->number : most;
    while (digits < 16 && most >> (digits * 4))
        digits *= 2;
    return digits;
}

static void write_value(struct writer *writer, const struct import_enumerator *enumerator, unsigned digits)
{
    const struct import_cell *cell = &enumerator->value;
    const struct import_alternative *only = cell->columns[0];
    if (cell->column_count == 1 && only && !only->next && only->is_bare && only->kind == IMPORT_NUMBER)
        buffer_format(writer->out, "0x%0*llX", (int)digits, (unsigned long long)only->number);
    else
        import_cell_write(writer->axis, cell, IMPORT_CELL_NUMBERS, enumerator->has_versions ? &enumerator->in : NULL,
                          writer->out);
}

static void write_enumeration(struct writer *writer, const struct import_item *item)
{
    struct buffer *out = writer->out;
    unsigned digits = count_digits(item);
    buffer_add_text(out, item->kind == IMPORT_FLAGS ? "flags " : "enum ");
    write_name(writer, item->name);
    if (item->type) {
        buffer_add_text(out, " : ");
        write_name(writer, item->type);
    }
    buffer_add_text(out, " {\n");
    for (const struct import_enumerator *enumerator = item->enumerators; enumerator; enumerator = enumerator->next) {
        write_comment(writer, enumerator->comment);
        if (!enumerator->value.column_count)
            continue;
        if (enumerator->name) {
            write_name(writer, enumerator->name);
            buffer_add_text(out, " = ");
        }
        write_value(writer, enumerator, digits);
        write_set(writer, enumerator->has_versions, enumerator->in);
        if (enumerator->remark) {
            buffer_add_char(out, ' ');
            write_text(writer, enumerator->remark);
        }
        buffer_add_text(out, ";\n");
    }
    buffer_add_text(out, "}\n");
}

static void write_item(struct writer *writer, const struct import_item *item)
{
    write_comment(writer, item->comment);
    switch (item->kind) {
    case IMPORT_RECORD:
        write_record(writer, item);
        break;
    case IMPORT_ENUM:
    case IMPORT_FLAGS:
        write_enumeration(writer, item);
        break;
    case IMPORT_OPAQUE:
        buffer_add_text(writer->out, "opaque ");
        write_name(writer, item->name);
        buffer_add_text(writer->out, ";\n");
        break;
    case IMPORT_CONST:
        buffer_add_text(writer->out, "const ");
        write_name(writer, item->name);
        buffer_add_text(writer->out, " = ?;\n");
        break;
    case IMPORT_NOTE:
        break;
    }
}

void import_write(struct program *program, const struct axis *axis, const struct import_document *document,
                  const char *use, struct buffer *out)
{
    struct writer writer = {program, axis, out};
    buffer_add_text(out, "// What the tables of this document say; comments keep what could not be read.\n");
    write_comment(&writer, document->comment);
    if (use) {
        buffer_add_text(out, "\nuse ");
        write_text(&writer, use);
        buffer_add_text(out, ";\n");
    }
    buffer_add_text(out, "\nsource ");
    write_text(&writer, document->title);
    buffer_add_text(out, document->is_draft ? " draft;\n" : ";\n");
    for (size_t i = 0; i < document->arch_count; i++) {
        buffer_add_text(out, i ? " | " : "columns ");
        write_name(&writer, document->arches[i]);
    }
    buffer_add_text(out, document->arch_count ? ";\n" : "");
    for (const struct import_item *item = document->items; item; item = item->next) {
        buffer_add_char(out, '\n');
        write_item(&writer, item);
    }
}
