#include "model/axis.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "front/ast.h"

bool version_parse(const char *text, uint64_t *version, unsigned *parts)
{
    unsigned values[4] = {0}, count = 0;
    for (const char *c = text;; c++) {
        unsigned value = 0;
        if (*c < '0' || *c > '9' || count == 4)
            return false;
        for (; ascii_is_digit(*c); c++) {
            value = value * 10 + (unsigned)(*c - '0');
            if (value > 0xFFFF)
                return false;
        }
        values[count++] = value;
        if (*c == '\0')
            break;
        if (*c != '.')
            return false;
    }
    if (values[0] > VERSION_MAJOR_MOST)
        return false;
    *version = version_pack(values[0], values[1], values[2], values[3]);
    *parts = count;
    return count >= 2;
}

/* Reads a single number below 2^32, written without leading zeros. */
static bool parse_number(const char *text, uint64_t *version)
{
    uint64_t number = 0;
    const char *c = text;
    for (; ascii_is_digit(*c) && number <= UINT32_MAX; c++)
        number = number * 10 + (uint64_t)(*c - '0');
    *version = number << 16;
    return c > text && !*c && number <= UINT32_MAX && (*text != '0' || !text[1]);
}

bool axis_parse(const struct axis *axis, const char *text, uint64_t *version, unsigned *parts)
{
    if (axis->form == AXIS_BUILDS)
        return version_parse(text, version, parts);
    const struct version_range *named = map_get(axis->names, text);
    *parts = 4;
    if (named)
        *version = named->from;
    return named || (axis->form == AXIS_NUMBERS && parse_number(text, version));
}

enum axis_form axis_form_of(const struct ast_decl *releases)
{
    uint64_t version;
    unsigned parts;
    bool are_builds = true, are_numbers = releases != NULL;
    for (const struct ast_decl *release = releases; release; release = release->next) {
        if (release->children)
            return AXIS_BUILDS;
        are_builds &= version_parse(release->name, &version, &parts) && parts == 2;
        are_numbers &= parse_number(release->name, &version);
    }
    return are_builds ? AXIS_BUILDS : are_numbers ? AXIS_NUMBERS : AXIS_NAMES;
}

uint64_t axis_end(const struct axis *axis)
{
    return axis->form == AXIS_NAMES ? axis->releases[axis->release_count - 1].range.from + 0x10000 : VERSION_END;
}

uint64_t axis_find_end(const struct axis *axis, uint64_t version)
{
    uint64_t end = VERSION_END;
    for (size_t i = 0; i < axis->release_count; i++)
        if (axis->releases[i].range.from > version && axis->releases[i].range.from < end)
            end = axis->releases[i].range.from;
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].version > version && axis->points[i].version < end)
            end = axis->points[i].version;
    size_t first;
    SEARCH_FIRST(first, axis->attested_count, i, axis->attested[i] <= version);
    return first < axis->attested_count && axis->attested[first] < end ? axis->attested[first] : end;
}

bool axis_find(const struct axis *axis, const char *name, struct version_range *range)
{
    const struct version_range *named = map_get(axis->names, name);
    if (named) {
        *range = *named;
        return true;
    }
    uint64_t version;
    unsigned parts;
    if (!axis_parse(axis, name, &version, &parts) || parts < 3 || !axis->release_count)
        return false;
    if (axis->form == AXIS_NUMBERS) {
        *range = (struct version_range){version, axis_find_end(axis, version)};
        return version >= axis->releases[0].range.from;
    }
    uint64_t release = version & 0xFFFFFFFF00000000u;
    for (size_t i = 0; i < axis->release_count; i++) {
        if (axis->releases[i].range.from == release) {
            *range = (struct version_range){version, parts == 3 ? version + 0x10000 : axis_find_end(axis, version)};
            return true;
        }
    }
    return false;
}

uint64_t axis_release_version(const struct axis *axis, const struct axis_release *release)
{
    return release->point_count ? axis->points[release->first_point].version : release->range.from;
}

const char *axis_explain_release(struct arena *arena, const struct axis *axis, const char *name)
{
    size_t length = strcspn(name, "/");
    for (size_t i = 0; i < axis->release_count; i++) {
        const struct axis_release *release = &axis->releases[i];
        if (release->point_count > 1 && strlen(release->name) == length && !strncmp(release->name, name, length))
            return arena_format(arena, "'%s' means its first point, %s; name a later one, such as %s", release->name,
                                axis->points[release->first_point].name,
                                axis->points[release->first_point + release->point_count - 1].name);
    }
    return NULL;
}

bool axis_find_version(const struct axis *axis, const char *name, uint64_t *version)
{
    struct version_range range;
    unsigned parts;
    for (size_t i = 0; i < axis->release_count; i++) {
        *version = axis_release_version(axis, &axis->releases[i]);
        if (!strcmp(axis->releases[i].name, name))
            return true;
    }
    for (size_t i = 0; i < axis->point_count; i++) {
        *version = axis->points[i].version;
        if (!strcmp(axis->points[i].name, name))
            return true;
    }
    if (!axis_find(axis, name, &range) || !axis_parse(axis, name, version, &parts))
        return false;
    if (parts < 4)
        *version |= REVISION_ANY;
    return true;
}

uint64_t axis_find_kernel(const struct axis *axis, uint64_t version)
{
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].kernel && axis->points[i].version >> 16 == version >> 16)
            return (axis->points[i].kernel & ~UINT64_C(0xFFFF)) | (version & 0xFFFF);
    return version;
}

/* State for reading the set of versions in the text. */
struct set_reader {
    struct arena *arena;
    const struct axis *axis;
    set_reporter *report;
    void *user;
    bool has_problem;
};

static void report_problem(struct set_reader *reader, enum set_problem problem, const struct ast_range *range)
{
    reader->has_problem = true;
    if (reader->report)
        reader->report(reader->user, problem, range);
}

/* Finds the versions of a name as axis_find does. Adds the name of a full build to the axis, so that it is found faster
 * the next time. */
static bool find_version(struct set_reader *reader, const char *name, struct version_range *range)
{
    if (!axis_find(reader->axis, name, range))
        return false;
    if (!map_get(reader->axis->names, name))
        map_set(reader->axis->names, name, arena_copy_array(reader->axis->arena, range, 1, sizeof *range));
    return true;
}

static struct version_set read_ranges(struct set_reader *reader, const struct ast_range *nodes)
{
    struct version_list list = {0};
    for (const struct ast_range *node = nodes; node; node = node->next) {
        /* After a problem the range is empty. */
        struct version_range from = {0, VERSION_END}, to = {0, VERSION_END};
        bool is_known = !node->from || find_version(reader, node->from, &from);
        if (!is_known)
            report_problem(reader, SET_UNKNOWN_FROM, node);
        if (node->to && node->from == node->to) {
            to = from;
        } else if (node->to && !find_version(reader, node->to, &to)) {
            is_known = false;
            report_problem(reader, SET_UNKNOWN_TO, node);
        }
        if (is_known && from.from >= to.to)
            report_problem(reader, SET_EMPTY_RANGE, node);
        struct version_range range =
            is_known && from.from < to.to ? (struct version_range){from.from, to.to} : (struct version_range){0, 0};
        if (!list.count && !node->next)
            return version_set_range(reader->arena, range.from, range.to);
        version_list_add(&list, range.from, range.to);
    }
    return version_list_take(&list, reader->arena);
}

struct version_set version_set_of_ast(struct arena *arena, const struct axis *axis, const struct ast_set *set,
                                      set_reporter *report, void *user)
{
    struct set_reader reader = {arena, axis, report, user, false};
    struct version_set included = read_ranges(&reader, set->included);
    if (!set->excluded)
        return included;
    included = version_set_subtract(arena, included, read_ranges(&reader, set->excluded));
    if (!reader.has_problem && !included.count)
        report_problem(&reader, SET_EMPTY, NULL);
    return included;
}

const char *version_text(struct arena *arena, uint64_t version)
{
    return arena_format(arena, "%u.%u.%u.%u", version_part(version, 0), version_part(version, 1),
                        version_part(version, 2), version_part(version, 3));
}

static int compare_versions(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

size_t version_sort(uint64_t *versions, size_t count)
{
    size_t kept = 0, ascending = 1;
    while (ascending < count && versions[ascending - 1] <= versions[ascending])
        ascending++;
    if (ascending < count)
        qsort(versions, count, sizeof *versions, compare_versions);
    for (size_t i = 0; i < count; i++)
        if (!kept || versions[kept - 1] != versions[i])
            versions[kept++] = versions[i];
    return kept;
}

static void write_build(uint64_t version, struct buffer *out)
{
    for (unsigned i = 0; i < 3; i++) {
        if (i)
            buffer_add_char(out, '.');
        buffer_add_decimal(out, version_part(version, i));
    }
}

/* Writes all four numbers. Without the last number, even if it is 0, the text would mean all revisions of the build. */
void version_write(uint64_t version, struct buffer *out)
{
    write_build(version, out);
    buffer_add_char(out, '.');
    buffer_add_decimal(out, version_part(version, 3));
}

/* Writes a version by its number on an axis of numbers, else by its four numbers. On an axis of names the numbers have
 * no meaning, but nobody asks for versions between two names. */
static void write_number(const struct axis *axis, uint64_t version, bool has_revision, struct buffer *out)
{
    if (axis->form == AXIS_NUMBERS)
        buffer_add_decimal(out, version >> 16);
    else if (has_revision)
        version_write(version, out);
    else
        write_build(version, out);
}

/* Writes the name of a version on an axis of names, or of numbers. */
static bool write_label(const struct axis *axis, uint64_t version, struct buffer *out)
{
    for (size_t i = 0; axis->form != AXIS_BUILDS && i < axis->release_count; i++) {
        struct version_range range = axis->releases[i].range;
        if (range.from != version && (axis->form == AXIS_NUMBERS || version < range.from || version >= range.to))
            continue;
        buffer_add_text(out, axis->releases[i].name);
        return true;
    }
    return false;
}

void axis_write_version(const struct axis *axis, uint64_t version, struct buffer *out)
{
    if (!write_label(axis, version, out))
        write_number(axis, version, true, out);
}

void axis_write_build(const struct axis *axis, uint64_t version, struct buffer *out)
{
    if (!write_label(axis, version, out))
        write_number(axis, version, false, out);
}

const char *axis_version_text(struct arena *arena, const struct axis *axis, uint64_t version)
{
    struct buffer text = {0};
    axis_write_version(axis, version, &text);
    return buffer_take(&text, arena);
}

/* Returns the name of the release, or else of the point, whose versions begin at `*from` and end at `*to`. NULL stands
 * for any boundary. */
static const char *find_name(const struct axis *axis, const uint64_t *from, const uint64_t *to)
{
    for (size_t i = 0; i < axis->release_count; i++)
        if ((!from || axis->releases[i].range.from == *from) && (!to || axis->releases[i].range.to == *to))
            return axis->releases[i].name;
    for (size_t i = 0; i < axis->point_count; i++)
        if ((!from || axis->points[i].range.from == *from) && (!to || axis->points[i].range.to == *to))
            return axis->points[i].name;
    return NULL;
}

void axis_write_from(const struct axis *axis, uint64_t version, struct buffer *out)
{
    const char *name = find_name(axis, &version, NULL);
    if (name)
        buffer_add_text(out, name);
    else
        write_number(axis, version, version_part(version, 3), out);
}

/* Writes the build or revision before `to`. */
static void write_last(const struct axis *axis, uint64_t to, struct buffer *out)
{
    bool has_revision = version_part(to, 3);
    if (axis->form == AXIS_NAMES)
        axis_write_version(axis, to - 1, out);
    else
        write_number(axis, has_revision ? to - 1 : to - 0x10000, has_revision, out);
}

/* Writes the last number of a range on an axis of numbers: an attested number that ends at the end of the range, else
 * the number before it. A name covers all numbers up to the next name, so it is written only if the range ends at the
 * name's end. */
static void write_number_before(const struct axis *axis, struct version_range range, struct buffer *out)
{
    uint64_t to = range.to;
    size_t i = axis->attested_count, k = axis->release_count;
    while (i > 0 && axis->attested[i - 1] >= to)
        i--;
    while (k > 0 && axis->releases[k - 1].range.from >= to)
        k--;
    uint64_t attested = i ? axis->attested[i - 1] : 0, last = to - 0x10000;
    bool is_named = k && axis->releases[k - 1].range.from >= attested;
    if (is_named && axis->releases[k - 1].range.to == to && axis->releases[k - 1].range.from >= range.from)
        last = axis->releases[k - 1].range.from;
    else if (!is_named && attested >= range.from && axis_find_end(axis, attested) == to)
        last = attested;
    buffer_add_decimal(out, last >> 16);
}

void axis_write_last(const struct axis *axis, uint64_t to, struct buffer *out)
{
    const char *name = find_name(axis, NULL, &to);
    if (name && axis->form != AXIS_NUMBERS)
        buffer_add_text(out, name);
    else
        write_last(axis, to, out);
}

void axis_write_to(const struct axis *axis, uint64_t to, struct buffer *out)
{
    const char *name = find_name(axis, NULL, &to);
    if (axis->form == AXIS_NUMBERS)
        write_number_before(axis, (struct version_range){0, to}, out);
    else if (name)
        buffer_add_text(out, name);
    else {
        /* Write the last build or revision before `to`. If `to` ends an attested build, write that build: the revision
         * before `to` would not be a boundary. */
        size_t i = axis->attested_count;
        while (i > 0 && axis->attested[i - 1] >= to)
            i--;
        if (i > 0 && axis->attested[i - 1] >> 16 == to >> 16 && axis_find_end(axis, axis->attested[i - 1]) == to)
            axis_write_version(axis, axis->attested[i - 1], out);
        else
            write_last(axis, to, out);
    }
}

void axis_write_range(const struct axis *axis, struct version_range range, struct buffer *out)
{
    const char *name = range.to == VERSION_END ? NULL : find_name(axis, &range.from, &range.to);
    if (name) {
        buffer_add_text(out, name);
        return;
    }
    if (range.from)
        axis_write_from(axis, range.from, out);
    bool is_build = axis->form == AXIS_BUILDS && range.from && version_part(range.from, 3) == 0 &&
                    range.to == range.from + 0x10000;
    is_build |= axis->form == AXIS_NUMBERS && range.from && axis_find_end(axis, range.from) == range.to &&
                axis_find_end(axis, range.from - 1) == range.from;
    bool ends_by_name = axis->form == AXIS_BUILDS && find_name(axis, NULL, &range.to);
    if (is_build && !find_name(axis, &range.from, NULL) && !ends_by_name)
        return; /* the number of a build means all of its revisions, so no end is needed */
    buffer_add_text(out, "..");
    if (range.to != VERSION_END && axis->form == AXIS_NUMBERS)
        write_number_before(axis, range, out);
    else if (range.to != VERSION_END)
        axis_write_to(axis, range.to, out);
}

void axis_write_set(const struct axis *axis, struct version_set set, struct buffer *out)
{
    if (!set.count)
        buffer_add_text(out, "no version");
    for (size_t i = 0; i < set.count; i++) {
        if (i)
            buffer_add_text(out, ", ");
        axis_write_range(axis, set.ranges[i], out);
    }
}

uint64_t axis_find_late(const struct axis *axis, const struct axis_release *release, bool *is_agreed)
{
    static const struct {
        const char *release, *late;
        bool is_agreed;
    } divisions[] = {
        {"5.0", "5.0-sp3", false}, {"5.1", "5.1-sp2", true},  {"5.2", "5.2-sp1", true},
        {"6.0", "6.0-sp1", true},  {"6.1", "6.1-sp1", false}};
    for (size_t i = 0; i < sizeof divisions / sizeof *divisions; i++) {
        if (strcmp(divisions[i].release, release->name) != 0)
            continue;
        *is_agreed = divisions[i].is_agreed;
        for (size_t k = 0; k < release->point_count; k++)
            if (!strcmp(axis->points[release->first_point + k].name, divisions[i].late))
                return axis->points[release->first_point + k].range.from;
    }
    return VERSION_END;
}

uint64_t axis_find_bound(const struct axis *axis, uint64_t older, uint64_t version)
{
    uint64_t build = version >> 16, from = build << 16;
    if (older >> 16 == build)
        return version;
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct axis_point *point = &axis->points[i];
        if (point->version >> 16 == build)
            return point->range.from < from && point->range.from > older ? point->range.from : from;
    }
    return from;
}
