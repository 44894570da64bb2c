#include "page/cell.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"

static const char *const not_words[] = {"not in", "not present in", "absent in", NULL};
static const char *const unknown_words[] = {"?", "unknown", "not known", NULL};
static const char *const absent_words[] = {"n/a", "none", "absent", "not present", NULL};

/* Reads "(bit 3)", or the beginning of "(bit 3; 6.0)". Sets `*is_open` if versions follow in the brackets. */
static bool read_bit(struct scan *scan, struct spec_alternative *alternative, bool *is_open)
{
    struct scan next = *scan;
    uint64_t bit;
    *is_open = false;
    bool is_bracket = scan_char(&next, '(');
    if (!is_bracket)
        scan_char(&next, ',');
    if (!scan_words(&next, "bit") || !scan_number(&next, &bit) || bit > 127)
        return false;
    if (is_bracket && !scan_char(&next, ')')) {
        *is_open = true;
        if (!scan_char(&next, ';') && !scan_char(&next, ',') && !scan_words(&next, "in"))
            return false;
    }
    alternative->has_bit = true;
    alternative->bit = (unsigned)bit;
    *scan = next;
    return true;
}

/* Reads the versions in brackets after a value. Without brackets, the alternative has no versions. */
static bool read_versions(struct page_versions *versions, struct scan *scan, bool is_open,
                          struct spec_alternative *alternative)
{
    if (!is_open && !scan_char(scan, '(')) {
        alternative->is_bare = true;
        return true;
    }
    scan_words(scan, "in");
    if (!page_versions_read(versions, scan, true, &alternative->versions))
        return false;
    if (!scan_char(scan, ')')) {
        if (!scan_end(scan))
            return false;
        versions->lacks_bracket = true;
    }
    alternative->is_bare = !alternative->versions.ranges[0].from && alternative->versions.ranges[0].to == VERSION_END;
    return true;
}

static bool read_alternative(struct page_versions *versions, struct scan *scan, struct spec_alternative *alternative)
{
    bool is_open;
    if (scan_any(scan, not_words)) {
        alternative->kind = SPEC_ABSENT;
        return page_versions_read_range(versions, scan, &alternative->versions);
    }
    if (scan_any(scan, unknown_words)) {
        alternative->kind = SPEC_UNKNOWN;
        return read_versions(versions, scan, false, alternative);
    }
    struct scan digits = *scan;
    if (scan_char(&digits, '-') && ascii_is_digit(*digits.next) && scan_number(&digits, &alternative->number)) {
        alternative->kind = SPEC_NEGATIVE;
        alternative->is_decimal = true;
        *scan = digits;
        return read_versions(versions, scan, false, alternative);
    }
    if (scan_any(scan, absent_words) || scan_char(scan, '-')) {
        alternative->kind = SPEC_ABSENT;
        return read_versions(versions, scan, false, alternative);
    }
    scan_char(scan, '+'); /* as in "+0x10" */
    if (!scan_number(scan, &alternative->number))
        return false;
    is_open = false;
    read_bit(scan, alternative, &is_open);
    return read_versions(versions, scan, is_open, alternative);
}

bool page_cell_scan(struct page_versions *versions, struct scan *scan, const struct spec_alternative **alternatives)
{
    struct spec_alternative *first = NULL, **end = &first;
    bool has_bare = false;
    struct scan next = *scan;
    for (;;) {
        struct spec_alternative *alternative = ARENA_NEW(versions->arena, struct spec_alternative);
        if (!read_alternative(versions, &next, alternative)) {
            if (!first)
                return false;
            break;
        }
        if (alternative->is_bare && has_bare)
            return false;
        has_bare |= alternative->is_bare;
        *end = alternative;
        end = &alternative->next;
        *scan = next;
        bool is_parted = false, is_line = *next.next == '\n';
        for (;; is_parted = true) {
            if (scan_char(&next, ':'))
                versions->has_typo = true;
            else if (!scan_char(&next, ';') && !scan_char(&next, ','))
                break;
        }
        if (!is_parted && !is_line && alternative->is_bare)
            break;
        if (is_parted)
            *scan = next;
    }
    *alternatives = first;
    return true;
}

bool page_cell_read(struct page_versions *versions, const char *text, const struct spec_alternative **alternatives)
{
    struct scan scan = {text};
    *alternatives = NULL;
    versions->late_is_whole = !strstr(text, "very late") && !strstr(text, "v. late") && !strstr(text, "v late");
    bool ok = scan_end(&scan) || (page_cell_scan(versions, &scan, alternatives) && scan_end(&scan));
    versions->late_is_whole = false;
    return ok;
}

const struct spec_alternative *page_cell_column(const struct spec_cell *cell, size_t column)
{
    return cell->column_count ? cell->columns[cell->column_count > 1 ? column : 0] : NULL;
}

struct version_set page_cell_covers(struct arena *arena, const struct spec_alternative *alternatives,
                                    struct version_set whole)
{
    struct version_list in = {0}, out = {0};
    bool is_bare = false;
    for (; alternatives; alternatives = alternatives->next) {
        if (alternatives->is_bare && alternatives->kind != SPEC_ABSENT)
            is_bare = true;
        else
            version_list_add_set(alternatives->kind == SPEC_ABSENT ? &out : &in, alternatives->versions);
    }
    struct version_set stated = version_list_take(&in, arena), absent = version_list_take(&out, arena);
    return is_bare ? version_set_subtract(arena, version_set_union(arena, whole, stated), absent) : stated;
}

bool page_cell_at(const struct spec_alternative *alternatives, uint64_t version, uint64_t *number)
{
    const struct spec_alternative *found = NULL;
    for (; alternatives; alternatives = alternatives->next)
        if (alternatives->is_bare ? !found : version_set_contains(&alternatives->versions, version))
            found = alternatives;
    if (!found || found->kind != SPEC_NUMBER)
        return false;
    *number = found->number;
    return true;
}

bool page_cell_has_bits(const struct spec_cell *cell)
{
    bool any = false;
    for (size_t i = 0; i < cell->column_count; i++) {
        for (const struct spec_alternative *a = cell->columns[i]; a; a = a->next) {
            if (a->kind == SPEC_NUMBER && !a->has_bit)
                return false;
            any |= a->has_bit;
        }
    }
    return any;
}

struct spec_cell page_cell_map(struct arena *arena, const struct spec_cell *cell, page_change_alternative *change,
                               const void *user)
{
    struct spec_cell copy = spec_cell_new(arena, cell->column_count);
    for (size_t i = 0; i < cell->column_count; i++) {
        struct spec_alternative *first = NULL, **end = &first;
        for (const struct spec_alternative *a = cell->columns[i]; a; a = a->next) {
            struct spec_alternative *changed = arena_copy_array(arena, a, 1, sizeof *a);
            changed->is_only = a == cell->columns[i] && !a->next;
            changed->next = NULL;
            if (!change(changed, user))
                continue;
            *end = changed;
            end = &changed->next;
        }
        copy.columns[i] = first;
    }
    return copy;
}

bool page_sets_meet(const struct version_set *a, const struct version_set *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            if (a->ranges[i].from < b->ranges[j].to && b->ranges[j].from < a->ranges[i].to)
                return true;
    return false;
}

const struct version_set *page_versions_column(const struct spec_versions *in, size_t column)
{
    return in->count ? &in->sets[in->count > 1 ? column : 0] : NULL;
}

bool page_versions_meet(const struct spec_versions *a, const struct spec_versions *b)
{
    if (!a->count || !b->count)
        return true;
    for (size_t i = 0; i < (a->count > b->count ? a->count : b->count); i++)
        if (page_sets_meet(page_versions_column(a, i), page_versions_column(b, i)))
            return true;
    return false;
}

static bool shorten_alternative(struct spec_alternative *alternative, const void *user)
{
    const struct version_set *whole = user;
    if (alternative->kind == SPEC_ABSENT && !alternative->is_bare && !page_sets_meet(&alternative->versions, whole))
        return false;
    alternative->is_bare |= alternative->is_only && version_set_equal(alternative->versions, *whole);
    return true;
}

void page_cell_shorten(struct arena *arena, struct spec_cell *cell, const struct spec_versions *in)
{
    if (in->count < 2) {
        *cell = in->count ? page_cell_map(arena, cell, shorten_alternative, in->sets) : *cell;
        return;
    }
    struct spec_cell copy = spec_cell_new(arena, cell->column_count);
    for (size_t i = 0; i < cell->column_count && cell->column_count == in->count; i++) {
        struct spec_cell column = {1, &cell->columns[i]};
        copy.columns[i] = page_cell_map(arena, &column, shorten_alternative, &in->sets[i]).columns[0];
    }
    if (cell->column_count == in->count)
        *cell = copy;
}
