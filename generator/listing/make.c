#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "kernel/kernel.h"
#include "listing/listing_parts.h"

static struct listing_member *members_of(const struct listing_record *record)
{
    return (struct listing_member *)(void *)record->members.data;
}

static size_t count_of(const struct listing_record *record)
{
    return record->members.size / sizeof(struct listing_member);
}

/* Returns the size of a type in bytes; 0 if it is unknown. */
static uint64_t size_of(const struct listing *listing, const struct isf_type *type)
{
    const struct isf_base *bases = (const void *)listing->file->bases.data;
    const struct isf_enum *enums = (const void *)listing->file->enums.data;
    uint64_t count = 1;
    for (; type->kind == ISF_ARRAY && count <= UINT32_MAX; type = type->of)
        count *= type->count;
    if (type->kind == ISF_POINTER)
        return count * listing->pointer;
    const struct listing_record *record = type->name ? map_get(listing->records, type->name) : NULL;
    if (type->kind == ISF_STRUCT || type->kind == ISF_UNION)
        return record ? count * record->size : 0;
    for (size_t i = 0; type->kind == ISF_ENUM && i < listing->file->enums.size / sizeof *enums; i++)
        if (enums[i].name == type->name)
            return count * enums[i].size;
    for (size_t i = 0; type->kind == ISF_BASE && i < listing->file->bases.size / sizeof *bases; i++)
        if (bases[i].name == type->name)
            return count * bases[i].size;
    return 0;
}

/* ---- Offsets */

/* Returns the least offset of the members of a record. If a member has neither a name nor an offset, the members of its
 * structure count. */
static uint32_t least_offset(const struct listing_record *record, unsigned depth)
{
    uint32_t least = LISTING_NO_OFFSET;
    for (size_t i = 0; i < count_of(record) && depth < LISTING_DEPTH_MOST; i++) {
        const struct listing_member *member = &members_of(record)[i];
        uint32_t offset = member->offset;
        if (offset == LISTING_NO_OFFSET && member->inner)
            offset = least_offset(member->inner, depth + 1);
        least = offset < least ? offset : least;
    }
    return least;
}

/* Makes the offsets of a record's members relative to the record. If the text lists a record within another one, the
 * offsets may count from the outer one; `at` is the offset of the record in it, or 0. */
static bool place_record(struct listing *listing, struct listing_record *record, uint32_t at, unsigned depth)
{
    uint32_t least = least_offset(record, 0), base = 0;
    if (depth >= LISTING_DEPTH_MOST)
        return listing_fail(listing, "structures are nested too deeply");
    if (least != LISTING_NO_OFFSET && least >= at)
        base = at;
    for (size_t i = 0; i < count_of(record); i++) {
        struct listing_member *member = &members_of(record)[i];
        listing->line = member->line;
        if (member->offset == LISTING_NO_OFFSET && member->inner)
            member->offset = least_offset(member->inner, 0);
        if (member->offset == LISTING_NO_OFFSET)
            return listing_fail(listing, "'%s' has no offset", member->name ? member->name : "");
        uint32_t around = member->offset;
        member->offset -= base;
        if (member->inner && !place_record(listing, member->inner, around, depth + 1))
            return false;
    }
    return true;
}

/* ---- Bit-fields */

/* Returns the index after the bit-fields that have the same offset as the bit-field `first`. Sets `*bits` to the end of
 * their last bit. */
static size_t find_run(const struct listing_record *record, size_t first, uint32_t *bits)
{
    const struct listing_member *members = members_of(record);
    size_t end = first;
    for (*bits = 0; end < count_of(record) && members[end].width && members[end].offset == members[first].offset;
         end++) {
        uint32_t last = members[end].bit + (uint32_t)members[end].width;
        *bits = last > *bits ? last : *bits;
    }
    return end;
}

/* Returns the size of the storage unit of the bit-fields at an offset, up to their last bit. Debuggers do not state it.
 * If an integer lies at the same offset, such as `Flags` beside its bits, returns its size. Otherwise returns the size
 * of the smallest integer that holds the bits, or four bytes if these are aligned, lie within the record and hold no
 * other member. */
static uint32_t find_unit(const struct listing *listing, const struct listing_record *record, uint32_t offset,
                          uint32_t bits, bool is_typed)
{
    uint32_t size = 1, room = record->has_size && record->size > offset ? record->size - offset : 8;
    while (8 * size < bits && size < 8)
        size *= 2;
    for (size_t i = 0; i < count_of(record) && !is_typed; i++) {
        const struct listing_member *member = &members_of(record)[i];
        uint64_t own = member->width || member->inner ? 0 : size_of(listing, member->type);
        if (member->offset == offset && member->type && member->type->kind == ISF_BASE && own > size && own <= 8)
            return (uint32_t)own;
        if (member->offset == offset && own == size && member->type->kind == ISF_BASE)
            return size;
        if (!member->width && member->offset > offset && member->offset - offset < room)
            room = member->offset - offset;
    }
    return size < 4 && room >= 4 && offset % 4 == 0 && !is_typed ? 4 : size;
}

/* True if the bit-fields that have the same offset as the bit-field `first`, one after the other, are more than an
 * integer holds before the next member. Values have no positions of bits, so bit-fields of several views look so. */
static bool is_crowded(const struct listing_record *record, size_t first, size_t *end)
{
    const struct listing_member *members = members_of(record);
    uint32_t bits = 0,
             room = record->has_size && record->size > members[first].offset ? record->size - members[first].offset : 8;
    for (*end = first; *end < count_of(record) && members[*end].width && members[*end].is_value &&
                       members[*end].offset == members[first].offset;
         ++*end)
        bits += members[*end].width;
    if (*end < count_of(record) && members[*end].offset > members[first].offset &&
        members[*end].offset - members[first].offset < room)
        room = members[*end].offset - members[first].offset;
    return *end > first && bits > 8 * (room < 8 ? room : 8);
}

/* Gives opaque types to bit-fields whose positions cannot be told. */
static void forget_bits(struct listing *listing, const struct listing_record *record)
{
    for (size_t first = 0, end; first<count_of(record); first = end> first ? end : first + 1)
        for (size_t i = is_crowded(record, first, &end) ? first : end; i < end; i++)
            listing_forget_type(listing, &members_of(record)[i]);
}

/* Moves bit-fields to the byte where the first of them begins, if the structure ends before an integer at their offset
 * would: pahole prints so those of packed structures. Returns the number of bytes. */
static uint32_t move_bits(const struct listing_record *record, size_t first, size_t end, uint32_t bits)
{
    struct listing_member *members = members_of(record);
    uint32_t size = bits > 32 ? 8 : bits > 16 ? 4 : bits > 8 ? 2 : 1, least = bits;
    for (size_t i = first; i < end; i++)
        least = members[i].bit < least ? members[i].bit : least;
    uint32_t moved = least / 8;
    if (!record->has_size || members[first].offset + (uint64_t)size <= record->size)
        return 0;
    for (size_t i = first; i < end && moved; i++) {
        members[i].offset += moved;
        members[i].bit = (uint8_t)(members[i].bit - 8 * moved);
    }
    return moved;
}

/* Sets the storage units of the bit-fields of a record. Positions that the text does not state follow from their
 * order. */
static bool place_bits(struct listing *listing, struct listing_record *record)
{
    static const char *const names[] = {"unsigned char", "unsigned short", "unsigned long", "unsigned long long"};
    struct listing_member *members = members_of(record);
    for (size_t first = 0, end; first < count_of(record); first = end) {
        uint32_t bits, next = 0;
        end = first + 1;
        if (!members[first].width)
            continue;
        for (end = first; end < count_of(record) && members[end].width && members[end].offset == members[first].offset;
             end++) {
            if (!members[end].has_bit) {
                next += members[end].bits_before;
                members[end].bit = (uint8_t)(next <= 64 ? next : 64);
                listing->file->choices.bit_field_count++;
            }
            next = members[end].bit + (uint32_t)members[end].width;
        }
        end = find_run(record, first, &bits);
        bits -= 8 * move_bits(record, first, end, bits);
        uint32_t size = find_unit(listing, record, members[first].offset, bits, members[first].type != NULL);
        listing->line = members[first].line;
        if (8 * size < bits)
            return listing_fail(listing, "'%s' ends at bit %u, and no integer has so many",
                                members[first].name ? members[first].name : "", (unsigned)bits);
        for (size_t i = first; i < end; i++) {
            struct isf_type *of = members[i].type;
            uint64_t own = of ? size_of(listing, of) : 0;
            bool is_past = record->has_size && own > size && members[i].offset + own > record->size;
            if (8 * own < members[i].bit + (uint64_t)members[i].width || is_past)
                of = listing_base(listing,
                                  names[size == 1   ? 0
                                        : size == 2 ? 1
                                        : size == 4 ? 2
                                                    : 3],
                                  ISF_INTEGER, size, false);
            members[i].type = listing_type(listing, &(struct isf_type){.kind = ISF_BITFIELD,
                                                                       .of = of,
                                                                       .bit_position = members[i].bit,
                                                                       .bit_length = members[i].width});
        }
    }
    return true;
}

/* ---- Sizes */

/* Returns the size of a member in bytes; 0 if it is unknown. */
static uint64_t extent_of(const struct listing *listing, const struct listing_member *member)
{
    const struct isf_type *type = member->type->kind == ISF_BITFIELD ? member->type->of : member->type;
    return member->extent && !member->width ? member->extent : size_of(listing, type);
}

/* True if a type of no bytes is one whose size is unknown, and no array of no elements. */
static bool is_unknown(const struct isf_type *type)
{
    for (; type->kind == ISF_ARRAY; type = type->of)
        if (!type->count)
            return false;
    return type->kind == ISF_STRUCT || type->kind == ISF_UNION || type->kind == ISF_ENUM;
}

/* Sets the size of a record without one: the end of its members, rounded up to the largest natural alignment of a
 * member. First sets the sizes of the records that it holds by value. */
static void set_size(struct listing *listing, struct listing_record *record, unsigned depth)
{
    uint64_t end = 0, align = 1, open = 0;
    if (record->has_size || record->is_open || depth >= LISTING_DEPTH_MOST)
        return;
    record->is_open = true;
    for (size_t i = 0; i < count_of(record); i++) {
        const struct listing_member *member = &members_of(record)[i];
        const struct isf_type *type = member->type->kind == ISF_BITFIELD ? member->type->of : member->type;
        while (type->kind == ISF_ARRAY)
            type = type->of;
        struct listing_record *held =
            type->kind == ISF_STRUCT || type->kind == ISF_UNION ? map_get(listing->records, type->name) : NULL;
        if (held)
            set_size(listing, held, depth + 1);
        uint64_t size = extent_of(listing, member), own = size_of(listing, type);
        open = !size && is_unknown(member->type) && member->offset + (uint64_t)1 > open ? member->offset + (uint64_t)1
                                                                                        : open;
        end = member->offset + size > end ? member->offset + size : end;
        for (uint64_t one = 8; one > align; one /= 2)
            if (own && own % one == 0 && member->offset % one == 0)
                align = one;
    }
    if (open > end && !record->is_inner && !listing->file->choices.short_count++)
        listing->file->choices.shortest = record->name;
    end = (end + align - 1) / align * align;
    record->size = (uint32_t)(end <= INT32_MAX ? end : INT32_MAX);
    record->has_size = true;
    record->is_open = false;
    listing->sized_count += !record->is_inner && count_of(record) > 0;
}

/* ---- The file */

static void add_record(struct listing *listing, const struct listing_record *record)
{
    struct isf_file *file = listing->file;
    const struct isf_record made = {.name = record->name,
                                    .is_union = record->is_union,
                                    .size = record->size,
                                    .has_order = true,
                                    .first_field = file->fields.size / sizeof(struct isf_field),
                                    .field_count = count_of(record)};
    for (size_t i = 0; i < count_of(record); i++) {
        const struct listing_member *member = &members_of(record)[i];
        const struct isf_field field = {.name = member->name ? member->name : listing_name(listing, "", 0),
                                        .type = member->type,
                                        .offset = member->offset,
                                        .is_anonymous = member->is_base || (!member->name && member->inner),
                                        .is_base = member->is_base};
        buffer_add(&file->fields, &field, sizeof field);
    }
    buffer_add(&file->records, &made, sizeof made);
}

/* Sets the kind of a tag that was named before the text declared it. */
static void settle_tag(const struct listing *listing, struct isf_type *type)
{
    const struct isf_enum *enums = (const void *)listing->file->enums.data;
    while (type->of)
        type = type->of;
    if (type->kind != ISF_STRUCT)
        return;
    const struct listing_record *record = map_get(listing->records, type->name);
    if (record && record->is_union)
        type->kind = ISF_UNION;
    for (size_t i = 0; !record && i < listing->file->enums.size / sizeof *enums; i++)
        if (enums[i].name == type->name)
            type->kind = ISF_ENUM;
}

/* Chooses the definition of a name that has the size that the text states: pahole prints each, and the members of all
 * have the one name. If none has that size, makes an opaque type of it. */
static void choose_definition(struct listing *listing, struct isf_type *type, uint32_t size)
{
    struct listing_record *record = map_get(listing->records, type->name);
    for (unsigned number = 2; record && record->has_size && record->size != size && number <= LISTING_VARIANTS_MOST;
         number++) {
        const char *name = arena_format(listing->file->arena, "%s-%u", type->name, number);
        name = listing_name(listing, name, strlen(name));
        record = listing_record(listing, name);
        if (!record->has_size) {
            record->has_size = record->is_whole = true;
            record->size = size;
        }
        if (record->size == size)
            type->name = name;
    }
}

/* Makes an enumeration that the text only names an opaque type of the size that the text states. */
static void size_tag(struct listing *listing, const struct listing_member *member)
{
    const struct isf_enum *enums = (const void *)listing->file->enums.data;
    struct isf_type *type = member->type;
    uint32_t size = member->extent;
    for (; type->kind == ISF_ARRAY && size; type = type->of)
        size = type->count ? size / type->count : 0;
    if (listing->is_pahole && size && !member->inner && (type->kind == ISF_STRUCT || type->kind == ISF_UNION))
        choose_definition(listing, type, size);
    if (type->kind != ISF_ENUM || !size || member->width)
        return;
    for (size_t i = 0; i < listing->file->enums.size / sizeof *enums; i++)
        if (enums[i].name == type->name)
            return;
    struct listing_record *record = listing_record(listing, type->name);
    type->kind = ISF_STRUCT;
    if (!record->has_size && !record->is_open) {
        record->has_size = record->is_whole = true;
        record->size = size;
    }
}

/* Gives the name OUTER_MEMBER to each structure without a name whose members the text does not list. It becomes an
 * opaque type, or a structure without members if the text states its size. */
static void name_opaque(struct listing *listing, const struct listing_record *record)
{
    for (size_t i = 0; i < count_of(record); i++) {
        struct listing_member *member = &members_of(record)[i];
        struct isf_type *type = member->type;
        const struct listing_record *inner = member->inner;
        if (!inner || count_of(inner) || inner->is_whole)
            continue;
        while (type->of)
            type = type->of;
        const char *name = arena_format(listing->file->arena, "%s_%s", record->name, member->name ? member->name : "");
        type->name = listing_name(listing, name, strlen(name));
        if (inner->has_size) {
            struct listing_record *named = listing_record(listing, type->name);
            named->is_union = inner->is_union;
            named->has_size = named->is_whole = true;
            named->size = inner->size;
        }
        member->inner = NULL;
    }
}

bool listing_make(struct listing *listing)
{
    struct isf_file *file = listing->file;
    for (struct listing_record *record = listing->first; record; record = record->next)
        name_opaque(listing, record);
    if (listing->pointer)
        listing_base(listing, "pointer", ISF_INTEGER, listing->pointer, false);
    for (struct listing_record *record = listing->first; record; record = record->next)
        for (size_t i = 0; i < count_of(record); i++)
            if (members_of(record)[i].type) {
                size_tag(listing, &members_of(record)[i]);
                settle_tag(listing, members_of(record)[i].type);
            }
    for (struct listing_record *record = listing->first; record; record = record->next)
        if (!record->is_inner && !place_record(listing, record, record->row_offset, 0))
            return false;
    for (struct listing_record *record = listing->first; record; record = record->next)
        if (forget_bits(listing, record), !place_bits(listing, record))
            return false;
    for (struct listing_record *record = listing->first; record; record = record->next)
        set_size(listing, record, 0);
    for (struct listing_record *record = listing->first; record; record = record->next)
        for (size_t i = 0; i < count_of(record); i++)
            file->choices.value_count += members_of(record)[i].is_lost;
    for (struct listing_record *record = listing->first; record; record = record->next)
        if (count_of(record) || record->is_whole)
            add_record(listing, record);
    file->choices.sized_count = listing->sized_count;
    return true;
}
