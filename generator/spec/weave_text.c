#include "spec/weave_parts.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/load.h"
#include "front/parse.h"

/* ---- Statements */

static const char *key_of(struct weave *weave, const char *kind, const struct format_word *word)
{
    return intern_text(weave->program->intern,
                       arena_format(weave->arena, "%s %.*s", kind, word ? (int)word->size : 0, word ? word->text : ""));
}

/* Returns the word that names a member: the last name outside of brackets, or for a function pointer the name after
 * `(*`. */
static const struct format_word *find_name(const struct format_word *words, size_t first, size_t end,
                                           enum format_shape shape)
{
    const struct format_word *name = NULL;
    uint8_t column;
    for (size_t i = first; i < end; i++) {
        bool is_open = i > first && words[i].kind != TOKEN_COMMENT;
        if (is_open && format_opens_piece(shape, &words[i], &words[i - 1], i - first, &column))
            break;
        if (words[i].kind == TOKEN_NAME && !words[i].depth)
            name = &words[i];
        if (i + 2 < end && word_is(&words[i], "(") && word_is(&words[i + 1], "*") && !words[i].depth)
            return &words[i + 2];
    }
    return name;
}

static const char *find_key(struct weave *weave, const struct format_word *words, struct statement *statement,
                            enum format_shape body, unsigned depth)
{
    static const char *const alone[] = {"columns", "source", "default", "axis",        "module",
                                        "size",    "digest", "partial", "unaccounted", NULL};
    static const char *const tags[] = {"struct", "union", "enum", "flags", NULL};
    const struct format_word *first = &words[statement->first], *second = first + 1;
    bool is_word = first->kind == TOKEN_WORD, has_second = statement->first + 1 < statement->head_end;
    bool has_name = has_second && second->kind == TOKEN_NAME;
    for (size_t i = 0; is_word && alone[i]; i++)
        if (word_is(first, alone[i]))
            return key_of(weave, alone[i], NULL);
    for (size_t i = 0; is_word && tags[i]; i++)
        if (word_is(first, tags[i]) && has_name)
            return key_of(weave, depth ? "member" : "tag", second);
    statement->is_group =
        is_word && depth && (word_is(first, "slot") || word_is(first, "struct") || word_is(first, "union"));
    if (statement->is_group)
        return key_of(weave, "group", word_is(first, "slot") ? first : NULL);
    if (is_word && word_is(first, "attest")) {
        const struct format_word *name = has_name ? second : NULL;
        const char *key = key_of(weave, "attest", name);
        bool is_path = false;
        for (size_t i = statement->first; i < statement->head_end; i++) {
            if (is_path && words[i].kind == TOKEN_WORD)
                break;
            if (is_path && words[i].kind == TOKEN_NAME)
                key = key_of(weave, key, &words[i]);
            is_path |= words[i].kind == TOKEN_WORD && word_is(&words[i], "of");
            if (i > statement->first && words[i - 1].kind == TOKEN_WORD && word_is(&words[i - 1], "by"))
                key = key_of(weave, key, &words[i]);
        }
        return key;
    }
    if (is_word && word_is(first, "identity") && statement->first + 2 < statement->head_end)
        return key_of(weave, key_of(weave, "identity", second), second + 1);
    if (!depth)
        return key_of(weave, key_of(weave, "item", first), has_second ? second : NULL);
    if (body == SHAPE_ENUMERATOR)
        return key_of(weave, "value", first);
    return key_of(weave, "member", find_name(words, statement->first, statement->head_end, statement->shape));
}

static bool is_sign(const struct format_word *word, const char *sign)
{
    return word->kind == TOKEN_SIGN && word_is(word, sign);
}

/* Skips the comments after a word on its line. Returns the index of the word after them. */
static size_t take_comments(const struct text *text, size_t at)
{
    while (at < text->word_count && text->words[at].kind == TOKEN_COMMENT && !text->words[at].newlines)
        at++;
    return at;
}

/* Reads the statements up to `}` or the end of the text. Returns the index after the last statement. */
static size_t read_statements(struct weave *weave, const struct text *text, size_t at, enum format_shape body,
                              unsigned depth, struct statement **items, size_t *count)
{
    struct buffer list = {0};
    for (;;) {
        struct statement made = {.lead = at, .first = at};
        while (made.first < text->word_count && text->words[made.first].kind == TOKEN_COMMENT)
            made.first++;
        if (made.first == text->word_count || is_sign(&text->words[made.first], "}"))
            break;
        const struct format_word *first = &text->words[made.first];
        made.shape = depth ? format_find_shape(body, first) : format_find_table(first);
        made.head_end = made.first;
        while (made.head_end < text->word_count && !is_sign(&text->words[made.head_end], ";") &&
               !is_sign(&text->words[made.head_end], "{"))
            made.head_end++;
        made.tail = made.close = made.head_end;
        if (made.head_end < text->word_count && is_sign(&text->words[made.head_end], "{")) {
            enum format_shape inner = depth ? body : format_find_body(first);
            made.tail = read_statements(weave, text, take_comments(text, made.head_end + 1), inner, depth + 1,
                                        &made.children, &made.child_count);
            for (made.close = made.tail; made.close < text->word_count && !is_sign(&text->words[made.close], "}");)
                made.close++;
        }
        made.end = take_comments(text, made.close < text->word_count ? made.close + 1 : text->word_count);
        made.key = find_key(weave, text->words, &made, body, depth);
        buffer_add(&list, &made, sizeof made);
        at = made.end;
    }
    *count = list.size / sizeof **items;
    *items = arena_copy_array(weave->arena, list.data, *count, sizeof **items);
    buffer_free(&list);
    return at;
}

void weave_read_source(struct weave *weave, const struct source *source, struct text *text)
{
    struct buffer words = {0};
    format_words(weave->program, source, &words);
    text->whole = (struct weave_text){source->text, source->size};
    text->base = source->base;
    text->word_count = words.size / sizeof *text->words;
    text->words = arena_copy_array(weave->arena, words.data, text->word_count, sizeof *text->words);
    buffer_free(&words);
    read_statements(weave, text, 0, SHAPE_FLOW, 0, &text->items, &text->count);
}

bool weave_read(struct weave *weave, const char *path, struct weave_text whole, struct text *text)
{
    char *copy = arena_alloc(weave->arena, whole.size + 2);
    if (whole.size)
        memcpy(copy, whole.text, whole.size);
    const struct source *source = source_add(weave->program->sources, path, copy, whole.size);
    size_t errors = diags_error_count(weave->program->diags);
    if (!source)
        return false;
    parse_source(weave->program, source);
    if (diags_error_count(weave->program->diags) > errors)
        return false;
    weave_read_source(weave, source, text);
    return true;
}

/* ---- Pairs */

bool weave_words_equal(struct word_range a, struct word_range b)
{
    if (a.end - a.first != b.end - b.first)
        return false;
    for (size_t i = 0; i < a.end - a.first; i++) {
        const struct format_word *x = &a.text->words[a.first + i], *y = &b.text->words[b.first + i];
        if (x->size != y->size || memcmp(x->text, y->text, x->size) != 0)
            return false;
    }
    return true;
}

/* True if a statement has a key, or if it is a group and a statement in it has the key. */
static bool has_key(const struct statement *statement, const char *key)
{
    bool has = !statement->is_group && statement->key == key;
    for (size_t i = 0; statement->is_group && !has && i < statement->child_count; i++)
        has = has_key(&statement->children[i], key);
    return has;
}

/* True if two groups have a member with the same name. */
static bool share_member(const struct statement *a, const struct statement *b)
{
    for (size_t i = 0; i < a->child_count; i++) {
        const struct statement *child = &a->children[i];
        bool is_shared = child->is_group ? share_member(child, b)
                                         : strcmp(child->key, "unaccounted ") != 0 && has_key(b, child->key);
        if (is_shared)
            return true;
    }
    return false;
}

/* Returns the index of the word after a statement's declaration, where its clauses begin. */
static size_t find_clauses(const struct text *text, const struct statement *statement)
{
    uint8_t column;
    size_t at = statement->first + 1;
    while (at < statement->head_end && !format_opens_piece(statement->shape, &text->words[at], &text->words[at - 1],
                                                           at - statement->first, &column))
        at++;
    return at;
}

/* Degrees of likeness of two statements with the same key, from the closest on: the same words, the same declaration,
 * or only the same key. */
enum likeness { LIKE_ALL, LIKE_DECLARATION, LIKE_KEY, LIKENESS_COUNT };

static bool are_alike(const struct text *a, const struct statement *x, const struct text *b, const struct statement *y,
                      enum likeness likeness)
{
    if (x->key != y->key)
        return false;
    if (likeness == LIKE_ALL)
        return weave_words_equal((struct word_range){a, x->first, x->close},
                                 (struct word_range){b, y->first, y->close});
    if (x->is_group && !share_member(x, y))
        return false;
    return likeness == LIKE_KEY || weave_words_equal((struct word_range){a, x->first, find_clauses(a, x)},
                                                     (struct word_range){b, y->first, find_clauses(b, y)});
}

size_t *weave_find_partners(struct weave *weave, struct statement_list list, struct statement_list others)
{
    size_t *partners = ARENA_ARRAY(weave->arena, size_t, list.count + 1);
    bool *is_taken = ARENA_ARRAY(weave->arena, bool, others.count + 1);
    for (size_t i = 0; i < list.count; i++)
        partners[i] = WEAVE_NONE;
    for (int likeness = 0; likeness < LIKENESS_COUNT; likeness++) {
        size_t next = 0; /* partners usually have the same order */
        for (size_t i = 0; i < list.count; i++) {
            for (size_t k = 0; k < others.count && partners[i] == WEAVE_NONE; k++) {
                size_t at = next + k < others.count ? next + k : next + k - others.count;
                if (!is_taken[at] &&
                    are_alike(list.text, &list.items[i], others.text, &others.items[at], (enum likeness)likeness)) {
                    partners[i] = at;
                    is_taken[at] = true;
                }
            }
            next = partners[i] == WEAVE_NONE ? next : partners[i] + 1;
        }
    }
    return partners;
}
