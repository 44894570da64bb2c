#include "model/resolve.h"

/* The versions that a set in an `attest` names one by one: a full build means itself, a name its points. */
static struct version_set attested_by(struct resolver *resolver, const struct ast_decl *decl)
{
    const struct axis *axis = &resolver->model->axis;
    struct version_set named = resolve_set(resolver, decl->set, decl, NULL);
    struct version_set result = resolver->none;
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        uint64_t version;
        unsigned parts;
        if (!range->from || range->from != range->to || !version_parse(range->from, &version, &parts) || parts < 3)
            continue;
        uint64_t end = parts == 4 ? version + 1 : (version | 0xFFFF) + 1;
        result = version_set_union(resolver->arena, result, version_set_range(resolver->arena, version, end));
        named = version_set_subtract(resolver->arena, named,
                                     version_set_range(resolver->arena, version, VERSION_END));
    }
    for (size_t i = 0; i < axis->point_count; i++) {
        struct version_range point = axis_point_attested(axis, i);
        if (version_set_contains(&named, point.from))
            result = version_set_union(resolver->arena, result,
                                       version_set_range(resolver->arena, point.from, point.to));
    }
    return result;
}

/* All `attest` lines of a list for an arch; `any` tells whether there was one for whatever arch. */
static struct version_set attested_in(struct resolver *resolver, const struct ast_decl *decls,
                                      const struct arch *arch, bool *any)
{
    struct version_set result = resolver->none;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        *any = true;
        if (decl->name && !model_find_arch(resolver->model, decl->name))
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, NULL, "no arch is called '%s'",
                          decl->name);
        if (!decl->name || model_find_arch(resolver->model, decl->name) == arch)
            result = version_set_union(resolver->arena, result, attested_by(resolver, decl));
    }
    return result;
}

void resolve_attested(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    const struct axis *axis = &resolver->model->axis;
    struct record_on *on = &record->on[arch->index];
    bool any = false;
    struct version_set attested = attested_in(resolver, record->decl->children, arch, &any);
    if (!any)
        attested = attested_in(resolver, record->type->file->decls, arch, &any);
    if (!any) {
        /* Nobody says: whoever wrote the rows has looked at the points that they cover. */
        for (size_t i = 0; i < axis->point_count && axis->points[i].version < record->source_last; i++) {
            struct version_range point = axis_point_attested(axis, i);
            if (version_set_contains(&on->in, point.from))
                attested = version_set_union(resolver->arena, attested,
                                             version_set_range(resolver->arena, point.from, point.to));
        }
    }
    on->attested = version_set_intersect(resolver->arena, attested, on->in);
}
