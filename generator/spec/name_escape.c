#include "spec/name_escape.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/lookup.h"

enum {
    ESCAPE_SIZE = sizeof "_u003C_" - 1,
    NAME_SIZE_MOST = 200 /* specs and file systems allow 255 bytes, but C++ templates can have longer names */
};

/* Returns the value of a hexadecimal digit with capitals, as escapes have it; 16 for any other character. */
static unsigned digit_value(char c)
{
    return ascii_is_digit(c) ? (unsigned)(c - '0') : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

/* True if a text begins with an escape. */
static bool is_escape(const char *text)
{
    return !strncmp(text, "_u00", 4) && digit_value(text[4]) < 16 && digit_value(text[5]) < 16 && text[6] == '_';
}

/* True if C allows the character at this position of a name, and no escape begins there. */
static bool is_allowed(const char *name, const char *c)
{
    if (ascii_is_letter(*c) || *c == '_')
        return *c != '_' || !is_escape(c);
    return ascii_is_digit(*c) && c > name;
}

bool name_is_plain(const char *name)
{
    size_t size = 0;
    while (name[size] && is_allowed(name, name + size))
        size++;
    return size && size <= NAME_SIZE_MOST && !name[size];
}

const char *name_escape(struct arena *arena, const char *name, size_t replaced)
{
    struct buffer out = {0};
    if (!replaced && name_is_plain(name))
        return name;
    for (const char *c = name; *c; c++) {
        if (c >= name + replaced && is_allowed(name, c))
            buffer_add_char(&out, *c);
        else
            buffer_format(&out, "_u00%02X_", (unsigned char)*c);
    }
    if (!out.size)
        buffer_add_text(&out, "_u0000_");
    if (out.size > NAME_SIZE_MOST) {
        unsigned long hash = hash_add(HASH_NOTHING, out.data, out.size);
        out.size = NAME_SIZE_MOST - sizeof "_u00000000_" + 1;
        buffer_format(&out, "_u%08lX_", hash);
    }
    return buffer_take(&out, arena);
}

const char *name_unescape(struct arena *arena, const char *name)
{
    if (!strstr(name, "_u00"))
        return name;
    char *plain = arena_copy(arena, name, strlen(name)), *to = plain;
    for (const char *c = name; *c;) {
        bool is_one = is_escape(c);
        *to++ = is_one ? (char)(digit_value(c[4]) * 16 + digit_value(c[5])) : *c;
        c += is_one ? ESCAPE_SIZE : 1;
    }
    *to = '\0';
    return plain;
}
