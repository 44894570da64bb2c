/*
 * etl [--print N] FILE...: what is in Event Trace Log files. README.md says more.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "etw/kernel_header_extension_print.h"
#include "etw/trace_logfile_header_print.h"
#include "etw/wmi_resource_print.h"
#include "trace.h"
#include "strata_layout.h"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#define HOOKS 0x10000
#define DAMAGE_MOST 20

struct count {
    uint64_t events, bytes;
};

struct summary {
    FILE *file;
    unsigned long print_most;
    struct count hooks[HOOKS], kinds[TRACE_KINDS], all;
    unsigned long printed[HOOKS];
    uint64_t damaged;
};

/* An event whose structure the specs know. */
struct known {
    unsigned hook;
    const char *name;
    strata_status (*find)(strata_target target, const strata_layout **layout, strata_basis *basis);
    strata_status (*print)(const void *bytes, size_t size, strata_target target, strata_print_write *write,
                           void *context);
};

/* Functions for the macros that generated headers name after the structure. */
#define FUNCTIONS(S)                                                                                                  \
    static strata_status find_##S(strata_target target, const strata_layout **layout, strata_basis *basis)            \
    {                                                                                                                 \
        return STRATA_FIND_LAYOUT(S, target, layout, basis);                                                          \
    }                                                                                                                 \
    static strata_status print_##S(const void *bytes, size_t size, strata_target target, strata_print_write *write,   \
                                   void *context)                                                                     \
    {                                                                                                                 \
        return strata_##S##_print_bytes(bytes, size, target, write, context);                                         \
    }
FUNCTIONS(TRACE_LOGFILE_HEADER)
FUNCTIONS(ETW_KERNEL_HEADER_EXTENSION)
FUNCTIONS(WMI_RESOURCE)

#define KNOWN(event, S) {STRATA_##event##_HOOK, #event, find_##S, print_##S}
static const struct known known_events[] = {
    KNOWN(WMI_LOG_TYPE_HEADER, TRACE_LOGFILE_HEADER),
    KNOWN(WMI_LOG_TYPE_HEADER_EXTENSION, ETW_KERNEL_HEADER_EXTENSION),
    KNOWN(WMI_LOG_TYPE_GROUP_MASKS_END, ETW_KERNEL_HEADER_EXTENSION),
    KNOWN(PERFINFO_LOG_TYPE_RESOURCE, WMI_RESOURCE),
};

static const struct known *find_known(unsigned hook)
{
    size_t i;

    for (i = 0; i < sizeof known_events / sizeof *known_events; i++)
        if (known_events[i].hook == hook)
            return &known_events[i];
    return NULL;
}

static void add(struct count *count, size_t bytes)
{
    count->events++;
    count->bytes += bytes;
}

static void write_text(void *context, const char *text, size_t size)
{
    (void)context;
    fwrite(text, 1, size, stdout);
}

/* "10.0.19041 (2004)". */
static void print_version(strata_version version)
{
    printf("%u.%u.%u (%s)", (unsigned)(version >> 48), (unsigned)(version >> 32 & 0xFFFF),
           (unsigned)(version >> 16 & 0xFFFF), strata_version_name(version));
}

static void print_event(const struct known *known, const struct trace_event *event)
{
    const unsigned char *data = event->bytes + event->data_begin;
    size_t size = event->size - (size_t)event->data_begin;
    const strata_layout *layout;
    strata_basis basis;

    printf("0x%08" PRIX64 "+0x%zX: %s, %s, ", event->buffer, event->offset, known->name, event->kind->name);
    if (known->find(event->target, &layout, &basis) != STRATA_OK) {
        printf("not known in this version\n");
        return;
    }
    printf("layout %s\n", event->is_guess ? "GUESSED, for the version is not known" : strata_basis_name(basis));
    if (known->print(data, size, event->target, write_text, NULL) == STRATA_TOO_SHORT)
        printf("   (its data are cut short)\n");
}

static void on_event(void *context, const struct trace_event *event)
{
    struct summary *summary = context;
    const struct known *known = event->kind->has_hook ? find_known(event->hook) : NULL;

    add(&summary->all, event->size);
    add(&summary->kinds[event->kind - trace_kinds], event->size);
    if (event->kind->has_hook)
        add(&summary->hooks[event->hook], event->size);
    if (known && summary->printed[event->hook] < summary->print_most) {
        summary->printed[event->hook]++;
        print_event(known, event);
    }
}

static void on_damage(void *context, uint64_t buffer, size_t offset, const char *what, uint64_t value)
{
    struct summary *summary = context;

    if (summary->damaged++ < DAMAGE_MOST)
        printf("0x%08" PRIX64 "+0x%zX: damaged: %s 0x%" PRIX64 "\n", buffer, offset, what, value);
}

static size_t read_file(void *context, void *bytes, size_t size)
{
    const struct summary *summary = context;

    return fread(bytes, 1, size, summary->file);
}

static void print_count(const struct count *count, const char *name)
{
    if (count->events)
        printf("%10" PRIu64 "  %10" PRIu64 "  %s\n", count->events, count->bytes, name);
}

static void print_summary(const struct summary *summary, const struct trace *trace)
{
    const strata_layout *layout;
    strata_basis basis;
    const char *known = "not known";
    unsigned i;

    if (STRATA_FIND_LAYOUT(WMI_BUFFER_HEADER, trace->target, &layout, &basis) == STRATA_OK)
        known = strata_basis_name(basis);
    if (trace->target) {
        printf("version   ");
        print_version(strata_target_version(trace->target));
        printf(", %s; buffers %s\n", strata_arch_name(strata_target_arch(trace->target)), known);
    } else {
        printf("version   unknown: no TRACE_LOGFILE_HEADER has been found\n");
    }
    printf("buffers   %" PRIu64 ", %" PRIu64 " of them compressed, in %" PRIu64 " bytes\n", trace->buffers,
           trace->compressed, trace->size);
    printf("lost      events, say %" PRIu64 " buffers; buffers, say %" PRIu64 "\n", trace->events_lost,
           trace->buffers_lost);
    printf("damaged   %" PRIu64 " places\n", summary->damaged);
    printf("events    %" PRIu64 ", in %" PRIu64 " bytes\n\n", summary->all.events, summary->all.bytes);
    printf("    events       bytes  header\n");
    for (i = 0; i < TRACE_KINDS; i++)
        print_count(&summary->kinds[i], trace_kinds[i].name);
    printf("\n    events       bytes  hook\n");
    for (i = 0; i < HOOKS; i++) {
        const struct known *event = find_known(i);
        char hook[sizeof "0xFFFF " + 64];

        snprintf(hook, sizeof hook, "0x%04X%s%s", i, event ? " " : "", event ? event->name : "");
        print_count(&summary->hooks[i], hook);
    }
}

/* 0: whole; 1: damaged somewhere, or of no known version; 2: cannot be read. */
static int show(struct summary *summary, const char *name)
{
    struct trace trace = {0};
    int status = 2;

    summary->file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!summary->file) {
        fprintf(stderr, "etl: %s: cannot be opened\n", name);
        return 2;
    }
    trace.read = read_file;
    trace.on_event = on_event;
    trace.on_damage = on_damage;
    trace.context = summary;
    if (!trace_read(&trace))
        fprintf(stderr, "etl: %s: not enough memory\n", name);
    else if (ferror(summary->file))
        fprintf(stderr, "etl: %s: cannot be read\n", name);
    else
        status = summary->damaged > 0 || trace.target == 0;
    print_summary(summary, &trace);
    if (summary->file != stdin)
        fclose(summary->file);
    return status;
}

static int usage(void)
{
    fprintf(stderr, "usage: etl [--print N] FILE...\n"
                    "Counts the events of trace files (-: what is piped in) by their headers and hook ids, and\n"
                    "prints of each event whose structure is known the first N in full (default 2).\n"
                    "Exit status: 0 whole, 1 damaged or no trace, 2 cannot be read.\n");
    return 2;
}

int main(int argc, char **argv)
{
    unsigned long most = 2;
    int worst = 0, i = 1;

#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    if (argc > 2 && strcmp(argv[1], "--print") == 0) {
        char *end;

        most = strtoul(argv[2], &end, 10);
        if (end == argv[2] || *end)
            return usage();
        i = 3;
    }
    if (i < argc && strcmp(argv[i], "--") == 0)
        i++;
    else if (i < argc && argv[i][0] == '-' && argv[i][1])
        return usage();
    if (i >= argc)
        return usage();
    for (; i < argc; i++) {
        struct summary *summary = calloc(1, sizeof *summary);
        int status;

        if (!summary) {
            fprintf(stderr, "etl: not enough memory\n");
            return 2;
        }
        summary->print_most = most;
        printf("==== %s\n", argv[i]);
        status = show(summary, argv[i]);
        worst = status > worst ? status : worst;
        free(summary);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "etl: the output cannot be written\n");
        return 2;
    }
    return worst;
}
