#include <string.h>

#include "base/intern.h"
#include "page/cell.h"
#include "page/table_parts.h"
#include "model/model.h"

/* ---- Sizes that only the next row tells ---- */

enum { STEPS_MOST = 4000000 /* rows to look at on one page; a page for people needs fewer */ };

/* The room of a row in a column: the bytes up to the next offset. */
struct room {
    struct importer *importer;
    const struct spec_item *item;
    const struct spec_row *beside; /* the rows between the same braces, such as those of a view */
    const struct spec_row *row;
    size_t column;
};

/* Lowers `next` to the first offset of some rows behind another one. Returns false after STEPS_MOST rows of a page. */
static bool find_next(const struct room *room, const struct spec_row *rows, uint64_t version, uint64_t offset,
                      uint64_t *next)
{
    uint64_t other;
    for (const struct spec_row *r = rows; r; r = r->next) {
        if (room->importer->room_steps++ > STEPS_MOST)
            return false;
        const struct version_set *in = page_versions_column(&r->versions, room->column);
        if ((!in || version_set_contains(in, version)) &&
            page_cell_at(page_cell_column(&r->offset, room->column), version, &other) && other > offset &&
            other < *next)
            *next = other;
    }
    return true;
}

/* Measures the bytes from the offset of a row to the next offset in a version. Returns false if one of them is unknown.
 * The next row is one between the same braces; without one, a row of the structure. */
static bool measure_room(const struct room *room, uint64_t version, uint64_t *bytes)
{
    uint64_t offset, size, next = UINT64_MAX;
    if (!page_cell_at(page_cell_column(&room->row->offset, room->column), version, &offset) ||
        !find_next(room, room->beside, version, offset, &next) ||
        (next == UINT64_MAX && !find_next(room, room->item->rows, version, offset, &next)))
        return false;
    if (page_cell_at(page_cell_column(&room->item->size, room->column), version, &size) && size > offset && size < next)
        next = size;
    *bytes = next - offset;
    return next != UINT64_MAX;
}

/* Measures the bytes up to the next row in all versions of a row. Returns false if they differ. */
static bool measure_column(const struct room *room, uint64_t *bytes)
{
    const struct axis *axis = &room->importer->model->axis;
    const struct arch *arch = page_find_arch(room->importer, room->column);
    const struct version_set *in = page_versions_column(&room->row->versions, room->column);
    bool any = false;
    for (size_t i = 0; i < axis->point_count; i++) {
        uint64_t version = axis->points[i].range.from, here;
        if ((in && !version_set_contains(in, version)) || (arch && !version_set_contains(&arch->versions, version)) ||
            !measure_room(room, version, &here))
            continue;
        if (any && here != *bytes)
            return false;
        *bytes = here;
        any = true;
    }
    return any;
}

static void settle_room(struct importer *importer, const struct spec_item *item, const struct spec_row *beside,
                        struct spec_row *row)
{
    static const struct spec_alternative unknown = {.kind = SPEC_UNKNOWN, .is_bare = true};
    struct spec_cell extent = spec_cell_new(importer->arena, row->offset.column_count ? row->offset.column_count : 1);
    bool ok = row->offset.column_count > 0;
    for (size_t i = 0; ok && i < row->offset.column_count; i++) {
        uint64_t bytes = 0;
        ok = measure_column(&(struct room){importer, item, beside, row, i}, &bytes) && bytes <= UINT32_MAX;
        extent.columns[i] = spec_cell_number(importer->arena, bytes, true).columns[0];
    }
    const char *room = ", and the next member does not show it: assumed to be unknown";
    if (ok) {
        room = arena_format(importer->arena, "; there are %s bytes up to the next member",
                            spec_cell_text(importer->arena, &importer->model->axis, &extent));
    } else {
        extent.columns[0] = &unknown;
        extent.column_count = 1;
    }
    row->extent = extent;
    page_report_line(importer, DIAG_ASSUMED, row->line, "the page does not state the size of '%s'%s",
                     row->words ? row->words : "unaccounted", room);
}

/* Sets sizes that follow from the next row. For a rival, that is the row after its slot. */
static void settle_rooms(struct importer *importer, const struct spec_item *item, const struct spec_row *beside,
                         struct spec_row *rows, const struct spec_cell *at)
{
    for (struct spec_row *row = rows; row; row = row->next) {
        bool has_own = row->offset.column_count > 0;
        if (row->wants_room) {
            if (!has_own && at)
                row->offset = *at;
            settle_room(importer, item, beside, row);
            if (!has_own)
                row->offset.column_count = 0;
        }
        bool is_slot = row->kind == SPEC_SLOT;
        settle_rooms(importer, item, is_slot ? beside : row->children, row->children, is_slot ? &row->offset : NULL);
    }
}

/* ---- Empty cells: nothing is there, or nobody knows where */

/* Returns the number of elements of "[4][2]"; 0 if it is unknown. */
static uint64_t count_elements(const char *bounds)
{
    struct scan scan = {bounds ? bounds : ""};
    uint64_t count = 1, number;
    while (scan_char(&scan, '[')) {
        if (!scan_number(&scan, &number) || !scan_char(&scan, ']') || number > UINT32_MAX / count)
            return 0;
        count *= number;
    }
    return scan_end(&scan) ? count : 0;
}

/* Returns the number of bytes of a row in a version; 0 if it is unknown. */
static uint64_t measure_row(struct importer *importer, const struct spec_row *row, size_t column, uint64_t version)
{
    const struct arch *arch = page_find_arch(importer, column);
    const struct type *type = row->type && !row->stars
                                  ? map_get(importer->model->type_names, intern_text(importer->intern, row->type))
                                  : NULL;
    uint64_t most = 0, number;
    struct measure measure = {0};
    switch (row->kind) {
    case SPEC_FUNCTION:
        return arch ? pointer_measure(arch).size * count_elements(row->bounds) : 0;
    case SPEC_MEMBER:
        if (arch && row->stars)
            measure = pointer_measure(arch);
        else if (arch && type)
            measure = type_measure(type, arch, version);
        return measure.known && !row->width.column_count ? measure.size * count_elements(row->bounds) : 0;
    case SPEC_BYTES:
    case SPEC_UNACCOUNTED:
        return page_cell_at(page_cell_column(&row->extent, column), version, &number) ? number : 0;
    case SPEC_UNION:
        for (const struct spec_row *child = row->children; child; child = child->next) {
            number = measure_row(importer, child, column, version);
            most = number > most ? number : most;
        }
        return most * count_elements(row->bounds);
    default:
        return 0;
    }
}

static bool is_in(const struct spec_row *row, size_t column, uint64_t version)
{
    const struct version_set *in = page_versions_column(&row->versions, column);
    return !in || version_set_contains(in, version);
}

/* Returns the member that a row is in a version: for a slot, the rival that exists then. */
static const struct spec_row *find_rival(const struct spec_row *row, size_t column, uint64_t version)
{
    const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : row;
    while (rival && !is_in(rival, column, version))
        rival = row->kind == SPEC_SLOT ? rival->next : NULL;
    return rival;
}

/* True if a row without an offset does not exist in a version: another row is the same member, or the rows above and
 * below it leave no bytes between them. */
static bool has_no_place(struct importer *importer, const struct spec_row *rows, const struct spec_row *row,
                         size_t column, uint64_t version)
{
    const struct spec_row *above = NULL, *rival = NULL;
    uint64_t offset, end = 0;
    bool is_below = false, is_closed = false;
    for (const struct spec_row *other = rows; other; other = other->next) {
        if (importer->room_steps++ > STEPS_MOST)
            return false;
        is_below |= other == row;
        if (other == row || !page_cell_at(page_cell_column(&other->offset, column), version, &offset) ||
            !(rival = find_rival(other, column, version)))
            continue;
        if ((row->name && rival->name && !strcmp(rival->name, row->name)) || page_declares_same(row, rival))
            return true;
        if (!is_below) {
            above = rival;
            end = offset;
        } else if (above && !is_closed) {
            uint64_t size = measure_row(importer, above, column, version);
            is_closed = true;
            if (size && offset > end && end + size == offset)
                return true;
        }
    }
    return false;
}

/* Settles one empty cell of a row: the row is absent in versions in which it has no place. */
static const struct spec_alternative *settle_empty(struct importer *importer, const struct spec_row *rows,
                                                   const struct spec_row *row, size_t column, const struct arch *arch)
{
    const struct axis *axis = &importer->model->axis;
    struct spec_alternative *absent = ARENA_NEW(importer->arena, struct spec_alternative);
    struct version_list in = {0};
    bool is_everywhere = true;
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct version_range *point = &axis->points[i].range;
        if (!is_in(row, column, point->from) || !version_set_contains(&arch->versions, point->from))
            continue;
        if (has_no_place(importer, rows, row, column, point->from))
            version_list_add(&in, point->from, point->to);
        else
            is_everywhere = false;
    }
    *absent = (struct spec_alternative){.kind = SPEC_ABSENT, .versions = version_list_take(&in, importer->arena)};
    if (!absent->versions.count)
        return NULL;
    page_report_line(importer, DIAG_ASSUMED, row->line,
                     "'%s' has no offset on %s: it is assumed not to exist there%s, since the rows around it leave no "
                     "room",
                     row->name ? row->name : "this row", arch->name, is_everywhere ? "" : " in some versions");
    absent->is_bare = is_everywhere;
    if (is_everywhere)
        return absent;
    struct spec_alternative *unknown = ARENA_NEW(importer->arena, struct spec_alternative);
    *unknown = (struct spec_alternative){.kind = SPEC_UNKNOWN, .is_bare = true};
    absent->next = unknown;
    return absent;
}

/* Returns the versions in which another row with the same name has an offset in a column. */
static struct version_set find_elsewhere(struct importer *importer, const struct spec_row *rows,
                                         const struct spec_row *rival, size_t column)
{
    const struct axis *axis = &importer->model->axis;
    struct version_list in = {0};
    uint64_t offset;
    for (const struct spec_row *row = rows; row; row = row->next) {
        if (importer->room_steps++ > STEPS_MOST || !row->name || !rival->name || strcmp(row->name, rival->name) != 0)
            continue;
        for (size_t i = 0; i < axis->point_count; i++) {
            const struct version_range *point = &axis->points[i].range;
            if (is_in(row, column, point->from) && is_in(rival, column, point->from) &&
                page_cell_at(page_cell_column(&row->offset, column), point->from, &offset))
                version_list_add(&in, point->from, point->to);
        }
    }
    return version_list_take(&in, importer->arena);
}

/* Makes a rival of a slot without an offset on an arch absent in versions in which another row is the same member. */
static void settle_rivals(struct importer *importer, const struct spec_row *rows, struct spec_row *slot, size_t column)
{
    size_t count = slot->offset.column_count;
    for (struct spec_row *rival = slot->children; rival; rival = rival->next) {
        struct version_set elsewhere =
            rival->versions.count ? find_elsewhere(importer, rows, rival, column) : (struct version_set){0};
        if (!elsewhere.count)
            continue;
        struct version_set *sets = ARENA_ARRAY(importer->arena, struct version_set, count);
        for (size_t i = 0; i < count; i++)
            sets[i] = *page_versions_column(&rival->versions, i);
        sets[column] = version_set_subtract(importer->arena, sets[column], elsewhere);
        rival->versions = (struct spec_versions){count, sets};
        page_report_line(importer, DIAG_ASSUMED, rival->line,
                         "'%s' has no offset on %s, where another row declares it: this row is assumed not to exist "
                         "there",
                         rival->name, page_find_arch(importer, column)->name);
    }
}

/* Settles empty cells: the offset is unknown, unless the arch is younger than the row, or the row has no place. */
static void settle_absent(struct importer *importer, struct spec_row *rows)
{
    static const struct spec_alternative absent = {.kind = SPEC_ABSENT, .is_bare = true};
    for (struct spec_row *row = rows; row; row = row->next) {
        struct spec_cell *at = &row->offset;
        if (at->column_count < 2 || page_cell_is_empty(at))
            continue;
        at->columns = arena_copy_array(importer->arena, at->columns, at->column_count, sizeof *at->columns);
        for (size_t i = 0; i < at->column_count; i++) {
            const struct arch *arch = page_find_arch(importer, i);
            const struct version_set *in = page_versions_column(&row->versions, i);
            if (at->columns[i] || !arch)
                continue;
            if (row->kind == SPEC_SLOT)
                settle_rivals(importer, rows, row, i);
            at->columns[i] = in && !page_sets_meet(&arch->versions, in) ? &absent
                             : row->kind != SPEC_SLOT && row->kind != SPEC_COMMENT
                                 ? settle_empty(importer, rows, row, i, arch)
                                 : NULL;
        }
    }
}

/* ---- Overlays: members in the bytes that another member leaves free */

/* True if a row begins among the bytes of the row that it overlays, in some version. */
static bool shares_bytes(struct importer *importer, const struct spec_row *row, size_t column)
{
    const struct axis *axis = &importer->model->axis;
    for (size_t i = 0; i < axis->point_count; i++) {
        uint64_t version = axis->points[i].range.from, begin, offset;
        const struct spec_row *below = find_rival(row->overlaid, column, version);
        if (!below || !find_rival(row, column, version) ||
            !page_cell_at(page_cell_column(&row->offset, column), version, &offset) ||
            !page_cell_at(page_cell_column(&row->overlaid->offset, column), version, &begin) || offset < begin)
            continue;
        if (offset - begin < measure_row(importer, below, column, version))
            return true;
    }
    return false;
}

/* Adds an `allow` to rows of an overlay that share bytes with the row that they overlay. */
static void settle_overlays(struct importer *importer, struct spec_item *item)
{
    size_t count = importer->document->arch_count;
    for (struct spec_row *row = item->rows; row; row = row->next) {
        bool is_shared = false;
        for (size_t i = 0; row->overlaid && i < count; i++)
            is_shared |= shares_bytes(importer, row, i);
        if (!is_shared)
            continue;
        struct spec_clause *allow = ARENA_NEW(importer->arena, struct spec_clause);
        *allow = (struct spec_clause){.next = row->clauses, .kind = SPEC_ALLOW, .name = "overlap",
                                      .reason = "the page says that it overlays the member above"};
        row->clauses = allow;
        page_report_line(importer, DIAG_ASSUMED, row->line,
                         "this row shares bytes with the member above, of which the page says that an overlay stands "
                         "below");
    }
}

/* ---- The versions of a structure ---- */

/* Returns the first version that a size names in any column; 0 if the sizes name no versions. */
static uint64_t find_first_size(const struct spec_cell *size)
{
    uint64_t first = VERSION_END;
    for (size_t i = 0; i < size->column_count; i++)
        for (const struct spec_alternative *a = size->columns[i]; a; a = a->next)
            if (a->versions.count && a->versions.ranges->from < first && a->kind != SPEC_ABSENT)
                first = a->versions.ranges->from;
    return first == VERSION_END ? 0 : first;
}

static bool has_bare(const struct spec_alternative *alternatives)
{
    while (alternatives && (!alternatives->is_bare || alternatives->kind != SPEC_NUMBER))
        alternatives = alternatives->next;
    return alternatives != NULL;
}

/* Returns the versions that sizes and rows name for a column. Leaves out versions in which the column has no size,
 * because the structure does not exist there. A row without offsets counts for all columns. */
static struct version_set collect_versions(struct importer *importer, const struct spec_item *item, size_t column)
{
    struct version_set none = {0};
    struct version_list in = {0}, absent = {0}, sizes = {0};
    version_list_add_set(&in, item->unread_in);
    const struct spec_alternative *size = page_cell_column(&item->size, column);
    bool is_open = has_bare(size); /* some size names no versions */
    bool names_any = false;        /* some row names its versions */
    for (const struct spec_alternative *a = size; a; a = a->next) {
        if (a->kind == SPEC_ABSENT || !is_open)
            version_list_add_set(a->kind == SPEC_ABSENT ? &absent : &in, a->versions);
        if (a->kind != SPEC_ABSENT)
            version_list_add_set(&sizes, a->versions);
    }
    struct version_set sized = version_list_take(&sizes, importer->arena);
    uint64_t first_size = item->has_size_table ? find_first_size(&item->size) : 0;
    for (const struct spec_row *row = item->rows; row; row = row->next) {
        const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : row;
        struct version_set whole = none;
        for (; rival; rival = row->kind == SPEC_SLOT ? rival->next : NULL)
            if (rival->versions.count)
                whole = version_set_union(importer->arena, whole, *page_versions_column(&rival->versions, column));
        struct version_set own = whole;
        names_any |= own.count > 0;
        if (row->kind != SPEC_COMMENT && !page_cell_is_empty(&row->offset))
            whole = page_cell_covers(importer->arena, page_cell_column(&row->offset, column), whole);
        if (own.count) /* the row does not exist in other versions, even if its cell names some */
            whole = version_set_intersect(importer->arena, whole, own);
        if (!row->versions.count && row->kind != SPEC_SLOT && whole.count &&
            has_bare(page_cell_column(&row->offset, column)))
            whole = version_set_range(importer->arena, whole.ranges->from, VERSION_END);
        if (whole.count && !whole.ranges->from && first_size) /* "all" means from the first version of a size on */
            whole = version_set_intersect(importer->arena, whole,
                                          version_set_range(importer->arena, first_size, VERSION_END));
        version_list_add_set(&in, whole);
    }
    /* A size for the last version that the page names holds for later versions, too, unless rows say that the structure
     * ends there. */
    if (sized.count && !is_open && !names_any && sized.ranges[sized.count - 1].to == importer->versions.last)
        version_list_add(&in, importer->versions.last, VERSION_END);
    struct version_set there = version_list_take(&in, importer->arena);
    return version_set_subtract(importer->arena, there, version_list_take(&absent, importer->arena));
}

/* Returns false for an alternative of a size which says that the structure does not exist; it is then removed. */
static bool is_there(struct spec_alternative *size, const void *user)
{
    (void)user;
    return size->kind != SPEC_ABSENT || size->is_bare;
}

static void settle_versions(struct importer *importer, struct spec_item *item)
{
    size_t count = importer->document->arch_count > 1 ? importer->document->arch_count : 1;
    struct version_set any = {0}, *in = ARENA_ARRAY(importer->arena, struct version_set, count);
    bool are_equal = true;
    for (size_t i = 0; i < count; i++) {
        in[i] = collect_versions(importer, item, i);
        any = version_set_union(importer->arena, any, in[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (!in[i].count)
            in[i] = any; /* a column without any cell makes no statement about versions */
        if (in[i].count && !in[i].ranges->from && in[i].ranges->to == VERSION_END) /* a set needs at least one end */
            in[i] = version_set_range(importer->arena, importer->model->axis.releases[0].range.from, VERSION_END);
        are_equal &= version_set_equal(in[i], in[0]);
    }
    item->versions = (struct spec_versions){!any.count ? 0 : are_equal ? 1 : count, in};
    item->size = page_cell_map(importer->arena, &item->size, is_there, NULL);
    if (!any.count && item->rows)
        page_report_line(importer, DIAG_ASSUMED, item->rows->line,
                         "the page gives no versions for '%s': all are assumed", item->name);
}

/* ---- Unions ---- */

static bool begins_everywhere(const struct spec_row *row)
{
    for (size_t i = 0; i < row->offset.column_count; i++)
        for (const struct spec_alternative *a = row->offset.columns[i]; a; a = a->next)
            if (a->kind == SPEC_NUMBER && a->number)
                return false;
    return true;
}

/* Makes a union of a record if the page calls it a union and all of its rows lie at its beginning. */
static void settle_kind(struct importer *importer, struct spec_item *item)
{
    const struct page *page = importer->page;
    for (const struct spec_row *row = item->rows; row; row = row->next)
        if (!begins_everywhere(row))
            return;
    for (const struct page_block *block = page->blocks; block && !item->is_union; block = block->next)
        item->is_union = block->text && page_prose_is_union(block->text, item->name);
}

static void say_bare(struct importer *importer)
{
    bool is_first = importer->versions.bare_is_first;
    if (!importer->bare_line)
        return;
    const char *comment =
        importer->options->bare != PAGE_BARE_BY_PAGE
            ? (is_first ? "\"10.0\" means only the first release of Windows 10, as requested."
                        : "\"10.0\" means all of Windows 10, as requested.")
        : is_first ? "\"10.0\" is assumed to mean only the first release of Windows 10, because the tables name others."
                   : "\"10.0\" is assumed to mean all of Windows 10, because the tables name no release of it.";
    importer->document->comment = page_join_comments(importer, importer->document->comment, comment);
    if (importer->options->bare == PAGE_BARE_BY_PAGE) {
        struct diag *diag = page_report_line(
            importer, DIAG_ASSUMED, importer->bare_line,
            is_first ? "'10.0' is assumed to mean 1507 only, because the tables name other releases of "
                       "Windows 10"
                     : "'10.0' is assumed to mean all of Windows 10, because the tables name no release "
                       "of it");
        diag_help(diag, "choose with --windows-10 all or --windows-10 first");
    }
}

/* ---- Claims about rows that the structure does not have ---- */

static void collect_names(struct importer *importer, const struct spec_row *rows, struct map *names)
{
    for (; rows; rows = rows->next) {
        if (rows->name)
            map_set(names, intern_text(importer->intern, rows->name), names);
        collect_names(importer, rows->children, names);
    }
}

/* Makes "next in X" a free remark if the structure has no member X, because X is then another structure. */
static void settle_claims(struct importer *importer, struct spec_row *rows, const struct map *names)
{
    for (struct spec_row *row = rows; row; row = row->next) {
        struct spec_clause **end = &row->clauses;
        page_cut_claims(importer, row);
        for (struct spec_clause *claim; (claim = *end);) {
            if (claim->kind != SPEC_NEXT_IN || map_get(names, intern_text(importer->intern, claim->name))) {
                end = &claim->next;
                continue;
            }
            *end = claim->next;
            row->remark = row->remark ? arena_format(importer->arena, "next in %s; %s", claim->name, row->remark)
                                      : arena_format(importer->arena, "next in %s", claim->name);
        }
        settle_claims(importer, row->children, names);
    }
}

/* ---- How it is written ---- */

static void shorten_rows(struct arena *arena, struct spec_row *rows)
{
    for (struct spec_row *row = rows; row; row = row->next) {
        struct spec_cell *cells[] = {&row->offset, &row->bit, &row->mask};
        for (size_t i = 0; i < sizeof cells / sizeof *cells && row->versions.count; i++)
            page_cell_shorten(arena, cells[i], &row->versions);
        shorten_rows(arena, row->children);
    }
}

/* Writes values that are equal in all versions with the same number of digits. */
static void shorten_values(struct importer *importer, struct spec_item *item)
{
    struct arena *arena = importer->arena;
    uint64_t most = 0;
    unsigned digits = 2;
    for (const struct spec_enumerator *e = item->enumerators; e; e = e->next)
        for (size_t i = 0; i < e->value.column_count; i++)
            for (const struct spec_alternative *a = e->value.columns[i]; a; a = a->next)
                most = a->number > most ? a->number : most;
    while (digits < 16 && most >> (digits * 4))
        digits *= 2;
    for (struct spec_enumerator *enumerator = item->enumerators; enumerator; enumerator = enumerator->next) {
        page_join_columns(importer, &enumerator->value);
        const struct spec_alternative *only = page_cell_column(&enumerator->value, 0);
        bool is_same = enumerator->value.column_count == 1 && only && !only->next && only->is_bare;
        if (is_same && only->kind == SPEC_NUMBER) {
            struct spec_alternative *value = arena_copy_array(arena, only, 1, sizeof *only);
            value->digits = digits;
            enumerator->value.columns[0] = value;
        } else if (enumerator->versions.count) {
            page_cell_shorten(arena, &enumerator->value, &enumerator->versions);
        }
    }
}

/* Attests the versions that the page names, if there are other versions between them. */
static void settle_spoken(struct importer *importer)
{
    const struct axis *axis = &importer->model->axis;
    struct version_set in = {0}, named = importer->versions.named;
    bool has_hole = false;
    for (const struct spec_item *item = importer->document->items; item; item = item->next)
        for (size_t i = 0; item->kind == SPEC_RECORD && i < item->versions.count; i++)
            in = version_set_union(importer->arena, in, item->versions.sets[i]);
    named = version_set_intersect(importer->arena, named, in);
    for (size_t i = 0; i < axis->point_count && named.count; i++) {
        uint64_t version = axis->points[i].range.from;
        has_hole |= version > named.ranges->from && version < named.ranges[named.count - 1].from &&
                    !version_set_contains(&named, version);
    }
    if (has_hole)
        importer->document->spoken = named;
}

/* True if another column has the same size in the same versions, so the page gives one size for all. */
static bool is_for_all(const struct spec_cell *size, size_t column, const struct spec_alternative *own)
{
    for (size_t i = 0; i < size->column_count; i++)
        for (const struct spec_alternative *a = i != column ? size->columns[i] : NULL; a; a = a->next)
            if (a->kind == own->kind && a->number == own->number && !a->is_bare &&
                version_set_equal(a->versions, own->versions))
                return true;
    return false;
}

/* Removes a size for all architectures from architectures that do not have the versions of the size. */
static void settle_sizes(struct importer *importer, struct spec_cell *size)
{
    for (size_t i = 0; size->column_count > 1 && i < size->column_count; i++) {
        const struct arch *arch = page_find_arch(importer, i);
        const struct spec_alternative *first = NULL, **end = &first;
        for (const struct spec_alternative *a = size->columns[i]; a; a = a->next) {
            if (arch && !a->is_bare && is_for_all(size, i, a) &&
                !version_set_intersect(importer->arena, a->versions, arch->versions).count)
                continue;
            struct spec_alternative *copy = arena_copy_array(importer->arena, a, 1, sizeof *a);
            copy->next = NULL;
            *end = copy;
            end = (const struct spec_alternative **)&copy->next;
        }
        size->columns[i] = first;
    }
}

/* True if no row of a structure has offset 0 or an unknown offset in any version. The page then describes a part of it,
 * such as the part after a base class. */
static bool is_part(const struct spec_item *item)
{
    bool any = false;
    for (const struct spec_row *row = item->rows; row; row = row->next)
        if (row->remark && strstr(row->remark, "not yet confirmed"))
            return true; /* the page itself says that it describes a part of the structure */
    for (const struct spec_row *row = item->rows; row; row = row->next) {
        if (row->kind == SPEC_COMMENT)
            continue;
        for (size_t i = 0; i < row->offset.column_count; i++)
            for (const struct spec_alternative *a = row->offset.columns[i]; a; a = a->next)
                if (a->kind != SPEC_ABSENT && (a->kind != SPEC_NUMBER || !a->number))
                    return false;
        if (page_cell_is_empty(&row->offset))
            return false;
        any = true;
    }
    return any;
}

void page_finish(struct importer *importer)
{
    for (struct spec_item *item = importer->document->items; item; item = item->next) {
        if (item->kind != SPEC_RECORD) {
            page_allow_twins(importer, item);
            shorten_values(importer, item);
            continue;
        }
        page_settle_size(importer, item);
        settle_sizes(importer, &item->size);
        settle_kind(importer, item);
        settle_rooms(importer, item, item->rows, item->rows, NULL);
        settle_absent(importer, item->rows);
        settle_overlays(importer, item);
        settle_versions(importer, item);
        page_settle_strays(importer, item);
        page_name_rows(importer, item);
        struct map *names = map_new(importer->arena);
        collect_names(importer, item->rows, names);
        settle_claims(importer, item->rows, names);
        shorten_rows(importer->arena, item->rows);
        item->is_partial |= !item->is_union && is_part(item);
    }
    settle_spoken(importer);
    page_break_cycles(importer);
    say_bare(importer);
}
