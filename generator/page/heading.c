/* Meanings of the headings of published tables: a word, and an arch in brackets behind it. */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "page/build.h"
#include "page/scan.h"

/* In lower case. The longer of two words with the same beginning stands first. */
static const struct {
    const char *heading;
    enum page_column_kind kind;
} headings[] = {
    {"offsets", PAGE_OFFSET},
    {"offset", PAGE_OFFSET},
    {"sizes", PAGE_SIZE},
    {"size", PAGE_SIZE},
    {"definitions", PAGE_DEFINITION},
    {"definition", PAGE_DEFINITION},
    {"declarations", PAGE_DEFINITION},
    {"declaration", PAGE_DEFINITION},
    {"names", PAGE_NAME},
    {"name", PAGE_NAME},
    {"symbols", PAGE_NAME},
    {"symbol", PAGE_NAME},
    {"masks", PAGE_MASK},
    {"mask", PAGE_MASK},
    {"bits", PAGE_BIT},
    {"bit", PAGE_BIT},
    {"values", PAGE_VALUE},
    {"value", PAGE_VALUE},
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
    {"alpha", "alpha"},    {"mips", "mips"},     {"ppc", "ppc"},
};

static bool is_word_byte(char c)
{
    return ascii_is_name(c) || (unsigned char)c >= 0x80;
}

/* Returns the length of `word` if the text begins with it, ignoring case, and it ends there. */
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

/* Reads "x86 offset", "Size x64", "Size, 64-bit": an arch without brackets. */
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

struct page_column page_column_make(struct arena *arena, const char *heading)
{
    struct page_column column;
    size_t size = strlen(heading);
    size_t length = page_column_scan(arena, heading, size, &column);
    if ((!length || length != size) && !scan_loose(arena, heading, &column))
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
