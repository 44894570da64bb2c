/*
 * The templates of a run: files in a directory of the user, and files that are built into the program.
 * generator/templates/embed.c writes the built-in files as C when the program is built.
 */
#ifndef MUSTACHE_TEMPLATES_H
#define MUSTACHE_TEMPLATES_H

#include <stddef.h>

#include "mustache/mustache.h"

struct arena;
struct diags;
struct templates;

/* Returns a source of the templates NAME.mustache: first those of `directory`, then the built-in ones. If `directory`
 * is NULL, only built-in ones. If it is no directory, reports [read] and returns NULL. A template that cannot be read
 * is reported as [read] when it is used. */
struct templates *templates_new(struct arena *arena, struct diags *diags, const char *directory);

/* Adds a template, whose name is its path. The text is not copied. */
void templates_add(struct templates *templates, const struct mustache_text *template);

/* Returns a loader that lets an engine find the templates. */
struct mustache_loader templates_loader(struct templates *templates);

/* A file that was read from the user's directory. */
struct template_file {
    const char *path;
    const struct template_file *next;
};

/* Returns the files that were read from the user's directory, the last one first. */
const struct template_file *templates_files(const struct templates *templates);

/* A file that is built into the program. */
struct embedded_file {
    const char *name; /* name of the file; for a template without .mustache */
    const char *text; /* `size` bytes, followed by two NULs */
    size_t size;
};

/* The files of generator/templates. */
extern const struct embedded_file template_files[];
extern const size_t template_files_count;

/* The headers and sources of runtime/. */
extern const struct embedded_file runtime_files[];
extern const size_t runtime_files_count;

/* Returns the file with a name; NULL if there is none. */
const struct embedded_file *embedded_find(const struct embedded_file *files, size_t count, const char *name);

#endif
