/*
 * Converts names and types of a PDB to those of an isf_file.
 *
 * A PDB may define a name several times. Equal definitions become one, different ones get numbers. A declaration leads
 * to its definition by unique name, which only C++ has, else by name. An invalid type has the reason as its text; a
 * pointer to an invalid type becomes a pointer to void.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "kernel/kernel.h"
#include "kernel/pdb_parts.h"

/* ---- Names */

/* Limits for comparing definitions: number of definitions of one name, and nesting depth of types. */
enum { VARIANTS_MOST = 8, COMPARED_MOST = 16 };

/* A definition of a name that has several. */
struct variant {
    struct variant *next;
    uint32_t type;
    uint32_t count; /* number of definitions; only in the first one */
};

const char *pdb_intern(struct pdb_reader *reader, struct leaf_name name)
{
    return isf_intern_name(reader->file, name.text, name.size);
}

/* ---- Equal definitions */

static bool is_same_text(struct leaf_name a, struct leaf_name b)
{
    return a.size == b.size && (!a.size || !memcmp(a.text, b.text, a.size));
}

/* Returns the type below modifiers such as `const`, or the type itself. */
static uint32_t skip_modifiers(const struct pdb_reader *reader, uint32_t type)
{
    struct leaf leaf;
    for (size_t i = 0; i < COMPARED_MOST && pdb_read_type(reader->pdb, type, &leaf) && leaf.kind == LEAF_MODIFIER; i++)
        type = leaf.type;
    return type;
}

/* True if two types look the same in a member: structures are compared only by name. */
static bool is_same_type(const struct pdb_reader *reader, uint32_t a, uint32_t b)
{
    for (size_t depth = 0; depth < COMPARED_MOST; depth++) {
        struct leaf one, other;
        a = skip_modifiers(reader, a);
        b = skip_modifiers(reader, b);
        if (a == b)
            return true;
        if (!pdb_read_type(reader->pdb, a, &one) || !pdb_read_type(reader->pdb, b, &other) || one.kind != other.kind)
            return false;
        if (pdb_is_tag(&one))
            return is_same_text(one.name, other.name);
        if (one.kind == LEAF_FUNCTION)
            return true;
        if (one.attributes != other.attributes || one.size != other.size || one.bit != other.bit ||
            one.width != other.width || one.kind == LEAF_OTHER)
            return false;
        a = one.type;
        b = other.type;
    }
    return false;
}

static bool are_same_fields(struct pdb_reader *reader, uint32_t a, uint32_t b)
{
    struct pdb_walk one = pdb_walk_fields(reader->pdb, a, &reader->budget);
    struct pdb_walk other = pdb_walk_fields(reader->pdb, b, &reader->budget);
    struct leaf x, y;
    bool has_one = pdb_next_field(&one, &x), has_other = pdb_next_field(&other, &y);
    for (; has_one && has_other; has_one = pdb_next_field(&one, &x), has_other = pdb_next_field(&other, &y))
        if (x.kind != y.kind || x.size != y.size || x.is_negative != y.is_negative || !is_same_text(x.name, y.name) ||
            (x.kind != LEAF_SKIPPED && x.kind != LEAF_VIRTUALS && !is_same_type(reader, x.type, y.type)))
            return false;
    return !has_one && !has_other && one.is_damaged == other.is_damaged;
}

static bool is_same_definition(struct pdb_reader *reader, uint32_t a, uint32_t b)
{
    struct leaf one, other;
    return pdb_read_type(reader->pdb, a, &one) && pdb_read_type(reader->pdb, b, &other) && one.kind == other.kind &&
           one.size == other.size && is_same_type(reader, one.type, other.type) &&
           (one.fields == other.fields || are_same_fields(reader, one.fields, other.fields));
}

/* Returns an earlier definition with the same name and content; 0 if there is none. */
static uint32_t find_equal(struct pdb_reader *reader, const struct variant *variants, uint32_t type)
{
    for (size_t i = 0; variants && i < VARIANTS_MOST; i++, variants = variants->next)
        if (is_same_definition(reader, variants->type, type))
            return variants->type;
    return 0;
}

/* ---- Definitions */

static struct map *map_of(const struct pdb_reader *reader, const struct leaf *leaf)
{
    return leaf->kind == LEAF_ENUM ? reader->enums : reader->records;
}

/* Returns a name for an unnamed type, made of its scope and its number. */
static const char *name_unnamed(struct pdb_reader *reader, const char *name, uint32_t type)
{
    int scope = (int)(isf_last_part(name) - name);
    return intern_text(reader->file->import->intern, arena_format(reader->file->arena, "%.*s__unnamed_%lx", scope, name,
                                                                  (unsigned long)type));
}

/* Names a definition, if it is the first with its name or differs from the earlier ones. */
static void name_variant(struct pdb_reader *reader, const struct leaf *leaf, const char *name, uint32_t type)
{
    struct pdb_type *made = &reader->types[type - LEAF_FIRST_TYPE];
    struct variant *first = map_get(map_of(reader, leaf), name);
    uint32_t equal = find_equal(reader, first, type);
    if (equal) {
        made->name = reader->types[equal - LEAF_FIRST_TYPE].name;
        made->is_repeated = true;
        return;
    }
    struct variant *variant = ARENA_NEW(reader->file->arena, struct variant);
    *variant = (struct variant){NULL, type, 1};
    made->name = name;
    if (!first) {
        map_set(map_of(reader, leaf), name, variant);
        return;
    }
    variant->next = first->next;
    first->next = variant;
    do
        made->name = intern_text(reader->file->import->intern,
                                 arena_format(reader->file->arena, "%s-%lu", name, (unsigned long)++first->count));
    while (map_get(map_of(reader, leaf), made->name));
    map_set(map_of(reader, leaf), made->name, variant);
}

void pdb_name_types(struct pdb_reader *reader)
{
    for (uint32_t i = 0; i < reader->pdb->type_count; i++) {
        struct leaf leaf;
        uint32_t type = LEAF_FIRST_TYPE + i;
        if (!pdb_read_type(reader->pdb, type, &leaf) || !pdb_is_tag(&leaf) || leaf.properties & LEAF_IS_FORWARD)
            continue;
        const char *name = pdb_intern(reader, leaf.name);
        if (!*name || isf_is_unnamed(name))
            reader->types[i].name = name_unnamed(reader, name, type);
        else
            name_variant(reader, &leaf, name, type);
        if (!leaf.unique.size)
            continue;
        const char *unique = pdb_intern(reader, leaf.unique);
        if (!map_get(reader->uniques, unique))
            map_set(reader->uniques, unique, &reader->types[i]);
    }
}

uint32_t pdb_find_definition(struct pdb_reader *reader, uint32_t type, const struct leaf *leaf)
{
    if (!(leaf->properties & LEAF_IS_FORWARD))
        return type;
    const struct pdb_type *unique =
        leaf->unique.size ? map_get(reader->uniques, pdb_intern(reader, leaf->unique)) : NULL;
    if (unique)
        return LEAF_FIRST_TYPE + (uint32_t)(unique - reader->types);
    const struct variant *variant = map_get(map_of(reader, leaf), pdb_intern(reader, leaf->name));
    return variant ? variant->type : 0;
}

/* ---- Types */

/* The maximum nesting of types. It also ends types that contain themselves. */
enum { DEPTH_MOST = 64 };

/* ---- Simple types */

/* Kinds of simple types, as symbol files name them. */
static const struct {
    uint8_t kind;
    const char *name;
    enum isf_base_kind base;
    uint8_t size;
    bool is_signed;
} simple_types[] = {
    {0x03, "void", ISF_VOID, 0, true},
    {0x08, "HRESULT", ISF_INTEGER, 4, true},
    {0x10, "char", ISF_INTEGER, 1, true},
    {0x11, "short", ISF_INTEGER, 2, true},
    {0x12, "long", ISF_INTEGER, 4, true},
    {0x13, "long long", ISF_INTEGER, 8, true},
    {0x14, "int128", ISF_INTEGER, 16, true},
    {0x20, "unsigned char", ISF_INTEGER, 1, false},
    {0x21, "unsigned short", ISF_INTEGER, 2, false},
    {0x22, "unsigned long", ISF_INTEGER, 4, false},
    {0x23, "unsigned long long", ISF_INTEGER, 8, false},
    {0x24, "uint128", ISF_INTEGER, 16, false},
    {0x30, "bool", ISF_INTEGER, 1, false},
    {0x31, "bool16", ISF_INTEGER, 2, false},
    {0x32, "bool32", ISF_INTEGER, 4, false},
    {0x33, "bool64", ISF_INTEGER, 8, false},
    {0x40, "f32", ISF_FLOAT, 4, true},
    {0x41, "double", ISF_FLOAT, 8, true},
    {0x42, "f80", ISF_FLOAT, 10, true},
    {0x43, "f128", ISF_FLOAT, 16, true},
    {0x44, "f48", ISF_FLOAT, 6, true},
    {0x45, "f32pp", ISF_FLOAT, 4, true},
    {0x46, "f16", ISF_FLOAT, 2, true},
    {0x50, "complex32", ISF_FLOAT, 8, true},
    {0x51, "complex64", ISF_FLOAT, 16, true},
    {0x52, "complex80", ISF_FLOAT, 20, true},
    {0x53, "complex128", ISF_FLOAT, 32, true},
    {0x68, "char", ISF_INTEGER, 1, true},
    {0x69, "unsigned char", ISF_INTEGER, 1, false},
    {0x70, "char", ISF_INTEGER, 1, true},
    {0x71, "wchar", ISF_INTEGER, 2, true},
    {0x72, "short", ISF_INTEGER, 2, true},
    {0x73, "unsigned short", ISF_INTEGER, 2, false},
    {0x74, "int", ISF_INTEGER, 4, true},
    {0x75, "unsigned int", ISF_INTEGER, 4, false},
    {0x76, "long long", ISF_INTEGER, 8, true},
    {0x77, "unsigned long long", ISF_INTEGER, 8, false},
    {0x78, "int128", ISF_INTEGER, 16, true},
    {0x79, "uint128", ISF_INTEGER, 16, false},
    {0x7A, "char16", ISF_INTEGER, 2, false},
    {0x7B, "char32", ISF_INTEGER, 4, false},
    {0x7C, "unsigned char", ISF_INTEGER, 1, false},
};

/* Pointer sizes by the mode of a simple type. A mode other than 0 means a pointer to the type. */
static const uint8_t mode_sizes[] = {0, 2, 4, 4, 4, 6, 8, 16};

static uint32_t simple_pointer_size(uint32_t type)
{
    uint32_t mode = type >> 8;
    return mode < sizeof mode_sizes ? mode_sizes[mode] : 0;
}

static struct isf_type *new_type(struct pdb_reader *reader, const struct isf_type *type)
{
    return arena_copy_array(reader->file->arena, type, 1, sizeof *type);
}

struct isf_type *pdb_wrong_type(struct pdb_reader *reader, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    return new_type(reader, &(struct isf_type){.kind = ISF_WRONG, .name = buffer_take(&text, reader->file->arena)});
}

/* Adds a type of values to the file, and returns its name. */
static const char *add_base(struct pdb_reader *reader, const struct isf_base *base)
{
    struct isf_base added = *base;
    added.name = intern_text(reader->file->import->intern, base->name);
    if (!map_get(reader->bases, added.name)) {
        map_set(reader->bases, added.name, reader);
        buffer_add(&reader->file->bases, &added, sizeof added);
    }
    return added.name;
}

static size_t find_simple(uint32_t kind)
{
    size_t i = 0;
    while (i < sizeof simple_types / sizeof *simple_types && simple_types[i].kind != kind)
        i++;
    return i;
}

const char *pdb_find_base(struct pdb_reader *reader, uint32_t type)
{
    size_t i = type <= 0xFF ? find_simple(type) : sizeof simple_types / sizeof *simple_types;
    if (i == sizeof simple_types / sizeof *simple_types)
        return NULL;
    return add_base(reader, &(struct isf_base){simple_types[i].name, simple_types[i].base, simple_types[i].size,
                                               .is_signed = simple_types[i].is_signed});
}

static struct isf_type *make_void(struct pdb_reader *reader)
{
    return new_type(reader, &(struct isf_type){.kind = ISF_BASE, .name = pdb_find_base(reader, 0x03)});
}

/* Returns a pointer type. A pointer whose size is not that of the program's pointers becomes a number. */
static struct isf_type *make_pointer(struct pdb_reader *reader, struct isf_type *of, uint32_t size)
{
    struct isf_type type = {.kind = ISF_POINTER, .of = of};
    if (size == reader->pointer_size)
        return new_type(reader, &type);
    const char *base = size == 2   ? pdb_find_base(reader, 0x21)
                       : size == 4 ? pdb_find_base(reader, 0x22)
                       : size == 8 ? pdb_find_base(reader, 0x23)
                                   : NULL;
    if (!base) {
        const char *name = arena_format(reader->file->arena, "pointer%lu", (unsigned long)size);
        base = add_base(reader, &(struct isf_base){name, ISF_INTEGER, size, .is_signed = false});
    }
    return new_type(reader, &(struct isf_type){.kind = ISF_BASE, .name = base});
}

struct isf_type *pdb_make_pointer(struct pdb_reader *reader)
{
    return make_pointer(reader, make_void(reader), reader->pointer_size);
}

static struct isf_type *make_simple(struct pdb_reader *reader, uint32_t type)
{
    struct isf_type **made = type < sizeof reader->simple / sizeof *reader->simple ? &reader->simple[type] : NULL;
    if (!made)
        return pdb_wrong_type(reader, "its simple type 0x%04lX is unknown", (unsigned long)type);
    if (*made)
        return *made;
    uint32_t size = simple_pointer_size(type);
    const char *base = pdb_find_base(reader, type & 0xFF);
    if (base)
        *made = new_type(reader, &(struct isf_type){.kind = ISF_BASE, .name = base});
    else
        *made = pdb_wrong_type(reader, "its simple type 0x%04lX is unknown", (unsigned long)type);
    if (size)
        *made = make_pointer(reader, base ? *made : make_void(reader), size);
    return *made;
}

/* ---- Sizes */

uint64_t pdb_find_size(struct pdb_reader *reader, uint32_t type)
{
    for (size_t depth = 0; depth < DEPTH_MOST; depth++) {
        struct leaf leaf;
        if (type < LEAF_FIRST_TYPE) {
            size_t i = find_simple(type & 0xFF);
            uint32_t size = simple_pointer_size(type);
            return size ? size : i < sizeof simple_types / sizeof *simple_types ? simple_types[i].size : 0;
        }
        if (!pdb_read_type(reader->pdb, type, &leaf) || leaf.kind == LEAF_FUNCTION)
            return 0;
        if (pdb_is_tag(&leaf) && leaf.properties & LEAF_IS_FORWARD)
            type = pdb_find_definition(reader, type, &leaf);
        else if (leaf.kind == LEAF_STRUCT || leaf.kind == LEAF_UNION || leaf.kind == LEAF_ARRAY)
            return leaf.is_negative ? 0 : leaf.size;
        else if (leaf.kind == LEAF_POINTER)
            return leaf_pointer_size(&leaf);
        else
            type = leaf.type; /* the other kinds of leaves set it to 0 */
    }
    return 0;
}

uint32_t pdb_find_pointer_size(const struct pdb *pdb)
{
    static const struct {
        uint32_t machine, size;
    } machines[] = {{0x014C, 4}, {0x8664, 8}, {0xAA64, 8}};
    size_t narrow = 0, wide = 0;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (machines[i].machine == pdb->machine)
            return machines[i].size;
    for (uint32_t i = 0; i < pdb->type_count; i++) {
        struct leaf leaf;
        if (!pdb_read_type(pdb, LEAF_FIRST_TYPE + i, &leaf) || leaf.kind != LEAF_POINTER)
            continue;
        narrow += leaf_pointer_size(&leaf) == 4;
        wide += leaf_pointer_size(&leaf) == 8;
    }
    return wide > narrow ? 8 : 4;
}

/* ---- Qualifiers */

uint8_t pdb_find_qualifiers(const struct pdb_reader *reader, uint32_t type)
{
    uint8_t named = 0, pointer = 0;
    bool is_pointer = false;
    for (size_t depth = 0; depth < DEPTH_MOST && type >= LEAF_FIRST_TYPE; depth++) {
        struct leaf leaf;
        if (!pdb_read_type(reader->pdb, type, &leaf) || pdb_is_tag(&leaf))
            break;
        if (leaf.kind == LEAF_MODIFIER) {
            named |= leaf.attributes & LEAF_IS_CONST ? KERNEL_IS_CONST : 0;
            named |= leaf.attributes & LEAF_IS_VOLATILE ? KERNEL_IS_VOLATILE : 0;
        } else if (leaf.kind == LEAF_POINTER) {
            /* Specs can only qualify the outermost pointer, if it is the only one, and the innermost target. */
            bool is_volatile = named & KERNEL_IS_VOLATILE || leaf.attributes & LEAF_POINTER_IS_VOLATILE;
            pointer = is_volatile && !is_pointer ? KERNEL_IS_VOLATILE_POINTER : 0;
            is_pointer = true;
            named = 0;
        } else if (leaf.kind != LEAF_ARRAY && leaf.kind != LEAF_BITS) {
            return 0; /* a function, which specs cannot qualify */
        }
        type = leaf.type;
    }
    return named | pointer;
}

/* ---- Prototypes */

/* The maximum number of parameters of a function. */
enum { PARAMETERS_MOST = 64 };

/* Returns the prototype of a function; NULL if a type in it is invalid. */
static struct isf_prototype *make_prototype(struct pdb_reader *reader, const struct leaf *function)
{
    struct arena *arena = reader->file->arena;
    uint32_t types[PARAMETERS_MOST + 1] = {function->type};
    size_t count;
    if (!pdb_read_parameters(reader->pdb, function->fields, types + 1, PARAMETERS_MOST, &count))
        return NULL;
    struct isf_prototype *made = ARENA_NEW(arena, struct isf_prototype);
    made->count = count + 1;
    made->types = ARENA_ARRAY(arena, struct isf_type *, made->count);
    made->qualifiers = ARENA_ARRAY(arena, uint8_t, made->count);
    made->inner = ARENA_ARRAY(arena, struct isf_prototype *, made->count);
    for (size_t i = 0; i <= count; i++) {
        if (i && i == count && !types[i])
            break;
        made->types[i] = pdb_make_type(reader, types[i]);
        made->qualifiers[i] = pdb_find_qualifiers(reader, types[i]);
        made->inner[i] = i ? pdb_find_prototype(reader, types[i]) : NULL;
        if (made->types[i]->kind == ISF_WRONG || made->types[i]->kind == ISF_BITFIELD)
            return NULL;
    }
    return made;
}

struct isf_prototype *pdb_find_prototype(struct pdb_reader *reader, uint32_t type)
{
    size_t stars = 0;
    for (size_t depth = 0; depth < DEPTH_MOST && type >= LEAF_FIRST_TYPE; depth++) {
        struct leaf leaf;
        if (!pdb_read_type(reader->pdb, type, &leaf))
            return NULL;
        if (leaf.kind == LEAF_FUNCTION) {
            struct pdb_type *function = &reader->types[type - LEAF_FIRST_TYPE];
            bool is_new = !function->has_prototype && stars == 1;
            function->has_prototype |= is_new; /* In a damaged file a function may contain itself. */
            if (is_new)
                function->prototype = make_prototype(reader, &leaf);
            return stars == 1 ? function->prototype : NULL;
        }
        if (leaf.kind != LEAF_MODIFIER && leaf.kind != LEAF_ARRAY && leaf.kind != LEAF_POINTER)
            return NULL;
        stars += leaf.kind == LEAF_POINTER;
        type = leaf.type;
    }
    return NULL;
}

/* ---- Types of leaves */

/* Returns the type of a leaf. Raises `*depth` to at least the depth of the type that the leaf refers to. */
static struct isf_type *make_inner(struct pdb_reader *reader, uint32_t type, uint8_t *depth)
{
    struct isf_type *made = pdb_make_type(reader, type);
    uint32_t index = type - LEAF_FIRST_TYPE;
    if (type >= LEAF_FIRST_TYPE && index < reader->pdb->type_count)
        *depth = (uint8_t)(reader->types[index].depth + 1);
    return *depth < DEPTH_MOST ? made : pdb_wrong_type(reader, "its type is more than %d levels deep", DEPTH_MOST);
}

static struct isf_type *make_pointer_leaf(struct pdb_reader *reader, const struct leaf *leaf, uint8_t *depth)
{
    uint32_t size = leaf_pointer_size(leaf);
    unsigned mode = leaf_pointer_mode(leaf);
    size = size ? size : reader->pointer_size;
    if (mode == 2 || mode == 3) { /* pointers to members of a class */
        const char *name = arena_format(reader->file->arena, "member_pointer%lu", (unsigned long)size);
        return new_type(reader, &(struct isf_type){.kind = ISF_BASE,
                                                   .name = add_base(reader, &(struct isf_base){name, ISF_INTEGER, size,
                                                                                               .is_signed = false})});
    }
    struct isf_type *of = make_inner(reader, leaf->type, depth);
    if (of->kind == ISF_WRONG || of->kind == ISF_BITFIELD)
        of = make_void(reader);
    return make_pointer(reader, of, size);
}

static struct isf_type *make_array(struct pdb_reader *reader, const struct leaf *leaf, uint8_t *depth)
{
    struct isf_type *of = make_inner(reader, leaf->type, depth);
    uint64_t size = pdb_find_size(reader, leaf->type), count = size ? leaf->size / size : 0;
    if (of->kind == ISF_WRONG)
        return of;
    if (leaf->is_negative || (leaf->size && !size) || count > INT32_MAX)
        return pdb_wrong_type(reader, "it is an array of elements whose size is not known");
    if (size && leaf->size % size)
        return pdb_wrong_type(reader, "it is an array of 0x%llX bytes, with elements of 0x%llX",
                              (unsigned long long)leaf->size, (unsigned long long)size);
    return new_type(reader, &(struct isf_type){.kind = ISF_ARRAY, .of = of, .count = (uint32_t)count});
}

static struct isf_type *make_tag(struct pdb_reader *reader, uint32_t type, const struct leaf *leaf)
{
    static const enum isf_kind kinds[] = {
        [LEAF_STRUCT] = ISF_STRUCT, [LEAF_UNION] = ISF_UNION, [LEAF_ENUM] = ISF_ENUM};
    uint32_t definition = pdb_find_definition(reader, type, leaf);
    const char *name = definition ? reader->types[definition - LEAF_FIRST_TYPE].name : pdb_intern(reader, leaf->name);
    return new_type(reader, &(struct isf_type){.kind = kinds[leaf->kind], .name = name});
}

static struct isf_type *make_leaf(struct pdb_reader *reader, uint32_t type, const struct leaf *leaf)
{
    uint8_t *depth = &reader->types[type - LEAF_FIRST_TYPE].depth;
    switch (leaf->kind) {
    case LEAF_MODIFIER:
        return make_inner(reader, leaf->type, depth);
    case LEAF_POINTER:
        return make_pointer_leaf(reader, leaf, depth);
    case LEAF_ARRAY:
        return make_array(reader, leaf, depth);
    case LEAF_STRUCT:
    case LEAF_UNION:
    case LEAF_ENUM:
        return make_tag(reader, type, leaf);
    case LEAF_BITS: {
        struct isf_type *of = make_inner(reader, leaf->type, depth);
        return of->kind == ISF_WRONG ? of
                                     : new_type(reader, &(struct isf_type){.kind = ISF_BITFIELD,
                                                                           .of = of,
                                                                           .bit_position = leaf->bit,
                                                                           .bit_length = leaf->width});
    }
    case LEAF_FUNCTION:
        return new_type(reader, &(struct isf_type){.kind = ISF_FUNCTION});
    default:
        return pdb_wrong_type(reader, "its type 0x%04lX is none that a member can have", (unsigned long)type);
    }
}

struct isf_type *pdb_make_type(struct pdb_reader *reader, uint32_t type)
{
    if (type < LEAF_FIRST_TYPE)
        return make_simple(reader, type);
    uint32_t index = type - LEAF_FIRST_TYPE;
    if (index >= reader->pdb->type_count)
        return pdb_wrong_type(reader, "the file does not have its type 0x%04lX", (unsigned long)type);
    struct pdb_type *made = &reader->types[index];
    struct leaf leaf;
    if (made->made)
        return made->made;
    if (made->is_open)
        return pdb_wrong_type(reader, "its type 0x%04lX contains itself", (unsigned long)type);
    if (reader->open_count == DEPTH_MOST)
        return pdb_wrong_type(reader, "its type is more than %d levels deep", DEPTH_MOST);
    made->is_open = true;
    reader->open_count++;
    made->made = pdb_read_type(reader->pdb, type, &leaf)
                     ? make_leaf(reader, type, &leaf)
                     : pdb_wrong_type(reader, "its type 0x%04lX is damaged", (unsigned long)type);
    made->is_open = false;
    reader->open_count--;
    return made->made;
}
