/*
 * Reads and extends `attest` lines, and finds the columns of declarations.
 */
#include <string.h>

#include "base/intern.h"
#include "merge/merge_parts.h"
#include "model/clauses.h"

/* Returns all versions up to the last point of the axis, or up to the last version that a document of the file
 * covers. */
static struct version_set covered_versions(const struct merge *merge, size_t file_index)
{
    const struct axis *axis = &merge->model->axis;
    uint64_t end = axis->point_count ? (axis->points[axis->point_count - 1].version | 0xFFFF) + 1 : 0;
    uint64_t last = model_find_document_end(merge->model, merge->arena, merge->program->files[file_index].ast);
    return version_set_range(merge->arena, 0, last < end ? last : end);
}

/* Returns the versions that a file attests. A file without `attest` lines has those of the files that it uses and that
 * declare no structures. Sets `*owner` to the first file that has lines. */
static struct version_set file_set(const struct merge *merge, const struct arch *arch, size_t file_index, size_t *owner)
{
    const struct program_file *file = &merge->program->files[file_index];
    enum { ON_ANY, ON_OWN, ON_FALLBACK };
    size_t kind = !arch ? ON_ANY : arch == merge->arch ? ON_OWN : ON_FALLBACK;
    struct merge_lines *lines = &merge->lines[MERGE_LINES * file_index + kind];
    struct version_set set;
    *owner = lines->owner;
    if (lines->is_known)
        return lines->set;
    bool any = model_find_attested(merge->model, merge->arena, file->ast, NULL, arch, &set);
    *owner = any ? file_index : SIZE_MAX;
    for (size_t i = 0; !any && i < file->use_count; i++) {
        const struct ast_file *used = merge->program->files[file->uses[i]].ast;
        size_t other;
        if (used->counts[AST_STRUCT] || used->counts[AST_UNION])
            continue;
        set = version_set_union(merge->arena, set, file_set(merge, arch, file->uses[i], &other));
        *owner = *owner == SIZE_MAX ? other : *owner;
    }
    set.ranges = arena_copy_array(merge->lasting, set.ranges, set.count, sizeof *set.ranges);
    *lines = (struct merge_lines){true, set, *owner};
    return set;
}

static struct version_set attested_on(const struct merge *merge, const struct arch *arch, const struct record *record,
                                      size_t file_index, size_t *owner)
{
    struct version_set set;
    *owner = SIZE_MAX;
    if (record && model_find_attested(merge->model, merge->arena, NULL, record, arch, &set))
        return set;
    set = file_set(merge, arch, file_index, owner);
    if (*owner != SIZE_MAX)
        return set;
    return record ? record->on[merge->arch->index].attested : covered_versions(merge, file_index);
}

struct version_set merge_attested(const struct merge *merge, const struct arch *arch, const struct record *record,
                                  size_t file_index, size_t *owner)
{
    return attested_on(merge, arch && arch->is_twin ? arch->fallback : arch, record, file_index, owner);
}

/* Returns the next pending kernel of a declaration on an architecture (NULL: any); NULL if there is none. `*index` is
 * that of the kernel in the request, and begins at 0. */
static const struct kernel *next_pending(const struct merge *merge, const struct type *type, const struct arch *arch,
                                         size_t *index)
{
    const bool *pending = map_get(merge->aside, type->local);
    while (pending && *index < merge->request->kernel_count) {
        const struct kernel *kernel = merge->request->kernels[*index];
        bool is_pending = pending[*index] && !merge->is_merged[*index];
        ++*index;
        if (is_pending && (!arch || !strcmp(kernel->arch->name, arch->name)))
            return kernel;
    }
    return NULL;
}

bool merge_is_pending(const struct merge *merge, const struct type *type, const struct arch *arch, uint64_t version)
{
    size_t index = 0;
    const struct kernel *kernel = next_pending(merge, type, arch, &index);
    while (kernel && kernel->version != version)
        kernel = next_pending(merge, type, arch, &index);
    return kernel != NULL;
}

struct version_set merge_attested_before(const struct merge *merge, const struct arch *arch, const struct type *type,
                                         size_t *owner)
{
    struct version_set set = merge_attested(merge, arch, type->record, type->file_index, owner);
    const struct kernel *kernel;
    size_t index = 0;
    while (*owner != SIZE_MAX && (kernel = next_pending(merge, type, arch, &index)))
        set = version_set_subtract(merge->arena, set,
                                   version_set_range(merge->arena, kernel->version, kernel->version + 1));
    return set;
}

bool merge_attests(const struct merge *merge, const struct version_set *attested, const struct record *record,
                   size_t file_index)
{
    size_t owner;
    struct version_set own;
    if (!merge->arch->is_twin)
        return version_set_contains(attested, merge->kernel->version);
    own = attested_on(merge, merge->arch, record, file_index, &owner);
    bool is_own = owner != SIZE_MAX || (record && record->attest_row);
    return is_own && version_set_contains(&own, merge->kernel->version);
}

struct version_range merge_interval(const struct merge *merge, const struct version_set *attested)
{
    uint64_t version = merge->kernel->version, before = 0, after = VERSION_END;
    bool is_point = false;
    struct version_range alone = {version, version + 1};
    if (merge->arch->is_twin) {
        axis_find(&merge->model->axis,
                  intern_text(merge->program->intern, axis_version_text(merge->arena, &merge->model->axis, version)),
                  &alone);
        return alone;
    }
    for (size_t i = 0; i < attested->count; i++) {
        struct version_range range = attested->ranges[i];
        is_point |= range.from <= version && version < range.to && range.to - range.from > 1;
        if (range.from < version)
            before = range.to <= version ? range.to - 1 : version - 1;
        if (range.from > version && after == VERSION_END)
            after = range.from;
    }
    struct version_range in = {axis_find_bound(&merge->model->axis, before, version), VERSION_END};
    if (after != VERSION_END)
        in.to = axis_find_bound(&merge->model->axis, version, after);
    for (size_t i = 0; is_point && i < merge->model->axis.point_count; i++) /* somebody attests the whole point */
        if (merge->model->axis.points[i].range.from <= version && version < merge->model->axis.points[i].range.to)
            in = merge->model->axis.points[i].range;
    return in;
}

static struct cell_columns columns_of(const struct merge *merge, const struct arch *const *arches, size_t count)
{
    struct cell_columns columns = {.arches = arches, .count = count, .own = CELL_NO_COLUMN};
    for (const struct arch *arch = merge->arch; arch && columns.own == CELL_NO_COLUMN; arch = arch->fallback)
        for (unsigned i = 0; i < count; i++)
            if (arches[i] == arch)
                columns.own = i;
    columns.is_alone = count == 1 && *arches == merge->arch;
    return columns;
}

/* Returns columns for cells that apply to all architectures. */
static struct cell_columns shared_columns(const struct merge *merge)
{
    const struct arch **arches = ARENA_NEW(merge->arena, const struct arch *);
    *arches = merge->arch;
    struct cell_columns columns = columns_of(merge, arches, 1);
    columns.is_alone = merge->model->arch_count == 1;
    return columns;
}

struct cell_columns merge_file_columns(const struct merge *merge, size_t file_index)
{
    size_t count;
    const struct arch *const *arches =
        model_list_columns(merge->model, merge->arena, merge->program->files[file_index].ast, &count);
    return count ? columns_of(merge, arches, count) : shared_columns(merge);
}

struct cell_columns merge_enumeration_columns(const struct merge *merge, const struct enumeration *enumeration)
{
    size_t count = enumeration->column_count;
    return count ? columns_of(merge, enumeration->columns, count) : shared_columns(merge);
}

struct cell_columns merge_record_columns(const struct merge *merge, const struct record *record)
{
    return record->column_count ? columns_of(merge, record->columns, record->column_count) : shared_columns(merge);
}

/* Returns the text of attested versions for an `attest` line: single builds as numbers, longer ranges by the names of
 * points. */
static const char *set_text(const struct merge *merge, struct version_set set)
{
    struct buffer text = {0};
    for (size_t i = 0; i < set.count; i++) {
        struct version_range range = set.ranges[i];
        const struct axis_point *last = NULL;
        buffer_add_text(&text, i ? ", " : "");
        if (range.to - range.from == 1) {
            buffer_add_text(&text, axis_version_text(merge->arena, &merge->model->axis, range.from));
            continue;
        }
        for (size_t k = 0; k < merge->model->axis.point_count; k++)
            if ((merge->model->axis.points[k].version | 0xFFFF) + 1 == range.to)
                last = &merge->model->axis.points[k];
        if (!last) {
            axis_write_range(&merge->model->axis, range, &text);
            continue;
        }
        if (range.from < last->range.from) {
            axis_write_from(&merge->model->axis, range.from, &text);
            buffer_add_text(&text, "..");
        }
        buffer_add_text(&text, last->name);
    }
    const char *result = arena_copy(merge->arena, text.data, text.size);
    buffer_free(&text);
    return result;
}

struct cell_editor merge_editor(struct merge *merge)
{
    return (struct cell_editor){&merge->edits, merge->arena, &merge->model->axis};
}

void merge_write_versions(struct merge *merge, const struct cell_columns *columns, struct version_range in,
                          struct buffer *out)
{
    struct version_set sets[CELL_COLUMNS_MOST] = {{0}};
    sets[columns->own] = version_set_range(merge->arena, in.from, in.to);
    spec_versions_write(&merge->model->axis, (struct spec_versions){columns->count, sets}, out);
}

struct cell_attest merge_attest_of(const struct merge *merge, const struct arch *arch, bool is_alone)
{
    const struct kernel *kernel = merge->kernel;
    return (struct cell_attest){arch, is_alone, kernel->version, kernel->source_count ? *kernel->sources : NULL};
}

void merge_attest_file(struct merge *merge, size_t file_index)
{
    const struct cell_attest attest =
        merge_attest_of(merge, merge->arch, merge_file_columns(merge, file_index).is_alone);
    cell_edit_attest(merge_editor(merge), merge->program->files[file_index].ast, NULL, &attest);
}

void merge_attest_record(struct merge *merge, const struct record *record)
{
    struct buffer text = {0};
    const struct cell_attest attest = merge_attest_of(merge, merge->arch, merge_record_columns(merge, record).is_alone);
    if (cell_edit_attest(merge_editor(merge), NULL, record, &attest))
        return;
    for (size_t i = 0; i < merge->model->arch_count; i++) {
        const struct arch *arch = merge->model->arches[i];
        const struct record_on *on = &record->on[i];
        bool is_own = arch == merge->arch;
        if (!on->exists || !(is_own || (on->attested.count && !on->alias)))
            continue;
        struct version_set set = on->attested;
        if (is_own)
            set = version_set_union(
                merge->arena, set, version_set_range(merge->arena, merge->kernel->version, merge->kernel->version + 1));
        buffer_format(&text, "\n    attest %s %s;", arch->name, set_text(merge, set));
    }
    edit_insert(&merge->edits, record->decl->body_span.begin + 1, arena_copy(merge->arena, text.data, text.size));
    buffer_free(&text);
}
