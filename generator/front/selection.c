#include "front/selection.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"

bool selection_is_pattern(const char *part)
{
    return strpbrk(part, "*?[") != NULL;
}

const char *selection_without_underscores(const char *name)
{
    const char *rest = name + strspn(name, "_");
    return *rest ? rest : name;
}

/* ---- Patterns */

/* Returns the position after the `]` of a set; NULL if the set is not closed. A `]` that comes first is a character of
 * the set. */
static const char *set_end(const char *set)
{
    set += set[1] == '!' ? 2 : 1;
    const char *close = *set ? strchr(set + 1, ']') : NULL;
    return close ? close + 1 : NULL;
}

/* True if a closed set has a character. */
static bool set_has(const char *set, char c)
{
    const char *end = set_end(set) - 1;
    bool is_negated = set[1] == '!', has = false;
    for (set += is_negated ? 2 : 1; set < end; set++) {
        if (set[1] == '-' && set + 2 < end) {
            has = has || ((unsigned char)set[0] <= (unsigned char)c && (unsigned char)c <= (unsigned char)set[2]);
            set += 2;
        } else {
            has = has || *set == c;
        }
    }
    return has != is_negated;
}

/* True if a character matches the first element of a pattern, which must not be `*`. Sets *next to the next element. */
static bool matches_one(const char *pattern, char c, const char **next)
{
    bool is_set = *pattern == '[' && set_end(pattern);
    *next = is_set ? set_end(pattern) : pattern + 1;
    return is_set ? set_has(pattern, c) : *pattern == '?' || *pattern == c;
}

bool selection_matches(const char *part, const char *name)
{
    /* the element after the last `*`, and the position up to which the `*` has taken characters */
    const char *star = NULL, *retry = NULL, *next;
    while (*name) {
        if (*part == '*') {
            star = ++part;
            retry = name;
        } else if (*part && matches_one(part, *name, &next)) {
            part = next;
            name++;
        } else if (star) {
            part = star;
            name = ++retry;
        } else {
            return false;
        }
    }
    return !part[strspn(part, "*")];
}

/* ---- Words */

/* True if every set in a part is closed by a `]`. */
static bool is_closed(const char *part)
{
    for (; part && *part; part = *part == '[' ? set_end(part) : part + 1)
        continue;
    return part;
}

/* Returns the `!` after the module of a word; NULL if the word names no module. A `!` after a `[` negates a set. */
static const char *find_module_end(const char *text)
{
    size_t length = strcspn(text, ".[!");
    return text[length] == '!' ? text + length : NULL;
}

/* Splits a word after its module and at its dots. Returns a message if it is wrong, else NULL. */
static const char *split_word(struct arena *arena, struct selection_word *word)
{
    struct buffer parts = {0};
    const char *error = NULL, *mark = find_module_end(word->text), *first = mark ? mark + 1 : word->text;
    if (mark)
        word->module = arena_copy(arena, word->text, (size_t)(mark - word->text));
    for (const char *at = first; !error; at++) {
        size_t length = strcspn(at, ".");
        const char *part = arena_copy(arena, at, length);
        buffer_add(&parts, &part, sizeof part);
        word->is_pattern = word->is_pattern || selection_is_pattern(part);
        if (!length && at == first && mark && !*at)
            error = arena_format(arena, "'%s' has no name behind its module", word->text);
        else if (!length)
            error = arena_format(arena, "'%s' has a dot without a name beside it", word->text);
        else if (!is_closed(part))
            error = arena_format(arena, "'%s' has a '[' without a ']'", word->text);
        at += length;
        if (!*at)
            break;
    }
    word->count = parts.size / sizeof(char *);
    word->parts = arena_copy_array(arena, parts.data, word->count, sizeof(char *));
    buffer_free(&parts);
    return error;
}

const struct selection *selection_new(struct arena *arena, const char *const *lists, size_t count, const char **error)
{
    struct selection *selection = ARENA_NEW(arena, struct selection);
    struct buffer words = {0};
    *error = NULL;
    for (size_t i = 0; i < count; i++) {
        for (const char *at = lists[i]; *(at += strspn(at, ",")) && !*error;) {
            size_t length = strcspn(at, ",");
            struct selection_word word = {.text = arena_copy(arena, at, length)};
            *error = split_word(arena, &word);
            buffer_add(&words, &word, sizeof word);
            at += length;
        }
    }
    selection->count = words.size / sizeof(struct selection_word);
    selection->words = arena_copy_array(arena, words.data, selection->count, sizeof(struct selection_word));
    buffer_free(&words);
    return *error ? NULL : selection;
}
