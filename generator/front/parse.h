/*
 * Parses spec text into a syntax tree.
 */
#ifndef FRONT_PARSE_H
#define FRONT_PARSE_H

struct ast_file;
struct program;
struct source;

/* The newest language of specs that this program reads. A spec names its language in the line `strata 1;`, and every
 * program also reads older languages. A new construct keeps the number; a change of what existing text means raises
 * it. */
enum { LANGUAGE_NEWEST = 1 };

/* Parses one text. Errors go to the program's diagnostics. The tree has the declarations that could be read and is
 * never NULL. */
struct ast_file *parse_source(struct program *program, const struct source *source);

#endif
