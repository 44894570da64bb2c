/*
 * Compares the rows of a record with a kernel. Decides which rows stay, move or end, and which are new, in the versions
 * whose layout the kernel determines.
 *
 * Members of anonymous aggregates count as members of the record, as in kernels. A row stays as long as its type fits.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "merge/merge_parts.h"

/* ---- Guessed layouts, for versions in which the record does not exist yet */

static const struct layout_member *some_entry(const struct merge_site *site, const struct row *row,
                                              struct version_range *in);

const struct cell_value *merge_value_at(const struct merge_site *site, const struct cell *cell)
{
    uint64_t version = site->merge->kernel->version;
    const struct cell_value *bare = NULL;
    if (!site->versions)
        return cell_at(cell, version);
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        if (cell_value_is_bare(value)) {
            bare = value;
            continue;
        }
        struct version_set stated = cell_value_stated(site->merge->arena, &site->merge->model->axis, value);
        if (version_set_contains(&stated, version))
            return value;
    }
    return bare;
}

/* Returns an entry for a row that exists in no version on the architecture. Its size and alignment are those of its
 * type; the size of an array is unknown. */
static struct layout_member *new_entry(const struct merge_site *site, const struct row *row)
{
    const struct arch *arch = site->merge->arch;
    struct layout_member *entry = ARENA_NEW(site->merge->arena, struct layout_member);
    struct measure measure = {.align = 1};
    if (row_spelled(row)->pointer_depth)
        measure = pointer_measure(arch);
    else if (row->type)
        measure = type_measure(row->type, arch, site->merge->kernel->version);
    *entry = (struct layout_member){.row = row,
                                    .offset = LAYOUT_UNKNOWN,
                                    .size = measure.known && !row_bound_count(row) ? measure.size : LAYOUT_UNKNOWN,
                                    .element = measure.known ? measure.size : LAYOUT_UNKNOWN,
                                    .count = 1,
                                    .align = measure.align,
                                    .bit = BIT_UNKNOWN,
                                    .width = (uint8_t)row->width};
    return entry;
}

/* Adds entries for the rows that would exist if the record existed. Each has the size that it has in another version,
 * and the offset that its cell states. A row that states no offset has the same distance to its holder as in the other
 * version. */
static void guess_rows(struct merge_site *site, const struct row *rows, const struct layout_member *holder,
                       const struct layout_member *sample_holder, struct layout_member *members, size_t *count)
{
    for (const struct row *row = rows; row; row = row->next) {
        const struct row_on *on = row_on(row, site->merge->arch);
        const struct cell_value *at = merge_value_at(site, &on->offset);
        const struct cell_value *bit = merge_value_at(site, on->extras->bit);
        const struct cell_value *extent = merge_value_at(site, on->extras->extent);
        struct version_range in = {site->merge->kernel->version, 0};
        const struct layout_member *sample = some_entry(site, row, &in);
        sample = sample ? sample : new_entry(site, row);
        if (!version_set_contains(&on->declared, site->merge->kernel->version) || (at && at->kind == AST_VALUE_ABSENT))
            continue;
        struct layout_member *member = &members[*count];
        *member = *sample;
        site->versions[(*count)++] = in.from;
        if (at)
            member->offset = at->kind == AST_VALUE_NUMBER ? (uint32_t)at->number : LAYOUT_UNKNOWN;
        else if (holder && holder->offset != LAYOUT_UNKNOWN && sample->offset != LAYOUT_UNKNOWN)
            member->offset = holder->offset + (sample->offset - sample_holder->offset);
        if (bit)
            member->bit = bit->kind == AST_VALUE_NUMBER ? (uint8_t)bit->number : BIT_UNKNOWN;
        if (extent)
            member->size = member->element =
                extent->kind == AST_VALUE_NUMBER ? (uint32_t)extent->number : LAYOUT_UNKNOWN;
        guess_rows(site, row->children, member, sample, members, count);
        member->descendants = (uint32_t)(&members[*count] - member - 1);
    }
}

void merge_guess_layout(struct merge_site *site)
{
    struct arena *arena = site->merge->arena;
    struct layout_member *members = ARENA_ARRAY(arena, struct layout_member, row_count(site->record->rows));
    struct layout *layout = ARENA_NEW(arena, struct layout);
    uint64_t version = site->merge->kernel->version;
    size_t count = 0;
    site->versions = ARENA_ARRAY(arena, uint64_t, row_count(site->record->rows));
    guess_rows(site, site->record->rows, NULL, NULL, members, &count);
    *layout = (struct layout){.record = site->record,
                              .arch = site->merge->arch,
                              .range = {version, version + 1},
                              .size = LAYOUT_UNKNOWN,
                              .align = 1,
                              .members = members,
                              .member_count = count};
    site->layout = layout;
}

/* ---- Rows of the spec */

static void collect_rows(struct merge_spots *spots, const struct row *rows, size_t holder)
{
    for (const struct row *row = rows; row; row = row->next) {
        size_t index = spots->count++;
        spots->items[index] = (struct merge_spot){.row = row, .holder = holder};
        map_set(spots->by_row, row, &spots->items[index]);
        collect_rows(spots, row->children, index);
        spots->items[index].end = spots->count;
    }
}

static void collect_spots(struct merge_site *site, struct merge_spots *spots)
{
    struct arena *arena = site->merge->arena;
    size_t count = row_count(site->record->rows);
    *spots = (struct merge_spots){.site = site,
                                  .items = ARENA_ARRAY(arena, struct merge_spot, count),
                                  .by_row = map_new(arena),
                                  .last_beside = MERGE_NO_SPOT};
    spots->added = ARENA_ARRAY(arena, const struct kernel_member *, site->known->member_count);
    collect_rows(spots, site->record->rows, MERGE_NO_SPOT);
    for (size_t i = 0; i < site->layout->member_count; i++) {
        struct merge_spot *spot = map_get(spots->by_row, site->layout->members[i].row);
        spot->entry = spot->shape = &site->layout->members[i];
        spot->version = site->versions ? site->versions[i] : site->merge->kernel->version;
        spot->offset = spot->entry->offset;
        spot->bit = spot->entry->bit;
    }
}

struct merge_spot *merge_present(const struct merge_spots *spots, const struct member *member)
{
    for (size_t i = 0; member && i < member->row_count; i++) {
        struct merge_spot *spot = map_get(spots->by_row, member->rows[i]);
        if (spot->entry)
            return spot;
    }
    return NULL;
}

/* ---- Targets of rows */

/* Sets the new offset and bit of a row. The storage unit of a bit-field in the spec may differ from the kernel's. */
static void set_target(struct merge_spot *spot, const struct layout_member *entry, const struct kernel_member *known)
{
    spot->known = known;
    spot->shape = entry;
    spot->stays = true;
    if (spot->entry && merge_places_agree(spot->entry, known))
        return;
    spot->offset = known->offset;
    spot->bit = known->bit;
    if (entry->width && entry->size && entry->size != LAYOUT_UNKNOWN) {
        uint64_t first = (uint64_t)known->offset * 8 + known->bit;
        spot->offset = (uint32_t)(first / 8 / entry->size * entry->size);
        spot->bit = (uint8_t)(first - (uint64_t)spot->offset * 8);
    }
}

/* Returns the entry of a row in some version, and sets `*in` to the versions of that layout; or NULL. */
static const struct layout_member *some_entry(const struct merge_site *site, const struct row *row,
                                              struct version_range *in)
{
    for (size_t i = 0; i < site->on->layout_count; i++) {
        const struct layout *layout = &site->on->layouts[i];
        for (size_t k = 0; k < layout->member_count; k++) {
            if (layout->members[k].row == row) {
                *in = layout->range;
                return &layout->members[k];
            }
        }
    }
    return NULL;
}

/* Returns a row of a member that does not exist in the kernel's version and that has the member's type, or NULL.
 * Prefers a row that exists just before or after the versions of the site. */
static struct merge_spot *find_former(const struct merge_spots *spots, const struct member *member,
                                      const struct kernel_member *known, const struct layout_member **entry)
{
    const struct merge_site *site = spots->site;
    struct merge_spot *best = NULL;
    for (size_t i = 0; member && i < member->row_count; i++) {
        const struct row *row = member->rows[i];
        struct merge_spot *spot = map_get(spots->by_row, row);
        struct version_range in;
        bool is_held = spot->holder == MERGE_NO_SPOT || spots->items[spot->holder].entry;
        const struct layout_member *found = is_held && !spot->entry ? some_entry(site, row, &in) : NULL;
        if (!found || !merge_types_agree(site, found, in.from, known))
            continue;
        struct version_set set = row_on(row, site->layout->arch)->versions;
        bool touches = false;
        for (size_t k = 0; k < set.count; k++)
            touches |= set.ranges[k].to == site->range.from || set.ranges[k].from == site->range.to;
        if (!best || touches) {
            best = spot;
            *entry = found;
        }
    }
    return best;
}

/* Returns the row that has the member's type and offset in the versions just before or after those of the site, or
 * NULL. */
static struct merge_spot *find_neighbour(const struct merge_spots *spots, const struct member *member,
                                         const struct kernel_member *known, const struct layout_member **entry)
{
    const struct merge_site *site = spots->site;
    const uint64_t versions[] = {site->range.to, site->range.from - 1};
    for (unsigned i = 0; i < 2; i++) {
        const struct layout *layout = record_layout_at(site->record, site->layout->arch, versions[i]);
        const struct layout_member *found = layout && member ? layout_find(layout, member) : NULL;
        struct merge_spot *spot = found ? map_get(spots->by_row, found->row) : NULL;
        bool is_held = spot && (spot->holder == MERGE_NO_SPOT || spots->items[spot->holder].entry);
        if (is_held && merge_types_agree(site, found, versions[i], known) && merge_places_agree(found, known)) {
            *entry = found;
            return spot;
        }
    }
    return NULL;
}

bool merge_overlap(const struct layout_member *entry, const struct kernel_member *known)
{
    uint32_t size = merge_type_size(known->type);
    if (entry->offset == LAYOUT_UNKNOWN)
        return false;
    uint32_t end = entry->size == LAYOUT_UNKNOWN ? entry->offset + 1 : entry->offset + entry->size;
    return known->offset < end && entry->offset < known->offset + size;
}

/* Returns the kernel's member at the position of a row with an invented name (`unknown`). Returns NULL if there is
 * none, or if another row has the member's name. */
static const struct kernel_member *named_by_kernel(const struct merge_site *site, const struct merge_spot *spot)
{
    for (size_t i = 0; spot->row->is_unknown && i < site->known->member_count; i++) {
        const struct kernel_member *known = &site->known->members[i];
        if (spot->entry->offset == known->offset && spot->entry->size == merge_type_size(known->type) &&
            !known->width && !record_find_member(site->record, fold_mend(&site->merge->fold, known->name)))
            return known;
    }
    return NULL;
}

static void claim_unknown(struct merge_spots *spots, struct merge_spot *spot)
{
    struct merge_site *site = spots->site;
    const struct kernel_member *known = named_by_kernel(site, spot);
    if (!known)
        return;
    spot->known = known;
    spot->stays = true;
    const char *key = intern_text(site->merge->program->intern,
                                  arena_format(site->merge->arena, "%s.%s", site->record->type->name, known->name));
    if (map_get(site->merge->said, key))
        return;
    map_set(site->merge->said, key, spot);
    struct diag *diag = diag_report(site->merge->user->diags, DIAG_NAMED, spot->row->decl->name_span,
                                    "the name '%s' is invented; %s calls it '%s'", spot->row->name,
                                    site->merge->kernel->path, known->name);
    diag_help(diag, "to take that name, write it and remove `unknown` and the remark");
}

/* True if a member of the kernel uses bytes that the spec declares as `unaccounted`. */
static bool is_refuted(const struct merge_site *site, const struct merge_spot *spot)
{
    for (size_t i = 0; i < site->known->member_count; i++)
        if (merge_overlap(spot->entry, &site->known->members[i]))
            return true;
    return false;
}

/* True if a hole covers a whole union. */
static bool is_hole_of_union(const struct merge_site *site, const struct merge_spot *spot)
{
    return site->record->is_union && site->known->is_union && !spot->entry->offset &&
           spot->entry->size == site->known->size;
}

/* True if a hole fills exactly the space between two members of the kernel, or before the first, or after the last. */
static bool is_hole(const struct merge_site *site, const struct merge_spot *spot)
{
    uint32_t begin = spot->entry->offset, end = begin + spot->entry->size;
    bool begins = !begin, ends = end == site->known->size;
    for (size_t i = 0; i < site->known->member_count; i++) {
        const struct kernel_member *known = &site->known->members[i];
        begins |= known->offset + merge_type_size(known->type) == begin;
        ends |= known->offset == end;
    }
    return begins && ends;
}

/* Decides if a row without a name stays. An anonymous aggregate stays if a row inside it does, or if it has no rows. A
 * hole stays if no member of the kernel uses its bytes. */
static void decide_nameless(struct merge_spots *spots, size_t index)
{
    struct merge_spot *spot = &spots->items[index];
    size_t named = 0, staying = 0;
    uint32_t least = LAYOUT_UNKNOWN;
    if (spot->row->form == FORM_UNACCOUNTED) {
        spot->stays = spot->entry && (!is_refuted(spots->site, spot) || is_hole_of_union(spots->site, spot)) &&
                      (!spots->site->is_imported || is_hole(spots->site, spot));
        return;
    }
    for (size_t i = index + 1; i < spot->end; i++) {
        const struct merge_spot *inner = &spots->items[i];
        named += inner->entry && inner->row->member;
        staying += inner->stays;
        if (inner->known && inner->offset < least) /* rows that the kernel does not know have the aggregate's offset */
            least = inner->offset;
    }
    spot->stays = spot->entry && (staying || !named);
    if (least != LAYOUT_UNKNOWN && spot->entry)
        spot->offset = least;
}

/* Finds the row for a member of the kernel. If there is none, the member gets a new row. */
static void decide_member(struct merge_spots *spots, const struct kernel_member *known)
{
    struct merge_site *site = spots->site;
    const struct member *member = record_find_member(site->record, fold_mend(&site->merge->fold, known->name));
    struct merge_spot *spot = merge_present(spots, member);
    const struct layout_member *entry = spot ? spot->entry : NULL;
    bool stays = spot && merge_types_agree(site, entry, spot->version, known);
    if (!stays || !merge_places_agree(entry, known)) {
        struct merge_spot *neighbour = find_neighbour(spots, member, known, &entry);
        spot = neighbour ? neighbour : stays ? spot : find_former(spots, member, known, &entry);
    }
    if (spot)
        set_target(spot, entry, known);
    else
        spots->added[spots->added_count++] = known;
}

void merge_decide(struct merge_site *site, struct merge_spots *spots)
{
    collect_spots(site, spots);
    for (size_t i = 0; i < spots->count; i++)
        if (spots->items[i].entry && spots->items[i].row->is_unknown)
            claim_unknown(spots, &spots->items[i]);
    for (size_t i = 0; i < site->known->member_count; i++) {
        bool is_claimed = false;
        for (size_t k = 0; k < spots->count; k++)
            is_claimed |= spots->items[k].known == &site->known->members[i];
        if (!is_claimed)
            decide_member(spots, &site->known->members[i]);
    }
    for (size_t i = spots->count; i-- > 0;)
        if (!spots->items[i].row->member)
            decide_nameless(spots, i);
}

bool merge_suits(const struct merge_spots *spots, struct merge_spot *spot, const struct kernel_member *known)
{
    struct version_range in;
    if (spot->entry || spot->stays || !spot->row->member ||
        !merge_is_called(spots->site->merge, spot->row->member->name, known->name))
        return false;
    const struct layout_member *entry = some_entry(spots->site, spot->row, &in);
    if (!entry || !merge_types_agree(spots->site, entry, in.from, known))
        return false;
    set_target(spot, entry, known);
    return true;
}
