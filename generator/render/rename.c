#include "render/rename.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"

static const char old_lower[] = "strata_", old_upper[] = "STRATA_";

enum { OLD_SIZE = sizeof old_lower - 1 };

static size_t word_length(const char *text, const char *end)
{
    size_t length = 0;
    while (text + length < end && ascii_is_name(text[length]))
        length++;
    return length;
}

/* Returns the length of the quoted text that begins here, up to its end on the same line. */
static size_t quoted_length(const char *text, const char *end)
{
    const char *c = text + 1;
    while (c < end && *c != *text && *c != '\n')
        c += *c == '\\' && c + 1 < end ? 2 : 1;
    return (size_t)(c - text) + (c < end);
}

/* Returns the length of the comment that begins here, or 0. */
static size_t comment_length(const char *text, const char *end)
{
    bool line = end - text >= 2 && text[0] == '/' && text[1] == '/';
    bool block = end - text >= 2 && text[0] == '/' && text[1] == '*';
    if (!line && !block)
        return 0;
    const char *c = text + 2;
    while (c < end && !(line ? *c == '\n' : *c == '*' && c + 1 < end && c[1] == '/'))
        c++;
    return (size_t)(c - text) + (block && c < end ? 2 : 0);
}

/* True if ".h" or ".c" follows a word. */
static bool is_file(const char *behind, const char *end)
{
    return end - behind >= 2 && behind[0] == '.' && (behind[1] == 'h' || behind[1] == 'c') &&
           (end - behind == 2 || !ascii_is_name(behind[2]));
}

void rename_words(const char *text, size_t size, const char *lower, const char *upper, struct buffer *out)
{
    if (size == 0)
        return;
    const char *end = text + size, *comment_end = text;
    while (text < end) {
        bool commented = text < comment_end;
        size_t length = word_length(text, end);
        if (!length && !commented && comment_length(text, end)) {
            comment_end = text + comment_length(text, end);
            length = 2;
        } else if (!length && !commented && (*text == '"' || *text == '\'')) {
            length = quoted_length(text, end);
        } else if (!length) {
            length = 1;
        }
        bool is_lower = length > OLD_SIZE && !memcmp(text, old_lower, OLD_SIZE);
        bool is_upper = length > OLD_SIZE && !memcmp(text, old_upper, OLD_SIZE);
        if ((is_lower || is_upper) && !(commented && is_file(text + length, end))) {
            buffer_add_text(out, is_lower ? lower : upper);
            text += OLD_SIZE;
            length -= OLD_SIZE;
        }
        buffer_add(out, text, length);
        text += length;
    }
}
