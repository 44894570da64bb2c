#include "base/diag.h"
#include "render/plan.h"

enum entry_shape {
    SHAPE_UNKNOWN, SHAPE_SCALAR, SHAPE_ARRAY, SHAPE_FLOAT, SHAPE_FLOAT_ARRAY, SHAPE_RECORD, SHAPE_RECORD_ARRAY
};

/* Returns the shape of an entry in the runtime. An entry without a type is an array of bytes. */
static enum entry_shape entry_shape(const struct layout_member *entry)
{
    enum row_kind kind = row_kind(entry->row);
    bool array = row_bound_count(entry->row) > 0;
    if (!layout_member_is_known(entry))
        return SHAPE_UNKNOWN;
    if (kind == ROW_RECORD)
        return array ? SHAPE_RECORD_ARRAY : SHAPE_RECORD;
    if (kind == ROW_FLOAT)
        return array ? SHAPE_FLOAT_ARRAY : SHAPE_FLOAT;
    return array || kind == ROW_BYTES ? SHAPE_ARRAY : SHAPE_SCALAR;
}

static uint32_t element_size(const struct layout_member *entry)
{
    return row_kind(entry->row) == ROW_BYTES ? 1 : entry->element;
}

static unsigned record_number(const struct plan_member *member, const struct record *record)
{
    unsigned number = 0;
    while (number < member->record_count && member->records[number] != record)
        number++;
    return number;
}

static uint64_t extent(uint32_t element, uint32_t count)
{
    return (uint64_t)element << 32 | count;
}

static uint32_t column_count(const struct layout *layout, const struct layout_member *entry)
{
    unsigned bounds = row_bound_count(entry->row);
    return bounds > 1 ? row_bound(entry->row, layout->arch, layout->in.from, bounds - 1) : entry->count;
}

void plan_describe_entry(const struct layout *layout, const struct layout_member *entry, uint64_t *words)
{
    enum entry_shape shape = entry_shape(entry);
    uint64_t sign = row_kind(entry->row) == ROW_SIGNED ? (uint64_t)0x80 << 48 : 0;
    uint64_t is_float = row_kind(entry->row) == ROW_FLOAT ? (uint64_t)STRATA_TAG_FLOAT << 56 : 0;
    if (shape == SHAPE_UNKNOWN) {
        words[0] = words[1] = words[2] = SLOT_UNKNOWN;
    } else if (shape == SHAPE_SCALAR || shape == SHAPE_FLOAT) {
        words[0] = is_float | sign | (uint64_t)entry->width << 48 | (uint64_t)(entry->width ? entry->bit : 0) << 40 |
                   (uint64_t)entry->element << 32 | entry->offset;
        words[1] = extent(entry->element, 1);
        words[2] = 1;
    } else if (shape == SHAPE_ARRAY || shape == SHAPE_FLOAT_ARRAY) {
        uint32_t size = element_size(entry);
        uint32_t count = size && entry->element ? entry->count * (entry->element / size) : 0;
        words[0] = is_float | (uint64_t)1 << 60 | sign | (uint64_t)size << 32 | entry->offset;
        words[1] = extent(size, entry->goes_on ? UINT32_MAX : count);
        words[2] = column_count(layout, entry);
    } else {
        words[0] = (uint64_t)(shape == SHAPE_RECORD ? 2 : 3) << 60 | entry->offset;
        if (shape == SHAPE_RECORD)
            words[1] = entry->goes_on ? extent(1, UINT32_MAX) : extent(entry->element, 1);
        else
            words[1] = extent(entry->element, entry->goes_on ? UINT32_MAX : entry->count);
        words[2] = column_count(layout, entry);
    }
}

void plan_write_slots(const struct plan_member *member, const struct layout *layout, const struct layout_member *entry,
                      uint64_t *slots)
{
    uint64_t words[SLOT_WORDS_MOST];
    enum entry_shape shape = entry_shape(entry);
    plan_describe_entry(layout, entry, words);
    if (shape == SHAPE_RECORD || shape == SHAPE_RECORD_ARRAY)
        words[0] |= (uint64_t)record_number(member, entry->row->type->record) << 56;
    for (unsigned i = 0; i < member->words; i++)
        slots[i] = words[i];
}

/* Notes which digits of a slot are the same as in the layouts before it. */
static void see_digits(struct plan_seen *seen, const struct layout_member *entry)
{
    enum { WIDTH = 0x7F0000, SHIFT = 0xFF00 };
    uint32_t sign = row_kind(entry->row) == ROW_SIGNED ? 0x800000 : 0;
    uint32_t bits = (uint32_t)entry->width << 16 | (entry->width ? (uint32_t)entry->bit << 8 : 0);
    uint32_t digits = sign | bits | entry->element;
    if (!seen->sizes) {
        seen->digits = digits;
        return;
    }
    if ((seen->digits ^ digits) & WIDTH)
        seen->digits &= ~(uint32_t)WIDTH;
    if ((seen->digits ^ digits) & SHIFT)
        seen->digits |= SHIFT;
}

static void see(struct plan_seen *seen, const struct layout_member *entry, uint32_t size)
{
    unsigned bits = entry->width ? entry->width : size * 8;
    unsigned *most = row_kind(entry->row) == ROW_SIGNED ? &seen->signed_bits : &seen->unsigned_bits;
    see_digits(seen, entry);
    seen->sizes |= size;
    seen->bit_field |= entry->width > 0;
    seen->pointer |= row_kind(entry->row) == ROW_POINTER;
    if (bits > *most)
        *most = bits;
}

/* Returns the C type that holds all floats. */
static struct plan_access choose_float(const struct plan_seen *seen)
{
    return (struct plan_access){.exists = seen->sizes != 0,
                                .is_float = true,
                                .is_plain = !(seen->sizes & (seen->sizes - 1)),
                                .bits = seen->sizes == 4 ? 32 : 64};
}

/* Returns the smallest C type that holds all values. It is signed if any value is, unless a value needs 64 unsigned
 * bits. A pointer has 64 bits, even if it has 4 bytes in all rows. */
static struct plan_access choose(const struct plan_seen *seen)
{
    struct plan_access access = {.exists = seen->sizes != 0};
    unsigned bits = seen->pointer ? 64 : seen->unsigned_bits;
    unsigned sizes = seen->pointer ? seen->sizes | 8 : seen->sizes;
    bool mixed = seen->signed_bits && seen->unsigned_bits;
    access.is_signed = seen->signed_bits && bits < 64;
    if (access.is_signed) {
        bits = mixed ? bits + 1 : 0;
        bits = bits > seen->signed_bits ? bits : seen->signed_bits;
    } else if (seen->signed_bits > bits) {
        bits = seen->signed_bits;
    }
    for (access.bits = 8; access.bits < bits && access.bits < 64;)
        access.bits *= 2;
    access.is_plain = !seen->bit_field && !mixed && !(sizes & (sizes - 1));
    access.digits = seen->bit_field && !mixed && !(seen->sizes & (seen->sizes - 1)) ? seen->digits : 0;
    access.is_word = !seen->bit_field && !seen->signed_bits && sizes == 12;
    return access;
}

static bool add_record(struct plan_member *member, const struct record *record, bool array)
{
    unsigned number = record_number(member, record);
    if (number == RECORD_TYPES_MOST)
        return false;
    if (number == member->record_count)
        member->records[member->record_count++] = record;
    if (array)
        member->array[number] = true;
    else
        member->single[number] = true;
    return true;
}

void plan_see_entry(struct plan_member *member, const struct layout_member *entry, struct diags *diags)
{
    enum entry_shape shape = entry_shape(entry);
    if (!member->words)
        member->words = 1;
    if (shape == SHAPE_UNKNOWN)
        return;
    if (shape == SHAPE_SCALAR)
        see(&member->scalars, entry, entry->element);
    else if (shape == SHAPE_ARRAY)
        see(&member->elements, entry, element_size(entry));
    else if (shape == SHAPE_FLOAT)
        see(&member->floats, entry, entry->element);
    else if (shape == SHAPE_FLOAT_ARRAY)
        see(&member->float_elements, entry, entry->element);
    else if (!add_record(member, entry->row->type->record, shape == SHAPE_RECORD_ARRAY))
        diag_report(diags, DIAG_LIMIT, entry->row->decl->name_span, "'%s' has more than %d types over its versions",
                    member->member->name, RECORD_TYPES_MOST);
    if (shape != SHAPE_SCALAR && shape != SHAPE_FLOAT && member->words < 2)
        member->words = 2;
    if (row_bound_count(entry->row) > 1)
        member->words = 3;
    member->has_count |= shape == SHAPE_ARRAY || shape == SHAPE_FLOAT_ARRAY || shape == SHAPE_RECORD_ARRAY;
}

void plan_choose_access(struct plan_member *member)
{
    member->scalar = choose(&member->scalars);
    member->element = choose(&member->elements);
    member->float_scalar = choose_float(&member->floats);
    member->float_element = choose_float(&member->float_elements);
    if (!member->scalar.exists) {
        member->scalar = member->float_scalar;
        member->float_scalar.exists = false;
    }
    if (!member->element.exists) {
        member->element = member->float_element;
        member->float_element.exists = false;
    }
}
