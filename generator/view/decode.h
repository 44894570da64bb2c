/*
 * Bytes as values: a structure that the user names, or an event, whose header tells which structure its data is.
 */
#ifndef VIEW_DECODE_H
#define VIEW_DECODE_H

#include "strata_print.h"
#include "view/decode_event.h"

struct buffer;
struct decode_filter;
struct requirement;

/* The choices of the user, and where the output goes. */
struct decode {
    const struct model *model;
    struct buffer *out;
    struct decode_target target;
    const char *at;              /* the version of the target, as the user wrote it */
    const struct record *record; /* NULL: events */
    struct requirement *requirement; /* of the grades; or NULL */
    bool is_json;
    strata_print_options options;
    const char *input;                   /* the format of the inputs, for JSON */
    struct decode_filter *members;       /* the members to print; NULL: all */
    uint64_t offset;                     /* the first byte of each input to decode */
    uint64_t stop;                       /* the end of the bytes of each input to decode; at most UINT64_MAX */
    uint64_t count;                      /* most structures or events, one after the other; 0: one, and its rest */
    uint64_t align;                      /* each of these begins at a multiple of that many bytes; at least 1 */
};

/* One structure or event to decode. */
struct decode_input {
    const char *label; /* its name in diagnostics: "events.txt:2" */
    const unsigned char *bytes;
    size_t size;
    uint64_t offset; /* of the bytes, from the beginning of the input */
    uint64_t address; /* in memory, if has_address */
    bool has_address;
    bool is_placed; /* the first line of text says the offset */
};

/* Appends an input as text or as one line of JSON. Returns false if something is wrong, which it reports. */
bool decode_write_input(const struct decode *decode, struct decode_input input);

/* True if the bytes are exactly one structure, in a layout that the target leaves, or exactly one event. */
bool decode_is_whole(const struct decode *decode, const unsigned char *bytes, size_t size);

#endif
