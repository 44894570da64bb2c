/*
 * The tables of a plan. Members that move together from layout to layout form a block, and each layout has a base for
 * each block. EPROCESS over 213 kernels has 301 members, 22 layouts and 78 blocks. The number of a member
 * (strata_member of the runtime) contains its distance from the base, and all that is the same in every layout. The
 * distances may differ between layouts with pointers of 4 bytes and layouts with pointers of 8 bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "answer/slot.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/lookup.h"
#include "render/plan.h"

/* A strata_member can hold numbers of blocks and of extents up to these limits. A class is a size of pointers: 4 bytes
 * or 8. */
enum { BLOCKS_MOST = 0x7FF, EXTENTS_MOST = 0x1FFF, EXTENT_WORDS = 2, CLASSES = 2 };

/* Values of mover.moves for a layout: the distance of a member from its first offset in the layouts of the same class.
 * If the member differs between layouts, moves_differs plus the number of its content instead. The two other constants
 * are for layouts without a known offset. */
static const uint64_t moves_absent = UINT64_MAX, moves_unknown = UINT64_MAX - 1, moves_differs = (uint64_t)1 << 40;

/* A member while its block is found. */
struct mover {
    const struct plan_member *member;
    uint64_t *moves;          /* by layout: see moves_absent */
    uint32_t hash;            /* of `moves` and the column */
    uint32_t first[CLASSES];  /* by class: its offset in the first layout that has it */
    bool is_in[CLASSES];      /* by class: some layout has it */
    size_t sample[CLASSES];   /* by class: the first layout that has it */
    bool differs;             /* its kind, size or bits differ between layouts */
    size_t block;
    unsigned place; /* if it differs: index of its first word in a row of its block */
};

struct block {
    const struct mover *leader; /* its first member */
    uint32_t least[CLASSES];    /* by class: least first offset of its members */
    unsigned width, rows;       /* if its members differ: number of words in a row, and number of rows */
    size_t first_word;
};

struct blocks {
    struct arena *arena;
    const struct plan *plan;
    struct mover *movers;
    size_t mover_count;
    struct buffer blocks; /* of struct block */
    struct buffer words;  /* of uint64_t */
};

static struct block *block_at(const struct blocks *blocks, size_t index)
{
    return (struct block *)(void *)blocks->blocks.data + index;
}

static size_t count_blocks(const struct blocks *blocks)
{
    return blocks->blocks.size / sizeof(struct block);
}

static size_t count_words(const struct blocks *blocks)
{
    return blocks->words.size / sizeof(uint64_t);
}

/* Returns the class of a layout: 1 if pointers have 8 bytes, else 0. */
static unsigned class_of(const struct plan *plan, size_t layout)
{
    return plan->layouts[layout].layout->arch->pointer_size == 8;
}

static bool is_present(uint64_t slot)
{
    return slot != SLOT_ABSENT && slot != SLOT_UNKNOWN;
}

/* Reads the slot, the extent and the number of columns of a member in a layout. The extent of a scalar is 0. If the
 * member has no columns, the low half of its extent takes their place. */
static void read_words(const struct plan *plan, const struct plan_member *member, size_t layout, uint64_t *words)
{
    const uint64_t *slots = plan->layouts[layout].slots + member->first;
    words[0] = slots[0];
    words[1] = member->words > 1 ? slots[1] : 0;
    words[2] = member->words > 2 ? slots[2] : words[1] & UINT32_MAX;
}

static bool is_scalar(uint64_t slot)
{
    return slot >> 60 == STRATA_TAG_SCALAR >> 4 || slot >> 60 == STRATA_TAG_FLOAT >> 4;
}

static bool is_record(uint64_t slot)
{
    return slot >> 60 == STRATA_TAG_RECORD >> 4 || slot >> 60 == STRATA_TAG_RECORD_ARRAY >> 4;
}

static unsigned unit_of(uint64_t slot)
{
    return (unsigned)(slot >> 32 & 0x7F);
}

/* True if two slots, with their extents and columns, are the same except for the offset. */
static bool is_same_shape(const uint64_t *a, const uint64_t *b)
{
    return a[0] >> 32 == b[0] >> 32 && (is_scalar(a[0]) || (a[1] == b[1] && a[2] == b[2]));
}

/* True if a strata_member can hold the kind, the size and the bits of a slot. */
static bool is_plain_shape(uint64_t slot)
{
    unsigned unit = unit_of(slot), bits = (unsigned)(slot >> 40 & 0x7FFF);
    if (is_record(slot))
        return true;
    return (unit == 1 || unit == 2 || unit == 4 || unit == 8) && (slot >> 60 == 0 || !bits);
}

/* True if two slots differ in size only as pointers of 4 and of 8 bytes do. An array then has elements of that size.
 * Records may have any sizes. */
static bool is_shape_of_words(const uint64_t *small, const uint64_t *large)
{
    uint64_t unit = (uint64_t)0x7F << 32;
    if (is_record(large[0]))
        return small[0] >> 32 == large[0] >> 32;
    return unit_of(small[0]) == 4 && unit_of(large[0]) == 8 &&
           (small[0] & ~unit) >> 32 == (large[0] & ~unit) >> 32;
}

/* Finds the classes in which a member is present, and its first offset in each. Sets `differs` if its shape changes
 * within a class, or between the classes by more than the size of a pointer. */
static void see_shapes(const struct plan *plan, struct mover *mover)
{
    uint64_t seen[CLASSES][SLOT_WORDS_MOST], words[SLOT_WORDS_MOST];
    for (size_t i = 0; i < plan->layout_count; i++) {
        unsigned class = class_of(plan, i);
        read_words(plan, mover->member, i, words);
        if (!is_present(words[0]))
            continue;
        mover->differs |= !is_plain_shape(words[0]) || (uint32_t)words[0] >= STRATA_BASE_UNKNOWN - 1;
        if (mover->is_in[class]) {
            mover->differs |= !is_same_shape(seen[class], words);
            continue;
        }
        mover->is_in[class] = true;
        mover->first[class] = (uint32_t)words[0];
        mover->sample[class] = i;
        memcpy(seen[class], words, sizeof words);
    }
    if (mover->is_in[0] && mover->is_in[1] && !is_same_shape(seen[0], seen[1]))
        mover->differs |= !is_shape_of_words(seen[0], seen[1]);
}

/* True if a member has the same slot, extent and columns in two layouts. */
static bool is_same_content(const struct plan *plan, const struct plan_member *member, size_t a, size_t b)
{
    uint64_t left[SLOT_WORDS_MOST], right[SLOT_WORDS_MOST];
    read_words(plan, member, a, left);
    read_words(plan, member, b, right);
    return !memcmp(left, right, sizeof left);
}

/* Returns moves_differs plus the number of a member's content in a layout. The contents are numbered in the order in
 * which they first occur in the layouts. */
static uint64_t number_content(const struct plan *plan, const struct mover *mover, size_t layout)
{
    uint64_t count = 0;
    for (size_t i = 0; i < layout; i++) {
        uint64_t moves = mover->moves[i];
        if (moves >= moves_unknown)
            continue;
        if (is_same_content(plan, mover->member, i, layout))
            return moves;
        count = moves - moves_differs >= count ? moves - moves_differs + 1 : count;
    }
    return moves_differs + count;
}

static void see_moves(struct blocks *blocks, struct mover *mover)
{
    const struct plan *plan = blocks->plan;
    mover->moves = ARENA_ARRAY(blocks->arena, uint64_t, plan->layout_count);
    see_shapes(plan, mover);
    for (size_t i = 0; i < plan->layout_count; i++) {
        uint64_t slot = plan->layouts[i].slots[mover->member->first];
        if (!is_present(slot))
            mover->moves[i] = slot == SLOT_ABSENT ? moves_absent : moves_unknown;
        else if (mover->differs)
            mover->moves[i] = number_content(plan, mover, i);
        else
            mover->moves[i] = (uint32_t)(slot - mover->first[class_of(plan, i)]);
    }
    mover->hash = hash_add(HASH_NOTHING, (const char *)&mover->member->column, sizeof mover->member->column);
    mover->hash = hash_add(mover->hash, (const char *)mover->moves, plan->layout_count * sizeof *mover->moves);
}

static bool moves_with(const struct plan *plan, const struct mover *mover, const struct mover *leader)
{
    return mover->hash == leader->hash && mover->member->column == leader->member->column &&
           mover->differs == leader->differs &&
           !memcmp(mover->moves, leader->moves, plan->layout_count * sizeof *mover->moves);
}

/* Adds a member to the block of the members that move with it, or to a new block. */
static void join_block(struct blocks *blocks, struct mover *mover)
{
    unsigned words = mover->member->words > 1 ? SLOT_WORDS_MOST : 1;
    size_t i = 0;
    while (i < count_blocks(blocks) && !moves_with(blocks->plan, mover, block_at(blocks, i)->leader))
        i++;
    if (i == count_blocks(blocks)) {
        struct block block = {.leader = mover, .least = {mover->first[0], mover->first[1]}};
        for (size_t k = 0; mover->differs && k < blocks->plan->layout_count; k++)
            if (mover->moves[k] < moves_unknown && mover->moves[k] - moves_differs >= block.rows)
                block.rows = (unsigned)(mover->moves[k] - moves_differs) + 1;
        buffer_add(&blocks->blocks, &block, sizeof block);
    }
    struct block *block = block_at(blocks, i);
    mover->block = i;
    mover->place = block->width;
    block->width += mover->differs ? words : 0;
    for (unsigned class = 0; class < CLASSES; class++)
        if (mover->first[class] < block->least[class])
            block->least[class] = mover->first[class];
}

/* Returns the index of extents in the words; adds them if they are new. */
static size_t add_extents(struct blocks *blocks, const uint64_t *words, size_t count)
{
    const uint64_t *known = (const uint64_t *)(const void *)blocks->words.data;
    for (size_t i = 0; i + count <= count_words(blocks); i += EXTENT_WORDS)
        if (!memcmp(known + i, words, count * sizeof *words))
            return i;
    buffer_add(&blocks->words, words, count * sizeof *words);
    return count_words(blocks) - count;
}

/* Returns the bits of a member's number for its shape. The member must not differ between layouts. */
static uint64_t number_shape(struct blocks *blocks, const struct mover *mover)
{
    uint64_t words[CLASSES][SLOT_WORDS_MOST];
    unsigned large = mover->is_in[1];
    for (unsigned class = 0; class < CLASSES; class++)
        read_words(blocks->plan, mover->member, mover->sample[mover->is_in[class] ? class : large], words[class]);
    uint64_t slot = words[large][0], number = (slot >> 60) + 1;
    bool is_word = !is_same_shape(words[0], words[1]);
    unsigned log = 0;
    while (unit_of(slot) >> (log + 1))
        log++;
    number = number << 61 | (uint64_t)is_word << 56;
    number |= is_record(slot) ? (slot >> 56 & 0xF) << 57
                              : (uint64_t)log << 57 | (slot >> 55 & 1) << 59 | (slot >> 39 & 1) << 60;
    if (is_scalar(slot))
        return number | (slot >> 40 & 0x3F) << 43 | (slot >> 48 & 0x7F) << 49;
    const uint64_t extents[] = {words[1][1], words[1][2], words[0][1], words[0][2]};
    return number | (uint64_t)add_extents(blocks, extents, is_word ? 2 * EXTENT_WORDS : EXTENT_WORDS) << 43;
}

/* Writes the slots, extents and columns of a member whose kind differs into the rows of its block. */
static void write_contents(const struct blocks *blocks, const struct mover *mover)
{
    const struct plan *plan = blocks->plan;
    const struct block *block = block_at(blocks, mover->block);
    uint64_t words[SLOT_WORDS_MOST], *rows = (uint64_t *)(void *)blocks->words.data + block->first_word;
    for (size_t i = 0; i < plan->layout_count; i++) {
        if (mover->moves[i] >= moves_unknown)
            continue;
        read_words(plan, mover->member, i, words);
        memcpy(rows + (mover->moves[i] - moves_differs) * block->width + mover->place, words,
               (mover->member->words > 1 ? SLOT_WORDS_MOST : 1) * sizeof *words);
    }
}

static void place_rows(struct blocks *blocks)
{
    static const uint64_t none = 0;
    for (size_t i = 0; i < count_blocks(blocks); i++) {
        struct block *block = block_at(blocks, i);
        block->first_word = count_words(blocks);
        for (size_t k = 0; k < (size_t)block->rows * block->width; k++)
            buffer_add(&blocks->words, &none, sizeof none);
    }
    for (size_t i = 0; i < blocks->mover_count; i++)
        if (blocks->movers[i].differs)
            write_contents(blocks, &blocks->movers[i]);
}

/* Returns the entry for a block in the table of a layout: its base plus 1, or a STRATA_BASE_ constant. */
static uint16_t base_of(const struct plan *plan, const struct block *block, size_t layout)
{
    uint64_t moves = block->leader->moves[layout];
    if (moves >= moves_unknown)
        return moves == moves_absent ? STRATA_BASE_ABSENT : STRATA_BASE_UNKNOWN;
    if (block->leader->differs)
        return (uint16_t)(block->first_word + (moves - moves_differs) * block->width + 1);
    return (uint16_t)(block->least[class_of(plan, layout)] + moves + 1);
}

static void write_bases(const struct blocks *blocks, struct plan *plan)
{
    plan->block_count = count_blocks(blocks) + 1;
    plan->bases = ARENA_ARRAY(blocks->arena, uint16_t, plan->block_count * (plan->layout_count + 1));
    plan->columns = ARENA_ARRAY(blocks->arena, unsigned, plan->block_count);
    for (size_t i = 0; i <= plan->layout_count; i++) {
        uint16_t *row = plan->bases + i * plan->block_count;
        row[0] = i == plan->layout_count || class_of(plan, i) ? 8 : 4;
        for (size_t k = 1; k < plan->block_count; k++)
            row[k] = i < plan->layout_count ? base_of(plan, block_at(blocks, k - 1), i) : STRATA_BASE_ABSENT;
    }
    for (size_t k = 1; k < plan->block_count; k++)
        plan->columns[k] = block_at(blocks, k - 1)->leader->member->column;
}

static void number_members(const struct blocks *blocks, struct plan *plan)
{
    for (size_t i = 0; i < blocks->mover_count; i++) {
        const struct mover *mover = &blocks->movers[i];
        const struct block *block = block_at(blocks, mover->block);
        struct plan_member *member = &plan->members[mover->member - plan->members];
        uint64_t small = mover->first[0] - block->least[0], large = mover->first[1] - block->least[1];
        if (mover->differs)
            small = large = mover->place;
        else if (!mover->is_in[0] || !mover->is_in[1])
            small = large = mover->is_in[0] ? small : large;
        member->number |= large | small << 16 | (uint64_t)(mover->block + 1) << 32;
    }
}

/* Makes the words of the plan: first the extents, then the rows of members that differ. Also sets the bits for the
 * shape in the numbers of the other members. */
static void write_words(struct blocks *blocks, struct plan *plan, struct diags *diags)
{
    for (size_t i = 0; i < blocks->mover_count; i++) {
        const struct mover *mover = &blocks->movers[i];
        if (!mover->differs && (mover->is_in[0] || mover->is_in[1]))
            plan->members[mover->member - plan->members].number = number_shape(blocks, mover);
    }
    size_t extents = count_words(blocks);
    place_rows(blocks);
    if (count_blocks(blocks) > BLOCKS_MOST || extents > EXTENTS_MOST || count_words(blocks) >= STRATA_BASE_UNKNOWN - 1)
        diag_report(diags, DIAG_LIMIT, plan->record->decl->name_span,
                    "'%s' has more members that move by themselves, or more shapes of them, than a header can hold",
                    plan->record->type->name);
    if (!count_words(blocks))
        buffer_add(&blocks->words, &(uint64_t){0}, sizeof(uint64_t)); /* C has no empty arrays */
    plan->word_count = count_words(blocks);
    plan->words = arena_copy_array(blocks->arena, blocks->words.data, plan->word_count, sizeof *plan->words);
}

void plan_find_blocks(struct arena *arena, struct diags *diags, struct plan *plan)
{
    struct blocks blocks = {.arena = arena, .plan = plan};
    blocks.movers = ARENA_ARRAY(arena, struct mover, plan->member_count);
    for (size_t i = 0; i < plan->member_count; i++) {
        struct mover *mover = &blocks.movers[blocks.mover_count];
        if (!plan->members[i].words)
            continue;
        mover->member = &plan->members[i];
        see_moves(&blocks, mover);
        join_block(&blocks, mover);
        blocks.mover_count++;
    }
    write_words(&blocks, plan, diags);
    write_bases(&blocks, plan);
    number_members(&blocks, plan);
    buffer_free(&blocks.blocks);
    buffer_free(&blocks.words);
}
