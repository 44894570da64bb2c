#include "page/build.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/source.h"
#include "base/utf8.h"
#include "page/scan.h"

enum { REPLACEMENT = 0xFFFD, MARK_EVERY = 256 };

void page_report(const struct page_builder *builder, size_t at, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    const struct source *source = builder->source;
    size_t begin = page_locate(builder, at).source;
    size_t end = begin;
    while (end < source->size && source->text[end] != '\n' && source->text[end] != '\r')
        end++;
    struct span span = {source->base + (uint32_t)begin, source->base + (uint32_t)end};
    diag_report(builder->diags, DIAG_UNREAD, span, "%s", buffer_text(&text));
    buffer_free(&text);
}

/* Spaces of other scripts and of typesetting, and characters without width, in UTF-8. */
static const char *const blanks[] = {
    "\xC2\xA0",     "\xC2\x85",     "\xC2\xAD",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82",
    "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89",
    "\xE2\x80\x8A", "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
    "\xE2\x81\x9F", "\xE2\x81\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF",
};

size_t page_blank_length(const char *text, size_t size)
{
    if (!size)
        return 0;
    unsigned char c = (unsigned char)*text;
    if (c <= ' ' || c == 0x7F)
        return 1;
    if (c < 0xC2)
        return 0;
    if (c == 0xC2 && size > 1 && (unsigned char)text[1] < 0xA0)
        return 2; /* a control character from 0x80 to 0x9F */
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        size_t length = strlen(blanks[i]);
        if (length <= size && !memcmp(text, blanks[i], length))
            return length;
    }
    return 0;
}

const char *page_fold(struct arena *arena, const char *text, size_t size, bool with_lines)
{
    struct buffer out = {0};
    char pending = '\0'; /* blank that is written before the next word */
    for (size_t at = 0; at < size;) {
        size_t length = page_blank_length(text + at, size - at);
        if (length) {
            if (with_lines && text[at] == '\n')
                pending = '\n';
            else if (!pending)
                pending = ' ';
            at += length;
            continue;
        }
        if (pending && out.size)
            buffer_add_char(&out, pending);
        pending = '\0';
        buffer_add_char(&out, text[at++]);
    }
    const char *copy = out.size ? arena_copy(arena, out.data, out.size) : "";
    buffer_free(&out);
    return copy;
}

const char *page_excerpt(struct arena *arena, const char *text)
{
    enum { QUOTED_MOST = 60 };
    size_t size = 0;
    while (text[size] && size < QUOTED_MOST)
        size++;
    while (size && ((unsigned char)text[size] & 0xC0) == 0x80)
        size--;
    return arena_format(arena, "%s%s", page_fold(arena, text, size, false), text[size] ? "..." : "");
}

struct page_block *page_text_new(const struct page_builder *builder, const char *text, size_t at, bool is_heading)
{
    struct page_block *block = ARENA_NEW(builder->arena, struct page_block);
    *block = (struct page_block){.text = text, .is_heading = is_heading, .line = page_locate(builder, at).line};
    return block;
}

struct page_block *page_table_new(const struct page_builder *builder, const struct page_column *columns, size_t count,
                                  size_t at)
{
    struct page_block *block = ARENA_NEW(builder->arena, struct page_block);
    *block = (struct page_block){.column_count = count, .line = page_locate(builder, at).line};
    block->columns = arena_copy_array(builder->arena, columns, count, sizeof *columns);
    return block;
}

struct page_row *page_row_new(const struct page_builder *builder, const struct page_block *table, size_t at)
{
    struct page_row *row = ARENA_NEW(builder->arena, struct page_row);
    row->cells = ARENA_ARRAY(builder->arena, struct page_cell, table->column_count);
    row->line = page_locate(builder, at).line;
    for (size_t i = 0; i < table->column_count; i++)
        row->cells[i] = (struct page_cell){.text = "", .line = row->line};
    return row;
}

void page_cell_set(const struct page_builder *builder, struct page_cell *cell, const char *text, size_t at)
{
    struct page_place place = page_locate(builder, at);
    cell->text = text;
    cell->offset = place.source;
    cell->line = place.line;
}

void page_row_lose(const struct page_builder *builder, struct page_row *row, const char *text)
{
    if (*text)
        row->lost = row->lost ? arena_format(builder->arena, "%s\n%s", row->lost, text) : text;
}

void page_blocks_add(struct page_blocks *blocks, struct page_block *block)
{
    if (blocks->last)
        blocks->last->next = block;
    else
        blocks->first = block;
    blocks->last = block;
}

void page_blocks_join(struct page_blocks *blocks, const struct page_blocks *more)
{
    if (!more->first)
        return;
    page_blocks_add(blocks, more->first);
    blocks->last = more->last;
}

/* ---- Bytes to UTF-8, and positions in the UTF-8 back to bytes. */

/* The characters of windows-1252 at 0x80 to 0x9F, where ISO 8859-1 has control characters; 0: no character. */
static const uint16_t windows_1252[] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

static const struct {
    enum page_encoding encoding;
    const char *mark;
    size_t size;
} marks[] = {
    {ENCODING_UTF_8, "\xEF\xBB\xBF", 3},
    {ENCODING_UTF_16_LE, "\xFF\xFE", 2},
    {ENCODING_UTF_16_BE, "\xFE\xFF", 2},
};

/* A character of the source, and its size there in bytes. */
struct character {
    uint32_t code;
    size_t length;
    bool is_bad;
};

static uint32_t utf_16_unit(const unsigned char *bytes, bool is_big)
{
    return is_big ? (uint32_t)(bytes[0] << 8 | bytes[1]) : (uint32_t)(bytes[1] << 8 | bytes[0]);
}

static struct character decode_utf_16(const unsigned char *bytes, size_t size, bool is_big)
{
    if (size < 2)
        return (struct character){REPLACEMENT, 1, true};
    uint32_t unit = utf_16_unit(bytes, is_big);
    if (unit < 0xD800 || unit > 0xDFFF)
        return (struct character){unit, 2, false};
    uint32_t second = size >= 4 ? utf_16_unit(bytes + 2, is_big) : 0;
    if (unit > 0xDBFF || second < 0xDC00 || second > 0xDFFF)
        return (struct character){REPLACEMENT, 2, true};
    return (struct character){0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00), 4, false};
}

static struct character decode_utf_8(const unsigned char *bytes, size_t size)
{
    size_t length = utf8_length((const char *)bytes, size);
    if (!length)
        return (struct character){REPLACEMENT, 1, true};
    uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (bytes[i] & 0x3F);
    return (struct character){code, length, false};
}

static struct character decode_character(enum page_encoding encoding, const char *text, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)text;
    struct character c;
    if (encoding == ENCODING_UTF_8)
        c = decode_utf_8(bytes, size);
    else if (encoding != ENCODING_WINDOWS_1252)
        c = decode_utf_16(bytes, size, encoding == ENCODING_UTF_16_BE);
    else
        c = (struct character){*bytes >= 0x80 && *bytes < 0xA0 ? windows_1252[*bytes - 0x80] : *bytes, 1, false};
    return c.code ? c : (struct character){REPLACEMENT, c.length, true};
}

static size_t encoded_length(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static void encode_character(struct buffer *out, uint32_t code)
{
    size_t length = encoded_length(code);
    if (length == 1) {
        buffer_add_char(out, (char)code);
        return;
    }
    buffer_add_char(out, (char)(0xF00u >> length | code >> 6 * (length - 1)));
    for (size_t i = length - 1; i-- > 0;)
        buffer_add_char(out, (char)(0x80 | (code >> 6 * i & 0x3F)));
}

/* Moves a place in the text forward, character by character, to the position `at`. */
static void place_advance(const struct page_builder *builder, struct page_place *place, size_t at)
{
    const char *text = builder->source->text;
    while (place->text < at) {
        struct character c = {(unsigned char)text[place->source], 1, false};
        if (!builder->is_same)
            c = decode_character(builder->encoding, text + place->source, builder->source->size - place->source);
        place->text += builder->is_same ? 1 : encoded_length(c.code);
        place->source += c.length;
        place->line += c.code == '\n';
    }
}

static void builder_mark_places(struct page_builder *builder)
{
    size_t count = builder->size / MARK_EVERY + 1;
    builder->places = ARENA_ARRAY(builder->arena, struct page_place, count);
    struct page_place place = {0, builder->begin, 1};
    for (size_t i = 0; i < count; i++) {
        place_advance(builder, &place, i * MARK_EVERY);
        builder->places[i] = place;
    }
}

struct page_place page_locate(const struct page_builder *builder, size_t at)
{
    if (at > builder->size)
        at = builder->size;
    /* Marks are at multiples of a distance; if a character lies across one, the mark is behind it. */
    size_t i = at / MARK_EVERY;
    struct page_place place = builder->places[i && builder->places[i].text > at ? i - 1 : i];
    place_advance(builder, &place, at);
    return place;
}

/* Returns the encoding of a text without a mark: UTF-16 if every other byte at its beginning is NUL. */
static enum page_encoding guess_encoding(const struct source *source, enum page_encoding usual)
{
    const char *text = source->text;
    if (source->size < 4 || source->size % 2)
        return usual;
    return text[0] && !text[1] && text[2] && !text[3]   ? ENCODING_UTF_16_LE
           : !text[0] && text[1] && !text[2] && text[3] ? ENCODING_UTF_16_BE
                                                        : usual;
}

struct page_builder page_builder_make(struct arena *arena, const struct source *source, struct diags *diags,
                                      enum page_encoding encoding)
{
    struct page_builder builder = {.arena = arena, .source = source, .diags = diags};
    builder.encoding = guess_encoding(source, encoding);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (source->size >= marks[i].size && !memcmp(source->text, marks[i].mark, marks[i].size)) {
            builder.encoding = marks[i].encoding;
            builder.begin = marks[i].size;
        }
    }
    const char *text = source->text + builder.begin;
    size_t size = source->size - builder.begin;
    if (builder.encoding == ENCODING_UTF_8 && utf8_valid_prefix(text, size) == size && !memchr(text, '\0', size)) {
        builder.text = text;
        builder.size = size;
        builder.is_same = true;
        builder_mark_places(&builder);
        return builder;
    }
    struct buffer out = {0};
    size_t bad = 0, first = 0;
    for (size_t at = 0; at < size;) {
        struct character c = decode_character(builder.encoding, text + at, size - at);
        if (c.is_bad && !bad++)
            first = out.size;
        encode_character(&out, c.code);
        at += c.length;
    }
    builder.size = out.size;
    buffer_add(&out, "\0\0", 2);
    builder.text = arena_copy(arena, out.data, out.size);
    buffer_free(&out);
    builder_mark_places(&builder);
    if (bad)
        page_report(&builder, first, "%zu character%s that %s not text, the first here: read as U+FFFD", bad,
                    bad == 1 ? "" : "s", bad == 1 ? "is" : "are");
    return builder;
}

struct text_line text_line_at(const struct page_builder *builder, size_t at)
{
    const char *end = memchr(builder->text + at, '\n', builder->size - at);
    size_t stop = end ? (size_t)(end - builder->text) : builder->size;
    struct text_line line = {at, 0, stop + (end != NULL)};
    while (line.begin < stop && strchr(" \t\r", builder->text[line.begin]))
        line.begin++;
    while (stop > line.begin && strchr(" \t\r", builder->text[stop - 1]))
        stop--;
    line.size = stop - line.begin;
    return line;
}

/* ---- Headings: a word, and an arch in brackets behind it */

/* Words of headings in lower case. If two begin alike, the longer one comes first. */
static const struct {
    const char *heading;
    enum page_column_kind kind;
} headings[] = {
    {"offsets", PAGE_OFFSET},
    {"offset", PAGE_OFFSET},
    {"sizes", PAGE_SIZE},
    {"size", PAGE_SIZE},
    {"whole structure", PAGE_SIZE},
    {"definition or description", PAGE_DEFINITION},
    {"definition or descriptions", PAGE_DEFINITION},
    {"definitions", PAGE_DEFINITION},
    {"definition", PAGE_DEFINITION},
    {"declarations", PAGE_DEFINITION},
    {"declaration", PAGE_DEFINITION},
    {"prototypes", PAGE_DEFINITION},
    {"prototype", PAGE_DEFINITION},
    {"method", PAGE_DEFINITION},
    {"names", PAGE_NAME},
    {"name or names", PAGE_NAME},
    {"symbolic names", PAGE_NAME},
    {"symbolic name", PAGE_NAME},
    {"members", PAGE_NAME},
    {"member", PAGE_NAME},
    {"fields", PAGE_NAME},
    {"field", PAGE_NAME},
    {"name", PAGE_NAME},
    {"symbols", PAGE_NAME},
    {"symbol", PAGE_NAME},
    {"masks", PAGE_MASK},
    {"mask", PAGE_MASK},
    {"bits", PAGE_BIT},
    {"bit", PAGE_BIT},
    {"values", PAGE_VALUE},
    {"value", PAGE_VALUE},
    {"applicable versions", PAGE_VERSIONS},
    {"supported versions", PAGE_VERSIONS},
    {"windows versions", PAGE_VERSIONS},
    {"windows version", PAGE_VERSIONS},
    {"os versions", PAGE_VERSIONS},
    {"os version", PAGE_VERSIONS},
    {"versions (tentative)", PAGE_VERSIONS},
    {"versions", PAGE_VERSIONS},
    {"version", PAGE_VERSIONS},
    {"remarks", PAGE_REMARKS},
    {"remark", PAGE_REMARKS},
    {"structure", PAGE_STRUCTURE},
    {"struct", PAGE_STRUCTURE},
    {"enum", PAGE_STRUCTURE},
};

/* Names that pages use for an arch, and its name in specs. */
static const struct {
    const char *text, *arch;
} arches[] = {
    {"x86", "x86"},        {"x86pae", "x86pae"}, {"x64", "x64"},   {"x64la57", "x64la57"}, {"arm64", "arm64"},
    {"x86 pae", "x86pae"}, {"pae", "x86pae"},    {"i386", "x86"},  {"amd64", "x64"},       {"32-bit", "x86"},
    {"64-bit", "x64"},     {"x86-64", "x64"},    {"ia64", "ia64"}, {"aarch64", "arm64"},   {"arm", "arm"},
    {"alpha", "alpha"},    {"mips", "mips"},     {"ppc", "ppc"},   {"non-pae", "x86"},      {"win32", "x86"},
    {"win64", "x64"},      {"32 bit", "x86"},    {"64 bit", "x64"}, {"x86_64", "x64"},
};

static bool is_word_byte(char c)
{
    return ascii_is_name(c) || (unsigned char)c >= 0x80;
}

/* Returns the length of `word` if the text begins with it as a whole word, ignoring case; else 0. */
static size_t scan_word(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    if (length > size || (length < size && is_word_byte(text[length])))
        return 0;
    for (size_t i = 0; i < length; i++)
        if (ascii_lower(text[i]) != word[i])
            return 0;
    return length;
}

const char *page_arch_find(const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < sizeof arches / sizeof *arches; i++)
        if (strlen(arches[i].text) == size && scan_word(text, size, arches[i].text))
            return arches[i].arch;
    return NULL;
}

size_t page_column_scan(struct arena *arena, const char *text, size_t size, struct page_column *column)
{
    *column = (struct page_column){.kind = PAGE_OTHER};
    size_t length = 0;
    for (size_t i = 0; !length && i < sizeof headings / sizeof *headings; i++) {
        length = scan_word(text, size, headings[i].heading);
        column->kind = headings[i].kind;
    }
    if (!length) {
        column->kind = PAGE_OTHER;
        return 0;
    }
    size_t open = length;
    while (open < size && text[open] == ' ')
        open++;
    const char *close = open < size && text[open] == '(' ? memchr(text + open, ')', size - open) : NULL;
    if (close) {
        column->arch = page_arch_find(page_fold(arena, text + open + 1, (size_t)(close - text) - open - 1, false));
        length = (size_t)(close - text) + 1;
    }
    column->heading = page_fold(arena, text, length, false);
    return length;
}

/* Reads "SESSION (Size (x86))": the name of a structure and the heading below it. */
static bool scan_structure(struct arena *arena, const char *heading, struct page_column *column)
{
    size_t length = 0, size = strlen(heading);
    while (ascii_is_name(heading[length]))
        length++;
    if (!length || size < length + 4 || memcmp(heading + length, " (", 2) != 0 || heading[size - 1] != ')')
        return false;
    size_t rest = size - length - 3;
    if (page_column_scan(arena, heading + length + 2, rest, column) != rest || column->kind != PAGE_SIZE)
        return false;
    column->structure = arena_copy(arena, heading, length);
    return true;
}

/* Reads "x86 offset", "Size x64", "Size, 64-bit": a heading and an arch without brackets. */
static bool scan_loose(struct arena *arena, const char *heading, struct page_column *column)
{
    size_t size = strlen(heading);
    for (size_t at = 1; at + 1 < size; at++) {
        if (heading[at] != ' ')
            continue;
        size_t end = heading[at - 1] == ',' ? at - 1 : at, rest = size - at - 1;
        const char *first = page_fold(arena, heading, end, false), *second = heading + at + 1;
        const char *arch = page_arch_find(first);
        if (arch && page_column_scan(arena, second, rest, column) == rest && !column->arch) {
            column->arch = arch;
            return true;
        }
        arch = page_arch_find(second);
        if (arch && page_column_scan(arena, heading, end, column) == end && !column->arch) {
            column->arch = arch;
            return true;
        }
    }
    return false;
}

/* Reads "Intel's Symbolic Name": an owner and a heading. */
static bool scan_owned(struct arena *arena, const char *heading, struct page_column *column)
{
    size_t length = strcspn(heading, " "), size = strlen(heading);
    if (length < 3 || length == size || heading[length - 1] != 's' || !strchr("'\x99", heading[length - 2]))
        return false;
    return page_column_scan(arena, heading + length + 1, size - length - 1, column) == size - length - 1;
}

struct page_column page_column_make(struct arena *arena, const char *heading)
{
    struct page_column column;
    size_t size = strlen(heading);
    size_t length = page_column_scan(arena, heading, size, &column);
    if ((!length || length != size) && !scan_structure(arena, heading, &column) &&
        !scan_loose(arena, heading, &column) && !scan_owned(arena, heading, &column))
        column = (struct page_column){.kind = PAGE_OTHER, .arch = length ? NULL : page_arch_find(heading)};
    column.heading = heading;
    return column;
}

size_t page_columns_settle(struct page_column *columns, size_t count)
{
    bool has[PAGE_OTHER + 1] = {false};
    for (size_t i = 0; i < count; i++)
        has[columns[i].kind] = true;
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        struct page_column *column = &columns[i];
        if (column->kind == PAGE_OTHER && column->arch) {
            if (has[PAGE_DEFINITION] && !has[PAGE_OFFSET])
                column->kind = PAGE_OFFSET;
            else if (has[PAGE_VERSIONS] && !has[PAGE_SIZE])
                column->kind = PAGE_SIZE;
        }
        known += column->kind != PAGE_OTHER;
    }
    return known;
}
