#include "answer/form.h"
#include "answer/grades.h"
#include "answer/ranges.h"
#include "base/arena.h"
#include "base/intern.h"
#include "model/holes.h"

/* ---- What tells a declaration */

void form_write_record_head(struct form *form, const struct record *record, const char *name)
{
    struct json *json = &form->json;
    json_member_text(json, "name", name);
    json_member_text(json, "kind", record->is_union ? "union" : "struct");
    if (record->parent_row)
        json_member_text(json, "within", record->parent_row->record->type->name);
    json_member_text(json, "file", form->model->program->files[record->file_index].name);
    form_write_text(form, "source", record->source);
    form_write_text(form, "doc", record->type->doc);
}

void form_write_enumeration_head(struct form *form, const struct enumeration *enumeration)
{
    struct json *json = &form->json;
    const struct type *type = enumeration->type;
    json_member_text(json, "name", type->name);
    json_member_text(json, "kind", enumeration->is_flags ? "flags" : "enum");
    json_member_text(json, "file", form->model->program->files[type->file_index].name);
    json_member_text(json, "type", enumeration->base ? enumeration->base->name : NULL);
    json_member_bool(json, "signed", enumeration->is_signed);
    form_write_text(form, "doc", type->doc);
}

void form_write_event_head(struct form *form, const struct event *event)
{
    struct json *json = &form->json;
    json_member_text(json, "name", event->name);
    json_member_text(json, "file", form->model->program->files[event->file_index].name);
    json_member_text(json, "data", event->data ? event->data->type->name : NULL);
    form_write_text(form, "doc", event->doc);
}

/* ---- Globals */

void form_write_global_head(struct form *form, const struct global *global)
{
    struct json *json = &form->json;
    json_member_text(json, "name", global->name);
    json_member_text(json, "module", global->module->name);
    json_member_text(json, "file", form->model->program->files[global->file_index].name);
    form_write_text(form, "doc", global->doc);
}

/* Writes the address of a build. If the build has no such symbol, writes null and says so. */
static void write_place(struct form *form, const struct global_place *place)
{
    json_key(&form->json, "address");
    if (place && !place->is_absent)
        json_number(&form->json, place->address);
    else
        json_null(&form->json);
    if (place && place->is_absent)
        json_member_bool(&form->json, "absent", true);
}

void form_write_addresses(struct form *form, const struct global *global)
{
    const struct model *model = form->model;
    json_member_open(&form->json, "addresses", '[');
    for (size_t a = 0; a < model->arch_count; a++)
        for (size_t i = 0; i < global->on[a].count; i++) {
            json_open(&form->json, '{');
            json_member_text(&form->json, "arch", model->arches[a]->name);
            form_write_version(form, "version", global->on[a].items[i].version);
            write_place(form, &global->on[a].items[i]);
            json_close(&form->json, '}');
        }
    json_close(&form->json, ']');
}

void form_write_address(struct form *form, const struct address *address)
{
    const struct global_place *const beside[] = {address->before, address->after};
    struct json *json = &form->json;
    form_write_version(form, "version", address->version);
    json_member_bool(json, "attested", address->place != NULL);
    write_place(form, address->place);
    buffer_clear(&form->text);
    address_write(address, &form->text);
    json_key(json, "reason");
    json_string(json, form->text.data, form->text.size);
    json_member_open(json, "nearest", '[');
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        if (!beside[i])
            continue;
        json_open(json, '{');
        form_write_version(form, "version", beside[i]->version);
        write_place(form, beside[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* ---- Members */

/* Writes the number of elements of a member, and the size of each dimension; null for an unknown size and for `[]`. */
static void write_dimensions(struct form *form, const struct layout *layout, const struct layout_member *member)
{
    struct json *json = &form->json;
    unsigned count = row_bound_count(member->row);
    if (!count)
        return;
    json_member_number(json, "count", member->count);
    json_member_open(json, "dimensions", '[');
    bool is_known = row_bounds_known(member->row, layout->arch, layout->range.from);
    for (unsigned i = 0; i < count; i++) {
        enum ast_bound_kind kind = row_bound_kind(member->row, i);
        if (kind == AST_BOUND_FLEXIBLE || (kind == AST_BOUND_COUNT && !is_known))
            json_null(json);
        else
            json_number(json, row_bound(member->row, layout->arch, layout->range.from, i));
    }
    json_close(json, ']');
    if (member->is_trailing)
        json_member_bool(json, "trailing", true);
}

void form_write_member(struct form *form, const struct layout *layout, const struct layout_member *member)
{
    /* Write the words of a type one by one: the named type, and the pointers to it. */
    const struct row *row = member->row;
    struct json *json = &form->json;
    buffer_clear(&form->text);
    row_write_type(row, &form->text);
    json_member_text(json, "type", buffer_text(&form->text));
    if (row->form == FORM_MEMBER && row_spelled(row)->name)
        json_member_text(json, "of", row_spelled(row)->name);
    else if (row_is_aggregate(row) && row->type)
        json_member_text(json, "of", row->type->name);
    if (row->form == FORM_MEMBER && row_spelled(row)->pointer_depth)
        json_member_number(json, "pointers", row_spelled(row)->pointer_depth);
    if (row->form == FORM_MEMBER && row_spelled(row)->parameters)
        json_member_bool(json, "function", true);
    if (row->display)
        json_member_text(json, "as", row->display->name);
    form_write_known(form, "offset", member->offset);
    form_write_known(form, "size", member->size);
    if (member->width) {
        form_write_known(form, "bit", member->bit == BIT_UNKNOWN ? LAYOUT_UNKNOWN : member->bit);
        json_member_number(&form->json, "width", member->width);
    }
    if (layout_is_big(member))
        json_member_text(&form->json, "order", "big");
    write_dimensions(form, layout, member);
}

/* Returns the value of the cell that places a member: its offset, else its bits. Returns NULL if the member is placed
 * naturally. */
static const struct cell_value *find_placement(const struct layout *layout, const struct layout_member *member)
{
    const struct row_extras *extras = row_on(member->row, layout->arch)->extras;
    const struct cell_value *bit = NULL;
    if (member->placement || !member->width)
        return member->placement;
    bit = cell_at(extras->bit, layout->range.from);
    return bit ? bit : cell_at(extras->mask, layout->range.from);
}

/* Writes the grade of a member in a version; `standing` is that of the record in this version. */
static void write_member_grade(struct form *form, const struct record *record, const struct member *member,
                               const struct standing *standing)
{
    struct standing own = member_stand(record, member, standing->arch, standing->version);
    form_write_grade(form, &own);
    if (own.basis == STRATA_EXTRAPOLATED)
        form_write_changes(form, member_count_changes(record, member, standing->arch));
}

static void write_members(struct form *form, const struct layout *layout, struct aggregate aggregate,
                          const struct standing *standing);

static void write_entry(struct form *form, const struct layout *layout, const struct layout_member *member,
                        const struct standing *standing)
{
    static const char *const forms[] = {[FORM_MEMBER] = "member",
                                        [FORM_STRUCT] = "struct",
                                        [FORM_UNION] = "union",
                                        [FORM_UNACCOUNTED] = "unaccounted",
                                        [FORM_BYTES] = "bytes"};
    struct json *json = &form->json;
    const struct row *row = member->row;
    json_open(json, '{');
    json_member_text(json, "name", row->name);
    json_member_text(json, "form", forms[row->form]);
    form_write_member(form, layout, member);
    if (standing && row->member)
        write_member_grade(form, layout->record, row->member, standing);
    if (find_placement(layout, member))
        form_write_provenance(form, member->provenance, member->placement);
    if (row->is_unknown)
        json_member_bool(json, "invented", true);
    if (member->is_repeated)
        json_member_bool(json, "repeated", true);
    form_write_text(form, "remark", row_remark(row));
    form_write_text(form, "doc", row_doc(row));
    if (row_is_anonymous(row))
        write_members(form, layout, aggregate_of_member(member), standing);
    json_close(json, '}');
}

/* ---- Layouts */

static void write_holes(struct form *form, const struct aggregate *aggregate)
{
    struct json *json = &form->json;
    struct holes holes = holes_find(form->scratch, aggregate);
    json_member_open(json, "holes", '[');
    for (size_t i = 0; i < holes.count; i++) {
        const struct hole *hole = &holes.items[i];
        uint64_t offset = hole->unit ? hole->unit->offset : hole->from / 8;
        json_open(json, '{');
        json_member_number(json, "offset", offset);
        json_member_number(json, "size", hole->unit ? hole->unit->size : (hole->to - hole->from) / 8);
        if (hole->unit) {
            uint64_t end = (offset + hole->unit->size) * 8;
            json_member_number(json, "bit", hole->unit->is_big ? end - hole->to : hole->from - offset * 8);
            json_member_number(json, "width", hole->to - hole->from);
        }
        if (hole->is_padding)
            json_member_bool(json, "padding", true);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_members(struct form *form, const struct layout *layout, struct aggregate aggregate,
                          const struct standing *standing)
{
    json_member_open(&form->json, "members", '[');
    for (const struct layout_member *m = aggregate.first; m < aggregate.end; m += m->descendants + 1)
        write_entry(form, layout, m, standing);
    json_close(&form->json, ']');
    write_holes(form, &aggregate);
}

void form_write_layout(struct form *form, const struct layout *layout, const struct standing *standing)
{
    struct json *json = &form->json;
    json_open(json, '{');
    json_member_text(json, "arch", layout->arch->name);
    form_write_range(form, layout->range);
    form_write_known(form, "size", layout->size);
    if (layout->stated) {
        json_member_open(json, "stated", '{');
        form_write_provenance(form, layout->stated->provenance, layout->stated);
        json_close(json, '}');
    }
    form_write_align(form, layout);
    write_members(form, layout, aggregate_of_layout(layout), standing);
    json_close(json, '}');
}

/* ---- Answers */

/* A range of versions for which the same layout is taken for the same reason. It includes the attested versions in the
 * range. */
struct answer {
    struct version_range range;
    struct standing standing; /* standing of the versions in the range that are not attested */
};

static bool is_same_reason(const struct standing *a, const struct standing *b)
{
    return a->basis == STRATA_BRACKETED ||
           (a->before == b->before && a->after == b->after && a->is_build == b->is_build &&
            a->is_documented == b->is_documented && a->is_by_document == b->is_by_document);
}

/* True if a run continues an answer: the layout is the same, and so is the reason, unless one of them is attested. */
static bool goes_on(const struct answer *answer, const struct standing *next)
{
    const struct standing *standing = &answer->standing;
    if (standing->layout != next->layout || standing->basis == STRATA_DISPUTED || next->basis == STRATA_DISPUTED)
        return false;
    return standing->basis == STRATA_ATTESTED || next->basis == STRATA_ATTESTED ||
           (standing->basis == next->basis && is_same_reason(standing, next));
}

/* Returns the index of a layout in the list of all layouts of a record that is written. */
static size_t find_index(const struct record *record, const struct layout *layout)
{
    size_t index = 0;
    for (size_t i = 0; i < layout->arch->index; i++)
        index += record->on[i].alias ? 0 : record->on[i].layout_count;
    return index + (size_t)(layout - record->on[layout->arch->index].layouts);
}

static void write_answer(struct form *form, struct inquiry *inquiry, const struct answer *answer)
{
    struct json *json = &form->json;
    json_open(json, '{');
    form_write_range(form, answer->range);
    json_key(json, "layout");
    if (answer->standing.layout)
        json_number(json, find_index(inquiry_record(inquiry), answer->standing.layout));
    else
        json_null(json);
    form_write_standing(form, inquiry, &answer->standing);
    json_close(json, '}');
}

/* The answers of a record on an arch while they are written. */
struct answering {
    struct form *form;
    struct inquiry *inquiry;
    struct answer answer; /* the last one, which is not written yet */
    bool is_any;          /* there is a last one */
};

static void add_run(struct answering *answering, const struct standing_run *run)
{
    struct answer *answer = &answering->answer;
    if (run->range.from == run->range.to)
        return;
    if (answering->is_any && answer->range.to == run->range.from && goes_on(answer, &run->standing)) {
        /* If the answer is bracketed, its neighbours are its first and last version. */
        answer->range.to = run->range.to;
        if (answer->standing.basis == STRATA_ATTESTED)
            answer->standing = run->standing;
        else if (answer->standing.basis == STRATA_BRACKETED && run->standing.basis == STRATA_BRACKETED)
            answer->standing.after = run->standing.after;
        return;
    }
    if (answering->is_any)
        write_answer(answering->form, answering->inquiry, answer);
    *answer = (struct answer){run->range, run->standing};
    answering->is_any = true;
}

/* Returns the one version with which a run begins or ends if it stands for its build and has another answer than the
 * run, such as 5.2.3790.0 if the revisions of that build differ. Else returns a run without versions. */
static struct standing_run run_of_build(struct inquiry *inquiry, const struct standing_run *run, unsigned revision)
{
    uint64_t version = revision ? run->range.to - 1 : run->range.from;
    struct standing_run one = {{version + (revision ? 1 : 0), version + (revision ? 1 : 0)}, run->standing, 0};
    if (run->range.to == VERSION_END || run->range.to - run->range.from == 1 || version_part(version, 3) != revision)
        return one;
    struct standing standing = inquiry_stand(inquiry, version);
    bool is_same = standing.layout == run->standing.layout && standing.basis == run->standing.basis;
    if (!standing.is_build || (is_same && standing.basis != STRATA_DISPUTED))
        return one;
    return (struct standing_run){{version, version + 1}, standing, 0};
}

/* Adds a run, with the builds in it that have answers of their own. */
static void add_run_of_builds(struct answering *answering, const struct standing_run *run)
{
    const struct standing_run first = run_of_build(answering->inquiry, run, 0);
    const struct standing_run last = run_of_build(answering->inquiry, run, REVISION_ANY);
    struct standing_run rest = *run;
    rest.range = (struct version_range){first.range.to, last.range.from};
    add_run(answering, &first);
    add_run(answering, &rest);
    add_run(answering, &last);
}

/* Writes which layout to take in each version, and how well that is known. Leaves out builds of the system that run the
 * kernel of another build, because the axis names that build. */
static void write_answers(struct form *form, const struct record *record, const struct arch *arch)
{
    size_t count;
    const struct standing_run *spans = record_list_spans(form->scratch, record, arch, &count);
    struct answering answering = {.form = form, .inquiry = inquiry_new(form->scratch, record, arch)};
    bool has_builds = record->on[arch->index].evidence->axis->form == AXIS_BUILDS;
    json_member_open(&form->json, "answers", '[');
    for (size_t i = 0; i < count; i++) {
        struct standing_run run = spans[i], rest = spans[i];
        uint64_t end = (run.range.from | REVISION_ANY) + 1; // of the build in which the run begins
        if (run.kernel)
            continue;
        if (!has_builds) {
            add_run(&answering, &run);
            continue;
        }
        if (version_part(run.range.from, 3) && end < run.range.to)
            run.range.to = rest.range.from = end;
        add_run_of_builds(&answering, &run);
        if (run.range.to != rest.range.to)
            add_run_of_builds(&answering, &rest);
    }
    if (answering.is_any)
        write_answer(form, answering.inquiry, &answering.answer);
    json_close(&form->json, ']');
}

/* Writes the grades of members where somebody saw single members: in each range of versions a row of digits, one for
 * each column. Members that have the same grades in all versions share a column. */
static void write_grades(struct form *form, const struct record *record, const struct arch *arch)
{
    struct json *json = &form->json;
    const struct answers answers = record_list_grades(form->scratch, form->model->program->intern, record, &arch, 1);
    json_member_open(json, "grades", '{');
    json_member_open(json, "columns", '[');
    for (size_t column = 0; column < answers.grade_width; column++) {
        json_open(json, '[');
        for (size_t i = 0; i < record->member_count; i++)
            if (answers.columns[i] == column)
                json_text(json, record->members[i]->name);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_member_open(json, "rows", '[');
    for (size_t i = 0; i < answers.grade_count; i++)
        json_text(json, answers.grades[i]);
    json_close(json, ']');
    json_member_open(json, "ranges", '[');
    for (size_t i = 0; i < answers.range_count; i++) {
        const struct answer_range *range = &answers.ranges[i];
        if (i && range->grades == answers.ranges[i - 1].grades)
            continue; // the layout alone is another one
        json_open(json, '{');
        form_write_begin(form, range->first);
        if (range->grades)
            json_member_number(json, "row", range->grades - 1);
        else
            json_member_text(json, "row", NULL);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* ---- Structures */

/* Returns the number of a structure's evidence in the list "evidence", and adds the evidence if it is new. */
static uint64_t number_evidence(struct form *form, const struct evidence *evidence)
{
    size_t number = (size_t)(uintptr_t)map_get(form->numbers, evidence);
    if (!number) {
        buffer_add(&form->evidence, &evidence, sizeof evidence);
        number = form->evidence.size / sizeof evidence;
        map_set(form->numbers, evidence, (void *)(uintptr_t)number);
    }
    return number - 1;
}

/* Writes the architectures on which a record exists, each with its versions. */
static void write_presence(struct form *form, const struct record *record)
{
    struct json *json = &form->json;
    json_member_open(json, "on", '[');
    for (size_t i = 0; i < form->model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        if (!on->exists)
            continue;
        json_open(json, '{');
        json_member_text(json, "arch", form->model->arches[i]->name);
        form_write_text(form, "as", on->alias ? on->alias->name : NULL);
        form_write_ranges(form, "versions", on->versions);
        json_member_number(json, "evidence", number_evidence(form, on->evidence));
        write_answers(form, record, form->model->arches[i]);
        if (on->sightings)
            write_grades(form, record, form->model->arches[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void form_write_record(struct form *form, const struct record *record)
{
    struct json *json = &form->json;
    json_open(json, '{');
    form_write_record_head(form, record, record->type->name);
    if (record->pack)
        json_member_number(json, "pack", record->pack);
    if (record->is_partial)
        json_member_bool(json, "partial", true);
    write_presence(form, record);
    json_member_open(json, "layouts", '[');
    for (size_t i = 0; i < form->model->arch_count; i++)
        for (size_t k = 0; !record->on[i].alias && k < record->on[i].layout_count; k++)
            form_write_layout(form, &record->on[i].layouts[k], NULL);
    json_close(json, ']');
    json_close(json, '}');
    arena_clear(form->scratch);
}
