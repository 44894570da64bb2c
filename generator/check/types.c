/*
 * Checks the types of members: a structure that does not exist in a version of its member, and different types in the
 * rows of one member. A change of type that no remark mentions may be a typing error.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "check/checks.h"
#include "check/stretches.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* True if parameters are equal except for blanks. */
static bool parameters_equal(const char *a, const char *b)
{
    if (!a || !b)
        return a == b;
    for (;; a++, b++) {
        while (is_blank(*a))
            a++;
        while (is_blank(*b))
            b++;
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

static bool is_bit_field(const struct row *row, const struct arch *arch)
{
    const struct row_extras *extras = row_on(row, arch)->extras;
    return extras->bit->count || extras->mask->count || row->width;
}

/* True if two rows have the same type. The number of elements or bits may differ, and one row may be a pointer to the
 * type of the other. */
static bool types_equal(const struct row *a, const struct row *b, const struct arch *arch)
{
    const struct ast_type *left = row_spelled(a), *right = row_spelled(b);
    return a->form == b->form && left->name == right->name &&
           left->pointer_depth + row_bound_count(a) == right->pointer_depth + row_bound_count(b) &&
           parameters_equal(left->parameters, right->parameters) && is_bit_field(a, arch) == is_bit_field(b, arch);
}

/* True if a claim of a row, or of an anonymous aggregate around it, names a type. The check of claims compares that
 * type. */
static bool claims_type(const struct row *row, const struct arch *arch, enum claim_kind kind)
{
    for (; row; row = row->parent) {
        const struct row_extras *extras = row_on(row, arch)->extras;
        for (size_t i = 0; i < extras->claim_count; i++)
            if (extras->claims[i].kind == kind && extras->claims[i].name)
                return true;
    }
    return false;
}

/* True if a free remark of a row, or of an aggregate around it, contains the type of the other row. */
static bool mentions_type(const struct row *row, const struct row *other, const struct arch *arch)
{
    const char *word = is_bit_field(other, arch)     ? "bit"
                       : other->form == FORM_STRUCT ? "struct"
                       : other->form == FORM_UNION  ? "union"
                                                    : row_spelled(other)->name;
    for (; word && row; row = row->parent)
        if (decl_remarks_on(row->decl, word))
            return true;
    return false;
}

/* True if one row is an array whose elements have the type of the other row. */
static bool is_more(const struct row *a, const struct row *b, const struct arch *arch)
{
    const struct ast_type *left = row_spelled(a), *right = row_spelled(b);
    return a->form == b->form && left->name == right->name && left->pointer_depth == right->pointer_depth &&
           parameters_equal(left->parameters, right->parameters) && is_bit_field(a, arch) == is_bit_field(b, arch);
}

/* True if the table itself shows that the type changes: both rows share a cell, or they are neighbours and differ in
 * nothing else. Two rows that also lie at different places are separate for that reason. */
static bool is_documented(const struct stretch *early, const struct stretch *late, const struct arch *arch)
{
    const struct row *row = late->row, *other = early->row;
    if (rows_are_rivals(row, other))
        return true;
    const struct cell_value *at = cell_at(&row_on(row, arch)->offset, late->range.from);
    const struct cell_value *other_at = cell_at(&row_on(other, arch)->offset, early->range.to - 1);
    bool is_placed = at && other_at && at->kind == AST_VALUE_NUMBER && other_at->kind == AST_VALUE_NUMBER;
    return other->next == row && early->range.to == late->range.from && is_placed && at->number == other_at->number;
}

static struct span type_span(const struct row *row)
{
    return row_spelled(row)->name ? row->decl->type.span : row_place(row, NULL);
}

/* Returns the type of a row with the stars and bounds that distinguish it from others. */
static const char *type_text(struct check_run *run, const struct row *row, const struct arch *arch)
{
    struct buffer text = {0};
    if (row_is_aggregate(row))
        buffer_add_text(&text, row->form == FORM_STRUCT ? "struct" : "union");
    else
        row_write_type(row, &text);
    for (unsigned i = 0; i < row_bound_count(row); i++)
        buffer_add_text(&text, "[]");
    if (is_bit_field(row, arch))
        buffer_add_text(&text, " bit-field");
    return buffer_take(&text, run->arena);
}

/* True if two names differ in one place by a few letters, which are replaced, left out, added or swapped. */
static bool is_slip(const char *a, const char *b)
{
    size_t a_size = strlen(a), b_size = strlen(b);
    while (*a && *a == *b) {
        a++;
        b++;
        a_size--;
        b_size--;
    }
    while (a_size && b_size && a[a_size - 1] == b[b_size - 1]) {
        a_size--;
        b_size--;
    }
    const char *fewer = a_size < b_size ? a : b, *more = a_size < b_size ? b : a;
    size_t few = a_size < b_size ? a_size : b_size, many = a_size < b_size ? b_size : a_size;
    for (size_t i = 0; i < few && many > 1; i++)
        if (!memchr(more, fewer[i], many))
            return false;
    return few <= 2 && many <= 3;
}

/* True if the names of two types may differ by a typing error: in letters other than the first one, which has a meaning
 * in ULONG and LONG, and not in digits. */
static bool is_doubtful(const struct row *row, const struct row *other)
{
    enum { LENGTH_LEAST = 6 };
    const char *name = row_spelled(row)->name, *before = row_spelled(other)->name;
    size_t digits = 0;
    if (!name || !before || row->form != other->form || name == before || strlen(name) < LENGTH_LEAST)
        return false;
    for (const char *at = name; *at; at++)
        digits += ascii_is_digit(*at);
    for (const char *at = before; *at; at++)
        digits -= ascii_is_digit(*at);
    return !digits && *name == *before && is_slip(name, before);
}

static void compare_types(struct check_run *run, const struct stretch *early, const struct stretch *late,
                          const struct arch *arch)
{
    const struct row *row = late->row, *other = early->row;
    if (row == other || early->is_open || late->is_open || types_equal(row, other, arch) ||
        claims_type(row, arch, CLAIM_PREVIOUSLY) || claims_type(other, arch, CLAIM_NEXT))
        return;
    /* a document names the types of a real change differently */
    bool is_told = row->record->source && !is_doubtful(row, other);
    if (is_told || is_more(row, other, arch) || is_documented(early, late, arch) || mentions_type(row, other, arch) ||
        mentions_type(other, row, arch)) {
        /* Mark each `allow` of a change of types as used even if the change is no finding, because the `allow` is
         * true. */
        struct finding finding = {.code = DIAG_TYPE_CHANGE, .row = row, .partner_count = 1};
        finding.partners[0].row = other;
        finding_use_allows(run, &finding);
        return;
    }
    struct finding *finding = finding_add(run, DIAG_TYPE_CHANGE, row, type_span(row), arch,
                                          version_set_range(run->arena, late->range.from, late->range.to));
    if (!finding->text)
        finding->text = arena_format(run->arena, "'%s' changes its type from '%s' to '%s'", row->name,
                                     type_text(run, other, arch), type_text(run, row, arch));
    finding_add_partner(finding, other, type_span(other),
                        arena_format(run->arena, "it was '%s' before", type_text(run, other, arch)));
    if (row_spelled(other)->name)
        finding_set_help(finding,
                         arena_format(run->arena, "if this is right, add the remark `previously %s` with the offset",
                                      row_spelled(other)->name));
}

void check_type_change(struct check_run *run)
{
    for (size_t i = 0; i < run->record->member_count; i++) {
        const struct member *member = run->record->members[i];
        for (size_t k = 0; member->row_count > 1 && k < run->model->arch_count; k++) {
            const struct arch *arch = run->model->arches[k];
            if (!run->record->on[k].exists || run->record->on[k].alias)
                continue;
            struct stretches stretches = stretches_of(run, member->rows, member->row_count, arch);
            for (size_t s = 1; s < stretches.count; s++)
                compare_types(run, &stretches.items[s - 1], &stretches.items[s], arch);
            stretches_free(&stretches);
        }
    }
}

static void visit_record_type(struct check_run *run, const struct row *row, const struct arch *arch)
{
    if (!row->type || row->type->kind != TYPE_RECORD || row_spelled(row)->pointer_depth || row->form != FORM_MEMBER ||
        !row_on(row, arch)->versions.count)
        return;
    const struct record *record = row->type->record;
    struct version_set there = {0};
    if (row->record->source && !row->record->columns && !record->on[arch->index].exists)
        return; /* the document names no architecture, so it may not be about this one */
    if (record->on[arch->index].exists)
        there = record->on[arch->index].versions;
    struct version_set missing = version_set_subtract(run->arena, row_present(run->arena, row, arch), there);
    if (!missing.count || row->type->is_announced)
        return;
    struct finding *finding = finding_add(run, DIAG_UNKNOWN_TYPE, row, row->decl->type.span, arch, missing);
    struct span in = ast_clause_span(record->decl, AST_IN);
    finding->text = arena_format(run->arena, "there is no '%s'", row->type->name);
    finding_add_partner(finding, NULL, in.begin ? in : record->decl->name_span, "its versions");
}

void check_record_types(struct check_run *run)
{
    check_each_row(run, visit_record_type);
}
