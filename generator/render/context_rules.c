#include "answer/standing.h"
#include "base/buffer.h"
#include "render/context_parts.h"

/* An interval of accepted values, ordered by the member's sign. */
struct interval {
    uint64_t low, high;
    bool empty;
};

static bool is_below(uint64_t a, uint64_t b, bool is_signed)
{
    uint64_t bias = is_signed ? (uint64_t)1 << 63 : 0;
    return (a ^ bias) < (b ^ bias);
}

/* Reduces an interval to the values that a relation accepts. Ignores `!=`, which split_interval handles. */
static void cut_interval(struct interval *interval, enum ast_relation relation, uint64_t number, bool is_signed)
{
    uint64_t least = is_signed ? (uint64_t)1 << 63 : 0, most = is_signed ? INT64_MAX : UINT64_MAX;
    uint64_t low = least, high = most;
    switch (relation) {
    case AST_EQUAL:
        low = high = number;
        break;
    case AST_LESS:
        interval->empty |= number == least;
        high = number - 1;
        break;
    case AST_LESS_EQUAL:
        high = number;
        break;
    case AST_GREATER:
        interval->empty |= number == most;
        low = number + 1;
        break;
    case AST_GREATER_EQUAL:
        low = number;
        break;
    case AST_NOT_EQUAL:
        return;
    }
    if (is_below(interval->low, low, is_signed))
        interval->low = low;
    if (is_below(high, interval->high, is_signed))
        interval->high = high;
    interval->empty |= is_below(interval->high, interval->low, is_signed);
}

static uint64_t term_number(const struct ast_term *term)
{
    return term->negative ? 0 - term->number : term->number;
}

/* A list of intervals: one for each operand of an ||, and one more for each interval that a != splits. */
struct intervals {
    struct interval *items;
    size_t count;
};

static void split_interval(struct intervals *list, size_t first, uint64_t number, bool is_signed)
{
    for (size_t i = first, end = list->count; i < end; i++) {
        struct interval *interval = &list->items[i];
        if (interval->empty || is_below(number, interval->low, is_signed) ||
            is_below(interval->high, number, is_signed))
            continue;
        struct interval above = *interval;
        cut_interval(interval, AST_LESS, number, is_signed);
        cut_interval(&above, AST_GREATER, number, is_signed);
        list->items[list->count++] = above;
    }
}

/* Returns a condition as a union of intervals. */
static struct intervals find_intervals(const struct render *render, const struct ast_term *terms, bool is_signed)
{
    struct intervals list = {NULL, 0};
    size_t most = 0;
    for (const struct ast_term *term = terms; term; term = term->next)
        most += term->relation == AST_NOT_EQUAL ? 2 : 1;
    list.items = ARENA_ARRAY(render->arena, struct interval, most);
    while (terms) {
        const struct ast_term *side = terms;
        size_t first = list.count;
        struct interval whole = {is_signed ? (uint64_t)1 << 63 : 0, is_signed ? INT64_MAX : UINT64_MAX, false};
        for (terms = side; terms && (terms == side || !terms->begins); terms = terms->next)
            cut_interval(&whole, terms->relation, term_number(terms), is_signed);
        list.items[list.count++] = whole;
        for (const struct ast_term *term = side; term != terms; term = term->next)
            if (term->relation == AST_NOT_EQUAL)
                split_interval(&list, first, term_number(term), is_signed);
    }
    return list;
}

/* Returns the condition as written in the spec. */
static const char *condition_text(const struct render *render, const struct ast_term *terms)
{
    static const char *const relations[] = {
        [AST_EQUAL] = "==",      [AST_NOT_EQUAL] = "!=", [AST_LESS] = "<",
        [AST_LESS_EQUAL] = "<=", [AST_GREATER] = ">",    [AST_GREATER_EQUAL] = ">="};
    struct buffer text = {0};
    for (const struct ast_term *term = terms; term; term = term->next)
        buffer_format(&text, "%s%s %s%llu",
                      term == terms  ? ""
                      : term->begins ? " || "
                                     : " && ",
                      relations[term->relation], term->negative ? "-" : "", (unsigned long long)term->number);
    return buffer_take(&text, render->arena);
}

/* Adds a row for each interval and each range of versions in which the member's row exists. A condition that no value
 * meets also gets a row; without a row there would be no rule. */
static void add_accepted(const struct render *render, const struct row *row, const struct intervals *intervals,
                         struct list *accepted)
{
    const struct model *model = render->model;
    for (size_t a = 0; a < model->arch_count; a++) {
        const struct arch *arch = model->arches[a];
        if (!row->record->on[a].exists || !choice_has_arch(render->choice, arch))
            continue;
        struct version_set in =
            evidence_spread(render->arena, row->record->on[a].evidence, row_on(row, arch)->versions);
        for (size_t r = 0; r < in.count; r++) {
            for (size_t i = 0; i < intervals->count; i++) {
                struct interval interval = intervals->items[i];
                if (interval.empty)
                    interval = (struct interval){1, 0, true};
                list_add(render->arena, accepted,
                         value_object(context_row(render, interval.low, interval.high, in.ranges[r],
                                                  (uint64_t)1 << plan_arch_number(arch))));
            }
        }
    }
}

static struct object *add_rule(const struct render *render, struct list *rules, const char *member, const char *text)
{
    struct object *rule = context_object(render, SHAPE_RULE);
    rule->values[RULE_NAME] = value_text(member);
    rule->values[RULE_TEXT] = value_text(text);
    list_add(render->arena, rules, value_object(rule));
    return rule;
}

/* Returns the enum that names a member's values in all its rows on chosen arches, or NULL. Flags accept every value. */
static const struct enumeration *member_enumeration(const struct render *render, const struct member *member)
{
    const struct enumeration *common = NULL;
    for (size_t i = 0; i < member->row_count; i++) {
        const struct row *row = member->rows[i];
        if (!choice_has_row(render->choice, row))
            continue;
        const struct type *type = row_value_type(row);
        const struct enumeration *own = type && type->kind == TYPE_ENUM ? type->enumeration : NULL;
        if (!own || (common && own != common))
            return NULL;
        common = own;
    }
    return common;
}

/* Adds a rule for each row with a condition. It holds only in the versions of that row. */
static void add_conditions(const struct render *render, const struct plan_member *member, struct list *rules,
                           struct list *accepted)
{
    for (size_t i = 0; i < member->member->row_count; i++) {
        const struct row *row = member->member->rows[i];
        size_t first = accepted->count;
        if (!row_where(row))
            continue;
        struct intervals intervals = find_intervals(render, row_where(row), row_kind(row) == ROW_SIGNED);
        add_accepted(render, row, &intervals, accepted);
        if (accepted->count == first)
            continue;
        struct object *rule = add_rule(render, rules, member->name, condition_text(render, row_where(row)));
        rule->values[RULE_FIRST] = value_integer((int64_t)first);
        rule->values[RULE_COUNT] = value_integer((int64_t)(accepted->count - first));
    }
}

/* True if some row of a member has a condition, or if an enumeration with rows says its values. */
static bool has_rule(const struct render *render, const struct plan_member *member)
{
    const struct enumeration *enumeration = member_enumeration(render, member->member);
    bool has = enumeration && context_enum_row_count(render, enumeration);
    for (size_t i = 0; i < member->member->row_count && !has; i++)
        has = row_where(member->member->rows[i]);
    return has;
}

bool context_has_values(const struct render *render, size_t file_index)
{
    bool has = false;
    for (size_t i = context_first(&render->types, file_index); i < render->types.count && !has;
         i = context_next(&render->types, file_index, i)) {
        const struct type *type = render->model->types[i];
        has = type->enumeration && choice_has(render->choice, type) &&
              context_enum_row_count(render, type->enumeration);
    }
    for (size_t i = context_first(&render->records, file_index); i < render->records.count && !has;
         i = context_next(&render->records, file_index, i)) {
        const struct plan *plan = render->plans[i];
        for (size_t k = 0; plan && k < plan->member_count && !has; k++)
            has = plan->members[k].words && has_rule(render, &plan->members[k]);
    }
    return has;
}

void context_rules(const struct render *render, const struct plan *plan, struct object *object)
{
    struct list *rules = list_new(render->arena), *accepted = list_new(render->arena);
    for (size_t i = 0; i < plan->member_count; i++) {
        const struct plan_member *member = &plan->members[i];
        if (!member->words)
            continue;
        const struct enumeration *enumeration = member_enumeration(render, member->member);
        size_t rows = enumeration ? context_enum_row_count(render, enumeration) : 0;
        if (rows) {
            struct object *rule = add_rule(render, rules, member->name, enumeration->type->name);
            rule->values[RULE_ENUM] = value_text(context_name(render, enumeration->type, enumeration->type->name));
            rule->values[RULE_FIRST] = value_integer(0);
            rule->values[RULE_COUNT] = value_integer((int64_t)rows);
        }
        add_conditions(render, member, rules, accepted);
    }
    object->values[RECORD_RULES] = value_list(rules);
    object->values[RECORD_RULE_COUNT] = rules->count ? value_integer((int64_t)rules->count) : value_null();
    object->values[RECORD_ACCEPTED] = value_list(accepted);
    object->values[RECORD_ACCEPTED_COUNT] = accepted->count ? value_integer((int64_t)accepted->count) : value_null();
}
