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
    const char *text; /* for EVENT_TEXT: NUL-terminated, valid until the next event */
    size_t size;
    uint32_t line, column; /* position in the file, from 1 */
};

struct events;

/* Begins with the first piece of a file. If libyaml cannot be loaded, sets file->error and returns NULL. */
struct events *events_open(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size);

/* Reads the next event. If the file is no YAML or exceeds a limit, sets file->error and returns false. */
bool events_next(struct events *events, struct event *event);

void events_close(struct events *events);

#endif
