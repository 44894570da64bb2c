/*
 * Opens a pack and looks members up in it: all by name in no order, as a program does that is asked for one thing at a
 * time, and with the layouts and members found beforehand.
 *
 *   pack FILE [LOOKUPS [ROUNDS]]      default 200,000 lookups, 31 rounds
 *
 * Every lookup asks for another member than the one before, in a version of its own; the names are copies of the
 * program's. Prints a line for each, a key, a tab and the median: microseconds for open, nanoseconds for one lookup.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "strata_pack.h"

enum { MAX_ROUNDS = 99, MAX_KNOWN = 4096 };

#define NOINLINE __attribute__((noinline))

struct query {
    const char *structure, *member;
    strata_target target;
    strata_pack_layout layout;
    strata_pack_member found;
};

static struct query *queries;
static size_t query_count, query_room;
static strata_pack pack;
static void *bytes;
static size_t size;
static uint64_t sum;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static uint64_t next_value(void)
{
    static uint64_t state = 213;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);

    if (copy == NULL)
        exit(1);
    return strcpy(copy, text);
}

/* A query for each member of each structure, in one of the versions in which there is the structure. */
static void add_queries(const strata_pack_type *type)
{
    static strata_target targets[MAX_KNOWN];
    strata_pack_member member;
    strata_known known;
    size_t count = 0, cursor = 0, i;

    while (count < MAX_KNOWN && strata_pack_list_known(type, &cursor, &known) == STRATA_OK)
        if (known.layout != STRATA_LAYOUT_NONE)
            targets[count++] = STRATA_TARGET(known.first, known.arch);
    for (i = 0; count != 0 && strata_pack_member_at(type, i, &member) == STRATA_OK; i++) {
        struct query *query;

        if (query_count == query_room) {
            query_room = query_room ? query_room * 2 : 1024;
            queries = realloc(queries, query_room * sizeof *queries);
            if (queries == NULL)
                exit(1);
        }
        query = &queries[query_count++];
        query->structure = type->name;
        query->member = member.name;
        query->target = targets[next_value() % count];
        query->found = member;
        if (strata_pack_find_layout(type, query->target, &query->layout) != STRATA_OK)
            exit(1);
    }
}

static void make_queries(void)
{
    strata_pack_type type;
    size_t i;

    for (i = 0; strata_pack_type_at(&pack, i, &type) == STRATA_OK; i++)
        if (type.kind == STRATA_PACK_STRUCT || type.kind == STRATA_PACK_UNION)
            add_queries(&type);
    for (i = query_count; i-- > 1;) {
        size_t k = next_value() % (i + 1);
        struct query other = queries[k];

        queries[k] = queries[i];
        queries[i] = other;
    }
    for (i = 0; i < query_count; i++) {
        queries[i].structure = copy_text(queries[i].structure);
        queries[i].member = copy_text(queries[i].member);
    }
}

static NOINLINE void open_pack(size_t lookups)
{
    (void)lookups;
    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        exit(1);
}

static NOINLINE void find_by_name(size_t lookups)
{
    size_t i, k = 0;

    for (i = 0; i < lookups; i++) {
        strata_pack_place place;

        sum += (unsigned)strata_pack_find(&pack, queries[k].structure, queries[k].member, queries[k].target, &place);
        sum += place.offset;
        k = k + 1 == query_count ? 0 : k + 1;
    }
}

static NOINLINE void find_by_handle(size_t lookups)
{
    size_t i, k = 0;

    for (i = 0; i < lookups; i++) {
        strata_pack_place place;

        sum += (unsigned)strata_pack_find_place(&queries[k].layout, &queries[k].found, &place);
        sum += place.offset;
        k = k + 1 == query_count ? 0 : k + 1;
    }
}

static int compare_times(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static double measure(void (*work)(size_t lookups), size_t lookups, int rounds)
{
    static double times[MAX_ROUNDS];
    int i;

    for (i = 0; i < rounds; i++) {
        double begin = now();

        work(lookups);
        times[i] = (now() - begin) / (double)lookups;
    }
    qsort(times, (size_t)rounds, sizeof *times, compare_times);
    return times[rounds / 2];
}

static int read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    long end;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        return 0;
    rewind(file);
    size = (size_t)end;
    bytes = malloc(size + 1);
    return bytes != NULL && fread(bytes, 1, size, file) == size && fclose(file) == 0;
}

int main(int argc, char **argv)
{
    size_t lookups = argc > 2 ? (size_t)atol(argv[2]) : 200000;
    int rounds = argc > 3 ? atoi(argv[3]) : 31;
    double opened, named, handled;

    if (argc < 2 || rounds < 1 || rounds > MAX_ROUNDS || !read_file(argv[1]))
        return 2;
    opened = measure(open_pack, 1, rounds);
    make_queries();
    named = measure(find_by_name, lookups, rounds);
    handled = measure(find_by_handle, lookups, rounds);
    printf("open\t%.1f\nby name\t%.1f\nby handle\t%.1f\n", opened / 1e3, named, handled);
    return sum == 1;
}
