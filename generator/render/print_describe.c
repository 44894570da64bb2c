#include "render/print_describe.h"

const struct enumeration *print_row_values(const struct row *row)
{
    enum row_kind kind = row_kind(row);
    if (kind != ROW_UNSIGNED && kind != ROW_SIGNED)
        return NULL;
    return row->display ? row->display->enumeration : row->type->enumeration;
}

/* A GUID is known by its shape: four bytes, two, two, and eight single ones. */
static bool is_guid(const struct layout *layout)
{
    static const struct {
        uint32_t offset, element, count;
    } shape[] = {{0, 4, 1}, {4, 2, 1}, {6, 2, 1}, {8, 1, 8}};
    if (layout->size != 16 || layout->member_count != sizeof shape / sizeof *shape)
        return false;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        if (row_kind(member->row) != ROW_UNSIGNED || member->width || member->offset != shape[i].offset ||
            member->element != shape[i].element || member->count != shape[i].count)
            return false;
    }
    return true;
}

static const struct layout *nested_layout(const struct layout *layout, const struct row *row)
{
    return record_layout_at(row->type->record, layout->arch, layout->in.from);
}

/* Whether a record ends in an array that goes on to the end of the buffer. */
static bool goes_on(const struct layout *layout)
{
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        if (member->is_trailing)
            return true;
        if (row_kind(member->row) != ROW_RECORD || member->row->decl->bounds || member->offset == LAYOUT_UNKNOWN ||
            member->size == LAYOUT_UNKNOWN || member->offset + member->size < layout->size)
            continue;
        const struct layout *nested = nested_layout(layout, member->row);
        if (nested && goes_on(nested))
            return true;
    }
    return false;
}

static void describe_record(const struct layout *layout, const struct layout_member *member,
                            strata_print_member *described)
{
    const struct layout *nested = nested_layout(layout, member->row);
    bool is_last = member->offset != LAYOUT_UNKNOWN && member->size != LAYOUT_UNKNOWN &&
                   layout->size != LAYOUT_UNKNOWN && member->offset + member->size >= layout->size;
    described->kind = STRATA_PRINT_RECORD;
    if (nested && is_guid(nested))
        described->kind = STRATA_PRINT_GUID;
    else if (nested && is_last && described->count == 0 && goes_on(nested))
        described->size = 0;
}

bool print_describe_member(const struct layout *layout, const struct layout_member *member,
                           strata_print_member *described)
{
    const struct row *row = member->row;
    unsigned bounds = row_bound_count(row);
    bool is_aggregate = row->decl->kind == AST_STRUCT || row->decl->kind == AST_UNION;
    if (is_aggregate && !row->decl->name)
        return false;
    if (bounds && !member->count && !member->is_trailing)
        return false;
    *described = (strata_print_member){.name = row->decl->name,
                                       .offset = member->offset,
                                       .size = member->element,
                                       .bit = member->bit,
                                       .width = member->width};
    if (bounds)
        described->count = member->is_trailing ? STRATA_COUNT_REST : member->count;
    if (bounds > 1)
        described->columns = row_bound(row, layout->arch, layout->in.from, bounds - 1);
    switch (row_kind(row)) {
    case ROW_UNSIGNED:
        described->kind = STRATA_PRINT_UNSIGNED;
        break;
    case ROW_SIGNED:
        described->kind = STRATA_PRINT_SIGNED;
        break;
    case ROW_POINTER:
        described->kind = STRATA_PRINT_POINTER;
        break;
    case ROW_RECORD:
        describe_record(layout, member, described);
        break;
    case ROW_BYTES:
        described->kind = STRATA_PRINT_BYTES;
        break;
    }
    return true;
}
