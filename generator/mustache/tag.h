/*
 * Finds and parses the tags of a template. For mustache/ only.
 */
#ifndef MUSTACHE_TAG_H
#define MUSTACHE_TAG_H

#include <stdbool.h>
#include <stddef.h>

/* The text with its current delimiters. */
struct tag_scanner {
    const char *text;
    size_t size;
    const char *open, *close;
    size_t open_size, close_size;
};

/* A tag and its position in the text. */
struct tag {
    size_t begin, end;     /* offsets of its begin and end, including the delimiters */
    char sigil;            /* kind of the tag: one of !=#^/>{&$<, or NUL for {{name}} */
    size_t content, limit; /* begin and end of the contents after the sigil, without blanks around them */
    /* The following fields describe the line of the tag. */
    size_t line_begin;    /* beginning of the blanks before the tag, if only blanks precede it on its line */
    bool clear_before;    /* only blanks precede the tag on its line */
    bool clear_after;     /* only blanks follow the tag on its line */
    size_t next_line;     /* if clear_after: beginning of the next line */
    unsigned char ending; /* if clear_after: size of the line end in bytes; 0 at the end of the text */
};

/* Returns a scanner with the delimiters {{ and }}. */
struct tag_scanner tag_scanner(const char *text, size_t size);

/* Finds the next tag at or after the offset `from`. `fresh` is true if a line begins there. If there is no tag, `tag`
 * is all zeros, except that `tag->begin` is the end of the text. Returns NULL, or a description of the error in the
 * tag. */
const char *tag_next(const struct tag_scanner *scanner, size_t from, bool fresh, struct tag *tag);

/* Sets the delimiters from a tag with the sigil `=`. Returns NULL, or a description of the error in the tag. */
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
