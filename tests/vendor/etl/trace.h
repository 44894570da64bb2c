/*
 * Reads Event Trace Log files: buffers one after the other, and the events in each. Where anything lies in them is
 * known to the headers that Strata generates, and to nobody here.
 */
#ifndef TRACE_H
#define TRACE_H

#include "etw/trace_headers.h"
#include "etw/trace_logfile_header.h"
#include "etw/wmi_buffer_header.h"

/* The largest buffer that a session can have; what says that it is larger is damaged. Two areas of up to this size are
 * all the memory that a trace takes. */
#ifndef TRACE_BUFFER_MOST
#define TRACE_BUFFER_MOST ((size_t)16 << 20)
#endif

struct trace_kind;

/* Views on the headers of events in one target: opened by the first event that has the header, and moved to the others
 * (STRATA_REBASE), since a search for the layout costs more than the reads. */
struct trace_views {
    strata_target target;
    strata_place place;
    strata_TRACE_HEADER_START start;
    strata_SYSTEM_TRACE_HEADER system;
    strata_SYSTEM_TRACE_HEADER_COMPACT compact;
    strata_PERFINFO_TRACE_HEADER perfinfo;
    strata_WMI_TRACE_PACKET packet;
    const struct trace_kind *kind; /* of the last event, by its HeaderType and its Flags */
    uint8_t type, flags;
};

/* Moves a view to other bytes, or opens it there if it is not open. */
#define TRACE_MOVE(S, v, bytes, size, place)                                                                          \
    (STRATA_REBASE(S, v, bytes, size) == STRATA_OK ? STRATA_OK                                                        \
                                                   : STRATA_OPEN(S, v, bytes, size, place, STRATA_DISPUTED))

struct trace_event;

/* A kind of header. Some kinds are told apart by their HeaderType, the others by their Flags. */
struct trace_kind {
    const char *name;
    unsigned type;  /* a STRATA_TRACE_HEADER_TYPE_ constant, or 0 */
    unsigned flags; /* of STRATA_TRACE_HEADER_FLAGS_, those that must be set */
    uint32_t arch;  /* what the data are of; 0: does not say */
    int has_hook;   /* and data that the hook tells the structure of */
    strata_status (*read)(struct trace_views *views, struct trace_event *event, size_t room);
};

#define TRACE_KINDS 18
extern const struct trace_kind trace_kinds[TRACE_KINDS];

struct trace_event {
    const struct trace_kind *kind;
    const unsigned char *bytes; /* header and data; valid during the call */
    size_t size;                /* of both */
    uint64_t data_begin;        /* where the data begin, at most `size` */
    uint16_t hook;              /* which event it is, of kinds that have one */
    strata_target target;       /* the trace's version, on the arch of the data */
    int is_guess;               /* that version is not known: it is only the one that is tried */
    uint64_t buffer;            /* where in the file its buffer begins */
    size_t offset;              /* where in the (expanded) buffer it begins itself */
};

struct trace {
    /* The caller's: */
    size_t (*read)(void *context, void *bytes, size_t size); /* as fread: fewer than `size` are the last ones */
    void (*on_event)(void *context, const struct trace_event *event);
    void (*on_damage)(void *context, uint64_t buffer, size_t offset, const char *what, uint64_t value);
    void *context;
    /* Results: */
    strata_target target; /* as the TRACE_LOGFILE_HEADER tells it; 0: none has been read yet */
    uint64_t buffers, compressed, events_lost, buffers_lost;
    uint64_t size; /* of what has been read */
    /* The reader's own: */
    unsigned char *file_area, *event_area;
    size_t file_room, event_room;
    size_t session_size;   /* that of the first buffer */
    uint32_t first_state;  /* its State */
    uint32_t buffers_told; /* how many the TRACE_LOGFILE_HEADER says there are */
    unsigned format;       /* of compressed buffers, a STRATA_COMPRESSION_FORMAT_; 0: none is told */
    uint64_t expanded;     /* bytes that were made of them */
    strata_place place;    /* of the buffers */
    strata_WMI_BUFFER_HEADER header;
    struct trace_views views[2]; /* of events of 32 and of 64 bits */
    struct trace_views *own;     /* those of the trace's arch */
};

/* Reads a whole trace. 0 when there is no memory. What is wrong with it is reported, and the rest read. */
int trace_read(struct trace *trace);

#endif
