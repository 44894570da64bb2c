/*
 * Versions, sets of versions, and the axis that gives them names.
 *
 * A version is (major, minor, build, revision) packed into 64 bits, 16 each, so that comparing versions is comparing
 * numbers. Ranges are half-open. VERSION_END is past every version: a range up to it has no end.
 *
 * On an axis of single numbers, such as dates, a version is its number, in the bits of minor and build. On an axis of
 * other names it is the place of its name on the axis, in the same bits. So all tables are the same for every axis.
 */
#ifndef MODEL_AXIS_H
#define MODEL_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"

struct arena;
struct ast_decl;
struct ast_range;
struct ast_set;
struct buffer;
struct map;

#define VERSION_END UINT64_MAX
#define REVISION_ANY 0xFFFFu /* of a build whose revision nobody knows: STRATA_REVISION_ANY */
#define VERSION_MAJOR_MOST 255u /* a target has 8 bits for it */

static inline uint64_t version_pack(unsigned major, unsigned minor, unsigned build, unsigned revision)
{
    return (uint64_t)major << 48 | (uint64_t)minor << 32 | (uint64_t)build << 16 | revision;
}

/* Returns one of the four parts, 0 the major one. */
static inline unsigned version_part(uint64_t version, unsigned part)
{
    return (unsigned)(version >> (48 - 16 * part)) & 0xFFFF;
}

/* True if a version is a build whose revision nobody knows. */
static inline bool version_is_build(uint64_t version)
{
    return version_part(version, 3) == REVISION_ANY;
}

struct version_range {
    uint64_t from;
    uint64_t to; /* excluded */
};

/* Ranges in ascending order that neither overlap nor touch. Sets are never changed once made. */
struct version_set {
    const struct version_range *ranges;
    size_t count;
};

bool version_set_contains(const struct version_set *set, uint64_t version);
/* True if a set has single versions alone, and at least one: those of kernels that somebody looked at. */
bool version_set_is_exact(const struct version_set *set);
bool version_set_equal(struct version_set a, struct version_set b);

/* Returns the set of one range; an empty set if the range is empty. */
struct version_set version_set_range(struct arena *arena, uint64_t from, uint64_t to);
/* Returns the set of all versions in any of the ranges. These may have any order, and are sorted in place. */
struct version_set version_set_of(struct arena *arena, struct version_range *ranges, size_t count);
struct version_set version_set_union(struct arena *arena, struct version_set a, struct version_set b);
struct version_set version_set_intersect(struct arena *arena, struct version_set a, struct version_set b);
struct version_set version_set_subtract(struct arena *arena, struct version_set a, struct version_set b);

/* Ranges in any order, which become a set: many sets put together one by one would take time with the square of their
 * number. An empty list is all zero. */
struct version_list {
    struct version_range *items; /* from malloc */
    size_t count, room;
};
void version_list_add(struct version_list *list, uint64_t from, uint64_t to);
void version_list_add_set(struct version_list *list, struct version_set set);

/* Returns the set of all that was added, and empties the list. */
struct version_set version_list_take(struct version_list *list, struct arena *arena);

/* A named point: `6.0-sp1`, `1607`. */
struct axis_point {
    const char *name;
    struct span span;
    const char *const *products; /* "Windows 11 24H2"; NULL at the end. See version_name.h */
    uint64_t version;           /* the full build that it was declared with */
    struct version_range range; /* up to the next point; a release's first one begins with the release */
    uint64_t kernel;            /* the build whose kernel it runs, if that is another point's; else 0 */
};

/* A release and its points. */
struct axis_release {
    const char *name;
    struct span span;
    const char *const *products; /* as those of a point */
    struct version_range range; /* from X.Y.0.0 to where the next release begins; the last has no end */
    size_t first_point;
    size_t point_count;
};

/* The form of the names of releases. */
enum axis_form {
    AXIS_BUILDS,  /* MAJOR.MINOR, of which builds and revisions are parts; also an axis without releases */
    AXIS_NUMBERS, /* single numbers below 2^32, which ascend */
    AXIS_NAMES    /* anything else */
};

struct axis {
    enum axis_form form;
    struct axis_release *releases; /* ascending */
    size_t release_count;
    struct axis_point *points; /* ascending, of all releases */
    size_t point_count;
    uint64_t *attested; /* full builds that `attest` lines name: they end the builds before them. Ascending. */
    size_t attested_count;
    struct map *names;   /* interned name -> struct version_range */
    struct arena *arena; /* of the names and their ranges: they live as long as the axis */
};

/* Takes `10.0.19041` or `10.0.19041.1586` apart; `parts` becomes 3 or 4, or 2 for `6.1`. False when the text is no such
 * thing or a part exceeds 16 bits (the major one: 8). */
bool version_parse(const char *text, uint64_t *version, unsigned *parts);

/* Returns the form of an axis with these releases. One with points, which are builds, has releases of numbers. */
enum axis_form axis_form_of(const struct ast_decl *releases);

/* Takes the name of a version on an axis apart, as version_parse does. A version of an axis of numbers or names has all
 * of its parts: no other one is between it and the next. `text` is interned. */
bool axis_parse(const struct axis *axis, const char *text, uint64_t *version, unsigned *parts);

/* Return, or write, a version of an axis: its name, its number, or all four numbers, of axis_write_build without the
 * revision. */
const char *axis_version_text(struct arena *arena, const struct axis *axis, uint64_t version);
void axis_write_version(const struct axis *axis, uint64_t version, struct buffer *out);
void axis_write_build(const struct axis *axis, uint64_t version, struct buffer *out);

/* Returns all four numbers as text: "10.0.22000.318". */
const char *version_text(struct arena *arena, uint64_t version);

/* Writes all four numbers of a version. */
void version_write(uint64_t version, struct buffer *out);

/* Puts versions, or targets, in ascending order, each once. Returns how many that are. */
size_t version_sort(uint64_t *versions, size_t count);

/* Finds the versions of a name: of a release, of a point, of a build with all of its revisions, or of a full build,
 * which ends at the next point or attested build. `name` is interned. Returns false if the axis does not know it. */
bool axis_find(const struct axis *axis, const char *name, struct version_range *range);

/* Finds the one version that a name stands for, the same as in generated headers and packs: the first point of a
 * release; the version that a point was declared with; or a build, with STRATA_REVISION_ANY if it has no revision.
 * `name` is interned. Returns false if the axis does not know it. */
bool axis_find_version(const struct axis *axis, const char *name, uint64_t *version);

/* Returns the version after the last one of an axis of names; of any other axis VERSION_END. */
uint64_t axis_end(const struct axis *axis);

/* Returns the end of a full build: where the next point, attested build or release begins, or VERSION_END. */
uint64_t axis_find_end(const struct axis *axis, uint64_t version);

/* Returns the version that a release stands for: its first point, or its beginning if it has no points. */
uint64_t axis_release_version(const struct axis *axis, const struct axis_release *release);

/* Returns a sentence that says which point a release stands for, if `name` is that of a release with several points;
 * else NULL. `name` ends at a slash or at the end of the text. */
const char *axis_explain_release(struct arena *arena, const struct axis *axis, const char *name);

/* Returns the version of the kernel that runs in a version of the system: the same revision of the build that the axis
 * names, where a point runs the kernel of another one; else the version itself. */
uint64_t axis_find_kernel(const struct axis *axis, uint64_t version);

enum set_problem {
    SET_UNKNOWN_FROM, /* the axis lacks the name that a range begins with, */
    SET_UNKNOWN_TO,   /* or the name that it ends with */
    SET_EMPTY_RANGE,  /* a range ends before it begins */
    SET_EMPTY         /* the set excepts all that it names; there is no range to show */
};
typedef void set_reporter(void *user, enum set_problem problem, const struct ast_range *range);

/* Returns the versions of a set in the text. Leaves ranges with a problem out, and calls `report` (NULL: nothing). */
struct version_set version_set_of_ast(struct arena *arena, const struct axis *axis, const struct ast_set *set,
                                      set_reporter *report, void *user);

/* Writes the name of the version that begins at `version`: release, else point, else the full build. */
void axis_write_from(const struct axis *axis, uint64_t version, struct buffer *out);

/* Writes the name of the last version before `to`, which must not be VERSION_END. */
void axis_write_to(const struct axis *axis, uint64_t to, struct buffer *out);

/* The same for programs: an attested revision does not stand for those up to the next one. */
void axis_write_last(const struct axis *axis, uint64_t to, struct buffer *out);

/* Returns the start of the late part of a release, for "late 6.0", or VERSION_END. `*is_agreed` is false if only some
 * pages divide that release so. */
uint64_t axis_find_late(const struct axis *axis, const struct axis_release *release, bool *is_agreed);

/* Writes a range or set as specs write it: `6.1`, `5.0..6.0`, `6.3..`. */
void axis_write_range(const struct axis *axis, struct version_range range, struct buffer *out);
void axis_write_set(const struct axis *axis, struct version_set set, struct buffer *out);

/* Returns the first version for which a kernel of a version speaks; `older` is the kernel before it on its arch, 0 for
 * none. A kernel speaks until the next newer one of its arch does, and the newest one for all that follow. It speaks
 * from the first revision of its build; of two kernels of one build, the newer one from its own revision. If its build
 * is the first of a release, and no older kernel is of that release, it speaks from the start of the release. */
uint64_t axis_find_bound(const struct axis *axis, uint64_t older, uint64_t version);

/* ---- Maps */

/*
 * A map from versions to numbers, which is written range by range. A later range replaces what an earlier one said.
 *
 *     struct version_map map = {0};
 *     version_map_assign(&map, set, 7);
 *     for (size_t i = version_map_find(&map, from); i < map.count && map.pieces[i].in.from < to; i++)
 *         use(map.pieces[i]);
 *     version_map_free(&map);
 */
struct version_piece {
    struct version_range in;
    size_t value;
};

/* The pieces ascend and do not overlap. An empty map is all zero. */
struct version_map {
    struct version_piece *pieces; /* from malloc */
    size_t count, room;
};

/* Gives all versions of a set a value. */
void version_map_assign(struct version_map *map, struct version_set set, size_t value);

/* Returns the index of the first piece that ends after `version`. */
size_t version_map_find(const struct version_map *map, uint64_t version);

void version_map_free(struct version_map *map);

#endif
