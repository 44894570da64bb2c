/*
 * Tags: finding them in a template's text, and taking them apart. The engine's own business.
 */
#ifndef MUSTACHE_TAG_H
#define MUSTACHE_TAG_H

#include <stdbool.h>
#include <stddef.h>

/* What stands between tags, and what opens and closes them at the moment. */
struct tag_scanner {
    const char *text;
    size_t size;
    const char *open, *close;
    size_t open_size, close_size;
};

struct tag {
    size_t begin, end;     /* with its delimiters */
    char sigil;            /* the character that says what it is: one of !=#^/>{&$<, or NUL for {{name}} */
    size_t content, limit; /* what stands behind the sigil, without the blanks around it */
    /* The rest belongs to the line that it is on. */
    size_t line_begin;    /* where the blanks before it begin, when nothing else is before it */
    bool clear_before;    /* nothing but blanks is before it */
    bool clear_after;     /* nothing but blanks is behind it */
    size_t next_line;     /* then: where the next line begins */
    unsigned char ending; /* and how many bytes the line's end has: 0 at the end of the text */
};

/* A scanner whose delimiters are {{ and }}. */
struct tag_scanner tag_scanner(const char *text, size_t size);

/* Finds the next tag at or behind `from`; `fresh` says whether a line begins there. When there is none, all of `tag`
 * is zero but `begin`, the end of the text. Returns NULL, or what is wrong with the tag from `begin` to `end`. */
const char *tag_next(const struct tag_scanner *scanner, size_t from, bool fresh, struct tag *tag);

/* Takes the new delimiters from a tag with the sigil `=`. Returns NULL or what is wrong. */
const char *tag_set_delimiters(struct tag_scanner *scanner, const struct tag *tag);

static inline bool tag_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool tag_is_space(char c)
{
    return tag_is_blank(c) || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

#endif
