#include "kernel/store_copy.h"

#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "kernel/kernel.h"
#include "kernel/store.h"

struct store_copy {
    struct arena *arena;
    struct kernel_store *store;
    struct map *copies; /* object of the first store -> its copy */
};

struct store_copy *store_copy_new(struct arena *arena, struct kernel_store *store)
{
    struct store_copy *copy = ARENA_NEW(arena, struct store_copy);
    *copy = (struct store_copy){arena, store, map_new(arena)};
    return copy;
}

static const void *remember_copy(struct store_copy *copy, const void *object, const void *made)
{
    map_set(copy->copies, object, (void *)(uintptr_t)made);
    return made;
}

static const struct kernel_record *copy_record(struct store_copy *copy, const struct kernel_record *record);

static const struct kernel_type *copy_type(struct store_copy *copy, const struct kernel_type *type)
{
    const struct kernel_type *known = type ? map_get(copy->copies, type) : NULL;
    if (!type || known)
        return known;
    struct kernel_type made = *type;
    made.target = copy_type(copy, type->target);
    made.record = type->record ? copy_record(copy, type->record) : NULL;
    made.kin = NULL;
    return remember_copy(copy, type, kernel_store_type(copy->store, &made));
}

static const struct kernel_prototype *copy_prototype(struct store_copy *copy, const struct kernel_prototype *prototype);

static struct kernel_parameter copy_parameter(struct store_copy *copy, struct kernel_parameter parameter)
{
    parameter.type = copy_type(copy, parameter.type);
    parameter.prototype = copy_prototype(copy, parameter.prototype);
    return parameter;
}

static const struct kernel_prototype *copy_prototype(struct store_copy *copy, const struct kernel_prototype *prototype)
{
    if (!prototype)
        return NULL;
    struct kernel_prototype *made = arena_copy_array(copy->arena, prototype, 1, sizeof *prototype);
    struct kernel_parameter *parameters =
        arena_copy_array(copy->arena, prototype->parameters, prototype->count, sizeof *parameters);
    for (size_t i = 0; i < prototype->count; i++)
        parameters[i] = copy_parameter(copy, parameters[i]);
    made->parameters = parameters;
    made->result = copy_parameter(copy, prototype->result);
    made->other = copy_prototype(copy, prototype->other);
    return made;
}

/* Copies a record with all its orders of declaration. */
static const struct kernel_record *copy_record(struct store_copy *copy, const struct kernel_record *record)
{
    const struct kernel_record *known = map_get(copy->copies, record);
    if (known)
        return known;
    struct kernel_member *members =
        arena_copy_array(copy->arena, record->members, record->member_count, sizeof *members);
    for (size_t i = 0; i < record->member_count; i++) {
        members[i].type = copy_type(copy, members[i].type);
        members[i].prototype = copy_prototype(copy, members[i].prototype);
    }
    for (const struct kernel_record *one = record; one; one = one->other) {
        struct kernel_record made = *one;
        made.members = members;
        known = kernel_store_record(copy->store, &made);
    }
    return remember_copy(copy, record, known);
}

static const struct kernel_enum *copy_enum(struct store_copy *copy, const struct kernel_enum *enumeration)
{
    const struct kernel_enum *known = map_get(copy->copies, enumeration);
    struct kernel_enum made = *enumeration;
    made.base = copy_type(copy, enumeration->base);
    return known ? known : remember_copy(copy, enumeration, kernel_store_enum(copy->store, &made));
}

const struct kernel *store_copy_kernel(struct store_copy *copy, const struct kernel *kernel)
{
    struct kernel *made = arena_copy_array(copy->arena, kernel, 1, sizeof *kernel);
    const struct kernel_record **records = ARENA_ARRAY(copy->arena, const struct kernel_record *, kernel->record_count);
    const struct kernel_enum **enums = ARENA_ARRAY(copy->arena, const struct kernel_enum *, kernel->enum_count);
    struct kernel_base *bases = arena_copy_array(copy->arena, kernel->bases, kernel->base_count, sizeof *bases);
    for (size_t i = 0; i < kernel->record_count; i++)
        records[i] = copy_record(copy, kernel->records[i]);
    for (size_t i = 0; i < kernel->enum_count; i++)
        enums[i] = copy_enum(copy, kernel->enums[i]);
    for (size_t i = 0; i < kernel->base_count; i++)
        bases[i].type = copy_type(copy, bases[i].type);
    made->records = records;
    made->enums = enums;
    made->bases = bases;
    return made;
}
