#include "answer/standing.h"

#include "answer/judge.h"
#include "answer/slot.h"
#include "base/arena.h"

const char *basis_name(strata_basis basis)
{
    static const char *const names[BASIS_COUNT] = {[STRATA_ATTESTED] = "attested",
                                                   [STRATA_BRACKETED] = "bracketed",
                                                   [STRATA_INTERPOLATED] = "interpolated",
                                                   [STRATA_EXTRAPOLATED] = "extrapolated",
                                                   [STRATA_DISPUTED] = "disputed"};
    return names[basis];
}

/* The last answer about a kind of members, and what it follows from. It holds for later versions, too, while no build
 * that says something of the kind lies between. */
struct memory {
    struct standing standing;
    size_t next, documented; /* as in struct scene */
    size_t speaker;          /* index of the first build in `builds` of struct kind at or after the version */
    bool is_beside_before, is_beside_after; /* builds that say something are the very next ones of the sightings */
};

/* The questions about a record on an arch. */
struct inquiry {
    const struct record *record;
    const struct arch *arch;
    struct arena *arena;
    struct kinds kinds;
    uint64_t version;      /* that was asked for last, */
    struct scene scene;    /* that of its kernel */
    struct standing whole; /* of the record in it */
    struct memory *memories; /* of kinds, by the index of the first member; then that of the size */
};

static struct lookup lookup_of(const struct inquiry *inquiry, enum about about, const struct member *member)
{
    const struct record_on *on = &inquiry->record->on[inquiry->arch->index];
    const struct kinds *kinds = &inquiry->kinds;
    struct lookup lookup = {inquiry->record, inquiry->arch, on->evidence, on->sightings, about, member, NULL, NULL,
                            &inquiry->scene};
    if (!kinds->record || about == ABOUT_OTHERS)
        return lookup;
    lookup.kinds = kinds;
    lookup.kind = about == ABOUT_ALL ? &kinds->all : member ? &kinds->members[member->index] : &kinds->size;
    return lookup;
}

/* ---- Questions */

struct inquiry *inquiry_new(struct arena *arena, const struct record *record, const struct arch *arch)
{
    struct inquiry *inquiry = ARENA_NEW(arena, struct inquiry);
    *inquiry = (struct inquiry){.record = record, .arch = arch, .arena = arena};
    return inquiry;
}

const struct record *inquiry_record(const struct inquiry *inquiry)
{
    return inquiry->record;
}

/* Finds the kinds of members, when the first member is asked for. Returns NULL for a single question. */
static const struct kinds *inquiry_find_kinds(struct inquiry *inquiry)
{
    if (inquiry->arena && !inquiry->kinds.record) {
        inquiry->kinds = record_find_kinds(inquiry->arena, inquiry->record, inquiry->arch);
        inquiry->memories = ARENA_ARRAY(inquiry->arena, struct memory, inquiry->record->member_count + 1);
    }
    return inquiry->arena ? &inquiry->kinds : NULL;
}

struct standing inquiry_stand(struct inquiry *inquiry, uint64_t version)
{
    const struct record_on *on = &inquiry->record->on[inquiry->arch->index];
    struct lookup lookup = lookup_of(inquiry, ABOUT_ALL, NULL);
    if (inquiry->whole.axis && inquiry->version == version)
        return inquiry->whole;
    struct standing standing = {
        .basis = STRATA_EXTRAPOLATED, .axis = &inquiry->record->type->module->axis, .arch = inquiry->arch,
        .version = version, .taken = version};
    if (on->exists) {
        standing.taken = standing.version = judge_set_scene(on, version, &inquiry->scene);
        standing.layout = record_layout_at(inquiry->record, inquiry->arch, standing.version);
        judge_standing(&lookup, &standing);
    }
    inquiry->whole = standing;
    inquiry->version = version;
    return standing;
}

/* Judges a member by the last answer about its kind if that holds. Sets *memory to what the answer follows from;
 * leaves its standing to the caller. */
static bool recall_kind(const struct lookup *lookup, const struct standing *whole, struct memory *memory,
                        struct standing *standing)
{
    const struct scene *scene = lookup->scene;
    const struct kind *kind = lookup->kind;
    struct memory new = {.next = scene->next, .documented = scene->documented};
    new.speaker = kind_find_build(kind, scene->sighting);
    new.is_beside_after = new.speaker < kind->build_count && kind->builds[new.speaker] == scene->sighting;
    new.is_beside_before = new.speaker && kind->builds[new.speaker - 1] + 1 == scene->sighting;
    *standing = memory->standing;
    bool holds = standing->axis && new.next == memory->next && new.documented == memory->documented &&
                 new.speaker == memory->speaker && new.is_beside_after == memory->is_beside_after &&
                 new.is_beside_before == memory->is_beside_before && standing->layout == whole->layout &&
                 standing->version >> 16 == whole->version >> 16;
    new.standing = memory->standing;
    *memory = new;
    standing->version = whole->version;
    standing->taken = whole->taken;
    return holds;
}

/* Judges a part of a record, which stands otherwise than the record only if layouts differ. */
static struct standing judge_part(struct inquiry *inquiry, enum about about, const struct member *member,
                                  uint64_t version)
{
    struct standing whole = inquiry_stand(inquiry, version);
    struct lookup lookup = lookup_of(inquiry, about, member);
    if (whole.basis != STRATA_DISPUTED && !lookup.sightings)
        return whole;
    const struct scene *scene = &inquiry->scene;
    bool is_silent = lookup.kind && lookup.sightings && !scene->is_build && !scene->is_seen &&
                     !(scene->is_sighted && judge_find_verdict(&lookup, scene->sighting) != VERDICT_NONE);
    const struct kinds *kinds = &inquiry->kinds;
    struct memory *memory = NULL;
    struct standing standing;
    if (is_silent) {
        memory = &inquiry->memories[member ? kinds->firsts[member->index] : inquiry->record->member_count];
        if (recall_kind(&lookup, &whole, memory, &standing))
            return memory->standing = standing;
    }
    standing = (struct standing){.axis = whole.axis, .arch = whole.arch, .layout = whole.layout,
                                 .version = whole.version, .taken = whole.taken};
    judge_standing(&lookup, &standing);
    if (memory)
        memory->standing = standing;
    return standing;
}

/* True if no column and no sighting says anything of a member on an arch. */
static bool is_undescribed(const struct record_on *on, const struct member *member)
{
    for (size_t i = 0; member && on->is_foreign && on->sightings && i < on->sightings->known_count; i++)
        if (on->sightings->known[i] == member)
            return false;
    return member && on->is_foreign;
}

struct standing inquiry_stand_member(struct inquiry *inquiry, const struct member *member, uint64_t version)
{
    inquiry_find_kinds(inquiry);
    struct standing standing = judge_part(inquiry, ABOUT_MEMBER, member, version);
    if (is_undescribed(&inquiry->record->on[inquiry->arch->index], member))
        standing.basis = STRATA_EXTRAPOLATED;
    return standing;
}

size_t inquiry_find_first(struct inquiry *inquiry, size_t member)
{
    const struct kinds *kinds = inquiry_find_kinds(inquiry);
    return kinds ? kinds->firsts[member] : member;
}

struct standing inquiry_stand_others(struct inquiry *inquiry, uint64_t version)
{
    const struct record *record = inquiry->record;
    struct standing weakest = {.basis = STRATA_DISPUTED};
    if (!record->on[inquiry->arch->index].sightings)
        return judge_part(inquiry, ABOUT_OTHERS, NULL, version);
    for (size_t i = 0; i < record->member_count; i++) {
        if (inquiry_find_first(inquiry, i) != i)
            continue;
        struct standing standing = inquiry_stand_member(inquiry, record->members[i], version);
        bool is_weaker = standing.basis != STRATA_DISPUTED && standing.basis > weakest.basis;
        if (is_weaker || weakest.basis == STRATA_DISPUTED)
            weakest = standing;
    }
    return weakest;
}

struct standing inquiry_stand_selection(struct inquiry *inquiry, uint64_t version)
{
    const struct record *record = inquiry->record;
    struct standing weakest = inquiry_stand(inquiry, version);
    bool is_sighted = record->on[inquiry->arch->index].sightings;
    if (!record->is_reduced || (weakest.basis != STRATA_DISPUTED && !is_sighted))
        return weakest;
    if (!is_sighted)
        weakest = inquiry_stand_others(inquiry, version);
    else if (record->member_count)
        weakest.basis = STRATA_ATTESTED;
    for (size_t i = 0; i < record->member_count; i++) {
        if (inquiry_find_first(inquiry, i) != i)
            continue;
        struct standing standing = inquiry_stand_member(inquiry, record->members[i], version);
        if (standing.basis > weakest.basis || (is_sighted && !i))
            weakest = standing;
    }
    return weakest;
}

/* ---- Single questions */

struct standing record_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    struct inquiry inquiry = {.record = record, .arch = arch};
    return inquiry_stand(&inquiry, version);
}

struct standing member_stand(const struct record *record, const struct member *member, const struct arch *arch,
                             uint64_t version)
{
    struct inquiry inquiry = {.record = record, .arch = arch};
    return inquiry_stand_member(&inquiry, member, version);
}

struct standing others_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    struct inquiry inquiry = {.record = record, .arch = arch};
    return inquiry_stand_others(&inquiry, version);
}

struct standing selection_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    struct inquiry inquiry = {.record = record, .arch = arch};
    return inquiry_stand_selection(&inquiry, version);
}

struct changes_seen member_count_changes(const struct record *record, const struct member *member,
                                         const struct arch *arch)
{
    struct changes_seen seen = {0};
    const struct evidence *evidence = record->on[arch->index].evidence;
    const struct layout *older = NULL;
    for (size_t i = 0; record->on[arch->index].exists && i < evidence->seen_count; i++) {
        if (i + 1 < evidence->seen_count && evidence->seen[i + 1] >> 16 == evidence->seen[i] >> 16)
            continue; // not the last revision of its build
        const struct layout *newer = record_layout_at(record, arch, evidence->seen[i]);
        if (older && newer) {
            seen.changes += !slot_agrees(older, newer, member);
            seen.steps++;
        }
        older = newer;
    }
    return seen;
}
