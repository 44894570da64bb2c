/* Parts of structures that a page tabulates apart: `struct { / * see below * / }`; and structures in each other. */
#include <string.h>

#include "base/intern.h"
#include "page/cell.h"
#include "page/table_parts.h"

/* The row of a structure that an open place is in. */
struct outer {
    const struct spec_cell *at;      /* its offset, of a slot that of the slot */
    const struct spec_versions *in;  /* its versions */
};

/* Calls `visit` for each open place among the rows; stops at true. */
typedef bool visit_place(void *user, struct spec_row *place, const struct outer *outer);

static bool each_place(struct spec_row *rows, const struct outer *outer, visit_place *visit, void *user)
{
    for (struct spec_row *row = rows; row; row = row->next) {
        struct outer own = outer ? *outer : (struct outer){&row->at, &row->in};
        if (outer && !outer->in)
            own.in = &row->in;
        if (!outer && row->kind == SPEC_SLOT)
            own.in = NULL;
        if (page_is_open(row) ? visit(user, row, &own) : each_place(row->children, &own, visit, user))
            return true;
    }
    return false;
}

static bool is_at(const struct spec_cell *at, uint64_t offset)
{
    for (size_t i = 0; i < at->column_count; i++)
        for (const struct spec_alternative *a = at->columns[i]; a; a = a->next)
            if (a->kind == SPEC_NUMBER && a->number == offset)
                return true;
    return false;
}

bool page_is_open(const struct spec_row *row)
{
    if (row->kind != SPEC_STRUCT || !row->remark || row->is_filled || !strstr(row->remark, "below"))
        return false;
    for (const struct spec_row *child = row->children; child; child = child->next)
        if (child->kind != SPEC_COMMENT)
            return false;
    return true;
}

/* ---- Rows with offsets */

/* The rows of a table while they are put into open places. */
struct filling {
    struct importer *importer;
    struct spec_row *rows;
    bool any;
};

/* True if a row, or a rival of a slot, exists in some of the versions. */
static bool is_in_some(const struct spec_row *row, const struct spec_versions *in)
{
    const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : row;
    while (rival && !page_versions_meet(&rival->in, in))
        rival = row->kind == SPEC_SLOT ? rival->next : NULL;
    return rival && row->kind != SPEC_COMMENT;
}

/* True for a place without a name at offset 0 that is not for bits, if a row has its versions. */
static bool has_place(void *user, struct spec_row *place, const struct outer *outer)
{
    struct filling *filling = user;
    if (place->name || strstr(place->remark, "bit") || !is_at(outer->at, 0))
        return false;
    for (const struct spec_row *row = filling->rows; row; row = row->next)
        if (is_in_some(row, outer->in))
            return true;
    return false;
}

/* Returns copies of the rows, cut to the versions of the row around the place. */
static struct spec_row *copy_rows(struct importer *importer, struct spec_row *rows, const struct outer *outer)
{
    struct spec_row *first = NULL, **end = &first;
    for (struct spec_row *row = rows; row; row = row->next) {
        if (!is_in_some(row, outer->in))
            continue;
        struct spec_row *copy = arena_copy_array(importer->arena, row, 1, sizeof *row);
        row->is_filled = true;
        copy->next = NULL;
        page_row_cut(importer, copy, outer->in);
        if (row->kind == SPEC_SLOT)
            copy->children = copy_rows(importer, row->children, outer);
        *end = copy;
        end = &copy->next;
    }
    return first;
}

static bool fill_place(void *user, struct spec_row *place, const struct outer *outer)
{
    struct filling *filling = user;
    if (!has_place(filling, place, outer))
        return false;
    place->children = copy_rows(filling->importer, filling->rows, outer);
    place->is_filled = true;
    return false;
}

bool page_fill_places(struct importer *importer, struct spec_item *item, struct spec_item *part)
{
    struct filling filling = {.importer = importer, .rows = part->rows};
    if (!each_place(item->rows, NULL, has_place, &filling))
        return false;
    each_place(item->rows, NULL, fill_place, &filling);
    for (struct spec_row *row = part->rows, *next; row; row = next) {
        next = row->next;
        row->next = NULL;
        if (!row->is_filled)
            page_add_row(item, row);
        row->is_filled = false;
    }
    return true;
}

/* ---- Rows of bits */

/* The open place of a table of bits. */
struct finding {
    bool has_offset;
    uint64_t offset; /* of the place, if `has_offset` */
    struct spec_row *place;
};

static bool find_place(void *user, struct spec_row *place, const struct outer *outer)
{
    struct finding *finding = user;
    if (!strstr(place->remark, "bit") || (finding->has_offset && !is_at(outer->at, finding->offset)))
        return false;
    finding->place = place;
    return true;
}

/* Reads "Offset 0x04 (EBX)" from a heading. */
static bool read_offset(const char *text, uint64_t *offset)
{
    struct scan scan = {text};
    return scan_words(&scan, "Offset") && scan_number(&scan, offset);
}

struct spec_row *page_find_bits_place(struct importer *importer, const struct page_block *before)
{
    struct finding finding = {0};
    for (const struct page_block *block = before; block && block->text; block = block->next)
        if (block->is_heading)
            finding.has_offset = read_offset(scan_plain(importer->arena, block->text), &finding.offset);
    if (importer->item)
        each_place(importer->item->rows, NULL, find_place, &finding);
    if (finding.place)
        finding.place->is_filled = true;
    return finding.place;
}

/* ---- Structures that hold themselves */

/* A search for a structure among the members that others hold by value. */
struct search {
    struct importer *importer;
    const struct map *records; /* name -> struct spec_item */
    const struct spec_item *wanted;
    struct map *visited; /* the names of those that were searched */
};

/* True if the rows hold the wanted structure by value. */
static bool holds(struct search *search, const struct spec_row *rows, unsigned depth)
{
    for (; rows && depth; rows = rows->next) {
        if (rows->kind == SPEC_MEMBER && !rows->stars && rows->type) {
            const char *name = intern_text(search->importer->intern, rows->type);
            const struct spec_item *item = map_get(search->visited, name) ? NULL : map_get(search->records, name);
            map_set(search->visited, name, search);
            if (item && (item == search->wanted || holds(search, item->rows, depth - 1)))
                return true;
        }
        if (holds(search, rows->children, depth))
            return true;
    }
    return false;
}

/* Replaces members by bytes of an unknown number if their structure would hold itself. */
static void break_rows(struct importer *importer, const struct map *records, const struct spec_item *item,
                       struct spec_row *rows)
{
    enum { DEPTH_MOST = 200 };
    static const struct spec_alternative unknown = {.kind = SPEC_UNKNOWN, .is_bare = true};
    for (struct spec_row *row = rows; row; row = row->next) {
        break_rows(importer, records, item, row->children);
        const struct spec_item *inner = row->kind == SPEC_MEMBER && !row->stars && row->type
                                            ? map_get(records, intern_text(importer->intern, row->type))
                                            : NULL;
        if (!inner)
            continue;
        struct search search = {importer, records, item, map_new(importer->arena)};
        if (inner != item && !holds(&search, inner->rows, DEPTH_MOST))
            continue;
        const char *kept = arena_format(importer->arena, "unread, line %u: %s %s%s", row->line, row->type, row->name,
                                        row->bounds ? row->bounds : "");
        page_report_line(importer, DIAG_UNREAD, row->line, "'%s' would hold itself through this member", item->name);
        row->comment = page_join_comments(importer, row->comment, kept);
        row->kind = SPEC_BYTES;
        row->is_unknown = false;
        row->width = row->bit = row->mask = (struct spec_cell){0};
        row->extent = spec_cell_new(importer->arena, 1);
        row->extent.columns[0] = &unknown;
    }
}

void page_break_cycles(struct importer *importer)
{
    struct map *records = map_new(importer->arena);
    for (struct spec_item *item = importer->document->items; item; item = item->next)
        if (item->kind == SPEC_RECORD)
            map_set(records, intern_text(importer->intern, item->name), item);
    for (struct spec_item *item = importer->document->items; item; item = item->next)
        if (item->kind == SPEC_RECORD)
            break_rows(importer, records, item, item->rows);
}
