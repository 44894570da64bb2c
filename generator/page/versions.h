/*
 * Versions as published tables write them ("5.1 to 5.2", "late 6.0", "1607 and higher", "Windows 7") become sets on the
 * axis.
 */
#ifndef PAGE_VERSIONS_H
#define PAGE_VERSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "page/scan.h"
#include "model/axis.h"

struct intern;

/* The limit for releases that are divided into early and late. */
enum { PAGE_DIVISIONS_MOST = 16 };

/* The beginnings of "mid", "late" and "very late" in a release (0: unknown). */
struct page_division {
    uint64_t release; /* the beginning of the release */
    uint64_t mid;
    uint64_t late;
    uint64_t very_late;
};

/* Rules for reading the versions of one page. */
struct page_versions {
    struct arena *arena;
    struct intern *intern;
    const struct axis *axis;
    struct page_division divisions[PAGE_DIVISIONS_MOST];
    bool bare_is_first; /* "10.0" is its first point alone; else all of the release */
    bool bare_was_met;  /* and it made a difference to something that was read */
    uint64_t release;   /* the beginning of the last one that was read: "6.0 SP1, SP2" names it once */
    unsigned depth;     /* of brackets within versions */
    bool late_is_whole; /* "late" includes "very late" */
    uint64_t last;      /* the end of the last version that was named, or 0 */
    struct version_set named; /* the versions that were named, other than as part of a range */
    bool has_typo;      /* a `:` was taken for a `;` */
    bool lacks_bracket; /* and a missing `)` for one at the end */
    bool is_abbreviated; /* "l5.2" was taken for "late 5.2" */
    const char *undivided; /* "late 6.2" was taken for "6.2", which has no early and late; the release, or NULL */
};

/* Sets the rules for pages that say nothing about themselves. */
void page_versions_init(struct page_versions *versions, struct arena *arena, struct intern *intern,
                        const struct axis *axis);

/* Forgets the assumptions that were made since the last call. */
void page_versions_forget(struct page_versions *versions);

/* Learns the meaning of "early" and "late" from any text of a page, as "late 5.1 (SP3 and higher)". */
void page_versions_learn(struct page_versions *versions, const char *text);

/* Notes the last version that the prose of a page names as "the 2004 release". */
void page_versions_note_last(struct page_versions *versions, const char *text);

/* True if a text names a release of Windows 10, other than by "10.0". `in_brackets`: only text in brackets counts. */
bool page_versions_name_points(struct page_versions *versions, const char *text, bool in_brackets);

/* Reads one range: "5.0 to 6.0", "6.1 and higher", "late 5.2". */
bool page_versions_read_range(struct page_versions *versions, struct scan *scan, struct version_set *set);

/* Reads ranges, and "not in ..." ones, until the text ends or, `in_brackets`, its bracket closes. */
bool page_versions_read(struct page_versions *versions, struct scan *scan, bool in_brackets, struct version_set *set);

/* Reads all of a plain text. */
bool page_versions_read_text(struct page_versions *versions, const char *text, struct version_set *set);

#endif
