/*
 * The part of the driver that knows no kernel: it can be tested in a program.
 */
#ifndef WAITS_H
#define WAITS_H

#include "strata.h"

/* The version of a Windows, as RtlGetVersion tells it. */
struct windows {
    uint32_t major, minor, build;
};

/* A thread's wait for an executive resource. */
struct wait {
    uint64_t time; /* in the units of the trace */
    uint32_t thread;
    uint32_t action; /* a STRATA_WMI_RESOURCE_ACTION_... */
    uint32_t is_64;  /* of the system that wrote the trace */
};

/* An event as a 64-bit or a 32-bit system writes it, whichever this was compiled for. */
struct wait_event {
    uint32_t marker;
    uint16_t size;
    uint16_t hook;
    uint64_t time_stamp;
    struct wait_data {
        uint64_t acquired;
        uint64_t held;
        uint64_t waited;
        uint32_t depth;
        uint32_t thread;
        void *resource;
        uint32_t action;
        uint32_t contention;
    } data;
};

/*
 * Reads an event of `size` bytes as it lies in a trace of that Windows. STRATA_BAD_ARCH: its header is none that
 * such events have; STRATA_OTHER_KIND: another event; STRATA_TOO_SHORT: it is cut off; STRATA_UNCERTAIN: of a Windows
 * newer than all that anybody has looked at, since a kernel is no place for a guess; STRATA_BAD_VERSION: too old a
 * Windows.
 */
strata_status waits_read(struct wait *wait, const unsigned char *bytes, size_t size, struct windows from);

/* Makes an event of a wait of `time` by `thread`, for callers that want to see whether it comes back. */
void waits_sample(struct wait_event *event, uint64_t time, uint32_t thread);

#endif
