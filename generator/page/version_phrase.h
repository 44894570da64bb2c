/*
 * Phrases for versions in published tables: "5.1 to 5.2", "late 6.0", "6.0 before SP1", "1607 and higher", "Windows 7".
 * The grammar and its words stand here. versions.h gives phrases a meaning on the axis, shape.h finds their ends.
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

/* Parts of a release, the earlier before the later. */
enum phrase_part { PHRASE_WHOLE, PHRASE_EARLY, PHRASE_MID, PHRASE_LATE, PHRASE_VERY_LATE };

/* One version: "6.0", "late 5.1", "Windows Vista SP1"; "SP2" alone is a service pack of the release named before. */
struct phrase_version {
    enum phrase_part part;
    bool is_abbreviated;                  /* the part: "l5.2" */
    const struct phrase_product *product; /* or NULL */
    const char *name;                     /* of `length` characters; NULL for a product or service pack alone */
    size_t length;
    uint64_t pack; /* if `has_pack`; 0 is the release before its service packs */
    bool has_pack;
    bool has_division;          /* a service pack bounds the part: "late 5.1 (SP3 and higher)" */
    bool is_division_exclusive; /* "early 5.1 (before SP2)" */
    uint64_t division;          /* the service pack */
};

/* Kinds of phrases, by the versions that they take from `first`. */
enum phrase_kind { PHRASE_ONE, PHRASE_ALL, PHRASE_RANGE, PHRASE_UPWARD, PHRASE_DOWNWARD, PHRASE_BEFORE, PHRASE_AFTER };

struct version_phrase {
    enum phrase_kind kind;
    struct phrase_version first, last; /* `last` of PHRASE_RANGE alone */
};

/* Decides which names are versions. */
struct phrase_names {
    /* True for the name of a version, within the product if it is not NULL. */
    bool (*is_version)(void *user, const struct phrase_product *product, const char *name, size_t length);
    void *user;
};

/* Words of exceptions: "not in", "except". NULL ends the list. */
extern const char *const phrase_not_words[];

/* Reads a bound behind a release: "before SP1", "starting with SP1", "from Windows XP SP2". */
bool version_phrase_read_bound(struct scan *scan, bool *is_before, uint64_t *pack);

/* Reads one version. `follows`: a release was named before, so that "SP2" alone is a version. Reads nothing if it
 * returns false. */
bool version_phrase_read_version(const struct phrase_names *names, struct scan *scan, bool follows,
                                 struct phrase_version *version);

/* Reads the end of a range behind a bound: "to 6.2", "and higher". PHRASE_ONE if there is none. */
enum phrase_kind version_phrase_read_end(const struct phrase_names *names, struct scan *scan,
                                         struct phrase_version *last);

/* Reads one phrase, likewise. A range without a second version is a phrase that ends with the first. */
bool version_phrase_read(const struct phrase_names *names, struct scan *scan, bool follows,
                         struct version_phrase *phrase);

#endif
