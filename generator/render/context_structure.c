/*
 * The structures for templates of users: each layout as a list of members with offset, size and kind.
 */
#include <string.h>

#include "answer/standing.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "render/context_parts.h"

/* Returns the name and the label of the layout that a member's record has in the layout around it; null if there is
 * none. With a target, the layout is the one of the target. */
static struct value nested_value(const struct render *render, const struct layout *around, const struct record *record)
{
    const struct plan *plan = map_get(render->plan_of, record);
    const struct arch *arch = render->at_arch ? render->at_arch : around->arch;
    const struct layout *layout = render->at_arch ? record_stand(record, arch, render->at_version).layout
                                                  : record_layout_at(record, arch, around->range.from);
    if (!plan || !layout)
        return value_null();
    struct object *object = context_object(render, SHAPE_NESTED);
    object->values[NESTED_NAME] = value_text(plan->name);
    object->values[NESTED_LABEL] = value_text(plan->layouts[plan_find_layout(plan, layout)].label);
    return value_object(object);
}

static struct value bit_field_value(const struct render *render, const struct layout_member *entry)
{
    if (!entry->width)
        return value_null();
    struct object *object = context_object(render, SHAPE_BIT_FIELD);
    object->values[BIT_FIELD_BIT] = value_integer(entry->bit);
    object->values[BIT_FIELD_WIDTH] = value_integer(entry->width);
    object->values[BIT_FIELD_MASK] = context_hex(render, UINT64_MAX >> (64 - entry->width));
    return value_object(object);
}

/* Sets the kind of a member: exactly one `is_` value is true, or the member has a record. */
static void set_kind(const struct render *render, const struct layout *layout, const struct layout_member *entry,
                     struct object *object)
{
    enum row_kind kind = row_kind(entry->row);
    uint32_t size = entry->element;
    bool is_float = kind == ROW_FLOAT && (size == 4 || size == 8);
    bool is_scalar = is_float || ((kind == ROW_UNSIGNED || kind == ROW_SIGNED || kind == ROW_POINTER) &&
                                  (size == 1 || size == 2 || size == 4 || size == 8));
    struct value record = {0};
    if (kind == ROW_RECORD)
        record = nested_value(render, layout, entry->row->type->record);
    object->values[STRUCTURE_MEMBER_RECORD] = record;
    object->values[STRUCTURE_MEMBER_IS_UNSIGNED] = value_boolean(is_scalar && kind == ROW_UNSIGNED);
    object->values[STRUCTURE_MEMBER_IS_SIGNED] = value_boolean(is_scalar && kind == ROW_SIGNED);
    object->values[STRUCTURE_MEMBER_IS_POINTER] = value_boolean(is_scalar && kind == ROW_POINTER);
    object->values[STRUCTURE_MEMBER_IS_FLOAT] = value_boolean(is_float);
    object->values[STRUCTURE_MEMBER_IS_BYTES] = value_boolean(!is_scalar && record.kind == VALUE_NULL);
    if (is_scalar)
        object->values[STRUCTURE_MEMBER_BITS] = value_integer(size * 8);
}

/* Sets the size of a member, the size of an element and the number of elements. */
static void set_extent(const struct render *render, const struct layout *layout, const struct layout_member *entry,
                       struct object *object)
{
    unsigned bounds = row_bound_count(entry->row);
    object->values[STRUCTURE_MEMBER_SIZE] = context_hex(render, entry->element);
    object->values[STRUCTURE_MEMBER_BYTES] = context_hex(render, entry->size);
    object->values[STRUCTURE_MEMBER_IS_OPEN] = value_boolean(entry->is_trailing);
    if (bounds)
        object->values[STRUCTURE_MEMBER_COUNT] = value_integer(entry->count);
    if (bounds > 1)
        object->values[STRUCTURE_MEMBER_COLUMNS] =
            value_integer(row_bound(entry->row, layout->arch, layout->range.from, bounds - 1));
}

/* Returns the type as written in the spec, with the bounds of arrays; null for bytes without a type. */
static struct value type_value(const struct render *render, const struct layout *layout, const struct row *row)
{
    struct buffer text = {0};
    if (row->form == FORM_BYTES)
        return value_null();
    row_write_type(row, &text);
    row_write_bounds(row, layout->arch, layout->range.from, &text);
    return value_text(buffer_take(&text, render->arena));
}

static struct value member_value(const struct render *render, const struct layout *layout,
                                 const struct layout_member *entry)
{
    static const char *const provenances[] = {
        [AST_DOCUMENTED] = "documented", [AST_INFERRED] = "inferred", [AST_CORRECTED] = "corrected"};
    const struct row *row = entry->row;
    struct object *object = context_object(render, SHAPE_STRUCTURE_MEMBER);
    object->values[STRUCTURE_MEMBER_NAME] = value_text(context_name(render, row->member, row->name));
    object->values[STRUCTURE_MEMBER_TITLE] = value_text(row->name);
    object->values[STRUCTURE_MEMBER_TYPE] = type_value(render, layout, row);
    object->values[STRUCTURE_MEMBER_DOC] = value_text(row_doc(row));
    object->values[STRUCTURE_MEMBER_REMARK] = value_text(row_remark(row));
    object->values[STRUCTURE_MEMBER_OFFSET] = context_hex(render, entry->offset);
    object->values[STRUCTURE_MEMBER_BIT_FIELD] = bit_field_value(render, entry);
    object->values[STRUCTURE_MEMBER_IS_INVENTED] = value_boolean(row->is_unknown);
    object->values[STRUCTURE_MEMBER_PROVENANCE] = value_text(provenances[entry->provenance]);
    set_kind(render, layout, entry, object);
    set_extent(render, layout, entry, object);
    return value_object(object);
}

/* Returns the members whose offset and size are known, in the order of the spec. */
static struct value layout_members(const struct render *render, const struct layout *layout)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        if (entry->row->member && !entry->is_repeated && layout_member_is_known(entry))
            list_add(render->arena, list, member_value(render, layout, entry));
    }
    return value_list(list);
}

/* Returns the name of the first or of the last version of a range; null for the last one of an open range. */
static struct value version_value(const struct render *render, struct version_range in, bool is_last)
{
    struct buffer text = {0};
    if (is_last && in.to == VERSION_END)
        return value_null();
    if (is_last)
        axis_write_last(&render->model->axis, in.to, &text);
    else
        axis_write_from(&render->model->axis, in.from, &text);
    return value_text(buffer_take(&text, render->arena));
}

/* Returns the architectures and versions of a layout, as the spec names them. */
static struct value layout_spans(const struct render *render, const struct plan *plan, size_t index)
{
    const struct record *record = plan->record;
    struct list *list = list_new(render->arena);
    for (size_t a = 0; a < record->arch_count; a++) {
        const struct record_on *on = &record->on[a];
        const struct arch *arch = render->model->arches[a];
        for (size_t i = 0; i < on->layout_count && choice_has_arch(render->choice, arch); i++) {
            const struct layout *layout = &on->layouts[i];
            if (plan_find_layout(plan, layout) != index)
                continue;
            struct object *object = context_object(render, SHAPE_SPAN);
            struct buffer text = {0};
            axis_write_range(&render->model->axis, layout->range, &text);
            object->values[SPAN_ARCH] = value_text(arch->name);
            object->values[SPAN_VERSIONS] = value_text(buffer_take(&text, render->arena));
            object->values[SPAN_FROM] = version_value(render, layout->range, false);
            object->values[SPAN_TO] = version_value(render, layout->range, true);
            list_add(render->arena, list, value_object(object));
        }
    }
    return value_list(list);
}

/* True if a layout is the one of the target. Without a target, every layout is. */
static bool is_at(const struct render *render, const struct plan *plan, size_t index)
{
    if (!render->at_arch)
        return true;
    const struct layout *layout = record_stand(plan->record, render->at_arch, render->at_version).layout;
    return layout && plan_find_layout(plan, layout) == index;
}

static struct value structure_layouts(const struct render *render, const struct plan *plan)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < plan->layout_count; i++) {
        const struct layout *layout = plan->layouts[i].layout;
        if (!is_at(render, plan, i))
            continue;
        struct object *object = context_object(render, SHAPE_STRUCTURE_LAYOUT);
        object->values[STRUCTURE_LAYOUT_LABEL] = value_text(plan->layouts[i].label);
        object->values[STRUCTURE_LAYOUT_TITLE] = value_text(plan->layouts[i].title);
        object->values[STRUCTURE_LAYOUT_LEAST] = context_hex(render, layout->least_size);
        if (layout->size != LAYOUT_UNKNOWN)
            object->values[STRUCTURE_LAYOUT_SIZE] = context_hex(render, layout->size);
        object->values[STRUCTURE_LAYOUT_ALIGN] = value_integer(layout->align);
        object->values[STRUCTURE_LAYOUT_SPANS] = layout_spans(render, plan, i);
        object->values[STRUCTURE_LAYOUT_MEMBERS] = layout_members(render, layout);
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

/* Returns the names of releases for the rendered layouts of a structure. Leaves out releases whose layout is
 * extrapolated: a constant cannot say that it is a guess. */
static struct value structure_aliases(const struct render *render, const struct plan *plan)
{
    const struct list *all = context_aliases(render, plan).list;
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < all->count; i++)
        if (is_at(render, plan, plan->aliases[i].layout) && plan->aliases[i].basis != STRATA_EXTRAPOLATED)
            list_add(render->arena, list, all->items[i]);
    return value_list(list);
}

static struct value structure_value(const struct render *render, const struct plan *plan)
{
    struct object *object = context_object(render, SHAPE_STRUCTURE);
    object->values[STRUCTURE_NAME] = value_text(plan->name);
    object->values[STRUCTURE_LOWER] = context_lower(render, plan);
    object->values[STRUCTURE_UPPER] = context_upper(render, plan);
    object->values[STRUCTURE_TITLE] = value_text(plan->record->type->name);
    object->values[STRUCTURE_DOC] = value_text(plan->record->type->doc);
    object->values[STRUCTURE_IS_UNION] = value_boolean(plan->record->is_union);
    object->values[STRUCTURE_LAYOUTS] = structure_layouts(render, plan);
    object->values[STRUCTURE_ALIASES] = structure_aliases(render, plan);
    return value_object(object);
}

/* Returns the names of the specs that have a chosen declaration. */
static struct value spec_names(const struct render *render)
{
    const struct model *model = render->model;
    struct list *list = list_new(render->arena);
    for (size_t f = 0; f < model->program->file_count; f++)
        if (context_has_printer(render, f))
            list_add(render->arena, list, value_text(model->program->files[f].name));
    return value_list(list);
}

struct value context_everything(const struct render *render)
{
    struct object *object = (struct object *)context_header(render, CONTEXT_EVERY_FILE).object;
    object->values[FILE_SPECS] = spec_names(render);
    object->values[FILE_STRUCTURES] = context_records(render, CONTEXT_EVERY_FILE, structure_value);
    object->values[FILE_CHECKS] = context_assert(render, CONTEXT_EVERY_FILE);
    object->values[FILE_PRINTERS] = context_print(render, CONTEXT_EVERY_FILE);
    return value_object(object);
}
