/*
 * A diff as JSON, for programs.
 */
#include "answer/form.h"
#include "view/diff.h"

static const char *const side_keys[] = {[DIFF_FROM] = "old", [DIFF_TO] = "new"};
static const char *const kind_names[] = {
    [DIFF_SAME] = "same", [DIFF_CHANGED] = "changed", [DIFF_ADDED] = "added", [DIFF_REMOVED] = "removed"};

static const struct {
    enum diff_change change;
    const char *name;
} change_names[] = {
    {DIFF_MOVED, "moved"},     {DIFF_RETYPED, "retyped"}, {DIFF_COUNTED, "counted"},
    {DIFF_RESIZED, "resized"}, {DIFF_BITS, "bits"},       {DIFF_WIDTH, "width"},
};

static void write_member(struct form *form, const struct diff_record *record, const struct diff_member *member)
{
    struct json *json = &form->json;
    enum diff_kind kind = diff_member_kind(member);
    json_open(json, '{');
    json_member_text(json, "name", member->name);
    json_member_text(json, "change", kind_names[kind]);
    if (kind == DIFF_CHANGED) {
        json_member_open(json, "aspects", '[');
        for (size_t i = 0; i < sizeof change_names / sizeof *change_names; i++)
            if (member->changes & change_names[i].change)
                json_text(json, change_names[i].name);
        json_close(json, ']');
    }
    for (int side = 0; side < DIFF_SIDES; side++) {
        if (!member->sides[side]) {
            json_member_text(json, side_keys[side], NULL);
            continue;
        }
        json_member_open(json, side_keys[side], '{');
        form_write_member(form, record->sides[side], member->sides[side]);
        json_close(json, '}');
    }
    json_close(json, '}');
}

/* Writes one side of a structure. A side that lacks the structure gets no size. */
static void write_record_side(struct form *form, const struct diff_record *record, int side)
{
    const struct layout *layout = record->sides[side], *any = layout ? layout : record->sides[!side];
    json_member_open(&form->json, side_keys[side], '{');
    if (layout) {
        form_write_known(form, "size", layout->size);
        form_write_align(form, layout);
    } else {
        json_member_bool(&form->json, "absent", true);
    }
    const struct standing *standing = &record->standings[side];
    form_write_standing(form, inquiry_new(form->scratch, any->record, standing->arch), standing);
    json_close(&form->json, '}');
}

static void write_enumeration(struct form *form, const struct diff_enumeration *list)
{
    struct json *json = &form->json;
    json_open(json, '{');
    form_write_enumeration_head(form, list->enumeration);
    json_member_text(json, "change", kind_names[list->kind]);
    json_member_open(json, "values", '[');
    for (size_t i = 0; i < list->value_count; i++) {
        json_open(json, '{');
        json_member_text(json, "name", list->values[i].name);
        for (int side = 0; side < DIFF_SIDES; side++) {
            const struct cell_value *value = list->values[i].sides[side];
            json_key(json, side_keys[side]);
            if (value)
                json_signed(json, value->kind == AST_VALUE_NEGATIVE, value->number);
            else
                json_null(json);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

void diff_write_json(const struct diff *diff, struct buffer *out)
{
    struct form form;
    form_open(&form, diff->model, "diff", out);
    for (int side = 0; side < DIFF_SIDES; side++) {
        const struct diff_side *target = &diff->sides[side];
        form_write_target(&form, side_keys[side], target->text, target->arch, target->version);
    }
    json_member_open(&form.json, "structs", '[');
    for (const struct diff_record *record = diff->records; record; record = record->next) {
        struct json *json = &form.json;
        const struct layout *any = record->sides[record->sides[DIFF_TO] ? DIFF_TO : DIFF_FROM];
        json_open(json, '{');
        form_write_record_head(&form, any->record, record->name);
        json_member_text(json, "change", kind_names[record->kind]);
        for (int side = 0; side < DIFF_SIDES; side++)
            write_record_side(&form, record, side);
        json_member_open(json, "members", '[');
        for (size_t i = 0; i < record->member_count; i++)
            write_member(&form, record, &record->members[i]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(&form.json, ']');
    json_member_open(&form.json, "enums", '[');
    for (const struct diff_enumeration *list = diff->enumerations; list; list = list->next)
        write_enumeration(&form, list);
    json_close(&form.json, ']');
    form_close(&form);
}
