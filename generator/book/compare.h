/*
 * Compares two declarations of one structure, member by member: those of two pages, or of a page and a shipped spec.
 */
#ifndef BOOK_COMPARE_H
#define BOOK_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

struct book;
struct book_page;
struct record;
struct spec_item;

/* A declaration and the page that it is on. */
struct book_part {
    struct book_page *page;
    struct spec_item *item;
};

/* The result of a comparison. */
struct book_difference {
    size_t compared; /* number of members and values that both declarations have in some version of an architecture */
    size_t count;    /* number of these that lie at different places or have different values */
    size_t missing;  /* number of members and values that only the second declaration has */
    /* the first differences, such as "'Irql' is at 0x24 on x86 in 5.0.. and at 0x50 here"; NULL if there are none */
    const char *text;
    unsigned line; /* line of the first difference on the page of the second declaration */
};

/* Compares the declaration of a page with that of another page, or with the layouts of a record. */
struct book_difference book_compare(const struct book *book, const struct book_part *first,
                                    const struct book_part *second);
struct book_difference book_compare_record(const struct book *book, const struct record *record,
                                           const struct book_part *second);

#endif
