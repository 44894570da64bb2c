#include "page/versions.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "page/version_phrase.h"

/* The release whose points have names of their own. Tables also use its name for its first point. */
static const char *const bare_release = "10.0";

static bool find_name(struct page_versions *versions, const char *name, size_t length, struct version_range *range)
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
            versions->divisions[count++] =
                (struct page_division){.release = axis->releases[i].range.from, .late = late};
    }
}

void page_versions_forget(struct page_versions *versions)
{
    versions->has_typo = versions->lacks_bracket = versions->is_abbreviated = false;
    versions->undivided = NULL;
}

/* Finds a product or one of its versions. If `product` is NULL, finds a version by its name alone. */
static bool find_named(struct page_versions *versions, const struct phrase_product *product, const char *name,
                       size_t length, struct version_range *range)
{
    struct version_range from, to;
    if (!product)
        return find_name(versions, name, length, range);
    if (!find_name(versions, product->from, strlen(product->from), &from) ||
        !find_name(versions, product->to, strlen(product->to), &to))
        return false;
    *range = (struct version_range){from.from, to.to};
    if (!name)
        return true;
    name = arena_format(versions->arena, "%s%.*s", product->prefix, (int)length, name);
    return find_name(versions, name, strlen(name), range) && range->from >= from.from && range->to <= to.to;
}

/* Recognises the names of versions on the axis, for struct phrase_names. */
static bool is_version(void *user, const struct phrase_product *product, const char *name, size_t length)
{
    struct version_range range;
    return find_named(user, product, name, length, &range);
}

/* Returns the release that begins with a version; NULL if there is none. */
static const struct axis_release *find_release(const struct axis *axis, uint64_t from)
{
    for (size_t i = 0; i < axis->release_count; i++)
        if (axis->releases[i].range.from == from)
            return &axis->releases[i];
    return NULL;
}

/* Finds service pack `number` of the release that contains `from`; 0 stands for the release without service packs. */
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
    return find_name(versions, name, strlen(name), range);
}

/* Returns the division of a release on the page, or a free entry for it; NULL if all entries are used. */
static struct page_division *find_division(struct page_versions *versions, uint64_t release)
{
    for (size_t i = 0; i < PAGE_DIVISIONS_MOST; i++)
        if (versions->divisions[i].release == release || !versions->divisions[i].release)
            return &versions->divisions[i];
    return NULL;
}

/* Narrows a release to a part of it. A release with one point has no parts. */
static bool take_part(struct page_versions *versions, enum phrase_part part, struct version_range *range)
{
    const struct page_division *division = find_division(versions, range->from);
    const struct axis_release *release = find_release(versions->axis, range->from);
    if (release && release->point_count == 1 && range->to == release->range.to) {
        versions->undivided = release->name;
        return true;
    }
    if (!division || !division->late)
        return false;
    uint64_t ends[] = {range->from, division->mid, division->late, division->very_late, range->to};
    size_t first = (size_t)part - PHRASE_EARLY, last = first + 1;
    while (last < 4 && (!ends[last] || (part == PHRASE_LATE && versions->late_is_whole)))
        last++;
    *range = (struct version_range){ends[first], ends[last]};
    return ends[first] && range->from < range->to;
}

/* Finds a product or version without its part. A service pack alone belongs to the last release. */
static bool find_whole(struct page_versions *versions, const struct phrase_version *version,
                       struct version_range *range)
{
    if (version->product || version->name) {
        if (!find_named(versions, version->product, version->name, version->length, range))
            return false;
        versions->release = range->from;
    }
    return !version->has_pack || find_pack(versions, versions->release, version->pack, range);
}

/* Records a version that the page names. The last release has no end, so only its beginning is known to be named. */
static void note_named(struct page_versions *versions, struct version_range range)
{
    const struct axis_release *release = range.to == VERSION_END ? find_release(versions->axis, range.from) : NULL;
    if (release && release->point_count)
        range.to = versions->axis->points[release->first_point].range.to;
    if (range.to == VERSION_END)
        return;
    if (range.to > versions->last)
        versions->last = range.to;
    if (!version_set_contains(&versions->named, range.from) || !version_set_contains(&versions->named, range.to - 1))
        versions->named = version_set_union(versions->arena, versions->named,
                                            version_set_range(versions->arena, range.from, range.to));
}

static bool find_version(struct page_versions *versions, const struct phrase_version *version,
                         struct version_range *range)
{
    versions->is_abbreviated |= version->is_abbreviated;
    if (!find_whole(versions, version, range) ||
        (version->part != PHRASE_WHOLE && !take_part(versions, version->part, range)))
        return false;
    note_named(versions, *range);
    return true;
}

void page_versions_learn(struct page_versions *versions, const char *text)
{
    struct phrase_names names = {is_version, versions};
    for (const char *at = text; *at; at++) {
        struct scan scan = {at};
        struct phrase_version version;
        struct version_range range, pack;
        if ((at > text && ascii_is_name(at[-1])) || !strchr("elmvELMV", *at))
            continue;
        if (!version_phrase_read_version(&names, &scan, false, &version) || !version.has_division ||
            !find_whole(versions, &version, &range) || !find_pack(versions, range.from, version.division, &pack))
            continue;
        struct page_division *division = find_division(versions, range.from);
        if (!division)
            continue;
        uint64_t begin = version.part == PHRASE_EARLY && !version.is_division_exclusive ? pack.to : pack.from;
        division->release = range.from;
        if (version.part == PHRASE_VERY_LATE)
            division->very_late = begin;
        else if (version.part == PHRASE_MID)
            division->mid = begin;
        else if (begin > range.from && begin < range.to)
            division->late = begin;
        at = scan.next - 1;
    }
}

bool page_versions_name_points(struct page_versions *versions, const char *text, bool in_brackets)
{
    unsigned depth = !in_brackets;
    struct phrase_names names = {is_version, versions};
    struct phrase_version version;
    struct version_range release, range;
    if (!find_name(versions, bare_release, strlen(bare_release), &release))
        return false;
    for (const char *at = text; *at; at++) {
        depth += *at == '(';
        depth -= *at == ')' && depth > !in_brackets;
        struct scan scan = {at};
        if (!depth || !ascii_is_digit(*at) || (at > text && (ascii_is_name(at[-1]) || at[-1] == '.')))
            continue;
        if (!version_phrase_read_version(&names, &scan, false, &version) ||
            !find_named(versions, version.product, version.name, version.length, &range))
            continue;
        if (range.from >= release.from && range.to <= release.to &&
            (range.from != release.from || range.to != release.to))
            return true;
        at = scan.next - 1;
    }
    return false;
}

void page_versions_note_last(struct page_versions *versions, const char *text)
{
    static const char *const kinds[] = {"release", "edition", NULL};
    for (const char *at = text; *at; at++) {
        struct version_range range;
        size_t length = 0;
        if (!ascii_is_digit(*at) || (at > text && (ascii_is_name(at[-1]) || at[-1] == '.')))
            continue;
        while (ascii_is_name(at[length]))
            length++;
        struct scan behind = {at + length};
        if (scan_any(&behind, kinds) && find_name(versions, at, length, &range) && range.to != VERSION_END &&
            range.to > versions->last)
            versions->last = range.to;
        at += length - 1;
    }
}

/* Reads "(SP1 and higher)" after a release, and narrows the release, which may begin a range: "(SP1) to 6.0". */
static bool read_packs(struct page_versions *versions, struct scan *scan, struct version_range release,
                       struct version_set *set)
{
    struct phrase_names names = {is_version, versions};
    struct phrase_version pack;
    struct scan next = *scan, first;
    if (versions->depth || !scan_char(&next, '('))
        return false;
    first = next;
    if (!version_phrase_read_version(&names, &first, true, &pack) || pack.product || pack.name)
        return false;
    versions->depth++;
    bool ok = page_versions_read(versions, &next, true, set) && scan_char(&next, ')');
    versions->depth--;
    if (!ok)
        return false;
    *set = version_set_intersect(versions->arena, *set, version_set_range(versions->arena, release.from, release.to));
    if (!set->count)
        return false;
    struct version_range last = {0, VERSION_END};
    enum phrase_kind end = version_phrase_read_end(&names, &next, &pack);
    if (end == PHRASE_RANGE && !find_version(versions, &pack, &last))
        return false;
    if (end != PHRASE_ONE)
        *set = version_set_range(versions->arena, set->ranges[0].from, last.to);
    *scan = next;
    return set->count > 0;
}

/* Decides what "10.0" means if it does not begin a range: the whole release, or its first point. */
static void settle_bare(struct page_versions *versions, struct version_range *range)
{
    const struct axis_release *release = find_release(versions->axis, range->from);
    if (!release || strcmp(release->name, bare_release) != 0 || range->to != release->range.to || !release->point_count)
        return;
    versions->bare_was_met = true;
    if (versions->bare_is_first)
        range->to = versions->axis->points[release->first_point].range.to;
}

/* Reads the service pack that bounds a range: "6.0 before SP1", "5.1 from Windows XP SP2 to 6.2". */
static bool read_bound(struct page_versions *versions, struct scan *scan, struct version_range release,
                       struct version_set *set)
{
    struct phrase_names names = {is_version, versions};
    struct phrase_version phrase;
    struct version_range pack, last;
    struct scan next = *scan;
    bool is_before;
    uint64_t number;
    if (!version_phrase_read_bound(&next, &is_before, &number) || !find_pack(versions, release.from, number, &pack))
        return false;
    uint64_t from = is_before ? release.from : pack.from, to = is_before ? pack.from : release.to;
    enum phrase_kind end = is_before ? PHRASE_ONE : version_phrase_read_end(&names, &next, &phrase);
    if (end == PHRASE_RANGE && !find_version(versions, &phrase, &last))
        return false;
    *set = version_set_range(versions->arena, from,
                             end == PHRASE_UPWARD  ? VERSION_END
                             : end == PHRASE_RANGE ? last.to
                                                   : to);
    *scan = next;
    return set->count > 0;
}

bool page_versions_read_range(struct page_versions *versions, struct scan *scan, struct version_set *set)
{
    struct phrase_names names = {is_version, versions};
    struct version_phrase phrase;
    struct version_range first = {0, VERSION_END}, last;
    struct scan next = *scan;
    if (!version_phrase_read(&names, &next, versions->release, &phrase) ||
        (phrase.kind != PHRASE_ALL && !find_version(versions, &phrase.first, &first)))
        return false;
    if ((phrase.kind == PHRASE_ONE || phrase.kind == PHRASE_UPWARD) && read_packs(versions, &next, first, set)) {
        *scan = next;
        return true;
    }
    if (phrase.kind == PHRASE_ONE && !phrase.first.has_pack && read_bound(versions, &next, first, set)) {
        *scan = next;
        return true;
    }
    if (phrase.kind == PHRASE_ONE || phrase.kind == PHRASE_DOWNWARD)
        settle_bare(versions, &first);
    last = first;
    if (phrase.kind == PHRASE_RANGE) {
        if (!find_version(versions, &phrase.last, &last) || last.from < first.from)
            return false;
        settle_bare(versions, &last);
    }
    bool is_low = phrase.kind == PHRASE_DOWNWARD || phrase.kind == PHRASE_BEFORE;
    bool is_high = phrase.kind == PHRASE_UPWARD || phrase.kind == PHRASE_AFTER;
    uint64_t from = is_low ? 0 : phrase.kind == PHRASE_AFTER ? first.to : first.from;
    uint64_t to = is_high ? VERSION_END : phrase.kind == PHRASE_BEFORE ? first.from : last.to;
    if (from >= to)
        return false;
    *set = version_set_range(versions->arena, from, to);
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
    while (!scan_end(&next) && !(in_brackets && *next.next == ')')) {
        bool joined = follows && (scan_words(&next, "and") || scan_words(&next, "or"));
        bool parted = false;
        while (scan_char(&next, ';') || scan_char(&next, ',') || (follows && scan_char(&next, ':')))
            parted = true;
        versions->has_typo |= parted && next.next > scan->next && next.next[-1] == ':';
        if (scan_end(&next) || (in_brackets && *next.next == ')'))
            break;
        is_not = scan_any(&next, phrase_not_words) || (is_not && joined);
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
