/* The kinds of header that an event may begin with. */
#include "trace.h"

#define TYPE(name) STRATA_TRACE_HEADER_TYPE_##name
#define EVENT_TRACE STRATA_TRACE_HEADER_FLAGS_TRACE_HEADER_EVENT_TRACE

/* Reads the header of an event of a kind that has a packet. */
static strata_status read_packet(struct trace_event *event, const strata_WMI_TRACE_PACKET *packet)
{
    uint16_t size;
    strata_status status = STRATA_GET(WMI_TRACE_PACKET, packet, Size, &size);

    event->size = size;
    return status == STRATA_OK ? STRATA_GET(WMI_TRACE_PACKET, packet, HookId, &event->hook) : status;
}

static strata_status read_system(struct trace_event *event, size_t room)
{
    strata_SYSTEM_TRACE_HEADER header;
    strata_WMI_TRACE_PACKET packet;
    strata_status status = STRATA_OPEN_AT(SYSTEM_TRACE_HEADER, &header, event->bytes, room, event->target);

    if (status == STRATA_OK)
        status = STRATA_VIEW(SYSTEM_TRACE_HEADER, &header, Packet, &packet);
    event->data_begin = strata_SYSTEM_TRACE_HEADER_data_begin();
    return status == STRATA_OK ? read_packet(event, &packet) : status;
}

static strata_status read_compact(struct trace_event *event, size_t room)
{
    strata_SYSTEM_TRACE_HEADER_COMPACT header;
    strata_WMI_TRACE_PACKET packet;
    strata_status status = STRATA_OPEN_AT(SYSTEM_TRACE_HEADER_COMPACT, &header, event->bytes, room, event->target);

    if (status == STRATA_OK)
        status = STRATA_VIEW(SYSTEM_TRACE_HEADER_COMPACT, &header, Packet, &packet);
    event->data_begin = strata_SYSTEM_TRACE_HEADER_COMPACT_data_begin();
    return status == STRATA_OK ? read_packet(event, &packet) : status;
}

/* Performance counters and the index of a PEBS record may stand before the data. */
static strata_status read_perfinfo(struct trace_event *event, size_t room)
{
    strata_PERFINFO_TRACE_HEADER header;
    strata_WMI_TRACE_PACKET packet;
    uint16_t version = 0;
    strata_status status = STRATA_OPEN_AT(PERFINFO_TRACE_HEADER, &header, event->bytes, room, event->target);

    if (status == STRATA_OK)
        status = STRATA_GET(PERFINFO_TRACE_HEADER, &header, Version, &version);
    if (status == STRATA_OK)
        status = STRATA_VIEW(PERFINFO_TRACE_HEADER, &header, Packet, &packet);
    event->data_begin = strata_PERFINFO_TRACE_HEADER_data_begin(version);
    return status == STRATA_OK ? read_packet(event, &packet) : status;
}

/* All other kinds begin with their size. What they are about is behind what all headers begin with. */
static strata_status read_sized(struct trace_event *event, size_t room)
{
    strata_TRACE_HEADER_START start;
    uint16_t size = 0;
    strata_status status = STRATA_OPEN_AT(TRACE_HEADER_START, &start, event->bytes, room, event->target);

    if (status == STRATA_OK)
        status = STRATA_GET(TRACE_HEADER_START, &start, Size, &size);
    event->size = size;
    event->data_begin = start.view.least;
    return status;
}

/* The first that fits is taken. */
const struct trace_kind trace_kinds[TRACE_KINDS] = {
    {"SYSTEM_TRACE_HEADER, 32-bit", TYPE(SYSTEM32), EVENT_TRACE, STRATA_ARCH_X86, 1, read_system},
    {"SYSTEM_TRACE_HEADER, 64-bit", TYPE(SYSTEM64), EVENT_TRACE, STRATA_ARCH_X64, 1, read_system},
    {"compact SYSTEM_TRACE_HEADER, 32-bit", TYPE(COMPACT32), EVENT_TRACE, STRATA_ARCH_X86, 1, read_compact},
    {"compact SYSTEM_TRACE_HEADER, 64-bit", TYPE(COMPACT64), EVENT_TRACE, STRATA_ARCH_X64, 1, read_compact},
    {"PERFINFO_TRACE_HEADER, 32-bit", TYPE(PERFINFO32), EVENT_TRACE, STRATA_ARCH_X86, 1, read_perfinfo},
    {"PERFINFO_TRACE_HEADER, 64-bit", TYPE(PERFINFO64), EVENT_TRACE, STRATA_ARCH_X64, 1, read_perfinfo},
    {"EVENT_HEADER, 32-bit", TYPE(EVENT_HEADER32), EVENT_TRACE, STRATA_ARCH_X86, 0, read_sized},
    {"EVENT_HEADER, 64-bit", TYPE(EVENT_HEADER64), EVENT_TRACE, STRATA_ARCH_X64, 0, read_sized},
    {"EVENT_TRACE_HEADER, 32-bit", TYPE(FULL_HEADER32), EVENT_TRACE, STRATA_ARCH_X86, 0, read_sized},
    {"EVENT_TRACE_HEADER, 64-bit", TYPE(FULL_HEADER64), EVENT_TRACE, STRATA_ARCH_X64, 0, read_sized},
    {"EVENT_INSTANCE_GUID_HEADER, 32-bit", TYPE(INSTANCE32), EVENT_TRACE, STRATA_ARCH_X86, 0, read_sized},
    {"EVENT_INSTANCE_GUID_HEADER, 64-bit", TYPE(INSTANCE64), EVENT_TRACE, STRATA_ARCH_X64, 0, read_sized},
    {"TRACE_HEADER_TYPE_TIMED", TYPE(TIMED), EVENT_TRACE, 0, 0, read_sized},
    {"TRACE_HEADER_TYPE_ERROR", TYPE(ERROR), EVENT_TRACE, 0, 0, read_sized},
    {"TRACE_HEADER_TYPE_WNODE_HEADER", TYPE(WNODE_HEADER), EVENT_TRACE, 0, 0, read_sized},
    {"HeaderType unknown", 0, EVENT_TRACE, 0, 0, read_sized},
    {"MESSAGE_TRACE_HEADER", 0, STRATA_TRACE_HEADER_FLAGS_TRACE_MESSAGE, 0, 0, read_sized},
    {"no HeaderType", 0, 0, 0, 0, read_sized},
};
