/*
 * Writes the page of events: the id of each event, the headers that may precede it with their markers, and the
 * structure of its data.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "model/model.h"
#include "site/site_parts.h"

/* ---- Cells */

/* Returns the values of the cells of all arches. Arches with the same values are joined, and a value for all arches has
 * no arch. */
static const char *cells_text(struct site *site, const struct cell *cells, int digits)
{
    const struct model *model = site->model;
    const char **texts = ARENA_ARRAY(site->scratch, const char *, model->arch_count);
    size_t kind_count = 0;
    struct buffer all = {0};
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct cell *cell = &cells[i];
        const struct arch *arch = model->arches[i];
        struct buffer text = {0};
        for (size_t j = 0; j < cell->count; j++) {
            const struct cell_value *value = &cell->values[j];
            const struct version_set in = version_set_intersect(site->scratch, value->versions, arch->versions);
            if (!cell_value_is_number(value) || !in.count)
                continue;
            buffer_format(&text, "%s0x%0*llX", text.size ? ", " : "", digits, (unsigned long long)value->number);
            if (cell->count == 1)
                continue;
            buffer_add_text(&text, " (");
            axis_write_set(&site->model->axis, in, &text);
            buffer_add_char(&text, ')');
        }
        texts[i] = buffer_take(&text, site->scratch);
    }
    for (size_t i = 0; i < model->arch_count; i++) {
        const char *text = texts[i];
        if (!*text)
            continue;
        buffer_format(&all, "%s%s on ", all.size ? "; " : "", text);
        for (size_t k = i, count = 0; k < model->arch_count; k++)
            if (!strcmp(texts[k], text)) {
                buffer_format(&all, "%s%s", count++ ? ", " : "", model->arches[k]->name);
                texts[k] = "";
            }
        texts[i] = text;
        kind_count++;
    }
    for (size_t i = 0; kind_count == 1 && i < model->arch_count; i++)
        if (*texts[i]) {
            buffer_free(&all);
            return texts[i];
        }
    return buffer_take(&all, site->scratch);
}

/* ---- Events */

static int compare_events(const void *left, const void *right)
{
    const struct event *a = *(const struct event *const *)left, *b = *(const struct event *const *)right;
    return strcmp(a->name, b->name);
}

/* Returns a link to the page of a structure. If it has no page, the value is only a name. */
static struct value link_record(struct site *site, const char *name, const struct record *record, const char *note)
{
    const struct site_page *page = record ? site_find_page(site, record->type) : NULL;
    struct object *link = site_new_object(site, SITE_LINK);
    link->values[LINK_NAME] = value_text(name);
    link->values[LINK_FILE] = value_text(page ? page->file : NULL);
    link->values[LINK_NOTE] = value_text(note && *note ? note : NULL);
    return value_object(link);
}

static struct object *make_event(struct site *site, const struct event *event)
{
    struct object *object = site_new_object(site, SITE_EVENT);
    struct list *headers = list_new(site->scratch);
    struct buffer versions = {0};
    axis_write_set(&site->model->axis, event->versions, &versions);
    for (size_t i = 0; i < event->binding_count; i++) {
        const struct event_binding *binding = &event->bindings[i];
        const char *marker = binding->marker ? cells_text(site, binding->marker, 8) : "";
        list_add(site->scratch, headers, link_record(site, binding->name, binding->record, marker));
    }
    object->values[EVENT_NAME] = value_text(event->name);
    object->values[EVENT_DOC] = value_text(event->doc);
    object->values[EVENT_HOOK] = value_text(event->hook ? cells_text(site, event->hook, 4) : NULL);
    object->values[EVENT_GROUP] = value_text(event->group ? event->group->name : NULL);
    object->values[EVENT_HEADERS] = value_list(headers);
    if (event->data)
        object->values[EVENT_DATA] = link_record(site, event->data->type->name, event->data, NULL);
    object->values[EVENT_VERSIONS] = value_text(buffer_take(&versions, site->scratch));
    object->values[EVENT_SPEC] = value_text(site->model->program->files[event->file_index].name);
    return object;
}

void site_list_events(struct site *site, const struct record *record, struct list *names)
{
    const struct model *model = site->model;
    for (size_t i = 0; i < model->event_count; i++) {
        const struct event *event = model->events[i];
        bool is_used = event->data == record;
        for (size_t k = 0; k < event->binding_count; k++)
            is_used |= event->bindings[k].record == record;
        if (is_used && model->program->files[event->file_index].requested)
            list_add(site->scratch, names, value_text(event->name));
    }
}

bool site_write_events(struct site *site)
{
    const struct model *model = site->model;
    struct object *page = site_new_page(site, "events", "Events", "");
    struct list *list = list_new(site->scratch);
    const struct event **events =
        arena_copy_array(site->scratch, model->events, model->event_count, sizeof *model->events);
    size_t count = 0;
    for (size_t i = 0; i < model->event_count; i++)
        if (model->program->files[model->events[i]->file_index].requested)
            events[count++] = model->events[i];
    if (count)
        qsort(events, count, sizeof *events, compare_events);
    for (size_t i = 0; i < count; i++)
        list_add(site->scratch, list, value_object(make_event(site, events[i])));
    page->values[PAGE_HAS_USES] = value_boolean(count);
    page->values[PAGE_EVENTS] = value_list(list);
    return site_write_page(site, "site_events", page, "events.html");
}
