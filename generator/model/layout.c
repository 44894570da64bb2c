#include "model/layout.h"

#include <string.h>

#include "base/buffer.h"
#include "base/lookup.h"

const struct cell_value *cell_at(const struct cell *cell, uint64_t version)
{
    if (cell->index) {
        size_t first;
        SEARCH_FIRST(first, cell->index->count, i, cell->index->pieces[i].range.to <= version);
        return first < cell->index->count && cell->index->pieces[first].range.from <= version
                   ? cell->index->pieces[first].value
                   : NULL;
    }
    for (size_t i = 0; i < cell->count; i++)
        if (version_set_contains(&cell->values[i].versions, version))
            return &cell->values[i];
    return NULL;
}

const struct cell_value *enumerator_at(const struct enumerator *enumerator, size_t arch_index, uint64_t version)
{
    const struct cell_value *value = NULL;
    for (; enumerator && !value; enumerator = enumerator->next_row)
        value = cell_at(&enumerator->value[arch_index], version);
    return value;
}

bool cell_value_is_open(const struct cell_value *value, bool is_end)
{
    const struct ast_set *set = value->alternative ? value->alternative->set : NULL;
    for (const struct ast_range *range = set ? set->included : NULL; range; range = range->next)
        if (is_end ? range->from && !range->to : !range->from)
            return true;
    return false;
}

const struct ast_expression *cell_value_expression(const struct cell_value *value)
{
    bool is_expression = value->alternative && value->alternative->value == AST_VALUE_EXPRESSION;
    return is_expression ? value->alternative->expression : NULL;
}

struct version_set cell_value_stated(struct arena *arena, const struct axis *axis, const struct cell_value *value)
{
    return value->is_cut ? version_set_of_ast(arena, axis, value->alternative->set, NULL, NULL) : value->versions;
}

bool cell_value_was(const struct cell_value *value, struct cell_value *was)
{
    const struct ast_alternative *node = value->alternative ? ast_alternative_was(value->alternative) : NULL;
    if (!node)
        return false;
    *was = (struct cell_value){
        .kind = (uint8_t)node->value, .number = node->number, .alternative = node, .is_cut = node->set};
    return true;
}

/* Returns the largest power of two that divides `size`, at most `most`. */
static uint32_t alignment_by_size(uint32_t size, uint32_t most)
{
    uint32_t align = 1;
    while (align < most && size % (align * 2) == 0)
        align *= 2;
    return align;
}

static uint32_t natural_align(const struct arch *arch, uint32_t align)
{
    return align < arch->alignment_most ? align : arch->alignment_most;
}

struct measure pointer_measure(const struct arch *arch)
{
    return (struct measure){arch->pointer_size, natural_align(arch, arch->pointer_size), true, false};
}

struct measure type_measure(const struct type *type, const struct arch *arch, uint64_t version)
{
    if (type->kind == TYPE_RECORD) {
        const struct layout *layout = record_layout_at(type->record, arch, version);
        if (!layout)
            return (struct measure){.align = 1, .is_align_guess = true};
        bool known = layout->size != LAYOUT_UNKNOWN;
        return (struct measure){known ? layout->size : 0, layout->align, known, layout->is_align_guess};
    }
    struct measure measure = pointer_measure(arch);
    measure.is_align_guess = type->kind == TYPE_OPAQUE && !type->align;
    if (type->kind == TYPE_ENUM || type->kind == TYPE_FLAGS) {
        if (type->enumeration->base)
            return type_measure(type->enumeration->base, arch, version);
        measure.size = 4;
        measure.align = natural_align(arch, 4);
    } else if (type->size || type->kind == TYPE_OPAQUE) {
        const struct cell_value *size = type->size ? cell_at(&type->size[arch->index], version) : NULL;
        measure.known = size && size->kind == AST_VALUE_NUMBER;
        measure.size = measure.known ? (uint32_t)size->number : 0;
        measure.align = natural_align(arch, type->kind == TYPE_OPAQUE ? arch->pointer_size : measure.size);
        measure.align = measure.known ? alignment_by_size(measure.size, measure.align) : 1;
    }
    const struct cell_value *align = type->align ? cell_at(&type->align[arch->index], version) : NULL;
    if (align && align->kind == AST_VALUE_NUMBER)
        measure.align = (uint32_t)align->number;
    return measure;
}

const struct layout *record_on_layout_at(const struct record_on *on, uint64_t version)
{
    size_t first;
    SEARCH_FIRST(first, on->layout_count, i, on->layouts[i].range.to <= version);
    if (first == on->layout_count || on->layouts[first].range.from > version ||
        !version_set_contains(&on->versions, version))
        return NULL;
    return &on->layouts[first];
}

const struct layout *record_layout_at(const struct record *record, const struct arch *arch, uint64_t version)
{
    return record_on_layout_at(&record->on[arch->index], version);
}

const struct record *record_outermost(const struct record *record)
{
    while (record->parent_row)
        record = record->parent_row->record;
    return record;
}

const struct member *record_find_member(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->member_count; i++) // most callers have an interned name, as members have
        if (record->members[i]->name == name)
            return record->members[i];
    for (size_t i = 0; i < record->member_count; i++)
        if (!strcmp(record->members[i]->name, name))
            return record->members[i];
    return NULL;
}

/* Returns the entry of a row, or NULL. Entries are in the order of the text. */
static const struct layout_member *find_row(const struct layout *layout, const struct row *row)
{
    size_t first;
    SEARCH_FIRST(first, layout->member_count, i, layout->members[i].row->decl->span.begin < row->decl->span.begin);
    return first < layout->member_count && layout->members[first].row == row ? &layout->members[first] : NULL;
}

const struct layout_member *layout_find(const struct layout *layout, const struct member *member)
{
    enum { STEPS = 16 }; /* comparisons that one search by find_row takes, about */
    const struct layout_member *found = NULL;
    if (member->row_count < layout->member_count / STEPS) {
        for (size_t i = 0; i < member->row_count && !found; i++)
            found = find_row(layout, member->rows[i]);
        return found;
    }
    for (size_t i = 0; i < layout->member_count; i++)
        if (layout->members[i].row->member == member)
            return &layout->members[i];
    return NULL;
}

/* Returns the layout of an entry that is a single record, or NULL. */
static const struct layout *inner_layout(const struct layout *layout, const struct layout_member *member)
{
    if (row_kind(member->row) != ROW_RECORD || member->row->decl->bounds)
        return NULL;
    return record_layout_at(member->row->type->record, layout->arch, layout->range.from);
}

bool layout_goes_on(const struct layout *layout, const struct layout_member *member)
{
    if (!member->row->member || !layout_member_is_known(member))
        return false;
    const struct layout *inner = inner_layout(layout, member);
    if (!inner) {
        if (!member->is_trailing || !member->element)
            return false;
        for (size_t i = 0; i < layout->member_count; i++) {
            const struct layout_member *other = &layout->members[i];
            if (other->row->member && other->offset != LAYOUT_UNKNOWN && other->offset > member->offset)
                return false;
        }
        return true;
    }
    return inner->goes_on && layout->size == member->offset + member->size;
}

void layout_set_least_size(struct layout *layout, uint32_t size)
{
    uint32_t least = 0;
    layout->goes_on = false;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        uint32_t taken = member->size;
        if (!layout_member_is_known(member) || !member->row->member || member->is_repeated)
            continue;
        if (member->goes_on) {
            const struct layout *inner = inner_layout(layout, member);
            taken = inner ? inner->least_size : 0;
            layout->goes_on = true;
        }
        if (member->offset + taken > least)
            least = member->offset + taken;
    }
    layout->least_size = layout->goes_on || least > size ? least : size;
}

/* True if two arrays with the same number of elements have the same dimensions. */
static bool bounds_equal(const struct layout *a, const struct layout *b, size_t index)
{
    const struct row *left = a->members[index].row, *right = b->members[index].row;
    unsigned count = row_bound_count(left);
    if (count != row_bound_count(right))
        return false;
    for (unsigned i = 0; count > 1 && i < count; i++)
        if (row_bound(left, a->arch, a->range.from, i) != row_bound(right, b->arch, b->range.from, i))
            return false;
    return true;
}

static bool entry_equal(const struct layout_member *a, const struct layout_member *b)
{
    return a->offset == b->offset && a->size == b->size && a->element == b->element && a->count == b->count &&
           a->bit == b->bit && a->width == b->width && a->depth == b->depth && a->descendants == b->descendants &&
           a->is_trailing == b->is_trailing && a->goes_on == b->goes_on &&
           (a->row == b->row || (a->row->member && a->row->member == b->row->member && a->row->type == b->row->type &&
                                 a->row->display == b->row->display && a->row->word == b->row->word &&
                                 ast_type_equal(&a->row->decl->type, &b->row->decl->type)));
}

bool layout_equal(const struct layout *a, const struct layout *b)
{
    if (a == b)
        return true;
    if (a->size != b->size || a->least_size != b->least_size || a->align != b->align ||
        a->member_count != b->member_count)
        return false;
    for (size_t i = 0; i < a->member_count; i++)
        if (!entry_equal(&a->members[i], &b->members[i]) || !bounds_equal(a, b, i))
            return false;
    return true;
}

size_t row_count(const struct row *rows)
{
    size_t count = 0;
    for (const struct row *row = rows; row; row = row->next)
        count += 1 + row_count(row->children);
    return count;
}

const char *row_doc(const struct row *row)
{
    return row->decl->doc;
}

const char *row_remark(const struct row *row)
{
    const struct ast_clause *remark = ast_clause_find(row->decl, AST_REMARK);
    return remark ? remark->text : NULL;
}

const struct ast_term *row_where(const struct row *row)
{
    const struct ast_clause *where = ast_clause_find(row->decl, AST_WHERE);
    return where ? where->terms : NULL;
}

struct span row_display_span(const struct row *row)
{
    return ast_clause_name_span(ast_clause_find(row->decl, AST_AS));
}

const struct ast_clause *row_find_clause(const struct row *row, enum ast_clause_kind kind)
{
    const struct ast_clause *clause = ast_clause_find(row->decl, kind);
    return clause || !row->slot ? clause : ast_clause_find(row->slot, kind);
}

struct version_set row_present(struct arena *arena, const struct row *row, const struct arch *arch)
{
    const struct row_on *on = row_on(row, arch);
    struct version_set present = on->versions;
    for (size_t i = 0; i < on->offset.count; i++)
        if (on->offset.values[i].kind == AST_VALUE_ABSENT)
            present = version_set_subtract(arena, present, on->offset.values[i].versions);
    return present;
}

void row_write_type(const struct row *row, struct buffer *out)
{
    static const char *const words[] = {
        [FORM_STRUCT] = "struct", [FORM_UNION] = "union", [FORM_UNACCOUNTED] = "unaccounted", [FORM_BYTES] = "bytes"};
    const struct ast_type *type = row_spelled(row);
    if (row->form != FORM_MEMBER) {
        buffer_add_text(out, row_is_aggregate(row) && row->type ? row->type->name : words[row->form]);
        return;
    }
    if (type->qualifiers)
        buffer_format(out, "%s ", type->qualifiers);
    buffer_add_text(out, type->name);
    unsigned stars = type->pointer_depth - (type->parameters ? 1 : 0);
    if (stars)
        buffer_add_char(out, ' ');
    for (unsigned i = 0; i < stars; i++)
        buffer_add_char(out, '*');
    if (type->pointer_volatile)
        buffer_add_text(out, " volatile");
    if (type->parameters)
        buffer_format(out, " (*)(%s)", type->parameters);
}

unsigned row_bound_count(const struct row *row)
{
    unsigned count = 0;
    for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next)
        count++;
    return count;
}

static const struct ast_bound *find_bound(const struct row *row, unsigned bound)
{
    const struct ast_bound *node = row->decl->bounds;
    while (bound--)
        node = node->next;
    return node;
}

enum ast_bound_kind row_bound_kind(const struct row *row, unsigned bound)
{
    return find_bound(row, bound)->kind;
}

struct span row_bound_span(const struct row *row, unsigned bound)
{
    return find_bound(row, bound)->span;
}

static void each_constant(const struct ast_expression *node, void (*visit)(void *user, const char *name), void *user)
{
    if (node->kind == AST_NAME)
        visit(user, node->name);
    if (node->kind == AST_NAME || node->kind == AST_NUMBER)
        return;
    each_constant(node->left, visit, user);
    each_constant(node->right, visit, user);
}

void row_each_constant(const struct row *row, void (*visit)(void *user, const char *name), void *user)
{
    for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next)
        for (const struct ast_column *column = bound->cell ? bound->cell->columns : NULL; column; column = column->next)
            for (const struct ast_alternative *value = column->alternatives; value; value = value->next)
                if (value->value == AST_VALUE_EXPRESSION)
                    each_constant(value->expression, visit, user);
}

const struct type *row_value_type(const struct row *row)
{
    return row->display ? row->display : row_spelled(row)->pointer_depth ? NULL : row->type;
}

/* Returns the value of a bound that is a count in a version; NULL if nobody knows the value there. */
static const struct cell_value *bound_value(const struct row *row, const struct arch *arch, uint64_t version,
                                            unsigned bound)
{
    const struct cell *bounds = row_on(row, arch)->extras->bounds; /* NULL in a model that was cut */
    const struct cell_value *value = bounds ? cell_at(&bounds[bound], version) : NULL;
    return value && value->kind == AST_VALUE_NUMBER ? value : NULL;
}

uint32_t row_bound(const struct row *row, const struct arch *arch, uint64_t version, unsigned bound)
{
    enum ast_bound_kind kind = row_bound_kind(row, bound);
    if (kind != AST_BOUND_COUNT)
        return kind == AST_BOUND_ANYSIZE;
    const struct cell_value *value = bound_value(row, arch, version, bound);
    return value ? (uint32_t)value->number : 0;
}

bool row_bounds_known(const struct row *row, const struct arch *arch, uint64_t version)
{
    unsigned i = 0;
    for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next, i++)
        if (bound->kind == AST_BOUND_COUNT && !bound_value(row, arch, version, i))
            return false;
    return true;
}

void row_write_bounds(const struct row *row, const struct arch *arch, uint64_t version, struct buffer *out)
{
    unsigned i = 0;
    for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next, i++) {
        if (bound->kind == AST_BOUND_FLEXIBLE)
            buffer_add_text(out, "[]");
        else if (bound->kind == AST_BOUND_ANYSIZE)
            buffer_add_text(out, "[ANYSIZE_ARRAY]");
        else if (!bound_value(row, arch, version, i))
            buffer_add_text(out, "[?]");
        else
            buffer_format(out, "[%u]", (unsigned)row_bound(row, arch, version, i));
    }
}

bool type_is_big(const struct type *type, const struct arch *arch)
{
    const struct ast_clause *order = ast_clause_find(type->decl, AST_ORDER);
    return order ? order->number : arch->is_big;
}

enum row_kind row_kind(const struct row *row)
{
    if (row->decl->type.pointer_depth)
        return ROW_POINTER;
    if (!row->type)
        return ROW_BYTES;
    switch (row->type->kind) {
    case TYPE_UNSIGNED:
    case TYPE_SIGNED:
    case TYPE_CHAR:
    case TYPE_BOOL:
        return row->type->is_signed ? ROW_SIGNED : ROW_UNSIGNED;
    case TYPE_FLAGS:
        return ROW_UNSIGNED;
    case TYPE_FLOAT:
        return ROW_FLOAT;
    case TYPE_ENUM:
        return row->type->enumeration->is_signed ? ROW_SIGNED : ROW_UNSIGNED;
    case TYPE_POINTER:
        return ROW_POINTER;
    case TYPE_RECORD:
        return ROW_RECORD;
    case TYPE_OPAQUE:
        break;
    }
    return ROW_BYTES;
}
