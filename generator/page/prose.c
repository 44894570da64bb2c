#include <string.h>

#include "base/ascii.h"
#include "page/table_parts.h"

static const char *const articles[] = {"the", "this", NULL};
static const char *const kinds[] = {"structures", "structure", "struct", "union", "enumeration", "enum", "type", NULL};

static const char *copy_name(struct arena *arena, const char *text)
{
    return arena_copy(arena, text, scan_capitals(text));
}

const char *page_prose_heading(struct arena *arena, const char *text)
{
    struct scan scan = {scan_plain(arena, text)};
    scan_any(&scan, articles);
    scan_any(&scan, kinds);
    scan_lines(&scan);
    const char *name = scan.at;
    size_t length = scan_capitals(name);
    if (!length || length > 255)
        return NULL;
    scan.at += length;
    scan_any(&scan, kinds);
    return scan_end(&scan) ? copy_name(arena, name) : NULL;
}

const char *page_prose_subject(struct arena *arena, const char *text)
{
    const char *plain = scan_plain(arena, text);
    for (const char *at = plain; *at; at++) {
        struct scan scan = {at};
        if ((at > plain && ascii_is_name(at[-1])) || (*at != 'T' && *at != 't') || !scan_any(&scan, articles))
            continue;
        scan_lines(&scan);
        const char *name = scan.at;
        size_t length = scan_capitals(name);
        scan.at += length;
        if (length && length < 256 &&
            (scan_any(&scan, kinds) || (memchr(name, '_', length) && scan_words(&scan, "is"))))
            return copy_name(arena, name);
    }
    return NULL;
}

bool page_prose_is_union(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        struct scan behind = {at + length}, before = {at - text >= 6 ? at - 6 : ""};
        if ((at > text && ascii_is_name(at[-1])) || ascii_is_name(at[length]))
            continue;
        if (scan_words(&behind, "union") || scan_words(&before, "union"))
            return true;
    }
    return false;
}

/* ---- Sizes ---- */

static const char *const both_words[] = {"in both 32-bit and 64-bit Windows", "in both 32-bit and 64-bit builds",
                                         "on both x86 and x64", "in both x86 and x64 Windows", NULL};
static const char *const each_words[] = {"in 32-bit and 64-bit Windows", "in 32-bit and 64-bit builds",
                                         "on x86 and x64", "in x86 and x64 Windows", NULL};
static const char *const x86_words[] = {"in 32-bit Windows", "in x86 Windows", "on x86", "(x86)", "(32-bit)", NULL};
static const char *const x64_words[] = {"in 64-bit Windows", "in x64 Windows", "on x64", "(x64)", "(64-bit)", NULL};
static const char *const joints[] = {"or", "and", "but", ", and", ", but", NULL};

struct sizes {
    uint64_t of[2]; /* x86, x64 */
    size_t count;
    bool is_both; /* one for both, as the text says */
};

/* Reads "0x10 bytes in both 32-bit and 64-bit Windows", "0x18 or 0x28 bytes in 32-bit and 64-bit Windows", "0x18 bytes
 * in 32-bit Windows and 0x28 bytes in 64-bit Windows", "0x18 (x86) or 0x28 (x64) bytes", "0x10 bytes". */
static bool read_sizes(struct scan *scan, struct sizes *sizes)
{
    *sizes = (struct sizes){.count = 1};
    if (!scan_number(scan, &sizes->of[0]))
        return false;
    bool is_marked = scan_any(scan, x86_words), is_unit = scan_words(scan, "bytes");
    is_marked |= is_unit && scan_any(scan, x86_words);
    struct scan next = *scan;
    if ((is_marked || !is_unit) && scan_any(&next, joints) && scan_number(&next, &sizes->of[1])) {
        bool is_other = scan_any(&next, x64_words);
        is_unit |= scan_words(&next, "bytes");
        is_other |= scan_any(&next, x64_words) || (!is_marked && scan_any(&next, each_words));
        sizes->count = 2;
        *scan = next;
        scan_words(scan, ", respectively");
        return is_unit && is_other;
    }
    sizes->is_both = !is_marked && is_unit && scan_any(scan, both_words);
    return !is_marked && is_unit;
}

static bool at_sentence_end(struct scan *scan)
{
    return scan_end(scan) || *scan->at == '.' || *scan->at == ':' || *scan->at == ';';
}

/* Adds the sizes for `in`; NULL: for all versions that no other size names. False if the arches of the sizes are
 * unknown. */
static bool add_sizes(struct importer *importer, const struct sizes *sizes, const struct version_set *in,
                      struct spec_cell *cell)
{
    const struct spec_document *document = importer->document;
    if (!cell->column_count)
        *cell = spec_cell_new(importer->arena, sizes->count == 2 ? document->arch_count : 1);
    if (sizes->count == 2 ? document->arch_count < 2 || cell->column_count == 1
                          : cell->column_count > 1 && !sizes->is_both)
        return false;
    for (size_t i = 0; i < cell->column_count; i++) {
        const char *arch = document->arch_count ? document->arches[i] : "";
        if (sizes->count == 2 && strcmp(arch, "x86") != 0 && strcmp(arch, "x64") != 0)
            continue;
        struct spec_alternative *size = ARENA_NEW(importer->arena, struct spec_alternative);
        *size = (struct spec_alternative){.kind = SPEC_NUMBER, .is_bare = !in, .next = NULL};
        size->number = sizes->of[sizes->count == 2 && !strcmp(arch, "x64")];
        if (in)
            size->in = *in;
        size->next = (struct spec_alternative *)cell->columns[i];
        cell->columns[i] = size;
    }
    return true;
}

/* Reads a change in later versions: "An addition for version 6.3 lengthens the structure to 0x14 bytes." */
static bool read_growth(struct importer *importer, const char *sentence, size_t length, struct spec_cell *cell)
{
    struct version_set in = {0};
    for (const char *at = sentence; at < sentence + length; at++) {
        struct scan scan = {at};
        struct sizes sizes;
        if (at > sentence && ascii_is_name(at[-1]))
            continue;
        if (!in.count && scan_words(&scan, "version") && page_versions_read_range(&importer->versions, &scan, &in)) {
            in = version_set_range(importer->arena, in.ranges[0].from, VERSION_END);
            for (size_t i = 0; i < cell->column_count; i++)
                if (cell->columns[i] && !cell->columns[i]->is_bare)
                    return false; /* one change is told apart, more are not */
        } else if (in.count && scan_words(&scan, "to") && read_sizes(&scan, &sizes)) {
            return at_sentence_end(&scan) && add_sizes(importer, &sizes, &in, cell);
        }
    }
    return false;
}

/* Returns the length up to a full stop with a blank behind it, or to the end. */
static size_t sentence_length(const char *text)
{
    size_t length = 0;
    while (text[length] && !(text[length] == '.' && (text[length + 1] == ' ' || !text[length + 1])))
        length++;
    return length;
}

static bool tells_bytes(const char *text, size_t length)
{
    for (size_t i = 0; i + 2 < length; i++) {
        struct scan scan = {text + i};
        uint64_t number;
        if (!strncmp(text + i, "0x", 2) && scan_number(&scan, &number) && scan_words(&scan, "bytes"))
            return true;
    }
    return false;
}

/* Reads the rest of a paragraph whose first size has been read. */
static bool read_rest(struct importer *importer, const char *text, bool is_first, struct spec_cell *cell)
{
    while (*text) {
        size_t length = sentence_length(text);
        if (tells_bytes(text, length)) {
            if (!read_growth(importer, text, length, cell))
                return false;
            is_first = false;
        }
        text += length;
        text += *text == '.';
    }
    return !is_first;
}

enum prose_size page_prose_size(struct importer *importer, const char *text, const char *name, struct spec_cell *cell,
                                const char **words)
{
    static const char *const other_times[] = {"nowadays", "now", "currently", NULL};
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        struct scan scan = {at + length}, number;
        struct sizes sizes;
        uint64_t first;
        if ((at > text && ascii_is_name(at[-1])) || ascii_is_name(at[length]))
            continue;
        scan_any(&scan, kinds);
        if (!scan_words(&scan, "is"))
            continue;
        bool is_first = scan_words(&scan, "originally");
        bool is_last = !is_first && scan_any(&scan, other_times);
        if (!is_first && !is_last)
            scan_words(&scan, "always");
        number = scan;
        if (!scan_number(&number, &first))
            continue;
        *cell = (struct spec_cell){0};
        if (!is_last && read_sizes(&scan, &sizes) && at_sentence_end(&scan) &&
            add_sizes(importer, &sizes, NULL, cell) && read_rest(importer, scan.at, is_first, cell))
            return PROSE_SIZE;
        if (!scan_words(&number, "bytes") && !scan_any(&number, joints) && !scan_any(&number, x86_words))
            continue;
        *cell = (struct spec_cell){0};
        *words = at;
        return PROSE_SIZE_UNREAD;
    }
    return PROSE_NO_SIZE;
}
