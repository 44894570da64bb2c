/*
 * The words of a text and the comments between them, one after the other: for who rewrites a spec.
 */
#ifndef FRONT_TOKENS_H
#define FRONT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct program;
struct source;

enum token_kind {
    TOKEN_COMMENT, /* with its slashes; one that ends at the end of a line does not hold that */
    TOKEN_WORD,    /* a reserved word */
    TOKEN_NAME,    /* with its backticks, if it has any */
    TOKEN_CODE,    /* the code of a check, behind `allow` */
    TOKEN_NUMBER,
    TOKEN_VERSION, /* or a range */
    TOKEN_TEXT,    /* with its quotes */
    TOKEN_SIGN     /* anything else */
};

struct token {
    enum token_kind kind;
    uint32_t begin, end; /* bytes into the text */
    unsigned newlines;   /* line ends between what stands before it and this; 2 stands for more, too */
};

/* Appends the tokens of a text in which parse_source has found no fault, as struct token. */
void tokens_read(struct program *program, const struct source *source, struct buffer *tokens);

/* Whether a word is one of the language's, so that as a name it needs backticks. */
bool tokens_reserved(struct program *program, const char *word, size_t size);

#endif
