#include "render/names.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"

struct claim {
    uint64_t hash; /* 0: free */
    const char *parts[NAME_PARTS_MOST];
    struct span span;
};

struct names {
    struct arena *arena;
    struct diags *diags;
    struct claim *claims;
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

/* FNV-1a over all the parts; never 0. */
static uint64_t hash_parts(const char *const *parts)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < NAME_PARTS_MOST && parts[i]; i++)
        for (const char *c = parts[i]; *c; c++)
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return hash ? hash : 1;
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

static struct claim *find_claim(const struct names *names, uint64_t hash, const char *const *parts)
{
    size_t at = (size_t)(hash >> 20) & (names->capacity - 1);
    while (names->claims[at].hash && (names->claims[at].hash != hash || !parts_equal(names->claims[at].parts, parts)))
        at = (at + 1) & (names->capacity - 1);
    return &names->claims[at];
}

static void names_grow(struct names *names)
{
    struct claim *old = names->claims;
    size_t old_capacity = names->capacity;
    names->capacity *= 4;
    names->claims = ARENA_ARRAY(names->arena, struct claim, names->capacity);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].hash)
            *find_claim(names, old[i].hash, old[i].parts) = old[i];
}

bool names_claim(struct names *names, struct span span, const char *first, const char *second, const char *third,
                 const char *fourth)
{
    const char *const parts[NAME_PARTS_MOST] = {first, second, third, fourth};
    uint64_t hash = hash_parts(parts);
    struct claim *claim = find_claim(names, hash, parts);
    if (claim->hash) {
        struct diag *diag = diag_report(names->diags, DIAG_COLLISION, span, "this would give '%s%s%s%s' a second time",
                                        first, second ? second : "", third ? third : "", fourth ? fourth : "");
        if (claim->span.begin)
            diag_note(diag, claim->span, "it is given here first");
        else
            diag_note(diag, claim->span, "runtime/ has that name");
        return false;
    }
    claim->hash = hash;
    memcpy(claim->parts, parts, sizeof parts);
    claim->span = span;
    if (++names->count * 2 > names->capacity)
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
    names->claims = ARENA_ARRAY(arena, struct claim, names->capacity);
    for (size_t i = 0; i < sizeof runtime_names / sizeof *runtime_names; i++)
        names_claim(names, (struct span){0, 0}, runtime_names[i][0], runtime_names[i][1], NULL, NULL);
    return names;
}
