/*
 * Finds the declarations whose text is the same in two folds, where the second one has all kernels of the first and
 * more. Such a text need not be made.
 *
 * The text of a declaration follows from its runs, from how the versions at their ends are spelled, and from what it
 * says of other declarations: their names and files, and the sizes and alignments of those that it holds. If all of
 * these are the same, so is the text. Whatever is not compared here counts as different.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "fold/into_parts.h"
#include "kernel/store.h"

/* No kernel. */
enum { NEW = -1 };

struct pair {
    struct fold *before, *after;
    const struct kernel_store *store; /* notes changes since the first fold */
    int64_t **were; /* by column and kernel of the second fold: the index of the kernel in the first one, or NEW */
};

/* ---- What all declarations depend on */

/* Finds the kernels of the first fold in the second one. False if one is missing, or if the first kernel of a column is
 * new: then declarations may begin later than all kernels. Also false if a twin (kernel/twins.h) is new: each digest
 * names its version. */
static bool match_kernels(struct pair *pair)
{
    const struct fold *before = pair->before, *after = pair->after;
    bool match = before->column_count == after->column_count;
    pair->were = ARENA_ARRAY(after->arena, int64_t *, after->column_count);
    for (size_t i = 0; i < after->column_count && match; i++) {
        const struct fold_column *old = &before->columns[i], *column = &after->columns[i];
        size_t next = 0;
        pair->were[i] = ARENA_ARRAY(after->arena, int64_t, column->count);
        for (size_t k = 0; k < column->count; k++) {
            bool was = next < old->count && old->kernels[next].kernel->version == column->kernels[k].kernel->version;
            pair->were[i][k] = was ? (int64_t)next++ : NEW;
            match &= was || !column->arch->is_twin;
        }
        match = match && old->arch == column->arch && next == old->count && pair->were[i][0] != NEW;
    }
    return match;
}

/* True if the second fold has each number type of the first one by the same name. */
static bool are_bases_same(const struct pair *pair)
{
    for (const struct fold_base *base = pair->before->bases; base; base = base->next) {
        const struct fold_base *other = pair->after->bases;
        while (other && (other->size != base->size || strcmp(other->tag, base->tag) != 0 ||
                         strcmp(other->kind, base->kind) != 0))
            other = other->next;
        if (!other || strcmp(other->name, base->name) != 0 || !ascii_same(other->bare, base->bare) ||
            other->is_big != base->is_big)
            return false;
    }
    return true;
}

static bool are_comparable(struct pair *pair)
{
    const struct fold *before = pair->before, *after = pair->after;
    return before->axis.form == AXIS_BUILDS && !before->keeps_names && !after->keeps_names &&
           before->keeps_tags == after->keeps_tags && !strcmp(fold_comment(before), fold_comment(after)) &&
           match_kernels(pair) && are_bases_same(pair);
}

/* ---- What a declaration says of others */

/* True if the alignments of a record are the same in all kernels of the first fold, and in a new kernel as in those
 * beside it. */
static bool are_aligns_same(const struct pair *pair, const struct fold_tag *before, const struct fold_tag *after)
{
    for (size_t i = 0; i < pair->after->column_count; i++) {
        const uint8_t *was = before->aligns ? before->aligns[i] : NULL, *is = after->aligns ? after->aligns[i] : NULL;
        size_t count = pair->after->columns[i].count;
        if (!was != !is)
            return false;
        for (size_t k = 0; is && k < count; k++) {
            int64_t old = pair->were[i][k];
            if (old == NEW ? is[k] != is[k - 1] || (k + 1 < count && is[k] != is[k + 1]) : is[k] != was[old])
                return false;
        }
    }
    return true;
}

/* True if a tag of a used spec has the alignment of its size, in all kernels that have it. That is what it has in the
 * others. */
static bool is_natural(const struct fold_tag *tag)
{
    for (size_t i = 0; i < tag->runs.count && !tag->is_enum; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        uint32_t align = fold_align_of_size(((const struct kernel_record *)run->what)->size);
        for (uint32_t k = run->first; k <= run->last; k++)
            if (tag->aligns && tag->aligns[run->column] && tag->aligns[run->column][k] != align)
                return false;
    }
    return true;
}

/* True if all that other declarations say of a tag is the same. Whether kernels have a tag of a used spec, too, only
 * matters for its alignment. */
static bool looks_alike(const struct pair *pair, const struct fold_tag *before, const struct fold_tag *after)
{
    bool is_same_base = before->base && after->base
                            ? before->base->size == after->base->size && !strcmp(before->base->name, after->base->name)
                            : before->base == after->base;
    bool is_same = before->is_wanted == after->is_wanted && !before->runs.count == !after->runs.count &&
                   before->pack == after->pack && are_aligns_same(pair, before, after);
    is_same |= before->is_elsewhere && !before->runs.count && is_natural(after);
    return is_same && before->is_elsewhere == after->is_elsewhere && before->is_left_out == after->is_left_out &&
           is_same_base && ascii_same(before->file, after->file);
}

/* ---- What a declaration says itself */

/* Returns the last attested version before `end`, or 0. */
static uint64_t last_attested(const struct axis *axis, uint64_t end)
{
    size_t i = axis->attested_count;
    while (i && axis->attested[i - 1] >= end)
        i--;
    return i ? axis->attested[i - 1] : 0;
}

/* True if both axes spell the end of a range the same: axis_write_to() names the last attested revision of its
 * build. */
static bool is_end_same(const struct pair *pair, uint64_t end)
{
    uint64_t one = last_attested(&pair->before->axis, end), other = last_attested(&pair->after->axis, end);
    return one == other || (one >> 16 != end >> 16 && other >> 16 != end >> 16);
}

static bool are_runs_same(const struct pair *pair, const struct fold_tag *before, const struct fold_tag *after)
{
    bool are_same = before->runs.count == after->runs.count && before->twin_run_count == after->twin_run_count;
    for (size_t i = 0; i < before->runs.count && are_same; i++) {
        const struct fold_run *one = &before->runs.items[i], *other = &after->runs.items[i];
        const struct version_range was = fold_versions(pair->before, one), is = fold_versions(pair->after, other);
        are_same = one->column == other->column && one->what == other->what && was.from == is.from && was.to == is.to &&
                   is_end_same(pair, is.from) && is_end_same(pair, is.to) &&
                   !kernel_store_is_changed(pair->store, one->what);
    }
    return are_same;
}

struct checking {
    const struct pair *pair;
    bool is_alike;
};

/* Checks what a member refers to. The integer that stands for an enumeration of another size is made when the text is,
 * so it counts as different, and so does a size that only the kernels with the tag may know. */
static void check_member(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run,
                         const char *place, const struct kernel_member *member)
{
    struct checking *checking = visit->user;
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    const struct fold_tag *made = fold_made(fold, place, member), *tag = shape->tag;
    uint32_t size = shape->type->size;
    bool is_resized = tag && tag->is_enum && size && size != tag->base->size;
    bool is_unknown = tag && !size && !shape->stars && !shape->is_function;
    if (kernel_store_is_changed(checking->pair->store, run->what) || (made && !made->looks_alike) ||
        (tag && !tag->looks_alike) || is_resized || is_unknown)
        checking->is_alike = false;
}

/* True if both folds make the same text of a tag's declaration. */
static bool is_alike(const struct pair *pair, const struct fold_tag *before, const struct fold_tag *after)
{
    struct checking checking = {pair, after->looks_alike && before->has_twins == after->has_twins &&
                                          before->is_bare == after->is_bare && !before->original && !after->original &&
                                          !before->has_no_digest && !before->states_units &&
                                          !before->states_beginnings && are_runs_same(pair, before, after)};
    const struct fold_visit visit = {check_member, &checking};
    if (checking.is_alike) /* the store has the objects of the second fold, and the first must not see others */
        fold_each_member(pair->after, after, &visit);
    return checking.is_alike;
}

static struct fold_tag *find_other(const struct pair *pair, const struct fold_tag *before)
{
    return map_get(before->is_made ? pair->after->made : pair->after->tags[before->is_enum], before->place);
}

void into_mark_alike(struct fold *before, struct fold *after, const struct kernel_store *store)
{
    struct pair pair = {.before = before, .after = after, .store = store};
    if (!are_comparable(&pair))
        return;
    for (size_t i = 0; i < before->all.count; i++) {
        struct fold_tag *tag = before->all.items[i], *other = find_other(&pair, tag);
        if (!other || strcmp(tag->name, other->name) != 0)
            return;
        other->looks_alike = looks_alike(&pair, tag, other);
    }
    for (size_t i = 0; i < before->all.count; i++) {
        struct fold_tag *tag = before->all.items[i], *other = find_other(&pair, tag);
        tag->is_alike = other->is_alike = is_alike(&pair, tag, other);
    }
}

/* ---- The form of a spec */

/* Which rows of a spec state their offsets. Later imports leave those out that follow from other rows. */
struct form {
    bool states_unit, omits_unit;           /* some bit-field states its offset; some does not */
    bool states_beginning, omits_beginning; /* the same of rows at the beginning of an anonymous record */
};

static void find_form(const struct row *rows, struct form *form)
{
    for (const struct row *row = rows; row; row = row->next) {
        bool states = ast_clause_find(row->decl, AST_AT) != NULL;
        if (ast_clause_find(row->decl, AST_WIDTH))
            *(states ? &form->states_unit : &form->omits_unit) = true;
        bool begins = row->parent && (row->parent->form == FORM_UNION || row->parent->children == row);
        if (begins && !row_is_anonymous(row))
            *(states ? &form->states_beginning : &form->omits_beginning) = true;
        find_form(row->children, form);
    }
}

void into_take_form(const struct group *group, const struct map *tags)
{
    for (size_t i = 0; i < group->type_count; i++) {
        const struct record *record = group->types[i]->record;
        struct fold_tag *tag = map_get(tags, group->types[i]->local);
        struct form form = {0};
        if (!tag || !record)
            continue;
        find_form(record->rows, &form);
        tag->has_no_digest = !record->digest_row;
        tag->states_units = form.states_unit && !form.omits_unit;
        tag->states_beginnings = form.states_beginning && !form.omits_beginning;
    }
}
