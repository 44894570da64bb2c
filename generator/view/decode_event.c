#include "view/decode_event.h"

#include "answer/standing.h"
#include "base/arena.h"
#include "strata.h"

/* A search for the event that some bytes are, with the best candidate so far. */
struct search {
    const struct model *model;
    const struct decode_target *target;
    const unsigned char *bytes;
    size_t size;
    struct decode_event *best;
    bool any;
};

/* Reads the integer or bit-field at offset `begin`. Returns false if the bytes end before it does. */
static bool load_integer(const struct search *search, const struct layout_member *member, uint64_t begin,
                         uint64_t *value)
{
    if ((member->size != 1 && member->size != 2 && member->size != 4 && member->size != 8) || begin > search->size ||
        search->size - begin < member->size)
        return false;
    *value = strata_load_unit(member->size, search->bytes + begin);
    if (!member->width)
        return true;
    if (member->bit == BIT_UNKNOWN)
        return false;
    *value = *value >> member->bit & strata_mask(member->width);
    return true;
}

/* Reads the integer that a member path leads to, starting from a layout. */
static bool read_path(const struct search *search, const struct layout *layout, const struct header_part *part,
                      uint64_t *value)
{
    uint64_t begin = 0;
    for (size_t i = 0; i < part->path_count; i++) {
        const struct member *member = record_find_member(layout->record, part->path[i]);
        const struct layout_member *entry = member ? layout_find(layout, member) : NULL;
        if (!entry || entry->offset == LAYOUT_UNKNOWN)
            return false;
        begin += entry->offset;
        if (i + 1 == part->path_count)
            return load_integer(search, entry, begin, value);
        if (row_kind(entry->row) != ROW_RECORD)
            return false;
        layout = record_layout_at(entry->row->type->record, layout->arch, layout->range.from);
        if (!layout)
            return false;
    }
    return false;
}

/* Returns the size of the extra items, which the header announces and which lie between header and data. */
static bool measure_extras(const struct search *search, const struct event_header *header, const struct layout *layout,
                           uint64_t *size)
{
    *size = 0;
    for (size_t i = 0; i < header->extra_count; i++) {
        const struct header_part *extra = &header->extras[i];
        uint64_t value, mask = extra->mask;
        if (!read_path(search, layout, extra, &value))
            return false;
        for (value &= mask; mask && !(mask & 1); mask >>= 1)
            value >>= 1;
        if (value > UINT32_MAX || extra->number > UINT32_MAX)
            return false;
        *size += value * extra->number;
    }
    return true;
}

const struct layout *decode_choose_layout(struct arena *arena, const struct record *record, const struct arch *arch,
                                          struct version_set in, uint64_t size, enum decode_fit *fit)
{
    const struct record_on *on = &record->on[arch->index];
    const struct layout *best = NULL;
    *fit = DECODE_FIT_NONE;
    for (size_t i = on->layout_count; i-- > 0;) {
        const struct layout *layout = &on->layouts[i];
        struct version_set own = version_set_range(arena, layout->range.from, layout->range.to);
        if (!version_set_intersect(arena, own, in).count)
            continue;
        enum decode_fit now = layout->size == size         ? DECODE_FIT_EXACT
                              : layout->least_size <= size ? DECODE_FIT_LEAST
                                                           : DECODE_FIT_SHORT;
        if (now > *fit) {
            *fit = now;
            best = layout;
        }
    }
    return best;
}

/* Returns the versions in which a value of the cell equals `value` in the bits of `mask`. */
static struct version_set find_versions(const struct search *search, const struct cell *cell, uint64_t value,
                                        uint64_t mask)
{
    struct version_set in = {0};
    for (size_t i = 0; i < cell->count; i++)
        if (cell->values[i].kind == AST_VALUE_NUMBER && !((cell->values[i].number ^ value) & mask))
            in = version_set_union(search->model->arena, in, cell->values[i].versions);
    return in;
}

/* Keeps a candidate if it fits better than the best one so far. Of equal candidates the first one stays. */
static void keep_candidate(struct search *search, const struct decode_event *candidate)
{
    const struct decode_event *best = search->best;
    if (search->any && (!candidate->event || (best->event && candidate->fit <= best->fit)))
        return;
    *search->best = *candidate;
    search->any = true;
}

/* Tries an event: in the versions of the candidate its hook must have the value that the header has. */
static void try_event(struct search *search, struct decode_event candidate, const struct event *event)
{
    struct arena *arena = search->model->arena;
    uint64_t data_size = candidate.size > candidate.data_begin ? candidate.size - candidate.data_begin : 0;
    struct version_set hooked = find_versions(search, &event->hook[candidate.arch->index], candidate.hook, UINT64_MAX);
    candidate.versions = version_set_intersect(arena, candidate.versions, event->versions);
    candidate.versions = version_set_intersect(arena, candidate.versions, hooked);
    if (!candidate.versions.count)
        return;
    candidate.event = event;
    candidate.fit = DECODE_FIT_NONE;
    if (event->data)
        candidate.data_layout =
            decode_choose_layout(arena, event->data, candidate.arch, candidate.versions, data_size, &candidate.fit);
    if (candidate.data_layout) {
        struct version_range range = candidate.data_layout->range;
        candidate.versions =
            version_set_intersect(arena, candidate.versions, version_set_range(arena, range.from, range.to));
    }
    keep_candidate(search, &candidate);
}

/* Tries one layout of a header on an architecture, which may share the layout of another one. */
static void try_layout(struct search *search, const struct event_header *header, const struct layout *layout,
                       const struct arch *arch, struct version_set in)
{
    struct arena *arena = search->model->arena;
    struct decode_event candidate = {.header = header, .arch = arch};
    uint64_t marker, extras;
    if (!read_path(search, layout, header->marker, &marker) ||
        !read_path(search, layout, header->hook, &candidate.hook) ||
        !read_path(search, layout, header->size, &candidate.size) || !measure_extras(search, header, layout, &extras))
        return;
    candidate.data_begin = header->data->number + extras;
    for (size_t i = 0; i < search->model->event_count; i++) {
        const struct event *event = search->model->events[i];
        for (size_t k = 0; k < event->binding_count; k++) {
            const struct event_binding *binding = &event->bindings[k];
            if (binding->header != header || !binding->marker)
                continue;
            struct version_set marked =
                find_versions(search, &binding->marker[arch->index], marker, header->marker->number);
            candidate.versions = version_set_intersect(arena, in, marked);
            if (!candidate.versions.count)
                continue;
            keep_candidate(search, &candidate);
            try_event(search, candidate, event);
        }
    }
}

/* Returns the versions of a layout that the user has not ruled out. */
static struct version_set layout_versions(const struct search *search, const struct layout *layout,
                                          const struct arch *arch)
{
    struct arena *arena = search->model->arena;
    const struct decode_target *target = search->target;
    struct version_set in = version_set_range(arena, layout->range.from, layout->range.to);
    if (!target->has_version)
        return in;
    uint64_t taken = record_stand(layout->record, arch, target->version).taken;
    return version_set_intersect(arena, in, version_set_range(arena, taken, taken + 1));
}

bool decode_event_find(const struct model *model, const struct decode_target *target, const unsigned char *bytes,
                       size_t size, struct decode_event *event)
{
    struct search search = {model, target, bytes, size, event, false};
    for (size_t i = 0; i < model->header_count; i++) {
        const struct event_header *header = model->headers[i];
        for (size_t a = 0; a < model->arch_count; a++) {
            const struct record_on *on = &header->record->on[a];
            if (target->arch ? target->arch != model->arches[a] : on->alias != NULL)
                continue;
            for (size_t k = on->layout_count; k-- > 0;) {
                struct version_set in = layout_versions(&search, &on->layouts[k], model->arches[a]);
                if (in.count)
                    try_layout(&search, header, &on->layouts[k], model->arches[a], in);
            }
        }
    }
    return search.any;
}
