#include <stdlib.h>

#include "base/buffer.h"
#include "model/evidence.h"
#include "model/resolve.h"

/* Extends attested versions: a look at a point counts for all of it, up to the next point. After the last point only
 * its own build counts, since nothing tells where the next change is. */
static struct version_set end_with_build(struct resolver *resolver, struct version_set seen)
{
    const struct axis *axis = &resolver->model->axis;
    if (!seen.count)
        return seen;
    uint64_t end = seen.ranges[seen.count - 1].to;
    size_t i = axis->point_count;
    while (i > 0 && axis->points[i - 1].version >= end)
        i--;
    if (!i || !version_set_contains(&seen, axis->points[i - 1].version))
        return seen;
    return version_set_intersect(
        resolver->arena, seen,
        version_set_range(resolver->arena, 0, (axis->points[i - 1].version | 0xFFFF) + 1));
}

/* The versions of `attest` lines while they are collected: full builds, and versions that a document speaks of. */
struct sightings {
    struct buffer seen; /* of uint64_t */
    struct version_list documented;
};

/* Adds the versions of an `attest` line. Builds that it names one by one count alone, with nothing between them. The
 * rest of its set counts for the points in it. */
static void add_attested(struct resolver *resolver, const struct ast_decl *decl, struct sightings *sightings)
{
    struct ast_set rest = *decl->set;
    struct ast_range *kept = NULL, **end = &kept;
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        uint64_t version;
        unsigned parts;
        bool single = range->from && range->from == range->to;
        if (single && version_parse(range->from, &version, &parts) && parts >= 3) {
            struct version_range known;
            if (axis_find(&resolver->model->axis, range->from, &known)) {
                if (parts == 4)
                    buffer_add(&sightings->seen, &version, sizeof version);
                else
                    version_list_add(&sightings->documented, version, (version | 0xFFFF) + 1);
                continue;
            }
        }
        *end = ARENA_NEW(resolver->arena, struct ast_range);
        **end = *range;
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    rest.included = kept;
    struct version_set named = end_with_build(resolver, resolve_set(resolver, &rest, decl, NULL));
    version_list_add_set(&sightings->documented, named);
}

/* Returns a set with the single versions of a list besides. */
static struct version_set with_seen(struct resolver *resolver, const struct evidence *evidence)
{
    struct version_list all = {0};
    version_list_add_set(&all, evidence->documented);
    for (size_t i = 0; i < evidence->seen_count; i++)
        version_list_add(&all, evidence->seen[i], evidence->seen[i] + 1);
    return version_list_take(&all, resolver->arena);
}

/* Makes evidence of what was collected, and empties that. */
static struct attested take_sightings(struct resolver *resolver, struct sightings *sightings, size_t file_index,
                                      bool any)
{
    struct evidence *evidence = ARENA_NEW(resolver->arena, struct evidence);
    size_t count = sightings->seen.size / sizeof(uint64_t);
    uint64_t *seen = arena_copy_array(resolver->arena, sightings->seen.data, count, sizeof *seen);
    *evidence = (struct evidence){.axis = &resolver->model->axis, .seen = seen, .file_index = file_index};
    evidence->seen_count = version_sort(seen, count);
    evidence->documented = version_list_take(&sightings->documented, resolver->arena);
    buffer_free(&sightings->seen);
    return (struct attested){evidence, with_seen(resolver, evidence), any, true};
}

/* Returns the versions of all `attest` lines of a list for an arch. */
static struct attested attested_in(struct resolver *resolver, const struct ast_decl *decls, size_t file_index,
                                   const struct arch *arch)
{
    struct sightings sightings = {0};
    bool any = false;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        const struct arch *named = decl->name ? model_find_arch(resolver->model, decl->name) : arch;
        if (!named)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, NULL, "no arch is called '%s'",
                          decl->name);
        if (named == arch)
            add_attested(resolver, decl, &sightings);
        any = true;
    }
    return take_sightings(resolver, &sightings, file_index, any);
}

/* True if a file has no structures. Its `attest` lines then count for the structures of the files that use it. */
static bool attests_for_others(const struct program_file *file)
{
    return !file->ast->counts[AST_STRUCT] && !file->ast->counts[AST_UNION];
}

/* Adds evidence to what is collected. */
static void add_evidence(struct sightings *sightings, const struct evidence *evidence)
{
    buffer_add(&sightings->seen, evidence->seen, evidence->seen_count * sizeof *evidence->seen);
    version_list_add_set(&sightings->documented, evidence->documented);
}

/* Returns the same for the lines of a file; if it has none, for those of the files that it uses. Each file is read
 * once for all its records. Files with the same evidence share it. */
static const struct attested *attested_in_file(struct resolver *resolver, size_t file_index, const struct arch *arch)
{
    const struct program *program = resolver->program;
    const struct program_file *file = &program->files[file_index];
    size_t arch_count = resolver->model->arch_count;
    if (!resolver->files)
        resolver->files = ARENA_ARRAY(resolver->arena, struct attested, program->file_count * arch_count);
    struct attested *attested = &resolver->files[file_index * arch_count + arch->index];
    if (attested->done)
        return attested;
    *attested = attested_in(resolver, file->ast->decls, file_index, arch);
    bool own = attested->any;
    for (size_t i = 0; !own && i < file->use_count; i++) {
        if (!attests_for_others(&program->files[file->uses[i]]))
            continue;
        const struct attested *used = attested_in_file(resolver, file->uses[i], arch);
        if (!used->any || used->evidence == attested->evidence)
            continue;
        if (!attested->any) {
            *attested = *used;
            continue;
        }
        struct sightings both = {0};
        add_evidence(&both, attested->evidence);
        add_evidence(&both, used->evidence);
        *attested = take_sightings(resolver, &both, file_index, true);
    }
    return attested;
}

/* Returns the evidence of a structure for which no line attests anything: its rows speak of the points of the axis, up
 * to the last one that the document covers. Such evidence is made once for each end. */
static const struct evidence *unattested(struct resolver *resolver, uint64_t end)
{
    struct evidence *evidence = resolver->unattested;
    if (!evidence || resolver->unattested_end != end) {
        evidence = ARENA_NEW(resolver->arena, struct evidence);
        *evidence = (struct evidence){.axis = &resolver->model->axis, .file_index = EVIDENCE_OWN};
        evidence->documented = end_with_build(resolver, version_set_range(resolver->arena, 0, end));
        resolver->unattested = evidence;
        resolver->unattested_end = end;
    }
    return evidence;
}

void resolve_evidence(struct resolver *resolver)
{
    struct model *model = resolver->model;
    const struct program *program = resolver->program;
    model->evidence = ARENA_ARRAY(resolver->arena, const struct evidence *, program->file_count * model->arch_count);
    for (size_t i = 0; i < program->file_count; i++) {
        for (size_t a = 0; program->files[i].ast->counts[AST_ATTEST] && a < model->arch_count; a++)
            attested_in_file(resolver, i, model->arches[a]);
        for (size_t a = 0; resolver->files && a < model->arch_count; a++)
            model->evidence[i * model->arch_count + a] = resolver->files[i * model->arch_count + a].evidence;
    }
}

void resolve_attested(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    struct attested attested = {0};
    for (const struct ast_decl *decl = record->attest_row; decl && !attested.any; decl = decl->next)
        if (decl->kind == AST_ATTEST)
            attested = attested_in(resolver, record->attest_row, EVIDENCE_OWN, arch);
    if (!attested.any)
        attested = *attested_in_file(resolver, record->file_index, arch);
    if (!attested.any) {
        attested.evidence = unattested(resolver, record->source_last);
        attested.versions = attested.evidence->documented;
    }
    on->evidence = attested.evidence;
    on->attested = version_set_intersect(resolver->arena, attested.versions, on->in);
}
