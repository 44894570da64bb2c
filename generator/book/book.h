/*
 * Imports many pages of a site together: joins structures that several pages describe, adds `use` lines for types of
 * other pages, and reports everything that was not read.
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
    const char *path; /* path of the page */
    const char *name; /* path of the page below the directory that the user named */
    const struct source *source;
    const char *spec;    /* path of the spec below the directory of all specs, such as "ke/kevent.strata" */
    struct diags *diags; /* diagnostics about this page only */
    struct page *read;
    struct spec_document *document;
};

struct book_part;

struct book {
    struct program *program;
    const struct model *model; /* model of the specs that all pages use */
    const struct page_options *options;
    const char *format; /* format of the pages; NULL: each page's name or text tells its format */
    struct book_page *pages;
    size_t count;
    struct map *names; /* all names that pages declare; book_join sets it */
    /* counts that book_join sets: structures that were joined, and declarations that became views */
    size_t joined, views;
};

/* Finds the pages of paths: a path itself, or all pages below a directory. If there are none, or if a directory cannot
 * be read, reports that and returns false. */
bool book_find_pages(struct book *book, const char *const *paths, size_t count);

/* Imports all pages, whose sources the caller has set. Sets their documents, joins structures and resolves names
 * between pages. If a page cannot be read at all, reports that and returns false. */
bool book_import(struct book *book);

/* Returns a map from the names of types that pages declare to their pages. With `has_constants` also contains
 * constants. */
struct map *book_names(const struct book *book, bool has_constants);

/* Joins structures of the same name if their pages describe other architectures or other versions, or agree. Otherwise
 * the fullest structure keeps the name, and the others become views of it. */
void book_join(struct book *book);

/* Renames a declaration to a view of the declaration `kept` of another page. Reports differences as [contradiction]. If
 * there are none, the declaration becomes a comment. */
void book_keep_view(struct book *book, const struct book_part *kept, const struct book_part *lost);

/* Compares declarations of pages with declarations in specs that no page may replace, which stay unchanged. Reports
 * differences as [contradiction]. */
void book_settle_shipped(const struct book *book);

/* Adds a `use` line for each page that declares a type which another page needs. If the lines would form a circle, one
 * page takes over the declarations of the other. If that page has other columns, it declares the type as `opaque`
 * instead. */
void book_resolve(struct book *book);

/* Write a report of everything that was not read or was assumed, by kind and by page. */
void book_report_markdown(const struct book *book, struct buffer *out);
void book_report_json(const struct book *book, struct buffer *out);

#endif
