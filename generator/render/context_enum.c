#include <stdlib.h>

#include "answer/standing.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "render/context_parts.h"

struct object *context_row(const struct render *render, uint64_t low, uint64_t high, struct version_range in,
                           uint64_t arches)
{
    struct object *row = context_object(render, SHAPE_ROW);
    row->values[ROW_LOW] = context_hex(render, low);
    row->values[ROW_HIGH] = context_hex(render, high);
    row->values[ROW_FROM] = context_hex(render, in.from);
    row->values[ROW_TO] = context_hex(render, in.to);
    row->values[ROW_ARCHES] = context_hex(render, arches);
    return row;
}

/* The value of an enumerator in a range of versions, and the arches on which it holds. */
struct held {
    const struct enumerator *row;
    uint64_t number; /* a negative number is in two's complement */
    struct version_range range;
    uint64_t arches;
};

/* Adds a value. If there is an equal value at or after index `first`, adds the arch to that one instead. */
static void add_value(struct buffer *held, size_t first, const struct arch *arch, const struct held *value)
{
    struct held *items = (void *)held->data;
    size_t count = held->size / sizeof *items, k = first;
    while (k < count && (items[k].number != value->number || items[k].range.from != value->range.from ||
                         items[k].range.to != value->range.to))
        k++;
    if (k == count) {
        buffer_add(held, value, sizeof *value);
        items = (void *)held->data;
    }
    items[k].arches |= (uint64_t)1 << plan_arch_number(arch);
}

/* Adds the values of a row of an enumerator on the chosen arches and merges equal ones. */
static void add_held(const struct render *render, const struct enumerator *row,
                     const struct evidence *const *evidence, struct buffer *held)
{
    const struct model *model = render->model;
    size_t first = held->size / sizeof(struct held);
    for (size_t a = 0; a < model->arch_count; a++) {
        const struct cell *cell = &row->value[a];
        for (size_t i = 0; i < cell->count && choice_has_arch(render->choice, model->arches[a]); i++) {
            const struct cell_value *value = &cell->values[i];
            if (!cell_value_is_number(value))
                continue;
            struct version_set in =
                evidence ? evidence_spread(render->arena, evidence[a], value->versions) : value->versions;
            for (size_t r = 0; r < in.count; r++)
                add_value(held, first, model->arches[a],
                          &(const struct held){row, cell_value_bits(value), in.ranges[r], 0});
        }
    }
}

/* The values of an enumerator on the chosen arches, without duplicates; from malloc. */
struct held_list {
    struct held *items;
    size_t count;
};

/* Finds all values of an enumerator, also those in later rows with its name. With `evidence`, by index of arch, the
 * versions include builds that run the kernel of another build. If it is NULL, the versions are only those that the
 * spec names. */
static struct held_list find_held(const struct render *render, const struct enumerator *enumerator,
                                  const struct evidence *const *evidence)
{
    struct buffer held = {0};
    for (const struct enumerator *row = enumerator; row; row = row->next_row)
        add_held(render, row, evidence, &held);
    return (struct held_list){(void *)held.data, held.size / sizeof(struct held)};
}

/* Returns the index of the next enumerator, from `index` on, that is the first row of its name; the number of
 * enumerators if there is none. It stands for all rows of its name. */
static size_t next_name(const struct enumeration *enumeration, size_t index)
{
    while (index < enumeration->count && !enumeration->enumerators[index].is_first_row)
        index++;
    return index;
}

size_t context_enum_row_count(const struct render *render, const struct enumeration *enumeration)
{
    size_t *count = map_get(render->enum_rows, enumeration);
    if (count)
        return *count;
    count = ARENA_NEW(render->model->arena, size_t);
    for (size_t i = next_name(enumeration, 0); i < enumeration->count; i = next_name(enumeration, i + 1)) {
        struct held_list held = find_held(render, &enumeration->enumerators[i], enumeration->evidence);
        *count += held.count;
        free(held.items);
    }
    map_set(render->enum_rows, enumeration, count);
    return *count;
}

/* Returns a value in C. Unsigned values have a suffix, because C takes a hexadecimal constant that fits for an int. The
 * least signed value is a difference, because C has no negative constants. */
static const char *value_text_in_c(const struct render *render, uint64_t number, bool is_signed)
{
    if (!is_signed)
        return arena_format(render->arena, "0x%llX%s", (unsigned long long)number, number > UINT32_MAX ? "ull" : "u");
    if (number == (uint64_t)1 << 63)
        return "(-9223372036854775807ll - 1)";
    if (number >> 63)
        return arena_format(render->arena, "(-%llu)", (unsigned long long)(0 - number));
    return arena_format(render->arena, "%llu", (unsigned long long)number);
}

/* Returns a value as a number that most languages accept. */
static struct value number_value(const struct render *render, uint64_t number, bool is_signed)
{
    if (is_signed)
        return value_integer((int64_t)number);
    return context_hex(render, number);
}

static struct object *enum_constant(const struct render *render, const char *value, const char *suffix,
                                    const char *comment)
{
    struct object *constant = context_object(render, SHAPE_ENUM_CONSTANT);
    constant->values[ENUM_CONSTANT_SUFFIX] = value_text(suffix);
    constant->values[ENUM_CONSTANT_VALUE] = value_text(value);
    constant->values[ENUM_CONSTANT_COMMENT] = value_text(comment);
    return constant;
}

/* Returns the label of a value: "6_1", or "6_1_x64" if it does not hold on all arches in `all`. */
static const char *held_label(const struct render *render, const struct held *held, uint64_t all)
{
    const char *version = plan_version_label(render->model, held->range);
    if (held->arches == all)
        return version;
    size_t a = 0;
    while (!(held->arches >> plan_arch_number(render->model->arches[a]) & 1))
        a++;
    return arena_format(render->arena, "%s_%s", version, names_in_c(render->arena, render->model->arches[a]->name));
}

static const char *range_text(const struct render *render, struct version_range in)
{
    struct buffer text = {0};
    axis_write_range(&render->model->axis, in, &text);
    return buffer_take(&text, render->arena);
}

static bool held_varies(const struct held *held, size_t count)
{
    bool varies = false;
    for (size_t i = 1; i < count; i++)
        varies |= held[i].number != held[0].number;
    return varies;
}

/* Returns the suffix of a constant's name: empty if the value never changes. */
static const char *constant_label(const struct render *render, const struct held *held, size_t count, size_t index)
{
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all |= held[i].arches;
    if (!held_varies(held, count))
        return "";
    return arena_format(render->arena, "_%s", held_label(render, &held[index], all));
}

const char *const *context_enum_labels(const struct render *render, const struct enumerator *enumerator, size_t *count)
{
    struct held_list held = find_held(render, enumerator, NULL);
    const char **labels = ARENA_ARRAY(render->arena, const char *, held.count);
    *count = held_varies(held.items, held.count) || !held.count ? held.count : 1;
    for (size_t i = 0; i < *count; i++)
        labels[i] = constant_label(render, held.items, held.count, i);
    free(held.items);
    return labels;
}

/* Returns one constant if the value never changes, else one for each range of versions. */
static struct value enum_constants(const struct render *render, const struct enumeration *enumeration,
                                   const struct enumerator *enumerator, const struct held *held, size_t count)
{
    struct list *list = list_new(render->arena);
    bool varies = held_varies(held, count);
    for (size_t i = 0; i < (varies ? count : 1); i++) {
        const char *comment = varies ? range_text(render, held[i].range) : enumerator->remark;
        const char *value = value_text_in_c(render, held[i].number, enumeration->is_signed);
        struct object *constant = enum_constant(render, value, constant_label(render, held, count, i), comment);
        constant->values[ENUM_CONSTANT_NUMBER] = number_value(render, held[i].number, enumeration->is_signed);
        list_add(render->arena, list, value_object(constant));
    }
    return value_list(list);
}

/* Adds the constants of an enumerator. `first` is the index of its first row in the table. Returns the number of its
 * rows. Constants have the versions of the spec. Only the rows, which are for lookups, include builds that run the
 * kernel of another build. */
static size_t add_constants(const struct render *render, const struct enumeration *enumeration,
                            const struct enumerator *enumerator, size_t first, struct list *values)
{
    struct held_list held = find_held(render, enumerator, NULL);
    struct held_list rows = find_held(render, enumerator, enumeration->evidence);
    if (enumerator->name && held.count) {
        struct object *value = context_object(render, SHAPE_ENUM_VALUE);
        value->values[ENUM_VALUE_NAME] = value_text(context_name(render, enumerator, enumerator->name));
        value->values[ENUM_VALUE_CONSTANTS] = enum_constants(render, enumeration, enumerator, held.items, held.count);
        value->values[ENUM_VALUE_VARIES] = value_boolean(held_varies(held.items, held.count));
        value->values[ENUM_VALUE_FIRST] = value_integer((int64_t)first);
        value->values[ENUM_VALUE_COUNT] = value_integer((int64_t)rows.count);
        list_add(render->arena, values, value_object(value));
    }
    free(held.items);
    free(rows.items);
    return rows.count;
}

static void add_rows(const struct render *render, const struct enumeration *enumeration,
                     const struct enumerator *enumerator, struct list *rows)
{
    struct held_list held = find_held(render, enumerator, enumeration->evidence);
    for (size_t i = 0; i < held.count; i++) {
        const struct held *item = &held.items[i];
        struct object *row = context_row(render, item->number, item->number, item->range, item->arches);
        row->values[ROW_NAME] = value_text(enumerator->name);
        row->values[ROW_REMARK] = value_text(item->row->remark);
        row->values[ROW_IS_SINCE] =
            value_boolean(item->range.to == VERSION_END && enumerator->name && !item->row->remark);
        list_add(render->arena, rows, value_object(row));
    }
    free(held.items);
}

/* Returns an enumeration's table without the constants. */
static struct object *enum_table(const struct render *render, const struct type *type)
{
    const struct enumeration *enumeration = type->enumeration;
    struct object *object = context_object(render, SHAPE_ENUM);
    struct list *rows = list_new(render->arena);
    for (size_t i = next_name(enumeration, 0); i < enumeration->count; i = next_name(enumeration, i + 1))
        add_rows(render, enumeration, &enumeration->enumerators[i], rows);
    object->values[ENUM_NAME] = value_text(context_name(render, type, type->name));
    object->values[ENUM_TITLE] = value_text(type->name);
    object->values[ENUM_ROWS] = value_list(rows);
    object->values[ENUM_ROW_COUNT] = rows->count ? value_integer((int64_t)rows->count) : value_null();
    object->values[ENUM_IS_FLAGS] = value_boolean(enumeration->is_flags);
    object->values[ENUM_IS_SIGNED] = value_boolean(enumeration->is_signed);
    object->values[ENUM_INDEX_LOW] = value_integer(enumeration->is_indexed ? enumeration->index_low : 0);
    object->values[ENUM_INDEX_WIDTH] =
        value_integer(enumeration->is_indexed ? enumeration->index_high - enumeration->index_low + 1 : 0);
    return object;
}

static struct object *enum_value(const struct render *render, const struct type *type)
{
    const struct enumeration *enumeration = type->enumeration;
    struct object *object = enum_table(render, type);
    struct list *values = list_new(render->arena);
    size_t first = 0;
    for (size_t i = next_name(enumeration, 0); i < enumeration->count; i = next_name(enumeration, i + 1))
        first += add_constants(render, enumeration, &enumeration->enumerators[i], first, values);
    object->values[ENUM_DOC] = value_text(type->doc);
    object->values[ENUM_VALUES] = value_list(values);
    return object;
}

static struct value file_enums(const struct render *render, size_t file_index,
                               struct object *(*make)(const struct render *render, const struct type *type))
{
    struct list *list = list_new(render->arena);
    for (size_t i = context_first(&render->types, file_index); i < render->types.count;
         i = context_next(&render->types, file_index, i)) {
        const struct type *type = render->model->types[i];
        if (type->enumeration && choice_has(render->choice, type))
            list_add(render->arena, list, value_object(make(render, type)));
    }
    return value_list(list);
}

struct value context_enums(const struct render *render, size_t file_index)
{
    return file_enums(render, file_index, enum_value);
}

struct value context_enum_tables(const struct render *render, size_t file_index)
{
    return file_enums(render, file_index, enum_table);
}
