#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "fold/unfold_parts.h"
#include "kernel/source.h"
#include "kernel/store.h"
#include "kernel/weak.h"
#include "model/clauses.h"

static int compare_values(const void *left, const void *right)
{
    const struct kernel_value *a = left, *b = right;
    return a->value != b->value ? a->value < b->value ? -1 : 1 : strcmp(a->name, b->name);
}

bool unfold_has_column(const struct enumeration *enumeration, const struct arch *arch)
{
    bool has = !enumeration->column_count;
    for (; arch && !has; arch = arch->fallback)
        for (size_t i = 0; i < enumeration->column_count; i++)
            has |= enumeration->columns[i]->name == arch->name; /* the arch may be of another model */
    return has;
}

/* An enumeration in the version that was unfolded last. */
struct unfolded_enum {
    const struct kernel_value *values; /* in the order of the text */
    size_t count;
    uint32_t size;
    const struct kernel_enum *stored; /* or NULL */
    /* The enumeration is `there` on this architecture in these versions. With `arch` NULL each version is looked up. */
    const struct arch *arch;
    struct version_range range;
    const struct kernel_enum *there; /* or NULL */
};

static struct unfolded_enum *enum_of(struct unfolding *unfolding, const struct enumeration *enumeration)
{
    struct unfolded_enum *last = map_get(unfolding->enums, enumeration);
    if (!last)
        map_set(unfolding->enums, enumeration, last = ARENA_NEW(unfolding->arena, struct unfolded_enum));
    return last;
}

static bool are_equal(const struct kernel_value *a, const struct kernel_value *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i].name != b[i].name || a[i].value != b[i].value)
            return false;
    return true;
}

/* Returns the first version after another one in which an enumerator may have another value. */
static uint64_t find_change(const struct enumeration *enumeration, const struct arch *arch, uint64_t version)
{
    uint64_t change = VERSION_END;
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct cell *cell = &enumeration->enumerators[i].value[arch->index];
        for (size_t k = 0; k < cell->count; k++)
            for (size_t m = 0; m < cell->values[k].versions.count; m++) {
                const struct version_range *range = &cell->values[k].versions.ranges[m];
                change = range->from > version && range->from < change ? range->from : change;
                change = range->to > version && range->to < change ? range->to : change;
            }
    }
    return change;
}

/* Lists the values of an enumeration in the current version. Returns their number. */
static size_t list_values(struct unfolding *unfolding, const struct enumeration *enumeration,
                          struct kernel_value *values)
{
    bool *met = map_get(unfolding->met, enumeration);
    size_t count = 0;
    if (!met)
        map_set(unfolding->met, enumeration, met = ARENA_ARRAY(unfolding->arena, bool, enumeration->count));
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        if (!enumerator->name || !enumerator->is_first_row)
            continue;
        const struct cell_value *value = enumerator_at(enumerator, unfolding->arch->index, unfolding->version);
        if (!cell_value_is_number(value))
            continue;
        met[i] = true;
        values[count++] = (struct kernel_value){unfold_find_name(unfolding, unfolding->names, enumerator->name),
                                                (int64_t)cell_value_bits(value)};
    }
    return count;
}

const struct kernel_enum *unfold_enum(struct unfolding *unfolding, const struct type *type)
{
    const struct enumeration *enumeration = type->enumeration;
    struct measure measure = type_measure(type, unfolding->arch, unfolding->version);
    struct unfolded_enum *last = enum_of(unfolding, enumeration);
    if (last->arch == unfolding->arch && last->range.from <= unfolding->version &&
        unfolding->version < last->range.to && last->size == measure.size)
        return last->there;
    struct kernel_value *values = memory_alloc((enumeration->count + 1) * sizeof *values);
    const struct kernel_enum *there = NULL;
    size_t count = list_values(unfolding, enumeration, values);
    struct kernel_enum made = {.size = measure.size, .is_signed = enumeration->is_signed};
    fold_take_enum_left(unfolding->request, type->decl, unfolding->arch, unfolding->version, &made);
    bool has_left = made.left_out || made.said_base;
    if (!has_left && last->stored && last->count == count && last->size == measure.size &&
        are_equal(last->values, values, count)) {
        there = last->stored;
    } else if (count || has_left) {
        if (!has_left) {
            last->values = arena_copy_array(unfolding->arena, values, count, sizeof *values);
            last->count = count;
            last->size = measure.size;
        }
        if (count)
            qsort(values, count, sizeof *values, compare_values);
        const struct kernel_base *noted = enumeration->base ? map_get(unfolding->bases, enumeration->base) : NULL;
        made.name = unfold_find_name(unfolding, unfolding->tags, type->local);
        made.base = noted ? noted->type : NULL;
        made.source = fold_read_source_line(unfolding->request->program, type->decl);
        made.values = values;
        made.value_count = count;
        there = kernel_store_enum(unfolding->request->store, &made);
        if (!has_left)
            last->stored = there;
    }
    bool is_said = decl_remark_behind(type->decl, decl_symbol_mark, 0); /* remarks say something of single versions */
    last->arch = is_said ? NULL : unfolding->arch;
    last->range =
        (struct version_range){unfolding->version, find_change(enumeration, unfolding->arch, unfolding->version)};
    last->there = there;
    free(values);
    return there;
}

static int compare_records(const void *left, const void *right)
{
    const struct kernel_record *a = *(const struct kernel_record *const *)left;
    const struct kernel_record *b = *(const struct kernel_record *const *)right;
    return strcmp(a->name, b->name);
}

/* Adds the structures of other files that declarations hold by value, unless they cannot be unfolded. The alignment of
 * the declarations depends on them. */
static void add_held(struct unfolding *unfolding, const struct kernel_record **records, size_t *count)
{
    for (size_t i = 0; i < unfolding->request->held_count; i++) {
        const struct type *type = unfolding->request->held[i];
        const struct layout *layout = unfold_layout_of(unfolding, type);
        const char *name = unfold_find_name(unfolding, unfolding->tags, type->local);
        const struct unfolded *made = layout ? unfold_layout(unfolding, layout, name, 0) : NULL;
        if (made)
            records[(*count)++] = made->record;
    }
}

/* Notes the reason why a declaration cannot be unfolded. Keeps the first one. */
static void refuse_type(const struct unfolding *unfolding, const struct type *type, const char *why)
{
    if (!map_get(unfolding->request->refused, type))
        map_set(unfolding->request->refused, type, (void *)(uintptr_t)why);
}

/* Collects the records and enumerations of the current version by tag. */
static void collect_declarations(struct unfolding *unfolding, const struct kernel_record **records,
                                 struct kernel *kernel, const struct kernel_enum **enums)
{
    const struct unfold_request *request = unfolding->request;
    kernel->record_count = kernel->enum_count = 0;
    for (size_t i = 0; i < request->type_count; i++) {
        const struct type *type = unfolding->declared[i].type;
        const struct layout *layout = unfold_layout_of(unfolding, type);
        bool is_there = type->kind == TYPE_ENUM && unfold_has_column(type->enumeration, unfolding->arch);
        const struct kernel_enum *enumeration = is_there ? unfold_enum(unfolding, type) : NULL;
        if (enumeration)
            enums[kernel->enum_count++] = enumeration;
        if (!layout || map_get(unfolding->made, type))
            continue;
        const struct unfolded *made = unfold_layout(unfolding, layout, unfolding->declared[i].tag, 0);
        if (!made) {
            refuse_type(unfolding, type, unfolding->why);
            continue;
        }
        records[kernel->record_count++] =
            fold_take_left(&unfolding->fold, request, type->decl, unfolding->arch, unfolding->version, made->record);
    }
    size_t declared_count = kernel->record_count;
    add_held(unfolding, records, &kernel->record_count);
    if (kernel->record_count > declared_count)
        qsort(records, kernel->record_count, sizeof *records, compare_records);
}

/* Copies a list of pointers to the arena. Returns the last copy instead if it is equal: neighbouring kernels often have
 * the same declarations. `last_count` is the length of the last copy. */
static void *copy_list(struct arena *arena, void *last, size_t *last_count, const void *list, size_t count)
{
    bool is_same = last && *last_count == count && !memcmp(last, list, count * sizeof(void *));
    *last_count = count;
    return is_same ? last : arena_copy_array(arena, list, count, sizeof(void *));
}

void unfold_kernel(struct unfolding *unfolding, const struct arch *arch, uint64_t version, struct kernel *kernel)
{
    size_t type_count = unfolding->request->type_count, room = type_count + unfolding->request->held_count;
    const struct kernel_record **records = memory_alloc((room + 1) * sizeof *records);
    const struct kernel_enum **enums = memory_alloc((type_count + 1) * sizeof *enums);
    unfolding->arch = arch;
    unfolding->version = version;
    unfolding->is_detailed = !kernel_lacks(kernel, SOURCE_LACKS_DETAILS);
    unfolding->is_weak = kernel_is_weak(kernel);
    unfolding->names_integers = kernel_names_integers(kernel);
    collect_declarations(unfolding, records, kernel, enums);
    kernel->keeps_names = unfolding->keeps_names;
    kernel->base_count = unfolding->listed.size / sizeof *kernel->bases;
    kernel->bases =
        arena_copy_array(unfolding->arena, unfolding->listed.data, kernel->base_count, sizeof *kernel->bases);
    unfolding->records_last = copy_list(unfolding->arena, unfolding->records_last, &unfolding->record_count_last,
                                        records, kernel->record_count);
    unfolding->enums_last =
        copy_list(unfolding->arena, unfolding->enums_last, &unfolding->enum_count_last, enums, kernel->enum_count);
    kernel->records = unfolding->records_last;
    kernel->enums = unfolding->enums_last;
    free(records);
    free(enums);
}

const struct kernel_record *unfold_record(struct unfolding *unfolding, const struct type *type, const struct arch *arch,
                                          uint64_t version)
{
    unfolding->arch = arch;
    unfolding->version = version;
    const struct layout *layout = unfold_layout_of(unfolding, type);
    const char *name = unfold_find_name(unfolding, unfolding->tags, type->local);
    const struct unfolded *made = layout ? unfold_layout(unfolding, layout, name, 0) : NULL;
    return made ? made->record : NULL;
}

const struct kernel_enum *unfold_enumeration(struct unfolding *unfolding, const struct type *type,
                                             const struct arch *arch, uint64_t version)
{
    unfolding->arch = arch;
    unfolding->version = version;
    return unfold_has_column(type->enumeration, arch) ? unfold_enum(unfolding, type) : NULL;
}

/* Returns the first member in a list of rows that no unfolded kernel has, or NULL. */
static const struct row *find_unmet(const struct unfolding *unfolding, const struct row *rows)
{
    const struct row *unmet = NULL;
    for (const struct row *row = rows; row && !unmet; row = row->next) {
        const struct row *inside = row->name && row_is_aggregate(row) && row->type ? row->type->record->rows : NULL;
        unmet = row->member && !map_get(unfolding->met, row) ? row : find_unmet(unfolding, row->children);
        unmet = unmet ? unmet : find_unmet(unfolding, inside);
    }
    return unmet;
}

/* Returns the name of the first value that no unfolded kernel has, or NULL. */
static const char *find_unmet_value(const struct unfolding *unfolding, const struct enumeration *values)
{
    const bool *met = map_get(unfolding->met, values);
    for (size_t i = 0; i < values->count; i++) {
        const struct enumerator *value = &values->enumerators[i];
        if (!value->name || (value->is_first_row && !(met && met[i])))
            return value->name ? value->name : "a value";
    }
    return NULL;
}

void unfold_end(struct unfolding *unfolding)
{
    const struct unfold_request *request = unfolding->request;
    for (size_t i = 0; i < request->type_count; i++) {
        const struct type *type = request->types[i];
        if (type->original) /* a shared declaration also has members of other builds */
            continue;
        const struct row *row = type->record ? find_unmet(unfolding, type->record->rows) : NULL;
        const char *name = row                       ? row->name
                           : type->kind == TYPE_ENUM ? find_unmet_value(unfolding, type->enumeration)
                                                     : NULL;
        if (name)
            refuse_type(unfolding, type, arena_format(unfolding->arena, "no attested kernel has '%s'", name));
    }
    for (size_t i = 0; i < request->type_count; i++) {
        const struct type *holder = map_get(unfolding->made, request->types[i]);
        if (holder && map_get(request->refused, holder))
            refuse_type(unfolding, request->types[i],
                        arena_format(unfolding->arena, "it belongs to '%s', which is edited row by row", holder->name));
    }
}
