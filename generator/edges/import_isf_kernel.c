/*
 * What stands in an ISF file becomes a kernel: names are looked up, types and records that have none become part of
 * what holds them, anonymous members part of what they stand in.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/diag.h"
#include "base/intern.h"
#include "edges/import_isf_parts.h"
#include "edges/import_kernel.h"
#include "edges/import_store.h"
#include "model/type.h"

/* Of records without a name in each other; and of all members, where records without a name count wherever they are. */
enum { DEPTH_MOST = 32, WEIGHT_MOST = 1000000 };

struct maker {
    struct isf_file *file;
    const struct arch *arch;
    const char *pointer;                 /* the base type of pointers */
    struct map *bases, *records, *enums; /* by name */
    struct buffer members;               /* of the records that are being made, the innermost last */
    size_t depth;                        /* how many these are */
    uint64_t weight;                     /* of all records with a name */
    const char *record, *field;          /* where we are, for messages */
};

static const struct kernel_record *make_record(struct maker *maker, struct isf_record *record);

static bool fail(const struct maker *maker, const char *format, ...)
    LIKE_PRINTF(2, 3);

static bool fail(const struct maker *maker, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    buffer_format(&text, "cannot read '%s': ", maker->file->name);
    if (maker->field)
        buffer_format(&text, "'%s' of ", maker->field);
    if (maker->record)
        buffer_format(&text, "'%s' ", maker->record);
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    diag_report(maker->file->import->diags, DIAG_READ, (struct span){0, 0}, "%s", buffer_text(&text));
    buffer_free(&text);
    return false;
}

/* ---- Names that are none ---- */

/* What compilers, and Volatility, call a type that has no name, or how they begin; there a number or another name
 * follows, which says nothing. */
static const struct {
    const char *text;
    bool is_whole;
} no_names[] = {
    {"__unnamed", true},
    {"__unnamed_", false},
    {"__anonymous", true},
    {"__anonymous_", false},
    {"<unnamed-", false},
    {"<anonymous-", false},
};

/* The last part of a name of C++, behind the last :: that is not an argument of a template. */
static const char *last_part(const char *name)
{
    const char *part = name;
    size_t depth = 0;
    for (const char *c = name; *c; c++) {
        depth += *c == '<';
        depth -= *c == '>' && depth;
        if (!depth && c[0] == ':' && c[1] == ':')
            part = c + 2;
    }
    return part;
}

static bool is_hexadecimal(const char *text)
{
    return *text && !text[strspn(text, "0123456789abcdefABCDEF")];
}

static bool is_unnamed(const char *name)
{
    const char *part = strchr(name, ':') ? last_part(name) : name;
    if (*part != '_' && *part != '<')
        return false;
    for (size_t i = 0; i < sizeof no_names / sizeof *no_names; i++) {
        size_t size = strlen(no_names[i].text);
        if (!strncmp(part, no_names[i].text, size) &&
            (no_names[i].is_whole ? !part[size] : *part == '<' || is_hexadecimal(part + size)))
            return true;
    }
    return false;
}

/* ---- Types ---- */

static const struct kernel_type *store_type(const struct maker *maker, struct kernel_type type)
{
    return kernel_store_type(maker->file->import->store, &type);
}

static const struct kernel_type *make_base(const struct maker *maker, const char *name)
{
    static const enum kernel_type_kind kinds[] = {
        [ISF_VOID] = KERNEL_VOID,
        [ISF_INTEGER] = KERNEL_INTEGER,
        [ISF_FLOAT] = KERNEL_FLOAT,
    };
    const struct isf_base *base = map_get(maker->bases, name);
    if (!base && !strcmp(name, "void")) /* Volatility knows it without a file's help */
        return store_type(maker, (struct kernel_type){.kind = KERNEL_VOID, .name = name});
    if (base)
        return store_type(maker, (struct kernel_type){.kind = kinds[base->kind], .name = name, .size = base->size,
                                                      .is_signed = base->is_signed});
    fail(maker, "is of the base type '%s', which the file does not have", name);
    return NULL;
}

/* A structure, union or enumeration; behind a pointer it has no size. */
static const struct kernel_type *make_tag(struct maker *maker, const struct isf_type *type, bool is_pointed)
{
    struct isf_record *record = type->kind == ISF_ENUM ? NULL : map_get(maker->records, type->name);
    const struct isf_enum *found = type->kind == ISF_ENUM ? map_get(maker->enums, type->name) : NULL;
    struct kernel_type made = {.kind = KERNEL_TAG, .name = type->name};
    bool is_union = record ? record->is_union : type->kind == ISF_UNION;
    made.tag = type->kind == ISF_ENUM ? KERNEL_IS_ENUM : is_union ? KERNEL_IS_UNION : KERNEL_IS_STRUCT;
    if (found) {
        made.name = found->enumeration->name;
        made.size = is_pointed ? 0 : found->size;
    } else if (record && !record->is_unnamed) {
        made.size = is_pointed ? 0 : record->size;
    } else if (record) {
        made.kind = KERNEL_UNNAMED;
        made.name = NULL;
        made.size = record->size;
        made.record = make_record(maker, record);
        if (!made.record)
            return NULL;
    } else if (is_unnamed(type->name)) {
        fail(maker, "is of '%s', which the file does not have", type->name);
        return NULL;
    }
    return store_type(maker, made);
}

static const struct kernel_type *make_type(struct maker *maker, struct isf_type *type, bool is_pointed);

static const struct kernel_type *make_array(struct maker *maker, const struct isf_type *type, bool is_pointed)
{
    const struct kernel_type *target = make_type(maker, type->of, is_pointed);
    if (!target)
        return NULL;
    uint64_t size = (uint64_t)target->size * type->count;
    if (size <= INT32_MAX)
        return store_type(maker, (struct kernel_type){.kind = KERNEL_ARRAY, .target = target, .count = type->count,
                                                      .size = (uint32_t)size});
    fail(maker, "is an array of more than 2 GiB");
    return NULL;
}

/* A pointer of another size than the architecture's is a number of that size. */
static const struct kernel_type *make_pointer(struct maker *maker, const struct isf_type *type)
{
    const struct isf_base *base = map_get(maker->bases, type->name ? type->name : maker->pointer);
    if (type->name && !base)
        return make_base(maker, type->name);
    uint32_t size = base ? base->size : maker->arch->pointer_size;
    if (size != maker->arch->pointer_size)
        return store_type(maker, (struct kernel_type){.kind = KERNEL_INTEGER, .name = base->name, .size = size});
    const struct kernel_type *target = make_type(maker, type->of, true);
    return target ? store_type(maker, (struct kernel_type){.kind = KERNEL_POINTER, .target = target, .size = size})
                  : NULL;
}

static const struct kernel_type *make_type(struct maker *maker, struct isf_type *type, bool is_pointed)
{
    const struct kernel_type **made = is_pointed ? &type->made_pointed : &type->made;
    if (*made)
        return *made;
    switch (type->kind) {
    case ISF_BASE:
        *made = make_base(maker, type->name);
        break;
    case ISF_POINTER:
        *made = make_pointer(maker, type);
        break;
    case ISF_ARRAY:
        *made = make_array(maker, type, is_pointed);
        break;
    case ISF_STRUCT:
    case ISF_UNION:
    case ISF_ENUM:
        *made = make_tag(maker, type, is_pointed);
        break;
    case ISF_FUNCTION:
        *made = store_type(maker, (struct kernel_type){.kind = KERNEL_FUNCTION});
        break;
    case ISF_BITFIELD:
        fail(maker, "is a bit-field where there can be none");
        break;
    }
    if (*made && !is_pointed && ((*made)->kind == KERNEL_FUNCTION || (*made)->kind == KERNEL_VOID)) {
        fail(maker, "is %s", (*made)->kind == KERNEL_VOID ? "void" : "a function");
        *made = NULL;
    }
    return *made;
}

/* ---- Records ---- */

static int compare_numbers(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

static int compare_members(const void *left, const void *right)
{
    const struct kernel_member *a = left, *b = right;
    int order = compare_numbers(a->offset, b->offset);
    order = order ? order : compare_numbers(a->bit, b->bit);
    order = order ? order : !b->type->size - !a->type->size; /* what takes no bytes before what lies there */
    order = order ? order : compare_numbers(b->type->size, a->type->size);
    order = order ? order : (!a->width != !b->width) * (a->width ? 1 : -1); /* flags before the bits of them */
    order = order ? order : compare_numbers(b->width, a->width);
    return order ? order : strcmp(a->name, b->name);
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Whether no two of `count` structures of `stride` bytes, each of which begins with its name, have the same. As a rule
 * they come in the order of their names. */
static bool are_unique(const struct maker *maker, const void *named, size_t count, size_t stride)
{
    const char **names = ARENA_ARRAY(maker->file->arena, const char *, count);
    bool is_sorted = true;
    for (size_t i = 0; i < count; i++) {
        memcpy(&names[i], (const char *)named + i * stride, sizeof *names);
        is_sorted = is_sorted && (!i || strcmp(names[i - 1], names[i]) < 0);
    }
    if (!is_sorted)
        qsort(names, count, sizeof *names, compare_texts);
    for (size_t i = 1; !is_sorted && i < count; i++)
        if (names[i - 1] == names[i])
            return fail(maker, "has '%s' twice", names[i]);
    return true;
}

/* The record that a field's type is, or holds, or points to; NULL when it is none. */
static struct isf_record *find_record(const struct maker *maker, const struct isf_type *type)
{
    while (type->of)
        type = type->of;
    return type->kind == ISF_STRUCT || type->kind == ISF_UNION ? map_get(maker->records, type->name) : NULL;
}

/* The members of a record become members of the one around it. */
static bool splice_record(struct maker *maker, struct isf_record *inner, uint32_t offset)
{
    const struct kernel_record *record = make_record(maker, inner);
    for (size_t i = 0; record && i < record->member_count; i++) {
        struct kernel_member member = record->members[i];
        if (member.offset > INT32_MAX - offset)
            return fail(maker, "ends beyond 2 GiB");
        member.offset += offset;
        buffer_add(&maker->members, &member, sizeof member);
    }
    return record != NULL;
}

static bool add_field(struct maker *maker, const struct isf_field *field)
{
    struct isf_type *type = field->type;
    struct kernel_member member = {.name = field->name, .offset = field->offset};
    if (type->kind == ISF_BITFIELD) {
        member.type = make_type(maker, type->of, false);
        if (!member.type)
            return false;
        uint64_t bits = 8 * (uint64_t)member.type->size;
        if ((member.type->kind != KERNEL_INTEGER && member.type->kind != KERNEL_TAG) || bits > 64 ||
            !type->bit_length || type->bit_length > bits || type->bit_position > bits - type->bit_length)
            return fail(maker, "is a bit-field of %lu bits from bit %lu, which its type does not have",
                        (unsigned long)type->bit_length, (unsigned long)type->bit_position);
        member.bit = (uint8_t)type->bit_position;
        member.width = (uint8_t)type->bit_length;
    } else {
        member.type = make_type(maker, type, false);
    }
    if (member.type && member.type->size > INT32_MAX - member.offset)
        return fail(maker, "ends beyond 2 GiB");
    if (member.type)
        buffer_add(&maker->members, &member, sizeof member);
    return member.type != NULL;
}

/* Adds up what the records without a name in a record come to, before they are looked into a second time. */
static bool weigh(struct maker *maker, struct isf_record *record, const struct isf_field *field)
{
    const struct isf_record *inner = find_record(maker, field->type);
    record->weight++;
    if (inner && (inner->is_unnamed || field->is_anonymous)) {
        record->weight += inner->weight;
        if (inner->depth >= record->depth)
            record->depth = inner->depth + 1;
    }
    if (record->depth > DEPTH_MOST)
        return fail(maker, "holds structures without a name more than %d deep", DEPTH_MOST);
    return record->weight <= WEIGHT_MOST || fail(maker, "is one of more than %d members", WEIGHT_MOST);
}

static bool add_fields(struct maker *maker, struct isf_record *record)
{
    const struct isf_field *fields = (const void *)maker->file->fields.data;
    for (size_t i = 0; i < record->field_count; i++) {
        const struct isf_field *field = &fields[record->first_field + i];
        struct isf_record *inner = field->is_anonymous && !field->type->of ? find_record(maker, field->type) : NULL;
        maker->record = record->name;
        maker->field = field->name;
        if (!(inner ? splice_record(maker, inner, field->offset) : add_field(maker, field)))
            return false;
        maker->record = record->name;
        maker->field = field->name;
        if (!weigh(maker, record, field))
            return false;
    }
    return true;
}

static const struct kernel_record *make_record(struct maker *maker, struct isf_record *record)
{
    if (record->record)
        return record->record;
    if (record->is_open || maker->depth > DEPTH_MOST) {
        fail(maker, record->is_open ? "holds itself, without a name" : "is nested too deeply, without a name");
        return NULL;
    }
    size_t first = maker->members.size / sizeof(struct kernel_member);
    record->is_open = true;
    maker->depth++;
    if (!add_fields(maker, record))
        return NULL;
    maker->depth--;
    record->is_open = false;
    maker->field = NULL;
    size_t count = maker->members.size / sizeof(struct kernel_member) - first;
    struct kernel_member *members = count ? (struct kernel_member *)(void *)maker->members.data + first : NULL;
    if (!are_unique(maker, members, count, sizeof *members))
        return NULL;
    if (count)
        qsort(members, count, sizeof *members, compare_members);
    record->record = kernel_store_record(maker->file->import->store,
                                         &(struct kernel_record){.name = record->is_unnamed ? NULL : record->name,
                                                                 .is_union = record->is_union,
                                                                 .size = record->size,
                                                                 .members = members,
                                                                 .member_count = count});
    maker->members.size = first * sizeof *members;
    return record->record;
}

/* ---- Enumerations ---- */

/* A value as the enumeration's type reads it. */
static bool make_value(const struct maker *maker, const struct isf_value *value, uint32_t size, bool is_signed,
                       int64_t *made)
{
    unsigned bits = 8 * size;
    uint64_t most = UINT64_MAX >> (64 - bits), half = UINT64_C(1) << (bits - 1), number = value->bits;
    if (value->is_negative ? number > half : number > most)
        return fail(maker, "has the value '%s', which does not fit its %lu bytes", value->name, (unsigned long)size);
    if (value->is_negative)
        number = (0 - number) & most;
    if (is_signed && number >= half)
        number |= ~most;
    memcpy(made, &number, sizeof number);
    return true;
}

static int compare_values(const void *left, const void *right)
{
    const struct kernel_value *a = left, *b = right;
    int order = (a->value > b->value) - (a->value < b->value);
    return order ? order : strcmp(a->name, b->name);
}

/* Values above INT64_MAX, which are stored as negative ones, come last. */
static int compare_unsigned_values(const void *left, const void *right)
{
    const struct kernel_value *a = left, *b = right;
    int order = compare_numbers((uint64_t)a->value, (uint64_t)b->value);
    return order ? order : strcmp(a->name, b->name);
}

/* One without a name is called after its first value, as newer compilers do. */
static const char *name_enum(const struct maker *maker, const struct isf_enum *source,
                             const struct kernel_enum *enumeration)
{
    if (!is_unnamed(source->name))
        return source->name;
    const char *first = enumeration->value_count ? enumeration->values[0].name : "";
    int scope = (int)(last_part(source->name) - source->name);
    return intern_text(maker->file->import->intern, arena_format(maker->file->arena, "%.*s<unnamed-enum-%s>", scope,
                                                                 source->name, first));
}

static bool make_enum(struct maker *maker, struct isf_enum *source)
{
    const struct isf_base *base = map_get(maker->bases, source->base);
    const struct isf_value *values = (const void *)maker->file->values.data;
    maker->record = source->name;
    if (!base)
        return fail(maker, "is of the base type '%s', which the file does not have", source->base);
    if (source->size != 1 && source->size != 2 && source->size != 4 && source->size != 8)
        return fail(maker, "is an enumeration of %lu bytes", (unsigned long)source->size);
    struct kernel_value *made = ARENA_ARRAY(maker->file->arena, struct kernel_value, source->value_count);
    for (size_t i = 0; i < source->value_count; i++) {
        const struct isf_value *value = &values[source->first_value + i];
        made[i].name = value->name;
        if (!make_value(maker, value, source->size, base->is_signed, &made[i].value))
            return false;
    }
    if (!are_unique(maker, made, source->value_count, sizeof *made))
        return false;
    if (source->value_count)
        qsort(made, source->value_count, sizeof *made, base->is_signed ? compare_values : compare_unsigned_values);
    struct kernel_enum enumeration = {.size = source->size, .is_signed = base->is_signed, .values = made,
                                      .value_count = source->value_count};
    enumeration.name = name_enum(maker, source, &enumeration);
    source->enumeration = kernel_store_enum(maker->file->import->store, &enumeration);
    return true;
}

/* ---- All of it ---- */

/* The map of the structures in a buffer, of `stride` bytes each, which begin with their names; NULL where two have the
 * same. */
static struct map *make_map(const struct maker *maker, const struct buffer *named, size_t stride)
{
    struct map *map = map_new(maker->file->arena);
    for (size_t at = 0; at < named->size; at += stride) {
        const char *name;
        memcpy(&name, named->data + at, sizeof name);
        if (map_get(map, name)) {
            fail(maker, "'%s' stands in it twice", name);
            return NULL;
        }
        map_set(map, name, named->data + at);
    }
    return map;
}

static int compare_enums(const void *left, const void *right)
{
    const struct kernel_enum *a = (*(struct isf_enum *const *)left)->enumeration;
    const struct kernel_enum *b = (*(struct isf_enum *const *)right)->enumeration;
    int order = strcmp(a->name, b->name);
    order = order ? order : compare_numbers(a->size, b->size);
    order = order ? order : compare_numbers(a->value_count, b->value_count);
    order = order ? order : a->is_signed - b->is_signed;
    for (size_t i = 0; !order && i < a->value_count; i++)
        order = compare_values(&a->values[i], &b->values[i]);
    return order;
}

/* Enumerations without a name that came to the same one, which only those do: the second that says something else gets
 * a number, and so on. */
static void number_enums(const struct maker *maker, struct isf_enum **sorted, size_t count)
{
    const struct import_isf *import = maker->file->import;
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

static bool make_enums(struct maker *maker, struct kernel *kernel)
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
            return fail(maker, "'%s' stands in it twice", one->name);
        enums[kernel->enum_count++] = one;
    }
    kernel->enums = enums;
    return true;
}

static int compare_records(const void *left, const void *right)
{
    const struct kernel_record *const *a = left, *const *b = right;
    return strcmp((*a)->name, (*b)->name);
}

/* Those with a name; what the others say is in them. */
static bool make_records(struct maker *maker, struct kernel *kernel)
{
    struct isf_record *sources = (void *)maker->file->records.data;
    size_t count = maker->file->records.size / sizeof *sources;
    const struct kernel_record **records =
        ARENA_ARRAY(maker->file->import->arena, const struct kernel_record *, count);
    for (size_t i = 0; i < count; i++)
        sources[i].is_unnamed = is_unnamed(sources[i].name);
    for (size_t i = 0; i < count; i++) {
        if (sources[i].is_unnamed)
            continue;
        const struct kernel_record *record = make_record(maker, &sources[i]);
        maker->record = NULL;
        maker->weight += sources[i].weight;
        if (!record)
            return false;
        if (maker->weight > WEIGHT_MOST)
            return fail(maker, "it has more than %d members", WEIGHT_MOST);
        records[kernel->record_count++] = record;
    }
    if (kernel->record_count)
        qsort(records, kernel->record_count, sizeof *records, compare_records);
    kernel->records = records;
    return true;
}

/* Which machine a kernel is for: by the number that executables have for it; where two have the same, by the bytes of a
 * page table's entry, or else by the name of its program database, which pdbconv.py does not always know. */
static const struct {
    uint32_t machine;
    uint32_t entry_size;  /* of _MMPTE; 0: any */
    const char *database; /* NULL: any */
    const char *arch;
} machines[] = {
    {34404, 0, "ntkrla57.pdb", "x64la57"}, {34404, 0, NULL, "x64"},
    {332, 8, NULL, "x86pae"},              {332, 4, NULL, "x86"},
    {332, 0, "ntkrpamp.pdb", "x86pae"},    {332, 0, "ntkrnlpa.pdb", "x86pae"},
    {332, 0, NULL, "x86"},                 {43620, 0, NULL, "arm64"},
};

/* Whether a text is a word in small letters, but for the case of its letters. */
static bool is_word(const char *text, const char *word)
{
    while (*text && ascii_lower(*text) == *word) {
        text++;
        word++;
    }
    return !*text && !*word;
}

static bool find_arch(struct maker *maker)
{
    const struct isf_file *file = maker->file;
    const struct isf_record *entry = map_get(maker->records, intern_text(file->import->intern, "_MMPTE"));
    const char *name = NULL;
    if (!file->guid)
        return fail(maker, "its metadata has no windows.pdb, as pdbconv.py writes it, which says what it is for");
    for (size_t i = 0; !name && i < sizeof machines / sizeof *machines; i++)
        if (machines[i].machine == file->machine &&
            (!machines[i].entry_size || (entry && entry->size == machines[i].entry_size)) &&
            (!machines[i].database || is_word(file->database, machines[i].database)))
            name = machines[i].arch;
    for (size_t i = 0; name && i < file->import->arch_count; i++)
        if (!strcmp(file->import->arches[i]->name, name))
            maker->arch = file->import->arches[i];
    if (!name)
        return fail(maker, "it is for a machine of the type %lu, which is none of x86, x64 and arm64",
                    (unsigned long)file->machine);
    return maker->arch || fail(maker, "it is of the architecture '%s', which the spec does not declare", name);
}

bool isf_make_kernel(struct isf_file *file, struct kernel *kernel)
{
    struct maker maker = {.file = file, .pointer = intern_text(file->import->intern, "pointer")};
    bool done = (maker.bases = make_map(&maker, &file->bases, sizeof(struct isf_base))) &&
                (maker.records = make_map(&maker, &file->records, sizeof(struct isf_record))) &&
                (maker.enums = make_map(&maker, &file->enums, sizeof(struct isf_enum))) && find_arch(&maker) &&
                make_enums(&maker, kernel) && make_records(&maker, kernel);
    kernel->arch = maker.arch;
    buffer_free(&maker.members);
    return done;
}
