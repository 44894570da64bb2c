#include <string.h>

#include "base/ascii.h"
#include "page/table_parts.h"

static const char *const articles[] = {"the", "this", NULL};
static const char *const kinds[] = {"structures", "structure", "struct", "union", "enumeration", "enum", "type", NULL};

static const char *const continuations[] = {"continuation", "continued", NULL};

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
    const char *name = scan.next;
    size_t length = scan_capitals(name);
    if (!length || length > 255)
        return NULL;
    scan.next += length;
    scan_any(&scan, kinds);
    /* Skip text in brackets, such as "(i386)" or "(5.2 SP1 To 6.1)". */
    struct scan next = scan;
    const char *close = scan_char(&next, '(') ? strchr(next.next, ')') : NULL;
    if (close)
        scan.next = close + 1;
    scan_any(&scan, continuations);
    return scan_end(&scan) ? copy_name(arena, name) : NULL;
}

const char *page_prose_arch(struct arena *arena, const char *text)
{
    static const struct {
        const char *words, *arch;
    } systems[] = {{"32-bit Windows", "x86"}, {"64-bit Windows", "x64"}};
    const char *found = NULL;
    for (const char *at = text; *at; at++) {
        const char *arch = NULL;
        size_t length = strcspn(at, ")");
        struct scan scan = {at};
        if (*at == '(' && at[length])
            arch = page_arch_find(arena_copy(arena, at + 1, length - 1));
        for (size_t i = 0; i < 2 && !arch && (at == text || !ascii_is_name(at[-1])); i++)
            arch = scan_words(&scan, systems[i].words) ? systems[i].arch : NULL;
        if (arch && found && strcmp(arch, found) != 0)
            return NULL;
        found = arch ? arch : found;
    }
    return found;
}

const char *page_prose_subject(struct arena *arena, const char *text)
{
    const char *plain = scan_plain(arena, text);
    for (const char *at = plain; *at; at++) {
        struct scan scan = {at};
        if ((at > plain && ascii_is_name(at[-1])) || (*at != 'T' && *at != 't') || !scan_any(&scan, articles))
            continue;
        scan_lines(&scan);
        const char *name = scan.next;
        size_t length = scan_capitals(name);
        scan.next += length;
        if (length && length < 256 &&
            (scan_any(&scan, kinds) || (memchr(name, '_', length) && scan_words(&scan, "is"))))
            return copy_name(arena, name);
    }
    return NULL;
}

/* Returns the structure that a paragraph begins with: "The LOOKASIDE_LIST_EX, which ...". */
static const char *read_opening(struct arena *arena, const char *text)
{
    struct scan scan = {scan_plain(arena, text)};
    if (!scan_any(&scan, articles))
        return NULL;
    scan_lines(&scan);
    size_t length = scan_capitals(scan.next);
    return length && length < 256 && memchr(scan.next, '_', length) ? copy_name(arena, scan.next) : NULL;
}

/* Returns the last name in a paragraph that it calls a structure: "an array of EVENT_ID structures". */
static const char *read_mention(struct arena *arena, const char *text)
{
    const char *found = NULL;
    for (const char *at = text; *at; at++) {
        struct scan scan = {at};
        size_t length = at == text || !ascii_is_name(at[-1]) ? scan_capitals(at) : 0;
        scan.next += length;
        if (length && length < 256 && (scan_words(&scan, "structures") || scan_words(&scan, "structure")))
            found = arena_copy(arena, at, length);
    }
    return found;
}

const char *page_prose_topic(struct arena *arena, const struct page_block *before)
{
    const char *opening = NULL, *mention = NULL;
    for (const struct page_block *block = before; block && block->text; block = block->next) {
        if (block->is_heading)
            opening = mention = NULL;
        const char *here = block->is_heading ? NULL : read_opening(arena, block->text);
        opening = here && !opening ? here : opening;
        here = block->is_heading ? NULL : read_mention(arena, scan_plain(arena, block->text));
        mention = here ? here : mention;
    }
    return opening ? opening : mention;
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

/* ---- Sizes */

static const char *const systems_both[] = {"in both 32-bit and 64-bit Windows", "in both 32-bit and 64-bit builds",
                                           "on both x86 and x64", "in both x86 and x64 Windows", NULL};
static const char *const systems_each[] = {"in 32-bit and 64-bit Windows", "in 32-bit and 64-bit builds",
                                           "on x86 and x64", "in x86 and x64 Windows", NULL};
static const char *const systems_x86[] = {"in 32-bit Windows", "in 32-bit builds", "in x86 Windows", "on x86",
                                          "(x86)", "(32-bit)", NULL};
static const char *const systems_x64[] = {"in 64-bit Windows", "in 64-bit builds", "in x64 Windows", "on x64",
                                          "(x64)", "(64-bit)", NULL};
static const char *const joints[] = {"or", "and", "but", ", and", ", but", NULL};

/* The sizes in a sentence: one size, or one for each of x86 and x64. */
struct sizes {
    uint64_t of[2]; /* size on x86, size on x64 */
    size_t count;
};

static bool skip_respectively(struct scan *scan)
{
    bool is_there = scan_words(scan, ", respectively") || scan_words(scan, "respectively");
    if (is_there && scan->next[0] == ',' && scan->next[1] == ' ')
        scan->next++;
    return is_there;
}

/* Skips the release of Windows after "64-bit Windows", such as " 10". */
static void skip_release(struct scan *scan)
{
    static const char *const releases[] = {"10", "8.1", "8", "7", "Vista", "XP", NULL};
    scan_any(scan, releases);
}

/* Reads "0x10 bytes in both 32-bit and 64-bit Windows", "0x18 or 0x28 bytes in 32-bit and 64-bit Windows", "0x18 bytes
 * in 32-bit Windows and 0x28 bytes in 64-bit Windows", "0x18 (x86) or 0x28 (x64) bytes", "0x10 bytes". */
static bool read_sizes(struct scan *scan, struct sizes *sizes)
{
    *sizes = (struct sizes){.count = 1};
    if (!scan_number(scan, &sizes->of[0]))
        return false;
    bool is_marked = scan_any(scan, systems_x86), is_unit = scan_words(scan, "bytes");
    is_marked |= is_unit && scan_any(scan, systems_x86);
    struct scan next = *scan;
    if ((is_marked || !is_unit) && scan_any(&next, joints) && scan_number(&next, &sizes->of[1])) {
        bool is_other = scan_any(&next, systems_x64);
        is_unit |= scan_words(&next, "bytes");
        skip_respectively(&next);
        is_other |= scan_any(&next, systems_x64) || (!is_marked && scan_any(&next, systems_each));
        sizes->count = 2;
        *scan = next;
        skip_release(scan);
        skip_respectively(scan);
        return is_unit && is_other;
    }
    if (is_marked || !is_unit)
        return false;
    if (scan_any(scan, systems_both) || scan_any(scan, systems_each))
        skip_release(scan);
    skip_respectively(scan);
    return true;
}

/* ---- Versions of a statement */

/* Reads the versions after sizes: "in version 4.0 and higher", "in all versions since 3.50", "since its change for
 * Windows 7", "in the 2004 release". Reads nothing if there are none. */
static void read_versions(struct importer *importer, struct scan *scan, struct version_set *in)
{
    static const char *const openings[] = {"in all known versions from",
                                           "in all versions from",
                                           "in all known versions since",
                                           "in all versions since",
                                           "for all versions",
                                           "for versions",
                                           "in versions",
                                           "in version",
                                           "before version",
                                           "since its one change for",
                                           "since its change for",
                                           "since version",
                                           "since",
                                           "in the",
                                           NULL};
    struct scan next = *scan;
    scan_char(&next, ',');
    struct scan opening = next;
    if (!scan_any(&next, openings))
        return;
    bool is_upward = false, is_before = scan_words(&opening, "before");
    for (const char *at = opening.next; at < next.next; at++)
        is_upward |= !strncmp(at, "since", 5) || !strncmp(at, "from", 4);
    struct version_set range, all = {0};
    while (page_versions_read_range(&importer->versions, &next, &range)) {
        all = version_set_union(importer->arena, all, range);
        *scan = next;
        if (!scan_words(&next, "and") && !scan_words(&next, "to") && !scan_char(&next, ','))
            break;
    }
    page_versions_forget(&importer->versions);
    if (!all.count)
        return;
    if (is_upward)
        all = version_set_range(importer->arena, all.ranges->from, VERSION_END);
    *in = is_before ? version_set_range(importer->arena, 0, all.ranges->from) : all;
    scan_words(scan, "release");
}

/* Finds versions among the words before a size: "version 6.3", "versions 4.0 and 5.0". */
static void find_versions(struct importer *importer, const char *text, const char *end, struct version_set *in)
{
    for (const char *at = text; at < end && !in->count; at++) {
        struct scan scan = {at};
        struct version_set range;
        if ((at > text && ascii_is_name(at[-1])) || (!scan_words(&scan, "versions") && !scan_words(&scan, "version")))
            continue;
        while (scan.next < end && page_versions_read_range(&importer->versions, &scan, &range)) {
            *in = version_set_union(importer->arena, *in, range);
            if (!scan_words(&scan, "and"))
                break;
        }
    }
    page_versions_forget(&importer->versions);
}

/* ---- Statements */

/* Adds sizes for the versions `in`. If `in` is empty, they hold for all versions that no other size names. Returns
 * false if the arches of the sizes are unknown, or if two sentences are about all versions. */
static bool add_sizes(struct importer *importer, const struct sizes *sizes, const struct version_set *in,
                      struct spec_cell *cell)
{
    const struct spec_document *document = importer->document;
    if (sizes->count == 2 && document->arch_count < 2)
        return false;
    if (!cell->column_count)
        *cell = spec_cell_new(importer->arena, document->arch_count > 1 ? document->arch_count : 1);
    for (size_t i = 0; i < cell->column_count; i++) {
        const char *arch = document->arch_count ? document->arches[i] : "";
        if (sizes->count == 2 && strcmp(arch, "x86") != 0 && strcmp(arch, "x64") != 0)
            continue;
        struct spec_alternative *size = ARENA_NEW(importer->arena, struct spec_alternative);
        *size = (struct spec_alternative){.kind = SPEC_NUMBER, .is_bare = !in->count, .versions = *in};
        size->number = sizes->of[sizes->count == 2 && !strcmp(arch, "x64")];
        const struct spec_alternative **end = &cell->columns[i];
        for (; *end; end = (const struct spec_alternative **)&((struct spec_alternative *)*end)->next)
            if ((*end)->is_bare && size->is_bare)
                return false;
        *end = size;
    }
    return true;
}

/* Openings of further sentences about sizes. `is_upward` means that the size holds from the versions on. */
static const struct {
    const char *words;
    bool is_upward;
} statements[] = {
    {"it is originally", false}, {"it was originally", false}, {"it was only", false}, {"it is only", false},
    {"it is", false},            {"it was", false},            {"but is only", false}, {"but is", false},
    {"but was", false},          {"it began as", false},       {"but began as", false},
    {"structure to", true},      {"it to", true},      {"grows to", true},           {"grew to", true},
};

enum { STATEMENT_COUNT = sizeof statements / sizeof *statements };

/* Reads the opening of a sentence with versions: "in version 3.10 is". */
static bool read_dated_opening(struct importer *importer, struct scan *scan, struct version_set *in)
{
    struct scan next = *scan;
    if ((!scan_words(&next, "in version") && !scan_words(&next, "in versions")) ||
        !page_versions_read_range(&importer->versions, &next, in))
        return false;
    page_versions_forget(&importer->versions);
    scan_char(&next, ',');
    scan_words(&next, "it");
    if (!scan_words(&next, "is") && !scan_words(&next, "was"))
        return false;
    *scan = next;
    return true;
}

/* Reads the statements about sizes in a sentence. The words about the versions of the first one begin at `begin`.
 * Returns false if one cannot be read. */
static bool read_statements(struct importer *importer, const char *begin, const char *sentence, size_t length,
                            struct spec_cell *cell)
{
    for (const char *at = sentence; at < sentence + length; at++) {
        if ((at > sentence && ascii_is_name(at[-1])) || *at == ' ')
            continue;
        for (size_t i = 0; i <= STATEMENT_COUNT; i++) {
            struct scan scan = {at};
            struct sizes sizes;
            struct version_set in = {0};
            uint64_t number;
            bool is_there = i < STATEMENT_COUNT ? scan_words(&scan, statements[i].words)
                                                : read_dated_opening(importer, &scan, &in);
            if (!is_there)
                continue;
            struct scan first = scan;
            if (!scan_number(&first, &number) || !strstr(first.next, "bytes"))
                break;
            if (!read_sizes(&scan, &sizes))
                return false;
            if (!in.count)
                read_versions(importer, &scan, &in);
            if (!in.count)
                find_versions(importer, begin, scan.next, &in);
            if (i < STATEMENT_COUNT && statements[i].is_upward && in.count)
                in = version_set_range(importer->arena, in.ranges->from, VERSION_END);
            if (!add_sizes(importer, &sizes, &in, cell))
                return false;
            begin = at = scan.next;
            break;
        }
    }
    return true;
}

/* Reads the rest of a paragraph after its first size. */
static bool read_rest(struct importer *importer, const char *text, struct spec_cell *cell)
{
    while (*text) {
        /* The sentence ends at a full stop with a blank after it, or at the end of the text. */
        size_t length = 0;
        while (text[length] && !(text[length] == '.' && (text[length + 1] == ' ' || !text[length + 1])))
            length++;
        if (!read_statements(importer, text, text, length, cell))
            return false;
        text += length;
        text += *text == '.';
    }
    return true;
}

/* Finds the verb after the name of the structure. Returns false if the sentence is about something else. */
static bool skip_subject(struct scan *scan, bool *is_other)
{
    static const char *const adverbs[] = {"always", "only", "just", NULL};
    static const char *const other_times[] = {"originally", "nowadays", "now", "currently", NULL};
    scan_any(scan, kinds);
    if (scan_words(scan, "for 32-bit Windows") || scan_words(scan, "for 64-bit Windows"))
        scan_any(scan, kinds);
    if (!scan_words(scan, "is") && !scan_words(scan, "was"))
        return false;
    *is_other = scan_any(scan, other_times);
    scan_any(scan, adverbs);
    return true;
}

enum prose_size page_prose_size(struct importer *importer, const char *text, const char *name, struct spec_cell *cell,
                                const char **words)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        struct scan scan = {at + length}, number;
        struct sizes sizes;
        uint64_t first;
        bool is_other;
        if ((at > text && ascii_is_name(at[-1])) || ascii_is_name(at[length]) || !skip_subject(&scan, &is_other))
            continue;
        number = scan;
        if (!scan_number(&number, &first))
            continue;
        struct version_set in = {0};
        *cell = (struct spec_cell){0};
        bool ok = read_sizes(&scan, &sizes);
        const char *sentence = at;
        while (sentence > text && !(sentence[-1] == ' ' && sentence - text > 1 && sentence[-2] == '.'))
            sentence--;
        if (ok)
            read_versions(importer, &scan, &in);
        if (ok && !in.count)
            find_versions(importer, sentence, at, &in);
        if (ok && add_sizes(importer, &sizes, &in, cell) && read_rest(importer, scan.next, cell) &&
            !page_cell_is_empty(cell)) {
            spec_cell_join(importer->arena, cell);
            return PROSE_SIZE;
        }
        *cell = (struct spec_cell){0};
        if (!scan_words(&number, "bytes") && !scan_any(&number, joints) && !scan_any(&number, systems_x86))
            continue;
        *words = at;
        return PROSE_SIZE_UNREAD;
    }
    return PROSE_NO_SIZE;
}

bool page_prose_has_two_sizes(const char *text)
{
    for (const char *at = strstr(text, "0x"); at; at = strstr(at + 1, "0x")) {
        struct scan scan = {at};
        struct sizes sizes;
        if ((at == text || !ascii_is_name(at[-1])) && read_sizes(&scan, &sizes) && sizes.count == 2)
            return true;
    }
    return false;
}

bool page_prose_is_same(const char *text)
{
    static const char *const words[] = {"in both 32-bit and 64-bit Windows", "for both 32-bit and 64-bit Windows",
                                        "in 32-bit and 64-bit Windows", NULL};
    for (const char *at = text; *at; at++) {
        struct scan scan = {at};
        if ((at == text || at[-1] == ' ') && (*at == 'i' || *at == 'f') && scan_any(&scan, words))
            return true;
    }
    return false;
}

void page_settle_size(struct importer *importer, struct spec_item *item)
{
    if (item->size.column_count)
        return;
    for (const struct page_block *block = importer->page->blocks; block; block = block->next) {
        const char *text = block->text ? scan_plain(importer->arena, block->text) : "", *words;
        enum prose_size found = page_prose_size(importer, text, item->name, &item->size, &words);
        if (found == PROSE_SIZE)
            return;
        if (found == PROSE_NO_SIZE)
            continue;
        page_report_unread(importer, PAGE_NEEDS_SIZE, block->line, "these sizes of '%s' cannot be read",
                           item->name);
        item->comment = page_join_comments(
            importer, item->comment,
            arena_format(importer->arena, "unread, line %u: %s", block->line, scan_fold(importer->arena, words)));
    }
}
