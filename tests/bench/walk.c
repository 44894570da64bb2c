/*
 * Walks a list of 1,000 processes in memory that a function reads, and takes four members of each: number, link, token
 * and name. By hand, by a plan (STRATA_PICK), and by fetching whole structures, as one would without a plan.
 *
 *   walk [ROUNDS]          default 199 rounds
 *
 * The function copies from one array, so that nothing but the walk itself takes time. All ways must give the same sum.
 * Prints a line for each way: its key, a tab, and the least of the nanoseconds for a process; then the number of its
 * reads, and of the bytes that it copies.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nt/types.h"
#include "ntoskrnl/EPROCESS.h"
#include "ntoskrnl/EX_FAST_REF.h"
#include "strata_reader.h"

#define NOINLINE __attribute__((noinline))
#define BASE UINT64_C(0xFFFFA00000000000)
#define TARGET STRATA_TARGET(STRATA_VERSION(10, 0, 19041, 1586), STRATA_ARCH_X64)

enum { PROCESSES = 1000, STRIDE = 0xA80, MAX_ROUNDS = 999, NAME_SIZE = 15 };

/* Offsets in an EPROCESS of that version, as one notes them. */
enum { ID = 0x440, LINKS = 0x448, TOKEN = 0x4B8, NAME = 0x5A8 };

static unsigned char memory[(PROCESSES + 1) * STRIDE];
static size_t reads, copied;

static NOINLINE size_t read_memory(void *context, uint64_t address, void *buffer, size_t size)
{
    const unsigned char *bytes = context;
    uint64_t offset = address - BASE;

    reads++;
    if (offset >= sizeof memory || size > sizeof memory - offset)
        return 0;
    memcpy(buffer, bytes + offset, size);
    copied += size;
    return size;
}

static const strata_reader reader = {read_memory, memory};
static const uint64_t head = BASE + PROCESSES * (uint64_t)STRIDE + LINKS;

static void put(uint64_t address, uint64_t value)
{
    memcpy(memory + (address - BASE), &value, sizeof value);
}

/* The processes follow each other in an order in which no processor foresees the next one. */
static void make_list(void)
{
    uint64_t before = head;

    for (uint64_t i = 0; i < PROCESSES; i++) {
        uint64_t process = BASE + i * 389 % PROCESSES * STRIDE;

        put(process + ID, 4 * i + 4);
        put(process + TOKEN, UINT64_C(0xFFFFB38F7A1C000F) + 16 * i);
        memcpy(memory + (process - BASE) + NAME, "a-process.exe\0", NAME_SIZE);
        put(before, process + LINKS);
        put(process + LINKS + 8, before);
        before = process + LINKS;
    }
    put(before, head);
    put(head + 8, before);
}

static uint64_t take(uint64_t id, uint64_t token, const unsigned char *name)
{
    return id * 3 + (token & ~UINT64_C(15)) + name[id % 13];
}

static NOINLINE uint64_t walk_by_hand(void)
{
    unsigned char bytes[NAME + NAME_SIZE - ID];
    uint64_t link, sum = 0;
    size_t left = PROCESSES + 1;

    if (reader.read(reader.context, head, &link, sizeof link) != sizeof link)
        return 0;
    for (; link != head && left-- > 0; memcpy(&link, bytes + LINKS - ID, sizeof link)) {
        uint64_t id, token;

        if (reader.read(reader.context, link - LINKS + ID, bytes, sizeof bytes) != sizeof bytes)
            return 0;
        memcpy(&id, bytes, sizeof id);
        memcpy(&token, bytes + TOKEN - ID, sizeof token);
        sum += take(id, token, bytes + NAME - ID);
    }
    return sum;
}

STRATA_PICK(process, EPROCESS, UniqueProcessId, ActiveProcessLinks, Token, ImageFileName);

static NOINLINE uint64_t walk_by_plan(void)
{
    unsigned char bytes[0x400];
    const unsigned char *name;
    strata_EX_FAST_REF reference;
    strata_pick_walk walk;
    strata_place place;
    uint64_t address, sum = 0;
    size_t length;
    process plan;

    STRATA_RESOLVE(EPROCESS, &place, TARGET);
    if (process_plan(&plan, &place, STRATA_ATTESTED, bytes, sizeof bytes) != STRATA_OK ||
        STRATA_PICKED_BYTES(EPROCESS, &plan, ImageFileName, &name, &length) != STRATA_OK ||
        STRATA_PICKED_VIEW(EPROCESS, &plan, Token, &reference) != STRATA_OK)
        return 0;
    (void)STRATA_PICKED_WALK(EPROCESS, &plan, ActiveProcessLinks, &walk, &reader, head, PROCESSES, STRATA_WALK_FORWARD);
    while (strata_pick_next(&walk, &address)) {
        uint64_t id, token;

        if (STRATA_PICKED(EPROCESS, &plan, UniqueProcessId, &id) != STRATA_OK ||
            STRATA_GET(EX_FAST_REF, &reference, Value, &token) != STRATA_OK)
            return 0;
        sum += take(id, token, name);
    }
    return walk.walk.status == STRATA_OK ? sum : 0;
}

static NOINLINE uint64_t walk_by_fetch(void)
{
    unsigned char bytes[0x1000];
    const unsigned char *name;
    strata_EX_FAST_REF reference;
    strata_EPROCESS view;
    strata_walk walk;
    uint64_t address, sum = 0;
    size_t length;

    (void)STRATA_WALK(EPROCESS, ActiveProcessLinks, &walk, &reader, head, TARGET, PROCESSES, STRATA_WALK_FORWARD);
    while (strata_walk_next(&walk, &address)) {
        uint64_t id, token;

        if (STRATA_FETCH(EPROCESS, &view, &reader, address, bytes, sizeof bytes, TARGET) != STRATA_OK ||
            STRATA_GET(EPROCESS, &view, UniqueProcessId, &id) != STRATA_OK ||
            STRATA_BYTES(EPROCESS, &view, ImageFileName, &name, &length) != STRATA_OK ||
            STRATA_VIEW(EPROCESS, &view, Token, &reference) != STRATA_OK ||
            STRATA_GET(EX_FAST_REF, &reference, Value, &token) != STRATA_OK)
            return 0;
        sum += take(id, token, name);
    }
    return walk.status == STRATA_OK ? sum : 0;
}

static const struct way {
    const char *name;
    uint64_t (*walk)(void);
} ways[] = {
    {"by hand", walk_by_hand},
    {"by a plan", walk_by_plan},
    {"by fetching", walk_by_fetch},
};

enum { WAYS = sizeof ways / sizeof *ways };

static double now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Walks once. Ends the program if a way does not give what the first one does. */
static double time_walk(const struct way *way)
{
    static uint64_t sum;
    double begin = now_ns(), end;
    uint64_t found;

    reads = copied = 0;
    found = way->walk();
    end = now_ns();
    sum = sum != 0 ? sum : found;
    if (found == 0 || found != sum) {
        fprintf(stderr, "walk: %s gives another sum\n", way->name);
        exit(1);
    }
    return (end - begin) / PROCESSES;
}

int main(int argc, char **argv)
{
    double least[WAYS];
    int rounds = argc > 1 ? atoi(argv[1]) : 199, round, way;

    if (rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "walk: 1 to %d rounds\n", MAX_ROUNDS);
        return 2;
    }
    make_list();
    for (round = 0; round < rounds; round++) {
        for (way = 0; way < WAYS; way++) {
            double took = time_walk(&ways[way]);

            least[way] = round == 0 || took < least[way] ? took : least[way];
        }
    }
    for (way = 0; way < WAYS; way++) {
        (void)time_walk(&ways[way]);
        printf("%s\t%.2f\n%s, reads\t%zu\n%s, copied\t%.1f\n", ways[way].name, least[way], ways[way].name, reads,
               ways[way].name, (double)copied / 1000);
    }
    return 0;
}
