/*
 * The source of templates: a directory of the user, and the files that are built into the program.
 * generator/templates/embed.c writes these as C at build time.
 */
#ifndef MUSTACHE_TEMPLATES_H
#define MUSTACHE_TEMPLATES_H

#include <stddef.h>

#include "mustache/mustache.h"

struct arena;
struct diags;
struct templates;

/* Returns the templates NAME.mustache of `directory`, completed by the built-in ones; only those if it is NULL. If
 * `directory` is not a directory, reports [read] and returns NULL. A template that cannot be read is reported as [read]
 * later. */
struct templates *templates_new(struct arena *arena, struct diags *diags, const char *directory);

/* Adds a template that is called like its path. It is not copied. */
void templates_add(struct templates *templates, const struct mustache_text *template);

/* Returns a loader for an engine. */
struct mustache_loader templates_loader(struct templates *templates);

/* A file of the directory that was read. */
struct template_file {
    const char *path;
    const struct template_file *next;
};

/* Returns the files that were read, the last one first. */
const struct template_file *templates_files(const struct templates *templates);

/* A file that is built into the program. */
struct embedded_file {
    const char *name; /* of a template: without .mustache */
    const char *text; /* `size` bytes, followed by two NULs */
    size_t size;
};

/* The files of generator/templates. */
extern const struct embedded_file template_files[];
extern const size_t template_files_count;

/* The headers and sources of runtime/. */
extern const struct embedded_file runtime_files[];
extern const size_t runtime_files_count;

/* Returns the file with that name, or NULL. */
const struct embedded_file *embedded_find(const struct embedded_file *files, size_t count, const char *name);

#endif
