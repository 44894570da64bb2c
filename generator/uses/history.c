#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "check/finding.h"
#include "view/diff.h"
#include "uses/uses.h"
#include "render/plan.h"

/* A text about a member, such as its offset or type, and the versions on one arch for which it is true. */
struct variant {
    struct variant *next;
    const char *text;
    struct version_set versions;
};

/* The texts about a member, by index of arch. */
struct fates {
    const struct model *model;
    struct where *absent, *unknown;
    struct variant **places, **types;
};

/* True if the question is about an arch. If the arch falls back on another arch of the question, it has no answers of
 * its own. */
static bool is_asked(const struct uses_question *question, const struct record *record, const struct arch *arch)
{
    const struct record_on *on = &record->on[arch->index];
    if (!(question->arches >> arch->index & 1))
        return false;
    if (!on->exists)
        return !question->any_arch;
    return !on->alias || !(question->arches >> on->alias->index & 1);
}

static struct version_set asked_versions(const struct model *model, const struct uses_question *question,
                                         const struct record *record, const struct arch *arch)
{
    const struct version_set *there = question->any_version ? &record->on[arch->index].versions : &arch->versions;
    return version_set_intersect(model->arena, *there,
                                 version_set_range(model->arena, question->from, question->to));
}

/* Returns the versions of the question in which a layout holds. */
static struct version_set layout_versions(const struct model *model, const struct record_on *on,
                                          const struct layout *layout, struct version_set asked)
{
    struct version_set in = version_set_range(model->arena, layout->range.from, layout->range.to);
    return version_set_intersect(model->arena, asked, version_set_intersect(model->arena, in, on->versions));
}

static void hold_versions(const struct model *model, struct where *wheres, const struct arch *arch,
                          struct version_set in)
{
    if (!in.count)
        return;
    wheres[arch->index].arch = arch;
    wheres[arch->index].versions = version_set_union(model->arena, wheres[arch->index].versions, in);
}

static void add_variant(const struct model *model, struct variant **list, const char *text, struct version_set in)
{
    while (*list && strcmp((*list)->text, text) != 0)
        list = &(*list)->next;
    if (!*list) {
        *list = ARENA_NEW(model->arena, struct variant);
        (*list)->text = text;
    }
    (*list)->versions = version_set_union(model->arena, (*list)->versions, in);
}

static const char *place_text(struct arena *arena, const struct layout_member *entry)
{
    const char *bit = entry->width ? arena_format(arena, " bit %u", entry->bit) : "";
    return arena_format(arena, "0x%02X%s", (unsigned)entry->offset, bit);
}

static const char *type_text(struct arena *arena, const struct layout_member *entry)
{
    struct buffer text = {0};
    diff_write_type_name(entry->row, &text);
    buffer_add_text(&text, row_bound_count(entry->row) ? "[]" : "");
    return buffer_take(&text, arena);
}

static bool is_known(const struct layout_member *entry)
{
    return entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN &&
           (!entry->width || entry->bit != BIT_UNKNOWN);
}

static void follow_on(struct fates *fates, const struct member *member, const struct arch *arch,
                      struct version_set asked)
{
    const struct model *model = fates->model;
    const struct record_on *on = &member->rows[0]->record->on[arch->index];
    struct version_set present = {0};
    for (size_t i = 0; on->exists && i < on->layout_count; i++) {
        struct version_set in = layout_versions(model, on, &on->layouts[i], asked);
        const struct layout_member *entry = in.count ? layout_find(&on->layouts[i], member) : NULL;
        if (!entry)
            continue;
        present = version_set_union(model->arena, present, in);
        if (!is_known(entry)) {
            hold_versions(model, fates->unknown, arch, in);
            continue;
        }
        add_variant(model, &fates->places[arch->index], place_text(model->arena, entry), in);
        add_variant(model, &fates->types[arch->index], type_text(model->arena, entry), in);
    }
    hold_versions(model, fates->absent, arch, version_set_subtract(model->arena, asked, present));
}

static const char *where_text(const struct model *model, const struct where *wheres)
{
    struct buffer text = {0};
    where_write(model, wheres, &text);
    const char *copy = text.size ? arena_copy(model->arena, text.data, text.size) : NULL;
    buffer_free(&text);
    return copy;
}

/* Returns the variants as a text: "0x10 (..6.0), 0x14 (6.1..)"; NULL if there is only one. */
static const char *variants_text(const struct model *model, const struct variant *list)
{
    struct buffer text = {0};
    if (!list || !list->next)
        return NULL;
    for (const struct variant *variant = list; variant; variant = variant->next) {
        buffer_format(&text, "%s%s (", text.size ? ", " : "", variant->text);
        axis_write_set(&model->axis, variant->versions, &text);
        buffer_add_char(&text, ')');
    }
    return buffer_take(&text, model->arena);
}

/* Returns the variants on all arches as a text, in which arches with the same variants are joined; NULL if there are
 * none. */
static const char *all_variants_text(const struct model *model, struct variant *const *lists)
{
    struct buffer text = {0};
    const char **texts = ARENA_ARRAY(model->arena, const char *, model->arch_count);
    for (size_t i = 0; i < model->arch_count; i++)
        texts[i] = variants_text(model, lists[i]);
    for (size_t i = 0; i < model->arch_count; i++) {
        if (!texts[i])
            continue;
        buffer_format(&text, "%s%s on %s", text.size ? "; " : "", texts[i], model->arches[i]->name);
        for (size_t k = i + 1; k < model->arch_count; k++) {
            if (!texts[k] || strcmp(texts[k], texts[i]) != 0)
                continue;
            buffer_format(&text, " and %s", model->arches[k]->name);
            texts[k] = NULL;
        }
    }
    const char *copy = text.size ? arena_copy(model->arena, text.data, text.size) : NULL;
    buffer_free(&text);
    return copy;
}

struct uses_history uses_history(const struct model *model, const struct uses_question *question,
                                 const struct member *member)
{
    const struct record *record = member->rows[0]->record;
    const char *name = member->name, *owner = record->type->name;
    struct fates fates = {.model = model,
                          .absent = ARENA_ARRAY(model->arena, struct where, model->arch_count),
                          .unknown = ARENA_ARRAY(model->arena, struct where, model->arch_count),
                          .places = ARENA_ARRAY(model->arena, struct variant *, model->arch_count),
                          .types = ARENA_ARRAY(model->arena, struct variant *, model->arch_count)};
    struct uses_history history = {.absent = NULL};
    for (size_t i = 0; i < model->arch_count; i++)
        if (is_asked(question, record, model->arches[i]))
            follow_on(&fates, member, model->arches[i], asked_versions(model, question, record, model->arches[i]));
    const char *text = where_text(model, fates.absent);
    if (text)
        history.absent = arena_format(model->arena, "'%s' is not in %s%s", name, owner, text);
    text = where_text(model, fates.unknown);
    if (text)
        history.unknown = arena_format(model->arena, "the offset of '%s' is not documented in %s%s", name, owner, text);
    text = all_variants_text(model, fates.types);
    if (text)
        history.retyped = arena_format(model->arena, "'%s' of %s changes its type: %s", name, owner, text);
    text = all_variants_text(model, fates.places);
    if (text)
        history.moved = arena_format(model->arena, "'%s' of %s moves: %s", name, owner, text);
    return history;
}

/* True if two entries of a scalar member differ in size or width. */
static bool has_other_size(const struct layout_member *was, const struct layout_member *is)
{
    bool is_scalar = row_kind(was->row) != ROW_RECORD && !row_bound_count(was->row);
    return is_scalar && (is->size != was->size || is->width != was->width);
}

/* True if a layout lacks a member, or places it elsewhere than the layout `pinned` does. With NULL for the member, true
 * if it is another layout. */
static bool is_elsewhere(const struct plan *plan, const struct layout *pinned, const struct layout *layout,
                         const struct member *member)
{
    if (!member)
        return plan_find_layout(plan, layout) != plan_find_layout(plan, pinned);
    const struct layout_member *was = layout_find(pinned, member), *is = layout_find(layout, member);
    return was && (!is || is->offset != was->offset || is->bit != was->bit || has_other_size(was, is));
}

const char *uses_pinned_history(const struct model *model, const struct uses_question *question,
                                const struct plan *plan, const struct plan_alias *alias, const struct member *member)
{
    const struct record *record = plan->record;
    const struct record_on *on = &record->on[alias->arch->index];
    const struct layout *pinned = plan->layouts[alias->layout].layout;
    struct where *wheres = ARENA_ARRAY(model->arena, struct where, model->arch_count);
    if (!(question->arches >> alias->arch->index & 1))
        return NULL;
    struct version_set asked = asked_versions(model, question, record, alias->arch);
    for (size_t i = 0; i < on->layout_count; i++)
        if (is_elsewhere(plan, pinned, &on->layouts[i], member))
            hold_versions(model, wheres, alias->arch, layout_versions(model, on, &on->layouts[i], asked));
    const char *text = where_text(model, wheres), *owner = record->type->name;
    if (!text)
        return NULL;
    return member ? arena_format(model->arena, "'%s' of %s has another offset%s", member->name, owner, text)
                  : arena_format(model->arena, "%s has another layout%s", owner, text);
}
