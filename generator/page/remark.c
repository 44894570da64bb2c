#include "page/remark.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "model/model.h"
#include "page/cell.h"
#include "page/slip.h"
#include "page/table_parts.h"

void page_remark_add(struct buffer *remark, const char *text, size_t length)
{
    size_t before = remark->size;
    if (before)
        buffer_add_text(remark, "; ");
    size_t begin = remark->size;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != ' ' && text[i] != '\n')
            buffer_add_char(remark, text[i]);
        else if (remark->size > begin && remark->data[remark->size - 1] != ' ')
            buffer_add_char(remark, ' ');
    }
    while (remark->size > begin && (remark->data[remark->size - 1] == ' ' || remark->data[remark->size - 1] == ';'))
        remark->size--;
    if (remark->size == begin)
        remark->size = before;
}

const char *page_remark_take(struct arena *arena, struct buffer *remark)
{
    const char *text = remark->size ? arena_copy(arena, remark->data, remark->size) : NULL;
    buffer_free(remark);
    return text;
}

/* Reads a word that is no number, as the former type of a member. */
static bool read_type(struct scan *scan, struct arena *arena, const char **type)
{
    const char *begin;
    size_t length;
    struct scan next = *scan;
    if (scan_words(&next, "a") || scan_words(&next, "an"))
        scan_lines(&next);
    if (!scan_name(&next, &begin, &length) || length > 255 || !ascii_is_upper(*begin))
        return false;
    *type = arena_copy(arena, begin, length);
    *scan = next;
    return true;
}

/* Reads offsets: "0x10" for all columns, "0x5C and 0x80" for one column each. Also reads "0x88 and", whose second value
 * is lost. */
static bool read_places(struct page_versions *versions, struct scan *scan, size_t column_count, struct spec_cell *cell)
{
    struct scan next = *scan;
    *cell = spec_cell_new(versions->arena, column_count ? column_count : 1);
    cell->column_count = 0;
    while (cell->column_count < (column_count ? column_count : 1)) {
        const struct spec_alternative *alternatives;
        if (!page_cell_scan(versions, &next, &alternatives)) {
            if (!cell->column_count)
                return false;
            alternatives = NULL; /* nothing follows the "and" */
        }
        for (const struct spec_alternative *a = alternatives; a; a = a->next)
            if (a->kind == SPEC_NUMBER && a->number > INT32_MAX)
                return false; /* the number belongs to a mask */
        cell->columns[cell->column_count++] = alternatives;
        if (!scan_words(&next, "and") && !scan_words(&next, "or") && !scan_char(&next, '|'))
            break;
    }
    while (cell->column_count > 1 && cell->column_count < column_count)
        cell->columns[cell->column_count++] = NULL;
    *scan = next;
    return true;
}

/* Reads a claim about another row: "previously at 0x94 and 0xD4", "next as ULONG at 0x10", "next in Extent". */
static bool read_move(struct page_versions *versions, struct scan *scan, size_t column_count, struct spec_clause *claim)
{
    const char *name;
    size_t length;
    struct scan next = *scan;
    bool is_next = scan_words(&next, "next");
    if (!is_next && !scan_words(&next, "previously"))
        return false;
    struct scan in = next;
    if (is_next && (scan_words(&in, "in") || scan_words(&in, "as")) && scan_name(&in, &name, &length) && length < 256) {
        struct scan behind = in;
        if (scan_end(&behind) || *behind.next == ';' || *behind.next == ',') {
            *claim = (struct spec_clause){.kind = SPEC_NEXT_IN, .name = arena_copy(versions->arena, name, length)};
            *scan = in;
            return true;
        }
    }
    *claim = (struct spec_clause){.kind = is_next ? SPEC_NEXT : SPEC_PREVIOUSLY};
    scan_words(&next, "as");
    if (!scan_words(&next, "at") && read_type(&next, versions->arena, &claim->name))
        scan_words(&next, "at");
    if (!read_places(versions, &next, column_count, &claim->cell))
        return false;
    *scan = next;
    return true;
}

/* Reads a claim that no member follows: "last member in 5.0 to 6.0", "last member". */
static bool read_last(struct page_versions *versions, struct scan *scan, struct spec_clause *claim)
{
    struct version_set set;
    struct scan next = *scan;
    if (!scan_words(&next, "last member") && !scan_words(&next, "last"))
        return false;
    *claim = (struct spec_clause){.kind = SPEC_LAST};
    *scan = next;
    if (scan_words(&next, "in") && page_versions_read_range(versions, &next, &set)) {
        struct scan more = next;
        struct version_set other;
        while ((scan_char(&more, ',') || scan_words(&more, "and")) &&
               page_versions_read_range(versions, &more, &other)) {
            set = version_set_union(versions->arena, set, other);
            next = more;
        }
        if (set.ranges[0].from || set.ranges[0].to != VERSION_END)
            claim->versions = set;
        *scan = next;
    }
    return true;
}

/* Returns the length of the first part of a remark, which ends at a `;` or a line end outside of brackets. */
static size_t part_length(const char *text)
{
    size_t length = 0;
    unsigned depth = 0;
    for (; text[length]; length++) {
        depth += text[length] == '(';
        depth -= text[length] == ')' && depth;
        if (!depth && (text[length] == ';' || text[length] == '\n'))
            break;
    }
    return length;
}

/* Adds a clause to a row. A row has at most one `last`: the versions of a second one are added to the first. */
static void add_claim(struct page_versions *versions, struct spec_row *row, const struct spec_clause *claim)
{
    struct spec_clause **end = &row->clauses;
    for (; *end; end = &(*end)->next) {
        struct spec_clause *other = *end;
        if (claim->kind != SPEC_LAST || other->kind != SPEC_LAST)
            continue;
        bool is_all = !claim->versions.count || !other->versions.count;
        other->versions =
            is_all ? (struct version_set){0} : version_set_union(versions->arena, other->versions, claim->versions);
        return;
    }
    *end = arena_copy_array(versions->arena, claim, 1, sizeof *claim);
}

void page_remark_read(struct page_versions *versions, const char *text, size_t column_count, struct spec_row *row)
{
    struct buffer remark = {0};
    struct spec_clause claim;
    struct scan scan = {text};
    buffer_add_text(&remark, row->remark ? row->remark : "");
    while (!scan_end(&scan)) {
        struct scan next = scan;
        bool is_claim = read_move(versions, &next, column_count, &claim) || read_last(versions, &next, &claim);
        struct scan behind = next;
        bool is_parted =
            is_claim && (next.next[-1] == ';' || next.next[-1] == ','); /* cells accept both separators, too */
        if (is_claim &&
            (scan_end(&behind) || *next.next == '\n' || *behind.next == ';' || *behind.next == ',' || is_parted)) {
            add_claim(versions, row, &claim);
            scan = behind;
            while (scan_char(&scan, ';') || scan_char(&scan, ','))
                ;
            continue;
        }
        size_t length = part_length(scan.next);
        page_remark_add(&remark, scan.next, length);
        scan.next += length;
        while (scan_char(&scan, ';'))
            ;
    }
    row->remark = page_remark_take(versions->arena, &remark);
}

/* ---- Versions with other words, and in columns for each arch */

/* Reads versions that begin at some word of a text and end with it: "type defined for 5.0 and higher". */
static bool read_last_words(struct importer *importer, const struct page_cell *cell, struct version_set *in)
{
    const char *text = scan_plain(importer->arena, cell->text);
    size_t begin = strcspn(text, "0123456789");
    struct page_cell rest = *cell;
    rest.text = text + begin;
    return begin && text[begin] && text[begin - 1] == ' ' && page_read_versions(importer, &rest, in);
}

/* Reads versions before words in brackets at the end of a text: "all (required)". */
static bool read_without_words(struct importer *importer, const struct page_cell *cell, struct version_set *in)
{
    const char *text = scan_plain(importer->arena, cell->text);
    const char *open = strrchr(text, '('), *close = open ? strchr(open, ')') : NULL;
    struct page_cell rest = *cell;
    for (const char *at = open; at && at < close; at++)
        if (ascii_is_digit(*at))
            return false;
    rest.text = close ? arena_copy(importer->arena, text, (size_t)(open - text)) : "";
    struct scan behind = {close ? close + 1 : text};
    return close && scan_end(&behind) && page_read_versions(importer, &rest, in);
}

bool page_read_worded_versions(struct importer *importer, const struct page_cell *cell, struct spec_versions *in)
{
    struct version_set set;
    if (!read_last_words(importer, cell, &set) && !read_without_words(importer, cell, &set))
        return false;
    page_report_line(importer, DIAG_ASSUMED, cell->line, "the versions of '%s' are read without its other words",
                     scan_fold(importer->arena, cell->text));
    *in = spec_versions_of(importer->arena, set);
    return true;
}

/* Reads a cell of versions for one arch. An empty cell gives an empty set. */
static bool read_own_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set)
{
    struct spec_versions in = {0};
    *set = (struct version_set){0};
    bool is_read =
        !*cell->text || page_read_versions(importer, cell, set) || page_slip_read_versions(importer, cell, set);
    if (!is_read && page_read_worded_versions(importer, cell, &in))
        *set = *in.sets;
    return is_read || in.count;
}

bool page_read_versions_by_arch(struct importer *importer, const struct page_block *table, const struct page_row *row,
                                struct spec_versions *in)
{
    const struct spec_document *document = importer->document;
    struct version_set *sets = ARENA_ARRAY(importer->arena, struct version_set, document->arch_count);
    bool any = false;
    for (size_t i = 0; i < document->arch_count; i++) {
        const struct arch *arch = page_find_arch(importer, i);
        size_t column = page_find_column(table, PAGE_VERSIONS, document->arches[i]);
        if (column == SIZE_MAX && arch && arch->fallback)
            column = page_find_column(table, PAGE_VERSIONS, arch->fallback->name);
        if (column == SIZE_MAX || row->cells[column].is_lost ||
            !read_own_versions(importer, &row->cells[column], &sets[i]))
            return false;
        any |= sets[i].count > 0;
        if (sets[i].count && !sets[i].ranges->from && sets[i].ranges->to == VERSION_END)
            sets[i] = version_set_range(importer->arena, importer->model->axis.releases[0].range.from, VERSION_END);
    }
    *in = (struct spec_versions){document->arch_count, sets};
    return any && document->arch_count > 1;
}

/* ---- Claims of offsets */

void page_cut_claims(struct importer *importer, const struct spec_row *row)
{
    static const struct spec_alternative absent = {.kind = SPEC_ABSENT, .is_bare = true};
    bool has_empty = false;
    for (size_t i = 0; i < row->offset.column_count; i++)
        has_empty |= !row->offset.columns[i];
    for (struct spec_clause *claim = row->clauses; claim && has_empty; claim = claim->next) {
        if ((claim->kind != SPEC_PREVIOUSLY && claim->kind != SPEC_NEXT) || claim->cell.column_count != 1)
            continue;
        struct spec_cell cell = spec_cell_new(importer->arena, row->offset.column_count);
        for (size_t i = 0; i < cell.column_count; i++)
            cell.columns[i] = row->offset.columns[i] ? claim->cell.columns[0] : &absent;
        claim->cell = cell;
    }
}

/* Returns the versions of a row in a column; for a slot, those of all its rows. Empty if the row names none. */
static struct version_set find_row_versions(struct importer *importer, const struct spec_row *row, size_t column)
{
    struct version_set in = {0};
    const struct version_set *own = page_versions_column(&row->versions, column);
    for (const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : NULL; rival; rival = rival->next) {
        own = page_versions_column(&rival->versions, column);
        if (!own)
            return (struct version_set){0};
        in = version_set_union(importer->arena, in, *own);
    }
    return row->kind != SPEC_SLOT && own ? *own : in;
}

/* Adds an offset that is for other versions to the row as a claim: the member was there before the row, or is there
 * after it. */
static void claim_stray(struct importer *importer, struct spec_row *row, size_t column, bool is_before, uint64_t number)
{
    static const struct spec_alternative absent = {.kind = SPEC_ABSENT, .is_bare = true};
    enum spec_clause_kind kind = is_before ? SPEC_PREVIOUSLY : SPEC_NEXT;
    struct spec_clause **end = &row->clauses;
    while (*end && (*end)->kind != kind)
        end = &(*end)->next;
    if (*end && (*end)->cell.column_count <= column)
        return; /* the remark of the page already has such a claim */
    if (!*end) {
        *end = ARENA_NEW(importer->arena, struct spec_clause);
        **end = (struct spec_clause){.kind = kind, .cell = spec_cell_new(importer->arena, row->offset.column_count)};
        for (size_t i = 0; i < row->offset.column_count; i++)
            (*end)->cell.columns[i] = &absent;
    }
    if ((*end)->cell.columns[column] == &absent)
        (*end)->cell.columns[column] = spec_cell_number(importer->arena, number, false).columns[0];
}

/* Reports an offset with versions that its row does not have. If it has none of the row's versions, keeps it as a
 * claim. */
static void report_stray(struct importer *importer, struct spec_row *row, size_t column,
                         const struct spec_alternative *stray, struct version_set in, bool is_whole)
{
    struct buffer versions = {0};
    struct spec_row *named = row->kind == SPEC_SLOT ? row->children : row;
    const struct arch *arch = page_find_arch(importer, column);
    const char *name = named->name ? arena_format(importer->arena, "'%s'", named->name) : "the member";
    axis_write_set(&importer->model->axis, stray->versions, &versions);
    page_report_line(importer, is_whole ? DIAG_CONTRADICTION : DIAG_ASSUMED, named->line,
                     is_whole ? "%s has the offset 0x%llX%s%s in %s, in which its row says that it does not exist"
                              : "%s has the offset 0x%llX%s%s in %s: assumed to mean only the versions of its row",
                     name, (unsigned long long)stray->number, arch ? " on " : "", arch ? arch->name : "",
                     buffer_text(&versions));
    buffer_free(&versions);
    if (is_whole)
        claim_stray(importer, named, column, stray->versions.ranges[0].from < in.ranges[0].from, stray->number);
}

/* True if an offset in a column is for versions that are not among those of its row. */
static bool is_stray(struct importer *importer, const struct spec_alternative *offset, const struct arch *arch,
                     struct version_set in)
{
    if (offset->is_bare || offset->kind != SPEC_NUMBER)
        return false;
    struct version_set outside = version_set_subtract(importer->arena, offset->versions, in);
    return (arch ? version_set_intersect(importer->arena, outside, arch->versions) : outside).count > 0;
}

/* Cuts the offsets of a row in a column to the versions of the row. */
static const struct spec_alternative *cut_strays(struct importer *importer, struct spec_row *row, size_t column,
                                                 struct version_set in)
{
    struct spec_alternative *first = NULL, **end = &first;
    const struct arch *arch = page_find_arch(importer, column);
    const struct spec_alternative *stray = row->offset.columns[column];
    while (stray && !is_stray(importer, stray, arch, in))
        stray = stray->next;
    if (!stray)
        return row->offset.columns[column];
    for (const struct spec_alternative *a = row->offset.columns[column]; a; a = a->next) {
        struct spec_alternative *copy = arena_copy_array(importer->arena, a, 1, sizeof *a);
        copy->next = NULL;
        if (is_stray(importer, a, arch, in)) {
            copy->versions = version_set_intersect(importer->arena, a->versions, in);
            report_stray(importer, row, column, a, in, !copy->versions.count);
            if (!copy->versions.count)
                continue;
        }
        *end = copy;
        end = &copy->next;
    }
    return first;
}

/* ---- Rows that contradict or repeat each other */

enum { FINDINGS_MOST = 8 /* of a structure; a table of another kind has one for each row */ };

/* Two rows, and a version in which both have an offset. The offsets are in bytes. */
struct meeting {
    const struct spec_row *row, *other;
    const struct axis_point *point;
    uint64_t offset, other_offset;
};

/* Finds a version in which both rows have an offset. Returns false if there is none. */
static bool find_meeting(const struct importer *importer, struct meeting *meeting)
{
    const struct spec_row *row = meeting->row, *other = meeting->other;
    size_t count =
        row->offset.column_count > other->offset.column_count ? row->offset.column_count : other->offset.column_count;
    const struct axis *axis = &importer->model->axis;
    for (size_t i = 0; i < count && page_versions_meet(&row->versions, &other->versions); i++) {
        const struct version_set *in = page_versions_column(&row->versions, i),
                                 *others = page_versions_column(&other->versions, i);
        const struct arch *arch = page_find_arch(importer, i);
        for (size_t k = 0; k < axis->point_count; k++) {
            uint64_t version = axis->points[k].range.from;
            meeting->point = &axis->points[k];
            if ((!in || version_set_contains(in, version)) && (!others || version_set_contains(others, version)) &&
                (!arch || version_set_contains(&arch->versions, version)) &&
                page_cell_at(page_cell_column(&row->offset, i), version, &meeting->offset) &&
                page_cell_at(page_cell_column(&other->offset, i), version, &meeting->other_offset))
                return true;
        }
    }
    return false;
}

static bool is_member(const struct spec_row *row)
{
    return (row->kind == SPEC_MEMBER || row->kind == SPEC_FUNCTION) && row->name;
}

static bool is_bits(const struct spec_row *row)
{
    return row->width.column_count || row->bit.column_count || row->mask.column_count;
}

/* True if two members of a structure, one below the other, should not have one offset. */
static bool are_apart(const struct spec_row *row, const struct spec_row *above)
{
    bool is_empty = above->bounds && (!strncmp(above->bounds, "[0]", 3) || !strncmp(above->bounds, "[]", 2));
    return !is_empty && !is_bits(row) && !is_bits(above) && !row->overlaid && !above->overlaid && !row->is_beside;
}

/* Reports two rows: of one member, or of two members with one offset. */
static void report_meeting(struct importer *importer, const struct meeting *meeting, bool is_one, bool is_last)
{
    unsigned long long offset = meeting->offset, other_offset = meeting->other_offset;
    const char *what = !is_one                  ? arena_format(importer->arena, "as is '%s'", meeting->other->name)
                       : offset == other_offset ? "and so it is"
                                                : arena_format(importer->arena, "and at 0x%llX", other_offset);
    struct diag *diag =
        page_report_line(importer, DIAG_CONTRADICTION, meeting->row->line, "'%s' is at 0x%llX in %s, %s in line %u",
                         meeting->row->name, offset, meeting->point->name, what, meeting->other->line);
    if (is_last)
        diag_help(diag, "there may be more such rows");
}

/* Reports members of a structure that have two offsets in a version, that stand in two rows, or that share their offset
 * with the member above. */
static void report_repeats(struct importer *importer, const struct spec_item *item)
{
    struct arena *arena = arena_new();
    struct map *rows = map_new(arena); /* interned name -> the last row of that name */
    const struct spec_row *above = NULL;
    size_t count = 0;
    for (const struct spec_row *row = item->rows; row && count < FINDINGS_MOST; row = row->next) {
        if (!is_member(row)) {
            above = NULL;
            continue;
        }
        const char *name = intern_text(importer->intern, row->name);
        struct meeting meeting = {.row = row, .other = map_get(rows, name)};
        bool is_one = meeting.other && is_bits(row) == is_bits(meeting.other) && find_meeting(importer, &meeting);
        bool is_found = is_one;
        if (!is_found && !item->is_union && above && above != meeting.other && are_apart(row, above)) {
            meeting.other = above;
            is_found = find_meeting(importer, &meeting) && meeting.offset == meeting.other_offset;
        }
        if (is_found)
            report_meeting(importer, &meeting, is_one, ++count == FINDINGS_MOST);
        map_set(rows, name, (void *)(uintptr_t)row);
        above = row;
    }
    arena_free(arena);
}

void page_settle_strays(struct importer *importer, struct spec_item *item)
{
    for (struct spec_row *row = item->rows; row; row = row->next) {
        bool is_copied = false;
        if (row->kind == SPEC_COMMENT)
            continue;
        for (size_t i = 0; i < row->offset.column_count; i++) {
            struct version_set in = find_row_versions(importer, row, i);
            const struct arch *arch = page_find_arch(importer, i);
            bool is_older =
                in.count && arch && arch->fallback && in.ranges[in.count - 1].to <= arch->versions.ranges->from;
            const struct spec_alternative *column = row->offset.columns[i];
            if (in.count)
                column = cut_strays(importer, row, i, in);
            if (is_older)
                column = NULL; /* the cell has a part for PAE, but the row is older than PAE */
            if (column == row->offset.columns[i])
                continue;
            if (!is_copied)
                row->offset.columns = arena_copy_array(importer->arena, row->offset.columns, row->offset.column_count,
                                                       sizeof *row->offset.columns);
            is_copied = true;
            row->offset.columns[i] = column;
        }
    }
    report_repeats(importer, item);
}
