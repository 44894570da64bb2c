/*
 * The events of a file: a constant for each hook, marker and group.
 */
#include "render/context_parts.h"

static const struct cell_value *newest_number(const struct cell *cell)
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
            const struct cell_value *value = newest_number(&binding->marker[a]);
            if (!value || !choice_has_arch(render->choice, render->model->arches[a]))
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

/* The newest number of the first chosen arch that has one. */
static const struct cell_value *common_number(const struct render *render, const struct cell *cells)
{
    const struct cell_value *number = NULL;
    for (size_t a = 0; !number && a < render->model->arch_count; a++)
        number = choice_has_arch(render->choice, render->model->arches[a]) ? newest_number(&cells[a]) : NULL;
    return number;
}

struct value context_events(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < render->model->event_count; i++) {
        const struct event *event = render->model->events[i];
        const struct cell_value *hook = common_number(render, event->hook);
        if (!context_takes(render, file_index, event->file_index, event) || !hook)
            continue;
        struct object *object = context_object(render, SHAPE_EVENT);
        const char *name = names_in_c(render->arena, event->name);
        names_claim(render->names, event->decl->name_span, render->prefix_upper, name, "_HOOK", NULL);
        object->values[EVENT_NAME] = value_text(name);
        object->values[EVENT_HOOK] = context_hex(render, hook->number);
        object->values[EVENT_DOC] = value_text(event->decl->doc);
        object->values[EVENT_MARKERS] = event_markers(render, event);
        const struct cell_value *group = event->group ? common_number(render, event->group->value) : NULL;
        if (group) {
            names_claim(render->names, event->decl->name_span, render->prefix_upper, name, "_GROUP", NULL);
            object->values[EVENT_GROUP] = context_hex(render, group->number);
        }
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}
