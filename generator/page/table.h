/*
 * Published pages to the content of specs: the tables of one page, read in their order.
 */
#ifndef PAGE_TABLE_H
#define PAGE_TABLE_H

#include "page/page.h"
#include "spec/tree.h"

struct intern;
struct map;
struct model;

/* Meanings of "10.0" alone. */
enum page_bare { PAGE_BARE_BY_PAGE, PAGE_BARE_ALL, PAGE_BARE_FIRST };

/* Answers of the user to questions that pages leave open. */
struct page_options {
    const char *struct_name;   /* of the page's structure, or NULL: as the page says */
    const char *const *arches; /* of offsets whose heading names no arch; none: all */
    size_t arch_count;
    enum page_bare bare;
    const struct map *others; /* names that other pages declare, or NULL */
    size_t known_files; /* so many files of the program are used anyway; 0: all. Types of the others need a `use`. */
};

/* Reads the tables of a page and declares what they lack. Cells that cannot be read become comments, each reported with
 * its line (`unread`). Assumptions are reported as `assumed`. `model` is that of the spec which the result will use.
 * The result is the arena's. */
struct spec_document *page_import(struct arena *arena, struct intern *intern, struct diags *diags,
                                  const struct model *model, const struct page_options *options,
                                  const struct page *page);

/* The two steps of it, for pages that declare types of each other: the second one needs the names of all of them. */
struct spec_document *page_read_tables(struct arena *arena, struct intern *intern, struct diags *diags,
                                       const struct model *model, const struct page_options *options,
                                       const struct page *page);
void page_declare_missing(struct arena *arena, struct intern *intern, struct diags *diags, const struct model *model,
                          const struct page_options *options, const struct page *page,
                          struct spec_document *document);

#endif
