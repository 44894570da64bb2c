/*
 * Finds the names in the text of specs: each use or declaration of a type, member, version or other name, and the
 * declaration that it refers to. Editors use this to find definitions and references, and to rename.
 *
 * Two mentions refer to the same declaration if their kinds, owners and names are equal.
 */
#ifndef SPEC_MENTION_H
#define SPEC_MENTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/source.h"

struct ast_decl;
struct ast_file;
struct ast_use;
struct model;

/* Kinds of names. */
enum mention_kind {
    MENTION_TYPE,
    MENTION_MEMBER,     /* owner: the full name of its structure, as "S.Header" */
    MENTION_ENUMERATOR, /* owner: the name of its enumeration */
    MENTION_CONSTANT,
    MENTION_EVENT,
    MENTION_GLOBAL, /* owner: the name of its module */
    MENTION_ARCH,
    MENTION_VERSION,
    MENTION_CODE, /* of a finding, in an `allow` */
    MENTION_FILE  /* the path of a `use` */
};

/* A name in the text. */
struct mention {
    enum mention_kind kind;
    bool is_declaration;
    struct span span;            /* of the name, including backticks or quotes */
    const char *name;            /* interned, without backticks */
    const char *owner;           /* interned, or NULL */
    const char *noun;            /* for a declaration its kind, such as "struct" or "enumerator"; else NULL */
    const struct ast_decl *decl; /* the declaration that contains it; NULL for the path of a `use` */
    unsigned depth;              /* number of declarations around `decl` */
};

typedef void mention_visitor(void *user, const struct mention *mention);

/* Calls `visit` for each name in a file, in the order of the syntax tree. */
void mentions_each(const struct model *model, const struct ast_file *file, mention_visitor *visit, void *user);

/* True if two mentions refer to the same declaration. */
bool mention_equal(const struct mention *a, const struct mention *b);

/* Returns the span of a declaration, including its braces. */
struct span mention_whole(const struct ast_decl *decl);

#endif
