#include "kernel/weak.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "front/load.h"
#include "kernel/kernel.h"
#include "kernel/source.h"
#include "kernel/store.h"
#include "model/type.h"

bool kernel_is_weak(const struct kernel *kernel)
{
    return kernel_lacks(kernel, SOURCE_LACKS_TYPES);
}

enum kernel_rank kernel_rank(const struct kernel *kernel)
{
    if (kernel_is_weak(kernel))
        return KERNEL_WEAK;
    return kernel_lacks(kernel, SOURCE_LACKS_REST) ? KERNEL_COPIED : KERNEL_WHOLE;
}

static const char *bare_name(const char *name)
{
    return name + strspn(name, "_");
}

/* ---- Types of other kernels */

/* A record that kernels have from a version on, until the next one of the list. */
struct known {
    uint64_t version;
    const struct kernel_record *record;
};

/* The records of one name, ascending by version. */
struct known_list {
    struct known *items;
    size_t count, capacity;
};

struct refining {
    struct program *program;
    struct kernel_store *store;
    struct arena *brief; /* cleared after each record of a kernel */
    /* Interned name without leading underscores -> struct known_list: of kernels of the same architecture or the one
     * beside it, and of all others. */
    struct map *records, *foreign;
};

static const struct kernel_record *refine_record(struct refining *refining, const struct kernel_record *record,
                                                 const struct known *const *others, size_t count);

/* Returns a copy of a pointer, array or unnamed type with another target or record. */
static const struct kernel_type *with_target(struct refining *refining, const struct kernel_type *type,
                                             const struct kernel_type *target, const struct kernel_record *record)
{
    struct kernel_type copy = *type;
    copy.target = target;
    copy.record = record;
    copy.kin = NULL;
    return target == type->target && record == type->record ? type : kernel_store_type(refining->store, &copy);
}

static bool is_number(const struct kernel_type *type)
{
    return type->kind == KERNEL_INTEGER || (type->kind == KERNEL_TAG && type->is_enum);
}

/* Returns the type that a member has if a weak kernel gives it one type and another kernel the other; NULL if both
 * cannot be the same. `is_pointed`: they are targets of pointers, of which no kernel need know the size. */
static const struct kernel_type *refine_type(struct refining *refining, const struct kernel_type *weak,
                                             const struct kernel_type *other, bool is_pointed)
{
    bool has_size = is_pointed || weak->size == other->size || !other->size;
    const struct kernel_type *target;
    if (weak == other || (is_pointed && (weak->kind == KERNEL_VOID || other->kind == KERNEL_VOID)))
        return other;
    if (is_number(weak) && is_number(other))
        return has_size ? other : NULL;
    if (weak->kind != other->kind)
        return NULL;
    switch (weak->kind) {
    case KERNEL_POINTER:
        target = has_size ? refine_type(refining, weak->target, other->target, true) : NULL;
        return target == other->target ? other : target ? with_target(refining, weak, target, NULL) : NULL;
    case KERNEL_ARRAY:
        target = refine_type(refining, weak->target, other->target, is_pointed);
        if (target == other->target && weak->count == other->count)
            return other;
        return target ? with_target(refining, weak, target, NULL) : NULL;
    case KERNEL_UNNAMED: {
        const struct known known = {0, other->record}, *const others[] = {&known};
        return with_target(refining, weak, NULL, refine_record(refining, weak->record, others, 1));
    }
    case KERNEL_TAG:
        return strcmp(bare_name(weak->name), bare_name(other->name)) ? NULL : weak;
    case KERNEL_FUNCTION:
        return other;
    default:
        return has_size ? other : NULL;
    }
}

/* True if a type may be a pointer of 64 bits in a kernel of 32 bits, such as PVOID64. Files call it a number of 8
 * bytes, or any pointer. */
static bool is_wide_pointer(const struct kernel_type *weak, const struct kernel_type *other)
{
    return weak->kind == KERNEL_POINTER && weak->target->kind == KERNEL_VOID && other->kind == KERNEL_INTEGER &&
           other->size == 8 && weak->size == 4;
}

/* Returns the type of a member after those of other records, the nearest first. */
static const struct kernel_type *refine_member(struct refining *refining, const struct kernel_record *record,
                                               const struct kernel_member *member, const struct known *const *others,
                                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct kernel_record *other = others[i]->record;
        for (size_t k = 0; k < other->member_count; k++) {
            const struct kernel_member *like = &other->members[k];
            if (like->name != member->name || like->width != member->width)
                continue;
            const struct kernel_type *type = refine_type(refining, member->type, like->type, false);
            if (!type && like->offset == member->offset && other->size == record->size &&
                is_wide_pointer(member->type, like->type))
                type = like->type;
            if (type)
                return type;
        }
    }
    return member->type;
}

/* True if a record of a weak kernel may be the union that another record is: it has the same members, or one member, or
 * two members at its beginning share bits. */
static bool is_like_union(const struct kernel_record *record, const struct kernel_record *other)
{
    bool is_like = record->member_count < 2 || kernel_records_coincide(record, other);
    uint64_t end = 0; /* of the bits of the members so far */
    for (size_t i = 0; i < record->member_count && !record->members[i].offset; i++) {
        const struct kernel_member *member = &record->members[i];
        uint64_t begin = member->width ? member->bit : 0;
        uint64_t width = member->width ? member->width : 8 * (uint64_t)member->type->size;
        is_like |= begin < end;
        end = begin + width > end ? begin + width : end;
    }
    return other->is_union && is_like;
}

/* Stores a record of a weak kernel that has become another one. The old one may have details of equal records of other
 * files; they are left out. Changes the members. */
static const struct kernel_record *store_record(struct refining *refining, const struct kernel_record *record,
                                                struct kernel_member *members, bool is_union)
{
    const struct kernel_record refined = {.name = record->name,
                                          .is_union = is_union,
                                          .size = record->size,
                                          .members = members,
                                          .member_count = record->member_count,
                                          .omissions = record->omissions,
                                          .omission_count = record->omission_count};
    for (size_t i = 0; i < record->member_count; i++) {
        members[i].qualifiers = 0;
        members[i].prototype = NULL;
    }
    return kernel_store_record(refining->store, &refined);
}

/* Returns a record with the types of other records, the nearest first. A weak kernel calls a union a structure. */
static const struct kernel_record *refine_record(struct refining *refining, const struct kernel_record *record,
                                                 const struct known *const *others, size_t count)
{
    struct kernel_record refined = *record;
    struct kernel_member *members =
        arena_copy_array(refining->brief, record->members, record->member_count, sizeof *record->members);
    for (size_t i = 0; i < record->member_count; i++)
        members[i].type = refine_member(refining, record, &members[i], others, count);
    refined.members = members;
    return store_record(refining, record, members, is_like_union(&refined, (*others)->record));
}

/* ---- The nearest kernels */

static uint64_t distance_between(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* Adds a record to a list. Of neighbours that are equal, the list keeps the first and the last: one of these is the
 * nearest to any version, or the version is between them. */
static void add_known(struct arena *arena, struct known_list *list, const struct known *known)
{
    size_t count = list->count;
    if (count > 1 && list->items[count - 1].record == known->record && list->items[count - 2].record == known->record) {
        list->items[count - 1] = *known;
        return;
    }
    if (count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 4;
        struct known *items = ARENA_ARRAY(arena, struct known, list->capacity);
        if (count)
            memcpy(items, list->items, count * sizeof *items);
        list->items = items;
    }
    list->items[list->count++] = *known;
}

/* True if a kernel has a record, too. `*at` is an index of its records, which are sorted by name, as are the calls. */
static bool has_record(const struct kernel *kernel, const struct kernel_record *record, size_t *at)
{
    const struct kernel_record *const *records = kernel->records;
    while (*at < kernel->record_count && records[*at] != record && strcmp(records[*at]->name, record->name) < 0)
        ++*at;
    return *at < kernel->record_count && records[*at] == record;
}

/* Notes the records of kernels in a map. The kernels are in the order of their versions. A record that those beside a
 * kernel have, too, adds nothing. */
static void note_records(struct refining *refining, struct map *records, struct kernel *const *kernels, size_t count)
{
    struct program *program = refining->program;
    for (size_t i = 0; i < count; i++) {
        const struct kernel *kernel = kernels[i];
        size_t before = 0, after = 0;
        for (size_t k = 0; k < kernel->record_count; k++) {
            if (i && i + 1 < count && has_record(kernels[i - 1], kernel->records[k], &before) &&
                has_record(kernels[i + 1], kernel->records[k], &after))
                continue;
            const char *name = intern_text(program->intern, bare_name(kernel->records[k]->name));
            struct known_list *list = map_get(records, name);
            if (!list) {
                list = ARENA_NEW(program->arena, struct known_list);
                map_set(records, name, list);
            }
            add_known(program->arena, list, &(struct known){kernel->version, kernel->records[k]});
        }
    }
}

/* Returns the different records of a list, the nearest version first. */
static const struct known **sort_nearest(struct arena *arena, const struct known_list *list, uint64_t version,
                                         size_t *count)
{
    const struct known **sorted = ARENA_ARRAY(arena, const struct known *, list->count);
    size_t after = 0;
    while (after < list->count && list->items[after].version < version)
        after++;
    *count = 0;
    for (size_t before = after; before || after < list->count;) {
        bool is_before = after == list->count || (before && distance_between(list->items[before - 1].version, version) <
                                                                distance_between(list->items[after].version, version));
        const struct known *next = &list->items[is_before ? --before : after++];
        if (!*count || sorted[*count - 1]->record != next->record)
            sorted[(*count)++] = next;
    }
    return sorted;
}

/* Returns the architecture whose kernels have the same types: x86 for x86pae. */
static const struct arch *family_of(const struct kernel *kernel)
{
    return kernel->arch->fallback ? kernel->arch->fallback : kernel->arch;
}

/* Takes the enumerations of the nearest version that knows any. */
static void take_enums(struct kernel *kernel, struct kernel *const *kernels, size_t count)
{
    const struct kernel *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct kernel *other = kernels[i];
        if (!kernel_lacks(other, SOURCE_LACKS_ENUMS) &&
            (!nearest ||
             distance_between(other->version, kernel->version) < distance_between(nearest->version, kernel->version)))
            nearest = other;
    }
    if (nearest && kernel_lacks(kernel, SOURCE_LACKS_ENUMS)) {
        kernel->enums = nearest->enums;
        kernel->enum_count = nearest->enum_count;
    }
}

/* Returns a record as a union if it is one in the nearest version of another architecture. */
static const struct kernel_record *take_union(struct refining *refining, const struct kernel_record *record,
                                              const char *name, const struct kernel *kernel)
{
    const struct known_list *list = map_get(refining->foreign, name);
    const struct known *nearest = NULL;
    for (size_t i = 0; list && i < list->count; i++)
        if (!nearest || distance_between(list->items[i].version, kernel->version) <
                            distance_between(nearest->version, kernel->version))
            nearest = &list->items[i];
    bool is_union = nearest && is_like_union(record, nearest->record);
    if (is_union == record->is_union)
        return record;
    struct kernel_member *members =
        arena_copy_array(refining->brief, record->members, record->member_count, sizeof *record->members);
    return store_record(refining, record, members, is_union);
}

static void refine_kernel(struct refining *refining, struct kernel *kernel)
{
    const struct kernel_record **records =
        ARENA_ARRAY(refining->program->arena, const struct kernel_record *, kernel->record_count);
    for (size_t i = 0; i < kernel->record_count; i++) {
        const struct kernel_record *record = kernel->records[i];
        const char *name = intern_text(refining->program->intern, bare_name(record->name));
        const struct known_list *list = map_get(refining->records, name);
        size_t count = 0;
        const struct known **others = list ? sort_nearest(refining->brief, list, kernel->version, &count) : NULL;
        records[i] =
            count ? refine_record(refining, record, others, count) : take_union(refining, record, name, kernel);
        arena_clear(refining->brief);
    }
    kernel->records = records;
}

static int compare_versions(const void *left, const void *right)
{
    const struct kernel *a = *(const struct kernel *const *)left, *b = *(const struct kernel *const *)right;
    return kernel_compare_numbers(a->version, b->version);
}

void kernel_refine(struct program *program, struct kernel_store *store, struct kernel *const *kernels, size_t count)
{
    struct arena *arena = arena_new(), *brief = arena_within(arena);
    struct kernel **known = ARENA_ARRAY(arena, struct kernel *, count),
                  **beside = ARENA_ARRAY(arena, struct kernel *, count),
                  **foreign = ARENA_ARRAY(arena, struct kernel *, count);
    size_t known_count = 0;
    for (size_t i = 0; i < count; i++)
        if (!kernel_is_weak(kernels[i]))
            known[known_count++] = kernels[i];
    if (known_count)
        qsort(known, known_count, sizeof *known, compare_versions);
    for (size_t first = 0; first < count; first++) {
        struct refining refining = {program, store, brief, map_new(program->arena), map_new(program->arena)};
        size_t beside_count = 0, foreign_count = 0;
        const struct arch *family = family_of(kernels[first]);
        bool is_first = kernel_is_weak(kernels[first]); /* of the weak ones of its family */
        for (size_t i = 0; i < first && is_first; i++)
            is_first = family_of(kernels[i]) != family || !kernel_is_weak(kernels[i]);
        if (!is_first)
            continue;
        for (size_t i = 0; i < known_count; i++) {
            bool is_beside = family_of(known[i]) == family;
            *(is_beside ? &beside[beside_count++] : &foreign[foreign_count++]) = known[i];
        }
        note_records(&refining, refining.records, beside, beside_count);
        note_records(&refining, refining.foreign, foreign, foreign_count);
        for (size_t i = first; i < count; i++) {
            if (family_of(kernels[i]) != family || !kernel_is_weak(kernels[i]))
                continue;
            refine_kernel(&refining, kernels[i]);
            take_enums(kernels[i], beside, beside_count);
        }
    }
    arena_free(arena);
}

/* ---- The same version */

bool kernel_records_coincide(const struct kernel_record *a, const struct kernel_record *b)
{
    bool coincide = a->size == b->size && a->member_count == b->member_count;
    for (size_t i = 0; coincide && i < a->member_count && a != b; i++) {
        const struct kernel_member *one = &a->members[i], *other = &b->members[i];
        coincide = one->name == other->name && one->offset == other->offset && one->bit == other->bit &&
                   one->width == other->width &&
                   (one->type->size == other->type->size || !one->type->size || !other->type->size);
    }
    return coincide;
}

bool kernel_enums_agree(const struct kernel_enum *a, const struct kernel_enum *b)
{
    bool agree = a->value_count == b->value_count && !strcmp(bare_name(a->name), bare_name(b->name));
    for (size_t i = 0; agree && i < a->value_count && a != b; i++)
        agree = a->values[i].name == b->values[i].name && a->values[i].value == b->values[i].value;
    return agree;
}

/* Records and enumerations begin with their names. */
static const char *name_of(const void *item)
{
    return *(const char *const *)item;
}

static int compare_name(const void *name, const void *item)
{
    return strcmp(name, name_of(*(const void *const *)item));
}

/* Returns the record or enumeration of a list that has a name but for leading underscores, or NULL. */
static const void *find_item(const void *list, size_t count, const char *name)
{
    const void *const *items = list, *const *found =
        count ? bsearch(name, items, count, sizeof *items, compare_name) : NULL;
    for (size_t i = 0; !found && i < count; i++)
        found = strcmp(bare_name(name_of(items[i])), bare_name(name)) ? NULL : &items[i];
    return found ? *found : NULL;
}

size_t kernel_count_contradictions(const struct kernel *weak, const struct kernel *other, const char **name)
{
    size_t count = 0;
    for (size_t i = 0; i < weak->record_count; i++) {
        const struct kernel_record *record = find_item(other->records, other->record_count, weak->records[i]->name);
        if (record && !kernel_records_coincide(weak->records[i], record))
            *name = count++ ? *name : record->name;
    }
    for (size_t i = 0; i < weak->enum_count && !kernel_lacks(weak, SOURCE_LACKS_ENUMS); i++) {
        const struct kernel_enum *known = find_item(other->enums, other->enum_count, weak->enums[i]->name);
        if (known && !kernel_enums_agree(weak->enums[i], known))
            *name = count++ ? *name : known->name;
    }
    return count;
}

static int compare_items(const void *left, const void *right)
{
    const void *const *a = left, *const *b = right;
    return strcmp(name_of(*a), name_of(*b));
}

/* Returns a list with the items of another list that it lacks; itself if it lacks none. */
static const void *add_items(struct arena *arena, const void *list, size_t *count, const void *others,
                             size_t other_count)
{
    const void *const *other = others;
    size_t before = *count;
    const void **all = ARENA_ARRAY(arena, const void *, before + other_count);
    if (before)
        memcpy(all, list, before * sizeof *all);
    for (size_t i = 0; i < other_count; i++)
        if (!find_item(list, before, name_of(other[i])))
            all[(*count)++] = other[i];
    if (*count == before)
        return list;
    qsort(all, *count, sizeof *all, compare_items);
    return all;
}

void kernel_absorb(struct arena *arena, struct kernel *kernel, const struct kernel *weak)
{
    kernel->records =
        add_items(arena, kernel->records, &kernel->record_count, weak->records, weak->record_count);
    if (!kernel_lacks(weak, SOURCE_LACKS_ENUMS))
        kernel->enums = add_items(arena, kernel->enums, &kernel->enum_count, weak->enums, weak->enum_count);
}
