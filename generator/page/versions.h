/*
 * Translates versions in published tables ("5.1 to 5.2", "late 6.0", "1607 and higher", "Windows 7") to sets of
 * versions on the axis.
 */
#ifndef PAGE_VERSIONS_H
#define PAGE_VERSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "page/scan.h"
#include "model/axis.h"

struct intern;

/* Largest number of releases of a page that are divided into early and late parts. */
enum { PAGE_DIVISIONS_MOST = 16 };

/* The versions at which "mid", "late" and "very late" begin in a release; 0 if unknown. */
struct page_division {
    uint64_t release; /* first version of the release */
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
    bool bare_is_first; /* "10.0" alone means its first point; otherwise the whole release */
    bool bare_was_met;  /* "10.0" alone was read, and `bare_is_first` made a difference */
    uint64_t release;   /* first version of the release that was read last; "6.0 SP1, SP2" names it once */
    unsigned depth;     /* depth of brackets around the text that is being read */
    bool late_is_whole; /* "late" includes "very late" */
    uint64_t last;      /* end of the last version that the page names; 0 if none is known */
    struct version_set named; /* versions that the page names on their own, not as the end of a range */
    bool has_typo;      /* a `:` was taken for a `;` */
    bool lacks_bracket; /* a `)` is missing at the end of the text */
    bool is_abbreviated; /* "l5.2" was taken for "late 5.2" */
    /* release that has no early and late parts but was read with one: "late 6.2" was read as "6.2"; else NULL */
    const char *undivided;
};

/* Sets the rules for a page that does not explain its versions. */
void page_versions_init(struct page_versions *versions, struct arena *arena, struct intern *intern,
                        const struct axis *axis);

/* Resets the flags of the assumptions that were made while versions were read. */
void page_versions_forget(struct page_versions *versions);

/* Learns where the early and late parts of releases begin from a text of the page, such as "late 5.1 (SP3 and
 * higher)". */
void page_versions_learn(struct page_versions *versions, const char *text);

/* Notes the last version that the prose of a page names as "the 2004 release". */
void page_versions_note_last(struct page_versions *versions, const char *text);

/* True if a text names a release of Windows 10 in another way than as "10.0". With `in_brackets`, looks only at text in
 * brackets. */
bool page_versions_name_points(struct page_versions *versions, const char *text, bool in_brackets);

/* Reads one range: "5.0 to 6.0", "6.1 and higher", "late 5.2". */
bool page_versions_read_range(struct page_versions *versions, struct scan *scan, struct version_set *set);

/* Reads ranges and exceptions ("not in ...") up to the end of the text, or with `in_brackets` up to the closing
 * bracket. */
bool page_versions_read(struct page_versions *versions, struct scan *scan, bool in_brackets, struct version_set *set);

/* Reads a plain text, all of which must be versions. */
bool page_versions_read_text(struct page_versions *versions, const char *text, struct version_set *set);

#endif
