/*
 * Phrases for versions in published tables: "5.1 to 5.2", "late 6.0", "6.0 before SP1", "1607 and higher", "Windows 7".
 * This module has the grammar and the words. versions.h translates phrases to versions of the axis; shape.h finds the
 * ends of phrases.
 */
#ifndef PAGE_VERSION_PHRASE_H
#define PAGE_VERSION_PHRASE_H

#include "page/scan.h"

/* A product. `from` and `to` are its first and last release; `prefix` begins the names of its points on the axis. */
struct phrase_product {
    const char *words;
    const char *from, *to;
    const char *prefix;
};

/* Parts of a release, in the order of time. */
enum phrase_part { PHRASE_WHOLE, PHRASE_EARLY, PHRASE_MID, PHRASE_LATE, PHRASE_VERY_LATE };

/* One version: "6.0", "late 5.1", "Windows Vista SP1". "SP2" alone is a service pack of the release that was named
 * before. */
struct phrase_version {
    enum phrase_part part;
    bool is_abbreviated;                  /* the part is abbreviated, as in "l5.2" */
    const struct phrase_product *product; /* NULL if no product is named */
    const char *name;                     /* name of `length` characters; NULL for a product or a service pack alone */
    size_t length;
    uint64_t pack; /* number of the service pack, if `has_pack`; 0 is the release without service packs */
    bool has_pack;
    bool has_division;          /* a service pack bounds the part, as in "late 5.1 (SP3 and higher)" */
    bool is_division_exclusive; /* the part ends before the service pack, as in "early 5.1 (before SP2)" */
    uint64_t division;          /* number of the service pack that bounds the part */
};

/* Kinds of phrases: how the versions follow from `first`, and from `last` of a PHRASE_RANGE. */
enum phrase_kind { PHRASE_ONE, PHRASE_ALL, PHRASE_RANGE, PHRASE_UPWARD, PHRASE_DOWNWARD, PHRASE_BEFORE, PHRASE_AFTER };

struct version_phrase {
    enum phrase_kind kind;
    struct phrase_version first, last; /* `last` is set for PHRASE_RANGE only */
};

/* A function of the caller that recognises names of versions. */
struct phrase_names {
    /* True if a name is that of a version; if `product` is not NULL, of a version of the product. */
    bool (*is_version)(void *user, const struct phrase_product *product, const char *name, size_t length);
    void *user;
};

/* Words that begin an exception: "not in", "except". NULL ends the list. */
extern const char *const phrase_not_words[];

/* Reads a bound after a release: "before SP1", "starting with SP1", "from Windows XP SP2". */
bool version_phrase_read_bound(struct scan *scan, bool *is_before, uint64_t *pack);

/* Reads one version. If `follows`, a release was named before, so "SP2" alone is a version. If it returns false, it has
 * read nothing. */
bool version_phrase_read_version(const struct phrase_names *names, struct scan *scan, bool follows,
                                 struct phrase_version *version);

/* Reads the end of a range after its first version: "to 6.2", "and higher". Returns PHRASE_ONE if there is none. */
enum phrase_kind version_phrase_read_end(const struct phrase_names *names, struct scan *scan,
                                         struct phrase_version *last);

/* Reads one phrase. If `follows`, a release was named before, so "SP2" alone is a version. If it returns false, it has
 * read nothing. If the second version of a range is missing, the phrase ends after the first. */
bool version_phrase_read(const struct phrase_names *names, struct scan *scan, bool follows,
                         struct version_phrase *phrase);

#endif
