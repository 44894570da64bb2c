#include "page/table.h"

#include <string.h>

#include "base/ascii.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "page/cell.h"
#include "page/table_parts.h"
#include "page/remark.h"
#include "page/slip.h"
#include "model/model.h"

/* Kinds of tables, by their columns. */
enum table_kind { TABLE_OFFSETS, TABLE_SIZES, TABLE_BITS, TABLE_VALUES, TABLE_OTHER };

static bool has_column(const struct page_block *table, enum page_column_kind kind)
{
    return page_find_column(table, kind, NULL) != SIZE_MAX;
}

/* True if the numbers of a table are sizes, because its heading or the prose before it says so. */
static bool is_of_sizes(const struct page_block *table, const struct page_block *before)
{
    static const char *const words[] = {"size", "bytes", "large"};
    const struct page_column *column = &table->columns[page_find_column(table, PAGE_SIZE, NULL)];
    bool has_text = false;
    if (!column->arch || strcmp(column->heading, column->arch) != 0)
        return true;
    for (const struct page_block *block = before; block && block->text; block = block->next) {
        has_text |= !block->is_heading;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strstr(block->text, words[i]))
                return true;
    }
    return !has_text;
}

/* ---- Rules for a whole page ---- */

static bool has_versions(enum page_column_kind kind)
{
    return kind != PAGE_DEFINITION && kind != PAGE_NAME && kind != PAGE_OTHER && kind != PAGE_STRUCTURE;
}

/* Learns what "early" and "late" mean on the page, and whether the page names releases of Windows 10. */
static void learn_versions(struct importer *importer)
{
    bool names_points = false;
    for (const struct page_block *block = importer->page->blocks; block; block = block->next) {
        if (block->text) {
            page_versions_learn(&importer->versions, scan_plain(importer->arena, block->text));
            page_versions_note_last(&importer->versions, scan_plain(importer->arena, block->text));
        }
        for (const struct page_row *row = block->rows; row; row = row->next) {
            for (size_t i = 0; i < block->column_count; i++) {
                const char *text = scan_plain(importer->arena, row->cells[i].text);
                enum page_column_kind kind = block->columns[i].kind;
                page_versions_learn(&importer->versions, text);
                if (has_versions(kind) && kind != PAGE_REMARKS && !names_points)
                    names_points = page_versions_name_points(&importer->versions, text, kind != PAGE_VERSIONS);
            }
        }
    }
    enum page_bare bare = importer->options->bare;
    importer->versions.bare_is_first = bare == PAGE_BARE_FIRST || (bare == PAGE_BARE_BY_PAGE && names_points);
}

/* Returns the arch that a path names in its last directory with a name like "i386_x"; NULL if there is none. */
static const char *find_path_arch(struct arena *arena, const char *path)
{
    const char *found = NULL;
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/\\");
        bool is_named = at[length] && length > 2 && !memcmp(at + length - 2, "_x", 2);
        const char *arch = is_named ? page_arch_find(arena_copy(arena, at, length - 2)) : NULL;
        found = arch ? arch : found;
        at += length + (at[length] != '\0');
    }
    return found;
}

/* Returns the only arch that the page is about, by its title or path; NULL if there is none. */
static const char *find_page_arch(struct importer *importer)
{
    const struct page *page = importer->page;
    const char *arch = page->title ? page_prose_arch(importer->arena, page->title) : NULL;
    for (const struct page_block *block = page->blocks; block && !arch; block = block->next)
        if (block->text && block->is_heading) {
            arch = page_prose_arch(importer->arena, block->text);
            break;
        }
    return arch ? arch : find_path_arch(importer->arena, page->source->path);
}

/* Collects the arches that headings and cells name, in the order of the page. If there are none, takes those that the
 * user gave. */
static void collect_arches(struct importer *importer)
{
    const struct page_block *unnamed = NULL;
    const struct page_cell *parted = NULL; /* a cell whose versions differ by arch */
    for (const struct page_block *block = importer->page->blocks; block; block = block->next) {
        for (size_t i = 0; i < block->column_count; i++) {
            const struct page_column *column = &block->columns[i];
            const char *arch =
                column->arch && has_versions(column->kind) ? page_arch_name(importer, column->arch) : NULL;
            if (arch)
                page_add_arch(importer, arch, block->line);
            else if (column->kind == PAGE_OFFSET && !unnamed)
                unnamed = block;
            for (const struct page_row *row = block->rows; row; row = row->next)
                if (column->kind == PAGE_OFFSET || column->kind == PAGE_SIZE)
                    page_collect_arches(importer, &row->cells[i], arch);
                else if (column->kind == PAGE_VERSIONS && !parted && !arch)
                    parted = page_names_arch(importer, &row->cells[i]) ? &row->cells[i] : NULL;
        }
    }
    if (!importer->document->arch_count && parted) {
        page_add_arch(importer, "x86", parted->line);
        page_add_arch(importer, "x64", parted->line);
    }
    if (importer->document->arch_count || !unnamed)
        return;
    for (size_t i = 0; i < importer->options->arch_count; i++)
        page_add_arch(importer, importer->options->arches[i], unnamed->line);
    const char *arch = importer->document->arch_count ? NULL : find_page_arch(importer);
    if (arch) {
        page_add_arch(importer, arch, unnamed->line);
        page_report_line(importer, DIAG_ASSUMED, unnamed->line,
                         "the heading names no architecture: the offsets are assumed for %s, which the page is about",
                         arch);
    }
    bool is_same = false;
    for (const struct page_block *block = importer->page->blocks; block && !arch; block = block->next) {
        const char *text = block->text ? scan_plain(importer->arena, block->text) : "";
        is_same |= page_prose_is_same(text);
        if (!importer->document->arch_count && page_prose_has_two_sizes(text)) {
            page_add_arch(importer, "x86", unnamed->line);
            page_add_arch(importer, "x64", unnamed->line);
        }
    }
    if (!importer->document->arch_count && !is_same)
        diag_help(page_report_line(importer, DIAG_ASSUMED, unnamed->line,
                                   "the offsets are assumed for every architecture, because the heading names none"),
                  "set them with --arch");
}

/* Returns the structure that the page is about: the one that the user gave, else the one in the title or in a
 * heading. */
static const char *find_page_name(struct importer *importer)
{
    const struct page *page = importer->page;
    const char *name = importer->options->struct_name;
    if (!name && page->title)
        name = page_prose_heading(importer->arena, page->title);
    for (const struct page_block *block = page->blocks; block && !name; block = block->next)
        if (block->text && block->is_heading)
            name = page_prose_heading(importer->arena, block->text);
    return name;
}

/* Returns the first structure that the prose of the page describes. */
static const char *find_any_name(struct importer *importer)
{
    const char *name = NULL;
    for (const struct page_block *block = importer->page->blocks; block && !name; block = block->next)
        if (block->text)
            name = page_prose_subject(importer->arena, block->text);
    return name;
}

static bool is_draft(const struct page *page)
{
    for (const struct page_block *block = page->blocks; block; block = block->next)
        if (block->text && !strncmp(block->text, "DRAFT", 5) && !ascii_is_name(block->text[5]))
            return true;
    return false;
}

/* ---- One table after another ---- */

/* Finds the structure of a table of sizes or offsets: the one that a heading before it names, else that of the previous
 * table, else that of the page, else the one that the prose before it names. */
static void choose_record(struct importer *importer, const struct page_block *before)
{
    const char *name = NULL;
    for (const struct page_block *block = before; block && block->text; block = block->next) {
        const char *heading = block->is_heading ? page_prose_heading(importer->arena, block->text) : NULL;
        name = heading ? heading : name;
    }
    if (importer->options->struct_name && !importer->item)
        name = importer->options->struct_name;
    if (!name && !importer->item)
        name = importer->page_name ? importer->page_name : page_prose_topic(importer->arena, before);
    if (!name && !importer->item) {
        /* The title of the page may be the name, as in "ITaskGroup". */
        const char *begin, *title = importer->page->title;
        size_t length;
        struct scan scan = {title ? scan_plain(importer->arena, title) : ""};
        bool is_name = scan_name(&scan, &begin, &length) && length < 256 && scan_end(&scan);
        name = is_name ? arena_copy(importer->arena, begin, length) : NULL;
    }
    if (!name && !importer->item)
        name = find_any_name(importer);
    if (name)
        importer->item = page_open_record(importer, name);
}

/* True if two rows share a version. A slot has the versions of all its rows. */
static bool rows_meet(const struct spec_row *a, const struct spec_row *b)
{
    const struct spec_row *row = a->kind == SPEC_SLOT ? a->children : a;
    for (; row; row = a->kind == SPEC_SLOT ? row->next : NULL) {
        const struct spec_row *other = b->kind == SPEC_SLOT ? b->children : b;
        for (; other; other = b->kind == SPEC_SLOT ? other->next : NULL)
            if (page_versions_meet(&row->versions, &other->versions))
                return true;
    }
    return false;
}

/* True if two rows have offset 0 in the same versions of some column. */
static bool both_begin(const struct spec_row *a, const struct spec_row *b)
{
    for (size_t i = 0; i < a->offset.column_count || i < b->offset.column_count; i++) {
        uint64_t zero = 1, other = 1;
        const struct spec_alternative *x = page_cell_column(&a->offset, i), *y = page_cell_column(&b->offset, i);
        for (; x; x = x->next)
            zero = x->kind == SPEC_NUMBER && !x->number ? 0 : zero;
        for (; y; y = y->next)
            other = y->kind == SPEC_NUMBER && !y->number ? 0 : other;
        if (!zero && !other)
            return rows_meet(a, b);
    }
    return false;
}

/* True if a structure has a row at offset 0 in versions in which another table also begins at 0. */
static bool begins_again(const struct spec_item *item, const struct spec_item *part)
{
    const struct spec_row *first = part->rows;
    while (first && first->kind == SPEC_COMMENT)
        first = first->next;
    for (const struct spec_row *row = item->rows; row && first; row = row->next)
        if (both_begin(row, first))
            return true;
    return false;
}

/* True if two structures begin with the same member. */
static bool begin_alike(const struct spec_item *item, const struct spec_item *part)
{
    const struct spec_row *a = item->rows, *b = part->rows;
    while (a && a->kind == SPEC_COMMENT)
        a = a->next;
    while (b && b->kind == SPEC_COMMENT)
        b = b->next;
    return a && b && a->kind == SPEC_MEMBER && b->kind == SPEC_MEMBER && a->stars == b->stars && a->type && b->type &&
           a->name && b->name && !strcmp(a->type, b->type) && !strcmp(a->name, b->name);
}

/* True if some member has a type, or a pointer to it. */
static bool has_type(const struct spec_row *rows, const char *type)
{
    for (; rows; rows = rows->next)
        if ((rows->type && !strcmp(rows->type, type)) || has_type(rows->children, type))
            return true;
    return false;
}

/* True if a shipped spec describes the members of a structure. */
static bool is_described(struct importer *importer, const char *name)
{
    const struct type *type = map_get(importer->model->type_names, intern_text(importer->intern, name));
    return type && type->kind == TYPE_RECORD;
}

/* Joins the rows of a table in a union if there are at least three, all at one offset, and if some share versions. */
static void join_union(struct importer *importer, struct spec_item *part)
{
    struct spec_row *first = part->rows;
    size_t count = 0;
    bool is_meeting = false;
    bool is_slot = first && first->kind == SPEC_SLOT && !first->next;
    for (struct spec_row *row = is_slot ? first->children : first; row; row = row->next, count++) {
        if (row->kind == SPEC_COMMENT || row->width.column_count || row->clauses)
            return;
        if (!is_slot && strcmp(spec_cell_text(importer->arena, &importer->model->axis, &row->offset),
                               spec_cell_text(importer->arena, &importer->model->axis, &first->offset)) != 0)
            return;
        is_meeting |= row->next && page_versions_meet(&row->versions, &row->next->versions);
    }
    if (count < 3 || !is_meeting || !first->offset.column_count)
        return;
    struct spec_row *whole = ARENA_NEW(importer->arena, struct spec_row);
    *whole = (struct spec_row){.kind = SPEC_UNION, .line = first->line, .offset = first->offset, .bounds = ""};
    whole->children = is_slot ? first->children : first;
    for (struct spec_row *row = whole->children; row; row = row->next)
        row->offset = row->kind == SPEC_SLOT ? row->offset : (struct spec_cell){0};
    page_report_line(importer, DIAG_ASSUMED, first->line,
                     "all members of this table have one offset: assumed to be those of a union");
    part->rows = whole;
    part->rows_end = &whole->next;
}

/* Reads a table of offsets. If it begins again at offset 0, it is a part for which the structure has no rows yet, else
 * a structure of its own. */
static void read_offsets(struct importer *importer, const struct page_block *table, const struct page_block *before)
{
    struct spec_item *item = importer->item;
    if (!item->rows) {
        page_read_offsets(importer, table);
        return;
    }
    const struct spec_row *overlaid = page_find_overlaid(item);
    struct spec_item *part = ARENA_NEW(importer->arena, struct spec_item);
    *part = (struct spec_item){.kind = SPEC_RECORD, .name = item->name};
    part->rows_end = &part->rows;
    importer->item = part;
    page_read_offsets(importer, table);
    importer->item = item;
    for (struct spec_row *row = part->rows; row; row = row->next)
        row->overlaid = overlaid;
    item->unread_in = version_set_union(importer->arena, item->unread_in, part->unread_in);
    bool is_again = begins_again(item, part);
    if (page_fill_places(importer, item, part)) {
        page_report_line(importer, DIAG_ASSUMED, table->line,
                         "this table begins again: read as the part of '%s' that stands below",
                         item->name);
        return;
    }
    if (!is_again)
        join_union(importer, part);
    const char *name = is_again ? page_prose_topic(importer->arena, before) : NULL;
    const char *held = is_again ? page_find_held(importer, before) : NULL;
    if (is_again && (!name || !strcmp(name, item->name)))
        name = held ? held : page_make_name(importer, before);
    if (is_again && name && begin_alike(item, part) && is_described(importer, name) && has_type(item->rows, name))
        name = page_make_name(importer, before); /* the prose names a member, not a structure */
    if (is_again && (!name || !strcmp(name, item->name))) {
        page_report_line(importer, DIAG_ASSUMED, table->line,
                         "this table begins again at offset 0, and nothing names it: read as another view of the bytes "
                         "of '%s', in a union", item->name);
        page_join_view(importer, item, part);
        return;
    }
    if (is_again) {
        page_report_line(importer, DIAG_ASSUMED, table->line,
                         "this table begins again at offset 0: read as a structure of its own, '%s'", name);
        importer->item = item = page_open_record(importer, name);
    }
    page_move_rows(item, part->rows);
}

static void keep_row(struct importer *importer, const struct page_block *table, const struct page_row *row)
{
    page_add_comment(importer, importer->item, row->line, page_unread_row(importer, table, row, SIZE_MAX));
}

static void keep_table(struct importer *importer, const struct page_block *table, enum page_need need, const char *why)
{
    if (table->rows)
        page_report_unread(importer, need, table->rows->line, "%s", why);
    for (const struct page_row *row = table->rows; row; row = row->next)
        keep_row(importer, table, row);
}

/* Appends copies of alternatives to a column of an item's sizes. Alternatives without versions get the versions `in`,
 * unless that is NULL. */
static void append_sizes(struct importer *importer, size_t column, const struct spec_alternative *alternatives,
                         const struct version_set *in)
{
    struct spec_item *item = importer->item;
    for (const struct spec_alternative *a = alternatives; a; a = a->next) {
        struct spec_alternative *copy = arena_copy_array(importer->arena, a, 1, sizeof *a);
        copy->next = NULL;
        if (copy->is_bare && in) {
            copy->is_bare = false;
            copy->versions = *in;
        }
        if (item->size_ends[column])
            item->size_ends[column]->next = copy;
        else
            item->size.columns[column] = copy;
        item->size_ends[column] = copy;
    }
}

/* Reads the sizes of one structure. `is_part` means that the table also has sizes of other structures. */
static void read_sizes(struct importer *importer, const struct page_block *table, bool is_part)
{
    for (const struct page_row *row = table->rows; row; row = row->next) {
        const struct page_cell *versions = page_find_cell(table, row, PAGE_VERSIONS);
        const char *comment = NULL;
        struct version_set in;
        bool is_given = versions && *versions->text;
        if (versions && (versions->is_lost || (is_given && !page_read_versions(importer, versions, &in) &&
                                               !page_slip_read_versions(importer, versions, &in)))) {
            if (!versions->is_lost)
                page_report_unread(importer, PAGE_NEEDS_VERSIONS, versions->line,
                                   "'%s' cannot be read as versions", versions->text);
            keep_row(importer, table, row);
            continue;
        }
        struct spec_cell cell = page_read_columns(importer, table, row, PAGE_SIZE, &comment);
        bool is_all = is_given && in.count && !in.ranges->from && in.ranges->to == VERSION_END;
        /* Add the alternatives of a row of sizes. If they name no versions, they get the versions of the row. */
        struct spec_cell *sizes = &importer->item->size;
        importer->item->has_size_table = true;
        if (!sizes->columns)
            sizes->columns = spec_cell_new(importer->arena, SPEC_COLUMNS_MOST).columns;
        size_t count = cell.column_count > sizes->column_count ? cell.column_count : sizes->column_count;
        for (size_t i = 1; i < count && sizes->column_count == 1; i++)
            append_sizes(importer, i, sizes->columns[0], NULL); /* the single column was for all arches */
        sizes->column_count = count;
        for (size_t i = 0; i < count; i++)
            append_sizes(importer, i, cell.columns[cell.column_count > 1 ? i : 0], is_given && !is_all ? &in : NULL);
        if (!is_part)
            comment = page_join_comments(
                importer, comment,
                page_keep_others(importer, table, row,
                                 PAGE_KIND(PAGE_SIZE) | PAGE_KIND(PAGE_VERSIONS) | PAGE_KIND(PAGE_STRUCTURE), 0));
        if (comment)
            page_add_comment(importer, importer->item, row->line, comment);
        if (row->lost)
            page_add_comment(importer, importer->item, row->line,
                             arena_format(importer->arena, "unread, line %u: %s", row->line, row->lost));
    }
}

/* True if the headings of a table have names of structures above the sizes. */
static bool names_structures(const struct page_block *table)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].structure)
            return true;
    return false;
}

/* Reads a table with sizes of several structures. The heading of a column names its structure. */
static void read_sizes_of_each(struct importer *importer, const struct page_block *table)
{
    struct spec_item *item = importer->item, *first = NULL;
    size_t begin = page_find_column(table, PAGE_SIZE, NULL);
    for (; begin < table->column_count; begin++) {
        const char *name = table->columns[begin].structure;
        bool is_again = table->columns[begin].kind != PAGE_SIZE;
        for (size_t i = 0; name && i < begin; i++)
            is_again |= table->columns[i].structure && !strcmp(table->columns[i].structure, name);
        if (!name || is_again)
            continue;
        struct page_block part = *table;
        part.columns = arena_copy_array(importer->arena, table->columns, table->column_count, sizeof *table->columns);
        for (size_t i = 0; i < table->column_count; i++)
            if (part.columns[i].structure && strcmp(part.columns[i].structure, name) != 0)
                part.columns[i].kind = PAGE_OTHER;
        importer->item = page_open_record(importer, name);
        read_sizes(importer, &part, true);
        first = first ? first : importer->item;
        item = importer->item == item ? item : NULL;
    }
    if (first)
        importer->item = item ? item : first;
    else
        read_sizes(importer, table, false);
}

/* Returns the first row of the next structure in a table with rows of several structures. The rows from `from` up to it
 * belong to the structure `*name`. */
static struct page_row *split_rows(struct importer *importer, const struct page_block *table, struct page_row *from,
                                   const char **name)
{
    size_t column = page_find_column(table, PAGE_STRUCTURE, NULL);
    *name = NULL;
    if (column == SIZE_MAX)
        return NULL;
    for (struct page_row *row = from; row; row = row->next) {
        struct scan scan = {scan_plain(importer->arena, row->cells[column].text)};
        const char *begin;
        size_t length;
        if (!scan_name(&scan, &begin, &length) || length > 255 || !scan_end(&scan))
            continue; /* an empty cell means the structure of the row above */
        const char *here = arena_copy(importer->arena, begin, length);
        if (*name && strcmp(*name, here) != 0)
            return row;
        *name = here;
    }
    return NULL;
}

/* Returns the versions in brackets of the last heading before a table: "Original (3.10 to 5.1)". */
static struct version_set find_section(struct importer *importer, const struct page_block *before)
{
    struct version_set in = {0};
    const char *open = NULL;
    for (const struct page_block *block = before; block && block->text; block = block->next)
        open = block->is_heading ? strchr(block->text, '(') : open;
    const char *close = open ? strchr(open, ')') : NULL;
    if (close && !page_versions_read_text(&importer->versions,
                                          arena_copy(importer->arena, open + 1, (size_t)(close - open) - 1), &in))
        in.count = 0;
    page_versions_forget(&importer->versions);
    return in;
}

static const char unknown_structure[] = "the structure of this table is unknown; set it with --struct";

static void read_table(struct importer *importer, const struct page_block *table, const struct page_block *before)
{
    table = page_join_types(importer, table);
    bool has_name = has_column(table, PAGE_DEFINITION) || has_column(table, PAGE_NAME);
    enum table_kind kind = has_column(table, PAGE_OFFSET) && has_name                                  ? TABLE_OFFSETS
                           : has_column(table, PAGE_SIZE) && !has_name && is_of_sizes(table, before)   ? TABLE_SIZES
                           : (has_column(table, PAGE_MASK) || has_column(table, PAGE_BIT)) && has_name ? TABLE_BITS
                           : has_column(table, PAGE_VALUE) && (has_name || has_column(table, PAGE_REMARKS))
                               ? TABLE_VALUES
                               : TABLE_OTHER;
    importer->section = find_section(importer, before);
    importer->heading = NULL;
    for (const struct page_block *block = before; block && block->text; block = block->next)
        importer->heading = block->is_heading ? block->text : importer->heading;
    bool names_records = kind == TABLE_SIZES && names_structures(table);
    if (kind == TABLE_OFFSETS || (kind == TABLE_SIZES && !names_records)) {
        choose_record(importer, before);
        if (!importer->item && kind == TABLE_SIZES && !importer->pending) {
            importer->pending = arena_copy_array(importer->arena, table, 1, sizeof *table);
            return;
        }
        const char *name = importer->item ? NULL : page_make_name(importer, before);
        if (name) {
            page_report_line(importer, DIAG_ASSUMED, table->line,
                             "nothing names the structure of this table: it is read as '%s'", name);
            importer->item = page_open_record(importer, name);
        }
        if (!importer->item) {
            keep_table(importer, table, PAGE_NEEDS_STRUCTURE, unknown_structure);
            return;
        }
    }
    if (importer->item && importer->pending && kind == TABLE_OFFSETS) {
        read_sizes(importer, importer->pending, false);
        importer->pending = NULL;
    }
    switch (kind) {
    case TABLE_OFFSETS:
        read_offsets(importer, table, before);
        break;
    case TABLE_SIZES:
        read_sizes_of_each(importer, table);
        break;
    case TABLE_BITS:
        page_read_bits(importer, table, before);
        break;
    case TABLE_VALUES:
        page_read_values(importer, table, before);
        break;
    case TABLE_OTHER:
        keep_table(importer, table, PAGE_NEEDS_HEADING,
                   "a table neither of offsets, nor of sizes, bits or values");
        break;
    }
}

/* Reads a table with rows of several structures, one structure at a time. */
static void read_parts(struct importer *importer, const struct page_block *table, const struct page_block *before)
{
    for (struct page_row *from = table->rows, *rest; from; from = rest) {
        struct page_block part = *table;
        const char *name;
        rest = split_rows(importer, table, from, &name);
        struct page_row *first = NULL, **end = &first;
        for (const struct page_row *row = from; row != rest; row = row->next) {
            *end = arena_copy_array(importer->arena, row, 1, sizeof *row);
            end = &(*end)->next;
        }
        *end = NULL;
        part.rows = first;
        if (name)
            importer->item = page_open_record(importer, name);
        read_table(importer, &part, name ? table : before);
    }
}

struct spec_document *page_read_tables(const struct page_request *request)
{
    const struct page *page = request->page;
    struct importer importer = page_importer(request);
    importer.document = ARENA_NEW(request->arena, struct spec_document);
    importer.document->items_end = &importer.document->items;
    importer.document->comment = "From the tables of this document; comments keep the text that could not be read.";
    importer.document->arches = ARENA_ARRAY(request->arena, const char *, SPEC_COLUMNS_MOST);
    page_versions_init(&importer.versions, request->arena, request->intern, &request->model->axis);
    learn_versions(&importer);
    collect_arches(&importer);
    importer.page_name = find_page_name(&importer);
    const struct page_block *before = page->blocks;
    bool has_table = false;
    for (const struct page_block *block = page->blocks; block; block = block->next) {
        if (block->text)
            continue;
        read_parts(&importer, block, before);
        before = block->next;
        has_table = true;
    }
    if (importer.pending)
        keep_table(&importer, importer.pending, PAGE_NEEDS_STRUCTURE, unknown_structure);
    if (!has_table)
        page_report_unread(&importer, PAGE_NEEDS_TABLE, 1, "there is no table on this page");
    page_finish(&importer);
    importer.document->is_draft = is_draft(page);
    importer.document->last = importer.versions.last;
    const char *name = page->title ? page->title : importer.page_name;
    importer.document->title = name ? name : path_name(file_path_rules, page->source->path);
    return importer.document;
}

struct spec_document *page_import(const struct page_request *request)
{
    struct spec_document *document = page_read_tables(request);
    page_declare_missing(request, document);
    return document;
}
