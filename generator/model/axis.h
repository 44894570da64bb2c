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
#define REVISION_ANY 0xFFFFu /* revision of a build whose revision nobody knows; also in the runtime */
#define VERSION_MAJOR_MOST 255u /* largest major version: a target has 8 bits for it */

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
    uint64_t to; /* end of the range; not in it */
};

/* Ranges in ascending order that neither overlap nor touch. Sets are never changed once made. */
struct version_set {
    const struct version_range *ranges;
    size_t count;
};

bool version_set_contains(const struct version_set *set, uint64_t version);
/* True if a set has only single versions, and at least one. Such a set comes from kernels that somebody looked at. */
bool version_set_is_exact(const struct version_set *set);
bool version_set_equal(struct version_set a, struct version_set b);

/* Returns the set of one range; an empty set if the range is empty. */
struct version_set version_set_range(struct arena *arena, uint64_t from, uint64_t to);
/* Returns the set of all versions in any of the ranges. These may have any order, and are sorted in place. */
struct version_set version_set_of(struct arena *arena, struct version_range *ranges, size_t count);
struct version_set version_set_union(struct arena *arena, struct version_set a, struct version_set b);
struct version_set version_set_intersect(struct arena *arena, struct version_set a, struct version_set b);
struct version_set version_set_subtract(struct arena *arena, struct version_set a, struct version_set b);

/* A list of ranges in any order, from which a set is made at the end. It is faster than joining sets one by one, which
 * takes quadratic time. An empty list is all zero. */
struct version_list {
    struct version_range *items; /* from malloc */
    size_t count, room;
};
void version_list_add(struct version_list *list, uint64_t from, uint64_t to);
void version_list_add_set(struct version_list *list, struct version_set set);

/* Returns the set of all versions in the list, and empties the list. */
struct version_set version_list_take(struct version_list *list, struct arena *arena);

/* A named point: `6.0-sp1`, `1607`. */
struct axis_point {
    const char *name;
    struct span span;
    const char *const *products; /* names such as "Windows 11 24H2", with NULL at the end; see version_name.h */
    uint64_t version;            /* the full build of the point's declaration */
    /* versions up to the next point; the first point of a release has those from the release's beginning, too */
    struct version_range range;
    uint64_t kernel; /* the build whose kernel the point's system runs; 0 if it runs a kernel of its own */
};

/* A release and its points. */
struct axis_release {
    const char *name;
    struct span span;
    const char *const *products; /* names of the release, with NULL at the end; see version_name.h */
    /* versions from X.Y.0.0 to the beginning of the next release; the last release has no end */
    struct version_range range;
    size_t first_point;
    size_t point_count;
};

/* The form of the names of releases. */
enum axis_form {
    AXIS_BUILDS,  /* MAJOR.MINOR, which builds and revisions belong to; also an axis without releases */
    AXIS_NUMBERS, /* single numbers below 2^32, in ascending order */
    AXIS_NAMES    /* any other names */
};

struct axis {
    enum axis_form form;
    struct axis_release *releases; /* ascending */
    size_t release_count;
    struct axis_point *points; /* points of all releases, ascending */
    size_t point_count;
    /* full builds that `attest` lines name, ascending. Each ends the range of the build before it */
    uint64_t *attested;
    size_t attested_count;
    struct map *names;   /* interned name -> struct version_range */
    struct arena *arena; /* arena of `names` and its ranges; it lives as long as the axis */
};

/* Takes `10.0.19041` or `10.0.19041.1586` apart; `parts` becomes 3 or 4, or 2 for `6.1`. False when the text is no such
 * thing or a part exceeds 16 bits (the major one: 8). */
bool version_parse(const char *text, uint64_t *version, unsigned *parts);

/* Returns the form of an axis with these releases. If a release has points, the form is AXIS_BUILDS. */
enum axis_form axis_form_of(const struct ast_decl *releases);

/* Parses the name of a version on an axis, as version_parse does. On an axis of numbers or names `parts` becomes 4: no
 * other version lies between two neighbours. `text` is interned. */
bool axis_parse(const struct axis *axis, const char *text, uint64_t *version, unsigned *parts);

/* Return or write the name of a version for people: its name on an axis of names, its number on an axis of numbers,
 * else the four parts. axis_write_build leaves the revision out. */
const char *axis_version_text(struct arena *arena, const struct axis *axis, uint64_t version);
void axis_write_version(const struct axis *axis, uint64_t version, struct buffer *out);
void axis_write_build(const struct axis *axis, uint64_t version, struct buffer *out);

/* Returns all four numbers as text: "10.0.22000.318". */
const char *version_text(struct arena *arena, uint64_t version);

/* Writes all four numbers of a version. */
void version_write(uint64_t version, struct buffer *out);

/* Sorts versions or targets in ascending order and removes duplicates. Returns the number of those that remain. */
size_t version_sort(uint64_t *versions, size_t count);

/* Finds the versions of a name: of a release, of a point, of a build with all of its revisions, or of a full build,
 * which ends at the next point or attested build. `name` is interned. Returns false if the axis does not know it. */
bool axis_find(const struct axis *axis, const char *name, struct version_range *range);

/* Finds the one version that a name stands for, the same as in generated headers and packs: the first point of a
 * release; the version that a point was declared with; or a build, with STRATA_REVISION_ANY if it has no revision.
 * `name` is interned. Returns false if the axis does not know it. */
bool axis_find_version(const struct axis *axis, const char *name, uint64_t *version);

/* Returns the version after the last one on an axis of names; VERSION_END for every other axis. */
uint64_t axis_end(const struct axis *axis);

/* Returns the end of the range of a full build: the next point, attested build or release, or VERSION_END. */
uint64_t axis_find_end(const struct axis *axis, uint64_t version);

/* Returns the version that a release stands for: its first point, or its beginning if it has no points. */
uint64_t axis_release_version(const struct axis *axis, const struct axis_release *release);

/* Returns a sentence that says which point a release stands for, if `name` is a release with several points; else NULL.
 * `name` ends at a slash or at the end of the text. */
const char *axis_explain_release(struct arena *arena, const struct axis *axis, const char *name);

/* Returns the version of the kernel that runs in a version of the system: the same revision of the build that the axis
 * names, where a point runs the kernel of another one; else the version itself. */
uint64_t axis_find_kernel(const struct axis *axis, uint64_t version);

enum set_problem {
    SET_UNKNOWN_FROM, /* the axis does not know the name at the beginning of a range */
    SET_UNKNOWN_TO,   /* the axis does not know the name at the end of a range */
    SET_EMPTY_RANGE,  /* a range ends before it begins */
    SET_EMPTY         /* the set excepts all that it names; there is no range to show */
};
typedef void set_reporter(void *user, enum set_problem problem, const struct ast_range *range);

/* Returns the versions of a set in the text of a spec. Calls `report` for each problem, unless it is NULL, and leaves
 * out ranges with a problem. */
struct version_set version_set_of_ast(struct arena *arena, const struct axis *axis, const struct ast_set *set,
                                      set_reporter *report, void *user);

/* Writes the name of the version that begins at `version`: a release, else a point, else the full build. */
void axis_write_from(const struct axis *axis, uint64_t version, struct buffer *out);

/* Writes the name of the last version before `to`, which must not be VERSION_END. */
void axis_write_to(const struct axis *axis, uint64_t to, struct buffer *out);

/* Writes the name of the last version before `to`, for programs. Unlike axis_write_to, an attested revision stands for
 * itself only, and not for the revisions up to the next one. */
void axis_write_last(const struct axis *axis, uint64_t to, struct buffer *out);

/* Returns the beginning of the late part of a release, for "late 6.0"; VERSION_END if it has none. `*is_agreed` is
 * false if only some published pages divide the release in this way. */
uint64_t axis_find_late(const struct axis *axis, const struct axis_release *release, bool *is_agreed);

/* Writes a range or set as specs write it: `6.1`, `5.0..6.0`, `6.3..`. */
void axis_write_range(const struct axis *axis, struct version_range range, struct buffer *out);
void axis_write_set(const struct axis *axis, struct version_set set, struct buffer *out);

/* Returns the first version that a kernel speaks for. `older` is the version of the kernel before it on its arch; 0 if
 * there is none. A kernel speaks for all versions until the next newer kernel of its arch, and the newest one for all
 * later versions. It speaks from the first revision of its build; of two kernels of one build, the newer one speaks
 * from its own revision. If its build is the first of a release, and no older kernel is of that release, it speaks from
 * the beginning of the release. */
uint64_t axis_find_bound(const struct axis *axis, uint64_t older, uint64_t version);

/* ---- Maps */

/*
 * A map from versions to numbers. Each assignment gives a set of versions a number, and replaces their earlier numbers.
 *
 *     struct version_map map = {0};
 *     version_map_assign(&map, set, 7);
 *     for (size_t i = version_map_find(&map, from); i < map.count && map.pieces[i].in.from < to; i++)
 *         use(map.pieces[i]);
 *     version_map_free(&map);
 */
struct version_piece {
    struct version_range range;
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
