/*
 * The YAML that the Vergilius Project writes, as a sequence of events: each line is a key, a key and its value, or the
 * dash of an item. Other YAML is left to libyaml, which takes ten times as long.
 */
#ifndef VERGILIUS_LINES_H
#define VERGILIUS_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct event;
struct lines;

/* Begins with the text of a whole file. The text must live as long as the result. */
struct lines *lines_open(struct arena *arena, const char *text, size_t size);

/* Reads the next event. Returns false if the next line has another form. The events so far are those of libyaml. */
bool lines_next(struct lines *lines, struct event *event);

#endif
