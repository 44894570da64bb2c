#include "render/plan.h"

#include <stdlib.h>
#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "render/choice.h"
#include "render/names.h"

/* ---- Accessors of a member */

static unsigned record_number(const struct plan_member *member, const struct record *record)
{
    unsigned number = 0;
    while (number < member->record_count && member->records[number] != record)
        number++;
    return number;
}

/* Writes the slot of a member in a layout (answer/slot.h), with as many words as the member has. The slot of a record
 * also has the number of the record's type. */
static void write_slots(const struct plan_member *member, const struct layout *layout,
                        const struct layout_member *entry, uint64_t *slots)
{
    uint64_t words[SLOT_WORDS_MOST];
    enum slot_kind kind = slot_find_kind(entry);
    slot_describe(layout, entry, words);
    if (kind == SLOT_KIND_RECORD || kind == SLOT_KIND_RECORD_ARRAY)
        words[0] |= (uint64_t)record_number(member, entry->row->type->record) << 56;
    for (unsigned i = 0; i < member->words; i++)
        slots[i] = words[i];
}

static void see_member(struct plan_seen *seen, const struct layout_member *entry, uint32_t size)
{
    unsigned bits = entry->width ? entry->width : size * 8;
    unsigned *most = row_kind(entry->row) == ROW_SIGNED ? &seen->signed_bits : &seen->unsigned_bits;
    seen->sizes |= size;
    seen->bit_field |= entry->width > 0;
    seen->pointer |= row_kind(entry->row) == ROW_POINTER;
    seen->orders |= entry->element == 1 ? 0 : entry->is_big ? 2 : 1;
    if (bits > *most)
        *most = bits;
}

/* Returns the C type that holds all floats. */
static struct plan_access choose_float(const struct plan_seen *seen)
{
    return (struct plan_access){.exists = seen->sizes != 0,
                                .is_float = true,
                                .is_plain = !(seen->sizes & (seen->sizes - 1)),
                                .bits = seen->sizes == 4 ? 32 : 64};
}

/* Returns the smallest C type that holds all values. It is signed if any value is, unless a value needs 64 unsigned
 * bits. A pointer has 64 bits, even if it has 4 bytes in all rows. */
static struct plan_access choose_type(const struct plan_seen *seen)
{
    struct plan_access access = {.exists = seen->sizes != 0};
    unsigned bits = seen->pointer ? 64 : seen->unsigned_bits;
    unsigned sizes = seen->pointer ? seen->sizes | 8 : seen->sizes;
    bool mixed = seen->signed_bits && seen->unsigned_bits;
    access.is_signed = seen->signed_bits && bits < 64;
    if (access.is_signed) {
        bits = mixed ? bits + 1 : 0;
        bits = bits > seen->signed_bits ? bits : seen->signed_bits;
    } else if (seen->signed_bits > bits) {
        bits = seen->signed_bits;
    }
    for (access.bits = 8; access.bits < bits && access.bits < 64;)
        access.bits *= 2;
    bool is_little = !(seen->orders & 2);
    access.is_plain = !seen->bit_field && !mixed && is_little && !(sizes & (sizes - 1));
    return access;
}

static bool add_record(struct plan_member *member, const struct record *record, bool array)
{
    unsigned number = record_number(member, record);
    if (number == RECORD_TYPES_MOST)
        return false;
    if (number == member->record_count)
        member->records[member->record_count++] = record;
    if (array)
        member->array[number] = true;
    else
        member->single[number] = true;
    return true;
}

static void see_entry(struct plan_member *member, const struct layout_member *entry, struct diags *diags)
{
    enum slot_kind kind = slot_find_kind(entry);
    if (!member->words)
        member->words = 1;
    if (kind == SLOT_KIND_UNKNOWN)
        return;
    if (kind == SLOT_KIND_SCALAR)
        see_member(&member->scalars, entry, entry->element);
    else if (kind == SLOT_KIND_ARRAY)
        see_member(&member->elements, entry, slot_element_size(entry));
    else if (kind == SLOT_KIND_FLOAT)
        see_member(&member->floats, entry, entry->element);
    else if (kind == SLOT_KIND_FLOAT_ARRAY)
        see_member(&member->float_elements, entry, entry->element);
    else if (!add_record(member, entry->row->type->record, kind == SLOT_KIND_RECORD_ARRAY))
        diag_report(diags, DIAG_LIMIT, entry->row->decl->name_span, "'%s' has more than %d types over its versions",
                    member->member->name, RECORD_TYPES_MOST);
    if (kind != SLOT_KIND_SCALAR && kind != SLOT_KIND_FLOAT && member->words < 2)
        member->words = 2;
    if (row_bound_count(entry->row) > 1)
        member->words = 3;
    member->has_count |= kind == SLOT_KIND_ARRAY || kind == SLOT_KIND_FLOAT_ARRAY || kind == SLOT_KIND_RECORD_ARRAY;
}

static void choose_access(struct plan_member *member)
{
    member->scalar = choose_type(&member->scalars);
    member->element = choose_type(&member->elements);
    member->float_scalar = choose_float(&member->floats);
    member->float_element = choose_float(&member->float_elements);
    if (!member->scalar.exists) {
        member->scalar = member->float_scalar;
        member->float_scalar.exists = false;
    }
    if (!member->element.exists) {
        member->element = member->float_element;
        member->float_element.exists = false;
    }
}

/* ---- Members and layouts */

/* Returns a record's layouts on an arch; NULL if choice_lays_out says that they are not generated. */
static const struct record_on *laid_out_on(const struct model *model, const struct choice *choice,
                                           const struct record *record, size_t arch)
{
    return choice_lays_out(choice, record, model->arches[arch]) ? &record->on[arch] : NULL;
}

bool plan_find_versions(const struct record_on *on, const struct layout *layout, struct version_range *range)
{
    *range = (struct version_range){VERSION_END, 0};
    for (size_t i = 0; i < on->versions.count; i++) {
        struct version_range in = on->versions.ranges[i];
        if (in.from >= layout->range.to || layout->range.from >= in.to)
            continue;
        if (range->from == VERSION_END)
            range->from = in.from > layout->range.from ? in.from : layout->range.from;
        range->to = in.to < layout->range.to ? in.to : layout->range.to;
    }
    return range->from < range->to;
}

static void see_members(const struct model *model, struct diags *diags, const struct choice *choice, struct plan *plan)
{
    for (size_t a = 0; a < plan->record->arch_count; a++) {
        const struct record_on *on = laid_out_on(model, choice, plan->record, a);
        for (size_t i = 0; on && i < on->layout_count; i++) {
            const struct layout *layout = &on->layouts[i];
            struct version_range in;
            if (!plan_find_versions(on, layout, &in))
                continue;
            for (size_t k = 0; k < layout->member_count; k++)
                if (layout->members[k].row->member && !layout->members[k].is_repeated)
                    see_entry(&plan->members[layout->members[k].row->member->index], &layout->members[k], diags);
        }
    }
}

static void plan_members(const struct model *model, struct diags *diags, const struct choice *choice,
                         struct plan *plan)
{
    const struct record *record = plan->record;
    plan->member_count = record->member_count;
    plan->members = ARENA_ARRAY(model->arena, struct plan_member, plan->member_count);
    for (size_t i = 0; i < plan->member_count; i++)
        plan->members[i].member = record->members[i];
    see_members(model, diags, choice, plan);
    for (size_t i = 0; i < plan->member_count; i++) {
        choose_access(&plan->members[i]);
        plan->members[i].first = plan->slot_count;
        plan->slot_count += plan->members[i].words;
    }
    if (!plan->slot_count)
        plan->slot_count = 1; /* C has no empty arrays; this word is absent and belongs to no member */
}

static void write_all_slots(const struct plan *plan, const struct layout *layout, uint64_t *slots)
{
    for (size_t i = 0; i < plan->slot_count; i++)
        slots[i] = SLOT_ABSENT;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct member *member = layout->members[i].row->member;
        if (member && !layout->members[i].is_repeated)
            write_slots(&plan->members[member->index], layout, &layout->members[i],
                        slots + plan->members[member->index].first);
    }
}

static bool layout_same(const struct plan *plan, const struct plan_layout *known, const struct layout *layout,
                        const uint64_t *slots)
{
    return layout_equal(known->layout, layout) && !memcmp(known->slots, slots, plan->slot_count * sizeof *slots);
}

unsigned plan_find_layout(const struct plan *plan, const struct layout *layout)
{
    const struct record_on *on = &plan->record->on[layout->arch->index];
    return plan->indices[layout->arch->index][layout - on->layouts];
}

const char *plan_version_label(const struct model *model, struct version_range in)
{
    const struct axis *axis = &model->axis;
    struct buffer name = {0};
    uint64_t first = axis->release_count ? axis->releases[0].range.from : 0;
    axis_write_from(axis, in.from < first && first < in.to ? first : in.from, &name);
    const char *label = names_in_c(model->arena, arena_copy(model->arena, name.data, name.size));
    buffer_free(&name);
    return label;
}

/* Adds the versions of a layout to its title. */
static void write_title(const struct record *record, struct version_range in, const struct arch *arch,
                        struct buffer *title)
{
    if (title->size)
        buffer_add_text(title, ", ");
    evidence_write_range(record->on[arch->index].evidence, in, title);
    buffer_format(title, " on %s", arch->name);
}

static uint32_t hash_layout(const struct plan *plan, const struct layout *layout, const uint64_t *slots)
{
    uint32_t hash = hash_add(HASH_NOTHING, (const char *)&layout->size, sizeof layout->size);
    return hash_add(hash, (const char *)slots, plan->slot_count * sizeof *slots);
}

/* Returns the index of a layout among the distinct ones; adds it if it is new. */
static unsigned add_layout(const struct model *model, struct plan *plan, const struct layout *layout,
                           struct version_range in, const struct arch *arch, struct buffer *titles)
{
    uint64_t *slots = ARENA_ARRAY(model->arena, uint64_t, plan->slot_count);
    size_t i = 0;
    write_all_slots(plan, layout, slots);
    uint32_t hash = hash_layout(plan, layout, slots);
    while (i < plan->layout_count &&
           (plan->layouts[i].hash != hash || !layout_same(plan, &plan->layouts[i], layout, slots)))
        i++;
    struct plan_layout *known = &plan->layouts[i];
    if (i == plan->layout_count) {
        plan->layout_count++;
        known->layout = layout;
        known->slots = slots;
        known->hash = hash;
        known->label = arena_format(model->arena, "%s_%s", plan_version_label(model, in),
                                    names_in_c(model->arena, arch->name));
    }
    write_title(plan->record, in, arch, &titles[i]);
    return (unsigned)i;
}

/* Finds the distinct layouts. An arch that shares the layouts of another one has the indices of that one. */
static void plan_layouts(const struct model *model, const struct choice *choice, struct plan *plan)
{
    const struct record *record = plan->record;
    size_t most = 0;
    for (size_t a = 0; a < record->arch_count; a++) {
        const struct record_on *on = laid_out_on(model, choice, record, a);
        most += on ? on->layout_count : 0;
    }
    struct buffer *titles = memory_alloc(most * sizeof *titles);
    memset(titles, 0, most * sizeof *titles);
    plan->layouts = ARENA_ARRAY(model->arena, struct plan_layout, most);
    plan->indices = ARENA_ARRAY(model->arena, unsigned *, record->arch_count);
    for (size_t a = 0; a < record->arch_count; a++) {
        const struct record_on *on = laid_out_on(model, choice, record, a);
        if (!on || !on->layout_count)
            continue;
        unsigned *indices = ARENA_ARRAY(model->arena, unsigned, on->layout_count);
        struct version_range in;
        for (size_t i = 0; i < on->layout_count; i++)
            if (plan_find_versions(on, &on->layouts[i], &in))
                indices[i] = add_layout(model, plan, &on->layouts[i], in, model->arches[a], titles);
        plan->indices[on->layouts->arch->index] = indices;
    }
    for (size_t i = 0; i < plan->layout_count; i++) {
        plan->layouts[i].title = arena_copy(model->arena, titles[i].data, titles[i].size);
        buffer_free(&titles[i]);
    }
    free(titles);
}

bool plans_fit(const struct model *model, struct diags *diags, const struct choice *choice)
{
    enum { WORDS_LEAST = 400000, WORDS_A_BYTE = 2 };
    uint64_t count = 0, most = WORDS_LEAST;
    for (size_t i = 0; i < model->program->file_count; i++)
        most += WORDS_A_BYTE * (uint64_t)model->program->files[i].ast->source->size;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        for (size_t a = 0; choice_has(choice, record) && a < record->arch_count; a++) {
            const struct record_on *on = laid_out_on(model, choice, record, a);
            count += on ? (uint64_t)on->layout_count * record->member_count : 0;
        }
        if (count <= most)
            continue;
        diag_report(diags, DIAG_LIMIT, record->decl->name_span,
                    "up to '%s' the headers have more than %llu offsets, one for each member in each layout",
                    record->type->name, (unsigned long long)most);
        return false;
    }
    return true;
}

/* ---- Answers */

static void find_ranges(const struct model *model, const struct choice *choice, struct plan *plan)
{
    const struct record *record = plan->record;
    const struct arch **arches = ARENA_ARRAY(model->arena, const struct arch *, record->arch_count);
    size_t arch_count = 0;
    for (size_t i = 0; i < record->arch_count; i++)
        if (record->on[i].exists && record->on[i].versions.count && choice_has_arch(choice, model->arches[i]))
            arches[arch_count++] = model->arches[i];
    plan->answers = record_list_answers(model->arena, model->program->intern, record, arches, arch_count);
    plan->ranges = ARENA_ARRAY(model->arena, struct plan_range, plan->answers.range_count);
    for (size_t i = 0; i < plan->answers.range_count; i++) {
        const struct answer_range *from = &plan->answers.ranges[i];
        struct plan_range range = {plan_target(from->arch, from->first), STRATA_LAYOUT_NONE, from->grades};
        if (from->is_of_kernel)
            range.layout = STRATA_LAYOUT_OF_KERNEL;
        else if (from->layout)
            range.layout = plan_find_layout(plan, from->layout);
        const struct plan_range *above = plan->range_count ? &plan->ranges[plan->range_count - 1] : NULL;
        if (!above || above->target >> 56 != range.target >> 56 || above->layout != range.layout ||
            above->grades != range.grades)
            plan->ranges[plan->range_count++] = range;
    }
    for (size_t i = 0; i < plan->member_count; i++)
        plan->members[i].column = plan->answers.columns[i];
}

/* ---- Names of layouts */

/* Adds an alias on an arch, unless the arch has one with that name already. */
static void add_alias(const struct model *model, struct plan *plan, struct map *names, const char *version,
                      const struct standing *standing)
{
    const char *name = intern_text(model->program->intern, version);
    if (map_get(names, name))
        return;
    map_set(names, name, plan);
    plan->aliases[plan->alias_count++] =
        (struct plan_alias){version, standing->arch, plan_find_layout(plan, standing->layout), standing->basis};
}

/* Finds the layout of the first point of a release that has one. For a release without points, takes its first
 * version. */
static struct standing stand_in_release(const struct model *model, const struct record *record,
                                        const struct arch *arch, const struct axis_release *release)
{
    const struct axis_point *points = model->axis.points + release->first_point;
    struct standing standing = record_stand(record, arch, axis_release_version(&model->axis, release));
    for (size_t i = 1; !standing.layout && i < release->point_count; i++)
        standing = record_stand(record, arch, points[i].version);
    return standing;
}

/* True if the name of a point does not begin with the name of its release: `1607` of Windows 10, but not `6.0-sp1`.
 * Such a point has an alias like a release. */
static bool has_name_of_its_own(const struct axis_release *release, const struct axis_point *point)
{
    return strncmp(point->name, release->name, strlen(release->name)) != 0;
}

static void find_aliases(const struct model *model, const struct choice *choice, struct plan *plan)
{
    const struct record *record = plan->record;
    const struct axis *axis = &model->axis;
    size_t most = 0;
    for (size_t i = 0; i < record->arch_count; i++)
        most += record->on[i].exists ? record->on[i].layout_count + axis->release_count + axis->point_count : 0;
    plan->aliases = ARENA_ARRAY(model->arena, struct plan_alias, most);
    for (size_t i = 0; i < record->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        const struct arch *arch = model->arches[i];
        if (!on->exists || !choice_has_arch(choice, arch))
            continue;
        struct map *names = map_new(model->arena);
        for (size_t k = 0; k < on->layout_count; k++) {
            struct standing standing = record_stand(record, arch, on->layouts[k].range.from);
            standing.layout = &on->layouts[k];
            if (version_set_contains(&on->versions, on->layouts[k].range.from))
                add_alias(model, plan, names, plan_version_label(model, on->layouts[k].range), &standing);
        }
        for (size_t r = 0; on->versions.count && r < axis->release_count; r++) {
            const struct axis_release *release = &axis->releases[r];
            struct standing standing = stand_in_release(model, record, arch, release);
            if (standing.layout)
                add_alias(model, plan, names, names_in_c(model->arena, release->name), &standing);
            for (size_t p = release->first_point; p < release->first_point + release->point_count; p++) {
                if (!has_name_of_its_own(release, &axis->points[p]))
                    continue;
                standing = record_stand(record, arch, axis->points[p].version);
                if (standing.layout)
                    add_alias(model, plan, names, names_in_c(model->arena, axis->points[p].name), &standing);
            }
        }
    }
}

/* ---- The plan of a record */

struct plan *plan_new(const struct model *model, struct diags *diags, const struct choice *choice,
                      const struct record *record)
{
    struct plan *plan = ARENA_NEW(model->arena, struct plan);
    plan->record = record;
    plan_members(model, diags, choice, plan);
    plan_layouts(model, choice, plan);
    find_ranges(model, choice, plan);
    plan_find_blocks(model->arena, diags, plan);
    find_aliases(model, choice, plan);
    return plan;
}
