#include "book/compare.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "book/book.h"
#include "front/load.h"
#include "model/layout.h"
#include "model/model.h"

enum { TOLD_MOST = 3 /* number of differences in one message */ };

/* A number of a member or a value: its offset, size or value. */
struct fact {
    struct fact *next; /* next fact with the same name */
    const char *arch;  /* NULL: the number holds on all arches */
    struct version_set versions;
    uint64_t number;
    unsigned line; /* line of the page; 0 if there is none */
};

/* The numbers that a declaration gives. */
struct facts {
    const struct book *book;
    struct arena *arena;
    struct map *by_name; /* interned name -> first struct fact with the name */
    struct buffer names; /* names without duplicates, as const char * */
};

static void add_name(struct facts *facts, const char *name)
{
    if (map_get(facts->by_name, name))
        return;
    struct fact *none = ARENA_NEW(facts->arena, struct fact);
    *none = (struct fact){0};
    map_set(facts->by_name, name, none);
    buffer_add(&facts->names, &name, sizeof name);
}

static void add_fact(struct facts *facts, const char *name, const struct fact *fact)
{
    if (!fact->versions.count)
        return;
    struct fact *first = map_get(facts->by_name, name), *copy = ARENA_NEW(facts->arena, struct fact);
    *copy = *fact;
    copy->next = first->next;
    first->next = copy;
}

/* Adds the numbers of a cell. One without versions holds in the versions of its row that no other number names. */
static void add_cell(struct facts *facts, const struct spec_document *document, const char *name,
                     const struct spec_cell *cell, struct spec_versions in, unsigned line)
{
    uint64_t first = facts->book->model->axis.releases[0].range.from;
    struct version_set all = version_set_range(facts->arena, first, VERSION_END);
    size_t count = cell->column_count;
    for (size_t i = 0; i < count; i++) {
        struct version_set row = in.count ? in.sets[in.count > 1 ? i : 0] : all, rest = row;
        for (const struct spec_alternative *a = cell->columns[i]; a; a = a->next)
            if (!a->is_bare)
                rest = version_set_subtract(facts->arena, rest, a->versions);
        for (const struct spec_alternative *a = cell->columns[i]; a; a = a->next) {
            struct fact fact = {.arch = count > 1 ? document->arches[i] : NULL, .number = a->number, .line = line};
            fact.versions = a->is_bare ? rest : version_set_intersect(facts->arena, row, a->versions);
            if (a->kind == SPEC_NUMBER)
                add_fact(facts, name, &fact);
        }
    }
}

/* Adds the offsets of the members in rows. Only members of the structure itself can be compared. */
static void add_rows(struct facts *facts, const struct book_part *part, const struct spec_row *rows,
                     const struct spec_row *slot, bool is_inner)
{
    for (const struct spec_row *row = rows; row; row = row->next) {
        struct spec_versions in = row->versions.count            ? row->versions
                                  : slot && slot->versions.count ? slot->versions
                                                                 : part->item->versions;
        const char *name = row->name && !row->is_unknown ? intern_text(facts->book->program->intern, row->name) : NULL;
        if (name)
            add_name(facts, name);
        if (name && !is_inner)
            add_cell(facts, part->page->document, name, slot ? &slot->offset : &row->offset, in, row->line);
        if (!row->name)
            add_rows(facts, part, row->children, row->kind == SPEC_SLOT ? row : NULL,
                     is_inner || row->kind != SPEC_SLOT);
    }
}

static struct facts facts_of_page(const struct book *book, const struct book_part *part)
{
    struct facts facts = {.book = book, .arena = book->program->arena, .by_name = map_new(book->program->arena)};
    add_rows(&facts, part, part->item->rows, NULL, false);
    for (const struct spec_enumerator *value = part->item->enumerators; value; value = value->next) {
        if (!value->name)
            continue;
        const char *name = intern_text(book->program->intern, value->name);
        add_name(&facts, name);
        add_cell(&facts, part->page->document, name, &value->value,
                 value->versions.count ? value->versions : part->item->versions, 0);
    }
    return facts;
}

static struct facts facts_of_record(const struct book *book, const struct record *record)
{
    struct facts facts = {.book = book, .arena = book->program->arena, .by_name = map_new(book->program->arena)};
    for (size_t i = 0; i < book->model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        for (size_t k = 0; on->exists && k < on->layout_count; k++) {
            const struct layout *layout = &on->layouts[k];
            for (size_t m = 0; m < layout->member_count; m++) {
                const struct layout_member *entry = &layout->members[m];
                const char *name = entry->row->name;
                struct fact fact = {.arch = book->model->arches[i]->name, .number = entry->offset};
                fact.versions = (struct version_set){&layout->range, 1};
                if (!name)
                    continue;
                add_name(&facts, name);
                if (entry->offset != LAYOUT_UNKNOWN)
                    add_fact(&facts, name, &fact);
            }
        }
    }
    return facts;
}

/* Returns the versions in which two facts hold on a common architecture. */
static struct version_set find_common(struct arena *arena, const struct fact *a, const struct fact *b)
{
    if (a->arch && b->arch && strcmp(a->arch, b->arch) != 0)
        return (struct version_set){0};
    return version_set_intersect(arena, a->versions, b->versions);
}

/* Adds the difference between two facts of a member to the text. */
static void tell_difference(const struct facts *facts, struct book_difference *difference, struct buffer *text,
                            const char *name, const struct fact *a, const struct fact *b, struct version_set in)
{
    const char *arch = a->arch ? a->arch : b->arch;
    struct buffer versions = {0};
    if (++difference->count > TOLD_MOST)
        return;
    axis_write_set(&facts->book->model->axis, in, &versions);
    buffer_format(text, "%s'%s' is 0x%llX%s%s in %s there and 0x%llX here", text->size ? "; " : "", name,
                  (unsigned long long)a->number, arch ? " on " : "", arch ? arch : "", buffer_text(&versions),
                  (unsigned long long)b->number);
    buffer_free(&versions);
    if (!difference->line)
        difference->line = b->line;
}

/* Compares the facts with one name. Only the first contradiction counts. */
static void compare_name(const struct facts *first, const struct facts *second, const char *name,
                         struct book_difference *difference, struct buffer *text)
{
    const struct fact *others = map_get(first->by_name, name), *own = map_get(second->by_name, name);
    bool is_compared = false;
    if (!others) {
        difference->missing++;
        return;
    }
    for (const struct fact *a = others->next; a; a = a->next) {
        for (const struct fact *b = own->next; b; b = b->next) {
            struct version_set in = find_common(first->arena, a, b);
            is_compared |= in.count > 0;
            if (!in.count || a->number == b->number)
                continue;
            tell_difference(first, difference, text, name, a, b, in);
            difference->compared++;
            return;
        }
    }
    difference->compared += is_compared;
}

static struct book_difference compare_facts(struct facts *first, struct facts *second)
{
    struct book_difference difference = {0};
    struct buffer text = {0};
    const char *const *names = (const void *)second->names.data;
    for (size_t i = 0; i < second->names.size / sizeof *names; i++)
        compare_name(first, second, names[i], &difference, &text);
    if (difference.count > TOLD_MOST)
        buffer_format(&text, "; and %zu more", difference.count - TOLD_MOST);
    if (text.size)
        difference.text = arena_copy(first->arena, text.data, text.size);
    buffer_free(&text);
    buffer_free(&first->names);
    buffer_free(&second->names);
    return difference;
}

struct book_difference book_compare(const struct book *book, const struct book_part *first,
                                    const struct book_part *second)
{
    struct facts of_first = facts_of_page(book, first), of_second = facts_of_page(book, second);
    return compare_facts(&of_first, &of_second);
}

struct book_difference book_compare_record(const struct book *book, const struct record *record,
                                           const struct book_part *second)
{
    struct facts of_record = facts_of_record(book, record), of_page = facts_of_page(book, second);
    return compare_facts(&of_record, &of_page);
}
