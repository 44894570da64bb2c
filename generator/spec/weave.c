#include "spec/weave_parts.h"

#include <string.h>

#include "base/arena.h"
#include "front/load.h"
#include "spec/lines.h"

/* Clauses that determine the layout. These follow the change, even if people edited them. */
static const char *const cells[] = {"in", "at", "bit", "mask", "size", "align", "pack", ":", NULL};

/* ---- Words of the result */

static void add_words(struct weave *weave, const struct text *text, size_t first, size_t end)
{
    if (end > first)
        buffer_add(&weave->words, &text->words[first], (end - first) * sizeof *text->words);
}

/* True if a comment of one text is also among words of another text. */
static bool has_comment(struct word_range words, const struct text *other, size_t comment)
{
    bool has = false;
    for (size_t i = words.first; i < words.end && !has; i++)
        has = weave_words_equal((struct word_range){words.text, i, i + 1},
                                (struct word_range){other, comment, comment + 1});
    return has;
}

/* Adds the comments of a statement. If people did not edit them, adds those of `after`. Otherwise adds those of `old`
 * without the comments that the change removes, then the comments that the change adds. */
static void add_comments(struct weave *weave, struct word_range old, struct word_range before, struct word_range after)
{
    if (weave_words_equal(before, old)) {
        add_words(weave, after.text, after.first, after.end);
        return;
    }
    for (size_t i = old.first; i < old.end; i++)
        if (!has_comment(before, old.text, i) || has_comment(after, old.text, i))
            add_words(weave, old.text, i, i + 1);
    for (size_t i = after.first; i < after.end; i++)
        if (!has_comment(before, after.text, i) && !has_comment(old, after.text, i))
            add_words(weave, after.text, i, i + 1);
}

/* Adds the comments above a statement. */
static void add_lead(struct weave *weave, const struct statement *old, const struct statement *before,
                     const struct statement *after)
{
    static const struct statement none = {0};
    const struct statement *stood = old ? old : &none, *was = before ? before : &none;
    add_comments(weave, (struct word_range){&weave->old, stood->lead, stood->first},
                 (struct word_range){&weave->before, was->lead, was->first},
                 (struct word_range){&weave->after, after->lead, after->first});
}

/* ---- Parts of a statement */

/* A part of a statement: its declaration or one of its clauses. */
struct part {
    size_t first, end;                /* indices of words */
    const struct format_word *opener; /* its first word; NULL: it is the declaration */
    size_t opener_count;              /* number of words that identify the clause; 2 for `allow CODE` and `next in` */
};

static size_t cut_parts(struct weave *weave, const struct text *text, const struct statement *statement,
                        struct part **parts)
{
    struct buffer list = {0};
    struct part part = {.first = statement->first};
    uint8_t column;
    for (size_t i = statement->first + 1; i <= statement->head_end; i++) {
        const struct format_word *word = &text->words[i];
        bool is_end = i == statement->head_end;
        if (!is_end && (word->kind == TOKEN_COMMENT ||
                        !format_opens_piece(statement->shape, word, word - 1, i - statement->first, &column)))
            continue;
        part.end = i;
        buffer_add(&list, &part, sizeof part);
        bool is_pair = !is_end && (word_is(word, "allow") || word_is(word, "next"));
        part = (struct part){.first = i, .opener = word, .opener_count = is_pair ? 2 : 1};
    }
    size_t count = list.size / sizeof part;
    *parts = arena_copy_array(weave->arena, list.data, count, sizeof part);
    buffer_free(&list);
    return count;
}

/* Returns the part that begins with the same words as another one, or NULL. */
static const struct part *find_part(const struct part *parts, size_t count, const struct part *wanted)
{
    for (size_t i = 0; i < count; i++) {
        const struct part *part = &parts[i];
        bool is_same = !part->opener == !wanted->opener && part->opener_count == wanted->opener_count;
        for (size_t k = 0; part->opener && is_same && k < part->opener_count; k++)
            is_same = part->opener[k].size == wanted->opener[k].size &&
                      !memcmp(part->opener[k].text, wanted->opener[k].text, part->opener[k].size);
        if (is_same)
            return part;
    }
    return NULL;
}

static bool is_cell(const struct part *part)
{
    for (size_t i = 0; part->opener && cells[i]; i++)
        if (word_is(part->opener, cells[i]))
            return true;
    return false;
}

/* True if people wrote a part of the old text: it is a remark, or an `allow` with a reason, and its text is nowhere in
 * the compiler's text. */
static bool is_of_people(const struct weave *weave, const struct text *text, const struct part *part)
{
    const struct format_word *reason = &weave->old.words[part->end - 1];
    bool is_written = false;
    for (size_t i = 0; i < text->word_count && !is_written; i++)
        is_written = text->words[i].size == reason->size && !memcmp(text->words[i].text, reason->text, reason->size);
    return part->opener && reason->kind == TOKEN_TEXT && !is_written;
}

/* Adds the words of a statement up to its `;` or `{`. Takes parts that the change affects from `after`, and all others
 * from `old`. */
static void add_head(struct weave *weave, const struct statement *old, const struct statement *before,
                     const struct statement *after)
{
    struct part *old_parts, *before_parts, *after_parts;
    size_t old_count = cut_parts(weave, &weave->old, old, &old_parts);
    size_t before_count = cut_parts(weave, &weave->before, before, &before_parts);
    size_t after_count = cut_parts(weave, &weave->after, after, &after_parts);
    for (size_t i = 0; i < after_count; i++) {
        const struct part *now = &after_parts[i], *was = find_part(before_parts, before_count, now),
                          *stood = find_part(old_parts, old_count, now);
        bool is_same = was && weave_words_equal((struct word_range){&weave->after, now->first, now->end},
                                                (struct word_range){&weave->before, was->first, was->end});
        if (is_same && stood && !(weave->has_new_columns && is_cell(now)))
            add_words(weave, &weave->old, stood->first, stood->end);
        else if (!is_same || is_cell(now))
            add_words(weave, &weave->after, now->first, now->end);
    }
    for (size_t i = 0; i < old_count; i++) {
        const struct part *stood = &old_parts[i], *was = find_part(before_parts, before_count, stood);
        bool is_dropped =
            was && (is_cell(stood) || weave_words_equal((struct word_range){&weave->old, stood->first, stood->end},
                                                        (struct word_range){&weave->before, was->first, was->end}));
        is_dropped |= weave->has_new_columns && is_cell(stood);
        if (weave->is_alone)
            is_dropped = !is_of_people(weave, &weave->written, stood);
        if (!is_dropped && !find_part(after_parts, after_count, stood))
            add_words(weave, &weave->old, stood->first, stood->end);
    }
}

/* Adds what people wrote in the heads of statements that the change removes, if this one declares the same: the change
 * joins rows. */
static void add_left(struct weave *weave, const struct statement *old, const struct statement *after)
{
    struct part *parts, *own = NULL;
    size_t own_count = old ? cut_parts(weave, &weave->old, old, &own) : 0;
    for (struct left *left = weave->left; left; left = left->around)
        for (size_t i = 0; i < left->count; i++) {
            const struct statement *removed = &left->items[i];
            bool is_taken = left->is_waiting[i] && !removed->is_group && removed->key == after->key;
            size_t count = is_taken ? cut_parts(weave, &weave->old, removed, &parts) : 0;
            for (size_t k = 0; k < count; k++)
                if (is_of_people(weave, weave->is_alone ? &weave->written : &weave->before, &parts[k]) &&
                    !find_part(own, own_count, &parts[k]))
                    add_words(weave, &weave->old, parts[k].first, parts[k].end);
            left->is_waiting[i] &= !is_taken;
        }
}

/* ---- Lists of statements */

/* The statements on one level of the three texts. */
struct lists {
    const struct statement *old, *before, *after;
    size_t old_count, before_count, after_count;
};

/* A statement of the result: its indices in the lists, or WEAVE_NONE. */
struct woven {
    size_t old, after;
};

static void weave_lists(struct weave *weave, const struct lists *lists);

static bool is_unchanged(const struct weave *weave, const struct statement *before, const struct statement *after)
{
    return before && weave_words_equal((struct word_range){&weave->before, before->lead, before->end},
                                       (struct word_range){&weave->after, after->lead, after->end});
}

/* True if the old statement stays as it is: the change does not affect it. If the change is in the columns, it affects
 * each statement that people have written otherwise. */
static bool statement_stays(const struct weave *weave, const struct statement *old, const struct statement *before,
                            const struct statement *after)
{
    return is_unchanged(weave, before, after) &&
           (!weave->has_new_columns ||
            weave_words_equal((struct word_range){&weave->old, old->first, old->end},
                              (struct word_range){&weave->before, before->first, before->end}));
}

/* Adds one statement. `old` or `before` may be NULL. */
static void weave_statement(struct weave *weave, const struct statement *old, const struct statement *before,
                            const struct statement *after)
{
    bool has_braces = after->close != after->head_end;
    bool is_same_head = old && before &&
                        weave_words_equal((struct word_range){&weave->before, before->first, before->head_end},
                                          (struct word_range){&weave->after, after->first, after->head_end});
    weave->edits += !is_same_head;
    if (old && statement_stays(weave, old, before, after)) {
        add_words(weave, &weave->old, old->lead, old->end);
        return;
    }
    add_lead(weave, old, before, after);
    bool is_alike = old && before && has_braces == (old->close != old->head_end) &&
                    has_braces == (before->close != before->head_end);
    if (!is_alike) {
        add_words(weave, &weave->after, after->first, after->head_end);
        add_left(weave, NULL, after);
        add_words(weave, &weave->after, after->head_end, after->end);
        return;
    }
    add_head(weave, old, before, after);
    add_left(weave, old, after);
    add_words(weave, &weave->old, old->head_end, old->head_end + has_braces);
    if (has_braces) {
        const struct lists inside = {old->children,    before->children,    after->children,
                                     old->child_count, before->child_count, after->child_count};
        size_t first = old->child_count ? old->children[0].lead : old->tail;
        add_words(weave, &weave->old, old->head_end + 1, first);
        weave_lists(weave, &inside);
        add_comments(weave, (struct word_range){&weave->old, old->tail, old->close},
                     (struct word_range){&weave->before, before->tail, before->close},
                     (struct word_range){&weave->after, after->tail, after->close});
    }
    add_words(weave, &weave->old, old->close, old->end);
}

/* True if statements that exist in both texts have the same order in both. */
static bool is_ascending(const size_t *partners, size_t count)
{
    size_t last = 0;
    for (size_t i = 0; i < count; i++) {
        if (partners[i] == WEAVE_NONE)
            continue;
        if (partners[i] < last)
            return false;
        last = partners[i];
    }
    return true;
}

static void insert_woven(struct woven *list, size_t *count, size_t at, struct woven item)
{
    memmove(list + at + 1, list + at, (*count - at) * sizeof *list);
    list[at] = item;
    ++*count;
}

/* Returns the position of an old statement in the result, or `count`. */
static size_t find_woven(const struct woven *list, size_t count, size_t old)
{
    size_t found = count;
    for (size_t i = 0; old != WEAVE_NONE && i < count; i++)
        found = list[i].old == old ? i : found;
    return found;
}

/* Lists the statements of the result in their order. Normally this is the order of `old`; a new statement comes after
 * the one that precedes it in `after`. If the change moves statements, it is the order of `after`; a statement that
 * only `old` has comes after the one that precedes it there. */
static size_t order_statements(const struct lists *lists, const size_t *to_before, const size_t *to_old,
                               const bool *is_own, const bool *is_there, struct woven *list)
{
    size_t count = 0, at = 0;
    bool keeps = is_ascending(to_before, lists->after_count);
    for (size_t i = 0; keeps && i < lists->old_count; i++)
        list[count++] = (struct woven){i, WEAVE_NONE};
    for (size_t i = 0; i < lists->after_count; i++) {
        if (is_there[i])
            continue;
        size_t before = to_before[i], old = before == WEAVE_NONE ? WEAVE_NONE : to_old[before];
        size_t found = keeps ? find_woven(list, count, old) : count;
        if (!at && found == count) { /* no statement above it is in `old`: insert it before the next one that is */
            size_t next = i + 1;
            while (next < lists->after_count &&
                   (to_before[next] == WEAVE_NONE || to_old[to_before[next]] == WEAVE_NONE))
                next++;
            size_t place = next < lists->after_count ? find_woven(list, count, to_old[to_before[next]]) : count;
            insert_woven(list, &count, place, (struct woven){old, i});
            continue;
        }
        if (found < count) {
            list[found].after = i;
            at = found + 1;
        } else {
            insert_woven(list, &count, keeps ? at : count, (struct woven){old, i});
            at++;
        }
    }
    for (size_t i = 0; !keeps && i < lists->old_count; i++) {
        size_t place = 0;
        if (!is_own[i])
            continue;
        for (size_t k = 0; k < count; k++)
            place = i && list[k].old == i - 1 ? k + 1 : place;
        insert_woven(list, &count, place, (struct woven){i, WEAVE_NONE});
    }
    return count;
}

/* The statements of the result, and the partner in `before` of each statement of `after`. */
struct order {
    struct woven *items;
    size_t count;
    size_t *to_before;
    bool *is_left; /* for each old statement: the change removes it */
};

static struct order find_order(struct weave *weave, const struct lists *lists)
{
    struct order order = {.items = ARENA_ARRAY(weave->arena, struct woven, lists->old_count + lists->after_count + 1),
                          .is_left = ARENA_ARRAY(weave->arena, bool, lists->old_count + 1)};
    const struct statement_list old = {&weave->old, lists->old, lists->old_count};
    const struct statement_list before = {&weave->before, lists->before, lists->before_count};
    const struct statement_list after = {&weave->after, lists->after, lists->after_count};
    size_t *to_old = weave_find_partners(weave, before, old);
    bool *is_own = ARENA_ARRAY(weave->arena, bool, lists->old_count + 1);
    bool *is_met = ARENA_ARRAY(weave->arena, bool, lists->before_count + 1);
    order.to_before = weave_find_partners(weave, after, before);
    for (size_t i = 0; i < lists->after_count; i++)
        if (order.to_before[i] != WEAVE_NONE)
            is_met[order.to_before[i]] = true;
    for (size_t i = 0; i < lists->old_count; i++)
        is_own[i] = true;
    for (size_t i = 0; i < lists->before_count; i++) {
        if (to_old[i] == WEAVE_NONE)
            continue;
        is_own[to_old[i]] = order.is_left[to_old[i]] = !is_met[i];
    }
    /* People have already added the statement. */
    bool *is_there = ARENA_ARRAY(weave->arena, bool, lists->after_count + 1);
    for (size_t i = 0; i < lists->after_count; i++)
        for (size_t k = 0; order.to_before[i] == WEAVE_NONE && !lists->after[i].is_group && k < lists->old_count; k++)
            is_there[i] |= is_own[k] && !order.is_left[k] && lists->old[k].key == lists->after[i].key;
    order.count = order_statements(lists, order.to_before, to_old, is_own, is_there, order.items);
    return order;
}

static void weave_lists(struct weave *weave, const struct lists *lists)
{
    struct order order = find_order(weave, lists);
    struct left left = {.around = weave->left, .items = lists->old, .count = lists->old_count};
    left.is_waiting = arena_copy_array(weave->arena, order.is_left, lists->old_count + 1, sizeof *order.is_left);
    weave->left = &left;
    for (size_t i = 0; i < order.count; i++) {
        const struct woven *item = &order.items[i];
        const struct statement *old = item->old == WEAVE_NONE ? NULL : &lists->old[item->old];
        if (item->after == WEAVE_NONE && order.is_left[item->old]) {
            /* Keep the comments of a statement that the change removes. */
            add_words(weave, &weave->old, old->lead, old->first);
            for (size_t j = old->close + 1; j < old->end; j++) {
                struct format_word word = weave->old.words[j];
                word.newlines = 1;
                buffer_add(&weave->words, &word, sizeof word);
            }
        } else if (item->after == WEAVE_NONE) {
            add_words(weave, &weave->old, old->lead, old->end);
        } else {
            const struct statement *after = &lists->after[item->after];
            size_t was = order.to_before[item->after];
            const struct statement *before = was == WEAVE_NONE ? NULL : &lists->before[was];
            size_t first = weave->words.size / sizeof(struct format_word);
            if (old || !is_unchanged(weave, before, after))
                weave_statement(weave, old, before, after);
            /* Set the number of blank lines above a statement that begins at word `word` of the result. Take it from
             * `after` if people did not change it. */
            struct format_word *words = (void *)weave->words.data;
            if (old && before && first < weave->words.size / sizeof *words &&
                (weave->old.words[old->lead].newlines > 1) == (weave->before.words[before->lead].newlines > 1))
                words[first].newlines = weave->after.words[after->lead].newlines;
        }
    }
    weave->left = left.around;
}

/* ---- Declarations */

/* True if two declarations have the same members in the same groups. */
static bool have_same_members(struct weave *weave, const struct statement *old, const struct statement *before)
{
    size_t *partners =
        weave_find_partners(weave, (struct statement_list){&weave->before, before->children, before->child_count},
                            (struct statement_list){&weave->old, old->children, old->child_count});
    size_t old_count = 0, count = 0;
    for (size_t i = 0; i < old->child_count; i++)
        old_count += old->children[i].is_group || !strncmp(old->children[i].key, "member", 6);
    for (size_t i = 0; i < before->child_count; i++) {
        const struct statement *child = &before->children[i];
        if (!child->is_group && strncmp(child->key, "member", 6) != 0)
            continue;
        count++;
        if (partners[i] == WEAVE_NONE || !have_same_members(weave, &old->children[partners[i]], child))
            return false;
    }
    return count == old_count;
}

/* Adds a declaration. If people have regrouped, added or removed its members, the change does not fit. Then the
 * declaration is written as in `after`, and keeps the comments and remarks that people wrote at rows that still
 * exist. */
static void weave_declaration(struct weave *weave, const struct statement *old, const struct statement *before,
                              const struct statement *after)
{
    const struct text text = weave->before;
    bool fits = !old || !before || weave->keeps_rows || is_unchanged(weave, before, after);
    if (fits || have_same_members(weave, old, before)) {
        weave_statement(weave, old, before, after);
        return;
    }
    weave->written = text;
    weave->before = weave->old;
    weave->is_alone = true;
    weave_statement(weave, old, old, after);
    weave->is_alone = false;
    weave->before = text;
}

/* ---- The text */

/* Returns the end of a statement in the bytes of a text, without the blanks that follow. */
static size_t find_raw_end(const struct text *text, const struct statement *statement)
{
    size_t at = statement->end < text->word_count ? text->words[statement->end].begin : text->whole.size;
    while (at && strchr(" \t\r\n", text->whole.text[at - 1]))
        at--;
    return at;
}

/* Writes the declarations of a file. */
static void write_all(struct weave *weave, const struct order *order, struct buffer *out)
{
    const struct text *text = &weave->old;
    bool follows_new = false;
    for (size_t i = 0; i < order->count; i++) {
        const struct woven *item = &order->items[i];
        const struct statement *old = item->old == WEAVE_NONE ? NULL : &text->items[item->old];
        const struct statement *after = item->after == WEAVE_NONE ? NULL : &weave->after.items[item->after];
        size_t was = after ? order->to_before[item->after] : WEAVE_NONE;
        const struct statement *before = was == WEAVE_NONE ? NULL : &weave->before.items[was];
        bool is_same = after ? old ? statement_stays(weave, old, before, after) : is_unchanged(weave, before, after)
                             : !order->is_left[item->old];
        bool is_written = old ? after || is_same : !is_same;
        if (is_written) {
            /* Append the blank lines above a statement. Take them from `old`, or from `after` if the change affects
             * them and people did not edit them. A statement that moves to or from the top of the file gains or loses
             * them. */
            const char *line_end = lines_end(text->whole.text, text->whole.size);
            bool is_apart = after && weave->after.words[after->lead].newlines > 1;
            bool was_apart = before && weave->before.words[before->lead].newlines > 1;
            bool stood_apart = old && text->words[old->lead].newlines > 1;
            size_t first = old && old > text->items ? find_raw_end(text, old - 1) : 0;
            bool was_top = old == text->items, is_top = !out->size;
            if (old && was_top == is_top &&
                (!before || was_apart == is_apart || stood_apart != was_apart || (was_apart && !follows_new)))
                buffer_add(out, text->whole.text + first, text->words[old->lead].begin - first);
            else
                buffer_format(out, "%s%s", is_top ? "" : line_end, is_apart && !is_top ? line_end : "");
        }
        follows_new = is_written ? !old : follows_new;
        if (old && is_same)
            buffer_add(out, text->whole.text + text->words[old->lead].begin,
                       find_raw_end(text, old) - text->words[old->lead].begin);
        if (after && !is_same) {
            /* Append a new or changed statement in canonical form, without its last line end. */
            const char *line_end = lines_end(text->whole.text, text->whole.size);
            buffer_clear(&weave->words);
            weave_declaration(weave, old, before, after);
            format_rows((const void *)weave->words.data, weave->words.size / sizeof(struct format_word), line_end, out);
            while (out->size && strchr("\r\n", out->data[out->size - 1]))
                out->size--;
        }
    }
    size_t end = text->count ? find_raw_end(text, &text->items[text->count - 1]) : 0;
    buffer_add(out, text->whole.text + end, text->whole.size - end);
}

/* Returns the words of a text's `columns` line. Without one, they are none. */
static struct word_range find_columns(const struct text *text)
{
    for (size_t i = 0; i < text->count; i++)
        if (word_is(&text->words[text->items[i].first], "columns"))
            return (struct word_range){text, text->items[i].first, text->items[i].head_end};
    return (struct word_range){text, 0, 0};
}

void weave_write(struct weave *weave, struct weave_result *result)
{
    const struct lists lists = {weave->old.items, weave->before.items, weave->after.items,
                                weave->old.count, weave->before.count, weave->after.count};
    struct order order = find_order(weave, &lists);
    weave->has_new_columns = !weave_words_equal(find_columns(&weave->before), find_columns(&weave->after));
    write_all(weave, &order, result->out);
    result->edits = weave->edits;
    buffer_free(&weave->words);
}

bool spec_weave(struct arena *arena, struct weave_text old, struct weave_text before, struct weave_text after,
                struct weave_result *result)
{
    struct weave weave = {.arena = arena, .program = program_new(arena)};
    if (!weave_read(&weave, "", old, &weave.old) || !weave_read(&weave, "", before, &weave.before) ||
        !weave_read(&weave, "", after, &weave.after))
        return false;
    weave_write(&weave, result);
    return true;
}
