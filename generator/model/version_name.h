/*
 * Versions as people name them: "24H2", "win11-24h2", "Windows 7 SP1", "Server 2019", "26100", "26100.1742".
 *
 * A name is that of a point or a release on the axis, or one of its products. Case, blanks, hyphens and underscores do
 * not count. The first words may be left out. "win" means "windows", and "service pack 1" means "sp1". A build may be
 * written without its release. A text may mean several versions: "22H2" is a version of Windows 10 and one of Windows
 * 11.
 */
#ifndef MODEL_VERSION_NAME_H
#define MODEL_VERSION_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct axis;
struct intern;
struct buffer;

/* Names of versions. Each name means one version only. */
struct version_names {
    const char **items;
    size_t count;
    /* true: the text means each of these versions; false: it means none, and these are the nearest names */
    bool is_ambiguous;
};

/* Finds the version that a text means. Returns its interned name on the axis, or its build as in 10.0.26100.1742;
 * axis_find knows both. If the text means no version or several, returns NULL and sets `names`. */
const char *version_name_find(struct arena *arena, struct intern *intern, const struct axis *axis, const char *text,
                              struct version_names *names);

/* Returns all texts without blanks that mean one version only, for the completion of a shell: "11-24H2", "24H2". */
struct version_names version_name_list(struct arena *arena, struct intern *intern, const struct axis *axis);

/* A folded text and the versions that it means. It is ambiguous if there are several. */
struct version_key {
    const char *text;
    size_t *versions; /* indices in `names` of struct version_index */
    size_t count;
};

/* All texts that mean versions of an axis, for a program that cannot ask version_name_find. */
struct version_index {
    /* a name for each version, which means only this version: its own name, else a product or the build */
    const char **names;
    size_t count; /* number of names: first those of releases, then those of points */
    struct version_key *keys;
    size_t key_count;
};

struct version_index version_name_index(struct arena *arena, struct intern *intern, const struct axis *axis);

/* Returns pairs of words: a word, and the form that replaces it when names are compared; NULL at the end. */
const char *const *version_name_synonyms(void);

/* Appends a name in the form in which names are compared: "windows1124h2" of "Windows 11 24H2". */
void version_name_fold(const char *name, struct buffer *out);

#endif
