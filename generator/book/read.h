/*
 * Reads published pages in their formats.
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

/* Reads a page in a format. If `format` is NULL, the name of the page tells the format, else its first characters. If
 * nothing can be read, reports that and returns NULL. */
struct page *book_read_page(struct arena *arena, const struct source *source, struct diags *diags, const char *format);

/* Reads a table as book_read_page does. A table without any known heading is no error, because the caller knows the
 * meaning of the headings. */
struct page *book_read_sheet(struct arena *arena, const struct source *source, struct diags *diags);

/* True if a file has the name of a page, such as "x.htm" or "x.tsv". */
bool book_is_page(const char *path);

#endif
