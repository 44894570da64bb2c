#include "base/buffer.h"
#include "render/mustache_template.h"

/* Appends one byte as a C escape. */
static void add_c_escape(struct buffer *out, unsigned char c)
{
    char octal[4] = {'\\', (char)('0' + (c >> 6)), (char)('0' + (c >> 3 & 7)), (char)('0' + (c & 7))};
    switch (c) {
    case '"': buffer_add(out, "\\\"", 2); break;
    case '\\': buffer_add(out, "\\\\", 2); break;
    case '?': buffer_add(out, "\\?", 2); break;
    case '\n': buffer_add(out, "\\n", 2); break;
    case '\r': buffer_add(out, "\\r", 2); break;
    case '\t': buffer_add(out, "\\t", 2); break;
    default: buffer_add(out, octal, 4); break;
    }
}

/* Whether a byte can stand as it is, behind the byte `before` of the output. */
static bool is_plain_c(unsigned char c, char before, bool last)
{
    switch (c) {
    case '"':
    case '\\': return false;
    case '?': return before != '?';
    case '/': return before != '*';
    case '*': return before != '/' && !last;
    default: return c >= 0x20 && c < 0x7F;
    }
}

static void escape_c(struct buffer *out, const char *bytes, size_t size)
{
    char before = '\0';
    if (out->size)
        before = out->data[out->size - 1];
    for (size_t i = 0; i < size;) {
        size_t begin = i;
        while (i < size && is_plain_c((unsigned char)bytes[i], before, i + 1 == size))
            before = bytes[i++];
        buffer_add(out, bytes + begin, i - begin);
        if (i < size) {
            before = bytes[i] == '?' ? '?' : '\0'; /* an escape's last byte begins nothing, but that of \? */
            add_c_escape(out, (unsigned char)bytes[i++]);
        }
    }
}

static const char *html_entity(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    default: return NULL;
    }
}

static void escape_html(struct buffer *out, const char *bytes, size_t size)
{
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
}

void mustache_escape(struct buffer *out, enum mustache_escape escape, const char *bytes, size_t size)
{
    if (escape == MUSTACHE_ESCAPE_HTML)
        escape_html(out, bytes, size);
    else
        escape_c(out, bytes, size);
}
