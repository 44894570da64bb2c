/*
 * Reads a sheet of members: lines with commas or semicolons under headings. The columns are the structure, the
 * member, its type and its offset, and optionally the size of the structure, bits and array bounds, in any order. A
 * structure called OUTER.NAME is one without a name in OUTER.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "listing/listing_parts.h"

enum column { STRUCTURE, SIZE, OFFSET, BIT, WIDTH, TYPE, ARRAY, MEMBER, COLUMN_COUNT };

static const char *const headings[COLUMN_COUNT] = {"structure", "size", "offset", "bit",
                                                   "width",     "type", "array",  "member"};
static const char *const aliases[COLUMN_COUNT] = {[STRUCTURE] = "struct", [MEMBER] = "field"};
static const char separators[] = ",;";

enum { CELLS_MOST = 32, HEADINGS_MOST = 1000 };

struct sheet {
    struct listing *listing;
    struct map *inner;             /* interned OUTER.NAME -> struct listing_record */
    struct map *lines;             /* interned STRUCTURE/MEMBER -> number of the member's line */
    const char *cells[CELLS_MOST]; /* cells of the current line */
    size_t cell_count;
    char separator;
    int columns[COLUMN_COUNT]; /* for each kind of column: index of its cell, or -1 */
    bool has_columns;
};

/* Splits the next line into cells, and removes quotes around them. Returns false at the end of the text. */
static bool read_line(struct sheet *sheet)
{
    struct listing *listing = sheet->listing;
    struct arena *arena = listing->file->arena;
    if (listing->text == listing->end)
        return false;
    const char *newline = memchr(listing->text, '\n', (size_t)(listing->end - listing->text));
    const char *end = newline ? newline : listing->end, *at = listing->text;
    for (sheet->cell_count = 0; sheet->cell_count < CELLS_MOST; at++) {
        bool is_quoted = at < end && *at == '"';
        const char *begin = at += is_quoted;
        while (at < end && *at != (is_quoted ? '"' : sheet->separator))
            at++;
        const char *last = at;
        while (!is_quoted && last > begin && (last[-1] == '\r' || last[-1] == ' '))
            last--;
        sheet->cells[sheet->cell_count++] = arena_copy(arena, begin, (size_t)(last - begin));
        while (at < end && *at != sheet->separator)
            at++;
        if (at == end)
            break;
    }
    listing->text = newline ? newline + 1 : listing->end;
    return true;
}

static bool is_heading(const char *cell, const char *heading)
{
    for (; *cell && *heading && ascii_lower(*cell) == *heading; cell++)
        heading++;
    return !*cell && !*heading;
}

/* Finds the columns. Returns false if the current line has no headings. */
static bool find_columns(struct sheet *sheet)
{
    int found[COLUMN_COUNT];
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        found[i] = -1;
        for (size_t k = 0; k < sheet->cell_count; k++)
            if (is_heading(sheet->cells[k], headings[i]) || (aliases[i] && is_heading(sheet->cells[k], aliases[i])))
                found[i] = (int)k;
    }
    if (found[STRUCTURE] < 0 || found[OFFSET] < 0 || found[TYPE] < 0 || found[MEMBER] < 0)
        return false;
    memcpy(sheet->columns, found, sizeof found);
    return sheet->has_columns = true;
}

/* Returns the separator of a text whose first line has the headings of a sheet, or begins with the first of them; 0 if
 * it has none. */
static char find_separator(const char *text, const char *end)
{
    const char *newline = memchr(text, '\n', (size_t)(end - text)), *stop = newline ? newline : end;
    static const char begin[] = "structure,";
    size_t size = sizeof begin - 1;
    char found = (size_t)(stop - text) >= size && ascii_begin_alike(text, begin, size) ? ',' : 0;
    if (stop - text > HEADINGS_MOST)
        return 0;
    struct isf_file file = {.arena = arena_new()};
    for (const char *separator = separators; *separator && !found; separator++) {
        struct listing listing = {.file = &file, .text = text, .end = stop};
        struct sheet sheet = {.listing = &listing, .separator = *separator};
        found = read_line(&sheet) && find_columns(&sheet) ? *separator : 0;
    }
    arena_free(file.arena);
    return found;
}

bool listing_is_sheet(const char *text, const char *end)
{
    return find_separator(text, end) != 0;
}

/* Returns the cell of a column in the current line; "" if it has none. */
static const char *cell_of(const struct sheet *sheet, enum column column)
{
    int index = sheet->columns[column];
    return index >= 0 && (size_t)index < sheet->cell_count ? sheet->cells[index] : "";
}

/* Reads a number, hexadecimal with 0x. Returns false if the cell is empty. If it contains something else, sets an error
 * and clears `*is_sound`. */
static bool read_number(struct sheet *sheet, enum column column, uint32_t *number, bool *is_sound)
{
    const char *cell = cell_of(sheet, column);
    bool is_hex = cell[0] == '0' && (cell[1] == 'x' || cell[1] == 'X');
    const char *digits = cell + (is_hex ? 2 : 0);
    uint64_t value = 0;
    size_t i = 0;
    for (; digits[i] && value <= INT32_MAX; i++) {
        int digit = ascii_is_digit(digits[i]) ? digits[i] - '0' : -1;
        if (is_hex && ascii_lower(digits[i]) >= 'a' && ascii_lower(digits[i]) <= 'f')
            digit = ascii_lower(digits[i]) - 'a' + 10;
        if (digit < 0)
            break;
        value = value * (is_hex ? 16 : 10) + (uint64_t)digit;
    }
    if (*cell && (!i || digits[i] || value > INT32_MAX))
        *is_sound = listing_fail(sheet->listing, "'%s' is no %s", cell, headings[column]);
    *number = (uint32_t)value;
    return *cell && *is_sound;
}

/* Returns the structure with a name. A structure called OUTER.NAME has no name itself. */
static struct listing_record *find_record(struct sheet *sheet, const char *text, size_t size)
{
    const char *name = listing_name(sheet->listing, text, size);
    if (!strchr(name, '.'))
        return listing_record(sheet->listing, name);
    struct listing_record *record = map_get(sheet->inner, name);
    if (!record) {
        record = listing_record(sheet->listing, NULL);
        map_set(sheet->inner, name, record);
    }
    return record;
}

/* Adds a member whose type is a structure without a name, or an array of one. */
static bool add_inner(struct sheet *sheet, struct listing_record *record, struct listing_record *inner, uint32_t offset)
{
    struct listing *listing = sheet->listing;
    const char *name = cell_of(sheet, MEMBER), *array = cell_of(sheet, ARRAY);
    struct listing_member member = {.inner = inner, .offset = offset, .line = listing->line};
    member.name = listing_name(listing, name, strlen(name));
    struct isf_type type = {.kind = inner->is_union ? ISF_UNION : ISF_STRUCT, .name = inner->name};
    member.type = listing_type(listing, &type);
    if (*array) {
        uint32_t count = 0;
        for (const char *c = array + 1; *array == '[' && ascii_is_digit(*c) && count <= UINT16_MAX; c++)
            count = count * 10 + (uint32_t)(*c - '0');
        if (!count || count > UINT16_MAX)
            return listing_fail(listing, "'%s' is no array", array);
        member.type = listing_type(listing, &(struct isf_type){.kind = ISF_ARRAY, .of = member.type, .count = count});
    }
    buffer_add(&record->members, &member, sizeof member);
    return true;
}

/* Adds a member from its declaration in C. */
static bool add_declared(struct sheet *sheet, struct listing_record *record, uint32_t offset)
{
    struct listing *listing = sheet->listing;
    bool is_sound = true;
    uint32_t bit = 0, width = 0;
    bool has_bit = read_number(sheet, BIT, &bit, &is_sound), has_width = read_number(sheet, WIDTH, &width, &is_sound);
    if (!is_sound)
        return false;
    if (has_width && (width > 64 || bit + width > 64))
        return listing_fail(listing, "a bit-field has at most 64 bits");
    const char *text = arena_format(listing->file->arena, "%s %s%s", cell_of(sheet, TYPE), cell_of(sheet, MEMBER),
                                    cell_of(sheet, ARRAY));
    if (has_width)
        text = arena_format(listing->file->arena, "%s : %lu", text, (unsigned long)width);
    text = arena_format(listing->file->arena, "%s; //0x%lx", text, (unsigned long)offset);
    size_t before = record->members.size;
    if (!listing_read_member(listing, record, text))
        return false;
    if (record->members.size == before)
        return listing_fail(listing, "'%s' is no member", cell_of(sheet, MEMBER));
    struct listing_member *member = (void *)(record->members.data + before);
    member->has_bit = has_width && has_bit;
    member->bit = (uint8_t)bit;
    return true;
}

/* Sets an error if an earlier line has the member of this one. */
static bool is_first(struct sheet *sheet)
{
    struct listing *listing = sheet->listing;
    const char *structure = cell_of(sheet, STRUCTURE), *member = cell_of(sheet, MEMBER);
    const char *text = arena_format(listing->file->arena, "%s/%s", structure, member);
    const char *key = listing_name(listing, text, strlen(text));
    uintptr_t above = (uintptr_t)map_get(sheet->lines, key);
    if (above)
        return listing_fail(listing, "'%s' has the member '%s' in line %lu, too", structure, member,
                            (unsigned long)above);
    map_set(sheet->lines, key, (void *)(uintptr_t)listing->line);
    return true;
}

/* Reads the current line as a member. */
static bool read_row(struct sheet *sheet)
{
    static const char *const words[] = {"const ", "volatile ", "struct ", "union "};
    struct listing *listing = sheet->listing;
    const char *structure = cell_of(sheet, STRUCTURE), *type = cell_of(sheet, TYPE);
    bool is_sound = true, is_union = false;
    uint32_t size, offset;
    if (!*structure || !*cell_of(sheet, MEMBER))
        return listing_fail(listing, "there is no %s", *structure ? "member" : "structure");
    if (!is_first(sheet))
        return false;
    struct listing_record *record = find_record(sheet, structure, strlen(structure));
    if (read_number(sheet, SIZE, &size, &is_sound)) {
        if (record->has_size && record->size != size)
            return listing_fail(listing, "'%s' has 0x%lX bytes and 0x%lX above: size is that of the structure",
                                structure, (unsigned long)size, (unsigned long)record->size);
        record->size = size;
        record->has_size = record->is_whole = true;
    }
    if (!is_sound || !read_number(sheet, OFFSET, &offset, &is_sound))
        return is_sound ? listing_fail(listing, "there is no offset") : false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncmp(type, words[i], strlen(words[i]))) {
            is_union = words[i][0] == 'u';
            type += strlen(words[i]);
        }
    size_t length = strcspn(type, " *");
    if (is_union)
        find_record(sheet, type, length)->is_union = true;
    if (!type[length] && strchr(type, '.'))
        return add_inner(sheet, record, find_record(sheet, type, length), offset);
    return add_declared(sheet, record, offset);
}

bool listing_read_sheet(struct listing *listing)
{
    struct sheet sheet = {.listing = listing, .inner = map_new(listing->file->arena),
                          .lines = map_new(listing->file->arena),
                          .separator = find_separator(listing->text, listing->end)};
    for (; read_line(&sheet); listing->line++) {
        bool is_empty = sheet.cell_count == 1 && !*sheet.cells[0];
        if (is_empty || find_columns(&sheet)) /* several sheets may follow each other, each with headings */
            continue;
        const char *rest = listing->text, *end = listing->end;
        unsigned line = listing->line;
        if (!sheet.has_columns)
            return listing_fail(listing, "a sheet has the headings structure, offset, type and member");
        if (!read_row(&sheet))
            return false;
        listing->text = rest;
        listing->end = end;
        listing->line = line;
    }
    return true;
}
