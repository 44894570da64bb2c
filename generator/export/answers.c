#include "export/answers.h"

#include "answer/form.h"
#include "base/arena.h"
#include "model/select.h"

/* Writes the selected members that a layout lacks, and how well their absence is known. With NULL for the layout,
 * writes all selected members. */
static void write_absent(struct form *form, const struct record *record, const struct layout *layout,
                         const struct standing *standing)
{
    json_member_open(&form->json, "absent_members", '[');
    for (size_t i = 0; record->is_reduced && i < record->member_count; i++) {
        const struct member *member = record->members[i];
        if (layout && layout_find(layout, member))
            continue;
        struct standing own = member_stand(record, member, standing->arch, standing->version);
        json_open(&form->json, '{');
        json_member_text(&form->json, "name", member->name);
        form_write_grade(form, &own);
        json_close(&form->json, '}');
    }
    json_close(&form->json, ']');
}

static void write_answer(struct form *form, const struct record *record, const struct answers_target *target)
{
    struct standing standing = selection_stand(record, target->arch, target->version);
    json_open(&form->json, '{');
    form_write_record_head(form, record, record->type->name);
    if (!standing.layout)
        json_member_bool(&form->json, "absent", true);
    form_write_standing(form, inquiry_new(form->scratch, record, target->arch), &standing);
    if (standing.layout) {
        json_key(&form->json, "layout");
        form_write_layout(form, standing.layout, &standing);
    }
    write_absent(form, record, standing.layout, &standing);
    json_close(&form->json, '}');
    arena_clear(form->scratch);
}

static void write_global(struct form *form, const struct global *global, const struct answers_target *target)
{
    json_open(&form->json, '{');
    form_write_global_head(form, global);
    if (target) {
        const struct address address =
            address_find(form->model, global, target->arch, target->image, target->is_identified);
        json_member_text(&form->json, "arch", target->arch->name);
        form_write_address(form, &address);
    } else {
        form_write_addresses(form, global);
    }
    json_close(&form->json, '}');
}

void answers_write(const struct model *model, const struct selected_list *list, const struct answers_target *target,
                   struct buffer *out)
{
    struct form form;
    form_open(&form, model, "show", out);
    if (target)
        form_write_target(&form, "target", target->name, target->arch, target->version);
    json_member_open(&form.json, "structs", '[');
    for (size_t i = 0; i < list->count; i++) {
        if (target && list->items[i].record)
            write_answer(&form, list->items[i].record, target);
        else if (list->items[i].record)
            form_write_record(&form, list->items[i].record);
    }
    json_close(&form.json, ']');
    json_member_open(&form.json, "globals", '[');
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].global)
            write_global(&form, list->items[i].global, target);
    json_close(&form.json, ']');
    if (!target)
        form_write_evidence(&form);
    form_close(&form);
}
