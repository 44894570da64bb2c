/*
 * Parses spec text into a syntax tree.
 */
#ifndef FRONT_PARSE_H
#define FRONT_PARSE_H

struct ast_file;
struct program;
struct source;

/* Parses one text. Errors go to the program's diagnostics. The tree has the declarations that could be read and is
 * never NULL. */
struct ast_file *parse_source(struct program *program, const struct source *source);

#endif
