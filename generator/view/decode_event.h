/*
 * Finds out what an event is from the bytes of its header, by the headers and events of the model and nothing else.
 */
#ifndef VIEW_DECODE_EVENT_H
#define VIEW_DECODE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

/* The user's choice of a target. */
struct decode_target {
    const struct arch *arch; /* NULL: any */
    bool has_version;
    uint64_t version;
};

/* The fit of bytes and a structure's size, from bad to good. */
enum decode_fit {
    DECODE_FIT_NONE,  /* there is no structure */
    DECODE_FIT_SHORT, /* they end before it does */
    DECODE_FIT_LEAST, /* they reach its least size */
    DECODE_FIT_EXACT
};

struct decode_event {
    const struct event_header *header;
    const struct arch *arch;
    const struct event *event;        /* NULL: the hook is bound to none under this header */
    const struct layout *data_layout; /* NULL: there is no event, or no structure for its data */
    struct version_set in;            /* versions that it may be of; never empty */
    uint64_t hook;
    uint64_t size;       /* bytes of header, extra items and data, as the header says */
    uint64_t data_begin; /* start of the data: after header and extra items */
    enum decode_fit fit; /* of the data and its structure */
};

/* Reads the header of the event at `bytes`. False when no header of the model is like it. */
bool decode_event_find(const struct model *model, const struct decode_target *target, const unsigned char *bytes,
                       size_t size, struct decode_event *event);

/* Returns the newest layout in these versions whose size is `size`; else the newest whose least size is no more than
 * that; else the newest. NULL, and DECODE_FIT_NONE, without any layout. */
const struct layout *decode_choose_layout(struct arena *arena, const struct record *record, const struct arch *arch,
                                          struct version_set in, uint64_t size, enum decode_fit *fit);

/* Returns the newest version of a range, and of a set that is not empty. */
static inline uint64_t decode_newest_in(struct version_range range)
{
    return range.to - 1;
}

static inline uint64_t decode_newest_version(struct version_set in)
{
    return decode_newest_in(in.ranges[in.count - 1]);
}

#endif
