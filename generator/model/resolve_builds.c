/*
 * Lists of builds, and the lines that say where a member lies in builds of a list.
 */
#include "base/buffer.h"
#include "base/intern.h"
#include "model/resolve.h"

/* Returns the versions of a set in which each range is one full build, ascending. Any other range is a fault. */
static uint64_t *read_builds(struct resolver *resolver, const struct ast_decl *decl, size_t *count)
{
    struct buffer list = {0};
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        struct version_range known;
        uint64_t version;
        unsigned parts;
        bool is_single = range->from && range->from == range->to;
        if (!is_single || !version_parse(range->from, &version, &parts) || parts < 4)
            resolve_fault(resolver, DIAG_NUMBER, range->span, decl, NULL,
                          "a build is a full version such as 10.0.19041.928");
        else if (!axis_find(&resolver->model->axis, range->from, &known))
            resolve_fault(resolver, DIAG_UNKNOWN_VERSION, range->span, decl, NULL, "version '%s' is not on the axis",
                          range->from);
        else
            buffer_add(&list, &version, sizeof version);
    }
    if (decl->set->excluded)
        resolve_fault(resolver, DIAG_CLAUSE, decl->set->excluded->span, decl, NULL, "builds are named one by one");
    *count = list.size / sizeof(uint64_t);
    uint64_t *versions = arena_copy_array(resolver->arena, list.data, *count, sizeof *versions);
    buffer_free(&list);
    *count = version_sort(versions, *count);
    return versions;
}

static const struct build_list *find_list(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->build_list_count; i++)
        if (model->build_lists[i].name == name)
            return &model->build_lists[i];
    return NULL;
}

static void add_list(struct resolver *resolver, const struct ast_decl *decl)
{
    struct model *model = resolver->model;
    const struct build_list *other = find_list(model, decl->name);
    struct build_list list = {.name = decl->name, .arch = model_find_arch(model, decl->type.name), .decl = decl};
    if (!list.arch)
        resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->type.span, decl, NULL, "no arch is called '%s'",
                      decl->type.name);
    if (model_find_arch(model, decl->name))
        resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL, "an arch is called '%s'", decl->name);
    if (other) {
        struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL,
                                            "builds '%s' are declared twice", decl->name);
        fault->other = other->decl->name_span;
        fault->other_message = "first declared here";
        return;
    }
    list.versions = read_builds(resolver, decl, &list.count);
    model->build_lists[model->build_list_count++] = list;
}

void resolve_builds(struct resolver *resolver)
{
    const struct program *program = resolver->program;
    size_t count = 0;
    for (size_t i = 0; i < program->file_count; i++)
        count += program->files[i].ast->counts[AST_BUILDS];
    resolver->model->build_lists = ARENA_ARRAY(resolver->arena, struct build_list, count);
    for (size_t i = 0; i < program->file_count && count; i++)
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next)
            if (decl->kind == AST_BUILDS)
                add_list(resolver, decl);
}

bool resolve_is_listed(const struct model *model, const struct arch *arch, uint64_t version)
{
    for (size_t i = 0; i < model->build_list_count; i++) {
        const struct build_list *list = &model->build_lists[i];
        size_t low = 0, high = list->arch == arch ? list->count : 0;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (list->versions[middle] == version)
                return true;
            if (list->versions[middle] < version)
                low = middle + 1;
            else
                high = middle;
        }
    }
    return false;
}

void resolve_check_sighted(struct resolver *resolver, struct record *record)
{
    for (const struct ast_decl *decl = record->decl->children; decl; decl = decl->next)
        if (decl->kind == AST_SIGHTING && !resolve_sighted_arch(resolver, decl))
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, record,
                          decl->set ? "no arch is called '%s'" : "no builds are called '%s'", decl->name);
}

const struct arch *resolve_sighted_arch(const struct resolver *resolver, const struct ast_decl *decl)
{
    const struct build_list *list = decl->set ? NULL : find_list(resolver->model, decl->name);
    return decl->set ? model_find_arch(resolver->model, decl->name) : list ? list->arch : NULL;
}

/* ---- Cells over builds */

/* The ranges of a set. One that ends at a full build ends there, and not where the next one begins. */
struct exact_set {
    struct version_range *items;
    size_t count;
};

static struct exact_set read_ranges(struct resolver *resolver, const struct ast_range *ranges,
                                    const struct ast_decl *decl)
{
    const struct axis *axis = &resolver->model->axis;
    struct exact_set set = {NULL, 0};
    size_t most = 0;
    for (const struct ast_range *range = ranges; range; range = range->next)
        most++;
    set.items = ARENA_ARRAY(resolver->arena, struct version_range, most);
    for (const struct ast_range *range = ranges; range; range = range->next) {
        struct version_range from = {0, 0}, to = {0, VERSION_END};
        uint64_t version;
        unsigned parts;
        const char *unknown = range->from && !axis_find(axis, range->from, &from) ? range->from : NULL;
        unknown = range->to && !axis_find(axis, range->to, &to) ? range->to : unknown;
        if (unknown) {
            resolve_fault(resolver, DIAG_UNKNOWN_VERSION, range->span, decl, NULL, "version '%s' is not on the axis",
                          unknown);
            continue;
        }
        if (range->to && version_parse(range->to, &version, &parts) && parts == 4)
            to.to = version + 1;
        set.items[set.count++] = (struct version_range){from.from, to.to};
    }
    return set;
}

static bool has_version(const struct exact_set *set, uint64_t version)
{
    for (size_t i = 0; i < set->count; i++)
        if (version >= set->items[i].from && version < set->items[i].to)
            return true;
    return false;
}

/* An alternative of a cell and its versions. */
struct exact_value {
    const struct ast_alternative *alternative;
    bool is_bare;
    struct exact_set included, excluded;
};

struct exact_cell {
    struct exact_value *items;
    size_t count;
};

/* Reads the cell of a clause (NULL: an empty one). */
static struct exact_cell read_cell(struct resolver *resolver, const struct ast_decl *decl, struct record *record,
                                   const struct ast_clause *clause)
{
    struct exact_cell cell = {NULL, 0};
    size_t most = 0;
    if (clause && clause->cell->column_count > 1) {
        resolve_fault(resolver, DIAG_COLUMNS, clause->cell->span, decl, record, "this cell has one column");
        return cell;
    }
    const struct ast_alternative *first = clause ? clause->cell->columns->alternatives : NULL;
    for (const struct ast_alternative *node = first; node; node = node->next)
        most++;
    cell.items = ARENA_ARRAY(resolver->arena, struct exact_value, most);
    for (const struct ast_alternative *node = first; node; node = node->next) {
        struct exact_value *value = &cell.items[cell.count++];
        bool fits = (node->value == AST_VALUE_NUMBER && node->number <= LAYOUT_BYTES_MOST) ||
                    node->value == AST_VALUE_ABSENT;
        *value = (struct exact_value){.alternative = node, .is_bare = !node->set};
        if (!fits || node->provenance != AST_DOCUMENTED)
            resolve_fault(resolver, DIAG_NUMBER, node->span, decl, record, "what was seen is a number, or `-`");
        if (!fits)
            cell.count--;
        else if (node->set) {
            value->included = read_ranges(resolver, node->set->included, decl);
            value->excluded = read_ranges(resolver, node->set->excluded, decl);
        }
    }
    return cell;
}

/* Returns the alternative for a version, or NULL. */
static const struct ast_alternative *value_at(const struct exact_cell *cell, uint64_t version)
{
    const struct ast_alternative *bare = NULL;
    for (size_t i = 0; i < cell->count; i++) {
        const struct exact_value *value = &cell->items[i];
        if (value->is_bare)
            bare = value->alternative;
        else if (has_version(&value->included, version) && !has_version(&value->excluded, version))
            return value->alternative;
    }
    return bare;
}

void resolve_read_sighting(struct resolver *resolver, struct record *record, const struct ast_decl *decl,
                           struct buffer *seen)
{
    const struct build_list *list = decl->set ? NULL : find_list(resolver->model, decl->name);
    struct build_list own = {0};
    if (!list && !decl->set)
        return; // resolve_check_sighted reports it
    if (!list) {
        own.versions = read_builds(resolver, decl, &own.count);
        list = &own;
    }
    const struct ast_clause *at = ast_clause_find(decl, AST_AT);
    if (!at)
        resolve_fault(resolver, DIAG_NO_OFFSET, decl->span, decl, record, "where the member lies is not said: `at`");
    struct exact_cell offsets = read_cell(resolver, decl, record, at);
    struct exact_cell bits = read_cell(resolver, decl, record, ast_clause_find(decl, AST_BIT));
    for (size_t i = 0; i < list->count; i++) {
        const struct ast_alternative *offset = value_at(&offsets, list->versions[i]);
        const struct ast_alternative *bit = value_at(&bits, list->versions[i]);
        struct seen_member member = {.version = list->versions[i], .bit = BIT_UNKNOWN, .decl = decl};
        if (!offset)
            continue;
        member.is_absent = offset->value == AST_VALUE_ABSENT;
        member.offset = member.is_absent ? LAYOUT_UNKNOWN : (uint32_t)offset->number;
        if (bit && bit->value == AST_VALUE_NUMBER && bit->number < 64)
            member.bit = (uint8_t)bit->number;
        buffer_add(seen, &member, sizeof member);
    }
}
