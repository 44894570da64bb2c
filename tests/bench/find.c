/*
 * Looks up versions in a table of 213 of them, each with a layout of its own, as open and find_layout do, beside what
 * one would write by hand: a sorted array of versions, searched by halves.
 *
 *   find [LOOKUPS [ROUNDS]]      default 200,000 lookups, 99 rounds
 *
 * The versions come in no order, so that no branch can be foretold by what came before; a second run asks for the same
 * one again and again, as a program does that reads one trace. Printed are the medians, in nanoseconds for one lookup.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "strata.h"

enum { VERSIONS = 213, ARCH = 3, QUERIES = 1 << 20, MAX_ROUNDS = 99 };

#define NOINLINE __attribute__((noinline))

static strata_range ranges[VERSIONS];
static strata_version by_hand[VERSIONS];
static const strata_slot slots[1] = { 0 };
static strata_layout layouts[VERSIONS + 1];
static strata_target builds[VERSIONS];
static uint32_t ends[VERSIONS];
static uint16_t revisions[VERSIONS];
static const strata_evidence evidence = { builds, ends, revisions, NULL, NULL, VERSIONS, 0, 0 };
static const strata_table table = { ranges, layouts, &evidence, VERSIONS, VERSIONS };

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

static NOINLINE uint64_t find_layouts(size_t lookups)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < lookups; i++) {
        const strata_layout *layout;
        strata_basis basis;

        if (strata_find_layout(&table, STRATA_TARGET(versions[i % QUERIES], ARCH), &layout, &basis) != STRATA_OK)
            return 0;
        sum += (uint64_t)(layout - layouts);
    }
    return sum;
}

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Times both in turn; 0 when they do not find the same. */
static int measure(const char *title, size_t lookups, int rounds)
{
    static double times[2][MAX_ROUNDS];
    uint64_t expected = search_by_hand(lookups);
    double median[2];

    for (int round = 0; round < rounds; round++) {
        double start = now_ns();
        uint64_t sum = search_by_hand(lookups);
        double middle = now_ns();

        if (sum != expected || find_layouts(lookups) != expected) {
            printf("find: another version is found\n");
            return 0;
        }
        times[0][round] = (middle - start) / (double)lookups;
        times[1][round] = (now_ns() - middle) / (double)lookups;
    }
    for (int i = 0; i < 2; i++) {
        qsort(times[i], (size_t)rounds, sizeof(double), compare_doubles);
        median[i] = times[i][rounds / 2];
    }
    printf("%-9s by hand %5.1f ns, find_layout %5.1f ns, ratio %.2f\n", title, median[0], median[1],
           median[1] / median[0]);
    return 1;
}

int main(int argc, char **argv)
{
    size_t lookups = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 200000;
    int rounds = argc > 2 ? atoi(argv[2]) : 99;
    uint64_t state = 1;
    int good;

    if (lookups < 1 || rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "find: at least one lookup, 1 to %d rounds\n", MAX_ROUNDS);
        return 2;
    }
    for (uint32_t i = 0; i < VERSIONS; i++) {
        by_hand[i] = STRATA_VERSION(10, 0, 10000 + 73 * i, 1 + i % 7);
        ranges[i].first = STRATA_TARGET(by_hand[i], ARCH);
        ranges[i].layout = i;
        builds[i] = ranges[i].first & ~(strata_target)0xFFFF;
        ends[i] = i + 1;
        revisions[i] = (uint16_t)(ranges[i].first & 0xFFFF);
        layouts[i].members = slots;
    }
    for (size_t i = 0; i < QUERIES; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        versions[i] = by_hand[(state >> 33) % VERSIONS] + (state >> 60);
    }
    good = measure("any", lookups, rounds);
    for (size_t i = 0; i < QUERIES; i++)
        versions[i] = by_hand[VERSIONS / 3];
    good = good && measure("the same", lookups, rounds);
    return good ? 0 : 1;
}
