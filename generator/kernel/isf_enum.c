/*
 * The enumerations of an ISF file. An enumeration without a name is named after its first value.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/json.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"
#include "kernel/store.h"

/* Converts a value to the type of the enumeration. Returns false if it does not fit. */
static bool make_value(const struct isf_value *value, uint32_t size, bool is_signed, int64_t *made)
{
    unsigned bits = 8 * size;
    uint64_t most = UINT64_MAX >> (64 - bits), half = UINT64_C(1) << (bits - 1), number = value->bits;
    if (value->is_negative ? number > half : number > most)
        return false;
    if (value->is_negative)
        number = (0 - number) & most;
    if (is_signed && number >= half)
        number |= ~most;
    memcpy(made, &number, sizeof number);
    return true;
}

/* Reports a value that does not fit. Returns the list of such values extended by this one. */
static const char *leave_out(const struct isf_maker *maker, const struct isf_value *value, const char *list)
{
    struct buffer text = {0};
    struct json json = {.out = &text};
    diag_report(maker->file->import->diags, DIAG_UNREAD, (struct span){0, 0},
                "'%s': '%s' of '%s' is left out: its value does not fit the bytes of the enumeration",
                maker->file->name, value->name, maker->record);
    buffer_add_text(&text, list ? list : "");
    buffer_add_text(&text, list ? "," : "");
    json_key(&json, value->name);
    json_signed(&json, value->is_negative, value->bits);
    return buffer_take(&text, maker->file->import->arena);
}

static int compare_values(const void *left, const void *right)
{
    const struct kernel_value *a = left, *b = right;
    int order = (a->value > b->value) - (a->value < b->value);
    return order ? order : strcmp(a->name, b->name);
}

/* Sorts by unsigned value. Values above INT64_MAX are stored as negative numbers but come last. */
static int compare_unsigned_values(const void *left, const void *right)
{
    const struct kernel_value *a = left, *b = right;
    int order = kernel_compare_numbers((uint64_t)a->value, (uint64_t)b->value);
    return order ? order : strcmp(a->name, b->name);
}

/* True if the values already ascend, as signed or unsigned numbers, without equal ones. */
static bool are_ascending(const struct kernel_value *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (values[i - 1].value >= values[i].value || values[i - 1].value < 0)
            return false;
    return true;
}

/* Returns the name of an enumeration. Without a name it is named after its first value, as newer Microsoft compilers
 * do. */
static const char *name_enum(const struct isf_maker *maker, const struct isf_enum *source,
                             const struct kernel_enum *enumeration)
{
    if (!isf_is_unnamed(source->name))
        return source->name;
    const char *first = enumeration->value_count ? enumeration->values[0].name : "";
    bool is_of_c = maker->file->is_of_c;
    int scope = (int)(isf_last_part(source->name) - source->name);
    return intern_text(maker->file->import->intern,
                       arena_format(maker->file->arena, "%.*s%s%s%s", scope, source->name,
                                    is_of_c ? "unnamed_enum_" : "<unnamed-enum-", first, is_of_c ? "" : ">"));
}

/* Returns the name of an integer type of the file with this size and sign, or else that of C. */
static const char *find_integer(const struct isf_maker *maker, uint32_t size, bool is_signed)
{
    static const char *const native[][2] = {{"unsigned char", "char"},
                                            {"unsigned short", "short"},
                                            {"unsigned int", "int"},
                                            {"unsigned long long", "long long"}};
    const struct isf_base *bases = (const void *)maker->file->bases.data;
    for (size_t i = 0; i < maker->file->bases.size / sizeof *bases; i++)
        if (bases[i].kind == ISF_INTEGER && bases[i].size == size && bases[i].is_signed == is_signed &&
            !bases[i].is_big && bases[i].name != maker->pointer && strcmp(bases[i].word, "bool") != 0)
            return bases[i].name;
    const char *name = native[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3][is_signed];
    return intern_text(maker->file->import->intern, name);
}

/* Gives an enumeration of a file that keeps names an integer type, if its base type is not one of its size: in files of
 * Linux, `void` is the type of enumerations of one byte, and of those that are only declared. */
static void mend_base(const struct isf_maker *maker, struct isf_enum *source, struct kernel_enum *made)
{
    const struct isf_base *base = map_get(maker->bases, source->base);
    const struct isf_value *values = (const void *)maker->file->values.data;
    uint32_t size = source->size;
    size = size > 4 ? 8 : size == 3 || !size ? 4 : size;
    bool is_usual = base && base->kind == ISF_INTEGER && base->size == source->size && size == source->size;
    if (is_usual && source->value_count)
        return;
    made->said_base = arena_format(maker->file->import->arena, "%s, %lu", source->base, (unsigned long)source->size);
    if (is_usual)
        return;
    made->is_signed = false;
    for (size_t i = 0; i < source->value_count; i++)
        made->is_signed |= values[source->first_value + i].is_negative;
    source->size = size;
    source->base = find_integer(maker, size, made->is_signed);
}

static bool make_enum(struct isf_maker *maker, struct isf_enum *source)
{
    struct kernel_enum enumeration = {.source = source->source};
    const struct isf_value *values = (const void *)maker->file->values.data;
    if (maker->keeps_names)
        mend_base(maker, source, &enumeration);
    const struct isf_base *base = map_get(maker->bases, source->base);
    bool is_signed = base ? base->is_signed : enumeration.is_signed;
    maker->record = source->name;
    if (!base && !maker->keeps_names)
        return isf_fail(maker, "is of the base type '%s', which the file does not have", source->base);
    if (source->size != 1 && source->size != 2 && source->size != 4 && source->size != 8)
        return isf_fail(maker, "is an enumeration of %lu bytes", (unsigned long)source->size);
    struct kernel_value *made = ARENA_ARRAY(maker->file->arena, struct kernel_value, source->value_count);
    const char *left_out = NULL;
    size_t count = 0;
    for (size_t i = 0; i < source->value_count; i++) {
        const struct isf_value *value = &values[source->first_value + i];
        made[count].name = value->name;
        if (make_value(value, source->size, is_signed, &made[count].value))
            count++;
        else if (maker->keeps_names)
            left_out = leave_out(maker, value, left_out);
        else
            return isf_fail(maker, "has the value '%s', which does not fit its %lu bytes", value->name,
                            (unsigned long)source->size);
    }
    if (maker->keeps_names)
        count = isf_drop_repeated(maker, made, count, sizeof *made);
    if (!isf_are_unique(maker, made, count, sizeof *made))
        return false;
    if (!are_ascending(made, count))
        qsort(made, count, sizeof *made, is_signed ? compare_values : compare_unsigned_values);
    enumeration.size = source->size;
    enumeration.is_signed = is_signed;
    enumeration.base = maker->keeps_names ? isf_make_base(maker, source->base) : NULL;
    enumeration.values = made;
    enumeration.value_count = count;
    enumeration.left_out = left_out;
    enumeration.name = name_enum(maker, source, &enumeration);
    source->enumeration = kernel_store_enum(maker->file->import->store, &enumeration);
    return true;
}

static int compare_enums(const void *left, const void *right)
{
    const struct kernel_enum *a = (*(struct isf_enum *const *)left)->enumeration;
    const struct kernel_enum *b = (*(struct isf_enum *const *)right)->enumeration;
    int order = strcmp(a->name, b->name);
    order = order ? order : kernel_compare_numbers(a->size, b->size);
    order = order ? order : kernel_compare_numbers(a->value_count, b->value_count);
    order = order ? order : a->is_signed - b->is_signed;
    for (size_t i = 0; !order && i < a->value_count; i++)
        order = compare_values(&a->values[i], &b->values[i]);
    return order;
}

/* Adds numbers to unnamed enumerations that got equal names but differ: the second gets a number, and so on. */
static void number_enums(const struct isf_maker *maker, struct isf_enum **sorted, size_t count)
{
    const struct isf_import *import = maker->file->import;
    for (size_t i = 0, next; i < count; i = next) {
        const struct kernel_enum *first = sorted[i]->enumeration, *last = first;
        unsigned number = 1;
        for (next = i + 1; next < count && sorted[next]->enumeration->name == first->name; next++) {
            struct kernel_enum numbered = *sorted[next]->enumeration;
            number += sorted[next]->enumeration != last;
            last = sorted[next]->enumeration;
            if (number == 1)
                continue;
            numbered.name = intern_text(import->intern, arena_format(maker->file->arena, "%s-%u", first->name, number));
            sorted[next]->enumeration = kernel_store_enum(import->store, &numbered);
        }
    }
}

bool isf_make_enums(struct isf_maker *maker, struct kernel *kernel)
{
    struct isf_enum *sources = (void *)maker->file->enums.data;
    size_t count = maker->file->enums.size / sizeof *sources;
    struct isf_enum **sorted = ARENA_ARRAY(maker->file->arena, struct isf_enum *, count);
    const struct kernel_enum **enums = ARENA_ARRAY(maker->file->import->arena, const struct kernel_enum *, count);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &sources[i];
        if (!make_enum(maker, sorted[i]))
            return false;
    }
    maker->record = NULL;
    if (count)
        qsort(sorted, count, sizeof *sorted, compare_enums);
    number_enums(maker, sorted, count);
    if (count)
        qsort(sorted, count, sizeof *sorted, compare_enums);
    for (size_t i = 0; i < count; i++) {
        const struct kernel_enum *one = sorted[i]->enumeration;
        const struct kernel_enum *last = kernel->enum_count ? enums[kernel->enum_count - 1] : NULL;
        if (one == last)
            continue;
        if (last && one->name == last->name)
            return isf_fail(maker, "'%s' is repeated in it", one->name);
        enums[kernel->enum_count++] = one;
    }
    kernel->enums = enums;
    return true;
}
