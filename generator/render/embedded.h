/*
 * Files that are built into the program. generator/templates/embed.c writes them as C at build time.
 */
#ifndef RENDER_EMBEDDED_H
#define RENDER_EMBEDDED_H

#include <stddef.h>

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
