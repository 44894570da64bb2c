/*
 * The tokens and comments of a text, in order, for code that rewrites specs.
 */
#ifndef FRONT_TOKENS_H
#define FRONT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "front/words.h"

struct buffer;
struct program;
struct source;

/* Kinds of tokens. */
enum token_kind {
    TOKEN_COMMENT, /* a comment with its slashes; a line comment ends before its line end */
    TOKEN_WORD,    /* word of the language */
    TOKEN_NAME,    /* a name, with its backticks if it has some */
    TOKEN_CODE,    /* code of a check after `allow` */
    TOKEN_NUMBER,
    TOKEN_VERSION, /* a version or a range */
    TOKEN_TEXT,    /* a text with its quotes, or a path with its angle brackets */
    TOKEN_SIGN     /* anything else */
};

/* A token or comment of a text. */
struct token {
    enum token_kind kind;
    uint32_t begin, end; /* byte offsets in the text */
    unsigned newlines;   /* line ends before it: 0, 1, or 2 for two and more */
    enum word_place place;
};

/* Appends the tokens of a text to `tokens` as struct token. Returns the place (front/words.h) after the last token. */
enum word_place tokens_read(struct program *program, const struct source *source, struct buffer *tokens);

#endif
