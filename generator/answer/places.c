#include "answer/places.h"

#include <string.h>

#include "answer/grades.h"
#include "answer/slot.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "model/model.h"

/* The answers for a record on one architecture. */
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

/* A member in a span of versions. */
struct answer {
    struct standing standing;          /* of the member */
    const struct layout_member *entry; /* NULL: it is absent */
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

static struct answer answer_in(const struct places *places, const struct standing_run *span,
                               const struct member *member)
{
    const struct standing *standing = &span->standing;
    struct answer answer = {*standing, standing->layout ? layout_find(standing->layout, member) : NULL};
    if (answer.entry && standing->basis == STRATA_DISPUTED)
        answer.standing = member_stand(places->record, member, standing->arch, standing->version);
    return answer;
}

/* Returns the answer for a build that runs the kernel of another one. It is absent if that build has several. */
static struct answer answer_of_kernel(const struct places *places, const struct spans *spans, uint64_t kernel,
                                      const struct member *member)
{
    struct answer answer = {0};
    for (size_t i = 0; i < spans->count; i++) {
        const struct standing_run *span = &spans->items[i];
        if (span->in.to <= kernel || span->in.from >= kernel + 0x10000)
            continue;
        struct answer one = answer_in(places, span, member);
        if (answer.entry && (!one.entry || knowledge_of(one.standing.basis) != knowledge_of(answer.standing.basis) ||
                             !slot_agrees(one.standing.layout, answer.standing.layout, member)))
            return (struct answer){0};
        if (!answer.entry || one.standing.basis > answer.standing.basis)
            answer = one;
    }
    return answer;
}

/* True if two places differ in nothing but grade, architectures and versions. */
static bool is_same(const struct member_place *a, const struct member_place *b)
{
    return a->offset == b->offset && a->size == b->size && a->bit == b->bit && a->width == b->width &&
           a->knowledge == b->knowledge && !strcmp(a->type, b->type) && a->history.changes == b->history.changes &&
           a->history.steps == b->history.steps;
}

/* Adds versions of a member to its places on an architecture. */
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
    row_write_bounds(entry->row, layout->arch, layout->in.from, &type);
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

/* Adds the places on one architecture to those on others, which share a place if its versions are the same. */
static void share(struct places *places, struct buffer *shared, struct buffer *found)
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

const struct member_place *places_list(struct places *places, const struct member *member, size_t *count)
{
    struct buffer shared = {0};
    for (size_t i = 0; i < places->arch_count; i++) {
        const struct spans *spans = &places->spans[i];
        struct buffer found = {0};
        for (size_t k = 0; k < spans->count; k++) {
            const struct standing_run *span = &spans->items[k];
            struct answer answer = span->kernel ? answer_of_kernel(places, spans, span->kernel, member)
                                                : answer_in(places, span, member);
            if (answer.entry)
                add_answer(places, &found, span->in, &answer);
        }
        share(places, &shared, &found);
    }
    *count = shared.size / sizeof(struct member_place);
    const struct member_place *all = arena_copy_array(places->arena, shared.data, *count, sizeof *all);
    buffer_free(&shared);
    return all;
}
