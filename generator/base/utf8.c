#include "base/utf8.h"

#include <string.h>

/* RFC 3629: for each first byte, the length and the bounds of the second byte. */
static const struct {
    unsigned char first, last, length, second_least, second_most;
} forms[] = {
    {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF}, {0xE1, 0xEC, 3, 0x80, 0xBF},
    {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF}, {0xF0, 0xF0, 4, 0x90, 0xBF},
    {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

size_t utf8_length(const char *text, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (!size)
        return 0;
    if (bytes[0] < 0x80)
        return 1;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (bytes[0] < forms[i].first || bytes[0] > forms[i].last)
            continue;
        if (size < forms[i].length || bytes[1] < forms[i].second_least || bytes[1] > forms[i].second_most)
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if ((bytes[k] & 0xC0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

size_t utf8_valid_prefix(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        /* Check eight bytes at once, because most text is ASCII. */
        uint64_t eight;
        if (size - at >= sizeof eight && (memcpy(&eight, text + at, sizeof eight), !(eight & 0x8080808080808080u))) {
            at += sizeof eight;
            continue;
        }
        size_t length = utf8_length(text + at, size - at);
        if (!length)
            break;
        at += length;
    }
    return at;
}

size_t utf8_write(uint32_t c, char *out)
{
    static const unsigned char heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(heads[length] | c);
    return length;
}

bool utf16_take(uint32_t unit, uint32_t *high, uint32_t *c)
{
    bool is_high = unit >> 10 == 0x36, is_low = unit >> 10 == 0x37;
    if (is_low != (*high != 0))
        return false;
    *c = is_low ? 0x10000 + ((*high - 0xD800) << 10) + (unit - 0xDC00) : unit;
    *high = is_high ? unit : 0;
    return true;
}
