#include "model/resolve.h"

#include <string.h>

#include "base/intern.h"

static void append_item(void *list, size_t *count, void *item)
{
    ((void **)list)[(*count)++] = item;
}

/* ---- Files with a `default;` line: a declaration of the same name in another file replaces one of theirs ---- */

static void add_replaced(struct resolver *resolver, const struct ast_decl *decl)
{
    struct model *model = resolver->model;
    struct replaced *replaced = ARENA_NEW(model->arena, struct replaced);
    *replaced = (struct replaced){model->replaced, decl};
    model->replaced = replaced;
    if (resolver->module != model->modules)
        return; /* only structures of its own module can hold the type */
    if (!resolver->replaced)
        resolver->replaced = map_new(model->arena);
    map_set(resolver->replaced, decl->name, replaced);
}

/* Returns the declaration that the other one of the same name replaces; NULL if neither file gives way. Each
 * declaration has its file. */
static const struct ast_decl *find_replaced(struct resolver *resolver, const struct ast_decl *first,
                                            const struct ast_file *first_file, const struct ast_decl *second,
                                            const struct ast_file *second_file)
{
    if (first_file->gives_way == second_file->gives_way)
        return NULL;
    const struct ast_decl *replaced = first_file->gives_way ? first : second;
    add_replaced(resolver, replaced);
    return replaced;
}

/* Returns the cell with the size that an opaque type or a structure states, or NULL. */
static const struct ast_cell *find_size(const struct ast_decl *decl)
{
    const struct ast_clause *clause = ast_clause_find(decl, AST_SIZE);
    if (clause || decl->kind == AST_OPAQUE)
        return clause ? clause->cell : NULL;
    const struct ast_decl *row = decl->children;
    while (row && row->kind != AST_SIZE_ROW)
        row = row->next;
    return row ? row->cell : NULL;
}

/* True if a declaration replaces the structure, opaque type or enumeration with this name. Number types do not count,
 * because only their size matters to others. */
static bool is_replaced(const struct resolver *resolver, const char *name)
{
    const struct type *type =
        name && map_get(resolver->replaced, name) ? map_get(resolver->model->type_names, name) : NULL;
    return type && (type->kind == TYPE_RECORD || type->kind == TYPE_OPAQUE || type->kind == TYPE_ENUM ||
                    type->kind == TYPE_FLAGS);
}

/* True if a row holds a replaced type by value. */
static bool hold_replaced(const struct resolver *resolver, const struct ast_decl *rows)
{
    for (const struct ast_decl *row = rows; row; row = row->next) {
        bool is_value = row->kind == AST_MEMBER && !row->type.pointer_depth;
        if ((is_value && is_replaced(resolver, row->type.name)) || hold_replaced(resolver, row->children))
            return true;
    }
    return false;
}

/* Makes structures opaque if they hold a replaced type by value and are in a file that gives way: they were made for
 * the old type. */
static void hide_holders(struct resolver *resolver)
{
    enum { ROUNDS_MOST = 1000 /* structures by value nest no deeper */ };
    bool is_found = resolver->replaced != NULL;
    for (int round = 0; round < ROUNDS_MOST && is_found; round++) {
        is_found = false;
        for (size_t i = 0; i < resolver->model->type_count; i++) {
            struct type *type = resolver->model->types[i];
            if (type->kind != TYPE_RECORD || !type->file->gives_way || !hold_replaced(resolver, type->decl->children))
                continue;
            type->kind = TYPE_OPAQUE;
            type->record = NULL;
            add_replaced(resolver, type->decl);
            is_found = true;
        }
    }
}

/* True if a name is free, only declared as `opaque`, or declared in a file that gives way to this one. */
static bool name_is_free(struct resolver *resolver, const struct type *other, const struct ast_decl *decl,
                         const struct ast_file *file)
{
    if (!other || (other->kind == TYPE_OPAQUE && !ast_clause_find(other->decl, AST_SIZE)))
        return true;
    if (decl->kind == AST_OPAQUE && !ast_clause_find(decl, AST_SIZE))
        return false; /* an `opaque` for a type that is declared already */
    const struct ast_decl *replaced = find_replaced(resolver, other->decl, other->file, decl, file);
    if (replaced)
        return replaced == other->decl;
    struct fault *fault =
        resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL, "type '%s' is declared twice", decl->name);
    fault->other = other->span;
    fault->other_message = "first declared here";
    return false;
}

static const struct {
    const char *word;
    enum type_kind kind;
    uint32_t sizes; /* sizes in bytes that the type may have, a bit for each */
    const char *shown;
} scalar_words[] = {
    {"unsigned", TYPE_UNSIGNED, 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8, "a scalar type has 1, 2, 4 or 8 bytes"},
    {"signed", TYPE_SIGNED, 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8, "a scalar type has 1, 2, 4 or 8 bytes"},
    {"bool", TYPE_BOOL, 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8, "a scalar type has 1, 2, 4 or 8 bytes"},
    {"char", TYPE_CHAR, 1u << 1 | 1u << 2, "a char has 1 or 2 bytes"},
    {"float", TYPE_FLOAT, 1u << 4 | 1u << 8, "a float has 4 or 8 bytes"},
    {"pointer", TYPE_POINTER, 1u << 4 | 1u << 8, NULL},
};

enum { SCALAR_WORD_COUNT = sizeof scalar_words / sizeof *scalar_words };

/* Returns the index of the word of a scalar type. The parser accepts no other words. */
static size_t scalar_word(const struct ast_decl *decl)
{
    size_t i = 0;
    while (i < SCALAR_WORD_COUNT - 1 && strcmp(decl->type.name, scalar_words[i].word) != 0)
        i++;
    return i;
}

/* Returns a name that no type of another module has. */
static const char *name_in_module(struct resolver *resolver, const char *name)
{
    const struct model *model = resolver->model;
    if (resolver->module == model->modules)
        return name;
    return intern_text(model->program->intern, arena_format(resolver->arena, "%s!%s", resolver->module->name, name));
}

/* Adds a type to its module. */
static void add_type(struct resolver *resolver, struct type *type, const char *local)
{
    type->name = name_in_module(resolver, local);
    type->local = local;
    map_set(resolver->module->types, local, type);
    map_set(resolver->model->type_names, type->name, type);
}

static struct type *new_type(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct type *type = ARENA_NEW(resolver->arena, struct type);
    *type = (struct type){.kind = TYPE_OPAQUE,
                          .name = decl->name,
                          .local = decl->name,
                          .module = resolver->module,
                          .span = decl->name_span,
                          .decl = decl,
                          .doc = decl->doc,
                          .file = context->file,
                          .file_index = context->file_index,
                          .axis = context->axis};
    return type;
}

/* Reports a size of a scalar type that no machine supports. */
static void check_scalar_sizes(struct resolver *resolver, const struct type *type, const struct cell *cells)
{
    size_t word = scalar_word(type->decl);
    for (size_t i = 0; i < resolver->model->arch_count; i++) {
        for (size_t k = 0; k < cells[i].count; k++) {
            const struct cell_value *value = &cells[i].values[k];
            if (value->kind == AST_VALUE_NUMBER && value->number <= 8 && scalar_words[word].sizes >> value->number & 1)
                continue;
            if (value->kind == AST_VALUE_ABSENT)
                continue;
            resolve_fault(resolver, DIAG_NUMBER, ast_value_span(value->alternative), type->decl, NULL, "%s",
                          scalar_words[word].shown);
        }
    }
}

/* True if a type of characters has one byte on every arch. Such characters are signed, as in C on Windows. */
static bool is_narrow(const struct resolver *resolver, const struct cell *cells)
{
    for (size_t i = 0; i < resolver->model->arch_count; i++)
        for (size_t k = 0; k < cells[i].count; k++)
            if (cells[i].values[k].kind == AST_VALUE_NUMBER && cells[i].values[k].number != 1)
                return false;
    return true;
}

static void check_aligns(struct resolver *resolver, const struct type *type, const struct cell *cells)
{
    for (size_t i = 0; i < resolver->model->arch_count; i++) {
        for (size_t k = 0; k < cells[i].count; k++) {
            const struct cell_value *value = &cells[i].values[k];
            if (value->kind != AST_VALUE_NUMBER || !value->number || value->number > 4096 ||
                (value->number & (value->number - 1)))
                resolve_fault(resolver, DIAG_NUMBER, ast_value_span(value->alternative), type->decl, NULL,
                              "an alignment is a power of two up to 4096");
        }
    }
}

static void declare_constant(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct model *model = resolver->model;
    struct constant *other = map_get(resolver->module->constants, decl->name);
    const struct ast_file *file = other ? resolver->program->files[other->file_index].ast : NULL;
    const struct ast_decl *replaced = other ? find_replaced(resolver, other->decl, file, decl, context->file) : NULL;
    if (replaced == decl)
        return;
    if (other && !replaced) {
        struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL,
                                            "constant '%s' is declared twice", decl->name);
        fault->other = other->decl->name_span;
        fault->other_message = "first declared here";
        return;
    }
    struct constant *constant = other ? other : ARENA_NEW(resolver->arena, struct constant);
    *constant = (struct constant){name_in_module(resolver, decl->name), decl,
                                  resolve_cells(resolver, decl->cell, decl, context), context->file_index, decl->doc};
    if (!other)
        append_item(model->constants, &model->constant_count, constant);
    map_set(resolver->module->constants, decl->name, constant);
}

static void resolve_scalar_or_opaque(struct resolver *resolver, struct type *type, const struct context *context)
{
    const struct ast_decl *decl = type->decl;
    const struct ast_clause *align = ast_clause_find(decl, AST_ALIGN);
    const struct ast_cell *size = find_size(decl);
    if (decl->cell) {
        type->size = resolve_cells(resolver, decl->cell, decl, context);
        check_scalar_sizes(resolver, type, type->size);
    } else if (decl->kind == AST_TYPE) {
        /* Report a type without a size, which would have the size of a pointer, if its kind does not allow that. */
        size_t word = scalar_word(type->decl);
        if (scalar_words[word].kind == TYPE_CHAR)
            resolve_fault(resolver, DIAG_NUMBER, type->decl->type.span, type->decl, NULL, "%s",
                          scalar_words[word].shown);
    } else if (size) {
        type->size = resolve_cells(resolver, size, decl, context);
        for (size_t i = 0; i < resolver->model->arch_count; i++)
            resolve_check_numbers(resolver, decl, NULL, &type->size[i], LAYOUT_BYTES_MOST, "size");
    }
    type->is_signed = type->kind == TYPE_SIGNED || (type->kind == TYPE_CHAR && type->size &&
                                                    is_narrow(resolver, type->size));
    if (align) {
        type->align = resolve_cells(resolver, align->cell, decl, context);
        check_aligns(resolver, type, type->align);
    }
}

struct type *resolve_new_record(struct resolver *resolver, const struct ast_decl *decl, const char *name,
                                const struct context *context)
{
    struct model *model = resolver->model;
    struct type *type = ARENA_NEW(model->arena, struct type);
    struct record *record = ARENA_NEW(model->arena, struct record);
    *type = (struct type){.kind = TYPE_RECORD,
                          .name = name,
                          .local = name,
                          .module = model_find_module(model, model->program->files[context->file_index].ast),
                          .span = decl->name_span,
                          .decl = decl,
                          .doc = decl->doc,
                          .file = context->file,
                          .file_index = context->file_index,
                          .axis = context->axis,
                          .record = record};
    record->type = type;
    record->decl = decl;
    record->is_union = decl->kind == AST_UNION;
    record->columns = context->columns;
    record->column_count = context->column_count;
    record->file_index = context->file_index;
    record->source_last = resolve_source_last(resolver, context->source);
    record->on = ARENA_ARRAY(model->arena, struct record_on, model->arch_count);
    record->arch_count = model->arch_count;
    record->size = ARENA_ARRAY(model->arena, struct cell, model->arch_count);
    record->source = context->source ? context->source->text : NULL;
    return type;
}

static void declare_type(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct model *model = resolver->model;
    struct type *other = map_get(resolver->module->types, decl->name);
    struct type *type;
    enum type_kind kind = TYPE_OPAQUE;
    if (other)
        other->is_announced |= decl->kind == AST_OPAQUE;
    if (!name_is_free(resolver, other, decl, context->file))
        return;
    if (decl->kind == AST_TYPE)
        kind = scalar_words[scalar_word(decl)].kind;
    if (decl->kind == AST_STRUCT || decl->kind == AST_UNION) {
        type = resolve_new_record(resolver, decl, decl->name, context);
    } else {
        type = new_type(resolver, decl, context);
        type->kind = kind;
    }
    if (decl->kind == AST_ENUM || decl->kind == AST_FLAGS)
        type->kind = decl->kind == AST_ENUM ? TYPE_ENUM : TYPE_FLAGS;
    type->is_announced = decl->kind == AST_OPAQUE || (other && other->is_announced);
    if (other) {
        /* The type replaces the `opaque` declaration of its name. */
        for (size_t i = 0; i < model->type_count; i++)
            if (model->types[i] == other)
                model->types[i] = type;
    } else {
        append_item(model->types, &model->type_count, type);
    }
    add_type(resolver, type, decl->name);
}

/* ---- Declarations that modules share */

/* Declares a type of the first module also in the module of the text. */
static void share_type(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct model *model = resolver->model;
    const struct type *original = map_get(model->type_names, decl->name);
    const struct type *other = map_get(resolver->module->types, decl->name);
    bool is_first = resolver->module == model->modules;
    if (is_first || !original || !(original->record || original->decl->children) || other) {
        struct fault *fault = resolve_fault(resolver, other && !is_first ? DIAG_DUPLICATE : DIAG_UNKNOWN_TYPE,
                                            decl->name_span, decl, NULL,
                                            is_first ? "'%s' is shared by a file without `module`"
                                            : other  ? "type '%s' is declared twice"
                                                     : "no structure or enumeration to share is called '%s'",
                                            decl->name);
        if (other && !is_first) {
            fault->other = other->span;
            fault->other_message = "first declared here";
        }
        return;
    }
    const struct record *record = original->record;
    struct context shared = {.file = original->file, .file_index = context->file_index, .axis = original->axis};
    struct type *type;
    if (record) {
        shared.columns = record->columns;
        shared.column_count = record->column_count;
        type = resolve_new_record(resolver, original->decl, original->name, &shared);
        type->record->source = record->source;
        type->record->source_last = record->source_last;
    } else {
        type = new_type(resolver, original->decl, &shared);
        type->kind = original->kind;
    }
    type->original = original;
    append_item(model->types, &model->type_count, type);
    add_type(resolver, type, decl->name);
}

static void visit_share(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    if (decl->kind == AST_SHARE)
        share_type(resolver, decl, context);
}

/* Resolves the shared enumerations, after their originals. */
static void resolve_shared(struct resolver *resolver)
{
    const struct model *model = resolver->model;
    for (size_t i = 0; i < model->type_count; i++) {
        struct type *type = model->types[i];
        const struct enumeration *original = type->original ? type->original->enumeration : NULL;
        if (!original)
            continue;
        resolver->module = model_find_module(model, type->file);
        resolver->axis = type->axis;
        resolve_enumeration(resolver, type,
                            &(struct context){.file = type->file,
                                              .file_index = type->file_index,
                                              .columns = original->columns,
                                              .column_count = original->column_count});
        type->enumeration->source_last = original->source_last;
    }
}

/* Calls `visit` for each declaration of the program, with the lines above it that apply to it. */
static void walk_declarations(struct resolver *resolver,
                              void (*visit)(struct resolver *resolver, const struct ast_decl *decl,
                                            const struct context *context))
{
    const struct program *program = resolver->program;
    for (size_t i = 0; i < program->file_count; i++) {
        resolve_enter(resolver, i);
        struct context context = {.file = program->files[i].ast, .file_index = i, .axis = resolver->axis};
        for (const struct ast_decl *decl = context.file->decls; decl; decl = decl->next) {
            if (decl->kind == AST_COLUMNS)
                context.columns = resolve_columns(resolver, decl, &context.column_count);
            else if (decl->kind == AST_SOURCE)
                context.source = decl;
            visit(resolver, decl, &context);
        }
    }
}

static void visit_name(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    switch (decl->kind) {
    case AST_TYPE:
    case AST_OPAQUE:
    case AST_ENUM:
    case AST_FLAGS:
    case AST_STRUCT:
    case AST_UNION:
        declare_type(resolver, decl, context);
        break;
    case AST_CONST:
        declare_constant(resolver, decl, context);
        break;
    case AST_ATTEST:
        if (decl->name && !model_find_arch(resolver->model, decl->name))
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, NULL, "no arch is called '%s'",
                          decl->name);
        resolve_set(resolver, decl->set, decl, NULL);
        break;
    default:
        break;
    }
}

/* Resolves the sizes and values of a declaration that is no record. Records need them later. */
static void visit_value(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct type *type = decl->name ? map_get(resolver->module->types, decl->name) : NULL;
    if (!type || type->decl != decl)
        return;
    if (decl->kind == AST_TYPE || type->kind == TYPE_OPAQUE)
        resolve_scalar_or_opaque(resolver, type, context);
    else if (decl->kind == AST_ENUM || decl->kind == AST_FLAGS)
        resolve_enumeration(resolver, type, context);
}

/* Returns the number of structures that a declaration makes: itself and those declared in it. */
static size_t count_records(const struct ast_decl *decl)
{
    size_t count = 1;
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        count += count_records(child);
    return count;
}

void resolve_names(struct resolver *resolver)
{
    struct model *model = resolver->model;
    size_t top = 0, records = 0;
    for (size_t i = 0; i < resolver->program->file_count; i++) {
        const struct ast_file *file = resolver->program->files[i].ast;
        for (const struct ast_decl *decl = file->decls; decl; decl = decl->next)
            top++;
        records += file->counts[AST_STRUCT] + file->counts[AST_UNION];
    }
    model->types = ARENA_ARRAY(resolver->arena, struct type *, top);
    model->constants = ARENA_ARRAY(resolver->arena, struct constant *, top);
    model->globals = ARENA_ARRAY(resolver->arena, struct global *, top);
    model->headers = ARENA_ARRAY(resolver->arena, struct event_header *, top);
    model->events = ARENA_ARRAY(resolver->arena, struct event *, top);
    walk_declarations(resolver, visit_name);
    hide_holders(resolver);
    walk_declarations(resolver, visit_share);
    walk_declarations(resolver, visit_value);
    resolve_shared(resolver);
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->original && model->types[i]->record)
            records += count_records(model->types[i]->decl);
    model->records = ARENA_ARRAY(resolver->arena, struct record *, records);
}

void resolve_readers(struct resolver *resolver)
{
    walk_declarations(resolver, resolve_if_global);
    walk_declarations(resolver, resolve_if_header);
    walk_declarations(resolver, resolve_if_event);
}
