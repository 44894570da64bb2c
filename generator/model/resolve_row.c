#include "model/resolve.h"

#include <string.h>

#include "base/intern.h"

/* The position of new rows: in the record, or in an anonymous aggregate of it. */
struct row_place {
    struct record *record;
    struct row *parent;
    const struct ast_decl *slot;
    const struct context *context;
    struct row ***end; /* end of the list of rows, where the next one is linked */
};

enum { STRUCTURES_DEEP_MOST = 1000, SLOT_ROWS_MOST = 1000, INNER_NAME_MOST = 255 };

/* Reports a `pack` that no compiler accepts. */
static void check_pack(struct resolver *resolver, struct record *record, const struct ast_decl *decl)
{
    const struct ast_clause *pack = ast_clause_find(decl, AST_PACK);
    if (pack && (!pack->number || pack->number > 4096 || (pack->number & (pack->number - 1))))
        resolve_fault(resolver, DIAG_NUMBER, pack->span, decl, record, "a packing is a power of two up to 4096");
}

static const struct type *find_type(struct resolver *resolver, struct record *record, const struct ast_decl *decl,
                                    const char *name, struct span span, bool needed)
{
    const struct type *type = model_find_type(resolver->model, resolver->module, name);
    if (!type && needed) {
        struct fault *fault = resolve_fault(resolver, DIAG_UNKNOWN_TYPE, span, decl, record,
                                            "type '%s' is not declared", name);
        size_t size = strlen(name);
        if (size > 2 && !strcmp(name + size - 2, "_t"))
            fault->help = "`use <std.strata>;` declares the types of C";
    }
    return type;
}

/* Finds the types that a row names. A pointer may name a type that nobody declares, as in C. */
static void resolve_row_types(struct resolver *resolver, struct row *row)
{
    const struct ast_decl *decl = row->decl;
    if (decl->type.name)
        row->type = find_type(resolver, row->record, decl, decl->type.name, decl->type.span, !decl->type.pointer_depth);
    const struct ast_clause *as = ast_clause_find(decl, AST_AS);
    resolve_check_float(resolver, row);
    if (as)
        row->word = (uint8_t)resolve_display_word(resolver, as);
    if (as && row->word == DISPLAY_VALUE) {
        row->display = find_type(resolver, row->record, decl, ast_clause_name(as), ast_clause_name_span(as), true);
        if (row->display && row->display->kind != TYPE_ENUM && row->display->kind != TYPE_FLAGS) {
            resolve_fault(resolver, DIAG_UNKNOWN_TYPE, ast_clause_name_span(as), decl, row->record,
                          "'%s' is neither an enum nor flags", ast_clause_name(as));
            row->display = NULL;
        }
    }
}

static void add_to_member(struct resolver *resolver, const struct row_place *place, struct row *row)
{
    struct record *record = place->record;
    struct member *member = map_get(resolver->members, row->decl->name);
    if (!member) {
        member = ARENA_NEW(resolver->arena, struct member);
        *member = (struct member){.name = row->decl->name, .index = (uint32_t)record->member_count,
                                  .number = (uint32_t)record->member_count};
        record->members[record->member_count++] = member;
        map_set(resolver->members, row->decl->name, member);
    }
    if (!member->row_count) {
        member->rows = &member->only_row;
    } else if (!(member->row_count & (member->row_count - 1))) {
        struct row **rows = ARENA_ARRAY(resolver->arena, struct row *, member->row_count * (size_t)2);
        memcpy(rows, member->rows, member->row_count * sizeof *rows);
        member->rows = rows;
    }
    member->rows[member->row_count++] = row;
    row->member = member;
}

/* Makes the structure of a named aggregate inside a record. Its name is `S.u`; if rows of that name differ, the second
 * one is `S.u.2`. */
static void name_inner_record(struct resolver *resolver, const struct row_place *place, struct row *row)
{
    const char *name = arena_format(resolver->model->arena, "%s.%s", place->record->type->name, row->decl->name);
    if (row->member->row_count > 1)
        name = arena_format(resolver->model->arena, "%s.%u", name, row->member->row_count);
    if (strlen(name) > INNER_NAME_MOST)
        resolve_cut(resolver, row->decl, "the name of this structure, with those around it, is longer than %d bytes",
                    INNER_NAME_MOST);
    struct type *type =
        resolve_new_record(resolver, row->decl, intern_text(resolver->program->intern, name), place->context);
    type->record->parent_row = row;
    type->record->is_kept = place->record->is_kept;
    if (type->module != resolver->model->modules)
        type->local = intern_text(resolver->program->intern, strchr(type->name, '!') + 1);
    row->type = type;
}

/* True if a line between braces is a row, and not one about the record. */
static bool is_row(const struct ast_decl *decl)
{
    return decl->kind != AST_SIZE_ROW && decl->kind != AST_COLUMNS && decl->kind != AST_ATTEST &&
           decl->kind != AST_PARTIAL && decl->kind != AST_SIGHTING && decl->kind != AST_DIGEST;
}

/* Reports `size`, `columns` and `attest` lines in an anonymous aggregate: only records may have them. */
static void check_anonymous(struct resolver *resolver, struct record *record, const struct ast_decl *aggregate)
{
    const struct ast_clause *size = ast_clause_find(aggregate, AST_SIZE);
    if (size)
        resolve_fault(resolver, DIAG_CLAUSE, size->span, aggregate, record,
                      "`size` has no meaning on an anonymous aggregate");
    for (const struct ast_decl *decl = aggregate->children; decl; decl = decl->next)
        if (!is_row(decl))
            resolve_fault(resolver, DIAG_CLAUSE, decl->span, aggregate, record,
                          "this has no meaning in an anonymous aggregate");
}

static void add_rows(struct resolver *resolver, const struct row_place *place, const struct ast_decl *decls);

/* Sets the fields of a row that follow from its own text. */
static void set_texts(struct row *row, const struct ast_decl *decl, const struct ast_decl *slot)
{
    static const uint8_t forms[] = {[AST_MEMBER] = FORM_MEMBER,
                                    [AST_STRUCT] = FORM_STRUCT,
                                    [AST_UNION] = FORM_UNION,
                                    [AST_UNACCOUNTED] = FORM_UNACCOUNTED,
                                    [AST_BYTES] = FORM_BYTES};
    const struct ast_clause *width = ast_clause_find(decl, AST_WIDTH);
    uint32_t bits = width ? width->number : 0;
    row->decl = decl;
    row->slot = slot;
    row->name = decl->name;
    row->form = forms[decl->kind];
    row->is_unknown = decl->is_unknown;
    row->is_dated = ast_clause_find(decl, AST_IN) || (slot && ast_clause_find(slot, AST_IN));
    /* widths above 64 are a fault, so a smaller type is enough */
    row->width = (uint8_t)(bits < UINT8_MAX ? bits : UINT8_MAX);
}

static void add_row(struct resolver *resolver, const struct row_place *place, const struct ast_decl *decl)
{
    struct row *row = arena_alloc(resolver->arena, sizeof *row + place->record->slot_count * sizeof *row->ons);
    set_texts(row, decl, place->slot);
    row->record = place->record;
    row->parent = place->parent;
    **place->end = row;
    *place->end = &row->next;
    if (decl->name)
        add_to_member(resolver, place, row);
    if (decl->kind != AST_STRUCT && decl->kind != AST_UNION) {
        const struct ast_clause *width = ast_clause_find(decl, AST_WIDTH);
        if (width && (!width->number || width->number > 64))
            resolve_fault(resolver, DIAG_NUMBER, width->span, decl, place->record, "a bit-field has 1 to 64 bits");
        resolve_row_types(resolver, row);
    } else if (decl->name) {
        name_inner_record(resolver, place, row);
    } else {
        check_pack(resolver, place->record, decl);
        check_anonymous(resolver, place->record, decl);
        struct row **end = &row->children;
        const struct row_place inside = {place->record, row, NULL, place->context, &end};
        add_rows(resolver, &inside, decl->children);
    }
}

/* Returns false if a slot has too many rows, which is reported. Each row gets the slot's cells, so many rows would take
 * quadratic memory. */
static bool slot_fits(struct resolver *resolver, struct record *record, const struct ast_decl *slot)
{
    unsigned rows = 0;
    for (const struct ast_decl *decl = slot->children; decl; decl = decl->next)
        rows++;
    if (rows > SLOT_ROWS_MOST)
        resolve_fault(resolver, DIAG_LIMIT, slot->span, slot, record, "a slot has at most %d rows", SLOT_ROWS_MOST);
    return rows <= SLOT_ROWS_MOST;
}

static void add_rows(struct resolver *resolver, const struct row_place *place, const struct ast_decl *decls)
{
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind == AST_SLOT) {
            struct row_place slot = *place;
            slot.slot = decl;
            if (slot_fits(resolver, place->record, decl))
                add_rows(resolver, &slot, decl->children);
        } else if (is_row(decl)) {
            add_row(resolver, place, decl);
        }
    }
}

/* Returns an upper bound for the number of members of a record. */
static size_t count_names(const struct ast_decl *decls)
{
    size_t count = 0;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next)
        count += decl->name ? 1 : count_names(decl->children);
    return count;
}

static struct cell resolve_clause(struct resolver *resolver, struct cell_reader *reader,
                                  const struct ast_clause *clause)
{
    if (!clause)
        return (struct cell){0};
    reader->cell = clause->cell;
    return resolve_cell(resolver, reader);
}

static const struct cell *resolve_bounds(struct resolver *resolver, struct row *row, struct cell_reader *reader)
{
    unsigned count = row_bound_count(row), i = 0;
    if (!count)
        return NULL;
    struct cell *bounds = ARENA_ARRAY(resolver->arena, struct cell, count);
    for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next, i++) {
        if (bound->kind != AST_BOUND_COUNT) {
            if (bound->next)
                resolve_fault(resolver, DIAG_CLAUSE, bound->next->span, row->decl, row->record,
                              "only the last bound of an array may be open");
            continue;
        }
        reader->cell = bound->cell;
        bounds[i] = resolve_cell(resolver, reader);
        resolve_check_numbers(resolver, row->decl, row->record, &bounds[i], LAYOUT_BYTES_MOST, "count");
    }
    return bounds;
}

/* Returns true if a clause is a claim, and sets its kind. */
static bool clause_is_claim(const struct ast_clause *clause, enum claim_kind *kind)
{
    static const enum ast_clause_kind clauses[] = {[CLAIM_PREVIOUSLY] = AST_PREVIOUSLY,
                                                   [CLAIM_NEXT] = AST_NEXT,
                                                   [CLAIM_NEXT_IN] = AST_NEXT_IN,
                                                   [CLAIM_LAST] = AST_LAST};
    for (*kind = CLAIM_PREVIOUSLY; *kind <= CLAIM_LAST; ++*kind)
        if (clauses[*kind] == clause->kind)
            return true;
    return false;
}

static size_t count_claims(const struct ast_decl *decl)
{
    size_t count = 0;
    enum claim_kind kind;
    for (const struct ast_clause *clause = decl ? decl->clauses : NULL; clause; clause = clause->next)
        count += clause_is_claim(clause, &kind);
    return count;
}

/* Resolves the claims among the clauses of a row, or of its slot. Claims about other rows are not cut to the versions
 * of this one. Returns the end of the list of claims. */
static struct claim *resolve_claims(struct resolver *resolver, struct row *row, const struct ast_decl *decl,
                                    struct cell_reader *reader, struct claim *claims)
{
    struct version_set in = reader->versions;
    for (const struct ast_clause *clause = decl ? decl->clauses : NULL; clause; clause = clause->next) {
        enum claim_kind kind;
        if (!clause_is_claim(clause, &kind))
            continue;
        *claims = (struct claim){.kind = kind, .name = ast_clause_name(clause), .clause = clause, .versions = in};
        if (kind == CLAIM_PREVIOUSLY || kind == CLAIM_NEXT) {
            reader->versions = resolver->all;
            claims->cell = resolve_clause(resolver, reader, clause);
            const struct ast_alternative *first = clause->cell->columns->alternatives;
            claims->is_bare = clause->cell->column_count == 1 && !first->next && !first->set;
            resolve_check_numbers(resolver, row->decl, row->record, &claims->cell, LAYOUT_BYTES_MOST, "offset");
        } else if (kind == CLAIM_LAST && clause->set) {
            claims->is_stated = true;
            claims->versions = resolve_set(resolver, clause->set, row->decl, row->record);
        }
        claims++;
    }
    reader->versions = in;
    return claims;
}

static const struct cell no_cell;
static const struct row_extras no_extras = {
    .bit = &no_cell, .mask = &no_cell, .extent = &no_cell, .default_value = &no_cell};

/* Returns a copy of a cell. All empty cells share one copy. */
static const struct cell *keep_cell(struct resolver *resolver, struct cell cell)
{
    return cell.count ? arena_copy_array(resolver->arena, &cell, 1, sizeof cell) : &no_cell;
}

/* Resolves the cells that few rows have. Rows without any share one empty set of cells. */
static const struct row_extras *resolve_extras(struct resolver *resolver, struct row *row, struct cell_reader *reader)
{
    const struct ast_clause *bit = row_find_clause(row, AST_BIT), *mask = row_find_clause(row, AST_MASK);
    const struct ast_clause *value = ast_clause_find(row->decl, AST_DEFAULT);
    bool has_extent = row->decl->kind == AST_UNACCOUNTED || row->decl->kind == AST_BYTES;
    size_t claim_count = count_claims(row->decl) + count_claims(row->slot);
    if (!bit && !mask && !value && !has_extent && !row->decl->bounds && !claim_count)
        return &no_extras;
    struct row_extras *extras = ARENA_NEW(resolver->arena, struct row_extras);
    *extras = no_extras;
    extras->any = true;
    extras->bit = keep_cell(resolver, resolve_clause(resolver, reader, bit));
    extras->mask = keep_cell(resolver, resolve_clause(resolver, reader, mask));
    extras->default_value = keep_cell(resolver, resolve_clause(resolver, reader, value));
    resolve_check_numbers(resolver, row->decl, row->record, extras->bit, 63, "bit");
    if (has_extent) {
        reader->cell = row->decl->cell;
        extras->extent = keep_cell(resolver, resolve_cell(resolver, reader));
        resolve_check_numbers(resolver, row->decl, row->record, extras->extent, LAYOUT_BYTES_MOST, "size");
    }
    extras->bounds = resolve_bounds(resolver, row, reader);
    extras->claim_count = claim_count;
    if (claim_count) {
        struct claim *claims = ARENA_ARRAY(resolver->arena, struct claim, claim_count);
        extras->claims = claims;
        resolve_claims(resolver, row, row->slot, reader, resolve_claims(resolver, row, row->decl, reader, claims));
    }
    return extras;
}

/* Resolves the cells of a row on one arch. */
static void resolve_row_on(struct resolver *resolver, struct row *row, const struct arch *arch,
                           struct version_set parent_in)
{
    struct record *record = row->record;
    struct row_on *on = &row->ons[record->on[arch->index].slot];
    struct cell_reader reader = {.decl = row->decl,
                                 .record = record,
                                 .column = record->on[arch->index].column,
                                 .column_count = record->column_count,
                                 .arch = arch};
    on->extras = &no_extras;
    for (struct row *child = row->children; child && resolver->model->is_cut; child = child->next)
        resolve_row_on(resolver, child, arch, parent_in);
    if (resolver->model->is_cut)
        return;
    on->declared = resolve_in(resolver, row->decl, record, reader.column, reader.column_count);
    if (row->slot) {
        struct version_set shared = resolve_in(resolver, row->slot, record, reader.column, reader.column_count);
        on->declared = version_set_intersect(resolver->arena, on->declared, shared);
        resolve_spend(resolver, shared.count, row->decl);
    }
    on->versions = version_set_intersect(resolver->arena, on->declared, parent_in);
    if (!resolve_spend(resolver, on->versions.count, row->decl))
        on->versions = resolver->none;
    reader.versions = on->versions;
    on->offset = resolve_clause(resolver, &reader, row_find_clause(row, AST_AT));
    on->extras = resolve_extras(resolver, row, &reader);
    resolve_check_numbers(resolver, row->decl, row->record, &on->offset, LAYOUT_BYTES_MOST, "offset");
    struct version_set present = row->children ? row_present(resolver->arena, row, arch) : on->versions;
    for (struct row *child = row->children; child; child = child->next)
        resolve_row_on(resolver, child, arch, present);
}

/* True if the size of a type on an arch differs from the size on the arch that it falls back on. */
static bool type_differs(const struct type *type, const struct arch *arch, const struct arch *base)
{
    if (type->kind == TYPE_RECORD) {
        const struct record_on *on = type->record->on;
        return on[arch->index].alias != (on[base->index].alias ? on[base->index].alias : base);
    }
    if (!type->size)
        return false;
    const struct cell *a = &type->size[arch->index], *b = &type->size[base->index];
    if (a->count != b->count)
        return true;
    for (size_t i = 0; i < a->count; i++)
        if (a->values[i].alternative != b->values[i].alternative)
            return true;
    return false;
}

static bool types_differ(const struct row *rows, const struct arch *arch, const struct arch *base)
{
    for (const struct row *row = rows; row; row = row->next)
        if ((row->type && !row->decl->type.pointer_depth && type_differs(row->type, arch, base)) ||
            types_differ(row->children, arch, base))
            return true;
    return false;
}

/* Returns the versions in which the declaration of a record exists on an arch. */
static struct version_set record_versions(struct resolver *resolver, struct record *record, const struct arch *arch,
                                          unsigned column)
{
    if (record->parent_row) {
        /* A named aggregate exists in the versions of its row, on the arches of the record around it. */
        const struct row *row = record->parent_row;
        return row->record->on[arch->index].exists ? row_on(row, arch)->versions : resolver->none;
    }
    return version_set_intersect(
        resolver->arena, resolve_in(resolver, record->decl, record, column, record->column_count), arch->versions);
}

static void fault_second(struct resolver *resolver, struct record *record, struct span span, struct span first,
                         const char *what)
{
    struct fault *fault = resolve_fault(resolver, DIAG_CLAUSE, span, record->decl, record, "'%s' has a second `%s`",
                                        record->type->name, what);
    fault->other = first;
    fault->other_message = "the first one";
}

/* Finds the lines between a record's braces that are no rows. The size may also be a clause after the record. */
static void find_parts(struct resolver *resolver, struct record *record)
{
    const struct ast_clause *size = ast_clause_find(record->decl, AST_SIZE);
    const struct ast_clause *pack = ast_clause_find(record->decl, AST_PACK);
    const struct ast_decl *partial = NULL;
    record->pack = pack ? pack->number : 0;
    record->size_cell = size ? size->cell : NULL;
    for (const struct ast_decl *decl = record->decl->children; decl; decl = decl->next) {
        if (decl->kind == AST_COLUMNS && record->columns_row)
            fault_second(resolver, record, decl->span, record->columns_row->span, "columns");
        else if (decl->kind == AST_COLUMNS)
            record->columns_row = decl;
        else if (decl->kind == AST_SIZE_ROW && record->size_cell)
            fault_second(resolver, record, decl->cell->span, record->size_cell->span, "size");
        else if (decl->kind == AST_SIZE_ROW)
            record->size_cell = decl->cell;
        else if (decl->kind == AST_PARTIAL && record->is_partial)
            fault_second(resolver, record, decl->span, partial->span, "partial");
        else if (decl->kind == AST_PARTIAL)
            record->is_partial = (partial = decl);
        if (decl->kind == AST_SIZE_ROW && !record->size_row)
            record->size_row = decl;
        if (decl->kind == AST_DIGEST && record->digest_row)
            fault_second(resolver, record, decl->span, record->digest_row->span, "digest");
        else if (decl->kind == AST_DIGEST)
            record->digest_row = decl;
        if (decl->kind == AST_ATTEST && !record->attest_row)
            record->attest_row = decl;
    }
    record->size_column_count = record->size_cell ? record->size_cell->column_count : 0;
}

/* Finds the column of each arch for a record. Gives an index in `ons` to each arch that does not fall back on another.
 * An arch is declared after the one that it falls back on, so one pass is enough. */
static void resolve_homes(struct resolver *resolver, struct record *record)
{
    if (record->columns_row)
        record->columns = resolve_columns(resolver, record->columns_row, &record->column_count);
    for (size_t i = 0; i < resolver->model->arch_count; i++) {
        const struct arch *arch = resolver->model->arches[i], *home;
        struct record_on *on = &record->on[i];
        bool is_described = resolve_column(arch, record->columns, record->column_count, &on->column, &home);
        on->is_foreign = !is_described && resolve_is_sighted(resolver, record, arch);
        on->exists = is_described || on->is_foreign;
        on->slot = record->slot_count;
        record->slot_count += on->exists;
        if (is_described)
            record->declared =
                version_set_union(resolver->arena, record->declared,
                                  resolve_in(resolver, record->decl, record, on->column, record->column_count));
    }
}

static void resolve_by_value(struct resolver *resolver, const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next) {
        resolve_by_value(resolver, row->children);
        if (row->decl->type.pointer_depth || !row->type || row->type->kind != TYPE_RECORD ||
            row->type->record->parent_row)
            continue;
        struct record *inner = row->type->record;
        if (inner->state == RECORD_BEGUN) {
            struct fault *fault = resolve_fault(resolver, DIAG_TYPE_CYCLE, row->decl->type.span, row->decl, row->record,
                                                "'%s' contains itself through this member", inner->type->name);
            fault->other = inner->type->span;
            fault->other_message = "declared here";
            ((struct row *)(uintptr_t)row)->type = NULL;
        } else {
            resolve_record(resolver, inner);
        }
    }
}

/* Resolves the named aggregates in a list of rows. They need the versions of their rows, and must have layouts before
 * the record around them is laid out. */
static void resolve_inner(struct resolver *resolver, const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next) {
        resolve_inner(resolver, row->children);
        if (row->type && row->type->kind == TYPE_RECORD && row->type->record->parent_row == row)
            resolve_record(resolver, row->type->record);
    }
}

static void resolve_size(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    if (!record->size_cell)
        return;
    struct cell_reader reader = {.cell = record->size_cell,
                                 .decl = record->decl,
                                 .record = record,
                                 .column = on->column,
                                 .column_count = record->column_count,
                                 .arch = arch,
                                 .versions = on->versions};
    record->size[arch->index] = resolve_cell(resolver, &reader);
    resolve_check_numbers(resolver, record->decl, record, &record->size[arch->index], LAYOUT_BYTES_MOST, "size");
}

/* Resolves the `digest` row of a record for all versions, because it also says in which versions the record does not
 * exist. On an arch for which nobody attests anything, no digest is compared. */
static void resolve_digest(struct resolver *resolver, struct record *record)
{
    const struct model *model = resolver->model;
    struct cell_reader reader = {
        .decl = record->digest_row, .record = record, .column_count = record->column_count, .versions = resolver->all};
    /* the digests of a shared type are those of kernels of the first module */
    if (!record->digest_row || record->type->original)
        return;
    reader.cell = record->digest_row->cell;
    record->digest = ARENA_ARRAY(resolver->arena, struct cell, model->arch_count);
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        if (!on->exists || on->is_foreign || !(on->evidence->seen_count || on->evidence->documented.count))
            continue;
        reader.arch = model->arches[i];
        reader.column = on->column;
        record->digest[i] = resolve_cell(resolver, &reader);
        resolve_check_numbers(resolver, record->digest_row, record, &record->digest[i], DIGEST_MOST, "digest");
    }
}

/* Gives a row no versions on the arch whose index in `ons` is `slot`. */
static void empty_row_on(struct row *row, unsigned slot)
{
    row->ons[slot].extras = &no_extras;
    for (struct row *child = row->children; child; child = child->next)
        empty_row_on(child, slot);
}

/* Resolves the versions of a record and the cells of its rows on an arch. The layouts are made later. */
static void resolve_cells_on(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    if (on->is_foreign) {
        for (struct row *row = record->rows; row; row = row->next)
            empty_row_on(row, on->slot);
        return;
    }
    on->versions = record_versions(resolver, record, arch, on->column);
    resolve_size(resolver, record, arch);
    for (struct row *row = record->rows; row; row = row->next)
        resolve_row_on(resolver, row, arch, on->versions);
}

/* Lays out a record on an arch. If nothing differs from the arch that it falls back on, makes it an alias of that
 * instead. */
static void resolve_layouts_on(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    const struct arch *base = arch->fallback;
    const struct record_on *home = base ? &record->on[base->index] : NULL;
    bool is_sighted = resolve_is_sighted(resolver, record, arch);
    bool may_share = !is_sighted && home && home->exists && !home->is_foreign;
    if (may_share && home->column == on->column && base->pointer_size == arch->pointer_size &&
        base->alignment_most == arch->alignment_most && !types_differ(record->rows, arch, base)) {
        on->alias = home->alias ? home->alias : base;
        on->layouts = home->layouts;
        on->layout_count = home->layout_count;
    } else if (!on->is_foreign) {
        resolve_layouts(resolver, record, arch);
    }
    resolve_attested(resolver, record, arch);
    if (is_sighted)
        resolve_sightings(resolver, record, arch);
}

void resolve_record(struct resolver *resolver, struct record *record)
{
    struct model *model = resolver->model;
    if (record->state != RECORD_NEW)
        return;
    if (resolver->depth == STRUCTURES_DEEP_MOST) {
        resolve_fault(resolver, DIAG_NESTING, record->decl->name_span, record->decl, record,
                      "structures contain each other by value more than %d levels deep", STRUCTURES_DEEP_MOST);
        return;
    }
    /* keeps the state of the record that holds this one by value, whose resolution goes on afterwards */
    const struct resolver outer = *resolver;
    resolver->module = model_find_module(model, record->type->file);
    resolver->axis = record->type->axis;
    resolver->arena = model->arena;
    resolver->depth++;
    record->state = RECORD_BEGUN;
    check_pack(resolver, record, record->decl);
    find_parts(resolver, record);
    resolve_check_sighted(resolver, record);
    resolve_homes(resolver, record);
    const struct context context = {.file = record->type->file,
                                    .file_index = record->file_index,
                                    .axis = record->type->axis,
                                    .columns = record->columns,
                                    .column_count = record->column_count};
    struct row **end = &record->rows;
    const struct row_place place = {record, NULL, NULL, &context, &end};
    resolver->arena = resolver->visits_early && !record->is_kept ? resolver->body : model->arena;
    arena_clear(resolver->brief);
    resolver->members = map_new(resolver->brief);
    record->members = ARENA_ARRAY(resolver->arena, struct member *, count_names(record->decl->children));
    add_rows(resolver, &place, record->decl->children);
    resolve_by_value(resolver, record->rows);
    for (size_t i = 0; i < model->arch_count; i++)
        if (record->on[i].exists)
            resolve_cells_on(resolver, record, model->arches[i]);
    resolve_inner(resolver, record->rows);
    for (size_t i = 0; i < model->arch_count; i++)
        if (record->on[i].exists)
            resolve_layouts_on(resolver, record, model->arches[i]);
    resolve_digest(resolver, record);
    model->records[model->record_count++] = record;
    record->state = RECORD_RESOLVED;
    resolver->depth--;
    resolver->module = outer.module;
    resolver->axis = outer.axis;
    resolver->arena = outer.arena;
}
