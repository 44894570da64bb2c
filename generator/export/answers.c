#include "export/answers.h"

#include "answer/form.h"
#include "base/arena.h"

/* Writes the selected members that a layout lacks (NULL: all), with how well that is known. */
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
    form_write_standing(form, record, &standing);
    if (standing.layout) {
        json_key(&form->json, "layout");
        form_write_layout(form, standing.layout, &standing);
    }
    write_absent(form, record, standing.layout, &standing);
    json_close(&form->json, '}');
    arena_clear(form->scratch);
}

void answers_write(const struct model *model, const struct record *const *records, size_t count,
                   const struct answers_target *target, struct buffer *out)
{
    struct form form;
    form_open(&form, model, "show", out);
    if (target)
        form_write_target(&form, "target", target->name, target->arch, target->version);
    json_member_open(&form.json, "structs", '[');
    for (size_t i = 0; i < count; i++) {
        if (target)
            write_answer(&form, records[i], target);
        else
            form_write_record(&form, records[i]);
    }
    json_close(&form.json, ']');
    if (!target)
        form_write_evidence(&form);
    form_close(&form);
}
