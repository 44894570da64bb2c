#include "spec/weave_parts.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"

struct adoption {
    struct weave weave; /* `old` is the spec, `after` the other text */
    const char *page;
    struct buffer before; /* the other text, without the statements that the spec lacks */
    size_t done;          /* number of bytes of the other text that are processed */
};

/* Returns the next word before `end` that a page may contradict, or NULL. Skips remarks, comments and `allow` clauses.
 * For a corrected value, returns the words after `was`. For an inferred value, returns `?`. */
static const struct format_word *next_word(const struct text *text, size_t *at, size_t end)
{
    static const struct format_word unknown = {.text = "?", .size = 1, .kind = TOKEN_SIGN};
    while (*at < end) {
        const struct format_word *word = &text->words[(*at)++];
        if (word_is(word, "corrected")) {
            while (*at < end && !word_is(&text->words[(*at)++], "was"))
                continue;
        } else if (word_is(word, "allow")) {
            ++*at; /* skip its code */
        } else if (word_is(word, "inferred")) {
            ++*at; /* skip the value */
            return &unknown;
        } else if (word->kind != TOKEN_TEXT && word->kind != TOKEN_COMMENT) {
            return word;
        }
    }
    return NULL;
}

/* True if two statements agree, apart from their braces. */
static bool statements_agree(const struct text *a, const struct statement *x, const struct text *b,
                             const struct statement *y)
{
    size_t at = x->first, other_at = y->first;
    for (;;) {
        const struct format_word *word = next_word(a, &at, x->head_end), *other = next_word(b, &other_at, y->head_end);
        if (!word || !other)
            return word == other;
        if (word->size != other->size || memcmp(word->text, other->text, word->size) != 0)
            return false;
    }
}

/* ---- Comparison */

static struct span span_of(const struct text *text, const struct statement *statement)
{
    uint32_t begin = text->words[statement->first].begin, end = text->words[statement->head_end].begin;
    while (strchr(" \t\r\n", text->whole.text[end - 1]))
        end--;
    return (struct span){text->base + begin, text->base + end};
}

/* Compares the statements of two lists. Reports those that contradict, and leaves out those that the spec lacks. */
static void compare_statements(struct adoption *adoption, const struct statement *items, size_t count,
                               struct statement *others, size_t other_count)
{
    struct weave *weave = &adoption->weave;
    size_t *partners = weave_find_partners(weave, (struct statement_list){&weave->after, others, other_count},
                                           (struct statement_list){&weave->old, items, count});
    for (size_t i = 0; i < other_count; i++) {
        const struct format_word *word = &weave->after.words[others[i].first];
        if (word_is(word, "columns") || word_is(word, "source") || word_is(word, "attest"))
            continue;
        if (partners[i] == WEAVE_NONE) {
            /* Leave a statement that the spec lacks out of `before`. If it is the first statement, it loses its
             * comments: these describe the whole text. */
            struct statement *other = &others[i];
            struct text *text = &adoption->weave.after;
            size_t begin = text->words[other->lead].begin;
            if (other == text->items)
                other->lead = other->first;
            buffer_add(&adoption->before, text->whole.text + adoption->done, begin - adoption->done);
            adoption->done = other->end < text->word_count ? text->words[other->end].begin : text->whole.size;
            continue;
        }
        const struct statement *own = &items[partners[i]];
        if (!statements_agree(&weave->old, own, &weave->after, &others[i])) {
            const struct statement *other = &others[i];
            struct diag *diag = diag_report(weave->program->diags, DIAG_CONTRADICTION, span_of(&weave->old, own),
                                            "'%s' says otherwise here; the spec stays as it is", adoption->page);
            diag_note(diag, span_of(&weave->after, other), "that is what it says");
        }
        compare_statements(adoption, own->children, own->child_count, others[i].children, others[i].child_count);
    }
}

/* ---- Columns */

/* Returns the first `columns` line of a text, or NULL. */
static const struct statement *find_columns(const struct text *text)
{
    for (size_t i = 0; i < text->count; i++)
        if (word_is(&text->words[text->items[i].first], "columns"))
            return &text->items[i];
    return NULL;
}

static bool have_same_columns(const struct weave *weave)
{
    const struct statement *own = find_columns(&weave->old), *other = find_columns(&weave->after);
    return !other || (own && statements_agree(&weave->old, own, &weave->after, other));
}

bool spec_adopt(struct program *program, const struct source *spec, const char *page, struct weave_text other,
                struct buffer *out)
{
    struct adoption adoption = {.weave = {.arena = program->arena, .program = program, .keeps_rows = true},
                                .page = page};
    struct weave *weave = &adoption.weave;
    struct weave_result result = {out, 0};
    weave_read_source(weave, spec, &weave->old);
    if (!weave_read(weave, arena_format(program->arena, "%s, as a spec", page), other, &weave->after))
        return false;
    if (!have_same_columns(weave)) {
        diag_report(program->diags, DIAG_CONTRADICTION, (struct span){0, 0},
                    "'%s' has other columns than '%s', which stays as it is", page, spec->path);
        buffer_add(out, spec->text, spec->size);
        return true;
    }
    compare_statements(&adoption, weave->old.items, weave->old.count, weave->after.items, weave->after.count);
    buffer_add(&adoption.before, weave->after.whole.text + adoption.done, other.size - adoption.done);
    const struct weave_text before = {buffer_text(&adoption.before), adoption.before.size};
    bool is_read = weave_read(weave, "", before, &weave->before);
    buffer_free(&adoption.before);
    if (is_read)
        weave_write(weave, &result);
    return is_read;
}
