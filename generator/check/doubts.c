#include "check/doubts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"

/* Limit for the entries of layouts that one run divides. After that, a doubtful entry is doubtful in all versions of
 * its layout. */
enum { ENTRIES_MOST = 2000000 };

/* Faults about bits: the offset of the bit-field is not doubtful. */
#define OF_BITS (CODE(MASK_WIDTH) | CODE(MASK_RUN))

/* The findings that make a row, or the size of a record, doubtful. */
struct doubt {
    const struct finding **findings; /* allocated from the arena, with room for a power of two */
    size_t count;
    uint64_t codes;         /* codes of the last question */
    struct version_set *versions; /* answers to the last question, by index of arch */
};

/* ---- What is open */

uint64_t run_codes_of(const struct map *map, const void *key)
{
    const uint64_t *codes = map_get(map, key);
    return codes ? *codes : 0;
}

void run_add_codes(struct check_run *run, struct map *map, const void *key, uint64_t more)
{
    uint64_t *codes = map_get(map, key);
    if (!codes) {
        codes = ARENA_NEW(run->arena, uint64_t);
        map_set(map, key, codes);
    }
    *codes |= more;
}

static bool span_holds(struct span outer, struct span inner)
{
    return inner.begin >= outer.begin && inner.end <= outer.end;
}

void doubts_add_fault(struct check_run *run, const struct fault *fault)
{
    const struct record *record = fault->record;
    const void *key = fault->decl;
    if (record && fault->decl == record->decl) {
        bool is_size = record->size_cell && span_holds(record->size_cell->span, fault->span);
        key = is_size ? (const void *)record->size_cell : record;
    }
    if (key)
        run_add_codes(run, run->faulty, key, CODE_OF(fault->code));
    if (record)
        run_add_codes(run, run->faulty, &record->faults, CODE_OF(fault->code));
}

/* Returns the key of the subject of a finding: the row, or the current record if the finding is about its size. */
static const void *key_of(const struct check_run *run, const struct row *row)
{
    return row ? (const void *)row : run->record->size_cell;
}

static void add_doubt(struct check_run *run, const void *key, const struct finding *finding)
{
    struct doubt *doubt = run->doubts ? map_get(run->doubts, key) : NULL;
    if (!run->doubts)
        run->doubts = map_new(run->arena);
    if (!doubt) {
        doubt = ARENA_NEW(run->arena, struct doubt);
        map_set(run->doubts, key, doubt);
    }
    if (!(doubt->count & (doubt->count - 1))) {
        const struct finding **findings = ARENA_ARRAY(run->arena, const struct finding *, doubt->count * 2 + 1);
        if (doubt->count)
            memcpy(findings, doubt->findings, doubt->count * sizeof *findings);
        doubt->findings = findings;
    }
    doubt->findings[doubt->count++] = finding;
    doubt->codes = 0;
}

uint64_t doubts_collect(struct check_run *run)
{
    static const uint64_t of_pairs = CODE(DUPLICATE_MEMBER) | CODE(RIVAL);
    struct finding *finding = run->doubted ? run->doubted->next : run->findings;
    for (; finding; finding = finding->next) {
        uint64_t code = CODE_OF(finding->code);
        run->doubted = finding;
        if (finding_is_off(run, finding))
            continue;
        run->open |= code;
        if (key_of(run, finding->row))
            add_doubt(run, key_of(run, finding->row), finding);
        for (size_t i = 0; code & of_pairs && i < finding->partner_count; i++)
            if (finding->partners[i].row && finding->partners[i].row != finding->row)
                add_doubt(run, finding->partners[i].row, finding);
    }
    return run->open;
}

void doubts_add_bytes(struct check_run *run, const struct finding *finding)
{
    struct version_set *sets = map_get(run->open_sizes, run->record);
    if (!sets) {
        sets = ARENA_ARRAY(run->arena, struct version_set, run->model->arch_count);
        map_set(run->open_sizes, run->record, sets);
    }
    for (size_t i = 0; i < run->model->arch_count; i++)
        if (finding->where[i].arch)
            sets[i] = version_set_union(run->arena, sets[i], finding->where[i].versions);
}

static bool has_fault(const struct check_run *run, const struct row *row, uint64_t codes)
{
    return run_codes_of(run->faulty, row->decl) & codes;
}

bool doubts_take_out(const struct check_run *run, const struct row *row)
{
    if (!row)
        return run_codes_of(run->faulty, run->record->size_cell) & run->prerequisites;
    for (; row && run->faults & run->prerequisites; row = row->parent)
        if (has_fault(run, row, run->prerequisites))
            return true;
    return false;
}

static struct version_set all_versions(struct check_run *run)
{
    return version_set_range(run->arena, 0, VERSION_END);
}

/* Returns the versions in which findings make a row, or the size of the record, doubtful. */
static struct version_set found_open(struct check_run *run, const void *key, const struct arch *arch, uint64_t codes)
{
    struct doubt *doubt = run->doubts && run->open & codes ? map_get(run->doubts, key) : NULL;
    if (!doubt)
        return (struct version_set){0};
    if (doubt->codes != codes) {
        /* For each arch, find the versions in which findings of these codes make it doubtful. */
        doubt->codes = codes;
        doubt->versions = ARENA_ARRAY(run->arena, struct version_set, run->model->arch_count);
        for (size_t i = 0; i < run->model->arch_count; i++) {
            struct version_list list = {0};
            for (size_t k = 0; k < doubt->count; k++)
                if (codes & CODE_OF(doubt->findings[k]->code))
                    version_list_add_set(&list, doubt->findings[k]->where[i].versions);
            doubt->versions[i] = version_list_take(&list, run->arena);
        }
    }
    return doubt->versions[arch->index];
}

/* Returns the versions in which findings or faults make a row doubtful, without the aggregates around it. */
static struct version_set row_open(struct check_run *run, const struct row *row, const struct arch *arch,
                                   uint64_t codes)
{
    if (run->faults & codes && has_fault(run, row, codes))
        return all_versions(run);
    return found_open(run, row, arch, codes);
}

static struct version_set size_open(struct check_run *run, const struct arch *arch)
{
    const void *key = run->record->size_cell;
    if (!key)
        return (struct version_set){0};
    if (doubts_take_out(run, NULL))
        return all_versions(run);
    return found_open(run, key, arch, run->prerequisites);
}

struct version_set doubts_of(struct check_run *run, const struct row *row, const struct arch *arch)
{
    struct version_set in = {0};
    for (; row && !doubts_are_none(run); row = row->parent)
        in = version_set_union(run->arena, in, row_open(run, row, arch, run->prerequisites));
    return in;
}

bool doubts_are_none(const struct check_run *run)
{
    return !((run->faults | run->open) & run->prerequisites);
}

/* ---- Layouts without what is open */

/* True if the stated size of a layout is the end of its members, as far as they are known. */
static bool ends_at_size(const struct layout *layout)
{
    uint64_t end = 0;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        if (entry->offset == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN)
            return true;
        if (entry->offset + (uint64_t)entry->size > end)
            end = entry->offset + (uint64_t)entry->size;
    }
    return layout->is_align_guess || layout_round_up(end, layout->align) == layout->size;
}

static const struct record *record_by_value(const struct row *row)
{
    bool is_record = row->type && row->type->kind == TYPE_RECORD && !row_spelled(row)->pointer_depth;
    return is_record ? row->type->record : NULL;
}

/* Returns the versions in which the rows of a record without a stated size contradict each other. */
static struct version_set record_open(struct check_run *run, const struct record *record, const struct arch *arch)
{
    const struct arch *alias = record->on[arch->index].alias;
    const struct version_set *sets = map_get(run->open_sizes, record);
    return sets ? sets[(alias ? alias : arch)->index] : (struct version_set){0};
}

/* True if the size of a structure that a row holds by value is doubtful, because its rows contradict each other or its
 * size. */
static bool size_is_open(struct check_run *run, const struct layout *layout, const struct row *row)
{
    const struct record *record = record_by_value(row);
    if (!record)
        return false;
    const struct layout *inner = record_layout_at(record, layout->arch, layout->range.from);
    if (inner && inner->stated && inner->stated->kind == AST_VALUE_NUMBER)
        return !ends_at_size(inner) && record->rows && !row_allows(record, NULL, DIAG_SIZE);
    struct version_set open = record_open(run, record, layout->arch);
    return version_set_contains(&open, layout->range.from) || run_codes_of(run->faulty, &record->faults);
}

/* Versions at which a layout must be divided. */
struct cuts {
    struct version_range range;
    uint64_t *versions;
    size_t count, room;
};

static void add_cut(struct cuts *cuts, uint64_t version)
{
    if (version <= cuts->range.from || version >= cuts->range.to)
        return;
    if (cuts->count == cuts->room) {
        cuts->count = version_sort(cuts->versions, cuts->count);
        if (cuts->count >= cuts->room / 2) {
            cuts->room = cuts->room ? cuts->room * 2 : 16;
            cuts->versions = memory_resize(cuts->versions, cuts->room * sizeof *cuts->versions);
        }
    }
    cuts->versions[cuts->count++] = version;
}

static void add_cuts(struct cuts *cuts, struct version_set set)
{
    for (size_t i = 0; i < set.count; i++) {
        add_cut(cuts, set.ranges[i].from);
        add_cut(cuts, set.ranges[i].to);
    }
}

/* A part of a layout, from which doubtful values are removed. */
struct part {
    struct check_run *run;
    struct layout *layout;
    struct layout_member *members; /* copies of the entries; NULL as long as nothing is removed */
    bool is_whole;                 /* an entry that is doubtful in one version is removed in all */
};

static bool part_is_open(const struct part *part, struct version_set open)
{
    if (!part->is_whole)
        return version_set_contains(&open, part->layout->range.from);
    return version_set_intersect(part->run->arena, open, (struct version_set){&part->layout->range, 1}).count;
}

/* Returns the entries as copies that may be changed. */
static struct layout_member *part_members(struct part *part)
{
    if (!part->members) {
        size_t count = part->layout->member_count;
        part->members = arena_copy_array(part->run->arena, part->layout->members, count, sizeof *part->members);
        part->layout->members = part->members;
    }
    return part->members;
}

/* Returns the part of a layout for some versions, with doubtful values set to unknown. Returns the layout itself if
 * nothing changes. */
static const struct layout *take_out(struct check_run *run, const struct layout *layout, struct version_range in,
                                     bool is_whole)
{
    struct layout copy = *layout;
    struct part part = {.run = run, .layout = &copy, .is_whole = is_whole};
    copy.range = in;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct row *row = layout->members[i].row;
        if (!layout->members[i].descendants && size_is_open(run, &copy, row)) {
            /* Set the size of an entry, and of all aggregates around it, to unknown. */
            struct layout_member *members = part_members(&part);
            for (size_t j = 0; j <= i; j++)
                if (j + members[j].descendants >= i)
                    members[j].size = LAYOUT_UNKNOWN;
        }
        if (doubts_are_none(run) && !(run->faults & OF_BITS) && !(run->open & OF_BITS))
            continue;
        if (part_is_open(&part, row_open(run, row, layout->arch, run->prerequisites & ~OF_BITS))) {
            /* Set the place of an entry, and of all entries in it, to unknown. */
            size_t index = i;
            struct layout_member *members = part_members(&part);
            size_t end = index + 1 + members[index].descendants;
            for (; index < end; index++) {
                members[index].offset = LAYOUT_UNKNOWN;
                members[index].placement = NULL;
                members[index].bit = BIT_UNKNOWN;
            }
        } else if (layout->members[i].width && part_is_open(&part, row_open(run, row, layout->arch, OF_BITS)))
            part_members(&part)[i].bit = BIT_UNKNOWN;
    }
    if (part_is_open(&part, size_open(run, layout->arch))) {
        copy.stated = NULL;
        copy.size = LAYOUT_UNKNOWN;
    }
    bool is_same = in.from == layout->range.from && in.to == layout->range.to && copy.members == layout->members &&
                   copy.stated == layout->stated && copy.size == layout->size;
    return is_same ? layout : arena_copy_array(run->arena, &copy, 1, sizeof copy);
}

void doubts_each_layout(struct check_run *run, const struct layout *layout, layout_function visit, void *user)
{
    struct cuts cuts = {.range = layout->range};
    /* members of a sighted layout lie where somebody saw them; members with unknown places would not fit */
    if (layout->is_sighted)
        return;
    add_cuts(&cuts, size_open(run, layout->arch));
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct row *row = layout->members[i].row;
        const struct record *record = record_by_value(row);
        add_cuts(&cuts, row_open(run, row, layout->arch, run->prerequisites | OF_BITS));
        if (record)
            add_cuts(&cuts, record_open(run, record, layout->arch));
    }
    cuts.count = version_sort(cuts.versions, cuts.count);
    bool is_whole = run->divided + cuts.count * (uint64_t)layout->member_count > ENTRIES_MOST;
    size_t count = is_whole ? 0 : cuts.count;
    run->divided += count * (uint64_t)layout->member_count;
    for (size_t i = 0; i <= count; i++) {
        struct version_range in = {i ? cuts.versions[i - 1] : layout->range.from,
                                   i < count ? cuts.versions[i] : layout->range.to};
        visit(user, take_out(run, layout, in, is_whole));
    }
    free(cuts.versions);
}
