/*
 * Bytes of a record that belong to no row, once its rows are as the kernel says: a row `unaccounted` says so of each
 * hole, with its size and offset, so that any other hole is a finding.
 */
#include <stdlib.h>
#include <string.h>

#include "merge/merge_parts.h"

/* Rows beside each other in one layout. */
struct siblings {
    struct into_site *site;
    const struct layout *layout;
    size_t first, end; /* of its members */
    const struct row *rows;
    uint32_t base;   /* the offset of what holds them */
    uint32_t size;   /* its bytes, or LAYOUT_UNKNOWN where they end as its rows do */
    uint32_t align;  /* its own */
    bool is_union;
};

/* The row behind which, in the text, a hole belongs; NULL: before all others. */
static const struct row *row_before(const struct siblings *siblings, uint32_t end)
{
    const struct row *before = NULL;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + siblings->layout->members[i].descendants)
        if (siblings->layout->members[i].offset < end || siblings->is_union)
            before = siblings->layout->members[i].row;
    return before;
}

static bool is_present(const struct siblings *siblings, const struct row *row)
{
    for (size_t i = siblings->first; i < siblings->end; i += 1 + siblings->layout->members[i].descendants)
        if (siblings->layout->members[i].row == row)
            return true;
    return false;
}

/* A row of other versions that stands where that of a hole belongs, or NULL. */
static const struct row *find_hole_row(const struct siblings *siblings, const struct row *before)
{
    const struct row *row = before ? before->next : siblings->rows;
    while (row && !is_present(siblings, row) && row->decl->kind != AST_UNACCOUNTED)
        row = row->next;
    return row && row->decl->kind == AST_UNACCOUNTED && !is_present(siblings, row) ? row : NULL;
}

static void add_hole(const struct siblings *siblings, struct fold_hole hole)
{
    struct into_site site = *siblings->site; /* which speaks of the versions of the layout */
    site.in = siblings->layout->in;
    const struct row *before = row_before(siblings, siblings->base + hole.end);
    const struct row *row = find_hole_row(siblings, before);
    if (!row || !into_resume_hole(&site, row, siblings->base + hole.begin, hole.end - hole.begin))
        into_add_hole(&site, before ? before : siblings->rows, before != NULL, siblings->base + hole.begin,
                      hole.end - hole.begin);
}

static int compare_spans(const void *left, const void *right)
{
    const struct fold_span *a = left, *b = right;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

static void account_siblings(const struct siblings *siblings);

/* Visits the rows in anonymous aggregates; named aggregates are records of their own. */
static void account_inner(const struct siblings *siblings, size_t index)
{
    const struct layout_member *entry = &siblings->layout->members[index];
    if (!entry->descendants || entry->offset == LAYOUT_UNKNOWN)
        return;
    struct siblings inner = *siblings;
    inner.first = index + 1;
    inner.end = index + 1 + entry->descendants;
    inner.rows = entry->row->children;
    inner.base = entry->offset;
    inner.size = LAYOUT_UNKNOWN;
    inner.is_union = entry->row->decl->kind == AST_UNION;
    account_siblings(&inner);
}

static void account_siblings(const struct siblings *siblings)
{
    struct arena *arena = siblings->site->into->arena;
    size_t room = siblings->end - siblings->first, count = 0;
    struct fold_span *spans = ARENA_ARRAY(arena, struct fold_span, room + 1);
    struct fold_hole *holes = ARENA_ARRAY(arena, struct fold_hole, room + 1);
    for (size_t i = siblings->first; i < siblings->end; i += 1 + siblings->layout->members[i].descendants) {
        const struct layout_member *entry = &siblings->layout->members[i];
        account_inner(siblings, i);
        if (entry->offset == LAYOUT_UNKNOWN || entry->offset < siblings->base)
            return; /* it may fill a hole */
        uint64_t size = entry->size == LAYOUT_UNKNOWN ? FOLD_UNKNOWN : entry->size;
        spans[count++] = (struct fold_span){entry->offset - siblings->base, size, entry->align};
    }
    if (!count)
        return;
    qsort(spans, count, sizeof *spans, compare_spans);
    fold_find_holes(spans, count, siblings->is_union, siblings->size, siblings->align, holes);
    for (size_t i = 0; i <= count; i++)
        if (holes[i].end)
            add_hole(siblings, holes[i]);
}

/* A record that had holes that nobody accounted for keeps them, where the kernel does not speak. */
void into_account(struct into_site *site)
{
    bool all = site->is_imported && !into_was_found(site->into, site->outer, DIAG_GAP) &&
               !into_was_found(site->into, site->outer, DIAG_SIZE);
    for (size_t i = 0; i < site->on->layout_count; i++) {
        const struct layout *layout = &site->on->layouts[i];
        bool is_stated = layout->stated && layout->stated->kind == AST_VALUE_NUMBER;
        if (layout != site->layout && !all)
            continue;
        account_siblings(&(struct siblings){.site = site,
                                            .layout = layout,
                                            .end = layout->member_count,
                                            .rows = site->record->rows,
                                            .size = is_stated ? layout->size : LAYOUT_UNKNOWN,
                                            .align = layout->align,
                                            .is_union = site->record->is_union});
    }
}

/* ---- Fields that were left out ---- */

/* The last row of the kernel's version that does not lie behind an offset, or NULL. */
static const struct row *row_up_to(const struct into_site *site, uint32_t offset)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < site->layout->member_count; i += 1 + site->layout->members[i].descendants)
        if (site->layout->members[i].offset <= offset)
            found = site->layout->members[i].row;
    return found;
}

void into_note_omissions(struct into_site *site)
{
    struct into *into = site->into;
    for (size_t i = 0; i < site->known->omission_count; i++) {
        const struct kernel_omission *omission = &site->known->omissions[i];
        const struct row *row = row_up_to(site, omission->offset);
        struct buffer text = {0};
        fold_write_omission(&into->fold, omission, &text);
        if (!strstr(into_text(into, site->record->decl->body_span), buffer_text(&text)))
            into_add_line(site, row ? row : site->record->rows, row != NULL,
                          arena_copy(into->arena, text.data, text.size));
        buffer_free(&text);
    }
}
