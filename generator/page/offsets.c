#include <string.h>

#include "base/ascii.h"
#include "base/intern.h"
#include "page/cell.h"
#include "page/declaration.h"
#include "page/table_parts.h"
#include "page/remark.h"
#include "page/words.h"
#include "model/model.h"
#include "model/type.h"

static bool is_type(void *user, const char *name)
{
    const struct importer *importer = user;
    return map_get(importer->model->type_names, intern_text(importer->intern, name)) != NULL;
}

/* Reads a declaration that ends with a `:` instead of a `;`. Returns NULL if it is no declaration. */
static struct spec_row *read_with_colon(struct importer *importer, const struct page_cell *cell, const char *text,
                                        struct page_declared *declared)
{
    char *copy = arena_copy(importer->arena, text, strlen(text));
    size_t length = strlen(copy);
    while (length && (copy[length - 1] == ' ' || copy[length - 1] == '\n'))
        length--;
    if (!length || copy[length - 1] != ':')
        return NULL;
    copy[length - 1] = ';';
    struct spec_row *row = page_read_declaration(importer->arena, copy, declared);
    if (row)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "the ':' in '%s' is read as a ';'",
                         scan_fold(importer->arena, text));
    return row;
}

/* Reads a declaration that lacks the bracket before the parameters: "NTSTATUS (*Call) VOID);". */
static struct spec_row *read_with_bracket(struct importer *importer, const struct page_cell *cell, const char *text,
                                          struct page_declared *declared)
{
    const char *star = strstr(text, "(*"), *close = star ? strchr(star, ')') : NULL;
    if (!close || strchr(close, '('))
        return NULL;
    int head = (int)(close + 1 - text);
    struct spec_row *row = page_read_declaration(
        importer->arena, arena_format(importer->arena, "%.*s (%s", head, text, close + 1), declared);
    if (row)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "'%s' lacks a '(', which is assumed before the parameters",
                         scan_fold(importer->arena, text));
    return row;
}

/* Reads "HEAD;": a member without a name, which C compilers of Windows allow for structures. */
static struct spec_row *read_nameless(struct importer *importer, const char *text)
{
    struct scan scan = {text};
    const char *begin;
    size_t length;
    if (!scan_name(&scan, &begin, &length) || length > 255 || !ascii_is_upper(*begin) || !scan_char(&scan, ';') ||
        !scan_end(&scan))
        return NULL;
    struct spec_row *row = ARENA_NEW(importer->arena, struct spec_row);
    *row = (struct spec_row){.kind = SPEC_MEMBER, .bounds = "", .is_unknown = true};
    row->type = row->words = arena_copy(importer->arena, begin, length);
    return row;
}

/* Returns the text with types that C can name: the type of "<unknown-type> X" becomes UNKNOWN_TYPE. */
static const char *name_types(struct importer *importer, const char *text)
{
    static const char unknown[] = "<unknown-type>", name[] = "UNKNOWN_TYPE  ";
    const char *at = strstr(text, unknown);
    if (!at)
        return text;
    char *copy = arena_copy(importer->arena, text, strlen(text));
    memcpy(copy + (at - text), name, sizeof name - 1);
    return copy;
}

/* Reads a cell of definitions as one or several rows. */
static struct spec_row *read_definition(struct importer *importer, const struct page_cell *cell)
{
    struct page_declared declared;
    const char *text = name_types(importer, scan_plain(importer->arena, cell->text));
    const struct page_words words = {importer->arena, importer->document->arch_count, is_type, importer};
    struct scan scan = {text};
    struct spec_row *row = NULL;
    if (scan_words(&scan, "not present") && scan_end(&scan))
        return NULL;
    scan = (struct scan){text};
    if (scan_words(&scan, "unknown") || scan_words(&scan, "unaccounted"))
        return page_read_words(&words, text);
    row = page_read_declaration(importer->arena, text, &declared);
    if (!row)
        row = read_with_colon(importer, cell, text, &declared);
    if (!row)
        row = read_with_bracket(importer, cell, text, &declared);
    if (!row)
        row = read_nameless(importer, text);
    if (!row)
        return page_read_words(&words, text);
    if (declared.mapped_from)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "the type '%s' is read as '%s'", declared.mapped_from,
                         declared.mapped_to);
    if (declared.lacks_semicolon)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "'%s' lacks a ';', which is assumed behind the '}'",
                         scan_fold(importer->arena, text));
    if (declared.lacks_bracket)
        page_report_line(importer, DIAG_ASSUMED, cell->line, "'%s' lacks a ')', which is assumed before the ';'",
                         scan_fold(importer->arena, text));
    if (declared.dropped)
        row->comment = page_join_comments(importer, row->comment, declared.dropped);
    return row;
}

/* Keeps a row that cannot be read as a comment. */
static void keep_unread(struct importer *importer, const struct page_block *table, const struct page_row *row,
                        const struct page_cell *cell, enum page_need need)
{
    bool is_lost = row->lost != NULL;
    for (size_t i = 0; i < table->column_count; i++)
        is_lost |= row->cells[i].is_lost;
    if (!is_lost) /* the reader of the page has reported lost cells already */
        page_report_unread(importer, need, cell ? cell->line : row->line, "'%s' cannot be read as %s",
                           cell ? scan_fold(importer->arena, cell->text) : "",
                           need == PAGE_NEEDS_VERSIONS ? "versions" : "a declaration");
    page_add_comment(importer, importer->item, row->line, page_unread_row(importer, table, row, SIZE_MAX));
    const struct page_cell *versions = page_find_cell(table, row, PAGE_VERSIONS);
    struct spec_versions in;
    if (!versions || versions == cell || !*versions->text || versions->is_lost ||
        !page_read_row_versions(importer, versions, &in))
        return;
    for (size_t i = 0; i < in.count; i++)
        importer->item->unread_in = version_set_union(importer->arena, importer->item->unread_in, in.sets[i]);
}

/* Replaces a row in the list by a slot. The row becomes the slot's first rival. */
static struct spec_row *open_slot(struct importer *importer, struct spec_row *first)
{
    struct spec_row *slot = ARENA_NEW(importer->arena, struct spec_row);
    *slot = (struct spec_row){.kind = SPEC_SLOT, .line = first->line, .is_beside = first->is_beside};
    slot->offset = first->offset;
    slot->bit = first->bit;
    slot->mask = first->mask;
    slot->comment = first->comment;
    struct spec_row *copy = arena_copy_array(importer->arena, first, 1, sizeof *first);
    copy->offset = copy->bit = copy->mask = (struct spec_cell){0};
    copy->comment = NULL;
    copy->next = NULL;
    slot->children = copy;
    slot->children_end = &copy->next;
    slot->next = first->next;
    *first = *slot; /* the slot takes the position of the row in the list */
    if (copy->kind == SPEC_STRUCT || copy->kind == SPEC_UNION) {
        copy->children_end = &copy->children;
        while (*copy->children_end)
            copy->children_end = &(*copy->children_end)->next;
    }
    return first;
}

/* True if a row shares a version with the row above, or with a rival of the slot above. */
static bool meets_above(const struct spec_row *above, const struct spec_row *row)
{
    const struct spec_row *other = above->kind == SPEC_SLOT ? above->children : above;
    for (; other; other = above->kind == SPEC_SLOT ? other->next : NULL)
        if (page_versions_meet(&other->versions, &row->versions))
            return true;
    return false;
}

/* True if a row is a rival of the row whose offset cell it shares. Bit-fields in the same versions lie side by side
 * instead. */
static bool is_rival(const struct spec_row *above, const struct spec_row *row)
{
    return !row->width.column_count || (above->kind == SPEC_MEMBER && !above->width.column_count) ||
           !meets_above(above, row);
}

/* True if a row shares all of its offset cells with the row above. */
static bool shares_offsets(const struct page_block *table, const struct page_row *row)
{
    bool any = false;
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->columns[i].kind != PAGE_OFFSET)
            continue;
        if (!row->cells[i].is_shared)
            return false;
        any = true;
    }
    return any;
}

/* Reads a cell of versions with one line for each of `count` declarations. */
static bool read_each_versions(struct importer *importer, const struct page_cell *cell, struct spec_row *rows,
                               size_t count)
{
    const char *text = scan_plain(importer->arena, cell->text);
    size_t lines = 1;
    for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n'))
        lines++;
    if (lines != count)
        return false;
    for (struct spec_row *row = rows; row; row = row->next) {
        size_t length = strcspn(text, "\n");
        struct page_cell line = *cell;
        line.text = arena_copy(importer->arena, text, length);
        if (!page_read_row_versions(importer, &line, &row->versions))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

/* Gives the rows of one definition their versions. */
static bool read_versions(struct importer *importer, const struct page_cell *cell, struct spec_row *rows)
{
    struct spec_versions in;
    size_t count = 0;
    for (struct spec_row *row = rows; row; row = row->next)
        count++;
    if (!cell || (!*cell->text && !cell->is_lost)) {
        for (struct spec_row *row = rows; row && importer->section.count; row = row->next)
            row->versions = spec_versions_of(importer->arena, importer->section);
        if (cell && !importer->section.count)
            page_report_line(importer, DIAG_ASSUMED, cell->line,
                             "no versions are given: all of the structure's are assumed");
        return true;
    }
    if (count > 1 && read_each_versions(importer, cell, rows, count))
        return true;
    bool is_read = page_read_row_versions(importer, cell, &in);
    if (!is_read && !page_read_worded_versions(importer, cell, &in))
        return false;
    struct buffer remark = {0};
    if (!is_read)
        page_remark_add(&remark, cell->text, strlen(cell->text));
    rows->remark = is_read ? rows->remark : page_remark_take(importer->arena, &remark);
    for (struct spec_row *row = rows; row; row = row->next)
        row->versions = in;
    return true;
}

static bool take_bit(struct spec_alternative *offset, const void *user)
{
    (void)user;
    offset->number = offset->bit;
    offset->is_decimal = true;
    return true;
}

/* Joins several declarations that follow each other in a structure. Returns false if they do not all have the same
 * versions, or if some are bit-fields. */
static bool join_declarations(struct importer *importer, struct spec_row **rows)
{
    for (const struct spec_row *row = *rows; row; row = row->next)
        if (row->width.column_count || row->clauses || row->versions.count != (*rows)->versions.count ||
            (row->versions.count && row->versions.sets != (*rows)->versions.sets))
            return false;
    struct spec_row *whole = ARENA_NEW(importer->arena, struct spec_row);
    *whole = (struct spec_row){.kind = SPEC_STRUCT, .versions = (*rows)->versions, .bounds = "", .children = *rows};
    for (struct spec_row *row = *rows; row; row = row->next)
        row->versions = (struct spec_versions){0};
    *rows = whole;
    return true;
}

/* Gives the rows of one definition their offsets. `above` is the row whose offset cells they share, or NULL. */
static struct spec_row *place_rows(struct importer *importer, const struct page_block *table,
                                   const struct page_row *row, struct spec_row *rows, struct spec_row *above)
{
    const char *comment = NULL;
    struct spec_row place = {0}, *next, *first = NULL;
    bool is_shared = above && shares_offsets(table, row);
    if (is_shared && rows->next && !meets_above(above, rows) && join_declarations(importer, &rows))
        page_report_line(importer, DIAG_ASSUMED, row->line,
                         "several declarations share an offset: assumed to follow each other");
    place.offset = page_read_columns(importer, table, row, PAGE_OFFSET, &comment);
    /* Read the bits of a row from its column of bits or masks. */
    const struct spec_cell *width = &rows->width;
    if (page_cell_has_bits(&place.offset))
        place.bit = page_cell_map(importer->arena, &place.offset, take_bit, NULL);
    place.mask = page_read_columns(importer, table, row, PAGE_MASK, &comment);
    if (page_cell_is_empty(&place.mask))
        place.mask.column_count = 0;
    page_read_bit_columns(importer, table, row, width, &place, &comment);
    if (rows->kind != SPEC_MEMBER && (place.bit.column_count || place.mask.column_count)) {
        page_report_unread(importer, PAGE_NEEDS_DECLARATION, row->line, "bits of a member that is not a bit-field");
        comment = page_join_comments(importer, comment, page_unread_row(importer, table, row, SIZE_MAX));
        place.bit = place.mask = (struct spec_cell){0};
    }
    for (struct spec_row *member = rows; member; member = next) {
        next = member->next;
        member->next = NULL;
        member->line = row->line;
        member->offset = place.offset;
        if (member == rows || !next) {
            member->bit = member == rows ? place.bit : (struct spec_cell){0};
            member->mask = member == rows ? place.mask : (struct spec_cell){0};
        }
        if (member == rows)
            member->comment = page_join_comments(importer, comment, member->comment);
        struct spec_row *rival = first ? first : is_shared ? above : NULL;
        bool follows = first && first->kind != SPEC_SLOT && !member->width.column_count && meets_above(first, member);
        if (follows) {
            if (!member->follows)
                page_report_line(importer, DIAG_ASSUMED, row->line,
                                 "several declarations share an offset: assumed to follow each other");
            member->offset = (struct spec_cell){0};
            page_add_row(importer->item, member);
        } else if (rival && is_rival(rival, member)) {
            if (rival->kind != SPEC_SLOT)
                open_slot(importer, rival);
            member->offset = member->bit = member->mask = (struct spec_cell){0};
            *rival->children_end = member;
            rival->children_end = &member->next;
            first = rival;
        } else {
            member->is_beside = member != rows;
            first = page_add_row(importer->item, member);
        }
    }
    return first;
}

/* Reads one row of the table. `above` is the result for the previous row, or NULL. Returns the last row that was
 * added. */
static struct spec_row *read_row(struct importer *importer, const struct page_block *table, const struct page_row *row,
                                 struct spec_row *above)
{
    const struct page_cell *definition = page_find_cell(table, row, PAGE_DEFINITION);
    const struct page_cell *versions = page_find_cell(table, row, PAGE_VERSIONS);
    const struct page_cell *remarks = page_find_cell(table, row, PAGE_REMARKS);
    bool has_definitions = definition != NULL;
    if (!has_definitions)
        definition = page_find_cell(table, row, PAGE_NAME);
    struct spec_row *rows = definition && !definition->is_lost ? read_definition(importer, definition) : NULL;
    if (!rows) {
        keep_unread(importer, table, row, definition, PAGE_NEEDS_DECLARATION);
        return NULL;
    }
    if ((versions && versions->is_lost) || !read_versions(importer, versions, rows)) {
        keep_unread(importer, table, row, versions, PAGE_NEEDS_VERSIONS);
        return NULL;
    }
    if (remarks)
        page_remark_read(&importer->versions, scan_plain(importer->arena, remarks->text),
                         importer->document->arch_count, rows);
    /* Add the texts of columns without a meaning to the remark. */
    struct buffer remark = {0};
    buffer_add_text(&remark, rows->remark ? rows->remark : "");
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].kind == PAGE_OTHER)
            page_remark_add(&remark, row->cells[i].text, strlen(row->cells[i].text));
    rows->remark = page_remark_take(importer->arena, &remark);
    rows->comment = page_join_comments(importer, rows->comment,
                                       page_keep_others(importer, table, row,
                                                        PAGE_KIND(PAGE_OFFSET) | PAGE_KIND(PAGE_MASK) |
                                                            PAGE_KIND(PAGE_BIT) | PAGE_KIND(PAGE_VERSIONS) |
                                                            PAGE_KIND(PAGE_REMARKS) | PAGE_KIND(PAGE_STRUCTURE) |
                                                            PAGE_KIND(has_definitions ? PAGE_DEFINITION : PAGE_NAME),
                                                        PAGE_KIND(PAGE_OTHER)));
    struct spec_row *last = place_rows(importer, table, row, rows, above);
    if (row->lost)
        page_add_comment(importer, importer->item, row->line,
                         arena_format(importer->arena, "unread, line %u: %s", row->line, row->lost));
    return last;
}

void page_read_offsets(struct importer *importer, const struct page_block *table)
{
    struct spec_row *above = NULL;
    struct page_placed *placed = NULL, **end = &placed;
    struct spec_row **begin = importer->item->rows_end;
    for (const struct page_row *row = table->rows; row; row = row->next) {
        struct spec_row *before = above;
        above = read_row(importer, table, row, above);
        if (!above || above == before || !above->offset.column_count)
            continue;
        *end = ARENA_NEW(importer->arena, struct page_placed);
        **end = (struct page_placed){.row = row, .member = above};
        end = &(*end)->next;
    }
    page_cut_shared(importer, table, placed);
    page_cut_beside(importer, *begin);
}

/* ---- Tables with types and names in columns of their own */

/* Headings of columns, in lower case. */
static const char *const type_headings[] = {"type", "types", "data type", "datatype", "c type", NULL};
static const char *const name_headings[] = {"field",  "fields",      "field name", "member", "members", "member name",
                                            "element", "variable", NULL};

/* Names of types that pages use, and those of specs. */
static const struct {
    const char *name, *words[8];
} types[] = {
    {"UCHAR", {"uint8", "uint8_t", "u8", "byte", "Uint1B", "UChar", "UINT8", "BYTE"}},
    {"CHAR", {"int8", "int8_t", "i8", "Int1B", "Char"}},
    {"USHORT", {"uint16", "uint16_t", "u16", "word", "Uint2B", "UINT16", "WORD"}},
    {"SHORT", {"int16", "int16_t", "i16", "Int2B"}},
    {"WCHAR", {"Wchar"}},
    {"ULONG", {"uint32", "uint32_t", "u32", "dword", "Uint4B", "UINT32"}},
    {"LONG", {"int32", "int32_t", "i32", "Int4B"}},
    {"ULONGLONG", {"uint64", "uint64_t", "u64", "qword", "Uint8B", "UINT64", "QWORD"}},
    {"LONGLONG", {"int64", "int64_t", "i64", "Int8B"}},
};

/* Returns the column whose heading is one of some words; SIZE_MAX if there is none. */
static size_t find_column(const struct page_block *table, const char *const *words)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->columns[i].kind != PAGE_OTHER)
            continue;
        for (size_t w = 0; words[w]; w++) {
            size_t at = 0;
            while (table->columns[i].heading[at] && ascii_lower(table->columns[i].heading[at]) == words[w][at])
                at++;
            if (!table->columns[i].heading[at] && !words[w][at])
                return i;
        }
    }
    return SIZE_MAX;
}

/* Returns the name that specs have for a type that pages use, or NULL. */
static const char *find_type(const char *word)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (size_t w = 0; w < sizeof types->words / sizeof *types->words && types[i].words[w]; w++)
            if (!strcmp(types[i].words[w], word))
                return types[i].name;
    return NULL;
}

/* A type of the table: "const uint8_t *[16]". */
struct typed {
    const char *name; /* its word, as specs have it */
    const char *before, *stars, *bounds;
    bool is_pointer;
    uint64_t count; /* product of the bounds */
};

/* Reads a type. Returns false if it is more than a word with qualifiers, stars and bounds, such as bits. */
static bool read_type(struct arena *arena, const char *text, struct typed *typed)
{
    static const char *const words[] = {"const", "volatile", "struct", "union", "enum", "Ptr64", "Ptr32"};
    enum { WORD_CONST, WORD_VOLATILE, WORD_POINTER = 5 };
    struct buffer before = {0}, stars = {0};
    *typed = (struct typed){.count = 1};
    const char *begin;
    size_t length;
    struct scan scan = {text}, next = scan;
    while (!typed->name && scan_name(&next, &begin, &length)) {
        const char *word = arena_copy(arena, begin, length);
        size_t i = 0;
        while (i < sizeof words / sizeof *words && strcmp(words[i], word) != 0)
            i++;
        if (i <= WORD_VOLATILE)
            buffer_format(&before, "%s ", word);
        else if (i == sizeof words / sizeof *words && !(typed->name = find_type(word)) &&
                 (typed->name = page_read_spelling(&scan, &word)))
            next = scan;
        else if (i == sizeof words / sizeof *words && !typed->name)
            typed->name = word;
        if (i == WORD_POINTER || i == WORD_POINTER + 1)
            buffer_add_char(&stars, '*');
        scan = next;
    }
    while (scan_char(&scan, '*'))
        buffer_add_char(&stars, '*');
    scan_lines(&scan);
    const char *bounds = scan.next;
    uint64_t count;
    while (scan_char(&scan, '[') && scan_number(&scan, &count) && scan_char(&scan, ']'))
        typed->count *= count && typed->count < UINT32_MAX ? count : 1;
    typed->bounds = arena_copy(arena, bounds, (size_t)(scan.next - bounds));
    typed->is_pointer = stars.size != 0;
    typed->before = arena_copy(arena, before.data, before.size);
    typed->stars = arena_copy(arena, stars.data, stars.size);
    buffer_free(&before);
    buffer_free(&stars);
    return typed->name && scan_end(&scan);
}

/* True if a type may have a size in bytes: in some version, on some architecture. */
static bool may_have_size(const struct importer *importer, const struct type *type, uint64_t size)
{
    bool is_known = false;
    for (size_t arch = 0; type->size && arch < importer->model->arch_count; arch++)
        for (uint32_t i = 0; i < type->size[arch].count; i++) {
            const struct cell_value *value = &type->size[arch].values[i];
            is_known |= cell_value_is_number(value);
            if (cell_value_is_number(value) && cell_value_bits(value) == size)
                return true;
        }
    return !is_known;
}

/* Compares the size of a row with its type. Declares a type that no spec has with this size. */
static void read_size(struct importer *importer, const struct page_cell *cell, const struct typed *typed)
{
    uint64_t size;
    struct scan scan = {cell->text};
    bool is_number = scan_number(&scan, &size);
    scan_words(&scan, "bytes");
    if (!*cell->text)
        return;
    if (!is_number || !scan_end(&scan) || !size || size > INT32_MAX || size % typed->count != 0) {
        page_report_unread(importer, PAGE_NEEDS_SIZE, cell->line, "'%s' is no size of a '%s'", cell->text, typed->name);
        return;
    }
    const char *name = intern_text(importer->intern, typed->name);
    const struct type *type = map_get(importer->model->type_names, name);
    size /= typed->count;
    if (typed->is_pointer ? size != 4 && size != 8 : type && !may_have_size(importer, type, size)) {
        page_report_line(importer, DIAG_ASSUMED, cell->line, "'%s%s' does not have the size that the page says: %s",
                         name, typed->stars, cell->text);
        return;
    }
    struct spec_item *item = importer->document->items;
    while (item && (!item->name || strcmp(item->name, name) != 0))
        item = item->next;
    if (typed->is_pointer || type || (item && item->kind != SPEC_OPAQUE))
        return;
    if (!item) {
        item = ARENA_NEW(importer->arena, struct spec_item);
        *item = (struct spec_item){.kind = SPEC_OPAQUE, .name = name, .bytes = (uint32_t)size, .align = 1};
        item->next = importer->document->items;
        if (!item->next)
            importer->document->items_end = &item->next;
        importer->document->items = item;
    } else if (item->bytes != size) {
        page_report_line(importer, DIAG_ASSUMED, cell->line, "'%s' has another size in another row: %s", name,
                         cell->text);
    }
}

/* True if the offsets of a table are hexadecimal without a prefix: all are such digits, and one has a letter or begins
 * with a zero: "00", "08", "10", "1C". */
static bool is_hexadecimal(const struct page_block *table, size_t column)
{
    bool is_marked = false;
    for (const struct page_row *row = table->rows; row; row = row->next) {
        const char *text = row->cells[column].text;
        if (text[strspn(text, "0123456789abcdefABCDEF")])
            return false;
        is_marked |= strpbrk(text, "abcdefABCDEF") || (text[0] == '0' && text[1]);
    }
    return is_marked;
}

const struct page_block *page_join_types(struct importer *importer, const struct page_block *table)
{
    struct arena *arena = importer->arena;
    size_t type = find_column(table, type_headings), name = page_find_column(table, PAGE_NAME, NULL);
    size_t size = page_find_column(table, PAGE_SIZE, NULL), count = table->column_count;
    name = name == SIZE_MAX ? find_column(table, name_headings) : name;
    if (page_find_column(table, PAGE_OFFSET, NULL) == SIZE_MAX || type == SIZE_MAX || name == SIZE_MAX ||
        page_find_column(table, PAGE_DEFINITION, NULL) != SIZE_MAX)
        return table;
    struct page_block *joined = arena_copy_array(arena, table, 1, sizeof *table);
    joined->columns = arena_copy_array(arena, table->columns, count, sizeof *table->columns);
    joined->columns[name].kind = PAGE_DEFINITION;
    joined->columns[type].kind = PAGE_OTHER;
    size_t offset = page_find_column(table, PAGE_OFFSET, NULL);
    bool has_prefix = !is_hexadecimal(table, offset);
    if (!has_prefix)
        page_report_line(importer, DIAG_ASSUMED, table->line, "the offsets of this table are read as hexadecimal");
    struct page_row **end = &joined->rows;
    for (const struct page_row *row = table->rows; row; row = row->next) {
        struct page_row *made = arena_copy_array(arena, row, 1, sizeof *row);
        struct typed typed;
        made->cells = arena_copy_array(arena, row->cells, count, sizeof *row->cells);
        if (!has_prefix && *row->cells[offset].text)
            made->cells[offset].text = arena_format(arena, "0x%s", row->cells[offset].text);
        if (read_type(arena, row->cells[type].text, &typed)) {
            made->cells[name].text = arena_format(arena, "%s%s %s%s%s;", typed.before, typed.name, typed.stars,
                                                  row->cells[name].text, typed.bounds);
            made->cells[type].text = "";
            if (size != SIZE_MAX)
                read_size(importer, &row->cells[size], &typed);
            if (size != SIZE_MAX)
                made->cells[size].text = "";
        }
        *end = made;
        end = &made->next;
    }
    *end = NULL;
    return joined;
}
