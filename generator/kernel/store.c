#include "kernel/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"

enum { INITIAL_CAPACITY = 1024 };

/* A hash table of objects of one kind. */
struct table {
    struct table_slot {
        uint64_t hash;
        const void *object; /* NULL: a free slot */
    } * slots;
    size_t capacity; /* number of slots: a power of two, or 0 */
    size_t count;
};

/* A record, the members of a record, or an enumeration that got details. */
struct change {
    struct change *next;
    void *object;
    size_t size;
    void *other; /* what the object was before; while changes are taken back, what it is with them */
};

struct kernel_store {
    struct arena *arena;
    struct table types, records, enums;
    struct map *changes; /* object -> struct change; NULL: changes are not noted */
    struct change *first_change;
};

struct kernel_store *kernel_store_new(struct arena *arena)
{
    struct kernel_store *store = ARENA_NEW(arena, struct kernel_store);
    store->arena = arena;
    return store;
}

/* ---- Changes ---- */

void kernel_store_note_changes(struct kernel_store *store)
{
    store->changes = map_new(store->arena);
}

bool kernel_store_is_changed(const struct kernel_store *store, const void *object)
{
    return store->changes && map_get(store->changes, object);
}

/* Notes that an object changes. `was` is what it was before. */
static void note_change(struct kernel_store *store, void *object, const void *was, size_t size)
{
    struct change *change = ARENA_NEW(store->arena, struct change);
    *change = (struct change){store->first_change, object, size, arena_copy_array(store->arena, was, 1, size)};
    store->first_change = change;
    map_set(store->changes, object, change);
}

void kernel_store_exchange(struct kernel_store *store)
{
    for (struct change *change = store->first_change; change; change = change->next) {
        unsigned char *one = change->object, *other = change->other;
        for (size_t i = 0; i < change->size; i++) {
            unsigned char byte = one[i];
            one[i] = other[i];
            other[i] = byte;
        }
    }
}

/* ---- The table ---- */

static uint64_t mix_number(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static uint64_t mix_pointer(uint64_t hash, const void *pointer)
{
    return mix_number(hash, (uintptr_t)pointer);
}

static void table_grow(struct arena *arena, struct table *table)
{
    const struct table_slot *old = table->slots;
    size_t old_capacity = table->capacity;
    table->capacity = old_capacity ? old_capacity * 2 : INITIAL_CAPACITY;
    table->slots = ARENA_ARRAY(arena, struct table_slot, table->capacity);
    for (size_t i = 0; i < old_capacity; i++) {
        if (!old[i].object)
            continue;
        size_t at = (size_t)old[i].hash & (table->capacity - 1);
        while (table->slots[at].object)
            at = (at + 1) & (table->capacity - 1);
        table->slots[at] = old[i];
    }
}

/* Returns the slot of an equal object, or the free slot to insert it at. */
static struct table_slot *table_find(struct kernel_store *store, struct table *table, uint64_t hash, const void *object,
                                     bool (*is_same)(const void *left, const void *right))
{
    if (table->count * 2 >= table->capacity)
        table_grow(store->arena, table);
    size_t at = (size_t)hash & (table->capacity - 1);
    while (table->slots[at].object && !(table->slots[at].hash == hash && is_same(table->slots[at].object, object)))
        at = (at + 1) & (table->capacity - 1);
    return &table->slots[at];
}

static const void *table_put(struct table *table, struct table_slot *slot, uint64_t hash, const void *object)
{
    table->count++;
    *slot = (struct table_slot){hash, object};
    return object;
}

/* ---- Types ---- */

static bool is_same_type(const void *left, const void *right)
{
    const struct kernel_type *a = left, *b = right;
    return a->kind == b->kind && a->is_enum == b->is_enum && a->is_union == b->is_union && a->name == b->name &&
           a->size == b->size && a->is_signed == b->is_signed && a->is_big == b->is_big && a->target == b->target &&
           a->count == b->count && a->record == b->record;
}

/* Returns the representative of all types that differ from this one only in `int` and `long`. They are one type in
 * specs, because some files do not tell `int` and `long` apart. */
static const struct kernel_type *find_kin(struct kernel_store *store, const struct kernel_type *type)
{
    static const char *const names[] = {"int", "long", "unsigned int", "unsigned long"};
    struct kernel_type kin = *type;
    for (size_t i = 0; i < sizeof names / sizeof *names && type->kind == KERNEL_INTEGER && kin.name; i++)
        if (type->size == 4 && !strcmp(type->name, names[i]))
            kin.name = NULL;
    if (type->target)
        kin.target = type->target->kin;
    return kin.name == type->name && kin.target == type->target ? type : kernel_store_type(store, &kin);
}

const struct kernel_type *kernel_store_type(struct kernel_store *store, const struct kernel_type *type)
{
    unsigned flags = (unsigned)type->is_enum << 3 | (unsigned)type->is_union << 2 | (unsigned)type->is_big << 1 |
                     (unsigned)type->is_signed;
    uint64_t hash = mix_number((uint64_t)type->kind << 32 | flags, type->size);
    hash = mix_number(mix_pointer(mix_pointer(hash, type->name), type->target), type->count);
    hash = mix_pointer(hash, type->record);
    struct table_slot *slot = table_find(store, &store->types, hash, type, is_same_type);
    if (slot->object)
        return slot->object;
    struct kernel_type *stored = arena_copy_array(store->arena, type, 1, sizeof *type);
    stored->index = (uint32_t)store->types.count;
    table_put(&store->types, slot, hash, stored);
    stored->kin = find_kin(store, stored);
    return stored;
}

/* ---- Records ---- */

int kernel_compare_members(const void *left, const void *right)
{
    const struct kernel_member *a = left, *b = right;
    int order = kernel_compare_numbers(a->offset, b->offset);
    order = order ? order : kernel_compare_numbers(kernel_first_bit(a), kernel_first_bit(b));
    order = order ? order : !b->type->size - !a->type->size; /* zero-sized members first */
    order = order ? order : kernel_compare_numbers(b->type->size, a->type->size);
    /* Single-bit flags before bit-fields with more bits. */
    order = order ? order : (!a->width != !b->width) * (a->width ? 1 : -1);
    order = order ? order : kernel_compare_numbers(b->width, a->width);
    return order ? order : strcmp(a->name, b->name);
}

static bool is_same_omission(const struct kernel_omission *a, const struct kernel_omission *b)
{
    return a->name == b->name && a->why == b->why && a->offset == b->offset && !a->text == !b->text &&
           (!a->text || !strcmp(a->text, b->text));
}

static bool is_same_record(const void *left, const void *right)
{
    const struct kernel_record *a = left, *b = right;
    if (a->name != b->name || a->is_union != b->is_union || a->size != b->size || a->member_count != b->member_count ||
        a->omission_count != b->omission_count)
        return false;
    for (size_t i = 0; i < a->member_count; i++) {
        const struct kernel_member *m = &a->members[i], *n = &b->members[i];
        if (m->name != n->name || m->type->kin != n->type->kin || m->offset != n->offset || m->bit != n->bit ||
            m->is_big != n->is_big || m->width != n->width)
            return false;
    }
    for (size_t i = 0; i < a->omission_count; i++)
        if (!is_same_omission(&a->omissions[i], &b->omissions[i]))
            return false;
    return true;
}

/* Copies the order of declaration and the groups. */
static void copy_order(struct kernel_store *store, struct kernel_record *to, const struct kernel_record *from)
{
    to->order =
        from->order ? arena_copy_array(store->arena, from->order, from->member_count, sizeof *from->order) : NULL;
    to->is_grouped = from->is_grouped;
    to->group_count = from->order ? from->group_count : 0;
    to->groups = NULL;
    to->group_of = NULL;
    if (!to->group_count)
        return;
    to->groups = arena_copy_array(store->arena, from->groups, from->group_count, sizeof *from->groups);
    to->group_of = arena_copy_array(store->arena, from->group_of, from->member_count, sizeof *from->group_of);
}

/* True if two equal records have the same order of declaration, with the same groups. */
static bool has_same_order(const struct kernel_record *a, const struct kernel_record *b)
{
    bool is_same = a->order && b->order && a->is_grouped == b->is_grouped && a->group_count == b->group_count;
    for (size_t i = 0; is_same && i < a->member_count; i++)
        is_same = a->order[i] == b->order[i] && (!a->group_count || a->group_of[i] == b->group_of[i]);
    for (size_t i = 0; is_same && i < a->group_count; i++)
        is_same = a->groups[i].is_union == b->groups[i].is_union && a->groups[i].around == b->groups[i].around;
    return is_same;
}

/* Adds the order of declaration of a record to those of an equal one. */
static void join_orders(struct kernel_store *store, struct kernel_record *to, const struct kernel_record *from)
{
    const struct kernel_record *known = to;
    while (known && !has_same_order(known, from))
        known = known->other;
    if (!from->order || known)
        return;
    struct kernel_record *one = to;
    if (to->order) {
        one = arena_copy_array(store->arena, to, 1, sizeof *to);
        to->other = one;
    }
    copy_order(store, one, from);
}

static bool is_same_prototype(const struct kernel_prototype *a, const struct kernel_prototype *b)
{
    if (a->text || b->text)
        return a->text && b->text && !strcmp(a->text, b->text) && a->result_name == b->result_name &&
               a->result_stars == b->result_stars && a->result.qualifiers == b->result.qualifiers;
    bool is_same =
        a->count == b->count && a->result.qualifiers == b->result.qualifiers && a->result.type == b->result.type;
    for (size_t i = 0; i < a->count && is_same; i++)
        is_same = a->parameters[i].qualifiers == b->parameters[i].qualifiers &&
                  a->parameters[i].type == b->parameters[i].type;
    return is_same;
}

/* Adds the prototypes of a member to those of an equal one. */
static void join_prototypes(struct kernel_store *store, struct kernel_member *to, const struct kernel_member *from)
{
    for (const struct kernel_prototype *one = from->prototype; one; one = one->other) {
        const struct kernel_prototype *known = to->prototype;
        while (known && !is_same_prototype(known, one))
            known = known->other;
        if (known)
            continue;
        struct kernel_prototype *copy = arena_copy_array(store->arena, one, 1, sizeof *one);
        copy->other = to->prototype;
        to->prototype = copy;
    }
}

/* Keeps one of two sources. The choice does not depend on the order in which files are read. */
static void join_sources(const char **to, const char *from)
{
    if (from && (!*to || strcmp(from, *to) < 0))
        *to = from;
}

/* True if a type is `int`, or a pointer or array that ends in `int`. */
static bool is_int(const struct kernel_type *type)
{
    while (type->target)
        type = type->target;
    return type->kind == KERNEL_INTEGER && type->kin != type && strstr(type->name, "int");
}

/* Merges the qualifiers, prototypes and sources of a record into those of an equal record. Prefers `int` to `long`. */
static void join_qualifiers(struct kernel_store *store, const struct kernel_record *to,
                            const struct kernel_record *from)
{
    struct kernel_member *members = (struct kernel_member *)(uintptr_t)to->members;
    join_sources((const char **)(uintptr_t)&to->source, from->source);
    for (size_t i = 0; i < from->member_count; i++) {
        members[i].qualifiers |= from->members[i].qualifiers;
        if (is_int(from->members[i].type) && !is_int(members[i].type))
            members[i].type = from->members[i].type;
        join_prototypes(store, &members[i], &from->members[i]);
    }
}

/* Gives a stored record the details of an equal one. */
static void join_details(struct kernel_store *store, struct kernel_record *to, const struct kernel_record *from)
{
    struct kernel_member *members = (struct kernel_member *)(uintptr_t)to->members, *kept = NULL;
    const struct kernel_record was = *to;
    size_t size = to->member_count * sizeof *members;
    if (size && store->changes && !map_get(store->changes, to))
        kept = memcpy(memory_alloc(size), members, size);
    join_orders(store, to, from);
    join_qualifiers(store, to, from);
    if (kept && (to->order != was.order || to->other != was.other || to->source != was.source ||
                 memcmp(members, kept, size) != 0)) {
        note_change(store, to, &was, sizeof was);
        note_change(store, members, kept, size);
    }
    free(kept);
}

const struct kernel_record *kernel_store_record(struct kernel_store *store, const struct kernel_record *record)
{
    uint64_t hash = mix_number(mix_pointer(record->is_union, record->name), record->size);
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        hash = mix_pointer(mix_pointer(hash, member->name), member->type->kin);
        hash = mix_number(hash, (uint64_t)member->offset << 16 | (uint64_t)member->bit << 8 | member->width);
    }
    struct table_slot *slot = table_find(store, &store->records, hash, record, is_same_record);
    if (slot->object) {
        join_details(store, (struct kernel_record *)(uintptr_t)slot->object, record);
        return slot->object;
    }
    struct kernel_record *copy = ARENA_NEW(store->arena, struct kernel_record);
    *copy = *record;
    copy->members = arena_copy_array(store->arena, record->members, record->member_count, sizeof *record->members);
    copy->omissions =
        arena_copy_array(store->arena, record->omissions, record->omission_count, sizeof *record->omissions);
    copy_order(store, copy, record);
    copy->other = NULL;
    return table_put(&store->records, slot, hash, copy);
}

/* ---- Enumerations ---- */

static bool is_same_enum(const void *left, const void *right)
{
    const struct kernel_enum *a = left, *b = right;
    if (a->name != b->name || a->size != b->size || a->is_signed != b->is_signed || a->base != b->base ||
        a->value_count != b->value_count || !ascii_same(a->left_out, b->left_out) ||
        !ascii_same(a->said_base, b->said_base))
        return false;
    for (size_t i = 0; i < a->value_count; i++)
        if (a->values[i].name != b->values[i].name || a->values[i].value != b->values[i].value)
            return false;
    return true;
}

const struct kernel_enum *kernel_store_enum(struct kernel_store *store, const struct kernel_enum *enumeration)
{
    uint64_t hash = mix_number(mix_pointer(enumeration->is_signed, enumeration->name), enumeration->size);
    for (size_t i = 0; i < enumeration->value_count; i++)
        hash = mix_number(mix_pointer(hash, enumeration->values[i].name), (uint64_t)enumeration->values[i].value);
    struct table_slot *slot = table_find(store, &store->enums, hash, enumeration, is_same_enum);
    if (slot->object) {
        struct kernel_enum *known = (struct kernel_enum *)(uintptr_t)slot->object;
        const struct kernel_enum was = *known;
        join_sources(&known->source, enumeration->source);
        if (store->changes && known->source != was.source && !map_get(store->changes, known))
            note_change(store, known, &was, sizeof was);
        return known;
    }
    struct kernel_enum *copy = ARENA_NEW(store->arena, struct kernel_enum);
    *copy = *enumeration;
    copy->values =
        arena_copy_array(store->arena, enumeration->values, enumeration->value_count, sizeof *enumeration->values);
    return table_put(&store->enums, slot, hash, copy);
}
