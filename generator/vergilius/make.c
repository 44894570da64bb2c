/*
 * Makes an isf_file from a file of the Vergilius Project: its structures and enumerations, and the types of their
 * members, with the names that symbol files have for them.
 */
#include "vergilius/vergilius.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "kernel/kernel.h"
#include "kernel/source.h"
#include "vergilius/vergilius_parts.h"

/* Types of numbers: the names of the Vergilius Project, and the names in symbol files. A ULONG may also be an unsigned
 * int, and a LONG an int, because the Vergilius Project does not distinguish them. */
static const struct {
    const char *name;
    struct isf_base base;
} bases[] = {
    {"VOID", {"void", ISF_VOID, 0, .is_signed = true}},
    {"CHAR", {"char", ISF_INTEGER, 1, .is_signed = true}},
    {"UCHAR", {"unsigned char", ISF_INTEGER, 1, .is_signed = false}},
    {"WCHAR", {"wchar", ISF_INTEGER, 2, .is_signed = true}},
    {"SHORT", {"short", ISF_INTEGER, 2, .is_signed = true}},
    {"USHORT", {"unsigned short", ISF_INTEGER, 2, .is_signed = false}},
    {"LONG", {"long", ISF_INTEGER, 4, .is_signed = true}},
    {"ULONG", {"unsigned long", ISF_INTEGER, 4, .is_signed = false}},
    {"LONGLONG", {"long long", ISF_INTEGER, 8, .is_signed = true}},
    {"ULONGLONG", {"unsigned long long", ISF_INTEGER, 8, .is_signed = false}},
    {"HRESULT", {"HRESULT", ISF_INTEGER, 4, .is_signed = true}},
    {"float", {"f32", ISF_FLOAT, 4, .is_signed = true}},
    {"double", {"double", ISF_FLOAT, 8, .is_signed = true}},
};

/* The name of the type of a function's `...`. */
static const char no_type[] = "<NoType>";

struct maker {
    struct vergilius *vergilius;
    struct isf_file *file;
    struct map *bases; /* set of interned names of file->bases */
};

static const char *interned_name(const struct maker *maker, const char *text)
{
    return intern_text(maker->file->import->intern, text);
}

static struct isf_type *new_type(const struct maker *maker, const struct isf_type *type)
{
    return arena_copy_array(maker->file->arena, type, 1, sizeof *type);
}

static const struct vergilius_type *type_of(const struct maker *maker, const struct vergilius_member *member)
{
    return &maker->vergilius->types[member->type];
}

static const struct vergilius_member *members_of(const struct maker *maker, const struct vergilius_type *type)
{
    return maker->vergilius->members + type->first_member;
}

/* ---- Types */

/* Adds a type of numbers to the file, and returns its name. */
static const char *add_base(struct maker *maker, struct isf_base base)
{
    base.name = interned_name(maker, base.name);
    if (!map_get(maker->bases, base.name)) {
        map_set(maker->bases, base.name, maker);
        buffer_add(&maker->file->bases, &base, sizeof base);
    }
    return base.name;
}

/* Returns the name of a type of numbers; NULL if it is unknown. */
static const char *find_base(struct maker *maker, const struct vergilius_type *type)
{
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        if (type->kind == VERGILIUS_BASE && type->name && !strcmp(type->name, bases[i].name) &&
            type->size == bases[i].base.size)
            return add_base(maker, bases[i].base);
    return NULL;
}

static struct isf_type *make_base(struct maker *maker, const struct vergilius_type *type)
{
    const char *name = find_base(maker, type);
    if (name)
        return new_type(maker, &(struct isf_type){.kind = ISF_BASE, .name = name});
    return new_type(maker, &(struct isf_type){.kind = ISF_WRONG,
                                              .name = arena_format(maker->file->arena,
                                                                   "its type '%s' of %lu bytes is unknown",
                                                                   type->name ? type->name : "",
                                                                   (unsigned long)type->size)});
}

static struct isf_type *make_type(struct maker *maker, struct vergilius_type *type);

/* Returns a pointer type. A pointer with another size than those of the architecture becomes a number. A pointer to a
 * type that makes no sense becomes a pointer to void. */
static struct isf_type *make_pointer(struct maker *maker, const struct vergilius_type *type)
{
    static const struct isf_base numbers[] = {
        {"unsigned char", ISF_INTEGER, 1, .is_signed = false},
        {"unsigned short", ISF_INTEGER, 2, .is_signed = false},
        {"unsigned long", ISF_INTEGER, 4, .is_signed = false},
        {"unsigned long long", ISF_INTEGER, 8, .is_signed = false},
    };
    struct isf_type *of = make_type(maker, &maker->vergilius->types[members_of(maker, type)->type]);
    if (type->size == maker->vergilius->arch->pointer_size && of->kind != ISF_WRONG)
        return new_type(maker, &(struct isf_type){.kind = ISF_POINTER, .of = of});
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && type->size != maker->vergilius->arch->pointer_size; i++)
        if (numbers[i].size == type->size)
            return new_type(maker, &(struct isf_type){.kind = ISF_BASE, .name = add_base(maker, numbers[i])});
    if (type->size != maker->vergilius->arch->pointer_size)
        return new_type(maker, &(struct isf_type){.kind = ISF_WRONG, .name = "it is a pointer of an unknown size"});
    of = new_type(maker, &(struct isf_type){.kind = ISF_BASE, .name = add_base(maker, bases[0].base)});
    return new_type(maker, &(struct isf_type){.kind = ISF_POINTER, .of = of});
}

static struct isf_type *make_array(struct maker *maker, const struct vergilius_type *type)
{
    const struct vergilius_member *element = members_of(maker, type);
    struct isf_type *of = make_type(maker, &maker->vergilius->types[element->type]);
    if (of->kind == ISF_WRONG)
        return of;
    return new_type(maker, &(struct isf_type){.kind = ISF_ARRAY, .of = of, .count = (uint32_t)element->offset});
}

/* Returns the name of a structure, union or enumeration. If it has none, the name is made from its id. */
static const char *find_name(const struct maker *maker, const struct vergilius_type *type)
{
    return type->is_unnamed
               ? interned_name(maker, arena_format(maker->file->arena, "__unnamed_%lx", (unsigned long)type->id))
               : type->name;
}

static struct isf_type *make_type(struct maker *maker, struct vergilius_type *type)
{
    static const enum isf_kind kinds[] = {
        [VERGILIUS_STRUCT] = ISF_STRUCT, [VERGILIUS_UNION] = ISF_UNION, [VERGILIUS_ENUM] = ISF_ENUM};
    if (type->made)
        return type->made;
    switch (type->kind) {
    case VERGILIUS_BASE:
        type->made = make_base(maker, type);
        break;
    case VERGILIUS_POINTER:
        type->made = make_pointer(maker, type);
        break;
    case VERGILIUS_ARRAY:
        type->made = make_array(maker, type);
        break;
    case VERGILIUS_STRUCT:
    case VERGILIUS_UNION:
    case VERGILIUS_ENUM:
        type->made = new_type(maker, &(struct isf_type){.kind = kinds[type->kind], .name = find_name(maker, type)});
        break;
    case VERGILIUS_FUNCTION:
        type->made = new_type(maker, &(struct isf_type){.kind = ISF_FUNCTION});
        break;
    }
    return type->made;
}

/* Returns qualifiers in the form that PDBs have: of the type at the end of all pointers, and of the outermost
 * pointer. */
static uint8_t find_qualifiers(const struct maker *maker, const struct vergilius_type *type)
{
    uint8_t named = 0, pointer = 0;
    for (bool is_pointer = false;; type = type_of(maker, members_of(maker, type))) {
        named |= (uint8_t)((type->is_const ? KERNEL_IS_CONST : 0) | (type->is_volatile ? KERNEL_IS_VOLATILE : 0));
        if (type->kind == VERGILIUS_FUNCTION)
            return 0;
        if (type->kind != VERGILIUS_POINTER && type->kind != VERGILIUS_ARRAY)
            return named | pointer;
        if (type->kind == VERGILIUS_ARRAY)
            continue;
        pointer = named & KERNEL_IS_VOLATILE && !is_pointer ? KERNEL_IS_VOLATILE_POINTER : 0;
        is_pointer = true;
        named = 0;
    }
}

/* ---- Prototypes */

static struct isf_prototype *make_prototype(struct maker *maker, struct vergilius_type *function)
{
    const struct vergilius_member *members = members_of(maker, function);
    struct arena *arena = maker->file->arena;
    if (function->prototype)
        return function->prototype;
    struct isf_prototype *made = ARENA_NEW(arena, struct isf_prototype);
    *made = (struct isf_prototype){.count = function->member_count};
    made->types = ARENA_ARRAY(arena, struct isf_type *, made->count);
    made->qualifiers = ARENA_ARRAY(arena, uint8_t, made->count);
    for (size_t i = 0; i < made->count; i++) {
        struct vergilius_type *type = &maker->vergilius->types[members[i].type];
        bool is_rest = i && i + 1 == made->count && type->name && !strcmp(type->name, no_type);
        made->types[i] = is_rest ? NULL : make_type(maker, type);
        made->qualifiers[i] = is_rest ? 0 : find_qualifiers(maker, type);
    }
    return function->prototype = made;
}

/* Returns the prototype of the function that a type, or the elements of an array, point to; NULL if there is none. */
static struct isf_prototype *find_prototype(struct maker *maker, struct vergilius_type *type)
{
    while (type->kind == VERGILIUS_ARRAY)
        type = &maker->vergilius->types[members_of(maker, type)->type];
    if (type->kind != VERGILIUS_POINTER)
        return NULL;
    type = &maker->vergilius->types[members_of(maker, type)->type];
    return type->kind == VERGILIUS_FUNCTION ? make_prototype(maker, type) : NULL;
}

/* ---- Structures and enumerations */

static void add_field(struct maker *maker, const struct vergilius_member *member)
{
    struct vergilius_type *type = &maker->vergilius->types[member->type];
    struct isf_field field = {.name = member->name,
                              .type = make_type(maker, type),
                              .offset = (uint32_t)member->offset,
                              .qualifiers = find_qualifiers(maker, type),
                              .prototype = find_prototype(maker, type)};
    if (member->width && field.type->kind != ISF_WRONG)
        field.type = new_type(maker, &(struct isf_type){.kind = ISF_BITFIELD,
                                                        .of = field.type,
                                                        .bit_position = member->bit,
                                                        .bit_length = member->width});
    buffer_add(&maker->file->fields, &field, sizeof field);
}

void vergilius_make(struct vergilius *vergilius)
{
    struct isf_file *file = vergilius->file;
    struct maker maker = {vergilius, file, map_new(file->arena)};
    add_base(&maker, (struct isf_base){"pointer", ISF_INTEGER, vergilius->arch->pointer_size, .is_signed = false});
    for (size_t i = 0; i < vergilius->type_count; i++) {
        const struct vergilius_type *type = &vergilius->types[i];
        if (type->is_repeated)
            continue;
        if (vergilius_is_record(type)) {
            const struct vergilius_member *members = members_of(&maker, type);
            const struct isf_record record = {.name = find_name(&maker, type),
                                              .is_union = type->kind == VERGILIUS_UNION,
                                              .has_order = true,
                                              .size = type->size,
                                              .first_field = maker.file->fields.size / sizeof(struct isf_field),
                                              .field_count = type->member_count};
            for (size_t j = 0; j < type->member_count; j++)
                add_field(&maker, &members[j]);
            buffer_add(&maker.file->records, &record, sizeof record);
        } else if (type->kind == VERGILIUS_ENUM) {
            /* Add an enumeration. All of its values have the type of the first one. */
            const struct vergilius_member *members = members_of(&maker, type);
            const char *base = type->member_count ? find_base(&maker, type_of(&maker, members)) : NULL;
            const struct isf_enum enumeration = {
                .name = find_name(&maker, type),
                .base = base ? base : add_base(&maker, (struct isf_base){"long", ISF_INTEGER, 4, .is_signed = true}),
                .size = type->size,
                .first_value = maker.file->values.size / sizeof(struct isf_value),
                .value_count = type->member_count};
            for (size_t j = 0; j < type->member_count; j++) {
                const struct isf_value value = {members[j].name, members[j].offset, members[j].is_negative};
                buffer_add(&maker.file->values, &value, sizeof value);
            }
            buffer_add(&maker.file->enums, &enumeration, sizeof enumeration);
        }
    }
    file->machine = vergilius->arch->machine;
    file->database = "";
    file->version = vergilius->version;
}

/* ---- The format */

/* True if a text begins like YAML: with a key, a comment, or the mark before a document. PDBs and JSON begin
 * otherwise. */
static bool is_meant(const void *bytes, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* a byte order mark */
    const char *text = bytes;
    if (size >= sizeof mark - 1 && !memcmp(text, mark, sizeof mark - 1))
        text += sizeof mark - 1, size -= sizeof mark - 1;
    while (size && (*text == ' ' || *text == '\r' || *text == '\n'))
        text++, size--;
    size_t length = 0;
    while (length < size && ascii_is_name(text[length]))
        length++;
    return length ? length < size && text[length] == ':' : size && (*text == '#' || *text == '%' || *text == '-');
}

static bool read_file(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size)
{
    struct vergilius vergilius = {.file = file};
    if (!vergilius_read(&vergilius, unpack, piece, size) || !vergilius_resolve(&vergilius))
        return false;
    vergilius_make(&vergilius);
    return true;
}

const struct isf_format vergilius_format = {is_meant, KERNEL_BY_VERGILIUS, read_file};
