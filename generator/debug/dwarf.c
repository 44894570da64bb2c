/*
 * Reads types from DWARF, with libdw. First every type gets a number and the scope of its name, then each type is read.
 * So types may refer to each other in any order, and nothing is read twice.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "debug/debug_parts.h"
#include "debug/libdw.h"

/* Limits for the depth of entries in entries, and for the number of types. */
enum { DEPTH_MOST = 256, TYPES_MOST = 1 << 26 };

/* An entry of DWARF that is a type. */
struct entry {
    struct dw_die die;
    const char *scope; /* scope of its name, such as "outer::"; NULL if it has none */
};

struct reader {
    struct debug *debug;
    struct libdw dw;
    struct buffer entries; /* list of struct entry, beginning with type 1 */
    struct map *types;     /* address of an entry -> the number of its type */
    struct buffer inner;   /* list of struct debug_type: the dimensions of arrays after the first one */
    uintptr_t last;        /* address of the last entry of the unit that got a number */
    bool is_damaged;
};

/* ---- Attributes */

static uint64_t number_of(const struct reader *reader, struct dw_die *die, unsigned code, uint64_t other)
{
    struct dw_attribute attribute;
    uint64_t number;
    bool is_known = reader->dw.attribute(die, code, &attribute) && !reader->dw.number(&attribute, &number);
    return is_known ? number : other;
}

static bool flag_of(const struct reader *reader, struct dw_die *die, unsigned code)
{
    struct dw_attribute attribute;
    bool flag = false;
    return reader->dw.attribute(die, code, &attribute) && !reader->dw.flag(&attribute, &flag) && flag;
}

static const char *name_of(const struct reader *reader, struct dw_die *die)
{
    struct dw_attribute attribute;
    const char *text = reader->dw.attribute(die, DW_HAS_NAME, &attribute) ? reader->dw.text(&attribute) : NULL;
    return debug_name(reader->debug, text);
}

/* Returns the type that an attribute refers to; `other` without the attribute. */
static uint32_t type_of(const struct reader *reader, struct dw_die *die, unsigned code, uint32_t other)
{
    struct dw_attribute attribute;
    struct dw_die target;
    if (!reader->dw.attribute(die, code, &attribute))
        return other;
    void *found = reader->dw.reference(&attribute, &target) ? map_get(reader->types, target.address) : NULL;
    return found ? (uint32_t)(uintptr_t)found : DEBUG_NO_TYPE;
}

/* Returns the entry of a type; NULL if the type has none. */
static struct entry *find_entry(const struct reader *reader, uint32_t type)
{
    struct entry *entries = (void *)reader->entries.data;
    return type && type <= reader->entries.size / sizeof *entries ? &entries[type - 1] : NULL;
}

/* ---- Numbers of types */

static bool is_type(int tag)
{
    static const uint8_t tags[] = {
        DW_ARRAY,    DW_CLASS,  DW_ENUM,           DW_POINTER, DW_REFERENCE, DW_STRUCT,          DW_FUNCTION_TYPE,
        DW_TYPEDEF,  DW_UNION,  DW_MEMBER_POINTER, DW_CONST,   DW_BASE_TYPE, DW_PACKED,          DW_VOLATILE,
        DW_RESTRICT, DW_SHARED, DW_INTERFACE,      DW_NO_TYPE, DW_ATOMIC,    DW_MOVED_REFERENCE, DW_IMMUTABLE};
    return tag > 0 && tag <= UINT8_MAX && memchr(tags, tag, sizeof tags);
}

/* Returns the scope of names that are declared in an entry. */
static const char *scope_in(const struct reader *reader, struct dw_die *die, const char *scope)
{
    int tag = reader->dw.tag(die);
    bool is_scope =
        tag == DW_NAMESPACE || tag == DW_CLASS || tag == DW_STRUCT || tag == DW_UNION || tag == DW_INTERFACE;
    const char *name = is_scope ? name_of(reader, die) : NULL;
    if (!name)
        return is_scope ? scope : NULL;
    return arena_format(reader->debug->file->arena, "%s%s::", scope ? scope : "", name);
}

/* Numbers the types in an entry, whose own names have the scope `scope`. Entries have ascending addresses; otherwise
 * the file is damaged. */
static void number_types(struct reader *reader, struct dw_die *outer, const char *scope, unsigned depth)
{
    struct dw_die die, next;
    const char *inner = NULL;
    bool has_inner = false;
    int state = depth < DEPTH_MOST ? reader->dw.child(outer, &die) : 1;
    for (; !state && !reader->is_damaged; die = next) {
        int tag = reader->dw.tag(&die);
        bool has_types = tag != DW_MEMBER && tag != DW_VALUE && tag != DW_PARAMETER && tag != DW_RANGE;
        reader->is_damaged = (uintptr_t)die.address <= reader->last;
        reader->last = (uintptr_t)die.address;
        if (has_types && !has_inner)
            inner = scope_in(reader, outer, scope);
        has_inner |= has_types;
        if (is_type(tag)) {
            const struct entry entry = {die, inner};
            buffer_add(&reader->entries, &entry, sizeof entry);
            map_set(reader->types, die.address, (void *)(uintptr_t)(reader->entries.size / sizeof entry));
        }
        if (has_types && !reader->is_damaged)
            number_types(reader, &die, inner, depth + 1);
        state = reader->dw.sibling(&die, &next);
    }
    reader->is_damaged |= state < 0;
}

/* ---- Members */

/* Returns the offset of a member in bytes. Old compilers write the offset as an expression. Sets `*is_lost` if it is
 * unknown. */
static uint64_t find_offset(const struct reader *reader, struct dw_die *die, bool *is_lost)
{
    struct dw_attribute attribute;
    struct dw_block block;
    uint64_t number;
    *is_lost = false;
    if (!reader->dw.attribute(die, DW_HAS_PLACE, &attribute))
        return 0;
    if (!reader->dw.number(&attribute, &number))
        return number;
    *is_lost =
        reader->dw.block(&attribute, &block) || block.length < 2 || block.length > 6 || block.data[0] != DW_OP_ADD;
    number = 0;
    for (uint64_t i = 1; !*is_lost && i < block.length; i++)
        number |= (uint64_t)(block.data[i] & 0x7F) << 7 * (i - 1);
    return number;
}

static void add_member(struct reader *reader, struct dw_die *die, bool is_base)
{
    struct debug_member member = {.name = name_of(reader, die),
                                  .type = type_of(reader, die, DW_HAS_TYPE, DEBUG_NO_TYPE),
                                  .is_base = is_base,
                                  .is_virtual = is_base && number_of(reader, die, DW_HAS_VIRTUALITY, 0)};
    uint64_t offset = find_offset(reader, die, &member.is_lost);
    uint64_t width = number_of(reader, die, DW_HAS_BIT_SIZE, 0);
    uint64_t first = number_of(reader, die, DW_HAS_DATA_BIT, UINT64_MAX);
    struct dw_attribute left;
    member.width = width > UINT8_MAX ? UINT8_MAX : (uint32_t)width;
    member.bit = offset > UINT64_MAX / 16 ? UINT64_MAX / 2 : 8 * offset;
    if (first != UINT64_MAX) {
        member.bit += first > INT32_MAX ? UINT64_MAX / 4 : first;
    } else if (width && reader->dw.attribute(die, DW_HAS_BIT_OFFSET, &left)) {
        /* The attribute counts from the most significant bit of a unit. It is negative if the bits lie past the unit's
         * end. */
        uint64_t unit = number_of(reader, die, DW_HAS_SIZE, 0), skipped = number_of(reader, die, DW_HAS_BIT_OFFSET, 0);
        bool is_big = reader->debug->file->order == ISF_BIG;
        uint64_t bit = member.bit + (is_big ? skipped : 8 * unit - skipped - width);
        member.is_lost |= !unit || unit > 16 || bit > UINT64_MAX / 2;
        member.bit = bit;
    }
    buffer_add(&reader->debug->members, &member, sizeof member);
}

/* Adds the members and base classes of a structure. Static members are left out, because they take no bytes in it. */
static void add_members(struct reader *reader, struct dw_die *outer, struct debug_type *type)
{
    struct dw_die die, next;
    int state = reader->dw.child(outer, &die);
    type->first = (uint32_t)(reader->debug->members.size / sizeof(struct debug_member));
    for (; !state; die = next) {
        int tag = reader->dw.tag(&die);
        bool is_static =
            tag == DW_MEMBER && (flag_of(reader, &die, DW_IS_EXTERNAL) || flag_of(reader, &die, DW_IS_DECLARATION));
        if ((tag == DW_MEMBER && !is_static) || tag == DW_BASE)
            add_member(reader, &die, tag == DW_BASE);
        state = reader->dw.sibling(&die, &next);
    }
    type->item_count = (uint32_t)(reader->debug->members.size / sizeof(struct debug_member)) - type->first;
}

static void add_values(struct reader *reader, struct dw_die *outer, struct debug_type *type)
{
    struct dw_die die, next;
    bool has_negative = false;
    int state = reader->dw.child(outer, &die);
    type->first = (uint32_t)(reader->debug->values.size / sizeof(struct debug_value));
    for (; !state; die = next) {
        struct dw_attribute attribute;
        struct debug_value value = {.bits = 0};
        if (reader->dw.tag(&die) == DW_VALUE && reader->dw.attribute(&die, DW_HAS_CONST_VALUE, &attribute)) {
            int64_t number = 0;
            bool is_signed = attribute.form == DW_FORM_SDATA || attribute.form == DW_FORM_IMPLICIT;
            if (is_signed && !reader->dw.signed_number(&attribute, &number))
                value.bits = (uint64_t)number;
            else if (!is_signed)
                reader->dw.number(&attribute, &value.bits);
            has_negative |= number < 0;
            value.name = name_of(reader, &die);
            buffer_add(&reader->debug->values, &value, sizeof value);
        }
        state = reader->dw.sibling(&die, &next);
    }
    type->item_count = (uint32_t)(reader->debug->values.size / sizeof(struct debug_value)) - type->first;
    type->is_signed = has_negative;
}

static void add_parameters(struct reader *reader, struct dw_die *outer, struct debug_type *type)
{
    struct dw_die die, next;
    struct buffer *parameters = &reader->debug->parameters;
    int state = reader->dw.child(outer, &die);
    type->first = (uint32_t)(parameters->size / sizeof(uint32_t));
    for (; !state; die = next) {
        int tag = reader->dw.tag(&die);
        uint32_t parameter = tag == DW_PARAMETER ? type_of(reader, &die, DW_HAS_TYPE, DEBUG_NO_TYPE) : DEBUG_NO_TYPE;
        if (tag == DW_PARAMETER || tag == DW_OTHER_PARAMETERS)
            buffer_add(parameters, &parameter, sizeof parameter);
        state = reader->dw.sibling(&die, &next);
    }
    type->item_count = (uint32_t)(parameters->size / sizeof(uint32_t)) - type->first;
}

/* ---- Types */

/* Returns the number of elements in a dimension of an array; 0 if it is open. */
static uint64_t count_elements(const struct reader *reader, struct dw_die *range)
{
    uint64_t last = number_of(reader, range, DW_HAS_UPPER_BOUND, UINT64_MAX);
    uint64_t count = number_of(reader, range, DW_HAS_COUNT, UINT64_MAX);
    bool is_open = last == UINT64_MAX || last == UINT32_MAX; /* compilers write -1 as the last index for `[0]` */
    return count != UINT64_MAX ? count : is_open ? 0 : last + 1;
}

/* Reads an array. Each dimension after the first becomes a type of its own, after all types of the file. */
static void read_array(struct reader *reader, struct dw_die *outer, struct debug_type *type)
{
    struct dw_die die, next;
    struct debug *debug = reader->debug;
    struct buffer counts = {0};
    for (int state = reader->dw.child(outer, &die); !state; die = next) {
        int tag = reader->dw.tag(&die);
        uint64_t count = count_elements(reader, &die);
        if (tag == DW_RANGE || tag == DW_ENUM)
            buffer_add(&counts, &count, sizeof count);
        state = reader->dw.sibling(&die, &next);
    }
    const uint64_t *all = (const void *)counts.data;
    for (size_t i = counts.size / sizeof *all; i > 1; i--) {
        const struct debug_type inner = {.kind = DEBUG_ARRAY, .of = type->of, .count = all[i - 1]};
        buffer_add(&reader->inner, &inner, sizeof inner);
        type->of = (uint32_t)(debug->inherited + reader->inner.size / sizeof inner);
    }
    type->count = counts.size ? all[0] : 0;
    buffer_free(&counts);
}

/* Sets the name of a structure, union or enumeration, including its scope. */
static void set_name(struct reader *reader, const struct entry *entry, struct debug_type *type)
{
    if (entry->scope && type->name)
        type->name =
            debug_name(reader->debug, arena_format(reader->debug->file->arena, "%s%s", entry->scope, type->name));
}

static void read_base(const struct reader *reader, struct dw_die *die, struct debug_type *type)
{
    uint64_t encoding = number_of(reader, die, DW_HAS_ENCODING, 0);
    bool is_other =
        encoding == DW_IS_COMPLEX || (encoding >= DW_IS_IMAGINARY && encoding <= DW_IS_DECIMAL_FLOAT);
    type->kind = encoding == DW_IS_BOOL    ? DEBUG_BOOL
                 : encoding == DW_IS_FLOAT ? DEBUG_FLOAT
                 : is_other                ? DEBUG_BYTES
                                           : DEBUG_INTEGER;
    type->is_signed = encoding == DW_IS_SIGNED || encoding == DW_IS_SIGNED_CHAR;
}

/* Reads a structure, union or enumeration. Its definition may be another entry, and its name may be at its
 * declaration. */
static void read_tag(struct reader *reader, struct entry *entry, int tag, struct debug_type *type)
{
    struct dw_die *die = &entry->die;
    uint32_t unit_type = type_of(reader, die, DW_HAS_SIGNATURE, DEBUG_NO_TYPE);
    uint32_t declaration = type_of(reader, die, DW_HAS_SPECIFICATION, DEBUG_NO_TYPE);
    type->kind = tag == DW_ENUM ? DEBUG_ENUM : tag == DW_UNION ? DEBUG_UNION : DEBUG_STRUCT;
    type->is_declared = flag_of(reader, die, DW_IS_DECLARATION);
    if (unit_type != DEBUG_NO_TYPE) {
        type->kind = DEBUG_SAME;
        type->of = unit_type;
        return;
    }
    struct entry *declared = find_entry(reader, declaration);
    if (declared) {
        type->name = name_of(reader, &declared->die);
        set_name(reader, declared, type);
    } else {
        set_name(reader, entry, type);
    }
    (tag == DW_ENUM ? add_values : add_members)(reader, die, type);
    struct entry *of = tag == DW_ENUM ? find_entry(reader, type->of) : NULL;
    uint64_t encoding = of ? number_of(reader, &of->die, DW_HAS_ENCODING, 0) : 0;
    type->is_signed |= encoding == DW_IS_SIGNED || encoding == DW_IS_SIGNED_CHAR;
}

/* Reads a type. */
static void read_type(struct reader *reader, struct entry *entry)
{
    struct dw_die *die = &entry->die;
    int tag = reader->dw.tag(die);
    struct debug_type type = {.name = name_of(reader, die),
                              .size = number_of(reader, die, DW_HAS_SIZE, 0),
                              .of = type_of(reader, die, DW_HAS_TYPE, 0)};
    switch (tag) {
    case DW_BASE_TYPE:
        read_base(reader, die, &type);
        break;
    case DW_NO_TYPE: /* the type of `nullptr`, which has the size of a pointer */
        type.kind = type.name && strstr(type.name, "nullptr") ? DEBUG_POINTER : DEBUG_VOID;
        break;
    case DW_POINTER:
    case DW_REFERENCE:
    case DW_MOVED_REFERENCE:
        type.kind = DEBUG_POINTER;
        break;
    case DW_MEMBER_POINTER: {
        struct entry *of = find_entry(reader, type.of);
        bool is_function = of && reader->dw.tag(&of->die) == DW_FUNCTION_TYPE;
        type.kind = is_function ? DEBUG_BYTES : DEBUG_INTEGER;
        type.size = (is_function ? 2 : 1) * (uint64_t)reader->debug->pointer;
        break;
    }
    case DW_ARRAY:
        type.kind = DEBUG_ARRAY;
        read_array(reader, die, &type);
        break;
    case DW_FUNCTION_TYPE:
        type.kind = DEBUG_FUNCTION;
        add_parameters(reader, die, &type);
        break;
    case DW_TYPEDEF:
        type.kind = DEBUG_TYPEDEF;
        set_name(reader, entry, &type);
        break;
    case DW_CONST:
    case DW_VOLATILE:
        type.kind = tag == DW_CONST ? DEBUG_CONST : DEBUG_VOLATILE;
        break;
    case DW_CLASS:
    case DW_STRUCT:
    case DW_INTERFACE:
    case DW_UNION:
    case DW_ENUM:
        read_tag(reader, entry, tag, &type);
        break;
    default:
        type.kind = DEBUG_SAME;
        break;
    }
    buffer_add(&reader->debug->types, &type, sizeof type);
}

/* ---- The file */

/* Finds no file, for dwfl, which would search the system for other files. */
static int find_nothing(void)
{
    return -1;
}

/* Numbers the types of all units, and reads them. */
static bool read_units(struct reader *reader, void *dwarf)
{
    struct debug *debug = reader->debug;
    struct dw_die die, skeleton;
    void *unit = NULL, *next;
    size_t units = 0, split = 0;
    uint8_t kind;
    uint16_t version;
    int state;
    while (!(state = reader->dw.next_unit(dwarf, unit, &next, &version, &kind, &die, &skeleton))) {
        enum { SKELETON = 4 };
        units++;
        split += kind == SKELETON;
        unit = next;
        reader->last = (uintptr_t)die.address;
        number_types(reader, &die, NULL, 0);
        if (reader->entries.size / sizeof(struct entry) > TYPES_MOST)
            return debug_fail(debug, "its DWARF has too many types");
    }
    if (state < 0 || reader->is_damaged)
        return debug_fail(debug, "its DWARF is damaged");
    if (!reader->entries.size && split)
        return debug_fail(debug, "its types are in files of their own, .dwo, which cannot be read");
    struct entry *entries = (void *)reader->entries.data;
    size_t count = reader->entries.size / sizeof *entries;
    debug->inherited = count; /* dimensions of arrays are numbered after the types that have entries */
    for (size_t i = 0; i < count; i++)
        read_type(reader, &entries[i]);
    debug->inherited = 0;
    if (reader->inner.size)
        buffer_add(&debug->types, reader->inner.data, reader->inner.size);
    return true;
}

bool debug_read_dwarf(struct debug *debug, char *bytes, size_t size)
{
    struct reader reader = {.debug = debug, .types = map_new(debug->file->arena)};
    if (!libdw_load(&reader.dw))
        return debug_fail(debug, "DWARF needs libdw of elfutils, 0.188 or later, which cannot be loaded");
    /* dwfl_report_offline_memory does not handle a file that libelf refuses, so libelf checks the file first. */
    void *elf = reader.dw.version(DW_ELF_VERSION) ? reader.dw.open_elf(bytes, size) : NULL;
    if (!elf)
        return debug_fail(debug, "its ELF sections make no sense to libelf");
    reader.dw.close_elf(elf);
    const struct dw_callbacks callbacks = {find_nothing, find_nothing, reader.dw.place_section, NULL};
    void *session = reader.dw.begin(&callbacks), *module, *dwarf;
    uint64_t bias;
    module = session ? reader.dw.report(session, debug->file->name, debug->file->name, bytes, size) : NULL;
    if (module)
        reader.dw.report_end(session, NULL, NULL);
    dwarf = module ? reader.dw.get_dwarf(module, &bias) : NULL;
    bool done = dwarf ? read_units(&reader, dwarf) : debug_fail(debug, "its DWARF makes no sense to libdw");
    if (session)
        reader.dw.end(session);
    buffer_free(&reader.entries);
    buffer_free(&reader.inner);
    return done;
}
