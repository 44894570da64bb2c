#include "answer/places.h"

#include <string.h>

#include "answer/grades.h"
#include "answer/slot.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "model/model.h"

/* The runs of versions of a record on one architecture. */
struct spans {
    const struct standing_run *items;
    size_t count;
};

struct places {
    struct arena *arena;
    const struct record *record;
    size_t arch_count;
    struct spans spans[]; /* by index of arch */
};

/* The place of a member in a run of versions. */
struct answer {
    struct standing standing;          /* standing of the member */
    const struct layout_member *entry; /* NULL: the member does not exist */
};

/* A place while its versions are collected. */
struct pending {
    struct member_place place;
    struct version_list versions;
};

struct places *places_of(struct arena *arena, const struct model *model, const struct record *record)
{
    struct places *places =
        arena_alloc(arena, sizeof *places + model->arch_count * sizeof places->spans[0]);
    *places = (struct places){.arena = arena, .record = record, .arch_count = model->arch_count};
    for (size_t i = 0; i < model->arch_count; i++) {
        struct spans *spans = &places->spans[i];
        if (!record->on[i].alias)
            spans->items = record_list_spans(arena, record, model->arches[i], &spans->count);
    }
    return places;
}

static enum place_knowledge knowledge_of(strata_basis basis)
{
    return basis == STRATA_DISPUTED ? PLACE_DISPUTED : basis == STRATA_EXTRAPOLATED ? PLACE_CARRIED : PLACE_KNOWN;
}

/* Returns the entry of a member with a number; NULL after the last one. A member has several entries if several of its
 * rows exist in one version. */
static const struct layout_member *find_entry(const struct layout *layout, const struct member *member, size_t number)
{
    const struct layout_member *entry = layout ? layout_find(layout, member) : NULL;
    while (entry && number) {
        const struct layout_member *end = layout->members + layout->member_count;
        do
            entry++;
        while (entry < end && entry->row->member != member);
        entry = entry < end ? entry : NULL;
        number--;
    }
    return entry;
}

/* Returns the place of a member in a run; `number` selects one of the member's entries. */
static struct answer answer_in(const struct places *places, const struct standing_run *span,
                               const struct member *member, size_t number)
{
    const struct standing *standing = &span->standing;
    struct answer answer = {*standing, find_entry(standing->layout, member, number)};
    bool is_sighted = places->record->on[standing->arch->index].sightings;
    if (answer.entry && (standing->basis == STRATA_DISPUTED || is_sighted))
        answer.standing = member_stand(places->record, member, standing->arch, standing->version);
    return answer;
}

/* Returns the place of a member in a build that runs the kernel of another build. There is none if that build has
 * several answers. */
static struct answer answer_of_kernel(const struct places *places, const struct spans *spans, uint64_t kernel,
                                      const struct member *member, size_t number)
{
    struct answer answer = {0};
    for (size_t i = 0; i < spans->count; i++) {
        const struct standing_run *span = &spans->items[i];
        if (span->range.to <= kernel || span->range.from >= kernel + 0x10000)
            continue;
        struct answer one = answer_in(places, span, member, number);
        if (answer.entry && (!one.entry || knowledge_of(one.standing.basis) != knowledge_of(answer.standing.basis) ||
                             !slot_agrees(one.standing.layout, answer.standing.layout, member)))
            return (struct answer){0};
        if (!answer.entry || one.standing.basis > answer.standing.basis)
            answer = one;
    }
    return answer;
}

/* True if two places differ only in grade, architectures and versions. */
static bool is_same(const struct member_place *a, const struct member_place *b)
{
    return a->offset == b->offset && a->size == b->size && a->bit == b->bit && a->width == b->width &&
           a->entry->provenance == b->entry->provenance && a->knowledge == b->knowledge &&
           a->history.changes == b->history.changes && a->history.steps == b->history.steps &&
           !strcmp(a->type, b->type);
}

/* Adds versions of a member to the place that it has in them. */
static void add_answer(struct places *places, struct buffer *found, struct version_range in,
                       const struct answer *answer)
{
    const struct layout_member *entry = answer->entry;
    const struct layout *layout = answer->standing.layout;
    struct buffer type = {0};
    struct pending new = {.place = {.knowledge = knowledge_of(answer->standing.basis),
                                    .standing = answer->standing,
                                    .layout = layout,
                                    .entry = entry,
                                    .arches = answer->standing.arch->name,
                                    .offset = entry->offset,
                                    .size = entry->size,
                                    .bit = entry->bit,
                                    .width = entry->width}};
    row_write_type(entry->row, &type);
    row_write_bounds(entry->row, layout->arch, layout->range.from, &type);
    if (layout_is_big(entry))
        buffer_add_text(&type, " big");
    new.place.type = buffer_take(&type, places->arena);
    if (new.place.knowledge == PLACE_CARRIED)
        new.place.history = member_count_changes(places->record, entry->row->member, answer->standing.arch);
    struct pending *all = (void *)found->data;
    size_t count = found->size / sizeof *all, same = 0;
    while (same < count && !is_same(&all[same].place, &new.place))
        same++;
    if (same == count)
        buffer_add(found, &new, sizeof new);
    all = (void *)found->data;
    if (answer->standing.basis > all[same].place.standing.basis)
        all[same].place.standing = answer->standing;
    version_list_add(&all[same].versions, in.from, in.to);
}

/* Adds the places on one architecture to the list of all. Places with the same versions on several architectures become
 * one. */
static void add_shared(struct places *places, struct buffer *shared, struct buffer *found)
{
    struct pending *items = (void *)found->data;
    for (size_t i = 0; i < found->size / sizeof *items; i++) {
        struct member_place *all = (void *)shared->data, *place = &items[i].place;
        size_t count = shared->size / sizeof *all, same = 0;
        place->versions = version_list_take(&items[i].versions, places->arena);
        while (same < count && (!is_same(&all[same], place) || all[same].standing.basis != place->standing.basis ||
                                !version_set_equal(all[same].versions, place->versions)))
            same++;
        if (same < count)
            all[same].arches = arena_format(places->arena, "%s %s", all[same].arches, place->arches);
        else
            buffer_add(shared, place, sizeof *place);
    }
    buffer_free(found);
}

/* Adds the places of the entry with a number of a member on an architecture. Returns false if no version has so many
 * entries. */
static bool add_answers(struct places *places, const struct spans *spans, const struct member *member, size_t number,
                        struct buffer *found)
{
    bool has_any = false;
    for (size_t i = 0; i < spans->count; i++) {
        const struct standing_run *span = &spans->items[i];
        struct answer answer = span->kernel ? answer_of_kernel(places, spans, span->kernel, member, number)
                                            : answer_in(places, span, member, number);
        if (answer.entry)
            add_answer(places, found, span->range, &answer);
        has_any |= answer.entry != NULL;
    }
    return has_any;
}

const struct member_place *places_list(struct places *places, const struct member *member, size_t *count)
{
    struct buffer shared = {0};
    for (size_t i = 0; i < places->arch_count; i++) {
        struct buffer found = {0};
        size_t number = 0;
        while (number < member->row_count && add_answers(places, &places->spans[i], member, number, &found))
            number++;
        add_shared(places, &shared, &found);
    }
    *count = shared.size / sizeof(struct member_place);
    const struct member_place *all = arena_copy_array(places->arena, shared.data, *count, sizeof *all);
    buffer_free(&shared);
    return all;
}
