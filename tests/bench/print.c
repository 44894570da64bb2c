/*
 * Printing: WMI_RESOURCE records as text and as JSON by the generated printer, against the snprintf that one would write
 * by hand for the same text, and structures of other shapes, as megabytes of output a second. The bar is 100.
 *
 *   print [RECORDS [ROUNDS]]      default 4,096 records, 31 rounds
 *
 * The works run one after another in each round; printed are the medians. Both ways must give the same bytes.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "etw/groupmask_print.h"
#include "etw/um_logger_context_print.h"
#include "etw/wmi_resource_print.h"

enum { RECORD = 0x30, MAX_ROUNDS = 99, ROOM = 1 << 20 };

static const strata_target target = STRATA_TARGET(STRATA_VERSION(10, 0, 19041, 0), STRATA_ARCH_X64);

/* The sink of all: a buffer that is emptied when it is full. */
struct sink {
    char bytes[ROOM];
    size_t used;
    size_t total;
    uint64_t sum;
};

static void sink_empty(struct sink *sink)
{
    for (size_t i = 0; i + 8 <= sink->used; i += 4096)
        sink->sum = sink->sum * 31 + (unsigned char)sink->bytes[i];
    sink->total += sink->used;
    sink->used = 0;
}

static void sink_write(void *context, const char *text, size_t size)
{
    struct sink *sink = context;
    if (ROOM - sink->used < size)
        sink_empty(sink);
    memcpy(sink->bytes + sink->used, text, size);
    sink->used += size;
}

static uint64_t load(const unsigned char *p, size_t size)
{
    uint64_t value = 0;
    memcpy(&value, p, size); /* of a little-endian machine */
    return value;
}

static const struct {
    uint32_t value;
    const char *name;
    const char *remark;
} actions[] = {
    {0x00010022, "WMI_RESOURCE_ACTION_COMPLETE_RELEASE_EXCLUSIVE", "released exclusive ownership"},
    {0x00010042, "WMI_RESOURCE_ACTION_COMPLETE_RELEASE_SHARED", "released shared ownership"},
    {0x00010224, "WMI_RESOURCE_ACTION_WAIT_EXCESSIVE_FOR_EXCLUSIVE", "wait to acquire exclusive timed out"},
    {0x00010244, "WMI_RESOURCE_ACTION_WAIT_EXCESSIVE_FOR_SHARED", "wait to acquire shared timed out"},
};

enum { ACTIONS = sizeof actions / sizeof *actions };

/* Returns the index of an action. All records of this program have one of them. */
static size_t find_action(uint64_t value)
{
    size_t i = 0;
    while (i + 1 < ACTIONS && actions[i].value != value)
        i++;
    return i;
}

/* ---- The works: the records at `bytes`, `size` bytes each ---- */

#define AT(offset, size) load(p + (offset), size)

static void text_by_hand(struct sink *sink, const unsigned char *bytes, size_t size, size_t count)
{
    char line[1024];
    for (const unsigned char *p = bytes; count--; p += size) {
        int length = snprintf(
            line, sizeof line,
            "WMI_RESOURCE\n   +0x000 AcquireTime      : %#" PRIx64 "\n   +0x008 HoldTime         : %#" PRIx64
            "\n   +0x010 WaitTime         : %#" PRIx64 "\n   +0x018 MaxRecursionDepth : %#" PRIx64
            "\n   +0x01c ThreadId         : %#" PRIx64 "\n   +0x020 Resource         : 0x%016" PRIx64
            "\n   +0x028 Action           : 0x%08" PRIx64 " ( %s )\n   +0x02c ContentionDelta  : %#" PRIx64 "\n",
            AT(0, 8), AT(8, 8), AT(16, 8), AT(24, 4), AT(28, 4), AT(32, 8), AT(40, 4),
            actions[find_action(AT(40, 4))].name, AT(44, 4));
        sink_write(sink, line, (size_t)length);
    }
}

static void json_by_hand(struct sink *sink, const unsigned char *bytes, size_t size, size_t count)
{
    char line[1024];
    for (const unsigned char *p = bytes; count--; p += size) {
        size_t action = find_action(AT(40, 4));
        int length = snprintf(line, sizeof line,
                              "{\"AcquireTime\":%" PRIu64 ",\"HoldTime\":%" PRIu64 ",\"WaitTime\":%" PRIu64
                              ",\"MaxRecursionDepth\":%" PRIu64 ",\"ThreadId\":%" PRIu64
                              ",\"Resource\":\"0x%016" PRIx64 "\",\"Action\":{\"value\":%" PRIu64
                              ",\"name\":\"%s\",\"remark\":\"%s\"},\"ContentionDelta\":%" PRIu64 "}",
                              AT(0, 8), AT(8, 8), AT(16, 8), AT(24, 4), AT(28, 4), AT(32, 8), AT(40, 4),
                              actions[action].name, actions[action].remark, AT(44, 4));
        sink_write(sink, line, (size_t)length);
    }
}

#define WORK(NAME, S, OPTIONS)                                                                                        \
    static void NAME(struct sink *sink, const unsigned char *bytes, size_t size, size_t count)                        \
    {                                                                                                                 \
        strata_print_options options = STRATA_PRINT_OPTIONS;                                                          \
        OPTIONS;                                                                                                      \
        for (; count--; bytes += size)                                                                                \
            strata_##S##_print_bytes_with(bytes, size, target, &options, sink_write, sink);                           \
    }

WORK(text_resource, WMI_RESOURCE, (void)0)
WORK(json_resource, WMI_RESOURCE, options.form = STRATA_PRINT_FORM_JSON)
WORK(text_context, ETW_UM_LOGGER_CONTEXT, options.types = 1)
WORK(json_context, ETW_UM_LOGGER_CONTEXT, options.form = STRATA_PRINT_FORM_JSON_INDENTED)
WORK(text_masks, PERFINFO_GROUPMASK, (void)0)
WORK(json_masks, PERFINFO_GROUPMASK, options.form = STRATA_PRINT_FORM_JSON)

static const struct work {
    const char *name;
    size_t size;
    void (*run)(struct sink *sink, const unsigned char *bytes, size_t size, size_t count);
    void (*by_hand)(struct sink *sink, const unsigned char *bytes, size_t size, size_t count);
} works[] = {
    {"WMI_RESOURCE, text", RECORD, text_resource, text_by_hand},
    {"WMI_RESOURCE, JSON", RECORD, json_resource, json_by_hand},
    {"ETW_UM_LOGGER_CONTEXT, text with types", 0x230, text_context, NULL},
    {"ETW_UM_LOGGER_CONTEXT, JSON indented", 0x230, json_context, NULL},
    {"PERFINFO_GROUPMASK, text, half of the bits set", 0x20, text_masks, NULL},
    {"PERFINFO_GROUPMASK, JSON, half of the bits set", 0x20, json_masks, NULL},
};

static struct sink printed, expected;

/* Returns the processor's time: nothing here waits, and other programs may be running. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double time_run(void (*run)(struct sink *sink, const unsigned char *bytes, size_t size, size_t count),
                       struct sink *sink, const unsigned char *bytes, size_t size, size_t count)
{
    double start = now();
    sink->total = sink->used = 0;
    run(sink, bytes, size, count);
    sink_empty(sink);
    return now() - start;
}

static int measure(const struct work *work, const unsigned char *bytes, size_t count, int rounds)
{
    static double ours[MAX_ROUNDS], theirs[MAX_ROUNDS];
    double middle;
    if (work->by_hand) {
        size_t some = 256; /* no more than fit into the sink */
        printed.used = expected.used = 0;
        work->run(&printed, bytes, work->size, some);
        work->by_hand(&expected, bytes, work->size, some);
        if (printed.used != expected.used || memcmp(printed.bytes, expected.bytes, printed.used) != 0) {
            fprintf(stderr, "print: %s: not what is printed by hand\n", work->name);
            return 0;
        }
    }
    for (int i = 0; i < rounds; i++) {
        ours[i] = time_run(work->run, &printed, bytes, work->size, count);
        if (work->by_hand)
            theirs[i] = time_run(work->by_hand, &expected, bytes, work->size, count);
    }
    qsort(ours, (size_t)rounds, sizeof *ours, compare_doubles);
    qsort(theirs, (size_t)rounds, sizeof *theirs, compare_doubles);
    middle = ours[rounds / 2];
    printf("%s\t%.2f\n", work->name, middle * 1e9 / (double)printed.total);
    if (work->by_hand)
        printf("%s, snprintf\t%.2f\n", work->name, theirs[rounds / 2] * 1e9 / (double)expected.total);
    return 1;
}

static void fill(unsigned char *bytes, size_t size)
{
    uint64_t state = 1;
    for (size_t i = 0; i < size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(state >> 56);
    }
}

/* Makes resources of random bytes: an action that there is, times and counts of the lengths that they have. */
static void fill_resources(unsigned char *bytes, size_t count)
{
    for (unsigned char *p = bytes; count--; p += RECORD) {
        uint32_t action = actions[p[0x28] % ACTIONS].value;
        for (int i = 0; i < 3; i++)
            memset(p + 8 * i + 5, 0, 3);
        memset(p + 0x1A, 0, 2);
        memcpy(p + 0x28, &action, sizeof action);
        memset(p + 0x2D, 0, 3);
    }
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 4096;
    int rounds = argc > 2 ? atoi(argv[2]) : 31;
    if (count < 256 || rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "print: at least 256 records, 1 to %d rounds\n", MAX_ROUNDS);
        return 2;
    }
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        unsigned char *bytes = malloc(count * works[i].size);
        if (bytes == NULL) {
            fprintf(stderr, "print: no memory for %zu records\n", count);
            return 2;
        }
        fill(bytes, count * works[i].size);
        if (works[i].by_hand)
            fill_resources(bytes, count);
        int good = measure(&works[i], bytes, count, rounds);
        free(bytes);
        if (!good)
            return 1;
    }
    return 0;
}
