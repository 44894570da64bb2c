#include <string.h>

#include "edges/import_parts.h"

static const char *const articles[] = {"the", "this", NULL};
static const char *const kinds[] = {"structures", "structure", "struct", "union", "enumeration", "enum", "type", NULL};

static const char *copy_name(struct arena *arena, const char *text)
{
    return arena_copy(arena, text, scan_capitals(text));
}

const char *import_prose_heading(struct arena *arena, const char *text)
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

const char *import_prose_subject(struct arena *arena, const char *text)
{
    const char *plain = scan_plain(arena, text);
    for (const char *at = plain; *at; at++) {
        struct scan scan = {at};
        if ((at > plain && scan_is_name(at[-1])) || (*at != 'T' && *at != 't') || !scan_any(&scan, articles))
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

bool import_prose_has_word(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || !scan_is_name(at[-1])) && !scan_is_name(at[length]))
            return true;
    return false;
}

size_t import_prose_size(const char *text, const char *name, uint64_t sizes[2])
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        struct scan scan = {at + length};
        size_t count = 1;
        scan_any(&scan, kinds);
        if (scan_is_name(at[length]) || !scan_words(&scan, "is") || !scan_number(&scan, &sizes[0]))
            continue;
        if (scan_words(&scan, "or") && scan_number(&scan, &sizes[1]))
            count = 2;
        if (!scan_words(&scan, "bytes"))
            continue;
        bool is_both = scan_words(&scan, "in both 32-bit and 64-bit Windows");
        bool is_each = scan_words(&scan, "in 32-bit and 64-bit Windows");
        if (count == 2 ? is_each : is_both || *scan.at == '.' || scan_end(&scan))
            return count;
    }
    return 0;
}
