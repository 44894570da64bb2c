#include "view/table.h"

#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "view/cells.h"
#include "view/define.h"
#include "view/sizes.h"
#include "view/words.h"

static bool has_bits(const struct table *table, const struct table_row *row)
{
    for (size_t column = 0; column < table->column_count; column++)
        if (row->on[column].count)
            return row->on[column].items[0].member->width > 0;
    return false;
}

/* Returns how many rows from index `at` on share the cells of a slot. Rows that exist in the same versions do not
 * share: they exist on different architectures, which a shared cell would hide. Neither does a bit-field share with a
 * plain member: only the bit-field has a mask. */
static size_t shared_rows(const struct table *table, size_t at)
{
    size_t count = 1;
    struct version_set all = table_versions(table, table->rows[at]);
    while (table->rows[at]->row->slot && at + count < table->row_count &&
           table->rows[at + count]->row->slot == table->rows[at]->row->slot) {
        struct version_set in = table_versions(table, table->rows[at + count++]);
        bool is_alike = has_bits(table, table->rows[at]) == has_bits(table, table->rows[at + count - 1]);
        if (!is_alike || version_set_intersect(table->arena, all, in).count)
            return 1;
        all = version_set_union(table->arena, all, in);
    }
    return count;
}

/* Makes the cells of one column. Each row gets a cell, or all rows of a slot share one. */
static struct sheet_cell *place_cells(const struct table *table, size_t column, enum table_cell_kind kind)
{
    struct sheet_cell *cells = ARENA_ARRAY(table->arena, struct sheet_cell, table->row_count);
    for (size_t i = 0; i < table->row_count;) {
        size_t shared = shared_rows(table, i);
        for (size_t k = 0; k < shared; k++) {
            cells[i + k].text = table_cell(table, table->rows + i + k, 1, column, kind);
            cells[i + k].is_served = k > 0;
        }
        if (shared > 1) {
            cells[i].rows = (unsigned)shared;
            cells[i].shared = table_cell(table, table->rows + i, shared, column, kind);
        }
        i += shared;
    }
    return cells;
}

static void add_places(const struct table *table, struct sheet *sheet, const char *heading, enum table_cell_kind kind)
{
    struct sheet_cell **cells = ARENA_ARRAY(table->arena, struct sheet_cell *, table->column_count);
    for (size_t i = 0; i < table->column_count; i++)
        cells[i] = place_cells(table, i, kind);
    bool names_arches = kind == TABLE_OFFSET && table->record->columns && !table->has_sizes;
    for (size_t i = 0; names_arches && i < table->column_count; i++)
        sheet_add_column(sheet, arena_format(table->arena, "%s (%s)", heading, table->columns[i]->name), SHEET_NUMBERS,
                         cells[i]);
    if (names_arches)
        return;
    sheet_add_cells(table->arena, sheet, heading, table->columns, cells, table->column_count,
                    table->record->columns != NULL);
}

static bool has_masks(const struct table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        for (size_t column = 0; column < table->column_count; column++)
            if (table->rows[i]->on[column].count && table->rows[i]->on[column].items[0].member->width)
                return true;
    return false;
}

/* Adds the column of versions. Leaves it out if no row names versions and each row exists in all versions of the
 * structure, which the table of sizes names. Without sizes these must be all versions of the architectures. */
static void add_versions(const struct table *table, struct sheet *sheet)
{
    struct version_set record = {NULL, 0}, arches = {NULL, 0};
    for (size_t i = 0; i < table->column_count; i++) {
        arches = version_set_union(table->arena, arches, table->columns[i]->versions);
        const struct version_set *in = &table->record->on[table->columns[i]->index].versions;
        for (size_t k = 0; k < in->count; k++) {
            struct version_range range = table_widen(table, table->columns[i], in->ranges[k]);
            record = version_set_union(table->arena, record, version_set_range(table->arena, range.from, range.to));
        }
    }
    struct sheet_cell *cells = ARENA_ARRAY(table->arena, struct sheet_cell, table->row_count);
    struct buffer text = {0};
    bool any = !table->has_sizes && !table->as_documented && !version_set_equal(record, arches);
    for (size_t i = 0; i < table->row_count; i++) {
        struct version_set in = table_versions(table, table->rows[i]);
        buffer_clear(&text);
        if (table_is_plain(table, table->rows[i]))
            words_write_range(&table->model->axis, in.ranges[0], &text);
        else
            words_write_set(&table->model->axis, in, &text);
        cells[i].text = arena_copy(table->arena, buffer_text(&text), text.size);
        any = any || table->rows[i]->row->is_dated || !version_set_equal(in, record);
    }
    buffer_free(&text);
    if (any)
        sheet_add_column(sheet, "Versions", SHEET_WORDS, cells);
}

static struct sheet members_sheet(struct table *table)
{
    enum { OTHER_COLUMNS = 3 };
    table_collect(table);
    if (!table->as_documented)
        table_order(table);
    table_find_moves(table);
    /* Remove the rows that the document does not have. */
    size_t kept = 0;
    for (size_t i = 0; i < table->row_count; i++)
        if (table_states_row(table, table->rows[i]))
            table->rows[kept++] = table->rows[i];
    table->row_count = kept;
    struct sheet_row *rows = ARENA_ARRAY(table->arena, struct sheet_row, table->row_count);
    for (size_t i = 0; i < table->row_count; i++) {
        const struct row *row = table->rows[i]->row;
        rows[i].name = row->name;
        if (row->form == FORM_UNACCOUNTED)
            rows[i].tone = SHEET_HOLE;
    }
    struct sheet sheet = {.columns =
                              ARENA_ARRAY(table->arena, struct sheet_column, table->column_count * 2 + OTHER_COLUMNS),
                          .row_count = table->row_count,
                          .rows = rows};
    add_places(table, &sheet, "Offset", TABLE_OFFSET);
    if (has_masks(table))
        add_places(table, &sheet, "Mask", TABLE_MASK);
    struct sheet_cell *cells = ARENA_ARRAY(table->arena, struct sheet_cell, table->row_count);
    for (size_t i = 0; i < table->row_count; i++) {
        cells[i].text = table->rows[i]->definition;
        cells[i].is_code = define_is_code(table->rows[i]->row);
    }
    sheet_add_column(&sheet, "Definition", SHEET_NAMES, cells);
    add_versions(table, &sheet);
    struct sheet_cell *remarks = ARENA_ARRAY(table->arena, struct sheet_cell, table->row_count);
    bool any = false;
    for (size_t i = 0; i < table->row_count; i++) {
        remarks[i].text = table_remarks(table, table->rows[i]);
        any = any || *remarks[i].text;
    }
    if (any)
        sheet_add_column(&sheet, "Remarks", SHEET_REMARKS, remarks);
    return sheet;
}

/* The builds in which somebody saw a member of a record, but not the record as a whole. */
struct seen_alone {
    uint64_t first, last;
    size_t count;
};

/* Returns no build for a member that was not selected. */
static struct seen_alone find_seen_alone(const struct table *table, const struct record_on *on,
                                         const struct member *member)
{
    struct seen_alone seen = {0};
    bool is_there = record_find_member(table->record, member->name) == member;
    for (size_t i = 0; i < on->sightings->count && is_there; i++) {
        uint64_t version = on->sightings->builds[i].version;
        if (sighting_find(on->sightings, i, member) != VERDICT_KNOWN || evidence_has(on->evidence, version))
            continue;
        seen.first = seen.count++ ? seen.first : version;
        seen.last = version;
    }
    return seen;
}

static bool is_same_seen(struct seen_alone a, struct seen_alone b)
{
    return a.first == b.first && a.last == b.last && a.count == b.count;
}

/* Appends which members are attested in builds that nobody saw as a whole: "; ObjectTable, Flags2 also attested in
 * 10.0.10240.16384 to 10.0.28000.1 (900 versions)". Members that were seen in the same builds share a statement. */
static void write_seen_members(const struct table *table, const struct record_on *on, struct buffer *out)
{
    const struct sightings *sightings = on->sightings;
    for (size_t i = 0; sightings && i < sightings->known_count; i++) {
        struct seen_alone seen = find_seen_alone(table, on, sightings->known[i]);
        bool is_said = !seen.count;
        for (size_t k = 0; k < i && !is_said; k++)
            is_said = is_same_seen(find_seen_alone(table, on, sightings->known[k]), seen);
        if (is_said)
            continue;
        buffer_format(out, "; %s", sightings->known[i]->name);
        for (size_t k = i + 1; k < sightings->known_count; k++)
            if (is_same_seen(find_seen_alone(table, on, sightings->known[k]), seen))
                buffer_format(out, ", %s", sightings->known[k]->name);
        buffer_add_text(out, " also attested in ");
        axis_write_version(&table->model->axis, seen.first, out);
        if (seen.count > 1) {
            buffer_add_text(out, seen.count > 2 ? " to " : " and ");
            axis_write_version(&table->model->axis, seen.last, out);
        }
        if (seen.count > 2)
            buffer_format(out, " (%zu versions)", seen.count);
    }
}

/* Returns the line with the basis of each column: "Basis: x86, x64 (attested 10.0.19041.264; ...)". Columns with the
 * same basis share an entry. The table of a document has no such line. */
static const char *basis_note(const struct table *table)
{
    struct buffer text = {0}, last = {0}, next = {0};
    if (table->as_documented)
        return NULL;
    for (size_t i = 0; i < table->column_count; i++) {
        buffer_clear(&next);
        /* Append how well a column is known, in all versions that have the structure; then which members are known
         * better. */
        const struct version_set *in = &table->record->on[table->columns[i]->index].versions;
        for (size_t j = 0; j < in->count; j++) {
            buffer_add_text(&next, j ? "; " : "");
            record_write_grades(table->record, table->columns[i], in->ranges[j], &next);
        }
        write_seen_members(table, &table->record->on[table->columns[i]->index], &next);
        bool is_same = i && last.size == next.size && !memcmp(last.data, next.data, next.size);
        if (is_same) {
            buffer_format(&text, ", %s", table->columns[i]->name);
            continue;
        }
        if (i)
            buffer_format(&text, " (%s), ", buffer_text(&last));
        buffer_format(&text, "%s%s", i ? "" : "Basis: ", table->columns[i]->name);
        struct buffer emptied = last;
        last = next;
        next = emptied;
    }
    if (table->column_count)
        buffer_format(&text, " (%s)", buffer_text(&last));
    buffer_free(&last);
    buffer_free(&next);
    return text.size ? buffer_take(&text, table->arena) : NULL;
}

static struct sheet_section new_section(struct table *table)
{
    struct sheet *sheets = ARENA_ARRAY(table->arena, struct sheet, 2);
    size_t count = 0;
    /* Choose the architectures of columns: those of the record's cells, or else all without a fallback; then those of
     * which somebody saw single members only. */
    const struct record *record = table->record;
    size_t stated = record->columns ? record->column_count : 0;
    size_t others = stated && table->as_documented ? 0 : table->model->arch_count;
    table->columns = ARENA_ARRAY(table->arena, const struct arch *, stated + others);
    for (size_t i = 0; i < stated + others; i++) {
        const struct arch *arch = i < stated ? record->columns[i] : table->model->arches[i - stated];
        const struct record_on *on = arch ? &record->on[arch->index] : NULL;
        bool is_chosen = on && on->exists && !on->alias && on->layout_count;
        for (size_t k = 0; k < table->column_count; k++)
            is_chosen &= table->columns[k] != arch;
        if (is_chosen)
            table->columns[table->column_count++] = arch;
    }
    table->has_sizes = table->column_count && table_add_sizes(table, &sheets[count]);
    if (table->has_sizes)
        count++;
    if (table->column_count)
        sheets[count++] = members_sheet(table);
    const char *name = table->record->type->name;
    const char *title = table->record->is_union ? arena_format(table->arena, "%s union", name) : name;
    return (struct sheet_section){
        .title = title, .name = name, .note = basis_note(table), .sheets = sheets, .sheet_count = count};
}

/* True if the words for a range of versions on an architecture name a version inside a release. */
static bool is_within(const struct model *model, size_t arch, struct version_range range, struct version_range release)
{
    range = words_widen(&model->axis, model->arches[arch], range);
    return (range.from > release.from && range.from < release.to) || (range.to > release.from && range.to < release.to);
}

/* Returns the index of the next member, from an index on, that the document has. */
static size_t next_documented(const struct layout *layout, size_t index)
{
    while (index < layout->member_count && layout->members[index].provenance == AST_INFERRED)
        index++;
    return index;
}

/* True if a layout differs from the one before it only in inferred members: the document has the same members at the
 * same offsets in both. */
static bool goes_on(const struct record_on *on, size_t index)
{
    const struct layout *before = &on->layouts[index - 1], *layout = &on->layouts[index];
    size_t i = next_documented(before, 0), k = next_documented(layout, 0);
    if (before->member_count == layout->member_count)
        return false;
    for (; i < before->member_count && k < layout->member_count;
         i = next_documented(before, i + 1), k = next_documented(layout, k + 1))
        if (before->members[i].row != layout->members[k].row || before->members[i].offset != layout->members[k].offset)
            return false;
    return before->range.to == layout->range.from && before->size == layout->size && i == before->member_count &&
           k == layout->member_count;
}

static bool record_is_within(const struct model *model, const struct record *record, struct version_range release)
{
    for (size_t arch = 0; arch < model->arch_count; arch++) {
        const struct record_on *on = &record->on[arch];
        for (size_t i = 0, next; i < on->layout_count; i = next) {
            struct version_range in = on->layouts[i].range;
            for (next = i + 1; next < on->layout_count && goes_on(on, next); next++)
                in.to = on->layouts[next].range.to;
            if (is_within(model, arch, in, release))
                return true;
        }
    }
    return false;
}

static bool enumeration_is_within(const struct model *model, const struct enumeration *enumeration,
                                  struct version_range release)
{
    for (size_t i = 0; i < enumeration->count; i++) {
        for (size_t arch = 0; arch < model->arch_count; arch++) {
            const struct cell *cell = &enumeration->enumerators[i].value[arch];
            for (size_t v = 0; v < cell->count; v++)
                for (size_t k = 0; k < cell->values[v].versions.count; k++)
                    if (is_within(model, arch, cell->values[v].versions.ranges[k], release))
                        return true;
        }
    }
    return false;
}

/* True if the name of the last release means the whole release because the page names no parts of it. */
static bool names_last_release(const struct model *model, const struct table_subject *subjects, size_t count)
{
    const struct axis *axis = &model->axis;
    if (!axis->release_count)
        return false;
    struct version_range last = axis->releases[axis->release_count - 1].range;
    for (size_t i = 0; i < count; i++)
        if (subjects[i].record ? record_is_within(model, subjects[i].record, last)
                               : enumeration_is_within(model, subjects[i].enumeration, last))
            return false;
    return true;
}

/* Returns the title of a page with several sections: "A", "A and B", "A, B and C", or "A, B and 14 more". */
static const char *join_names(struct arena *arena, const struct sheet_section *sections, size_t count)
{
    enum { MOST = 3 };
    size_t named = count > MOST ? MOST - 1 : count;
    struct buffer text = {0};
    for (size_t i = 0; i < named; i++) {
        const char *name = sections[i].name ? sections[i].name : sections[i].title;
        buffer_format(&text, "%s%s", !i ? "" : i + 1 == count ? " and " : ", ", name);
    }
    if (named < count)
        buffer_format(&text, " and %zu more", count - named);
    return buffer_take(&text, arena);
}

struct sheet_document table_make_document(struct arena *arena, const struct model *model,
                                          const struct table_subject *subjects, size_t count, bool as_documented)
{
    struct sheet_section *sections = ARENA_ARRAY(arena, struct sheet_section, count);
    bool names_last = names_last_release(model, subjects, count);
    for (size_t i = 0; i < count; i++) {
        struct table table = {.arena = arena,
                              .model = model,
                              .record = subjects[i].record,
                              .as_documented = as_documented,
                              .names_last = names_last};
        sections[i] = subjects[i].record ? new_section(&table)
                                         : table_list_values(arena, model, subjects[i].enumeration, as_documented);
    }
    const char *title = count ? join_names(arena, sections, count) : "No structures";
    return (struct sheet_document){.title = count == 1 ? NULL : title,
                                   .command = "table",
                                   .sections = sections,
                                   .count = count};
}
