/*
 * Reads of records through the generated accessors: with the target fixed at compile time, with the slots hoisted out of
 * the loop, and through a view with all checks; beside a packed structure and a row of a table of offsets, which one
 * would write by hand.
 *
 *   read [RECORDS [ROUNDS]]      default 10,000,000 records, 15 rounds
 *   read KEY RECORDS             runs one cached loop over that many records, for a count of instructions
 *
 * There are two kinds of records: WMI_RESOURCE, and a mix of members of EPROCESS, most of them bit-fields. The records
 * of `cached` stay in the first-level cache and show the instructions alone; those of `memory` do not. The loops run one
 * after another in each round. Prints a line for each loop: its key, a tab, and the least of the nanoseconds for a
 * record: other programs on the machine make some rounds slower, and none faster.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "etw/wmi_resource.h"
#include "process.h"
#include "nt/axis_assert.h"
#include "strata_layout.h"

/* The records of EPROCESS overlap, so that many of them stay in the cache. */
enum { RECORD = 0x30, PROCESS = 0xB80, STEP = 0x40, CACHED = 256, SAMPLES = 32, MAX_ROUNDS = 99 };

#define NOINLINE __attribute__((noinline))

/* Goes over all records as often as `passes` says; p is the record. */
#define EACH(SIZE)                                                                                                    \
    for (; passes > 0; passes--)                                                                                      \
        for (const unsigned char *p = bytes, *end = p + count * (SIZE); p < end; p += (SIZE))

struct packed_resource {
    uint64_t acquire_time;
    uint64_t hold_time;
    uint64_t wait_time;
    uint32_t max_recursion_depth;
    uint32_t thread_id;
    uint64_t resource;
    uint32_t action;
    uint32_t contention_delta;
} __attribute__((packed));

static NOINLINE uint64_t sum_packed(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    uint64_t sum = 0;

    (void)target;
    EACH(RECORD)
    {
        const struct packed_resource *r = (const struct packed_resource *)(const void *)p;

        sum += r->acquire_time + r->hold_time + r->wait_time + r->max_recursion_depth + r->thread_id + r->resource +
               r->action + r->contention_delta;
    }
    return sum;
}

/* Offsets of the eight members on x86 and on x64, as one notes them from the published table. */
static const uint32_t offsets_by_hand[2][8] = {
    { 0x00, 0x08, 0x10, 0x18, 0x1C, 0x20, 0x24, 0x28 },
    { 0x00, 0x08, 0x10, 0x18, 0x1C, 0x20, 0x28, 0x2C },
};

static uint64_t u64_at(const unsigned char *p)
{
    uint64_t value;

    memcpy(&value, p, sizeof value);
    return value;
}

static uint32_t u32_at(const unsigned char *p)
{
    uint32_t value;

    memcpy(&value, p, sizeof value);
    return value;
}

static NOINLINE uint64_t sum_offsets(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    int wide = strata_target_arch(target) != STRATA_ARCH_X86;
    const uint32_t *at = offsets_by_hand[wide];
    uint64_t sum = 0;

    EACH(RECORD)
        sum += u64_at(p + at[0]) + u64_at(p + at[1]) + u64_at(p + at[2]) + u32_at(p + at[3]) +
               u32_at(p + at[4]) + (wide ? u64_at(p + at[5]) : u32_at(p + at[5])) +
               u32_at(p + at[6]) + u32_at(p + at[7]);
    return sum;
}

static NOINLINE uint64_t sum_fixed(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    uint64_t sum = 0;

    (void)target;
    EACH(RECORD)
        sum += STRATA_WMI_RESOURCE_READ(10_0, x64, AcquireTime, p) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, HoldTime, p) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, WaitTime, p) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, MaxRecursionDepth, p) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, ThreadId, p) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, Resource, p) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, Action, p) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, ContentionDelta, p);
    return sum;
}

static NOINLINE uint64_t sum_hoisted(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;
    uint64_t sum = 0;

    if (STRATA_FIND_LAYOUT(WMI_RESOURCE, target, &layout, &basis) != STRATA_OK || layout->least > RECORD)
        return 0;

    const strata_slot acquire_time = STRATA_SLOT(WMI_RESOURCE, layout, AcquireTime);
    const strata_slot hold_time = STRATA_SLOT(WMI_RESOURCE, layout, HoldTime);
    const strata_slot wait_time = STRATA_SLOT(WMI_RESOURCE, layout, WaitTime);
    const strata_slot max_recursion_depth = STRATA_SLOT(WMI_RESOURCE, layout, MaxRecursionDepth);
    const strata_slot thread_id = STRATA_SLOT(WMI_RESOURCE, layout, ThreadId);
    const strata_slot resource = STRATA_SLOT(WMI_RESOURCE, layout, Resource);
    const strata_slot action = STRATA_SLOT(WMI_RESOURCE, layout, Action);
    const strata_slot contention_delta = STRATA_SLOT(WMI_RESOURCE, layout, ContentionDelta);

    if (!strata_slot_is_scalar(acquire_time) || !strata_slot_is_scalar(hold_time) ||
        !strata_slot_is_scalar(wait_time) || !strata_slot_is_scalar(max_recursion_depth) ||
        !strata_slot_is_scalar(thread_id) || !strata_slot_is_scalar(resource) ||
        !strata_slot_is_scalar(action) || !strata_slot_is_scalar(contention_delta))
        return 0;

    EACH(RECORD)
        sum += STRATA_READ(WMI_RESOURCE, acquire_time, AcquireTime, p) +
               STRATA_READ(WMI_RESOURCE, hold_time, HoldTime, p) +
               STRATA_READ(WMI_RESOURCE, wait_time, WaitTime, p) +
               STRATA_READ(WMI_RESOURCE, max_recursion_depth, MaxRecursionDepth, p) +
               STRATA_READ(WMI_RESOURCE, thread_id, ThreadId, p) +
               STRATA_READ(WMI_RESOURCE, resource, Resource, p) +
               STRATA_READ(WMI_RESOURCE, action, Action, p) +
               STRATA_READ(WMI_RESOURCE, contention_delta, ContentionDelta, p);
    return sum;
}

static NOINLINE uint64_t sum_view(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    strata_WMI_RESOURCE v;
    uint64_t sum = 0;

    if (STRATA_OPEN_AT(WMI_RESOURCE, &v, bytes, RECORD, target) != STRATA_OK)
        return 0;
    EACH(RECORD)
    {
        uint64_t acquire_time, hold_time, wait_time, resource;
        uint32_t max_recursion_depth, thread_id, action, contention_delta;

        if (STRATA_REBASE(WMI_RESOURCE, &v, p, RECORD) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, AcquireTime, &acquire_time) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, HoldTime, &hold_time) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, WaitTime, &wait_time) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, MaxRecursionDepth, &max_recursion_depth) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, ThreadId, &thread_id) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, Resource, &resource) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, Action, &action) != STRATA_OK ||
            STRATA_GET(WMI_RESOURCE, &v, ContentionDelta, &contention_delta) != STRATA_OK)
            return 0;
        sum += acquire_time + hold_time + wait_time + max_recursion_depth + thread_id + resource + action +
               contention_delta;
    }
    return sum;
}

/* ---- Members of EPROCESS */

/* The mix: two members that are words, and six bit-fields of two words. ExitStatus is signed. */
#define MIX(DO)                                                                                                       \
    DO(UniqueProcessId) DO(DefaultPagePriority) DO(ProcessExiting) DO(ProcessDelete) DO(AddressSpaceInitialized)      \
    DO(BreakOnTermination) DO(DefaultIoPriority) DO(ExitStatus)

/* Offsets of the mix on two kernels, as one notes them from a debugger. The bits are the same on both. */
static const uint32_t process_by_hand[2][8] = {
    { 0x180, 0x43C, 0x440, 0x440, 0x440, 0x440, 0x440, 0x444 },
    { 0x440, 0x460, 0x464, 0x464, 0x464, 0x464, 0x464, 0x7D4 },
};

static NOINLINE uint64_t sum_process_offsets(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    const uint32_t *at = process_by_hand[strata_target_version(target) >= STRATA_VERSION(10, 0, 19041, 0)];
    uint64_t sum = 0;

    EACH(STEP)
        sum += u64_at(p + at[0]) + (u32_at(p + at[1]) >> 12 & 7) + (u32_at(p + at[2]) >> 2 & 1) +
               (u32_at(p + at[3]) >> 3 & 1) + (u32_at(p + at[4]) >> 10 & 3) +
               (u32_at(p + at[5]) >> 13 & 1) + (u32_at(p + at[6]) >> 27 & 7) +
               (uint64_t)(int32_t)u32_at(p + at[7]);
    return sum;
}

static NOINLINE uint64_t sum_process_fixed(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    uint64_t sum = 0;

    (void)target;
#define ADD(M) sum += (uint64_t)STRATA_EPROCESS_READ(2004, x64, M, p);
    EACH(STEP)
    {
        MIX(ADD)
    }
#undef ADD
    return sum;
}

static NOINLINE uint64_t sum_process_hoisted(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;
    uint64_t sum = 0;

    if (STRATA_FIND_LAYOUT(EPROCESS, target, &layout, &basis) != STRATA_OK || layout->least > PROCESS)
        return 0;
#define TAKE(M) const strata_slot slot_##M = STRATA_SLOT(EPROCESS, layout, M);
#define CHECK(M) if (!strata_slot_is_scalar(slot_##M)) return 0;
#define ADD(M) sum += (uint64_t)STRATA_READ(EPROCESS, slot_##M, M, p);
    MIX(TAKE)
    MIX(CHECK)
    EACH(STEP)
    {
        MIX(ADD)
    }
#undef TAKE
#undef CHECK
#undef ADD
    return sum;
}

static NOINLINE uint64_t sum_process_view(const unsigned char *bytes, size_t count, size_t passes, strata_target target)
{
    strata_EPROCESS v;
    uint64_t sum = 0, id;
    uint8_t bits;
    int32_t status;

    if (STRATA_OPEN_AT(EPROCESS, &v, bytes, PROCESS, target) != STRATA_OK)
        return 0;
#define ADD(M, VALUE)                                                                                                 \
    if (STRATA_GET(EPROCESS, &v, M, &VALUE) != STRATA_OK)                                                             \
        return 0;                                                                                                     \
    sum += (uint64_t)VALUE;
#define ADD_BITS(M) ADD(M, bits)
    EACH(STEP)
    {
        if (STRATA_REBASE(EPROCESS, &v, p, PROCESS) != STRATA_OK)
            return 0;
        ADD(UniqueProcessId, id)
        ADD_BITS(DefaultPagePriority)
        ADD_BITS(ProcessExiting)
        ADD_BITS(ProcessDelete)
        ADD_BITS(AddressSpaceInitialized)
        ADD_BITS(BreakOnTermination)
        ADD_BITS(DefaultIoPriority)
        ADD(ExitStatus, status)
    }
#undef ADD
#undef ADD_BITS
    return sum;
}

/* ---- Measuring */

/* A loop over records. Loops of one kind and place stand together, and have the same sum. */
static const struct loop {
    const char *kind, *place, *name;
    uint64_t (*run)(const unsigned char *bytes, size_t count, size_t passes, strata_target target);
    int is_cached;
} loops[] = {
    { "resource", "memory", "packed", sum_packed, 0 },
    { "resource", "memory", "offsets", sum_offsets, 0 },
    { "resource", "memory", "fixed", sum_fixed, 0 },
    { "resource", "memory", "hoisted", sum_hoisted, 0 },
    { "resource", "memory", "view", sum_view, 0 },
    { "resource", "cached", "packed", sum_packed, 1 },
    { "resource", "cached", "offsets", sum_offsets, 1 },
    { "resource", "cached", "fixed", sum_fixed, 1 },
    { "resource", "cached", "hoisted", sum_hoisted, 1 },
    { "resource", "cached", "view", sum_view, 1 },
    { "process", "cached", "offsets", sum_process_offsets, 1 },
    { "process", "cached", "fixed", sum_process_fixed, 1 },
    { "process", "cached", "hoisted", sum_process_hoisted, 1 },
    { "process", "cached", "view", sum_process_view, 1 },
};

enum { LOOPS = sizeof loops / sizeof *loops };

/* Not the processor's time: virtual machines take too much off it at times, and the least would be one of these. */
static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void write_key(const struct loop *loop, char *key, size_t room)
{
    snprintf(key, room, "%s %s %s", loop->kind, loop->place, loop->name);
}

static uint64_t run_loop(const struct loop *loop, const unsigned char *bytes, size_t count)
{
    strata_target target = STRATA_TARGET(STRATA_VERSION(10, 0, 19041, 0), STRATA_ARCH_X64);

    return loop->is_cached ? loop->run(bytes, CACHED, count / CACHED, target) : loop->run(bytes, count, 1, target);
}

/* Runs a loop over `count` records, those of the cache in short samples; *took is the least time for a record. */
static uint64_t time_loop(const struct loop *loop, const unsigned char *bytes, size_t count, double *took)
{
    size_t samples = loop->is_cached && count >= SAMPLES * CACHED ? SAMPLES : 1, records = count / samples;
    uint64_t sum = 0;

    for (size_t i = 0; i < samples; i++) {
        double start = now_ns(), each;

        sum = run_loop(loop, bytes, records);
        each = (now_ns() - start) / (double)(loop->is_cached ? records / CACHED * CACHED : records);
        *took = i == 0 || each < *took ? each : *took;
    }
    return sum;
}

/* Times all loops over about `count` records; returns 0 if their sums differ. */
static int measure(const unsigned char *bytes, size_t count, int rounds)
{
    double least[LOOPS];
    uint64_t expected = 0;
    char key[64];

    for (int round = 0; round < rounds; round++) {
        for (size_t l = 0; l < LOOPS; l++) {
            const struct loop *loop = &loops[l];
            double took;
            uint64_t sum = time_loop(loop, bytes, count, &took);

            least[l] = round == 0 || took < least[l] ? took : least[l];
            if (l > 0 && strcmp(loop->kind, loop[-1].kind) == 0 && strcmp(loop->place, loop[-1].place) == 0 &&
                sum != expected) {
                fprintf(stderr, "read: the sum of %s %s %s differs\n", loop->kind, loop->place, loop->name);
                return 0;
            }
            expected = sum;
        }
    }
    for (size_t l = 0; l < LOOPS; l++) {
        write_key(&loops[l], key, sizeof key);
        printf("%s\t%.3f\n", key, least[l]);
    }
    return 1;
}

/* Runs the loop of a key; returns 0 if there is none. */
static int run_only(const char *wanted, const unsigned char *bytes, size_t count)
{
    char key[64];

    for (size_t l = 0; l < LOOPS; l++) {
        write_key(&loops[l], key, sizeof key);
        if (loops[l].is_cached && strcmp(key, wanted) == 0)
            return run_loop(&loops[l], bytes, count) != 0;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *key = argc > 2 && strchr(argv[1], ' ') != NULL ? argv[1] : NULL;
    size_t count = argc > 1 ? (size_t)strtoul(argv[key != NULL ? 2 : 1], NULL, 10) : 10000000;
    int rounds = key == NULL && argc > 2 ? atoi(argv[2]) : 15, good;
    unsigned char *bytes;
    uint64_t state = 1;
    size_t size;

    count = count / CACHED * CACHED;
    if (count == 0 || rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "read: at least %d records, 1 to %d rounds\n", CACHED, MAX_ROUNDS);
        return 2;
    }
    size = key != NULL ? CACHED * STEP + PROCESS : count * RECORD + PROCESS;
    bytes = (unsigned char *)malloc(size);
    if (bytes == NULL) {
        fprintf(stderr, "read: no memory for %zu records\n", count);
        return 2;
    }
    for (size_t i = 0; i < size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(state >> 56);
    }
    good = key != NULL ? run_only(key, bytes, count) : measure(bytes, count, rounds);
    free(bytes);
    return good ? 0 : 1;
}
