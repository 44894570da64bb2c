/*
 * What a template is compiled to: the engine's own business, shared by its parts.
 */
#ifndef MUSTACHE_TEMPLATE_H
#define MUSTACHE_TEMPLATE_H

#include "base/source.h"
#include "mustache/mustache.h"

enum node_kind {
    NODE_TEXT,
    NODE_ESCAPED,
    NODE_RAW,
    NODE_SECTION,
    NODE_INVERTED,
    NODE_PARTIAL,
    NODE_PARENT,   /* holds arguments only */
    NODE_BLOCK,    /* holds what stands there unless an argument replaces it */
    NODE_ARGUMENT, /* a block directly in a parent */
};

/* Nodes lie one behind the other, what a node holds directly behind it. */
struct node {
    unsigned char kind;          /* enum node_kind */
    bool line_begins;            /* text, argument: it begins at the beginning of a line */
    bool line_ends;              /* argument: it ends behind the end of a line */
    bool whole_lines;            /* partial, parent, block: it stands on lines of its own */
    bool dynamic;                /* partial, parent: `keys` say where the name is */
    bool reported;               /* that its key or template is unknown */
    unsigned char line_end_size; /* block of whole lines: 1 for \n, 2 for \r\n, 0 at the end of the template */
    uint32_t next;               /* the node behind this one and all that it holds */
    struct span span;
    const char *text; /* text: itself; of whole lines: their indentation */
    uint32_t size;
    uint32_t key_count; /* 0: `.` */
    const uint32_t *keys;
    const char *name;          /* partial, parent that is not dynamic; block, argument: interned */
    struct template *template; /* partial, parent that is not dynamic: once it was looked up */
};

struct template
{
    const char *name;
    const struct source *source;
    struct node *nodes;
    uint32_t count;
};

struct mustache {
    struct arena *arena;
    struct sources *sources;
    struct diags *diags;
    struct intern *intern;
    struct keys *keys;
    struct mustache_loader loader;
    struct mustache_options options;
    struct map *templates; /* interned name -> struct template_entry */
};

/* Compiles the text of `template->source`; false when that failed and was reported. */
bool template_compile(struct mustache *mustache, struct template *template);

/* Appends a value as {{name}} writes it. */
void mustache_escape(struct buffer *out, enum mustache_escape escape, const char *bytes, size_t size);

#endif
