/*
 * The records of an ISF file and the types of their members. Unnamed types and records become part of the member that
 * has them. The members of an anonymous record become members of the record around it. An invalid field is left out of
 * its record, with the reason.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"
#include "kernel/store.h"
#include "model/type.h"
#include "spec/c_type.h"

/* The maximum nesting of unnamed records. */
enum { DEPTH_MOST = 32 };

/* ---- Invalid fields ---- */

/* Records the reason to leave the current field out, and returns false. The text becomes a comment in a spec, so it
 * must stay on one line. */
static bool leave_out(struct isf_maker *maker, const char *format, ...) LIKE_PRINTF(2, 3);

static bool leave_out(struct isf_maker *maker, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 0x7F)
            text.data[i] = '?';
    maker->why = intern_name(maker->file->import->intern, text.data, text.size);
    buffer_free(&text);
    return false;
}

/* Leaves the field out, with the reason recorded before. */
static void omit_field(struct isf_maker *maker, const char *name, uint32_t offset, const char *text)
{
    struct kernel_omission omission = {name, maker->why, offset == ISF_NO_NUMBER ? 0 : offset, text};
    diag_report(maker->file->import->diags, DIAG_UNREAD, (struct span){0, 0}, "'%s': '%s' of '%s' is left out: %s",
                maker->file->name, name, maker->record, maker->why);
    buffer_add(&maker->omissions, &omission, sizeof omission);
    maker->why = NULL;
}

/* Notes how the symbol file has the current field, which is a member or a group of members in the spec. An export
 * writes this text instead of them. */
static void note_field(struct isf_maker *maker, const struct isf_field *field)
{
    const struct kernel_omission said = {field->name, NULL, field->offset, isf_field_text(maker, field)};
    buffer_add(&maker->omissions, &said, sizeof said);
}

/* True if a spec cannot express a type: a pointer to an array or to a pointer to a function, or a pointer whose size is
 * not that of the architecture. */
static bool is_beyond_specs(const struct isf_maker *maker, const struct isf_type *type)
{
    for (; type; type = type->of) {
        const struct isf_base *base =
            type->kind == ISF_POINTER ? map_get(maker->bases, type->name ? type->name : maker->pointer) : NULL;
        bool is_function = type->of && type->of->kind == ISF_POINTER && type->of->of->kind == ISF_FUNCTION;
        if (type->kind == ISF_POINTER &&
            (type->of->kind == ISF_ARRAY || is_function || (base && base->size != maker->arch->pointer_size)))
            return true;
    }
    return false;
}

/* True if a member lies within its record; otherwise records the reason. Files that are maintained by hand are not
 * checked: their sizes are often those of an older version, and only their members were verified. */
static bool member_fits(struct isf_maker *maker, const struct isf_record *record, const struct kernel_member *member)
{
    uint64_t end = member->offset + (uint64_t)member->type->size;
    if (end <= record->size || (maker->keeps_names && end <= INT32_MAX))
        return true;
    return leave_out(maker, "it %s at 0x%02llX, past the 0x%02lX bytes of its structure",
                     member->offset > record->size ? "lies" : "ends",
                     (unsigned long long)(member->offset > record->size ? member->offset : end),
                     (unsigned long)record->size);
}

/* ---- Types ---- */

static const struct kernel_type *store_type(const struct isf_maker *maker, struct kernel_type type)
{
    return kernel_store_type(maker->file->import->store, &type);
}

/* Returns a type that the file does not declare. Volatility itself knows the types of C. Other types, such as `string`,
 * have an unknown size. */
static const struct kernel_type *make_native(struct isf_maker *maker, const char *name)
{
    const struct c_type *known = c_type_find(name);
    struct kernel_type type = {.kind = KERNEL_FLOAT, .name = name, .size = known ? known->size : 0};
    if (known && strcmp(known->kind, "float") != 0) {
        type.kind = KERNEL_INTEGER;
        type.is_signed = !strcmp(known->kind, "signed") || !strcmp(name, "char");
    }
    return store_type(maker, type);
}

const struct kernel_type *isf_make_base(struct isf_maker *maker, const char *name)
{
    const struct isf_base *base = map_get(maker->bases, name);
    bool is_void =
        /* Volatility knows `void` even if the file does not declare it. */
        base ? base->kind == ISF_VOID : !strcmp(name, "void");
    if (is_void)
        return store_type(maker, (struct kernel_type){.kind = KERNEL_VOID});
    if (base)
        return store_type(maker, (struct kernel_type){.kind = base->kind == ISF_FLOAT ? KERNEL_FLOAT : KERNEL_INTEGER,
                                                      .name = name,
                                                      .size = base->size,
                                                      .is_signed = base->is_signed,
                                                      .is_big = base->is_big});
    if (maker->keeps_names)
        return make_native(maker, name);
    leave_out(maker, "the file does not have its base type '%s'", name);
    return NULL;
}

/* Returns a structure, union or enumeration. It has no size as the target of a pointer, or if the file only names it,
 * as in types of other files (`nt_symbols!_EPROCESS`). */
static const struct kernel_type *make_tag(struct isf_maker *maker, const struct isf_type *type, bool is_pointed)
{
    struct isf_record *record = type->kind == ISF_ENUM ? NULL : map_get(maker->records, type->name);
    const struct isf_enum *found = type->kind == ISF_ENUM ? map_get(maker->enums, type->name) : NULL;
    struct kernel_type made = {.kind = KERNEL_TAG, .name = type->name};
    made.is_enum = type->kind == ISF_ENUM;
    made.is_union = maker->keeps_names && type->kind == ISF_UNION;
    if (found) {
        made.name = found->enumeration->name;
        made.size = is_pointed ? 0 : found->size;
    } else if (record && !record->is_unnamed) {
        made.size = is_pointed ? 0 : record->size;
    } else if (record) {
        made.kind = KERNEL_UNNAMED;
        made.name = NULL;
        made.size = record->size;
        made.record = isf_make_record(maker, record);
        if (!made.record)
            return NULL;
    } else if (isf_is_unnamed(type->name) && !maker->keeps_names) {
        leave_out(maker, "the file does not have its type '%s'", type->name);
        return NULL;
    }
    return store_type(maker, made);
}

static const struct kernel_type *make_type(struct isf_maker *maker, struct isf_type *type, bool is_pointed);

static const struct kernel_type *make_array(struct isf_maker *maker, const struct isf_type *type, bool is_pointed)
{
    const struct kernel_type *target = make_type(maker, type->of, is_pointed);
    /* An array without elements does not need the size of its element. */
    if (!target && !type->count && type->of->name && type->of->kind != ISF_BASE) {
        maker->why = NULL;
        target = make_type(maker, type->of, true);
    }
    if (!target)
        return NULL;
    if (type->count == ISF_NO_NUMBER) {
        leave_out(maker, "it is an array of less than 0 or more than 0x7FFFFFFF elements");
        return NULL;
    }
    uint64_t size = (uint64_t)target->size * type->count;
    if (size <= INT32_MAX)
        return store_type(
            maker,
            (struct kernel_type){.kind = KERNEL_ARRAY, .target = target, .count = type->count, .size = (uint32_t)size});
    leave_out(maker, "it is an array of more than 2 GiB");
    return NULL;
}

/* Returns a pointer type. A pointer whose size is not that of the architecture becomes a number. */
static const struct kernel_type *make_pointer(struct isf_maker *maker, const struct isf_type *type)
{
    const struct isf_base *base = map_get(maker->bases, type->name ? type->name : maker->pointer);
    maker->has_pointers = true;
    if (type->name && !base)
        return isf_make_base(maker, type->name);
    uint32_t size = base ? base->size : maker->arch->pointer_size;
    if (size != maker->arch->pointer_size)
        return store_type(maker, (struct kernel_type){.kind = KERNEL_INTEGER, .name = base->name, .size = size});
    /* A spec has no pointer to a pointer to a function: it is one to a pointer. */
    bool is_function = type->of->kind == ISF_POINTER && type->of->of->kind == ISF_FUNCTION && maker->keeps_names;
    const struct kernel_type nothing = {.kind = KERNEL_POINTER,
                                        .target = store_type(maker, (struct kernel_type){.kind = KERNEL_VOID}),
                                        .size = size};
    const struct kernel_type *target =
        is_function ? store_type(maker, nothing) : make_type(maker, type->of, true);
    return target ? store_type(maker, (struct kernel_type){.kind = KERNEL_POINTER, .target = target, .size = size})
                  : NULL;
}

static const struct kernel_type *make_type(struct isf_maker *maker, struct isf_type *type, bool is_pointed)
{
    const struct kernel_type **made = is_pointed ? &type->made_pointed : &type->made;
    if (*made)
        return *made;
    switch (type->kind) {
    case ISF_BASE:
        *made = isf_make_base(maker, type->name);
        break;
    case ISF_POINTER:
        *made = make_pointer(maker, type);
        break;
    case ISF_ARRAY:
        *made = make_array(maker, type, is_pointed);
        break;
    case ISF_STRUCT:
    case ISF_UNION:
    case ISF_ENUM:
        *made = make_tag(maker, type, is_pointed);
        break;
    case ISF_FUNCTION:
        *made = store_type(maker, (struct kernel_type){.kind = KERNEL_FUNCTION});
        break;
    case ISF_BITFIELD:
        leave_out(maker, "a bit-field is not possible here");
        break;
    case ISF_WRONG:
        leave_out(maker, "%s", type->name);
        break;
    }
    if (*made && !is_pointed && ((*made)->kind == KERNEL_FUNCTION || (*made)->kind == KERNEL_VOID)) {
        leave_out(maker, "it is %s", (*made)->kind == KERNEL_VOID ? "void" : "a function");
        *made = NULL;
    }
    return *made;
}

/* ---- Records ---- */

/* Returns the record that is the type of a field, or the type of its elements or pointer target; NULL if there is
 * none. */
static struct isf_record *find_record(const struct isf_maker *maker, const struct isf_type *type)
{
    while (type->of)
        type = type->of;
    return type->kind == ISF_STRUCT || type->kind == ISF_UNION ? map_get(maker->records, type->name) : NULL;
}

/* Adds a member. `origin` is the base class that it comes from, or NULL. `group` is its group, or 0. */
static void add_member(struct isf_maker *maker, const struct kernel_member *member, const char *origin, uint32_t group)
{
    buffer_add(&maker->members, member, sizeof *member);
    buffer_add(&maker->origins, &origin, sizeof origin);
    buffer_add(&maker->group_of, &group, sizeof group);
}

/* Adds a group for an anonymous record, and the groups inside that record, to the groups of the outer record. Returns
 * the number of the new group. The inner groups are renumbered by adding it to theirs. */
static uint32_t add_groups(struct isf_maker *maker, const struct kernel_record *record)
{
    struct kernel_group group = {.is_union = record->is_union};
    buffer_add(&maker->groups, &group, sizeof group);
    uint32_t number = (uint32_t)(maker->groups.size / sizeof group - maker->first_group);
    for (size_t i = 0; i < record->group_count; i++) {
        group = (struct kernel_group){record->groups[i].is_union, number + record->groups[i].around};
        buffer_add(&maker->groups, &group, sizeof group);
    }
    return number;
}

/* Moves the members of an anonymous record to the outer record, if they lie within it. */
static bool splice_record(struct isf_maker *maker, const struct isf_record *outer, struct isf_record *inner,
                          const struct isf_field *field)
{
    uint32_t offset = field->offset;
    const struct kernel_record *record = isf_make_record(maker, inner);
    bool is_group = record && outer->has_order && !field->is_base && record->member_count;
    uint32_t group = is_group ? add_groups(maker, record) : 0;
    maker->record = outer->name;
    for (size_t i = 0; record && i < record->member_count; i++) {
        struct kernel_member member = record->members[record->order ? record->order[i] : i];
        bool is_sound = member.offset <= INT32_MAX - offset;
        member.offset += offset;
        if (is_sound ? member_fits(maker, outer, &member) : leave_out(maker, "it ends beyond 2 GiB"))
            add_member(maker, &member, field->is_base ? field->name : NULL,
                       group + (is_group && record->group_of ? record->group_of[i] : 0));
        else
            omit_field(maker, member.name, member.offset, NULL);
    }
    for (size_t i = 0; record && i < record->omission_count; i++) {
        struct kernel_omission omission = record->omissions[i];
        omission.offset += omission.offset <= INT32_MAX - offset ? offset : 0;
        omission.text = NULL; /* the inner record has it */
        if (omission.why)
            buffer_add(&maker->omissions, &omission, sizeof omission);
    }
    if (record && maker->keeps_names)
        note_field(maker, field);
    return record != NULL;
}

static bool make_bits(struct isf_maker *maker, const struct isf_type *type, struct kernel_member *member)
{
    member->type = make_type(maker, type->of, false);
    if (!member->type)
        return false;
    uint64_t bits = 8 * (uint64_t)member->type->size;
    if (!bits)
        return leave_out(maker, "it is a bit-field of a type whose size the file does not have");
    if (type->bit_length == ISF_NO_NUMBER || type->bit_position == ISF_NO_NUMBER)
        return leave_out(maker, "its bits are less than 0 or more than 0x7FFFFFFF");
    if ((member->type->kind != KERNEL_INTEGER && member->type->kind != KERNEL_TAG) || bits > 64 || !type->bit_length ||
        type->bit_length > bits || type->bit_position > bits - type->bit_length)
        return leave_out(maker, "it is a bit-field of %lu bits from bit %lu, which do not fit its type",
                         (unsigned long)type->bit_length, (unsigned long)type->bit_position);
    member->bit = (uint8_t)type->bit_position;
    member->width = (uint8_t)type->bit_length;
    member->is_big = member->type->is_big || maker->arch->is_big;
    return true;
}

/* Makes a prototype. Returns NULL if a type in it is invalid or has no name: an unnamed type may be the one that is
 * being made. */
static const struct kernel_prototype *make_prototype(struct isf_maker *maker, struct isf_prototype *prototype)
{
    if (!prototype || prototype->is_made)
        return prototype ? prototype->made : NULL;
    prototype->is_made = true;
    struct kernel_parameter *types = ARENA_ARRAY(maker->file->import->arena, struct kernel_parameter, prototype->count);
    for (size_t i = 0; i < prototype->count; i++) {
        struct isf_type *type = prototype->types[i];
        const struct isf_record *record = type ? find_record(maker, type) : NULL;
        types[i].qualifiers = prototype->qualifiers[i];
        types[i].prototype = prototype->inner ? make_prototype(maker, prototype->inner[i]) : NULL;
        if (record && record->is_unnamed)
            return NULL;
        if (type && !(types[i].type = make_type(maker, type, true))) {
            maker->why = NULL;
            return NULL;
        }
    }
    struct kernel_prototype *made = ARENA_NEW(maker->file->import->arena, struct kernel_prototype);
    *made = (struct kernel_prototype){.result = types[0], .parameters = types + 1, .count = prototype->count - 1};
    return prototype->made = made;
}

static bool make_member(struct isf_maker *maker, const struct isf_record *record, const struct isf_field *field,
                        struct kernel_member *member)
{
    *member = (struct kernel_member){.name = field->name,
                                     .offset = field->offset,
                                     .qualifiers = field->qualifiers,
                                     .prototype = make_prototype(maker, field->prototype)};
    if (field->type->kind == ISF_BITFIELD ? !make_bits(maker, field->type, member)
                                          : !(member->type = make_type(maker, field->type, false)))
        return false;
    return member_fits(maker, record, member);
}

/* Adds the field as a member, or leaves it out if it is invalid. Returns false if the file cannot be read. */
static bool add_field(struct isf_maker *maker, const struct isf_record *record, const struct isf_field *field)
{
    struct isf_record *inner = field->is_anonymous && !field->type->of ? find_record(maker, field->type) : NULL;
    struct kernel_member member;
    bool is_sound = field->offset != ISF_NO_NUMBER;
    if (!is_sound)
        leave_out(maker, "its offset is less than 0 or more than 0x7FFFFFFF");
    else if (inner)
        return splice_record(maker, record, inner, field);
    else
        is_sound = make_member(maker, record, field, &member);
    maker->record = record->name;
    if (is_sound) {
        add_member(maker, &member, NULL, 0);
        if (maker->keeps_names && (field->is_anonymous || is_beyond_specs(maker, field->type)))
            note_field(maker, field);
    } else if (maker->why)
        omit_field(maker, field->name, field->offset, maker->keeps_names ? isf_field_text(maker, field) : NULL);
    else
        return false;
    return true;
}

/* Counts the members of a record, including those of unnamed records in it, before they are expanded. */
static bool weigh_record(struct isf_maker *maker, struct isf_record *record, const struct isf_field *field)
{
    const struct isf_record *inner = find_record(maker, field->type);
    record->weight++;
    if (inner && (inner->is_unnamed || field->is_anonymous)) {
        record->weight += inner->weight;
        if (inner->depth >= record->depth && !field->is_base)
            record->depth = inner->depth + 1;
    }
    if (record->depth > DEPTH_MOST)
        return isf_fail(maker, "contains unnamed structures more than %d levels deep", DEPTH_MOST);
    return record->weight <= ISF_WEIGHT_MOST || isf_fail(maker, "is one of more than %d members", ISF_WEIGHT_MOST);
}

static bool add_fields(struct isf_maker *maker, struct isf_record *record)
{
    const struct isf_field *fields = (const void *)maker->file->fields.data;
    for (size_t i = 0; i < record->field_count; i++) {
        const struct isf_field *field = &fields[record->first_field + i];
        maker->record = record->name;
        maker->field = field->name;
        if (!add_field(maker, record, field))
            return false;
        maker->record = record->name;
        maker->field = field->name;
        if (!weigh_record(maker, record, field))
            return false;
    }
    return true;
}

static int compare_omissions(const void *left, const void *right)
{
    const struct kernel_omission *a = left, *b = right;
    int order = kernel_compare_numbers(a->offset, b->offset);
    return order ? order : strcmp(a->name, b->name);
}

/* A member and its index in the order of declaration. */
struct declared {
    struct kernel_member member;
    uint32_t index;
};

static int compare_declared(const void *left, const void *right)
{
    const struct declared *a = left, *b = right;
    return kernel_compare_members(&a->member, &b->member);
}

/* True if sorted members share bytes. Only then does their order of declaration add information. */
static bool share_bytes(const struct kernel_member *members, size_t count)
{
    uint64_t end = 0;
    for (size_t i = 0; i < count; i++) {
        if (members[i].offset < end)
            return true;
        end = members[i].offset + (uint64_t)members[i].type->size;
    }
    return false;
}

/* True if the members already ascend by offset. In most structures they do. */
static bool are_sorted(const struct kernel_member *members, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (kernel_compare_members(&members[i - 1], &members[i]) > 0)
            return false;
    return true;
}

/* The maximum number of members to sort by insertion. For most structures this is faster. */
enum { INSERTION_MOST = 48 };

/* Sorts members by offset and bit, and members at the same offset by kernel_compare_members. */
static void sort_places(struct kernel_member *members, size_t count)
{
    struct {
        uint64_t place;
        const struct kernel_member *member;
    } sorted[INSERTION_MOST];
    struct kernel_member copies[INSERTION_MOST];
    if (count > INSERTION_MOST) {
        qsort(members, count, sizeof *members, kernel_compare_members);
        return;
    }
    memcpy(copies, members, count * sizeof *members);
    for (size_t i = 0; i < count; i++) {
        uint64_t place = (uint64_t)members[i].offset << 8 | kernel_first_bit(&members[i]);
        size_t at = i;
        while (at &&
               (sorted[at - 1].place > place ||
                (sorted[at - 1].place == place && kernel_compare_members(sorted[at - 1].member, &copies[i]) > 0))) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at].place = place;
        sorted[at].member = &copies[i];
    }
    for (size_t i = 0; i < count; i++)
        members[i] = *sorted[i].member;
}

/* Sorts members. Returns their order of declaration, or NULL if it is not needed. */
static const uint32_t *sort_declared(const struct isf_maker *maker, bool is_needed, struct kernel_member *members,
                                     size_t count)
{
    bool is_sorted = are_sorted(members, count);
    if (is_sorted && !is_needed && !share_bytes(members, count))
        return NULL;
    uint32_t *order = ARENA_ARRAY(maker->file->arena, uint32_t, count);
    for (size_t i = 0; is_sorted && i < count; i++)
        order[i] = (uint32_t)i;
    if (is_sorted)
        return order;
    struct declared *sorted = ARENA_ARRAY(maker->file->arena, struct declared, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct declared){members[i], (uint32_t)i};
    qsort(sorted, count, sizeof *sorted, compare_declared);
    for (size_t i = 0; i < count; i++) {
        members[i] = sorted[i].member;
        order[sorted[i].index] = (uint32_t)i;
    }
    return is_needed || share_bytes(members, count) ? order : NULL;
}

/* Makes the names of a record's members unique, and sorts the members. */
static bool sort_members(const struct isf_maker *maker, const struct isf_record *record, size_t first,
                         struct kernel_record *made)
{
    struct kernel_member *members = (struct kernel_member *)(void *)maker->members.data + first;
    const char *const *origins = (const char *const *)(const void *)maker->origins.data + first;
    made->members = members;
    if (record->has_order)
        isf_part_names(maker, members, origins, made->member_count);
    if (maker->keeps_names)
        made->member_count = isf_drop_repeated(maker, members, made->member_count, sizeof *members);
    if (!isf_are_unique(maker, members, made->member_count, sizeof *members))
        return false;
    if (record->has_order)
        made->order = sort_declared(maker, record->is_union || made->group_count, members, made->member_count);
    else if (!are_sorted(members, made->member_count))
        sort_places(members, made->member_count);
    return true;
}

/* Makes a record of the members from index `first` on, of the omissions from `first_omission` on, and of the innermost
 * groups. Removes them from the lists. */
static const struct kernel_record *close_record(struct isf_maker *maker, const struct isf_record *record, size_t first,
                                                size_t first_omission)
{
    struct kernel_record made = {.name = record->is_unnamed ? NULL : record->name,
                                 .is_union = record->is_union,
                                 .size = record->size,
                                 .source = record->source};
    made.member_count = maker->members.size / sizeof(struct kernel_member) - first;
    made.omission_count = maker->omissions.size / sizeof(struct kernel_omission) - first_omission;
    made.group_count = maker->groups.size / sizeof(struct kernel_group) - maker->first_group;
    if (made.group_count) {
        made.groups = (const struct kernel_group *)(const void *)maker->groups.data + maker->first_group;
        made.group_of = (const uint32_t *)(const void *)maker->group_of.data + first;
    }
    if (made.member_count && !sort_members(maker, record, first, &made))
        return NULL;
    if (made.omission_count) {
        struct kernel_omission *omissions = (struct kernel_omission *)(void *)maker->omissions.data + first_omission;
        qsort(omissions, made.omission_count, sizeof *omissions, compare_omissions);
        made.omissions = omissions;
    }
    const struct kernel_record *stored = kernel_store_record(maker->file->import->store, &made);
    maker->members.size = first * sizeof(struct kernel_member);
    maker->origins.size = first * sizeof(const char *);
    maker->group_of.size = first * sizeof(uint32_t);
    maker->groups.size = maker->first_group * sizeof(struct kernel_group);
    maker->omissions.size = first_omission * sizeof(struct kernel_omission);
    return stored;
}

const struct kernel_record *isf_make_record(struct isf_maker *maker, struct isf_record *record)
{
    if (record->record)
        return record->record;
    if (record->is_open || maker->depth > DEPTH_MOST) {
        isf_fail(maker, record->is_open ? "contains itself without a name" : "is nested too deeply, without a name");
        return NULL;
    }
    size_t first = maker->members.size / sizeof(struct kernel_member);
    size_t first_omission = maker->omissions.size / sizeof(struct kernel_omission);
    size_t outer_group = maker->first_group;
    maker->first_group = maker->groups.size / sizeof(struct kernel_group);
    record->is_open = true;
    maker->depth++;
    if (!add_fields(maker, record))
        return NULL;
    maker->depth--;
    record->is_open = false;
    maker->field = NULL;
    record->record = close_record(maker, record, first, first_omission);
    maker->first_group = outer_group;
    return record->record;
}
