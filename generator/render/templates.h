/*
 * The source of templates: a directory of the user, and the templates that are built in.
 */
#ifndef RENDER_TEMPLATES_H
#define RENDER_TEMPLATES_H

#include <stddef.h>

#include "mustache/mustache.h"

struct arena;
struct diags;
struct templates;

/* Returns the templates NAME.mustache of `directory`, completed by the built-in ones; only those if it is NULL. If
 * `directory` is not a directory, reports [read] and returns NULL. A template that cannot be read is reported as [read]
 * later. */
struct templates *templates_new(struct arena *arena, struct diags *diags, const char *directory);

/* Returns a loader for an engine. */
struct mustache_loader templates_loader(struct templates *templates);

/* A file of the directory that was requested. Its text is NULL if there is no such file. */
struct template_asked {
    struct mustache_text file;
    const struct template_asked *next;
};

/* Returns the requested files, the last one first. */
const struct template_asked *templates_asked(const struct templates *templates);

#endif
