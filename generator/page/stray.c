/*
 * Offsets for versions in which the row says that its member does not exist.
 */
#include <string.h>

#include "model/model.h"
#include "page/cell.h"
#include "page/table_parts.h"

/* The versions of a row in a column; of a slot those of all its rows. Empty if it says none. */
static struct version_set find_versions(struct importer *importer, const struct spec_row *row, size_t column)
{
    struct version_set in = {0};
    const struct version_set *own = page_versions_column(&row->in, column);
    for (const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : NULL; rival; rival = rival->next) {
        own = page_versions_column(&rival->in, column);
        if (!own)
            return (struct version_set){0};
        in = version_set_union(importer->arena, in, *own);
    }
    return row->kind != SPEC_SLOT && own ? *own : in;
}

/* Keeps an offset as a claim of the row: the member was there before it, or is there after it. */
static void claim(struct importer *importer, struct spec_row *row, size_t column, bool is_before, uint64_t number)
{
    static const struct spec_alternative absent = {.kind = SPEC_ABSENT, .is_bare = true};
    enum spec_clause_kind kind = is_before ? SPEC_PREVIOUSLY : SPEC_NEXT;
    struct spec_clause **end = &row->clauses;
    while (*end && (*end)->kind != kind)
        end = &(*end)->next;
    if (*end && (*end)->cell.column_count <= column)
        return; /* the page has a remark of its own */
    if (!*end) {
        *end = ARENA_NEW(importer->arena, struct spec_clause);
        **end = (struct spec_clause){.kind = kind, .cell = spec_cell_new(importer->arena, row->at.column_count)};
        for (size_t i = 0; i < row->at.column_count; i++)
            (*end)->cell.columns[i] = &absent;
    }
    if ((*end)->cell.columns[column] == &absent)
        (*end)->cell.columns[column] = spec_cell_number(importer->arena, number, false).columns[0];
}

/* Reports an offset, and keeps it if it is for no version of the row. */
static void report(struct importer *importer, struct spec_row *row, size_t column, const struct spec_alternative *stray,
                   struct version_set in, bool is_whole)
{
    struct buffer versions = {0};
    struct spec_row *named = row->kind == SPEC_SLOT ? row->children : row;
    const struct arch *arch = page_find_arch(importer, column);
    axis_write_set(&importer->model->axis, stray->in, &versions);
    page_report_line(importer, is_whole ? DIAG_CONTRADICTION : DIAG_ASSUMED, named->line,
                     is_whole ? "%s has the offset 0x%llX%s%s in %s, in which its row says that it does not exist"
                              : "%s has the offset 0x%llX%s%s in %s: assumed to mean only the versions of its row",
                     named->name ? arena_format(importer->arena, "'%s'", named->name) : "the member", (unsigned long long)stray->number, arch ? " on " : "",
                     arch ? arch->name : "", buffer_text(&versions));
    buffer_free(&versions);
    if (is_whole)
        claim(importer, row->kind == SPEC_SLOT ? named : row, column, stray->in.ranges[0].from < in.ranges[0].from,
              stray->number);
}

/* Cuts the offsets of a row in a column to its versions. */
static const struct spec_alternative *cut(struct importer *importer, struct spec_row *row, size_t column,
                                          struct version_set in)
{
    struct spec_alternative *first = NULL, **end = &first;
    const struct arch *arch = page_find_arch(importer, column);
    for (const struct spec_alternative *a = row->at.columns[column]; a; a = a->next) {
        struct spec_alternative *copy = arena_copy_array(importer->arena, a, 1, sizeof *a);
        struct version_set outside = a->is_bare ? (struct version_set){0}
                                                : version_set_subtract(importer->arena, a->in, in);
        copy->next = NULL;
        if (arch)
            outside = version_set_intersect(importer->arena, outside, arch->in);
        if (outside.count && a->kind == SPEC_NUMBER) {
            copy->in = version_set_intersect(importer->arena, a->in, in);
            report(importer, row, column, a, in, !copy->in.count);
            if (!copy->in.count)
                continue;
        }
        *end = copy;
        end = &copy->next;
    }
    return first;
}

void page_settle_strays(struct importer *importer, struct spec_item *item)
{
    for (struct spec_row *row = item->rows; row; row = row->next) {
        struct spec_cell copy = spec_cell_new(importer->arena, row->at.column_count);
        if (row->kind == SPEC_COMMENT || !row->at.column_count)
            continue;
        for (size_t i = 0; i < row->at.column_count; i++) {
            struct version_set in = find_versions(importer, row, i);
            copy.columns[i] = in.count ? cut(importer, row, i, in) : row->at.columns[i];
        }
        row->at = copy;
    }
}
