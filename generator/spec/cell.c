#include "spec/cell.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"

struct spec_versions spec_versions_of(struct arena *arena, struct version_set set)
{
    return (struct spec_versions){1, arena_copy_array(arena, &set, 1, sizeof set)};
}

void spec_versions_write(const struct axis *axis, struct spec_versions versions, struct buffer *out)
{
    for (size_t i = 0; i < versions.count; i++) {
        buffer_add_text(out, i ? " | " : "");
        if (versions.sets[i].count)
            axis_write_set(axis, versions.sets[i], out);
        else
            buffer_add_char(out, '-');
    }
}

struct spec_cell spec_cell_new(struct arena *arena, size_t column_count)
{
    return (struct spec_cell){column_count, ARENA_ARRAY(arena, const struct spec_alternative *, column_count)};
}

struct spec_cell spec_cell_number(struct arena *arena, uint64_t number, bool is_decimal)
{
    struct spec_cell cell = spec_cell_new(arena, 1);
    struct spec_alternative *value = ARENA_NEW(arena, struct spec_alternative);
    *value = (struct spec_alternative){.number = number, .is_decimal = is_decimal, .is_bare = true};
    cell.columns[0] = value;
    return cell;
}

static const char *span_text(struct arena *arena, const struct sources *sources, struct span span)
{
    const struct source *source = source_find(sources, span.begin);
    return arena_copy(arena, source->text + (span.begin - source->base), span.end - span.begin);
}

struct spec_alternative *spec_alternative_stated(struct arena *arena, const struct sources *sources,
                                                 const struct ast_alternative *alternative)
{
    struct spec_alternative *value = ARENA_NEW(arena, struct spec_alternative);
    value->kind = SPEC_TEXT;
    value->text = span_text(arena, sources, ast_value_span(alternative));
    value->is_bare = !alternative->set;
    if (alternative->set)
        value->spelled_versions = span_text(arena, sources, alternative->set->span);
    return value;
}

struct spec_alternative *spec_alternative_whole(struct arena *arena, const struct sources *sources,
                                                const struct ast_alternative *alternative)
{
    struct spec_alternative *value = ARENA_NEW(arena, struct spec_alternative);
    value->kind = SPEC_TEXT;
    value->text = span_text(arena, sources, alternative->span);
    value->is_bare = true;
    return value;
}

/* True if two columns have the same text. */
static bool columns_equal(const struct spec_alternative *a, const struct spec_alternative *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (a->kind != b->kind || a->number != b->number || a->is_decimal != b->is_decimal || a->digits != b->digits ||
            a->provenance != b->provenance || a->is_bare != b->is_bare ||
            !version_set_equal(a->versions, b->versions) || !ascii_same(a->text, b->text) ||
            !ascii_same(a->spelled_versions, b->spelled_versions) || !columns_equal(a->was, b->was))
            return false;
    return a == b;
}

void spec_cell_join(struct arena *arena, struct spec_cell *cell)
{
    static const struct spec_alternative absent = {.kind = SPEC_ABSENT, .is_bare = true};
    const struct spec_alternative *first = NULL;
    bool are_equal = true;
    for (size_t i = 0; i < cell->column_count; i++) {
        const struct spec_alternative *column = cell->columns[i];
        first = first ? first : column;
        are_equal = are_equal && (!column || columns_equal(first, column));
    }
    if (are_equal) {
        *cell = spec_cell_new(arena, 1);
        cell->columns[0] = first;
        return;
    }
    for (size_t i = 0; i < cell->column_count; i++)
        if (!cell->columns[i])
            cell->columns[i] = &absent;
}

static void write_alternative(const struct axis *axis, const struct spec_alternative *value, struct buffer *out)
{
    static const char *const provenances[] = {
        [AST_DOCUMENTED] = "", [AST_INFERRED] = "inferred ", [AST_CORRECTED] = "corrected "};
    buffer_add_text(out, provenances[value->provenance]);
    if (value->kind == SPEC_TEXT)
        buffer_add_text(out, value->text);
    else if (value->kind == SPEC_UNKNOWN || value->kind == SPEC_ABSENT)
        buffer_add_char(out, value->kind == SPEC_UNKNOWN ? '?' : '-');
    else {
        /* Write a number. Avoid printf, since kernels have millions of numbers. */
        unsigned base = value->is_decimal ? 10 : 16, least = value->is_decimal   ? 1
                                                             : value->digits > 2 ? value->digits
                                                                                 : 2;
        char digits[20], *first = digits + sizeof digits, *end = first;
        for (uint64_t rest = value->number; rest || (unsigned)(end - first) < least; rest /= base)
            *--first = "0123456789ABCDEF"[rest % base];
        buffer_add_text(out, value->kind == SPEC_NEGATIVE ? "-" : "");
        buffer_add_text(out, value->is_decimal ? "" : "0x");
        buffer_add(out, first, (size_t)(end - first));
    }
    if (!value->is_bare) {
        buffer_add_text(out, " (");
        if (value->spelled_versions)
            buffer_add_text(out, value->spelled_versions);
        else
            axis_write_set(axis, value->versions, out);
        buffer_add_char(out, ')');
    }
    if (value->was) {
        buffer_add_text(out, " was ");
        write_alternative(axis, value->was, out);
    }
}

void spec_cell_write(const struct axis *axis, const struct spec_cell *cell, struct buffer *out)
{
    for (size_t i = 0; i < cell->column_count; i++) {
        buffer_add_text(out, i ? " | " : "");
        const struct spec_alternative *alternatives = cell->columns[i];
        if (!alternatives)
            buffer_add_char(out, '?');
        for (const struct spec_alternative *value = alternatives; value; value = value->next) {
            buffer_add_text(out, value == alternatives ? "" : ", ");
            write_alternative(axis, value, out);
        }
    }
}

const char *spec_cell_text(struct arena *arena, const struct axis *axis, const struct spec_cell *cell)
{
    struct buffer text = {0};
    spec_cell_write(axis, cell, &text);
    return buffer_take(&text, arena);
}
