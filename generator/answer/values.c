#include "answer/values.h"

#include "base/arena.h"
#include "base/buffer.h"

/* The subject of a question. */
struct subject {
    const struct enumeration *enumeration;
    const struct enumerator *only; /* NULL: all enumerators */
    const struct arch *arch;
    const bool *chosen; /* of all enumerators only these, by index; or NULL */
};

/* True if two values are the same. NULL: the enumerator has no value. */
static bool same_value(const struct cell_value *a, const struct cell_value *b)
{
    bool has_a = a && a->kind != AST_VALUE_ABSENT, has_b = b && b->kind != AST_VALUE_ABSENT;
    return has_a && has_b ? a->kind == b->kind && a->number == b->number : has_a == has_b;
}

/* True if the subject has the same values on an arch in one version, and on another arch in another version. */
static bool agrees_on(const struct subject *subject, uint64_t version, const struct arch *arch, uint64_t other)
{
    const struct enumeration *enumeration = subject->enumeration;
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        if (subject->only ? enumerator != subject->only
                          : !enumerator->is_first_row || (subject->chosen && !subject->chosen[i]))
            continue;
        if (!same_value(enumerator_at(enumerator, subject->arch->index, version),
                        enumerator_at(enumerator, arch->index, other)))
            return false;
    }
    return true;
}

static bool versions_agree(const struct subject *subject, uint64_t version, uint64_t other)
{
    return agrees_on(subject, version, subject->arch, other);
}

/* Disputes all that follows from an attested version (0: none) of which kernels differ. */
static void dispute_version(const struct subject *subject, uint64_t version, struct standing *standing)
{
    const struct evidence *const *evidence = subject->enumeration->evidence;
    const struct arch *twin = subject->arch->is_twin ? NULL : subject->arch->twins;
    for (; twin && evidence_has(evidence[subject->arch->index], version); twin = twin->next_twin) {
        if (!evidence_has(evidence[twin->index], version) || agrees_on(subject, version, twin, version))
            continue;
        standing->basis = STRATA_DISPUTED;
        standing->ambiguous = version;
    }
}

/* True if the rows say the same for all revisions of a build. */
static bool is_build_even(const struct subject *subject, uint64_t version)
{
    uint64_t first = version & ~UINT64_C(0xFFFF), end = first + 0x10000;
    for (size_t i = 0; i < subject->enumeration->count; i++) {
        const struct cell *cell = &subject->enumeration->enumerators[i].value[subject->arch->index];
        for (size_t k = 0; k < cell->count; k++)
            for (size_t r = 0; r < cell->values[k].versions.count; r++) {
                struct version_range in = cell->values[k].versions.ranges[r];
                if ((in.from > first && in.from < end && !versions_agree(subject, first, in.from)) ||
                    (in.to > first && in.to < end && !versions_agree(subject, first, in.to)))
                    return false;
            }
    }
    return true;
}

/* Judges a version that nobody looked at, by the versions beside it. */
static void judge_version(const struct subject *subject, const struct evidence *evidence, struct standing *standing)
{
    size_t next = evidence_find_seen(evidence, standing->version);
    strata_around around = {.target = standing->version, .before = next ? evidence->seen[next - 1] : 0};
    around.after = next < evidence->seen_count ? evidence->seen[next] : 0;
    uint32_t taken;
    evidence_look_up_documents(evidence, &around);
    /* Give the values around a version numbers; those that agree have one number. */
    uint64_t own = standing->taken;
    enum { OWN, BEFORE, AFTER };
    uint64_t before = around.before, after = around.after;
    around.layout = OWN;
    around.layout_before = before && !versions_agree(subject, before, own) ? BEFORE : OWN;
    around.layout_after = AFTER;
    if (after && versions_agree(subject, after, own))
        around.layout_after = OWN;
    else if (before && after && versions_agree(subject, after, before))
        around.layout_after = around.layout_before;
    standing->before = around.before;
    standing->after = around.after;
    standing->is_documented = around.is_documented;
    standing->is_by_document = around.is_by_document;
    standing->basis = strata_judge(&around, &taken);
    dispute_version(subject, standing->before, standing);
    dispute_version(subject, standing->after, standing);
    if (version_part(standing->version, 3) == STRATA_REVISION_ANY && !is_build_even(subject, standing->version)) {
        standing->basis = STRATA_DISPUTED;
        standing->is_build = true;
        standing->before = standing->after = 0; // no attested versions, but the rows differ
    }
}

/* Judges the version of a standing. */
static void judge_value(const struct subject *subject, struct standing *standing)
{
    const struct evidence *evidence = subject->enumeration->evidence[subject->arch->index];
    unsigned revision = version_part(standing->version, 3);
    size_t first, end;
    evidence_find_build(evidence, standing->version, &first, &end);
    if (evidence_has(evidence, standing->version)) {
        standing->basis = STRATA_ATTESTED;
        standing->before = standing->after = standing->version;
        dispute_version(subject, standing->version, standing);
    } else if (first < end && (revision == 0 || revision == STRATA_REVISION_ANY)) {
        /* Judge a build without its revision, of which the versions from `first` to before `end` are attested. */
        uint64_t last = evidence->seen[end - 1];
        standing->before = first ? evidence->seen[first - 1] : 0;
        standing->after = end < evidence->seen_count ? evidence->seen[end] : 0;
        standing->is_build = true;
        standing->basis = is_build_even(subject, standing->version) ? STRATA_INTERPOLATED : STRATA_DISPUTED;
        for (size_t i = first; i + 1 < end; i++) {
            if (versions_agree(subject, evidence->seen[i], last))
                continue;
            standing->before = evidence->seen[i];
            standing->after = last;
        }
        for (size_t i = first; i < end; i++)
            dispute_version(subject, evidence->seen[i], standing);
    } else {
        judge_version(subject, evidence, standing);
    }
}

/* ---- Versions without a change */

/* Returns the versions of an arch around a version in which no cell changes its value. */
static struct version_range narrow_range(const struct enumeration *enumeration, const struct arch *arch,
                                         uint64_t version)
{
    struct version_range in = {0, VERSION_END};
    for (size_t i = 0; i < arch->versions.count; i++)
        if (arch->versions.ranges[i].from <= version && version < arch->versions.ranges[i].to)
            in = arch->versions.ranges[i];
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct cell *cell = &enumeration->enumerators[i].value[arch->index];
        for (size_t k = 0; k < cell->count; k++)
            for (size_t r = 0; r < 2 * cell->values[k].versions.count; r++) {
                const struct version_range *range = &cell->values[k].versions.ranges[r / 2];
                uint64_t end = r % 2 ? range->to : range->from;
                in.from = end <= version && end > in.from ? end : in.from;
                in.to = end > version && end < in.to ? end : in.to;
            }
    }
    return in;
}

static bool exists_in(const struct enumeration *enumeration, const struct arch *arch, const bool *chosen,
                      uint64_t version)
{
    for (size_t i = 0; i < enumeration->count; i++) {
        if (chosen && !chosen[i])
            continue;
        const struct cell_value *value = cell_at(&enumeration->enumerators[i].value[arch->index], version);
        if (value && value->kind != AST_VALUE_ABSENT)
            return true;
    }
    return false;
}

const struct version_range *enumeration_list_runs(struct arena *arena, const struct enumeration *enumeration,
                                                  const struct arch *arch, const bool *chosen, size_t *count)
{
    const struct subject subject = {enumeration, NULL, arch, chosen};
    struct buffer runs = {0};
    for (size_t i = 0; i < arch->versions.count; i++)
        for (uint64_t version = arch->versions.ranges[i].from; version < arch->versions.ranges[i].to;) {
            struct version_range in = narrow_range(enumeration, arch, version);
            struct version_range *above = runs.size ? (void *)(runs.data + runs.size - sizeof in) : NULL;
            in.from = version;
            version = in.to;
            if (!exists_in(enumeration, arch, chosen, in.from))
                continue;
            if (above && above->to == in.from && versions_agree(&subject, above->from, in.from))
                above->to = in.to;
            else
                buffer_add(&runs, &in, sizeof in);
        }
    *count = runs.size / sizeof(struct version_range);
    const struct version_range *list = arena_copy_array(arena, runs.data, *count, sizeof *list);
    buffer_free(&runs);
    return list;
}

bool enumeration_is_alias(const struct enumeration *enumeration, const struct arch *arch)
{
    const struct subject subject = {enumeration, NULL, arch, NULL};
    for (size_t i = 0; arch->fallback && i < arch->versions.count; i++)
        for (uint64_t version = arch->versions.ranges[i].from; version < arch->versions.ranges[i].to;) {
            uint64_t own = narrow_range(enumeration, arch, version).to;
            uint64_t other = narrow_range(enumeration, arch->fallback, version).to;
            if (!agrees_on(&subject, version, arch->fallback, version))
                return false;
            version = own < other ? own : other;
        }
    return arch->fallback != NULL;
}

/* ---- Questions */

struct valued enumeration_stand(const struct enumeration *enumeration, const struct arch *arch, uint64_t version)
{
    const struct subject subject = {enumeration, NULL, arch, NULL};
    const struct evidence *evidence = enumeration->evidence[arch->index];
    struct valued valued = {.enumeration = enumeration};
    valued.standing = (struct standing){.axis = evidence->axis, .arch = arch};
    valued.standing.taken = valued.standing.version = evidence_find_kernel(evidence, version);
    judge_value(&subject, &valued.standing);
    valued.exists = exists_in(enumeration, arch, NULL, valued.standing.taken);
    return valued;
}

const struct cell_value *enumerator_stand(const struct valued *valued, const struct enumerator *enumerator,
                                          struct standing *standing)
{
    const struct standing *whole = &valued->standing;
    const struct subject subject = {valued->enumeration, enumerator, whole->arch, NULL};
    *standing = (struct standing){
        .axis = whole->axis, .arch = whole->arch, .version = whole->version, .taken = whole->taken};
    if (whole->basis == STRATA_DISPUTED)
        judge_value(&subject, standing);
    else
        *standing = *whole;
    const struct cell_value *value = enumerator_at(enumerator, whole->arch->index, whole->taken);
    return value && value->kind != AST_VALUE_ABSENT ? value : NULL;
}

struct standing values_stand_chosen(const struct valued *valued, const bool *chosen)
{
    struct standing weakest = valued->standing;
    bool any = false;
    for (size_t i = 0; chosen && i < valued->enumeration->count; i++) {
        struct standing standing;
        if (!chosen[i] || !valued->enumeration->enumerators[i].is_first_row)
            continue;
        enumerator_stand(valued, &valued->enumeration->enumerators[i], &standing);
        if (!any || standing.basis > weakest.basis)
            weakest = standing;
        any = true;
    }
    return weakest;
}
