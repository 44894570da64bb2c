#include <string.h>

#include "base/arena.h"
#include "check/bytes_parts.h"
#include "front/load.h"
#include "spec/cell_edit.h"

enum { GROUPS_MOST = 16, COLUMNS_MOST = 64 };

/* A right value for an alternative, and the versions in which it is right. */
struct group {
    uint32_t place;
    struct version_set versions;
    bool is_stated; /* the value equals the one in the text */
};

struct groups {
    struct group items[GROUPS_MOST];
    size_t count;
};

/* Returns the versions in which an alternative holds on an arch. An alternative of a slot holds for all rows of the
 * slot. */
static struct version_set versions_of(struct check_run *run, const struct bytes_wrong *wrong, const struct arch *arch,
                                      const struct ast_alternative *alternative)
{
    struct version_set in = {0};
    const struct row *row = wrong->row;
    if (row && row->slot)
        row = row->parent ? row->parent->children : run->record->rows;
    do {
        if (!row || row == wrong->row || row->slot == wrong->row->slot) {
            const struct cell *cell = wrong->row ? &row_on(row, arch)->offset : &run->record->size[arch->index];
            for (size_t i = 0; i < cell->count; i++)
                if (cell->values[i].alternative == alternative)
                    in = version_set_union(run->arena, in, cell->values[i].versions);
        }
        row = row && wrong->row->slot ? row->next : NULL;
    } while (row);
    return in;
}

static bool add_group(struct check_run *run, struct groups *groups, uint32_t place, struct version_set in,
                      bool is_stated)
{
    if (!in.count)
        return true;
    for (size_t i = 0; i < groups->count; i++) {
        struct group *group = &groups->items[i];
        if (group->is_stated == is_stated && group->place == place) {
            group->versions = version_set_union(run->arena, group->versions, in);
            return true;
        }
    }
    if (groups->count == GROUPS_MOST)
        return false;
    groups->items[groups->count++] = (struct group){place, in, is_stated};
    return true;
}

/* Collects the right values of an alternative and their versions, on the arches of one column, or with SIZE_MAX of all
 * columns. Returns false if they are uncertain or differ between arches. */
static bool collect_groups(struct check_run *run, const struct bytes_wrong *wrong, size_t column, struct groups *groups)
{
    groups->count = 0;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct arch *arch = run->model->arches[i];
        const struct record_on *on = &run->record->on[i];
        if (!on->exists || on->alias || (column != SIZE_MAX && on->column != column))
            continue;
        struct version_set right = versions_of(run, wrong, arch, wrong->alternative);
        for (const struct bytes_value *value = wrong->values; value; value = value->next) {
            if (value->arch != arch)
                continue;
            struct version_set in = version_set_intersect(run->arena, value->versions, right);
            right = version_set_subtract(run->arena, right, in);
            if (!value->is_certain || !add_group(run, groups, value->place, in, false))
                return false;
        }
        if (!add_group(run, groups, 0, right, true))
            return false;
    }
    for (size_t i = 0; i < groups->count; i++)
        for (size_t k = 0; k < i; k++)
            if (version_set_intersect(run->arena, groups->items[i].versions, groups->items[k].versions).count)
                return false;
    /* Sort the groups by version. */
    for (size_t i = 1; i < groups->count; i++) {
        for (size_t k = i; k && groups->items[k].versions.ranges[0].from < groups->items[k - 1].versions.ranges[0].from;
             k--) {
            struct group swap = groups->items[k];
            groups->items[k] = groups->items[k - 1];
            groups->items[k - 1] = swap;
        }
    }
    return true;
}

/* Returns the alternative as the text has it, without its provenance. */
static struct spec_alternative *make_stated(struct check_run *run, const struct ast_alternative *alternative)
{
    return spec_alternative_stated(run->arena, run->model->program->sources, alternative);
}

/* Returns one value for the alternative, with the versions that the text gives. */
static struct spec_alternative *make_value(struct check_run *run, const struct ast_alternative *alternative,
                                           const struct group *group)
{
    struct spec_alternative *value = make_stated(run, alternative);
    const struct ast_alternative *was = ast_alternative_was(alternative);
    bool is_known = alternative->value != AST_VALUE_UNKNOWN, is_inferred = alternative->provenance == AST_INFERRED;
    if (group->is_stated && (!was || !is_known)) {
        value->provenance = is_inferred ? AST_INFERRED : AST_DOCUMENTED;
        return value;
    }
    if (!was && !group->is_stated && alternative->provenance == AST_DOCUMENTED && is_known)
        was = alternative;
    value->was = was ? make_stated(run, was) : NULL;
    value->provenance = !group->is_stated && (is_inferred || !is_known) ? AST_INFERRED : AST_CORRECTED;
    value->kind = group->is_stated ? SPEC_TEXT : SPEC_NUMBER;
    value->number = group->place;
    return value;
}

/* Returns the alternative with its values, each with its versions. If the text gives no versions, the last value has
 * none either. If there is only one value, it keeps the versions in the text. */
static struct spec_alternative *make_values(struct check_run *run, const struct bytes_wrong *wrong,
                                            const struct groups *groups)
{
    struct spec_alternative *first = NULL, **end = &first;
    for (size_t i = 0; i < groups->count; i++) {
        struct spec_alternative *value = make_value(run, wrong->alternative, &groups->items[i]);
        if (groups->count > 1) {
            value->is_bare = value->is_bare && i + 1 == groups->count;
            value->versions = groups->items[i].versions;
            value->spelled_versions = NULL;
        }
        *end = value;
        end = &value->next;
    }
    return first;
}

static bool sets_touch(struct version_set a, struct version_set b)
{
    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++)
            if (a.ranges[i].to == b.ranges[k].from || b.ranges[k].to == a.ranges[i].from)
                return true;
    return false;
}

static struct diag_edit *new_edit(struct check_run *run, struct span span, const struct spec_cell *cell)
{
    struct diag_edit *edit = ARENA_NEW(run->arena, struct diag_edit);
    edit->span = span;
    edit->replacement = spec_cell_text(run->arena, &run->model->axis, cell);
    return edit;
}

/* Returns the edit that replaces the alternatives at a position in the text. */
static struct diag_edit *replace_values(struct check_run *run, struct span span,
                                     const struct spec_alternative *alternatives)
{
    return new_edit(run, span, &(struct spec_cell){1, &alternatives});
}

/* Returns an edit of another alternative that has the right value: it adds the versions that the wrong one without
 * versions covers now. Then removes the group. Returns NULL if there is no such alternative. */
static struct diag_edit *widen_neighbour(struct check_run *run, const struct bytes_wrong *wrong,
                                         const struct ast_alternative *alternatives, const struct arch *arch,
                                         struct groups *groups)
{
    bool is_bare = make_stated(run, wrong->alternative)->is_bare;
    for (size_t i = 0; i < groups->count && is_bare && groups->count > 1; i++) {
        const struct group *group = &groups->items[i];
        for (const struct ast_alternative *other = alternatives; other; other = other->next) {
            if (group->is_stated || other == wrong->alternative || other->value != AST_VALUE_NUMBER ||
                other->number != group->place || !other->set || other->provenance != AST_DOCUMENTED)
                continue;
            struct version_set in = versions_of(run, wrong, arch, other);
            if (!sets_touch(in, group->versions))
                continue;
            struct spec_alternative *value = make_stated(run, other);
            value->provenance = AST_CORRECTED;
            value->versions = version_set_union(run->arena, in, group->versions);
            value->spelled_versions = NULL;
            value->was = make_stated(run, other);
            memmove(&groups->items[i], &groups->items[i + 1], (groups->count - i - 1) * sizeof *groups->items);
            groups->count--;
            return replace_values(run, other->span, value);
        }
    }
    return NULL;
}

/* Returns an arch that a column serves; NULL if there is none. */
static const struct arch *arch_of_column(const struct check_run *run, const struct cell_text *text, size_t column)
{
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        if (on->exists && !on->alias && (text->column_count == 1 || on->column == column))
            return run->model->arches[i];
    }
    return NULL;
}

/* Returns the edit that replaces one column for all arches by a column for each arch; NULL if that is not possible. */
static struct diag_edit *expand_columns(struct check_run *run, const struct bytes_wrong *wrong,
                                        const struct cell_text *text,
                                        const struct ast_alternative *alternatives)
{
    const struct sources *sources = run->model->program->sources;
    size_t count = run->record->column_count;
    if (text->column_count != 1 || count < 2 || count > COLUMNS_MOST || (wrong->row && wrong->row->slot))
        return NULL;
    struct spec_cell expanded = spec_cell_new(run->arena, count);
    for (size_t i = 0; i < count; i++) {
        struct spec_alternative *first = NULL, **end = &first;
        struct groups groups;
        if (!collect_groups(run, wrong, i, &groups))
            return NULL;
        for (const struct ast_alternative *node = alternatives; node; node = node->next) {
            bool is_wrong = node == wrong->alternative && groups.count;
            *end = is_wrong ? make_values(run, wrong, &groups) : spec_alternative_whole(run->arena, sources, node);
            while (*end)
                end = &(*end)->next;
        }
        expanded.columns[i] = first;
    }
    return new_edit(run, text->span, &expanded);
}

struct diag_edit *bytes_fix(struct check_run *run, const struct bytes_wrong *wrong)
{
    struct groups groups;
    size_t index = 0;
    const struct cell_text text = wrong->row ? cell_text_of_row(wrong->row, AST_AT) : cell_text_of_size(run->record);
    const struct ast_alternative *alternatives = cell_text_find(&text, wrong->alternative, &index);
    if (!alternatives)
        return NULL;
    if (!collect_groups(run, wrong, SIZE_MAX, &groups))
        return expand_columns(run, wrong, &text, alternatives);
    const struct arch *arch = arch_of_column(run, &text, index);
    struct diag_edit *edit = arch ? widen_neighbour(run, wrong, alternatives, arch, &groups) : NULL;
    if (groups.count == 1 && groups.items[0].is_stated)
        return edit;
    struct diag_edit *own = replace_values(run, wrong->alternative->span, make_values(run, wrong, &groups));
    own->next = edit;
    return own;
}
