/*
 * Identifies an event from the bytes of its header, using only the headers and events of the model.
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

/* How well the number of bytes fits the size of a structure, from bad to good. */
enum decode_fit {
    DECODE_FIT_NONE,  /* there is no structure */
    DECODE_FIT_SHORT, /* the bytes end before the structure does */
    DECODE_FIT_LEAST, /* the bytes have at least the minimum size of the structure */
    DECODE_FIT_EXACT
};

struct decode_event {
    const struct event_header *header;
    const struct arch *arch;
    const struct event *event;        /* NULL: no event is bound to the hook under this header */
    const struct layout *data_layout; /* NULL: there is no event, or its data has no structure */
    struct version_set versions;      /* versions that the event may be from; never empty */
    uint64_t hook;
    uint64_t size;       /* size of header, extra items and data, as the header states it */
    uint64_t data_begin; /* offset of the data, after header and extra items */
    enum decode_fit fit; /* fit of the data's size and its structure */
};

/* Identifies the event at `bytes`. Returns false if the bytes match no header of the model. */
bool decode_event_find(const struct model *model, const struct decode_target *target, const unsigned char *bytes,
                       size_t size, struct decode_event *event);

/* Returns the newest layout in these versions whose size is exactly `size`. Without one, returns the newest layout
 * whose minimum size is at most `size`; without that, the newest layout. Returns NULL, and DECODE_FIT_NONE, if there is
 * no layout. */
const struct layout *decode_choose_layout(struct arena *arena, const struct record *record, const struct arch *arch,
                                          struct version_set in, uint64_t size, enum decode_fit *fit);

/* Returns the newest version of a range, or of a set that is not empty. */
static inline uint64_t decode_newest_in(struct version_range range)
{
    return range.to - 1;
}

static inline uint64_t decode_newest_version(struct version_set in)
{
    return decode_newest_in(in.ranges[in.count - 1]);
}

#endif
