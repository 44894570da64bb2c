/*
 * Data about a record for memory in another process or dump: members that point to records, links of lists, and counted
 * strings.
 */
#include "render/context_parts.h"

/* The pointers that a member is in its rows on the chosen arches: the type after following all stars. */
struct pointee {
    unsigned stars;          /* fewest stars of a row; 0: no row yet */
    const struct type *type; /* NULL if the rows differ or the type is not declared */
};

/* True if a member exists and all its rows are pointers to data. */
static bool find_pointee(const struct render *render, const struct member *member, struct pointee *pointee)
{
    *pointee = (struct pointee){0};
    for (size_t i = 0; i < member->row_count; i++) {
        const struct row *row = member->rows[i];
        if (!choice_has_row(render->choice, row))
            continue;
        if (row_kind(row) != ROW_POINTER || row_spelled(row)->parameters)
            return false;
        unsigned stars = row_spelled(row)->pointer_depth + (row->type && row->type->kind == TYPE_POINTER);
        if (!pointee->stars)
            *pointee = (struct pointee){stars, row->type};
        else if (row->type != pointee->type || stars != pointee->stars)
            pointee->type = NULL;
        if (stars < pointee->stars)
            pointee->stars = stars;
    }
    return pointee->stars > 0;
}

/* Returns the record that a member points to, or NULL. */
static const struct record *find_pointed_record(const struct render *render, const struct member *member)
{
    struct pointee pointee;
    if (!find_pointee(render, member, &pointee) || pointee.stars != 1 || !pointee.type ||
        pointee.type->kind != TYPE_RECORD)
        return NULL;
    return pointee.type->record;
}

static struct value pointer_value(const struct render *render, const struct plan_member *member)
{
    struct pointee pointee;
    if (!find_pointee(render, member->member, &pointee))
        return value_null();
    const struct record *record = find_pointed_record(render, member->member);
    if (record && !choice_has(render->choice, record))
        record = NULL;
    bool deref = pointee.stars > 1 && member->scalar.exists;
    if (!record && !deref)
        return value_null();
    struct object *object = context_object(render, SHAPE_POINTER);
    object->values[POINTER_NAME] = value_text(member->name);
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
        if (find_pointed_record(render, record->members[i]) != record || row_bound_count(record->members[i]->rows[0]))
            return false;
    return true;
}

static const char *member_name(const struct render *render, const struct member *member)
{
    return context_name(render, member, member->name);
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
    struct pointee pointee;
    if (plan->member_count != 3 || !plan->layout_count || !find_pointee(render, plan->members[2].member, &pointee) ||
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
    if (type_measure(pointee.type, layout->arch, layout->in.from).size != 2)
        return value_null();
    struct object *object = context_object(render, SHAPE_STRING);
    object->values[STRING_LENGTH] = value_text(plan->members[0].name);
    object->values[STRING_MAXIMUM] = value_text(plan->members[1].name);
    object->values[STRING_BUFFER] = value_text(plan->members[2].name);
    return value_object(object);
}

void context_reader(const struct render *render, const struct plan *plan, struct object *object)
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
