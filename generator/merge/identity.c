/*
 * Adds the identities of a kernel to the specs that attest it. All of them are in one file that has `attest` lines.
 */
#include "answer/standing.h"
#include "merge/merge_parts.h"
#include "model/identity.h"
#include "spec/write.h"

const struct identity *merge_find_identity(const struct merge *merge, const struct identity_numbers *numbers)
{
    for (size_t i = 0; i < merge->model->identity_count; i++) {
        const struct identity *known = merge->model->identities[i];
        bool has_pdbs = numbers->has_pdb && known->numbers.has_pdb;
        if (identity_share_name(&known->numbers, numbers) ||
            (!has_pdbs && numbers->has_image && !identity_compare_images(&known->numbers, numbers)))
            return known;
    }
    return NULL;
}

/* True if an identity is of the kernel's version, and of its architecture or of a twin of that. */
static bool is_of_kernel(const struct merge *merge, const struct identity *known)
{
    const struct arch *arch = known->arch->is_twin ? known->arch->fallback : known->arch;
    return known->version == merge->kernel->version && (known->arch == merge->arch || arch == merge->arch);
}

bool merge_check_identities(struct merge *merge)
{
    for (size_t i = 0; i < merge->kernel->identity_count; i++) {
        const struct identity *known = merge_find_identity(merge, &merge->kernel->identities[i]);
        if (!known || is_of_kernel(merge, known))
            continue;
        struct diag *diag = diag_report(merge->user->diags, DIAG_CONTRADICTION, known->decl->span,
                                        "'%s' has this identity, but is of %s on %s", merge->kernel->path,
                                        axis_version_text(merge->arena, &merge->model->axis, merge->kernel->version),
                                        merge->arch->name);
        diag_help(diag, "at most one of the two versions is right");
        return false;
    }
    return true;
}

bool merge_is_seen(const struct merge *merge, const struct record *record)
{
    const struct evidence *evidence = record->on[merge->arch->index].evidence;
    for (size_t i = 0; evidence && i < evidence->seen_count; i++)
        if (evidence->seen[i] == merge->kernel->version)
            return true;
    return false;
}

/* Returns the first requested file without `module` that has declarations of a kind, or SIZE_MAX. */
static size_t find_first(const struct merge *merge, enum ast_kind kind)
{
    const struct program *program = merge->program;
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].requested && !program->files[i].ast->module &&
            *program->files[i].path && /* the text that reload() adds has no path */
            program->files[i].ast->counts[kind])
            return i;
    return SIZE_MAX;
}

/* Returns the file types.strata of a directory that import made. Otherwise returns the first file that has identities,
 * else one with `attest` lines, else one with declarations. */
size_t merge_find_home(const struct merge *merge)
{
    static const enum ast_kind kinds[] = {AST_IDENTITY, AST_ATTEST, AST_STRUCT, AST_UNION, AST_ENUM, AST_TYPE};
    size_t home = merge_find_types(merge);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && home == SIZE_MAX; i++)
        home = find_first(merge, kinds[i]);
    return home;
}

bool merge_is_requested(const struct merge *merge, const struct ast_decl *decl)
{
    const struct source *source = source_find(merge->program->sources, decl->span.begin);
    for (size_t i = 0; i < merge->program->file_count; i++)
        if (merge->program->files[i].ast->source == source)
            return merge->program->files[i].requested;
    return false;
}

/* Adds those parts to an identity that it lacks: GUID and age, build ID, or image. */
static void complete_identity(struct merge *merge, const struct identity *known, const struct identity_numbers *numbers)
{
    struct identity_numbers added = *numbers;
    struct buffer text = {0};
    added.has_pdb &= !known->numbers.has_pdb;
    added.has_image &= !known->numbers.has_image;
    added.build_size = known->numbers.build_size ? 0 : added.build_size;
    if (!merge_is_requested(merge, known->decl) || (!identity_has_name(&added) && !added.has_image))
        return;
    identity_write(&added, &text);
    cell_edit_complete_identity(merge_editor(merge), known->decl, arena_copy(merge->arena, text.data, text.size));
    buffer_free(&text);
}

void merge_add_identities(struct merge *merge)
{
    size_t home = merge_find_home(merge);
    for (size_t i = 0; i < merge->kernel->identity_count && home != SIZE_MAX; i++) {
        const struct identity_numbers *numbers = &merge->kernel->identities[i];
        const struct identity identity = {.arch = merge->exact, .version = merge->kernel->version, .numbers = *numbers};
        const struct spec_identity written = {
            .arch = merge->exact->name, .version = identity.version, .numbers = numbers};
        const struct identity *known = merge_find_identity(merge, numbers);
        struct buffer line = {0};
        if (known) {
            complete_identity(merge, known, numbers);
            continue;
        }
        spec_write_identity(&(struct spec_writer){merge->user, &merge->model->axis, &line}, &written);
        line.size--; /* without its newline */
        cell_edit_identity(merge_editor(merge), merge->model, merge->program->files[home].ast, &identity,
                           arena_copy(merge->arena, line.data, line.size));
        buffer_free(&line);
    }
}
