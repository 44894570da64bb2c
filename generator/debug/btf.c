/*
 * Reads types from BTF, with libbpf. The BTF of a module extends that of its kernel: its numbers of types and offsets
 * of names continue those of the kernel. Joined, both are ordinary BTF, which libbpf reads and checks.
 */
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "debug/debug_parts.h"
#include "pdb/little.h"

/* File names of libbpf. Version 0 is left out, because it reports errors in another way. */
static const char *const libraries[] = {"libbpf.so.1", "libbpf.so", NULL};

/* Magic number and size of the header of BTF. */
enum { BTF_MAGIC = 0xEB9F, HEADER = 24 };

/* Kinds of types. */
enum {
    BTF_INT = 1,
    BTF_PTR,
    BTF_ARRAY,
    BTF_STRUCT,
    BTF_UNION,
    BTF_ENUM,
    BTF_FWD,
    BTF_TYPEDEF,
    BTF_VOLATILE,
    BTF_CONST,
    BTF_RESTRICT,
    BTF_FUNC,
    BTF_FUNC_PROTO,
    BTF_FLOAT = 16,
    BTF_TYPE_TAG = 18,
    BTF_ENUM64 = 19
};

/* Encodings of integers. */
enum { BTF_IS_SIGNED = 1, BTF_IS_BOOL = 4 };

/* A type in BTF. Its items follow it. */
struct btf_type {
    uint32_t name, info, size; /* `size` may also be the number of the type that this one leads to */
};

/* The functions of libbpf that are used. */
struct library {
    void *(*set_print)(void *print);
    void *(*open)(const void *data, uint32_t size);
    void (*close)(void *btf);
    uint32_t (*count)(const void *btf);
    const struct btf_type *(*get)(const void *btf, uint32_t type);
    const char *(*get_name)(const void *btf, uint32_t place);
};

struct reader {
    struct debug *debug;
    struct library library;
    void *btf;
};

static bool library_load(struct library *library)
{
    const struct file_wanted wanted[] = {
        {"libbpf_set_print", &library->set_print},
        {"btf__new", &library->open},
        {"btf__free", &library->close},
        {"btf__type_cnt", &library->count},
        {"btf__type_by_id", &library->get},
        {"btf__name_by_offset", &library->get_name},
    };
    return file_find_functions(libraries, wanted, sizeof wanted / sizeof *wanted);
}

bool debug_is_btf(const void *bytes, size_t size)
{
    const unsigned char *begin = bytes;
    return size >= 3 && (little_u16(begin) == BTF_MAGIC || (begin[0] << 8 | begin[1]) == BTF_MAGIC) && begin[2] == 1;
}

/* ---- The parts */

/* Returns a number in a type. libbpf has converted types to the byte order of this machine. */
static uint32_t native_u32(const unsigned char *at)
{
    uint32_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

static bool is_big_btf(const unsigned char *begin)
{
    return little_u16(begin) != BTF_MAGIC;
}

/* The bytes with the types and those with the names of BTF. */
struct parts {
    bool is_big;
    const unsigned char *types, *names;
    uint32_t types_size, names_size;
};

static bool find_parts(struct debug *debug, const struct debug_bytes *btf, struct parts *parts)
{
    const unsigned char *begin = btf->data;
    if (!debug_is_btf(begin, btf->size) || btf->size < HEADER)
        return debug_fail(debug, "its BTF has no header");
    bool is_big = is_big_btf(begin);
    uint64_t header = ordered_u32(is_big, begin + 4), types = header + ordered_u32(is_big, begin + 8);
    uint64_t names = header + ordered_u32(is_big, begin + 16);
    parts->is_big = is_big;
    parts->types_size = ordered_u32(is_big, begin + 12);
    parts->names_size = ordered_u32(is_big, begin + 20);
    if (types + parts->types_size > btf->size || names + parts->names_size > btf->size || header < HEADER)
        return debug_fail(debug, "its BTF is cut off");
    parts->types = begin + types;
    parts->names = begin + names;
    return true;
}

bool debug_is_whole(struct debug_bytes btf)
{
    const unsigned char *begin = btf.data;
    if (btf.size < HEADER)
        return true;
    uint64_t names = (uint64_t)ordered_u32(is_big_btf(begin), begin + 4) + ordered_u32(is_big_btf(begin), begin + 16);
    return names >= btf.size || !begin[names];
}

static void put_number(bool is_big, unsigned char *at, uint32_t number)
{
    for (size_t i = 0; i < 4; i++)
        at[is_big ? 3 - i : i] = (unsigned char)(number >> 8 * i);
}

/* Joins the BTF of a kernel and of a module. */
static bool join_btf(struct debug *debug, const struct parts *base, const struct parts *own, struct buffer *joined)
{
    bool is_big = own->is_big;
    unsigned char header[HEADER] = {is_big ? BTF_MAGIC >> 8 : BTF_MAGIC & 0xFF,
                                    is_big ? BTF_MAGIC & 0xFF : BTF_MAGIC >> 8, 1};
    uint64_t types = (uint64_t)base->types_size + own->types_size, names = (uint64_t)base->names_size + own->names_size;
    if (types + names > INT32_MAX)
        return debug_fail(debug, "its BTF has more than 2 GiB");
    put_number(is_big, header + 4, HEADER);
    put_number(is_big, header + 12, (uint32_t)types);
    put_number(is_big, header + 16, (uint32_t)types);
    put_number(is_big, header + 20, (uint32_t)names);
    buffer_add(joined, header, sizeof header);
    buffer_add(joined, base->types, base->types_size);
    buffer_add(joined, own->types, own->types_size);
    buffer_add(joined, base->names, base->names_size);
    buffer_add(joined, own->names, own->names_size);
    return true;
}

/* ---- Types */

static const char *name_of(const struct reader *reader, uint32_t place)
{
    return debug_name(reader->debug, place ? reader->library.get_name(reader->btf, place) : NULL);
}

/* Returns the kind of an integer of BTF. pahole writes floating-point and complex numbers as integers with such names,
 * unless --btf_gen_floats lets it write them as what they are. */
static enum debug_kind kind_of_integer(const char *name, uint32_t encoding)
{
    static const char *const floats[] = {"float",     "double",    "long double", "_Float16",  "_Float32",
                                         "_Float64",  "_Float128", "__float128",  "_Float32x", "_Float64x"};
    for (size_t i = 0; name && i < sizeof floats / sizeof *floats; i++)
        if (!strcmp(name, floats[i]))
            return DEBUG_FLOAT;
    bool is_complex = name && (!strncmp(name, "complex ", 8) || !strncmp(name, "_Complex ", 9));
    return is_complex ? DEBUG_BYTES : encoding & BTF_IS_BOOL ? DEBUG_BOOL : DEBUG_INTEGER;
}

/* Reads an integer. In BTF of old compilers, an integer with fewer bits than its bytes have is the type of a
 * bit-field. */
static void read_integer(const struct btf_type *from, const unsigned char *items, struct debug_type *type)
{
    uint32_t about = native_u32(items), encoding = about >> 24;
    type->kind = kind_of_integer(type->name, encoding);
    type->size = from->size;
    type->is_signed = encoding & BTF_IS_SIGNED;
    type->count = (about & 0xFF) < 8 * (uint64_t)from->size ? about & 0xFF : 0;
    type->first = about >> 16 & 0xFF;
}

static void read_members(const struct reader *reader, uint32_t count, bool has_widths, const unsigned char *items)
{
    for (uint32_t i = 0; i < count; i++, items += 12) {
        uint32_t place = native_u32(items + 8);
        const struct debug_member member = {.name = name_of(reader, native_u32(items)),
                                            .type = native_u32(items + 4),
                                            .bit = has_widths ? place & 0xFFFFFF : place,
                                            .width = has_widths ? place >> 24 : 0};
        buffer_add(&reader->debug->members, &member, sizeof member);
    }
}

static void read_values(const struct reader *reader, uint32_t count, bool are_wide, const unsigned char *items)
{
    for (uint32_t i = 0; i < count; i++, items += are_wide ? 12 : 8) {
        uint32_t low = native_u32(items + 4);
        uint64_t high = are_wide ? native_u32(items + 8) : low >> 31 ? UINT32_MAX : 0;
        const struct debug_value value = {name_of(reader, native_u32(items)), high << 32 | low};
        buffer_add(&reader->debug->values, &value, sizeof value);
    }
}

/* Reads the parameters of a function. A last one without type and name is `...`. */
static void read_parameters(const struct reader *reader, uint32_t count, const unsigned char *items)
{
    for (uint32_t i = 0; i < count; i++, items += 8) {
        uint32_t type = native_u32(items + 4);
        if (!type && !native_u32(items) && i + 1 == count)
            type = DEBUG_NO_TYPE;
        buffer_add(&reader->debug->parameters, &type, sizeof type);
    }
}

/* Adds a type. libbpf has checked that its items exist; their number is part of `info`. */
static void add_type(const struct reader *reader, const struct btf_type *from)
{
    static const enum debug_kind kinds[] = {
        [BTF_INT] = DEBUG_INTEGER,   [BTF_PTR] = DEBUG_POINTER,     [BTF_ARRAY] = DEBUG_ARRAY,
        [BTF_STRUCT] = DEBUG_STRUCT, [BTF_UNION] = DEBUG_UNION,     [BTF_ENUM] = DEBUG_ENUM,
        [BTF_FWD] = DEBUG_STRUCT,    [BTF_TYPEDEF] = DEBUG_TYPEDEF, [BTF_VOLATILE] = DEBUG_VOLATILE,
        [BTF_CONST] = DEBUG_CONST,   [BTF_RESTRICT] = DEBUG_SAME,   [BTF_FUNC_PROTO] = DEBUG_FUNCTION,
        [BTF_FLOAT] = DEBUG_FLOAT,   [BTF_TYPE_TAG] = DEBUG_SAME,   [BTF_ENUM64] = DEBUG_ENUM};
    struct debug *debug = reader->debug;
    const unsigned char *items = (const unsigned char *)(from + 1);
    uint32_t kind = from->info >> 24 & 0x1F, count = from->info & 0xFFFF;
    bool flag = from->info >> 31;
    struct debug_type type = {.kind = kind < sizeof kinds / sizeof *kinds ? kinds[kind] : DEBUG_NONE,
                              .name = name_of(reader, from->name),
                              .of = from->size};
    if (kind == BTF_INT) {
        read_integer(from, items, &type);
    } else if (kind == BTF_FLOAT) {
        type.size = from->size;
    } else if (kind == BTF_ARRAY) {
        type.of = native_u32(items);
        type.count = native_u32(items + 8);
    } else if (kind == BTF_FWD) {
        type.kind = flag ? DEBUG_UNION : DEBUG_STRUCT;
        type.is_declared = true;
    } else if (kind == BTF_STRUCT || kind == BTF_UNION) {
        type.size = from->size;
        type.first = (uint32_t)(debug->members.size / sizeof(struct debug_member));
        type.item_count = count;
        read_members(reader, count, flag, items);
    } else if (kind == BTF_ENUM || kind == BTF_ENUM64) {
        type.size = from->size;
        type.is_signed = flag;
        type.first = (uint32_t)(debug->values.size / sizeof(struct debug_value));
        type.item_count = count;
        type.is_declared = !count; /* the declaration `enum NAME;` has no values */
        read_values(reader, count, kind == BTF_ENUM64, items);
    } else if (kind == BTF_FUNC_PROTO) {
        type.first = (uint32_t)(debug->parameters.size / sizeof(uint32_t));
        type.item_count = count;
        read_parameters(reader, count, items);
    }
    buffer_add(&debug->types, &type, sizeof type);
}

/* Sets the widths of bit-fields that have only an integer of that width as their type. */
static void find_widths(const struct debug *debug)
{
    struct debug_member *members = (void *)debug->members.data;
    for (size_t i = 0; i < debug->members.size / sizeof *members; i++) {
        const struct debug_type *type = members[i].width ? NULL : debug_strip(debug, members[i].type);
        if (!type || type->kind != DEBUG_INTEGER || !type->count)
            continue;
        members[i].width = (uint32_t)type->count;
        members[i].bit += type->first;
    }
}

/* Returns the size of a pointer, which is that of `long`; 0 if the kernel has no such type. */
static uint32_t find_pointer(const struct debug *debug)
{
    static const char *const names[] = {"long", "long int", "long unsigned int", "unsigned long"};
    const struct debug_type *types = (const void *)debug->types.data;
    for (size_t i = 0; i < debug->types.size / sizeof *types; i++)
        for (size_t k = 0; types[i].kind == DEBUG_INTEGER && types[i].name && k < sizeof names / sizeof *names; k++)
            if (!strcmp(types[i].name, names[k]) && (types[i].size == 4 || types[i].size == 8))
                return (uint32_t)types[i].size;
    return 0;
}

static bool read_types(struct reader *reader, const void *data, size_t size, bool has_base)
{
    struct debug *debug = reader->debug;
    reader->library.set_print(NULL);
    reader->btf = size <= INT32_MAX ? reader->library.open(data, (uint32_t)size) : NULL;
    if (!reader->btf)
        return debug_fail(debug, "its BTF makes no sense to libbpf%s",
                          has_base ? ", together with that of --base" : "");
    uint32_t count = reader->library.count(reader->btf);
    for (uint32_t i = 1; i < count; i++)
        add_type(reader, reader->library.get(reader->btf, i));
    reader->library.close(reader->btf);
    return true;
}

/* Returns the number of types in BTF. */
static size_t count_types(const struct parts *parts)
{
    static const uint8_t fixed[] = {[BTF_INT] = 4, [BTF_ARRAY] = 12, [14] = 4, [17] = 4};
    static const uint8_t each[] = {
        [BTF_STRUCT] = 12, [BTF_UNION] = 12, [BTF_ENUM] = 8, [BTF_FUNC_PROTO] = 8, [15] = 12, [BTF_ENUM64] = 12};
    size_t count = 0;
    for (uint64_t at = 0; at + sizeof(struct btf_type) <= parts->types_size; count++) {
        uint32_t info = ordered_u32(parts->is_big, parts->types + at + 4), kind = info >> 24 & 0x1F;
        at += sizeof(struct btf_type) + (kind < sizeof fixed ? fixed[kind] : 0) +
              (kind < sizeof each ? (info & 0xFFFF) * (uint64_t)each[kind] : 0);
    }
    return count;
}

bool debug_read_btf(struct debug *debug, struct debug_bytes btf, const struct debug_bytes *base)
{
    struct reader reader = {.debug = debug};
    struct parts own, of_base;
    struct buffer joined = {0};
    if (!find_parts(debug, &btf, &own) || (base && !find_parts(debug, base, &of_base)))
        return false;
    if (!base && !debug_is_whole(btf))
        return debug_fail(debug, "it is the BTF of a module, which needs that of its kernel: give --base, as in --base "
                                 "/sys/kernel/btf/vmlinux");
    if (base && own.is_big != of_base.is_big)
        return debug_fail(debug, "it has another order of bytes than its --base");
    debug->file->order = own.is_big ? ISF_BIG : ISF_LITTLE;
    if (!library_load(&reader.library))
        return debug_fail(debug, "BTF needs libbpf, which cannot be loaded");
    bool is_addition = base && !debug_is_whole(btf);
    if (is_addition && !join_btf(debug, &of_base, &own, &joined))
        return false;
    bool done = is_addition ? read_types(&reader, joined.data, joined.size, true)
                            : read_types(&reader, btf.data, btf.size, false);
    buffer_free(&joined);
    debug->inherited = is_addition ? count_types(&of_base) + 1 : 0;
    if (done)
        find_widths(debug);
    if (done && !debug->pointer)
        debug->pointer = find_pointer(debug);
    return done;
}
