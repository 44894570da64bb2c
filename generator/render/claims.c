#include "render/claims.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/lookup.h"

enum { PART_COUNT = 5 };

struct claim {
    const char *parts[PART_COUNT];
    uint32_t hash;
    size_t slot;
    struct span span;
};

struct table {
    struct buffer claims; /* array of struct claim */
    uint32_t *slots;      /* indices of claims plus 1; 0: free */
    size_t capacity;      /* a power of two, or 0 */
};

struct claims {
    struct arena *arena;
    struct table runtime, given;
    size_t trial; /* number of claims in `given` before the trial */
    struct clash clash;
    void (*visit)(void *user, const char *identifier); /* for a listing, or NULL */
    void *user;
};

static uint32_t hash_text(uint32_t hash, const char *text)
{
    return hash_add(hash, text, strlen(text));
}

struct stem claims_stem(const char *prefix, const char *name)
{
    return (struct stem){prefix, name, hash_text(hash_text(HASH_NOTHING, prefix), name)};
}

/* True if two lists of parts form the same text. */
static bool parts_equal(const char *const *a, const char *const *b)
{
    size_t i = 0, k = 0;
    const char *left = a[0], *right = b[0];
    for (;;) {
        while (left && !*left)
            left = ++i < PART_COUNT ? a[i] : NULL;
        while (right && !*right)
            right = ++k < PART_COUNT ? b[k] : NULL;
        if (!left || !right)
            return left == right;
        if (*left++ != *right++)
            return false;
    }
}

static struct claim *claim_at(const struct table *table, size_t index)
{
    return (struct claim *)(void *)table->claims.data + index;
}

static size_t claim_count(const struct table *table)
{
    return table->claims.size / sizeof(struct claim);
}

/* Returns the slot that holds the claim of these parts, or the free slot to insert it at. */
static size_t find_slot(const struct table *table, uint32_t hash, const char *const *parts)
{
    size_t at = hash & (table->capacity - 1);
    for (; table->slots[at]; at = (at + 1) & (table->capacity - 1)) {
        const struct claim *claim = claim_at(table, table->slots[at] - 1);
        if (claim->hash == hash && parts_equal(claim->parts, parts))
            break;
    }
    return at;
}

/* Inserts the claims from `first` on into the slots. */
static void fill_slots(struct table *table, size_t first)
{
    for (size_t i = first; i < claim_count(table); i++) {
        struct claim *claim = claim_at(table, i);
        claim->slot = find_slot(table, claim->hash, claim->parts);
        table->slots[claim->slot] = (uint32_t)i + 1;
    }
}

static void table_grow(struct table *table)
{
    table->capacity = table->capacity ? table->capacity * 2 : 1024;
    table->slots = memory_resize(table->slots, table->capacity * sizeof *table->slots);
    memset(table->slots, 0, table->capacity * sizeof *table->slots);
    fill_slots(table, 0);
}

/* Removes all claims from number `count` on. */
static void table_cut(struct table *table, size_t count)
{
    for (size_t i = 0; i < claim_count(table); i++)
        table->slots[claim_at(table, i)->slot] = 0;
    table->claims.size = count * sizeof(struct claim);
    fill_slots(table, 0);
}

/* Returns the existing claim of the same identifier, or NULL after adding this one. */
static const struct claim *table_claim(struct table *table, const struct claim *claim)
{
    if (claim_count(table) >= table->capacity / 2)
        table_grow(table);
    size_t slot = find_slot(table, claim->hash, claim->parts);
    if (table->slots[slot])
        return claim_at(table, table->slots[slot] - 1);
    buffer_add(&table->claims, claim, sizeof *claim);
    table->slots[slot] = (uint32_t)claim_count(table);
    claim_at(table, claim_count(table) - 1)->slot = slot;
    return NULL;
}

static void table_free(struct table *table)
{
    buffer_free(&table->claims);
    free(table->slots);
}

static const char *join_parts(struct arena *arena, const char *const *parts)
{
    struct buffer text = {0};
    for (size_t i = 0; i < PART_COUNT && parts[i]; i++)
        buffer_add_text(&text, parts[i]);
    return buffer_take(&text, arena);
}

void claims_add(struct claims *claims, struct span span, struct stem stem, const char *first, const char *second,
                const char *third)
{
    struct claim claim = {{stem.prefix, stem.name, first, second, third}, stem.hash, 0, span};
    if (claims->visit) {
        claims->visit(claims->user, join_parts(claims->arena, claim.parts));
        return;
    }
    for (size_t i = 2; i < PART_COUNT && claim.parts[i]; i++)
        claim.hash = hash_text(claim.hash, claim.parts[i]);
    if (claims->clash.identifier)
        return;
    const struct table *runtime = &claims->runtime;
    uint32_t index = runtime->slots[find_slot(runtime, claim.hash, claim.parts)];
    const struct claim *holder = index ? claim_at(runtime, index - 1) : table_claim(&claims->given, &claim);
    if (holder)
        claims->clash = (struct clash){
            .identifier = join_parts(claims->arena, claim.parts),
            .span = span,
            .holder = holder->span,
            .is_own = !index && (size_t)(holder - claim_at(&claims->given, 0)) >= claims->trial,
        };
}

void claims_begin(struct claims *claims)
{
    claims->trial = claim_count(&claims->given);
    claims->clash.identifier = NULL;
}

bool claims_end(struct claims *claims, struct clash *clash)
{
    if (!claims->clash.identifier)
        return true;
    *clash = claims->clash;
    table_cut(&claims->given, claims->trial);
    return false;
}

void claims_forget(struct claims *claims)
{
    table_cut(&claims->given, 0);
}

static const char *const runtime_names[][2] = {
#define RUNTIME_NAME(prefix, name) {prefix, name},
#include "render/runtime_names.def"
#undef RUNTIME_NAME
};

struct claims *claims_new(struct arena *arena)
{
    struct claims *claims = ARENA_NEW(arena, struct claims);
    claims->arena = arena;
    for (size_t i = 0; i < sizeof runtime_names / sizeof *runtime_names; i++) {
        struct stem stem = claims_stem(runtime_names[i][0], runtime_names[i][1]);
        struct claim claim = {{stem.prefix, stem.name}, stem.hash, 0, {0, 0}};
        table_claim(&claims->runtime, &claim);
    }
    return claims;
}

struct claims *claims_listing(struct arena *arena, void (*visit)(void *user, const char *identifier), void *user)
{
    struct claims *claims = ARENA_NEW(arena, struct claims);
    *claims = (struct claims){.arena = arena, .visit = visit, .user = user};
    return claims;
}

void claims_free(struct claims *claims)
{
    table_free(&claims->runtime);
    table_free(&claims->given);
}
