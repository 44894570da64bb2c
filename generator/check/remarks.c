/*
 * Checks the claims of remarks (`previously`, `next`, `next in`, `last`) against the rows.
 *
 * A claim that serves several arches is right if it is right on each arch that has the row it speaks of. If no arch has
 * it, the claim is idle, which is an error. So the results of all arches are collected before anything is reported.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "check/checks.h"
#include "check/doubts.h"
#include "check/remarks_parts.h"
#include "check/stretches.h"

enum { LAYOUTS_MOST = 256 }; /* number of layouts that one claim is compared with, at most */

/* The claims of one record, while they are checked. */
struct remarks {
    struct check_run *run;
    struct map *by_key;  /* alternative or clause -> struct verdict */
    struct map *by_name; /* name -> struct member; NULL before the first search */
    struct map *wrong;   /* clause -> struct verdict of its first wrong value */
    struct verdict *verdicts, **verdicts_end;
};

/* A claim of a row on one arch. */
struct claimed {
    struct remarks *remarks;
    const struct row *row;
    const struct claim *claim;
    const struct arch *arch;
    bool is_around; /* the claim belongs to an anonymous aggregate around the row */
};

static struct verdict *verdict_of(const struct claimed *claimed, const void *key)
{
    struct remarks *remarks = claimed->remarks;
    struct check_run *run = remarks->run;
    struct verdict *verdict = map_get(remarks->by_key, key);
    if (!verdict) {
        verdict = ARENA_NEW(run->arena, struct verdict);
        *verdict = (struct verdict){.key = key, .row = claimed->row, .claim = claimed->claim};
        verdict->offsets = ARENA_ARRAY(run->arena, uint32_t, run->model->arch_count);
        verdict->idle = ARENA_ARRAY(run->arena, struct version_set, run->model->arch_count);
        for (size_t i = 0; i < run->model->arch_count; i++)
            verdict->offsets[i] = LAYOUT_UNKNOWN;
        map_set(remarks->by_key, key, verdict);
        *remarks->verdicts_end = verdict;
        remarks->verdicts_end = &verdict->next;
    }
    return verdict;
}

static void verdict_idle(const struct claimed *claimed, const void *key, struct version_range in)
{
    struct verdict *verdict = claimed->is_around ? NULL : verdict_of(claimed, key);
    if (!verdict)
        return; /* the bytes may have belonged to a member with another name before */
    struct arena *arena = claimed->remarks->run->arena;
    struct version_set *idle = &verdict->idle[claimed->arch->index];
    *idle = version_set_union(arena, *idle, version_set_range(arena, in.from, in.to));
}

/* Returns the offset of a row in a version. Sets `at` to the value of its cell that states the offset; NULL if none
 * does. */
static uint32_t row_offset(const struct row *row, const struct layout *layout, uint64_t version,
                           const struct cell_value **at)
{
    const struct row_on *on = row_on(row, layout->arch);
    *at = cell_at(&on->offset, version);
    if (*at && (*at)->kind == AST_VALUE_NUMBER)
        return (uint32_t)(*at)->number;
    const struct layout_member *entry = on->offset.count ? NULL : layout_find(layout, row->member);
    return entry ? entry->offset : LAYOUT_UNKNOWN;
}

/* Returns a finding of another check about the offset of a row, or of an aggregate around it, in a version; NULL if
 * there is none. The wrong claim supports that finding. Findings about the order of rows do not count, because they are
 * not about offsets. */
static struct finding *find_reported(struct check_run *run, const struct row *row, const struct arch *arch,
                                     uint64_t version)
{
    struct finding *finding = NULL;
    for (; row && !finding; row = row->parent) {
        const struct cell_value *at = cell_at(&row_on(row, arch)->offset, version);
        finding = at ? finding_first(run, row_place(row, at)) : NULL;
        while (finding &&
               (finding->code == DIAG_REMARK || finding->code == DIAG_TYPE_CHANGE || finding->code == DIAG_ORDER))
            finding = finding->next_there;
    }
    return finding;
}

static struct finding *report_claim(const struct claimed *claimed, struct verdict *verdict, struct span span,
                                    struct version_set in, const char *text)
{
    struct finding *finding =
        finding_add(claimed->remarks->run, DIAG_REMARK, claimed->row, span, claimed->arch, in);
    finding->text = text;
    verdict->finding = finding;
    return finding;
}

/* True if a row has a known offset in some of its versions on the arch of the claim. */
static bool is_placed(const struct claimed *claimed)
{
    const struct record_on *on = &claimed->row->record->on[claimed->arch->index];
    for (size_t i = 0; i < on->layout_count; i++) {
        const struct layout_member *entry = layout_find(&on->layouts[i], claimed->row->member);
        if (entry && entry->row == claimed->row && entry->offset != LAYOUT_UNKNOWN)
            return true;
    }
    return false;
}

/* Reports a wrong offset of a claim. There is one finding for all columns of a cell. */
static struct finding *report_offset(const struct claimed *claimed, struct verdict *verdict,
                                     const struct cell_value *value, struct version_set in, const char *verb)
{
    struct remarks *remarks = claimed->remarks;
    struct arena *arena = remarks->run->arena;
    const char *name = claimed->row->name;
    unsigned long long number = value->number;
    struct verdict *first = map_get(remarks->wrong, claimed->claim->clause);
    if (first && first->row == claimed->row && first != verdict && first->finding && !verdict->finding) {
        verdict->finding = first->finding;
        finding_hold(remarks->run, first->finding, claimed->arch, in);
        first->finding->text =
            arena_format(arena, "'%s' %s not at 0x%02X or 0x%02llX", name, verb, first->said, number);
        return first->finding;
    }
    if (verdict->finding && first != verdict) {
        finding_hold(remarks->run, verdict->finding, claimed->arch, in);
        return verdict->finding;
    }
    verdict->said = (uint32_t)number;
    map_set(remarks->wrong, claimed->claim->clause, verdict);
    return report_claim(claimed, verdict, ast_value_span(value->alternative), in,
                        arena_format(arena, "'%s' %s not at 0x%02llX", name, verb, number));
}

/* Compares one value of a claim with the offset of the other row in a version; `in` are the versions in which the other
 * row has it. */
static void compare_offset(const struct claimed *claimed, const struct cell_value *value, const struct row *other,
                           const struct layout *layout, struct version_range in)
{
    struct check_run *run = claimed->remarks->run;
    struct verdict *verdict = verdict_of(claimed, value->alternative);
    bool before = claimed->claim->kind == CLAIM_PREVIOUSLY;
    const struct cell_value *at;
    uint32_t offset = row_offset(other, layout, in.from, &at);
    const char *name = claimed->row->name;
    verdict->met = true;
    if (value->kind == AST_VALUE_UNKNOWN || offset == LAYOUT_UNKNOWN)
        return;
    uint32_t *right = &verdict->offsets[claimed->arch->index];
    verdict->is_split |= *right != LAYOUT_UNKNOWN && *right != offset;
    *right = offset;
    if (value->kind == AST_VALUE_NUMBER && value->number == offset)
        return;
    if (value->kind == AST_VALUE_ABSENT && !is_placed(claimed))
        return; /* nobody knows whether the row exists in this version */
    struct span place = row_place(other, at);
    const char *verb = before ? "was" : "is";
    struct finding *reported = find_reported(run, other, claimed->arch, in.from);
    if (reported && value->kind == AST_VALUE_NUMBER) {
        finding_add_partner(reported, claimed->row, ast_value_span(value->alternative),
                            arena_format(run->arena, "a remark of '%s' says 0x%02llX", name,
                                         (unsigned long long)value->number));
        return;
    }
    struct version_set versions = version_set_range(run->arena, in.from, in.to);
    struct finding *finding =
        value->kind == AST_VALUE_NUMBER
            ? report_offset(claimed, verdict, value, versions, verb)
            : report_claim(claimed, verdict, ast_value_span(value->alternative), versions,
                           arena_format(run->arena, "'%s' %s there, contrary to the remark,", name, verb));
    finding_add_partner(finding, other, place, arena_format(run->arena, "it %s at 0x%02X", verb, offset));
}

/* True if a name is another name for the type of a row's numbers, as BOOLEAN is for UCHAR. */
static bool is_same_number(struct check_run *run, const char *name, const struct row *row)
{
    const struct type *type = map_get(run->model->type_names, name), *other = row->type;
    return row->record->source && type && other && type->kind == TYPE_UNSIGNED && other->kind == TYPE_UNSIGNED &&
           type->size->values[0].number == other->size->values[0].number && type->size->count == 1 &&
           other->size->count == 1;
}

/* Compares the type in a claim with that of the other row. Stars and bounds are not compared. */
static void compare_type(const struct claimed *claimed, const struct row *other, struct version_range in)
{
    const struct claim *claim = claimed->claim;
    struct check_run *run = claimed->remarks->run;
    const char *word = row_spelled(other)->name;
    if (!claim->name || claim->name == word || is_same_number(run, claim->name, other))
        return;
    bool before = claim->kind == CLAIM_PREVIOUSLY;
    const char *verb = before ? "was" : "is", *name = claimed->row->name;
    struct verdict *verdict = verdict_of(claimed, claim->clause);
    struct buffer type = {0};
    row_write_type(other, &type);
    struct finding *finding = report_claim(
        claimed, verdict, ast_clause_name_span(claim->clause), version_set_range(run->arena, in.from, in.to),
        arena_format(run->arena, "'%s' %s not of type '%s'", name, verb, claim->name));
    finding_add_partner(finding, other, word ? other->decl->type.span : row_place(other, NULL),
                        arena_format(run->arena, "it %s declared as '%s'", verb, buffer_text(&type)));
    finding_set_help(finding, word ? arena_format(run->arena, "%s %s", before ? "previously" : "next", word) : NULL);
    finding_set_edit(run, finding, ast_clause_name_span(claim->clause), word);
    verdict->met = true;
    buffer_free(&type);
}

/* Compares a value of a claim with the row that it speaks of, in each of its versions. */
static void compare_stretch(const struct claimed *claimed, const struct cell_value *value, const struct row *other,
                            struct version_range in)
{
    const struct record *record = claimed->row->record;
    const struct record_on *on = &record->on[claimed->arch->index];
    const struct layout *layout = record_layout_at(record, claimed->arch, in.from);
    for (unsigned i = 0; layout && i < LAYOUTS_MOST; i++, layout++) {
        if (layout == on->layouts + on->layout_count || layout->range.from >= in.to)
            break;
        struct version_range both = {layout->range.from > in.from ? layout->range.from : in.from,
                                     layout->range.to < in.to ? layout->range.to : in.to};
        if (layout->is_sighted)
            continue;
        compare_offset(claimed, value, other, layout, both);
        compare_type(claimed, other, both);
    }
}

/* Returns the part of a range of versions that a value without versions speaks of: the last layout of an earlier range,
 * the first layout of a later one. */
static struct version_range nearest_part(const struct claimed *claimed, struct version_range in, bool before)
{
    const struct layout *layout =
        record_layout_at(claimed->row->record, claimed->arch, before ? in.to - 1 : in.from);
    if (layout && before && layout->range.from > in.from)
        in.from = layout->range.from;
    if (layout && !before && layout->range.to < in.to)
        in.to = layout->range.to;
    return in;
}

/* Compares a value that names versions with the other rows of the member in these versions. */
static void compare_stated(const struct claimed *claimed, const struct cell_value *value,
                           const struct stretches *stretches, size_t own, bool before)
{
    struct arena *arena = claimed->remarks->run->arena;
    bool met = false;
    size_t steps = 0;
    for (size_t i = own; (before ? i-- > 0 : ++i < stretches->count) && steps < LAYOUTS_MOST; steps++) {
        const struct stretch *other = &stretches->items[i];
        if (other->row == claimed->row)
            continue;
        struct version_set both =
            version_set_intersect(arena, value->versions, version_set_range(arena, other->range.from, other->range.to));
        for (size_t k = 0; !other->is_open && k < both.count; k++)
            compare_stretch(claimed, value, other->row, both.ranges[k]);
        met |= both.count > 0;
    }
    if (!met)
        verdict_idle(claimed, value->alternative, stretches->items[own].range);
}

/* True if a claim says that the member lies at an offset in a version. */
static bool claims_offset(const struct claim *claim, enum claim_kind kind, uint32_t offset, uint64_t version)
{
    const struct cell_value *value = claim->kind == kind ? cell_at(&claim->cell, version) : NULL;
    return value && value->kind == AST_VALUE_NUMBER && value->number == offset;
}

/* True if the neighbouring row has the same claim. A page may have one remark for several rows, which means only the
 * first or last of them. */
static bool is_shared(const struct claimed *claimed, const struct cell_value *value, const struct stretch *other)
{
    const struct row_extras *extras = row_on(other->row, claimed->arch)->extras;
    for (size_t i = 0; i < extras->claim_count && value->kind == AST_VALUE_NUMBER; i++)
        if (extras->claims[i].name == claimed->claim->name &&
            claims_offset(&extras->claims[i], claimed->claim->kind, (uint32_t)value->number,
                          value->versions.ranges[0].from))
            return true;
    return false;
}

/* True if two names differ in one character, which may be a typing error. */
static bool is_slip(const char *a, const char *b)
{
    size_t same = 0, a_end = strlen(a), b_end = strlen(b);
    while (a[same] && a[same] == b[same])
        same++;
    while (a_end > same && b_end > same && a[a_end - 1] == b[b_end - 1])
        a_end--, b_end--;
    return a_end <= same + 1 && b_end <= same + 1;
}

/* True if a member with another name continues the row: the claim names it, or that member has a claim about the
 * row. */
static bool continues_row(const struct claimed *claimed, const struct layout_member *entry, uint32_t own,
                          uint64_t version)
{
    bool before = claimed->claim->kind == CLAIM_PREVIOUSLY;
    const struct row_extras *extras = row_on(entry->row, claimed->arch)->extras;
    if (entry->row->name && entry->row->name == claimed->claim->name)
        return true;
    if (!before && entry->row->name && claimed->row->name && is_slip(entry->row->name, claimed->row->name))
        return false; /* both rows have the claim, and only one finding is wanted */
    for (size_t i = 0; i < extras->claim_count; i++)
        if (claims_offset(&extras->claims[i], before ? CLAIM_NEXT : CLAIM_PREVIOUSLY, own, version))
            return true;
    return false;
}

/* True if the claim of a row without a neighbour speaks of a member with another name, at the offset in the claim. */
static bool is_renamed(const struct claimed *claimed, const struct cell_value *value, struct version_range in)
{
    bool before = claimed->claim->kind == CLAIM_PREVIOUSLY;
    const struct record *record = claimed->row->record;
    uint64_t edge = before ? in.from : in.to - 1, beyond = before ? in.from - 1 : in.to;
    bool has_more = before ? in.from > 0 : in.to != VERSION_END;
    const struct layout *layout = has_more ? record_layout_at(record, claimed->arch, edge) : NULL;
    const struct cell_value *at;
    uint32_t own = layout ? row_offset(claimed->row, layout, edge, &at) : LAYOUT_UNKNOWN;
    layout = own == LAYOUT_UNKNOWN ? NULL : record_layout_at(record, claimed->arch, beyond);
    for (size_t i = 0; layout && value->kind == AST_VALUE_NUMBER && i < layout->member_count; i++)
        if (layout->members[i].offset == value->number && continues_row(claimed, &layout->members[i], own, beyond))
            return true;
    return false;
}

/* Checks a `previously` or `next` of a row in one range of versions, by the row of the neighbouring range, unless that
 * is the same row. */
static void compare_neighbour(const struct claimed *claimed, const struct stretches *stretches, size_t own)
{
    bool before = claimed->claim->kind == CLAIM_PREVIOUSLY;
    const struct stretch *other = NULL;
    if (before ? own > 0 : own + 1 < stretches->count)
        other = &stretches->items[before ? own - 1 : own + 1];
    for (size_t i = 0; i < claimed->claim->cell.count; i++) {
        const struct cell_value *value = &claimed->claim->cell.values[i];
        if (!cell_value_is_bare(value)) {
            compare_stated(claimed, value, stretches, own, before);
        } else if (!other && !is_renamed(claimed, value, stretches->items[own].range)) {
            verdict_idle(claimed, value->alternative, stretches->items[own].range);
        } else if (!other || other->is_open || is_shared(claimed, value, other)) {
            verdict_of(claimed, value->alternative)->met = true;
        } else if (other->row != claimed->row) {
            struct version_range part = nearest_part(claimed, other->range, before);
            if (!version_set_contains(&value->versions, before ? part.to - 1 : part.from))
                continue;
            compare_stretch(claimed, value, other->row, part);
            /* There are versions in between without the member, and bytes that belong to no row: the other row may have
             * lost versions. */
            bool touches = before ? other->range.to == stretches->items[own].range.from
                                  : other->range.from == stretches->items[own].range.to;
            if (!touches && claimed->remarks->run->found & CODE(GAP))
                verdict_of(claimed, value->alternative)->is_split = true;
        }
    }
}

/* Returns the anonymous aggregate that a row stands for, because it is the first of the aggregate's members that lies
 * elsewhere in other versions, and lies at the offset of the aggregate. Returns NULL if there is none. */
static const struct row *aggregate_of(const struct row *row)
{
    const struct row *parent = row->parent, *child = parent ? parent->children : NULL;
    if (parent && parent->form == FORM_STRUCT)
        return child == row && !row->width ? parent : NULL;
    while (child && (child->width || (child->member ? child->member->row_count : 0) < 2))
        child = child->next;
    return child == row ? parent : NULL;
}

static bool has_claims(const struct row *row)
{
    return row->ons[0].extras->claim_count > 0;
}

static void check_member(struct remarks *remarks, const struct member *member, const struct arch *arch)
{
    struct stretches stretches = stretches_of(remarks->run, member->rows, member->row_count, arch);
    for (size_t i = 0; i < stretches.count; i++) {
        /* Check the claims of a row, and of the aggregates that it stands for, in one range of versions. */
        const struct row *row = stretches.items[i].row;
        for (const struct row *holder = row; holder; holder = aggregate_of(holder)) {
            const struct row_extras *extras = row_on(holder, arch)->extras;
            for (size_t k = 0; !stretches.items[i].is_open && k < extras->claim_count; k++) {
                const struct claimed claimed = {remarks, row, &extras->claims[k], arch, holder != row};
                if (extras->claims[k].kind == CLAIM_PREVIOUSLY || extras->claims[k].kind == CLAIM_NEXT)
                    compare_neighbour(&claimed, &stretches, i);
            }
        }
    }
    stretches_free(&stretches);
}

static const struct member *find_member(struct remarks *remarks, const char *name)
{
    const struct record *record = remarks->run->record;
    if (!remarks->by_name) {
        remarks->by_name = map_new(remarks->run->arena);
        for (size_t i = 0; i < record->member_count; i++)
            map_set(remarks->by_name, record->members[i]->name, record->members[i]);
    }
    return map_get(remarks->by_name, name);
}

static bool is_there(struct check_run *run, const struct member *member, const struct arch *arch, uint64_t version)
{
    for (size_t i = 0; i < member->row_count; i++) {
        struct version_set present = row_present(run->arena, member->rows[i], arch);
        if (version_set_contains(&present, version))
            return true;
    }
    return false;
}

/* True if a fault makes some row of a member doubtful. */
static bool is_open(const struct check_run *run, const struct member *member)
{
    for (size_t i = 0; run->faults && i < member->row_count; i++)
        if (doubts_take_out(run, member->rows[i]))
            return true;
    return false;
}

/* Checks `next in NAME`: the member NAME must exist just after the row's versions. */
static void check_next_in(const struct claimed *claimed)
{
    struct check_run *run = claimed->remarks->run;
    const struct ast_clause *clause = claimed->claim->clause;
    const char *name = claimed->claim->name;
    const struct member *target = find_member(claimed->remarks, name);
    struct version_set present = row_present(run->arena, claimed->row, claimed->arch);
    for (size_t i = 0; i < present.count; i++) {
        const struct layout *layout = record_layout_at(run->record, claimed->arch, present.ranges[i].to);
        if (!target || !layout) {
            verdict_idle(claimed, clause, present.ranges[i]);
            continue;
        }
        struct verdict *verdict = verdict_of(claimed, clause);
        verdict->met = true;
        if (is_there(run, target, claimed->arch, present.ranges[i].to) || is_open(run, target))
            continue;
        struct version_range in = {present.ranges[i].to, layout->range.to};
        struct finding *finding =
            report_claim(claimed, verdict, ast_clause_name_span(clause), version_set_range(run->arena, in.from, in.to),
                         arena_format(run->arena, "%s does not continue as '%s', which does not exist",
                                      row_describe(run->arena, claimed->row), name));
        finding_add_partner(finding, target->rows[0], target->rows[0]->decl->name_span,
                            arena_format(run->arena, "'%s' is declared here", name));
    }
}

/* Returns the entry of a row in a layout. If layouts of several rows of the member are equal, they share one row's
 * entry: returns that. */
static const struct layout_member *find_entry(const struct layout *layout, const struct row *row)
{
    for (size_t i = 0; i < layout->member_count; i++)
        if (layout->members[i].row == row || (row->member && layout->members[i].row->member == row->member))
            return &layout->members[i];
    return NULL;
}

/* True if `other` begins at the end of an entry or later; for bit-fields of one unit, at a higher bit. */
static bool lies_behind(const struct layout_member *other, const struct layout_member *entry)
{
    uint64_t end = (uint64_t)entry->offset + (entry->size == LAYOUT_UNKNOWN ? 1 : entry->size);
    if (other->offset == LAYOUT_UNKNOWN || other == entry)
        return false;
    if (other->offset > entry->offset)
        return other->offset >= end;
    return other->offset == entry->offset && other->width && entry->width && other->bit != BIT_UNKNOWN &&
           entry->bit != BIT_UNKNOWN && other->bit > entry->bit;
}

/* True if a row is doubtful in a version. */
static bool is_open_in(struct check_run *run, const struct row *row, const struct arch *arch, uint64_t version)
{
    struct version_set open = doubts_of(run, row, arch);
    return version_set_contains(&open, version);
}

/* Returns a member that lies after an entry; NULL if there is none. Skips doubtful members, and members if another
 * finding is about their place or about that of the entry. */
static const struct layout_member *find_behind(const struct claimed *claimed, const struct layout *layout,
                                               const struct layout_member *entry, uint64_t version)
{
    struct check_run *run = claimed->remarks->run;
    struct finding *own = find_reported(run, claimed->row, claimed->arch, version);
    for (size_t i = layout->member_count; i-- > 0;) {
        const struct layout_member *other = &layout->members[i];
        if (!lies_behind(other, entry) || is_open_in(run, other->row, claimed->arch, version))
            continue;
        struct finding *reported = own ? own : find_reported(run, other->row, claimed->arch, version);
        if (!reported)
            return other;
        finding_add_partner(reported, claimed->row, claimed->claim->clause->span,
                            arena_format(run->arena, "a remark says that %s is last",
                                         row_describe(run->arena, claimed->row)));
    }
    return NULL;
}

/* Checks `last` in the versions of a layout: no member may lie after the row. */
static void check_last_in(const struct claimed *claimed, const struct layout *layout, struct version_set in)
{
    struct check_run *run = claimed->remarks->run;
    const struct layout_member *entry = find_entry(layout, claimed->row), *behind = NULL;
    struct verdict *verdict = verdict_of(claimed, claimed->claim->clause);
    verdict->met = true;
    if (entry && entry->offset != LAYOUT_UNKNOWN)
        behind = find_behind(claimed, layout, entry, in.ranges[0].from);
    if (!behind)
        return;
    struct finding *finding =
        report_claim(claimed, verdict, claimed->claim->clause->span, in,
                     arena_format(run->arena, "%s is not the last member", row_describe(run->arena, claimed->row)));
    finding_add_partner(
        finding, behind->row, row_place(behind->row, behind->placement),
        arena_format(run->arena, "%s is at 0x%02X", row_describe(run->arena, behind->row), behind->offset));
    verdict->wrong = version_set_union(run->arena, verdict->wrong, in);
}

static void check_last(const struct claimed *claimed)
{
    struct check_run *run = claimed->remarks->run;
    const struct record_on *on = &run->record->on[claimed->arch->index];
    struct version_set present = row_present(run->arena, claimed->row, claimed->arch);
    struct version_set said = version_set_intersect(run->arena, present, claimed->claim->versions);
    struct version_set open = doubts_of(run, claimed->row, claimed->arch);
    if (!said.count && present.count)
        verdict_idle(claimed, claimed->claim->clause, present.ranges[0]);
    for (size_t i = 0; said.count && i < on->layout_count; i++) {
        const struct layout *layout = &on->layouts[i];
        struct version_set in = version_set_intersect(run->arena, said, (struct version_set){&layout->range, 1});
        in = version_set_subtract(run->arena, in, open);
        if (in.count && !layout->is_sighted)
            check_last_in(claimed, layout, in);
    }
}

static const char *idle_text(struct check_run *run, const struct verdict *verdict)
{
    const struct claim *claim = verdict->claim;
    const char *row = row_describe(run->arena, verdict->row);
    if (claim->kind == CLAIM_LAST)
        return arena_format(run->arena, "the remark names no version of %s, which exists", row);
    if (claim->kind == CLAIM_NEXT_IN && !record_find_member(run->record, claim->name))
        return arena_format(run->arena, "there is no member '%s' that continues %s, which exists",
                            claim->name, row);
    if (claim->kind == CLAIM_NEXT_IN)
        return arena_format(run->arena, "nothing follows %s, which exists", row);
    return arena_format(run->arena, "%s has no row %s this one, which exists", row,
                        claim->kind == CLAIM_PREVIOUSLY ? "before" : "after");
}

/* Reports a claim that speaks of nothing on any arch. A `-` is not reported, because it claims just that. */
static void report_idle(struct check_run *run, const struct verdict *verdict)
{
    const struct ast_clause *clause = verdict->claim->clause;
    const struct ast_alternative *alternative = verdict->key == clause ? NULL : verdict->key;
    if (alternative && alternative->value != AST_VALUE_NUMBER)
        return;
    struct finding *finding = NULL;
    struct span span = alternative ? clause->cell->span : clause->span;
    const char *text = idle_text(run, verdict);
    const struct finding *found = finding_at(run, DIAG_REMARK, verdict->row, span);
    if (alternative && found && strcmp(found->text, text) != 0)
        span = ast_value_span(alternative);
    for (size_t i = 0; i < run->model->arch_count; i++)
        if (verdict->idle[i].count)
            finding = finding_add(run, DIAG_REMARK, verdict->row, span, run->model->arches[i], verdict->idle[i]);
    if (!finding)
        return;
    finding->span = alternative && !found ? ast_value_span(alternative) : span;
    struct span in = ast_clause_span(verdict->row->decl, AST_IN);
    finding->text = text;
    if (in.begin)
        finding_add_partner(finding, verdict->row, in, "its versions");
}

static bool any_claims(const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next)
        if (has_claims(row) || any_claims(row->children))
            return true;
    return false;
}

/* Checks the claims that do not depend on other rows of the same member. */
static void check_rows(struct remarks *remarks, const struct row *rows, const struct arch *arch)
{
    for (const struct row *row = rows; row; row = row->next) {
        const struct row_extras *extras = row_on(row, arch)->extras;
        if (doubts_take_out(remarks->run, row))
            continue;
        for (size_t i = 0; i < extras->claim_count; i++) {
            const struct claimed claimed = {remarks, row, &extras->claims[i], arch, false};
            if (extras->claims[i].kind == CLAIM_NEXT_IN)
                check_next_in(&claimed);
            else if (extras->claims[i].kind == CLAIM_LAST)
                check_last(&claimed);
        }
        check_rows(remarks, row->children, arch);
    }
}

void check_remark(struct check_run *run)
{
    if (!run->record->slot_count || !any_claims(run->record->rows))
        return;
    struct remarks remarks = {.run = run, .by_key = map_new(run->arena), .wrong = map_new(run->arena)};
    remarks.verdicts_end = &remarks.verdicts;
    for (size_t i = 0; i < run->model->arch_count; i++)
        if (run->record->on[i].exists && !run->record->on[i].alias) {
            const struct arch *arch = run->model->arches[i];
            const struct record *record = remarks.run->record;
            for (size_t j = 0; j < record->member_count; j++) {
                bool claims = false;
                for (size_t k = 0; k < record->members[j]->row_count && !claims; k++)
                    for (const struct row *row = record->members[j]->rows[k]; row && !claims; row = row->parent)
                        claims = has_claims(row);
                if (claims)
                    check_member(&remarks, record->members[j], arch);
            }
            check_rows(&remarks, record->rows, arch);
        }
    for (const struct verdict *verdict = remarks.verdicts; verdict; verdict = verdict->next) {
        if (verdict->finding)
            remarks_mend(run, verdict);
        else if (!verdict->met)
            report_idle(run, verdict);
    }
}
