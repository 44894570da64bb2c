/*
 * Bytes as values: a structure that the user names, or an event, whose header tells which structure its data is.
 */
#ifndef VIEW_DECODE_H
#define VIEW_DECODE_H

#include "strata_print.h"
#include "view/decode_event.h"

struct buffer;

/* The choices of the user, and where the output goes. */
struct decode {
    const struct model *model;
    struct buffer *out;
    struct decode_target target;
    const char *at;              /* the version of the target, as the user wrote it */
    const struct record *record; /* NULL: events */
    bool is_json;
    strata_print_options options;
    uint64_t offset; /* bytes to leave out of each input */
};

/* One structure or event to decode. */
struct decode_input {
    const char *label; /* its name in diagnostics: "events.txt:2" */
    const unsigned char *bytes;
    size_t size;
};

/* Appends an input as text or as one line of JSON. Returns false if something is wrong, which it reports. */
bool decode_write_input(const struct decode *decode, struct decode_input input);

#endif
