#include "model/resolve.h"

#include "base/intern.h"

static const struct record *find_structure(struct resolver *resolver, const struct ast_decl *decl)
{
    const struct type *type = model_find_type(resolver->model, resolver->module, decl->name);
    if (type && type->kind == TYPE_RECORD)
        return type->record;
    resolve_fault(resolver, DIAG_UNKNOWN_TYPE, decl->name_span, decl, NULL, "no structure is called '%s'", decl->name);
    return NULL;
}

/* Reports a path in a header that leads to no member. */
static void check_path(struct resolver *resolver, const struct record *record, const struct ast_decl *decl)
{
    for (const struct ast_name *name = decl->names; name && record; name = name->next) {
        const struct member *member = record_find_member(record, name->name);
        if (!member) {
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, name->span, decl, NULL, "'%s' has no member '%s'",
                          record->type->name, name->name);
            return;
        }
        const struct row *row = member->rows[0];
        record = row_kind(row) == ROW_RECORD ? row->type->record : NULL;
        if (name->next && !record)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, name->next->span, decl, NULL, "'%s' is not a structure",
                          name->name);
    }
}

static const struct header_part *new_part(struct resolver *resolver, struct header_part *part,
                                          const struct ast_decl *decl)
{
    size_t count = 0;
    for (const struct ast_name *name = decl->names; name; name = name->next)
        count++;
    const char **path = ARENA_ARRAY(resolver->arena, const char *, count);
    *part = (struct header_part){.path = path, .number = decl->number, .mask = decl->mask, .span = decl->span};
    for (const struct ast_name *name = decl->names; name; name = name->next)
        path[part->path_count++] = name->name;
    return part;
}

static void resolve_header(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct model *model = resolver->model;
    struct event_header *header = ARENA_NEW(resolver->arena, struct event_header);
    size_t children = 0;
    header->span = decl->span;
    header->record = find_structure(resolver, decl);
    header->file_index = context->file_index;
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        children++;
    struct header_part *extras = ARENA_ARRAY(resolver->arena, struct header_part, children);
    header->extras = extras;
    for (const struct ast_decl *child = decl->children; child; child = child->next) {
        const struct header_part **place = child->kind == AST_HEADER_MARKER ? &header->marker
                                           : child->kind == AST_HEADER_SIZE ? &header->size
                                           : child->kind == AST_HEADER_HOOK ? &header->hook
                                           : child->kind == AST_HEADER_DATA ? &header->data
                                                                            : NULL;
        if (child->kind == AST_HEADER_EXTRA)
            new_part(resolver, &extras[header->extra_count++], child);
        else if (place && *place)
            resolve_fault(resolver, DIAG_CLAUSE, child->span, child, NULL, "this is repeated in the header");
        else if (place)
            *place = new_part(resolver, ARENA_NEW(resolver->arena, struct header_part), child);
        if (header->record)
            check_path(resolver, header->record, child);
    }
    if (!header->marker || !header->size || !header->hook || !header->data)
        resolve_fault(resolver, DIAG_CLAUSE, decl->span, decl, NULL,
                      "a header needs marker, size, hook and data");
    model->headers[model->header_count++] = header;
}

static void find_group(struct resolver *resolver, struct event *event, const struct ast_decl *decl)
{
    const struct model *model = resolver->model;
    for (size_t i = 0; i < model->type_count; i++) {
        const struct enumeration *enumeration = model->types[i]->enumeration;
        for (size_t k = 0; enumeration && enumeration->is_flags && k < enumeration->count; k++) {
            if (enumeration->enumerators[k].name == decl->name) {
                event->group = &enumeration->enumerators[k];
                return;
            }
        }
    }
    resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, NULL, "no flag is called '%s'", decl->name);
}

static void resolve_event(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct model *model = resolver->model;
    struct event *event = ARENA_NEW(resolver->arena, struct event);
    size_t bindings = 0;
    *event = (struct event){
        .name = decl->name, .doc = decl->doc, .name_span = decl->name_span, .file_index = context->file_index};
    event->hook = resolve_cells(resolver, decl->cell, decl, context);
    event->versions = resolve_in(resolver, decl, NULL, 0, context->column_count);
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        bindings += child->kind == AST_EVENT_HEADER;
    event->bindings = ARENA_ARRAY(resolver->arena, struct event_binding, bindings);
    for (const struct ast_decl *child = decl->children; child; child = child->next) {
        if (child->kind == AST_EVENT_HEADER) {
            struct event_binding *binding = &event->bindings[event->binding_count++];
            binding->name = child->name;
            binding->span = child->span;
            binding->record = find_structure(resolver, child);
            for (size_t i = 0; i < resolver->model->header_count; i++)
                if (binding->record && resolver->model->headers[i]->record == binding->record)
                    binding->header = resolver->model->headers[i];
            if (child->cell)
                /* the cells hold in the versions of the event */
                binding->marker = resolve_cells(resolver, child->cell, decl, context);
        } else if (child->kind == AST_EVENT_DATA)
            event->data = find_structure(resolver, child);
        else if (child->kind == AST_EVENT_GROUP)
            find_group(resolver, event, child);
    }
    for (size_t i = 0; i < model->event_count; i++) {
        if (model->events[i]->name != decl->name)
            continue;
        struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL,
                                            "event '%s' is declared twice", decl->name);
        fault->other = model->events[i]->name_span;
        fault->other_message = "first declared here";
    }
    model->events[model->event_count++] = event;
}

void resolve_if_header(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    if (decl->kind == AST_HEADER)
        resolve_header(resolver, decl, context);
}

void resolve_if_event(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    if (decl->kind == AST_EVENT)
        resolve_event(resolver, decl, context);
}
