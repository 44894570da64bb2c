#include "page/version_phrase.h"

#include "base/ascii.h"

enum { VERSION_LENGTH_MOST = 40 /* characters of two versions and the hyphen between them, at most */ };

/* Products by name. If two begin alike, the longer one comes first. "Windows" may stand before each name. */
static const struct phrase_product products[] = {
    {"NT 3.51", "3.51", "3.51", ""},
    {"NT 3.50", "3.50", "3.50", ""},
    {"NT 3.5", "3.50", "3.50", ""},
    {"NT 3.1", "3.10", "3.10", ""},
    {"NT 4.0", "4.0", "4.0", ""},
    {"NT 4", "4.0", "4.0", ""},
    {"3.1", "3.10", "3.10", ""},
    {"3.5", "3.50", "3.50", ""},
    {"Windows 2000", "5.0", "5.0", ""},
    {"XP", "5.1", "5.1", ""},
    {"Server 2003", "5.2", "5.2", ""},
    {"Vista", "6.0", "6.0", ""},
    {"Server 2008 R2", "6.1", "6.1", ""},
    {"Server 2008", "6.0-sp1", "6.0", ""},
    {"Windows 7", "6.1", "6.1", ""},
    {"Server 2012 R2", "6.3", "6.3", ""},
    {"Server 2012", "6.2", "6.2", ""},
    {"Windows 8.1", "6.3", "6.3", ""},
    {"Windows 8", "6.2", "6.2", ""},
    {"Server 2016", "1607", "1607", ""},
    {"Server 2019", "1809", "1809", ""},
    {"Server 2022", "20348", "20348", ""},
    {"Server 2025", "11-24H2", "11-24H2", ""},
    {"Windows 10", "10.0", "22H2", ""},
    {"Windows 11", "11-21H2", "10.0", "11-"},
};

static const char *const higher_words[] = {"and higher",   "and later",   "and above",  "and newer", "and up",
                                           "and onwards",  "and onward",  "and beyond", "or higher", "or later",
                                           "or above",     "or newer",    "onwards",    "onward",    "+",
                                           ", and higher", ", and later", NULL};
static const char *const lower_words[] = {"and lower", "and earlier", "and before", "and below",
                                          "and older", "or lower",    "or earlier", "or before",
                                          "or below",  "or older",    NULL};
static const char *const range_words[] = {"..", "to", "through", "until", "up to", "-", "\xE2\x80\x93", NULL};
static const char *const from_words[] = {
    "starting from", "starting with", "beginning with", "from", "since", ">=", "\xE2\x89\xA5", NULL};
static const char *const before_words[] = {"before", "prior to", "<", NULL};
static const char *const after_words[] = {"after", ">", NULL};
static const char *const up_to_words[] = {"up to", "to", "until", "<=", "\xE2\x89\xA4", NULL};
const char *const phrase_not_words[] = {"but not in", "and not in", "not in",    "but not", "except for",
                                        "except in",  "except",     "excluding", "not", NULL};
static const char *const version_words[] = {"versions", "version", "release", "build", NULL};

/* Returns the length of the text that has the form of a version: `6.1`, `6.0-sp1`, `11-24H2`, `10.0.19041.1586`. */
static size_t version_length(const char *text)
{
    size_t length = 0;
    while (length < VERSION_LENGTH_MOST &&
           (ascii_is_name(text[length]) ||
            ((text[length] == '.' || text[length] == '-') && ascii_is_name(text[length + 1]))))
        length++;
    return length;
}

/* Reads a version by its name. A hyphen may belong to the name, or separate two versions. */
static bool read_name(const struct phrase_names *names, struct scan *scan, struct phrase_version *version)
{
    struct scan next = *scan;
    scan_lines(&next);
    if (!ascii_is_digit(*next.next))
        return false;
    for (size_t length = version_length(next.next); length;) {
        if (names->is_version(names->user, version->product, next.next, length)) {
            version->name = next.next;
            version->length = length;
            scan->next = next.next + length;
            return true;
        }
        while (length && next.next[--length] != '-')
            ;
    }
    return false;
}

/* Reads a product, with or without one of its versions: "Windows 10 version 1607". */
static bool read_product(const struct phrase_names *names, struct scan *scan, struct phrase_version *version)
{
    struct scan rest = *scan;
    scan_words(&rest, "Windows");
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        if (!scan_words(scan, products[i].words)) {
            if (!scan_words(&rest, products[i].words))
                continue;
            *scan = rest;
        }
        version->product = &products[i];
        struct scan next = *scan;
        scan_any(&next, version_words);
        if (read_name(names, &next, version))
            *scan = next;
        return true;
    }
    return false;
}

/* Reads a service pack: "SP2", "Service Pack 2", "RTM". */
static bool read_pack(struct scan *scan, uint64_t *number)
{
    struct scan next = *scan;
    scan_words(&next, "with");
    scan_lines(&next);
    if (scan_words(&next, "RTM") || scan_words(&next, "gold")) {
        *number = 0;
    } else if (ascii_lower(next.next[0]) == 's' && next.next[0] && ascii_lower(next.next[1]) == 'p' &&
               ascii_is_digit(next.next[2])) {
        next.next += 2;
        if (!scan_number(&next, number))
            return false;
    } else if (!(scan_words(&next, "SP") || scan_words(&next, "Service Pack")) || !scan_number(&next, number)) {
        return false;
    }
    *scan = next;
    return true;
}

/* Words for parts of releases. */
static const struct {
    const char *words;
    enum phrase_part part;
} parts[] = {{"early", PHRASE_EARLY},         {"mid", PHRASE_MID},           {"middle", PHRASE_MID},
             {"very late", PHRASE_VERY_LATE}, {"v. late", PHRASE_VERY_LATE}, {"v late", PHRASE_VERY_LATE},
             {"late", PHRASE_LATE}};

static enum phrase_part read_part(struct scan *scan, bool *is_abbreviated)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (scan_words(scan, parts[i].words)) {
            scan_char(scan, '-'); /* as in "mid-5.0" */
            return parts[i].part;
        }
    }
    struct scan next = *scan;
    scan_lines(&next);
    *is_abbreviated = *next.next == 'l' && ascii_is_digit(next.next[1]);
    if (*is_abbreviated)
        scan->next = next.next + 1;
    return *is_abbreviated ? PHRASE_LATE : PHRASE_WHOLE;
}

/* Skips the name of a product before its service pack: "Windows NT 4.0 SP3". */
static void skip_product(struct scan *scan)
{
    struct scan next = *scan;
    scan_words(&next, "Windows");
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        if (scan_words(&next, products[i].words)) {
            *scan = next;
            return;
        }
        if (scan_words(scan, products[i].words))
            return;
    }
}

/* Reads the service pack that bounds a part: "(SP3 and higher)" or ", meaning before SP2". */
static bool read_division(struct scan *scan, struct phrase_version *version)
{
    static const char *const openings[] = {"means",   "meaning",     "is",        "i.e.",
                                           "that is", "begins with", "ends with", NULL};
    struct scan next = *scan;
    uint64_t last;
    scan_char(&next, ',');
    bool is_bracket = scan_char(&next, '(');
    if (!is_bracket && !scan_any(&next, openings))
        return false;
    version->is_division_exclusive = scan_words(&next, "before") || scan_words(&next, "until");
    if (!version->is_division_exclusive && !scan_any(&next, from_words))
        scan_any(&next, range_words);
    skip_product(&next);
    if (!read_pack(&next, &version->division))
        return false;
    while (scan_words(&next, "and") || scan_words(&next, "to"))
        if (!read_pack(&next, &last))
            break;
    scan_any(&next, higher_words);
    scan_words(&next, "higher");
    if (is_bracket && !scan_char(&next, ')'))
        return false;
    *scan = next;
    return true;
}

bool version_phrase_read_bound(struct scan *scan, bool *is_before, uint64_t *pack)
{
    struct scan next = *scan;
    *is_before = scan_any(&next, before_words);
    if (!*is_before && !scan_any(&next, from_words))
        return false;
    skip_product(&next);
    if (!read_pack(&next, pack))
        return false;
    *scan = next;
    return true;
}

enum phrase_kind version_phrase_read_end(const struct phrase_names *names, struct scan *scan,
                                         struct phrase_version *last)
{
    struct scan next = *scan;
    if (scan_any(scan, higher_words))
        return PHRASE_UPWARD;
    if (!scan_any(&next, range_words) || !version_phrase_read_version(names, &next, true, last))
        return PHRASE_ONE;
    *scan = next;
    return PHRASE_RANGE;
}

bool version_phrase_read_version(const struct phrase_names *names, struct scan *scan, bool follows,
                                 struct phrase_version *version)
{
    struct scan next = *scan;
    *version = (struct phrase_version){0};
    version->part = read_part(&next, &version->is_abbreviated);
    if (!follows || !(version->has_pack = read_pack(&next, &version->pack))) {
        if (!read_product(names, &next, version)) {
            scan_words(&next, "Windows");
            scan_any(&next, version_words);
            scan_lines(&next);
            next.next += *next.next == 'v' && ascii_is_digit(next.next[1]); /* as in "v6.0" */
            if (!read_name(names, &next, version))
                return false;
        }
        version->has_pack = read_pack(&next, &version->pack);
    }
    version->has_division = version->part != PHRASE_WHOLE && read_division(&next, version);
    *scan = next;
    return true;
}

/* Kinds of phrases, and the words before and after their versions. */
static const struct {
    const char *const *words;
    enum phrase_kind kind;
} openings[] = {{from_words, PHRASE_UPWARD},
                {up_to_words, PHRASE_DOWNWARD},
                {before_words, PHRASE_BEFORE},
                {after_words, PHRASE_AFTER}},
  endings[] = {{higher_words, PHRASE_UPWARD}, {range_words, PHRASE_RANGE}, {lower_words, PHRASE_DOWNWARD}};

bool version_phrase_read(const struct phrase_names *names, struct scan *scan, bool follows,
                         struct version_phrase *phrase)
{
    struct scan next = *scan;
    *phrase = (struct version_phrase){.kind = PHRASE_ONE};
    if (scan_words(scan, "all versions") || scan_words(scan, "all")) {
        phrase->kind = PHRASE_ALL;
        return true;
    }
    struct scan between = next;
    if (scan_words(&between, "between") && version_phrase_read_version(names, &between, follows, &phrase->first) &&
        scan_words(&between, "and") && version_phrase_read_version(names, &between, true, &phrase->last)) {
        phrase->kind = PHRASE_RANGE;
        *scan = between;
        return true;
    }
    for (size_t i = 0; i < sizeof openings / sizeof *openings && phrase->kind == PHRASE_ONE; i++)
        if (scan_any(&next, openings[i].words))
            phrase->kind = openings[i].kind;
    if (!version_phrase_read_version(names, &next, follows, &phrase->first))
        return false;
    *scan = next;
    if (phrase->kind != PHRASE_ONE && phrase->kind != PHRASE_UPWARD)
        return true;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (!scan_any(&next, endings[i].words))
            continue;
        if (endings[i].kind == PHRASE_RANGE && !version_phrase_read_version(names, &next, true, &phrase->last))
            return true; /* the word belongs to the text after the phrase */
        phrase->kind = endings[i].kind;
        *scan = next;
        return true;
    }
    if (phrase->kind == PHRASE_ONE)
        scan_words(scan, "only");
    return true;
}
