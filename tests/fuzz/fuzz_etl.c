/*
 * The reader of trace files in tests/vendor/etl: the input is a trace, which may be cut, damaged, or none at all. What
 * it says of an event must be so, and each event prints.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_BUFFER_MOST ((size_t)1 << 17) /* a few bytes may expand to all of it, again and again */
#include "../vendor/etl/headers.c"
#include "../vendor/etl/lz77.c"
#include "../vendor/etl/lznt1.c"
#include "../vendor/etl/trace.c"

#include "etw/kernel_header_extension_print.h"
#include "etw/trace_logfile_header_print.h"
#include "etw/wmi_resource_print.h"

/* The rest of the input, and sums that keep the compiler from removing reads. */
struct fed {
    const uint8_t *at;
    size_t left;
    uint64_t sum, events;
};

static size_t feed(void *context, void *bytes, size_t size)
{
    struct fed *fed = context;
    if (size > fed->left)
        size = fed->left;
    if (size)
        memcpy(bytes, fed->at, size);
    fed->at += size;
    fed->left -= size;
    return size;
}

static void add_text(void *context, const char *text, size_t size)
{
    struct fed *fed = context;
    for (size_t i = 0; i < size; i++)
        fed->sum += (uint8_t)text[i];
}

static void see_event(void *context, const struct trace_event *event)
{
    struct fed *fed = context;
    if (event->data_begin > event->size || event->kind < trace_kinds || event->kind >= trace_kinds + TRACE_KINDS)
        abort();
    const unsigned char *data = event->bytes + event->data_begin;
    size_t size = event->size - (size_t)event->data_begin;
    for (size_t i = 0; i < event->size; i++)
        fed->sum += event->bytes[i];
    fed->events++;
    if (event->hook == STRATA_WMI_LOG_TYPE_HEADER_HOOK)
        (void)strata_TRACE_LOGFILE_HEADER_print_bytes(data, size, event->target, add_text, fed);
    if (event->hook == STRATA_WMI_LOG_TYPE_HEADER_EXTENSION_HOOK)
        (void)strata_ETW_KERNEL_HEADER_EXTENSION_print_bytes_json(data, size, event->target, add_text, fed);
    if (event->hook == STRATA_PERFINFO_LOG_TYPE_RESOURCE_HOOK)
        (void)strata_WMI_RESOURCE_print_bytes(data, size, event->target, add_text, fed);
}

static void see_damage(void *context, uint64_t buffer, size_t offset, const char *what, uint64_t value)
{
    struct fed *fed = context;
    fed->sum += buffer + offset + strlen(what) + value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fed fed = {data, size, 0, 0};
    struct trace trace = {.read = feed, .on_event = see_event, .on_damage = see_damage, .context = &fed};
    if (!trace_read(&trace) || trace.size > size || trace.compressed > trace.buffers ||
        trace.expanded > (uint64_t)size * EXPANSION_MOST + TRACE_BUFFER_MOST)
        abort();
    return 0;
}
