/*
 * A diff for programs: one JSON object. What its keys mean is said by `strata diff --help`.
 */
#include "base/buffer.h"
#include "base/json.h"
#include "view/diff.h"

static const char *const side_keys[] = {[DIFF_FROM] = "from", [DIFF_TO] = "to"};
static const char *const kind_names[] = {
    [DIFF_SAME] = "same", [DIFF_CHANGED] = "changed", [DIFF_ADDED] = "added", [DIFF_REMOVED] = "removed"};

static const struct {
    enum diff_change change;
    const char *name;
} change_names[] = {
    {DIFF_MOVED, "moved"},     {DIFF_RETYPED, "retyped"}, {DIFF_COUNTED, "counted"},
    {DIFF_RESIZED, "resized"}, {DIFF_BITS, "bits"},       {DIFF_WIDTH, "width"},
};

static void write_known(struct json *json, const char *key, uint32_t number, uint32_t unknown)
{
    json_key(json, key);
    if (number == unknown)
        json_null(json);
    else
        json_number(json, number);
}

static void write_targets(struct json *json, const struct diff *diff)
{
    for (int side = 0; side < DIFF_SIDES; side++) {
        const struct diff_side *target = &diff->sides[side];
        json_member_open(json, side_keys[side], '{');
        json_member_text(json, "target", target->text);
        json_member_text(json, "arch", target->arch->name);
        json_close(json, '}');
    }
}

static void write_member_side(struct json *json, const struct layout *layout, const struct layout_member *member)
{
    struct buffer type = {0};
    json_open(json, '{');
    diff_write_type(layout, member, false, &type);
    json_key(json, "type");
    json_string(json, type.data, type.size);
    buffer_free(&type);
    write_known(json, "offset", member->offset, LAYOUT_UNKNOWN);
    write_known(json, "size", member->size, LAYOUT_UNKNOWN);
    if (member->width) {
        write_known(json, "bit", member->bit, BIT_UNKNOWN);
        json_member_number(json, "width", member->width);
    }
    json_close(json, '}');
}

static void write_member(struct json *json, const struct diff_record *record, const struct diff_member *member)
{
    enum diff_kind kind = diff_member_kind(member);
    json_open(json, '{');
    json_member_text(json, "name", member->name);
    json_member_text(json, "kind", kind_names[kind]);
    if (kind == DIFF_CHANGED) {
        json_member_open(json, "changes", '[');
        for (size_t i = 0; i < sizeof change_names / sizeof *change_names; i++)
            if (member->changes & change_names[i].change)
                json_text(json, change_names[i].name);
        json_close(json, ']');
    }
    for (int side = 0; side < DIFF_SIDES; side++) {
        json_key(json, side_keys[side]);
        if (member->sides[side])
            write_member_side(json, record->sides[side], member->sides[side]);
        else
            json_null(json);
    }
    json_close(json, '}');
}

static void write_record(struct json *json, const struct diff_record *record)
{
    const struct layout *any = record->sides[record->sides[DIFF_TO] ? DIFF_TO : DIFF_FROM];
    json_open(json, '{');
    json_member_text(json, "name", record->name);
    json_member_text(json, "type", any->record->is_union ? "union" : "struct");
    json_member_text(json, "kind", kind_names[record->kind]);
    for (int side = 0; side < DIFF_SIDES; side++) {
        const struct layout *layout = record->sides[side];
        json_key(json, side_keys[side]);
        if (!layout) {
            json_null(json);
            continue;
        }
        json_open(json, '{');
        write_known(json, "size", layout->size, LAYOUT_UNKNOWN);
        write_known(json, "align", layout->is_align_guess ? LAYOUT_UNKNOWN : layout->align, LAYOUT_UNKNOWN);
        json_member_text(json, "basis", basis_name(record->basis[side]));
        json_close(json, '}');
    }
    json_member_open(json, "members", '[');
    for (size_t i = 0; i < record->member_count; i++)
        write_member(json, record, &record->members[i]);
    json_close(json, ']');
    json_close(json, '}');
}

static void write_enumeration(struct json *json, const struct diff_enumeration *list)
{
    json_open(json, '{');
    json_member_text(json, "name", list->enumeration->type->name);
    json_member_text(json, "type", list->enumeration->is_flags ? "flags" : "enum");
    json_member_text(json, "kind", kind_names[list->kind]);
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
    struct json json = {.out = out};
    json_open(&json, '{');
    write_targets(&json, diff);
    json_member_open(&json, "structs", '[');
    for (const struct diff_record *record = diff->records; record; record = record->next)
        write_record(&json, record);
    json_close(&json, ']');
    json_member_open(&json, "enums", '[');
    for (const struct diff_enumeration *list = diff->enumerations; list; list = list->next)
        write_enumeration(&json, list);
    json_close(&json, ']');
    json_close(&json, '}');
    buffer_add_char(out, '\n');
}
