/*
 * The reader of trace files in tests/vendor/etl over a compressed trace, beside what expands its buffers alone.
 *
 *   etl FILE [ROUNDS]      default 31 rounds
 *
 * Both have the file in memory. The reader counts each event as the program does. Prints a line for each: its key, a tab,
 * and the least of the milliseconds for the whole file: other programs on the machine make some rounds slower, and none
 * faster.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include <time.h>

#define main etl_main
#include "../vendor/etl/headers.c"
#include "../vendor/etl/main.c"
#include "../vendor/etl/trace.c"
#undef main
#define take take_lz77
#include "../vendor/etl/lz77.c"
#undef take
#include "../vendor/etl/lznt1.c"

enum { MAX_ROUNDS = 999, HEADER = 0x48, MOST = 1 << 20 };

static unsigned char *data;
static size_t data_size;

/* The trace as it is read, and the counts of its events. */
struct reading {
    size_t at;
    struct summary *summary;
};

static double now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static size_t read_memory(void *context, void *bytes, size_t size)
{
    struct reading *reading = context;
    size_t left = data_size - reading->at, got = size < left ? size : left;

    memcpy(bytes, data + reading->at, got);
    reading->at += got;
    return got;
}

static void count_event(void *context, const struct trace_event *event)
{
    on_event(((struct reading *)context)->summary, event);
}

static void fail_damage(void *context, uint64_t buffer, size_t offset, const char *what, uint64_t value)
{
    (void)context;
    fprintf(stderr, "etl: %s 0x%llX, at 0x%llX+0x%zX\n", what, (unsigned long long)value, (unsigned long long)buffer,
            offset);
    exit(1);
}

/* Returns the number of events. */
static uint64_t read_trace(void)
{
    static struct summary summary; /* of all rounds */
    struct reading reading = {0, &summary};
    struct trace trace = {0};

    trace.read = read_memory;
    trace.on_event = count_event;
    trace.on_damage = fail_damage;
    trace.context = &reading;
    return trace_read(&trace) ? summary.all.events : 0;
}

/* Copies each buffer as the reader does, and expands it. The offsets are those of all versions. */
static uint64_t expand_buffers(void)
{
    static unsigned char bytes[MOST], expanded[MOST];
    uint64_t sum = 0;
    size_t at = 0, made = 0;

    while (at + HEADER <= data_size) {
        uint32_t size, used;

        memcpy(&size, data + at, sizeof size);
        memcpy(&used, data + at + 4, sizeof used);
        if (size < HEADER || size > data_size - at || size > MOST || used < HEADER || used > MOST)
            return 0;
        memcpy(bytes, data + at, size);
        if (at != 0 && !lz77_expand(bytes + HEADER, size - HEADER, expanded, used - HEADER, &made))
            return 0;
        sum += made;
        at += size;
    }
    return sum;
}

static int read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    long end;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        return 0;
    rewind(file);
    data_size = (size_t)end;
    data = malloc(data_size + 1);
    return data != NULL && fread(data, 1, data_size, file) == data_size && fclose(file) == 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        uint64_t (*work)(void);
    } ways[] = {{"expanding alone", expand_buffers}, {"reading", read_trace}};
    double least[] = {1e9, 1e9};
    int rounds = argc > 2 ? atoi(argv[2]) : 31, round, way;

    if (argc < 2 || rounds < 1 || rounds > MAX_ROUNDS || !read_whole(argv[1])) {
        fprintf(stderr, "etl: a trace, and 1 to %d rounds\n", MAX_ROUNDS);
        return 2;
    }
    for (round = 0; round < rounds; round++) {
        for (way = 0; way < 2; way++) {
            double begin = now_ms(), took;

            if (ways[way].work() == 0)
                return 1;
            took = now_ms() - begin;
            least[way] = took < least[way] ? took : least[way];
        }
    }
    for (way = 0; way < 2; way++)
        printf("%s\t%.3f\n", ways[way].name, least[way]);
    free(data);
    return 0;
}
