#include "page/versions.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"

/* The release whose points have names of their own. Tables also use it for its first point. */
static const char *const bare_release = "10.0";

/* Products by name, the longer before those that they begin with. `prefix` begins the names of their points on the
 * axis. */
static const struct product {
    const char *words;
    const char *from, *to;
    const char *prefix;
} products[] = {
    {"Windows NT 3.51", "3.51", "3.51", ""},
    {"Windows NT 3.50", "3.50", "3.50", ""},
    {"Windows NT 3.5", "3.50", "3.50", ""},
    {"Windows NT 3.1", "3.10", "3.10", ""},
    {"Windows NT 4.0", "4.0", "4.0", ""},
    {"Windows NT 4", "4.0", "4.0", ""},
    {"NT 3.51", "3.51", "3.51", ""},
    {"NT 3.50", "3.50", "3.50", ""},
    {"NT 3.5", "3.50", "3.50", ""},
    {"NT 3.1", "3.10", "3.10", ""},
    {"NT 4.0", "4.0", "4.0", ""},
    {"NT 4", "4.0", "4.0", ""},
    {"3.1", "3.10", "3.10", ""},
    {"3.5", "3.50", "3.50", ""},
    {"Windows 2000", "5.0", "5.0", ""},
    {"Windows XP", "5.1", "5.1", ""},
    {"XP", "5.1", "5.1", ""},
    {"Windows Server 2003", "5.2", "5.2", ""},
    {"Server 2003", "5.2", "5.2", ""},
    {"Windows Vista", "6.0", "6.0", ""},
    {"Vista", "6.0", "6.0", ""},
    {"Windows Server 2008 R2", "6.1", "6.1", ""},
    {"Server 2008 R2", "6.1", "6.1", ""},
    {"Windows Server 2008", "6.0-sp1", "6.0", ""},
    {"Server 2008", "6.0-sp1", "6.0", ""},
    {"Windows 7", "6.1", "6.1", ""},
    {"Windows Server 2012 R2", "6.3", "6.3", ""},
    {"Server 2012 R2", "6.3", "6.3", ""},
    {"Windows Server 2012", "6.2", "6.2", ""},
    {"Server 2012", "6.2", "6.2", ""},
    {"Windows 8.1", "6.3", "6.3", ""},
    {"Windows 8", "6.2", "6.2", ""},
    {"Windows Server 2016", "1607", "1607", ""},
    {"Server 2016", "1607", "1607", ""},
    {"Windows Server 2019", "1809", "1809", ""},
    {"Server 2019", "1809", "1809", ""},
    {"Windows Server 2022", "20348", "20348", ""},
    {"Server 2022", "20348", "20348", ""},
    {"Windows Server 2025", "11-24H2", "11-24H2", ""},
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
static const char *const range_words[] = {"to", "through", "until", "up to", "-", NULL};
static const char *const from_words[] = {
    "starting from", "starting with", "beginning with", "from", "since", ">=", "\xE2\x89\xA5", NULL};
static const char *const before_words[] = {"before", "prior to", "<", NULL};
static const char *const after_words[] = {"after", ">", NULL};
static const char *const up_to_words[] = {"up to", "to", "until", "<=", "\xE2\x89\xA4", NULL};
static const char *const not_words[] = {"but not in", "and not in", "not in",    "but not", "except for",
                                        "except in",  "except",     "excluding", NULL};
static const char *const version_words[] = {"versions", "version", "release", "build", NULL};

static bool find(struct page_versions *versions, const char *name, size_t length, struct version_range *range)
{
    return axis_find(versions->axis, intern_name(versions->intern, name, length), range);
}

void page_versions_init(struct page_versions *versions, struct arena *arena, struct intern *intern,
                        const struct axis *axis)
{
    *versions = (struct page_versions){.arena = arena, .intern = intern, .axis = axis};
    for (size_t i = 0, count = 0; i < axis->release_count && count < PAGE_DIVISIONS_MOST; i++) {
        bool is_agreed;
        uint64_t late = axis_find_late(axis, &axis->releases[i], &is_agreed);
        if (late != VERSION_END)
            versions->divisions[count++] = (struct page_division){axis->releases[i].range.from, late, 0};
    }
}

enum { VERSION_LENGTH_MOST = 40 /* characters of two versions and the hyphen between them */ };

/* Returns the length of text that looks like a version: `6.1`, `6.0-sp1`, `11-24H2`, `10.0.19041.1586`. */
static size_t version_length(const char *text)
{
    size_t length = 0;
    while (length < VERSION_LENGTH_MOST &&
           (ascii_is_name(text[length]) ||
            ((text[length] == '.' || text[length] == '-') && ascii_is_name(text[length + 1]))))
        length++;
    return length;
}

/* Reads a version by its name on the axis. A hyphen may also stand between two versions. */
static bool read_version(struct page_versions *versions, struct scan *scan, const char *prefix,
                         struct version_range *range)
{
    struct scan next = *scan;
    scan_lines(&next);
    if (!ascii_is_digit(*next.at))
        return false;
    for (size_t length = version_length(next.at); length;) {
        char name[VERSION_LENGTH_MOST + 8];
        snprintf(name, sizeof name, "%s%.*s", prefix, (int)length, next.at);
        if (find(versions, name, strlen(name), range)) {
            scan->at = next.at + length;
            return true;
        }
        while (length && next.at[--length] != '-')
            ;
    }
    return false;
}

static bool read_product(struct page_versions *versions, struct scan *scan, struct version_range *range)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        const struct product *product = &products[i];
        struct version_range from, to, point;
        if (!scan_words(scan, product->words))
            continue;
        if (!find(versions, product->from, strlen(product->from), &from) ||
            !find(versions, product->to, strlen(product->to), &to))
            return false;
        *range = (struct version_range){from.from, to.to};
        struct scan next = *scan;
        scan_any(&next, version_words);
        if (read_version(versions, &next, product->prefix, &point) && point.from >= range->from &&
            point.to <= range->to) {
            *range = point;
            *scan = next;
        }
        return true;
    }
    return false;
}

/* Returns the release that begins there, or NULL. */
static const struct axis_release *find_release(const struct axis *axis, uint64_t from)
{
    for (size_t i = 0; i < axis->release_count; i++)
        if (axis->releases[i].range.from == from)
            return &axis->releases[i];
    return NULL;
}

/* Finds service pack `number` of the release that contains `from`; 0 is the release before its service packs. */
static bool find_pack(struct page_versions *versions, uint64_t from, uint64_t number, struct version_range *range)
{
    const struct axis_release *release = NULL;
    for (size_t i = 0; i < versions->axis->release_count && !release; i++)
        if (from >= versions->axis->releases[i].range.from && from < versions->axis->releases[i].range.to)
            release = &versions->axis->releases[i];
    if (!release || number > 99)
        return false;
    const char *name = number ? arena_format(versions->arena, "%s-sp%u", release->name, (unsigned)number)
                              : arena_format(versions->arena, "%s-rtm", release->name);
    return find(versions, name, strlen(name), range);
}

/* Reads "SP2", "Service Pack 2", "RTM". */
static bool read_pack_number(struct scan *scan, uint64_t *number)
{
    struct scan next = *scan;
    scan_words(&next, "with");
    scan_lines(&next);
    if (scan_words(&next, "RTM") || scan_words(&next, "gold")) {
        *number = 0;
    } else if (ascii_lower(next.at[0]) == 's' && next.at[0] && ascii_lower(next.at[1]) == 'p' &&
               ascii_is_digit(next.at[2])) {
        next.at += 2;
        if (!scan_number(&next, number))
            return false;
    } else if (!(scan_words(&next, "SP") || scan_words(&next, "Service Pack")) || !scan_number(&next, number)) {
        return false;
    }
    *scan = next;
    return true;
}

enum part { PART_WHOLE, PART_EARLY, PART_LATE, PART_VERY_LATE };

static enum part read_part(struct scan *scan)
{
    return scan_words(scan, "early")       ? PART_EARLY
           : scan_words(scan, "very late") ? PART_VERY_LATE
           : scan_words(scan, "late")      ? PART_LATE
                                           : PART_WHOLE;
}

/* Returns the rule of the page for a release, or room for a new one; NULL if there is no room. */
static struct page_division *find_division(struct page_versions *versions, uint64_t release)
{
    for (size_t i = 0; i < PAGE_DIVISIONS_MOST; i++)
        if (versions->divisions[i].release == release || !versions->divisions[i].release)
            return &versions->divisions[i];
    return NULL;
}

static bool take_part(struct page_versions *versions, enum part part, struct version_range *range)
{
    const struct page_division *division = find_division(versions, range->from);
    if (!division || !division->late || (part == PART_VERY_LATE && !division->very_late))
        return false;
    if (part == PART_EARLY)
        range->to = division->late;
    else
        range->from = part == PART_LATE ? division->late : division->very_late;
    if (part == PART_LATE && division->very_late)
        range->to = division->very_late;
    return range->from < range->to;
}

/* Reads the words behind "late 5.1", as "(SP3 and higher)" or ", meaning before SP2": the beginning of that part, or
 * the end of "early". */
static bool read_division(struct page_versions *versions, struct scan *scan, enum part part, uint64_t release,
                          uint64_t *at)
{
    static const char *const openings[] = {"means",   "meaning",     "is",        "i.e.",
                                           "that is", "begins with", "ends with", NULL};
    struct scan next = *scan;
    struct version_range pack;
    uint64_t number;
    scan_char(&next, ',');
    bool is_bracket = scan_char(&next, '(');
    if (!is_bracket && !scan_any(&next, openings))
        return false;
    bool is_before = scan_words(&next, "before") || scan_words(&next, "until");
    if (!is_before && !scan_any(&next, from_words))
        scan_any(&next, range_words);
    if (!read_pack_number(&next, &number))
        return false;
    while (scan_words(&next, "and") || scan_words(&next, "to"))
        if (!read_pack_number(&next, &number))
            break;
    scan_any(&next, higher_words);
    scan_words(&next, "higher");
    if ((is_bracket && !scan_char(&next, ')')) || !find_pack(versions, release, number, &pack))
        return false;
    *at = part == PART_EARLY && !is_before ? pack.to : pack.from;
    *scan = next;
    return true;
}

void page_versions_learn(struct page_versions *versions, const char *text)
{
    for (const char *at = text; *at; at++) {
        struct scan scan = {at};
        struct version_range range;
        uint64_t begin;
        if ((at > text && ascii_is_name(at[-1])) || !strchr("elvEL", *at))
            continue;
        enum part part = read_part(&scan);
        if (part == PART_WHOLE || !read_version(versions, &scan, "", &range))
            continue;
        struct page_division *division = find_division(versions, range.from);
        if (!division || !read_division(versions, &scan, part, range.from, &begin))
            continue;
        division->release = range.from;
        if (part == PART_VERY_LATE)
            division->very_late = begin;
        else if (begin > range.from && begin < range.to)
            division->late = begin;
        at = scan.at - 1;
    }
}

bool page_versions_name_points(struct page_versions *versions, const char *text, bool in_brackets)
{
    unsigned depth = !in_brackets;
    struct version_range release, range;
    if (!find(versions, bare_release, strlen(bare_release), &release))
        return false;
    for (const char *at = text; *at; at++) {
        depth += *at == '(';
        depth -= *at == ')' && depth > !in_brackets;
        struct scan scan = {at};
        if (!depth || !ascii_is_digit(*at) || (at > text && (ascii_is_name(at[-1]) || at[-1] == '.')))
            continue;
        if (!read_version(versions, &scan, "", &range))
            continue;
        if (range.from >= release.from && range.to <= release.to &&
            (range.from != release.from || range.to != release.to))
            return true;
        at = scan.at - 1;
    }
    return false;
}

/* Reads a release or product, perhaps with a service pack, or a service pack of the release that was named last. */
static bool read_named(struct page_versions *versions, struct scan *scan, struct version_range *range)
{
    uint64_t number;
    struct scan next = *scan;
    if (versions->release && read_pack_number(&next, &number) &&
        find_pack(versions, versions->release, number, range)) {
        *scan = next;
        return true;
    }
    if (!read_product(versions, &next, range)) {
        scan_words(&next, "Windows");
        scan_any(&next, version_words);
        scan_lines(&next);
        if (*next.at == 'v' && ascii_is_digit(next.at[1])) /* "v6.0" */
            next.at++;
        if (!read_version(versions, &next, "", range))
            return false;
    }
    versions->release = range->from;
    struct scan behind = next;
    if (read_pack_number(&behind, &number)) {
        next = behind;
        if (!find_pack(versions, range->from, number, range))
            return false;
    }
    *scan = next;
    return true;
}

/* Reads one version, release, part of a release, or product. */
static bool read_end(struct page_versions *versions, struct scan *scan, struct version_range *range)
{
    uint64_t begin;
    struct scan next = *scan;
    enum part part = read_part(&next);
    if (!read_named(versions, &next, range))
        return false;
    if (part != PART_WHOLE) {
        read_division(versions, &next, part, range->from, &begin); /* has been learnt before */
        if (!take_part(versions, part, range))
            return false;
    }
    *scan = next;
    return true;
}

/* Reads "(SP1 and higher)" behind a release, which it narrows. */
static bool read_packs(struct page_versions *versions, struct scan *scan, struct version_range release,
                       struct version_set *set)
{
    uint64_t number;
    struct scan next = *scan, first;
    if (versions->depth || !scan_char(&next, '('))
        return false;
    first = next;
    if (!read_pack_number(&first, &number))
        return false;
    versions->depth++;
    bool ok = page_versions_read(versions, &next, true, set) && scan_char(&next, ')');
    versions->depth--;
    if (!ok)
        return false;
    *set = version_set_intersect(versions->arena, *set, version_set_range(versions->arena, release.from, release.to));
    *scan = next;
    return set->count > 0;
}

/* Decides what "10.0" means that does not begin a range: the whole release, or its first point. */
static void settle_bare(struct page_versions *versions, struct version_range *range)
{
    const struct axis_release *release = find_release(versions->axis, range->from);
    if (!release || strcmp(release->name, bare_release) != 0 || range->to != release->range.to || !release->point_count)
        return;
    versions->bare_was_met = true;
    if (versions->bare_is_first)
        range->to = versions->axis->points[release->first_point].range.to;
}

/* Reads "6.0", "6.0 only", "6.0 to 6.1", "6.0 and higher", "up to 6.0". */
bool page_versions_read_range(struct page_versions *versions, struct scan *scan, struct version_set *set)
{
    struct version_range range = {0, VERSION_END}, last;
    struct scan next = *scan;
    bool from_only = scan_any(&next, from_words);
    if (!from_only && scan_any(&next, up_to_words)) {
        if (!read_end(versions, &next, &last))
            return false;
        settle_bare(versions, &last);
        range.to = last.to;
    } else if (!from_only && scan_any(&next, before_words)) {
        if (!read_end(versions, &next, &last))
            return false;
        range.to = last.from;
    } else if (!from_only && scan_any(&next, after_words)) {
        if (!read_end(versions, &next, &last))
            return false;
        range.from = last.to;
    } else if (from_only || !(scan_words(&next, "all versions") || scan_words(&next, "all"))) {
        if (!read_end(versions, &next, &range))
            return false;
        if (read_packs(versions, &next, range, set)) {
            *scan = next;
            return true;
        }
        if (scan_any(&next, higher_words)) {
            range.to = VERSION_END;
        } else if (scan_any(&next, range_words)) {
            if (!read_end(versions, &next, &last) || last.from < range.from)
                return false;
            settle_bare(versions, &last);
            range.to = last.to;
        } else if (scan_any(&next, lower_words)) {
            settle_bare(versions, &range);
            range.from = 0;
        } else if (from_only) {
            range.to = VERSION_END;
        } else {
            settle_bare(versions, &range);
            scan_words(&next, "only");
        }
    }
    if (range.from >= range.to)
        return false;
    *set = version_set_range(versions->arena, range.from, range.to);
    *scan = next;
    return true;
}

bool page_versions_read(struct page_versions *versions, struct scan *scan, bool in_brackets, struct version_set *set)
{
    struct version_set included = {0}, excluded = {0}, range;
    struct scan next = *scan;
    bool is_not = false, follows = false;
    if (!versions->depth)
        versions->release = 0;
    while (!scan_end(&next) && !(in_brackets && *next.at == ')')) {
        bool joined = follows && (scan_words(&next, "and") || scan_words(&next, "or"));
        bool parted = false;
        while (scan_char(&next, ';') || scan_char(&next, ',') || (follows && scan_char(&next, ':')))
            parted = true;
        versions->has_typo |= parted && next.at > scan->at && next.at[-1] == ':';
        if (scan_end(&next) || (in_brackets && *next.at == ')'))
            break;
        is_not = scan_any(&next, not_words) || (is_not && joined);
        if (!page_versions_read_range(versions, &next, &range))
            return false;
        if (is_not)
            excluded = version_set_union(versions->arena, excluded, range);
        else
            included = version_set_union(versions->arena, included, range);
        follows = true;
    }
    if (!follows)
        return false;
    if (!included.count)
        included = version_set_range(versions->arena, 0, VERSION_END);
    *set = version_set_subtract(versions->arena, included, excluded);
    *scan = next;
    return set->count > 0;
}

bool page_versions_read_text(struct page_versions *versions, const char *text, struct version_set *set)
{
    struct scan scan = {text};
    return page_versions_read(versions, &scan, false, set) && scan_end(&scan);
}
