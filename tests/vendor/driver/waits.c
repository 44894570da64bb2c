#include "waits.h"

#include "etw/wmi_resource.h"
#include "etw/wmi_resource_assert.h"
#include "nt/nt.h"

/* The event's own type has names of ours; that it is the layout of the system it is compiled for is asserted. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define SAMPLE_MARKER STRATA_PERFINFO_LOG_TYPE_RESOURCE_MARKER_PERFINFO_TRACE_HEADER_x64
#define ASSERT_MEMBER(member, M) STRATA_WMI_RESOURCE_ASSERT_MEMBER(struct wait_data, member, 6_1, x64, M)
STRATA_WMI_RESOURCE_ASSERT_SIZE(struct wait_data, 6_1, x64);
#else
#define SAMPLE_MARKER STRATA_PERFINFO_LOG_TYPE_RESOURCE_MARKER_PERFINFO_TRACE_HEADER_x86
#define ASSERT_MEMBER(member, M) STRATA_WMI_RESOURCE_ASSERT_MEMBER(struct wait_data, member, 6_1, x86, M)
STRATA_WMI_RESOURCE_ASSERT_SIZE(struct wait_data, 6_1, x86);
#endif
ASSERT_MEMBER(waited, WaitTime);
ASSERT_MEMBER(thread, ThreadId);
ASSERT_MEMBER(resource, Resource);
ASSERT_MEMBER(action, Action);
ASSERT_MEMBER(contention, ContentionDelta);

strata_status waits_read(struct wait *wait, const unsigned char *bytes, size_t size, struct windows from)
{
    strata_PERFINFO_TRACE_HEADER header;
    strata_WMI_TRACE_PACKET packet;
    strata_WMI_RESOURCE data;
    uint32_t marker, arch;
    uint16_t hook, length, header_version;
    size_t before;
    /* The header is the same everywhere. */
    strata_status status =
        STRATA_OPEN_AT(PERFINFO_TRACE_HEADER, &header, bytes, size, STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64));
    if (status != STRATA_OK)
        return status;
    STRATA_GET(PERFINFO_TRACE_HEADER, &header, Marker, &marker);
    STRATA_GET(PERFINFO_TRACE_HEADER, &header, Version, &header_version);
    STRATA_VIEW(PERFINFO_TRACE_HEADER, &header, Packet, &packet);
    STRATA_GET(WMI_TRACE_PACKET, &packet, HookId, &hook);
    STRATA_GET(WMI_TRACE_PACKET, &packet, Size, &length);
    if (marker >> 16 == STRATA_PERFINFO_LOG_TYPE_RESOURCE_MARKER_PERFINFO_TRACE_HEADER_x64 >> 16)
        arch = STRATA_ARCH_X64;
    else if (marker >> 16 == STRATA_PERFINFO_LOG_TYPE_RESOURCE_MARKER_PERFINFO_TRACE_HEADER_x86 >> 16)
        arch = STRATA_ARCH_X86;
    else
        return STRATA_BAD_ARCH;
    if (hook != STRATA_PERFINFO_LOG_TYPE_RESOURCE_HOOK)
        return STRATA_OTHER_KIND;

    before = (size_t)strata_PERFINFO_TRACE_HEADER_data_begin(header_version);
    if (length > size || length < before)
        return STRATA_TOO_SHORT;
    status = STRATA_OPEN_AT(WMI_RESOURCE, &data, bytes + before, length - before,
                                      strata_target_of(arch, from.major, from.minor, from.build, STRATA_REVISION_ANY));
    if (status == STRATA_OK)
        status = STRATA_REQUIRE(WMI_RESOURCE, &data, STRATA_INTERPOLATED);
    if (status != STRATA_OK)
        return status;
    wait->is_64 = arch == STRATA_ARCH_X64;
    STRATA_GET(WMI_RESOURCE, &data, WaitTime, &wait->time);
    STRATA_GET(WMI_RESOURCE, &data, ThreadId, &wait->thread);
    return STRATA_GET(WMI_RESOURCE, &data, Action, &wait->action);
}

void waits_sample(struct wait_event *event, uint64_t time, uint32_t thread)
{
    event->marker = SAMPLE_MARKER;
    event->size = sizeof *event;
    event->hook = STRATA_PERFINFO_LOG_TYPE_RESOURCE_HOOK;
    event->time_stamp = time;
    event->data.acquired = 0;
    event->data.held = 0;
    event->data.waited = time;
    event->data.depth = 1;
    event->data.thread = thread;
    event->data.resource = &event->data;
    event->data.action = STRATA_WMI_RESOURCE_ACTION_WMI_RESOURCE_ACTION_COMPLETE_RELEASE_SHARED;
    event->data.contention = 0;
}
