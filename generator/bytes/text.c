#include "bytes/text.h"

#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/utf8.h"

static bool is_control(uint32_t c)
{
    /* True for control characters that may be in a text. */
    return (c < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7F;
}

static uint32_t unit_at(const unsigned char *bytes, size_t at, bool is_big)
{
    return is_big ? (uint32_t)bytes[at] << 8 | bytes[at + 1] : (uint32_t)bytes[at + 1] << 8 | bytes[at];
}

/* Decodes UTF-16, from after its byte order mark. Returns false if it is no text. */
static bool decode_utf16(const unsigned char *bytes, size_t size, struct buffer *out)
{
    bool is_big = bytes[0] == 0xFE, is_ascii = true, has_line_end = false;
    if (size % 2)
        return false;
    uint32_t high = 0, c = 0;
    for (size_t i = 2; i < size; i += 2) {
        if (!utf16_take(unit_at(bytes, i, is_big), &high, &c))
            return false;
        if (high)
            continue;
        if (is_control(c) || c == 0xFFFE || c == 0xFFFF)
            return false;
        is_ascii &= c < 0x80;
        has_line_end |= c == '\n';
        char bytes_of_c[4];
        buffer_add(out, bytes_of_c, utf8_write(c, bytes_of_c));
    }
    return !high && (is_ascii || has_line_end);
}

static bool is_utf8_text(const char *text, size_t size)
{
    bool is_ascii = true, has_line_end = false;
    for (size_t i = 0; i < size;) {
        unsigned char c = (unsigned char)text[i];
        bool is_escape = c == 0x1B && i + 1 < size && text[i + 1] == '[';
        size_t length = c < 0x80 ? 1 : utf8_length(text + i, size - i);
        if (!length || (is_control(c) && !is_escape))
            return false;
        is_ascii &= c < 0x80;
        has_line_end |= c == '\n';
        i += length;
    }
    return is_ascii || has_line_end;
}

bool text_find(struct arena *arena, const char *bytes, size_t size, const char **text, size_t *text_size)
{
    const unsigned char *b = (const unsigned char *)bytes;
    if (size >= 2 && ((b[0] == 0xFF && b[1] == 0xFE) || (b[0] == 0xFE && b[1] == 0xFF))) {
        struct buffer decoded = {0};
        bool is_text = decode_utf16(b, size, &decoded);
        *text_size = decoded.size;
        buffer_add(&decoded, "\0", 2);
        *text = buffer_take(&decoded, arena);
        return is_text;
    }
    size_t mark = size >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF ? 3 : 0;
    *text = bytes + mark;
    *text_size = size - mark;
    return is_utf8_text(*text, *text_size);
}
