#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "lz77.h"
#include "lznt1.h"
#include "strata_layout.h"

/* In which version the buffers and the TRACE_LOGFILE_HEADER are read that come before anybody knows better. What is
 * asked of them has not moved since. */
#define FIRST_TARGET STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64)

/* The kernel's number of its build has flags above the build. */
#define BUILD_MASK 0xFFFF

/* The low half of the first buffer's State is the format of the compressed buffers. */
#define FORMAT_MASK 0xFFFF

/* No more is expanded of a whole file than this many times its size, and one buffer. */
#define EXPANSION_MOST 256

/* All that a buffer can have. */
#define KNOWN_FLAGS                                                                                                   \
    (STRATA_ETW_BUFFER_FLAG_FLUSH_MARKER | STRATA_ETW_BUFFER_FLAG_EVENTS_LOST | STRATA_ETW_BUFFER_FLAG_BUFFER_LOST |  \
     STRATA_ETW_BUFFER_FLAG_RTBACKUP_CORRUPT | STRATA_ETW_BUFFER_FLAG_RTBACKUP | STRATA_ETW_BUFFER_FLAG_PROC_INDEX |  \
     STRATA_ETW_BUFFER_FLAG_COMPRESSED)

/* Each event begins at a multiple of this. */
#define EVENT_ALIGNMENT 8

/* The value of bytes after the last event of a buffer, if there are any. */
#define NO_EVENT UINT32_MAX

static strata_target target_of(const struct trace *trace)
{
    return trace->target ? trace->target : FIRST_TARGET;
}

static void damage(struct trace *trace, uint64_t buffer, size_t offset, const char *what, uint64_t value)
{
    trace->on_damage(trace->context, buffer, offset, what, value);
}

/* 1 if nobody wrote these bytes: they are all zeros, or all ones, as what fills a file or a buffer is. */
static int is_filling(const unsigned char *bytes, size_t size)
{
    return size == 0 || ((bytes[0] == 0 || bytes[0] == 0xFF) && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* Makes room for `size` bytes. 0 when there is no memory. */
static int make_room(unsigned char **area, size_t *room, size_t size)
{
    unsigned char *grown;

    if (size <= *room)
        return 1;
    grown = realloc(*area, size);
    if (!grown)
        return 0;
    *area = grown;
    *room = size;
    return 1;
}

/* Closes all views of a target, so that the next event opens them. */
static void begin_views(struct trace_views *views, strata_target target)
{
    views->target = target;
    views->kind = NULL;
    STRATA_RESOLVE(TRACE_HEADER_START, &views->place, target);
    (void)STRATA_OPEN(TRACE_HEADER_START, &views->start, NULL, 0, &views->place, STRATA_DISPUTED);
    (void)STRATA_OPEN(SYSTEM_TRACE_HEADER, &views->system, NULL, 0, &views->place, STRATA_DISPUTED);
    (void)STRATA_OPEN(SYSTEM_TRACE_HEADER_COMPACT, &views->compact, NULL, 0, &views->place, STRATA_DISPUTED);
    (void)STRATA_OPEN(PERFINFO_TRACE_HEADER, &views->perfinfo, NULL, 0, &views->place, STRATA_DISPUTED);
    (void)STRATA_OPEN(WMI_TRACE_PACKET, &views->packet, NULL, 0, &views->place, STRATA_DISPUTED);
}

/* Reads what follows in the version of the trace. */
static void begin_target(struct trace *trace)
{
    strata_target target = target_of(trace);

    STRATA_RESOLVE(WMI_BUFFER_HEADER, &trace->place, target);
    (void)STRATA_OPEN(WMI_BUFFER_HEADER, &trace->header, NULL, 0, &trace->place, STRATA_DISPUTED);
    begin_views(&trace->views[0], STRATA_TARGET(strata_target_version(target), STRATA_ARCH_X86));
    begin_views(&trace->views[1], STRATA_TARGET(strata_target_version(target), STRATA_ARCH_X64));
    trace->own = &trace->views[strata_target_arch(target) != STRATA_ARCH_X86];
}

/* Learns from the first event of the trace in which version the others are, and how the buffers are. */
static void read_logfile_header(struct trace *trace, const struct trace_event *event)
{
    strata_TRACE_LOGFILE_HEADER header;
    strata_TRACE_LOGFILE_HEADER_VersionDetail version;
    const unsigned char *data = event->bytes + event->data_begin;
    size_t size = event->size - (size_t)event->data_begin;
    uint32_t build, pointer_size, mode;
    uint8_t major, minor;

    if (STRATA_OPEN_AT(TRACE_LOGFILE_HEADER, &header, data, size, event->target) != STRATA_OK ||
        STRATA_VIEW(TRACE_LOGFILE_HEADER, &header, VersionDetail, &version) != STRATA_OK ||
        STRATA_GET(TRACE_LOGFILE_HEADER_VersionDetail, &version, MajorVersion, &major) != STRATA_OK ||
        STRATA_GET(TRACE_LOGFILE_HEADER_VersionDetail, &version, MinorVersion, &minor) != STRATA_OK ||
        STRATA_GET(TRACE_LOGFILE_HEADER, &header, ProviderVersion, &build) != STRATA_OK ||
        STRATA_GET(TRACE_LOGFILE_HEADER, &header, PointerSize, &pointer_size) != STRATA_OK ||
        STRATA_GET(TRACE_LOGFILE_HEADER, &header, LogFileMode, &mode) != STRATA_OK ||
        STRATA_GET(TRACE_LOGFILE_HEADER, &header, BuffersWritten, &trace->buffers_told) != STRATA_OK)
        return;
    if (mode & STRATA_EVENT_TRACE_MODE_COMPRESSED_MODE)
        trace->format = trace->first_state & FORMAT_MASK;
    trace->target = strata_target_of(pointer_size == 4 ? STRATA_ARCH_X86 : STRATA_ARCH_X64, major, minor,
                                     build & BUILD_MASK, STRATA_REVISION_ANY);
    begin_target(trace);
}

/* The views of the events of a kind. */
static struct trace_views *views_of(struct trace *trace, const struct trace_kind *kind)
{
    return kind->arch ? &trace->views[kind->arch != STRATA_ARCH_X86] : trace->own;
}

/* The kind of events with this HeaderType and these Flags. */
static const struct trace_kind *kind_of(unsigned type, unsigned flags)
{
    const struct trace_kind *kind = trace_kinds;

    while ((flags & kind->flags) != kind->flags || (kind->type != 0 && kind->type != type))
        kind++; /* the last one fits all */
    return kind;
}

/* The kind of the event that begins here; NULL: none does. Most events are of the kind of the one before. */
static const struct trace_kind *find_kind(struct trace_views *views, const struct trace_event *event, size_t room,
                                          uint32_t *marker)
{
    uint8_t type, flags;

    if (TRACE_MOVE(TRACE_HEADER_START, &views->start, event->bytes, room, &views->place) != STRATA_OK ||
        STRATA_GET(TRACE_HEADER_START, &views->start, Marker, marker) != STRATA_OK ||
        STRATA_GET(TRACE_HEADER_START, &views->start, HeaderType, &type) != STRATA_OK ||
        STRATA_GET(TRACE_HEADER_START, &views->start, Flags, &flags) != STRATA_OK || *marker == NO_EVENT ||
        !(flags & STRATA_TRACE_HEADER_FLAGS_TRACE_HEADER_FLAG))
        return NULL;
    if (views->kind == NULL || views->type != type || views->flags != flags) {
        views->kind = kind_of(type, flags);
        views->type = type;
        views->flags = flags;
    }
    return views->kind;
}

/* Reads the events in `size` bytes, which are what comes behind the header of a buffer. */
static void read_events(struct trace *trace, uint64_t buffer, const unsigned char *bytes, size_t size,
                        size_t header_size)
{
    size_t at = 0;

    while (at < size) {
        struct trace_event event = {0};
        struct trace_views *views;
        size_t room = size - at;
        uint32_t marker = NO_EVENT;

        event.bytes = bytes + at;
        event.buffer = buffer;
        event.offset = header_size + at;
        event.kind = find_kind(trace->own, &event, room, &marker);
        if (!event.kind) {
            if (marker != NO_EVENT && !is_filling(event.bytes, room))
                damage(trace, buffer, event.offset, "no event begins with", marker);
            return;
        }
        views = views_of(trace, event.kind);
        event.target = views->target;
        if (event.kind->read(views, &event, room) != STRATA_OK) {
            damage(trace, buffer, event.offset, "a header is cut short, with the marker", marker);
            return;
        }
        if (event.size > room || event.size < event.data_begin) {
            damage(trace, buffer, event.offset, "an event cannot have the size", event.size);
            return;
        }
        if (trace->target == 0 && event.kind->has_hook && event.hook == STRATA_WMI_LOG_TYPE_HEADER_HOOK) {
            read_logfile_header(trace, &event);
            event.target = views_of(trace, event.kind)->target;
        }
        event.is_guess = trace->target == 0;
        trace->on_event(trace->context, &event);
        at += (event.size + (EVENT_ALIGNMENT - 1)) & ~(size_t)(EVENT_ALIGNMENT - 1);
    }
}

/* Fields of a buffer's header. */
struct buffer {
    uint64_t at;            /* where in the file it begins */
    size_t header_size;
    uint32_t size;          /* in the file, header included */
    uint32_t saved, filled; /* by header and events, expanded: both the same, as a rule */
    uint32_t used;          /* the one that is told */
    uint32_t state;
    uint16_t flags, type;
};

static size_t read_bytes(struct trace *trace, unsigned char *bytes, size_t size)
{
    size_t got = trace->read(trace->context, bytes, size);

    trace->size += got;
    return got;
}

static strata_status read_header(struct trace *trace, struct buffer *buffer)
{
    strata_WMI_BUFFER_HEADER *header = &trace->header;
    strata_status status =
        TRACE_MOVE(WMI_BUFFER_HEADER, header, trace->file_area, buffer->header_size, &trace->place);

    if (status == STRATA_OK)
        status = STRATA_GET(WMI_BUFFER_HEADER, header, BufferSize, &buffer->size);
    if (status == STRATA_OK)
        status = STRATA_GET(WMI_BUFFER_HEADER, header, SavedOffset, &buffer->saved);
    if (status == STRATA_OK)
        status = STRATA_GET(WMI_BUFFER_HEADER, header, Offset, &buffer->filled);
    if (status == STRATA_OK)
        status = STRATA_GET(WMI_BUFFER_HEADER, header, State, &buffer->state);
    if (status == STRATA_OK)
        status = STRATA_GET(WMI_BUFFER_HEADER, header, BufferFlag, &buffer->flags);
    if (status == STRATA_OK)
        status = STRATA_GET(WMI_BUFFER_HEADER, header, BufferType, &buffer->type);
    buffer->used = buffer->saved < buffer->header_size ? buffer->filled : buffer->saved;
    return status;
}

static int is_compressed(const struct buffer *buffer)
{
    return (buffer->flags & STRATA_ETW_BUFFER_FLAG_COMPRESSED) != 0;
}

static int has_possible_size(const struct buffer *buffer)
{
    return buffer->size >= buffer->header_size && buffer->size <= TRACE_BUFFER_MOST;
}

/* 1 if these bytes, of which nobody says that a buffer begins there, are the header of one all the same. */
static int is_likely(const struct trace *trace, const struct buffer *buffer)
{
    return has_possible_size(buffer) && buffer->size <= trace->session_size && buffer->used >= buffer->header_size &&
           buffer->used <= (is_compressed(buffer) ? trace->session_size : buffer->size) &&
           buffer->saved == buffer->filled && (buffer->flags & ~KNOWN_FLAGS) == 0 &&
           buffer->type < STRATA_ETW_BUFFER_TYPE_MAXIMUM;
}

/* Passes over bytes that begin no buffer, to the next that do. 0 when there are no more. */
static int find_header(struct trace *trace, struct buffer *buffer)
{
    if (trace->buffers == 0)
        return 0; /* what does not begin with one is no trace */
    do {
        memmove(trace->file_area, trace->file_area + 1, buffer->header_size - 1);
        if (read_bytes(trace, trace->file_area + buffer->header_size - 1, 1) == 0)
            return 0;
        buffer->at++;
    } while (read_header(trace, buffer) != STRATA_OK || !is_likely(trace, buffer));
    return 1;
}

/* Reads the header of the next buffer. 0 when there is none. */
static int next_header(struct trace *trace, struct buffer *buffer)
{
    size_t got;

    buffer->at = trace->size;
    got = read_bytes(trace, trace->file_area, buffer->header_size);
    if (got == 0)
        return 0;
    if (got < buffer->header_size) {
        if (!is_filling(trace->file_area, got))
            damage(trace, buffer->at, 0, "the file ends in the header of a buffer, at", trace->size);
        return 0;
    }
    if (read_header(trace, buffer) == STRATA_OK && has_possible_size(buffer))
        return 1;
    /* A compressed file may be longer than its buffers are. */
    if (trace->buffers > 0 && trace->buffers == trace->buffers_told)
        return 0;
    if (!is_filling(trace->file_area, buffer->header_size))
        damage(trace, buffer->at, 0, "a buffer cannot have the BufferSize", buffer->size);
    return find_header(trace, buffer);
}

/* Expands the body of a buffer into the area for it, and says how many bytes there are now. 0 when there is no
 * memory. */
static int expand(struct trace *trace, const struct buffer *buffer, const unsigned char *body, size_t body_size,
                  size_t *made)
{
    uint64_t left = trace->size * EXPANSION_MOST + TRACE_BUFFER_MOST - trace->expanded;
    size_t most = left < TRACE_BUFFER_MOST ? (size_t)left : TRACE_BUFFER_MOST;
    size_t size = buffer->used - buffer->header_size;
    int whole;

    *made = 0;
    if (trace->format == STRATA_COMPRESSION_FORMAT_XPRESS_HUFF) {
        damage(trace, buffer->at, 0, "a buffer is compressed in the format", trace->format);
        return 1;
    }
    if (size > most) {
        damage(trace, buffer->at, 0, "a buffer cannot have the SavedOffset", buffer->used);
        size = most;
    }
    if (!make_room(&trace->event_area, &trace->event_room, size))
        return 0;
    whole = (trace->format == STRATA_COMPRESSION_FORMAT_LZNT1 ? lznt1_expand : lz77_expand)(
        body, body_size, trace->event_area, size, made);
    trace->expanded += *made;
    if (!whole)
        damage(trace, buffer->at, buffer->header_size + *made, "a buffer cannot be expanded to all of", buffer->used);
    return 1;
}

/* Reads the events of a buffer, of which `got` bytes are there. 0 when there is no memory. */
static int read_body(struct trace *trace, const struct buffer *buffer, size_t got)
{
    const unsigned char *body = trace->file_area + buffer->header_size;
    size_t size = buffer->used < got ? buffer->used : got;

    if (buffer->used < buffer->header_size)
        return 1; /* there are none */
    if (is_compressed(buffer)) {
        if (!expand(trace, buffer, body, got - buffer->header_size, &size))
            return 0;
        read_events(trace, buffer->at, trace->event_area, size, buffer->header_size);
        return 1;
    }
    if (buffer->used > buffer->size)
        damage(trace, buffer->at, 0, "a buffer cannot have the SavedOffset", buffer->used);
    read_events(trace, buffer->at, body, size - buffer->header_size, buffer->header_size);
    return 1;
}

enum outcome { MORE, END, NO_MEMORY };

static enum outcome read_buffer(struct trace *trace)
{
    struct buffer buffer = {0};
    const strata_layout *layout;
    strata_basis basis;
    size_t got;

    if (STRATA_FIND_LAYOUT(WMI_BUFFER_HEADER, target_of(trace), &layout, &basis) != STRATA_OK) {
        damage(trace, trace->size, 0, "WMI_BUFFER_HEADER is not known in version",
               strata_target_version(trace->target));
        return END;
    }
    buffer.header_size = layout->size;
    if (!make_room(&trace->file_area, &trace->file_room, buffer.header_size))
        return NO_MEMORY;
    if (!next_header(trace, &buffer))
        return END;
    if (!make_room(&trace->file_area, &trace->file_room, buffer.size))
        return NO_MEMORY;
    got = buffer.header_size +
          read_bytes(trace, trace->file_area + buffer.header_size, buffer.size - buffer.header_size);
    if (got < buffer.size)
        damage(trace, buffer.at, 0, "the file ends in a buffer, at", trace->size);
    if (trace->buffers++ == 0) {
        trace->session_size = buffer.size;
        trace->first_state = buffer.state;
    }
    trace->compressed += (uint64_t)is_compressed(&buffer);
    trace->events_lost += (buffer.flags & STRATA_ETW_BUFFER_FLAG_EVENTS_LOST) != 0;
    trace->buffers_lost += (buffer.flags & STRATA_ETW_BUFFER_FLAG_BUFFER_LOST) != 0;
    return read_body(trace, &buffer, got) ? MORE : NO_MEMORY;
}

int trace_read(struct trace *trace)
{
    enum outcome outcome;

    begin_target(trace);
    do {
        outcome = read_buffer(trace);
    } while (outcome == MORE);
    free(trace->file_area);
    free(trace->event_area);
    trace->file_area = trace->event_area = NULL;
    trace->file_room = trace->event_room = 0;
    return outcome == END;
}
