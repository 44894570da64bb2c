/* The columns of a table, and cells by arch. */
#include <string.h>

#include "base/intern.h"
#include "page/cell.h"
#include "page/slip.h"
#include "page/table_parts.h"
#include "model/model.h"

const char *page_arch_name(struct importer *importer, const char *heading)
{
    const char *known = page_arch_find(heading);
    if (known) {
        /* An axis of its own may call the architecture as the page does: `pae` instead of `x86pae`. */
        const struct model *model = importer->model;
        bool is_declared = model_find_arch(model, intern_text(importer->intern, known)) != NULL;
        for (size_t i = 0; i < model->arch_count && !is_declared; i++) {
            const char *meaning = page_arch_find(model->arches[i]->name);
            if (meaning && !strcmp(meaning, known))
                return model->arches[i]->name;
        }
        return known;
    }
    struct scan scan = {heading};
    const char *begin;
    size_t length;
    bool is_name = scan_name(&scan, &begin, &length) && length < 256 && scan_end(&scan);
    return is_name ? arena_copy(importer->arena, begin, length) : NULL;
}

const struct arch *page_find_arch(const struct importer *importer, size_t column)
{
    const struct spec_document *document = importer->document;
    return document->arch_count
               ? model_find_arch(importer->model, intern_text(importer->intern, document->arches[column]))
               : NULL;
}

size_t page_find_column(const struct page_block *table, enum page_column_kind kind, const char *arch)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].kind == kind &&
            (!arch || (table->columns[i].arch && !strcmp(table->columns[i].arch, arch))))
            return i;
    return SIZE_MAX;
}

const struct page_cell *page_find_cell(const struct page_block *table, const struct page_row *row,
                                       enum page_column_kind kind)
{
    size_t column = page_find_column(table, kind, NULL);
    return column == SIZE_MAX ? NULL : &row->cells[column];
}

/* Reads "0 to 2": the bits of a bit-field. */
static bool read_bit_range(struct importer *importer, const struct page_cell *cell,
                           const struct spec_alternative **alternatives)
{
    struct scan scan = {scan_plain(importer->arena, cell->text)};
    struct spec_alternative *bit = ARENA_NEW(importer->arena, struct spec_alternative);
    uint64_t last;
    *bit = (struct spec_alternative){.kind = SPEC_NUMBER, .is_bare = true};
    *alternatives = bit;
    static const char *const range_words[] = {"to", "through", "-", "..", ":", NULL};
    if (!scan_number(&scan, &bit->number) || !scan_any(&scan, range_words) || !scan_number(&scan, &last) ||
        !scan_end(&scan))
        return false;
    if (last < bit->number) { /* as in "7:4" */
        uint64_t first = last;
        last = bit->number;
        bit->number = first;
    }
    if (last > 127)
        return false;
    bit->width = (unsigned)(last - bit->number) + 1;
    return true;
}

static bool has_negative(const struct spec_alternative *alternatives)
{
    while (alternatives && alternatives->kind != SPEC_NEGATIVE)
        alternatives = alternatives->next;
    return alternatives != NULL;
}

/* True if a number is too large for an offset or a size. */
static bool has_excess(const struct spec_alternative *alternatives)
{
    while (alternatives && (alternatives->kind != SPEC_NUMBER || alternatives->number <= INT32_MAX))
        alternatives = alternatives->next;
    return alternatives != NULL;
}

/* Reads one cell. If the reader of the page has lost a part of the cell, the rest becomes unknown. */
static const struct spec_alternative *read_column(struct importer *importer, const struct page_block *table,
                                                  const struct page_row *row, size_t column, const char **comment)
{
    const struct page_cell *cell = &row->cells[column];
    const struct spec_alternative *alternatives;
    bool is_bit = table->columns[column].kind == PAGE_BIT;
    bool ok = (is_bit && read_bit_range(importer, cell, &alternatives)) ||
              page_read_cell(importer, cell, &alternatives) ||
              page_slip_read_cell(importer, cell, &alternatives, comment);
    enum page_column_kind kind = table->columns[column].kind;
    if (ok && ((kind != PAGE_VALUE && has_negative(alternatives)) ||
               ((kind == PAGE_OFFSET || kind == PAGE_SIZE) && has_excess(alternatives)))) {
        ok = false;
        alternatives = NULL;
    }
    if (!ok)
        *comment = page_join_comments(importer, *comment, page_unread_row(importer, table, row, column));
    else if (cell->is_lost)
        *comment = page_join_comments(
            importer, *comment,
            arena_format(importer->arena, alternatives ? "lost in part, line %u: %s" : "lost, line %u: %s",
                         cell->line ? cell->line : row->line, table->columns[column].heading));
    if (!ok && !cell->is_lost)
        page_report_unread(importer, PAGE_NEEDS_NUMBER, cell->line, "'%s' is not a valid cell of column '%s'",
                           scan_fold(importer->arena, cell->text), table->columns[column].heading);
    if (!ok || !cell->is_lost || !alternatives)
        return alternatives;
    struct spec_alternative *rest = ARENA_NEW(importer->arena, struct spec_alternative);
    for (const struct spec_alternative *a = alternatives; a; a = a->next)
        if (a->is_bare)
            return NULL; /* the versions of the cell are unknown */
    *rest = (struct spec_alternative){.kind = SPEC_UNKNOWN, .is_bare = true};
    struct spec_alternative *first = NULL, **end = &first;
    for (const struct spec_alternative *a = alternatives; a; a = a->next) {
        *end = arena_copy_array(importer->arena, a, 1, sizeof *a);
        end = &(*end)->next;
    }
    *end = rest;
    return first;
}

static const char *const part_ends = ";,\n"; /* characters that end an alternative of a cell */

/* Removes the arch from a part of a cell, such as "0x0120 (x86)" or "0x10 (x86; 6.0)", and returns it; NULL if the part
 * names none. */
static const char *take_arch(struct importer *importer, char *part)
{
    char *open = strchr(part, '('), *close = open ? strchr(open, ')') : NULL;
    if (!close)
        return NULL;
    static const char only[] = " only";
    size_t length = strcspn(open + 1, ";,)"), shorter = length - (sizeof only - 1);
    bool has_only = length > sizeof only && !memcmp(open + 1 + shorter, only, sizeof only - 1);
    const char *name = arena_copy(importer->arena, open + 1, has_only ? shorter : length);
    const char *arch = page_arch_name(importer, name);
    if (!arch || !model_find_arch(importer->model, intern_text(importer->intern, arch)))
        return NULL;
    bool is_all = open[1 + length] == ')';
    for (char *at = is_all ? open : open + 1; at <= (is_all ? close : open + 1 + length); at++)
        *at = ' ';
    return arch;
}

/* Calls `visit` for each part of a cell's text. Parts end at one of the characters `ends` outside of brackets. */
static void each_part(struct importer *importer, const char *text, const char *ends,
                      void (*visit)(void *user, const char *part, const char *arch), void *user)
{
    unsigned depth = 0;
    for (size_t i = 0, begin = 0;; i++) {
        depth += text[i] == '(';
        depth -= text[i] == ')' && depth;
        if (text[i] && (depth || !strchr(ends, text[i])))
            continue;
        char *part = arena_copy(importer->arena, text + begin, i - begin);
        const char *arch = take_arch(importer, part);
        visit(user, part, arch);
        begin = i + 1;
        if (!text[i])
            return;
    }
}

void page_add_arch(struct importer *importer, const char *arch, unsigned line)
{
    struct spec_document *document = importer->document;
    for (size_t i = 0; i < document->arch_count; i++)
        if (!strcmp(document->arches[i], arch))
            return;
    if (document->arch_count == SPEC_COLUMNS_MOST)
        page_report_unread(importer, PAGE_NEEDS_PAGES, line,
                           "a page has at most %d columns of offsets: '%s' is one more", SPEC_COLUMNS_MOST, arch);
    else
        document->arches[document->arch_count++] = arch;
}

/* Data that page_collect_arches passes to each_part. */
struct arch_finder {
    struct importer *importer;
    unsigned line;
    /* arch of the column; only arches that fall back on it count. NULL for a column without an arch */
    const char *column;
};

/* True if an arch falls back on another one. */
static bool falls_back(const struct importer *importer, const char *arch, const char *other)
{
    const struct arch *found = model_find_arch(importer->model, intern_text(importer->intern, arch));
    return found && found->fallback && !strcmp(found->fallback->name, other);
}

static void find_arch(void *user, const char *part, const char *arch)
{
    struct arch_finder *finder = user;
    (void)part;
    if (arch && (!finder->column || falls_back(finder->importer, arch, finder->column)))
        page_add_arch(finder->importer, arch, finder->line);
}

void page_collect_arches(struct importer *importer, const struct page_cell *cell, const char *column)
{
    struct arch_finder finder = {importer, cell->line, column};
    each_part(importer, scan_plain(importer->arena, cell->text), part_ends, find_arch, &finder);
}

static void note_arch(void *user, const char *part, const char *arch)
{
    bool *any = user;
    (void)part;
    *any |= arch != NULL;
}

bool page_names_arch(struct importer *importer, const struct page_cell *cell)
{
    bool any = false;
    each_part(importer, scan_plain(importer->arena, cell->text), ";\n", note_arch, &any);
    return any;
}

/* The parts of a cell for one arch, and those for all arches. */
struct arch_parts {
    const char *arch;
    struct buffer text;
    bool any;    /* some part is for a single arch */
    bool is_own; /* some part is for this arch */
};

static void add_part(void *user, const char *part, const char *arch)
{
    struct arch_parts *parts = user;
    parts->any |= arch != NULL;
    parts->is_own |= arch && !strcmp(arch, parts->arch);
    if (!arch || !strcmp(arch, parts->arch))
        buffer_format(&parts->text, "%s;", part);
}

/* Collects the parts of a text for an arch. If there are none, collects those for the arch that it falls back on. */
static const char *collect_parts(struct importer *importer, const char *text, const char *ends,
                                 struct arch_parts *parts)
{
    const struct arch *arch = model_find_arch(importer->model, intern_text(importer->intern, parts->arch));
    each_part(importer, text, ends, add_part, parts);
    if (parts->any && !parts->is_own && arch && arch->fallback) {
        parts->arch = arch->fallback->name;
        buffer_clear(&parts->text);
        each_part(importer, text, ends, add_part, parts);
    }
    const char *own = arena_copy(importer->arena, buffer_text(&parts->text), parts->text.size);
    buffer_free(&parts->text);
    return own;
}

bool page_read_row_versions(struct importer *importer, const struct page_cell *cell, struct spec_versions *in)
{
    const struct spec_document *document = importer->document;
    struct version_set all, *sets;
    if (page_read_versions(importer, cell, &all)) {
        *in = spec_versions_of(importer->arena, all);
        return true;
    }
    if (page_slip_read_versions(importer, cell, &all)) {
        *in = spec_versions_of(importer->arena, all);
        return true;
    }
    if (document->arch_count < 2)
        return false;
    sets = ARENA_ARRAY(importer->arena, struct version_set, document->arch_count);
    for (size_t i = 0; i < document->arch_count; i++) {
        struct arch_parts parts = {.arch = document->arches[i]};
        struct page_cell own = *cell;
        own.text = collect_parts(importer, scan_plain(importer->arena, cell->text), ";\n", &parts);
        bool is_blank = !own.text[strspn(own.text, "; ")];
        if (!parts.any || (!is_blank && !page_read_versions(importer, &own, &sets[i])))
            return false;
        /* A set for a column needs at least one end, so all versions begin with the first release. */
        if (sets[i].count && !sets[i].ranges->from && sets[i].ranges->to == VERSION_END)
            sets[i] = version_set_range(importer->arena, importer->model->axis.releases[0].range.from, VERSION_END);
    }
    *in = (struct spec_versions){document->arch_count, sets};
    return true;
}

/* Reads a cell for all arches whose parts name their arch. Returns false if no part does. */
static bool read_by_arch(struct importer *importer, const struct page_row *row, size_t column, struct spec_cell *cell)
{
    const struct spec_document *document = importer->document;
    const struct page_cell *whole = &row->cells[column];
    if (document->arch_count < 2 || whole->is_lost)
        return false;
    *cell = spec_cell_new(importer->arena, document->arch_count);
    for (size_t i = 0; i < document->arch_count; i++) {
        struct arch_parts parts = {.arch = document->arches[i]};
        struct page_cell own = *whole;
        own.text = collect_parts(importer, scan_plain(importer->arena, whole->text), part_ends, &parts);
        bool is_blank = !own.text[strspn(own.text, "; ")];
        if (!parts.any || (!is_blank && !page_read_cell(importer, &own, &cell->columns[i])))
            return false;
    }
    return true;
}

/* Reads the part of a column's cell for an arch: one part of "0x14 (non-PAE); 0x18 (PAE)", or the whole cell if its
 * parts name no arch. */
static const struct spec_alternative *read_part(struct importer *importer, const struct page_block *table,
                                                const struct page_row *row, size_t column, const char *arch,
                                                const char **comment)
{
    struct page_row own = *row;
    struct arch_parts parts = {.arch = arch};
    const char *text =
        collect_parts(importer, scan_plain(importer->arena, row->cells[column].text), part_ends, &parts);
    if (!parts.any || row->cells[column].is_lost)
        return read_column(importer, table, row, column, comment);
    own.cells = arena_copy_array(importer->arena, row->cells, table->column_count, sizeof *row->cells);
    own.cells[column].text = text;
    return text[strspn(text, "; ")] ? read_column(importer, table, &own, column, comment) : NULL;
}

struct spec_cell page_read_columns(struct importer *importer, const struct page_block *table,
                                   const struct page_row *row, enum page_column_kind kind, const char **comment)
{
    struct spec_cell cell = {0};
    const struct spec_document *document = importer->document;
    size_t column = page_find_column(table, kind, NULL);
    if (column == SIZE_MAX)
        return cell;
    if (!table->columns[column].arch && read_by_arch(importer, row, column, &cell))
        return cell;
    if (!table->columns[column].arch || document->arch_count < 2) {
        cell = spec_cell_new(importer->arena, 1);
        cell.columns[0] = read_column(importer, table, row, column, comment);
        return cell;
    }
    bool is_taken[SPEC_COLUMNS_MOST] = {false};
    cell = spec_cell_new(importer->arena, document->arch_count);
    for (size_t i = 0; i < table->column_count; i++) {
        const char *arch = table->columns[i].kind == kind && table->columns[i].arch
                               ? page_arch_name(importer, table->columns[i].arch)
                               : NULL;
        for (size_t j = 0; arch && j < document->arch_count; j++)
            if (!is_taken[j] && (!strcmp(document->arches[j], arch) ||
                                 (falls_back(importer, document->arches[j], arch) &&
                                  page_find_column(table, kind, document->arches[j]) == SIZE_MAX))) {
                cell.columns[j] = read_part(importer, table, row, i, document->arches[j], comment);
                is_taken[j] = true;
            }
    }
    return cell;
}

/* True if page_read_columns reads a column, because it is the first one of its kind for its arch. */
static bool is_first_of_arch(struct importer *importer, const struct page_block *table, size_t column)
{
    const struct page_column *this = &table->columns[column];
    size_t first = page_find_column(table, this->kind, NULL);
    if (!table->columns[first].arch || importer->document->arch_count < 2)
        return column == first;
    const char *arch = this->arch ? page_arch_name(importer, this->arch) : NULL;
    bool is_known = false;
    for (size_t i = 0; arch && i < importer->document->arch_count; i++)
        is_known |= !strcmp(importer->document->arches[i], arch);
    for (size_t i = first; i < column && is_known; i++) {
        const struct page_column *before = &table->columns[i];
        const char *other = before->kind == this->kind && before->arch ? page_arch_name(importer, before->arch) : NULL;
        is_known = !other || strcmp(other, arch) != 0;
    }
    return is_known;
}

const char *page_keep_others(struct importer *importer, const struct page_block *table, const struct page_row *row,
                             unsigned read, unsigned each)
{
    static const unsigned by_arch = PAGE_KIND(PAGE_OFFSET) | PAGE_KIND(PAGE_SIZE) | PAGE_KIND(PAGE_MASK) |
                                    PAGE_KIND(PAGE_BIT) | PAGE_KIND(PAGE_VALUE) | PAGE_KIND(PAGE_VERSIONS);
    const char *comment = NULL;
    for (size_t i = 0; i < table->column_count; i++) {
        unsigned kind = PAGE_KIND(table->columns[i].kind);
        bool is_read = (each & kind) ||
                       ((read & kind) && (by_arch & kind ? is_first_of_arch(importer, table, i)
                                                         : i == page_find_column(table, table->columns[i].kind, NULL)));
        if (is_read || !*row->cells[i].text)
            continue;
        comment = page_join_comments(importer, comment, page_unread_row(importer, table, row, i));
        page_report_unread(importer, PAGE_NEEDS_COLUMN, row->cells[i].line,
                           "column '%s' is unknown in this kind of table", table->columns[i].heading);
    }
    return comment;
}

/* True if all columns of a cell are empty. */
bool page_cell_is_empty(const struct spec_cell *cell)
{
    for (size_t i = 0; i < cell->column_count; i++)
        if (cell->columns[i])
            return false;
    return true;
}

/* Makes a mask of a bit, or range of bits. */
static bool make_mask(struct spec_alternative *bit, const void *user)
{
    (void)user;
    unsigned width = bit->width ? bit->width : 1;
    uint64_t ones = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX, first = bit->number;
    bit->number = first < 64 ? ones << first : 0;
    if (first + width > 64)
        bit->kind = SPEC_UNKNOWN;
    return true;
}

struct spec_cell page_bits_to_masks(struct arena *arena, const struct spec_cell *bits)
{
    return page_cell_map(arena, bits, make_mask, NULL);
}

static bool make_bit(struct spec_alternative *bit, const void *user)
{
    (void)user;
    bit->number = bit->number < 128 ? bit->number : 127;
    bit->is_decimal = true;
    return true;
}

/* True if the number of bits in a range differs from the size of its member. */
static bool has_other_width(const struct spec_cell *bits, const struct spec_cell *width)
{
    for (size_t i = 0; i < bits->column_count; i++)
        for (const struct spec_alternative *a = bits->columns[i]; a; a = a->next)
            if (a->width && (!width->column_count || a->width != width->columns[0]->number))
                return true;
    return false;
}

void page_read_bit_columns(struct importer *importer, const struct page_block *table, const struct page_row *row,
                           const struct spec_cell *width, struct spec_row *member, const char **comment)
{
    struct spec_cell cell = page_read_columns(importer, table, row, PAGE_BIT, comment);
    if (!member->mask.column_count && has_other_width(&cell, width)) {
        member->mask = page_bits_to_masks(importer->arena, &cell);
        return;
    }
    if (!page_cell_is_empty(&cell))
        member->bit = page_cell_map(importer->arena, &cell, make_bit, NULL);
}

/* ---- Cells that several rows share, cut to the versions of each row */

/* Returns the alternatives of a column without the versions of `drop`, and cut to the versions of `keep`, unless that
 * is NULL. */
static const struct spec_alternative *cut_column(struct arena *arena, const struct spec_alternative *from,
                                                 const struct version_set *keep, const struct version_set *drop)
{
    struct spec_alternative *first = NULL, **end = &first;
    for (; from; from = from->next) {
        struct spec_alternative *copy = arena_copy_array(arena, from, 1, sizeof *from);
        copy->next = NULL;
        if (!copy->is_bare && keep)
            copy->versions = version_set_intersect(arena, copy->versions, *keep);
        if (!copy->is_bare && drop)
            copy->versions = version_set_subtract(arena, copy->versions, *drop);
        if (!copy->is_bare && !copy->versions.count)
            continue;
        *end = copy;
        end = &copy->next;
    }
    return first;
}

static void cut_cell(struct arena *arena, struct spec_cell *cell, const struct spec_versions *in)
{
    if (!in->count || (cell->column_count == 1 && in->count > 1))
        return;
    struct spec_cell copy = spec_cell_new(arena, cell->column_count);
    for (size_t i = 0; i < cell->column_count; i++)
        copy.columns[i] = cut_column(arena, cell->columns[i], page_versions_column(in, i), NULL);
    *cell = copy;
}

void page_row_cut(struct importer *importer, struct spec_row *row, const struct spec_versions *in)
{
    struct arena *arena = importer->arena;
    size_t count = row->versions.count > in->count ? row->versions.count : in->count;
    if (!in->count)
        return;
    if (row->versions.count) {
        struct version_set *sets = ARENA_ARRAY(arena, struct version_set, count);
        for (size_t i = 0; i < count; i++)
            sets[i] =
                version_set_intersect(arena, *page_versions_column(&row->versions, i), *page_versions_column(in, i));
        row->versions = (struct spec_versions){count, sets};
    }
    cut_cell(arena, &row->offset, in);
    cut_cell(arena, &row->bit, in);
    cut_cell(arena, &row->mask, in);
}

/* Sets the versions of a row in a column; for a slot, the versions of all its rows. Returns false if the row names
 * none. */
static bool find_versions(struct arena *arena, const struct spec_row *row, size_t column, struct version_set *in)
{
    const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : row;
    *in = (struct version_set){0};
    for (; rival; rival = row->kind == SPEC_SLOT ? rival->next : NULL) {
        const struct version_set *own = page_versions_column(&rival->versions, column);
        if (!own)
            return false;
        *in = version_set_union(arena, *in, *own);
    }
    return true;
}

/* Returns the last row that shares a cell with `first`. */
static struct page_placed *find_last(struct page_placed *first, size_t column)
{
    struct page_placed *last = first;
    while (last->next && last->next->row->cells[column].is_shared)
        last = last->next;
    return last;
}

/* Returns the cell of a row that holds the values of a kind of columns; NULL if there is none. */
static struct spec_cell *cell_of_kind(struct spec_row *row, enum page_column_kind kind)
{
    return kind == PAGE_OFFSET                       ? &row->offset
           : kind == PAGE_MASK || kind == PAGE_VALUE ? &row->mask
           : kind == PAGE_BIT                        ? &row->bit
                                                     : NULL;
}

/* Cuts the cells of the rows from `first` to `last` in one column of a kind. Each row loses the versions that other
 * rows have; the first row keeps versions that no row has. */
static void cut_group(struct importer *importer, struct page_placed *first, struct page_placed *last,
                      enum page_column_kind kind, size_t column)
{
    struct arena *arena = importer->arena;
    struct version_set all = {0}, own;
    for (struct page_placed *placed = first;; placed = placed->next) {
        if (!find_versions(arena, placed->member, column, &own))
            return; /* a row for all versions keeps everything, so there is nothing to cut */
        all = version_set_union(arena, all, own);
        if (placed == last)
            break;
    }
    for (struct page_placed *placed = first;; placed = placed->next) {
        struct spec_cell *at = cell_of_kind(placed->member, kind);
        find_versions(arena, placed->member, column, &own);
        struct version_set others = version_set_subtract(arena, all, own);
        if (at->column_count > column) {
            struct spec_cell copy = spec_cell_new(arena, at->column_count);
            memcpy(copy.columns, at->columns, at->column_count * sizeof *copy.columns);
            copy.columns[column] = cut_column(arena, at->columns[column], placed == first ? NULL : &own, &others);
            *at = copy;
        }
        if (placed == last)
            break;
    }
}

void page_cut_beside(struct importer *importer, struct spec_row *rows)
{
    for (struct spec_row *row = rows; row; row = row->next) {
        struct spec_versions in = {0};
        for (const struct spec_row *rival = row->kind == SPEC_SLOT ? row->children : NULL; rival; rival = rival->next) {
            bool is_first = rival == row->children;
            struct version_set *set = ARENA_NEW(importer->arena, struct version_set);
            if (rival->versions.count != 1 || (!is_first && !in.count)) {
                in.count = 0;
                break;
            }
            *set =
                is_first ? *rival->versions.sets : version_set_union(importer->arena, *in.sets, *rival->versions.sets);
            in = (struct spec_versions){1, set};
        }
        bool is_slot = row->kind == SPEC_SLOT;
        if (row->is_beside && (!is_slot || in.count)) {
            cut_cell(importer->arena, &row->offset, is_slot ? &in : &row->versions);
            cut_cell(importer->arena, &row->bit, is_slot ? &in : &row->versions);
            cut_cell(importer->arena, &row->mask, is_slot ? &in : &row->versions);
        }
    }
}

void page_cut_shared(struct importer *importer, const struct page_block *table, struct page_placed *placed)
{
    const struct spec_document *document = importer->document;
    for (size_t i = 0; i < table->column_count; i++) {
        enum page_column_kind kind = table->columns[i].kind;
        bool is_cut = kind == PAGE_OFFSET || kind == PAGE_MASK || kind == PAGE_BIT || kind == PAGE_VALUE;
        const char *arch =
            is_cut && table->columns[i].arch ? page_arch_name(importer, table->columns[i].arch) : NULL;
        size_t column = 0;
        if (!is_cut)
            continue;
        while (arch && column < document->arch_count && strcmp(document->arches[column], arch) != 0)
            column++;
        for (struct page_placed *first = placed, *last; first; first = last->next) {
            last = find_last(first, i);
            if (last != first)
                cut_group(importer, first, last, kind, column);
        }
    }
}
