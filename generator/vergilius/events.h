/*
 * YAML as a sequence of events, by libyaml, which is loaded with the first file. A file is read in pieces, and never
 * held as a whole.
 */
#ifndef VERGILIUS_EVENTS_H
#define VERGILIUS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct isf_file;
struct unpack;

enum event_kind { EVENT_TEXT, EVENT_MAP, EVENT_LIST, EVENT_END, EVENT_DONE };

struct event {
    enum event_kind kind;
    const char *text; /* of EVENT_TEXT: NUL-terminated, valid until the next event */
    size_t size;
    uint32_t line, column; /* from 1 on */
};

struct events;

/* Begins with the first piece of a file. Returns NULL, with file->error, if libyaml cannot be loaded. */
struct events *events_open(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size);

/* Reads the next event. Returns false, with file->error, if the file is no YAML or exceeds a limit. */
bool events_next(struct events *events, struct event *event);

void events_close(struct events *events);

#endif
