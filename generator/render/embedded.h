/*
 * Files that are part of the program: written as C at build time by generator/templates/embed.c.
 */
#ifndef RENDER_EMBEDDED_H
#define RENDER_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *name; /* of templates without .mustache */
    const char *text; /* `size` bytes and two NULs behind them */
    size_t size;
};

/* Those of generator/templates. */
extern const struct embedded_file template_files[];
extern const size_t template_files_count;

/* The headers and sources of runtime/. */
extern const struct embedded_file runtime_files[];
extern const size_t runtime_files_count;

/* The file of that name among `count` of them, or NULL. */
const struct embedded_file *embedded_find(const struct embedded_file *files, size_t count, const char *name);

#endif
