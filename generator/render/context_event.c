#include "render/context_parts.h"

static const struct cell_value *first_number(const struct cell *cell)
{
    for (size_t i = cell->count; i-- > 0;)
        if (cell->values[i].kind == AST_VALUE_NUMBER)
            return &cell->values[i];
    return NULL;
}

/* The newest marker of each header on each arch. */
static struct value event_markers(const struct render *render, const struct event *event)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < event->binding_count; i++) {
        const struct event_binding *binding = &event->bindings[i];
        for (size_t a = 0; binding->marker && binding->record && a < render->model->arch_count; a++) {
            const struct cell_value *value = first_number(&binding->marker[a]);
            if (!value)
                continue;
            struct object *marker = context_object(render, SHAPE_MARKER);
            const char *header = names_in_c(render->arena, binding->record->type->name);
            const char *arch = names_in_c(render->arena, render->model->arches[a]->name);
            names_claim(render->names, binding->decl->span, render->prefix_upper,
                        names_in_c(render->arena, event->name), "_MARKER_",
                        arena_format(render->arena, "%s_%s", header, arch));
            marker->values[MARKER_HEADER] = value_text(header);
            marker->values[MARKER_ARCH] = value_text(arch);
            marker->values[MARKER_VALUE] = context_hex(render, value->number);
            list_add(render->arena, list, value_object(marker));
        }
    }
    return value_list(list);
}

static const struct cell_value *event_hook(const struct render *render, const struct event *event)
{
    const struct cell_value *hook = NULL;
    for (size_t a = 0; !hook && a < render->model->arch_count; a++)
        hook = first_number(&event->hook[a]);
    return hook;
}

struct value context_events(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < render->model->event_count; i++) {
        const struct event *event = render->model->events[i];
        const struct cell_value *hook = event_hook(render, event);
        if (event->file_index != file_index || !hook)
            continue;
        struct object *object = context_object(render, SHAPE_EVENT);
        const char *name = names_in_c(render->arena, event->name);
        names_claim(render->names, event->decl->name_span, render->prefix_upper, name, "_HOOK", NULL);
        object->values[EVENT_NAME] = value_text(name);
        object->values[EVENT_HOOK] = context_hex(render, hook->number);
        object->values[EVENT_DOC] = value_text(event->decl->doc);
        object->values[EVENT_MARKERS] = event_markers(render, event);
        if (event->group) {
            const struct cell_value *group = NULL;
            for (size_t a = 0; !group && a < render->model->arch_count; a++)
                group = first_number(&event->group->value[a]);
            if (group) {
                names_claim(render->names, event->decl->name_span, render->prefix_upper, name, "_GROUP", NULL);
                object->values[EVENT_GROUP] = context_hex(render, group->number);
            }
        }
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}
