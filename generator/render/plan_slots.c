#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/hash.h"
#include "render/plan.h"

static unsigned record_number(const struct plan_member *member, const struct record *record)
{
    unsigned number = 0;
    while (number < member->record_count && member->records[number] != record)
        number++;
    return number;
}

void plan_write_slots(const struct plan_member *member, const struct layout *layout, const struct layout_member *entry,
                      uint64_t *slots)
{
    uint64_t words[SLOT_WORDS_MOST];
    enum slot_kind kind = slot_find_kind(entry);
    slot_describe(layout, entry, words);
    if (kind == SLOT_KIND_RECORD || kind == SLOT_KIND_RECORD_ARRAY)
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
    uint32_t digits = sign | bits | entry->element | (entry->is_big && entry->element > 1 ? STRATA_SLOT_BIG : 0);
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
    seen->orders |= entry->element == 1 ? 0 : entry->is_big ? 2 : 1;
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
    bool is_little = !(seen->orders & 2), has_one_order = seen->orders != 3;
    bool has_digits = (seen->bit_field || (!is_little && sizes == seen->sizes)) && !mixed && has_one_order;
    access.is_plain = !seen->bit_field && !mixed && is_little && !(sizes & (sizes - 1));
    access.digits = has_digits && !(seen->sizes & (seen->sizes - 1)) ? seen->digits : 0;
    access.is_word = !seen->bit_field && !seen->signed_bits && is_little && sizes == 12;
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
    enum slot_kind kind = slot_find_kind(entry);
    if (!member->words)
        member->words = 1;
    if (kind == SLOT_KIND_UNKNOWN)
        return;
    if (kind == SLOT_KIND_SCALAR)
        see(&member->scalars, entry, entry->element);
    else if (kind == SLOT_KIND_ARRAY)
        see(&member->elements, entry, slot_element_size(entry));
    else if (kind == SLOT_KIND_FLOAT)
        see(&member->floats, entry, entry->element);
    else if (kind == SLOT_KIND_FLOAT_ARRAY)
        see(&member->float_elements, entry, entry->element);
    else if (!add_record(member, entry->row->type->record, kind == SLOT_KIND_RECORD_ARRAY))
        diag_report(diags, DIAG_LIMIT, entry->row->decl->name_span, "'%s' has more than %d types over its versions",
                    member->member->name, RECORD_TYPES_MOST);
    if (kind != SLOT_KIND_SCALAR && kind != SLOT_KIND_FLOAT && member->words < 2)
        member->words = 2;
    if (row_bound_count(entry->row) > 1)
        member->words = 3;
    member->has_count |= kind == SLOT_KIND_ARRAY || kind == SLOT_KIND_FLOAT_ARRAY || kind == SLOT_KIND_RECORD_ARRAY;
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

/* ---- Blocks of slots that layouts share
 *
 * Members that change in the same layouts form a block. A block has a row of slots for each distinct content, and each
 * layout has the distance of its row. EPROCESS over 213 kernels has 22 layouts of 353 slots, and 4 contents a slot. */

enum {
    BLOCKS_MOST = 0x7FF,
    SHARED_LEAST = 128, /* words that a table has at least if layouts share its slots */
    DISTANCES_A_WORD = 4
};

struct block {
    uint16_t *content;    /* by layout, and at the end for none: number of its row */
    uint32_t hash;        /* of `content` */
    unsigned rows, width; /* number of rows, words of each */
    unsigned first;       /* index of its first row; of a block that each layout has for itself: its place there */
    bool is_own;          /* each layout has it for itself, because sharing would not save words */
};

/* The blocks of a plan. */
struct sharing {
    const struct plan *plan;
    struct buffer blocks; /* array of struct block */
    size_t *block_of;     /* by member: index of its block */
    unsigned *place;      /* by member: index of its first word in a row of the block */
    size_t row_count;     /* layouts, and none */
};

static uint64_t slot_at(const struct plan *plan, size_t layout, unsigned word)
{
    return layout < plan->layout_count ? plan->layouts[layout].slots[word] : SLOT_ABSENT;
}

static bool is_equal(const struct plan *plan, size_t a, size_t b, const struct plan_member *member)
{
    for (unsigned i = member->first; i < member->first + member->words; i++)
        if (slot_at(plan, a, i) != slot_at(plan, b, i))
            return false;
    return true;
}

/* Numbers the distinct contents of a member. Returns their number. */
static unsigned number_contents(const struct sharing *sharing, const struct plan_member *member, uint16_t *content,
                                size_t *firsts)
{
    unsigned count = 0;
    for (size_t i = 0; i < sharing->row_count; i++) {
        unsigned k = 0;
        while (k < count && !is_equal(sharing->plan, firsts[k], i, member))
            k++;
        if (k == count)
            firsts[count++] = i;
        content[i] = (uint16_t)k;
    }
    return count;
}

static struct block *block_at(const struct sharing *sharing, size_t index)
{
    return (struct block *)(void *)sharing->blocks.data + index;
}

static size_t block_count(const struct sharing *sharing)
{
    return sharing->blocks.size / sizeof(struct block);
}

/* Puts each member into the block of the members that change where it does. */
static void find_blocks(struct arena *arena, struct sharing *sharing)
{
    size_t size = sharing->row_count * sizeof(uint16_t);
    size_t *firsts = memory_alloc(sharing->row_count * sizeof *firsts);
    uint16_t *content = memory_alloc(size);
    for (size_t i = 0; i < sharing->plan->member_count; i++) {
        const struct plan_member *member = &sharing->plan->members[i];
        if (!member->words)
            continue;
        unsigned rows = number_contents(sharing, member, content, firsts);
        uint32_t hash = hash_add(HASH_NOTHING, (const char *)content, size);
        size_t k = 0;
        while (k < block_count(sharing) &&
               (block_at(sharing, k)->hash != hash || memcmp(block_at(sharing, k)->content, content, size) != 0))
            k++;
        if (k == block_count(sharing)) {
            struct block block = {.content = arena_copy_array(arena, content, sharing->row_count, sizeof *content),
                                  .hash = hash,
                                  .rows = rows};
            buffer_add(&sharing->blocks, &block, sizeof block);
        }
        sharing->block_of[i] = k;
        sharing->place[i] = block_at(sharing, k)->width;
        block_at(sharing, k)->width += member->words;
    }
    free(content);
    free(firsts);
}

/* Decides which blocks are shared, and places all. Returns the number of words, 0 if they cannot be shared. */
static size_t place_blocks(struct sharing *sharing, unsigned *stride)
{
    size_t shared = 0, next, farthest = 0;
    for (size_t i = 0; i < block_count(sharing); i++) {
        struct block *block = block_at(sharing, i);
        size_t own = sharing->row_count * block->width;
        block->is_own = block->rows * (size_t)block->width + sharing->row_count / DISTANCES_A_WORD + 1 > own;
        shared += !block->is_own;
    }
    if (!shared || shared > BLOCKS_MOST)
        return 0;
    *stride = (unsigned)(shared / DISTANCES_A_WORD + 1);
    for (size_t i = 0; i < block_count(sharing); i++) {
        struct block *block = block_at(sharing, i);
        if (block->is_own) {
            block->first = *stride;
            *stride += block->width;
        }
    }
    next = sharing->row_count * *stride;
    for (size_t i = 0; i < block_count(sharing); i++) {
        struct block *block = block_at(sharing, i);
        if (block->is_own)
            continue;
        block->first = (unsigned)next;
        farthest = next + (size_t)block->width * (block->rows - 1);
        next += (size_t)block->width * block->rows;
    }
    return farthest > UINT16_MAX ? 0 : next;
}

/* Writes the slots of a member in all layouts. */
static void write_member(const struct sharing *sharing, const struct plan_member *member, const struct block *block,
                         unsigned place, uint64_t *words)
{
    const struct plan *plan = sharing->plan;
    for (size_t i = 0; i < sharing->row_count; i++) {
        size_t row = block->is_own ? i * plan->stride + block->first
                                   : block->first + (size_t)block->width * block->content[i];
        for (unsigned k = 0; k < member->words; k++)
            words[row + place + k] = slot_at(plan, i, member->first + k);
    }
}

/* Writes the distances of a block from the slots of each layout. Block numbers begin with 1. */
static void write_distances(const struct sharing *sharing, const struct block *block, size_t number, uint64_t *words)
{
    const struct plan *plan = sharing->plan;
    for (size_t i = 0; i < sharing->row_count; i++) {
        uint64_t distance = block->first + (uint64_t)block->width * block->content[i] - i * plan->stride;
        words[i * plan->stride + number / DISTANCES_A_WORD] |= distance << number % DISTANCES_A_WORD * 16;
    }
}

static void write_blocks(struct arena *arena, const struct sharing *sharing, struct plan *plan)
{
    size_t *numbers = ARENA_ARRAY(arena, size_t, block_count(sharing)), count = 0;
    plan->words = ARENA_ARRAY(arena, uint64_t, plan->word_count);
    for (size_t i = 0; i < block_count(sharing); i++) {
        if (block_at(sharing, i)->is_own)
            continue;
        numbers[i] = ++count;
        write_distances(sharing, block_at(sharing, i), count, plan->words);
    }
    for (size_t i = 0; i < plan->member_count; i++) {
        struct plan_member *member = &plan->members[i];
        if (!member->words)
            continue;
        const struct block *block = block_at(sharing, sharing->block_of[i]);
        unsigned place = sharing->place[i];
        write_member(sharing, member, block, place, plan->words);
        member->index = block->is_own ? block->first + place
                                      : (unsigned)numbers[sharing->block_of[i]] << STRATA_BLOCK_SHIFT | place;
    }
}

/* Gives each layout all its slots. */
static void write_plain(struct arena *arena, struct plan *plan)
{
    plan->stride = plan->slot_count;
    plan->word_count = plan->slot_count * (plan->layout_count + 1);
    plan->words = ARENA_ARRAY(arena, uint64_t, plan->word_count);
    for (size_t i = 0; i <= plan->layout_count; i++)
        for (unsigned k = 0; k < plan->slot_count; k++)
            plan->words[i * plan->stride + k] = slot_at(plan, i, k);
    for (size_t i = 0; i < plan->member_count; i++)
        plan->members[i].index = plan->members[i].first;
}

void plan_share_slots(struct arena *arena, struct plan *plan)
{
    struct sharing sharing = {.plan = plan, .row_count = plan->layout_count + 1};
    size_t plain = plan->slot_count * sharing.row_count;
    plan->word_count = 0;
    if (plain >= SHARED_LEAST && plan->layout_count < UINT16_MAX) {
        sharing.block_of = ARENA_ARRAY(arena, size_t, plan->member_count);
        sharing.place = ARENA_ARRAY(arena, unsigned, plan->member_count);
        find_blocks(arena, &sharing);
        plan->word_count = place_blocks(&sharing, &plan->stride);
    }
    if (plan->word_count && plan->word_count * 4 <= plain * 3)
        write_blocks(arena, &sharing, plan);
    else
        write_plain(arena, plan);
    buffer_free(&sharing.blocks);
}
