/*
 * Looks up targets in tables over 213 kernels, as open and find_layout do, beside code written by hand that searches a
 * sorted array of versions.
 *
 *   find [LOOKUPS [ROUNDS]]      default 20,000 lookups, 99 rounds
 *   find KEY LOOKUPS             does one of them once, for a count of instructions
 *
 * The kernels are of 9 builds, as those of the reference data. A table has a layout for each kernel, or one for every
 * 18th of them. Targets come in random order, so that no branch can be predicted; a second run asks for the same one
 * again and again, as a program does that reads one trace. Prints a line for each, a key, a tab and the least of the
 * nanoseconds for one lookup: other programs on the machine make some rounds slower, and none faster.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "strata.h"
#include "strata_layout.h"

enum {
    VERSIONS = 213,
    BUILDS = 9,
    SYSTEMS = 16,
    ARCH = 3,
    POINTS = 2 + VERSIONS + 2 * BUILDS + 2 * SYSTEMS,
    QUERIES = 1 << 14,
    EVERY = 18,
    MAX_ROUNDS = 999
};

#define NOINLINE __attribute__((noinline))

static strata_version by_hand[VERSIONS];
static const strata_slot words[1] = {0};
static const strata_bases bases[1] = {STRATA_FIRST_BASE(8)};
static strata_layout layouts[VERSIONS + 1];
static strata_found answers[2][VERSIONS + 2][2];
static char numbers[2][POINTS], more[2][POINTS], grades[2 * POINTS];
static uint32_t points[POINTS], point_count = 1;
static strata_version kernels[SYSTEMS];
static strata_segment segments[2] = {{ARCH << 24 | 10 << 16, 1}, {0xFFFFFFFF, 0}};
static const uint16_t arches[ARCH + 1] = {0, 0, 0, 1};
static const strata_evidence evidence = {segments, points, NULL, grades, kernels, arches, 1, SYSTEMS, ARCH + 1};
static strata_table tables[2];

static strata_version versions[QUERIES];

/* Searches one array of versions for a known architecture, as code written by hand does. */
static NOINLINE uint64_t search_by_hand(size_t lookups)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < lookups; i++) {
        strata_version version = versions[i % QUERIES];
        size_t low = 0, high = VERSIONS;

        while (low < high) {
            size_t middle = (low + high) / 2;

            if (by_hand[middle] <= version)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == 0)
            return 0;
        sum += low - 1;
    }
    return sum;
}

static NOINLINE uint64_t find_layouts(const strata_table *table, size_t lookups)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < lookups; i++) {
        const strata_layout *layout;
        strata_basis basis;

        if (strata_find_layout(table, STRATA_TARGET(versions[i % QUERIES], ARCH), &layout, &basis) != STRATA_OK)
            return 0;
        sum += (uint64_t)(layout - layouts) + (uint64_t)basis;
    }
    return sum;
}

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Ways to look targets up, and the ending of their keys. */
static const struct way {
    const char *name;
    const strata_table *table; /* NULL: by hand */
} ways[] = {
    {"by hand", NULL},
    {"12 layouts", &tables[1]},
    {"213 layouts", &tables[0]},
};

enum { WAYS = sizeof ways / sizeof *ways };

static uint64_t look_up(const struct way *way, size_t lookups)
{
    return way->table == NULL ? search_by_hand(lookups) : find_layouts(way->table, lookups);
}

/* Prints the least time of each way, or runs the one that is wanted; returns 0 if something is not found. */
static int measure(const char *title, size_t lookups, int rounds, const char *wanted)
{
    double least[WAYS] = {1e9, 1e9, 1e9};
    char key[64];

    for (int round = 0; round < rounds; round++) {
        for (int way = 0; way < WAYS; way++) {
            double start = now_ns(), took;

            snprintf(key, sizeof key, "%s, %s", title, ways[way].name);
            if (wanted != NULL && strcmp(key, wanted) != 0)
                continue;
            if (look_up(&ways[way], lookups) == 0) {
                fprintf(stderr, "find: nothing is found\n");
                return 0;
            }
            took = (now_ns() - start) / (double)lookups;
            least[way] = took < least[way] ? took : least[way];
        }
    }
    for (int way = 0; way < WAYS && wanted == NULL; way++)
        printf("%s, %s\t%.1f\n", title, ways[way].name, least[way]);
    return 1;
}

/* Adds a point, with its grades and the number of the answer in each table. */
static void add_point(uint32_t low, const char *grade, uint32_t version)
{
    for (uint32_t table = 0; table < 2; table++) {
        uint32_t number = version == VERSIONS ? VERSIONS + 1 : version / (table == 0 ? 1 : EVERY) + 1;

        numbers[table][point_count] = (char)(STRATA_DIGIT_FIRST + number % STRATA_DIGIT_COUNT);
        more[table][point_count] = (char)(STRATA_DIGIT_FIRST + number / STRATA_DIGIT_COUNT);
    }
    points[point_count] = low;
    grades[2 * point_count] = grade[0];
    grades[2 * point_count + 1] = grade[1];
    segments[1].first = ++point_count;
}

/* Adds builds of the system that run the kernel of the build before them, of number `version`. */
static void add_systems(uint32_t build, uint32_t version)
{
    for (uint32_t i = 0; i < SYSTEMS; i += 2) {
        kernels[i] = STRATA_VERSION(10, 0, build + 1 + i, 0);
        kernels[i + 1] = STRATA_VERSION(10, 0, build, 0);
        add_point((build + 1 + i) << 16, "66", VERSIONS);
        add_point((build + 1 + i) << 16 | STRATA_REVISION_ANY, "62", VERSIONS);
    }
    add_point((build + 1 + SYSTEMS) << 16, "22", version);
}

static void make_points(void)
{
    enum { KERNEL = 18000 };

    add_point(0, "33", 0);
    for (uint32_t i = 0; i < VERSIONS; i++) {
        uint32_t number = i * BUILDS / VERSIONS, build = 14000 + 1000 * number, revision = 100 + 60 * i;
        int is_last = i + 1 == VERSIONS || (i + 1) * BUILDS / VERSIONS != number;

        by_hand[i] = STRATA_VERSION(10, 0, build, revision);
        if (i == 0 || (i - 1) * BUILDS / VERSIONS != number)
            add_point(build << 16, "22", i);
        add_point(build << 16 | revision, is_last ? "02" : "01", i);
        if (!is_last)
            continue;
        add_point(build << 16 | STRATA_REVISION_ANY, "22", i);
        if (build == KERNEL)
            add_systems(build, i);
    }
}

static void make_tables(void)
{
    for (uint32_t i = 0; i < VERSIONS; i++) {
        layouts[i].bases = bases;
        layouts[i].words = words;
    }
    make_points();
    for (uint32_t table = 0; table < 2; table++) {
        for (uint32_t i = 0; i < VERSIONS; i++)
            answers[table][i + 1][0] = answers[table][i + 1][1] = i;
        answers[table][0][0] = answers[table][0][1] = STRATA_FOUND_NO_ARCH;
        answers[table][VERSIONS + 1][0] = answers[table][VERSIONS + 1][1] = STRATA_FOUND_OF_KERNEL;
        numbers[table][0] = more[table][0] = STRATA_DIGIT_FIRST;
        tables[table].answers = (const strata_found(*)[2])answers[table];
        tables[table].numbers = numbers[table];
        tables[table].more = more[table];
        tables[table].layouts = layouts;
        tables[table].evidence = &evidence;
        tables[table].layout_count = table == 0 ? VERSIONS : VERSIONS / EVERY + 1;
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *title;
        strata_version add, mask; /* to each attested version */
    } questions[] = {
        {"attested", 0, 0},
        {"between two revisions", 7, 0},
        {"a build, REVISION_ANY", 0, STRATA_REVISION_ANY},
        {"an unattested build", (strata_version)77 << 16, 0},
    };
    const char *wanted = argc > 2 && strchr(argv[1], ' ') != NULL ? argv[1] : NULL;
    size_t lookups = argc > 1 ? (size_t)strtoul(argv[wanted != NULL ? 2 : 1], NULL, 10) : 20000;
    int rounds = wanted != NULL ? 1 : argc > 2 ? atoi(argv[2]) : 99;
    int good = 1;

    if (lookups < 1 || rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "find: at least one lookup, 1 to %d rounds\n", MAX_ROUNDS);
        return 2;
    }
    make_tables();
    for (size_t question = 0; question < sizeof questions / sizeof *questions && good; question++) {
        uint64_t state = 1;
        char title[64];

        for (size_t i = 0; i < QUERIES; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            versions[i] = (by_hand[(state >> 33) % VERSIONS] + questions[question].add) | questions[question].mask;
        }
        good = measure(questions[question].title, lookups, rounds, wanted);
        for (size_t i = 0; i < QUERIES; i++)
            versions[i] = (by_hand[VERSIONS / 3] + questions[question].add) | questions[question].mask;
        snprintf(title, sizeof title, "%s, the same", questions[question].title);
        good = good && measure(title, lookups, rounds, wanted);
    }
    return good ? 0 : 1;
}
