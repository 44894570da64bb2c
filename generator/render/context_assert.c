/*
 * The asserts of a file: each layout as a plain C structure of fixed-width members.
 *
 * A member has a native type only if every host gives it the right offset, whatever its alignment rules: the type's
 * size divides the member's offset and the structure's size, and in a union also the union's offset and size. All other
 * members are arrays of bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "render/context_parts.h"

/* A field of a plain structure: one member, or all bit-fields of a storage unit. */
struct field {
    uint32_t offset, size;
    uint32_t element;     /* size of the element's native type; 1 for bytes */
    const char *name;     /* "m_LoggerId", "bits_10_4" */
    const char *bounds;   /* "[2][3]", or "" */
    const char *comment;  /* the bit-fields and their bits; or NULL */
    size_t member;        /* index of the member in its layout; for bit-fields the index of the first one */
    bool is_bits;
};

struct fields {
    struct field *items;
    size_t count;
};

/* Returns the bounds of an array with `[count]` added. */
static const char *add_bound(const struct render *render, const char *bounds, uint32_t count)
{
    struct buffer text = {0};
    buffer_add_text(&text, bounds);
    buffer_add_char(&text, '[');
    buffer_add_decimal(&text, count);
    buffer_add_char(&text, ']');
    return buffer_take(&text, render->arena);
}

/* Returns the bounds of a member in C. A flexible array has one element, which its structure's size includes. */
static const char *bounds_text(const struct render *render, const struct layout *layout,
                               const struct layout_member *entry)
{
    const char *bounds = "";
    unsigned count = row_bound_count(entry->row);
    for (unsigned i = 0; i < count; i++)
        bounds = add_bound(render, bounds, row_bound(entry->row, layout->arch, layout->range.from, i));
    return bounds;
}

static const char *entry_name(const struct render *render, const struct layout_member *entry)
{
    return context_name(render, entry->row->member, entry->row->name);
}

static void add_bits(const struct render *render, struct fields *fields, const struct layout *layout,
                     const struct layout_member *entry)
{
    const char *name = entry_name(render, entry);
    const char *comment = arena_format(render->arena, "%s %u..%u", name, entry->bit, entry->bit + entry->width - 1u);
    for (size_t i = 0; i < fields->count; i++) {
        struct field *field = &fields->items[i];
        if (field->is_bits && field->offset == entry->offset && field->size == entry->size) {
            field->comment = arena_format(render->arena, "%s, %s", field->comment, comment);
            return;
        }
    }
    fields->items[fields->count++] =
        (struct field){entry->offset, entry->size, entry->element,
                       arena_format(render->arena, "bits_%X_%u", entry->offset, entry->size), "", comment,
                       (size_t)(entry - layout->members), true};
}

static void add_field(const struct render *render, struct fields *fields, const struct layout *layout,
                      const struct layout_member *entry)
{
    enum row_kind kind = row_kind(entry->row);
    bool native = kind != ROW_RECORD && kind != ROW_BYTES;
    struct field field = {.offset = entry->offset, .size = entry->size, .element = native ? entry->element : 1};
    field.member = (size_t)(entry - layout->members);
    field.name = ARENA_JOIN(render->arena, "m_", entry_name(render, entry));
    field.bounds = native ? bounds_text(render, layout, entry) : add_bound(render, "", entry->size);
    fields->items[fields->count++] = field;
}

static int compare_fields(const void *left, const void *right)
{
    const struct field *a = left, *b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Returns the fields of a layout by offset. Omits members that have no bytes, no name or no known offset, and members
 * that end past the size, as a spec may allow. Bytes that no row accounts for become padding. */
static struct fields find_fields(const struct render *render, const struct layout *layout)
{
    struct fields fields = {ARENA_ARRAY(render->arena, struct field, layout->member_count), 0};
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        if (!entry->row->member || entry->is_repeated || !layout_member_is_known(entry) || !entry->size ||
            entry->offset + entry->size > layout->size)
            continue;
        if (entry->width)
            add_bits(render, &fields, layout, entry);
        else
            add_field(render, &fields, layout, entry);
    }
    if (fields.count)
        qsort(fields.items, fields.count, sizeof *fields.items, compare_fields);
    return fields;
}

/* Fields that overlap and therefore share a union; usually a single field. */
struct group {
    uint32_t offset, size;
    const struct field *fields;
    size_t count;
};

static struct group next_group(const struct fields *fields, size_t first)
{
    const struct field *field = &fields->items[first];
    struct group group = {field->offset, field->size, field, 1};
    while (first + group.count < fields->count &&
           fields->items[first + group.count].offset < group.offset + group.size) {
        const struct field *next = &fields->items[first + group.count++];
        if (next->offset + next->size > group.offset + group.size)
            group.size = next->offset + next->size - group.offset;
    }
    return group;
}

static bool is_native(const struct field *field, const struct group *group, uint32_t structure_size)
{
    uint32_t size = field->element;
    if (size != 2 && size != 4 && size != 8)
        return size == 1;
    if (field->offset % size || structure_size % size)
        return false;
    return group->count == 1 || (group->offset % size == 0 && group->size % size == 0);
}

static struct value declared_value(const struct render *render, const struct field *field, const struct group *group,
                                   uint32_t structure_size)
{
    static const char *const words[] = {
        [1] = "unsigned char", [2] = "uint16_t", [4] = "uint32_t", [8] = "uint64_t"};
    struct object *object = context_object(render, SHAPE_DECLARED);
    bool native = is_native(field, group, structure_size);
    object->values[DECLARED_C_TYPE] = value_text(words[native ? field->element : 1]);
    object->values[DECLARED_NAME] = value_text(field->name);
    object->values[DECLARED_BOUNDS] = value_text(
        native ? field->bounds : add_bound(render, field->bounds, field->element));
    object->values[DECLARED_COMMENT] = value_text(field->comment);
    if (field->offset > group->offset)
        object->values[DECLARED_BEFORE] = value_integer(field->offset - group->offset);
    return value_object(object);
}

/* `group` is the union of the field, or NULL. */
static void add_assert(const struct render *render, struct list *asserts, const struct group *group,
                       const struct field *field)
{
    struct object *object = context_object(render, SHAPE_ASSERT);
    if (group)
        object->values[ASSERT_UNION] = value_text(arena_format(render->arena, "%X", group->offset));
    object->values[ASSERT_NAME] = value_text(field->name);
    object->values[ASSERT_OFFSET] = context_hex(render, field->offset);
    list_add(render->arena, asserts, value_object(object));
}

static struct value union_value(const struct render *render, const struct group *group, uint32_t structure_size,
                                struct list *asserts)
{
    struct object *object = context_object(render, SHAPE_UNION);
    struct list *choices = list_new(render->arena);
    for (size_t i = 0; i < group->count; i++) {
        const struct field *field = &group->fields[i];
        list_add(render->arena, choices, declared_value(render, field, group, structure_size));
        add_assert(render, asserts, group, field);
    }
    object->values[UNION_OFFSET] = value_text(arena_format(render->arena, "%X", group->offset));
    object->values[UNION_CHOICES] = value_list(choices);
    return value_object(object);
}

static void add_padding(const struct render *render, struct list *list, uint32_t from, uint32_t to)
{
    if (from >= to)
        return;
    struct object *padding = context_object(render, SHAPE_PADDING), *object = context_object(render, SHAPE_FIELD);
    padding->values[PADDING_OFFSET] = value_text(arena_format(render->arena, "%X", from));
    padding->values[PADDING_SIZE] = value_integer(to - from);
    object->values[FIELD_PADDING] = value_object(padding);
    list_add(render->arena, list, value_object(object));
}

/* Sets the fields of a plain structure. Adds an assert for each field whose member is not in `is_listed`; the list of
 * members asserts the others. */
static void fill_fields(const struct render *render, const struct layout *layout, const struct fields *found,
                        const bool *is_listed, struct object *plain)
{
    const struct fields fields = *found;
    struct list *list = list_new(render->arena), *asserts = list_new(render->arena);
    uint32_t end = 0;
    for (size_t i = 0; i < fields.count;) {
        struct group group = next_group(&fields, i);
        struct object *object = context_object(render, SHAPE_FIELD);
        add_padding(render, list, end, group.offset);
        if (group.count > 1) {
            object->values[FIELD_UNION] = union_value(render, &group, layout->size, asserts);
        } else {
            object->values[FIELD_PLAIN] = declared_value(render, group.fields, &group, layout->size);
            if (!is_listed[group.fields->member])
                add_assert(render, asserts, NULL, group.fields);
        }
        list_add(render->arena, list, value_object(object));
        end = group.offset + group.size;
        i += group.count;
    }
    add_padding(render, list, end, layout->size);
    plain->values[PLAIN_FIELDS] = value_list(list);
    plain->values[PLAIN_ASSERTS] = value_list(asserts);
}

/* Returns the name of a member in the user's own type, for offsetof; NULL for bit-fields and for invented names. */
static const char *own_name(const struct render *render, const struct layout_member *entry)
{
    const char *name = entry->row->name, *in_c = names_in_c(render->arena, name);
    size_t before = strspn(name, "_");
    bool is_identifier = !strcmp(name + (before < strlen(name) ? before : 0), in_c);
    return entry->width || entry->row->is_unknown || !is_identifier ? NULL : name;
}

/* Finds the members that have a field of their own: they are neither in a union nor bit-fields. */
static bool *find_plain_members(const struct render *render, const struct layout *layout, const struct fields *fields)
{
    bool *is_plain = ARENA_ARRAY(render->arena, bool, layout->member_count);
    for (size_t i = 0; i < fields->count;) {
        struct group group = next_group(fields, i);
        is_plain[group.fields->member] = group.count == 1 && !group.fields->is_bits;
        i += group.count;
    }
    return is_plain;
}

/* Returns the offset and the size of a member, with a kind that tells which offsets the header asserts:
 *
 *     P     of the field m_M of the plain structure, and of the member M of the user's own type
 *     O, U  of the member M of the user's own type; with U the size is unknown
 *     B, N  none; with N the size is unknown
 *
 * `*is_plain` is true if the member has a field of its own. Becomes false if the kind is not P. */
static struct value placed_value(const struct render *render, const struct layout_member *entry, bool *is_plain)
{
    struct object *object = context_object(render, SHAPE_PLACED);
    const char *name = entry_name(render, entry), *own = own_name(render, entry);
    bool is_sized = entry->size != LAYOUT_UNKNOWN && entry->size, is_own = own && !strcmp(own, name);
    *is_plain = *is_plain && is_own && is_sized;
    object->values[PLACED_NAME] = value_text(name);
    object->values[PLACED_OWN_NAME] = value_text(own);
    object->values[PLACED_OTHER_NAME] = value_text(is_own ? NULL : own);
    object->values[PLACED_OFFSET] = context_hex(render, entry->offset);
    object->values[PLACED_KIND] = value_text(*is_plain ? "P" : is_own ? is_sized ? "O" : "U" : is_sized ? "B" : "N");
    if (is_sized)
        object->values[PLACED_SIZE] = context_hex(render, entry->size);
    return value_object(object);
}

/* Returns the members with a known offset. */
static struct value placed_members(const struct render *render, const struct layout *layout, bool *is_plain)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        if (entry->row->member && !entry->is_repeated && entry->offset != LAYOUT_UNKNOWN)
            list_add(render->arena, list, placed_value(render, entry, &is_plain[i]));
    }
    return value_list(list);
}

/* Returns a layout's plain structure. A structure without bytes or of unknown size has no C type, only offsets. */
static struct value plain_value(const struct render *render, const struct plan *plan, size_t index)
{
    const struct plan_layout *planned = &plan->layouts[index];
    const struct layout *layout = planned->layout;
    struct object *object = context_object(render, SHAPE_PLAIN);
    bool is_sized = layout->size != LAYOUT_UNKNOWN, has_type = is_sized && layout->size > 0;
    struct fields fields = {NULL, 0};
    if (has_type)
        fields = find_fields(render, layout);
    bool *is_plain = find_plain_members(render, layout, &fields);
    object->values[PLAIN_LABEL] = value_text(planned->label);
    object->values[PLAIN_INDEX] = value_integer((int64_t)index);
    object->values[PLAIN_TITLE] = value_text(planned->title);
    object->values[PLAIN_SIZE] = context_hex(render, is_sized ? layout->size : layout->least_size);
    object->values[PLAIN_IS_SIZED] = value_boolean(is_sized);
    object->values[PLAIN_HAS_TYPE] = value_boolean(has_type);
    object->values[PLAIN_CONSTANTS] = placed_members(render, layout, is_plain);
    if (has_type)
        fill_fields(render, layout, &fields, is_plain, object);
    return value_object(object);
}

static struct value checked_value(const struct render *render, const struct plan *plan)
{
    struct object *object = context_object(render, SHAPE_CHECKED);
    struct list *layouts = list_new(render->arena);
    for (size_t i = 0; i < plan->layout_count; i++)
        list_add(render->arena, layouts, plain_value(render, plan, i));
    object->values[CHECKED_NAME] = value_text(plan->name);
    object->values[CHECKED_LOWER] = context_lower(render, plan);
    object->values[CHECKED_UPPER] = context_upper(render, plan);
    object->values[CHECKED_TITLE] = value_text(plan->record->type->name);
    object->values[CHECKED_LAYOUTS] = value_list(layouts);
    object->values[CHECKED_ALIASES] = context_aliases(render, plan);
    object->values[CHECKED_RELEASE_LISTS] = context_release_lists(render, plan);
    object->values[CHECKED_LABELS] = context_labels(render, plan);
    return value_object(object);
}

struct value context_assert(const struct render *render, size_t file_index)
{
    struct object *object = context_file(render, file_index, "_assert");
    object->values[FILE_RECORDS] = context_records(render, file_index, checked_value);
    if (file_index == CONTEXT_EVERY_FILE)
        return value_object(object);
    object->values[FILE_RELEASE_INCLUDES] = context_release_includes(render, file_index);
    object->values[FILE_RELEASES] = context_releases(render, file_index);
    object->values[FILE_HAS_RELEASES] = value_boolean(object->values[FILE_RELEASES].list->count > 0);
    return value_object(object);
}
