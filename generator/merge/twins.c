/*
 * Handles twin kernels: the spec already attests another kernel of the same version. Their identities differ. If the
 * new kernel has the same layouts as one of the others, both share an architecture. Otherwise the new kernel gets an
 * architecture of its own. Declarations that differ get a column for it, and the kernel is then folded into that
 * column. See "Identities" in grammar/README.md.
 */
#include <string.h>

#include "base/intern.h"
#include "merge/merge_parts.h"
#include "model/clauses.h"
#include "model/identity.h"
#include "spec/arch_edit.h"
#include "spec/column_edit.h"

/* ---- Advice */

/* True if the specs already attested exactly the kernel's version before the run. */
static bool is_seen(const struct merge *merge)
{
    const struct axis *axis = &merge->request->model->axis;
    for (size_t i = 0; i < axis->attested_count; i++)
        if (axis->attested[i] == merge->kernel->version)
            return true;
    return false;
}

/* ---- Kernels of one version */

/* Returns an architecture, or the fallback of a twin architecture. */
static const struct arch *base_of(const struct arch *arch)
{
    return arch->is_twin ? arch->fallback : arch;
}

/* True if the spec has an identity of the kernel's version on `base` or its twins. If `arch` is not NULL, it must be
 * exactly of `arch`. */
static bool has_identity(const struct merge *merge, const struct arch *base, const struct arch *arch)
{
    for (size_t i = 0; i < merge->model->identity_count; i++) {
        const struct identity *known = merge->model->identities[i];
        bool is_of_version = known->module == merge->model->modules && known->version == merge->kernel->version;
        if (is_of_version && (arch ? known->arch == arch : base_of(known->arch) == base))
            return true;
    }
    return false;
}

/* True if a file has columns for an architecture. */
static bool has_columns(const struct merge *merge, const struct arch *arch)
{
    for (size_t i = 0; i < merge->program->file_count; i++)
        if (column_edit_names(merge->program->files[i].ast, arch->name))
            return true;
    return false;
}

/* Returns the architecture of the first twin kernel, or NULL. It has identities of the kernel's version, but no
 * columns: the first kernel uses the columns of the base. */
static const struct arch *find_first(const struct merge *merge, const struct arch *base)
{
    for (size_t i = 0; i < merge->model->arch_count; i++) {
        const struct arch *arch = merge->model->arches[i];
        if (arch->is_twin && arch->fallback == base && has_identity(merge, base, arch) && !has_columns(merge, arch))
            return arch;
    }
    return NULL;
}

/* ---- Comparison */

/* True if the spec has a structure in the kernel's version that only kernels attest, and the kernel lacks it. */
static bool is_gone(struct merge *merge, const struct type *type)
{
    size_t owner;
    const struct record *record = type->record;
    if (!record || merge_is_known(merge, type) || !record_layout_at(record, merge->arch, merge->kernel->version))
        return false;
    struct version_set attested = merge_attested(merge, merge->arch, record, record->file_index, &owner);
    return version_set_is_exact(&attested);
}

/* Finds the declarations whose layouts on an architecture differ from the kernel's. Appends them to `different`, a
 * buffer of struct type *. Returns true if there are none, and the kernel has no requested declaration that the spec
 * lacks. */
static bool layouts_agree(struct merge *merge, const struct arch *arch, struct buffer *different)
{
    struct merge other = *merge;
    bool is_whole = true;
    other.arch = arch;
    other.is_quiet = true;
    other.settled = map_new(merge->arena);
    other.noted = map_new(merge->arena);
    other.lines = ARENA_ARRAY(merge->arena, struct merge_lines, merge->program->file_count * MERGE_LINES);
    other.edits.list = (struct buffer){0};
    if (!merge_begin_tags(&other))
        return false;
    for (size_t i = 0; i < other.model->type_count; i++) {
        const struct type *type = other.model->types[i];
        if (!merge_is_declaration(type) || !merge_is_taken(&other, type) || !merge_has_column(&other, type))
            continue;
        if (merge_is_known(&other, type) ? !merge_type(&other, type) : is_gone(&other, type))
            buffer_add(different, &type, sizeof type);
    }
    for (size_t i = 0; i < other.fold.all.count; i++) {
        const struct fold_tag *tag = other.fold.all.items[i];
        is_whole &= !tag->is_wanted || tag->is_elsewhere || map_get(other.model->type_names, tag->name);
    }
    buffer_free(&other.edits.list);
    return is_whole && !different->size;
}

/* ---- Declaring an arch */

/* The architecture of one twin kernel. */
struct twin {
    const char *name;
    const struct arch *declared; /* its declaration in the spec, or NULL */
};

/* Sets the name of the architecture for twin kernel `number`, such as x64_2. Returns false if the name is used for
 * something else. */
static bool name_twin(struct merge *merge, const struct arch *base, size_t number, struct twin *twin)
{
    twin->name = intern_text(merge->program->intern, arena_format(merge->arena, "%s_%zu", base->name, number));
    twin->declared = model_find_arch(merge->model, twin->name);
    if (!twin->declared || (twin->declared->is_twin && twin->declared->fallback == base))
        return true;
    merge->advice =
        arena_format(merge->arena, "it is another kernel of %s; to merge it, give the arch '%s' another name",
                     axis_version_text(merge->arena, &merge->model->axis, merge->kernel->version), twin->name);
    return false;
}

/* Returns the declaration of an architecture. Returns NULL if it is in a file that is not requested. */
static const struct ast_decl *find_arch(const struct merge *merge, const char *name)
{
    const struct ast_decl *decl = NULL;
    for (size_t i = 0; i < merge->program->file_count && !decl; i++)
        decl = arch_edit_find(merge->program->files[i].ast, name);
    return decl && merge_is_requested(merge, decl) ? decl : NULL;
}

/* Declares twin architectures, or adds the version to those that exist. Returns false if that is not possible. */
static bool declare_twins(struct merge *merge, const struct arch *base, size_t home, const struct twin *twins,
                          size_t count)
{
    uint64_t version = merge->kernel->version;
    const char **names = ARENA_ARRAY(merge->arena, const char *, count);
    size_t new_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!twins[i].declared) {
            names[new_count++] = twins[i].name;
            continue;
        }
        const struct ast_decl *decl = find_arch(merge, twins[i].name);
        if (!version_set_contains(&twins[i].declared->versions, version) &&
            !(decl && arch_edit_extend(merge_editor(merge), decl, version)))
            return false;
    }
    arch_edit_declare(merge_editor(merge), merge->program->files[home].ast, names, new_count, base->name, version);
    return true;
}

/* Moves the identities of the kernel's version from the base to the first twin, and attests that twin. Returns false if
 * that is not possible. */
static bool move_identities(struct merge *merge, const struct arch *base, size_t home, const struct twin *twin)
{
    const struct ast_file *file = merge->program->files[home].ast;
    struct arch arch = *base;
    arch.name = twin->name;
    for (size_t i = 0; i < merge->model->identity_count; i++) {
        const struct identity *known = merge->model->identities[i];
        if (known->module != merge->model->modules || known->version != merge->kernel->version || known->arch != base)
            continue;
        if (!merge_is_requested(merge, known->decl))
            return false;
        edit_replace(&merge->edits, known->decl->name_span, twin->name);
    }
    const struct cell_attest attest = merge_attest_of(merge, &arch, false);
    return cell_edit_attest(merge_editor(merge), file, NULL, &attest);
}

/* Adds columns to the declarations that differ. Returns false if a declaration has no `columns` line with the base. */
static bool add_columns(struct merge *merge, const struct arch *base, const char *name, const struct buffer *different)
{
    struct new_column column = {.name = name, .base = base->name};
    const struct type *const *types = (const void *)different->data;
    struct map *done = map_new(merge->arena);
    size_t *count = &column.count;
    const struct axis *axis = &merge->model->axis;
    const struct arch *arch = model_find_arch(merge->model, name);
    uint64_t *versions = ARENA_ARRAY(merge->arena, uint64_t, axis->attested_count + 1);
    *count = 0;
    for (size_t i = 0; arch && i < axis->attested_count; i++)
        if (version_set_contains(&arch->versions, axis->attested[i]))
            versions[(*count)++] = axis->attested[i];
    versions[(*count)++] = merge->kernel->version;
    *count = version_sort(versions, *count);
    column.versions = versions;
    for (size_t i = 0; i < different->size / sizeof(const struct type *); i++) {
        const struct ast_file *file = merge->program->files[types[i]->file_index].ast;
        const struct ast_decl *line = column_edit_find(file, types[i]->decl);
        if (!line || !column_edit_has(line, base->name)) {
            /* Set the help text for a declaration that cannot get a column. */
            const struct type *type = types[i];
            merge->advice = arena_format(
                merge->arena,
                "it is another kernel of %s; to merge it, put `columns %s;` above '%s', so that it gets a column",
                axis_version_text(merge->arena, &merge->model->axis, merge->kernel->version), base->name, type->name);
            return false;
        }
        if (!column_edit_has(line, name) && !map_get(done, line))
            column_edit_add(merge_editor(merge), file, line, &column);
        map_set(done, line, done);
    }
    return true;
}

/* Applies the collected edits to the texts if `is_sound`, else drops them. Returns `is_sound`. */
static bool take_edits(struct merge *merge, bool is_sound)
{
    struct buffer texts = {0};
    if (is_sound)
        edit_apply(&merge->edits, &texts);
    buffer_clear(&merge->edits.list);
    merge_set_texts(&merge->texts, &texts);
    buffer_free(&texts);
    return is_sound;
}

/* Declares a twin architecture for the kernel. Returns its name, or NULL if that is not possible. */
static const char *make_twin(struct merge *merge, const struct arch *base, const struct buffer *different)
{
    struct twin twins[2];
    size_t home = merge_find_home(merge), number = 2;
    bool is_second = !find_first(merge, base);
    if (home == SIZE_MAX || !name_twin(merge, base, 1, &twins[0]) || !name_twin(merge, base, number, &twins[1]))
        return NULL;
    while (twins[1].declared && has_identity(merge, base, twins[1].declared))
        if (!name_twin(merge, base, ++number, &twins[1]))
            return NULL;
    bool is_sound = declare_twins(merge, base, home, is_second ? twins : twins + 1, is_second ? 2 : 1) &&
                    (!is_second || move_identities(merge, base, home, &twins[0])) &&
                    add_columns(merge, base, twins[1].name, different);
    return take_edits(merge, is_sound) ? twins[1].name : NULL;
}

/* ---- The whole */

/* Returns a copy of the kernel with another architecture, and another one for its identities. */
static const struct kernel *kernel_on(struct merge *merge, const struct arch *arch, const struct arch *exact)
{
    struct kernel *kernel = arena_copy_array(merge->arena, merge->kernel, 1, sizeof *kernel);
    kernel->arch = arch;
    kernel->exact = exact;
    return kernel;
}

/* Returns a twin architecture with a name. It serves until the edited texts are loaded. */
static const struct arch *arch_called(struct merge *merge, const struct arch *base, const char *name)
{
    struct arch *arch = arena_copy_array(merge->arena, base, 1, sizeof *arch);
    arch->name = name;
    arch->fallback = base;
    arch->is_twin = true;
    return arch;
}

/* Returns the architecture of a twin kernel that has the same layouts, or NULL. */
static const struct arch *find_equal(struct merge *merge, const struct arch *base)
{
    struct buffer different = {0};
    const struct arch *found = NULL;
    for (size_t i = 0; i < merge->model->arch_count && !found; i++) {
        const struct arch *arch = merge->model->arches[i];
        if (!arch->is_twin || arch->fallback != base || !has_identity(merge, base, arch) || !has_columns(merge, arch))
            continue;
        buffer_clear(&different);
        found = layouts_agree(merge, arch, &different) ? arch : NULL;
    }
    buffer_free(&different);
    return found;
}

/* Handles a kernel whose identity the spec has under an architecture. Adds columns for that architecture to
 * declarations that differ. Returns the kernel on it. */
static const struct kernel *take_known(struct merge *merge, const struct arch *base, const struct arch *arch,
                                       bool *is_edited)
{
    struct buffer different = {0};
    if (arch == base || find_first(merge, base) == arch)
        return arch == base ? merge->kernel : kernel_on(merge, base, arch);
    layouts_agree(merge, base, &different);
    *is_edited = take_edits(merge, add_columns(merge, base, arch->name, &different)) && different.size;
    buffer_free(&different);
    return kernel_on(merge, arch, arch);
}

const struct kernel *merge_tell_twin(struct merge *merge, bool *is_edited)
{
    const struct kernel *kernel = merge->kernel;
    const struct arch *base = merge->arch;
    struct buffer different = {0};
    merge->advice = NULL;
    for (size_t i = 0; i < kernel->identity_count; i++) {
        const struct identity *known = merge_find_identity(merge, &kernel->identities[i]);
        if (known)
            return take_known(merge, base, known->arch, is_edited);
    }
    if (!kernel->identity_count || !has_identity(merge, base, NULL)) {
        /* Set the help text for contradictions if the spec has no identity that distinguishes the kernel from the
         * attested one. */
        const char *version = axis_version_text(merge->arena, &merge->model->axis, merge->kernel->version);
        if (is_seen(merge) && merge->kernel->identity_count)
            merge->advice = arena_format(
                merge->arena,
                "if it is another kernel of %s, import the first one again with --into, which adds its identity",
                version);
        return kernel;
    }
    const struct arch *first = find_first(merge, base);
    if (layouts_agree(merge, base, &different)) {
        kernel = first ? kernel_on(merge, base, first) : kernel;
    } else {
        const struct arch *equal = find_equal(merge, base);
        const char *name = equal ? NULL : make_twin(merge, base, &different);
        const struct arch *arch = name ? arch_called(merge, base, name) : equal;
        *is_edited = name != NULL;
        kernel = arch ? kernel_on(merge, arch, arch) : kernel;
    }
    buffer_free(&different);
    return kernel;
}
