/* The kinds of header that an event may begin with. */
#include "trace.h"

#define TYPE(name) STRATA_TRACE_HEADER_TYPE_##name
#define EVENT_TRACE STRATA_TRACE_HEADER_FLAGS_TRACE_HEADER_EVENT_TRACE

/* Reads the packet of an event of a kind that has one, which is at an offset of its header. */
static strata_status read_packet(struct trace_views *views, struct trace_event *event, size_t room, size_t offset)
{
    uint16_t size = 0;
    strata_status status =
        TRACE_MOVE(WMI_TRACE_PACKET, &views->packet, event->bytes + offset, room - offset, &views->place);

    if (status == STRATA_OK)
        status = STRATA_GET(WMI_TRACE_PACKET, &views->packet, Size, &size);
    event->size = size;
    return status == STRATA_OK ? STRATA_GET(WMI_TRACE_PACKET, &views->packet, HookId, &event->hook) : status;
}

static strata_status read_system(struct trace_views *views, struct trace_event *event, size_t room)
{
    strata_status status = TRACE_MOVE(SYSTEM_TRACE_HEADER, &views->system, event->bytes, room, &views->place);

    event->data_begin = strata_SYSTEM_TRACE_HEADER_data_begin();
    if (status != STRATA_OK || !STRATA_IS_PRESENT(SYSTEM_TRACE_HEADER, &views->system, Packet))
        return status != STRATA_OK ? status : STRATA_ABSENT;
    return read_packet(views, event, room, STRATA_OFFSET(SYSTEM_TRACE_HEADER, &views->system, Packet));
}

static strata_status read_compact(struct trace_views *views, struct trace_event *event, size_t room)
{
    strata_status status = TRACE_MOVE(SYSTEM_TRACE_HEADER_COMPACT, &views->compact, event->bytes, room, &views->place);

    event->data_begin = strata_SYSTEM_TRACE_HEADER_COMPACT_data_begin();
    if (status != STRATA_OK || !STRATA_IS_PRESENT(SYSTEM_TRACE_HEADER_COMPACT, &views->compact, Packet))
        return status != STRATA_OK ? status : STRATA_ABSENT;
    return read_packet(views, event, room, STRATA_OFFSET(SYSTEM_TRACE_HEADER_COMPACT, &views->compact, Packet));
}

/* Performance counters and the index of a PEBS record may stand before the data. */
static strata_status read_perfinfo(struct trace_views *views, struct trace_event *event, size_t room)
{
    uint16_t version = 0;
    strata_status status = TRACE_MOVE(PERFINFO_TRACE_HEADER, &views->perfinfo, event->bytes, room, &views->place);

    if (status == STRATA_OK)
        status = STRATA_GET(PERFINFO_TRACE_HEADER, &views->perfinfo, Version, &version);
    event->data_begin = strata_PERFINFO_TRACE_HEADER_data_begin(version);
    if (status != STRATA_OK || !STRATA_IS_PRESENT(PERFINFO_TRACE_HEADER, &views->perfinfo, Packet))
        return status != STRATA_OK ? status : STRATA_ABSENT;
    return read_packet(views, event, room, STRATA_OFFSET(PERFINFO_TRACE_HEADER, &views->perfinfo, Packet));
}

/* All other kinds begin with their size. What they are about is behind what all headers begin with. */
static strata_status read_sized(struct trace_views *views, struct trace_event *event, size_t room)
{
    uint16_t size = 0;
    strata_status status = TRACE_MOVE(TRACE_HEADER_START, &views->start, event->bytes, room, &views->place);

    if (status == STRATA_OK)
        status = STRATA_GET(TRACE_HEADER_START, &views->start, Size, &size);
    event->size = size;
    event->data_begin = views->start.view.least;
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
