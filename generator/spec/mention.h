/*
 * Names in the text of specs: each place that declares or uses a type, a member, a version or another name, and the
 * declaration that it means. Editors find definitions and references by it, and rename by it.
 *
 * Two mentions mean the same declaration if their kinds, owners and names are equal.
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
    MENTION_GLOBAL,     /* owner: the name of its module */
    MENTION_ARCH,
    MENTION_VERSION,
    MENTION_CODE, /* of a check, in an `allow` */
    MENTION_FILE  /* the path of a `use` */
};

/* A name in the text. */
struct mention {
    enum mention_kind kind;
    bool is_declaration;
    struct span span;            /* of the name, with its backticks or quotes */
    const char *name;            /* interned, without backticks */
    const char *owner;           /* interned, or NULL */
    const char *noun;            /* of a declaration: "struct", "enumerator"; else NULL */
    const struct ast_decl *decl; /* the declaration that it stands in; of a file NULL */
    unsigned depth;              /* declarations around that one */
};

typedef void mention_visitor(void *user, const struct mention *mention);

/* Calls `visit` for each name of a file of the model's program, in the order of the tree. */
void mentions_each(const struct model *model, const struct ast_file *file, mention_visitor *visit, void *user);

/* True if two mentions mean the same declaration. */
bool mention_equal(const struct mention *a, const struct mention *b);

/* Returns the text that a declaration covers, up to its `}`. */
struct span mention_whole(const struct ast_decl *decl);

#endif
