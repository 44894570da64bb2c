/*
 * Decodes bytes: a structure that the user names, or an event, whose header tells the structure of its data.
 */
#ifndef VIEW_DECODE_H
#define VIEW_DECODE_H

#include "strata_print.h"
#include "view/decode_event.h"

struct buffer;
struct decode_filter;
struct requirement;

/* The options of the user, and the output. */
struct decode {
    const struct model *model;
    struct buffer *out;
    struct decode_target target;
    const char *at;              /* the version of the target, as the user wrote it */
    const struct record *record; /* NULL: events */
    struct requirement *requirement; /* requirement that the grades of the output must meet; or NULL */
    bool is_json;
    strata_print_options options;
    const char *input;                   /* name of the input format, written to JSON */
    struct decode_filter *members;       /* the members to print; NULL: all */
    uint64_t offset;                     /* offset in each input at which decoding begins */
    uint64_t stop;                       /* offset in each input at which decoding ends; at most UINT64_MAX */
    /* Maximum number of consecutive structures or events; 0: decode one, and print the bytes after it. */
    uint64_t count;
    uint64_t align; /* alignment of consecutive structures; at least 1 */
};

/* One structure or event to decode. */
struct decode_input {
    const char *label; /* its name in diagnostics: "events.txt:2" */
    const unsigned char *bytes;
    size_t size;
    uint64_t offset;  /* offset of the bytes in the input */
    uint64_t address; /* address of the bytes in memory, if has_address */
    bool has_address;
    bool is_placed; /* the first line of the text output names the offset */
};

/* Appends the decoded input as text or as one line of JSON. Reports errors, and then returns false. */
bool decode_write_input(const struct decode *decode, struct decode_input input);

/* True if the bytes are exactly one event, or exactly one structure in a layout that the target allows. */
bool decode_is_whole(const struct decode *decode, const unsigned char *bytes, size_t size);

#endif
