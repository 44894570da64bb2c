/*
 * A site of static pages about the structures and enumerations of specs: one page for each, an index with a search, any
 * two versions compared, the changes from one version to the next, the coverage, events, identities and sources. It
 * works without a server, from file://.
 */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include <stdbool.h>
#include <stddef.h>

struct model;
struct output;

struct site_request {
    const struct model *model;
    const char *title;      /* title of the site */
    const char *date;       /* date of the news feed, as in 2026-11-28; NULL: the site has no feed */
    const char *playground; /* path of the compiler in WebAssembly; NULL: the site has no playground */
};

/* Writes all files of the site. Returns false if something was reported. `*page_count` becomes the number of pages
 * about structures and enumerations. */
bool site_write(const struct site_request *request, struct output *output, size_t *page_count);

#endif
