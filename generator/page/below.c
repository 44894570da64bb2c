/* Reads tables of parts of structures: rows that a page puts below (`struct { / * see below * / }`), types that a
 * structure holds, and other views of the same bytes. Also handles structures that would contain themselves. */
#include <string.h>

#include "base/ascii.h"
#include "base/intern.h"
#include "front/ast.h"
#include "page/cell.h"
#include "page/table_parts.h"
#include "model/model.h"

/* The rows around an open place. An open place is a structure without rows whose remark says that they stand below. */
struct outer {
    /* offset of the innermost row that has one; for a rival of a slot, the offset of the slot */
    const struct spec_cell *offset;
    const struct spec_versions *versions; /* versions of the outermost row */
    struct spec_row *siblings;      /* first row of the aggregate that the place is in */
    bool in_union;
};

/* Calls `visit` for each open place in a list of rows, until it returns true. */
typedef bool visit_place(void *user, struct spec_row *place, const struct outer *outer);

static bool each_place(struct spec_row *rows, bool in_union, const struct outer *outer, visit_place *visit, void *user)
{
    for (struct spec_row *row = rows, *next; row; row = next) {
        struct outer own = outer ? *outer : (struct outer){&row->offset, &row->versions, NULL, false};
        next = row->next;
        own.siblings = rows;
        own.in_union = in_union;
        if (row->offset.column_count)
            own.offset = &row->offset;
        if (outer && !outer->versions)
            own.versions = &row->versions;
        if (!outer && row->kind == SPEC_SLOT)
            own.versions = NULL;
        bool is_union = row->kind == SPEC_UNION || (row->kind == SPEC_SLOT && in_union);
        /* Inner places come first, so rows that a visit adds are not visited. */
        if (each_place(row->children, is_union, &own, visit, user) || (page_is_open(row) && visit(user, row, &own)))
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
    bool is_aggregate = row->kind == SPEC_STRUCT || row->kind == SPEC_UNION;
    if (!is_aggregate || !row->remark || row->is_filled || !strstr(row->remark, "below"))
        return false;
    if (row->kind == SPEC_UNION) /* several tables may each have some members of a union */
        return true;
    for (const struct spec_row *child = row->children; child; child = child->next)
        if (child->kind != SPEC_COMMENT)
            return false;
    return true;
}

/* ---- Rows with offsets */

/* The rows of a table, while they are put into open places. */
struct filling {
    struct importer *importer;
    struct spec_row *rows;
    bool any;
};

/* True if a row, or a rival of a slot, exists in some of the versions. */
static bool is_in_some(const struct spec_row *row, const struct spec_versions *in)
{
    const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : row;
    while (rival && !page_versions_meet(&rival->versions, in))
        rival = row->kind == SPEC_SLOT ? rival->next : NULL;
    return rival && row->kind != SPEC_COMMENT;
}

static bool is_same_offset(const struct spec_alternative *a, const struct spec_alternative *b)
{
    return a->kind == SPEC_NUMBER && b->kind == SPEC_NUMBER && a->number == b->number &&
           (a->is_bare || b->is_bare || page_sets_meet(&a->versions, &b->versions));
}

/* True if each offset of a cell is also an offset of the other cell. */
static bool begins_at(const struct spec_cell *cell, const struct spec_cell *other)
{
    bool any = false;
    for (size_t i = 0; i < cell->column_count || i < other->column_count; i++) {
        for (const struct spec_alternative *a = page_cell_column(cell, i); a; a = a->next) {
            const struct spec_alternative *b = page_cell_column(other, i);
            while (b && !is_same_offset(a, b))
                b = b->next;
            if (a->kind == SPEC_NUMBER && !b)
                return false;
            any |= b != NULL;
        }
    }
    return any;
}

/* True if a place names the heading of another table, as "see below (Lists)" does. */
static bool is_elsewhere(const struct importer *importer, const struct spec_row *place)
{
    const char *open = strchr(place->remark, '('), *close = open ? strchr(open, ')') : NULL;
    size_t length = close ? (size_t)(close - open) - 1 : 0;
    bool is_heading = false;
    for (const struct page_block *block = importer->page->blocks; length && block; block = block->next)
        is_heading |= block->is_heading && strlen(block->text) == length &&
                      ascii_begin_alike(block->text, open + 1, length);
    return is_heading && (!importer->heading || strlen(importer->heading) != length ||
                          !ascii_begin_alike(importer->heading, open + 1, length));
}

/* True for an open place without bits or an overlay, if the rows begin at its offset and some row has its versions. A
 * place with a name has no such offset, because offsets count from the structure around it. */
static bool has_place(void *user, struct spec_row *place, const struct outer *outer)
{
    struct filling *filling = user;
    const struct spec_row *first = filling->rows;
    while (first && first->kind == SPEC_COMMENT)
        first = first->next;
    bool is_other = place->name || strstr(place->remark, "bit") || strstr(place->remark, "overlay");
    if (is_other || is_elsewhere(filling->importer, place) || !first || !begins_at(&first->offset, outer->offset))
        return false;
    for (const struct spec_row *row = filling->rows; row; row = row->next)
        if (is_in_some(row, outer->versions))
            return true;
    return false;
}

bool page_declares_same(const struct spec_row *a, const struct spec_row *b)
{
    if (a->kind != b->kind || a->stars != b->stars || !ascii_same(a->name, b->name) || !ascii_same(a->type, b->type))
        return false;
    const struct spec_row *x = a->children, *y = b->children;
    while (x && y && page_declares_same(x, y)) {
        x = x->next;
        y = y->next;
    }
    return !x && !y && (a->name || a->children);
}

/* True if the union around an open place already declares a row beside the place, so that the table repeats it. */
static bool is_repeated(const struct spec_row *row, const struct outer *outer)
{
    for (const struct spec_row *other = outer->in_union ? outer->siblings : NULL; other; other = other->next)
        if (page_declares_same(row, other))
            return true;
    return false;
}

static bool has_rivals(const struct spec_row *slot)
{
    for (const struct spec_row *row = slot->children; row; row = row->next)
        for (const struct spec_row *other = row->next; other; other = other->next)
            if (page_versions_meet(&row->versions, &other->versions))
                return true;
    return false;
}

/* Returns copies of rows, including the rows in them. If the rows are members of a union, leaves out those that the
 * union around the open place already has. */
static struct spec_row *copy_children(struct importer *importer, const struct spec_row *rows, bool in_union,
                                      const struct outer *outer)
{
    struct spec_row *first = NULL, **end = &first;
    for (; rows; rows = rows->next) {
        if (in_union && is_repeated(rows, outer))
            continue;
        struct spec_row *copy = arena_copy_array(importer->arena, rows, 1, sizeof *rows);
        copy->next = NULL;
        copy->children = copy_children(importer, rows->children, in_union && !rows->name && rows->kind == SPEC_UNION,
                                       outer);
        *end = copy;
        end = &copy->next;
    }
    return first;
}

/* Returns copies of the rows, cut to the versions of the row around the open place. A named aggregate whose own members
 * stand below is left out, because offsets of these members count from the structure. */
static struct spec_row *copy_rows(struct importer *importer, struct spec_row *rows, const struct outer *outer)
{
    struct spec_row *first = NULL, **end = &first;
    for (struct spec_row *row = rows; row; row = row->next) {
        if (!is_in_some(row, outer->versions) || (row->name && page_is_open(row)))
            continue;
        row->is_filled = true;
        if (is_repeated(row, outer))
            continue;
        struct spec_row *copy = arena_copy_array(importer->arena, row, 1, sizeof *row);
        copy->next = NULL;
        copy->is_filled = false;
        page_row_cut(importer, copy, outer->versions);
        if (row->kind == SPEC_SLOT) {
            copy->children = copy_rows(importer, row->children, outer);
            copy->kind = outer->in_union && has_rivals(copy) ? SPEC_UNION : SPEC_SLOT;
        } else {
            copy->children = copy_children(importer, row->children, !row->name && row->kind == SPEC_UNION, outer);
        }
        *end = copy;
        end = &copy->next;
    }
    return first;
}

/* True if all rows have the same offset as the first. */
static bool are_at_one(struct importer *importer, const struct spec_row *rows)
{
    const struct axis *axis = &importer->model->axis;
    for (const struct spec_row *row = rows; row; row = row->next)
        if (strcmp(spec_cell_text(importer->arena, axis, &row->offset),
                   spec_cell_text(importer->arena, axis, &rows->offset)))
            return false;
    return true;
}

/* Returns rows as members of a union: unchanged if all have one offset, else joined in a structure. */
static struct spec_row *make_members(struct importer *importer, struct spec_row *rows)
{
    if (rows && are_at_one(importer, rows)) {
        for (struct spec_row *row = rows; row; row = row->next)
            row->kind = row->kind == SPEC_SLOT && has_rivals(row) ? SPEC_UNION : row->kind;
        return rows;
    }
    struct spec_row *whole = ARENA_NEW(importer->arena, struct spec_row);
    *whole = (struct spec_row){.kind = SPEC_STRUCT, .bounds = "", .line = rows ? rows->line : 0, .children = rows};
    return whole;
}

/* Adds the members that rows put into the structure around them to `names`, with their versions. `in` are the versions
 * of the aggregate that holds the rows. If the rows are new, adds an `allow` to members that another view of the same
 * bytes has in the same versions. */
static void enter_names(struct importer *importer, struct map *names, struct spec_row *rows,
                        const struct spec_versions *in, bool is_new)
{
    for (struct spec_row *row = rows; row; row = row->next) {
        const char *name = row->name ? intern_text(importer->intern, row->name) : NULL;
        const struct spec_versions *own = row->versions.count ? &row->versions : in;
        const struct spec_versions *other = name ? map_get(names, name) : NULL;
        if (name && !other)
            map_set(names, name, arena_copy_array(importer->arena, own, 1, sizeof *own));
        if (other && is_new && page_versions_meet(other, own)) {
            struct spec_clause *allow = ARENA_NEW(importer->arena, struct spec_clause);
            *allow = (struct spec_clause){.next = row->clauses, .kind = SPEC_ALLOW, .name = "duplicate-member",
                                          .reason = "another table shows these bytes with this name, too"};
            row->clauses = allow;
        }
        if (!row->name)
            enter_names(importer, names, row->children, own, is_new);
    }
}

void page_add_members(struct importer *importer, struct spec_row *whole, struct spec_row *rows)
{
    struct map *names = map_new(importer->arena);
    enter_names(importer, names, whole->children, &whole->versions, false);
    enter_names(importer, names, rows, &whole->versions, true);
    struct spec_row **end = &whole->children;
    while (*end)
        end = &(*end)->next;
    *end = rows;
}

static bool fill_place(void *user, struct spec_row *place, const struct outer *outer)
{
    struct filling *filling = user;
    struct importer *importer = filling->importer;
    if (!has_place(filling, place, outer))
        return false;
    struct spec_row *rows = copy_rows(importer, filling->rows, outer);
    if (place->kind == SPEC_UNION) {
        page_add_members(importer, place, make_members(importer, rows));
    } else {
        place->children = rows;
        place->is_filled = true;
    }
    return false;
}

bool page_fill_places(struct importer *importer, struct spec_item *item, struct spec_item *part)
{
    struct filling filling = {.importer = importer, .rows = part->rows};
    if (!each_place(item->rows, item->is_union, NULL, has_place, &filling))
        return false;
    each_place(item->rows, item->is_union, NULL, fill_place, &filling);
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

/* The search for the open place that a table of bits is about. */
struct finding {
    bool has_offset;
    uint64_t offset; /* offset of the place, if `has_offset` */
    struct spec_row *place;
};

static bool find_place(void *user, struct spec_row *place, const struct outer *outer)
{
    struct finding *finding = user;
    if (!strstr(place->remark, "bit") || (finding->has_offset && !is_at(outer->offset, finding->offset)))
        return false;
    finding->place = place;
    return true;
}

struct spec_row *page_find_bits_place(struct importer *importer, const struct page_block *before)
{
    struct finding finding = {0};
    for (const struct page_block *block = before; block && block->text; block = block->next)
        if (block->is_heading) {
            /* Read "Offset 0x04 (EBX)" from a heading. */
            const char *text = scan_plain(importer->arena, block->text);
            struct scan scan = {text};
            finding.has_offset = scan_words(&scan, "Offset") && scan_number(&scan, &finding.offset);
        }
    if (importer->item)
        each_place(importer->item->rows, false, NULL, find_place, &finding);
    if (finding.place)
        finding.place->is_filled = true;
    return finding.place;
}

/* ---- Tables that begin again at offset 0, without a name of their own */

/* True if a structure with that name may be declared: neither the page nor a shipped spec that stays has one. */
static bool is_open_name(struct importer *importer, const char *name)
{
    const struct type *type = map_get(importer->model->type_names, intern_text(importer->intern, name));
    if (type && !type->file->gives_way)
        return false;
    for (const struct spec_item *item = importer->document->items; item; item = item->next)
        if (item->name && !strcmp(item->name, name))
            return false;
    return true;
}

/* Returns the position of a name in a text; NULL if the text lacks it. */
static const char *find_name(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || !ascii_is_name(at[-1])) && !ascii_is_name(at[length]))
            return at;
    return NULL;
}

/* A search for the type that a text names first. */
struct mention {
    struct importer *importer;
    const char *text;
    const char *first; /* position of its name in the text */
    const char *name;
};

/* Finds the type, among those that rows hold by value or point to and that have no declaration, which the text names
 * first. */
static void find_held(struct mention *mention, const struct spec_row *rows)
{
    for (; rows; rows = rows->next) {
        const char *at = rows->kind == SPEC_MEMBER && rows->type && scan_capitals(rows->type)
                             ? find_name(mention->text, rows->type)
                             : NULL;
        if (at && (!mention->first || at < mention->first) && is_open_name(mention->importer, rows->type)) {
            mention->first = at;
            mention->name = rows->type;
        }
        find_held(mention, rows->children);
    }
}

const char *page_find_held(struct importer *importer, const struct page_block *before)
{
    struct mention mention = {.importer = importer, .text = ""};
    for (const struct page_block *block = before; block && block->text; block = block->next)
        mention.text = block->is_heading ? "" : block->text;
    /* Find the first structure that has a size on the page but no rows yet. */
    for (const struct spec_item *item = mention.importer->document->items; item; item = item->next) {
        const char *at = item->kind == SPEC_RECORD && !item->rows ? find_name(mention.text, item->name) : NULL;
        if (at && (!mention.first || at < mention.first)) {
            mention.first = at;
            mention.name = item->name;
        }
    }
    for (const struct spec_item *item = importer->document->items; item && !mention.name; item = item->next)
        if (item->kind == SPEC_RECORD)
            find_held(&mention, item->rows);
    return mention.name;
}

static struct spec_row *wrap_rows(struct importer *importer, enum spec_row_kind kind, struct spec_row *rows)
{
    struct spec_row *whole = ARENA_NEW(importer->arena, struct spec_row);
    *whole = (struct spec_row){.kind = kind, .line = rows ? rows->line : 0, .bounds = "", .children = rows};
    return whole;
}

/* Adds the versions of rows to `in`. Returns false if a row names none, or names them in other columns. */
static bool add_versions(struct importer *importer, const struct spec_row *rows, struct spec_versions *in)
{
    for (const struct spec_row *row = rows; row; row = row->next) {
        if (row->kind == SPEC_SLOT && !add_versions(importer, row->children, in))
            return false;
        if (row->kind == SPEC_COMMENT || row->kind == SPEC_SLOT)
            continue;
        if (!row->versions.count || (in->count && in->count != row->versions.count))
            return false;
        struct version_set *sets = ARENA_ARRAY(importer->arena, struct version_set, row->versions.count);
        for (size_t i = 0; i < row->versions.count; i++)
            sets[i] = in->count ? version_set_union(importer->arena, in->sets[i], row->versions.sets[i])
                                : row->versions.sets[i];
        *in = (struct spec_versions){row->versions.count, sets};
    }
    return true;
}

void page_join_view(struct importer *importer, struct spec_item *item, struct spec_item *part)
{
    struct spec_versions in = {0};
    bool is_dated = add_versions(importer, item->rows, &in) && add_versions(importer, part->rows, &in);
    struct spec_row *whole = item->rows;
    bool is_open = whole && whole->kind == SPEC_UNION && !whole->next && whole->is_filled;
    if (!is_open) {
        whole = wrap_rows(importer, SPEC_UNION, wrap_rows(importer, SPEC_STRUCT, item->rows));
        whole->offset = spec_cell_number(importer->arena, 0, false);
        whole->is_filled = true;
    }
    page_add_members(importer, whole, wrap_rows(importer, SPEC_STRUCT, part->rows));
    whole->versions = is_dated ? in : (struct spec_versions){0};
    item->rows = whole;
    item->rows_end = &whole->next;
}

/* ---- Overlays: members in the bytes that another member leaves free */

static bool is_overlay(const struct spec_row *row)
{
    bool is_place = page_is_open(row) && !row->name && strstr(row->remark, "overlay");
    return is_place || (row->comment && strstr(row->comment, "overlay"));
}

/* True if a row is a union with an overlay, or a slot that contains such a union. */
static bool has_overlay(const struct spec_row *row)
{
    if (row->name || (row->kind != SPEC_UNION && row->kind != SPEC_SLOT))
        return false;
    for (const struct spec_row *child = row->children; child; child = child->next)
        if (is_overlay(child) || has_overlay(child))
            return true;
    return false;
}

const struct spec_row *page_find_overlaid(const struct spec_item *item)
{
    const struct spec_row *last = NULL;
    for (const struct spec_row *row = item->rows; row; row = row->next)
        last = row->kind == SPEC_COMMENT ? last : row;
    return last && has_overlay(last) ? last : NULL;
}

/* ---- Structures that hold themselves */

/* A search for a structure among the types that members have by value. */
struct search {
    struct importer *importer;
    const struct map *records; /* name -> struct spec_item */
    const struct spec_item *wanted;
    struct map *visited; /* set of the names that were searched */
};

/* True if a row has the wanted structure by value, directly or in another structure. */
static bool holds_wanted(struct search *search, const struct spec_row *rows, unsigned depth)
{
    for (; rows && depth; rows = rows->next) {
        if (rows->kind == SPEC_MEMBER && !rows->stars && rows->type) {
            const char *name = intern_text(search->importer->intern, rows->type);
            const struct spec_item *item = map_get(search->visited, name) ? NULL : map_get(search->records, name);
            map_set(search->visited, name, search);
            if (item && (item == search->wanted || holds_wanted(search, item->rows, depth - 1)))
                return true;
        }
        if (holds_wanted(search, rows->children, depth))
            return true;
    }
    return false;
}

/* Replaces members by an unknown number of bytes if their structure would contain itself. */
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
        if (inner != item && !holds_wanted(&search, inner->rows, DEPTH_MOST))
            continue;
        const char *kept = arena_format(importer->arena, "unread, line %u: %s %s%s", row->line, row->type, row->name,
                                        row->bounds ? row->bounds : "");
        page_report_unread(importer, PAGE_NEEDS_TYPE, row->line, "'%s' would hold itself through this member",
                           item->name);
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
