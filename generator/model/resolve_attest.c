#include <stdlib.h>

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

/* Adds the versions of an `attest` line. Builds that it names one by one count alone, with nothing between them. The
 * rest of its set counts for the points in it. */
static void add_attested(struct resolver *resolver, const struct ast_decl *decl, struct version_list *ranges)
{
    struct ast_set rest = *decl->set;
    struct ast_range *kept = NULL, **end = &kept;
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        uint64_t version;
        unsigned parts;
        bool single = range->from && range->from == range->to;
        if (single && version_parse(range->from, &version, &parts) && parts >= 3) {
            struct version_range known;
            uint64_t to = parts == 4 ? version + 1 : (version | 0xFFFF) + 1;
            if (axis_find(&resolver->model->axis, range->from, &known)) {
                version_list_add(ranges, version, to);
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
    version_list_add_set(ranges, named);
}

/* Returns the versions of all `attest` lines of a list for an arch. */
static struct attested attested_in(struct resolver *resolver, const struct ast_decl *decls, const struct arch *arch)
{
    struct attested attested = {.done = true};
    struct version_list ranges = {0};
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        const struct arch *named = decl->name ? model_find_arch(resolver->model, decl->name) : arch;
        if (!named)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, NULL, "no arch is called '%s'",
                          decl->name);
        if (named == arch)
            add_attested(resolver, decl, &ranges);
        attested.any = true;
    }
    attested.versions = version_list_take(&ranges, resolver->arena);
    return attested;
}

/* True if a file has no structures. Its `attest` lines then count for the structures of the files that use it. */
static bool attests_for_others(const struct program_file *file)
{
    return !file->ast->counts[AST_STRUCT] && !file->ast->counts[AST_UNION];
}

/* Returns the same for the lines of a file; if it has none, for those of the files that it uses. Each file is read
 * once for all its records. */
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
    *attested = attested_in(resolver, file->ast->decls, arch);
    for (size_t i = 0, own = attested->any; !own && i < file->use_count; i++) {
        if (!attests_for_others(&program->files[file->uses[i]]))
            continue;
        const struct attested *used = attested_in_file(resolver, file->uses[i], arch);
        if (!version_set_equal(attested->versions, used->versions))
            attested->versions = version_set_union(resolver->arena, attested->versions, used->versions);
        attested->any |= used->any;
    }
    return attested;
}

void resolve_attested(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    struct attested own = attested_in(resolver, record->attest_row, arch);
    const struct attested *attested = own.any ? &own : attested_in_file(resolver, record->file_index, arch);
    struct version_set versions = attested->versions;
    if (!attested->any) {
        /* Nobody says: whoever wrote the rows has looked at the points that they cover, up to the document's last. */
        versions = end_with_build(resolver, version_set_range(resolver->arena, 0, record->source_last));
    }
    on->attested = version_set_intersect(resolver->arena, versions, on->in);
}
