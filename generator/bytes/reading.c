#include "bytes/reading.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"

bool reading_next_line(struct reading_line *line)
{
    if (line->next >= line->end)
        return false;
    const char *newline = memchr(line->next, '\n', (size_t)(line->end - line->next));
    line->text = line->next;
    line->stop = newline ? newline : line->end;
    line->next = newline ? newline + 1 : line->end;
    while (line->stop > line->text && (reading_is_blank(line->stop[-1]) || line->stop[-1] == '\r'))
        line->stop--;
    line->number++;
    return true;
}

const char *reading_skip_blanks(const char *at, const char *stop)
{
    while (at < stop && reading_is_blank(*at))
        at++;
    return at;
}

int reading_digit(char c, unsigned radix)
{
    int value = c >= '0' && c <= '9' ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
    return value < (int)radix ? value : -1;
}

const char *reading_digits_end(const char *at, const char *stop, unsigned radix)
{
    while (at < stop && reading_digit(*at, radix) >= 0)
        at++;
    return at;
}

void reading_begin_part(struct reading *reading, unsigned line)
{
    const struct reading_part part = {reading->bytes.size, line};
    buffer_add(&reading->parts, &part, sizeof part);
}

const struct reading_part *reading_parts(const struct reading *reading, size_t *count)
{
    *count = reading->parts.size / sizeof(struct reading_part);
    return (const struct reading_part *)(const void *)reading->parts.data;
}

bool reading_fail(struct reading *reading, const char *at, const char *end, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    reading->error = buffer_take(&text, reading->arena);
    reading->error_at = at;
    reading->error_end = end;
    return false;
}
