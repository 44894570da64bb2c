/*
 * Places the fields of structures of C#: at their FieldOffset, or one after the other as the runtime places them, each
 * at a multiple of its size and of at most Pack. Types have the size that native code sees: a `bool` has four bytes and
 * a `char` one, unless MarshalAs or CharSet says otherwise. A contradiction is an error.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "listing/csharp_parts.h"

/* ---- Types */

/* Circumstances on which the layout of a type depends, besides its name. */
struct context {
    struct csharp_item *scope;
    bool is_fixed; /* the type is that of a `fixed` field's elements, which are plain values */
    bool is_wide;  /* characters have two bytes */
    bool is_target;
    const char *as; /* argument of MarshalAs; NULL if there is none */
};

static bool make_number(struct csharp *csharp, const char *name, struct csharp_type *type)
{
    const struct csharp_base *number = csharp_find_base(name);
    uint32_t align = number->size == 8 ? 8 : number->align;
    *type =
        (struct csharp_type){listing_base(csharp->listing, number->name, number->kind, number->size, number->is_signed),
                             number->size, align, false};
    return true;
}

/* Makes a pointer to a type. */
static bool make_pointer(struct csharp *csharp, unsigned line, struct csharp_type *type)
{
    csharp->listing->line = line;
    if (!csharp->listing->pointer)
        return listing_fail(csharp->listing,
                            "a pointer needs an architecture; give --arch before the file, as in --arch x64");
    struct isf_type pointer = {.kind = ISF_POINTER, .of = type->type};
    *type = (struct csharp_type){listing_type(csharp->listing, &pointer), csharp->listing->pointer,
                                 csharp->listing->pointer, true};
    return true;
}

static bool make_void_pointer(struct csharp *csharp, unsigned line, struct csharp_type *type)
{
    type->type = listing_base(csharp->listing, "void", ISF_VOID, 0, true);
    return make_pointer(csharp, line, type);
}

/* Makes a type with a name that the runtime defines. Returns false, without an error, if the name is another one. */
static bool make_known(struct csharp *csharp, const struct context *context, const char *name, unsigned line,
                       struct csharp_type *type)
{
    static const struct {
        const char *name, *type;
    } forms[] = {{"I1", "sbyte"}, {"U1", "byte"},   {"I2", "short"},          {"U2", "ushort"},    {"I4", "int"},
                 {"U4", "uint"},  {"I8", "long"},   {"U8", "ulong"},          {"R4", "float"},     {"R8", "double"},
                 {"Bool", "int"}, {"Error", "int"}, {"VariantBool", "short"}, {"Currency", "long"}};
    const char *as = context->as ? context->as : "";
    bool is_bool = !strcmp(name, "bool") || !strcmp(name, "Boolean");
    bool is_char = !strcmp(name, "char") || !strcmp(name, "Char");
    bool is_text = !strcmp(name, "string") || !strcmp(name, "String") || !strcmp(name, "StringBuilder");
    for (size_t i = 0; i < sizeof forms / sizeof *forms && !context->is_fixed && !is_text; i++) {
        if (strcmp(as, forms[i].name) != 0)
            continue;
        bool is_plain = is_bool && forms[i].type[0] != 'i' && csharp_find_base(forms[i].type)->size == 1;
        return make_number(csharp, is_plain ? "bool" : forms[i].type, type);
    }
    if (is_bool)
        return make_number(csharp, context->is_fixed || context->is_target ? "bool" : "int", type);
    if (is_char)
        return make_number(csharp, context->is_fixed || context->is_target || context->is_wide ? "char" : "sbyte",
                           type);
    if (csharp_find_base(name))
        return make_number(csharp, name, type);
    if (is_text) {
        bool is_wide = context->is_wide ? strcmp(as, "LPStr") != 0 : !strcmp(as, "LPWStr") || !strcmp(as, "BStr");
        return make_number(csharp, is_wide ? "char" : "sbyte", type) && make_pointer(csharp, line, type);
    }
    if (!strcmp(name, "UIntPtr") || !strcmp(name, "nuint")) {
        bool is_wide = csharp->listing->pointer == 8;
        return make_void_pointer(csharp, line, type) && make_number(csharp, is_wide ? "ulong" : "uint", type);
    }
    if (!strcmp(name, "void")) {
        *type = (struct csharp_type){.type = listing_base(csharp->listing, "void", ISF_VOID, 0, true)};
        return true;
    }
    static const char *const pointers[] = {"IntPtr",     "nint",      "object",         "Object", "Delegate",
                                           "SafeHandle", "HandleRef", "SafeFileHandle", NULL};
    for (size_t i = 0; pointers[i]; i++)
        if (!strcmp(name, pointers[i]))
            return make_void_pointer(csharp, line, type);
    bool is_guid = !strcmp(name, "Guid"), is_time = !strcmp(name, "FILETIME");
    if (!is_guid && !is_time)
        return false;
    struct listing_record *record = listing_record(csharp->listing, name);
    map_set(csharp->taken, name, csharp);
    record->has_size = record->is_whole = true;
    record->size = is_guid ? 16 : 8;
    struct isf_type named = {.kind = ISF_STRUCT, .name = name};
    *type = (struct csharp_type){listing_type(csharp->listing, &named), record->size, 4, false};
    return true;
}

/* Returns the type of the values of an enumeration; NULL after an error (listing_fail). */
static const struct csharp_base *find_enum_base(struct csharp *csharp, const struct csharp_item *item)
{
    const struct csharp_base *base =
        csharp_find_base(item->value.text ? csharp_last_name(csharp, &item->value) : "int");
    csharp->listing->line = item->line;
    if (base && base->kind == ISF_INTEGER && base->size <= 8)
        return base;
    listing_fail(csharp->listing, "the values of '%s' have no type of integers", item->name);
    return NULL;
}

/* Makes a type that the text declares. */
static bool make_declared(struct csharp *csharp, const struct context *context, struct csharp_item *item, unsigned line,
                          struct csharp_type *type)
{
    struct isf_type made = {.kind = ISF_STRUCT, .name = item->name};
    csharp->listing->line = line;
    if (item->kind == CSHARP_POINTER) {
        made.kind = ISF_FUNCTION;
        type->type = listing_type(csharp->listing, &made);
        return make_pointer(csharp, line, type);
    }
    if (item->kind == CSHARP_ENUM) {
        const struct csharp_base *base = find_enum_base(csharp, item);
        if (!base)
            return false;
        made = (struct isf_type){.kind = ISF_ENUM, .name = item->type_name};
        *type = (struct csharp_type){listing_type(csharp->listing, &made), base->size, base->align, false};
        return true;
    }
    if (item->kind != CSHARP_LAYOUT && !context->is_target)
        return listing_fail(csharp->listing, "'%s' has no layout", item->name);
    if (item->record)
        made = (struct isf_type){.kind = item->record->is_union ? ISF_UNION : ISF_STRUCT, .name = item->record->name};
    type->type = listing_type(csharp->listing, &made);
    if (context->is_target || item->kind != CSHARP_LAYOUT)
        return true;
    if (!csharp_lay_out(csharp, item))
        return false;
    type->type->kind = item->record->is_union ? ISF_UNION : ISF_STRUCT;
    type->size = item->record->size;
    type->align = item->align;
    return true;
}

/* Reads the current type. An unknown name becomes that of a structure without a size. */
static bool read_type(struct csharp *csharp, struct context context, struct csharp_reader *reader,
                      struct csharp_type *type)
{
    struct csharp_reader ahead = *reader;
    unsigned line = reader->line;
    const char *last = "";
    *type = (struct csharp_type){0};
    if (csharp_take(&ahead, "delegate")) {
        struct isf_type function = {.kind = ISF_FUNCTION};
        type->type = listing_type(csharp->listing, &function);
        return csharp_skip_type(reader) && make_pointer(csharp, line, type);
    }
    struct csharp_item *item = csharp_read_path(csharp, context.scope, reader, &last);
    if (!*last || csharp_is(reader, "<"))
        return csharp_fail(&ahead, "the name of a type without arguments");
    ahead = *reader;
    bool is_pointed = csharp_is(&ahead, "*"), done = true;
    struct context inner = context;
    inner.is_target |= is_pointed;
    inner.as = is_pointed ? NULL : context.as;
    if (item && item->kind == CSHARP_ALIAS) {
        struct csharp_reader value = csharp_read_at(csharp->listing, &item->value);
        bool is_deep = csharp->depth >= LISTING_DEPTH_MOST;
        inner.scope = item->around;
        if (is_deep)
            return csharp_fail_at(reader, "names lead to each other without an end");
        /* an alias of a type with the same name, as in `using A = N.A` */
        if (csharp_find(csharp, item->around, csharp_last_name(csharp, &item->value)) == item)
            done = make_known(csharp, &inner, item->name, line, type) || (item = NULL, !csharp->listing->file->error);
        else {
            csharp->depth++;
            done = read_type(csharp, inner, &value, type);
            csharp->depth--;
        }
    } else if (item && item->kind != CSHARP_SPACE && item->kind != CSHARP_CONST) {
        done = make_declared(csharp, &inner, item, line, type);
    } else if (!make_known(csharp, &inner, last, line, type)) {
        struct isf_type unknown = {.kind = ISF_STRUCT, .name = last};
        done = !csharp->listing->file->error;
        type->type = listing_type(csharp->listing, &unknown);
    }
    unsigned stars = 0;
    for (; done && csharp_take(reader, "*"); stars++)
        done = stars < LISTING_DEPTH_MOST ? make_pointer(csharp, line, type) : csharp_fail(reader, "fewer stars");
    return done && (!csharp_is(reader, "?") || csharp_fail_at(reader, "a value that may be null has no layout"));
}

/* Makes an array of a type. */
static bool make_array(struct csharp *csharp, uint32_t count, struct csharp_type *type)
{
    struct isf_type array = {.kind = ISF_ARRAY, .of = type->type, .count = count};
    type->type = listing_type(csharp->listing, &array);
    type->size *= count;
    return type->size <= INT32_MAX || listing_fail(csharp->listing, "an array has more than 2 GiB");
}

static bool find_type(struct csharp *csharp, struct csharp_item *scope, const struct csharp_field *field,
                      struct csharp_type *type)
{
    const struct csharp_attributes *attributes = &field->attributes;
    struct csharp_reader reader = csharp_read_at(csharp->listing, &field->type);
    const char *set = scope->attributes.set.text ? csharp_last_name(csharp, &scope->attributes.set) : "";
    const char *as = attributes->marshal.text ? csharp_last_name(csharp, &attributes->marshal) : NULL;
    bool is_text = as && !strcmp(as, "ByValTStr"), is_array = as && !strcmp(as, "ByValArray");
    struct context context = {.scope = scope, .is_fixed = field->fixed.text, .as = as};
    uint32_t count = 0;
    context.is_wide = !strcmp(set, "Unicode") || !strcmp(set, "Auto") || !strcmp(set, "3") || !strcmp(set, "4");
    if (is_text && csharp_take(&reader, "string") + csharp_take(&reader, "String") == 1) {
        if (!attributes->count.text)
            return csharp_fail_at(&reader, "a text within a structure needs SizeConst");
        return make_number(csharp, context.is_wide ? "char" : "sbyte", type) &&
               csharp_count(csharp, scope, &attributes->count, 1, "number of elements", &count) &&
               make_array(csharp, count, type);
    }
    if (is_array)
        context.as = attributes->element.text ? csharp_last_name(csharp, &attributes->element) : NULL;
    if (!read_type(csharp, context, &reader, type))
        return false;
    bool has_bound = csharp_is(&reader, "[");
    if (has_bound && (!is_array || !attributes->count.text || !type->type))
        return csharp_fail_at(&reader, "an array within a structure needs MarshalAs with ByValArray and SizeConst");
    if (has_bound) {
        csharp_next(&reader);
        if (!csharp_expect(&reader, "]") || csharp_is(&reader, "["))
            return csharp_fail_at(&reader, "an array within a structure has one dimension");
    }
    const struct csharp_place *bound = field->fixed.text ? &field->fixed : has_bound ? &attributes->count : NULL;
    return !bound || (csharp_count(csharp, scope, bound, field->fixed.text ? 0 : 1, "number of elements", &count) &&
                      make_array(csharp, count, type));
}

/* ---- Fields */

/* A field and its offset. */
struct placed {
    const char *name;
    uint64_t offset, end;
    unsigned line;
    bool is_pointer;
};

static int compare_placed(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    if (a->offset != b->offset)
        return kernel_compare_numbers(a->offset, b->offset);
    return a->end != b->end ? kernel_compare_numbers(b->end, a->end) : kernel_compare_numbers(a->line, b->line);
}

/* Reports a field that shares only some bytes of a pointer, unless another field at the offset of the pointer shows
 * that they form a union. Such offsets are usually those of another architecture. Returns false after a report. */
static bool check_pointers(struct csharp *csharp, struct placed *fields, size_t count)
{
    const struct placed *pointer = NULL, *reach = NULL;
    bool has_view = false;
    if (count)
        qsort(fields, count, sizeof *fields, compare_placed);
    for (size_t i = 0; i < count; i++) {
        const struct placed *field = &fields[i], *other = NULL;
        if (pointer && pointer->offset < field->offset && field->offset < pointer->end && !has_view)
            other = pointer;
        if (field->is_pointer && reach && reach->offset < field->offset && field->offset < reach->end &&
            reach->end < field->end)
            other = reach;
        if (other) {
            csharp->listing->line = field->line;
            return listing_fail(csharp->listing, "'%s' at 0x%llX begins within '%s', which has 0x%llX bytes at 0x%llX",
                                field->name, (unsigned long long)field->offset, other->name,
                                (unsigned long long)(other->end - other->offset), (unsigned long long)other->offset);
        }
        if (pointer && field->offset == pointer->offset)
            has_view |= !field->is_pointer;
        else if (field->is_pointer)
            has_view = i && fields[i - 1].offset == field->offset;
        pointer = field->is_pointer && (!pointer || pointer->offset != field->offset) ? field : pointer;
        reach = !reach || field->end > reach->end ? field : reach;
    }
    return true;
}

/* Reads Pack and Size of a structure; 0 if they are missing. */
static bool find_measures(struct csharp *csharp, struct csharp_item *item, uint32_t *pack, uint32_t *size)
{
    const struct csharp_attributes *attributes = &item->attributes;
    *pack = *size = 0;
    if (attributes->size.text && !csharp_count(csharp, item, &attributes->size, 0, "Size", size))
        return false;
    if (!attributes->pack.text)
        return true;
    return csharp_count(csharp, item, &attributes->pack, 0, "Pack", pack) &&
           ((*pack <= 128 && !(*pack & (*pack - 1))) ||
            listing_fail(csharp->listing, "Pack is a power of two up to 128, and not %lu", (unsigned long)*pack));
}

/* Finds the offset of a field. `end` is the end of the previous field. */
static bool find_offset(struct csharp *csharp, struct csharp_item *item, const struct csharp_field *field, uint64_t end,
                        uint32_t align, uint64_t *offset)
{
    const struct csharp_place *place = field->open.text ? &field->open : &field->attributes.offset;
    uint32_t given;
    csharp->listing->line = field->line;
    if (!place->text && item->is_explicit)
        return listing_fail(csharp->listing, "'%s' has no FieldOffset", field->name);
    if (place->text && !item->is_explicit)
        return listing_fail(csharp->listing, "'%s' has a FieldOffset, and its structure is not LayoutKind.Explicit",
                            field->name);
    *offset = (end + align - 1) / align * align;
    if (!place->text)
        return true;
    bool done = csharp_count(csharp, item, place, 0, "offset", &given);
    csharp->listing->line = field->line;
    *offset = done ? given : 0;
    return done;
}

/* A field whose bits properties may have. */
struct unit {
    size_t index; /* index of its member in the listing_record */
    uint64_t size;
};

/* Adds the bit-field that a property reads. Returns false if the property computes its value in another way, or reads a
 * field that is declared after it. */
static bool add_bits(struct listing_record *record, const struct csharp_field *field, const struct map *units)
{
    static const char prefix[] = "bits_";
    struct listing_member *members = (void *)record->members.data;
    const struct unit *unit = map_get(units, field->unit);
    if (!unit || members[unit->index].type->kind != ISF_BASE || members[unit->index].width ||
        field->bit + field->width > 8 * unit->size)
        return false;
    struct listing_member member = members[unit->index];
    member.name = field->name;
    member.bit = field->bit;
    member.width = field->width;
    member.has_bit = true;
    member.line = field->line;
    if (!strncmp(field->unit, prefix, strlen(prefix)) && !strcmp(field->unit + strlen(prefix), field->name))
        /* `strata render` gives each bit-field a storage unit of its own, so the field becomes the bit-field */
        members[unit->index] = member;
    else
        buffer_add(&record->members, &member, sizeof member);
    return true;
}

/* Adds a field. `*end` is the end of the previous field. `size` is the size of the structure, or 0. */
static bool add_field(struct csharp *csharp, struct csharp_item *item, const struct csharp_field *field, uint32_t pack,
                      uint32_t size, uint64_t *end, struct placed *placed)
{
    struct csharp_type type = {.align = 1};
    uint64_t offset = 0;
    if (field->open.text) {
        struct isf_type *element = listing_base(csharp->listing, "unsigned char", ISF_INTEGER, 1, false);
        type.type = listing_type(csharp->listing, &(struct isf_type){.kind = ISF_ARRAY, .of = element});
    } else if (!find_type(csharp, item, field, &type)) {
        return false;
    }
    csharp->listing->line = field->line;
    if (type.type->kind == ISF_BASE && !type.size)
        return listing_fail(csharp->listing, "'%s' is void", field->name);
    if (!type.size && !item->is_explicit)
        return listing_fail(csharp->listing, "the text does not declare the type of '%s', so what follows it is open",
                            field->name);
    uint32_t align = type.align ? type.align : 1;
    align = pack && align > pack ? pack : align;
    if (!find_offset(csharp, item, field, *end, align, &offset))
        return false;
    *placed = (struct placed){field->name, offset, offset + type.size, field->line, type.is_pointer};
    *end = !item->is_explicit || placed->end > *end ? placed->end : *end;
    item->align = align > item->align ? align : item->align;
    if (placed->end > INT32_MAX)
        return listing_fail(csharp->listing, "'%s' ends past 2 GiB", field->name);
    if (size && placed->end > size)
        return listing_fail(csharp->listing, "'%s' ends at 0x%llX, past the Size 0x%lX of '%s'", field->name,
                            (unsigned long long)placed->end, (unsigned long)size, item->name);
    const struct listing_member member = {
        .name = field->name, .type = type.type, .offset = (uint32_t)offset, .line = field->line};
    buffer_add(&item->record->members, &member, sizeof member);
    item->has_open_size |= !type.size && !field->open.text;
    return true;
}

/* Repeats the only field of a structure as often as its InlineArray says. */
static bool repeat_field(struct csharp *csharp, struct csharp_item *item, uint64_t *end)
{
    struct listing_member *member = (void *)item->record->members.data;
    uint32_t count;
    if (!csharp_count(csharp, item, &item->attributes.inline_count, 1, "number of elements", &count))
        return false;
    if (item->record->members.size != sizeof *member || member->offset || !*end)
        return listing_fail(csharp->listing, "'%s' is an InlineArray, which has one field", item->name);
    member->type =
        listing_type(csharp->listing, &(struct isf_type){.kind = ISF_ARRAY, .of = member->type, .count = count});
    *end *= count;
    return *end <= INT32_MAX || listing_fail(csharp->listing, "'%s' ends past 2 GiB", item->name);
}

/* Sets the size of a structure: its Size, or the end of its fields. */
static bool set_size(struct csharp *csharp, struct csharp_item *item, uint32_t size, uint64_t end)
{
    struct listing_record *record = item->record;
    end = size ? size : (end + item->align - 1) / item->align * item->align;
    record->size = (uint32_t)(end ? end : 1);
    record->has_size = size || !item->has_open_size;
    record->is_whole = true;
    return end <= INT32_MAX || listing_fail(csharp->listing, "'%s' ends past 2 GiB", item->name);
}

bool csharp_lay_out(struct csharp *csharp, struct csharp_item *item)
{
    struct csharp_field *fields = (void *)item->fields.data;
    struct arena *arena = csharp->listing->file->arena;
    size_t count = item->fields.size / sizeof *fields, placed_count = 0;
    uint64_t end = 0;
    uint32_t pack, size;
    if (item->state == CSHARP_DONE)
        return true;
    csharp->listing->line = item->line;
    if (!item->record) /* the part of the type that has the fields is missing */
        return listing_fail(csharp->listing, "'%s' has no fields", item->name);
    if (item->state == CSHARP_BUSY)
        return listing_fail(csharp->listing, "'%s' holds itself", item->name);
    if (++csharp->depth > LISTING_DEPTH_MOST)
        return listing_fail(csharp->listing, "structures are nested too deeply");
    item->state = CSHARP_BUSY;
    item->align = 1;
    struct map *units = map_new(arena);
    struct placed *placed = ARENA_ARRAY(arena, struct placed, count + 1);
    bool done = find_measures(csharp, item, &pack, &size), is_union = item->is_explicit;
    for (size_t i = 0; i < count && done; i++) {
        bool has_bits = fields[i].unit && add_bits(item->record, &fields[i], units);
        fields[i].width = has_bits ? 0 : fields[i].width;
        if (fields[i].unit)
            continue;
        struct unit *unit = ARENA_NEW(arena, struct unit);
        unit->index = item->record->members.size / sizeof(struct listing_member);
        done = add_field(csharp, item, &fields[i], pack, size, &end, &placed[placed_count]);
        unit->size = placed[placed_count].end - placed[placed_count].offset;
        is_union &= !placed[placed_count++].offset;
        map_set(units, fields[i].name, unit);
    }
    for (size_t i = 0; i < count && done; i++)
        if (fields[i].width)
            add_bits(item->record, &fields[i], units);
    item->record->is_union = is_union && placed_count > 1;
    done = done && (!item->attributes.inline_count.text || repeat_field(csharp, item, &end)) &&
           set_size(csharp, item, size, end) && check_pointers(csharp, placed, placed_count);
    item->state = CSHARP_DONE;
    csharp->depth--;
    return done;
}

/* ---- Enumerations */

bool csharp_add_enum(struct csharp *csharp, struct csharp_item *item)
{
    struct isf_file *file = csharp->listing->file;
    struct csharp_item *const *values = (const void *)item->values.data;
    const struct csharp_base *base = find_enum_base(csharp, item);
    if (!base)
        return false;
    const struct isf_type *type = listing_base(csharp->listing, base->name, base->kind, base->size, base->is_signed);
    struct isf_enum made = {.name = item->type_name, .base = type->name, .size = base->size};
    made.first_value = file->values.size / sizeof(struct isf_value);
    made.value_count = item->values.size / sizeof *values;
    for (size_t i = 0; i < made.value_count; i++) {
        int64_t number;
        if (!csharp_item_number(csharp, values[i], &number))
            return false;
        bool is_negative = number < 0 && base->is_signed;
        const struct isf_value value = {.name = values[i]->name,
                                        .is_negative = is_negative,
                                        .bits = is_negative ? 0 - (uint64_t)number : (uint64_t)number};
        buffer_add(&file->values, &value, sizeof value);
    }
    buffer_add(&file->enums, &made, sizeof made);
    return true;
}
