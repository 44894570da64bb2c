/*
 * Chooses the tags and members that words of --struct name. If words name only some members of a tag, the others are
 * dropped. The tag is measured before, so that it keeps the alignment of the whole record.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/diag.h"
#include "fold/fold_parts.h"
#include "model/nearest.h"

/* ---- Names */

bool fold_is_called(const struct fold_tag *tag, const char *part)
{
    const char *bare = selection_without_underscores(part);
    return selection_matches(part, tag->name) || selection_matches(part, tag->place) ||
           selection_matches(bare, selection_without_underscores(tag->name));
}

struct fold_tag *fold_find(struct fold *fold, const char *name)
{
    struct nearest nearest = {.wanted = name};
    struct fold_tag *alike = NULL;
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (!tag->runs.count)
            continue;
        if (!strcmp(tag->place, name) || !strcmp(tag->name, name))
            return tag;
        if (!strcmp(fold_without_underscores(tag->name), fold_without_underscores(name)))
            alike = tag;
        nearest_consider(&nearest, tag->name);
    }
    if (alike)
        return alike;
    struct diag *diag = diag_report(fold->program->diags, DIAG_USAGE, (struct span){0, 0},
                                    "no kernel has a structure or enumeration called '%s'", name);
    if (nearest.best)
        diag_help(diag, "did you mean '%s'?", nearest.best);
    return NULL;
}

/* ---- Members */

static bool holds_record(const struct fold_shape *shape)
{
    return shape->tag && !shape->tag->is_enum && !shape->stars && !shape->is_function;
}

static void pick_member(struct fold *fold, struct fold_tag *tag, const struct kernel_member *member)
{
    if (!tag->picks)
        tag->picks = map_new(fold->arena);
    map_set(tag->picks, member->name, tag);
}

/* True if the parts of a word from `at` on lead from an unnamed record to a member. */
static bool leads_on(struct fold *fold, const struct kernel_record *record, const struct selection_word *word,
                     size_t at)
{
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        const struct fold_shape *shape = fold_shape_of(fold, member->type);
        if (!selection_matches(word->parts[at], fold_mend(fold, member->name)))
            continue;
        if (at + 1 == word->count || (shape->type->kind == KERNEL_UNNAMED && !shape->stars &&
                                      leads_on(fold, shape->type->record, word, at + 1)))
            return true;
    }
    return false;
}

bool fold_pick(struct fold *fold, struct fold_tag *tag, const struct selection_word *word, size_t at)
{
    bool any = false;
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct kernel_record *record = tag->runs.items[i].what;
        for (size_t k = 0; k < record->member_count; k++) {
            const struct kernel_member *member = &record->members[k];
            const struct fold_shape *shape = fold_shape_of(fold, member->type);
            if (!selection_matches(word->parts[at], fold_mend(fold, member->name)))
                continue;
            bool is_picked = at + 1 == word->count;
            if (!is_picked && holds_record(shape) && shape->tag->runs.count)
                is_picked = fold_pick(fold, shape->tag, word, at + 1);
            else if (!is_picked && shape->type->kind == KERNEL_UNNAMED && !shape->stars)
                is_picked = leads_on(fold, shape->type->record, word, at + 1); /* an unnamed record stays whole */
            if (is_picked)
                pick_member(fold, tag, member);
            any |= is_picked;
        }
    }
    return any;
}

void fold_pick_known(struct fold *fold, struct fold_tag *tag, const struct record *record)
{
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct kernel_record *known = tag->runs.items[i].what;
        for (size_t k = 0; k < known->member_count; k++)
            if (record_find_member(record, fold_mend(fold, known->members[k].name)))
                pick_member(fold, tag, &known->members[k]);
    }
    if (!tag->picks)
        tag->picks = map_new(fold->arena);
}

/* Returns a record with only the picked members. */
static const struct kernel_record *reduce_record(struct fold *fold, const struct fold_tag *tag,
                                                 const struct kernel_record *record)
{
    struct kernel_record *reduced = ARENA_NEW(fold->arena, struct kernel_record);
    struct kernel_member *members = ARENA_ARRAY(fold->arena, struct kernel_member, record->member_count);
    struct kernel_omission *omissions = ARENA_ARRAY(fold->arena, struct kernel_omission, record->omission_count);
    *reduced = *record;
    reduced->member_count = reduced->omission_count = 0;
    reduced->members = members;
    reduced->omissions = omissions;
    reduced->order = NULL;
    reduced->other = NULL;
    reduced->group_count = 0;
    for (size_t i = 0; i < record->member_count; i++)
        if (map_get(tag->picks, record->members[i].name))
            members[reduced->member_count++] = record->members[i];
    for (size_t i = 0; i < record->omission_count; i++)
        if (map_get(tag->picks, record->omissions[i].name))
            omissions[reduced->omission_count++] = record->omissions[i];
    return reduced;
}

void fold_reduce(struct fold *fold, struct fold_tag *tag)
{
    const void *last = NULL, *reduced = NULL;
    if (!tag->picks || tag->is_whole || tag->is_enum)
        return;
    fold_measure(fold, tag);
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct kernel_record *record = tag->runs.items[i].what;
        if (record != last)
            reduced = reduce_record(fold, tag, record);
        last = record;
        tag->is_partial |= ((const struct kernel_record *)reduced)->member_count < record->member_count;
        tag->runs.items[i].what = reduced;
    }
}

/* ---- The words of a request */

void fold_report_member(struct fold *fold, const struct fold_tag *tag, const struct selection_word *word)
{
    struct nearest nearest = {.wanted = word->parts[1]};
    struct diag *diag = diag_report(fold->program->diags, DIAG_USAGE, (struct span){0, 0},
                                    tag->is_enum     ? "'%s' is an enumeration; only structures have members"
                                    : word->is_pattern ? "in no kernel '%s' has a member that matches '%s'"
                                                       : "in no kernel '%s' has a member '%s'",
                                    tag->name, word->text + strcspn(word->text, ".") + 1);
    for (size_t i = 0; i < tag->runs.count && !tag->is_enum && word->count == 2; i++) {
        const struct kernel_record *record = tag->runs.items[i].what;
        for (size_t k = 0; k < record->member_count; k++)
            nearest_consider(&nearest, fold_mend(fold, record->members[k].name));
    }
    if (nearest.best && !word->is_pattern)
        diag_help(diag, "did you mean '%s.%s'?", tag->name, nearest.best);
}

static void add_word(struct fold *fold, const char *text)
{
    buffer_add(&fold->words, &text, sizeof text);
}

/* Returns a word as types.strata lists it: with the tag's name in specs. */
static const char *spell_word(struct fold *fold, const struct fold_tag *tag, const struct selection_word *word)
{
    if (selection_is_pattern(word->parts[0]))
        return word->text;
    return arena_format(fold->arena, "%s%s", tag->name, word->text + strlen(word->parts[0]));
}

/* Selects the tag or the members that a word names in one tag. Returns false if there are none. */
static bool select_in(struct fold *fold, struct fold_tag *tag, const struct selection_word *word)
{
    if (word->count == 1)
        tag->is_whole = true;
    else if (tag->is_enum || !fold_pick(fold, tag, word, 1))
        return false;
    tag->is_chosen = true;
    return true;
}

static bool select_exact(struct fold *fold, const struct selection_word *word)
{
    struct fold_tag *tag = fold_find(fold, word->parts[0]);
    if (!tag)
        return false;
    if (tag->is_elsewhere) {
        const struct type *type = fold_find_used(fold, tag->name);
        diag_report(fold->program->diags, DIAG_USAGE, (struct span){0, 0},
                    "'%s' is declared by %s, which is used; it is not declared again", tag->name,
                    fold->request->model->program->files[type->file_index].path);
        return false;
    }
    if (!select_in(fold, tag, word)) {
        fold_report_member(fold, tag, word);
        return false;
    }
    add_word(fold, spell_word(fold, tag, word));
    return true;
}

static bool select_matching(struct fold *fold, const struct selection_word *word)
{
    bool any = false;
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (tag->runs.count && !tag->is_made && !tag->is_elsewhere && fold_is_called(tag, word->parts[0]))
            any |= select_in(fold, tag, word);
    }
    if (!any)
        diag_report(fold->program->diags, DIAG_USAGE, (struct span){0, 0},
                    word->count > 1 ? "no kernel has a member of a structure that matches '%s'"
                                    : "no kernel has a structure or enumeration that matches '%s'",
                    word->text);
    add_word(fold, word->text);
    return any;
}

bool fold_select(struct fold *fold, const struct selection *selection)
{
    for (size_t i = 0; i < selection->count; i++) {
        const struct selection_word *word = &selection->words[i];
        if (!(selection_is_pattern(word->parts[0]) ? select_matching : select_exact)(fold, word))
            return false;
    }
    for (size_t i = 0; i < fold->all.count; i++)
        fold_reduce(fold, fold->all.items[i]);
    return true;
}

/* ---- The words of --struct in types.strata */

/* The beginning of a comment line that lists names given to --struct. */
static const char choice_line[] = "// --struct ";

const char *const *fold_read_choice(struct fold *fold, const char *text, size_t *count)
{
    return fold_read_words(fold, text, choice_line, count);
}

const char *const *fold_read_words(struct fold *fold, const char *text, const char *begin, size_t *count)
{
    struct buffer names = {0};
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, begin, strlen(begin)))
            continue;
        const char *word = line + strlen(begin);
        for (size_t size; *word && *word != '\n'; word += size, word += strspn(word, ", \r")) {
            size = strcspn(word, ", \r\n");
            const char *name = intern_name(fold->intern, word, size);
            if (size)
                buffer_add(&names, &name, sizeof name);
        }
    }
    *count = names.size / sizeof(char *);
    const char *const *choice = arena_copy_array(fold->arena, names.data, *count, sizeof *choice);
    buffer_free(&names);
    return choice;
}

const char *fold_comment_choice(struct fold *fold, const char *comment)
{
    enum { LINE_MOST = 120 };
    struct buffer text = {0};
    size_t line = 0, count = fold->words.size / sizeof(char *);
    const char **words = (const char **)(void *)fold->words.data;
    buffer_add_text(&text, comment);
    if (count)
        qsort(words, count, sizeof *words, ascii_compare);
    for (size_t i = 0; i < count; i++) {
        if (i && !strcmp(words[i], words[i - 1]))
            continue;
        bool is_first = !line || text.size - line + strlen("// ,") + strlen(words[i]) > LINE_MOST;
        if (is_first)
            line = text.size + 1;
        buffer_format(&text, "%s%s", is_first ? "\n--struct " : ",", words[i]);
    }
    const char *result = arena_copy(fold->arena, text.data, text.size);
    buffer_free(&text);
    return result;
}

const char *fold_without_choice(struct fold *fold, const char *text)
{
    struct buffer rest = {0};
    for (const char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (strncmp(line, choice_line, strlen(choice_line)) != 0)
            buffer_add(&rest, line, (size_t)(end - line));
    }
    const char *result = arena_copy(fold->arena, rest.data, rest.size);
    buffer_free(&rest);
    return result;
}

/* ---- Declarations that a module leaves out */

static void visit_left_out(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run,
                           const char *place, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    bool *holds = visit->user;
    (void)run, (void)place;
    *holds |= shape->tag && !shape->stars && !shape->is_function && shape->tag->is_left_out;
}

void fold_leave_out(struct fold *fold, const char *const *names, size_t count)
{
    bool is_changed = count > 0;
    for (size_t i = 0; i < fold->all.count; i++)
        for (size_t k = 0; k < count; k++)
            fold->all.items[i]->is_left_out |= fold_is_called(fold->all.items[i], names[k]);
    while (is_changed) {
        is_changed = false;
        for (size_t i = 0; i < fold->all.count; i++) {
            struct fold_tag *tag = fold->all.items[i];
            bool holds = false;
            const struct fold_visit visit = {visit_left_out, &holds};
            if (tag->is_left_out || tag->is_enum)
                continue;
            fold_each_member(fold, tag, &visit);
            tag->is_left_out = holds;
            is_changed |= holds;
        }
    }
}
