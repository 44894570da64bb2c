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

struct template_file {
    const char *name; /* without .mustache */
    const char *text; /* `size` bytes and two NULs behind them */
    size_t size;
};

/* Those of generator/templates: written at build time by generator/templates/embed.c. */
extern const struct template_file template_files[];
extern const size_t template_file_count;

/* The embedded template of that name, or NULL. */
const struct template_file *template_find_embedded(const char *name);

/* Templates from `directory`, NAME.mustache each, or embedded ones where it has none; only those when it is NULL. A
 * directory that is none, and a file in it that cannot be read, are reported as [read]; NULL for the former. */
struct templates *templates_new(struct arena *arena, struct diags *diags, const char *directory);

/* Serves them to an engine. */
struct mustache_loader templates_loader(struct templates *templates);

#endif
