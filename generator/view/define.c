#include "view/define.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "model/natural.h"
#include "view/words.h"

enum { INDENT = 4 };

/* Writes a number as pages write counts: in hexadecimal if that differs from decimal. */
static void write_number(uint64_t number, struct buffer *out)
{
    buffer_format(out, number < 10 ? "%llu" : "0x%02llX", (unsigned long long)number);
}

static void write_expression(const struct ast_expression *node, bool in_product, struct buffer *out)
{
    if (node->kind == AST_NUMBER) {
        write_number(node->number, out);
    } else if (node->kind == AST_NAME) {
        buffer_add_text(out, node->name);
    } else {
        bool is_product = node->kind == AST_MULTIPLY;
        bool bracketed = in_product && !is_product;
        bool right_bracketed = is_product || node->kind == AST_SUBTRACT;
        buffer_add_text(out, bracketed ? "(" : "");
        write_expression(node->left, is_product, out);
        buffer_add_text(out, is_product ? " * " : node->kind == AST_ADD ? " + " : " - ");
        write_expression(node->right, right_bracketed, out);
        buffer_add_text(out, bracketed ? ")" : "");
    }
}

/* Writes bounds with a blank before each bracket, as published pages have them. */
static void write_bounds(const struct layout *layout, const struct row *row, struct buffer *out)
{
    for (unsigned index = 0; index < row_bound_count(row); index++) {
        buffer_add_text(out, " [");
        if (row_bound_kind(row, index) == AST_BOUND_ANYSIZE) {
            buffer_add_text(out, "ANYSIZE_ARRAY");
        } else if (row_bound_kind(row, index) == AST_BOUND_COUNT) {
            const struct cell *cell = &row_on(row, layout->arch)->extras->bounds[index];
            const struct cell_value *value = cell_at(cell, layout->range.from);
            if (value && cell_value_expression(value))
                write_expression(cell_value_expression(value), false, out);
            else
                write_number(row_bound(row, layout->arch, layout->range.from, index), out);
        }
        buffer_add_char(out, ']');
    }
}

bool define_is_code(const struct row *row)
{
    return row_is_aggregate(row) || (row->form == FORM_MEMBER && !row->is_unknown);
}

/* Writes a member as C declares it, without its `;`. */
static void write_member(const struct layout *layout, const struct layout_member *member, struct buffer *out)
{
    const struct row *row = member->row;
    const struct ast_type *type = row_spelled(row);
    unsigned stars = type->pointer_depth - (type->parameters ? 1 : 0);
    if (type->qualifiers)
        buffer_format(out, "%s ", type->qualifiers);
    buffer_format(out, "%s ", type->name);
    for (unsigned i = 0; i < stars; i++)
        buffer_add_char(out, '*');
    if (type->pointer_volatile)
        buffer_add_text(out, "volatile ");
    if (type->parameters)
        buffer_add_text(out, "(*");
    buffer_add_text(out, row->name);
    write_bounds(layout, row, out);
    if (type->parameters) {
        /* Write parameters as in the spec, but without the backticks around names that are keywords of the
         * language. */
        const char *parameters = type->parameters;
        buffer_add_text(out, ") (");
        for (const char *c = parameters; *c; c++)
            if (*c != '`')
                buffer_add_char(out, *c);
        buffer_add_char(out, ')');
    }
    if (member->width)
        buffer_format(out, " : %u", member->width);
}

static bool same_extent(const struct row *row, const struct arch *arch, uint64_t *extent)
{
    const struct cell *cell = row_on(row, arch)->extras->extent;
    bool any = false;
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        if (!value->versions.count)
            continue;
        if (value->kind != AST_VALUE_NUMBER || (any && *extent != value->number))
            return false;
        *extent = value->number;
        any = true;
    }
    return any;
}

/* Writes `eight bytes`, or `four or eight bytes` if the columns differ in the same versions. */
static void write_extent(const struct layout_member *member, const struct arch *const *columns, size_t column_count,
                         struct buffer *out)
{
    uint64_t first = member->size, extent = 0;
    bool by_column = true, differs = false;
    for (size_t i = 0; i < column_count && by_column; i++) {
        if (!row_on(member->row, columns[i])->versions.count)
            continue;
        by_column = same_extent(member->row, columns[i], &extent);
        differs = differs || extent != first;
    }
    bool joined = by_column && differs;
    if (joined) {
        bool any = false;
        for (size_t i = 0; i < column_count; i++) {
            if (!row_on(member->row, columns[i])->versions.count || !same_extent(member->row, columns[i], &extent))
                continue;
            buffer_add_text(out, any ? " or " : "");
            words_write_count(extent, out);
            any = true;
        }
    } else if (member->size == LAYOUT_UNKNOWN) {
        buffer_add_char(out, '?');
    } else {
        words_write_count(first, out);
    }
    buffer_add_text(out, !joined && first == 1 ? " byte" : " bytes");
}

static void write_line_end(struct buffer *out, unsigned depth)
{
    buffer_add_char(out, '\n');
    for (unsigned i = 0; i < depth * INDENT; i++)
        buffer_add_char(out, ' ');
}

/* True if a C compiler would place the member at its actual offset. */
static bool is_natural(const struct natural *natural, const struct layout_member *member)
{
    bool is_lost = natural->is_lost || natural->base == LAYOUT_UNKNOWN;
    if (member->offset == LAYOUT_UNKNOWN || is_lost)
        return member->offset == LAYOUT_UNKNOWN && is_lost;
    unsigned bit = natural_shares(natural, member->size, member->width) ? natural->unit_bit : 0;
    if (member->is_big && member->width && bit != BIT_UNKNOWN)
        bit = member->size * 8 - bit - member->width;
    return member->offset == natural_place(natural, member->size, member->align, member->width) &&
           (!member->width || (member->bit == bit && bit != BIT_UNKNOWN));
}

static void write_entry(const struct layout *layout, const struct layout_member *member, unsigned depth,
                        struct buffer *out);

/* True if a C compiler would place each member at its actual offset. */
static bool are_natural(const struct layout_member *first, const struct layout_member *end, struct natural natural)
{
    for (const struct layout_member *member = first; member < end; member += 1 + member->descendants) {
        if (!is_natural(&natural, member))
            return false;
        natural_advance(&natural, member);
    }
    return true;
}

/* Writes members between braces. A member that is not at the offset that C gives it gets its offset as a comment. With
 * `in_open` offsets count from the outer structure, so either all members get an offset or none. */
static void write_members(const struct layout *layout, const struct layout_member *first,
                          const struct layout_member *end, struct natural natural, bool in_open, unsigned depth,
                          struct buffer *out)
{
    bool is_each = in_open && !are_natural(first, end, natural);
    for (const struct layout_member *member = first; member < end; member += 1 + member->descendants) {
        write_line_end(out, depth);
        write_entry(layout, member, depth, out);
        if (is_each || !is_natural(&natural, member)) {
            buffer_add_text(out, " /* at ");
            if (member->offset == LAYOUT_UNKNOWN)
                buffer_add_char(out, '?');
            else
                words_write_offset(member->offset, out);
            if (member->width && member->bit == BIT_UNKNOWN)
                buffer_add_text(out, ", bit ?");
            else if (member->width)
                buffer_format(out, ", bit %u", member->bit);
            buffer_add_text(out, " */");
        }
        natural_advance(&natural, member);
    }
}

static void write_aggregate(const struct layout *layout, const struct layout_member *member, unsigned depth,
                            struct buffer *out)
{
    const struct row *row = member->row;
    const struct record *record = row->name && row->type ? row->type->record : NULL;
    bool is_union = row->form == FORM_UNION;
    size_t before;
    buffer_add_text(out, is_union ? "union {" : "struct {");
    before = out->size;
    if (record) {
        const struct layout *inner = record_layout_at(record, layout->arch, layout->range.from);
        if (inner)
            write_members(inner, inner->members, layout_members_end(inner), (struct natural){.is_union = is_union},
                          false, depth + 1, out);
    } else {
        write_members(layout, member + 1, member + 1 + member->descendants,
                      (struct natural){.is_union = is_union, .base = member->offset, .next = member->offset},
                      !row->name, depth + 1, out);
    }
    if (out->size > before)
        write_line_end(out, depth);
    else if (row_remark(row))
        buffer_format(out, " /* %s */ ", row_remark(row));
    else
        buffer_add_char(out, ' ');
    buffer_add_char(out, '}');
    if (row->name) {
        buffer_format(out, " %s", row->name);
        write_bounds(layout, row, out);
    }
}

/* Writes an entry inside the braces of another one, entirely as C. */
static void write_entry(const struct layout *layout, const struct layout_member *member, unsigned depth,
                        struct buffer *out)
{
    const struct row *row = member->row;
    if (row_is_aggregate(row)) {
        write_aggregate(layout, member, depth, out);
    } else if (row->form == FORM_UNACCOUNTED) {
        buffer_add_text(out, "/* unaccounted ");
        write_extent(member, &layout->arch, 1, out);
        buffer_add_text(out, " */");
        return;
    } else if (row->form == FORM_BYTES) {
        buffer_format(out, "UCHAR %s [", row->name);
        if (member->size == LAYOUT_UNKNOWN)
            buffer_add_char(out, '?');
        else
            write_number(member->size, out);
        buffer_add_char(out, ']');
    } else {
        write_member(layout, member, out);
    }
    buffer_add_char(out, ';');
    if (row->is_unknown)
        buffer_format(out, " /* unknown %s */", row_remark(row) ? row_remark(row) : "name");
}

/* True if the document states only the type of a member and no name: "HEAD;". */
static bool is_nameless(const struct layout_member *member)
{
    const struct row *row = member->row;
    const struct ast_type *type = row->form == FORM_MEMBER ? row_spelled(row) : NULL;
    return row->is_unknown && type && row_remark(row) && member->size == LAYOUT_UNKNOWN && !type->pointer_depth &&
           !row_bound_count(row) && ascii_is_upper(*type->name) && !strcmp(type->name, row_remark(row));
}

void define_write(const struct layout *layout, const struct layout_member *member, const struct arch *const *columns,
                  size_t column_count, struct buffer *out)
{
    const struct row *row = member->row;
    if (row->form == FORM_UNACCOUNTED) {
        buffer_add_text(out, "unaccounted ");
        write_extent(member, columns, column_count, out);
    } else if (row->form == FORM_BYTES) {
        write_extent(member, columns, column_count, out);
        buffer_format(out, " %s", row->name);
    } else if (is_nameless(member)) {
        buffer_format(out, "%s;", row_remark(row));
    } else if (row->is_unknown) {
        buffer_add_text(out, "unknown ");
        if (row_remark(row)) {
            buffer_add_text(out, row_remark(row));
        } else {
            row_write_type(row, out);
            write_bounds(layout, row, out);
        }
    } else {
        write_entry(layout, member, 0, out);
    }
}

void define_write_type(const struct layout *layout, const struct layout_member *member, struct buffer *out)
{
    row_write_type(member->row, out);
    write_bounds(layout, member->row, out);
    if (member->width)
        buffer_format(out, " : %u", member->width);
}
