/*
 * Checks members against the bytes and bits of other members, and against the size of the aggregate that holds them.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "check/bytes_parts.h"
#include "check/checks.h"
#include "check/doubts.h"

enum {
    SOLVER_STEPS_MOST = 30000000, /* limit for one run, which takes about a second */
    KEPT_MOST = 20000 /* number of entries of solved layouts that are kept for a record; they take less than 2 MiB */
};

/* True if the entries from `first` to `end` follow one another with only alignment between them. Returns false if
 * anything is unknown or more complicated; then the slow checks examine the layout. */
static bool is_tidy(const struct layout *layout, size_t first, size_t end, uint32_t base, bool is_union,
                    uint32_t *reach)
{
    const struct layout_member *unit = NULL; /* the bit-field directly before, in whose unit the next one may lie */
    uint32_t next = base, most = base;
    for (size_t i = first; i < end; i += 1 + layout->members[i].descendants) {
        const struct layout_member *entry = &layout->members[i];
        uint32_t align = entry->align, offset = entry->offset;
        if (offset == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN)
            return false;
        if (unit && entry->width && offset == unit->offset && entry->size == unit->size) {
            if (entry->bit != BIT_UNKNOWN && unit->bit != BIT_UNKNOWN &&
                layout_first_bit(entry) < layout_first_bit(unit) + unit->width)
                return false;
        } else if (offset != next && (offset < next || offset != natural_round_up(base, next, align))) {
            return false;
        } else if (align > 1 && (offset - base) % align) {
            return false;
        }
        if (entry->descendants) {
            uint32_t inner;
            bool in_union = entry->row->form == FORM_UNION;
            if (!is_tidy(layout, i + 1, i + 1 + entry->descendants, offset, in_union, &inner))
                return false;
        } else if (!entry->row->member && !entry->row->children && entry->row->form != FORM_UNACCOUNTED) {
            if (!is_union)
                return false;
        }
        uint32_t behind = offset + entry->size;
        most = behind > most ? behind : most;
        next = is_union ? base : behind;
        unit = !is_union && entry->width ? entry : NULL;
    }
    *reach = most;
    return true;
}

static bool is_sound(const struct layout *layout)
{
    uint32_t reach;
    if (!is_tidy(layout, 0, layout->member_count, 0, layout->record->is_union, &reach))
        return false;
    if (!layout->stated || layout->size == LAYOUT_UNKNOWN)
        return true;
    return layout->size == layout_round_up(reach, layout->align);
}

/* Counts the certain results of a layout as votes for layouts with uncertain results. */
static void vote_for_results(struct bytes_layout *bytes)
{
    for (size_t i = 0; i < bytes->layout->member_count; i++) {
        const struct layout_member *entry = &bytes->layout->members[i];
        const struct bytes_entry *state = &bytes->entries[i];
        if (!state->is_changed || !entry->placement || !state->place_count)
            continue;
        struct bytes_wrong *wrong = bytes_wrong_of(bytes->wrongs, entry->row, entry->placement->alternative, true);
        unsigned kept = 0;
        for (unsigned k = 0; !wrong->has_common && k < state->place_count; k++)
            wrong->common[wrong->common_count++] = state->places[k];
        for (unsigned k = 0; k < wrong->common_count; k++)
            for (unsigned m = 0; m < state->place_count; m++)
                if (wrong->common[k] == state->places[m])
                    wrong->common[kept++] = wrong->common[k];
        wrong->common_count = kept;
        wrong->has_common = true;
        wrong->votes += state->is_certain;
    }
}

/* A layout with contradictions, and the result of the solver. */
struct solved {
    struct solved *next;
    struct bytes_layout bytes;
    struct bytes_entry entries[];
};

/* A pass over the layouts with contradictions. */
struct pass {
    struct bytes_wrongs *wrongs;
    uint64_t *budget;
    size_t index;               /* index of the layout among the layouts of its arch */
    struct solved *kept, **end; /* layouts that have voted */
    size_t entry_count; /* number of entries of all layouts that have voted; beyond KEPT_MOST a layout is not kept */
};

static struct solved *solve_layout(const struct pass *pass, const struct layout *layout)
{
    struct solved *solved = memory_alloc(sizeof *solved + (layout->member_count + 1) * sizeof *solved->entries);
    solved->next = NULL;
    solved->bytes = (struct bytes_layout){.run = pass->wrongs->run,
                                          .layout = layout,
                                          .index = pass->index,
                                          .entries = solved->entries,
                                          .wrongs = pass->wrongs,
                                          .budget = pass->budget};
    bytes_solve(&solved->bytes);
    return solved;
}

static void vote_layout(void *user, const struct layout *layout)
{
    struct pass *pass = user;
    if (is_sound(layout))
        return;
    struct solved *solved = solve_layout(pass, layout);
    vote_for_results(&solved->bytes);
    pass->entry_count += layout->member_count + 1;
    if (pass->entry_count > KEPT_MOST) {
        free(solved);
        return;
    }
    *pass->end = solved;
    pass->end = &solved->next;
}

static void report_layout(void *user, const struct layout *layout)
{
    if (is_sound(layout))
        return;
    struct solved *solved = solve_layout(user, layout);
    bytes_report(&solved->bytes);
    free(solved);
}

/* Calls `visit` for each layout that has contradictions. */
static void each_unsound(struct pass *pass, layout_function visit)
{
    struct check_run *run = pass->wrongs->run;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        for (pass->index = 0; !on->alias && pass->index < on->layout_count; pass->index++)
            if (!is_sound(&on->layouts[pass->index]))
                doubts_each_layout(run, &on->layouts[pass->index], visit, pass);
    }
}

/* Checks the bytes of a record. Every layout votes before the first finding is reported. Votes change results, so if
 * there were any, all layouts are solved again. */
void check_bytes(struct check_run *run)
{
    struct bytes_wrongs wrongs;
    uint64_t budget = SOLVER_STEPS_MOST - run->solver_steps;
    struct pass pass = {.wrongs = &wrongs, .budget = &budget, .end = &pass.kept};
    bytes_wrongs_begin(&wrongs, run);
    each_unsound(&pass, vote_layout);
    bool is_final = !wrongs.first && pass.entry_count <= KEPT_MOST;
    for (struct solved *solved = pass.kept, *next; solved; solved = next) {
        next = solved->next;
        if (is_final)
            bytes_report(&solved->bytes);
        free(solved);
    }
    if (!is_final)
        each_unsound(&pass, report_layout);
    bytes_wrongs_report(&wrongs);
    run->solver_steps = SOLVER_STEPS_MOST - budget;
}

/* ---- natural */

static void check_natural_rows(struct check_run *run, const struct layout *layout, size_t first, size_t end,
                               uint32_t base, bool is_union)
{
    const struct layout_member *above = NULL;
    for (size_t i = first; i < end; i += 1 + layout->members[i].descendants) {
        const struct layout_member *entry = &layout->members[i];
        bool is_known =
            !above || (above->offset != LAYOUT_UNKNOWN && above->size != LAYOUT_UNKNOWN && !bytes_is_open(above));
        is_known = is_known && !entry->is_align_guess;
        if (entry->offset != LAYOUT_UNKNOWN && is_known) {
            uint64_t next = above ? (uint64_t)above->offset + above->size : base;
            bool shares =
                above && above->width && entry->width && above->size == entry->size &&
                (above->bit == BIT_UNKNOWN || entry->bit == BIT_UNKNOWN ||
                 layout_first_bit(entry) >= layout_first_bit(above) + above->width);
            uint64_t natural = shares ? above->offset : natural_round_up(base, next, entry->align);
            if (natural != entry->offset && bytes_is_placed(entry)) {
                struct version_set in = {&layout->range, 1};
                struct finding *finding = finding_add(run, DIAG_NATURAL, entry->row,
                                                      row_place(entry->row, entry->placement), layout->arch, in);
                finding->text = arena_format(run->arena, "a C compiler would place %s at another offset",
                                             row_describe(run->arena, entry->row));
                finding->label = arena_format(run->arena, "at 0x%llX", (unsigned long long)natural);
                if (above)
                    finding_add_partner(finding, above->row, row_place(above->row, above->placement),
                                        arena_format(run->arena, "%s ends at 0x%X",
                                                     row_describe(run->arena, above->row),
                                                     above->offset + above->size));
            }
        }
        if (entry->descendants && entry->offset != LAYOUT_UNKNOWN)
            check_natural_rows(run, layout, i + 1, i + 1 + entry->descendants, entry->offset,
                               entry->row->form == FORM_UNION);
        above = is_union ? NULL : entry;
    }
}

static void check_natural_layout(void *user, const struct layout *layout)
{
    check_natural_rows(user, layout, 0, layout->member_count, 0, layout->record->is_union);
}

void check_natural(struct check_run *run)
{
    if (diags_severity(run->diags, DIAG_NATURAL) == DIAG_SEVERITY_OFF)
        return;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        for (size_t k = 0; !on->alias && k < on->layout_count; k++)
            doubts_each_layout(run, &on->layouts[k], check_natural_layout, run);
    }
}
