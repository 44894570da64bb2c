/*
 * Makes the types of members for an isf_file. A type that makes no sense contains the reason. A pointer to such a type
 * becomes a pointer to void.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "debug/debug_parts.h"
#include "spec/c_type.h"
#include "spec/name_escape.h"

/* Limits: the depth of types in types, which ends circles, and the number of types in a prototype. */
enum { DEPTH_MOST = 64, WEIGHT_MOST = 256 };

/* ---- Types of values */

const char *debug_add_base(struct debug *debug, const char *name, enum isf_base_kind kind, uint32_t size,
                           bool is_signed)
{
    const struct isf_base base = {
        .name = intern_text(debug->file->import->intern, name), .kind = kind, .size = size, .is_signed = is_signed};
    if (!map_get(debug->bases, base.name)) {
        map_set(debug->bases, base.name, debug);
        buffer_add(&debug->file->bases, &base, sizeof base);
    }
    return base.name;
}

const char *debug_integer(struct debug *debug, uint64_t size, bool is_signed, bool is_long)
{
    static const struct {
        const char *name[2]; /* names of the unsigned and of the signed type */
        uint32_t size;
        bool is_long;
    } integers[] = {
        {{"unsigned char", "char"}, 1, false},
        {{"unsigned short", "short"}, 2, false},
        {{"unsigned long", "long"}, 4, true},
        {{"unsigned int", "int"}, 4, false},
        {{"unsigned long long", "long long"}, 8, false},
        {{"uint128", "int128"}, 16, false},
    };
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (integers[i].size == size && (!integers[i].is_long || is_long))
            return debug_add_base(debug, integers[i].name[is_signed], ISF_INTEGER, (uint32_t)size, is_signed);
    return NULL;
}

/* True if this reader gives a name to number types itself. */
static bool is_given(const char *name)
{
    static const char *const names[] = {"void",  "pointer", "bool", "bool16", "bool32", "bool64",  "f16",
                                        "f32",   "f80",     "f96",  "double", "int128", "uint128", "wchar"};
    bool is = !strncmp(name, KERNEL_BYTES, strlen(KERNEL_BYTES)) && ascii_is_digit(name[strlen(KERNEL_BYTES)]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is |= !strcmp(name, names[i]);
    return is;
}

/* Returns the name of a type for bytes without a meaning. */
static const char *make_bytes(struct debug *debug, uint64_t size)
{
    return debug_add_base(debug, arena_format(debug->file->arena, KERNEL_BYTES "%lu", (unsigned long)size), ISF_FLOAT,
                          (uint32_t)size, false);
}

static const char *make_float(struct debug *debug, const struct debug_type *type)
{
    static const struct {
        uint32_t size;
        const char *name;
    } floats[] = {{2, "f16"}, {4, "f32"}, {8, "double"}, {10, "f80"}, {12, "f96"}, {16, "long double"}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (floats[i].size == type->size)
            return debug_add_base(debug, floats[i].name, ISF_FLOAT, floats[i].size, true);
    return make_bytes(debug, type->size);
}

/* True if an integer is signed. A char counts as signed, because some compilers do not state it. */
static bool is_signed(const struct debug_type *integer)
{
    return integer->is_signed || (integer->size == 1 && integer->name && !strcmp(integer->name, "char"));
}

/* Returns the integer type that a `typedef` such as `pid_t` names. Returns NULL if it names another type, or if another
 * integer already has the name. If specs use the name for a type of C, as they do with `ULONG`, returns that type. */
static struct isf_type *make_named(struct debug *debug, const struct debug_type *named)
{
    const struct debug_type *integer = debug_strip(debug, named->of);
    uint64_t size = integer && integer->kind == DEBUG_INTEGER ? integer->size : 0;
    if ((size != 1 && size != 2 && size != 4 && size != 8) || !named->name || !name_is_plain(named->name) ||
        is_given(named->name))
        return NULL;
    const char *c = c_type_name(named->name);
    const struct c_type *known = c ? c_type_find(c) : NULL;
    if (known && known->size == size && !strcmp(known->kind, is_signed(integer) ? "signed" : "unsigned"))
        return debug_new_type(debug, &(struct isf_type){.kind = ISF_BASE,
                                                        .name = debug_add_base(debug, c, ISF_INTEGER, known->size,
                                                                               is_signed(integer))});
    const struct debug_type *first = map_get(debug->named_integers, named->name);
    if (!first)
        map_set(debug->named_integers, named->name, (void *)(uintptr_t)(first = integer));
    if (first->size != size || is_signed(first) != is_signed(integer))
        return NULL;
    const char *name = debug_add_base(debug, named->name, ISF_INTEGER, (uint32_t)size, is_signed(integer));
    return debug_new_type(debug, &(struct isf_type){.kind = ISF_BASE, .name = name});
}

static struct isf_type *make_base(struct debug *debug, const struct debug_type *type)
{
    static const char *const bools[] = {[1] = "bool", [2] = "bool16", [4] = "bool32", [8] = "bool64"};
    const char *name = NULL;
    if (type->kind == DEBUG_VOID)
        name = debug_add_base(debug, "void", ISF_VOID, 0, true);
    else if (!type->size || type->size > INT32_MAX)
        return debug_wrong_type(debug, "its type has no bytes, or more than 2 GiB");
    else if (type->kind == DEBUG_FLOAT)
        name = make_float(debug, type);
    else if (type->kind == DEBUG_BOOL && type->size < sizeof bools / sizeof *bools && bools[type->size])
        name = debug_add_base(debug, bools[type->size], ISF_INTEGER, (uint32_t)type->size, false);
    else if (type->kind == DEBUG_INTEGER)
        name = debug_integer(debug, type->size, is_signed(type), type->name && strstr(type->name, "long"));
    return debug_new_type(debug,
                          &(struct isf_type){.kind = ISF_BASE, .name = name ? name : make_bytes(debug, type->size)});
}

/* ---- Types */

/* Returns the type that another one consists of or points to, and raises `*depth` above its depth. */
static struct isf_type *make_inner(struct debug *debug, const struct debug_type *type, uint8_t *depth)
{
    struct isf_type *made = debug_make_type(debug, type->of);
    const struct debug_type *inner = debug_strip(debug, type->of);
    *depth = inner ? (uint8_t)(inner->depth + 1) : 0;
    return *depth < DEPTH_MOST ? made : debug_wrong_type(debug, "its type is more than 64 levels deep");
}

/* Returns a structure, union or enumeration. A declaration leads to the first definition with its name. */
static struct isf_type *make_tag(const struct debug *debug, const struct debug_type *type, const struct debug_type *tag)
{
    static const enum isf_kind kinds[] = {
        [DEBUG_STRUCT] = ISF_STRUCT, [DEBUG_UNION] = ISF_UNION, [DEBUG_ENUM] = ISF_ENUM};
    enum isf_kind kind = kinds[tag->kind];
    const char *name = type->same ? type->same->given : type->name;
    if (!name)
        return debug_wrong_type(debug, "its type has no name and is not defined");
    if (!type->same) {
        struct debug_type *first = map_get(kind == ISF_ENUM ? debug->enums : debug->records, name);
        kind = first && kind != ISF_ENUM ? kinds[debug_tag(debug, first)->kind] : kind;
    }
    return debug_new_type(debug, &(struct isf_type){.kind = kind, .name = name});
}

static struct isf_type *make_type(struct debug *debug, struct debug_type *type)
{
    const struct debug_type *tag = debug_tag(debug, type);
    struct isf_type *of = NULL;
    if (tag)
        return make_tag(debug, type, tag);
    if (type->kind == DEBUG_FUNCTION)
        return debug_new_type(debug, &(struct isf_type){.kind = ISF_FUNCTION});
    if (type->kind == DEBUG_POINTER || type->kind == DEBUG_ARRAY)
        of = make_inner(debug, type, &type->depth);
    if (type->kind == DEBUG_POINTER) {
        if (of->kind == ISF_WRONG)
            of = make_base(debug, debug_type(debug, 0));
        return debug_new_type(debug, &(struct isf_type){.kind = ISF_POINTER, .of = of});
    }
    if (type->kind == DEBUG_ARRAY && of->kind == ISF_WRONG)
        return of;
    if (type->kind == DEBUG_ARRAY)
        return debug_new_type(
            debug, &(struct isf_type){.kind = ISF_ARRAY,
                                      .of = of,
                                      .count = type->count > INT32_MAX ? ISF_NO_NUMBER : (uint32_t)type->count});
    return type->kind == DEBUG_NONE ? debug_wrong_type(debug, "its type is none that C has") : make_base(debug, type);
}

/* Returns the `typedef` that a type is, apart from qualifiers; NULL if it is none. */
static struct debug_type *find_typedef(const struct debug *debug, uint32_t type)
{
    struct debug_type *found = debug_type(debug, type);
    for (size_t i = 0; i < DEPTH_MOST && found; i++) {
        if (found->kind == DEBUG_TYPEDEF)
            return found;
        bool is_qualifier = found->kind == DEBUG_CONST || found->kind == DEBUG_VOLATILE || found->kind == DEBUG_SAME;
        found = is_qualifier ? debug_type(debug, found->of) : NULL;
    }
    return NULL;
}

struct isf_type *debug_make_type(struct debug *debug, uint32_t type)
{
    struct debug_type *found = debug_strip(debug, type), *named = find_typedef(debug, type);
    if (named && found && found->kind == DEBUG_INTEGER && !named->made)
        named->made = make_named(debug, named);
    if (named && named->made)
        return named->made;
    if (!found)
        return debug_wrong_type(debug, "the file does not have its type");
    if (found->made)
        return found->made;
    if (found->is_open)
        return debug_wrong_type(debug, "its type contains itself");
    if (debug->open_count == DEPTH_MOST)
        return debug_wrong_type(debug, "its type is more than 64 levels deep");
    found->is_open = true;
    debug->open_count++;
    found->made = make_type(debug, found);
    found->is_open = false;
    debug->open_count--;
    return found->made;
}

/* ---- Qualifiers and prototypes */

uint8_t debug_qualifiers(const struct debug *debug, uint32_t type)
{
    uint8_t named = 0, pointer = 0;
    bool is_pointer = false;
    for (size_t i = 0; i < DEPTH_MOST; i++) {
        const struct debug_type *found = debug_type(debug, type);
        if (found && found->kind == DEBUG_FUNCTION)
            return 0;
        if (!found || found->kind < DEBUG_POINTER || (found->kind > DEBUG_ARRAY && found->kind < DEBUG_TYPEDEF))
            break;
        named |= found->kind == DEBUG_CONST ? KERNEL_IS_CONST : 0;
        named |= found->kind == DEBUG_VOLATILE ? KERNEL_IS_VOLATILE : 0;
        if (found->kind == DEBUG_POINTER) {
            /* Specs can express qualifiers of the outermost pointer, if it is the only one, and of the type at the end
             * of all pointers. */
            pointer = named & KERNEL_IS_VOLATILE && !is_pointer ? KERNEL_IS_VOLATILE_POINTER : 0;
            is_pointer = true;
            named = 0;
        }
        type = found->of;
    }
    return named | pointer;
}

/* Returns the function that a type, or the elements of an array type, point to; NULL if there is none. */
static struct debug_type *find_function(const struct debug *debug, uint32_t type)
{
    struct debug_type *found = debug_strip(debug, type);
    for (size_t i = 0; i < DEPTH_MOST && found && found->kind == DEBUG_ARRAY; i++)
        found = debug_strip(debug, found->of);
    found = found && found->kind == DEBUG_POINTER ? debug_strip(debug, found->of) : NULL;
    return found && found->kind == DEBUG_FUNCTION ? found : NULL;
}

/* Returns the prototype of the function that a parameter points to; NULL if the prototype of the outer function would
 * then contain too many types. Functions that take each other as parameters would otherwise need endless text. */
static struct isf_prototype *make_inner_prototype(struct debug *debug, struct debug_type *function, uint32_t type)
{
    const struct debug_type *inner = find_function(debug, type);
    struct isf_prototype *made = debug_prototype(debug, type);
    if (!made || function->weight + inner->weight > WEIGHT_MOST)
        return NULL;
    function->weight += inner->weight;
    return made;
}

/* Returns the prototype of a function; NULL if one of its types makes no sense. */
static struct isf_prototype *make_prototype(struct debug *debug, struct debug_type *function)
{
    struct arena *arena = debug->file->arena;
    const uint32_t *parameters = (const void *)debug->parameters.data;
    struct isf_prototype *made = ARENA_NEW(arena, struct isf_prototype);
    made->count = (size_t)function->item_count + 1;
    function->weight = function->item_count;
    made->types = ARENA_ARRAY(arena, struct isf_type *, made->count);
    made->qualifiers = ARENA_ARRAY(arena, uint8_t, made->count);
    made->inner = ARENA_ARRAY(arena, struct isf_prototype *, made->count);
    for (size_t i = 0; i < made->count; i++) {
        uint32_t type = i ? parameters[function->first + i - 1] : function->of;
        if (i + 1 == made->count && i && type == DEBUG_NO_TYPE)
            break;
        made->types[i] = debug_make_type(debug, type);
        made->qualifiers[i] = debug_qualifiers(debug, type);
        made->inner[i] = i ? make_inner_prototype(debug, function, type) : NULL;
        bool is_function = made->types[i]->kind == ISF_POINTER && made->types[i]->of->kind == ISF_FUNCTION;
        if (made->types[i]->kind == ISF_WRONG || (is_function && !i))
            return NULL;
    }
    return made;
}

struct isf_prototype *debug_prototype(struct debug *debug, uint32_t type)
{
    struct debug_type *found = find_function(debug, type);
    if (!found || debug->open_count == DEPTH_MOST)
        return NULL;
    if (!found->has_prototype) {
        /* set before the types are made, because in a damaged file a function may contain itself */
        found->has_prototype = true;
        debug->open_count++;
        found->prototype = make_prototype(debug, found);
        debug->open_count--;
    }
    return found->prototype;
}
