#include <string.h>

#include "base/ascii.h"
#include "base/intern.h"
#include "page/cell.h"
#include "page/declaration.h"
#include "page/table_parts.h"
#include "page/remark.h"
#include "model/model.h"

/* The enumeration that a table of bits or values belongs to. */
struct subject {
    const char *name;   /* name of the enumeration */
    const char *member; /* member that has the values; NULL if the page names none */
    const char *type;   /* type of that member; NULL if the enumeration is its type */
    struct importer *importer;
    const struct spec_item *item; /* the enumeration, after the table is read */
};

/* Calls `visit` for each member in a list of rows, at any depth, until it returns true. */
static bool each_member(struct spec_row *rows, bool (*visit)(void *user, struct spec_row *row), void *user)
{
    for (struct spec_row *row = rows; row; row = row->next)
        if ((row->kind == SPEC_MEMBER && row->name && visit(user, row)) || each_member(row->children, visit, user))
            return true;
    return false;
}

/* A search for the member that a text names first. */
struct mention {
    const char *text;
    const char *first; /* position of its name in the text */
    struct spec_row *row;
};

static bool find_mention(void *user, struct spec_row *row)
{
    struct mention *mention = user;
    for (const char *at = mention->text; (at = strstr(at, row->name)); at++) {
        size_t length = strlen(row->name);
        if ((at > mention->text && ascii_is_name(at[-1])) || ascii_is_name(at[length]))
            continue;
        if (!mention->first || at < mention->first) {
            mention->first = at;
            mention->row = row;
        }
        break;
    }
    return false;
}

/* Returns the member that the prose before a table names: in the last heading that names one, else in the last
 * paragraph. */
static struct spec_row *find_member(struct importer *importer, const struct page_block *before)
{
    struct spec_row *of_heading = NULL, *of_text = NULL;
    for (const struct page_block *block = before; block && block->text && importer->item; block = block->next) {
        struct mention mention = {.text = block->text};
        each_member(importer->item->rows, find_mention, &mention);
        if (mention.row && block->is_heading)
            of_heading = mention.row;
        else if (mention.row)
            of_text = mention.row;
    }
    return of_heading ? of_heading : of_text;
}

/* Returns the member whose values a paragraph introduces: "Values of Action in WMI_RESOURCE." */
static struct spec_row *find_owner(struct importer *importer, const struct page_block *before)
{
    for (const struct page_block *block = before; block && block->text && importer->item; block = block->next) {
        struct scan scan = {scan_plain(importer->arena, block->text)};
        struct mention mention = {.text = block->text};
        if (block->is_heading || !scan_words(&scan, "Values of"))
            continue;
        each_member(importer->item->rows, find_mention, &mention);
        if (mention.row)
            return mention.row;
    }
    return NULL;
}

/* Returns a name in capitals: "LOGGER_MODE" for "LoggerMode". */
static const char *write_capitals(struct arena *arena, const char *name)
{
    struct buffer out = {0};
    for (const char *at = name; *at; at++) {
        bool begins = at > name && ascii_is_upper(*at) && (!ascii_is_upper(at[-1]) || (at[1] >= 'a' && at[1] <= 'z'));
        if (begins && at[-1] != '_')
            buffer_add_char(&out, '_');
        buffer_add_char(&out, ascii_upper(*at));
    }
    const char *copy = arena_copy(arena, out.data, out.size);
    buffer_free(&out);
    return copy;
}

/* Finds the enumeration of the table in the prose. Returns false if the prose does not name it. */
static bool find_subject(struct importer *importer, const struct page_block *before, struct subject *subject)
{
    const char *heading = NULL;
    for (const struct page_block *block = before; block && block->text; block = block->next) {
        const char *name = page_prose_heading(importer->arena, block->text);
        bool is_page = heading && importer->page_name && !strcmp(heading, importer->page_name);
        /* the page's own heading above a name does not count */
        heading = name ? name : block->is_heading && is_page ? NULL : heading;
    }
    struct spec_row *member = find_member(importer, before);
    *subject = (struct subject){0};
    if (heading && (!importer->item || strcmp(heading, importer->item->name) != 0)) {
        struct spec_row *owner = find_owner(importer, before);
        bool is_known =
            owner && !owner->stars && map_get(importer->model->type_names, intern_text(importer->intern, owner->type));
        subject->name = heading;
        subject->member = is_known ? owner->name : NULL;
        subject->type = is_known ? owner->type : NULL;
    } else if (member) {
        bool is_known =
            member->stars || map_get(importer->model->type_names, intern_text(importer->intern, member->type));
        subject->member = is_known ? member->name : NULL;
        subject->type = is_known && !member->stars ? member->type : NULL;
        subject->name = is_known ? arena_format(importer->arena, "%s_%s", importer->item->name,
                                                write_capitals(importer->arena, member->name))
                                 : member->type;
    } else if (!importer->item && importer->options->struct_name) {
        subject->name = importer->options->struct_name;
    }
    return subject->name != NULL;
}

/* True if a type can hold all values of an enumeration. A type of NULL can. */
static bool fits_type(struct importer *importer, const struct spec_item *item, const char *name)
{
    const struct type *type = name ? map_get(importer->model->type_names, intern_text(importer->intern, name)) : NULL;
    const struct cell *size = type && type->kind <= TYPE_BOOL ? type->size : NULL;
    uint64_t bytes = size && size->count == 1 && size->values[0].kind == AST_VALUE_NUMBER ? size->values[0].number : 8;
    bool fits = true;
    for (const struct spec_enumerator *value = item->enumerators; bytes < 8 && value; value = value->next)
        for (size_t i = 0; i < value->value.column_count; i++)
            for (const struct spec_alternative *a = value->value.columns[i]; a; a = a->next)
                fits &= !(a->number >> (8 * bytes));
    return fits;
}

static bool set_display(void *user, struct spec_row *row)
{
    const struct subject *subject = user;
    if (!row->stars && !row->width.column_count && !strcmp(row->name, subject->member) &&
        fits_type(subject->importer, subject->item, row->type))
        row->display = subject->name;
    return false;
}

static void add_enumerator(struct spec_item *item, struct spec_enumerator *enumerator)
{
    *item->enumerators_end = enumerator;
    item->enumerators_end = &enumerator->next;
}

/* ---- Rows of one name */

static bool set_versions(struct spec_alternative *value, const void *user)
{
    if (value->is_bare)
        value->versions = *(const struct version_set *)user;
    value->is_bare = false;
    return true;
}

/* Adds the values of a row to another row with the same name and other versions. The earlier versions come first. */
static void join_values(struct importer *importer, struct spec_enumerator *first, const struct spec_enumerator *second)
{
    struct arena *arena = importer->arena;
    bool is_later = second->versions.sets->ranges->from > first->versions.sets->ranges->from;
    struct spec_cell values[2];
    values[!is_later] = page_cell_map(arena, &first->value, set_versions, first->versions.sets);
    values[is_later] = page_cell_map(arena, &second->value, set_versions, second->versions.sets);
    size_t count = values[0].column_count > values[1].column_count ? values[0].column_count : values[1].column_count;
    first->value = spec_cell_new(arena, count);
    for (size_t i = 0; i < count; i++) {
        const struct spec_alternative **end = &first->value.columns[i];
        struct spec_alternative *last = NULL;
        for (size_t j = 0; j < 2; j++) {
            for (const struct spec_alternative *a = page_cell_column(&values[j], i); a; a = a->next) {
                if (last && last->kind == a->kind && last->number == a->number) {
                    last->versions = version_set_union(arena, last->versions, a->versions);
                    continue;
                }
                struct spec_alternative *copy = last = arena_copy_array(arena, a, 1, sizeof *a);
                copy->next = NULL;
                *end = copy;
                end = (const struct spec_alternative **)&copy->next;
            }
        }
    }
    first->versions = spec_versions_of(arena, version_set_union(arena, *first->versions.sets, *second->versions.sets));
}

/* Adds an enumerator. If another one has its name in other versions, joins both. Returns false if they share
 * versions. */
static bool add_named(struct importer *importer, struct spec_item *item, struct spec_enumerator *enumerator)
{
    const char *key = NULL;
    struct spec_enumerator *first = NULL;
    if (!importer->enumerators)
        importer->enumerators = map_new(importer->arena);
    if (enumerator->name) {
        key = intern_text(importer->intern, arena_format(importer->arena, "%s.%s", item->name, enumerator->name));
        first = map_get(importer->enumerators, key);
    }
    if (first && (first->versions.count != 1 || enumerator->versions.count != 1 ||
                  page_versions_meet(&first->versions, &enumerator->versions)))
        return false;
    if (!first) {
        if (key)
            map_set(importer->enumerators, key, enumerator);
        add_enumerator(item, enumerator);
        return true;
    }
    join_values(importer, first, enumerator);
    first->comment = page_join_comments(importer, first->comment, enumerator->comment);
    struct buffer remark = {0};
    const char *remarks[] = {first->remark, enumerator->remark};
    for (size_t i = 0; i < 2; i++)
        if (remarks[i])
            page_remark_add(&remark, remarks[i], strlen(remarks[i]));
    first->remark = page_remark_take(importer->arena, &remark);
    return true;
}

static void keep_unread(struct importer *importer, const struct page_block *table, const struct page_row *row,
                        struct spec_item *item, const char *why)
{
    if (why)
        page_report_unread(importer, PAGE_NEEDS_VALUE, row->line, "%s", why);
    struct spec_enumerator *enumerator = ARENA_NEW(importer->arena, struct spec_enumerator);
    enumerator->comment = page_unread_row(importer, table, row, SIZE_MAX);
    add_enumerator(item, enumerator);
}

static void add_words(struct importer *importer, const char *text, struct spec_enumerator *enumerator)
{
    struct buffer remark = {0};
    buffer_add_text(&remark, enumerator->remark ? enumerator->remark : "");
    page_remark_add(&remark, text, strlen(text));
    enumerator->remark = page_remark_take(importer->arena, &remark);
}

/* Takes a cell about a value: an identifier in a column of names is its name, any other text is a remark. */
static void take_words(struct importer *importer, const struct page_cell *cell, bool is_name,
                       struct spec_enumerator *enumerator)
{
    const char *begin;
    size_t length;
    struct scan scan = {scan_plain(importer->arena, cell->text)};
    bool has_name = is_name && !enumerator->name && scan_name(&scan, &begin, &length) && length < 256;
    const char *rest = has_name ? scan.next + strspn(scan.next, "; \n") : "";
    bool is_constant = has_name && memchr(begin, '_', length) && ascii_is_upper(*begin) && *rest >= 'a' && *rest <= 'z';
    if (!has_name || (*rest && !is_constant)) {
        add_words(importer, cell->text, enumerator);
        return;
    }
    enumerator->name = arena_copy(importer->arena, begin, length);
    if (*rest)
        add_words(importer, rest, enumerator);
}

static void read_enumerator(struct importer *importer, const struct page_block *table, const struct page_row *row,
                            struct spec_item *item)
{
    struct spec_enumerator *enumerator = ARENA_NEW(importer->arena, struct spec_enumerator);
    enum page_column_kind kinds[] = {PAGE_VALUE, PAGE_MASK, PAGE_BIT}, kind_read = PAGE_VALUE;
    for (size_t i = 0; i < 3 && !enumerator->value.column_count; i++) {
        enumerator->value = page_read_columns(importer, table, row, kinds[i], &enumerator->comment);
        kind_read = kinds[i];
        if (kinds[i] == PAGE_BIT)
            enumerator->value = page_bits_to_masks(importer->arena, &enumerator->value);
    }
    bool any = false, is_lost = false;
    for (size_t i = 0; i < enumerator->value.column_count; i++)
        any |= enumerator->value.columns[i] != NULL;
    for (size_t i = 0; i < table->column_count; i++) {
        enum page_column_kind kind = table->columns[i].kind;
        is_lost |= row->cells[i].is_lost;
        if (kind == PAGE_NAME || kind == PAGE_DEFINITION || kind == PAGE_REMARKS || kind == PAGE_OTHER)
            take_words(importer, &row->cells[i], kind == PAGE_NAME || kind == PAGE_DEFINITION, enumerator);
    }
    const struct page_cell *versions = page_find_cell(table, row, PAGE_VERSIONS);
    if (!any || is_lost) {
        keep_unread(importer, table, row, item, is_lost || enumerator->comment ? NULL : "a value without a number");
        return;
    }
    if (!page_read_versions_by_arch(importer, table, row, &enumerator->versions) && versions && *versions->text &&
        !page_read_row_versions(importer, versions, &enumerator->versions)) {
        add_words(importer, versions->text, enumerator);
        if (!page_read_worded_versions(importer, versions, &enumerator->versions))
            page_report_line(importer, DIAG_ASSUMED, versions->line,
                             "'%s' cannot be read as versions: all are assumed",
                             scan_fold(importer->arena, versions->text));
    }
    enumerator->comment = page_join_comments(
        importer, enumerator->comment,
        page_keep_others(importer, table, row, PAGE_KIND(kind_read) | PAGE_KIND(PAGE_VERSIONS),
                         PAGE_KIND(PAGE_NAME) | PAGE_KIND(PAGE_DEFINITION) | PAGE_KIND(PAGE_REMARKS) |
                             PAGE_KIND(PAGE_OTHER) | PAGE_KIND(PAGE_STRUCTURE)));
    if (row->lost)
        enumerator->comment = page_join_comments(
            importer, enumerator->comment, arena_format(importer->arena, "unread, line %u: %s", row->line, row->lost));
    if (add_named(importer, item, enumerator))
        return;
    page_report_line(importer, DIAG_ASSUMED, row->line,
                     "another row of this table has the name '%s' in the same versions: this one is read without a "
                     "name", enumerator->name);
    struct buffer remark = {0};
    page_remark_add(&remark, enumerator->name, strlen(enumerator->name));
    if (enumerator->remark)
        page_remark_add(&remark, enumerator->remark, strlen(enumerator->remark));
    enumerator->remark = page_remark_take(importer->arena, &remark);
    enumerator->name = NULL;
    add_enumerator(item, enumerator);
}

/* Keeps a table as comments, because the enumeration that it belongs to is unknown. */
static void keep_table(struct importer *importer, const struct page_block *table)
{
    page_report_unread(importer, PAGE_NEEDS_MEMBER, table->rows ? table->rows->line : table->line,
                       "the member of this table's rows is unknown");
    for (const struct page_row *row = table->rows; row; row = row->next)
        page_add_comment(importer, importer->item, row->line, page_unread_row(importer, table, row, SIZE_MAX));
}

/* True if a declaration of the page has a name. */
static bool is_taken(const struct importer *importer, const char *name)
{
    for (const struct spec_item *item = importer->document->items; item; item = item->next)
        if (item->name && !strcmp(item->name, name))
            return true;
    return false;
}

/* Finds the enumeration that a table continues, or adds one. Gives it another name if `is_taken_already`, or if another
 * kind of declaration has the name. */
static struct spec_item *open_enumeration(struct importer *importer, enum spec_item_kind kind, bool is_taken_already,
                                          const char **name)
{
    const char *base = *name, *suffix = kind == SPEC_FLAGS ? "FLAGS" : "VALUES";
    for (unsigned number = 0;; number++) {
        *name = !number      ? base
                : number < 2 ? arena_format(importer->arena, "%s_%s", base, suffix)
                             : arena_format(importer->arena, "%s_%s_%u", base, suffix, number);
        for (struct spec_item *other = importer->document->items; other; other = other->next)
            if (other->kind == kind && !strcmp(other->name, *name) && (number || !is_taken_already))
                return other;
        if (!is_taken(importer, *name) && (number || !is_taken_already))
            return page_add_item(importer, kind, *name);
    }
}

static void read_enumeration(struct importer *importer, const struct page_block *table, const struct page_block *before,
                             enum spec_item_kind kind)
{
    struct subject subject;
    bool is_found = find_subject(importer, before, &subject);
    if (!is_found) {
        subject.name = page_make_name(importer, before);
        if (!subject.name) {
            keep_table(importer, table);
            return;
        }
        page_report_line(importer, DIAG_ASSUMED, table->line,
                         "the member of these values is unknown: they are assumed to be those of '%s'", subject.name);
    }
    bool is_page = !is_found && importer->page_name && !strcmp(subject.name, importer->page_name);
    struct spec_item *item = open_enumeration(importer, kind, is_page, &subject.name);
    for (const struct page_row *row = table->rows; row; row = row->next)
        read_enumerator(importer, table, row, item);
    item->type = fits_type(importer, item, subject.type) ? subject.type : NULL;
    subject.importer = importer;
    subject.item = item;
    if (subject.member && item->type == subject.type)
        each_member(importer->item->rows, set_display, &subject);
}

/* Reads a row of a table of bits as a bit-field. Returns NULL if it is none. */
static struct spec_row *read_bit(struct importer *importer, const struct page_block *table, const struct page_row *row)
{
    const struct page_cell *definition = page_find_cell(table, row, PAGE_DEFINITION);
    const struct page_cell *versions = page_find_cell(table, row, PAGE_VERSIONS);
    const struct page_cell *remarks = page_find_cell(table, row, PAGE_REMARKS);
    struct page_declared declared;
    const char *comment = NULL;
    if (!definition || definition->is_lost || (versions && versions->is_lost))
        return NULL;
    struct spec_row *bit =
        page_read_declaration(importer->arena, scan_plain(importer->arena, definition->text), &declared);
    if (!bit || bit->next || bit->kind != SPEC_MEMBER)
        return NULL;
    if (versions && *versions->text) {
        if (!page_read_row_versions(importer, versions, &bit->versions))
            return NULL;
    }
    bit->line = row->line;
    bit->mask = page_read_columns(importer, table, row, PAGE_MASK, &comment);
    enum page_column_kind kind_read = page_cell_is_empty(&bit->mask) ? PAGE_VALUE : PAGE_MASK;
    if (kind_read == PAGE_VALUE)
        bit->mask = page_read_columns(importer, table, row, PAGE_VALUE, &comment);
    if (page_cell_is_empty(&bit->mask))
        bit->mask.column_count = 0;
    page_read_bit_columns(importer, table, row, &bit->width, bit, &comment);
    bit->comment = page_join_comments(importer, comment, bit->comment);
    bit->comment = page_join_comments(importer, bit->comment,
                                      page_keep_others(importer, table, row,
                                                       PAGE_KIND(kind_read) | PAGE_KIND(PAGE_BIT) |
                                                           PAGE_KIND(PAGE_DEFINITION) | PAGE_KIND(PAGE_VERSIONS) |
                                                           PAGE_KIND(PAGE_REMARKS) | PAGE_KIND(PAGE_STRUCTURE),
                                                       0));
    /* the remark is about masks, so it makes no claim about offsets */
    if (remarks && *remarks->text && !bit->offset.column_count)
        bit->remark = scan_fold(importer->arena, scan_plain(importer->arena, remarks->text));
    return bit;
}

static struct spec_row *read_bits(struct importer *importer, const struct page_block *table)
{
    struct spec_row *first = NULL, **end = &first;
    struct page_placed *placed = NULL, **last = &placed;
    for (const struct page_row *row = table->rows; row; row = row->next) {
        struct spec_row *bit = read_bit(importer, table, row);
        if (!bit) {
            page_report_unread(importer, PAGE_NEEDS_BITS, row->line, "this cannot be read as a bit-field");
            bit = ARENA_NEW(importer->arena, struct spec_row);
            bit->kind = SPEC_COMMENT;
            bit->line = row->line;
            bit->comment = page_unread_row(importer, table, row, SIZE_MAX);
        } else {
            *last = ARENA_NEW(importer->arena, struct page_placed);
            **last = (struct page_placed){.row = row, .member = bit};
            last = &(*last)->next;
        }
        *end = bit;
        end = &bit->next;
    }
    page_cut_shared(importer, table, placed);
    return first;
}

/* Returns copies of the bits that exist in a version of the member's row. */
static struct spec_row *copy_bits(struct importer *importer, const struct spec_row *bits, const struct spec_row *member)
{
    struct spec_row *first = NULL, **end = &first;
    for (; bits; bits = bits->next) {
        if (!page_versions_meet(&member->versions, &bits->versions))
            continue;
        *end = arena_copy_array(importer->arena, bits, 1, sizeof *bits);
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    return first;
}

static struct spec_row *new_aggregate(struct importer *importer, enum spec_row_kind kind, struct spec_row *children)
{
    struct spec_row *row = ARENA_NEW(importer->arena, struct spec_row);
    *row = (struct spec_row){.kind = kind, .children = children};
    return row;
}

/* True if a row is a `struct { }` that contains only comments. */
static bool is_empty_struct(const struct spec_row *row)
{
    if (row->kind != SPEC_STRUCT || row->name)
        return false;
    for (const struct spec_row *child = row->children; child; child = child->next)
        if (child->kind != SPEC_COMMENT)
            return false;
    return true;
}

/* Adds bits as a second view of a member: in the empty structure that follows it in its union, or in a new union. */
static bool attach_bits(struct importer *importer, struct spec_row *rows, bool in_union, const struct spec_row *whole,
                        const char *name, const struct spec_row *bits)
{
    bool any = false;
    for (struct spec_row *row = rows; row; row = row->next) {
        if (row->children && row->kind != SPEC_SLOT)
            any |= attach_bits(importer, row->children, row->kind == SPEC_UNION, row, name, bits);
        if (row->kind != SPEC_MEMBER || !row->name || row->width.column_count || strcmp(row->name, name) != 0)
            continue;
        any = true;
        if (in_union && row->next && is_empty_struct(row->next)) {
            for (const struct spec_row *child = row->next->children; child; child = child->next)
                row->next->comment = page_join_comments(importer, row->next->comment, child->comment);
            row->next->children = copy_bits(importer, bits, whole);
            continue;
        }
        struct spec_row *member = arena_copy_array(importer->arena, row, 1, sizeof *row);
        member->next = new_aggregate(importer, SPEC_STRUCT, copy_bits(importer, bits, row));
        member->offset = member->bit = member->mask = (struct spec_cell){0};
        member->versions = (struct spec_versions){0};
        member->comment = NULL;
        struct spec_row *next = row->next;
        struct spec_row whole_row = {.kind = SPEC_UNION,
                                     .line = row->line,
                                     .comment = row->comment,
                                     .versions = row->versions,
                                     .offset = row->offset,
                                     .children = member,
                                     .next = next};
        *row = whole_row;
    }
    return any;
}

/* True if some row of the table declares a bit-field in C. */
static bool declares_fields(struct importer *importer, const struct page_block *table)
{
    struct page_declared declared;
    for (const struct page_row *row = table->rows; row; row = row->next) {
        const struct page_cell *cell = page_find_cell(table, row, PAGE_DEFINITION);
        struct spec_row *bit =
            cell ? page_read_declaration(importer->arena, scan_plain(importer->arena, cell->text), &declared) : NULL;
        if (bit && bit->width.column_count)
            return true;
    }
    return false;
}

void page_read_bits(struct importer *importer, const struct page_block *table, const struct page_block *before)
{
    if (!declares_fields(importer, table)) {
        read_enumeration(importer, table, before, SPEC_FLAGS);
        return;
    }
    struct spec_row *member = find_member(importer, before), *bits = read_bits(importer, table);
    if (member && attach_bits(importer, importer->item->rows, false, NULL, member->name, bits))
        return;
    struct spec_row *place = page_find_bits_place(importer, before);
    const char *name = place ? NULL : page_make_name(importer, before);
    if (place) {
        place->children = bits;
    } else if (name && !is_taken(importer, name)) {
        page_report_line(importer, DIAG_ASSUMED, table->line,
                         "the member of these bits is unknown: they are read as a structure of their own, '%s'", name);
        struct spec_item *item = page_add_item(importer, SPEC_RECORD, name);
        for (struct spec_row *bit = bits; bit; bit = bit->next)
            bit->offset = bit->kind == SPEC_MEMBER ? spec_cell_number(importer->arena, 0, false) : bit->offset;
        page_move_rows(item, bits);
    } else {
        keep_table(importer, table);
    }
}

void page_read_values(struct importer *importer, const struct page_block *table, const struct page_block *before)
{
    if (declares_fields(importer, table))
        page_read_bits(importer, table, before);
    else
        read_enumeration(importer, table, before, SPEC_ENUM);
}

/* ---- Columns with the same values */

static bool is_value(struct spec_alternative *alternative, const void *user)
{
    (void)user;
    return alternative->kind != SPEC_ABSENT;
}

/* Returns the versions in which a column has no value. */
static struct version_set find_absent(struct arena *arena, const struct spec_alternative *alternatives)
{
    struct version_list in = {0};
    for (; alternatives; alternatives = alternatives->next)
        if (alternatives->kind == SPEC_ABSENT)
            version_list_add_set(&in, alternatives->versions);
    return version_list_take(&in, arena);
}

void page_join_columns(struct importer *importer, struct spec_cell *cell)
{
    struct arena *arena = importer->arena;
    struct spec_cell values = page_cell_map(arena, cell, is_value, NULL);
    struct version_set absent = {0};
    const char *first = NULL;
    for (size_t i = 0; i < cell->column_count; i++) {
        struct spec_cell column = {1, &values.columns[i]};
        const char *text = spec_cell_text(arena, &importer->model->axis, &column);
        if (!values.columns[i] || (first && strcmp(first, text) != 0))
            return;
        first = text;
        absent = version_set_union(arena, absent, find_absent(arena, cell->columns[i]));
    }
    size_t whole = SIZE_MAX;
    for (size_t i = 0; i < cell->column_count && cell->column_count > 1; i++) {
        const struct arch *arch = page_find_arch(importer, i);
        struct version_set rest = version_set_subtract(arena, absent, find_absent(arena, cell->columns[i]));
        if (!arch || page_sets_meet(&rest, &arch->versions))
            return;
        whole = !rest.count && whole == SIZE_MAX ? i : whole;
    }
    if (whole == SIZE_MAX)
        return;
    cell->columns[0] = cell->columns[whole];
    cell->column_count = 1;
}

/* True if two enumerators have the same value in some version. */
static bool are_twins(const struct spec_enumerator *a, const struct spec_enumerator *b)
{
    const struct spec_alternative *one = page_cell_column(&a->value, 0), *other = page_cell_column(&b->value, 0);
    return one && other && !one->next && !other->next && one->number == other->number && one->kind == other->kind &&
           page_versions_meet(&a->versions, &b->versions) &&
           (one->is_bare || other->is_bare || page_sets_meet(&one->versions, &other->versions));
}

void page_allow_twins(struct importer *importer, struct spec_item *item)
{
    enum { PAIRS_MOST = 1000000 };
    size_t steps = 0;
    for (const struct spec_enumerator *a = item->enumerators; a; a = a->next) {
        for (const struct spec_enumerator *b = a->next; b && steps++ < PAIRS_MOST; b = b->next) {
            if (!are_twins(a, b))
                continue;
            struct spec_clause *allow = ARENA_NEW(importer->arena, struct spec_clause);
            *allow = (struct spec_clause){.next = item->clauses, .kind = SPEC_ALLOW, .name = "enum-value",
                                          .reason = "the page lists several names of a value"};
            item->clauses = allow;
            return;
        }
    }
}
