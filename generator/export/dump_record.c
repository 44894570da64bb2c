#include "base/arena.h"
#include "export/dump_parts.h"
#include "model/holes.h"

static void write_aggregate(struct dump *dump, const struct layout *layout, struct aggregate aggregate);

/* Writes the words of a type one by one: what the word names, and the pointers to that. */
static void write_type(struct dump *dump, const struct row *row)
{
    struct json *json = &dump->json;
    buffer_clear(&dump->text);
    row_write_type(row, &dump->text);
    json_key(json, "type");
    json_string(json, dump->text.data, dump->text.size);
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
}

/* Writes the number of elements and, of each dimension, the same; null for one that nobody knows, and for `[]`. */
static void write_dimensions(struct dump *dump, const struct layout *layout, const struct layout_member *member)
{
    struct json *json = &dump->json;
    unsigned count = row_bound_count(member->row);
    if (!count)
        return;
    json_member_number(json, "count", member->count);
    json_member_open(json, "dimensions", '[');
    bool is_known = row_bounds_known(member->row, layout->arch, layout->in.from);
    for (unsigned i = 0; i < count; i++) {
        enum ast_bound_kind kind = row_bound_kind(member->row, i);
        if (kind == AST_BOUND_FLEXIBLE || (kind == AST_BOUND_COUNT && !is_known))
            json_null(json);
        else
            json_number(json, row_bound(member->row, layout->arch, layout->in.from, i));
    }
    json_close(json, ']');
    if (member->is_trailing)
        json_member_bool(json, "trailing", true);
}

/* Returns the cell that places a member: of its offset, else of its bits. NULL if it lies where C puts it. */
static const struct cell_value *find_placement(const struct layout *layout, const struct layout_member *member)
{
    const struct row_extras *extras = row_on(member->row, layout->arch)->extras;
    const struct cell_value *bit = NULL;
    if (member->at || !member->width)
        return member->at;
    bit = cell_at(extras->bit, layout->in.from);
    return bit ? bit : cell_at(extras->mask, layout->in.from);
}

/* Returns where the anonymous aggregate around a member begins. If that is unknown, takes the next one around it, and
 * at last the record. */
static uint32_t find_begin(const struct layout *layout, const struct layout_member *member)
{
    unsigned depth = member->depth;
    for (const struct layout_member *holder = member; depth > 0 && holder-- > layout->members;)
        if (holder->depth < depth) {
            depth = holder->depth;
            if (holder->offset != LAYOUT_UNKNOWN)
                return holder->offset;
        }
    return 0;
}

/* Writes the offset in the aggregate around a member; it is negative if a contradictory table places the member before
 * that. */
static void write_offset(struct dump *dump, const struct layout *layout, const struct layout_member *member)
{
    uint32_t begin = find_begin(layout, member);
    json_key(&dump->json, "offset");
    if (member->offset == LAYOUT_UNKNOWN)
        json_null(&dump->json);
    else
        json_signed(&dump->json, member->offset < begin,
                    member->offset < begin ? begin - member->offset : member->offset - begin);
}

static void write_member(struct dump *dump, const struct layout *layout, const struct layout_member *member)
{
    static const char *const forms[] = {[FORM_MEMBER] = "member",
                                        [FORM_STRUCT] = "struct",
                                        [FORM_UNION] = "union",
                                        [FORM_UNACCOUNTED] = "unaccounted",
                                        [FORM_BYTES] = "bytes"};
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", member->row->name);
    json_member_text(json, "form", forms[member->row->form]);
    write_type(dump, member->row);
    write_offset(dump, layout, member);
    dump_known(dump, "size", member->size);
    if (member->width) {
        dump_known(dump, "bit", member->bit == BIT_UNKNOWN ? LAYOUT_UNKNOWN : member->bit);
        json_member_number(json, "width", member->width);
    }
    write_dimensions(dump, layout, member);
    if (find_placement(layout, member))
        dump_provenance(dump, member->provenance, member->at);
    if (member->row->is_unknown)
        json_member_bool(json, "invented", true);
    if (member->is_repeated)
        json_member_bool(json, "repeated", true);
    dump_text(dump, "remark", row_remark(member->row));
    dump_text(dump, "doc", row_doc(member->row));
    if (row_is_anonymous(member->row))
        write_aggregate(dump, layout, aggregate_of_member(member));
    json_close(json, '}');
}

/* Writes the holes of an aggregate, with offsets from its beginning. */
static void write_holes(struct dump *dump, const struct aggregate *aggregate)
{
    struct json *json = &dump->json;
    struct holes holes = holes_find(dump->scratch, aggregate);
    json_member_open(json, "holes", '[');
    for (size_t i = 0; i < holes.count; i++) {
        const struct hole *hole = &holes.items[i];
        uint64_t offset = hole->unit ? hole->unit->offset : hole->from / 8;
        json_open(json, '{');
        json_member_number(json, "offset", offset - aggregate->begin);
        json_member_number(json, "size", hole->unit ? hole->unit->size : (hole->to - hole->from) / 8);
        if (hole->unit) {
            json_member_number(json, "bit", hole->from - offset * 8);
            json_member_number(json, "width", hole->to - hole->from);
        }
        if (hole->is_padding)
            json_member_bool(json, "padding", true);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_aggregate(struct dump *dump, const struct layout *layout, struct aggregate aggregate)
{
    json_member_open(&dump->json, "members", '[');
    for (const struct layout_member *m = aggregate.first; m < aggregate.end; m += m->descendants + 1)
        write_member(dump, layout, m);
    json_close(&dump->json, ']');
    write_holes(dump, &aggregate);
}

static void write_layout(struct dump *dump, const struct layout *layout)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "arch", layout->arch->name);
    dump_range(dump, layout->in);
    dump_known(dump, "size", layout->size);
    if (layout->stated) {
        json_member_open(json, "stated", '{');
        dump_provenance(dump, layout->stated->provenance, layout->stated);
        json_close(json, '}');
    }
    json_member_number(json, "align", layout->align);
    write_aggregate(dump, layout, aggregate_of_layout(layout));
    json_close(json, '}');
}

/* Returns the index of a layout among all that are written of a record. */
static size_t find_index(const struct record *record, const struct layout *layout)
{
    size_t index = 0;
    for (size_t i = 0; i < layout->arch->index; i++)
        index += record->on[i].alias ? 0 : record->on[i].layout_count;
    return index + (size_t)(layout - record->on[layout->arch->index].layouts);
}

/* Writes the members of a disputed record that are disputed themselves, and the grade of the others. */
static void write_disputed(struct dump *dump, const struct record *record, const struct standing *standing)
{
    struct json *json = &dump->json;
    json_member_text(json, "others", basis_name(others_stand(record, standing->arch, standing->version).basis));
    json_member_open(json, "disputed", '[');
    for (size_t i = 0; i < record->member_count; i++)
        if (member_stand(record, record->members[i], standing->arch, standing->version).basis == STRATA_DISPUTED)
            json_text(json, record->members[i]->name);
    json_close(json, ']');
}

/* Writes which layout to take in all versions, and how well that is known. Builds of the system that run the kernel of
 * another build are left out: the axis has that build. */
static void write_answers(struct dump *dump, const struct record *record, const struct arch *arch)
{
    size_t count;
    struct json *json = &dump->json;
    const struct standing_run *spans = record_list_spans(dump->scratch, record, arch, &count);
    json_member_open(json, "answers", '[');
    for (size_t i = 0, next; i < count; i = next) {
        const struct standing *standing = &spans[i].standing;
        struct version_range in = spans[i].in;
        for (next = i + 1; next < count && !spans[next].kernel && !spans[i].kernel &&
                           standing->basis != STRATA_DISPUTED && spans[next].standing.basis == standing->basis &&
                           spans[next].standing.layout == standing->layout;
             next++)
            in.to = spans[next].in.to;
        if (spans[i].kernel)
            continue;
        json_open(json, '{');
        dump_range(dump, in);
        if (standing->layout)
            json_member_number(json, "layout", find_index(record, standing->layout));
        else
            json_member_text(json, "layout", NULL);
        json_member_text(json, "basis", basis_name(standing->basis));
        if (standing->basis == STRATA_DISPUTED)
            write_disputed(dump, record, standing);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Writes the architectures on which a record exists, each with its versions. */
static void write_presence(struct dump *dump, const struct record *record)
{
    struct json *json = &dump->json;
    json_member_open(json, "on", '[');
    for (size_t i = 0; i < dump->model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        if (!on->exists)
            continue;
        json_open(json, '{');
        json_member_text(json, "arch", dump->model->arches[i]->name);
        if (on->alias)
            json_member_text(json, "as", on->alias->name);
        dump_set(dump, "in", on->in);
        json_member_number(json, "attested", dump_attested(dump, on->evidence));
        write_answers(dump, record, dump->model->arches[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void dump_record(struct dump *dump, const struct record *record)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", record->type->name);
    json_member_text(json, "kind", record->is_union ? "union" : "struct");
    if (record->parent_row)
        json_member_text(json, "within", record->parent_row->record->type->name);
    json_member_text(json, "file", dump->model->program->files[record->file_index].name);
    dump_text(dump, "source", record->source);
    dump_text(dump, "doc", record->type->doc);
    if (record->pack)
        json_member_number(json, "pack", record->pack);
    if (record->is_partial)
        json_member_bool(json, "partial", true);
    write_presence(dump, record);
    json_member_open(json, "layouts", '[');
    for (size_t i = 0; i < dump->model->arch_count; i++)
        for (size_t k = 0; !record->on[i].alias && k < record->on[i].layout_count; k++)
            write_layout(dump, &record->on[i].layouts[k]);
    json_close(json, ']');
    json_close(json, '}');
    arena_clear(dump->scratch);
}
