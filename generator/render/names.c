#include "render/names.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"

struct claim {
    const char *parts[NAME_PARTS_MOST];
    struct span span;
};

/* Claims are hundreds of thousands, so that only these move when the table grows. */
struct slot {
    struct claim *claim; /* NULL: free */
    uint64_t hash;
};

struct names {
    struct arena *arena;
    struct diags *diags;
    struct slot *slots;
    size_t capacity; /* a power of two */
    size_t count;
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

const char *names_in_c(struct arena *arena, const char *name)
{
    while (name[0] == '_' && name[1])
        name++;
    const char *c = name;
    while (is_letter(*c) || is_digit(*c) || *c == '_')
        c++;
    if (!*c)
        return name;
    char *copy = arena_copy(arena, name, strlen(name));
    for (char *p = copy; *p; p++)
        if (!is_letter(*p) && !is_digit(*p))
            *p = '_';
    return copy;
}

const char *names_in_capitals(struct arena *arena, const char *name)
{
    name = names_in_c(arena, name);
    char *copy = arena_copy(arena, name, strlen(name));
    for (char *p = copy; *p; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
    return copy;
}

/* FNV-1a over all the parts. */
static uint64_t hash_parts(const char *const *parts)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < NAME_PARTS_MOST && parts[i]; i++)
        for (const char *c = parts[i]; *c; c++)
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return hash;
}

/* Whether two lists of parts put together give the same text. */
static bool parts_equal(const char *const *a, const char *const *b)
{
    size_t i = 0, k = 0;
    const char *left = a[0], *right = b[0];
    for (;;) {
        while (left && !*left)
            left = ++i < NAME_PARTS_MOST ? a[i] : NULL;
        while (right && !*right)
            right = ++k < NAME_PARTS_MOST ? b[k] : NULL;
        if (!left || !right)
            return left == right;
        if (*left++ != *right++)
            return false;
    }
}

/* Where the claim of these parts is, or would go. */
static struct slot *find_slot(const struct names *names, uint64_t hash, const char *const *parts)
{
    size_t at = (size_t)(hash >> 20) & (names->capacity - 1);
    while (names->slots[at].claim &&
           (names->slots[at].hash != hash || !parts_equal(names->slots[at].claim->parts, parts)))
        at = (at + 1) & (names->capacity - 1);
    return &names->slots[at];
}

static void names_grow(struct names *names)
{
    struct slot *old = names->slots;
    size_t old_capacity = names->capacity;
    names->capacity *= 2;
    names->slots = ARENA_ARRAY(names->arena, struct slot, names->capacity);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].claim)
            *find_slot(names, old[i].hash, old[i].claim->parts) = old[i];
}

bool names_claim(struct names *names, struct span span, const char *first, const char *second, const char *third,
                 const char *fourth)
{
    const char *const parts[NAME_PARTS_MOST] = {first, second, third, fourth};
    uint64_t hash = hash_parts(parts);
    struct slot *slot = find_slot(names, hash, parts);
    if (slot->claim) {
        struct diag *diag = diag_report(names->diags, DIAG_COLLISION, span, "this would give '%s%s%s%s' a second time",
                                        first, second ? second : "", third ? third : "", fourth ? fourth : "");
        if (slot->claim->span.begin)
            diag_note(diag, slot->claim->span, "it is given here first");
        else
            diag_note(diag, slot->claim->span, "runtime/ has that name");
        return false;
    }
    struct claim *claim = ARENA_NEW(names->arena, struct claim);
    memcpy(claim->parts, parts, sizeof parts);
    claim->span = span;
    *slot = (struct slot){claim, hash};
    if (++names->count > names->capacity / 4 * 3)
        names_grow(names);
    return true;
}

static const char *const runtime_names[][2] = {
#define RUNTIME_NAME(prefix, name) {prefix, name},
#include "render/runtime_names.def"
#undef RUNTIME_NAME
};

struct names *names_new(struct arena *arena, struct diags *diags)
{
    struct names *names = ARENA_NEW(arena, struct names);
    names->arena = arena;
    names->diags = diags;
    names->capacity = 1024;
    names->slots = ARENA_ARRAY(arena, struct slot, names->capacity);
    for (size_t i = 0; i < sizeof runtime_names / sizeof *runtime_names; i++)
        names_claim(names, (struct span){0, 0}, runtime_names[i][0], runtime_names[i][1], NULL, NULL);
    return names;
}
