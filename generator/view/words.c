#include "view/words.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "model/type.h"

/* Returns the version at which the late part of a release begins. Returns VERSION_END if only some pages name that
 * part, because tables do not name it then. */
static uint64_t late_begin(const struct axis *axis, const struct axis_release *release)
{
    bool is_agreed = false;
    uint64_t late = axis_find_late(axis, release, &is_agreed);
    return is_agreed ? late : VERSION_END;
}

/* Returns the release that a version lies in, or NULL. */
static const struct axis_release *find_release(const struct axis *axis, uint64_t version)
{
    for (size_t i = 0; i < axis->release_count; i++)
        if (version >= axis->releases[i].range.from && version < axis->releases[i].range.to)
            return &axis->releases[i];
    return NULL;
}

/* Writes a name: `6.0-sp2` as `6.0 SP2`, others unchanged. */
static void write_name(const char *name, struct buffer *out)
{
    const char *hyphen = strrchr(name, '-');
    if (hyphen && (!strncmp(hyphen, "-sp", 3) || !strcmp(hyphen, "-rtm"))) {
        buffer_add(out, name, (size_t)(hyphen - name));
        buffer_add_char(out, ' ');
        for (const char *c = hyphen + 1; *c; c++)
            buffer_add_char(out, ascii_upper(*c));
        return;
    }
    buffer_add_text(out, name);
}

void words_write_from(const struct axis *axis, uint64_t from, struct buffer *out)
{
    const struct axis_release *release = find_release(axis, from);
    struct buffer name = {0};
    if (release && from != release->range.from && from == late_begin(axis, release)) {
        buffer_format(out, "late %s", release->name);
        return;
    }
    axis_write_from(axis, from, &name);
    write_name(buffer_text(&name), out);
    buffer_free(&name);
}

static const struct axis_point *find_point(const struct axis *axis, const struct axis_release *release, uint64_t from)
{
    for (size_t i = 0; i < release->point_count; i++)
        if (axis->points[release->first_point + i].range.from == from)
            return &axis->points[release->first_point + i];
    return NULL;
}

/* Writes the version before `to`, as the end of a range that begins at `from`. */
static void write_to(const struct axis *axis, uint64_t from, uint64_t to, struct buffer *out)
{
    const struct axis_release *release = find_release(axis, to - 1);
    struct buffer name = {0};
    /* Do not name the release if the range has only its last points. */
    if (release && to == release->range.to && from > release->range.from && find_point(axis, release, from)) {
        write_name(axis->points[release->first_point + release->point_count - 1].name, out);
        return;
    }
    if (release && to == late_begin(axis, release)) {
        buffer_format(out, "early %s", release->name);
        return;
    }
    axis_write_to(axis, to, &name);
    write_name(buffer_text(&name), out);
    buffer_free(&name);
}

/* Writes the name of a range that is exactly a release, a part of one, a point or a build. Returns false if it is
 * none. */
static bool write_single(const struct axis *axis, struct version_range range, struct buffer *out)
{
    const struct axis_release *release = find_release(axis, range.from);
    if (!release || range.to > release->range.to)
        return false;
    uint64_t late = late_begin(axis, release);
    bool is_first = range.from == release->range.from, is_last = range.to == release->range.to;
    if (is_first && is_last)
        buffer_add_text(out, release->name);
    else if (is_first && range.to == late)
        buffer_format(out, "early %s", release->name);
    else if (range.from == late && is_last)
        buffer_format(out, "late %s", release->name);
    else {
        const struct axis_point *point = find_point(axis, release, range.from);
        if (!point || point->range.to != range.to)
            return false;
        write_name(point->name, out);
    }
    return true;
}

bool words_write_range(const struct axis *axis, struct version_range range, struct buffer *out)
{
    if (!range.from && axis->release_count && range.to != VERSION_END && range.to > axis->releases->range.from)
        range.from = axis->releases->range.from;
    if (range.to == VERSION_END) {
        if (range.from) {
            words_write_from(axis, range.from, out);
            buffer_add_text(out, " and higher");
        }
        return false;
    }
    if (write_single(axis, range, out))
        return true;
    size_t before = out->size;
    words_write_from(axis, range.from, out);
    size_t size = out->size - before;
    buffer_add_text(out, " to ");
    size_t behind = out->size;
    write_to(axis, range.from, range.to, out);
    /* A range of one build has the same name at both ends: write it once. */
    if (out->size - behind != size || memcmp(out->data + before, out->data + behind, size) != 0)
        return false;
    out->size = before + size;
    return true;
}

bool words_is_release(const struct axis *axis, struct version_range range)
{
    const struct axis_release *release = find_release(axis, range.from);
    return release && range.from == release->range.from && range.to == release->range.to;
}

void words_write_set(const struct axis *axis, struct version_set set, struct buffer *out)
{
    for (size_t i = 0; i < set.count; i++) {
        if (i) {
            buffer_add_text(out, "\nnot in ");
            words_write_range(axis, (struct version_range){set.ranges[i - 1].to, set.ranges[i].from}, out);
            buffer_add_char(out, '\n');
        }
        if (words_write_range(axis, set.ranges[i], out) && set.count == 1)
            buffer_add_text(out, " only");
    }
}

struct version_range words_widen(const struct axis *axis, const struct arch *arch, struct version_range range)
{
    for (size_t i = 0; i < arch->versions.count; i++) {
        const struct axis_release *first = find_release(axis, range.from);
        const struct axis_release *last = find_release(axis, range.to - 1);
        if (first && range.from == arch->versions.ranges[i].from)
            range.from = first->range.from;
        if (last && range.to == arch->versions.ranges[i].to)
            range.to = last->range.to;
    }
    return range;
}

void words_write_offset(uint64_t offset, struct buffer *out)
{
    buffer_format(out, offset < 0x100 ? "0x%02llX" : "0x%04llX", (unsigned long long)offset);
}

void words_write_count(uint64_t count, struct buffer *out)
{
    static const char *const words[] = {NULL,  "one",   "two",   "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",  "eleven", "twelve"};
    if (count && count < sizeof words / sizeof *words)
        buffer_add_text(out, words[count]);
    else
        buffer_format(out, "0x%02llX", (unsigned long long)count);
}
