#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "kernel/header_parts.h"
#include "kernel/header_records_parts.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"
#include "clang/beside.h"

/* The maximum nesting of unnamed records. */
enum { DEPTH_MOST = 64 };

#define NO_OFFSET UINT32_MAX

/* A record whose fields are moved to their claimed offsets. */
struct placing {
    const struct placing *around;
    struct isf_record *record;
    size_t index;
    const char *path; /* "S" or "S.m", without leading underscores, as assertions write it */
    uint32_t origin;  /* offset of the record in the named record around it */
    uint32_t base;    /* offset in the named record from which the comments of the record count */
    unsigned depth;
};

/* Returns the offset from which the comments in an unnamed record count. It follows from the first member with a claim:
 * the claimed offset minus the member's offset in the record, but at most the smallest claim. Returns NO_OFFSET if no
 * member has a claim. */
static uint32_t find_base(const struct claims *claims, size_t index, unsigned depth)
{
    const struct isf_record *record = claims_record(claims, index);
    uint32_t base = NO_OFFSET;
    for (size_t i = 0; i < record->field_count && depth < DEPTH_MOST; i++) {
        const struct header_note *note = claims_note(claims, record->first_field + i);
        const struct isf_field *field = claims_field(claims, record->first_field + i);
        size_t inner = claims_inner_of(claims, field);
        uint32_t claimed = note->claim.has_offset                     ? note->claim.offset
                           : inner != SIZE_MAX && field->is_anonymous ? find_base(claims, inner, depth + 1)
                                                                      : NO_OFFSET;
        if (base == NO_OFFSET && claimed != NO_OFFSET && claimed >= field->offset)
            base = claimed - field->offset;
        base = claimed < base ? claimed : base;
    }
    return base;
}

/* Records that clang's layout contradicts a claim. `text` names both values. */
static void deny_claim(struct claims *claims, const char *text)
{
    claims->denied++;
    claims->reader->file->choices.denied_count++;
    if (!claims->denial)
        claims->denial = text;
}

/* Returns the offset that is claimed for a field in its record, or NO_OFFSET. */
static uint32_t claimed_offset(const struct claims *claims, const struct placing *placing, size_t index)
{
    struct header_reader *reader = claims->reader;
    const struct isf_field *field = claims_field(claims, index);
    const struct clang_claim *claim = &claims_note(claims, index)->claim;
    const char *key = arena_format(reader->file->arena, "%s.%s", placing->path, field->name);
    size_t inner = claims_inner_of(claims, field);
    uintptr_t asserted =
        *field->name ? (uintptr_t)map_get(claims->assertions, intern_text(reader->file->import->intern, key)) : 0;
    uint32_t base = NO_OFFSET;
    if (asserted && asserted - 1 >= placing->origin)
        return (uint32_t)(asserted - 1) - placing->origin;
    if (claim->has_offset && claim->offset >= placing->base)
        return claim->offset - placing->base;
    if (field->is_anonymous && inner != SIZE_MAX)
        base = find_base(claims, inner, 0);
    return base != NO_OFFSET && base >= placing->base ? base - placing->base : NO_OFFSET;
}

/* The storage unit of the bit-fields before the current one. */
struct unit {
    uint32_t begin, size; /* offset and size of the unit in bytes; size 0: the last field was no bit-field */
    uint64_t clang_bit;   /* bit at which clang places the first bit-field of the unit, */
    uint32_t first_bit;   /* and the bit within the unit at which it was placed */
    uint32_t next_bit;    /* bit after the last bit-field */
};

/* Places a bit-field in the claimed storage unit. Its bit is the one that the comment names. Without a comment it is
 * clang's bit if that lies in the unit; otherwise it keeps clang's distance to the first bit-field of the unit.
 * Bit-fields of a union are placed one after the other: C would put all at bit 0, but such unions are structures that
 * somebody copied as unions. */
static void place_bits(struct claims *claims, const struct placing *placing, size_t index, uint32_t offset,
                       struct unit *unit)
{
    struct isf_field *field = claims_field(claims, index);
    const struct header_note *note = claims_note(claims, index);
    struct isf_type type = *field->type;
    uint64_t clang_bit = note->bit;
    uint32_t size = (uint32_t)claims_size_of(claims, type.of, false), bits = size * 8, bit;
    bool goes_on = unit->size == size && unit->begin == offset && size;
    bool is_within = clang_bit >= 8 * (uint64_t)offset && clang_bit + type.bit_length <= 8 * (uint64_t)offset + bits;
    if (note->claim.has_bit)
        bit = note->claim.bit;
    else if (goes_on && placing->record->is_union)
        bit = unit->next_bit + type.bit_length <= bits ? unit->next_bit : 0;
    else if (goes_on)
        bit = unit->first_bit + (uint32_t)(clang_bit - unit->clang_bit);
    else
        bit = is_within ? (uint32_t)(clang_bit - 8 * (uint64_t)offset) : 0;
    if (bit + type.bit_length > bits)
        bit = goes_on && unit->next_bit + type.bit_length <= bits ? unit->next_bit : 0;
    if (goes_on && placing->record->is_union && !note->claim.has_bit)
        claims->reader->file->choices.bit_field_count++;
    if (!is_within && !placing->record->is_union)
        deny_claim(claims, arena_format(claims->reader->file->import->arena,
                                        "bit %llu of '%s' lies outside of the unit at 0x%02lX that is claimed for it",
                                        (unsigned long long)clang_bit, field->name, (unsigned long)offset));
    if (!goes_on)
        *unit = (struct unit){.begin = offset, .size = size, .clang_bit = clang_bit, .first_bit = bit};
    unit->next_bit = bit + type.bit_length;
    type.bit_position = bit;
    field->offset = offset;
    field->type = arena_copy_array(claims->reader->file->arena, &type, 1, sizeof type);
}

static void place_record(struct claims *claims, const struct placing *placing);

/* Places the fields of an unnamed record. Its comments may count from its own beginning, or from that of an outer
 * record. */
static void place_inner(struct claims *claims, const struct placing *placing, const struct isf_field *field,
                        size_t inner)
{
    uint32_t base = find_base(claims, inner, 0);
    struct placing inside = {.around = placing,
                             .record = claims_record(claims, inner),
                             .index = inner,
                             .origin = placing->origin + field->offset,
                             .base = base == NO_OFFSET ? field->offset + placing->base : base,
                             .depth = placing->depth + 1};
    inside.path = field->is_anonymous ? placing->path
                                      : arena_format(claims->reader->file->arena, "%s.%s", placing->path, field->name);
    if (inside.depth < DEPTH_MOST)
        place_record(claims, &inside);
}

/* Shortens unnamed records that reach into the next field or past the end of the outer record. The bytes that are cut
 * off are clang's padding at their end, which the compiler of the program did not add. */
static void trim_unnamed(struct claims *claims, const struct isf_record *record, uint64_t size, unsigned depth)
{
    for (size_t i = 0; i < record->field_count && depth < DEPTH_MOST; i++) {
        const struct isf_field *field = claims_field(claims, record->first_field + i);
        size_t inner = field->type->kind == ISF_ARRAY ? SIZE_MAX : claims_inner_of(claims, field);
        uint64_t room = size > field->offset ? size - field->offset : 0, end = 0;
        for (size_t k = 0; k < record->field_count && !record->is_union; k++) {
            const struct isf_field *other = claims_field(claims, record->first_field + k);
            if (other->offset > field->offset && other->offset - field->offset < room)
                room = other->offset - field->offset;
        }
        if (inner == SIZE_MAX || claims_record(claims, inner)->size <= room)
            continue;
        struct isf_record *held = claims_record(claims, inner);
        trim_unnamed(claims, held, room, depth + 1);
        for (size_t k = 0; k < held->field_count; k++) {
            const struct isf_field *own = claims_field(claims, held->first_field + k);
            uint64_t own_end = own->offset + claims_size_of(claims, own->type, false);
            end = own_end > end ? own_end : end;
        }
        held->size = (uint32_t)(end > room ? end : room);
    }
}

/* Sets the size of a record: the claimed size, or else the end of its last field plus the padding that clang adds. */
static void set_size(struct claims *claims, const struct placing *placing, uint64_t clang_end)
{
    struct isf_record *record = placing->record;
    struct header_reader *reader = claims->reader;
    const struct clang_claim *claim = &claims_noted(claims, placing->index)->claim;
    const char *key = intern_text(reader->file->import->intern, placing->path);
    uintptr_t asserted = placing->depth ? 0 : (uintptr_t)map_get(claims->assertions, key);
    uint64_t end = 0, clang_size = claims->sizes[placing->index];
    for (size_t i = 0; i < record->field_count; i++) {
        const struct isf_field *field = claims_field(claims, record->first_field + i);
        uint64_t own = field->offset + claims_size_of(claims, field->type, false);
        end = own > end ? own : end;
    }
    uint64_t size = end == clang_end ? clang_size : end + (clang_size > clang_end ? clang_size - clang_end : 0);
    if (asserted || claim->has_size) {
        size = asserted ? (uint64_t)asserted - 1 : claim->size;
        reader->file->choices.claim_count++;
        if (size != clang_size && record->field_count)
            deny_claim(claims,
                       arena_format(reader->file->import->arena, "it has 0x%02llX bytes, and 0x%02llX are claimed",
                                    (unsigned long long)clang_size, (unsigned long long)size));
    }
    record->size = (uint32_t)(size <= INT32_MAX ? size : record->size);
    if (claims->denied && !placing->depth)
        trim_unnamed(claims, record, record->size, 0);
}

static void place_record(struct claims *claims, const struct placing *placing)
{
    struct isf_record *record = placing->record;
    struct unit unit = {0};
    uint64_t clang_end = 0;
    int64_t moved = 0; /* distance by which claims moved the previous field */
    for (size_t i = 0; i < record->field_count; i++) {
        size_t index = record->first_field + i, inner;
        struct isf_field *field = claims_field(claims, index);
        uint32_t clang_offset = field->offset, claimed = claimed_offset(claims, placing, index);
        uint64_t own = clang_offset + claims_size_of(claims, field->type, true);
        clang_end = own > clang_end ? own : clang_end;
        claims->reader->file->choices.claim_count += claimed != NO_OFFSET;
        if (field->type->kind == ISF_WRONG)
            continue;
        if (field->type->kind == ISF_BITFIELD && claimed != NO_OFFSET) {
            place_bits(claims, placing, index, claimed, &unit);
            continue;
        }
        unit.size = 0;
        if (claimed == NO_OFFSET && !record->is_union && clang_offset + moved >= 0)
            field->offset = (uint32_t)(clang_offset + moved);
        else if (claimed != NO_OFFSET)
            field->offset = claimed;
        moved = claimed == NO_OFFSET ? moved : (int64_t)claimed - clang_offset;
        if (claimed != NO_OFFSET && claimed != clang_offset && !field->is_anonymous)
            deny_claim(claims, arena_format(claims->reader->file->import->arena,
                                            "'%s' lies at 0x%02lX, and is claimed at 0x%02lX", field->name,
                                            (unsigned long)clang_offset, (unsigned long)claimed));
        if ((inner = claims_inner_of(claims, field)) != SIZE_MAX)
            place_inner(claims, placing, field, inner);
    }
    set_size(claims, placing, clang_end);
}

/* ---- Packing */

/* Values of `#pragma pack` to try. The last one changes nothing. */
static const uint8_t packs[] = {1, 2, 4, 8, 16};

/* Returns the alignment of a type, at most 16. For a number it is its size; for a record the largest alignment inside,
 * limited by the record's pack. */
static uint8_t align_of(struct claims *claims, const struct isf_type *type, unsigned depth)
{
    enum { ALIGN_MOST = 16 };
    while (type->kind == ISF_ARRAY || type->kind == ISF_BITFIELD)
        type = type->of;
    if (type->kind != ISF_STRUCT && type->kind != ISF_UNION) {
        uint64_t size = claims_size_of(claims, type, false);
        return (uint8_t)(size > ALIGN_MOST ? ALIGN_MOST : size ? size : 1);
    }
    size_t number = (size_t)(uintptr_t)map_get(claims->by_name, type->name);
    if (!number)
        return 1;
    uint8_t align = claims->aligns[number - 1], pack = claims->packs[number - 1];
    const struct isf_record *record = claims_record(claims, number - 1);
    for (size_t i = 0; !claims->aligns[number - 1] && i < record->field_count && depth < DEPTH_MOST; i++) {
        uint8_t own = align_of(claims, claims_field(claims, record->first_field + i)->type, depth + 1);
        align = own > align ? own : align;
    }
    claims->aligns[number - 1] = align ? align : 1;
    return pack && pack < align ? pack : claims->aligns[number - 1];
}

/* True if C, with a certain pack, would lay out a record's fields at their current offsets, including the fields of
 * unnamed records inside. */
static bool is_packed(struct claims *claims, size_t index, uint8_t pack, unsigned depth)
{
    const struct isf_record *record = claims_record(claims, index);
    const struct isf_field *above = NULL;
    uint64_t next = 0, end = 0, most = 1;
    for (size_t i = 0; i < record->field_count; i++) {
        const struct isf_field *field = claims_field(claims, record->first_field + i);
        size_t inner = claims_inner_of(claims, field);
        if (field->type->kind == ISF_WRONG || depth == DEPTH_MOST)
            return false;
        if (inner != SIZE_MAX)
            claims->packs[inner] = pack;
        if (inner != SIZE_MAX && !is_packed(claims, inner, pack, depth + 1))
            return false;
        uint64_t size = claims_size_of(claims, field->type, false), align = align_of(claims, field->type, 0);
        bool is_bits = field->type->kind == ISF_BITFIELD;
        bool goes_on = is_bits && above && above->type->kind == ISF_BITFIELD && above->offset == field->offset &&
                       claims_size_of(claims, above->type, false) == size;
        align = align > pack ? pack : align;
        most = align > most ? align : most;
        next = record->is_union ? 0 : (next + align - 1) / align * align;
        if (!goes_on && field->offset != next)
            return false;
        next = goes_on ? next : next + size;
        end = next > end ? next : end;
        above = field;
    }
    return record->size == (end + most - 1) / most * most;
}

/* Finds the pack that explains the claims of a record. Returns false if none does. */
static bool find_pack(struct claims *claims, size_t index)
{
    for (size_t i = 0; i < sizeof packs / sizeof *packs; i++) {
        claims->packs[index] = packs[i];
        if (is_packed(claims, index, packs[i], 0))
            return true;
    }
    claims->packs[index] = 0;
    return false;
}

/* Adds a record to the list of those whose claims clang's layout contradicts. */
static void note_denial(struct claims *claims, const struct isf_record *record, struct span span)
{
    struct arena *arena = claims->reader->file->import->arena;
    const char *others =
        claims->denied > 1 ? arena_format(arena, ", and %zu other claims differ", claims->denied - 1) : "";
    const struct kernel_denial denial = {
        span.begin, span.end,
        arena_format(arena, "'%s' is laid out as its text claims, and not as clang does: %s%s", record->name,
                     claims->denial, others)};
    buffer_add(&claims->denials, &denial, sizeof denial);
}

void header_take_claims(struct header_reader *reader)
{
    struct isf_file *file = reader->file;
    struct claims claims = {.reader = reader,
                            .assertions = map_new(file->arena),
                            .by_name = map_new(file->arena),
                            .enums = map_new(file->arena)};
    size_t count = file->records.size / sizeof(struct isf_record);
    claims.sizes = ARENA_ARRAY(file->arena, uint32_t, count);
    claims.packs = ARENA_ARRAY(file->arena, uint8_t, count);
    claims.aligns = ARENA_ARRAY(file->arena, uint8_t, count);
    size_t *open = ARENA_ARRAY(file->arena, size_t, count), open_count = 0;
    for (size_t i = 0; i < count; i++) {
        claims.sizes[i] = claims_record(&claims, i)->size;
        map_set(claims.by_name, claims_record(&claims, i)->name, (void *)(i + 1));
    }
    for (size_t i = 0; i < file->enums.size / sizeof(struct isf_enum); i++)
        map_set(claims.enums, ((const struct isf_enum *)(const void *)file->enums.data)[i].name, (void *)(i + 1));
    clang_find_assertions(reader->unit, file->arena, claims.assertions);
    for (size_t i = 0; i < count; i++)
        if (!claims_noted(&claims, i)->is_inner && !header_settle_numbers(&claims, i, false))
            open[open_count++] = i;
    for (size_t i = 0; i < open_count; i++)
        header_settle_numbers(&claims, open[i], true);
    for (size_t i = 0; i < count; i++) {
        struct isf_record *record = claims_record(&claims, i);
        const struct placing placing = {.record = record, .index = i, .path = record->name + strspn(record->name, "_")};
        if (claims_noted(&claims, i)->is_inner)
            continue;
        claims.denial = NULL;
        claims.denied = 0;
        place_record(&claims, &placing);
        if (claims.denied && !claims_noted(&claims, i)->is_unsure && !find_pack(&claims, i))
            note_denial(&claims, record, claims_noted(&claims, i)->span);
    }
    file->choices.denial_count = claims.denials.size / sizeof(struct kernel_denial);
    file->choices.denials = arena_copy_array(file->import->arena, claims.denials.data, file->choices.denial_count,
                                             sizeof(struct kernel_denial));
    buffer_free(&claims.denials);
}
