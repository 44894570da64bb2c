/* SPDX-License-Identifier: 0BSD
 *
 * strata_values.h: values of enumerators, and constraints of members.
 *
 * Only generated headers that have such values include it. Include it to call STRATA_VALIDATE. See strata.h.
 */
#ifndef STRATA_VALUES_INCLUDED
#define STRATA_VALUES_INCLUDED /* the guard of a header generated from values.strata ends in _H instead */

#include "strata.h"

/* ---- Values: enumerators and constraints ------------------------------------------------------------------------- */

/** A range of accepted values in some versions on some architectures. For an enumerator, low equals high. */
typedef struct strata_values {
    uint64_t low, high;   /**< least and greatest value; signed ones are extended to 64 bits */
    strata_version first; /**< first version */
    strata_version end;   /**< version after the last */
    uint64_t arches;      /**< bit n: the row holds on architecture n */
} strata_values;

/** Define the tables of the rules of a structure S; the rows follow in braces. */
#define STRATA_ACCEPTED(S, count) static const strata_values S##_accepted[count]
#define STRATA_RULES(S, count) static const strata_rule S##_rules[count]

/** A rule: a member's value must be among some values. */
typedef struct strata_rule {
    const char *member_name; /**< name in the spec */
    const char *text;        /**< text in the spec: ">= 1000", or the name of the enum */
    const strata_values *values; /**< accepted values */
    uint32_t value_count;        /**< number of rows */
    strata_member member;             /**< the number of a STRATA_S_M_ line */
} strata_rule;

/** The first violation that validate found. */
typedef struct strata_violation {
    const strata_rule *rule; /**< NULL if there is none */
    size_t index;            /**< index of the array element, else 0 */
    uint64_t value;          /**< the value; signed ones are extended to 64 bits */
} strata_violation;

/** Returns 1 if the row holds for the target, else 0. */
STRATA_INLINE int strata_values_hold(const strata_values *row, strata_target target)
{
    strata_version version = strata_target_version(target);

    uint32_t arch = strata_target_arch(target);

    return row->first <= version && version < row->end && version != STRATA_VERSION_NONE && arch < 64 &&
           (row->arches >> arch & 1) != 0;
}

/** Finds the value of an enumerator, given by its rows, for a target. Returns OK; ABSENT: it has none, *value is 0. */
static inline strata_status strata_find_value(const strata_values *rows, uint32_t count, strata_target target,
                                              uint64_t *value)
{
    uint32_t i;

    *value = 0;
    for (i = 0; i < count; i++) {
        if (strata_values_hold(&rows[i], target)) {
            *value = rows[i].low;
            return STRATA_OK;
        }
    }
    return STRATA_ABSENT;
}

/**
 * Returns 1 if the value of a slot is among the values for the target, or if there are none for it; else 0.
 *
 * A single value, such as an enumerator, is accepted with or without its sign: the enum of a member need not have the
 * sign of the member.
 */
static inline int strata_accepts(const strata_values *rows, uint32_t count, strata_target target, uint64_t value,
                                 strata_slot slot)
{
    uint64_t bias = strata_slot_is_signed(slot) ? (uint64_t)1 << 63 : 0;
    uint64_t mask = strata_mask(strata_slot_bits(slot));
    int any = 0;
    uint32_t i;

    for (i = 0; i < count; i++) {
        uint64_t low = rows[i].low;

        if (!strata_values_hold(&rows[i], target))
            continue;
        any = 1;
        if ((value ^ bias) >= (low ^ bias) && (value ^ bias) <= (rows[i].high ^ bias))
            return 1;
        if (low == rows[i].high && (low == (value & mask) || low == ((value & mask) | ~mask)))
            return 1;
    }
    return !any;
}

/**
 * Applies rules to the members that exist and are readable. Returns OK; INVALID: *violation is the first one;
 * TOO_SHORT: the view is not open.
 */
static inline strata_status strata_validate(const strata_view *view, const strata_rule *rules, uint32_t count,
                                            strata_violation *violation)
{
    uint32_t i;

    violation->rule = STRATA_NULLPTR;
    violation->index = 0;
    violation->value = 0;
    if (view->bytes == STRATA_NULLPTR)
        return STRATA_TOO_SHORT;
    for (i = 0; i < count; i++) {
        const strata_rule *rule = &rules[i];
        strata_slot slot = STRATA_VIEW_SLOT(view, rule->member);
        size_t elements = 1;
        size_t at;

        if (strata_slot_tag(slot) == STRATA_TAG_ARRAY)
            (void)strata_count(view, rule->member, &elements);
        else if (strata_slot_tag(slot) != STRATA_TAG_SCALAR)
            continue;
        for (at = 0; at < elements; at++) {
            const unsigned char *p = view->bytes + strata_slot_offset(slot) + at * strata_slot_unit(slot);
            uint64_t value = strata_load_slot(slot, p);

            if (strata_accepts(rule->values, rule->value_count, view->target, value, slot))
                continue;
            violation->rule = rule;
            violation->index = at;
            violation->value = value;
            return STRATA_INVALID;
        }
    }
    return STRATA_OK;
}

/** As strata_validate, for a structure. */
#define STRATA_VALIDATE(S, v, violation) \
    STRATA_CALL_VALIDATE(strata_##S, v, violation)
#define STRATA_CALL_VALIDATE(S, v, violation) \
    strata_validate(S##_const_view(v), S##_table.rules, S##_table.rule_count, violation)

#endif
