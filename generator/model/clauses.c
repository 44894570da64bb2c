#include "model/clauses.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"

/* ---- `allow` */

const struct ast_clause *decl_find_allow(const struct ast_decl *decl, const struct ast_clause *after,
                                         enum diag_code code)
{
    if (!decl || !(decl->clause_kinds >> AST_ALLOW & 1))
        return NULL;
    const struct ast_clause *clause = after ? after->next : decl->clauses;
    const char *name = diag_code_name(code);
    while (clause && !(clause->kind == AST_ALLOW && !strcmp(ast_clause_name(clause), name)))
        clause = clause->next;
    return clause;
}

bool decl_allows(const struct ast_decl *decl, enum diag_code code)
{
    return decl_find_allow(decl, NULL, code) != NULL;
}

static void each_allow(const struct ast_decl *decls, const struct allow_scope *outer, allow_visitor *visit, void *user)
{
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        const struct allow_scope scope = {decl, outer};
        for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next) {
            if (clause->kind != AST_ALLOW)
                continue;
            const struct allow allow = {clause, ast_clause_name(clause), clause->text, clause->span,
                                        ast_clause_name_span(clause)};
            visit(user, &allow, &scope);
        }
        each_allow(decl->children, &scope, visit, user);
    }
}

void model_each_allow(const struct model *model, allow_visitor *visit, void *user)
{
    for (size_t i = 0; i < model->program->file_count; i++)
        if (model->program->files[i].ast->allow_count)
            each_allow(model->program->files[i].ast->decls, NULL, visit, user);
}

/* ---- `in` and `attest` */

/* Sets the versions of a range. Returns false if the axis lacks a name, or if there are none. */
static bool find_range(const struct axis *axis, const struct ast_range *range, struct version_range *versions)
{
    struct version_range from = {0, VERSION_END}, to = {0, VERSION_END};
    if ((range->from && !axis_find(axis, range->from, &from)) || (range->to && !axis_find(axis, range->to, &to)))
        return false;
    *versions = (struct version_range){from.from, to.to};
    return versions->from < versions->to;
}

/* Returns the column of a declaration's `in` that serves the cells of a column; NULL without an `in`. */
static const struct ast_column *find_in(const struct ast_decl *decl, size_t column)
{
    const struct ast_clause *clause = ast_clause_find(decl, AST_IN);
    const struct ast_column *node = clause ? clause->cell->columns : NULL;
    for (size_t i = 0; node && i < column && clause->cell->column_count > 1; i++)
        node = node->next;
    return node;
}

/* True if a text contains a word that is not part of a longer word. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        bool begins = at == text || !ascii_is_name(at[-1]);
        if (begins && !ascii_is_name(at[length]))
            return true;
    }
    return false;
}

bool decl_remarks_on(const struct ast_decl *decl, const char *word)
{
    for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next)
        if (clause->kind == AST_REMARK && has_word(clause->text, word))
            return true;
    return false;
}

const char decl_symbol_mark[] = "symbol file";

const char *decl_symbol_mark_of(const struct model *model, struct arena *arena, const struct arch *arch,
                                uint64_t version)
{
    return arena_format(arena, "%s of %s/%s: ", decl_symbol_mark, axis_version_text(arena, &model->axis, version),
                        arch->name);
}

const char decl_symbol_base[] = "base";

struct decl_remarks decl_remarks_of(const struct ast_decl *decl, const char *mark)
{
    return (struct decl_remarks){decl ? decl->clauses : NULL, mark};
}

const char *decl_remarks_next(struct decl_remarks *remarks)
{
    size_t size = remarks->rest ? strlen(remarks->mark) : 0;
    const struct ast_clause *clause = remarks->rest;
    while (clause && (clause->kind != AST_REMARK || strncmp(clause->text, remarks->mark, size) != 0))
        clause = clause->next;
    remarks->rest = clause ? clause->next : NULL;
    return clause ? clause->text + size : NULL;
}

const char *decl_remark_behind(const struct ast_decl *decl, const char *mark, size_t index)
{
    struct decl_remarks remarks = decl_remarks_of(decl, mark);
    const char *text = decl_remarks_next(&remarks);
    for (; text && index; index--)
        text = decl_remarks_next(&remarks);
    return text;
}

const char *decl_symbol_metadata(const struct ast_decl *decl)
{
    static const char word[] = ": metadata ";
    const char *rest = decl_remark_behind(decl, decl_symbol_mark, 0);
    return rest && !strncmp(rest, word, sizeof word - 1) ? rest + sizeof word - 1 : NULL;
}

const char *decl_symbol_name(const struct ast_decl *decl)
{
    const char *rest = decl_remark_behind(decl, decl_symbol_mark, 0);
    for (size_t i = 0; rest; rest = decl_remark_behind(decl, decl_symbol_mark, ++i))
        if (!strncmp(rest, ": ", 2))
            return rest + 2;
    return NULL;
}

bool decl_is_dated(const struct ast_decl *decl)
{
    return ast_clause_find(decl, AST_IN) != NULL;
}

struct version_set decl_versions(const struct model *model, struct arena *arena, const struct ast_decl *decl,
                                 size_t column)
{
    const struct ast_column *node = find_in(decl, column);
    if (!decl_is_dated(decl))
        return version_set_range(arena, 0, VERSION_END);
    if (!node || !node->alternatives->set)
        return (struct version_set){0};
    return version_set_of_ast(arena, &model->axis, node->alternatives->set, NULL, NULL);
}

bool decl_find_in(const struct model *model, const struct ast_decl *decl, unsigned column, struct in_column *in)
{
    const struct ast_clause *clause = ast_clause_find(decl, AST_IN);
    const struct ast_column *node = find_in(decl, column);
    if (!node || !node->alternatives->set)
        return false;
    *in = (struct in_column){.span = node->alternatives->span, .column_count = clause->cell->column_count};
    const struct ast_set named = {.included = node->alternatives->set->included};
    in->named = version_set_of_ast(model->arena, &model->axis, &named, NULL, NULL);
    return true;
}

struct attest *model_list_attests(const struct model *model, const struct ast_file *file, const struct record *record,
                                  size_t *count)
{
    struct buffer list = {0};
    for (const struct ast_decl *decl = record ? record->attest_row : file->decls; decl; decl = decl->next) {
        struct attest attest = {.decl = decl};
        if (decl->kind != AST_ATTEST)
            continue;
        const struct ast_clause *by = ast_clause_find(decl, AST_BY);
        attest.source = by ? by->text : NULL;
        attest.arch = decl->name ? model_find_arch(model, decl->name) : NULL;
        for (const struct ast_range *range = decl->set->included; range && !decl->name == !attest.arch;
             range = range->next) {
            attest.span = range->span;
            attest.from = range->from;
            attest.to = range->to;
            if (find_range(&model->axis, range, &attest.range))
                buffer_add(&list, &attest, sizeof attest);
        }
    }
    *count = list.size / sizeof(struct attest);
    return (struct attest *)(void *)list.data;
}

/* Returns the versions of an `attest` line. */
static struct version_set line_versions(const struct model *model, struct arena *arena, const struct ast_decl *decl)
{
    struct version_set set = version_set_of_ast(arena, &model->axis, decl->set, NULL, NULL);
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        uint64_t version;
        unsigned parts;
        struct version_range all;
        if (range->from != range->to || !range->from || !axis_parse(&model->axis, range->from, &version, &parts) ||
            parts < 3 || !axis_find(&model->axis, range->from, &all))
            continue;
        uint64_t end = parts == 4 ? version + 1 : (version | 0xFFFF) + 1;
        set = version_set_subtract(arena, set, version_set_range(arena, all.from, all.to));
        set = version_set_union(arena, set, version_set_range(arena, version, end));
    }
    return set;
}

bool model_find_attested(const struct model *model, struct arena *arena, const struct ast_file *file,
                         const struct record *record, const struct arch *arch, struct version_set *set)
{
    bool any = false;
    *set = (struct version_set){0};
    for (const struct ast_decl *decl = record ? record->attest_row : file->decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        any = true;
        if (!arch || !decl->name || !strcmp(decl->name, arch->name))
            *set = version_set_union(arena, *set, line_versions(model, arena, decl));
    }
    return any;
}

static bool is_sighting_in(const struct ast_decl *decl, const char *list)
{
    return decl->kind == AST_SIGHTING && !decl->set && !strcmp(decl->name, list);
}

const struct ast_decl *record_find_sighting(const struct record *record, const struct ast_decl *after, const char *list)
{
    const struct ast_decl *decl = after ? after->next : record->decl->children;
    while (decl && !is_sighting_in(decl, list))
        decl = decl->next;
    return decl;
}

const struct ast_decl *record_find_head(const struct record *record, const char *prefix)
{
    const struct ast_decl *head = NULL;
    for (const struct ast_decl *decl = record->decl->children; decl; decl = decl->next) {
        if (decl->kind != AST_COLUMNS && decl->kind != AST_SIZE_ROW && decl->kind != AST_ATTEST &&
            decl->kind != AST_PARTIAL && decl->kind != AST_DIGEST && decl->kind != AST_SIGHTING)
            break;
        bool is_left_out = decl->kind == AST_SIGHTING && !decl->set && !strncmp(decl->name, prefix, strlen(prefix));
        head = is_left_out ? head : decl;
    }
    return head;
}

uint32_t record_body_begin(const struct record *record)
{
    return record->decl->body_span.begin + 1;
}

bool model_file_lists(const struct ast_file *file, const char *list)
{
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next)
        if (list ? decl->kind == AST_BUILDS && !strcmp(decl->name, list)
                 : decl->kind == AST_STRUCT || decl->kind == AST_UNION)
            return true;
    return false;
}

bool model_has_one_head(const struct ast_file *file)
{
    size_t columns = 0;
    bool is_begun = false;
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next) {
        is_begun |= decl->kind == AST_STRUCT || decl->kind == AST_UNION || decl->kind == AST_ENUM;
        if ((decl->kind == AST_ATTEST && !decl->name) || (decl->kind == AST_COLUMNS && (is_begun || columns++)))
            return false;
    }
    return columns || !is_begun;
}

uint64_t model_find_document_end(const struct model *model, struct arena *arena, const struct ast_file *file)
{
    uint64_t end = VERSION_END;
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next) {
        const struct ast_clause *last = decl->kind == AST_SOURCE ? ast_clause_find(decl, AST_LAST) : NULL;
        struct version_set set = {0};
        if (last)
            set = version_set_of_ast(arena, &model->axis, last->set, NULL, NULL);
        if (set.count && set.ranges[set.count - 1].to < end)
            end = set.ranges[set.count - 1].to;
    }
    return end;
}

const struct arch *const *model_list_columns(const struct model *model, struct arena *arena,
                                             const struct ast_file *file, size_t *count)
{
    const struct ast_name *names = NULL;
    size_t most = 0;
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next)
        names = decl->kind == AST_COLUMNS ? decl->names : names;
    for (const struct ast_name *name = names; name; name = name->next)
        most++;
    const struct arch **columns = ARENA_ARRAY(arena, const struct arch *, most);
    *count = 0;
    for (const struct ast_name *name = names; name; name = name->next)
        columns[(*count)++] = model_find_arch(model, name->name);
    return columns;
}

/* ---- Remarks */

static void add_claim(const struct model *model, const struct ast_cell *cell, struct remark *remark)
{
    struct cell *columns = ARENA_ARRAY(model->arena, struct cell, cell->column_count);
    remark->columns = columns;
    for (const struct ast_column *column = cell->columns; column; column = column->next, columns++) {
        size_t count = 0;
        for (const struct ast_alternative *node = column->alternatives; node; node = node->next)
            count++;
        struct cell_value *values = ARENA_ARRAY(model->arena, struct cell_value, count);
        *columns = (struct cell){.values = values, .count = (uint32_t)count};
        remark->column_count++;
        for (const struct ast_alternative *node = column->alternatives; node; node = node->next)
            *values++ = (struct cell_value){
                .kind = (uint8_t)node->value, .number = node->number, .alternative = node, .is_cut = node->set};
    }
}

static void add_remark(const struct model *model, const struct ast_decl *decl, const struct ast_clause *clause,
                       struct buffer *list)
{
    bool is_aggregate = decl->kind == AST_STRUCT || decl->kind == AST_UNION;
    struct remark remark = {.text = ast_clause_name(clause)};
    switch ((enum ast_clause_kind)clause->kind) {
    case AST_PREVIOUSLY:
    case AST_NEXT:
        remark.kind = clause->kind == AST_NEXT ? REMARK_NEXT : REMARK_PREVIOUSLY;
        add_claim(model, clause->cell, &remark);
        break;
    case AST_NEXT_IN:
        remark.kind = REMARK_NEXT_IN;
        break;
    case AST_REMARK:
        remark.kind = REMARK_TEXT;
        remark.text = clause->text;
        remark.is_definition = (decl->is_unknown || (is_aggregate && !decl->children)) &&
                               ast_clause_find(decl, AST_REMARK) == clause;
        break;
    default:
        return;
    }
    buffer_add(list, &remark, sizeof remark);
}

static void add_remarks(const struct model *model, const struct ast_decl *decl, struct buffer *list)
{
    for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next)
        add_remark(model, decl, clause, list);
    if ((decl->kind != AST_STRUCT && decl->kind != AST_UNION) || decl->name)
        return;
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        add_remarks(model, child, list);
}

const struct remark *row_list_remarks(const struct model *model, const struct row *row, size_t *count)
{
    struct buffer list = {0};
    add_remarks(model, row->decl, &list);
    if (row->slot)
        add_remarks(model, row->slot, &list);
    *count = list.size / sizeof(struct remark);
    const struct remark *remarks = arena_copy_array(model->arena, list.data, *count, sizeof *remarks);
    buffer_free(&list);
    return remarks;
}
