#include "model/version_name.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "model/axis.h"
#include "model/nearest.h"

enum { WORDS_MOST = 12, NEAREST_MOST = 4 };

/* ---- Folding */

/* Pairs of a word that people write in different ways, and the form that replaces it. */
static const char *const synonyms[] = {"win",     "windows", "w",     "windows", "service", "s", "pack",      "p",
                                       "version", "",        "build", "",        "os",      "",  "microsoft", "",
                                       NULL};

const char *const *version_name_synonyms(void)
{
    return synonyms;
}

/* A name in the form in which names are compared, and its words. A name with too many words has only the last ones. */
struct folded {
    char *text;
    size_t starts[WORDS_MOST + 1]; /* begin of each word in `text`; the last element is the end of the last word */
    const char *words[WORDS_MOST]; /* begin of each word in the name */
    size_t count;
};

static bool is_separator(char c)
{
    return c && (strchr("-_,()[]", c) || (unsigned char)c <= ' ');
}

/* Appends the next run of letters, or one other character. Returns the rest of the text. */
static const char *fold_run(const char *text, struct buffer *out)
{
    size_t begin = out->size, size = 0;
    do
        buffer_add_char(out, ascii_lower(text[size++]));
    while (ascii_is_letter(text[0]) && ascii_is_letter(text[size]));
    for (const char *const *word = synonyms; *word; word += 2) {
        if (strlen(*word) != size || memcmp(*word, out->data + begin, size) != 0)
            continue;
        out->size = begin;
        buffer_add_text(out, word[1]);
        break;
    }
    return text + size;
}

static struct folded fold_name(struct arena *arena, const char *name)
{
    struct folded folded = {0};
    struct buffer out = {0};
    for (const char *c = name; *c;) {
        if (is_separator(*c)) {
            c++;
            continue;
        }
        const char *word = c;
        size_t start = out.size;
        while (*c && !is_separator(*c))
            c = fold_run(c, &out);
        if (folded.count == WORDS_MOST) {
            memmove(folded.starts, folded.starts + 1, (WORDS_MOST - 1) * sizeof *folded.starts);
            memmove(folded.words, folded.words + 1, (WORDS_MOST - 1) * sizeof *folded.words);
            folded.count--;
        }
        folded.starts[folded.count] = start;
        folded.words[folded.count] = word;
        folded.count += out.size > start;
    }
    folded.starts[folded.count] = out.size;
    folded.text = buffer_take(&out, arena);
    return folded;
}

void version_name_fold(const char *name, struct buffer *out)
{
    for (const char *c = name; *c;) {
        if (is_separator(*c))
            c++;
        else
            c = fold_run(c, out);
    }
}

/* ---- Names of the axis */

/* A name of a release or a point. */
struct entry {
    const char *name;      /* name as the axis has it */
    const char *canonical; /* name of the release or point itself, if `name` is a product */
    uint64_t version;
    size_t release; /* index of the release on the axis */
    struct folded folded;
};

/* All names of an axis. */
struct names {
    struct arena *arena;
    struct intern *intern;
    const struct axis *axis;
    /* list of struct entry; entries of one version are neighbours, and its own name comes first */
    struct buffer entries;
};

static const struct entry *entries_of(const struct names *names, size_t *count)
{
    *count = names->entries.size / sizeof(struct entry);
    return (const void *)names->entries.data;
}

static void add_entries(struct names *names, const char *own, const char *const *products, uint64_t version,
                        size_t release)
{
    struct entry entry = {own, own, version, release, fold_name(names->arena, own)};
    buffer_add(&names->entries, &entry, sizeof entry);
    for (; *products; products++) {
        entry.name = *products;
        entry.folded = fold_name(names->arena, *products);
        buffer_add(&names->entries, &entry, sizeof entry);
    }
}

static void gather_names(struct names *names)
{
    const struct axis *axis = names->axis;
    for (size_t i = 0; i < axis->release_count; i++) {
        const struct axis_release *release = &axis->releases[i];
        add_entries(names, release->name, release->products, axis_release_version(axis, release), i);
        for (size_t k = 0; k < release->point_count; k++) {
            const struct axis_point *point = &axis->points[release->first_point + k];
            add_entries(names, point->name, point->products, point->version, i);
        }
    }
}

/* How a text matches a name. MATCH_END: it is the name, or the name without its first words. MATCH_PART: it is other
 * words of the name that follow each other. */
enum match { MATCH_NONE, MATCH_PART, MATCH_END };

static enum match match_folded(const struct folded *folded, const char *text)
{
    size_t size = strlen(text);
    enum match best = MATCH_NONE;
    for (size_t i = 0; size && i < folded->count; i++) {
        if (strncmp(folded->text + folded->starts[i], text, size) != 0)
            continue;
        for (size_t k = i + 1; k <= folded->count; k++)
            if (folded->starts[k] == folded->starts[i] + size)
                best = k == folded->count ? MATCH_END : best < MATCH_PART ? MATCH_PART : best;
    }
    return best;
}

/* Counts the versions that a folded text matches in the wanted way. `*first` becomes an entry of the first one. */
static size_t count_matches(const struct names *names, const char *text, enum match wanted, const struct entry **first)
{
    size_t count, matches = 0;
    const struct entry *entries = entries_of(names, &count);
    const char *last = NULL;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].canonical == last || match_folded(&entries[i].folded, text) < wanted)
            continue;
        last = entries[i].canonical;
        if (!matches++)
            *first = &entries[i];
    }
    return matches;
}

static bool is_alone(const struct names *names, const struct entry *entry)
{
    const struct entry *first;
    return count_matches(names, entry->folded.text, MATCH_END, &first) == 1;
}

/* ---- Builds */

/* Finds the releases that a build may belong to. Between two points of one release it is that release; otherwise all
 * releases from the point below to the point above. Returns their number. Returns 0 if no point is below, or if the
 * builds of the axis do not ascend through all releases: then a build does not determine its release. */
static size_t find_releases(const struct axis *axis, unsigned build, size_t *first)
{
    size_t below = SIZE_MAX, above = SIZE_MAX;
    unsigned last = 0;
    for (size_t i = 0; i < axis->release_count; i++) {
        const struct axis_release *release = &axis->releases[i];
        for (size_t k = 0; k < release->point_count; k++) {
            unsigned own = version_part(axis->points[release->first_point + k].version, 2);
            if (own < last || (own == last && !k))
                return 0;
            last = own;
            if (own == build)
                above = i;
            if (own <= build)
                below = i;
            else if (above == SIZE_MAX)
                above = i;
        }
    }
    *first = below;
    return below == SIZE_MAX ? 0 : above == SIZE_MAX ? 1 : above - below + 1;
}

/* Finds the versions that `26100`, `26100.1742` or a full version may be. Returns their number. */
static size_t find_builds(const struct names *names, const char *text, const char ***found)
{
    struct version_range range;
    size_t first, count;
    uint64_t version;
    unsigned parts;
    const char *name = intern_text(names->intern, text);
    *found = ARENA_ARRAY(names->arena, const char *, names->axis->release_count + 1);
    if (axis_parse(names->axis, name, &version, &parts) && parts >= 3 && axis_find(names->axis, name, &range)) {
        (*found)[0] = name;
        return 1;
    }
    if (names->axis->form != AXIS_BUILDS ||
        !version_parse(arena_format(names->arena, "0.0.%s", text), &version, &parts) || parts < 3)
        return 0;
    count = find_releases(names->axis, version_part(version, 2), &first);
    for (size_t i = 0; i < count; i++)
        (*found)[i] = intern_text(names->intern, arena_format(names->arena, "%s.%s",
                                                              names->axis->releases[first + i].name, text));
    return count;
}

/* True if words and a build are of the same version, as in "Windows 11 26100.1742" and "7 7601.17514". */
static bool fits_build(const struct names *names, const char *words, const char *build)
{
    const struct axis *axis = names->axis;
    const struct axis_point *point = NULL;
    size_t count;
    const struct entry *entries = entries_of(names, &count);
    uint64_t version;
    unsigned parts;
    if (!version_parse(build, &version, &parts))
        return false;
    for (size_t i = 0; i < axis->point_count && axis->points[i].version >> 16 <= version >> 16; i++)
        point = axis->points[i].version > version ? point : &axis->points[i];
    for (size_t i = 0; i < count; i++) {
        bool is_point = point && entries[i].canonical == point->name;
        bool is_release = entries[i].canonical == axis->releases[entries[i].release].name &&
                          version >> 32 == axis->releases[entries[i].release].range.from >> 32;
        if ((is_point || is_release) && match_folded(&entries[i].folded, words))
            return true;
    }
    return false;
}

/* ---- Texts */

static void add_name(struct version_names *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->items[i], name))
            return;
    list->items[list->count++] = name;
}

/* Returns a name that means only the version of the entries from `begin` up to `end`. Prefers a taken entry, and a
 * product to the version's own name; then any entry; then the build. */
static const char *choose_name(const struct names *names, const bool *taken, size_t begin, size_t end)
{
    size_t count;
    const struct entry *entries = entries_of(names, &count);
    for (int is_any = 0; is_any < 2; is_any++) {
        for (size_t i = begin + 1; i <= end; i++) {
            size_t at = i < end ? i : begin; /* the version's own name, which is the first entry, is tried last */
            if ((is_any || taken[at]) && is_alone(names, &entries[at]))
                return entries[at].name;
        }
    }
    uint64_t version = entries[begin].version;
    struct buffer text = {0};
    if (version_part(version, 3))
        axis_write_version(names->axis, version, &text);
    else
        axis_write_build(names->axis, version, &text);
    return buffer_take(&text, names->arena);
}

/* Lists a name for each version that has a taken entry, at most `most` of them. */
static void list_taken(const struct names *names, const bool *taken, size_t most, struct version_names *list)
{
    size_t count, end;
    const struct entry *entries = entries_of(names, &count);
    list->items = ARENA_ARRAY(names->arena, const char *, count + 1);
    for (size_t i = 0; i < count && list->count < most; i = end) {
        bool is_taken = false;
        for (end = i; end < count && entries[end].canonical == entries[i].canonical; end++)
            is_taken |= taken[end];
        if (is_taken)
            add_name(list, choose_name(names, taken, i, end));
    }
}

/* Lists the versions that a text matches in the wanted way. */
static void list_matches(const struct names *names, const char *text, enum match wanted, struct version_names *list)
{
    size_t count;
    const struct entry *entries = entries_of(names, &count);
    bool *taken = ARENA_ARRAY(names->arena, bool, count + 1);
    for (size_t i = 0; i < count; i++)
        taken[i] = match_folded(&entries[i].folded, text) >= wanted;
    list_taken(names, taken, count, list);
}

/* Lists the versions whose names are nearest to a text, which may lack the first words of a name. */
static void list_nearest(const struct names *names, const char *text, struct version_names *list)
{
    size_t count, least = strlen(text);
    const struct entry *entries = entries_of(names, &count);
    size_t *distances = ARENA_ARRAY(names->arena, size_t, count + 1);
    bool *taken = ARENA_ARRAY(names->arena, bool, count + 1);
    for (size_t i = 0; i < count; i++) {
        distances[i] = SIZE_MAX;
        for (size_t k = 0; k < entries[i].folded.count; k++) {
            size_t distance = nearest_measure(text, entries[i].folded.text + entries[i].folded.starts[k]);
            distances[i] = distance < distances[i] ? distance : distances[i];
        }
        least = distances[i] < least ? distances[i] : least;
    }
    for (size_t i = 0; i < count; i++)
        taken[i] = distances[i] == least && least < strlen(text);
    list_taken(names, taken, NEAREST_MOST, list);
}

/* Finds a version by its build. Words before the build must name the same version. */
static const char *find_by_build(const struct names *names, const struct folded *asked, struct version_names *list)
{
    const char **found, *build = asked->text + (asked->count ? asked->starts[asked->count - 1] : 0);
    size_t count = find_builds(names, build, &found);
    const char *words = arena_copy(names->arena, asked->text, (size_t)(build - asked->text));
    if (*words && (count != 1 || !fits_build(names, words, found[0])))
        return NULL;
    if (count == 1)
        return found[0];
    list->items = found;
    list->count = count;
    list->is_ambiguous = count > 0;
    return NULL;
}

/* Suggests versions for a text that means none: by its words, by its words without the first ones, or by similar words.
 * For a number no similar number is suggested, but the same build of another release. */
static void guess_versions(const struct names *names, const struct folded *asked, struct version_names *list)
{
    const struct entry *first;
    size_t matches = count_matches(names, asked->text, MATCH_PART, &first);
    for (size_t k = 0; k < asked->count && !list->count; k++) {
        const char *words = asked->text + asked->starts[k];
        if (!k || count_matches(names, words, MATCH_END, &first) == 1)
            list_matches(names, words, k ? MATCH_END : MATCH_PART, list);
        if (!list->count && k)
            list->count = find_builds(names, words, &list->items) == 1;
    }
    list->is_ambiguous = matches > 1;
    const char *build = strchr(asked->text, '.');
    if (!list->count && asked->text[strspn(asked->text, "0123456789.")])
        list_nearest(names, asked->text, list);
    else if (!list->count && build && (build = strchr(build + 1, '.')) != NULL)
        list->count = find_builds(names, build + 1, &list->items);
}

const char *version_name_find(struct arena *arena, struct intern *intern, const struct axis *axis, const char *text,
                              struct version_names *list)
{
    struct names names = {arena, intern, axis, {0}};
    const struct entry *first = NULL;
    *list = (struct version_names){0};
    gather_names(&names);
    struct folded asked = fold_name(arena, text);
    size_t matches = count_matches(&names, asked.text, MATCH_END, &first);
    const char *found = NULL;
    if (matches == 1) {
        found = intern_text(intern, first->canonical);
    } else if (matches) {
        list_matches(&names, asked.text, MATCH_END, list);
        list->is_ambiguous = true;
    } else {
        found = find_by_build(&names, &asked, list);
        if (!found && !list->count)
            guess_versions(&names, &asked, list);
    }
    buffer_free(&names.entries);
    return found;
}

struct version_names version_name_list(struct arena *arena, struct intern *intern, const struct axis *axis)
{
    struct names names = {arena, intern, axis, {0}};
    struct version_names list = {0};
    const struct entry *first;
    size_t count;
    gather_names(&names);
    const struct entry *entries = entries_of(&names, &count);
    list.items = ARENA_ARRAY(arena, const char *, count * WORDS_MOST + 1);
    for (size_t i = 0; i < count; i++) {
        const struct folded *folded = &entries[i].folded;
        for (size_t k = 0; k < folded->count; k++) {
            char *word = arena_format(arena, "%s", folded->words[k]);
            for (char *c = word; *c; c++)
                *c = is_separator(*c) ? '-' : *c;
            if (count_matches(&names, folded->text + folded->starts[k], MATCH_END, &first) == 1)
                add_name(&list, word);
        }
    }
    buffer_free(&names.entries);
    return list;
}

/* ---- The index */

/* Returns the number of a version in an index: releases are before points. */
static size_t number_version(const struct axis *axis, const char *canonical)
{
    for (size_t i = 0; i < axis->release_count; i++)
        if (axis->releases[i].name == canonical)
            return i;
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].name == canonical)
            return axis->release_count + i;
    return SIZE_MAX;
}

/* Adds a text that consists of some words of a name as a key, unless the key exists, or is part of the names of one
 * version only. */
static void add_key(const struct names *names, const char *text, struct map *seen, struct buffer *keys)
{
    const struct entry *first;
    size_t count, ends = count_matches(names, text, MATCH_END, &first);
    const struct entry *entries = entries_of(names, &count);
    enum match wanted = ends ? MATCH_END : MATCH_PART;
    struct version_key key = {.text = text, .versions = ARENA_ARRAY(names->arena, size_t, count)};
    if (!*text || map_get(seen, text))
        return;
    map_set(seen, text, seen);
    for (size_t i = 0; i < count; i++) {
        size_t number = number_version(names->axis, entries[i].canonical);
        if (match_folded(&entries[i].folded, text) >= wanted && (!key.count || key.versions[key.count - 1] != number))
            key.versions[key.count++] = number;
    }
    if (ends || key.count > 1)
        buffer_add(keys, &key, sizeof key);
}

struct version_index version_name_index(struct arena *arena, struct intern *intern, const struct axis *axis)
{
    struct names names = {arena, intern, axis, {0}};
    struct version_index index = {.count = axis->release_count + axis->point_count};
    struct map *seen = map_new(arena);
    struct buffer keys = {0};
    size_t count, end;
    gather_names(&names);
    const struct entry *entries = entries_of(&names, &count);
    const bool *none = ARENA_ARRAY(arena, bool, count + 1);
    index.names = ARENA_ARRAY(arena, const char *, index.count + 1);
    for (size_t i = 0; i < count; i = end) {
        for (end = i + 1; end < count && entries[end].canonical == entries[i].canonical; end++)
            ;
        index.names[number_version(axis, entries[i].canonical)] =
            is_alone(&names, &entries[i]) ? entries[i].name : choose_name(&names, none, i, end);
    }
    for (size_t i = 0; i < count; i++) {
        const struct folded *folded = &entries[i].folded;
        for (size_t from = 0; from < folded->count; from++)
            for (size_t to = from + 1; to <= folded->count; to++)
                add_key(&names, intern_name(intern, folded->text + folded->starts[from],
                                            folded->starts[to] - folded->starts[from]), seen, &keys);
    }
    index.key_count = keys.size / sizeof *index.keys;
    index.keys = arena_copy_array(arena, keys.data, index.key_count, sizeof *index.keys);
    buffer_free(&keys);
    buffer_free(&names.entries);
    return index;
}
