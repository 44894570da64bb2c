/*
 * Which declarations of a program name which others, so that a part of them can be checked without the rest.
 *
 * A declaration at the top level of a file is a node if others can name it and if it may be left out: a structure, a
 * union, an enumeration, a header or an event. All others always count as needed.
 */
#ifndef SPEC_NAMED_H
#define SPEC_NAMED_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct ast_decl;
struct ast_file;
struct map;
struct model;

/* A name in a declaration. */
struct named_edge {
    size_t to;      /* index of the first node that is declared under the name */
    bool is_needed; /* the layout of the named type counts; false: only that it exists, because a pointer leads to it */
};

struct named_edges {
    struct named_edge *items; /* in the order of the text */
    size_t count;
};

struct named_node {
    const struct ast_decl *decl;
    size_t file;      /* index of its file in the program */
    size_t next_same; /* index of the next node of the same name, or NAMED_NONE */
    struct named_edges edges;
    size_t *users; /* indices of the nodes that need its layout; only the first node of a name has them */
    size_t user_count;
    bool has_attest; /* it contains an `attest` line, which counts for the axis of its whole module */
};

#define NAMED_NONE ((size_t)-1)

/* The nodes of all files of a model, in the order of the files. */
struct named {
    const struct model *model;
    struct arena *arena;
    struct map *firsts; /* interned name -> struct named_node: the first of that name */
    struct named_node *nodes;
    size_t count;
};

/* Returns the names of a model. */
struct named *named_new(const struct model *model, struct arena *arena);

/* Returns the names in one declaration of a file, which need not be a declaration of the model. They are in `arena`. */
struct named_edges named_list_edges(const struct named *names, const struct ast_file *file,
                                    const struct ast_decl *decl, struct arena *arena);

/* True if a declaration of this kind may be left out. */
bool named_may_omit(const struct ast_decl *decl);

/* True if a declaration is an `attest` line or contains one. */
bool named_has_attest(const struct ast_decl *decl);

#endif
