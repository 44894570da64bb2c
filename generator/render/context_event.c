/*
 * The events of a file: constants for hooks, markers and groups, and for each header the offset of the data after it.
 * Its globals with their addresses.
 */
#include <string.h>

#include "render/context_parts.h"

static const struct cell_value *newest_number(const struct cell *cell)
{
    for (size_t i = cell->count; i-- > 0;)
        if (cell->values[i].kind == AST_VALUE_NUMBER)
            return &cell->values[i];
    return NULL;
}

/* Returns the newest marker of each header on each arch. */
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
            marker->values[MARKER_HEADER] = value_text(header);
            marker->values[MARKER_ARCH] = value_text(arch);
            marker->values[MARKER_VALUE] = context_hex(render, value->number);
            list_add(render->arena, list, value_object(marker));
        }
    }
    return value_list(list);
}

/* Returns the newest number of the first chosen arch that has one. */
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
        object->values[EVENT_NAME] = value_text(context_name(render, event, event->name));
        object->values[EVENT_HOOK] = context_hex(render, hook->number);
        object->values[EVENT_DOC] = value_text(event->doc);
        object->values[EVENT_MARKERS] = event_markers(render, event);
        bool has_group = event->group && !event->group->next_row;
        const struct cell_value *group = has_group ? common_number(render, event->group->value) : NULL;
        if (group)
            object->values[EVENT_GROUP] = context_hex(render, group->number);
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

const char *context_counter_name(const struct render *render, const struct header_part *extra, const char *separator)
{
    const char *text = names_in_c(render->arena, extra->path[0]);
    for (size_t i = 1; i < extra->path_count; i++)
        text = arena_format(render->arena, "%s%s%s", text, separator, names_in_c(render->arena, extra->path[i]));
    return text;
}

static bool is_same_path(const struct header_part *one, const struct header_part *other)
{
    return one->path_count == other->path_count &&
           !memcmp(one->path, other->path, one->path_count * sizeof *one->path);
}

bool context_counter_is_first(const struct event_header *header, size_t index)
{
    size_t first = 0;
    while (!is_same_path(&header->extras[first], &header->extras[index]))
        first++;
    return first == index;
}

/* Returns the members that count the items after the header, each once. */
static struct value header_counters(const struct render *render, const struct event_header *header)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < header->extra_count; i++) {
        const struct header_part *extra = &header->extras[i];
        if (!context_counter_is_first(header, i))
            continue;
        struct object *counter = context_object(render, SHAPE_COUNTER);
        counter->values[COUNTER_NAME] = value_text(context_counter_name(render, extra, "_"));
        counter->values[COUNTER_TITLE] = value_text(context_counter_name(render, extra, "."));
        counter->values[COUNTER_COMMA] = i ? value_text(", ") : (struct value){0};
        list_add(render->arena, list, value_object(counter));
    }
    return value_list(list);
}

static struct value header_extras(const struct render *render, const struct event_header *header)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < header->extra_count; i++) {
        struct object *extra = context_object(render, SHAPE_EXTRA);
        uint64_t mask = header->extras[i].mask;
        unsigned shift = 0;
        for (; mask && !(mask & 1); mask >>= 1)
            shift++;
        extra->values[EXTRA_NAME] = value_text(context_counter_name(render, &header->extras[i], "_"));
        extra->values[EXTRA_SHIFT] = value_integer(shift);
        extra->values[EXTRA_MASK] = context_hex(render, mask);
        extra->values[EXTRA_BYTES] = context_hex(render, header->extras[i].number);
        list_add(render->arena, list, value_object(extra));
    }
    return value_list(list);
}

struct value context_event_headers(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < render->model->header_count; i++) {
        const struct event_header *header = render->model->headers[i];
        if (!header->record || !header->data ||
            !context_takes(render, file_index, header->file_index, header->record))
            continue;
        struct object *object = context_object(render, SHAPE_HEADER);
        const struct type *type = header->record->type;
        object->values[HEADER_NAME] = value_text(context_name(render, type, type->name));
        object->values[HEADER_DATA] = context_hex(render, header->data->number);
        object->values[HEADER_COUNTERS] = header_counters(render, header);
        object->values[HEADER_EXTRAS] = header_extras(render, header);
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

/* ---- Globals */

/* Returns the addresses on the chosen arches, by target. Leaves out builds without a revision: such a target would also
 * stand for every revision whose address is unknown. */
static struct list *list_addresses(const struct render *render, const struct global *global)
{
    struct list *list = list_new(render->arena);
    for (size_t a = 0; a < render->model->arch_count; a++) {
        const struct arch *arch = render->model->arches[a];
        for (size_t i = 0; i < global->on[a].count && choice_has_arch(render->choice, arch); i++) {
            const struct global_place *place = &global->on[a].items[i];
            if (version_is_build(place->version))
                continue;
            struct object *object = context_object(render, SHAPE_ADDRESS);
            const char *version = axis_version_text(render->arena, &render->model->axis, place->version);
            object->values[ADDRESS_TARGET] = context_hex(render, plan_target(arch, place->version));
            object->values[ADDRESS_OFFSET] = context_hex(render, place->address);
            object->values[ADDRESS_COMMENT] = value_text(arena_format(render->arena, "%s/%s", version, arch->name));
            list_add(render->arena, list, value_object(object));
        }
    }
    return list;
}

struct value context_globals(const struct render *render, size_t file_index)
{
    const struct model *model = render->model;
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < model->global_count; i++) {
        const struct global *global = model->globals[i];
        if (!context_takes(render, file_index, global->file_index, global))
            continue;
        struct list *addresses = list_addresses(render, global);
        if (!addresses->count)
            continue;
        struct object *object = context_object(render, SHAPE_GLOBAL);
        object->values[GLOBAL_NAME] = value_text(context_name(render, global, global->name));
        object->values[GLOBAL_TITLE] = value_text(global->name);
        object->values[GLOBAL_DOC] = value_text(global->doc);
        object->values[GLOBAL_ADDRESSES] = value_list(addresses);
        object->values[GLOBAL_COUNT] = value_integer((int64_t)addresses->count);
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}
