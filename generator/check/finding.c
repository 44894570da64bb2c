#include "check/finding.h"

#include <string.h>

#include "answer/standing.h"
#include "base/arena.h"
#include "base/intern.h"
#include "check/check_parts.h"

static const void *place_key(struct span span)
{
    return (const void *)((uintptr_t)span.begin + 1);
}

struct finding *finding_first(const struct check_run *run, struct span span)
{
    return map_get(run->places, place_key(span));
}

struct finding *finding_at(const struct check_run *run, enum diag_code code, const struct row *row, struct span span)
{
    struct finding *finding = finding_first(run, span);
    while (finding && (finding->code != code || finding->row != row))
        finding = finding->next_there;
    return finding;
}

struct finding *finding_add(struct check_run *run, enum diag_code code, const struct row *row, struct span span,
                            const struct arch *arch, struct version_set in)
{
    struct finding *finding = finding_at(run, code, row, span);
    if (!finding) {
        finding = ARENA_NEW(run->arena, struct finding);
        finding->code = code;
        finding->row = row;
        finding->span = span;
        finding->where = ARENA_ARRAY(run->arena, struct where, run->model->arch_count);
        finding->next_there = map_get(run->places, place_key(span));
        map_set(run->places, place_key(span), finding);
        *run->findings_end = finding;
        run->findings_end = &finding->next;
        run->found |= CODE_OF(code);
    }
    if (arch)
        finding_hold(run, finding, arch, in);
    return finding;
}

/* Adds a range to a set, apart from its last range and behind it. Layouts come in the order of their versions, so most
 * ranges are. Copies of the set stay as they are. */
static void append_range(struct arena *arena, struct where *where, struct version_range range)
{
    size_t count = where->versions.count;
    if (where->room <= count) {
        struct version_range *ranges = ARENA_ARRAY(arena, struct version_range, where->room = 2 * count + 2);
        memcpy(ranges, where->versions.ranges, count * sizeof *ranges);
        where->versions.ranges = ranges;
    }
    ((struct version_range *)(uintptr_t)where->versions.ranges)[where->versions.count++] = range;
}

void finding_hold(struct check_run *run, struct finding *finding, const struct arch *arch, struct version_set in)
{
    struct where *where = &finding->where[arch->index];
    where->arch = arch;
    if (where->versions.count && in.count == 1 &&
        in.ranges->from > where->versions.ranges[where->versions.count - 1].to) {
        append_range(run->arena, where, *in.ranges);
        return;
    }
    where->versions = version_set_union(run->arena, where->versions, in);
    where->room = 0;
}

void finding_add_partner(struct finding *finding, const struct row *row, struct span span, const char *text)
{
    for (size_t i = 0; i < finding->partner_count; i++)
        if (finding->partners[i].row == row && finding->partners[i].span.begin == span.begin)
            return;
    if (finding->partner_count < PARTNERS_MOST)
        finding->partners[finding->partner_count++] = (struct partner){row, span, text};
}

void finding_add_help(struct finding *finding, const char *text)
{
    for (size_t i = 0; text && i < finding->help_count; i++)
        if (!strcmp(finding->helps[i], text))
            return;
    if (text && finding->help_count < HELPS_MOST)
        finding->helps[finding->help_count++] = text;
}

void finding_set_help(struct finding *finding, const char *text)
{
    finding->help_count = 0;
    finding_add_help(finding, text);
}

void finding_set_edit(struct check_run *run, struct finding *finding, struct span span, const char *replacement)
{
    finding->edits = NULL;
    if (!replacement)
        return;
    finding->edits = ARENA_NEW(run->arena, struct diag_edit);
    *finding->edits = (struct diag_edit){NULL, span, replacement};
}

void finding_add_edit(struct check_run *run, struct finding *finding, struct span span, const char *replacement)
{
    struct diag_edit **end = &finding->edits;
    while (*end)
        end = &(*end)->next;
    *end = ARENA_NEW(run->arena, struct diag_edit);
    **end = (struct diag_edit){NULL, span, replacement};
}

/* True if the `allow` of a code on a record also silences findings about its rows. An `allow gap` on a member of a
 * union does not: it says that the member begins elsewhere than the union. */
static bool allows_content(const struct record *record, enum diag_code code)
{
    const struct row *row = record->parent_row;
    if (!row || code != DIAG_GAP)
        return true;
    return row->parent ? row->parent->form != FORM_UNION : !row->record->is_union;
}

/* Returns the innermost row around a record whose `allow` of a code also silences findings about the record's rows;
 * NULL if there is none. */
static const struct row *row_around(const struct record *record, enum diag_code code)
{
    const struct row *row = record->parent_row;
    return row && !allows_content(record, code) ? row->parent : row;
}

/* True if a finding is about bytes between the rows of a partial record, or about an offset that follows from them. */
static bool is_of_partial(const struct record *record, enum diag_code code)
{
    return record && record->is_partial && (code == DIAG_GAP || code == DIAG_SIZE || code == DIAG_NATURAL);
}

bool row_allows(const struct record *record, const struct row *row, enum diag_code code)
{
    if (is_of_partial(record, code))
        return true;
    for (; record; record = record->parent_row ? record->parent_row->record : NULL) {
        for (; row; row = row->parent)
            if (decl_allows(row->decl, code) || decl_allows(row->slot, code))
                return true;
        if (allows_content(record, code) && decl_allows(record->decl, code))
            return true;
        row = row_around(record, code);
    }
    return false;
}

bool allow_silences(struct check_run *run, const struct ast_decl *decl, enum diag_code code)
{
    const struct ast_clause *first = decl_find_allow(decl, NULL, code);
    for (const struct ast_clause *clause = first; clause; clause = decl_find_allow(decl, clause, code))
        map_set(run->used_allows, clause, (void *)(uintptr_t)clause);
    return first != NULL;
}

bool row_silences(struct check_run *run, const struct row *row, enum diag_code code)
{
    bool silences = false;
    for (; row; row = row->parent) {
        silences |= allow_silences(run, row->decl, code);
        silences |= allow_silences(run, row->slot, code);
    }
    return silences;
}

static bool finding_silenced(struct check_run *run, const struct finding *finding)
{
    bool silences = !run->record || allows_content(run->record, finding->code);
    silences = silences && allow_silences(run, run->owner, finding->code);
    for (const struct record *record = run->record; record && record->parent_row; record = record->parent_row->record) {
        silences |= row_silences(run, row_around(record, finding->code), finding->code);
        if (allows_content(record->parent_row->record, finding->code))
            silences |= allow_silences(run, record->parent_row->record->decl, finding->code);
    }
    silences |= allow_silences(run, finding->decl, finding->code);
    silences |= row_silences(run, finding->row, finding->code);
    for (size_t i = 0; i < finding->partner_count; i++)
        silences |= row_silences(run, finding->partners[i].row, finding->code);
    return silences;
}

/* Codes of findings about versions of rows. They are not reported for versions that the document does not describe. */
static const uint64_t of_versions =
    CODE(TWO_OFFSETS) | CODE(NO_OFFSET) | CODE(DUPLICATE_MEMBER) | CODE(RIVAL) | CODE(OVERLAP) | CODE(BIT_OVERLAP) |
    CODE(PAST_SIZE) | CODE(SIZE) | CODE(GAP) | CODE(MISALIGNED) | CODE(ORDER) | CODE(TYPE_CHANGE) | CODE(REMARK);

static bool begins_later(const struct version_set *in, uint64_t version)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->ranges[i].from >= version)
            return true;
    return false;
}

/* True if a row names a version from `version` on: it begins there, or gets another offset there. */
static bool row_names_later(const struct row *row, const struct arch *arch, uint64_t version)
{
    const struct row_on *on = row_on(row, arch);
    bool names = begins_later(&on->versions, version);
    for (size_t i = 0; i < on->offset.count; i++)
        names |= begins_later(&on->offset.values[i].versions, version);
    return names;
}

/* True if the rows of a finding, or the sizes of their structure, name a version from `version` on. */
static bool names_later(struct check_run *run, const struct finding *finding, const struct arch *arch, uint64_t version)
{
    const struct cell *size = run->record->size ? &run->record->size[arch->index] : NULL;
    bool names = finding->row && finding->row->record == run->record && row_names_later(finding->row, arch, version);
    for (size_t i = 0; i < finding->partner_count; i++) {
        const struct row *row = finding->partners[i].row;
        names |= row && row->record == run->record && row_names_later(row, arch, version);
    }
    for (size_t i = 0; size && i < size->count; i++)
        names |= begins_later(&size->values[i].versions, version);
    return names;
}

/* True if a document attests versions before the finding's versions on an arch, but none of these: later versions are
 * attested, or the rows name none of them. */
static bool is_passed_over(struct check_run *run, const struct finding *finding, const struct where *where)
{
    const struct record_on *on = &run->record->on[where->arch->index];
    const struct version_set *attested = &on->attested;
    if (!on->evidence || on->evidence->seen_count || !attested->count || !where->versions.count)
        return false;
    uint64_t begin = where->versions.ranges[0].from, end = attested->ranges[attested->count - 1].to;
    if (begin >= end)
        return !names_later(run, finding, where->arch, end);
    return begin >= attested->ranges[0].to &&
           where->versions.ranges[where->versions.count - 1].to <= attested->ranges[attested->count - 1].from &&
           !version_set_intersect(run->arena, where->versions, *attested).count;
}

/* True if a finding is only about versions that the document does not describe. */
static bool is_unattested(struct check_run *run, const struct finding *finding)
{
    bool any = false;
    if (!run->record || !(of_versions & CODE_OF(finding->code)))
        return false;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        if (finding->where[i].arch && !is_passed_over(run, finding, &finding->where[i]))
            return false;
        any |= finding->where[i].arch != NULL;
    }
    return any;
}

bool finding_is_off(struct check_run *run, const struct finding *finding)
{
    return diags_severity(run->diags, finding->code) == DIAG_SEVERITY_OFF || finding_silenced(run, finding) ||
           is_of_partial(run->record, finding->code) || is_unattested(run, finding);
}

void finding_use_allows(struct check_run *run, const struct finding *finding)
{
    finding_silenced(run, finding);
}

void where_write(const struct model *model, const struct where *wheres, struct buffer *out)
{
    bool first = true;
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct where *where = &wheres[i];
        if (!where->arch)
            continue;
        buffer_format(out, "%s on %s", first ? "" : ";", where->arch->name);
        size_t last = i;
        for (size_t k = i + 1; k < model->arch_count; k++) {
            if (wheres[k].arch && version_set_equal(wheres[k].versions, where->versions)) {
                buffer_format(out, " and %s", wheres[k].arch->name);
                last = k;
            } else if (wheres[k].arch) {
                break;
            }
        }
        buffer_add_text(out, " in ");
        if (where->versions.count == 1 && !where->versions.ranges[0].from &&
            where->versions.ranges[0].to == VERSION_END)
            buffer_add_text(out, "all versions");
        else
            axis_write_set(&model->axis, where->versions, out);
        first = false;
        i = last;
    }
}

/* True if an earlier finding says the same about another row of the slot. The rows of a slot share their cells. */
static bool is_repeated(const struct finding *finding)
{
    const struct ast_decl *slot = finding->row ? finding->row->slot : NULL;
    for (const struct finding *other = finding->next_there; slot && other; other = other->next_there)
        if (other->code == finding->code && other->row && other->row->slot == slot)
            return finding->code == DIAG_OUTSIDE || finding->code == DIAG_TWO_OFFSETS;
    return false;
}

/* A reported finding, to which findings with the same cause are added: several rows in the bytes of one row, or the
 * same two rows in several columns. */
struct cause {
    const struct finding *finding;
    struct diag *diag;
};

/* Codes of findings that two rows cause together, in any versions and columns. */
static const uint64_t of_pairs = CODE(OVERLAP) | CODE(RIVAL) | CODE(GAP) | CODE(PAST_SIZE) | CODE(SIZE);

/* Returns a key for a row in the text. All rows of a slot have the same key, because they share cells. */
static const void *unit_of(const struct row *row)
{
    return row && row->slot ? (const void *)row->slot : row;
}

/* True if two findings are about the same pair of rows. */
static bool is_same_pair(const struct finding *a, const struct finding *b)
{
    if (a->code != b->code || !(of_pairs & CODE_OF(a->code)) || !a->partner_count || !b->partner_count)
        return false;
    const void *left = unit_of(a->row), *right = unit_of(a->partners[0].row);
    const void *row = unit_of(b->row), *other = unit_of(b->partners[0].row);
    return (left || right) && ((left == row && right == other) || (left == other && right == row));
}

/* True if two findings without a fix have the same cause: overlaps with one row in the same versions, or rows after the
 * same end. */
static bool is_same_place(const struct check_run *run, const struct finding *a, const struct finding *b)
{
    if (a->code != b->code || (a->code != DIAG_OVERLAP && a->code != DIAG_PAST_SIZE) || a->edits || b->edits ||
        a->partner_count != 1 || b->partner_count != 1 || a->partners[0].span.begin != b->partners[0].span.begin)
        return false;
    for (size_t i = 0; i < run->model->arch_count; i++)
        if (a->where[i].arch != b->where[i].arch || !version_set_equal(a->where[i].versions, b->where[i].versions))
            return false;
    return true;
}

/* Adds a finding to a reported one with the same cause. Returns false if there is none. */
static bool join_cause(const struct check_run *run, const struct buffer *causes, const struct finding *finding)
{
    const struct cause *all = (const void *)causes->data;
    size_t count = causes->size / sizeof *all, first = count > PARTNERS_MOST ? count - PARTNERS_MOST : 0;
    for (size_t i = first; i < count; i++) {
        bool is_pair = is_same_pair(all[i].finding, finding);
        if (!is_pair && !is_same_place(run, all[i].finding, finding))
            continue;
        struct buffer where = {0};
        if (is_pair)
            where_write(run->model, finding->where, &where);
        diag_note(all[i].diag, finding->span, "%s%s, too", finding->text, buffer_text(&where));
        for (const struct diag_edit *edit = finding->edits; edit; edit = edit->next)
            diag_fix(all[i].diag, edit->span, edit->replacement);
        buffer_free(&where);
        return true;
    }
    return false;
}

void findings_report(struct check_run *run)
{
    struct buffer causes = {0};
    struct buffer where = {0};
    for (const struct finding *finding = run->findings; finding; finding = finding->next) {
        if (finding_silenced(run, finding) || is_of_partial(run->record, finding->code) ||
            is_unattested(run, finding) || is_repeated(finding))
            continue;
        run->reported |= CODE_OF(finding->code);
        if (run->record && run->record->source && join_cause(run, &causes, finding))
            continue;
        buffer_clear(&where);
        where_write(run->model, finding->where, &where);
        struct diag *diag =
            diag_report(run->diags, finding->code, finding->span, "%s%s", finding->text, buffer_text(&where));
        if (finding->label)
            diag_label(diag, "%s", finding->label);
        for (size_t i = 0; i < finding->partner_count; i++)
            diag_note(diag, finding->partners[i].span, "%s", finding->partners[i].text);
        for (size_t i = 0; i < finding->help_count; i++)
            diag_help(diag, "%s", finding->helps[i]);
        for (const struct diag_edit *edit = finding->edits; edit; edit = edit->next)
            diag_fix(diag, edit->span, edit->replacement);
        buffer_add(&causes, &(struct cause){finding, diag}, sizeof(struct cause));
    }
    buffer_free(&causes);
    buffer_free(&where);
    if (run->findings)
        run->places = map_new(run->arena);
    run->findings = NULL;
    run->findings_end = &run->findings;
}
