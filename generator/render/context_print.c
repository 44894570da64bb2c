/*
 * The printer of a file: its enums and records as the tables of runtime/strata_print.h.
 */
#include <string.h>

#include "base/buffer.h"
#include "base/intern.h"
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

/* A description that layouts share. */
struct shared_member {
    struct shared_member *next; /* another one of the same name */
    strata_print_member described;
    const struct type *type;
    const struct enumeration *values;
    size_t index;
};

/* The descriptions of a structure, and the runs of its layouts. */
struct sharing {
    struct map *by_name;
    struct list *members;
    struct list *layouts;
    struct buffer runs;
    size_t run_count;
};

/* A run of a layout: see strata_print_run. */
struct run {
    size_t first, count;
    uint32_t moved;
};

static bool is_text_equal(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* True if descriptions differ in nothing but the offset. Unknown offsets are equal to each other only. */
static bool is_shared(const struct shared_member *shared, const strata_print_member *described, const struct row *row)
{
    const strata_print_member *other = &shared->described;
    return (other->offset == STRATA_PRINT_UNKNOWN) == (described->offset == STRATA_PRINT_UNKNOWN) &&
           is_text_equal(other->type, described->type) && other->size == described->size &&
           other->count == described->count && other->columns == described->columns &&
           other->kind == described->kind && other->bit == described->bit && other->width == described->width &&
           other->show == described->show && shared->type == row->type && shared->values == print_row_values(row);
}

/* Returns the description of a member, which it adds if there is none,. */
static struct shared_member *share_member(const struct render *render, struct sharing *sharing,
                                          const strata_print_member *described, const struct row *row)
{
    const void *key = described->name ? (const void *)described->name : (const void *)sharing;
    struct shared_member *first = map_get(sharing->by_name, key), *shared = first;
    while (shared && !is_shared(shared, described, row))
        shared = shared->next;
    if (shared)
        return shared;
    shared = ARENA_NEW(render->arena, struct shared_member);
    *shared =
        (struct shared_member){first, *described, row->type, print_row_values(row), sharing->members->count};
    map_set(sharing->by_name, key, shared);
    list_add(render->arena, sharing->members, member_value(render, described, row));
    return shared;
}

static void add_run(struct sharing *sharing, const struct run *run)
{
    if (!run->count)
        return;
    buffer_format(&sharing->runs, run->moved > 9 ? "%s{%zu,%zu,0x%lX}," : "%s{%zu,%zu,%lu},",
                  sharing->run_count ? " " : "", run->first, run->count, (unsigned long)run->moved);
    sharing->run_count++;
}

static void share_layout(const struct render *render, struct sharing *sharing, const struct plan_layout *planned)
{
    const struct layout *layout = planned->layout;
    struct object *object = context_object(render, SHAPE_PRINTED_LAYOUT);
    const size_t first_run = sharing->run_count;
    struct run run = {0};
    strata_print_member described;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct row *row = layout->members[i].row;
        if (!print_describe_member(render->print_shapes, render->arena, layout, &layout->members[i], &described))
            continue;
        const struct shared_member *shared = share_member(render, sharing, &described, row);
        const uint32_t moved = described.offset - shared->described.offset;
        if (!run.count || run.first + run.count != shared->index || run.moved != moved) {
            add_run(sharing, &run);
            run = (struct run){shared->index, 0, moved};
        }
        run.count++;
    }
    add_run(sharing, &run);
    object->values[PRINTED_LAYOUT_TITLE] = value_text(planned->title);
    object->values[PRINTED_LAYOUT_FIRST] = value_integer((int64_t)first_run);
    object->values[PRINTED_LAYOUT_COUNT] = value_integer((int64_t)(sharing->run_count - first_run));
    list_add(render->arena, sharing->layouts, value_object(object));
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
    struct list *names = list_names(render, plan);
    struct sharing sharing = {.by_name = map_new(render->arena),
                              .members = list_new(render->arena),
                              .layouts = list_new(render->arena)};
    for (size_t i = 0; i < plan->layout_count; i++)
        share_layout(render, &sharing, &plan->layouts[i]);
    object->values[PRINTED_LOWER] = context_lower(render, plan);
    object->values[PRINTED_TITLE] = value_text(plan->record->type->name);
    object->values[PRINTED_MEMBERS] = value_list(sharing.members);
    if (sharing.members->count)
        object->values[PRINTED_TABLE_COUNT] = value_integer((int64_t)sharing.members->count);
    if (sharing.run_count) {
        object->values[PRINTED_RUNS] = context_wrap(render, sharing.runs.data, sharing.runs.size, strlen("    "));
        object->values[PRINTED_RUN_COUNT] = value_integer((int64_t)sharing.run_count);
    }
    buffer_free(&sharing.runs);
    object->values[PRINTED_LAYOUTS] = value_list(sharing.layouts);
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
