#include "kernel/header.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/load.h"
#include "kernel/bit_units.h"
#include "kernel/header_parts.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"
#include "kernel/source.h"
#include "model/type.h"
#include "clang/beside.h"
#include "clang/broken.h"
#include "clang/unit.h"

/* The maximum nesting of pointers and arrays. */
enum { DEPTH_MOST = 64 };

/* A record while its fields are added. */
struct open_record {
    struct header_reader *reader;
    struct bit_units units;
};

static const char *interned_name(const struct header_reader *reader, const char *text)
{
    return intern_text(reader->file->import->intern, text);
}

static const struct clang *clang_of(const struct header_reader *reader)
{
    return &reader->unit->clang;
}

/* ---- Types of values ---- */

/* Integer and floating-point types, as symbol files name them. */
static const struct {
    int kind;
    const char *name;
    enum isf_base_kind base;
    bool is_signed;
} bases[] = {
    {CLANG_VOID, "void", ISF_VOID, true},
    {CLANG_BOOL, "bool", ISF_INTEGER, false},
    {CLANG_CHAR_U, "char", ISF_INTEGER, true},
    {CLANG_CHAR_S, "char", ISF_INTEGER, true},
    {CLANG_SCHAR, "char", ISF_INTEGER, true},
    {CLANG_UCHAR, "unsigned char", ISF_INTEGER, false},
    {CLANG_CHAR16, "char16", ISF_INTEGER, false},
    {CLANG_CHAR32, "char32", ISF_INTEGER, false},
    {CLANG_WCHAR, "wchar", ISF_INTEGER, true},
    {CLANG_SHORT, "short", ISF_INTEGER, true},
    {CLANG_USHORT, "unsigned short", ISF_INTEGER, false},
    {CLANG_INT, "int", ISF_INTEGER, true},
    {CLANG_UINT, "unsigned int", ISF_INTEGER, false},
    {CLANG_LONG, "long", ISF_INTEGER, true},
    {CLANG_ULONG, "unsigned long", ISF_INTEGER, false},
    {CLANG_LONGLONG, "long long", ISF_INTEGER, true},
    {CLANG_ULONGLONG, "unsigned long long", ISF_INTEGER, false},
    {CLANG_INT128, "int128", ISF_INTEGER, true},
    {CLANG_UINT128, "uint128", ISF_INTEGER, false},
    {CLANG_FLOAT, "f32", ISF_FLOAT, true},
    {CLANG_DOUBLE, "double", ISF_FLOAT, true},
};

enum { BASE_COUNT = sizeof bases / sizeof *bases };

/* Integer names of C that symbol files keep apart from the types above, although they mean the same. */
static const struct {
    const char *name;
    struct isf_base base;
} known_typedefs[] = {
    {"wchar_t", {.name = "wchar", .kind = ISF_INTEGER, .size = 2, .is_signed = true}},
    {"HRESULT", {.name = "HRESULT", .kind = ISF_INTEGER, .size = 4, .is_signed = true}},
};

static struct isf_type *new_type(struct header_reader *reader, const struct isf_type *type)
{
    return arena_copy_array(reader->file->arena, type, 1, sizeof *type);
}

static struct isf_type *wrong_type(struct header_reader *reader, const char *reason)
{
    return new_type(reader, &(struct isf_type){.kind = ISF_WRONG, .name = reason});
}

/* Adds a type of values to the file, unless the file has it. A type with the same name and another size gets a
 * number. */
static struct isf_type *add_base(struct header_reader *reader, struct isf_base base)
{
    struct buffer *all = &reader->file->bases;
    const char *name = base.name;
    for (unsigned number = 2;; number++) {
        base.name = interned_name(reader, name);
        uintptr_t index = (uintptr_t)map_get(reader->bases, base.name);
        const struct isf_base *known = index ? &((const struct isf_base *)(const void *)all->data)[index - 1] : NULL;
        if (!known) {
            buffer_add(all, &base, sizeof base);
            map_set(reader->bases, base.name, (void *)(all->size / sizeof base));
        }
        if (!known || (known->size == base.size && known->kind == base.kind && known->is_signed == base.is_signed))
            return new_type(reader, &(struct isf_type){.kind = ISF_BASE, .name = base.name});
        name = arena_format(reader->file->arena, "%s-%u", name, number);
    }
}

/* Returns the unsigned type of 1, 2, 4 or 8 bytes. */
static struct isf_type *make_unsigned(struct header_reader *reader, uint32_t size)
{
    const char *name = size == 1   ? "unsigned char"
                       : size == 2 ? "unsigned short"
                       : size == 4 ? "unsigned long"
                                   : "unsigned long long";
    return add_base(reader, (struct isf_base){.name = name, .kind = ISF_INTEGER, .size = size});
}

/* Follows the typedefs of a type. Returns the type of the first known typedef, or NULL. Sets the name of the last
 * typedef, or NULL. */
static struct isf_type *find_typedef(struct header_reader *reader, struct clang_type type, const char **last)
{
    const struct clang *clang = clang_of(reader);
    uint64_t size = (uint64_t)clang->get_size(type);
    *last = NULL;
    while (type.kind == CLANG_TYPEDEF || type.kind == CLANG_ELABORATED) {
        if (type.kind == CLANG_ELABORATED) {
            type = clang->get_named(type);
            continue;
        }
        struct clang_cursor declaration = clang->get_declaration(type);
        const char *name = clang_name_of(reader->unit, declaration);
        for (size_t i = 0; name && i < sizeof known_typedefs / sizeof *known_typedefs; i++)
            if (!strcmp(known_typedefs[i].name, name) && known_typedefs[i].base.size == size)
                return add_base(reader, known_typedefs[i].base);
        *last = name ? name : *last;
        type = clang->get_underlying(declaration);
    }
    return NULL;
}

/* True if a type is no integer, even if its size is that of an integer. */
static bool is_no_integer(int kind)
{
    return kind == CLANG_HALF || kind == CLANG_FLOAT16 || kind == CLANG_COMPLEX || kind == CLANG_VECTOR ||
           kind == CLANG_WIDE_VECTOR;
}

/* Returns an integer or floating-point type. A type that is neither becomes bytes; if no integer has their size, they
 * get the name of its typedef. A type that libclang does not know becomes an integer of its size. */
static struct isf_type *make_base(struct header_reader *reader, struct clang_type type, const char *name)
{
    long long size = clang_of(reader)->get_size(type);
    int kind = type.kind;
    if (kind == CLANG_LONG_DOUBLE && size == 8)
        kind = CLANG_DOUBLE;
    /* `long` has 8 bytes only on other systems than Windows. */
    if ((kind == CLANG_LONG || kind == CLANG_ULONG) && size == 8)
        kind += CLANG_LONGLONG - CLANG_LONG;
    for (size_t i = 0; i < BASE_COUNT; i++)
        if (bases[i].kind == kind)
            return add_base(reader, (struct isf_base){.name = bases[i].name,
                                                      .kind = bases[i].base,
                                                      .size = bases[i].base == ISF_VOID ? 0 : (uint32_t)size,
                                                      .is_signed = bases[i].is_signed});
    if (size <= 0 || size > INT32_MAX)
        return wrong_type(reader, "it is of a type whose size clang does not know");
    bool is_small = size == 1 || size == 2 || size == 4 || size == 8;
    if (is_small && !is_no_integer(kind))
        return make_unsigned(reader, (uint32_t)size);
    if (is_small)
        name = arena_format(reader->file->arena, KERNEL_BYTES "%lld", size);
    name = kind == CLANG_LONG_DOUBLE ? "long double" : name ? name : "bytes";
    return add_base(reader, (struct isf_base){.name = name, .kind = ISF_FLOAT, .size = (uint32_t)size});
}

/* ---- Types ---- */

static struct isf_type *make_type(struct header_reader *reader, struct clang_type type);

/* Returns a pointer type. A pointer whose size is not that of the program's pointers becomes a number. */
static struct isf_type *make_pointer(struct header_reader *reader, struct clang_type type)
{
    bool is_reference = type.kind == CLANG_REFERENCE || type.kind == CLANG_MOVED_REFERENCE;
    long long size = is_reference ? reader->unit->pointer_size : clang_of(reader)->get_size(type);
    if (size != reader->unit->pointer_size && (size == 2 || size == 4 || size == 8))
        return make_unsigned(reader, (uint32_t)size);
    struct isf_type *of = make_type(reader, clang_of(reader)->get_pointee(type));
    if (of->kind == ISF_WRONG)
        of = add_base(reader, (struct isf_base){"void", ISF_VOID, 0, .is_signed = true});
    return new_type(reader, &(struct isf_type){.kind = ISF_POINTER, .of = of});
}

static struct isf_type *make_array(struct header_reader *reader, struct clang_type type)
{
    long long count = type.kind == CLANG_OPEN_ARRAY ? 0 : clang_of(reader)->get_count(type);
    struct isf_type *of = make_type(reader, clang_of(reader)->get_element(type));
    if (of->kind == ISF_WRONG)
        return of;
    return new_type(reader, &(struct isf_type){.kind = ISF_ARRAY,
                                               .of = of,
                                               .count = count < 0 || count > INT32_MAX ? ISF_NO_NUMBER
                                                                                       : (uint32_t)count});
}

/* Returns a structure, union or enumeration. An enumeration that is declared but not defined becomes an integer. */
static struct isf_type *make_tag(struct header_reader *reader, struct clang_type type)
{
    static const enum isf_kind kinds[] = {
        [CLANG_TAG_STRUCT] = ISF_STRUCT, [CLANG_TAG_UNION] = ISF_UNION, [CLANG_TAG_ENUM] = ISF_ENUM};
    const struct clang_tag *tag = clang_find_tag(reader->unit, type);
    struct clang_cursor cursor = clang_of(reader)->get_declaration(type);
    if (tag && !tag->name && clang_judge(reader->unit, tag) == CLANG_BROKEN)
        return wrong_type(reader, "clang finds an error in its type");
    if (tag) {
        size_t index = (size_t)(tag - (const struct clang_tag *)(const void *)reader->unit->tags.data);
        return new_type(reader, &(struct isf_type){.kind = kinds[tag->kind], .name = reader->names[index]});
    }
    if (type.kind == CLANG_ENUM)
        return make_base(reader, clang_of(reader)->get_canonical(clang_of(reader)->get_value_type(cursor)), NULL);
    const char *name = clang_name_of(reader->unit, cursor);
    enum isf_kind kind = cursor.kind == CLANG_UNION_DECLARATION ? ISF_UNION : ISF_STRUCT;
    return name ? new_type(reader, &(struct isf_type){.kind = kind, .name = name})
                : wrong_type(reader, "its type has no name and is not defined");
}

static struct isf_type *make_canonical(struct header_reader *reader, struct clang_type type, const char *name)
{
    switch (type.kind) {
    case CLANG_POINTER:
    case CLANG_BLOCK_POINTER:
    case CLANG_REFERENCE:
    case CLANG_MOVED_REFERENCE:
        return make_pointer(reader, type);
    case CLANG_ARRAY:
    case CLANG_OPEN_ARRAY:
        return make_array(reader, type);
    case CLANG_RECORD:
    case CLANG_ENUM:
        return make_tag(reader, type);
    case CLANG_FUNCTION:
    case CLANG_FUNCTION_BARE:
        return new_type(reader, &(struct isf_type){.kind = ISF_FUNCTION});
    case CLANG_ATOMIC:
        return make_type(reader, clang_of(reader)->get_atomic(type));
    default:
        return make_base(reader, type, name);
    }
}

/* Pointers and arrays keep the typedef name of their target or element. */
static struct isf_type *make_type(struct header_reader *reader, struct clang_type type)
{
    const struct clang *clang = clang_of(reader);
    const char *name;
    if (reader->depth == DEPTH_MOST)
        return wrong_type(reader, "its type has more than 64 levels");
    struct isf_type *made = find_typedef(reader, type, &name);
    if (made)
        return made;
    reader->depth++;
    struct clang_type canonical = clang->get_canonical(type);
    while (type.kind != canonical.kind && (type.kind == CLANG_TYPEDEF || type.kind == CLANG_ELABORATED))
        type = type.kind == CLANG_ELABORATED ? clang->get_named(type)
                                             : clang->get_underlying(clang->get_declaration(type));
    made = make_canonical(reader, type.kind == canonical.kind ? type : canonical, name);
    reader->depth--;
    return made;
}

/* ---- Qualifiers and prototypes ---- */

/* Returns the innermost element of an array type, or the type itself if it is no array. The result is canonical. */
static struct clang_type find_element(const struct clang *clang, struct clang_type type, uint8_t *qualifiers)
{
    for (type = clang->get_canonical(type);; type = clang->get_canonical(clang->get_element(type))) {
        *qualifiers |= clang->is_const(type) ? KERNEL_IS_CONST : 0;
        *qualifiers |= clang->is_volatile(type) ? KERNEL_IS_VOLATILE : 0;
        if (type.kind != CLANG_ARRAY && type.kind != CLANG_OPEN_ARRAY)
            return type;
    }
}

/* Returns the qualifiers of a type, of enum kernel_qualifier. Specs can only qualify the outermost pointer, if it is
 * the only one, and the innermost target. */
static uint8_t find_qualifiers(const struct clang *clang, struct clang_type type)
{
    uint8_t named = 0, pointer = 0;
    type = find_element(clang, type, &named);
    for (size_t depth = 0; type.kind == CLANG_POINTER && depth < DEPTH_MOST; depth++) {
        pointer = named & KERNEL_IS_VOLATILE && !depth ? KERNEL_IS_VOLATILE_POINTER : 0;
        named = 0;
        type = find_element(clang, clang->get_pointee(type), &named);
    }
    return type.kind == CLANG_FUNCTION || type.kind == CLANG_FUNCTION_BARE ? 0 : named | pointer;
}

/* Returns the prototype of a pointer to a function, or of an array of such pointers. Returns NULL for other types, and
 * for prototypes that specs cannot express. */
static struct isf_prototype *make_prototype(struct header_reader *reader, struct clang_type type, unsigned depth)
{
    const struct clang *clang = clang_of(reader);
    struct arena *arena = reader->file->arena;
    uint8_t unused = 0;
    struct clang_type pointer = find_element(clang, type, &unused);
    if (pointer.kind != CLANG_POINTER)
        return NULL;
    struct clang_type function = find_element(clang, clang->get_pointee(pointer), &unused);
    int count = function.kind == CLANG_FUNCTION ? clang->count_parameters(function) : -1;
    if (count < 0 || depth == DEPTH_MOST)
        return NULL;
    struct isf_prototype *made = ARENA_NEW(arena, struct isf_prototype);
    made->count = (size_t)count + 1 + (clang->is_variadic(function) != 0);
    made->types = ARENA_ARRAY(arena, struct isf_type *, made->count);
    made->qualifiers = ARENA_ARRAY(arena, uint8_t, made->count);
    made->inner = ARENA_ARRAY(arena, struct isf_prototype *, made->count);
    for (size_t i = 0; i <= (size_t)count; i++) {
        struct clang_type one = i ? clang->get_parameter(function, (unsigned)i - 1) : clang->get_result(function);
        made->types[i] = make_type(reader, one);
        made->qualifiers[i] = find_qualifiers(clang, one);
        made->inner[i] = i ? make_prototype(reader, one, depth + 1) : NULL;
        bool is_function = made->types[i]->kind == ISF_POINTER && made->types[i]->of->kind == ISF_FUNCTION;
        if (made->types[i]->kind == ISF_WRONG || (is_function && !i))
            return NULL;
    }
    return made;
}

/* ---- Fields ---- */

/* Adds a field. `bit` is its position according to clang. */
static void add_field(struct header_reader *reader, struct clang_cursor cursor, const struct isf_field *field,
                      uint64_t bit)
{
    struct header_note note = {.bit = bit};
    clang_claim_of_field(reader->unit, cursor, &note.claim, &note.span);
    buffer_add(&reader->notes, &note, sizeof note);
    buffer_add(&reader->file->fields, field, sizeof *field);
}

/* Adds a bit-field. A bit-field without a name only takes up bits. One with 0 bits ends the storage unit. */
static void add_bits(struct open_record *record, struct clang_cursor cursor, const char *name, uint64_t bit, int width)
{
    struct header_reader *reader = record->reader;
    struct clang_type type = clang_of(reader)->get_type(cursor);
    long long size = clang_of(reader)->get_size(type);
    if (!width || size <= 0 || size > 8) {
        record->units.unit = 0;
        return;
    }
    bool is_found = bit_units_find(&record->units, bit, (uint64_t)width, (uint32_t)size);
    if (!name)
        return;
    struct isf_field field = {.name = name, .qualifiers = find_qualifiers(clang_of(reader), type)};
    if (is_found) {
        uint32_t unit = record->units.unit;
        struct isf_type *of = unit == size ? make_type(reader, type) : make_unsigned(reader, unit);
        field.offset = (uint32_t)record->units.begin;
        field.type = new_type(reader, &(struct isf_type){.kind = ISF_BITFIELD,
                                                         .of = of,
                                                         .bit_position = (uint32_t)(bit - 8 * record->units.begin),
                                                         .bit_length = (uint32_t)width});
    } else {
        field.offset = (uint32_t)(bit / 8);
        field.type = wrong_type(reader, "it is a bit-field that no integer within its structure holds");
    }
    add_field(reader, cursor, &field, bit);
}

/* Adds a member. clang's bit offsets fit their types only in records of at most 2 GiB. */
static int visit_field(struct clang_cursor cursor, void *user)
{
    struct open_record *record = user;
    struct header_reader *reader = record->reader;
    const struct clang *clang = clang_of(reader);
    const char *name = clang_name_of(reader->unit, cursor);
    long long bit = clang->get_offset(cursor);
    int width = clang->get_width(cursor);
    if (width >= 0 && bit >= 0) {
        add_bits(record, cursor, name, (uint64_t)bit, width);
        return CLANG_NEXT;
    }
    struct isf_type *type = bit < 0 ? wrong_type(reader, "clang does not know its offset")
                                    : make_type(reader, clang->get_type(cursor));
    long long size = clang->get_size(clang->get_type(cursor));
    bool is_record = type->kind == ISF_STRUCT || type->kind == ISF_UNION;
    const struct isf_field field = {.name = name ? name : interned_name(reader, ""),
                                    .type = type,
                                    .offset = bit < 0 ? 0 : (uint32_t)(bit / 8),
                                    .is_anonymous = !name && is_record,
                                    .qualifiers = find_qualifiers(clang, clang->get_type(cursor)),
                                    .prototype = make_prototype(reader, clang->get_type(cursor), 0)};
    add_field(reader, cursor, &field, bit < 0 ? 0 : (uint64_t)bit);
    bit_units_add_member(&record->units, bit < 0 ? 0 : (uint64_t)bit / 8, bit < 0 || size < 0 ? 0 : (uint64_t)size);
    return CLANG_NEXT;
}

/* ---- Tags ---- */

/* Reports why the header cannot be read, and returns false. */
static bool report_header(const struct header_reader *reader, const char *reason)
{
    diag_report(reader->file->import->diags, DIAG_READ, (struct span){0, 0}, "cannot read '%s': %s",
                reader->file->name, reason);
    return false;
}

static bool add_record(struct header_reader *reader, const struct clang_tag *tag, const char *name)
{
    struct isf_file *file = reader->file;
    struct clang_type type = clang_of(reader)->get_type(tag->cursor);
    long long size = clang_of(reader)->get_size(type);
    struct isf_record record = {.name = name,
                                .is_union = tag->kind == CLANG_TAG_UNION,
                                .has_order = true,
                                .first_field = file->fields.size / sizeof(struct isf_field)};
    if (size < 0 || size > INT32_MAX)
        return report_header(
            reader, arena_format(file->arena,
                                 size < 0 ? "clang does not know the size of '%s'" : "'%s' has more than 2 GiB", name));
    record.size = (uint32_t)size;
    struct open_record open = {reader, {.is_union = record.is_union, .size = record.size}};
    clang_of(reader)->visit_fields(type, visit_field, &open);
    record.field_count = file->fields.size / sizeof(struct isf_field) - record.first_field;
    struct header_record noted = {.is_inner = !tag->name, .is_unsure = tag->state == CLANG_CLAIMED};
    clang_claim_of_tag(reader->unit, tag->cursor, &noted.claim, &noted.span);
    buffer_add(&reader->records, &noted, sizeof noted);
    buffer_add(&file->records, &record, sizeof record);
    return true;
}

/* An enumeration whose values are being added. */
struct open_enum {
    struct header_reader *reader;
    bool is_signed;
    uint64_t mask; /* mask of the bits of a value */
};

static int visit_value(struct clang_cursor cursor, struct clang_cursor parent, void *user)
{
    const struct open_enum *open = user;
    struct header_reader *reader = open->reader;
    const char *name = clang_name_of(reader->unit, cursor);
    (void)parent;
    if (cursor.kind != CLANG_VALUE_DECLARATION || !name)
        return CLANG_NEXT;
    long long number = clang_of(reader)->get_value(cursor);
    const struct isf_value value = {.name = name,
                                    .bits = open->is_signed && number < 0 ? 0 - (uint64_t)number
                                                                           : (uint64_t)number & open->mask,
                                    .is_negative = open->is_signed && number < 0};
    buffer_add(&reader->file->values, &value, sizeof value);
    return CLANG_NEXT;
}

static bool add_enum(struct header_reader *reader, const struct clang_tag *tag, const char *name)
{
    struct isf_file *file = reader->file;
    const struct clang *clang = clang_of(reader);
    struct clang_type type = clang->get_canonical(clang->get_value_type(tag->cursor));
    const struct isf_type *base = make_base(reader, type, NULL);
    long long size = clang->get_size(type);
    struct open_enum open = {.reader = reader, .mask = UINT64_MAX >> (size > 0 && size < 8 ? 64 - 8 * size : 0)};
    for (size_t i = 0; i < BASE_COUNT; i++)
        open.is_signed |= bases[i].kind == type.kind && bases[i].is_signed;
    struct isf_enum enumeration = {.name = name,
                                   .base = base->name,
                                   .size = (uint32_t)size,
                                   .first_value = file->values.size / sizeof(struct isf_value)};
    clang->visit(tag->cursor, visit_value, &open);
    enumeration.value_count = file->values.size / sizeof(struct isf_value) - enumeration.first_value;
    buffer_add(&file->enums, &enumeration, sizeof enumeration);
    return true;
}

/* Names all tags. A tag whose name is already taken, for example by a typedef, gets a number. */
static void name_tags(struct header_reader *reader)
{
    struct arena *arena = reader->file->arena;
    const struct clang_tag *tags = (const void *)reader->unit->tags.data;
    size_t count = reader->unit->tags.size / sizeof *tags;
    struct map *taken[2] = {map_new(arena), map_new(arena)};
    reader->names = ARENA_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        struct map *names = taken[tags[i].kind == CLANG_TAG_ENUM];
        const char *name =
            tags[i].name ? tags[i].name : interned_name(reader, arena_format(arena, "__unnamed_%zx", i + 1));
        const char *numbered = name;
        for (uintptr_t number = (uintptr_t)map_get(names, name); map_get(names, numbered); number++) {
            numbered = interned_name(reader, arena_format(arena, "%s-%zu", name, (size_t)number + 1));
            map_set(names, name, (void *)(number + 1));
        }
        map_set(names, numbered, (void *)(uintptr_t)1);
        reader->names[i] = numbered;
    }
}

/* Reports a definition that is left out; `count` others were before. */
static void report_broken(struct header_reader *reader, const struct clang_tag *tag, bool has_base, size_t count)
{
    enum { REPORTS_MOST = 5 };
    const struct clang_run *run = reader->unit->run;
    const char *text = arena_format(run->program->arena,
                                    has_base ? "'%s' is left out: libclang does not say where its base classes lie"
                                             : "'%s' is left out: clang finds an error in it or in a type in it, or "
                                               "knows no size of a member",
                                    tag->name ? tag->name : "");
    text = interned_name(reader, count < REPORTS_MOST ? text : "more definitions are left out for such reasons");
    if (!tag->name || map_get(run->said, text))
        return;
    map_set(run->said, text, reader);
    diag_report(run->program->diags, DIAG_UNREAD, clang_span_of(reader->unit, tag->cursor), "%s", text);
}

static bool read_header(struct header_reader *reader, const struct clang_run *run, const struct clang_header *header)
{
    if (!clang_open(reader->unit, run, header))
        return false;
    const struct arch *arch = reader->file->arch;
    const struct clang_tag *tags = (const void *)reader->unit->tags.data;
    size_t count = reader->unit->tags.size / sizeof *tags;
    if (reader->unit->pointer_size != arch->pointer_size)
        return report_header(reader,
                             arena_format(reader->file->arena,
                                          "clang's target has pointers of %lu bytes, and the architecture '%s' of %lu",
                                          (unsigned long)reader->unit->pointer_size, arch->name,
                                          (unsigned long)arch->pointer_size));
    name_tags(reader);
    size_t broken = 0;
    for (size_t i = 0; i < count; i++) {
        enum clang_tag_state state = clang_judge(reader->unit, &tags[i]);
        bool has_base = state != CLANG_UNKNOWN && clang_has_base(reader->unit, &tags[i]);
        broken += state == CLANG_UNKNOWN;
        if (state == CLANG_BROKEN || has_base)
            report_broken(reader, &tags[i], has_base, broken++);
        else if (state != CLANG_UNKNOWN &&
                 !(tags[i].kind == CLANG_TAG_ENUM ? add_enum : add_record)(reader, &tags[i], reader->names[i]))
            return false;
    }
    header_take_claims(reader);
    bool is_empty = !reader->file->records.size && !reader->file->enums.size;
    return !broken || !is_empty || report_header(reader, "all of its structures are left out");
}

struct isf_file *kernel_open_header(const struct isf_import *import, const struct clang_run *run,
                                    const struct clang_header *header, const struct arch *arch)
{
    struct isf_file *file = ARENA_NEW(import->arena, struct isf_file);
    *file = (struct isf_file){
        .import = import, .name = header->path, .arena = arena_new(), .arch = arch, .is_of_c = true};
    struct clang_unit unit;
    struct header_reader reader = {.file = file, .unit = &unit, .bases = map_new(file->arena)};
    bool done = read_header(&reader, run, header);
    clang_close(&unit);
    buffer_free(&reader.notes);
    buffer_free(&reader.records);
    if (!done)
        isf_free_file(file);
    return done ? file : NULL;
}

const struct kernel_choices *kernel_choices_of_header(const struct isf_file *file)
{
    return &file->choices;
}

bool kernel_close_header(struct isf_file *file, struct kernel *kernel)
{
    bool done = true;
    if (kernel) {
        *kernel = (struct kernel){.path = file->name, .is_header = true, .choices = file->choices};
        kernel_add_source(file->import->arena, kernel, KERNEL_BY_HEADER);
        done = isf_make_kernel(file, kernel);
    }
    isf_free_file(file);
    return done;
}
