/*
 * Keeps names of hand-written symbol files that specs cannot have: a tag without an underscore, a union that another
 * file declares, a base type that is not declared. A remark of the declaration states the name, so that the symbol file
 * can be written again: "symbol file: union nt_symbols!_LIST_ENTRY".
 */
#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/source.h"
#include "fold/unfold.h"
#include "front/load.h"
#include "kernel/store.h"
#include "model/clauses.h"
#include "model/model.h"
#include "model/type.h"
#include "spec/name_escape.h"

static const char *remark_text(const struct fold *fold, const char *kind, const char *name, const char *end)
{
    return arena_format(fold->arena, "%s: %s %s%s", decl_symbol_mark, kind, name, end);
}

void fold_note_bases(struct fold *fold)
{
    for (size_t i = 0; i < fold->request->kernel_count; i++) {
        const struct kernel *kernel = fold->request->kernels[i];
        for (size_t k = 0; k < kernel->base_count; k++) {
            const struct kernel_type *type = kernel->bases[k].type;
            struct fold_base *base = fold_base_of(fold, type);
            base->is_used = true;
            base->remark = remark_text(fold, "base", type->name,
                                       arena_format(fold->arena, ", %s%s%s", type->is_signed ? "signed " : "",
                                                    type->is_big ? "big-endian " : "", kernel->bases[k].kind));
        }
    }
}

const char *fold_remark_of_base(const struct fold *fold, const struct fold_base *base)
{
    return base->remark || !fold->keeps_names ? base->remark : remark_text(fold, "base", base->tag, ", not declared");
}

const char *fold_remark_of_tag(struct fold *fold, const struct fold_tag *tag, const struct kernel_type *type)
{
    bool is_union = type ? type->is_union : !tag->is_enum && fold_is_union(tag);
    bool is_usual = fold->keeps_tags ? !strcmp(fold_unmend(fold, tag->name), tag->place)
                                     : *tag->place == '_' && !strcmp(tag->place + 1, tag->name) &&
                                           !strstr(tag->name, "_u00") && *tag->name != '_';
    bool is_plain = tag->runs.count || (!is_union && !tag->is_enum);
    if (!fold->keeps_names || tag->is_made || (is_usual && is_plain))
        return NULL;
    return remark_text(fold, tag->is_enum ? "enum" : is_union ? "union" : "struct", tag->place, "");
}

const char *fold_remark_of_row(struct fold *fold, const struct fold_row *row)
{
    const struct fold_shape *shape = row->shape;
    bool is_union = shape->type->is_union;
    if (!fold->keeps_names || !shape->tag || shape->tag->is_enum || !shape->tag->runs.count ||
        fold_is_union(shape->tag) == is_union)
        return NULL;
    return remark_text(fold, is_union ? "union" : "struct", shape->tag->place, "");
}

/* Adds a remark for each kernel of a run: "symbol file of 10.0.18362.0/x64: NAME TEXT". */
static struct spec_clause **add_left(struct fold *fold, const struct fold_run *run, const char *name, const char *text,
                                     struct spec_clause **end)
{
    const struct fold_column *column = &fold->columns[run->column];
    for (uint32_t k = run->first; k <= run->last; k++) {
        *end = ARENA_NEW(fold->brief, struct spec_clause);
        (*end)->kind = SPEC_REMARK;
        (*end)->reason = arena_format(fold->brief, "%s of %s/%s: %s%s%s", decl_symbol_mark,
                                      axis_version_text(fold->brief, &fold->axis, column->kernels[k].kernel->version),
                                      column->arch->name, name, *name ? " " : "", text);
        end = &(*end)->next;
    }
    return end;
}

/* Returns the base type and the size of an enumeration in a symbol file, if the spec has another type; else NULL. */
static const char *base_of_enum(struct fold *fold, const struct fold_tag *tag, const struct kernel_enum *enumeration)
{
    if (enumeration->said_base || !enumeration->base || fold_base_of(fold, enumeration->base) == tag->base)
        return enumeration->said_base;
    return arena_format(fold->brief, "%s, %lu", enumeration->base->name, (unsigned long)enumeration->size);
}

struct spec_clause *fold_remarks_left(struct fold *fold, const struct fold_tag *tag, struct spec_clause *clauses)
{
    struct spec_clause *first = clauses, **end = &first;
    while (*end)
        end = &(*end)->next;
    for (size_t i = 0; i < tag->runs.count && fold->keeps_names; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        const struct kernel_enum *enumeration = tag->is_enum ? run->what : NULL;
        const struct kernel_record *record = tag->is_enum ? NULL : run->what;
        if (enumeration && enumeration->left_out)
            end = add_left(fold, run, "", enumeration->left_out, end);
        const char *base = enumeration ? base_of_enum(fold, tag, enumeration) : NULL;
        if (base)
            end = add_left(fold, run, decl_symbol_base, base, end);
        for (size_t k = 0; record && k < record->omission_count; k++)
            if (record->omissions[k].text)
                end = add_left(fold, run, record->omissions[k].name, record->omissions[k].text, end);
    }
    return first;
}

/* Returns the reason why a field was left out, from a comment in the declaration; NULL if there is none. */
static const char *read_why(struct fold *fold, const struct program *program, const struct ast_decl *decl,
                            const char *name)
{
    const struct source *source = source_find(program->sources, decl->span.begin);
    const char *text = source->text + (decl->span.begin - source->base), *stop = strstr(text, "\n}");
    const char *mark = fold_omission_mark(fold, name), *found = strstr(text, mark);
    if (!found || !stop || found > stop)
        return NULL;
    found += strlen(mark);
    return intern_name(program->intern, found, strcspn(found, "\r\n"));
}

/* Reads the offset of a field of a symbol file; 0 if it is out of bounds. */
static uint32_t read_offset(const char *field)
{
    const char *offset = strstr(field, "\"offset\":");
    long long number = offset ? strtoll(offset + strlen("\"offset\":"), NULL, 10) : 0;
    return number < 0 || number > INT32_MAX ? 0 : (uint32_t)number;
}

const struct kernel_record *fold_take_left(struct fold *fold, const struct unfold_request *request,
                                           const struct ast_decl *decl, const struct arch *arch, uint64_t version,
                                           const struct kernel_record *record)
{
    if (!decl_remark_behind(decl, decl_symbol_mark, 0))
        return record;
    struct arena *arena = request->program->arena;
    struct decl_remarks remarks = decl_remarks_of(decl, decl_symbol_mark_of(request->model, arena, arch, version));
    struct buffer omissions = {0};
    for (const char *text; (text = decl_remarks_next(&remarks));) {
        const char *field = strstr(text, " {");
        if (!field)
            continue;
        const char *name = intern_name(request->program->intern, text, (size_t)(field - text));
        const struct kernel_omission omission = {name, read_why(fold, request->program, decl, name),
                                                 read_offset(field), field + 1};
        buffer_add(&omissions, &omission, sizeof omission);
    }
    struct kernel_record with_left = *record;
    with_left.omissions = (const void *)omissions.data;
    with_left.omission_count = omissions.size / sizeof(struct kernel_omission);
    const struct kernel_record *stored =
        omissions.size ? kernel_store_record(request->store, &with_left) : record;
    buffer_free(&omissions);
    return stored;
}

void fold_take_enum_left(const struct unfold_request *request, const struct ast_decl *decl, const struct arch *arch,
                         uint64_t version, struct kernel_enum *enumeration)
{
    if (!decl_remark_behind(decl, decl_symbol_mark, 0))
        return;
    const char *mark = decl_symbol_mark_of(request->model, request->program->arena, arch, version);
    struct decl_remarks remarks = decl_remarks_of(decl, mark);
    for (const char *text; (text = decl_remarks_next(&remarks));) {
        size_t size = strlen(decl_symbol_base);
        if (*text == '"')
            enumeration->left_out = text;
        else if (!strncmp(text, decl_symbol_base, size) && text[size] == ' ')
            enumeration->said_base = text + size + 1;
    }
}

/* Returns the size of a number type in bytes; it is the same on all arches and in all versions. 0 if it is unknown. */
static uint32_t find_size(const struct model *model, const struct type *type)
{
    for (size_t i = 0; i < model->arch_count && type->size; i++)
        if (type->size[i].count && type->size[i].values->kind == AST_VALUE_NUMBER)
            return (uint32_t)type->size[i].values->number;
    return 0;
}

/* Reads the end of the remark on a number type, such as "unsigned short, big-endian int". Returns false if the symbol
 * file does not declare the type. */
static bool read_base(const struct unfold_request *request, const struct type *type, const char *text,
                    struct kernel_base *base)
{
    const char *comma = strstr(text, ", "), *rest = comma ? comma + 2 : text + strlen(text);
    const char *blank = strrchr(rest, ' '), *kind = blank ? blank + 1 : rest;
    size_t size = comma ? (size_t)(comma - text) : strlen(text);
    bool is_native = !strcmp(rest, "not declared");
    bool is_float = is_native ? type->kind == TYPE_FLOAT || type->kind == TYPE_OPAQUE
                              : !strcmp(kind, "float") || !strcmp(kind, "void");
    const struct kernel_type made = {
        .kind = is_float ? KERNEL_FLOAT : KERNEL_INTEGER,
        .name = intern_name(request->program->intern, text, size),
        .size = find_size(request->model, type),
        .is_signed = is_native ? type->is_signed && !is_float : strstr(rest, "signed") != NULL,
        .is_big = strstr(rest, "big-endian") != NULL,
    };
    *base = (struct kernel_base){kernel_store_type(request->store, &made), kind};
    return !is_native;
}

bool fold_note_remarks(const struct unfold_request *request, bool keeps_tags, struct map *tags, struct map *bases,
                       struct buffer *listed)
{
    struct intern *intern = request->program->intern;
    struct arena *arena = request->program->arena;
    bool keeps_names = false;
    for (size_t i = 0; i < request->type_count && !keeps_tags; i++) {
        const char *name = request->types[i]->local;
        const char *bare = intern_text(intern, name_escape(arena, fold_without_underscores(name), 0));
        if (*name == '_') /* the spec has names with and without underscore */
            map_set(tags, bare, (void *)(uintptr_t)bare);
    }
    for (size_t i = 0; i < request->model->type_count; i++) {
        const struct type *type = request->model->types[i];
        const char *text = type->decl ? decl_symbol_name(type->decl) : NULL, *blank = text ? strchr(text, ' ') : NULL;
        if (!blank)
            continue;
        keeps_names = true;
        if (strncmp(text, "base ", 5) != 0) {
            map_set(tags, type->name, (void *)(uintptr_t)intern_text(intern, blank + 1));
            continue;
        }
        struct kernel_base *base = ARENA_NEW(arena, struct kernel_base);
        if (read_base(request, type, blank + 1, base))
            buffer_add(listed, base, sizeof *base);
        map_set(bases, type, base);
    }
    for (size_t i = 0; i < request->type_count && keeps_names && !keeps_tags; i++) {
        const char *name = request->types[i]->name;
        if (!map_get(tags, name))
            map_set(tags, name, (void *)(uintptr_t)intern_text(intern, arena_format(arena, "_%s", name)));
    }
    return keeps_names;
}
