/*
 * Measures a program that resolves a target once (a place) and opens structures by it: resolve, open and get one
 * member, over each kind of target; and find, which looks for a layout by its target each time.
 *
 *   place PACK [LOOKUPS [ROUNDS]]      default 100,000 lookups, 99 rounds
 *
 * PACK is a pack of specs with EPROCESS. Targets come in random order, so that no branch can be predicted; places of
 * one kind take turns. Prints a line for each: its key, a tab, and the least of the nanoseconds for a lookup: other
 * programs on the machine make some rounds slower, and none faster.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "etw/um_logger_context.h"
#include "ntoskrnl/EPROCESS.h"
#include "ntoskrnl/types_identity.h"
#include "strata_layout.h"
#include "strata_pack.h"
#include "twins.h"
#include "twins_identity.h"

#define NOINLINE __attribute__((noinline))
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define TARGET(build, revision) STRATA_TARGET(STRATA_VERSION(10, 0, build, revision), STRATA_ARCH_X64)

enum { TARGETS = 1 << 12, PLACES = 16, STRUCTURE = 0x2000, MAX_ROUNDS = 999 };

static strata_target targets[TARGETS];
static strata_place places[PLACES];
static unsigned char bytes[STRUCTURE];
static uint64_t sum;

/* Functions for the macros that name the structure. They return 0 if a lookup fails. */
#define FUNCTIONS(S, M, T)                                                                                            \
    static NOINLINE int resolve_##S(size_t lookups)                                                                   \
    {                                                                                                                 \
        strata_place place;                                                                                           \
        size_t i;                                                                                                     \
        for (i = 0; i < lookups; i++) {                                                                               \
            STRATA_RESOLVE(S, &place, targets[i % TARGETS]);                                                          \
            sum += place.basis;                                                                                       \
        }                                                                                                             \
        return 1;                                                                                                     \
    }                                                                                                                 \
    static NOINLINE int find_##S(size_t lookups)                                                                      \
    {                                                                                                                 \
        const strata_layout *layout;                                                                                  \
        strata_basis basis;                                                                                           \
        size_t i;                                                                                                     \
        for (i = 0; i < lookups; i++) {                                                                               \
            if (STRATA_FIND_LAYOUT(S, targets[i % TARGETS], &layout, &basis) != STRATA_OK)                            \
                return 0;                                                                                             \
            sum += layout->size + basis;                                                                              \
        }                                                                                                             \
        return 1;                                                                                                     \
    }                                                                                                                 \
    static NOINLINE int open_##S(size_t lookups)                                                                      \
    {                                                                                                                 \
        strata_##S view;                                                                                              \
        T value;                                                                                                      \
        size_t i;                                                                                                     \
        for (i = 0; i < lookups; i++) {                                                                               \
            if (STRATA_OPEN(S, &view, bytes, sizeof bytes, &places[i % PLACES], STRATA_DISPUTED) != STRATA_OK ||      \
                STRATA_GET(S, &view, M, &value) != STRATA_OK)                                                         \
                return 0;                                                                                             \
            sum += value;                                                                                             \
        }                                                                                                             \
        return 1;                                                                                                     \
    }                                                                                                                 \
    static void place_##S(void)                                                                                       \
    {                                                                                                                 \
        size_t i;                                                                                                     \
        for (i = 0; i < PLACES; i++)                                                                                  \
            STRATA_RESOLVE(S, &places[i], targets[i]);                                                                \
    }
FUNCTIONS(EPROCESS, UniqueProcessId, uint64_t)
FUNCTIONS(ETW_UM_LOGGER_CONTEXT, LoggerId, uint32_t)
FUNCTIONS(TWIN, UniqueProcessId, uint64_t)

/* ---- A pack */

static strata_pack pack;
static strata_pack_type type;
static strata_pack_member member;
static strata_pack_place pack_places[PLACES];

static strata_status find_place(strata_target target, strata_pack_place *place)
{
    strata_pack_layout layout;
    strata_status status = strata_pack_find_layout(&type, target, &layout);

    return status == STRATA_OK ? strata_pack_find_place(&layout, &member, place) : status;
}

static NOINLINE int resolve_pack(size_t lookups)
{
    strata_pack_place place;
    size_t i;

    for (i = 0; i < lookups; i++) {
        if (find_place(targets[i % TARGETS], &place) != STRATA_OK)
            return 0;
        sum += place.offset;
    }
    return 1;
}

static NOINLINE int open_pack(size_t lookups)
{
    uint64_t value;
    size_t i;

    for (i = 0; i < lookups; i++) {
        if (strata_pack_get(&pack_places[i % PLACES], bytes, sizeof bytes, &value) != STRATA_OK)
            return 0;
        sum += value;
    }
    return 1;
}

static void place_pack(void)
{
    size_t i;

    for (i = 0; i < PLACES; i++)
        if (find_place(targets[i], &pack_places[i]) != STRATA_OK)
            exit(1);
}

static int read_pack(const char *path)
{
    FILE *file = fopen(path, "rb");
    long end;
    void *content;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        return 0;
    rewind(file);
    content = malloc((size_t)end + 1);
    return content != NULL && fread(content, 1, (size_t)end, file) == (size_t)end && fclose(file) == 0 &&
           strata_pack_open(&pack, content, (size_t)end) == STRATA_OK &&
           strata_pack_find_type(&pack, "EPROCESS", &type) == STRATA_OK &&
           strata_pack_find_member(&type, "UniqueProcessId", &member) == STRATA_OK;
}

/* ---- Kinds of targets */

/* Returns a target of a kind, for a random number. */
typedef strata_target choose(uint64_t number);

/* One that somebody looked at: a kernel by its identity. */
static strata_target choose_attested(uint64_t number)
{
    return strata_identities_ntoskrnl_types[number % COUNT(strata_identities_ntoskrnl_types)].target;
}

/* A revision between two that somebody looked at, or behind the last one. */
static strata_target choose_gap(uint64_t number)
{
    return choose_attested(number) + 7;
}

static strata_target choose_build(uint64_t number)
{
    return choose_attested(number) | STRATA_REVISION_ANY;
}

/* A build that nobody looked at. */
static strata_target choose_unattested(uint64_t number)
{
    return choose_attested(number) + ((strata_target)77 << 16);
}

/* A release that a document describes. */
static strata_target choose_documented(uint64_t number)
{
    static const uint32_t builds[] = {10240, 10586, 14393, 15063, 16299, 17134, 17763, 18362, 19041, 22000};

    return TARGET(builds[number % COUNT(builds)], 0);
}

/* One of two kernels of a version, by its identity. */
static strata_target choose_twin(uint64_t number)
{
    return strata_identities_twins[number % COUNT(strata_identities_twins)].target;
}

static const struct kind {
    const char *name;
    choose *choose;
    int (*resolve)(size_t lookups);
    int (*find)(size_t lookups);
    int (*open)(size_t lookups);
    void (*place)(void);
} kinds[] = {
    {"attested", choose_attested, resolve_EPROCESS, find_EPROCESS, open_EPROCESS, place_EPROCESS},
    {"gap", choose_gap, resolve_EPROCESS, find_EPROCESS, open_EPROCESS, place_EPROCESS},
    {"a build, REVISION_ANY", choose_build, resolve_EPROCESS, find_EPROCESS, open_EPROCESS, place_EPROCESS},
    {"an unattested build", choose_unattested, resolve_EPROCESS, find_EPROCESS, open_EPROCESS, place_EPROCESS},
    {"documented tree", choose_documented, resolve_ETW_UM_LOGGER_CONTEXT, find_ETW_UM_LOGGER_CONTEXT,
     open_ETW_UM_LOGGER_CONTEXT, place_ETW_UM_LOGGER_CONTEXT},
    {"twin by identity", choose_twin, resolve_TWIN, find_TWIN, open_TWIN, place_TWIN},
    {"pack", choose_attested, resolve_pack, resolve_pack, open_pack, place_pack},
};

static double now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Returns the nanoseconds for a lookup. */
static double measure(int (*work)(size_t lookups), size_t lookups, const char *name)
{
    double begin = now_ns();

    if (!work(lookups)) {
        fprintf(stderr, "place: %s: a lookup fails\n", name);
        exit(1);
    }
    return (now_ns() - begin) / (double)lookups;
}

int main(int argc, char **argv)
{
    size_t lookups = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 100000;
    int rounds = argc > 3 ? atoi(argv[3]) : 99, round;
    const struct kind *kind;

    if (argc < 2 || lookups < 1 || rounds < 1 || rounds > MAX_ROUNDS || !read_pack(argv[1])) {
        fprintf(stderr, "place: a pack with EPROCESS, at least one lookup, 1 to %d rounds\n", MAX_ROUNDS);
        return 2;
    }
    for (kind = kinds; kind < kinds + COUNT(kinds); kind++) {
        double resolve = 1e9, find = 1e9, open = 1e9;
        uint64_t state = 1;
        size_t i;

        for (i = 0; i < TARGETS; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            targets[i] = kind->choose(state >> 33);
        }
        kind->place();
        for (round = 0; round < rounds; round++) {
            double took = measure(kind->resolve, lookups, kind->name);

            resolve = took < resolve ? took : resolve;
            took = measure(kind->find, lookups, kind->name);
            find = took < find ? took : find;
            took = measure(kind->open, lookups, kind->name);
            open = took < open ? took : open;
        }
        printf("resolve, %s\t%.2f\nfind, %s\t%.2f\nopen, %s\t%.2f\n", kind->name, resolve, kind->name, find, kind->name,
               open);
    }
    return sum == 1;
}
