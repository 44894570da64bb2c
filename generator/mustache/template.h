/*
 * Compiled templates. Only files of mustache/ include this header.
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
    NODE_PARENT,   /* a parent; its contents are only arguments */
    NODE_BLOCK,    /* a block; its contents are its default text */
    NODE_ARGUMENT, /* a block that stands directly in a parent */
};

/* A node. Nodes are stored in preorder: the contents of a node follow it. */
struct node {
    unsigned char kind;          /* enum node_kind */
    bool line_begins;            /* text, argument: it begins at the beginning of a line */
    bool line_ends;              /* argument: it ends after a line end */
    bool whole_lines;            /* partial, parent, block: its tags are alone on their lines */
    bool dynamic;                /* partial, parent: `keys` lead to the name */
    bool reported;               /* an error of its key or template was reported */
    unsigned char line_end_size; /* block of whole lines: 1 for \n, 2 for \r\n, 0 at the end of the template */
    uint32_t next;               /* index of the node after this one and its contents */
    struct span span;
    const char *text; /* text: the text; nodes of whole lines: their indentation */
    uint32_t size;
    uint32_t key_count; /* number of keys of the path; 0 for `.` */
    const uint32_t *keys;
    const char *name;          /* block, argument, and partial or parent with a fixed name: the name, interned */
    struct template *template; /* partial or parent with a fixed name: the template, after the first lookup */
};

struct template
{
    const char *name;
    const struct source *source;
    struct node *nodes;
    uint32_t count;
};

/* An engine: its options, templates and the work so far. */
struct mustache {
    struct arena *arena;
    struct sources *sources;
    struct diags *diags;
    struct intern *intern;
    struct keys *keys;
    struct mustache_loader loader;
    struct mustache_options options;
    struct map *templates;    /* interned name -> struct template_entry, for templates that were looked up */
    struct arena **scratches; /* memory for the values of series, by depth of nesting; NULL until a series needs it */
    size_t work;              /* steps of all renderings, compared with the option `work_most` */
    size_t size;              /* bytes that finished renderings have added, compared with the option `size_most` */
};

/* Compiles the text of `template->source`. Returns false if errors were reported. */
bool template_compile(struct mustache *mustache, struct template *template);

/* Appends a value, escaped as the tag {{name}} escapes it. */
void mustache_escape(struct buffer *out, enum mustache_escape escape, const char *bytes, size_t size);

#endif
