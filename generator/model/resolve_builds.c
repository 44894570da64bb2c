/*
 * Lists of builds, and the lines that say where a member lies in builds of a list.
 */
#include <stdlib.h>

#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "model/resolve.h"

/* Returns the versions of a set, ascending. Each of its ranges must be one full build; any other range is a fault. */
static uint64_t *read_builds(struct resolver *resolver, const struct ast_decl *decl, size_t *count)
{
    struct buffer list = {0};
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        struct version_range known;
        uint64_t version;
        unsigned parts;
        bool is_single = range->from && range->from == range->to;
        if (!is_single || !axis_parse(&resolver->module->axis, range->from, &version, &parts) || parts < 4)
            resolve_fault(resolver, DIAG_NUMBER, range->span, decl, NULL,
                          "a build is a full version such as 10.0.19041.928");
        else if (!axis_find(&resolver->module->axis, range->from, &known))
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

static const struct build_list *find_list(const struct model *model, const struct module *module, const char *name)
{
    for (size_t i = 0; i < model->build_list_count; i++)
        if (model->build_lists[i].name == name && model->build_lists[i].module == module)
            return &model->build_lists[i];
    return NULL;
}

static void add_list(struct resolver *resolver, const struct module *module, const struct ast_decl *decl)
{
    struct model *model = resolver->model;
    const struct build_list *other = find_list(model, module, decl->name);
    struct build_list list = {
        .name = decl->name, .module = module, .arch = model_find_arch(model, decl->type.name), .decl = decl};
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
    const struct ast_clause *by = ast_clause_find(decl, AST_BY);
    list.source = by ? by->text : NULL;
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
    for (size_t i = 0; i < program->file_count && count; i++) {
        resolve_enter(resolver, i);
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next)
            if (decl->kind == AST_BUILDS)
                add_list(resolver, resolver->module, decl);
    }
}

bool resolve_is_listed(const struct model *model, const struct module *module, const struct arch *arch,
                       uint64_t version)
{
    for (size_t i = 0; i < model->build_list_count; i++) {
        const struct build_list *list = &model->build_lists[i];
        if (list->arch != arch || list->module != module)
            continue;
        size_t first;
        SEARCH_FIRST(first, list->count, k, list->versions[k] < version);
        if (first < list->count && list->versions[first] == version)
            return true;
    }
    return false;
}

void resolve_check_sighted(struct resolver *resolver, struct record *record)
{
    for (const struct ast_decl *decl = record->decl->children; decl; decl = decl->next)
        if (decl->kind == AST_SIGHTING && !resolve_sighted_arch(resolver, record, decl))
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, record,
                          decl->set ? "no arch is called '%s'" : "no builds are called '%s'", decl->name);
}

const struct arch *resolve_sighted_arch(const struct resolver *resolver, const struct record *record,
                                        const struct ast_decl *decl)
{
    const struct build_list *list =
        decl->set ? NULL
                  : find_list(resolver->model, model_find_module(resolver->model, record->type->file), decl->name);
    return decl->set ? model_find_arch(resolver->model, decl->name) : list ? list->arch : NULL;
}

/* ---- Cells over builds */

/* The ranges of a set in the text. A range that ends with a full build ends after this very version, not where the next
 * build begins. */
struct exact_set {
    struct version_range *items;
    size_t count;
};

static struct exact_set read_ranges(struct resolver *resolver, const struct ast_range *ranges,
                                    const struct ast_decl *decl)
{
    const struct axis *axis = &resolver->module->axis;
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
        if (range->to && axis_parse(axis, range->to, &version, &parts) && parts == 4)
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

/* An alternative of a cell, and the versions that it holds in. */
struct exact_value {
    const struct ast_alternative *alternative;
    bool is_bare;
    struct exact_set included, excluded;
};

struct exact_cell {
    struct exact_value *items;
    size_t count;
};

/* Reads the cell of a clause. Returns an empty cell if the clause is NULL. */
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

/* Returns the alternative of a cell that holds in a version; NULL if there is none. */
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

/* Appends what a line says about a member to a list of struct seen_member. */
static void read_line(struct resolver *resolver, struct record *record, const struct ast_decl *decl,
                      struct buffer *seen)
{
    const struct build_list *list = decl->set ? NULL : find_list(resolver->model, record->type->module, decl->name);
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
        struct seen_member member = {
            .version = list->versions[i], .bit = BIT_UNKNOWN, .source = list->source, .decl = decl};
        if (!offset)
            continue;
        member.is_absent = offset->value == AST_VALUE_ABSENT;
        member.offset = member.is_absent ? LAYOUT_UNKNOWN : (uint32_t)offset->number;
        if (bit && bit->value == AST_VALUE_NUMBER && bit->number < 64)
            member.bit = (uint8_t)bit->number;
        buffer_add(seen, &member, sizeof member);
    }
}

/* ---- The lines of a record */

/* A record on an arch, while the lines that attest its members are read. */
struct sight_reader {
    struct resolver *resolver;
    struct record *record;
    const struct arch *arch;
    struct buffer *seen; /* list of struct seen_member */
};

const struct row *resolve_row_at(const struct member *member, const struct arch *arch, uint64_t version)
{
    for (size_t i = 0; i < member->row_count; i++)
        if (version_set_contains(&row_on(member->rows[i], arch)->versions, version))
            return member->rows[i];
    return member->rows[member->row_count - 1];
}

/* Returns the part of a path after the members that lead to an inner record; NULL if the path does not lead there. */
static const struct ast_name *path_within(const struct record *record, const struct ast_name *path)
{
    if (!record->parent_row)
        return path;
    const struct ast_name *outer = path_within(record->parent_row->record, path);
    return outer && outer->name == record->parent_row->name ? outer->next : NULL;
}

/* Returns the next line, beginning with `decl`, that attests a member of a record on an arch; NULL if there is none. */
static const struct ast_decl *next_line(const struct resolver *resolver, const struct record *record,
                                        const struct record *owner, const struct arch *arch,
                                        const struct ast_decl *decl)
{
    for (; decl; decl = decl->next) {
        if (decl->kind != AST_SIGHTING || resolve_sighted_arch(resolver, owner, decl) != arch)
            continue;
        if (owner == record || path_within(record, decl->names))
            return decl;
    }
    return NULL;
}

bool resolve_is_sighted(const struct resolver *resolver, const struct record *record, const struct arch *arch)
{
    const struct record *owner = record_outermost(record);
    if (!resolver->program->files[record->file_index].ast->counts[AST_SIGHTING])
        return false;
    return next_line(resolver, record, record, arch, record->decl->children) ||
           (owner != record && next_line(resolver, record, owner, arch, owner->decl->children));
}

/* ---- Paths */

static const struct member *find_member(struct sight_reader *reader, const struct record *record,
                                        const struct ast_name *name, const struct ast_decl *decl)
{
    const struct member *member = record_find_member(record, name->name);
    if (!member)
        resolve_fault(reader->resolver, DIAG_UNKNOWN_NAME, name->span, decl, reader->record,
                      "'%s' has no member '%s'", record->type->name, name->name);
    return member;
}

/* Returns the number of bytes from the beginning of a member to the member that the rest of a path names;
 * LAYOUT_UNKNOWN if it is not known. */
static uint32_t offset_within(struct sight_reader *reader, const struct member *member, const struct ast_name *rest,
                              const struct ast_decl *decl, uint64_t version)
{
    uint32_t offset = 0;
    for (; rest && member && offset != LAYOUT_UNKNOWN; rest = rest->next) {
        const struct row *row = resolve_row_at(member, reader->arch, version);
        const struct type *type = row->decl->type.pointer_depth ? NULL : row->type;
        if (!type || type->kind != TYPE_RECORD) {
            resolve_fault(reader->resolver, DIAG_UNKNOWN_NAME, rest->span, decl, reader->record,
                          "'%s' is no structure", member->name);
            return LAYOUT_UNKNOWN;
        }
        const struct layout *layout = record_layout_at(type->record, reader->arch, version);
        member = find_member(reader, type->record, rest, decl);
        const struct layout_member *entry = layout && member ? layout_find(layout, member) : NULL;
        uint32_t inner = entry ? entry->offset : type->record->is_union ? 0 : LAYOUT_UNKNOWN;
        offset = inner == LAYOUT_UNKNOWN ? inner : offset + inner;
    }
    return member ? offset : LAYOUT_UNKNOWN;
}

/* Sets the member that a line is about, and its offset. If there is no such member, reports that and returns false. */
static bool locate_member(struct sight_reader *reader, struct seen_member *seen, const struct ast_name *path,
                          bool is_inner)
{
    seen->member = find_member(reader, reader->record, path, seen->decl);
    if (!seen->member)
        return false;
    if (is_inner) { // the line gives the place of the record that holds this one; inside, the member's place follows
                    // from the rows
        const struct layout *layout = record_layout_at(reader->record, reader->arch, seen->version);
        const struct layout_member *entry = layout ? layout_find(layout, seen->member) : NULL;
        seen->offset = entry ? entry->offset : reader->record->is_union ? 0 : LAYOUT_UNKNOWN;
        seen->bit = BIT_UNKNOWN;
        return !seen->is_absent && seen->offset != LAYOUT_UNKNOWN;
    }
    if (seen->is_absent)
        return true;
    uint32_t within = offset_within(reader, seen->member, path->next, seen->decl, seen->version);
    if (within == LAYOUT_UNKNOWN)
        return false;
    if (within > seen->offset)
        resolve_fault(reader->resolver, DIAG_NUMBER, seen->decl->span, seen->decl, reader->record,
                      "'%s' would begin before its structure", seen->member->name);
    seen->offset = within > seen->offset ? 0 : seen->offset - within;
    return true;
}

/* Reads the lines between the braces of `owner`. If the member of a line does not exist, reports that for its first
 * build. */
static void read_lines(struct sight_reader *reader, const struct record *owner)
{
    const struct ast_decl *decl = owner->decl->children;
    struct buffer lines = {0};
    while ((decl = next_line(reader->resolver, reader->record, owner, reader->arch, decl))) {
        bool is_inner = owner != reader->record;
        const struct ast_name *path = is_inner ? path_within(reader->record, decl->names) : decl->names;
        buffer_clear(&lines);
        read_line(reader->resolver, reader->record, decl, &lines);
        struct seen_member *seen = (void *)lines.data;
        for (size_t i = 0; i < lines.size / sizeof *seen; i++) {
            if (locate_member(reader, &seen[i], path, is_inner))
                buffer_add(reader->seen, &seen[i], sizeof *seen);
            else if (!is_inner)
                break;
        }
        decl = decl->next;
    }
    buffer_free(&lines);
}

static int compare_seen(const void *left, const void *right)
{
    const struct seen_member *a = left, *b = right;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    if (a->member != b->member)
        return a->member->number < b->member->number ? -1 : 1;
    return (a->decl->span.begin > b->decl->span.begin) - (a->decl->span.begin < b->decl->span.begin);
}

static bool same_place(const struct seen_member *a, const struct seen_member *b)
{
    return a->is_absent == b->is_absent && a->offset == b->offset && a->bit == b->bit;
}

/* Sorts the attested members and removes duplicates. Lines that contradict each other are a fault. */
static void sort_seen(struct sight_reader *reader)
{
    struct seen_member *seen = (void *)reader->seen->data;
    size_t count = reader->seen->size / sizeof *seen, kept = 0;
    if (count)
        qsort(seen, count, sizeof *seen, compare_seen);
    for (size_t i = 0; i < count; i++) {
        const struct seen_member *above = kept ? &seen[kept - 1] : NULL;
        if (above && above->version == seen[i].version && above->member == seen[i].member) {
            if (same_place(above, &seen[i]))
                continue;
            struct fault *fault = resolve_fault(
                reader->resolver, DIAG_TWO_OFFSETS, seen[i].decl->span, seen[i].decl, reader->record,
                "two lines say where '%s' lies in %s", seen[i].member->name,
                axis_version_text(reader->resolver->arena, &reader->resolver->module->axis, seen[i].version));
            fault->other = above->decl->span;
            fault->other_message = "the other one";
            continue;
        }
        seen[kept++] = seen[i];
    }
    reader->seen->size = kept * sizeof *seen;
}

void resolve_collect_sightings(struct resolver *resolver, struct record *record, const struct arch *arch,
                               struct buffer *seen)
{
    struct sight_reader reader = {resolver, record, arch, seen};
    const struct record *owner = record_outermost(record);
    read_lines(&reader, record);
    if (owner != record)
        read_lines(&reader, owner);
    sort_seen(&reader);
}
