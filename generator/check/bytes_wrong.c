#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "check/bytes_parts.h"

static const enum diag_code codes[BYTES_KIND_COUNT] = {
    [BYTES_OVERLAP] = DIAG_OVERLAP,
    [BYTES_BIT_OVERLAP] = DIAG_BIT_OVERLAP,
    [BYTES_PAST_SIZE] = DIAG_PAST_SIZE,
    [BYTES_MISALIGNED] = DIAG_MISALIGNED,
    [BYTES_WOULD_OVERLAP] = DIAG_OVERLAP,
    [BYTES_ORDER] = DIAG_ORDER,
    [BYTES_GAP] = DIAG_GAP,
    [BYTES_SIZE] = DIAG_SIZE,
    [BYTES_INFERABLE] = DIAG_INFERABLE,
};

void bytes_wrongs_begin(struct bytes_wrongs *wrongs, struct check_run *run)
{
    *wrongs = (struct bytes_wrongs){.run = run};
    wrongs->end = &wrongs->first;
}

struct bytes_wrong *bytes_wrong_of(struct bytes_wrongs *wrongs, const struct row *row,
                                   const struct ast_alternative *alternative, bool make)
{
    struct bytes_wrong *wrong = wrongs->by_alternative ? map_get(wrongs->by_alternative, alternative) : NULL;
    if (wrong || !make)
        return wrong;
    if (!wrongs->by_alternative)
        wrongs->by_alternative = map_new(wrongs->run->arena);
    wrong = ARENA_NEW(wrongs->run->arena, struct bytes_wrong);
    wrong->row = row;
    wrong->alternative = alternative;
    wrong->kind = BYTES_KIND_COUNT;
    wrong->values_end = &wrong->values;
    map_set(wrongs->by_alternative, alternative, wrong);
    *wrongs->end = wrong;
    wrongs->end = &wrong->next;
    return wrong;
}

struct bytes_value *bytes_wrong_add(struct bytes_wrongs *wrongs, struct bytes_wrong *wrong, const struct layout *layout,
                                    uint32_t place, bool is_certain)
{
    struct bytes_value *value = ARENA_NEW(wrongs->run->arena, struct bytes_value);
    value->arch = layout->arch;
    value->versions = version_set_range(wrongs->run->arena, layout->range.from, layout->range.to);
    value->place = place;
    value->is_certain = is_certain && place != LAYOUT_UNKNOWN;
    *wrong->values_end = value;
    wrong->values_end = &value->next;
    return value;
}

void bytes_wrong_charge(struct bytes_wrong *wrong, enum bytes_kind kind, const char *text, const char *label)
{
    if (kind >= wrong->kind)
        return;
    wrong->kind = kind;
    wrong->text = text;
    wrong->label = label ? label : wrong->label;
}

void bytes_wrong_partner(struct bytes_wrong *wrong, const struct row *row, struct span span, const char *text)
{
    for (size_t i = 0; i < wrong->partner_count; i++)
        if (wrong->partners[i].row == row && wrong->partners[i].span.begin == span.begin)
            return;
    if (wrong->partner_count < PARTNERS_MOST)
        wrong->partners[wrong->partner_count++] = (struct partner){row, span, text};
}

static bool says_same(const struct bytes_value *a, const struct bytes_value *b)
{
    return a->place == b->place && a->is_certain == b->is_certain && !strcmp(a->why, b->why) &&
           !strcmp(a->limit, b->limit);
}

/* Writes the versions of a value, as in " in 6.2". Also writes its arches if other arches have another value. */
static void write_where(struct check_run *run, const struct bytes_wrong *wrong, const struct bytes_value *value,
                        struct buffer *out)
{
    bool many_arches = false, any = false;
    struct version_set in = {0};
    for (const struct bytes_value *other = wrong->values; other; other = other->next) {
        many_arches |= other->arch != value->arch;
        if (says_same(other, value))
            in = version_set_union(run->arena, in, other->versions);
    }
    for (size_t i = 0; many_arches && i < run->model->arch_count; i++) {
        bool holds = false;
        for (const struct bytes_value *other = wrong->values; other; other = other->next)
            holds |= other->arch == run->model->arches[i] && says_same(other, value);
        if (holds)
            buffer_format(out, "%s%s", any ? " and " : " on ", run->model->arches[i]->name);
        any |= holds;
    }
    buffer_add_text(out, " in ");
    axis_write_set(&run->model->axis, in, out);
}

static void add_helps(struct check_run *run, const struct bytes_wrong *wrong, struct finding *finding)
{
    bool is_one = true;
    for (const struct bytes_value *value = wrong->values; value; value = value->next)
        is_one = is_one && says_same(value, wrong->values);
    for (const struct bytes_value *value = wrong->values; value; value = is_one ? NULL : value->next) {
        struct buffer text = {0};
        if (finding->help_count == HELPS_MOST)
            break;
        if (!value->is_certain)
            continue;
        buffer_format(&text, "0x%X %s", value->place, value->why);
        if (!is_one)
            write_where(run, wrong, value, &text);
        buffer_add_text(&text, value->limit);
        finding_add_help(finding, arena_copy(run->arena, text.data, text.size));
        buffer_free(&text);
    }
    finding_add_help(finding, wrong->candidates);
}

void bytes_wrongs_report(struct bytes_wrongs *wrongs)
{
    for (struct bytes_wrong *wrong = wrongs->first; wrong; wrong = wrong->next) {
        if (!wrong->values || wrong->kind == BYTES_KIND_COUNT)
            continue;
        struct check_run *run = wrongs->run;
        struct finding *finding = NULL;
        struct span span = ast_value_span(wrong->alternative);
        for (const struct bytes_value *value = wrong->values; value; value = value->next)
            finding = finding_add(run, codes[wrong->kind], wrong->row, span, value->arch, value->versions);
        if (!wrong->row)
            finding->decl = run->record->size_row ? run->record->size_row : run->record->decl;
        finding->text = wrong->text;
        finding->label = wrong->label;
        for (size_t i = 0; i < wrong->partner_count; i++)
            finding_add_partner(finding, wrong->partners[i].row, wrong->partners[i].span, wrong->partners[i].text);
        add_helps(run, wrong, finding);
        finding->edits = bytes_fix(run, wrong);
        /* Add the fixes of the rows that move together with this one. */
        for (struct bytes_wrong *other = wrong->followers; other && finding->edits; other = other->next_follower) {
            if (other->kind != BYTES_KIND_COUNT)
                continue;
            struct diag_edit **end = &finding->edits;
            while (*end)
                end = &(*end)->next;
            *end = bytes_fix(wrongs->run, other);
        }
    }
}
