#include "base/intern.h"
#include "page/cell.h"
#include "page/table_parts.h"
#include "page/words.h"

enum { NUMBERS_MOST = 1000 /* that are looked through for one that is free */ };

/* A name for words, and where it is taken already. */
struct numbered {
    struct numbered *next;
    struct numbered *last; /* of the first: where the search begins when there are too many; its number */
    unsigned last_number;
    const char *name;
    struct version_set in[SPEC_COLUMNS_MOST]; /* by column */
};

struct naming {
    struct importer *importer;
    size_t column_count;
    struct map *firsts; /* name -> the first struct numbered of those that begin so */
    struct map *names;  /* names that the page itself has */
};

static void collect_names(struct naming *naming, const struct spec_row *rows)
{
    for (; rows; rows = rows->next) {
        if (rows->name)
            map_set(naming->names, intern_text(naming->importer->intern, rows->name), naming);
        collect_names(naming, rows->children);
    }
}

static struct numbered *new_numbered(struct naming *naming, const char *base, unsigned number)
{
    struct importer *importer = naming->importer;
    struct numbered *numbered = ARENA_NEW(importer->arena, struct numbered);
    const char *name = number > 1 ? arena_format(importer->arena, "%s%u", base, number) : base;
    numbered->name = intern_text(importer->intern, name);
    for (size_t i = 0; i < naming->column_count && map_get(naming->names, numbered->name); i++)
        numbered->in[i] = version_set_range(importer->arena, 0, VERSION_END);
    return numbered;
}

static bool is_free(const struct naming *naming, const struct numbered *numbered, const struct version_set *in)
{
    for (size_t i = 0; i < naming->column_count; i++)
        if (import_sets_meet(&numbered->in[i], &in[i]))
            return false;
    return true;
}

/* The name of words, with the least number that no other row of the same words has in any of these versions. */
static const char *choose_name(struct naming *naming, const char *words, const struct version_set *in)
{
    struct importer *importer = naming->importer;
    const char *base = intern_text(importer->intern, import_words_name(importer->arena, words));
    struct numbered *numbered = map_get(naming->firsts, base);
    unsigned number = 1;
    if (!numbered) {
        numbered = new_numbered(naming, base, number);
        numbered->last = numbered;
        numbered->last_number = number;
        map_set(naming->firsts, base, numbered);
    }
    struct numbered *first = numbered;
    if (first->last_number > NUMBERS_MOST) {
        number = first->last_number;
        numbered = first->last;
    }
    for (; !is_free(naming, numbered, in); numbered = numbered->next) {
        number++;
        if (numbered->next)
            continue;
        first->last = numbered->next = new_numbered(naming, base, number);
        first->last_number = number;
    }
    for (size_t i = 0; i < naming->column_count; i++)
        numbered->in[i] = version_set_union(importer->arena, numbered->in[i], in[i]);
    return numbered->name;
}

/* The versions in which a row is in each column; `whole` are those of what it is in. */
static void find_versions(struct naming *naming, const struct spec_row *row, const struct version_set *whole,
                          struct version_set *in)
{
    const struct spec_cell *at = &row->at;
    for (size_t i = 0; i < naming->column_count; i++) {
        const struct spec_alternative *column = import_cell_column(at, i);
        in[i] = row->in.count ? *row->in.sets : whole[i];
        if (column)
            in[i] = import_cell_covers(naming->importer->arena, column, in[i]);
    }
}

static void name_rows(struct naming *naming, struct spec_row *rows, const struct version_set *whole)
{
    for (; rows; rows = rows->next) {
        struct version_set in[SPEC_COLUMNS_MOST];
        find_versions(naming, rows, whole, in);
        if (rows->words && !rows->name)
            rows->name = choose_name(naming, rows->words, in);
        name_rows(naming, rows->children, in);
    }
}

void import_name_rows(struct importer *importer, struct spec_item *item)
{
    struct naming naming = {importer, importer->document->arch_count ? importer->document->arch_count : 1,
                            map_new(importer->arena), map_new(importer->arena)};
    struct version_set whole[SPEC_COLUMNS_MOST];
    for (size_t i = 0; i < naming.column_count; i++)
        whole[i] = version_set_range(importer->arena, 0, VERSION_END);
    collect_names(&naming, item->rows);
    name_rows(&naming, item->rows, whole);
}
