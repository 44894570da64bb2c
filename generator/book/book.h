/*
 * The specs of many pages together: structures that several pages describe, types that one page has and another needs,
 * and a report on everything that was not read.
 */
#ifndef BOOK_BOOK_H
#define BOOK_BOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "spec/tree.h"

struct buffer;
struct diags;
struct map;
struct model;
struct program;

struct page;
struct page_options;
struct source;

/* A page and its spec. */
struct book_page {
    const char *path;     /* of the page */
    const char *name;     /* its path below the directory that the user named */
    const struct source *source;
    const char *spec;     /* of the spec, below the directory of all specs: "ke/kevent.strata" */
    struct diags *diags;  /* of this page alone */
    struct page *read;
    struct spec_document *document;
};

struct book_part;

struct book {
    struct program *program;
    const struct model *model; /* of the spec that all pages use */
    const struct page_options *options;
    const char *format; /* or NULL */
    struct book_page *pages;
    size_t count;
    struct map *names;     /* set by book_join: all that pages declare */
    size_t joined, views; /* likewise: structures of several pages that became one, or that could not */
};

/* Finds the pages of paths: a path itself, or all pages below a directory. Returns false, after a report, if there are
 * none, or if a directory cannot be read. */
bool book_find_pages(struct book *book, const char *const *paths, size_t count);

/* Imports all pages, whose sources the caller has set: their documents, joined and resolved. False, after a report, if
 * a page cannot be read at all. */
bool book_import(struct book *book);

/* Returns the names of types that pages declare, and those of constants if asked to; their values are the pages. */
struct map *book_names(const struct book *book, bool has_constants);

/* Makes one structure of those with the same name, if their pages are about other architectures or other versions, or
 * say the same. Otherwise the fullest has the name, and the others become views of it. */
void book_join(struct book *book);

/* Gives a declaration another name: a view of the one that another page has. Differences are reported, as
 * [contradiction]; if there are none, the declaration becomes a comment. */
void book_keep_view(struct book *book, const struct book_part *kept, const struct book_part *lost);

/* Compares declarations of pages with those of specs that no page may replace, which stay. Differences are reported as
 * [contradiction]. */
void book_settle_shipped(const struct book *book);

/* Adds a `use` line for each page that declares a type which another page needs. If the lines would close a circle, one
 * page takes the declarations of the other or, if it has other columns, announces the type by `opaque`. */
void book_resolve(struct book *book);

/* Write what was not read and what was assumed, by kind and by page. */
void book_report_markdown(const struct book *book, struct buffer *out);
void book_report_json(const struct book *book, struct buffer *out);

#endif
