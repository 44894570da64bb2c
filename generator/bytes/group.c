#include "bytes/group.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "bytes/reading.h"

static const struct group_kind kinds[] = {
    {2, 16, 1}, {4, 16, 2}, {8, 16, 4}, {16, 16, 8}, {3, 8, 1}, {6, 8, 2}, {11, 8, 4}, {22, 8, 8},
};

const struct group_kind *group_find(size_t digits)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].digits == digits)
            return &kinds[i];
    return NULL;
}

bool group_read_word(struct reading *reading, const struct group_kind *kind, const char *at)
{
    unsigned bits = kind->radix == 16 ? 4 : 3;
    uint64_t value = 0;
    for (const char *digit = at; digit < at + kind->digits; digit++) {
        int number = reading_digit(*digit, kind->radix);
        if (number < 0 || value >> (64 - bits))
            return reading_fail(reading, digit, digit + 1, "this is no number of %u bytes", kind->size);
        value = value << bits | (uint64_t)number;
    }
    if (kind->size < 8 && value >> 8 * kind->size)
        return reading_fail(reading, at, at + kind->digits, "this is no number of %u byte%s", kind->size,
                            kind->size == 1 ? "" : "s");
    for (unsigned i = 0; i < kind->size; i++)
        buffer_add_char(&reading->bytes, (char)(value >> 8 * i & 0xFF));
    if (kind->digits == 3)
        ++*(*at == '0' || memcmp(at, "255", 3) > 0 ? &reading->octals : &reading->decimals);
    return true;
}

bool group_read_bytes(struct reading *reading, const char *at, const char *end, bool is_reversed)
{
    size_t count = (size_t)(end - at) / 2;
    if ((end - at) % 2)
        return reading_fail(reading, at, end, "a byte has two digits, and here one is missing");
    for (size_t i = 0; i < count; i++) {
        const char *digits = at + 2 * (is_reversed ? count - 1 - i : i);
        buffer_add_char(&reading->bytes, (char)(reading_digit(digits[0], 16) << 4 | reading_digit(digits[1], 16)));
    }
    return true;
}

static bool is_printable(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7F;
}

bool group_check_text(struct reading *reading, size_t first, const char *at, const char *stop)
{
    const unsigned char *bytes = (const unsigned char *)reading->bytes.data;
    size_t i = first, size = reading->bytes.size;
    at = reading_skip_blanks(at, stop);
    while (at < stop && i < size && bytes[i] == ' ')
        i++;
    for (; at < stop; i++) {
        size_t length = *at & 0x80 ? utf8_length(at, (size_t)(stop - at)) : 1;
        if (i == size)
            return reading_fail(reading, at, stop, "the text column has more characters than the row has bytes");
        if (is_printable(bytes[i]) ? *at != (char)bytes[i] : *at != '.' && !(*at & 0x80))
            return reading_fail(reading, at, at + length, "the text column contradicts the byte 0x%02x", bytes[i]);
        at += length;
    }
    for (; i < size; i++)
        if (bytes[i] != ' ' && !(bytes[i] == 0 && size - i < reading->group))
            return reading_fail(reading, stop, stop, "the text column has fewer characters than the row has bytes");
    return true;
}
