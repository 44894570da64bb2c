/*
 * Parses spec text into a syntax tree.
 */
#ifndef FRONT_PARSE_H
#define FRONT_PARSE_H

struct ast_file;
struct program;
struct source;

/* The language of specs that this program reads, which `strata 1;` names, and all before it. A construct that is added
 * does not change it; a text that means something else from then on does. */
enum { LANGUAGE_NEWEST = 1 };

/* Parses one text. Errors go to the program's diagnostics. The tree has the declarations that could be read and is
 * never NULL. */
struct ast_file *parse_source(struct program *program, const struct source *source);

#endif
