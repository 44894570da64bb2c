/*
 * Reads of WMI_RESOURCE records through the generated accessors, with the target fixed at compile time, with the slots
 * hoisted out of the loop, and through a view with all checks; against what one would write by hand: a packed structure
 * where the version is known, a row of a table of offsets where it is not.
 *
 *   read [RECORDS [ROUNDS]]      default 10,000,000 records, 15 rounds
 *
 * The loops run one after another in each round, so that whatever else the machine does hits all alike; printed are the
 * medians and their ratios to the packed structure. A second run over a buffer that stays in the first-level cache shows
 * the instructions alone; the bars are for the first run: fixed 1.03, hoisted 1.05, view 1.5 (clang) or 2 (gcc).
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

enum { RECORD = 0x30, LOOPS = 5, MAX_ROUNDS = 99, CACHED = 256 };

#define NOINLINE __attribute__((noinline))

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

static NOINLINE uint64_t sum_packed(const unsigned char *bytes, size_t count, strata_target target)
{
    const struct packed_resource *r = (const struct packed_resource *)(const void *)bytes;
    uint64_t sum = 0;

    (void)target;
    for (size_t i = 0; i < count; i++, r++)
        sum += r->acquire_time + r->hold_time + r->wait_time + r->max_recursion_depth + r->thread_id + r->resource +
               r->action + r->contention_delta;
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

static NOINLINE uint64_t sum_offsets(const unsigned char *bytes, size_t count, strata_target target)
{
    int wide = strata_target_arch(target) != STRATA_ARCH_X86;
    const uint32_t *at = offsets_by_hand[wide];
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++, bytes += RECORD)
        sum += u64_at(bytes + at[0]) + u64_at(bytes + at[1]) + u64_at(bytes + at[2]) + u32_at(bytes + at[3]) +
               u32_at(bytes + at[4]) + (wide ? u64_at(bytes + at[5]) : u32_at(bytes + at[5])) +
               u32_at(bytes + at[6]) + u32_at(bytes + at[7]);
    return sum;
}

static NOINLINE uint64_t sum_fixed(const unsigned char *bytes, size_t count, strata_target target)
{
    uint64_t sum = 0;

    (void)target;
    for (size_t i = 0; i < count; i++, bytes += RECORD)
        sum += STRATA_WMI_RESOURCE_READ(10_0, x64, AcquireTime, bytes) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, HoldTime, bytes) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, WaitTime, bytes) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, MaxRecursionDepth, bytes) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, ThreadId, bytes) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, Resource, bytes) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, Action, bytes) +
               STRATA_WMI_RESOURCE_READ(10_0, x64, ContentionDelta, bytes);
    return sum;
}

static NOINLINE uint64_t sum_hoisted(const unsigned char *bytes, size_t count, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;
    uint64_t sum = 0;

    if (strata_WMI_RESOURCE_find_layout(target, &layout, &basis) != STRATA_OK || layout->least > RECORD)
        return 0;

    const strata_slot acquire_time = STRATA_WMI_RESOURCE_SLOT(layout, AcquireTime);
    const strata_slot hold_time = STRATA_WMI_RESOURCE_SLOT(layout, HoldTime);
    const strata_slot wait_time = STRATA_WMI_RESOURCE_SLOT(layout, WaitTime);
    const strata_slot max_recursion_depth = STRATA_WMI_RESOURCE_SLOT(layout, MaxRecursionDepth);
    const strata_slot thread_id = STRATA_WMI_RESOURCE_SLOT(layout, ThreadId);
    const strata_slot resource = STRATA_WMI_RESOURCE_SLOT(layout, Resource);
    const strata_slot action = STRATA_WMI_RESOURCE_SLOT(layout, Action);
    const strata_slot contention_delta = STRATA_WMI_RESOURCE_SLOT(layout, ContentionDelta);

    if (!strata_slot_is_scalar(acquire_time) || !strata_slot_is_scalar(hold_time) ||
        !strata_slot_is_scalar(wait_time) || !strata_slot_is_scalar(max_recursion_depth) ||
        !strata_slot_is_scalar(thread_id) || !strata_slot_is_scalar(resource) ||
        !strata_slot_is_scalar(action) || !strata_slot_is_scalar(contention_delta))
        return 0;

    for (size_t i = 0; i < count; i++, bytes += RECORD)
        sum += strata_WMI_RESOURCE_read_AcquireTime(acquire_time, bytes) +
               strata_WMI_RESOURCE_read_HoldTime(hold_time, bytes) +
               strata_WMI_RESOURCE_read_WaitTime(wait_time, bytes) +
               strata_WMI_RESOURCE_read_MaxRecursionDepth(max_recursion_depth, bytes) +
               strata_WMI_RESOURCE_read_ThreadId(thread_id, bytes) +
               strata_WMI_RESOURCE_read_Resource(resource, bytes) +
               strata_WMI_RESOURCE_read_Action(action, bytes) +
               strata_WMI_RESOURCE_read_ContentionDelta(contention_delta, bytes);
    return sum;
}

static NOINLINE uint64_t sum_view(const unsigned char *bytes, size_t count, strata_target target)
{
    strata_WMI_RESOURCE v;
    uint64_t sum = 0;

    if (strata_WMI_RESOURCE_open(&v, bytes, RECORD, target) != STRATA_OK)
        return 0;
    for (size_t i = 0; i < count; i++, bytes += RECORD) {
        uint64_t acquire_time, hold_time, wait_time, resource;
        uint32_t max_recursion_depth, thread_id, action, contention_delta;

        if (strata_WMI_RESOURCE_rebase(&v, bytes, RECORD) != STRATA_OK ||
            strata_WMI_RESOURCE_get_AcquireTime(&v, &acquire_time) != STRATA_OK ||
            strata_WMI_RESOURCE_get_HoldTime(&v, &hold_time) != STRATA_OK ||
            strata_WMI_RESOURCE_get_WaitTime(&v, &wait_time) != STRATA_OK ||
            strata_WMI_RESOURCE_get_MaxRecursionDepth(&v, &max_recursion_depth) != STRATA_OK ||
            strata_WMI_RESOURCE_get_ThreadId(&v, &thread_id) != STRATA_OK ||
            strata_WMI_RESOURCE_get_Resource(&v, &resource) != STRATA_OK ||
            strata_WMI_RESOURCE_get_Action(&v, &action) != STRATA_OK ||
            strata_WMI_RESOURCE_get_ContentionDelta(&v, &contention_delta) != STRATA_OK)
            return 0;
        sum += acquire_time + hold_time + wait_time + max_recursion_depth + thread_id + resource + action +
               contention_delta;
    }
    return sum;
}

static const struct loop {
    const char *name;
    uint64_t (*run)(const unsigned char *bytes, size_t count, strata_target target);
} loops[LOOPS] = {
    { "packed", sum_packed },
    { "offsets", sum_offsets },
    { "fixed", sum_fixed },
    { "hoisted", sum_hoisted },
    { "view", sum_view },
};

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Times all loops, `repeats` passes over `count` records a round; 0 when their sums differ. */
static int measure(const char *title, const unsigned char *bytes, size_t count, size_t repeats, int rounds,
                   strata_target target)
{
    static double times[LOOPS][MAX_ROUNDS];
    uint64_t expected = sum_packed(bytes, count, target);

    for (int round = 0; round < rounds; round++) {
        for (int l = 0; l < LOOPS; l++) {
            double start = now_ms();

            for (size_t i = 0; i < repeats; i++) {
                if (loops[l].run(bytes, count, target) != expected) {
                    fprintf(stderr, "read: the sum of '%s' differs\n", loops[l].name);
                    return 0;
                }
            }
            times[l][round] = now_ms() - start;
        }
    }
    for (int l = 0; l < LOOPS; l++) {
        qsort(times[l], (size_t)rounds, sizeof(double), compare_doubles);
        printf("%-8s %-8s %8.1f ms  ratio %.3f\n", title, loops[l].name, times[l][rounds / 2],
               times[l][rounds / 2] / times[0][rounds / 2]);
    }
    return 1;
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 10000000;
    int rounds = argc > 2 ? atoi(argv[2]) : 15;
    strata_target target = STRATA_TARGET(STRATA_VERSION(10, 0, 19041, 0), STRATA_ARCH_X64);
    unsigned char *bytes;
    uint64_t state = 1;
    int good;

    if (count < CACHED || rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "read: at least %d records, 1 to %d rounds\n", CACHED, MAX_ROUNDS);
        return 2;
    }
    bytes = (unsigned char *)malloc(count * RECORD);
    if (bytes == NULL) {
        fprintf(stderr, "read: no memory for %zu records\n", count);
        return 2;
    }
    for (size_t i = 0; i < count * RECORD; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(state >> 56);
    }
    good = measure("memory", bytes, count, 1, rounds, target) &&
           measure("cached", bytes, CACHED, count / CACHED, rounds, target);
    free(bytes);
    return good ? 0 : 1;
}
