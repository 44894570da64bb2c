/*
 * The printer of a file: its enums and records as the tables of runtime/strata_print.h.
 */
#include "render/context_parts.h"
#include "render/print_describe.h"

/* Names of the kinds of strata_print.h in templates. */
static const char *const kind_names[] = {
    [STRATA_PRINT_UNSIGNED] = "UNSIGNED", [STRATA_PRINT_SIGNED] = "SIGNED", [STRATA_PRINT_POINTER] = "POINTER",
    [STRATA_PRINT_RECORD] = "RECORD",     [STRATA_PRINT_GUID] = "GUID",     [STRATA_PRINT_BYTES] = "BYTES",
    [STRATA_PRINT_FLOAT] = "FLOAT",
};

static const char *const show_names[] = {
    [STRATA_PRINT_SHOW_NUMBER] = "NUMBER",
    [STRATA_PRINT_SHOW_TIME] = "TIME",
    [STRATA_PRINT_SHOW_TEXT] = "TEXT",
    [STRATA_PRINT_SHOW_CHAR] = "CHAR",
    [STRATA_PRINT_SHOW_BOOL] = "BOOL",
};

/* Chooses a short form of strata_print.h for a member: a scalar, a bit-field or a record. Others have the long form. */
static void set_form(const strata_print_member *described, bool has_values, struct object *object)
{
    bool is_short = described->name && described->type && !has_values && !described->columns &&
                    described->show == STRATA_PRINT_SHOW_NUMBER;
    bool is_record = is_short && described->kind == STRATA_PRINT_RECORD && !described->width && !described->bit;
    bool is_scalar = is_short && described->kind != STRATA_PRINT_RECORD && !described->count;
    bool is_bits = is_scalar && (described->width || described->bit);
    object->values[PRINTED_MEMBER_IS_RECORD] = value_boolean(is_record);
    object->values[PRINTED_MEMBER_IS_BITS] = value_boolean(is_bits);
    object->values[PRINTED_MEMBER_IS_SCALAR] = value_boolean(is_scalar && !is_bits);
    object->values[PRINTED_MEMBER_IS_OTHER] = value_boolean(!is_record && !is_scalar);
}

static struct value member_value(const struct render *render, const strata_print_member *described,
                                 const struct row *row)
{
    struct object *object = context_object(render, SHAPE_PRINTED_MEMBER);
    const struct enumeration *values = print_row_values(row);
    object->values[PRINTED_MEMBER_NAME] = value_text(described->name);
    if (described->kind == STRATA_PRINT_RECORD)
        object->values[PRINTED_MEMBER_RECORD] = value_text(context_name(render, row->type, row->type->name));
    if (values)
        object->values[PRINTED_MEMBER_VALUES] = value_text(context_name(render, values->type, values->type->name));
    object->values[PRINTED_MEMBER_OFFSET] = context_hex(render, described->offset);
    object->values[PRINTED_MEMBER_SIZE] = context_hex(render, described->size);
    object->values[PRINTED_MEMBER_COUNT] = context_hex(render, described->count);
    object->values[PRINTED_MEMBER_COLUMNS] = value_integer(described->columns);
    object->values[PRINTED_MEMBER_KIND] = value_text(kind_names[described->kind]);
    object->values[PRINTED_MEMBER_BIT] = value_integer(described->bit);
    object->values[PRINTED_MEMBER_WIDTH] = value_integer(described->width);
    object->values[PRINTED_MEMBER_TYPE] = value_text(described->type);
    object->values[PRINTED_MEMBER_SHOW] = value_text(show_names[described->show & ~STRATA_PRINT_BIG]);
    if (described->show & STRATA_PRINT_BIG)
        object->values[PRINTED_MEMBER_SHOW] = value_text(
            arena_format(render->arena, "%s | STRATA_PRINT_BIG", show_names[described->show & ~STRATA_PRINT_BIG]));
    set_form(described, values != NULL, object);
    return value_object(object);
}

static struct value layout_value(const struct render *render, const struct plan_layout *planned)
{
    const struct layout *layout = planned->layout;
    struct object *object = context_object(render, SHAPE_PRINTED_LAYOUT);
    struct list *members = list_new(render->arena);
    strata_print_member described;
    for (size_t i = 0; i < layout->member_count; i++)
        if (print_describe_member(render->print_shapes, render->arena, layout, &layout->members[i], &described))
            list_add(render->arena, members, member_value(render, &described, layout->members[i].row));
    object->values[PRINTED_LAYOUT_LABEL] = value_text(planned->label);
    object->values[PRINTED_LAYOUT_TITLE] = value_text(planned->title);
    object->values[PRINTED_LAYOUT_MEMBERS] = value_list(members);
    object->values[PRINTED_LAYOUT_COUNT] = members->count ? value_integer((int64_t)members->count) : value_null();
    return value_object(object);
}

/* Returns the members that a record has in some chosen layout, each with its number (strata_member of the runtime). */
static struct list *list_names(const struct render *render, const struct plan *plan)
{
    struct list *names = list_new(render->arena);
    for (size_t i = 0; i < plan->member_count; i++) {
        if (!plan->members[i].words)
            continue;
        struct object *object = context_object(render, SHAPE_NAMED);
        object->values[NAMED_TITLE] = value_text(plan->members[i].member->name);
        object->values[NAMED_NUMBER] = context_hex(render, plan->members[i].number);
        list_add(render->arena, names, value_object(object));
    }
    return names;
}

static struct value record_value(const struct render *render, const struct plan *plan)
{
    struct object *object = context_object(render, SHAPE_PRINTED);
    struct list *layouts = list_new(render->arena), *names = list_names(render, plan);
    for (size_t i = 0; i < plan->layout_count; i++)
        list_add(render->arena, layouts, layout_value(render, &plan->layouts[i]));
    object->values[PRINTED_LOWER] = context_lower(render, plan);
    object->values[PRINTED_TITLE] = value_text(plan->record->type->name);
    object->values[PRINTED_LAYOUTS] = value_list(layouts);
    object->values[PRINTED_NAMES] = value_list(names);
    object->values[PRINTED_NAME_COUNT] = names->count ? value_integer((int64_t)names->count) : value_null();
    object->values[PRINTED_LAYOUT_ROOM] = value_integer(plan->layout_count ? (int64_t)plan->layout_count : 1);
    return value_object(object);
}

struct value context_print(const struct render *render, size_t file_index)
{
    struct object *object = context_file(render, file_index, "_print");
    object->values[FILE_ENUMS] = context_enum_tables(render, file_index);
    object->values[FILE_RECORDS] = context_records(render, file_index, record_value);
    return value_object(object);
}
