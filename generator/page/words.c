#include "page/words.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "page/cell.h"
#include "page/scan.h"
#include "page/table_parts.h"

enum { NAME_LENGTH_MOST = 120, NUMBERS_MOST = 1000 /* largest number that is tried to make a name unique */ };

/* A word or phrase of descriptions, and the type that it means. */
struct sense {
    const char *words;
    const char *type;
    unsigned stars;
};

/* Phrases at the beginning of a description. */
static const struct sense beginnings[] = {
    {"pointer to pointer", "PVOID", 1},
    {"pointer to array of pointers", "PVOID", 1},
    {"pointer to an array of pointers", "PVOID", 1},
    {"pointers", "PVOID", 0},
    {"pointer", "PVOID", 0},
    {"64-bit signed", "LONGLONG", 0},
    {"32-bit signed", "LONG", 0},
    {"16-bit signed", "SHORT", 0},
    {"8-bit signed", "CHAR", 0},
    {"signed 64-bit", "LONGLONG", 0},
    {"signed 32-bit", "LONG", 0},
    {"signed 16-bit", "SHORT", 0},
    {"signed 8-bit", "CHAR", 0},
    {"signed qword", "LONGLONG", 0},
    {"signed dword", "LONG", 0},
    {"signed word", "SHORT", 0},
    {"signed byte", "CHAR", 0},
    {"64-bit", "ULONG64", 0},
    {"32-bit", "ULONG", 0},
    {"16-bit", "USHORT", 0},
    {"8-bit", "UCHAR", 0},
    {"qwords", "ULONG64", 0},
    {"qword", "ULONG64", 0},
    {"dwords", "ULONG", 0},
    {"dword", "ULONG", 0},
    {"words", "USHORT", 0},
    {"word", "USHORT", 0},
    {"bytes", "UCHAR", 0},
    {"byte", "UCHAR", 0},
    {"booleans", "BOOLEAN", 0},
    {"boolean", "BOOLEAN", 0},
    {"handles", "HANDLE", 0},
    {"handle", "HANDLE", 0},
};

/* Phrases at the end of a description. */
static const struct sense endings[] = {
    {"pointer", "PVOID", 0}, {"handle", "HANDLE", 0}, {"dword", "ULONG", 0},
    {"qword", "ULONG64", 0}, {"byte", "UCHAR", 0},    {"boolean", "BOOLEAN", 0},
};

/* Units of sizes, as in "four or eight bytes". */
static const struct {
    const char *word;
    unsigned bytes;
} units[] = {{"bytes", 1},  {"byte", 1},  {"words", 2},  {"word", 2},
             {"dwords", 4}, {"dword", 4}, {"qwords", 8}, {"qword", 8}};

static bool read_unit(struct scan *scan, unsigned *bytes)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (scan_words(scan, units[i].word)) {
            *bytes = units[i].bytes;
            return true;
        }
    }
    return false;
}

/* Reads a size as a cell: "8 bytes", "four or eight bytes" (one for each column), "dword", "? bytes". Returns false if
 * the text is no size. */
static bool read_extent(struct arena *arena, struct scan *scan, size_t column_count, struct spec_cell *extent)
{
    static const struct spec_alternative unknown = {.kind = SPEC_UNKNOWN, .is_bare = true};
    uint64_t counts[SPEC_COLUMNS_MOST] = {1};
    size_t count = 0;
    unsigned bytes;
    struct scan next = *scan;
    if (scan_char(&next, '?') && read_unit(&next, &bytes)) {
        *extent = spec_cell_new(arena, 1);
        extent->columns[0] = &unknown;
        *scan = next;
        return true;
    }
    next = *scan;
    while (count < SPEC_COLUMNS_MOST && scan_count(&next, &counts[count])) {
        count++;
        if (!scan_words(&next, "or") && !scan_char(&next, ','))
            break;
    }
    if (!read_unit(&next, &bytes) || (count > 1 && count != column_count))
        return false;
    *extent = spec_cell_new(arena, count ? count : 1);
    for (size_t i = 0; i < extent->column_count; i++) {
        if (!counts[i] || counts[i] > UINT32_MAX)
            return false;
        extent->columns[i] = spec_cell_number(arena, counts[i] * bytes, true).columns[0];
    }
    *scan = next;
    return true;
}

static struct spec_row *new_row(struct arena *arena, enum spec_row_kind kind)
{
    struct spec_row *row = ARENA_NEW(arena, struct spec_row);
    row->kind = kind;
    row->bounds = "";
    return row;
}

/* Reads the name of a type, such as CONDITION_VARIABLE: a known type, or a name in that form. A description must
 * follow. */
static bool read_type_name(const struct page_words *page, struct scan *scan, struct spec_row *row)
{
    scan_lines(scan);
    size_t length = scan_capitals(scan->next);
    if (!length || length > 255)
        return false;
    const char *name = arena_copy(page->arena, scan->next, length);
    struct scan behind = {scan->next + length};
    if (!page->is_type(page->user, name) && !strchr(name, '_') && !scan_end(&behind) && *behind.next != '*')
        return false;
    row->type = name;
    while (scan_char(&behind, '*') && row->stars < 60)
        row->stars++;
    row->stars += scan_words(&behind, "pointer"); /* as in "KEVENT pointer" */
    uint64_t count;
    struct scan bound = behind;
    while (scan_char(&bound, '[') && scan_number(&bound, &count) && count <= UINT32_MAX && scan_char(&bound, ']')) {
        row->bounds = arena_format(page->arena, "%s[%u]", row->bounds, (unsigned)count);
        behind = bound;
    }
    *scan = behind;
    return true;
}

/* Reads "pointer to WMI_BUFFER_HEADER": a pointer to a named type. */
static bool read_named_pointer(const struct page_words *page, struct scan *scan, struct spec_row *row)
{
    static const char *const openings[] = {"pointer to an", "pointer to a", "pointer to the", "pointer to", NULL};
    struct scan next = *scan;
    if (!scan_any(&next, openings) || !read_type_name(page, &next, row))
        return false;
    row->stars++;
    return true;
}

/* True if a word for a type is in the plural, as "dwords", so that a number must precede it. */
static bool is_plural(const struct sense *sense)
{
    return !strchr(sense->words, ' ') && sense->words[strlen(sense->words) - 1] == 's';
}

static bool take_sense(struct spec_row *row, const struct sense *sense)
{
    row->type = sense->type;
    row->stars = sense->stars;
    return true;
}

static bool read_type(const struct page_words *page, struct scan *scan, struct spec_row *row)
{
    static const char *const articles[] = {"an", "a", "the", NULL};
    struct scan next = *scan;
    if (read_named_pointer(page, scan, row) || read_type_name(page, scan, row))
        return true;
    if (scan_any(&next, articles) && read_type_name(page, &next, row)) { /* as in "an ETW_REF_CLOCK" */
        *scan = next;
        return true;
    }
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!is_plural(&beginnings[i]) && scan_words(scan, beginnings[i].words))
            return take_sense(row, &beginnings[i]);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t length = strlen(scan->next), end = strlen(endings[i].words);
        while (length && (scan->next[length - 1] == ' ' || scan->next[length - 1] == '\n'))
            length--;
        struct scan last = {length > end ? scan->next + length - end : scan->next};
        if (length > end && scan->next[length - end - 1] == ' ' && scan_words(&last, endings[i].words))
            return take_sense(row, &endings[i]);
    }
    return false;
}

/* Reads an array whose bound precedes its type: "array of 4 dwords", "four pointers". */
static bool read_array(struct arena *arena, struct scan *scan, struct spec_row *row)
{
    struct scan next = *scan;
    uint64_t count;
    scan_words(&next, "array of");
    if (!scan_count(&next, &count) || count < 2 || count > UINT32_MAX || scan_words(&next, "or"))
        return false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (is_plural(&beginnings[i]) && scan_words(&next, beginnings[i].words)) {
            row->bounds = arena_format(arena, "[%u]", (unsigned)count);
            *scan = next;
            return take_sense(row, &beginnings[i]);
        }
    }
    return false;
}

/* True if the text is an unreadable declaration, and no description. */
static bool is_code(const char *text, bool is_unknown, const char *words)
{
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\n'))
        length--;
    if (strpbrk(words, is_unknown ? "{}=" : ";{}[]=") || !(ascii_is_name(*words) || is_unknown))
        return true;
    return !is_unknown && (scan_capitals(words) || (length && text[length - 1] == ';'));
}

/* Reads a name that ends the text. */
static bool read_name(struct arena *arena, struct scan *scan, struct spec_row *row)
{
    const char *begin;
    size_t length;
    struct scan next = *scan;
    if (!scan_name(&next, &begin, &length) || length > 255 || !scan_end(&next))
        return false;
    row->name = arena_copy(arena, begin, length);
    *scan = next;
    return true;
}

struct spec_row *page_read_words(const struct page_words *page, const char *text)
{
    struct arena *arena = page->arena;
    char *copy = scan_fold(arena, text);
    size_t length = strlen(copy);
    while (length && (copy[length - 1] == ' ' || copy[length - 1] == ';'))
        copy[--length] = '\0';
    struct scan scan = {copy};
    if (scan_words(&scan, "unaccounted")) {
        /* Read the text after the word "unaccounted". */
        struct spec_row *row = new_row(arena, SPEC_UNACCOUNTED);
        row->wants_room = !read_extent(arena, &scan, page->column_count, &row->extent);
        if (row->wants_room)
            scan_words(&scan, "bytes");
        return scan_end(&scan) ? row : NULL;
    }
    bool is_unknown = scan_words(&scan, "unknown");
    scan_lines(&scan);
    struct spec_row *row = new_row(arena, SPEC_MEMBER);
    struct scan extent = scan;
    bool has_extent = read_extent(arena, &extent, page->column_count, &row->extent);
    if (!is_unknown && has_extent && read_name(arena, &extent, row)) { /* as in "eight bytes NAME" and "? bytes NAME" */
        row->kind = SPEC_BYTES;
        return row;
    }
    if (is_code(text, is_unknown, scan.next))
        return NULL;
    row->words = scan.next;
    row->is_unknown = true;
    if (has_extent && scan_end(&extent) && strpbrk(row->words, " ")) { /* as in "unknown eight bytes" */
        row->kind = SPEC_BYTES;
        row->is_unknown = false;
        return row;
    }
    row->extent = (struct spec_cell){0};
    if (read_array(arena, &scan, row) || read_type(page, &scan, row))
        return strchr(scan.next, '[') ? NULL : row;
    row->kind = SPEC_BYTES; /* the words give no size */
    row->is_unknown = is_unknown;
    row->wants_room = true;
    return row;
}

/* Returns the name of a member that the page describes in words. Equal words give equal names. */
static const char *name_of_words(struct arena *arena, const char *words)
{
    struct buffer out = {0};
    buffer_add_text(&out, "Unknown");
    for (const char *at = words; *at && out.size < NAME_LENGTH_MOST;) {
        size_t length = 0;
        while (ascii_is_name(at[length]) && at[length] != '_' && length < NAME_LENGTH_MOST)
            length++;
        /* Add one word of a description to a name, with a capital at its beginning only. */
        bool is_capitals = true;
        for (size_t i = 0; i < length; i++)
            is_capitals &= at[i] == ascii_lower(at[i]) ? ascii_is_digit(at[i]) : true;
        for (size_t i = 0; i < length; i++) {
            bool is_first = i == 0 || ascii_is_digit(at[i - 1]);
            char upper = ascii_upper(at[i]);
            buffer_add_char(&out, is_first ? upper : is_capitals ? ascii_lower(at[i]) : at[i]);
        }
        at += length ? length : 1;
    }
    const char *name = arena_copy(arena, out.data, out.size);
    buffer_free(&out);
    return name;
}

/* ---- Names of members in words */

/* A name made from words, and the versions in which it is used. */
struct numbered {
    struct numbered *next;
    /* for the first one with the words: the last one that was made, from which the search for a free number begins */
    struct numbered *last;
    unsigned last_number;
    const char *name;
    struct version_set versions[SPEC_COLUMNS_MOST]; /* versions by column */
};

struct naming {
    struct importer *importer;
    size_t column_count;
    struct map *firsts; /* name -> the first struct numbered with this name */
    struct map *names;  /* set of names that the page itself uses */
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
        numbered->versions[i] = version_set_range(importer->arena, 0, VERSION_END);
    return numbered;
}

static bool is_free(const struct naming *naming, const struct numbered *numbered, const struct version_set *in)
{
    for (size_t i = 0; i < naming->column_count; i++)
        if (page_sets_meet(&numbered->versions[i], &in[i]))
            return false;
    return true;
}

/* Returns the name for words, with the least number that no other row with the same words has in any of these
 * versions. */
static const char *choose_name(struct naming *naming, const char *words, const struct version_set *in)
{
    struct importer *importer = naming->importer;
    const char *base = intern_text(importer->intern, name_of_words(importer->arena, words));
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
        numbered->versions[i] = version_set_union(importer->arena, numbered->versions[i], in[i]);
    return numbered->name;
}

static void name_rows(struct naming *naming, struct spec_row *rows, const struct version_set *whole)
{
    for (; rows; rows = rows->next) {
        struct version_set in[SPEC_COLUMNS_MOST];
        /* Find the versions of a row in each column. `whole` are the versions of the aggregate around it. */
        const struct spec_cell *at = &rows->offset;
        for (size_t i = 0; i < naming->column_count; i++) {
            const struct spec_alternative *column = page_cell_column(at, i);
            in[i] = rows->versions.count ? *page_versions_column(&rows->versions, i) : whole[i];
            if (column)
                in[i] = page_cell_covers(naming->importer->arena, column, in[i]);
        }
        if (rows->words && !rows->name)
            rows->name = choose_name(naming, rows->words, in);
        name_rows(naming, rows->children, in);
    }
}

void page_name_rows(struct importer *importer, struct spec_item *item)
{
    struct naming naming = {importer, importer->document->arch_count ? importer->document->arch_count : 1,
                            map_new(importer->arena), map_new(importer->arena)};
    struct version_set whole[SPEC_COLUMNS_MOST];
    for (size_t i = 0; i < naming.column_count; i++)
        whole[i] = version_set_range(importer->arena, 0, VERSION_END);
    collect_names(&naming, item->rows);
    name_rows(&naming, item->rows, whole);
}
