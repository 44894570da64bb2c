#include "vergilius/lines.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "vergilius/events.h"

/* Limits for the depth of values, and for the bytes of a key or value with its NUL. */
enum { DEPTH_MOST = 16, WORD_MOST = 1024 };

/* A line, without its end. */
struct line {
    const char *key, *value; /* `key` NULL: the dash of an item; `value` NULL: there is none behind the key */
    size_t key_size, value_size;
    size_t indent; /* number of blanks before it */
    uint32_t number;
};

/* What the next event must be. */
enum next { NEXT_LINE, NEXT_VALUE, NEXT_BELOW_KEY, NEXT_BELOW_DASH, NEXT_NOTHING };

/* An open map or list. */
struct level {
    size_t indent;
    bool is_list;
};

struct lines {
    const char *at, *end;
    struct line line;   /* the line at `at`, if `is_read` */
    const char *behind; /* the line after it */
    bool is_read;
    struct line last;   /* the line that was taken last */
    enum next next;
    struct level levels[DEPTH_MOST];
    size_t depth;
    char word[WORD_MOST];
};

struct lines *lines_open(struct arena *arena, const char *text, size_t size)
{
    struct lines *lines = ARENA_NEW(arena, struct lines);
    lines->at = text;
    lines->end = text + size;
    lines->next = NEXT_BELOW_DASH; /* the file is a map, as an item is */
    return lines;
}

/* ---- Lines */

/* True if a value is what stands there: no quote, mark or comment gives it another meaning. */
static bool is_plain(const char *value, size_t size)
{
    bool is_negative = size > 1 && value[0] == '-' && ascii_is_digit(value[1]);
    if (!size || size >= WORD_MOST || value[size - 1] == ' ' || value[size - 1] == ':' ||
        !(ascii_is_name(*value) || *value == '<' || is_negative))
        return false;
    for (size_t i = 0; i < size; i++)
        if (value[i] < ' ' || value[i] > '~' || (value[i] == ':' && value[i + 1] == ' ') ||
            (value[i] == '#' && value[i - 1] == ' '))
            return false;
    return true;
}

/* True if a value ends with its line: the next line is no further in than its key. */
static bool ends_here(const struct lines *lines, size_t indent)
{
    const char *at = lines->behind;
    while (at < lines->end && *at == ' ')
        at++;
    return at == lines->end || ((size_t)(at - lines->behind) <= indent && (ascii_is_name(*at) || *at == '-'));
}

/* Reads the line at `at`. Returns false if it has another form. */
static bool read_line(struct lines *lines)
{
    const char *at = lines->at, *end = memchr(at, '\n', (size_t)(lines->end - at));
    struct line line = {.number = lines->line.number + 1};
    lines->behind = end ? end + 1 : lines->end;
    end = end ? end : lines->end;
    end -= lines->behind > end && end > at && end[-1] == '\r';
    while (at < end && *at == ' ')
        at++;
    line.indent = (size_t)(at - lines->at);
    if (end - at != 1 || *at != '-') {
        line.key = at;
        while (at < end && ascii_is_name(*at))
            at++;
        line.key_size = (size_t)(at - line.key);
        if (!line.key_size || line.key_size >= WORD_MOST || at == end || *at++ != ':')
            return false;
        line.value = at < end ? at + 1 : NULL;
        line.value_size = at < end ? (size_t)(end - at) - 1 : 0;
        if (line.value && (*at != ' ' || !is_plain(line.value, line.value_size) || !ends_here(lines, line.indent)))
            return false;
    }
    lines->line = line;
    lines->is_read = true;
    return true;
}

static void take_line(struct lines *lines, enum next next)
{
    lines->last = lines->line;
    lines->at = lines->behind;
    lines->is_read = false;
    lines->next = next;
}

/* ---- Events */

static bool give(struct event *event, enum event_kind kind, const struct line *line)
{
    *event = (struct event){.kind = kind, .line = line->number};
    return true;
}

static bool give_text(struct lines *lines, struct event *event, const char *text, size_t size)
{
    if (size)
        memcpy(lines->word, text, size);
    lines->word[size] = '\0';
    give(event, EVENT_TEXT, &lines->last);
    event->text = lines->word;
    event->size = size;
    return true;
}

static bool open_level(struct lines *lines, struct event *event)
{
    bool is_list = !lines->line.key;
    if (lines->depth == DEPTH_MOST)
        return false;
    lines->levels[lines->depth++] = (struct level){lines->line.indent, is_list};
    lines->next = NEXT_LINE;
    return give(event, is_list ? EVENT_LIST : EVENT_MAP, &lines->line);
}

/* Gives the value of a key with nothing behind it: a map below it, a list, which need not be further in, or an empty
 * text. */
static bool give_below_key(struct lines *lines, struct event *event, bool is_end)
{
    size_t outer = lines->last.indent;
    bool is_inside = !is_end && (lines->line.indent > outer || (lines->line.indent == outer && !lines->line.key));
    lines->next = NEXT_LINE;
    return is_inside ? open_level(lines, event) : give_text(lines, event, "", 0);
}

/* Gives the event that follows from the next line and the open levels. */
static bool give_line(struct lines *lines, struct event *event, bool is_end)
{
    const struct line *line = &lines->line;
    const struct level *level = &lines->levels[lines->depth - 1];
    if (is_end || line->indent < level->indent || (level->is_list && line->indent == level->indent && line->key)) {
        lines->depth--;
        lines->next = lines->depth ? NEXT_LINE : NEXT_NOTHING;
        return give(event, EVENT_END, line);
    }
    if (line->indent > level->indent || level->is_list != !line->key)
        return false;
    if (!line->key) {
        take_line(lines, NEXT_BELOW_DASH);
        return lines_next(lines, event);
    }
    take_line(lines, line->value ? NEXT_VALUE : NEXT_BELOW_KEY);
    return give_text(lines, event, lines->last.key, lines->last.key_size);
}

bool lines_next(struct lines *lines, struct event *event)
{
    bool is_end = lines->at == lines->end;
    if (lines->next == NEXT_VALUE) {
        lines->next = NEXT_LINE;
        return give_text(lines, event, lines->last.value, lines->last.value_size);
    }
    if (!is_end && !lines->is_read && !read_line(lines))
        return false;
    switch (lines->next) {
    case NEXT_NOTHING:
        return is_end && give(event, EVENT_DONE, &lines->line);
    case NEXT_BELOW_KEY:
        return give_below_key(lines, event, is_end);
    case NEXT_BELOW_DASH: {
        size_t least = lines->depth ? lines->levels[lines->depth - 1].indent + 1 : 0;
        bool is_map = !is_end && lines->line.key && lines->line.indent >= least;
        return is_map && (lines->depth || !lines->line.indent) && open_level(lines, event);
    }
    default:
        return give_line(lines, event, is_end);
    }
}
