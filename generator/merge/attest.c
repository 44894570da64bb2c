/*
 * `attest` lines: what they say of records and enumerations, and a kernel more in them.
 */
#include <string.h>

#include "merge/merge_parts.h"

/* A build alone is attested by itself, anything else stands for its points. */
static struct version_set line_set(const struct into *into, const struct ast_decl *decl)
{
    struct version_set set = into_set(into, decl->set);
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        uint64_t version;
        unsigned parts;
        struct version_range all;
        if (range->from != range->to || !range->from || !version_parse(range->from, &version, &parts) || parts < 3 ||
            !axis_find(&into->model->axis, range->from, &all))
            continue;
        uint64_t end = parts == 4 ? version + 1 : (version | 0xFFFF) + 1;
        set = version_set_subtract(into->arena, set, version_set_range(into->arena, all.from, all.to));
        set = version_set_union(into->arena, set, version_set_range(into->arena, version, end));
    }
    return set;
}

static struct version_set lines_set(const struct into *into, const struct arch *arch, const struct ast_decl *decls,
                                    bool *any)
{
    struct version_set set = {0};
    *any = false;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        *any = true;
        if (!arch || !decl->name || !strcmp(decl->name, arch->name))
            set = version_set_union(into->arena, set, line_set(into, decl));
    }
    return set;
}

/* The versions of the points on the axis, up to the last that a document of the file covers. */
static struct version_set covered(const struct into *into, size_t file_index)
{
    const struct axis *axis = &into->model->axis;
    uint64_t end = axis->point_count ? (axis->points[axis->point_count - 1].version | 0xFFFF) + 1 : 0;
    for (const struct ast_decl *decl = into->program->files[file_index].ast->decls; decl; decl = decl->next) {
        const struct ast_clause *last = decl->kind == AST_SOURCE ? ast_clause_find(decl, AST_LAST) : NULL;
        struct version_set set = last ? into_set(into, last->set) : (struct version_set){0};
        if (set.count && set.ranges[set.count - 1].to < end)
            end = set.ranges[set.count - 1].to;
    }
    return version_set_range(into->arena, 0, end);
}

/* The lines of a file, or those of all that it uses which attest for others. The owner is the first that has any. */
static struct version_set file_set(const struct into *into, const struct arch *arch, size_t file_index, size_t *owner)
{
    const struct program_file *file = &into->program->files[file_index];
    bool any;
    struct version_set set = lines_set(into, arch, file->ast->decls, &any);
    *owner = any ? file_index : SIZE_MAX;
    for (size_t i = 0; !any && i < file->use_count; i++) {
        const struct ast_file *used = into->program->files[file->uses[i]].ast;
        size_t other;
        if (used->counts[AST_STRUCT] || used->counts[AST_UNION])
            continue;
        set = version_set_union(into->arena, set, file_set(into, arch, file->uses[i], &other));
        *owner = *owner == SIZE_MAX ? other : *owner;
    }
    return set;
}

struct version_set into_attested(const struct into *into, const struct arch *arch, const struct record *record,
                                 size_t file_index, size_t *owner)
{
    bool any = false;
    *owner = SIZE_MAX;
    if (record && record->attest_row) {
        struct version_set own = lines_set(into, arch, record->decl->children, &any);
        if (any)
            return own;
    }
    struct version_set set = file_set(into, arch, file_index, owner);
    if (*owner != SIZE_MAX)
        return set;
    return record ? record->on[into->arch->index].attested : covered(into, file_index);
}

bool into_is_imported(const struct version_set *attested)
{
    for (size_t i = 0; i < attested->count; i++)
        if (attested->ranges[i].to - attested->ranges[i].from > 1)
            return false;
    return attested->count > 0;
}

static struct into_columns columns_of(const struct into *into, const struct arch *const *arches, size_t count)
{
    struct into_columns columns = {.arches = arches, .count = count, .own = INTO_NO_COLUMN};
    for (const struct arch *arch = into->arch; arch && columns.own == INTO_NO_COLUMN; arch = arch->fallback)
        for (unsigned i = 0; i < count; i++)
            if (arches[i] == arch)
                columns.own = i;
    columns.is_alone = count == 1 && *arches == into->arch;
    return columns;
}

/* One column for all arches. */
static struct into_columns shared_columns(const struct into *into)
{
    const struct arch **arches = ARENA_NEW(into->arena, const struct arch *);
    *arches = into->arch;
    struct into_columns columns = columns_of(into, arches, 1);
    columns.is_alone = into->model->arch_count == 1;
    return columns;
}

struct into_columns into_file_columns(const struct into *into, size_t file_index, const struct ast_decl *decl)
{
    const struct ast_decl *line = NULL;
    const struct arch **arches = ARENA_ARRAY(into->arena, const struct arch *, INTO_COLUMNS_MOST);
    size_t count = 0;
    for (const struct ast_decl *at = into->program->files[file_index].ast->decls; at && at != decl; at = at->next)
        if (at->kind == AST_COLUMNS)
            line = at;
    for (const struct ast_name *name = line ? line->names : NULL; name && count < INTO_COLUMNS_MOST; name = name->next)
        arches[count++] = model_find_arch(into->model, name->name);
    return count ? columns_of(into, arches, count) : shared_columns(into);
}

struct into_columns into_record_columns(const struct into *into, const struct record *record)
{
    return record->column_count ? columns_of(into, record->columns, record->column_count) : shared_columns(into);
}

/* A set of attested versions as a line names it: builds alone, and what points stand for by their names. */
static const char *set_text(const struct into *into, struct version_set set)
{
    struct buffer text = {0};
    for (size_t i = 0; i < set.count; i++) {
        struct version_range range = set.ranges[i];
        const struct axis_point *last = NULL;
        buffer_add_text(&text, i ? ", " : "");
        if (range.to - range.from == 1) {
            buffer_add_text(&text, version_text(into->arena, range.from));
            continue;
        }
        for (size_t k = 0; k < into->model->axis.point_count; k++)
            if ((into->model->axis.points[k].version | 0xFFFF) + 1 == range.to)
                last = &into->model->axis.points[k];
        if (!last) {
            axis_write_range(&into->model->axis, range, &text);
            continue;
        }
        if (range.from < last->range.from) {
            axis_write_from(&into->model->axis, range.from, &text);
            buffer_add_text(&text, "..");
        }
        buffer_add_text(&text, last->name);
    }
    const char *result = arena_copy(into->arena, text.data, text.size);
    buffer_free(&text);
    return result;
}

/* Adds the version to a set that stands there, before the first that is later. */
static void add_version(struct into *into, const struct ast_decl *decl)
{
    const char *text = version_text(into->arena, into->kernel->version);
    const struct ast_range *last = NULL;
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        struct version_range from = {0, 0};
        if (range->from && axis_find(&into->model->axis, range->from, &from) && from.from > into->kernel->version) {
            into_insert(into, range->span.begin, arena_format(into->arena, "%s, ", text));
            return;
        }
        last = range;
    }
    into_insert(into, last->span.end, arena_format(into->arena, ", %s", text));
}

/* Adds it to the line of the arch; false when there is none. */
static bool add_to_lines(struct into *into, const struct ast_decl *decls, bool one_arch)
{
    const struct ast_decl *last = NULL;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        last = decl;
        if (decl->name ? !strcmp(decl->name, into->arch->name) : one_arch) {
            add_version(into, decl);
            return true;
        }
    }
    if (!last)
        return false;
    const char *blank;
    uint32_t end = into_end(into, last, &blank);
    into_insert(into, end,
                arena_format(into->arena, "\n%sattest %s %s;", blank, into->arch->name,
                             version_text(into->arena, into->kernel->version)));
    return true;
}

void into_attest_file(struct into *into, size_t file_index)
{
    const struct ast_decl *decls = into->program->files[file_index].ast->decls;
    add_to_lines(into, decls, into_file_columns(into, file_index, NULL).is_alone);
}

void into_attest_record(struct into *into, const struct record *record)
{
    struct buffer text = {0};
    if (record->attest_row && add_to_lines(into, record->decl->children, into_record_columns(into, record).is_alone))
        return;
    for (size_t i = 0; i < into->model->arch_count; i++) {
        const struct arch *arch = into->model->arches[i];
        const struct record_on *on = &record->on[i];
        bool is_own = arch == into->arch;
        if (!on->exists || !(is_own || (on->attested.count && !on->alias)))
            continue;
        struct version_set set = on->attested;
        if (is_own)
            set = version_set_union(into->arena, set,
                                    version_set_range(into->arena, into->kernel->version, into->kernel->version + 1));
        buffer_format(&text, "\n    attest %s %s;", arch->name, set_text(into, set));
    }
    into_insert(into, record->decl->body_span.begin + 1, arena_copy(into->arena, text.data, text.size));
    buffer_free(&text);
}
