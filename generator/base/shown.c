#include "base/shown.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/utf8.h"

/* Valid characters that are escaped. */
static const struct {
    uint32_t first, last;
} obeyed[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0x61C, 0x61C}, {0x200E, 0x200F},
    {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF},
};

static uint32_t decode_character(const char *text, size_t length)
{
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t character = (unsigned char)*text & first_bits[length];
    for (size_t i = 1; i < length; i++)
        character = character << 6 | ((unsigned char)text[i] & 0x3F);
    return character;
}

static bool is_obeyed(uint32_t character)
{
    for (size_t i = 0; i < sizeof obeyed / sizeof *obeyed; i++)
        if (character >= obeyed[i].first && character <= obeyed[i].last)
            return true;
    return false;
}

size_t shown_add_character(struct buffer *out, const char *text, size_t size, size_t *width)
{
    size_t length = utf8_length(text, size), before = out->size;
    uint32_t character = length ? decode_character(text, length) : 0;
    *width = 1;
    if (length && !is_obeyed(character)) {
        buffer_add(out, text, length);
        return length;
    }
    if (!length || character < 0x80)
        buffer_format(out, "\\x%02X", (unsigned char)*text);
    else
        buffer_format(out, "\\u%04lX", (unsigned long)character);
    *width = out->size - before;
    return length ? length : 1;
}

void shown_add(struct buffer *out, const char *text)
{
    size_t width;
    for (size_t size = strlen(text), at = 0; at < size;)
        at += shown_add_character(out, text + at, size - at, &width);
}

/* Returns the length of a sequence that sets a colour, such as "\033[1;31m"; 0 if the text does not begin with one. */
static size_t colour_length(const char *text, size_t size)
{
    size_t length = 2;
    if (size < 3 || text[0] != '\033' || text[1] != '[')
        return 0;
    while (length < size && (ascii_is_digit(text[length]) || text[length] == ';'))
        length++;
    return length < size && text[length] == 'm' ? length + 1 : 0;
}

/* True for a character of lines that needs no escape. */
static bool is_plain(char c)
{
    return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t';
}

void shown_add_lines(struct buffer *out, const char *text, size_t size, bool colours)
{
    for (size_t at = 0, width; at < size;) {
        size_t plain = at, colour = colours ? colour_length(text + at, size - at) : 0;
        while (plain < size && is_plain(text[plain]))
            plain++;
        plain = plain > at ? plain - at : colour;
        buffer_add(out, text + at, plain);
        at += plain ? plain : shown_add_character(out, text + at, size - at, &width);
    }
}
