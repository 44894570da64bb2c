/*
 * Where templates come from: a directory that the user names, and behind it those that are part of the program.
 */
#ifndef RENDER_TEMPLATES_H
#define RENDER_TEMPLATES_H

#include <stddef.h>

#include "mustache/mustache.h"

struct arena;
struct diags;
struct templates;

/* Templates from `directory`, NAME.mustache each, or embedded ones where it has none; only those when it is NULL. A
 * directory that is none, and a file in it that cannot be read, are reported as [read]; NULL for the former. */
struct templates *templates_new(struct arena *arena, struct diags *diags, const char *directory);

/* Serves them to an engine. */
struct mustache_loader templates_loader(struct templates *templates);

/* A file of the directory that was asked for; one that is not there has no text. */
struct template_asked {
    struct mustache_text file;
    const struct template_asked *next;
};

/* Those so far, the last one first. */
const struct template_asked *templates_asked(const struct templates *templates);

#endif
