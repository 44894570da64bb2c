#include "page/slip.h"

#include <string.h>

#include "base/ascii.h"
#include "page/cell.h"
#include "page/table_parts.h"

enum {
    LENGTH_MOST = 120,  /* characters of a text that is repaired, at most */
    STEPS_MOST = 100000 /* number of texts that are tried for all repairs of a page, at most */
};

/* Pairs of a character and one that is written for it by mistake, and characters that may be missing. */
static const struct {
    char wrong, right;
} confused[] = {{'o', '0'}, {'O', '0'}, {'l', '1'}, {'I', '1'}};
static const char lacking[] = "()";
/* words of which one letter may be missing */
static const char *const words[] = {"higher", "only", "early", "late", "before"};

/* The meaning of a text: alternatives or versions. */
struct meaning {
    const struct spec_alternative *alternatives;
    struct version_set versions;
};

/* The search for a repair. Every text that differs in one character is tried. */
struct repair {
    struct importer *importer;
    bool (*read)(struct importer *importer, const char *text, struct meaning *meaning);
    bool (*is_same)(const struct meaning *a, const struct meaning *b);
    struct meaning found;
    const char *text;  /* first repaired text that has a meaning; NULL if none was found */
    bool is_ambiguous; /* another repair gives another meaning */
};

static void try_text(struct repair *repair, const char *text)
{
    struct importer *importer = repair->importer;
    struct meaning meaning = {0};
    if (repair->is_ambiguous || importer->slip_steps++ >= STEPS_MOST)
        return;
    struct version_set named = importer->versions.named;
    uint64_t last = importer->versions.last;
    bool ok = repair->read(importer, text, &meaning);
    importer->versions.named = named;
    importer->versions.last = last;
    page_versions_forget(&importer->versions);
    if (!ok)
        return;
    repair->is_ambiguous = repair->text && !repair->is_same(&repair->found, &meaning);
    repair->text = arena_copy(importer->arena, text, strlen(text));
    repair->found = meaning;
}

/* True if a character may be a surplus one: it is doubled, a blank, a sign, or a single letter. A sign between two
 * numbers is none: without it they would be another number. */
static bool is_surplus(const char *text, size_t at)
{
    bool is_between = at && ascii_is_digit(text[at - 1]) && ascii_is_digit(text[at + 1]);
    if (is_between && strchr(";,:.", text[at]))
        return false;
    bool is_alone = (!at || !ascii_is_name(text[at - 1])) && !ascii_is_name(text[at + 1]);
    return text[at + 1] == text[at] || strchr(" \n();,:.", text[at]) || (is_alone && !ascii_is_digit(text[at]) &&
                                                                        ascii_is_name(text[at]));
}

/* Tries the text with a missing letter added to a word at a position. */
static void try_words(struct repair *repair, const char *text, size_t at)
{
    char changed[LENGTH_MOST + 2];
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof words / sizeof *words && (!at || !ascii_is_name(text[at - 1])); i++) {
        size_t size = strlen(words[i]), same = 0;
        while (words[i][same] && text[at + same] == words[i][same])
            same++;
        if (same == size || strncmp(text + at + same, words[i] + same + 1, size - same - 1) != 0 ||
            ascii_is_name(text[at + size - 1]) || size < 4)
            continue;
        memcpy(changed, text, at + same);
        changed[at + same] = words[i][same];
        memcpy(changed + at + same + 1, text + at + same, length - at - same + 1);
        try_text(repair, changed);
    }
}

static bool repair_run(struct repair *repair, const char *text)
{
    size_t length = strlen(text);
    char changed[LENGTH_MOST + 2];
    if (length > LENGTH_MOST)
        return false;
    for (size_t at = 0; at < length; at++) {
        try_words(repair, text, at);
        for (size_t i = 0; i < sizeof confused / sizeof *confused; i++) {
            if (text[at] != confused[i].wrong)
                continue;
            memcpy(changed, text, length + 1);
            changed[at] = confused[i].right;
            try_text(repair, changed);
        }
        if (text[at + 1] && text[at + 2] == text[at] && text[at + 3] == text[at + 1]) { /* as in "0x0x18" */
            memcpy(changed, text, at);
            memcpy(changed + at, text + at + 2, length - at - 1);
            try_text(repair, changed);
        }
        if (is_surplus(text, at)) {
            memcpy(changed, text, at);
            memcpy(changed + at, text + at + 1, length - at);
            try_text(repair, changed);
        }
        for (const char *c = lacking; *c && (at == 0 || text[at - 1] != *c); c++) {
            memcpy(changed, text, at);
            changed[at] = *c;
            memcpy(changed + at + 1, text + at, length - at + 1);
            try_text(repair, changed);
        }
    }
    return repair->text && !repair->is_ambiguous;
}

/* ---- Versions */

static bool read_versions(struct importer *importer, const char *text, struct meaning *meaning)
{
    return page_versions_read_text(&importer->versions, text, &meaning->versions);
}

static bool is_same_set(const struct meaning *a, const struct meaning *b)
{
    return version_set_equal(a->versions, b->versions);
}

static void report_repair(struct importer *importer, unsigned line, const char *from, const char *to)
{
    page_report_line(importer, DIAG_ASSUMED, line, "'%s' is read as '%s'", scan_fold(importer->arena, from),
                     scan_fold(importer->arena, to));
}

bool page_slip_read_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set)
{
    struct repair repair = {.importer = importer, .read = read_versions, .is_same = is_same_set};
    const char *text = scan_plain(importer->arena, cell->text);
    if (!repair_run(&repair, text))
        return false;
    report_repair(importer, cell->line, text, repair.text);
    *set = repair.found.versions;
    return true;
}

/* ---- Alternatives */

static bool read_alternatives(struct importer *importer, const char *text, struct meaning *meaning)
{
    return page_cell_read(&importer->versions, text, &meaning->alternatives) && meaning->alternatives;
}

static bool is_same_cell(const struct meaning *a, const struct meaning *b)
{
    const struct spec_alternative *x = a->alternatives, *y = b->alternatives;
    for (; x && y; x = x->next, y = y->next)
        if (x->kind != y->kind || x->number != y->number || x->is_bare != y->is_bare || x->has_bit != y->has_bit ||
            x->bit != y->bit || (!x->is_bare && !version_set_equal(x->versions, y->versions)))
            return false;
    return x == y;
}

/* Returns the length of the first alternative: up to a `;`, a `,` or a line end that another number follows. */
static size_t part_length(const char *text)
{
    static const char *const beginnings[] = {"not in", "unknown", "n/a", NULL};
    for (size_t i = 0; text[i]; i++) {
        struct scan next = {text + i + 1};
        if (!strchr(";,\n", text[i]))
            continue;
        scan_lines(&next);
        bool is_number = next.next[0] == '0' && strpbrk(next.next, "xX") && strcspn(next.next, "xX") < 3;
        if (is_number || scan_end(&next) || strchr("?-", *next.next) || scan_any(&next, beginnings))
            return i;
    }
    return strlen(text);
}

/* Returns the versions of the releases that a text names. */
static struct version_set find_releases(struct importer *importer, const char *text)
{
    struct version_set in = {0}, range;
    for (const char *at = text; *at; at++) {
        struct scan scan = {at};
        if (ascii_is_name(*at) && (at == text || (!ascii_is_name(at[-1]) && at[-1] != '.')) &&
            page_versions_read_range(&importer->versions, &scan, &range)) {
            if (range.ranges->from || range.ranges->to != VERSION_END) /* "all" names no release */
                in = version_set_union(importer->arena, in, range);
            at = scan.next - 1;
        }
    }
    return in;
}

/* State while the alternatives of a cell are read. */
struct reading {
    struct spec_alternative *first, **end;
};

/* Removes the versions of readable alternatives from unknown ones. An alternative with unreadable versions may be for
 * any version, so nothing is known of versions that no other alternative names. Returns true if an alternative without
 * versions is removed. */
static bool settle_unknown(struct importer *importer, struct reading *reading)
{
    bool is_changed = false;
    struct version_set known = {0};
    struct spec_alternative **end = &reading->first, *unknown = NULL;
    for (const struct spec_alternative *a = reading->first; a; a = a->next)
        if (a->kind != SPEC_UNKNOWN && !a->is_bare)
            known = version_set_union(importer->arena, known, a->versions);
    for (struct spec_alternative *a = reading->first; a; a = a->next) {
        struct version_set rest = version_set_subtract(importer->arena, a->versions, known);
        if (a->kind == SPEC_UNKNOWN && !a->is_bare && rest.count)
            a->versions = rest;
        if (a->kind == SPEC_UNKNOWN && a->is_bare)
            unknown = a;
    }
    for (struct spec_alternative *a; unknown && (a = *end);) { /* only one of them has no versions */
        is_changed |= a->is_bare && a != unknown;
        if (a->is_bare && a != unknown)
            *end = a->next;
        else
            end = &a->next;
    }
    return is_changed;
}

/* Reads one alternative. If it cannot be read, makes it unknown and reports that. */
static void read_part(struct importer *importer, unsigned line, const char *part, struct reading *reading,
                      const char **comment)
{
    struct repair repair = {.importer = importer, .read = read_alternatives, .is_same = is_same_cell};
    bool ok = read_alternatives(importer, part, &repair.found);
    if (!ok && repair_run(&repair, part)) {
        report_repair(importer, line, part, repair.text);
        ok = true;
    }
    if (!ok) {
        struct spec_alternative *unknown = ARENA_NEW(importer->arena, struct spec_alternative);
        const char *versions = part + strcspn(part, " (");
        *unknown = (struct spec_alternative){.kind = SPEC_UNKNOWN, .versions = find_releases(importer, versions)};
        unknown->is_bare = !unknown->versions.count;
        repair.found.alternatives = unknown;
        page_report_unread(importer, PAGE_NEEDS_NUMBER, line, "'%s' cannot be read as an alternative", part);
        *comment = page_join_comments(importer, *comment,
                                      arena_format(importer->arena, "unread, line %u: %s", line, part));
    }
    const struct spec_alternative *from = repair.found.alternatives;
    for (; from; from = from->next) {
        struct spec_alternative *copy = arena_copy_array(importer->arena, from, 1, sizeof *from);
        copy->next = NULL;
        *reading->end = copy;
        reading->end = &copy->next;
    }
}

/* True if a part of the cell can be read or repaired, and if at most one alternative has no versions. */
static bool is_readable(struct importer *importer, const char *text)
{
    size_t bare = 0;
    bool any = false;
    for (size_t length; *text; text += length + (text[length] != '\0')) {
        struct repair repair = {.importer = importer, .read = read_alternatives, .is_same = is_same_cell};
        length = part_length(text);
        const char *part = scan_fold(importer->arena, arena_copy(importer->arena, text, length));
        bool ok = *part && (read_alternatives(importer, part, &repair.found) || repair_run(&repair, part));
        any |= ok;
        for (const struct spec_alternative *a = ok ? repair.found.alternatives : NULL; a; a = a->next)
            bare += a->is_bare;
    }
    page_versions_forget(&importer->versions);
    return any && bare < 2;
}

bool page_slip_read_cell(struct importer *importer, const struct page_cell *cell,
                         const struct spec_alternative **alternatives, const char **comment)
{
    const char *text = scan_plain(importer->arena, cell->text);
    struct reading reading = {0};
    if (!is_readable(importer, text))
        return false;
    reading.end = &reading.first;
    for (size_t length; *text; text += length + (text[length] != '\0')) {
        length = part_length(text);
        const char *part = scan_fold(importer->arena, arena_copy(importer->arena, text, length));
        if (*part)
            read_part(importer, cell->line, part, &reading, comment);
    }
    page_versions_forget(&importer->versions);
    if (settle_unknown(importer, &reading))
        *comment = arena_format(importer->arena, "unread, line %u: %s", cell->line,
                                scan_fold(importer->arena, cell->text));
    *alternatives = reading.first;
    return true;
}
