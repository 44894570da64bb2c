/* SPDX-License-Identifier: 0BSD */
/**
 * @file
 * Versions of a pack as people name them: "24H2", "win11-24h2", "Windows 7 SP1", "26100.1742". pack.md has the rules,
 * which are those of `strata --at`. Nothing is allocated, and nothing of the C library is called.
 *
 *     strata_version version;
 *     if (strata_pack_find_named_version(&pack, "Windows 11 24H2", &version) == STRATA_OK)
 *         ...
 */
#ifndef STRATA_PACK_NAMES_H
#define STRATA_PACK_NAMES_H

#include "strata_pack.h"

/** A text that is read in the form in which names are compared: "windows1124h2" of "Win 11 24H2". */
typedef struct strata_folded {
    const char *at;      /**< rest of the text */
    const char *end;     /**< end of the text */
    const char *run;     /**< rest of the run that is being read: letters, or another character */
    const char *run_end; /**< end of the run */
} strata_folded;

/** Returns 1 for blanks, and for signs that stand between the words of a name, else 0. */
static inline int strata_name_separates(char c)
{
    return (unsigned char)c <= ' ' || c == '-' || c == '_' || c == ',' || c == '(' || c == ')' || c == '[' || c == ']';
}

/** Returns 1 for a letter of ASCII, else 0. */
static inline int strata_name_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/** Returns a character, a capital letter as a small one. */
static inline char strata_name_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/** Replaces a run that is a synonym by the word that stands for it, which may be empty. */
static inline void strata_folded_replace(strata_folded *folded)
{
    static const char *const synonyms[8][2] = {{"win", "windows"}, {"w", "windows"}, {"service", "s"},
                                               {"pack", "p"},      {"version", ""},  {"build", ""},
                                               {"os", ""},         {"microsoft", ""}};
    size_t size = (size_t)(folded->run_end - folded->run), i, k;

    for (i = 0; i < 8; i++) {
        const char *word = synonyms[i][0];

        for (k = 0; k < size && word[k] != 0 && strata_name_lower(folded->run[k]) == word[k];)
            k++;
        if (k < size || word[k] != 0)
            continue;
        folded->run = folded->run_end = synonyms[i][1];
        while (*folded->run_end != 0)
            folded->run_end++;
        return;
    }
}

/** Begins to read the text from `begin` to `end`. */
static inline strata_folded strata_folded_begin(const char *begin, const char *end)
{
    strata_folded folded;

    folded.at = folded.run = folded.run_end = begin;
    folded.end = end;
    return folded;
}

/** Returns the next character, or 0 at the end. */
static inline char strata_folded_next(strata_folded *folded)
{
    while (folded->run == folded->run_end) {
        if (folded->at == folded->end)
            return 0;
        folded->run = folded->at;
        while (folded->at != folded->end && strata_name_is_letter(*folded->at))
            folded->at++;
        folded->at += folded->at == folded->run;
        folded->run_end = strata_name_separates(*folded->run) ? folded->run : folded->at;
        strata_folded_replace(folded);
    }
    return strata_name_lower(*folded->run++);
}

/** Returns 1 if two texts are equal when they are folded, else 0. */
static inline int strata_folded_same(const char *one, const char *one_end, const char *other, const char *other_end)
{
    strata_folded first = strata_folded_begin(one, one_end), second = strata_folded_begin(other, other_end);
    char c;

    do {
        c = strata_folded_next(&first);
        if (c != strata_folded_next(&second))
            return 0;
    } while (c != 0);
    return 1;
}

/** Returns 1 if nothing is left of a text when it is folded, else 0. */
static inline int strata_folded_is_empty(const char *begin, const char *end)
{
    strata_folded folded = strata_folded_begin(begin, end);

    return strata_folded_next(&folded) == 0;
}

/** Returns 1 if a word begins at `at`, in a text that begins at `begin`, else 0. */
static inline int strata_name_begins_word(const char *begin, const char *at)
{
    return !strata_name_separates(*at) && (at == begin || strata_name_separates(at[-1]));
}

/**
 * Returns 1 if a text is words of a name side by side, else 0. With `to_end` they are the last ones: the whole name, or
 * the name without its first words.
 */
static inline int strata_name_has(const char *name, const char *text, const char *end, int to_end)
{
    const char *at, *stop;

    for (at = name; *at != 0; at++) {
        if (!strata_name_begins_word(name, at))
            continue;
        for (stop = at + 1;; stop++) {
            if ((*stop == 0 || (!to_end && strata_name_separates(*stop))) && strata_folded_same(text, end, at, stop))
                return 1;
            if (*stop == 0)
                break;
        }
    }
    return 0;
}

/** A name of a version while all are visited. */
typedef struct strata_pack_named {
    const char *text;       /**< the name */
    strata_version version; /**< the version */
    uint32_t index;         /**< number of the next name */
    uint32_t owner;         /**< number of the release or point that has the name, from 1 on */
    int is_release;         /**< 1: of a release; 0: of a point */
    int is_other;           /**< 1: a further name of the version before */
} strata_pack_named;

/** Returns the state before the first name. */
static inline strata_pack_named strata_pack_named_begin(void)
{
    strata_pack_named named;

    named.text = "";
    named.version = 0;
    named.index = named.owner = 0;
    named.is_release = named.is_other = 0;
    return named;
}

/** Moves to the next name of a pack. Returns 0 at the end, else 1. */
static inline int strata_pack_named_next(const strata_pack *pack, strata_pack_named *named)
{
    const unsigned char *record;
    strata_version before = named->version;
    int is_first = named->index == 0;

    if (strata_pack_version_at(pack, named->index, &named->text, &named->version) != STRATA_OK)
        return 0;
    record = strata_pack_record(pack, STRATA_PACK_VERSIONS, named->index++, STRATA_PACK_VERSION_);
    named->is_other = !is_first && strata_load_u32(record + 12) != 0;
    if (!named->is_other) {
        named->is_release = is_first || before >> 32 != named->version >> 32;
        named->owner++;
    }
    return 1;
}

/**
 * Finds the first and the last release that a build may be of, as versions without their lower half. Returns 0 if there
 * is none, or if the builds of the points do not ascend over all releases, else 1.
 */
static inline int strata_pack_find_releases(const strata_pack *pack, uint64_t build, uint64_t *first, uint64_t *last)
{
    strata_pack_named named = strata_pack_named_begin();
    uint64_t release = 0, before = 0;
    int has_point = 0, has_first = 0, has_equal = 0, has_above = 0;

    while (strata_pack_named_next(pack, &named)) {
        uint64_t own = named.version >> 16 & 0xFFFF;

        if (named.is_release || named.is_other)
            continue;
        if (has_point && (own < before || (own == before && named.version >> 32 != release)))
            return 0;
        release = named.version >> 32;
        before = own;
        has_point = 1;
        if (own <= build) {
            *first = release;
            has_first = 1;
        }
        if ((own == build && !has_equal) || (own > build && !has_equal && !has_above))
            *last = release;
        has_equal |= own == build;
        has_above |= own > build;
    }
    if (has_first && !has_equal && !has_above)
        *last = *first;
    return has_first;
}

/** Returns 1 if words and a build are of one version, as in "Windows 11 26100.1742", else 0. */
static inline int strata_pack_words_fit(const strata_pack *pack, const char *words, const char *end,
                                        strata_version version)
{
    strata_pack_named before = strata_pack_named_begin(), named = strata_pack_named_begin();
    uint32_t point = 0;

    while (strata_pack_named_next(pack, &before))
        if (!before.is_release && before.version <= version)
            point = before.owner;
    while (strata_pack_named_next(pack, &named))
        if ((named.owner == point || (named.is_release && named.version >> 32 == version >> 32)) &&
            strata_name_has(named.text, words, end, 0))
            return 1;
    return 0;
}

/** Reads one to four numbers of 16 bits with dots between them, folded. Returns their count; 0: the text is none. */
static inline unsigned strata_name_numbers(const char *text, const char *end, uint64_t numbers[4])
{
    strata_folded folded = strata_folded_begin(text, end);
    unsigned count = 0, digits = 0;
    char c;

    numbers[0] = 0;
    do {
        c = strata_folded_next(&folded);
        if (c >= '0' && c <= '9' && digits < 5) {
            numbers[count] = numbers[count] * 10 + (uint64_t)(c - '0');
            digits++;
        } else if ((c == '.' || c == 0) && digits != 0 && numbers[count] <= 0xFFFF && (c == 0 || count < 3)) {
            count++;
            digits = 0;
            if (c != 0)
                numbers[count] = 0;
        } else {
            return 0;
        }
    } while (c != 0);
    return count;
}

/** Finds the version of a build, "10.0.26100.1742", "26100.1742" or "26100". Returns as the next one. */
static inline strata_status strata_pack_find_named_build(const strata_pack *pack, const char *text, const char *end,
                                                         strata_version *version)
{
    strata_pack_named named = strata_pack_named_begin();
    uint64_t numbers[4], first = 0, last = 0;
    unsigned count = strata_name_numbers(text, end, numbers);

    if (count >= 3) {
        uint64_t release = numbers[0] << 16 | numbers[1];

        while (strata_pack_named_next(pack, &named))
            if (named.version >> 32 == release) {
                *version = release << 32 | numbers[2] << 16 | (count == 4 ? numbers[3] : STRATA_REVISION_ANY);
                return STRATA_OK;
            }
        return STRATA_BAD_NAME;
    }
    if (count == 0 || !strata_pack_find_releases(pack, numbers[0], &first, &last))
        return STRATA_BAD_NAME;
    if (first != last)
        return STRATA_BAD_VERSION;
    *version = first << 32 | numbers[0] << 16 | (count == 2 ? numbers[1] : STRATA_REVISION_ANY);
    return STRATA_OK;
}

/**
 * Finds the version that a NUL-terminated text means, as people name it: "24H2", "win11-24h2", "Windows 7 SP1", or a
 * build such as "26100.1742". A build without its revision has STRATA_REVISION_ANY.
 *
 * Returns OK; BAD_NAME: the text means none; BAD_VERSION: it means several, as "22H2" does. Then *version is 0.
 */
static inline strata_status strata_pack_find_named_version(const strata_pack *pack, const char *text,
                                                           strata_version *version)
{
    strata_pack_named named = strata_pack_named_begin();
    const char *end = text, *start = text, *at;
    strata_status status;
    uint32_t owner = 0;

    *version = 0;
    while (*end != 0)
        end++;
    if (strata_folded_is_empty(text, end))
        return STRATA_BAD_NAME;
    while (strata_pack_named_next(pack, &named)) {
        if (!strata_name_has(named.text, text, end, 1) || named.owner == owner)
            continue;
        *version = owner == 0 ? named.version : 0;
        if (owner != 0)
            return STRATA_BAD_VERSION;
        owner = named.owner;
    }
    if (owner != 0)
        return STRATA_OK;
    for (at = text; at != end; at++) /* the last word is a build */
        if (strata_name_begins_word(text, at) && !strata_folded_is_empty(at, end))
            start = at;
    status = strata_pack_find_named_build(pack, start, end, version);
    if (!strata_folded_is_empty(text, start) &&
        (status != STRATA_OK || !strata_pack_words_fit(pack, text, start, *version)))
        status = STRATA_BAD_NAME;
    if (status != STRATA_OK)
        *version = 0;
    return status;
}

#endif
