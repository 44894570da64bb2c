#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/utf8.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"

/* Names that compilers and Volatility give to unnamed types. After a name with `is_prefix` comes a number or name
 * without a meaning. */
static const struct {
    const char *text;
    bool is_whole;
} no_names[] = {
    {"__unnamed", true},     {"__unnamed_", false}, {"__anonymous", true},
    {"__anonymous_", false}, {"<unnamed-", false},  {"<anonymous-", false},
};

static bool is_hexadecimal(const char *text)
{
    return *text && !text[strspn(text, "0123456789abcdefABCDEF")];
}

bool isf_fail(const struct isf_maker *maker, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    buffer_format(&text, "cannot read '%s': ", maker->file->name);
    if (maker->field)
        buffer_format(&text, "'%s' of ", maker->field);
    if (maker->record)
        buffer_format(&text, "'%s' ", maker->record);
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    diag_report(maker->file->import->diags, DIAG_READ, (struct span){0, 0}, "%s", buffer_text(&text));
    buffer_free(&text);
    return false;
}

bool isf_is_unnamed(const char *name)
{
    const char *part = strchr(name, ':') ? isf_last_part(name) : name;
    if (*part != '_' && *part != '<')
        return false;
    for (size_t i = 0; i < sizeof no_names / sizeof *no_names; i++) {
        size_t size = strlen(no_names[i].text);
        if (!strncmp(part, no_names[i].text, size) &&
            (no_names[i].is_whole ? !part[size] : *part == '<' || is_hexadecimal(part + size)))
            return true;
    }
    return false;
}

/* Returns the last part of a C++ name: the text after the last `::` outside template arguments. */
const char *isf_last_part(const char *name)
{
    const char *part = name;
    size_t depth = 0;
    for (const char *c = name; *c; c++) {
        depth += *c == '<';
        depth -= *c == '>' && depth;
        if (!depth && c[0] == ':' && c[1] == ':')
            part = c + 2;
    }
    return part;
}

const char *isf_intern_name(const struct isf_file *file, const void *bytes, size_t size)
{
    struct intern *intern = file->import->intern;
    const unsigned char *text = bytes;
    if (!size)
        return intern_text(intern, "");
    bool is_text = utf8_valid_prefix(bytes, size) == size;
    for (size_t i = 0; i < size && is_text; i++)
        is_text = text[i] >= ' ' && text[i] != 0x7F;
    if (is_text)
        return intern_name(intern, bytes, size);
    struct buffer out = {0};
    for (size_t i = 0; i < size; i++) {
        if (text[i] >= ' ' && text[i] < 0x7F && text[i] != '\\')
            buffer_add_char(&out, (char)text[i]);
        else
            buffer_format(&out, "\\x%02X", text[i]);
    }
    const char *escaped = intern_name(intern, out.data, out.size);
    buffer_free(&out);
    return escaped;
}

/* ---- Members with equal names */

/* A member in a list that is sorted by name. */
struct named {
    const char *name;
    size_t index;
};

static int compare_named(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : kernel_compare_numbers(a->index, b->index);
}

/* The maximum number of names to compare in pairs. For most structures this is faster than sorting. */
enum { PAIRS_MOST = 32 };

/* True if the names of a few structures are certainly different. False proves nothing. The structures are `stride`
 * bytes apart and begin with their names. */
static bool are_surely_different(const void *named, size_t count, size_t stride)
{
    const char *names[PAIRS_MOST];
    if (count > PAIRS_MOST)
        return false;
    for (size_t i = 0; i < count; i++) {
        memcpy(&names[i], (const char *)named + i * stride, sizeof *names);
        for (size_t k = 0; k < i; k++)
            if (names[k] == names[i])
                return false;
    }
    return true;
}

/* Returns the members sorted by name; NULL if all names are different. */
static struct named *find_repeated(const struct isf_maker *maker, const struct kernel_member *members, size_t count)
{
    if (are_surely_different(members, count, sizeof *members))
        return NULL;
    struct named *sorted = ARENA_ARRAY(maker->file->arena, struct named, count);
    bool is_repeated = false;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct named){members[i].name, i};
    if (count)
        qsort(sorted, count, sizeof *sorted, compare_named);
    for (size_t i = 1; i < count && !is_repeated; i++)
        is_repeated = sorted[i].name == sorted[i - 1].name;
    return is_repeated ? sorted : NULL;
}

/* Returns the end of the group of members with the same name that starts at `begin`. */
static size_t find_group(const struct named *sorted, size_t begin, size_t count)
{
    size_t end = begin + 1;
    while (end < count && sorted[end].name == sorted[begin].name)
        end++;
    return end;
}

void isf_part_names(const struct isf_maker *maker, struct kernel_member *members, const char *const *origins,
                    size_t count)
{
    struct arena *arena = maker->file->arena;
    struct intern *intern = maker->file->import->intern;
    struct named *sorted = find_repeated(maker, members, count);
    for (size_t i = 0, end; sorted && i < count; i = end) {
        end = find_group(sorted, i, count);
        for (size_t k = i; k < end && end > i + 1; k++) {
            const char *origin = origins[sorted[k].index];
            if (origin)
                members[sorted[k].index].name =
                    intern_text(intern, arena_format(arena, "%s::%s", origin, sorted[k].name));
        }
    }
    sorted = sorted ? find_repeated(maker, members, count) : NULL;
    for (size_t i = 0, end; sorted && i < count; i = end) {
        end = find_group(sorted, i, count);
        for (size_t k = i + 1; k < end; k++)
            members[sorted[k].index].name =
                intern_text(intern, arena_format(arena, "%s-%zu", sorted[k].name, k - i + 1));
    }
}

/* True if `count` structures have different names; otherwise reports a name that occurs twice. The structures are
 * `stride` bytes apart and begin with their names. Usually they are already sorted by name. */
bool isf_are_unique(const struct isf_maker *maker, const void *named, size_t count, size_t stride)
{
    if (are_surely_different(named, count, stride))
        return true;
    const char **names = ARENA_ARRAY(maker->file->arena, const char *, count);
    bool is_sorted = true;
    for (size_t i = 0; i < count; i++) {
        memcpy(&names[i], (const char *)named + i * stride, sizeof *names);
        is_sorted = is_sorted && (!i || strcmp(names[i - 1], names[i]) < 0);
    }
    if (!is_sorted)
        qsort(names, count, sizeof *names, ascii_compare);
    for (size_t i = 1; !is_sorted && i < count; i++)
        if (names[i - 1] == names[i])
            return isf_fail(maker, "has '%s' twice", names[i]);
    return true;
}

size_t isf_drop_repeated(const struct isf_maker *maker, void *named, size_t count, size_t stride)
{
    struct arena *arena = maker->file->arena;
    char *items = named;
    size_t kept = 0;
    if (are_surely_different(named, count, stride))
        return count;
    struct map *seen = map_new(arena);
    bool *is_last = ARENA_ARRAY(arena, bool, count);
    for (size_t i = count; i--;) {
        const char *name;
        memcpy(&name, items + i * stride, sizeof name);
        is_last[i] = !map_get(seen, name);
        map_set(seen, name, named);
        if (!is_last[i])
            diag_report(maker->file->import->diags, DIAG_UNREAD, (struct span){0, 0},
                        "'%s': a '%s' of '%s' is left out: another one of that name comes after it", maker->file->name,
                        name, maker->record);
    }
    for (size_t i = 0; i < count; i++)
        if (is_last[i])
            memmove(items + kept++ * stride, items + i * stride, stride);
    return kept;
}
