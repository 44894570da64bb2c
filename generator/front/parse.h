/*
 * Text to tree.
 */
#ifndef FRONT_PARSE_H
#define FRONT_PARSE_H

struct ast_file;
struct program;
struct source;

/* Parses one text. Mistakes go to the program's diagnostics; the tree holds what could be read and is never NULL. */
struct ast_file *parse_source(struct program *program, const struct source *source);

#endif
