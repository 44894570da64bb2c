/*
 * Turns published pages into the content of specs: reads the tables of one page in their order.
 */
#ifndef PAGE_TABLE_H
#define PAGE_TABLE_H

#include "page/page.h"
#include "spec/tree.h"

struct intern;
struct map;
struct model;

/* Meanings of "10.0" alone: the page decides; all of the release; the release's first point. */
enum page_bare { PAGE_BARE_BY_PAGE, PAGE_BARE_ALL, PAGE_BARE_FIRST };

/* Options of the user for questions that a page leaves open. */
struct page_options {
    const char *struct_name;   /* name of the page's structure; NULL: the page names it */
    const char *const *arches; /* arches of offsets whose heading names no arch; with none, all arches */
    size_t arch_count;
    enum page_bare bare;
    const struct map *others; /* set of the names that other pages declare; NULL if there are none */
    /* number of files of the program that the result uses in any case; 0: all. A type of another file needs a `use` */
    size_t known_files;
};

/* A page to import, and all that its import needs. */
struct page_request {
    struct arena *arena; /* owns the result */
    struct intern *intern;
    struct diags *diags;
    const struct model *model; /* of the specs that the result will use */
    const struct page_options *options;
    const struct page *page;
};

/* Reads the tables of a page, and declares the types that no file declares. A cell that cannot be read becomes a
 * comment, and is reported with its line as `unread`. Assumptions are reported as `assumed`. */
struct spec_document *page_import(const struct page_request *request);

/* The two steps of page_import, for pages that declare types of each other. The second step needs the names of all
 * pages. */
struct spec_document *page_read_tables(const struct page_request *request);
void page_declare_missing(const struct page_request *request, struct spec_document *document);

#endif
