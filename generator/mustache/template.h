/*
 * Compiled templates. For mustache/ only.
 */
#ifndef MUSTACHE_TEMPLATE_H
#define MUSTACHE_TEMPLATE_H

#include "base/source.h"
#include "mustache/mustache.h"

/* Kinds of nodes. */
enum node_kind {
    NODE_TEXT,
    NODE_ESCAPED,
    NODE_RAW,
    NODE_SECTION,
    NODE_INVERTED,
    NODE_PARTIAL,
    NODE_PARENT,   /* contains arguments only */
    NODE_BLOCK,    /* contains the default text of the block */
    NODE_ARGUMENT, /* block directly inside a parent */
};

/* A node. Nodes are stored in preorder: the contents of a node follow it. */
struct node {
    unsigned char kind;          /* enum node_kind */
    bool line_begins;            /* text, argument: it starts at the beginning of a line */
    bool line_ends;              /* argument: it ends after a line end */
    bool whole_lines;            /* partial, parent, block: its tags are alone on their lines */
    bool dynamic;                /* partial, parent: `keys` lead to the name */
    bool reported;               /* an error of its key or template was reported */
    unsigned char line_end_size; /* block of whole lines: 1 for \n, 2 for \r\n, 0 at the end of the template */
    uint32_t next;               /* index of the node after this one and its contents */
    struct span span;
    const char *text; /* text: the text; whole lines: their indentation */
    uint32_t size;
    uint32_t key_count; /* 0 for `.` */
    const uint32_t *keys;
    const char *name;          /* block, argument, and partial or parent that is not dynamic: interned */
    struct template *template; /* partial or parent that is not dynamic: cached after the first lookup */
};

struct template
{
    const char *name;
    const struct source *source;
    struct node *nodes;
    uint32_t count;
};

/* An engine. */
struct mustache {
    struct arena *arena;
    struct sources *sources;
    struct diags *diags;
    struct intern *intern;
    struct keys *keys;
    struct mustache_loader loader;
    struct mustache_options options;
    struct map *templates;    /* interned name -> struct template_entry */
    struct arena **scratches; /* memory for the values of series, by depth; NULL until it is needed */
    size_t work;              /* steps so far */
    size_t size;              /* bytes that finished renderings have added */
};

/* Compiles the text of `template->source`; false if errors were reported. */
bool template_compile(struct mustache *mustache, struct template *template);

/* Appends a value escaped as {{name}} is. */
void mustache_escape(struct buffer *out, enum mustache_escape escape, const char *bytes, size_t size);

#endif
