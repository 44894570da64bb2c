/*
 * Checks the types of a file, and works out what it does not state: the positions of bit-fields, and which of several
 * definitions with one name is that of the kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "kernel/kernel.h"
#include "vergilius/vergilius_parts.h"

/* Limits for the depth of pointers and arrays, and of structures in structures. */
enum { CHAIN_MOST = 64, NESTING_MOST = 64 };

static struct vergilius_member *members_of(const struct vergilius *vergilius, const struct vergilius_type *type)
{
    return vergilius->members + type->first_member;
}

static const char *name_of(const struct vergilius_type *type)
{
    return type->name ? type->name : "";
}

/* ---- Order */

static int compare_ordinals(const void *left, const void *right)
{
    const struct vergilius_member *a = left, *b = right;
    return kernel_compare_numbers(a->ordinal, b->ordinal);
}

/* Sorts the members of a type by their ordinals. */
static bool sort_members(struct vergilius *vergilius, struct vergilius_type *type)
{
    struct vergilius_member *members = members_of(vergilius, type);
    bool is_sorted = true;
    for (size_t i = 0; i < type->member_count; i++)
        is_sorted &= members[i].ordinal == i;
    if (!is_sorted)
        qsort(members, type->member_count, sizeof *members, compare_ordinals);
    for (size_t i = 0; i < type->member_count; i++)
        if (members[i].ordinal != i)
            return vergilius_fail(vergilius, members[i].line, "the ordinal %lu of '%s' is %s",
                                  (unsigned long)members[i].ordinal, name_of(type),
                                  members[i].ordinal < i ? "given twice" : "larger than the number of those before it");
    return true;
}

/* ---- Numbers of types */

struct numbered {
    uint32_t id, type, line;
};

static int compare_numbered(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;
    int order = kernel_compare_numbers(a->id, b->id);
    return order ? order : kernel_compare_numbers(a->type, b->type);
}

/* Returns the types sorted by id; NULL if two types have the same id. */
static struct numbered *sort_types(struct vergilius *vergilius)
{
    size_t count = vergilius->type_count;
    struct numbered *sorted = ARENA_ARRAY(vergilius->file->arena, struct numbered, count + 1);
    bool is_sorted = true;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = (struct numbered){vergilius->types[i].id, (uint32_t)i, vergilius->types[i].line};
        is_sorted &= !i || sorted[i - 1].id < sorted[i].id;
    }
    if (!is_sorted)
        qsort(sorted, count, sizeof *sorted, compare_numbered);
    for (size_t i = 1; i < count; i++) {
        if (sorted[i].id != sorted[i - 1].id)
            continue;
        vergilius_fail(vergilius, sorted[i].line, "the id %lu is also that of the type in line %lu",
                       (unsigned long)sorted[i].id, (unsigned long)sorted[i - 1].line);
        return NULL;
    }
    return sorted;
}

/* Sets the types of the members of a type. */
static bool find_types(struct vergilius *vergilius, const struct numbered *sorted, const struct vergilius_type *type)
{
    struct vergilius_member *members = members_of(vergilius, type);
    for (size_t i = 0; i < type->member_count; i++) {
        size_t first;
        SEARCH_FIRST(first, vergilius->type_count, middle, sorted[middle].id < members[i].id);
        if (first == vergilius->type_count || sorted[first].id != members[i].id)
            return vergilius_fail(vergilius, members[i].line, "no type has the id %lu", (unsigned long)members[i].id);
        members[i].type = sorted[first].type;
    }
    return true;
}

/* ---- Circles */

static bool is_chained(const struct vergilius_type *type)
{
    return type->kind == VERGILIUS_POINTER || type->kind == VERGILIUS_ARRAY;
}

/* Checks that pointers and arrays lead to a type in the end, and not to themselves. */
static bool check_chain(struct vergilius *vergilius, const struct vergilius_type *type)
{
    const struct vergilius_type *at = type;
    for (size_t steps = 0; is_chained(at); steps++) {
        if (steps == CHAIN_MOST)
            return vergilius_fail(vergilius, type->line,
                                  "the type %lu is more than %d pointers and arrays deep, or leads to itself",
                                  (unsigned long)type->id, CHAIN_MOST);
        at = &vergilius->types[members_of(vergilius, at)->type];
    }
    return true;
}

/* State of a type in the search for structures that contain themselves. */
enum visit { VISIT_NONE, VISIT_OPEN, VISIT_DONE };

/* Checks that a structure does not contain itself. */
static bool check_nesting(struct vergilius *vergilius, const struct vergilius_type *type, unsigned char *visits,
                          unsigned depth)
{
    unsigned char *visit = &visits[type - vergilius->types];
    const struct vergilius_member *members = members_of(vergilius, type);
    if (*visit == VISIT_DONE)
        return true;
    if (*visit == VISIT_OPEN || depth == NESTING_MOST)
        return vergilius_fail(vergilius, type->line,
                              *visit == VISIT_OPEN ? "'%s' contains itself" : "'%s' is in too many others",
                              name_of(type));
    *visit = VISIT_OPEN;
    for (size_t i = 0; i < type->member_count; i++) {
        const struct vergilius_type *held = &vergilius->types[members[i].type];
        while (held->kind == VERGILIUS_ARRAY)
            held = &vergilius->types[members_of(vergilius, held)->type];
        if (vergilius_is_record(held) && !check_nesting(vergilius, held, visits, depth + 1))
            return false;
    }
    *visit = VISIT_DONE;
    return true;
}

static bool check_circles(struct vergilius *vergilius)
{
    unsigned char *visits = ARENA_ARRAY(vergilius->file->arena, unsigned char, vergilius->type_count);
    memset(visits, VISIT_NONE, vergilius->type_count);
    for (size_t i = 0; i < vergilius->type_count; i++)
        if (is_chained(&vergilius->types[i]) && !check_chain(vergilius, &vergilius->types[i]))
            return false;
    for (size_t i = 0; i < vergilius->type_count; i++)
        if (vergilius_is_record(&vergilius->types[i]) && !check_nesting(vergilius, &vergilius->types[i], visits, 0))
            return false;
    return true;
}

/* ---- Bit-fields */

/* Names of bit-fields that begin at bit 0 again, because they are in a union without a struct around them, as in the
 * PDBs of 10.0.18362 and 10.0.19041. Nothing in the file distinguishes them from bit-fields that follow the previous
 * one. */
static const struct {
    const char *record, *field;
} beginning[] = {{"_RTL_BALANCED_NODE", "Balance"}, {"_MMPFN", "AnchorLargePageSize"}};

static bool is_beginning(const struct vergilius_type *type, const struct vergilius_member *member)
{
    for (size_t i = 0; i < sizeof beginning / sizeof *beginning; i++)
        if (!strcmp(name_of(type), beginning[i].record) && !strcmp(member->name, beginning[i].field))
            return true;
    return false;
}

/* Removes the width from a name: "Flags:3" is a bit-field of 3 bits called Flags. */
static bool take_width(struct vergilius *vergilius, const struct vergilius_type *type, struct vergilius_member *member)
{
    const char *colon = strrchr(member->name, ':'), *digits = colon ? colon + 1 : NULL;
    const struct vergilius_type *unit = &vergilius->types[member->type];
    if (!colon || (colon > member->name && colon[-1] == ':'))
        return true;
    digits += strspn(digits, " ");
    size_t size = (size_t)(colon - member->name), count = strspn(digits, "0123456789");
    while (size && member->name[size - 1] == ' ')
        size--;
    if (!size || !count || digits[count])
        return vergilius_fail(vergilius, member->line, "'%s' is no name of a member or bit-field", member->name);
    unsigned long width = count < 4 ? strtoul(digits, NULL, 10) : 0;
    if ((unit->kind != VERGILIUS_BASE && unit->kind != VERGILIUS_ENUM) || !unit->size || unit->size > 8)
        return vergilius_fail(vergilius, member->line, "'%s' of '%s' is a bit-field, but its type is no integer",
                              member->name, name_of(type));
    if (!width || width > 8 * (unsigned long)unit->size)
        return vergilius_fail(vergilius, member->line, "'%s' of '%s' does not have 1 to %lu bits", member->name,
                              name_of(type), 8 * (unsigned long)unit->size);
    member->name = intern_name(vergilius->file->import->intern, member->name, size);
    member->width = (uint32_t)width;
    return true;
}

/* Places the bit-fields of a structure or union. A bit-field follows the one before it if both have the same storage
 * unit and the unit has room; otherwise it begins a unit. This is also true in unions: there, a structure without a
 * name is around the bit-fields, which files do not show. */
static bool place_bits(struct vergilius *vergilius, const struct vergilius_type *type)
{
    struct vergilius_member *members = members_of(vergilius, type);
    uint32_t end = 0; /* end of the previous bit-field */
    for (size_t i = 0; i < type->member_count; i++) {
        struct vergilius_member *member = &members[i];
        if (!member->name)
            return vergilius_fail(vergilius, member->line, "a member of '%s' has no name", name_of(type));
        if (member->is_negative || member->offset > INT32_MAX)
            return vergilius_fail(vergilius, member->line,
                                  "the offset of '%s' of '%s' is less than 0 or more than 0x7FFFFFFF", member->name,
                                  name_of(type));
        if (!take_width(vergilius, type, member))
            return false;
        bool follows = i && member->width && end && member->offset == member[-1].offset &&
                       vergilius->types[member->type].size == vergilius->types[member[-1].type].size &&
                       end + member->width <= 8 * vergilius->types[member->type].size && !is_beginning(type, member);
        member->bit = follows ? end : 0;
        end = member->width ? member->bit + member->width : 0;
    }
    return true;
}

/* ---- Kinds */

/* Checks that a type has as many members as its kind allows. */
static bool check_count(struct vergilius *vergilius, const struct vergilius_type *type)
{
    size_t count = type->member_count;
    if (is_chained(type) && count != 1)
        return vergilius_fail(vergilius, type->line, "the type %lu does not lead to one other",
                              (unsigned long)type->id);
    if (type->kind == VERGILIUS_FUNCTION && !count)
        return vergilius_fail(vergilius, type->line, "the function %lu returns nothing, not even void",
                              (unsigned long)type->id);
    if (type->kind == VERGILIUS_BASE && count)
        return vergilius_fail(vergilius, type->line, "'%s' is of kind BASE, but has members", name_of(type));
    return true;
}

static bool check_values(struct vergilius *vergilius, const struct vergilius_type *type)
{
    const struct vergilius_member *members = members_of(vergilius, type);
    for (size_t i = 0; i < type->member_count; i++)
        if (!members[i].name)
            return vergilius_fail(vergilius, members[i].line, "a value of '%s' has no name", name_of(type));
    return true;
}

/* Checks that the size of an array is that of its elements. */
static bool check_array(struct vergilius *vergilius, const struct vergilius_type *type)
{
    const struct vergilius_member *element = members_of(vergilius, type);
    uint64_t size = vergilius->types[element->type].size;
    if (!element->is_negative && element->offset <= INT32_MAX && element->offset * size == type->size)
        return true;
    return vergilius_fail(vergilius, type->line, "an array of %s%llu elements of %llu bytes does not have %lu bytes",
                          element->is_negative ? "-" : "", (unsigned long long)element->offset,
                          (unsigned long long)size, (unsigned long)type->size);
}

static bool check_type(struct vergilius *vergilius, struct vergilius_type *type)
{
    switch (type->kind) {
    case VERGILIUS_STRUCT:
    case VERGILIUS_UNION:
        return place_bits(vergilius, type);
    case VERGILIUS_ENUM:
        return check_values(vergilius, type);
    case VERGILIUS_ARRAY:
        return check_array(vergilius, type);
    default:
        return true;
    }
}

/* ---- Definitions of one name */

static bool is_same_definition(const struct vergilius *vergilius, const struct vergilius_type *a,
                               const struct vergilius_type *b)
{
    const struct vergilius_member *one = members_of(vergilius, a), *other = members_of(vergilius, b);
    if (a->kind != b->kind || a->size != b->size || a->member_count != b->member_count)
        return false;
    for (size_t i = 0; i < a->member_count; i++)
        if (one[i].name != other[i].name || one[i].offset != other[i].offset || one[i].width != other[i].width ||
            vergilius->types[one[i].type].kind != vergilius->types[other[i].type].kind ||
            vergilius->types[one[i].type].size != vergilius->types[other[i].type].size)
            return false;
    return true;
}

/* True if a definition says more than another one: it is larger, or has more members. */
static bool is_larger(const struct vergilius_type *a, const struct vergilius_type *b)
{
    return a->size != b->size ? a->size > b->size : a->member_count > b->member_count;
}

/* Chooses one definition for each name, and reports the names with different definitions. A type without members and
 * size is only a declaration. */
static void choose_definitions(struct vergilius *vergilius)
{
    struct isf_file *file = vergilius->file;
    struct buffer larger = {0};
    vergilius->records = map_new(file->arena);
    vergilius->enums = map_new(file->arena);
    for (size_t i = 0; i < vergilius->type_count; i++) {
        struct vergilius_type *type = &vergilius->types[i];
        struct map *map = type->kind == VERGILIUS_ENUM ? vergilius->enums : vergilius->records;
        if (type->kind != VERGILIUS_ENUM && !vergilius_is_record(type))
            continue;
        type->is_unnamed = !type->name || isf_is_unnamed(type->name);
        type->is_repeated = !type->member_count && (!type->size || type->is_unnamed);
        if (type->is_unnamed || type->is_repeated)
            continue;
        struct vergilius_type *taken = map_get(map, type->name);
        if (taken && !is_same_definition(vergilius, taken, type))
            buffer_add(&larger, &type->name, sizeof type->name);
        bool is_taken = !taken || is_larger(type, taken);
        if (is_taken)
            map_set(map, type->name, type);
        if (taken)
            (is_taken ? taken : type)->is_repeated = true;
    }
    size_t count = larger.size / sizeof(char *), kept = 0;
    const char **names = count ? arena_copy_array(file->arena, larger.data, count, sizeof *names) : NULL;
    if (count)
        qsort(names, count, sizeof *names, ascii_compare);
    for (size_t i = 0; i < count; i++)
        if (!i || names[i] != names[i - 1])
            names[kept++] = names[i];
    file->choices.larger = names;
    file->choices.larger_count = kept;
    buffer_free(&larger);
}

bool vergilius_resolve(struct vergilius *vergilius)
{
    const struct numbered *sorted = sort_types(vergilius);
    if (!sorted)
        return false;
    for (size_t i = 0; i < vergilius->type_count; i++) {
        struct vergilius_type *type = &vergilius->types[i];
        if (!check_count(vergilius, type) || !sort_members(vergilius, type) || !find_types(vergilius, sorted, type))
            return false;
    }
    if (!check_circles(vergilius))
        return false;
    for (size_t i = 0; i < vergilius->type_count; i++)
        if (!check_type(vergilius, &vergilius->types[i]))
            return false;
    choose_definitions(vergilius);
    /* Count the bit-fields that follow another one, in the chosen structures. */
    for (size_t i = 0; i < vergilius->type_count; i++) {
        const struct vergilius_type *type = &vergilius->types[i];
        const struct vergilius_member *members = members_of(vergilius, type);
        for (size_t k = 0; k < type->member_count && !type->is_repeated; k++)
            vergilius->file->choices.bit_field_count += members[k].width != 0;
    }
    return true;
}
