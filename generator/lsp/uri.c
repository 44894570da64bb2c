#include "lsp/uri.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/path.h"

static const char hex[] = "0123456789ABCDEF";

static int digit_of(char c)
{
    const char *digit = c ? strchr(hex, c >= 'a' && c <= 'f' ? c - 'a' + 'A' : c) : NULL;
    return digit ? (int)(digit - hex) : -1;
}

/* Returns the text with each %XX replaced by its byte, except %00. */
static char *decode_escapes(struct arena *arena, const char *text)
{
    char *decoded = arena_copy(arena, text, strlen(text)), *end = decoded;
    for (const char *at = decoded; *at; at++) {
        int high = *at == '%' ? digit_of(at[1]) : -1, low = high >= 0 ? digit_of(at[2]) : -1;
        *end = *at;
        if (low >= 0 && high + low > 0) {
            *end = (char)(high * 16 + low);
            at += 2;
        }
        end++;
    }
    *end = '\0';
    return decoded;
}

static bool has_drive(const char *path)
{
    return ascii_is_letter(path[0]) && path[1] == ':';
}

const char *uri_read(struct arena *arena, const struct path_rules *rules, const char *uri)
{
    static const char scheme[] = "file://", local[] = "localhost/";
    if (strncmp(uri, scheme, strlen(scheme)) != 0)
        return uri;
    const char *rest = uri + strlen(scheme);
    if (!strncmp(rest, local, strlen(local)))
        rest += strlen(local) - 1;
    char *path = decode_escapes(arena, rest);
    if (*path != '/') /* the text begins with the name of a server */
        path = ARENA_JOIN(arena, rules->has_drives ? "//" : "/", path);
    else if (rules->has_drives && has_drive(path + 1))
        path++;
    if (rules->has_drives && has_drive(path) && *path >= 'a' && *path <= 'z')
        *path = (char)(*path - 'a' + 'A');
    return path_normalise(arena, rules, path);
}

/* True if a byte needs no encoding in the path of a URI. */
static bool is_plain(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || (c && strchr("-._~/!$&'()*+,;=@", c));
}

const char *uri_write(struct arena *arena, const struct path_rules *rules, const char *path)
{
    struct buffer uri = {0};
    buffer_add_text(&uri, "file://");
    if (rules->has_drives && has_drive(path)) {
        buffer_add_char(&uri, '/');
        buffer_add(&uri, path, 2);
        path += 2;
    } else if (rules->has_drives && !strncmp(path, "//", 2)) {
        path += 2;
    }
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (is_plain(*path))
            buffer_add_char(&uri, *path);
        else
            buffer_format(&uri, "%%%c%c", hex[c / 16], hex[c % 16]);
    }
    return buffer_take(&uri, arena);
}
