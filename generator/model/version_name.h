/*
 * Versions as people name them: "24H2", "win11-24h2", "Windows 7 SP1", "Server 2019", "26100", "26100.1742".
 *
 * A name is that of a point or a release on the axis, or one of its products. Case, blanks, hyphens and underscores do
 * not count, the first words may be left out, and "win" is "windows", "service pack 1" is "sp1". A build may be written
 * without its release. So a text may mean several versions: "22H2" is one of Windows 10 and one of Windows 11.
 */
#ifndef MODEL_VERSION_NAME_H
#define MODEL_VERSION_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct axis;
struct intern;
struct buffer;

/* Names of versions, each of which means one version alone. */
struct version_names {
    const char **items;
    size_t count;
    bool is_ambiguous; /* the text means each of them; else it means none, and they are the nearest */
};

/* Finds the version that a text means. Returns its name on the axis, or its build as in 10.0.26100.1742, interned: one
 * that axis_find knows. Returns NULL if the text means none or several versions; `names` is set then. */
const char *version_name_find(struct arena *arena, struct intern *intern, const struct axis *axis, const char *text,
                              struct version_names *names);

/* Returns all texts without blanks that mean one version alone, as a shell completes them: "11-24H2", "24H2". */
struct version_names version_name_list(struct arena *arena, struct intern *intern, const struct axis *axis);

/* A folded text, and what it means: one version, or several if it is ambiguous. */
struct version_key {
    const char *text;
    size_t *versions; /* indices in struct version_index */
    size_t count;
};

/* All texts that mean versions of an axis, for a program that cannot ask version_name_find. */
struct version_index {
    const char **names; /* of the versions, each meaning it alone: its own name, else a product or the build */
    size_t count;       /* of the releases, then of the points */
    struct version_key *keys;
    size_t key_count;
};

struct version_index version_name_index(struct arena *arena, struct intern *intern, const struct axis *axis);

/* Returns words that have another form where names are compared, each before that form; NULL at the end. */
const char *const *version_name_synonyms(void);

/* Appends a name in the form in which names are compared: "windows1124h2" of "Windows 11 24H2". */
void version_name_fold(const char *name, struct buffer *out);

#endif
