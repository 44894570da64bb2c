#include "listing/line.h"

#include <string.h>

#include "base/ascii.h"

/* Largest number of bytes of a line in a message. */
enum { SHOWN_MOST = 60 };

void line_skip_blanks(struct line *line)
{
    while (line->begin < line->end && (*line->begin == ' ' || *line->begin == '\t'))
        line->begin++;
}

bool line_take(struct line *line, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(line->end - line->begin) < size || memcmp(line->begin, word, size) != 0)
        return false;
    line->begin += size;
    return true;
}

bool line_take_number(struct line *line, uint64_t *number, bool *is_negative)
{
    unsigned radix = line_take(line, "0x") ? 16 : 10;
    if (radix == 10)
        line_take(line, "0n");
    *is_negative = radix == 10 && line_take(line, "-");
    const char *begin = line->begin;
    *number = 0;
    for (; line->begin < line->end; line->begin++) {
        char c = ascii_lower(*line->begin);
        unsigned digit = ascii_is_digit(c) ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
        if (digit >= radix || *number > UINT64_MAX / 16 - 16)
            break;
        *number = *number * radix + digit;
    }
    return line->begin > begin;
}

bool line_take_count(struct line *line, uint32_t *count)
{
    uint64_t number;
    bool is_negative;
    line_skip_blanks(line);
    if (!line_take_number(line, &number, &is_negative) || is_negative || number > INT32_MAX)
        return false;
    *count = (uint32_t)number;
    return true;
}

int line_shown(const struct line *line)
{
    return (int)(line->end - line->begin < SHOWN_MOST ? line->end - line->begin : SHOWN_MOST);
}
