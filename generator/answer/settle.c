#include "answer/settle.h"

#include "answer/kinds.h"
#include "answer/grades.h"
#include "answer/slot.h"
#include "answer/standing.h"
#include "base/arena.h"
#include "model/model.h"

/* A record on an arch while it is settled. */
struct settling {
    struct record *record;
    const struct arch *arch;
    struct record_on *on;
    const struct sightings *sightings;
    const size_t *firsts; /* see struct kinds */
    bool *is_known; /* by number of a member: somebody saw it in some build */
};

/* True if a build in which a member does not lie where the rows have it is between the same builds that were seen as a
 * whole as a version is. Without such a build, only members that were seen may be known less well. */
static bool is_near_contrary(const struct settling *settling, uint64_t version)
{
    const struct evidence *evidence = settling->on->evidence;
    const struct sightings *sightings = settling->sightings;
    uint64_t before = 0, after = VERSION_END;
    for (size_t i = 0; i < evidence->seen_count && after == VERSION_END; i++) {
        before = evidence->seen[i] <= version ? evidence->seen[i] : before;
        after = evidence->seen[i] > version ? evidence->seen[i] : after;
    }
    size_t i = sighting_index(sightings, before), end = sighting_index(sightings, after);
    while (i < end && !sightings->builds[i].is_contrary)
        i++;
    return i < end;
}

/* True if an answer without sightings says more than one with them, or something else. `member` may be NULL. */
static bool says_more(const struct settling *settling, const struct member *member, uint64_t version)
{
    struct record *record = settling->record;
    settling->on->sightings = settling->sightings;
    struct standing with = member_stand(record, member, settling->arch, version);
    settling->on->sightings = NULL;
    struct standing without = member_stand(record, member, settling->arch, version);
    settling->on->sightings = settling->sightings;
    return without.basis < with.basis || !slot_agrees(without.layout, with.layout, member);
}

/* True if some member, or the size, is known less well in a version than it would be without sightings. */
static bool is_doubted(const struct settling *settling, uint64_t version)
{
    const struct record *record = settling->record;
    bool is_near = is_near_contrary(settling, version);
    for (size_t i = 0; i < record->member_count; i++) {
        const struct member *member = record->members[i];
        bool may_differ = settling->firsts[i] == i && (is_near || settling->is_known[member->number]);
        if (may_differ && says_more(settling, member, version))
            return true;
    }
    return is_near && says_more(settling, NULL, version);
}

/* Takes versions out of the layouts of a record. */
static void take_out(const struct model *model, struct record_on *on, struct version_set doubted)
{
    struct layout *layouts =
        ARENA_ARRAY(model->arena, struct layout, on->layout_count + doubted.count + on->layout_count * doubted.count);
    size_t count = 0;
    for (size_t i = 0; i < on->layout_count; i++) {
        struct version_set in = {&on->layouts[i].range, 1};
        in = version_set_subtract(model->arena, in, doubted);
        for (size_t k = 0; k < in.count; k++) {
            layouts[count] = on->layouts[i];
            layouts[count++].range = in.ranges[k];
        }
    }
    on->layouts = layouts;
    on->layout_count = count;
    on->versions = version_set_subtract(model->arena, on->versions, doubted);
}

/* Settles a record on an arch. Versions between two starts have one grade but for the first and the last, which may
 * name a build. */
static void settle_record(const struct model *model, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    struct arena *brief = arena_new();
    struct settling settling = {record, arch, on, on->sightings, record_find_kinds(brief, record, arch).firsts, NULL};
    struct version_list doubted = {0};
    size_t count;
    const struct standing_run *spans = record_list_spans(brief, record, arch, &count);
    settling.is_known = ARENA_ARRAY(brief, bool, on->sightings->member_count);
    for (size_t i = 0; i < on->sightings->count; i++)
        for (size_t k = 0; k < on->sightings->member_count; k++)
            settling.is_known[k] |= on->sightings->builds[i].verdicts[k] == VERDICT_KNOWN;
    for (size_t i = 0; i < count; i++) {
        struct version_range in = spans[i].range;
        uint64_t inner = in.to - in.from > 1 ? in.from + 1 : in.from;
        if (is_doubted(&settling, in.from) || is_doubted(&settling, inner) || is_doubted(&settling, in.to - 1))
            version_list_add(&doubted, in.from, in.to);
    }
    on->sightings = NULL;
    struct version_set set = version_list_take(&doubted, model->arena);
    if (set.count)
        take_out(model, on, set);
    arena_free(brief);
}

void settle_sightings(const struct model *model)
{
    for (size_t i = 0; i < model->record_count; i++)
        for (size_t a = 0; a < model->arch_count; a++)
            if (model->records[i]->on[a].sightings)
                settle_record(model, model->records[i], model->arches[a]);
}
