#include "render/plan.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "render/names.h"

/* Calls for each layout that a record has on an arch of its own: aliases have the same ones. */
#define FOR_EACH_LAYOUT(record, layout)                                                                                \
    for (const struct record_on *on_ = (record)->on; on_ < (record)->on + (record)->arch_count; on_++)                 \
        for (const struct layout *layout = on_->alias ? NULL : on_->layouts;                                           \
             layout && layout < on_->layouts + on_->layout_count; layout++)

static void plan_members(const struct model *model, struct diags *diags, struct plan *plan)
{
    const struct record *record = plan->record;
    plan->member_count = record->member_count;
    plan->members = ARENA_ARRAY(model->arena, struct plan_member, plan->member_count);
    for (size_t i = 0; i < plan->member_count; i++) {
        plan->members[i].member = record->members[i];
        plan->members[i].name = names_in_c(model->arena, record->members[i]->name);
        plan->members[i].words = 1;
    }
    FOR_EACH_LAYOUT (record, layout)
        for (size_t i = 0; i < layout->member_count; i++)
            if (layout->members[i].row->member)
                plan_see_entry(&plan->members[layout->members[i].row->member->index], &layout->members[i], diags);
    for (size_t i = 0; i < plan->member_count; i++) {
        plan_choose_access(&plan->members[i]);
        plan->members[i].index = plan->slot_count;
        plan->slot_count += plan->members[i].words;
    }
    if (!plan->slot_count)
        plan->slot_count = 1; /* C has no empty arrays; the word stands for no member and is absent */
}

static void write_all_slots(const struct plan *plan, const struct layout *layout, uint64_t *slots)
{
    for (size_t i = 0; i < plan->slot_count; i++)
        slots[i] = SLOT_ABSENT;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct member *member = layout->members[i].row->member;
        if (member)
            plan_write_slots(&plan->members[member->index], layout, &layout->members[i],
                             slots + plan->members[member->index].index);
    }
}

/* Whether two entries are the same to asserts and printers too. */
static bool entry_same(const struct layout_member *a, const struct layout_member *b)
{
    return a->offset == b->offset && a->size == b->size && a->bit == b->bit && a->width == b->width &&
           a->element == b->element && a->count == b->count && a->row->member == b->row->member &&
           (a->row == b->row ||
            (a->row->type == b->row->type && a->row->display == b->row->display &&
             row_kind(a->row) == row_kind(b->row) && a->row->decl->kind == b->row->decl->kind &&
             row_bound_count(a->row) == row_bound_count(b->row)));
}

static bool layout_same(const struct plan *plan, const struct plan_layout *known, const struct layout *layout,
                        const uint64_t *slots)
{
    const struct layout *other = known->layout;
    if (other->size != layout->size || other->least_size != layout->least_size ||
        other->member_count != layout->member_count || memcmp(known->slots, slots, plan->slot_count * sizeof *slots))
        return false;
    for (size_t i = 0; i < layout->member_count; i++)
        if (!entry_same(&other->members[i], &layout->members[i]))
            return false;
    return true;
}

unsigned plan_find_layout(const struct plan *plan, const struct layout *layout)
{
    const struct record_on *on = &plan->record->on[layout->arch->index];
    return plan->indices[layout->arch->index][layout - on->layouts];
}

const char *plan_version_label(const struct model *model, struct version_range in)
{
    const struct axis *axis = &model->axis;
    struct buffer name = {0};
    uint64_t first = axis->release_count ? axis->releases[0].range.from : 0;
    axis_write_from(axis, in.from < first && first < in.to ? first : in.from, &name);
    const char *label = names_in_c(model->arena, arena_copy(model->arena, name.data, name.size));
    buffer_free(&name);
    return label;
}

static const char *layout_title(const struct model *model, const struct layout *layout, const char *before)
{
    struct buffer title = {0};
    if (before)
        buffer_format(&title, "%s, ", before);
    axis_write_range(&model->axis, layout->in, &title);
    buffer_format(&title, " on %s", layout->arch->name);
    const char *text = arena_copy(model->arena, title.data, title.size);
    buffer_free(&title);
    return text;
}

/* The index of a layout among the distinct ones, to which it is added when it is new. */
static unsigned add_layout(const struct model *model, struct plan *plan, const struct layout *layout)
{
    uint64_t *slots = ARENA_ARRAY(model->arena, uint64_t, plan->slot_count);
    size_t i = 0;
    write_all_slots(plan, layout, slots);
    while (i < plan->layout_count && !layout_same(plan, &plan->layouts[i], layout, slots))
        i++;
    struct plan_layout *known = &plan->layouts[i];
    if (i == plan->layout_count) {
        plan->layout_count++;
        known->layout = layout;
        known->slots = slots;
        known->label = arena_format(model->arena, "%s_%s", plan_version_label(model, layout->in),
                                    names_in_c(model->arena, layout->arch->name));
    }
    known->title = layout_title(model, layout, known->title);
    return (unsigned)i;
}

static void plan_layouts(const struct model *model, struct plan *plan)
{
    const struct record *record = plan->record;
    size_t most = 0;
    FOR_EACH_LAYOUT (record, layout)
        most++;
    plan->layouts = ARENA_ARRAY(model->arena, struct plan_layout, most);
    plan->indices = ARENA_ARRAY(model->arena, unsigned *, record->arch_count);
    for (size_t i = 0; i < record->arch_count; i++)
        if (!record->on[i].alias)
            plan->indices[i] = ARENA_ARRAY(model->arena, unsigned, record->on[i].layout_count);
    FOR_EACH_LAYOUT (record, layout)
        plan->indices[layout->arch->index][layout - on_->layouts] = add_layout(model, plan, layout);
}

const struct plan *plan_new(const struct model *model, struct diags *diags, const struct record *record)
{
    struct plan *plan = ARENA_NEW(model->arena, struct plan);
    plan->record = record;
    plan->name = names_in_c(model->arena, record->type->name);
    plan_members(model, diags, plan);
    plan_layouts(model, plan);
    plan_find_ranges(model, plan);
    plan_find_aliases(model, plan);
    return plan;
}
