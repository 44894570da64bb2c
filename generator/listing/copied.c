/*
 * Makes the text of a listing what the program printed, if people copied it from elsewhere: without the marks of
 * quotations in mails, without escapes of HTML, with blanks for tabs and with one kind of line end. Lines keep their
 * numbers.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "listing/listing_parts.h"

/* Characters that pages escape. */
static const struct {
    const char *escape;
    char character;
} escapes[] = {{"&gt;", '>'},   {"&lt;", '<'},    {"&amp;", '&'},  {"&quot;", '"'},
               {"&#39;", '\''}, {"&#x27;", '\''}, {"&nbsp;", ' '}, {"\xC2\xA0", ' '}};

/* Takes one character, or an escape of one. */
static char take_character(const char **at, const char *end)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes && (**at == '&' || **at == '\xC2'); i++)
        if (ascii_begins(*at, end, escapes[i].escape)) {
            *at += strlen(escapes[i].escape);
            return escapes[i].character;
        }
    return *(*at)++;
}

/* Adds a line to the text, from its first character to its end. Replaces escapes, and tabs up to the next column of
 * eight. */
static void add_line(struct buffer *text, const char *at, const char *end)
{
    size_t begin = text->size;
    while (at < end) {
        char c = take_character(&at, end);
        if (c == '\t')
            do
                buffer_add_char(text, ' ');
            while ((text->size - begin) % 8);
        else if (c != '\r')
            buffer_add_char(text, c);
    }
}

/* Removes the marks of a quotation that a line of the text begins with: "> ", ">>". */
static void remove_marks(struct buffer *text, size_t begin)
{
    const char *line = text->data + begin;
    size_t size = text->size - begin, count = 0;
    for (size_t next = 0; next < size && (line[next] == '>' || (line[next] == ' ' && next < count + 2)); next++)
        if (line[next] == '>')
            count = next + 1;
    count += count && count < size && line[count] == ' ';
    memmove(text->data + begin, line + count, size - count);
    text->size -= count;
}

/* True if a line ends after the colon of a member, as mails break long lines. */
static bool is_broken(const struct buffer *text, size_t begin)
{
    const char *line = text->data + begin, *end = text->data + text->size;
    while (line < end && *line == ' ')
        line++;
    while (end > line && end[-1] == ' ')
        end--;
    return end > line && ascii_begins(line, end, "+0x") && end[-1] == ':';
}

/* True if a line may be the type that the line above lacks. */
static bool is_rest(const struct buffer *text, size_t begin)
{
    const char *line = text->data + begin, *end = text->data + text->size;
    while (line < end && *line == ' ')
        line++;
    return line < end && (ascii_is_name(*line) || *line == '(' || *line == '<') &&
           !memchr(line, '!', (size_t)(end - line));
}

/* True if a line is the prompt of a shell with pahole, whose output follows. */
static bool is_shell(const struct buffer *text, size_t begin)
{
    const char *line = text->data + begin, *end = text->data + text->size;
    return end - line > 9 && (*line == '$' || *line == '#') && ascii_begins(line + 1, end, " pahole");
}

void listing_clean(struct listing *listing)
{
    struct buffer text = {0};
    size_t broken = 0; /* number of line ends that are still to be added */
    bool is_open = false;
    buffer_grow(&text, 1); /* an offset from no memory is undefined, be it 0 */
    for (const char *at = listing->text; at < listing->end;) {
        const char *stop = memchr(at, '\n', (size_t)(listing->end - at));
        size_t begin = text.size;
        add_line(&text, at, stop ? stop : listing->end);
        remove_marks(&text, begin);
        if (is_shell(&text, begin))
            text.size = begin;
        if (is_open && is_rest(&text, begin)) {
            text.data[begin - 1] = ' ';
            broken++;
        }
        is_open = is_broken(&text, begin);
        at = stop ? stop + 1 : listing->end;
        if (stop)
            buffer_add_char(&text, '\n');
        for (; broken && !is_open && stop; broken--)
            buffer_add_char(&text, '\n');
    }
    listing->text = arena_copy(listing->file->arena, text.data, text.size);
    listing->end = listing->text + text.size;
    buffer_free(&text);
}
