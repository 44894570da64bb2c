/* The accessor header of a file: its constants, enums and records. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "render/compact.h"
#include "render/context_parts.h"
#include "render/trim.h"

/* Returns the versions in which a row exists on the chosen arches. */
static struct version_set row_versions(const struct render *render, const struct row *row)
{
    const struct model *model = render->model;
    struct version_set in = {0};
    for (size_t a = 0; a < model->arch_count; a++)
        if (row->record->on[a].exists && choice_lays_out(render->choice, row->record, model->arches[a]))
            in = version_set_union(model->arena, in, row_present(model->arena, row, model->arches[a]));
    return in;
}

/* Returns the declaration of a row without its name: "UCHAR[15]". */
static const char *row_declaration(const struct render *render, const struct row *row)
{
    const struct source *source = source_find(render->model->program->sources, row->decl->span.begin);
    struct buffer text = {0};
    row_write_type(row, &text);
    for (unsigned i = 0; source && i < row_bound_count(row); i++) {
        struct span span = row_bound_span(row, i);
        buffer_add(&text, source->text + (span.begin - source->base), span.end - span.begin);
    }
    return intern_text(render->model->program->intern, buffer_take(&text, render->arena));
}

/* Describes the declarations of a member, each with its versions. Rows that differ only in the offset are one
 * declaration. */
static const char *member_doc(const struct render *render, const struct member *member)
{
    struct buffer text = {0};
    const char *doc = NULL;
    struct described {
        const char *declaration, *remark;
        struct version_set in;
    } *list = ARENA_ARRAY(render->arena, struct described, member->row_count);
    size_t count = 0;
    for (size_t i = 0; i < member->row_count; i++) {
        const struct row *row = member->rows[i];
        const char *declaration = row_declaration(render, row), *remark = row_remark(row);
        size_t k = 0;
        if (!choice_has_row(render->choice, row))
            continue;
        while (k < count && (list[k].declaration != declaration || list[k].remark != remark))
            k++;
        count += k == count;
        list[k] = (struct described){
            declaration, remark, version_set_union(render->model->arena, list[k].in, row_versions(render, row))};
        doc = doc ? doc : row_doc(row);
    }
    for (size_t i = 0; i < count; i++) {
        buffer_format(&text, "%s%s, ", i ? "; " : "", list[i].declaration);
        axis_write_set(&render->model->axis, list[i].in, &text);
        if (list[i].remark)
            buffer_format(&text, " (%s)", list[i].remark);
    }
    if (doc)
        buffer_format(&text, ": %s", doc);
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == '\n')
            text.data[i] = ' ';
    return buffer_take(&text, render->arena);
}

/* Returns the form and the C type of the functions that read a value, such as "u32" and "uint32_t"; null if the member
 * has no such value. */
static struct value access_value(const struct render *render, const struct plan_access *access)
{
    static const struct {
        unsigned bits;
        bool is_signed;
        const char *c_type, *form;
    } forms[] = {
        {8, false, "uint8_t", "u8"},   {8, true, "int8_t", "i8"},   {16, false, "uint16_t", "u16"},
        {16, true, "int16_t", "i16"},  {32, false, "uint32_t", "u32"}, {32, true, "int32_t", "i32"},
        {64, false, "uint64_t", "u64"}, {64, true, "int64_t", "i64"},
    };
    if (!access->exists)
        return value_null();
    struct object *object = context_object(render, SHAPE_ACCESS);
    if (access->is_float) { /* each function reads floats of both sizes */
        bool is_single = access->is_plain && access->bits == 32;
        object->values[ACCESS_FORM] = object->values[ACCESS_SIGN] = value_text(is_single ? "f32" : "f64");
        object->values[ACCESS_C_TYPE] = value_text(is_single ? "float" : "double");
        return value_object(object);
    }
    size_t i = 0;
    while (forms[i].bits != access->bits || forms[i].is_signed != access->is_signed)
        i++;
    object->values[ACCESS_FORM] = value_text(forms[i].form);
    object->values[ACCESS_C_TYPE] = value_text(forms[i].c_type);
    object->values[ACCESS_SIGN] = value_text(access->is_signed ? "signed" : "unsigned");
    return value_object(object);
}

static struct value inner_records(const struct render *render, const struct plan_member *member, bool array)
{
    struct list *list = list_new(render->arena);
    for (unsigned i = 0; i < member->record_count; i++) {
        if (!(array ? member->array[i] : member->single[i]) || !choice_has(render->choice, member->records[i]))
            continue;
        struct object *inner = context_object(render, SHAPE_INNER);
        const struct type *type = member->records[i]->type;
        inner->values[INNER_TYPE] = value_text(context_name(render, type, type->name));
        inner->values[INNER_TAG] = context_inner_tag(render, i, array);
        inner->values[INNER_SUFFIX] = value_text(context_inner_suffix(render, member, i));
        list_add(render->arena, list, value_object(inner));
    }
    return value_list(list);
}

/* True if a record has floats, so that its header needs strata_float.h. */
static bool has_floats(const struct plan *plan)
{
    bool has = false;
    for (size_t i = 0; plan && i < plan->member_count && !has; i++)
        has = plan->members[i].floats.sizes || plan->members[i].float_elements.sizes;
    return has;
}

bool context_has_floats(const struct render *render, size_t file_index)
{
    bool has = false;
    for (size_t i = context_first(&render->records, file_index); i < render->records.count && !has;
         i = context_next(&render->records, file_index, i))
        has = has_floats(render->plans[i]);
    return has;
}

bool context_has_columns(const struct render *render)
{
    for (size_t i = 0; i < render->records.count; i++)
        for (size_t k = 0; render->plans[i] && k < render->plans[i]->member_count; k++)
            if (render->plans[i]->members[k].words == SLOT_WORDS_MOST)
                return true;
    return false;
}

/* ---- Comments of offsets */

enum { NO_BIT = 0xFE }; /* the member is no bit-field; differs from BIT_UNKNOWN */

/* The position of a member. The offset is LAYOUT_UNKNOWN if no document states it. */
struct spot {
    bool exists;
    uint32_t offset;
    uint8_t bit;
};

/* The offsets of a member on an arch, while they are written: the last run of versions with the same offset, and the
 * text of the runs before it. */
struct run_of_offsets {
    struct buffer text;
    struct spot spot;
    struct version_range range;
    uint64_t end; /* of the run before; at first, the first version of the structure */
};

static struct spot find_spot(const struct layout *layout, const struct member *member)
{
    const struct layout_member *entry = layout_find(layout, member);
    if (!entry)
        return (struct spot){false, 0, NO_BIT};
    return (struct spot){true, entry->offset, entry->width ? entry->bit : NO_BIT};
}

/* Writes a run. Leaves out its first version if the run before ends there, and that it has no end. */
static void end_run(const struct render *render, struct run_of_offsets *run, bool is_only)
{
    const struct spot *spot = &run->spot;
    const bool is_next = run->range.from == run->end;
    if (!spot->exists)
        return;
    buffer_add_text(&run->text, run->text.size ? ", " : "");
    if (spot->offset == LAYOUT_UNKNOWN || spot->bit == BIT_UNKNOWN)
        buffer_add_char(&run->text, '?');
    else
        buffer_format(&run->text, spot->bit == NO_BIT ? "0x%X" : "0x%X bit %u", (unsigned)spot->offset,
                      (unsigned)spot->bit);
    run->end = run->range.to;
    if (is_only || (is_next && run->range.to == VERSION_END))
        return;
    buffer_add_text(&run->text, is_next ? " (.." : " (");
    if (is_next)
        axis_write_last(&render->model->axis, run->range.to, &run->text);
    else
        axis_write_range(&render->model->axis, run->range, &run->text);
    buffer_add_char(&run->text, ')');
}

/* Returns the offsets of a member on an arch, oldest first: "0x208 (..6.2), 0x348 (..1511), 0x4B8". */
static const char *write_offsets(const struct render *render, const struct plan *plan,
                                 const struct plan_member *member, size_t arch)
{
    const struct record_on *on = &plan->record->on[arch];
    struct run_of_offsets run = {.spot = {false, 0, NO_BIT},
                                 .end = on->versions.count ? on->versions.ranges[0].from : 0};
    for (size_t i = 0; i < on->layout_count; i++) {
        struct version_range in;
        if (!plan_find_versions(on, &on->layouts[i], &in))
            continue;
        struct spot spot = find_spot(&on->layouts[i], member->member);
        bool is_same = spot.exists == run.spot.exists && spot.offset == run.spot.offset && spot.bit == run.spot.bit;
        if (!is_same || in.from != run.range.to) {
            end_run(render, &run, false);
            run.range.from = in.from;
        }
        run.spot = spot;
        run.range.to = in.to;
    }
    bool is_only = on->versions.count == 1 && !run.text.size && run.range.from == on->versions.ranges[0].from &&
                   run.range.to == on->versions.ranges[0].to;
    end_run(render, &run, is_only);
    return buffer_take(&run.text, render->arena);
}

/* Returns a text from `from` on with `#` for its bits, if all are the same one: "; x64: 0x8 bit #". Sets `*bit` to it,
 * or to NO_BIT. */
static const char *mask_bits(const struct render *render, const char *text, const char *from, unsigned *bit)
{
    static const char before[] = " bit ";
    struct buffer masked = {0};
    *bit = NO_BIT;
    buffer_add(&masked, text, (size_t)(from - text));
    for (const char *next; (next = strstr(from, before)); from = next) {
        buffer_add(&masked, from, (size_t)(next - from));
        buffer_format(&masked, "%s#", before);
        char *end;
        unsigned number = (unsigned)strtoul(next + strlen(before), &end, 10);
        next = end;
        if (*bit != NO_BIT && number != *bit) {
            buffer_free(&masked);
            *bit = NO_BIT;
            return text;
        }
        *bit = number;
    }
    buffer_add_text(&masked, from);
    return buffer_take(&masked, render->arena);
}

/* Returns the comment of a member in lines: `doc`, and the offsets of the member on the chosen
 * arches. `*before` is the text of the member before, or NULL. An equal text is "the same"; if only the bit differs,
 * "the same, bit 3". Sets `*before` to the text of this member. */
static struct value member_comment(const struct render *render, const struct plan *plan,
                                   const struct plan_member *member, const char *doc, const char **before)
{
    const struct model *model = render->model;
    const char **offsets = ARENA_ARRAY(render->arena, const char *, model->arch_count);
    struct buffer text = {0};
    buffer_add_text(&text, doc);
    for (size_t a = 0; render->has_offsets && a < model->arch_count; a++)
        if (plan->record->on[a].exists && choice_lays_out(render->choice, plan->record, model->arches[a]))
            offsets[a] = write_offsets(render, plan, member, a);
    for (size_t a = 0; a < model->arch_count; a++) {
        if (!offsets[a] || !*offsets[a])
            continue;
        buffer_format(&text, "; %s", model->arches[a]->name);
        for (size_t k = a + 1; k < model->arch_count; k++) {
            if (!offsets[k] || strcmp(offsets[k], offsets[a]) != 0)
                continue;
            buffer_format(&text, ", %s", model->arches[k]->name);
            offsets[k] = NULL;
        }
        buffer_format(&text, ": %s", offsets[a]);
    }
    const char *whole = buffer_take(&text, render->arena);
    unsigned bit;
    const char *masked = mask_bits(render, whole, whole + strlen(doc), &bit);
    if (*before && !strcmp(*before, masked))
        whole = bit == NO_BIT ? "the same" : arena_format(render->arena, "the same, bit %u", bit);
    *before = masked;
    return context_wrap(render, whole, strlen(whole), strlen("/*  */"));
}

/* ---- Members */

static struct value record_members(const struct render *render, const struct plan *plan)
{
    struct list *list = list_new(render->arena);
    const char *before = NULL;
    for (size_t i = 0; i < plan->member_count; i++) {
        const struct plan_member *member = &plan->members[i];
        if (!member->words)
            continue;
        struct object *object = context_object(render, SHAPE_MEMBER);
        object->values[MEMBER_NAME] = value_text(member->name);
        const char *doc = member_doc(render, member->member);
        object->values[MEMBER_DOC] = value_text(doc);
        object->values[MEMBER_COMMENT] = member_comment(render, plan, member, doc, &before);
        object->values[MEMBER_INDEX] = context_hex(render, member->number);
        context_lines(render, plan, member, compact_is_plain(render->compact), object);
        object->values[MEMBER_SCALAR] = access_value(render, &member->scalar);
        object->values[MEMBER_ARRAY] = access_value(render, &member->element);
        object->values[MEMBER_FLOAT_SCALAR] = access_value(render, &member->float_scalar);
        object->values[MEMBER_FLOAT_ARRAY] = access_value(render, &member->float_element);
        object->values[MEMBER_HAS_COUNT] = value_boolean(member->has_count);
        object->values[MEMBER_HAS_COLUMNS] = value_boolean(member->words == SLOT_WORDS_MOST);
        object->values[MEMBER_RECORDS] = inner_records(render, member, false);
        object->values[MEMBER_RECORD_ARRAYS] = inner_records(render, member, true);
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

/* ---- Calls of strata_reader.h */

static struct value pointer_value(const struct render *render, const struct plan_member *member)
{
    struct context_pointee pointee;
    if (!context_find_pointee(render, member->member, &pointee))
        return value_null();
    const struct record *record = context_find_pointed(render, member->member);
    if (record && !choice_has(render->choice, record))
        record = NULL;
    bool deref = pointee.stars > 1 && member->scalar.exists;
    if (!record && !deref)
        return value_null();
    struct object *object = context_object(render, SHAPE_POINTER);
    object->values[POINTER_NAME] = value_text(member->name);
    object->values[POINTER_INDEX] = context_hex(render, member->number);
    object->values[POINTER_HAS_DEREF] = value_boolean(deref);
    if (record && member->scalar.exists)
        object->values[POINTER_FOLLOW] = value_text(context_name(render, record->type, record->type->name));
    if (record && member->element.exists)
        object->values[POINTER_FOLLOW_AT] = value_text(context_name(render, record->type, record->type->name));
    return value_object(object);
}

/* True for a link of a list: a pointer to the next link, optionally one to the previous link, and nothing else. */
static bool is_link(const struct render *render, const struct record *record)
{
    if (record->is_union || record->member_count < 1 || record->member_count > 2)
        return false;
    for (size_t i = 0; i < record->member_count; i++)
        if (context_find_pointed(render, record->members[i]) != record || row_bound_count(record->members[i]->rows[0]))
            return false;
    return true;
}

static const char *member_name(const struct render *render, const struct member *member)
{
    return context_name(render, member, member->name);
}

static struct value is_link_value(const struct render *render, const struct record *record)
{
    if (!is_link(render, record))
        return value_null();
    struct object *object = context_object(render, SHAPE_IS_LINK);
    object->values[IS_LINK_FORWARD] = value_text(member_name(render, record->members[0]));
    object->values[IS_LINK_BACKWARD] = value_text(member_name(render, record->members[record->member_count - 1]));
    return value_object(object);
}

static void add_links(const struct render *render, const struct plan_member *member, struct list *list)
{
    for (unsigned i = 0; i < member->record_count; i++) {
        const struct record *link = member->records[i];
        if (!member->single[i] || !is_link(render, link))
            continue;
        struct object *object = context_object(render, SHAPE_LINK);
        object->values[LINK_NAME] = value_text(member->name);
        object->values[LINK_SUFFIX] = value_text(context_inner_suffix(render, member, i));
        object->values[LINK_TAG] = context_inner_tag(render, i, false);
        object->values[LINK_TYPE] = value_text(context_name(render, link->type, link->type->name));
        object->values[LINK_FORWARD] = value_text(member_name(render, link->members[0]));
        object->values[LINK_BACKWARD] = value_text(member_name(render, link->members[link->member_count - 1]));
        list_add(render->arena, list, value_object(object));
    }
}

/* A counted string is recognised by its members: length, maximal length, and a pointer to 16-bit units. */
static struct value string_value(const struct render *render, const struct plan *plan)
{
    struct context_pointee pointee;
    if (plan->member_count != 3 || !plan->layout_count ||
        !context_find_pointee(render, plan->members[2].member, &pointee) ||
        pointee.stars != 1 || !pointee.type || plan->members[2].has_count)
        return value_null();
    if (pointee.type->kind != TYPE_UNSIGNED && pointee.type->kind != TYPE_CHAR)
        return value_null();
    for (unsigned i = 0; i < 2; i++) {
        const struct plan_access *access = &plan->members[i].scalar;
        if (!access->is_plain || access->is_signed || access->bits != 16 || plan->members[i].has_count)
            return value_null();
    }
    const struct layout *layout = plan->layouts[0].layout;
    if (type_measure(pointee.type, layout->arch, layout->range.from).size != 2)
        return value_null();
    struct object *object = context_object(render, SHAPE_STRING);
    object->values[STRING_LENGTH] = value_text(plan->members[0].name);
    object->values[STRING_MAXIMUM] = value_text(plan->members[1].name);
    object->values[STRING_BUFFER] = value_text(plan->members[2].name);
    return value_object(object);
}

static void add_reader(const struct render *render, const struct plan *plan, struct object *object)
{
    struct list *pointers = list_new(render->arena);
    struct list *links = list_new(render->arena);
    for (size_t i = 0; i < plan->member_count; i++) {
        struct value pointer = pointer_value(render, &plan->members[i]);
        if (pointer.kind != VALUE_NULL)
            list_add(render->arena, pointers, pointer);
        add_links(render, &plan->members[i], links);
    }
    object->values[RECORD_STRING] = string_value(render, plan);
    object->values[RECORD_POINTERS] = value_list(pointers);
    object->values[RECORD_LINKS] = value_list(links);
}

/* ---- Records and files */

static struct value record_value(const struct render *render, const struct plan *plan)
{
    struct object *object = context_object(render, SHAPE_RECORD);
    object->values[RECORD_NAME] = value_text(plan->name);
    object->values[RECORD_LOWER] = context_lower(render, plan);
    object->values[RECORD_UPPER] = context_upper(render, plan);
    object->values[RECORD_TITLE] = value_text(plan->record->type->name);
    object->values[RECORD_DOC] = value_text(plan->record->type->doc);
    object->values[RECORD_MEMBERS] = record_members(render, plan);
    object->values[RECORD_HAS_MEMBERS] = value_boolean(object->values[RECORD_MEMBERS].list->count > 0);
    object->values[RECORD_HAS_RELEASES] = value_boolean(render->calls & TRIM_READ);
    object->values[RECORD_HAS_NAMES] = value_boolean(render->has_names);
    object->values[RECORD_IS_LINK] = is_link_value(render, plan->record);
    object->values[RECORD_ALIASES] = context_aliases(render, plan);
    object->values[RECORD_RELEASE_LISTS] = context_release_lists(render, plan);
    object->values[RECORD_LABELS] = context_labels(render, plan);
    context_tables(render, plan, object);
    if (render->compact)
        compact_add_record(render, render->compact, plan, object);
    else
        context_evidence(render, plan, object);
    if (render->calls & TRIM_VALIDATE)
        context_rules(render, plan, object);
    object->values[RECORD_IS_PLAIN_TABLE] = value_boolean(object->values[RECORD_MORE].kind == VALUE_NULL &&
                                                          object->values[RECORD_RULE_COUNT].kind == VALUE_NULL);
    if (render->has_reader)
        add_reader(render, plan, object);
    return value_object(object);
}

static struct value file_arches(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < render->model->arch_count; i++) {
        const struct arch *arch = render->model->arches[i];
        if (!choice_has_arch(render->choice, arch) || !context_is_in_file(render, file_index, arch->span) ||
            (render->compact && !compact_has_arch(render->compact, arch)))
            continue;
        struct object *object = context_object(render, SHAPE_ARCH);
        object->values[ARCH_NAME] = value_text(names_in_capitals(render->arena, arch->name));
        object->values[ARCH_NUMBER] = value_integer(plan_arch_number(arch));
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

static void add_version(const struct render *render, struct list *list, const char *name, uint64_t version)
{
    struct object *object = context_object(render, SHAPE_VERSION);
    object->values[VERSION_NAME] = value_text(names_in_capitals(render->arena, name));
    object->values[VERSION_MAJOR] = value_integer(version_part(version, 0));
    object->values[VERSION_MINOR] = value_integer(version_part(version, 1));
    object->values[VERSION_BUILD] = value_integer(version_part(version, 2));
    object->values[VERSION_REVISION] = value_integer(version_part(version, 3));
    list_add(render->arena, list, value_object(object));
}

/* Returns the versions that a file declares. A point has its own version, a release the version of its first point. */
static struct value file_versions(const struct render *render, size_t file_index)
{
    const struct axis *axis = &render->model->axis;
    struct list *list = list_new(render->arena);
    for (size_t r = 0; r < axis->release_count; r++) {
        const struct axis_release *release = &axis->releases[r];
        if (!context_is_in_file(render, file_index, release->span))
            continue;
        const struct axis_point *points = axis->points + release->first_point;
        add_version(render, list, release->name, axis_release_version(axis, release));
        for (size_t p = 0; p < release->point_count; p++)
            add_version(render, list, points[p].name, points[p].version);
    }
    return value_list(list);
}

static void add_named(const struct render *render, struct list *list, const char *title, struct value number)
{
    struct object *object = context_object(render, SHAPE_NAMED);
    object->values[NAMED_TITLE] = value_text(title);
    object->values[NAMED_NUMBER] = number;
    list_add(render->arena, list, value_object(object));
}

/* Returns the names of the chosen arches if the file declares the first arch of the model; else an empty list. */
static struct value file_arch_names(const struct render *render, size_t file_index)
{
    const struct model *model = render->model;
    struct list *list = list_new(render->arena);
    if (!model->arch_count || !context_is_in_file(render, file_index, model->arches[0]->span))
        return value_list(list);
    for (size_t i = 0; i < model->arch_count; i++)
        if (choice_has_arch(render->choice, model->arches[i]))
            add_named(render, list, model->arches[i]->name, value_integer(plan_arch_number(model->arches[i])));
    return value_list(list);
}

/* Returns the names of all points, and of releases without points, newest first, if the file declares the first
 * release; else an empty list. */
static struct value file_version_names(const struct render *render, size_t file_index)
{
    const struct axis *axis = &render->model->axis;
    struct list *list = list_new(render->arena);
    if (!axis->release_count || !context_is_in_file(render, file_index, axis->releases[0].span))
        return value_list(list);
    for (size_t r = axis->release_count; r-- > 0;) {
        const struct axis_release *release = &axis->releases[r];
        const struct axis_point *points = axis->points + release->first_point;
        for (size_t p = release->point_count; p-- > 0;)
            add_named(render, list, points[p].name, context_hex(render, points[p].range.from));
        if (!release->point_count)
            add_named(render, list, release->name, context_hex(render, release->range.from));
    }
    return value_list(list);
}

/* Returns the value that a constant has in all versions on all chosen arches, or NULL. */
static const struct cell_value *common_value(const struct render *render, const struct constant *constant)
{
    const struct cell_value *common = NULL;
    for (size_t a = 0; a < render->model->arch_count; a++) {
        const struct cell *cell = &constant->value[a];
        for (size_t k = 0; k < cell->count && choice_has_arch(render->choice, render->model->arches[a]); k++) {
            const struct cell_value *value = &cell->values[k];
            if (value->kind != AST_VALUE_NUMBER || (common && common->number != value->number))
                return NULL;
            common = value;
        }
    }
    return common;
}

/* Returns the constants that have the same value everywhere. Others cannot be a single macro. */
static struct value file_constants(const struct render *render, size_t file_index)
{
    const struct model *model = render->model;
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < model->constant_count; i++) {
        const struct constant *constant = model->constants[i];
        const struct cell_value *common = common_value(render, constant);
        if (!common || !context_takes(render, file_index, constant->file_index, constant))
            continue;
        struct object *object = context_object(render, SHAPE_CONSTANT);
        object->values[CONSTANT_NAME] = value_text(context_name(render, constant, constant->name));
        object->values[CONSTANT_VALUE] = context_hex(render, common->number);
        object->values[CONSTANT_DOC] = value_text(constant->doc);
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

/* Returns the headers of the runtime that a header needs beside strata.h. */
static struct value list_companions(const struct render *render, size_t file_index, bool has_globals)
{
    const struct {
        bool is_needed;
        const char *name;
    } all[] = {
        {context_has_floats(render, file_index), "strata_float.h"},
        {render->has_names || context_has_values(render, file_index), "strata_values.h"},
        {render->has_names, "strata_known.h"},
        {render->has_names, "strata_layout.h"},
        {render->has_names, "strata_set.h"},
        {has_globals, "strata_address.h"},
    };
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!all[i].is_needed)
            continue;
        struct object *include = context_object(render, SHAPE_INCLUDE);
        include->values[INCLUDE_PATH] = value_text(all[i].name);
        list_add(render->arena, list, value_object(include));
    }
    return value_list(list);
}

struct value context_header(const struct render *render, size_t file_index)
{
    struct object *object = context_file(render, file_index, "");
    bool has_all = render->calls == TRIM_ALL;
    object->values[FILE_HAS_READER] = value_boolean(render->has_reader);
    object->values[FILE_ARCHES] = file_arches(render, file_index);
    object->values[FILE_HAS_ARCHES] = value_boolean(object->values[FILE_ARCHES].list->count > 0);
    object->values[FILE_VERSIONS] = file_versions(render, file_index);
    object->values[FILE_HAS_VERSIONS] = value_boolean(has_all && object->values[FILE_VERSIONS].list->count > 0);
    object->values[FILE_ARCH_NAMES] = file_arch_names(render, file_index);
    object->values[FILE_HAS_ARCH_NAMES] = value_boolean(has_all && object->values[FILE_ARCH_NAMES].list->count > 0);
    object->values[FILE_VERSION_NAMES] = file_version_names(render, file_index);
    object->values[FILE_HAS_VERSION_NAMES] =
        value_boolean(has_all && object->values[FILE_VERSION_NAMES].list->count > 0);
    object->values[FILE_RELEASES] = context_releases(render, file_index);
    object->values[FILE_HAS_RELEASES] =
        value_boolean(!render->bases && render->calls & TRIM_READ && object->values[FILE_RELEASES].list->count > 0);
    object->values[FILE_CONSTANTS] = file_constants(render, file_index);
    object->values[FILE_GLOBALS] = context_globals(render, file_index);
    object->values[FILE_COMPANIONS] = list_companions(render, file_index, object->values[FILE_GLOBALS].list->count > 0);
    object->values[FILE_ENUMS] = context_enums(render, file_index);
    object->values[FILE_IS_COMPACT] = value_boolean(render->compact);
    if (!render->compact)
        object->values[FILE_EVIDENCES] = context_evidences(render, file_index);
    object->values[FILE_RECORDS] = context_records(render, file_index, record_value);
    object->values[FILE_EVENTS] = context_events(render, file_index);
    object->values[FILE_EVENT_HEADERS] = context_event_headers(render, file_index);
    return value_object(object);
}
