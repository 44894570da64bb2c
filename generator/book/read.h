/*
 * The formats of published pages.
 */
#ifndef BOOK_READ_H
#define BOOK_READ_H

#include <stdbool.h>

struct arena;
struct diags;
struct page;
struct source;

/* Names of the formats on command lines, with NULL at the end. */
extern const char *const book_format_names[];

/* Reads a page in a format; without one (NULL), in that of its name, else of its first characters. Returns NULL, after
 * a report, if nothing can be read. */
struct page *book_read_page(struct arena *arena, const struct source *source, struct diags *diags, const char *format);

/* The same for a table whose headings are the caller's to know. */
struct page *book_read_sheet(struct arena *arena, const struct source *source, struct diags *diags);

/* True if the name of a file is that of a page: "x.htm", "x.tsv". */
bool book_is_page(const char *path);

#endif
