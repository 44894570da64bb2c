#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"
#include "fold/into_parts.h"
#include "fold/unfold.h"
#include "kernel/source.h"
#include "kernel/weak.h"

/* The main file of a directory that import made. */
static const char types_name[] = "types.strata";

size_t into_find_owner(const struct into *into, size_t index)
{
    const struct program_file *file = &into->program->files[index];
    struct version_set set;
    if (model_find_attested(into->model, into->arena, file->ast, NULL, NULL, &set))
        return index;
    const struct module *module = model_find_module(into->model, file->ast);
    for (size_t i = 0; i < file->use_count; i++)
        if (!into_has_records(into_file(into, file->uses[i])) && into->owners[file->uses[i]] != SIZE_MAX &&
            model_find_module(into->model, into_file(into, file->uses[i])) == module)
            return into->owners[file->uses[i]];
    return SIZE_MAX;
}

static bool is_declaration(const struct type *type)
{
    return type->record ? !type->record->parent_row : type->kind == TYPE_ENUM;
}

const char *into_directory_of(struct into *into, size_t index)
{
    const char *path = into->program->files[index].path;
    return arena_copy(into->arena, path, (size_t)(path_name(file_path_rules, path) - path));
}

/* Returns the reason why a declaration cannot be folded with its group; NULL if it can. It must have all members, and
 * no `attest` lines or columns of its own. */
static const char *why_unusual(const struct into *into, const struct type *type)
{
    const struct record *record = type->original ? NULL : type->record;
    if (!model_has_one_head(into_file(into, type->file_index)))
        return "its file has several `columns` lines";
    if (!record)
        return NULL;
    return record->attest_row                   ? "it has `attest` lines of its own"
           : record->columns_row                ? "it has `columns` of its own"
           : record->is_partial                 ? "it is `partial`"
           : record->source_last != VERSION_END ? "a document describes it"
                                                : NULL;
}

/* True if a declaration is in the group's directory. */
static bool is_beside(struct into *into, const struct group *group, const struct type *type)
{
    const char *own = into->program->files[type->file_index].path, *name = path_name(file_path_rules, own);
    const char *directory = into_directory_of(into, group->owner);
    return strlen(directory) == (size_t)(name - own) && !strncmp(directory, own, (size_t)(name - own));
}

struct version_set into_attested_on(const struct into *into, const struct group *group, const struct arch *arch)
{
    struct version_set set = {0};
    model_find_attested(into->model, into->arena, into_file(into, group->owner), NULL, arch, &set);
    return set;
}

static int compare_versions(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

bool into_list_attested(const struct into *into, const struct group *group, const struct arch *arch,
                        const uint64_t **versions, size_t *count)
{
    size_t attest_count, kept = 0;
    struct attest *attests = model_list_attests(into->model, into_file(into, group->owner), NULL, &attest_count);
    uint64_t *list = ARENA_ARRAY(into->arena, uint64_t, attest_count), version;
    bool is_sound = true;
    unsigned parts;
    for (size_t i = 0; i < attest_count; i++) {
        const struct attest *attest = &attests[i];
        if (attest->arch && attest->arch != arch)
            continue;
        bool is_kernel = attest->from && attest->from == attest->to &&
                         axis_parse(&into->model->axis, attest->from, &version, &parts);
        is_kernel = is_kernel && parts >= 3;
        is_sound &= is_kernel; /* a document attests releases, not single kernels */
        if (is_kernel)
            list[kept++] = parts == 4 ? version : version | REVISION_ANY;
    }
    free(attests);
    if (kept)
        qsort(list, kept, sizeof *list, compare_versions);
    *versions = list;
    *count = 0;
    for (size_t i = 0; i < kept; i++)
        if (!i || list[i] != list[i - 1])
            list[(*count)++] = list[i];
    return is_sound;
}

/* True if the group attests only kernels, on all arches. */
static bool is_of_kernels(const struct into *into, const struct group *group)
{
    const uint64_t *versions;
    size_t all = 0, count;
    for (size_t i = 0; i < into->model->arch_count; i++, all += count)
        if (!into_list_attested(into, group, into->model->arches[i], &versions, &count))
            return false;
    return all > 0;
}

/* True if two identities may be of one kernel: they have an equal part in common, or no part in common. */
static bool share_identity(const struct identity_numbers *a, const struct identity_numbers *b)
{
    return identity_share_name(a, b) || (a->has_image && b->has_image && !identity_compare_images(a, b)) ||
           (!(a->has_pdb && b->has_pdb) && !(a->build_size && b->build_size) && !(a->has_image && b->has_image));
}

bool into_is_another(const struct into *into, const struct kernel *kernel)
{
    size_t count = 0;
    for (size_t i = 0; i < into->model->identity_count; i++) {
        const struct identity *identity = into->model->identities[i];
        const struct arch *arch = identity->arch->is_twin ? identity->arch->fallback : identity->arch;
        if (arch != kernel->arch || identity->version != kernel->version || identity->module != into->request->module)
            continue;
        count++;
        for (size_t k = 0; k < kernel->identity_count; k++)
            if (share_identity(&identity->numbers, &kernel->identities[k]))
                return false;
    }
    return count && kernel->identity_count;
}

bool kernel_is_stranger(size_t had, size_t ended)
{
    enum { ENDED_LEAST = 16 };
    return ended >= ENDED_LEAST && ended * 2 > had;
}

/* True if the kernel is of the same program as the group: it has most structures that the group has in its version. */
static bool is_of_program(struct fold *fold, const struct group *group, const struct map *tags,
                          const struct kernel *kernel)
{
    size_t had = 0, ended = 0;
    for (size_t i = 0; i < group->type_count; i++) {
        const struct record *record = group->types[i]->record;
        if (!record || !record_layout_at(record, kernel->arch, kernel->version))
            continue;
        had++;
        ended += !map_get(tags, fold_bare_name(fold, group->types[i]->local));
    }
    return !kernel_is_stranger(had, ended);
}

/* True if a kernel comes from a kind of files that the `attest` lines of its version do not name yet. False if a line
 * of that version names no kind. */
static bool is_by_another(const struct group *group, const struct kernel *kernel)
{
    size_t seen = 0;
    for (size_t i = 0; i < group->attest_count; i++) {
        const struct attest *attest = &group->attests[i];
        uint64_t from = kernel->version - (version_is_build(kernel->version) ? REVISION_ANY : 0);
        if ((attest->arch && attest->arch != kernel->arch) || attest->range.from != from)
            continue;
        if (!attest->source)
            return false;
        seen += kernel_has_source(kernel, attest->source);
    }
    return seen < kernel->source_count;
}

/* Finds the kernels to fold into the group. The caller compares the other kernels with the attested versions. */
static void take_kernels(struct into *into, struct group *group)
{
    struct fold fold = {.program = into->program, .arena = into->arena, .intern = into->program->intern};
    group->kernels = ARENA_ARRAY(into->arena, const struct kernel *, into->request->kernel_count);
    group->indices = ARENA_ARRAY(into->arena, size_t, into->request->kernel_count);
    for (size_t i = 0; i < into->request->kernel_count; i++) {
        const struct kernel *kernel = into->request->kernels[i];
        struct version_set set = into_attested_on(into, group, kernel->arch);
        struct map *tags = map_new(into->arena);
        for (size_t k = 0; k < kernel->record_count; k++)
            map_set(tags, fold_bare_name(&fold, kernel->records[k]->name), tags);
        bool is_attested = version_set_contains(&set, kernel->version);
        bool is_known =
            is_attested && !is_by_another(group, kernel) && !(group->takes_all && into_is_another(into, kernel));
        bool is_text = is_attested && kernel_rank(kernel) == KERNEL_COPIED; // it lacks most structures of its program
        if (kernel->is_header || is_known || (!is_text && !is_of_program(&fold, group, tags, kernel)))
            continue;
        group->indices[group->kernel_count] = i;
        group->kernels[group->kernel_count++] = kernel;
    }
}

/* ---- Edited sizes */

/* True if an entry of a layout ends past the layout, or past the beginning of the next row beside it. */
static bool has_no_room(const struct layout *layout, const struct layout_member *entry)
{
    const struct layout_member *next = entry + 1 + entry->descendants, *end = layout->members + layout->member_count;
    const struct row *around = entry->row->parent;
    if (entry->offset == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN || layout->size == LAYOUT_UNKNOWN)
        return false;
    uint64_t last = (uint64_t)entry->offset + entry->size;
    bool is_union = around ? around->form == FORM_UNION : layout->record->is_union;
    bool overlaps = !is_union && next < end && next->row->parent == around && next->offset != LAYOUT_UNKNOWN &&
                    next->offset > entry->offset && next->offset < last &&
                    !decl_allows(next->row->decl, DIAG_OVERLAP) && !decl_allows(entry->row->decl, DIAG_OVERLAP);
    return overlaps || last > layout->size;
}

/* True if bytes behind an entry of a layout belong to no row and are no padding. Kernels always have a row for them. */
static bool leaves_gap(const struct layout *layout, const struct layout_member *entry)
{
    const struct layout_member *next = unfold_find_next(layout, entry);
    uint32_t end = next ? next->offset : layout->size, align = next ? next->align : layout->align;
    if (entry->offset == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN || end == LAYOUT_UNKNOWN || !align)
        return false;
    return end > layout_round_up((uint64_t)entry->offset + entry->size, align);
}

/* Leaves out a structure whose size somebody has changed: another one that holds it by value has no room for it, or
 * more. A person who edits a structure removes its digest, which tells the edited one of both. */
static void refuse_sizes(const struct into *into, struct group *group, const struct type *holder)
{
    for (size_t i = 0; i < into->model->arch_count; i++)
        for (size_t k = 0; !holder->record->on[i].alias && k < holder->record->on[i].layout_count; k++) {
            const struct layout *layout = &holder->record->on[i].layouts[k];
            for (size_t m = 0; m < layout->member_count; m++) {
                const struct layout_member *entry = &layout->members[m];
                const struct type *held = entry->row->type, *edited = NULL;
                if (!held || !held->record || held->record->parent_row || held->original ||
                    into->owners[held->file_index] != group->owner || row_spelled(entry->row)->pointer_depth ||
                    row_spelled(entry->row)->parameters)
                    continue;
                bool is_small = has_no_room(layout, entry);
                bool is_large = !held->record->digest_row && holder->record->digest_row && leaves_gap(layout, entry);
                if ((is_small || is_large) && !held->record->digest_row)
                    edited = held;
                else if (is_small && !holder->record->digest_row)
                    edited = holder;
                if (!edited || map_get(group->refused, edited))
                    continue;
                map_set(group->refused, edited,
                        arena_format(into->arena, "'%s' has %s room for '%s'", holder->name, is_small ? "no" : "more",
                                     held->name));
                map_set(group->resized, edited, group);
            }
        }
}

bool into_find_group(struct into *into, size_t owner, struct group *group)
{
    const struct program_file *file = &into->program->files[owner];
    struct fold fold = {.arena = into->arena, .intern = into->program->intern};
    size_t word_count;
    *group = (struct group){.owner = owner};
    group->is_directory = !into_has_records(file->ast) && !file->ast->counts[AST_ENUM];
    if (!file->requested || into->owners[owner] != owner || !model_has_one_head(file->ast) ||
        model_find_module(into->model, file->ast) != into->request->module)
        return false;
    group->types = ARENA_ARRAY(into->arena, const struct type *, into->model->type_count);
    group->refused = map_new(into->arena);
    group->resized = map_new(into->arena);
    group->declared = ARENA_ARRAY(into->arena, struct fold_tag *, into->model->type_count);
    fold_read_choice(&fold, file->ast->source->text, &word_count);
    for (size_t i = 0; i < into->model->type_count; i++) {
        const struct type *type = into->model->types[i];
        if (!is_declaration(type) || into->owners[type->file_index] != owner)
            continue;
        if (!into->program->files[type->file_index].requested)
            return false;
        const char *why = into_is_rejected(into, type)    ? "it is rejected"
                          : !is_beside(into, group, type) ? "it stands in another directory"
                                                          : why_unusual(into, type);
        if (why)
            map_set(group->refused, type, (void *)(uintptr_t)why);
        group->types[group->type_count++] = type;
        if (type->record && !type->original)
            refuse_sizes(into, group, type);
    }
    group->takes_all = group->is_directory && fold_is_made(file->ast->source->text) &&
                       !strcmp(path_name(file_path_rules, file->path), types_name);
    if (!group->type_count || word_count || !is_of_kernels(into, group))
        return false;
    struct attest *attests = model_list_attests(into->model, file->ast, NULL, &group->attest_count);
    group->attests = arena_copy_array(into->arena, attests, group->attest_count, sizeof *attests);
    free(attests);
    take_kernels(into, group);
    return group->kernel_count > 0 || into->request->share;
}
