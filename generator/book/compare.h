/*
 * Two statements about one structure, member by member: of two pages, or of a page and a spec that is shipped.
 */
#ifndef BOOK_COMPARE_H
#define BOOK_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

struct book;
struct book_page;
struct record;
struct spec_item;

/* A declaration of a page. */
struct book_part {
    struct book_page *page;
    struct spec_item *item;
};

/* The result of a comparison. */
struct book_difference {
    size_t compared; /* members and values that both have in some version of an architecture */
    size_t count;    /* of those, the ones that lie elsewhere or have another value */
    size_t missing;  /* members and values that only the second one has */
    const char *text; /* "'Irql' is at 0x24 on x86 in 5.0.. and at 0x50 here", the first few; NULL: there are none */
    unsigned line;   /* of the page of the second one: the first difference */
};

/* Compares the declaration of a page with that of another page, or with the layouts of a record. */
struct book_difference book_compare(const struct book *book, const struct book_part *first,
                                    const struct book_part *second);
struct book_difference book_compare_record(const struct book *book, const struct record *record,
                                           const struct book_part *second);

#endif
