#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "mustache/template.h"

/* Appends a byte as a C escape: a letter, or three octal digits, so that a following digit does not extend it. */
static void add_c_escape(struct buffer *out, unsigned char c)
{
    static const char bytes[] = "\"\\?\n\r\t", letters[] = "\"\\?nrt";
    const char *byte = memchr(bytes, c, sizeof bytes - 1);
    char octal[] = {'\\', (char)('0' + (c >> 6)), (char)('0' + (c >> 3 & 7)), (char)('0' + (c & 7))};
    if (byte)
        octal[1] = letters[byte - bytes];
    buffer_add(out, octal, byte ? 2 : 4);
}

/* True for a byte that never needs an escape. Most bytes are letters and digits. */
static inline bool is_plain_c(char c)
{
    if ((unsigned char)((c | 0x20) - 'a') < 26 || ascii_is_digit(c))
        return true;
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\' && c != '?' && c != '/' && c != '*';
}

/* True if a byte that is not plain needs no escape after the byte `before`. `last` means that the value ends with
 * it. */
static bool may_stand(char c, char before, bool last)
{
    switch (c) {
    case '?':
        return before != '?';
    case '/':
        return before != '*';
    case '*':
        return before != '/' && !last;
    default:
        return false;
    }
}

static void escape_c(struct buffer *out, const char *bytes, size_t size)
{
    char before = '\0';
    if (out->size)
        before = out->data[out->size - 1];
    for (size_t i = 0; i < size;) {
        size_t begin = i;
        for (; i < size; i++)
            if (!is_plain_c(bytes[i]) && !may_stand(bytes[i], i > begin ? bytes[i - 1] : before, i + 1 == size))
                break;
        if (i > begin)
            before = bytes[i - 1];
        buffer_add(out, bytes + begin, i - begin);
        if (i < size) {
            /* the next byte can continue a trigraph or a comment only after a `?` */
            before = bytes[i] == '?' ? '?' : '\0';
            add_c_escape(out, (unsigned char)bytes[i++]);
        }
    }
}

/* Returns the HTML entity of a byte, or NULL. */
static const char *html_entity(char c)
{
    static const struct {
        char byte;
        const char *entity;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (entities[i].byte == c)
            return entities[i].entity;
    return NULL;
}

void mustache_escape(struct buffer *out, enum mustache_escape escape, const char *bytes, size_t size)
{
    if (escape == MUSTACHE_ESCAPE_HTML)
        for (size_t i = 0; i < size;) {
            size_t begin = i;
            const char *entity = NULL;
            while (i < size && !(entity = html_entity(bytes[i])))
                i++;
            buffer_add(out, bytes + begin, i - begin);
            if (entity) {
                buffer_add_text(out, entity);
                i++;
            }
        }
    else
        escape_c(out, bytes, size);
}
