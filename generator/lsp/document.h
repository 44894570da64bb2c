/*
 * The texts that a client has open. They replace those of the files.
 */
#ifndef LSP_DOCUMENT_H
#define LSP_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "lsp/position.h"

struct arena;

/* Findings about one file, each as JSON. */
struct document_findings {
    const char *path;
    const char *const *items;
    size_t count;
};

/* The result of the last check of a text. */
enum document_failure {
    DOCUMENT_FINE,
    DOCUMENT_FAILED, /* the server failed */
    DOCUMENT_MENDED  /* it failed, and the text has been edited since */
};

/* An open text. */
struct document {
    struct document *next;
    char *uri;          /* as the client spells it */
    char *path;         /* from uri_read */
    struct buffer text; /* two NULs follow it */
    bool has_version;
    uint32_t version;
    uint32_t uses;         /* from document_hash_uses, when the workspace was last read */
    enum document_failure failure;
    bool is_changed;       /* since it was last checked */
    bool is_covered;       /* the check of another text, which it uses, is about it, too */
    bool is_alone;         /* it is checked without the specs that use it, until files change: see struct analysis */
    struct arena *checked; /* memory of what its last check found, or NULL */
    const struct document_findings *findings;
    size_t finding_count;
    const char *const *files; /* paths that the check read */
    size_t file_count;
};

/* Opens a text, or replaces the open text of that path. The texts are copied. */
struct document *document_open(struct document **list, const char *uri, const char *path, const char *text);

/* Returns the open text of a path, or NULL. */
struct document *document_find(struct document *list, const char *path);

/* Closes a text. */
void document_close(struct document **list, struct document *document);

/* Replaces the whole text, or the text between two positions. */
void document_replace(struct document *document, const char *text);
void document_edit(struct document *document, enum position_encoding encoding, struct position begin,
                   struct position end, const char *text);

/* Returns a hash of the lines that begin with `use`. */
uint32_t document_hash_uses(const struct document *document);

/* Forgets the findings of a text's last check. */
void document_forget(struct document *document);

#endif
