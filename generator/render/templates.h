/*
 * Where templates come from: a directory that the user names, and behind it those that are part of the program.
 */
#ifndef RENDER_TEMPLATES_H
#define RENDER_TEMPLATES_H

#include <stddef.h>

#include "render/mustache.h"

struct arena;
struct diags;
struct templates;

/* Templates from `directory`, NAME.mustache each, or embedded ones where it has none; only those when it is NULL. A
 * directory that is none, and a file in it that cannot be read, are reported as [read]; NULL for the former. */
struct templates *templates_new(struct arena *arena, struct diags *diags, const char *directory);

/* Serves them to an engine. */
struct mustache_loader templates_loader(struct templates *templates);

/* The files of the directory that were asked for so far; those that are not there have no text. */
const struct mustache_text *templates_asked(const struct templates *templates, size_t *count);

#endif
