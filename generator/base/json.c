#include "base/json.h"

#include <string.h>

#include "base/buffer.h"
#include "base/utf8.h"

const char *const json_reader_libraries[] = {"libyajl.so.2", "libyajl.so",      "yajl.dll",
                                             "libyajl.dll",  "libyajl-2.dll", NULL};

static void json_separate(struct json *json)
{
    if (json->comma)
        buffer_add_char(json->out, ',');
    json->comma = true;
}

void json_open(struct json *json, char bracket)
{
    json_separate(json);
    buffer_add_char(json->out, bracket);
    json->comma = false;
}

void json_close(struct json *json, char bracket)
{
    buffer_add_char(json->out, bracket);
    json->comma = true;
}

void json_key(struct json *json, const char *key)
{
    json_text(json, key);
    buffer_add_char(json->out, ':');
    json->comma = false;
}

void json_number(struct json *json, uint64_t number)
{
    json_separate(json);
    buffer_add_decimal(json->out, number);
}

void json_signed(struct json *json, bool is_negative, uint64_t magnitude)
{
    json_separate(json);
    if (is_negative && magnitude)
        buffer_add_char(json->out, '-');
    buffer_add_decimal(json->out, magnitude);
}

void json_null(struct json *json)
{
    json_separate(json);
    buffer_add_text(json->out, "null");
}

void json_raw(struct json *json, const char *text)
{
    json_separate(json);
    buffer_add_text(json->out, text);
}

/* True if a character stands for itself in a string: ASCII, and neither a control character, a quote nor a
 * backslash. */
static bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/* Writes a character that is not plain. Returns the number of its bytes. */
static size_t write_special(struct buffer *out, const char *bytes, size_t size)
{
    unsigned char c = (unsigned char)*bytes;
    size_t length = utf8_length(bytes, size);
    if (!length) {
        buffer_add_text(out, "\xEF\xBF\xBD");
        return 1;
    }
    if (c == '"' || c == '\\') {
        buffer_add_char(out, '\\');
        buffer_add_char(out, (char)c);
    } else if (c < 0x20 || c == 0x7F) {
        buffer_format(out, "\\u%04x", c);
    } else {
        buffer_add(out, bytes, length);
    }
    return length;
}

void json_string(struct json *json, const char *bytes, size_t size)
{
    json_separate(json);
    buffer_add_char(json->out, '"');
    for (size_t i = 0; i < size;) {
        size_t begin = i;
        while (i < size && is_plain(bytes[i]))
            i++;
        buffer_add(json->out, bytes + begin, i - begin);
        if (i < size)
            i += write_special(json->out, bytes + i, size - i);
    }
    buffer_add_char(json->out, '"');
}

void json_text(struct json *json, const char *text)
{
    if (text)
        json_string(json, text, strlen(text));
    else
        json_null(json);
}

void json_member_open(struct json *json, const char *key, char bracket)
{
    json_key(json, key);
    json_open(json, bracket);
}

void json_member_text(struct json *json, const char *key, const char *text)
{
    json_key(json, key);
    json_text(json, text);
}

void json_member_number(struct json *json, const char *key, uint64_t number)
{
    json_key(json, key);
    json_number(json, number);
}

void json_member_bool(struct json *json, const char *key, bool value)
{
    json_key(json, key);
    json_separate(json);
    buffer_add_text(json->out, value ? "true" : "false");
}
