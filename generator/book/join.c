#include "book/book.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "book/compare.h"
#include "front/load.h"
#include "model/model.h"

/* A structure and the page that declares it. */
struct part {
    struct book_page *page;
    struct spec_item *item;
    size_t weight, order; /* `weight`: how much it says; `order`: its position among all declarations */
};

/* A structure `into` which another one is joined, and the columns of the result. */
struct joint {
    struct book *book;
    struct part into, from;
    size_t columns; /* number of columns of both together */
    bool is_by_arch;
};

/* ---- Cells and versions of more columns ---- */

/* Returns the versions of a structure in a column; all versions if nothing limits them. */
static struct version_set versions_of(const struct joint *joint, const struct part *part, struct spec_versions row,
                                      size_t column)
{
    struct spec_versions in = row.count ? row : part->item->versions;
    struct arena *arena = joint->book->program->arena;
    struct version_set all =
        version_set_range(arena, joint->book->model->axis.releases[0].range.from, VERSION_END);
    return in.count ? version_set_intersect(arena, all, in.sets[in.count > 1 ? column : 0]) : all;
}

/* Returns the versions of a row for the columns of both structures. In the columns of the other structure there are
 * none. */
static struct spec_versions widen_versions(const struct joint *joint, const struct part *part, size_t begin,
                                           struct spec_versions row)
{
    size_t own = part->page->document->arch_count;
    struct version_set *sets = ARENA_ARRAY(joint->book->program->arena, struct version_set, joint->columns);
    memset(sets, 0, joint->columns * sizeof *sets);
    for (size_t i = 0; i < own; i++)
        sets[begin + i] = versions_of(joint, part, row, i);
    return (struct spec_versions){joint->columns, sets};
}

/* Moves the columns of a cell to their positions among the columns of both. A cell with one column is copied to all
 * columns of its structure. */
static void widen_cell(const struct joint *joint, size_t begin, struct spec_cell *cell)
{
    static const struct spec_alternative absent = {.kind = SPEC_ABSENT, .is_bare = true};
    if (cell->column_count < 2)
        return;
    struct spec_cell wide = spec_cell_new(joint->book->program->arena, joint->columns);
    for (size_t i = 0; i < joint->columns; i++)
        wide.columns[i] = i >= begin && i - begin < cell->column_count ? cell->columns[i - begin] : &absent;
    *cell = wide;
}

static void widen_rows(const struct joint *joint, size_t begin, struct spec_row *rows)
{
    for (struct spec_row *row = rows; row; row = row->next) {
        struct spec_cell *cells[] = {&row->width, &row->extent, &row->offset, &row->bit, &row->mask, &row->size};
        for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
            widen_cell(joint, begin, cells[i]);
        for (struct spec_clause *claim = row->clauses; claim; claim = claim->next)
            widen_cell(joint, begin, &claim->cell);
        widen_rows(joint, begin, row->children);
    }
}

/* Limits the rows of a structure to the versions in which it existed before the join, after which it exists in more. */
static void bound_rows(const struct joint *joint, const struct part *part, size_t begin)
{
    for (struct spec_row *row = part->item->rows; row; row = row->next) {
        if (row->kind == SPEC_COMMENT)
            continue;
        if (joint->is_by_arch)
            row->versions = widen_versions(joint, part, begin, row->versions);
        else if (!row->versions.count)
            row->versions = part->item->versions;
    }
}

/* ---- Sizes ---- */

/* Appends copies of the sizes in one column. Sizes without versions get the versions of their structure. */
static void append_sizes(const struct joint *joint, const struct part *part, size_t column,
                         const struct spec_alternative ***end)
{
    const struct spec_cell *size = &part->item->size;
    const struct spec_alternative *a = size->column_count ? size->columns[size->column_count > 1 ? column : 0] : NULL;
    for (; a; a = a->next) {
        struct spec_alternative *copy = arena_copy_array(joint->book->program->arena, a, 1, sizeof *a);
        copy->next = NULL;
        if (copy->is_bare && !joint->is_by_arch) {
            copy->is_bare = false;
            copy->versions = versions_of(joint, part, (struct spec_versions){0, NULL}, column);
        }
        **end = copy;
        *end = (const struct spec_alternative **)&copy->next;
    }
}

static void join_sizes(const struct joint *joint)
{
    if (!joint->into.item->size.column_count && !joint->from.item->size.column_count)
        return;
    size_t own = joint->into.page->document->arch_count;
    size_t count = joint->columns ? joint->columns : 1;
    struct spec_cell sizes = spec_cell_new(joint->book->program->arena, count);
    for (size_t i = 0; i < count; i++) {
        const struct spec_alternative **end = &sizes.columns[i];
        if (!joint->is_by_arch || i < own)
            append_sizes(joint, &joint->into, i, &end);
        if (!joint->is_by_arch || i >= own)
            append_sizes(joint, &joint->from, joint->is_by_arch ? i - own : i, &end);
    }
    joint->into.item->size = sizes;
}

/* ---- One structure of two ---- */

static bool has_arch(const struct spec_document *document, const char *arch)
{
    for (size_t i = 0; i < document->arch_count; i++)
        if (!strcmp(document->arches[i], arch))
            return true;
    return false;
}

/* True if both pages name architectures, and none of these in common. */
static bool are_other_arches(const struct spec_document *a, const struct spec_document *b)
{
    for (size_t i = 0; i < b->arch_count; i++)
        if (has_arch(a, b->arches[i]))
            return false;
    return a->arch_count && b->arch_count && a->arch_count + b->arch_count <= SPEC_COLUMNS_MOST;
}

/* True if the columns of the second page come first in the model's order of architectures. */
static bool comes_first(const struct book *book, const struct spec_document *a, const struct spec_document *b)
{
    const struct arch *first = model_find_arch(book->model, intern_text(book->program->intern, a->arches[0]));
    const struct arch *second = model_find_arch(book->model, intern_text(book->program->intern, b->arches[0]));
    return first && second && second->index < first->index;
}

static bool are_same_arches(const struct spec_document *a, const struct spec_document *b)
{
    for (size_t i = 0; i < a->arch_count; i++)
        if (i >= b->arch_count || strcmp(a->arches[i], b->arches[i]) != 0)
            return false;
    return a->arch_count == b->arch_count;
}

/* True if two structures have no version in common. */
static bool are_other_versions(const struct book *book, const struct spec_item *a, const struct spec_item *b)
{
    if (!a->versions.count || !b->versions.count)
        return false;
    size_t count = a->versions.count > b->versions.count ? a->versions.count : b->versions.count;
    for (size_t i = 0; i < count; i++) {
        struct version_set one = a->versions.sets[a->versions.count > 1 ? i : 0],
                           other = b->versions.sets[b->versions.count > 1 ? i : 0];
        if (version_set_intersect(book->program->arena, one, other).count)
            return false;
    }
    return true;
}

/* Adds the `use` lines, types and constants that the declarations of the joined page need. */
static void take_needs(const struct joint *joint)
{
    struct arena *arena = joint->book->program->arena;
    struct spec_document *into = joint->into.page->document, *from = joint->from.page->document;
    size_t files = joint->book->program->file_count;
    into->needs_std |= from->needs_std;
    for (size_t i = 0; from->needs && i < files; i++) {
        if (!into->needs) {
            into->needs = ARENA_ARRAY(arena, bool, files);
            memset(into->needs, 0, files);
        }
        into->needs[i] |= from->needs[i];
    }
    for (const struct spec_borrowed *borrowed = from->borrowed; borrowed; borrowed = borrowed->next) {
        struct spec_borrowed *copy = arena_copy_array(arena, borrowed, 1, sizeof *borrowed);
        copy->next = into->borrowed;
        into->borrowed = copy;
    }
    for (const struct spec_item *item = from->items; item; item = item->next) {
        bool is_missing = item->kind == SPEC_OPAQUE || item->kind == SPEC_CONST;
        for (const struct spec_item *own = into->items; own && is_missing; own = own->next)
            is_missing = !own->name || strcmp(own->name, item->name) != 0;
        if (!is_missing)
            continue;
        struct spec_item *copy = arena_copy_array(arena, item, 1, sizeof *item);
        copy->next = into->items;
        into->items = copy;
    }
}

/* Replaces a declaration by a comment. */
static void replace_by_note(struct spec_item *item, const char *comment)
{
    struct spec_item *next = item->next;
    *item = (struct spec_item){.next = next, .kind = SPEC_NOTE, .comment = comment};
}

static void take_arches(const struct joint *joint)
{
    struct spec_document *into = joint->into.page->document;
    const struct spec_document *from = joint->from.page->document;
    size_t own = into->arch_count;
    struct joint wide = *joint;
    for (struct spec_item *item = into->items; item; item = item->next) {
        if (item == joint->into.item || (item->kind != SPEC_RECORD && item->kind != SPEC_ENUM))
            continue;
        struct part part = {.page = joint->into.page, .item = item};
        if (item->versions.count > 1 || item->kind == SPEC_RECORD)
            item->versions = widen_versions(&wide, &part, 0, item->versions);
        widen_cell(&wide, 0, &item->size);
        widen_rows(&wide, 0, item->rows);
    }
    const char **arches = ARENA_ARRAY(joint->book->program->arena, const char *, SPEC_COLUMNS_MOST);
    for (size_t i = 0; i < joint->columns; i++)
        arches[i] = i < own ? into->arches[i] : from->arches[i - own];
    into->arches = arches;
    into->arch_count = joint->columns;
}

static void join_parts(struct joint *joint)
{
    struct arena *arena = joint->book->program->arena;
    struct spec_item *into = joint->into.item, *from = joint->from.item;
    size_t own = joint->into.page->document->arch_count;
    bound_rows(joint, &joint->into, 0);
    bound_rows(joint, &joint->from, own);
    join_sizes(joint);
    if (joint->is_by_arch) {
        widen_rows(joint, 0, into->rows);
        widen_rows(joint, own, from->rows);
    }
    struct version_set *sets = ARENA_ARRAY(arena, struct version_set, joint->columns + 1);
    size_t count = joint->columns > 1 ? joint->columns : 1;
    for (size_t i = 0; i < count; i++) {
        struct spec_versions none = {0, NULL};
        if (joint->is_by_arch)
            sets[i] = versions_of(joint, i < own ? &joint->into : &joint->from, none, i < own ? i : i - own);
        else
            sets[i] = version_set_union(arena, versions_of(joint, &joint->into, none, i),
                                        versions_of(joint, &joint->from, none, i));
    }
    into->versions = (struct spec_versions){count, sets};
    struct spec_row *note = ARENA_NEW(arena, struct spec_row);
    *note = (struct spec_row){.next = from->rows, .kind = SPEC_COMMENT,
                              .comment = arena_format(arena, "From here on of %s:", joint->from.page->name)};
    struct spec_row **end = &into->rows;
    while (*end)
        end = &(*end)->next;
    *end = note;
    if (joint->is_by_arch)
        take_arches(joint);
    take_needs(joint);
    replace_by_note(from, arena_format(arena, "%s is in %s.", from->name, joint->into.page->spec));
}

/* ---- All structures ---- */

/* Joins a declaration with an earlier one of the same name, which says at least as much. Returns the one that is
 * left. */
static struct part join_pair(struct book *book, struct part first, struct part second)
{
    struct joint joint = {.book = book, .into = first, .from = second};
    const struct spec_document *a = first.page->document, *b = second.page->document;
    bool are_records = first.item->kind == SPEC_RECORD && second.item->kind == SPEC_RECORD && a != b &&
                       first.item->is_union == second.item->is_union;
    joint.is_by_arch = are_records && are_other_arches(a, b);
    joint.columns = joint.is_by_arch ? a->arch_count + b->arch_count : a->arch_count;
    bool is_by_version =
        are_records && are_same_arches(a, b) && are_other_versions(book, first.item, second.item);
    if (joint.is_by_arch || is_by_version) {
        if (joint.is_by_arch && comes_first(book, a, b)) {
            joint.into = second;
            joint.from = first;
        }
        join_parts(&joint);
        book->joined++;
        return joint.into;
    }
    book_keep_view(book, &(struct book_part){first.page, first.item},
                   &(struct book_part){second.page, second.item});
    return first;
}

/* Keeps a constant of unknown value only on the first page that declares it, because each page that uses it declares
 * it. */
static void share_constant(struct book *book, struct map *constants, struct book_page *page, struct spec_item *item)
{
    const char *name = intern_text(book->program->intern, item->name);
    const struct book_page *first = map_get(constants, name);
    if (!first) {
        map_set(constants, name, page);
        return;
    }
    struct spec_borrowed *borrowed = ARENA_NEW(book->program->arena, struct spec_borrowed);
    *borrowed = (struct spec_borrowed){page->document->borrowed, name};
    page->document->borrowed = borrowed;
    replace_by_note(item, arena_format(book->program->arena, "%s is in %s.", name, first->spec));
}

/* Compares so that the declaration that says most comes first. Later ones are joined to it or become views of it. */
static int compare_weights(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

void book_join(struct book *book)
{
    struct map *names = map_new(book->program->arena), *constants = map_new(book->program->arena);
    struct buffer all = {0};
    book->names = book_names(book, true);
    for (size_t i = 0; i < book->count; i++) {
        struct book_page *page = &book->pages[i];
        for (struct spec_item *item = page->document->items; item; item = item->next) {
            bool is_declaration = item->kind == SPEC_RECORD || item->kind == SPEC_ENUM || item->kind == SPEC_FLAGS;
            size_t weight = item->versions.count ? 100000 : 0;
            for (const struct spec_row *row = item->rows; row; row = row->next)
                weight += row->kind != SPEC_COMMENT;
            for (const struct spec_enumerator *value = item->enumerators; value; value = value->next)
                weight += value->name != NULL;
            const struct part part = {page, item, weight, all.size};
            if (item->kind == SPEC_CONST)
                share_constant(book, constants, page, item);
            if (is_declaration && item->name)
                buffer_add(&all, &part, sizeof part);
        }
    }
    struct part *parts = (void *)all.data;
    size_t count = all.size / sizeof *parts;
    if (count)
        qsort(parts, count, sizeof *parts, compare_weights);
    for (size_t i = 0; i < count; i++) {
        const char *name = intern_text(book->program->intern, parts[i].item->name);
        struct part *known = map_get(names, name);
        if (known)
            *known = join_pair(book, *known, parts[i]);
        else
            map_set(names, name, arena_copy_array(book->program->arena, &parts[i], 1, sizeof *parts));
    }
    buffer_free(&all);
}
