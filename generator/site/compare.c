/*
 * Compares any two layouts of a structure, member by member. Layouts with the same members at the same places share a
 * number. Pages look a comparison up by two numbers.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/show.h"

/* The place of a member in a layout. */
struct member_place {
    const char *type; /* interned text of the type; NULL: the layout lacks the member */
    uint32_t offset, size, bit, width;
};

static struct site_tally compare_places(const struct member_place *from, const struct member_place *to, size_t count)
{
    struct site_tally tally = {0};
    for (size_t i = 0; i < count; i++) {
        tally.added += !from[i].type && to[i].type;
        tally.removed += from[i].type && !to[i].type;
        if (!from[i].type || !to[i].type)
            continue;
        tally.moved += from[i].offset != to[i].offset || from[i].bit != to[i].bit;
        tally.retyped += from[i].type != to[i].type || from[i].size != to[i].size || from[i].width != to[i].width;
    }
    return tally;
}

/* Returns the index of the comparison of two numbers, of which the smaller comes first. */
static size_t pair_index(size_t from, size_t to)
{
    return to * (to - 1) / 2 + from;
}

void site_compare_views(struct site *site, struct site_page *page)
{
    struct arena *brief = arena_new(); /* freed at the end, because the places of a large structure take megabytes */
    const size_t member_count = page->type->record->member_count;
    const struct member_place **places = ARENA_ARRAY(brief, const struct member_place *, page->view_count + 1);
    for (size_t i = 0; i < page->view_count; i++) {
        struct member_place *own = ARENA_ARRAY(brief, struct member_place, member_count + 1);
        size_t number = 0;
        /* Store the place of each member of a layout in `places`, by index of the member. */
        const struct layout *layout = page->views[i].layout;
        size_t count;
        const struct show_line *lines = show_list_lines(brief, layout, &count);
        for (size_t j = 0; j < count; j++) {
            const struct layout_member *member = lines[j].member;
            const enum site_look look = site_line_look(&lines[j]);
            if ((look != LOOK_VALUE && look != LOOK_POINTER) || !member->row->member)
                continue;
            const char *type = site_line_type(brief, &lines[j]), *end = strstr(type, " Pos ");
            own[member->row->member->index] = (struct member_place){
                .type = intern_name(site->model->program->intern, type, end ? (size_t)(end - type) : strlen(type)),
                .offset = lines[j].offset,
                .size = lines[j].size,
                .bit = member->width ? member->bit : 0,
                .width = member->width};
        }
        while (number < page->content_count && memcmp(places[number], own, member_count * sizeof *own) != 0)
            number++;
        if (number == page->content_count)
            places[page->content_count++] = own;
        page->views[i].content = number;
    }
    page->tallies = ARENA_ARRAY(site->arena, struct site_tally, pair_index(0, page->content_count + 1));
    for (size_t to = 1; to < page->content_count; to++)
        for (size_t from = 0; from < to; from++)
            page->tallies[pair_index(from, to)] = compare_places(places[from], places[to], member_count);
    arena_free(brief);
}

struct site_tally site_find_tally(const struct site_page *page, const struct site_view *from,
                                  const struct site_view *to)
{
    if (from->content == to->content)
        return (struct site_tally){0};
    if (from->content < to->content)
        return page->tallies[pair_index(from->content, to->content)];
    struct site_tally tally = page->tallies[pair_index(to->content, from->content)];
    return (struct site_tally){tally.removed, tally.added, tally.moved, tally.retyped};
}
